"""Jass, as it stands in the catalogue."""

from __future__ import annotations

from typing import Any

from scorekeeper.cards.game_api.game import EntryWord, ExtraPage, Game, Paper
from scorekeeper.cards.game_api.lots import RANKS, FirstDealer, Lots
from scorekeeper.cards.games.jass import demo, paper, sheet, words
from scorekeeper.cards.games.jass.rules import Jass
from scorekeeper.i18n import N_

PRESETS: dict[str, dict[str, Any]] = {
    N_("À 1000"): {},
    N_("Pique double"): {"pique_double": True},
    N_("Schieber 2500"): {
        "contrats": {"pique": 2, "trefle": 2, "haut-bas": 3, "bas-haut": 3},
        "objectif": 2500,
        "double_porte_sur": "tout",
    },
}

GAME = Game(
    key="jass",
    name=N_("Jass"),
    tagline=N_("157 par donne, annonces, schtöckr, match"),
    entry_word=EntryWord.DONNE,
    rules=Jass,
    wording=words,
    more_settings=words.contracts_in_words,
    sheet=sheet.sheet,
    papers={
        "match-au-cochon": Paper(
            title=N_("Match au cochon"), settings=paper.TOURNAMENT.settings, parties=sheet.PARTIES
        )
    },
    demo=demo.entry,
    presets=PRESETS,
    demo_tournament=demo.TOURNAMENT,
    tournament=paper.TOURNAMENT,
    line_check=words.line_check,
    lots=Lots(RANKS[4:], FirstDealer.RANDOM),
    pages={"controle": ExtraPage(N_("Contrôler une feuille papier"), "paper")},
)
