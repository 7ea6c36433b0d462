"""Differenzler, tied together."""

from __future__ import annotations

from scorekeeper.cards.game_api.game import EntryWord, Game
from scorekeeper.cards.game_api.lots import RANKS, FirstDealer, Lots
from scorekeeper.cards.games.differenzler import demo, paper, sheet, words
from scorekeeper.cards.games.differenzler.rules import Differenzler
from scorekeeper.i18n import N_

GAME = Game(
    key="differenzler",
    name=N_("Differenzler"),
    tagline=N_("Annoncez vos points : l’écart se marque, le plus petit total gagne"),
    entry_word=EntryWord.DONNE,
    rules=Differenzler,
    wording=words,
    sheet=sheet.sheet,
    demo=demo.entry,
    tournament=paper.TOURNAMENT,
    lots=Lots(RANKS[4:], FirstDealer.RANDOM),
)
