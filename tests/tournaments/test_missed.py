"""Missed rounds, and adjustments by the organiser: their worth, and where they are shown."""

from __future__ import annotations

import copy
import csv
import io
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.cards.rules import strict_json
from scorekeeper.cards.rules.contract import Wins
from scorekeeper.errors import Conflict, Refused
from scorekeeper.lists.spreadsheet import csv_text
from scorekeeper.paper.tournament_sheets import ranking_lists
from scorekeeper.records.store import Store
from scorekeeper.tournaments.comparing import Mismatch
from scorekeeper.tournaments.export import CsvTable
from scorekeeper.tournaments.forgetting import forget
from scorekeeper.tournaments.model import Round, TableOf, TableResult, Tournament
from scorekeeper.tournaments.notes import Credit
from scorekeeper.tournaments.options import Missed
from scorekeeper.tournaments.rankings import RankingLine
from scorekeeper.tournaments.verifying import check_export
from tests.tournaments.desk import BY, codes, draw, note, opened, people

TOTALS = ((1000, 884), (1042, 842), (942, 942))
"""Result of the table in each round: side A, side B."""


def evening(store: Store, **more: Any) -> Tournament:
    """Three rounds of one table: number 5 comes for the second, after number 1 has left."""
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
    """Return the points of an entrant by round, the missed rounds, and the total."""
    (line,) = (line for line in desk.ranking(t).lines if number in line.numbers)
    points = [None if result is None else result.points for result in line.rounds]
    return points, line.missed, line.standing.total


def first_round(t: Tournament) -> int:
    """Return the points of the only round that number 1 played."""
    return (1000, 884, 1000, 884)[t.rounds[0].tables[0].seats.index(1)]


@pytest.mark.parametrize(
    ("missed", "early", "late"),
    [
        (None, [None, None], [None]),
        ("rien", [None, None], [None]),
        ("exempt", [700, 700], [700]),
        ("pire", [842, 942], [884]),
        (-50, [-50, -50], [-50]),
        (0, [0, 0], [0]),
    ],
)
def test_missed_round_has_the_chosen_worth(
    store: Store, missed: Any, early: list[int | None], late: list[int | None]
) -> None:
    t = evening(store, missed=missed, bye=700)
    made = first_round(t)
    assert rounds_of(t, 1) == ([made, *early], (2, 3), made + sum(filter(None, early)))
    points, which, total = rounds_of(t, 5)
    assert (points[0], which) == (late[0], (1,))
    assert total == sum(filter(None, points))
    assert t.options.missed == (missed if missed is not None else "rien")


def test_worst_results_left_out_may_be_missed_rounds(store: Store) -> None:
    t = evening(store, missed=0, drop=2)
    made = first_round(t)
    assert rounds_of(t, 1) == ([made, 0, 0], (2, 3), made)


def test_invalid_worth_is_refused_with_the_possible_ones(store: Store) -> None:
    for missed in ("mieux", True, 0.5, 100_001):
        with pytest.raises(Refused) as caught:
            opened(store, 4, missed=missed)
        assert codes(caught) == ["hors-limites" if missed == 100_001 else "nombre-ou-mot"]


@pytest.mark.parametrize(
    ("game", "scale", "worth"),
    [("jass", "points", "rien"), ("differenzler", "points", "pire"), ("differenzler", "victoires", "rien")],
)
def test_a_missed_round_is_never_the_best_result(store: Store, game: str, scale: str, worth: str) -> None:
    assert opened(store, 8, game=game, scale=scale).options.missed == worth


def test_entrant_never_checked_in_is_not_ranked(store: Store) -> None:
    t = opened(store, people(5), rounds=1, door=True, missed="pire")
    desk.check_in(store, t.id, [1, 2, 3, 4], arrived=True, by=BY)
    t = draw(store, t)
    note(store, t, 1, (1000, 884))
    t = desk.close_round(store, t.id, 1, by=BY)
    assert sorted(line.standing.number for line in desk.ranking(t).lines) == [1, 2, 3, 4]


def test_newcomer_after_the_last_draw_is_not_finally_ranked(store: Store) -> None:
    t = opened(store, people(4), rounds=1, missed="exempt", prizes=["un cochon"] * 5)
    t = draw(store, t)
    t = desk.register(store, t.id, ["Tardive"], by=BY)
    assert line_of(t, 5).standing.total == 0
    note(store, t, 1, (1000, 884))
    t = desk.close_round(store, t.id, 1, by=BY)
    assert sorted(line.standing.number for line in desk.ranking(t).lines) == [1, 2, 3, 4]


