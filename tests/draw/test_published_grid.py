"""Names assigned to the places of a published grid, for wishes that are not all known."""

from __future__ import annotations

import pytest

from scorekeeper.draw.seating.plan import from_grid, plan, wishes_of
from scorekeeper.draw.seating.problem import DrawImpossible

PEOPLE = [f"Joueur {number}" for number in range(1, 10)]
STOPPED = {"stopped": False, "stopped_at": 0}


def test_published_grid_gives_the_tables_that_were_drawn() -> None:
    draw = plan(PEOPLE, 2, seed="s", label="draw/1")
    stopped = {"stopped": draw.report.stopped, "stopped_at": draw.report.stopped_at}
    again = from_grid(wishes_of(PEOPLE, 2), "s", "draw/1", draw.grid, stopped)
    assert again.rounds == draw.rounds
    assert again.order == draw.order


def test_grid_that_seats_a_number_twice_is_refused() -> None:
    draw = plan(PEOPLE, 1, seed="s", label="draw/1")
    ((first, *others),) = draw.grid
    doubled = [((first[0], *first[:-1]), *others)]
    with pytest.raises(DrawImpossible):
        from_grid(wishes_of(PEOPLE, 1), "s", "draw/1", doubled, STOPPED)
