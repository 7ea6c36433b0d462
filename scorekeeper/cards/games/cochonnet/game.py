"""Cochonnet, as the catalogue knows it."""

from __future__ import annotations

from scorekeeper.cards.game_api.game import EntryWord, Game
from scorekeeper.cards.games.cochonnet import demo, paper, sheet, words
from scorekeeper.cards.games.cochonnet.rules import Cochonnet
from scorekeeper.i18n import N_

GAME = Game(
    key="cochonnet",
    name=N_("Cochonnet"),
    tagline=N_("Treize cochonnets par manche, seuils à 60, 120 et 180"),
    entry_word=EntryWord.MANCHE,
    rules=Cochonnet,
    wording=words,
    sheet=sheet.sheet,
    demo=demo.entry,
    tournament=paper.TOURNAMENT,
    figure=True,
)