def test_missed_round_is_shown_as_missed(store: Store, client: FlaskClient) -> None:
    t = evening(store, missed=-50)
    page = client.get(f"/tournois/{t.id}/classement").get_data(as_text=True)
    assert page.count("<small> manqué</small>") == 3
    player = client.get(f"/tournois/{t.id}/joueurs/1").get_data(as_text=True)
    assert player.count(">manqué</td>") == 2
    (made,) = ranking_lists(t, desk.ranking(t))
    assert sum(text.startswith("m. ") for line in made.lines for text in line) == 3
    assert made.notes == ("«\xa0m.\xa0»\xa0: tour manqué.",)
    rows = list(csv.DictReader(io.StringIO(csv_text(desk.export_rows(store, t.id), excel=False))))
    assert {row["nom"]: row["tours manqués"] for row in rows if row["tours manqués"]} == {
        "Joueur 001": "2, 3",
        "Tardive": "1",
    }
    results = list(
        csv.DictReader(io.StringIO(csv_text(desk.export_rows(store, t.id, CsvTable.RESULTATS), excel=False)))
    )
    missed = [(row["tour"], row["nom"], row["points"]) for row in results if row["état"] == "manqué"]
    assert missed == [("1", "Tardive", "-50"), ("2", "Joueur 001", "-50"), ("3", "Joueur 001", "-50")]
    lines = client.get(f"/api/tournois/{t.id}/standings").get_json()["lines"]
    assert {line["numbers"][0]: line["missed"] for line in lines if line["missed"]} == {1: [2, 3], 5: [1]}
    evening_of = client.get(f"/api/tournois/{t.id}/players/5").get_json()["rounds"][0]
    assert (evening_of["missed"], evening_of["result"]["points"], evening_of["table"]) == (True, -50, None)
    assert client.get(f"/api/tournois/{t.id}").get_json()["missed"] == -50


def credit(store: Store, t: Tournament, entrant: Any, points: Any, reason: str = "retard") -> Tournament:
    return desk.credit(store, t.id, number=entrant, points=points, reason=reason, by=BY)


def line_of(t: Tournament, number: int) -> RankingLine:
    (line,) = (line for line in desk.ranking(t).lines if number in line.numbers)
    return line


def test_credits_add_up_in_the_total_and_in_no_tie_break(store: Store) -> None:
    t = opened(store, 4, rounds=1)
    t = draw(store, t)
    note(store, t, 1, (1042, 842))
    t = desk.close_round(store, t.id, 1, by=BY)
    first, second, third, last = (t.rounds[0].tables[0].seats[seat] for seat in (0, 2, 1, 3))
    t = credit(store, t, third, 250)
    t = credit(store, t, third, -50, "annonce oubliée")
    t = credit(store, t, last, -7)
    t = credit(store, t, last, 7, "reprise")
    lines = [
        (line.standing.number, line.standing.total, line.standing.credit, line.standing.behind_by)
        for line in desk.ranking(t).lines
    ]
    # 842 + 250 − 50 is level with 1042, whose single partie is better.
    ahead = sorted((first, second))
    assert lines == [
        (ahead[0], 1042, 0, None),
        (ahead[1], 1042, 0, None),
        (third, 1042, 200, "parties"),
        (last, 842, 0, None),
    ]
    assert [given.reason for given in desk.player(store, t.id, third).credits] == [
        "retard",
        "annonce oubliée",
    ]


def test_a_credit_of_a_pair_counts_once_for_both(store: Store) -> None:
    t = opened(store, 4, rounds=1, format="paires-tirees")
    t = draw(store, t)
    note(store, t, 1, (1042, 842))
    t = desk.close_round(store, t.id, 1, by=BY)
    first, second = t.rounds[0].tables[0].seats[0::2]
    t = credit(store, credit(store, t, first, -10), second, -10, "encore")
    assert line_of(t, first).standing.total == 1022
    assert [len(desk.player(store, t.id, number).credits) for number in (first, second)] == [2, 2]


@pytest.mark.parametrize(
    ("entrant", "points", "reason", "code"),
    [
        (1, 0, "x", "credit-nul"),
        (1, 100_001, "x", "hors-limites"),
        (1, "vingt", "x", "nombre-entier"),
        (1, 10, " ", "raison-attendue"),
        (5, 10, "x", "numero-inconnu"),
        ("1", 10, "x", "numero-inconnu"),
    ],
)
def test_a_credit_without_points_a_reason_or_a_person_is_refused(
    store: Store, entrant: Any, points: Any, reason: str, code: str
) -> None:
    t = opened(store, 4)
    with pytest.raises(Refused) as caught:
        credit(store, t, entrant, points, reason)
    assert codes(caught) == [code]
    assert desk.read(store, t.id).credits == ()


