"""Rounds that somebody missed, and points that the organiser gives or takes: what they count, and where they are shown."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.errors import Refused
from scorekeeper.paper.tournament_sheets import ranking as ranking_sheet
from scorekeeper.records.store import Store
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.acts.common import TOURNAMENTS
from scorekeeper.tournaments.export import CsvTable
from scorekeeper.tournaments.model import Tournament
from tests.tournaments.desk import BY, codes, draw, note, opened, people

TOTALS = ((1000, 884), (1042, 842), (942, 942))
"""What the table of each round gave: camp A, camp B."""


def evening(store: Store, **more: Any) -> Tournament:
    """Three rounds of one table: number 5 comes to the second, when number 1 has gone."""
    t = opened(store, people(4), rounds=3, **more)
    for tour, totals in enumerate(TOTALS, 1):
        if tour == 2:
            desk.register(store, t.id, ["Tardive"], by=BY)
            t = desk.withdraw(store, t.id, 1, by=BY)
        t = draw(store, t)
        note(store, t, 1, totals)
        t = desk.close_round(store, t.id, tour, by=BY)
    return t


def rounds_of(t: Tournament, number: int) -> tuple[list[int | None], tuple[int, ...], int]:
    """What the rounds gave an entrant, which of them were missed, and the total."""
    (line,) = (line for line in desk.ranking(t).lines if number in line.numbers)
    points = [None if result is None else result.points for result in line.rounds]
    return points, line.missed, line.standing.total


def first_round(t: Tournament) -> int:
    """What the only round that number 1 played gave."""
    return (1000, 884, 1000, 884)[t.rounds[0].tables[0].seats.index(1)]


@pytest.mark.parametrize(
    ("missed", "gone", "late"),
    [
        (None, [None, None], [None]),
        ("rien", [None, None], [None]),
        ("exempt", [700, 700], [700]),
        ("pire", [842, 942], [884]),
        (-50, [-50, -50], [-50]),
        (0, [0, 0], [0]),
    ],
)
def test_a_missed_round_is_worth_what_was_chosen(
    store: Store, missed: Any, gone: list[int | None], late: list[int | None]
) -> None:
    t = evening(store, missed=missed, bye=700)
    made = first_round(t)
    assert rounds_of(t, 1) == ([made, *gone], (2, 3), made + sum(filter(None, gone)))
    points, which, total = rounds_of(t, 5)
    assert (points[0], which) == (late[0], (1,))
    assert total == sum(filter(None, points))
    assert t.options.missed == (missed if missed is not None else "rien")


def test_the_worst_results_that_are_left_out_may_be_missed_rounds(store: Store) -> None:
    t = evening(store, missed=0, drop=2)
    made = first_round(t)
    assert rounds_of(t, 1) == ([made, 0, 0], (2, 3), made)


def test_a_tournament_of_a_former_version_counts_and_shows_nothing(store: Store, client: FlaskClient) -> None:
    t = evening(store, missed=-50)
    with store.read() as session:
        events = session.events_of(TOURNAMENTS.scope(t.id))
    body = json.loads(events[0].body or "")
    del body["done"]["options"]["missed"]
    former = fold.built(t.id, [replace(events[0], body=json.dumps(body)), *events[1:]])
    assert former.options.missed is None
    made = first_round(t)
    assert rounds_of(former, 1) == ([made, None, None], (), made)
    assert rounds_of(former, 5)[1] == ()


def test_what_is_no_worth_is_refused_with_what_is_possible(store: Store) -> None:
    for missed in ("mieux", True, 0.5, 100_001):
        with pytest.raises(Refused) as caught:
            opened(store, 4, missed=missed)
        assert codes(caught) == ["hors-limites" if missed == 100_001 else "nombre-ou-mot"]


def test_nobody_who_never_came_through_the_door_is_ranked(store: Store) -> None:
    t = opened(store, people(5), rounds=1, door=True, missed="pire")
    desk.check_in(store, t.id, [1, 2, 3, 4], arrived=True, by=BY)
    t = draw(store, t)
    note(store, t, 1, (1000, 884))
    t = desk.close_round(store, t.id, 1, by=BY)
    assert sorted(line.standing.number for line in desk.ranking(t).lines) == [1, 2, 3, 4]


def test_a_missed_round_is_shown_as_what_it_is(store: Store, client: FlaskClient) -> None:
    t = evening(store, missed=-50)
    page = client.get(f"/tournois/{t.id}/classement").get_data(as_text=True)
    assert page.count("<small> manqué</small>") == 3
    player = client.get(f"/tournois/{t.id}/joueurs/1").get_data(as_text=True)
    assert player.count(">manqué</td>") == 2
    (grid,) = [block.grid for block in ranking_sheet(t, desk.ranking(t)).blocks if block.grid]
    assert sum(cell.text.startswith("m. ") for row in grid.rows for cell in row.cells) == 3
    assert ranking_sheet(t, desk.ranking(t)).notes == ("«\xa0m.\xa0»\xa0: tour manqué.",)
    rows = list(csv.DictReader(io.StringIO(desk.export_csv(store, t.id))))
    assert {row["nom"]: row["tours manqués"] for row in rows if row["tours manqués"]} == {
        "Joueur 001": "2, 3",
        "Tardive": "1",
    }
    results = list(csv.DictReader(io.StringIO(desk.export_csv(store, t.id, CsvTable.RESULTATS))))
    missed = [(row["tour"], row["nom"], row["points"]) for row in results if row["état"] == "manqué"]
    assert missed == [("1", "Tardive", "-50"), ("2", "Joueur 001", "-50"), ("3", "Joueur 001", "-50")]
    lines = client.get(f"/api/tournois/{t.id}/standings").get_json()["lines"]
    assert {line["numbers"][0]: line["missed"] for line in lines if line["missed"]} == {1: [2, 3], 5: [1]}
    evening_of = client.get(f"/api/tournois/{t.id}/players/5").get_json()["rounds"][0]
    assert (evening_of["missed"], evening_of["result"]["points"], evening_of["table"]) == (True, -50, None)
    assert client.get(f"/api/tournois/{t.id}").get_json()["missed"] == -50
