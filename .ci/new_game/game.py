"""Catalogue entry of __Name__."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.cards.game_api.game import Game, TournamentTraits
from scorekeeper.cards.games.__key__ import words
from scorekeeper.cards.games.__key__.rules import TOTAL, __Key__
from scorekeeper.cards.rules.contract import Rules, State
from scorekeeper.i18n import N_

TOURNAMENT = TournamentTraits(
    donnes="nb_donnes",
    usual_donnes=8,
    fixed_sum=lambda rules: TOTAL * rules.nb_donnes,
    least=0,
)


def plausible_entry(rng: Random, _rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """One donne, its points shared out by chance."""
    players = state.table.players
    points = dict.fromkeys(players, 0)
    for _ in range(TOTAL):
        points[rng.choice(players)] += 1
    return {"points": points}


GAME = Game(
    key="__key__",
    name=N_("__Name__"),
    tagline=N_("Une ligne qui dit ce que l’on compte"),
    rules=__Key__,
    wording=words,
    demo=plausible_entry,
    tournament=TOURNAMENT,
)
