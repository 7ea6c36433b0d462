"""Declared games in a tournament: as the definition says it, and what follows where it says nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from scorekeeper.cards.game_api.game import TournamentTraits
from scorekeeper.cards.games.declared.rules import HouseRules
from scorekeeper.cards.games.declared.rules.declared import Declared
from scorekeeper.cards.games.declared.rules.definition import MOST_TOURNAMENT_LINES


def traits_of(declared: Declared) -> TournamentTraits:
    """Tournament's knowledge of a declared game."""
    spec = declared.spec
    own = spec.tournoi.lignes
    usual = own or spec.fin.lignes
    counted = usual is not None and usual <= MOST_TOURNAMENT_LINES
    least = [formula.least for formula in (*declared.points, *declared.bonuses)]
    least += [case.bounds[0] for case in spec.cases]
    return TournamentTraits(
        # All tables play as many lines: none is ahead because its partie was shorter.
        settings={"objectif": None} if own is not None and spec.fin.total is not None else {},
        donnes="lignes" if counted else "",
        usual_donnes=usual if usual is not None and counted else 1,
        least=0 if min(least) >= 0 else None,
        bye=partial(worth_of_bye, declared),
    )


def worth_of_bye(declared: Declared, rules: HouseRules) -> int:
    """Value of a round for somebody who sits it out: as the definition says it, for as many lines as it says.

    Else half of the total that ends a partie; half of what the cells of a grid can bring; else a mean line of the examples for each line; else a mean total of the examples
    with a winner. The lowest total may win, and nothing would be the best result of all.
    """
    spec = declared.spec
    usual, lines, target = spec.tournoi.lignes or spec.fin.lignes, rules.most_lines, rules.target
    if spec.tournoi.exempt is not None:
        return spec.tournoi.exempt * lines // usual if lines and usual else spec.tournoi.exempt
    if target is not None:
        return target // 2
    if spec.grid:
        return sum(case.bounds[1] for case in spec.cases) // 2
    if lines is not None:
        return _mean(example.marque for example in spec.exemples) * lines
    return _mean(example.totaux for example in spec.exemples if example.gagne)


def _mean(rows: Iterable[Sequence[int] | None]) -> int:
    """The mean of all figures that there are, rounded down; 0 without any."""
    figures = [figure for row in rows if row is not None for figure in row]
    return sum(figures) // len(figures) if figures else 0
