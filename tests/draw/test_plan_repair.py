"""Repaired plans: every rule of the draw holds for them too, and most slips stay unchanged."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from scorekeeper.draw.seating.anneal import Watch
from scorekeeper.draw.seating.plan import plan, wishes_of
from scorekeeper.draw.seating.plan_repair import RepairedPlan, repair_plan
from scorekeeper.draw.seating.record import DrawnRound
from tests.draw.evenings import counted, evening, meetings
from tests.draw.people import people


def repaired(
    before: list[str], after: list[str], *, played: int = 1, rounds: int = 4, **asked: Any
) -> tuple[list[DrawnRound], RepairedPlan]:
    """The earlier rounds of an evening, and the repaired coming ones."""
    old = list(plan(before, rounds, seed="six dés", **asked).rounds)
    wishes = wishes_of(after, rounds, history=old[:played], **asked)
    return old, repair_plan(wishes, old[played:], seed="six dés", label="draw/1/repair-1", watch=Watch())


def test_an_evening_keeps_most_slips() -> None:
    for plan_ in (*evening(1), *evening(7)):
        assert plan_.kept >= 0.8 * plan_.had
        assert (plan_.repeats, plan_.partners) == (0, 0)


@pytest.mark.unmeasured
def test_same_seed_repairs_the_same_and_another_label_need_not() -> None:
    here = people(30)
    first, second = (repaired(here, here[1:])[1] for _ in range(2))
    assert first.rounds == second.rounds


def test_bye_fills_the_seat_of_a_leaver() -> None:
    here = people(33)
    old, after = repaired(here, here[1:])
    for before, now in zip(old[1:], after.rounds, strict=True):
        if here[0] in before.sit_out:
            assert now.tables == before.tables
        assert now.sit_out == ()
    # In each round, the partner of the person who left, and the one with the bye.
    assert len(after.moved) <= 6


@pytest.mark.parametrize(("tables", "sizes"), [("threes", {3: 3, 4: 5}), ("fives", {4: 4, 5: 1})])
def test_odd_tables_follow_the_rule_and_most_people_stay(tables: str, sizes: dict[int, int]) -> None:
    here = people(28) if tables == "threes" else people(20)
    asked: dict[str, Any] = {"tables": tables, "partners": False}
    _, after = repaired(here, [*here, "Zoé"], **asked)
    for now in after.rounds:
        assert Counter(map(len, now.tables)) == sizes
        assert now.sit_out == ()
    assert after.kept >= 15


def test_groups_stay_apart_and_fixed_tables_are_kept() -> None:
    here = people(24)
    asked: dict[str, Any] = {"apart": [tuple(here[:4])], "stay": {here[5]: 6, here[6]: None}}
    old, after = repaired(
        here, [*here[:2], *here[3:], "Zoé", "Yves"], **{**asked, "apart": [(here[0], here[1], here[3])]}
    )
    met = meetings(after.rounds)
    assert not any(met[pair] for pair in combinations(sorted((here[0], here[1], here[3])), 2))
    assert all(here[5] in now.tables[5] for now in after.rounds)
    at = {
        number
        for now in (*old[:1], *after.rounds)
        for number, table in enumerate(now.tables)
        if here[6] in table
    }
    assert len(at) == 1


def test_fixed_pairs_stay_together_and_others_keep_their_tables() -> None:
    here = people(32)
    teams = tuple(zip(here[::2], here[1::2], strict=True))
    old = list(plan(here, 4, seed="six dés", teams=teams).rounds)
    wishes = wishes_of(here[2:], 4, history=old[:1], teams=teams[1:])
    after = repair_plan(wishes, old[1:], seed="six dés", label="draw/1/repair-1", watch=Watch())
    for now in after.rounds:
        assert all(tuple(sorted(table[i::2])) in teams for table in now.tables for i in (0, 1))
        assert len(now.sit_out) == 2
    assert max(Counter(p for now in after.rounds for p in now.sit_out).values()) == 1
    assert after.kept >= 30 - 12


@pytest.mark.soak
@pytest.mark.unmeasured
def test_small_room_losing_many_repeats_no_more_than_a_redraw() -> None:
    here = people(20)
    old, after = repaired(here, here[:9])
    figures = counted(here[:9], old[:1], old[1:], after.rounds, "six dés")
    assert 1 < figures.repeats <= figures.redraw + 1
    assert figures.bye_gap <= 1


@pytest.mark.parametrize(("present", "left", "redrawn"), [(10, 4, True), (9, 3, False)])
def test_full_redraw_is_taken_and_reported_if_it_repeats_less(
    present: int,
    left: int,
    redrawn: bool,  # noqa: FBT001
) -> None:
    here = people(present)
    old, after = repaired(here, here[left:])
    assert after.redrawn is redrawn
    figures = counted(here[left:], old[:1], old[1:], after.rounds, "six dés")
    assert figures.repeats <= figures.redraw + 1


def test_fixed_table_from_now_on_holds_in_every_round() -> None:
    here = people(33)
    old = list(plan(here, 4, seed="six dés").rounds)
    present = [*here[1:], "Zoé"]
    stay = {"Zoé": 2, here[7]: 5, here[20]: 8, old[1].sit_out[0]: 1}
    wishes = wishes_of(present, 4, history=old[:1], stay=stay)
    after = repair_plan(wishes, old[1:], seed="six dés", label="draw/1/repair-1", watch=Watch())
    for now in after.rounds:
        assert {name: number for name, number in stay.items() if name in now.tables[number - 1]} == stay
