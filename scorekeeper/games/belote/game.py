"""Belote, as it stands in the catalogue."""

from __future__ import annotations

from scorekeeper.families.belote.form import STYLES
from scorekeeper.families.belote.known import known
from scorekeeper.families.modes import Mode
from scorekeeper.games.belote import demo, sheet, words
from scorekeeper.games.belote.form import BeloteForm
from scorekeeper.games.belote.rules import Belote
from scorekeeper.i18n import N_
from scorekeeper.kit.game import EntryWord, Game, TournamentTraits
from scorekeeper.kit.lots import RANKS, FirstDealer, Lots


def bye(rules: Belote) -> int:
    """Half of what both camps get in tricks: 972 in twelve donnes."""
    return 0 if rules.a_points else 81 * rules.nb_donnes


GAME = Game(
    key="belote",
    name=N_("Belote"),
    tagline=N_("162 par donne, belote, capot, dedans"),
    entry_word=EntryWord.DONNE,
    rules=Belote,
    wording=words,
    form=BeloteForm,
    sheet=sheet.sheet,
    demo=demo.entry,
    known=known,
    styles=STYLES,
    tournament=TournamentTraits(settings={"mode": str(Mode.TOURNOI)}, donnes="nb_donnes", least=0, bye=bye),
    lots=Lots(RANKS[5:], FirstDealer.RANDOM),
)
