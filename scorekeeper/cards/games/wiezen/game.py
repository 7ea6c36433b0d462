"""Wiezen, tied together."""

from __future__ import annotations

from scorekeeper.cards.game_api.game import EntryWord, Game, TournamentTraits
from scorekeeper.cards.game_api.statistics import Account, Counts
from scorekeeper.cards.games.wiezen import demo, sheet, words
from scorekeeper.cards.games.wiezen.rules import Wiezen
from scorekeeper.cards.games.wiezen.rules.entry import Enchere
from scorekeeper.i18n import N_

GAME = Game(
    key="wiezen",
    name=N_("Wiezen"),
    tagline=N_("Le whist à la couleur : emballages, solos, abondances, misères"),
    entry_word=EntryWord.DONNE,
    rules=Wiezen,
    wording=words,
    sheet=sheet.sheet,
    demo=demo.entry,
    tournament=TournamentTraits(donnes="nb_donnes", fixed_sum=lambda _: 0),
    account=Account(
        counts=Counts.MARQUE,
        place=words.place,
        kinds={contrat: contrat for contrat in Enchere},
        pair=words.pair,
    ),
)
