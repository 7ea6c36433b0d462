"""Couillon, as the catalogue knows it."""

from __future__ import annotations

from scorekeeper.cards.game_api.game import EntryWord, Game, TournamentTraits
from scorekeeper.cards.game_api.lots import RANKS, FirstDealer, Lots
from scorekeeper.cards.game_api.statistics import Account, Counts
from scorekeeper.cards.games.couillon import demo, sheet, slate, words
from scorekeeper.cards.games.couillon.rules import Couillon
from scorekeeper.i18n import N_

GAME = Game(
    key="couillon",
    name=N_("Couillon"),
    tagline=N_("Lignes à effacer, boucles, craie dans le trou"),
    entry_word=EntryWord.DONNE,
    rules=Couillon,
    wording=words,
    sheet=sheet.sheet,
    demo=demo.entry,
    tournament=TournamentTraits(countdown=True, least=0),
    account=Account(
        counts=Counts.PARTIES,
        place=words.place,
        ahead="avance-traits",
        won=N_("ardoises gagnées"),
        lost=N_("ardoises perdues"),
    ),
    figure=True,
    figure_alone=True,
    drawing=slate.drawing,
    lots=Lots(RANKS[7:], FirstDealer.HIGHEST),
)
