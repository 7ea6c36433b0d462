"""The entry form of a donne of Belote."""

from scorekeeper.cards.families.belote.form import TakenForm
from scorekeeper.cards.games.belote.words import WORDS


class BeloteForm(TakenForm):
    """Fields of a donne: the taker, whose points and how many."""

    WORDS = WORDS
