"""Jass, as it stands in the catalogue."""

from __future__ import annotations

from scorekeeper.families.points_form import STYLE
from scorekeeper.games.jass import demo, known, pages, paper, sheet, words
from scorekeeper.games.jass.form import JassForm
from scorekeeper.games.jass.rules import Jass
from scorekeeper.i18n import N_
from scorekeeper.kit.game import EntryWord, ExtraPage, Game, Paper
from scorekeeper.kit.lots import RANKS, FirstDealer, Lots

GAME = Game(
    key="jass",
    name=N_("Jass"),
    tagline=N_("157 par donne, annonces, schtöckr, match"),
    entry_word=EntryWord.DONNE,
    rules=Jass,
    wording=words,
    form=JassForm,
    sheet=sheet.sheet,
    papers={
        "match-au-cochon": Paper(
            title=N_("Match au cochon"), settings=paper.TOURNAMENT.settings, parties=sheet.PARTIES
        )
    },
    demo=demo.entry,
    known=known.known,
    styles=(STYLE,),
    demo_tournament=demo.TOURNAMENT,
    tournament=paper.TOURNAMENT,
    line_check=words.line_check,
    lots=Lots(RANKS[4:], FirstDealer.RANDOM),
    pages={"controle": ExtraPage(N_("Contrôler une feuille papier"), pages.paper, former="paper")},
)
