"""__Name__, as the catalogue knows it."""

from __future__ import annotations

from scorekeeper.cards.game_api.game import EntryWord, Game, TournamentTraits
from scorekeeper.cards.games.__key__ import demo, words
from scorekeeper.cards.games.__key__.rules import __Key__
from scorekeeper.cards.games.__key__.rules.entry import TOTAL
from scorekeeper.i18n import N_

TOURNAMENT = TournamentTraits(
    donnes="nb_donnes",
    usual_donnes=8,
    fixed_sum=lambda rules: TOTAL * rules.nb_donnes,
    least=0,
)

GAME = Game(
    key="__key__",
    name=N_("__Name__"),
    tagline=N_("Une ligne qui dit ce que l’on compte"),
    entry_word=EntryWord.DONNE,
    rules=__Key__,
    wording=words,
    demo=demo.entry,
    tournament=TOURNAMENT,
)
