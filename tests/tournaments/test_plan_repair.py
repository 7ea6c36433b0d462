"""Mending of a draw: people come and leave, and seats are changed by hand; drawn tables stay on record."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any, cast

import pytest

from scorekeeper import tournaments as desk
from scorekeeper.errors import Conflict, Refused
from scorekeeper.paper.posters.pages import PosterSize
from scorekeeper.paper.posters.slips import slips
from scorekeeper.parties import enter, read_partie
from scorekeeper.records.store import Store
from scorekeeper.tournaments.checking import differences
from scorekeeper.tournaments.fold import new_slips
from scorekeeper.tournaments.model import DrawnTables, TableAt, Tournament
from tests.tournaments.desk import BY, codes, draw, new_uuid, note, opened

WHY = "venus plus tard"


def slip_of(t: Tournament, person: int) -> list[tuple[int, int]]:
    """Return table and partner of a person in each planned round; 0 for a bye."""
    return [place(round_, person) for round_ in t.planned]


def place(round_: DrawnTables, person: int) -> tuple[int, int]:
    for number, seats in enumerate(round_.tables, 1):
        if person in seats:
            return number, seats[(seats.index(person) + 2) % 4]
    assert person in round_.byes
    return 0, 0


def refused(code: str, act: Callable[..., object], *args: Any, **asked: Any) -> None:
    """Assert that the act is refused for this reason alone."""
    with pytest.raises((Conflict, Refused)) as caught:
        act(*args, **asked)
    assert codes(cast("pytest.ExceptionInfo[Conflict]", caught)) == [code]


def meetings(t: Tournament) -> Counter[tuple[int, int]]:
    return Counter(
        pair for round_ in t.drawn for table in round_.tables for pair in combinations(sorted(table.seats), 2)
    )


def closed(store: Store, t: Tournament) -> Tournament:
    """Enter a result at each table of the open round, and close it."""
    tour = len(t.rounds)
    for table in t.rounds[-1].tables:
        note(store, t, table.number, (1007, 877))
    return desk.close_round(store, t.id, tour, by=BY)


def test_late_arrival_takes_the_seats_of_a_leaver_alone(store: Store) -> None:
    t = closed(store, draw(store, opened(store, 62)))
    before, planned = {person: slip_of(t, person) for person in range(1, 63)}, t.planned
    t = desk.register(store, t.id, ["Zoé"], by=BY)
    t = desk.withdraw(store, t.id, planned[0].tables[4][1], by=BY)
    leaver = planned[0].tables[4][1]
    assert t.planned == ()
    announced = desk.foreseen_repair(t)
    assert announced is not None
    t = desk.repair(store, t.id, by=BY)
    act = t.draws[-1].acts[0]
    assert (act.kind, act.round, act.arrived, act.gone) == ("repair", 2, (63,), (leaver,))
    assert act.why == "1 arrivée, 1 départ"
    # Only those who lost their partner have a new slip: one in each round to come.
    changed = {person for person in before if person != leaver and slip_of(t, person) != before[person]}
    assert changed == set(act.who) == set(announced.body["who"])
    assert len(changed) == 3
    assert act.kept == 61 - 3
    assert max(meetings(t).values()) == 1
    assert [round_.people for round_ in t.planned] == [{*range(1, 64)} - {leaver}] * 3
    assert t.draws[-1].as_drawn[1:] == planned
    # Only their slips are printed again.
    fresh = new_slips(t.draws[-1], 1, camps=True)
    assert fresh == {*changed, 63}
    page = slips(t, PosterSize.A4, fresh)
    assert [n for n in range(1, 63) if re.search(rf"\b{n} · Joueur", page)] == sorted(changed)
    assert len(t.draws) == 1
    # The next round opens by the repaired plan.
    repaired = t.planned
    t = draw(store, t)
    assert [table.seats for table in t.rounds[1].tables] == list(repaired[0].tables)


def test_repair_follows_from_its_act_and_is_repeatable(store: Store) -> None:
    results, once = [], opened(store, 4)
    for t in (opened(store, 18), opened(store, 18)):
        closed(store, draw(store, t))
        desk.register(store, t.id, ["Zoé", "Yves", "Xénia"], by=BY)
        desk.withdraw(store, t.id, 5, by=BY)
        uuid = new_uuid()
        once = desk.repair(store, t.id, by=BY, uuid=uuid, reason=WHY)
        assert desk.repair(store, t.id, by=BY, uuid=uuid, reason=WHY).revision == once.revision
        results.append(once.planned)
    assert results[0] == results[1]
    refused("rien-a-reparer", desk.repair, store, once.id, by=BY)
    # The event has numbers of people, no names.
    event = next(each for each in desk.history(store, once.id) if each.kind == "reparation")
    text = json.dumps(event.body, ensure_ascii=False)
    assert "Joueur" not in text
    assert "Zoé" not in text
    export = desk.export_document(store, once.id)
    assert [act["kind"] for act in export["draws"][0]["acts"]] == ["repair"]
    assert any("Zoé" in sentence for sentence in export["draws"][0]["words"])


def test_two_wrongly_seated_swap_and_their_sheets_follow(store: Store) -> None:
    t = draw(store, opened(store, 16))
    first, second = t.rounds[0].tables[0].seats[0], t.rounds[0].tables[2].seats[3]
    t = desk.swap(store, t.id, round_number=1, who=[first, second], reason="mal assis", by=BY)
    tables = t.rounds[0].tables
    assert (tables[0].seats[0], tables[2].seats[3]) == (second, first)
    assert t.draws[0].round(1) == DrawnTables(tuple(table.seats for table in tables))
    assert t.draws[0].as_drawn[0] != t.draws[0].rounds[0]
    for table in tables:
        names = [t.entrant(seat).name for seat in table.seats]
        partie = read_partie(store, table.partie)
        assert list(partie.table.players) == names
        assert partie.table.columns == (" & ".join(names[0::2]), " & ".join(names[1::2]))
    # Also across the camps of one table.
    a, b = tables[1].seats[:2]
    t = desk.swap(store, t.id, round_number=1, who=[a, b], reason="mal assis", by=BY)
    assert t.rounds[0].tables[1].seats[:2] == (b, a)
    sheet = read_partie(store, tables[1].partie)
    assert [*sheet.table.players[:2]] == [t.entrant(b).name, t.entrant(a).name]
    assert [act.who for act in t.draws[0].acts] == [(first, second), (a, b)]
    with store.read() as session:
        assert differences(session.connection) == ([], [])


def test_a_table_that_has_begun_is_never_touched(store: Store) -> None:
    t = draw(store, opened(store, 16))
    table = t.rounds[0].tables[0]
    enter(store, table.partie, uuid=new_uuid(), rang=1, payload={"points": [100, 57]}, by=BY)
    other = t.rounds[0].tables[1].seats[0]
    asked = {"round_number": 1, "who": [table.seats[0], other], "reason": "mal assis", "by": BY}
    refused("deja-joue", desk.swap, store, t.id, **asked)
    note(store, t, 2, (1007, 877))
    asked["who"] = [t.rounds[0].tables[2].seats[0], other]
    refused("deja-joue", desk.swap, store, t.id, **asked)
    assert desk.read(store, t.id).draws[0].acts == ()


def test_late_arrival_takes_an_absent_seat_during_the_round(store: Store) -> None:
    t = draw(store, opened(store, 16))
    absent = t.rounds[0].tables[3].seats[2]
    t = desk.withdraw(store, t.id, absent, by=BY)
    t = desk.register(store, t.id, ["Zoé"], by=BY)
    t = desk.place(store, t.id, round_number=1, who=17, table=4, reason=WHY, by=BY)
    assert t.rounds[0].tables[3].seats[2] == 17
    assert t.rounds[0].byes == ()
    act = t.draws[0].acts[0]
    assert (act.kind, act.who, act.table, act.instead, act.why) == ("place", (17,), 4, absent, WHY)
    refused("deja-a-cette-table", desk.place, store, t.id, round_number=1, who=17, table=4, reason=WHY, by=BY)
    # The rounds to come are repaired for the same people.
    t = desk.repair(store, t.id, by=BY)
    assert [round_.people for round_ in t.planned] == [{*range(1, 18)} - {absent}] * 3
    assert len(t.draws[0].acts) == 2


def test_byes_and_late_arrivals_open_a_table_during_the_round(store: Store) -> None:
    t = draw(store, opened(store, 18))
    waiting = t.rounds[0].byes
    t = desk.register(store, t.id, ["Zoé", "Yves"], by=BY)
    t = desk.open_table(store, t.id, round_number=1, who=[*waiting, 19, 20], reason=WHY, by=BY)
    assert t.rounds[0].byes == ()
    table = t.rounds[0].tables[4]
    assert table.seats == (*waiting, 19, 20)
    assert read_partie(store, table.partie).table.players == tuple(t.entrant(n).name for n in table.seats)
    assert [table.number for table in desk.progress(store, t.id).tables] == [1, 2, 3, 4, 5]
    note(store, t, 5, (1007, 877))
    for number in range(1, 5):
        note(store, t, number, (1007, 877))
    t = desk.close_round(store, t.id, 1, by=BY)
    assert {line.numbers[0] for line in desk.standings(store, t.id).lines} == {*range(1, 21)}
    with store.read() as session:
        assert differences(session.connection) == ([], [])


def test_a_person_is_put_at_a_table_in_the_place_of_another(store: Store) -> None:
    t = draw(store, opened(store, 17))
    bye, other = t.rounds[0].byes[0], t.rounds[0].tables[1].seats[1]
    t = desk.place(
        store, t.id, round_number=1, who=bye, table=2, instead=other, reason="aide à marcher", by=BY
    )
    assert t.rounds[0].tables[1].seats[1] == bye
    assert t.rounds[0].byes == (other,)
    # A planned round too.
    person, seat = t.planned[0].tables[0][0], t.planned[0].tables[3][3]
    t = desk.place(
        store, t.id, round_number=2, who=person, table=4, instead=seat, reason="près du bar", by=BY
    )
    assert (t.planned[0].tables[3][3], t.planned[0].tables[0][0]) == (person, seat)


@pytest.mark.parametrize(
    ("act", "asked", "code"),
    [
        (desk.swap, {"who": [1, 1]}, "personnes-attendues"),
        (desk.swap, {"who": ["1", 2]}, "personnes-attendues"),
        (desk.place, {"who": 1, "table": 9}, "table-inconnue"),
        (desk.open_table, {"who": [1, 2]}, "table-de"),
    ],
)
def test_unreadable_repair_is_refused(
    store: Store, act: Callable[..., object], asked: dict[str, Any], code: str
) -> None:
    t = draw(store, opened(store, 16))
    refused(code, act, store, t.id, round_number=1, reason=WHY, by=BY, **asked)


def test_pairs_stay_together_in_a_repaired_plan_and_in_a_swap(store: Store) -> None:
    t = closed(store, draw(store, opened(store, 16, format="paires-tirees")))
    mates = {entrant.number: entrant.partner for entrant in t.entrants}
    t = desk.withdraw(store, t.id, 3, by=BY)
    t = desk.withdraw(store, t.id, mates[3] or 0, by=BY)
    t = desk.repair(store, t.id, by=BY)
    for round_ in t.planned:
        for seats in round_.tables:
            assert [mates[seat] for seat in seats] == [*seats[2:], *seats[:2]]
        assert len(round_.byes) == 2
    first, second = t.planned[0].tables[0][0], t.planned[0].tables[1][1]
    t = desk.swap(store, t.id, round_number=2, who=[first, second], reason=WHY, by=BY)
    assert {first, mates[first]} < {*t.planned[0].tables[1]}


def test_the_table_of_an_act_is_the_one_of_its_round(store: Store) -> None:
    t = closed(store, draw(store, opened(store, 16)))
    asked = {"who": [1, 2], "reason": WHY, "by": BY}
    refused("tour-clos", desk.swap, store, t.id, round_number=1, **asked)
    assert TableAt(1, 1).place == "tour:1/table:1"
