"""Coiffeur, as it stands in the catalogue."""

from __future__ import annotations

from scorekeeper.cards.game_api.game import EntryWord, Game
from scorekeeper.cards.game_api.lots import RANKS, FirstDealer, Lots
from scorekeeper.cards.game_api.statistics import Account, Counts
from scorekeeper.cards.games.coiffeur import demo, paper, words
from scorekeeper.cards.games.coiffeur.rules import Coiffeur
from scorekeeper.i18n import N_

GAME = Game(
    key="coiffeur",
    name=N_("Coiffeur"),
    tagline=N_("Une grille par camp, chaque jeu une fois"),
    entry_word=EntryWord.DONNE,
    rules=Coiffeur,
    wording=words,
    demo=demo.entry,
    tournament=paper.TOURNAMENT,
    account=Account(counts=Counts.PARTIES, won=N_("grilles gagnées"), lost=N_("grilles perdues")),
    formula=words.formula,
    lots=Lots(RANKS[4:], FirstDealer.RANDOM),
)
