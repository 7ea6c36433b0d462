"""Game record of Marque libre."""

from random import Random
from typing import Any

from scorekeeper.cards.game_api.game import EntryWord, Game, TournamentTraits
from scorekeeper.cards.game_api.statistics import Account, Counts
from scorekeeper.cards.games.libre import sheet, words
from scorekeeper.cards.games.libre.rules import FinEgalite, Libre
from scorekeeper.cards.rules.contract import Rules, State, expect
from scorekeeper.i18n import N_


def fixed_sum(rules: Libre) -> int | None:
    """Return the sum of all totals at the end; `None` unless both the sum of a manche and the number of manches are fixed."""
    ends = rules.objectif, rules.elimination
    fixed = rules.depart == 0 and rules.egalite is FinEgalite.PARTAGE and ends == (None, None)
    if rules.somme is None or rules.nb_manches is None or not fixed:
        return None
    return rules.somme * rules.nb_manches


def bye(rules: Libre) -> int | None:
    """Return the points of a bye: halfway from the start to the total that ends the partie; `None` if `fixed_sum` is known.

    They are not simply 0, which would be the best result where the lowest total wins.
    """
    if fixed_sum(rules) is not None:
        return None
    ends = [end for end in (rules.objectif, rules.elimination) if end is not None]
    return (rules.depart + ends[0]) // 2 if ends else rules.depart


USUAL = (0, 50)
"""Bounds of random points, within those of the settings."""


def plausible_entry(rng: Random, rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """Return random points for all players still in; with a fixed sum, those of the last player are left out."""
    house = expect(Libre, rules)
    least, most = house.span
    names = [state.table.players[seat] for seat in state.playing]
    low, high = max(least, USUAL[0]), min(most, USUAL[1])
    if house.somme is None:
        low, high = (low, high) if low <= high else (least, most)
        return {"points": {name: _multiple(rng, low, high, house.pas) for name in names}}
    low, high = max(least, min(0, house.somme)), min(most, max(0, house.somme))
    # Each random number leaves the other players a possible rest; the number of the last player follows.
    points, rest = {}, house.somme
    for others, name in reversed(tuple(enumerate(reversed(names)))):
        if others:
            points[name] = _multiple(
                rng, max(low, rest - others * high), min(high, rest - others * low), house.pas
            )
            rest -= points[name]
    return {"points": points}


def _multiple(rng: Random, low: int, high: int, step: int) -> int:
    """Return a random multiple of the step between two bounds; the first above the lower bound if there is none."""
    first, last = -(-low // step), high // step
    return rng.randint(first, max(first, last)) * step


GAME = Game(
    key="libre",
    name=N_("Marque libre"),
    tagline=N_("Tout autre jeu, à deux ou plus"),
    entry_word=EntryWord.MANCHE,
    rules=Libre,
    wording=words,
    sheet=sheet.sheet,
    demo=plausible_entry,
    tournament=TournamentTraits(donnes="nb_manches", usual_donnes=10, fixed_sum=fixed_sum, bye=bye),
    account=Account(counts=Counts.PARTIES),
)
