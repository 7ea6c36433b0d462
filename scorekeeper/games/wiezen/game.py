"""Wiezen, tied together."""

from __future__ import annotations

from scorekeeper.families import styles
from scorekeeper.games.wiezen import demo, sheet, words
from scorekeeper.games.wiezen.form import WiezenForm
from scorekeeper.games.wiezen.rules import Wiezen
from scorekeeper.games.wiezen.rules.entry import Enchere
from scorekeeper.i18n import N_
from scorekeeper.kit.account import Account, Counts
from scorekeeper.kit.game import EntryWord, Game, TournamentTraits

GAME = Game(
    key="wiezen",
    name=N_("Wiezen"),
    tagline=N_("Le whist à la couleur : emballages, solos, abondances, misères"),
    entry_word=EntryWord.DONNE,
    rules=Wiezen,
    wording=words,
    form=WiezenForm,
    styles=(styles.UNPLAYED,),
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
