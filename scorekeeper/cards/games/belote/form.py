"""Entry form of a donne of Belote."""

from scorekeeper.cards.families.belote.form import TakenForm
from scorekeeper.cards.games.belote.words import WORDS


class BeloteForm(TakenForm):
    """Form of a donne of Belote."""

    WORDS = WORDS
