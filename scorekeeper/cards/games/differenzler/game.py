"""Game record of Differenzler."""

from random import Random
from typing import Any

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.lots import RANKS, FirstDealer, Lots
from scorekeeper.cards.games.differenzler import paper, sheet, words
from scorekeeper.cards.games.differenzler.rules import TOTAL, Differenzler
from scorekeeper.cards.rules.contract import Rules, State
from scorekeeper.i18n import N_


def plausible_entry(rng: Random, _rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """Return a donne with random points, 157 together, and predictions at a normal distance (standard deviation 11) from them."""
    players = state.table.players
    cuts = sorted(rng.randint(0, TOTAL) for _ in players[1:])
    made = [right - left for left, right in zip((0, *cuts), (*cuts, TOTAL), strict=True)]
    rng.shuffle(made)
    annonces = [max(0, min(TOTAL, points + round(rng.gauss(0, 11)))) for points in made]
    return {
        "annonces": dict(zip(players, annonces, strict=True)),
        "points": dict(zip(players, made, strict=True)),
    }


GAME = Game(
    key="differenzler",
    name=N_("Differenzler"),
    tagline=N_("L’écart avec l’annonce se marque"),
    rules=Differenzler,
    wording=words,
    sheet=sheet.sheet,
    demo=plausible_entry,
    tournament=paper.TOURNAMENT,
    lots=Lots(RANKS[4:], FirstDealer.RANDOM),
)
