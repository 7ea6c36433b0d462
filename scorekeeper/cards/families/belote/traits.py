"""Common traits of belote and coinche: lots, tournaments, and random donnes for the demonstration club."""

from random import Random
from typing import Any

from scorekeeper.cards.families.belote.rules import BeloteLike
from scorekeeper.cards.families.modes import Mode
from scorekeeper.cards.game_api.game import TournamentTraits
from scorekeeper.cards.game_api.lots import RANKS, FirstDealer, Lots

LOTS = Lots(RANKS[5:], FirstDealer.RANDOM)


def bye(rules: BeloteLike[Any]) -> int:
    """Return the points of a bye: half of the card points of all donnes (972 in twelve), or 0 in a partie with a target."""
    return 0 if rules.a_points else 81 * rules.nb_donnes


TOURNAMENT = TournamentTraits(settings={"mode": str(Mode.TOURNOI)}, donnes="nb_donnes", least=0, bye=bye)


def tricks(rng: Random, least: int) -> dict[str, Any]:
    """Return a random donne of the demonstration: the taker's points are near `least` + 14, with a deviation of 22.

    A few donnes are capots. The rules may refuse the donne.
    """
    taker = rng.choice("AB")
    donne: dict[str, Any] = {"preneur": taker, "atout": rng.choice(("pique", "coeur", "carreau", "trefle"))}
    if rng.random() < 0.03:
        return {**donne, "capot": taker}
    donne[f"points_{taker.lower()}"] = min(152, max(10, round(rng.gauss(least + 14, 22))))
    if rng.random() < 0.3:
        donne["belote"] = rng.choice((taker, taker, "A", "B"))
    return donne
