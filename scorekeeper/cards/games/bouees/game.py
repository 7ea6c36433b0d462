"""Bouées et cochons, tied together."""

from __future__ import annotations

from scorekeeper.cards.game_api.game import EntryWord, Game
from scorekeeper.cards.game_api.lots import Lots
from scorekeeper.cards.games.bouees import demo, paper, sheet, words
from scorekeeper.cards.games.bouees.rules import Bouees
from scorekeeper.i18n import N_

GAME = Game(
    key="bouees",
    name=N_("Bouées et cochons"),
    tagline=N_("Des ♥ et des ♦ pour flotter, le plus haut atout perd une bouée"),
    entry_word=EntryWord.MANCHE,
    rules=Bouees,
    wording=words,
    sheet=sheet.sheet,
    demo=demo.entry,
    tournament=paper.TOURNAMENT,
    lots=Lots(tuple(map(str, range(1, 11)))),
)
