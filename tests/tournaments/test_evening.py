"""A whole *match au cochon*: 62 people, three late, two who leave, a substitute, paper, a dispute; and the right ranking."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest

from scorekeeper import tournaments as desk
from scorekeeper.errors import Conflict, Refused
from scorekeeper.parties import amend, read_partie
from scorekeeper.records.store import Store
from scorekeeper.tournaments import checking
from scorekeeper.tournaments.model import TableAt, TableResult, TableStage, Tournament
from tests.damage import damage
from tests.tournaments.desk import BY, J23, codes, confirm, draw, new_uuid, opened, people, play

Seen = dict[int, list[int]]
"""Results of each number, recorded outside the app."""
POSSIBLE = [points for points in range(158) if points not in {1, 156}]


def test_evening_of_62_gives_the_right_ranking(store: Store) -> None:
    chance = random.Random(20261120)  # noqa: S311 - figures for a test
    seen: Seen = defaultdict(list)
    prizes = ["un cochon", "un jambon", "un saucisson"]
    t = opened(store, 62, prizes=prizes, rounds=4)

    t = _round(store, t, chance, seen, paper=3, disputed=5)
    assert len(t.rounds[0].byes) == 2

    t = desk.register(store, t.id, people(3, "Retard"), by=BY)
    assert [entrant.number for entrant in t.entrants[62:]] == [63, 64, 65]
    t = _round(store, t, chance, seen, substitute=17)
    assert len(t.rounds[1].byes) == 1

    for leaver in (8, 30):
        t = desk.withdraw(store, t.id, leaver, by=BY, reason="rentré")
    t = _round(store, t, chance, seen)
    assert len(t.rounds[2].byes) == 3
    t = _round(store, t, chance, seen)

    t = desk.finish(store, t.id, by=BY)
    _check_fairness(t)
    _check_ranking(store, t, seen, prizes)
    assert _differences(store) == []
    assert damage(store) == ""


def _round(
    store: Store,
    t: Tournament,
    chance: random.Random,
    seen: Seen,
    *,
    paper: int = 0,
    disputed: int = 0,
    substitute: int = 0,
) -> Tournament:
    t = draw(store, t, uuid=new_uuid())
    current = t.rounds[-1]
    for number in current.byes:
        seen[number].append(942)
    if substitute:
        t = desk.substitute(
            store, t.id, round_number=current.number, entrant=substitute, name="Cousine Rose", by=BY
        )
    for table in current.tables:
        if table.number == paper:
            points: tuple[int, ...] = J23
            _from_paper(store, t, table.number)
        else:
            points = tuple(chance.choice(POSSIBLE) for _ in range(12))
            play(store, table.partie, points)
            if table.number == disputed:
                points = _dispute(store, t, table.number, points)
            confirm(store, t, table.number)
        for seat, number in enumerate(table.seats):
            seen[number].append(sum(points) if seat % 2 == 0 else 12 * 157 - sum(points))
    return desk.close_round(store, t.id, current.number, by=BY, uuid=new_uuid())


def _from_paper(store: Store, t: Tournament, table: int) -> None:
    """Enter a paper sheet with a wrong total after its fifth donne, which is refused, then the corrected one."""
    lines = [{"points": [points, 157 - points]} for points in J23]
    wrong = [*lines[:4], {"points": [110, 48]}, *lines[5:]]

    def entered(entries: list[dict[str, list[int]]]) -> Tournament:
        return desk.record_result(
            store,
            t.id,
            TableAt(1, table),
            entries=entries,
            totals=[1007, 877],
            by=BY,
            uuid=new_uuid(),
        )

    with pytest.raises(Refused) as caught:
        entered(wrong)
    first = caught.value.faults[0]
    assert (first.rang, first.fault.code) == (5, "papier-somme")
    assert first.fault.values["ecart"] == 1
    t = entered(lines)
    assert t.rounds[0].tables[table - 1].result == TableResult((1007, 877), (0, 0), (1007, 877), paper=True)


def _dispute(store: Store, t: Tournament, table: int, points: tuple[int, ...]) -> tuple[int, ...]:
    """Let the table report its fourth donne as wrong, and the organiser correct it."""
    where: dict[str, Any] = {"at": TableAt(1, table), "by": BY}
    desk.dispute(store, t.id, text="donne 4", **where)
    tables = desk.progress(store, t.id).tables
    assert [live.number for live in tables if live.stage is TableStage.LITIGE] == [table]
    with pytest.raises(Conflict) as caught:
        confirm(store, t, table)
    assert codes(caught) == ["table-en-litige"]
    right = (*points[:3], 100, *points[4:])
    partie = desk.read(store, t.id).rounds[0].tables[table - 1].partie
    amend(
        store,
        partie,
        uuid=new_uuid(),
        rang=4,
        payload={"points": [100, 57]},
        revision=None,
        by=BY,
        reason="recompté",
    )
    desk.settle(store, t.id, reason="recompté ensemble", **where)
    return right


def _check_fairness(t: Tournament) -> None:
    """Assert that partners and opponents never repeat, byes are shared, and everybody sits once each round."""
    partners: Counter[tuple[int, ...]] = Counter()
    meetings: Counter[tuple[int, ...]] = Counter()
    byes: Counter[int] = Counter()
    for round_ in t.rounds:
        seated = [number for table in round_.tables for number in table.seats] + list(round_.byes)
        assert len(set(seated)) == len(seated)
        byes.update(round_.byes)
        for table in round_.tables:
            meetings.update(combinations(sorted(table.seats), 2))
            partners.update([tuple(sorted(table.seats[0::2])), tuple(sorted(table.seats[1::2]))])
    assert max(partners.values()) == 1
    assert max(meetings.values()) == 1
    assert max(byes.values()) == 1
    assert {number for table in t.rounds[2].tables for number in table.seats}.isdisjoint({8, 30})


def _check_ranking(store: Store, t: Tournament, seen: Mapping[int, list[int]], prizes: list[str]) -> None:
    """Assert that the ranking equals one computed from the recorded results."""
    ranking = desk.standings(store, t.id)
    assert not ranking.provisional
    assert {line.numbers[0]: line.standing.total for line in ranking.lines} == {
        number: sum(points) for number, points in seen.items()
    }
    keys = {number: (sum(points), sorted(points, reverse=True)) for number, points in seen.items()}
    for line in ranking.lines:
        own = keys[line.numbers[0]]
        assert line.standing.rank == 1 + sum(other > own for other in keys.values())
    winner = max(keys, key=lambda number: keys[number])
    assert ranking.lines[0].numbers == (winner,)
    assert [line.standing.prizes for line in ranking.lines[:3]] == [(prize,) for prize in prizes]
    assert t.final is not None
    assert t.final["lines"][0]["numbers"] == [winner]
    full = [table for round_ in t.rounds for table in round_.tables]
    byes = sum(len(round_.byes) for round_ in t.rounds)
    assert sum(sum(points) for points in seen.values()) == 2 * 1884 * len(full) + 942 * byes


def _differences(store: Store) -> list[str]:
    with store.read() as session:
        return checking.differences(session.connection)[1]


def test_substitute_of_an_entrant_at_another_table_is_refused(store: Store) -> None:
    t = draw(store, opened(store, 16))
    first, second = t.rounds[0].tables[:2]
    with pytest.raises(Refused) as caught:
        desk.stand_in(store, t.id, TableAt(1, first.number), second.seats[0], "Cousine Rose", by=BY)
    (found,) = caught.value.faults
    assert (found.fault.code, found.fault.field) == ("pas-a-cette-table", "number")


def test_substitute_plays_under_the_number_and_is_recorded(store: Store) -> None:
    t = draw(store, opened(store, 16))
    number = t.rounds[0].tables[1].seats[2]
    t = desk.substitute(store, t.id, round_number=1, entrant=number, name="Cousine Rose", by=BY)
    assert "Cousine Rose" in desk.progress(store, t.id).tables[1].columns[0]
    for table in t.rounds[0].tables:
        desk.record_result(store, t.id, TableAt(1, table.number), totals=[1007, 877], by=BY, uuid=new_uuid())
    desk.close_round(store, t.id, 1, by=BY)
    record = desk.player(store, t.id, number)
    assert record.rounds[0].substitute == "Cousine Rose"
    assert record.rounds[0].result is not None
    assert record.rounds[0].result.points == 1007
    assert desk.history(store, t.id)[5].kind == "remplacant"
    assert read_partie(store, t.rounds[0].tables[1].partie).table.players[2] == t.entrant(number).name
