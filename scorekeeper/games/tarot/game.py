"""Tarot, tied together."""

from __future__ import annotations

from pathlib import Path

from scorekeeper.games.tarot.demo import DEMO
from scorekeeper.games.tarot.form import TarotForm
from scorekeeper.games.tarot.pages import hand
from scorekeeper.games.tarot.rules import Tarot
from scorekeeper.games.tarot.sheet import sheet
from scorekeeper.games.tarot.words import (
    SETTINGS,
    WORDS,
    brief,
    formula,
    progress,
    sentence,
    settings_in_words,
    tallies,
)
from scorekeeper.i18n import N_
from scorekeeper.kit.game import EntryWord, ExtraPage, Game, TournamentTraits

GAME = Game(
    key="tarot",
    name=N_("Tarot"),
    tagline=N_("À trois, quatre ou cinq : contrats, bouts, poignées, chelem"),
    entry_word=EntryWord.DONNE,
    rules=Tarot,
    words=WORDS,
    form=TarotForm,
    folder=Path(__file__).parent,
    sheet=sheet,
    demo=DEMO,
    tournament=TournamentTraits(donnes="nb_donnes", fixed_sum=lambda _: 0),
    sentence=sentence,
    brief=brief,
    formula=formula,
    settings=SETTINGS,
    settings_in_words=settings_in_words,
    tallies=tallies,
    progress=progress,
    pages={"hand": ExtraPage(N_("Évaluer une main"), hand)},
)