def test_evening_with_credits_and_missed_rounds_is_verified(store: Store, client: FlaskClient) -> None:
    t = credit(store, evening(store, missed="pire"), 5, -30, "arrivée en retard")
    export = f"/api/tournois/{t.id}/export.json"
    t = desk.finish(store, t.id, by=BY)
    with pytest.raises(Conflict) as caught:
        credit(store, t, 5, 30)
    assert codes(caught) == ["tournoi-fini"]
    document = strict_json.loads(client.get(export).get_data())
    check_export(document)
    assert [(given["number"], given["points"], given["reason"]) for given in document["credits"]] == [
        (5, -30, "arrivée en retard")
    ]
    (line,) = (line for line in document["final"]["lines"] if line["numbers"] == [5])
    assert (line["credit"], line["total"]) == (-30, rounds_of(t, 5)[2])
    given = {**document["credits"][0], "points": 30}
    for changed in ([], [given]):
        with pytest.raises(Mismatch):
            check_export({**document, "credits": changed})
    moved = copy.deepcopy(document)
    moved["ranking"][0]["missed"] = [3]
    with pytest.raises(Mismatch):
        check_export(moved)


def test_forgetting_a_person_renames_credits_but_keeps_points(store: Store) -> None:
    t = opened(store, ["Anne Dupont", "Benoît", "Chloé", "David"], rounds=1)
    t = credit(store, t, 1, -20, "Anne Dupont est arrivée en retard")
    forget(store, "Anne Dupont", by=BY)
    (given,) = desk.read(store, t.id).credits
    assert (given.points, "Dupont" in given.reason, given.reason.endswith("est arrivée en retard")) == (
        -20,
        False,
        True,
    )


def test_a_credit_is_in_every_list(store: Store, client: FlaskClient) -> None:
    t = evening(store, missed=0)
    body = {"number": 5, "points": -30, "reason": "en retard"}
    answer = client.post(f"/api/tournois/{t.id}/credits", json=body)
    assert answer.status_code == 200
    assert {line["numbers"][0]: line["credit"] for line in answer.get_json()["lines"]}[5] == -30
    assert client.post(f"/api/tournois/{t.id}/credits", json={**body, "reason": ""}).status_code == 422
    given = client.get(f"/api/tournois/{t.id}").get_json()["credits"]
    assert [(credit["number"], credit["points"], credit["reason"]) for credit in given] == [
        (5, -30, "en retard")
    ]
    t = desk.read(store, t.id)
    (made,) = ranking_lists(t, desk.ranking(t))
    assert [text for line in made.lines for text in line if "30" in text] == ["−30"]
    assert "Tardive, crédit −30\xa0: en retard" in made.notes
    rows = list(csv.DictReader(io.StringIO(csv_text(desk.export_rows(store, t.id), excel=False))))
    assert {row["nom"]: row["crédit"] for row in rows if row["crédit"] != "0"} == {"Tardive": "-30"}
    for page in ("classement", "joueurs/5", "joueurs/5/modifier", "historique", "salle?vue=classement"):
        assert "−30" in client.get(f"/tournois/{t.id}/{page}").get_data(as_text=True), page


def test_every_total_is_the_sum_of_the_counted_results(store: Store) -> None:
    """A missed round is never better than the worst result of those who played it."""
    base, missed = opened(store, 13, rounds=4), 0
    for seed in range(300):
        t, lowest = made_up_evening(base, Random(seed))  # noqa: S311 - figures for a test
        made = [[points for table in round_.tables for points in points_of(table)] for round_ in t.rounds]
        for line in desk.ranking(t).lines:
            given = sum(credit.points for credit in t.credits if credit.number in line.numbers)
            assert line.standing.total == sum(result.points for result in line.standing.counted) + given
            worst = [result for result in line.rounds if result is not None and result.missed]
            assert [result.round for result in worst] == list(line.missed)
            for result in worst:
                there = made[result.round - 1]
                assert result.points >= max(there) if lowest else result.points <= min(there)
            missed += len(worst)
    assert missed > 1000


def points_of(table: TableOf) -> tuple[int, ...]:
    return table.result.points if table.result else ()


def made_up_evening(base: Tournament, chance: Random) -> tuple[Tournament, bool]:
    """Return rounds with tables and byes, some people missing, and whether the lowest total wins."""
    rounds, partie = [], 0
    for number in range(1, 5):
        people_there = chance.sample(range(1, 14), chance.randint(4, 13))
        tables: list[TableOf] = []
        while len(people_there) >= 4:
            seats, people_there, partie = tuple(people_there[:4]), people_there[4:], partie + 1
            points = (chance.randint(-400, 900), chance.randint(-400, 900))
            tables.append(TableOf(len(tables) + 1, seats, partie, result=TableResult(points, (0, 0), points)))
        rounds.append(Round(number, 1, tuple(tables), tuple(people_there), closed=chance.random() < 0.9))
    lowest = chance.random() < 0.5
    given = tuple(
        Credit(chance.randint(1, 13), chance.randint(-50, 50), "x", "", "")
        for _ in range(chance.randint(0, 4))
    )
    options = replace(base.options, missed=Missed.PIRE, drop=chance.randint(0, 2))
    rules = type("Lowest", (base.game.rules,), {"WINS": Wins.LOW})() if lowest else base.rules
    return replace(base, rounds=tuple(rounds), credits=given, options=options, rules=rules), lowest
