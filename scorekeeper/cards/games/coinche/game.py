"""Coinche, as it stands in the catalogue."""

from __future__ import annotations

from scorekeeper.cards.families.modes import Mode
from scorekeeper.cards.game_api.game import EntryWord, Game, TournamentTraits
from scorekeeper.cards.game_api.lots import RANKS, FirstDealer, Lots
from scorekeeper.cards.games.coinche import demo, sheet, words
from scorekeeper.cards.games.coinche.rules import Coinche
from scorekeeper.i18n import N_


def bye(rules: Coinche) -> int:
    """Half of what both camps get in tricks: 972 in twelve donnes."""
    return 0 if rules.a_points else 81 * rules.nb_donnes


GAME = Game(
    key="coinche",
    name=N_("Coinche"),
    tagline=N_("Contrats de 80 à 160, capot, coinche et surcoinche"),
    entry_word=EntryWord.DONNE,
    rules=Coinche,
    wording=words,
    sheet=sheet.sheet,
    demo=demo.entry,
    tournament=TournamentTraits(settings={"mode": str(Mode.TOURNOI)}, donnes="nb_donnes", least=0, bye=bye),
    lots=Lots(RANKS[5:], FirstDealer.RANDOM),
)
