"""Four pairs that all meet once, ranked by victories and named criteria; every figure computed by hand."""

from __future__ import annotations

import copy
import csv
import io
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.cards.rules import strict_json
from scorekeeper.draw.standings import FIGURES, TieBreak
from scorekeeper.errors import Refused
from scorekeeper.i18n import speaking
from scorekeeper.lists.spreadsheet import csv_text
from scorekeeper.paper.tournament_sheets import ranking_lists
from scorekeeper.parties.house import keep_house_game
from scorekeeper.records.store import Store
from scorekeeper.tournaments import words
from scorekeeper.tournaments.comparing import Mismatch
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.verifying import check_export
from tests.cards.games.test_maison import made, text
from tests.tournaments.desk import BY, draw, note, opened
from tests.web.browsing import Visit

MADE = {
    (1, 2): (1000, 884),
    (1, 3): (900, 984),
    (1, 4): (942, 942),
    (2, 3): (1100, 784),
    (2, 4): (1000, 884),
    (3, 4): (950, 934),
}
"""Results of the parties between two pairs."""
TIES = ["victoires", "buchholz", "buchholz-median", "difference", "points"]
CRITERIA = {
    1: (1, 9, 4, 32, 2842),
    2: (2, 8, 3, 316, 2984),
    3: (2, 8, 3, -216, 2718),
    4: (0, 11, 4, -132, 2760),
}
"""Totals 3, 4, 4 and 1."""


def evening(store: Store, **more: Any) -> Tournament:
    pairs = [
        {"name": f"{word} {pair}", "pair": f"équipe {pair}"}
        for pair in (1, 2, 3, 4)
        for word in ("Anne", "Bob")
    ]
    asked = {"format": "paires-inscrites", "scale": "victoires", "rounds": 3, "ties": TIES, **more}
    t = opened(store, pairs, **asked)
    for tour in (1, 2, 3):
        t = draw(store, t)
        for table in t.rounds[-1].tables:
            first, second = (min(column) // 2 + 1 for column in t.columns_of(table))
            totals = MADE[min(first, second), max(first, second)]
            note(store, t, table.number, totals if first < second else totals[::-1])
        t = desk.close_round(store, t.id, tour, by=BY)
    return t


def test_contest_by_victories_is_ranked_by_criteria_on_all_lists(store: Store, client: FlaskClient) -> None:
    t = evening(store)
    ranking = desk.ranking(t)
    lines = {line.numbers[0] // 2 + 1: line.standing for line in ranking.lines}
    assert {pair: tuple(line.figures.values()) for pair, line in lines.items()} == CRITERIA
    assert [line.numbers[0] // 2 + 1 for line in ranking.lines] == [2, 3, 1, 4]
    assert lines[3].behind_by == "difference"
    answer = client.get(f"/api/tournois/{t.id}/standings").get_json()["lines"]
    assert answer[0]["criteria"] == dict(zip(TIES, CRITERIA[2], strict=True))
    rows = list(csv.DictReader(io.StringIO(csv_text(desk.export_rows(store, t.id), excel=False))))
    heads = ("victoires", "Buchholz", "B. médian", "différence", "marqués")
    assert tuple(rows[0][head] for head in heads) == ("2", "8", "3", "316", "2984")
    (made,) = ranking_lists(t, ranking)
    # Of the criteria, the list has the one that decided.
    texts = {column.heading: column.texts for column in made.columns}
    assert texts["différence"] == ("316", "−216", "32", "−132")
    assert texts.keys() & {"victoires", "Buchholz", "B. médian", "marqués"} == set()
    page = client.get(f"/tournois/{t.id}/classement").get_data(as_text=True)
    assert "départagé à la différence de points" in " ".join(page.split())
    assert "Buchholz médian" in page
    with speaking("en"):
        (made,) = ranking_lists(t, ranking)
        assert made.notes[1:] == ("a: with equal totals, tie broken by the difference of points.",)


def test_direct_encounter_and_points_made_decide_in_their_turn(store: Store) -> None:
    t = evening(store, ties=["confrontation", "points"])
    lines = [(line.numbers[0] // 2 + 1, line.standing.behind_by) for line in desk.ranking(t).lines]
    assert lines == [(2, None), (3, "confrontation"), (1, None), (4, None)]


def test_sonneborn_berger_counts_beaten_opponents(store: Store) -> None:
    ranking = desk.ranking(evening(store, ties=["sonneborn-berger"]))
    # Totals 3, 4, 4 and 1: 1 beat 2 and drew with 4; 2 beat 3 and 4; 3 beat 1 and 4; 4 drew with 1.
    lines = [(line.numbers[0] // 2 + 1, *line.standing.figures.values()) for line in ranking.lines]
    assert lines == [(2, 10), (3, 8), (1, 9), (4, 3)]
    assert ranking.lines[1].standing.behind_by == "sonneborn-berger"


def test_export_has_the_criteria_and_verify_recomputes_them(store: Store, client: FlaskClient) -> None:
    t = desk.finish(store, evening(store).id, by=BY)
    export: dict[str, Any] = strict_json.loads(client.get(f"/api/tournois/{t.id}/export.json").get_data())
    check_export(export)
    assert export["final"]["lines"][0]["criteria"] == dict(zip(TIES, CRITERIA[2], strict=True))
    other = copy.deepcopy(export)
    other["ranking"][0]["criteria"]["buchholz"] += 1
    with pytest.raises(Mismatch):
        check_export(other)


@pytest.mark.parametrize(
    ("game", "more", "code"),
    [
        ("tarot", {"ties": ["difference"]}, "departage-en-camps"),
        ("tarot", {"ties": ["parties", "matchs", "carte"]}, "departage-sans-matchs"),
        ("belote", {"ties": ["matchs"]}, "departage-sans-matchs"),
        ("tarot", {"ties": ["buchholz"], "odd": "threes"}, "departage-tables-egales"),
        ("jass", {"ties": ["buchholz", "buchholz"]}, "departage-double"),
        ("jass", {"ties": ["sonneborn"]}, "choix"),
        ("jass", {"ties": ["sonneborn-berger"]}, "departage-victoires"),
        (
            "tarot",
            {"ties": ["sonneborn-berger"], "scale": "victoires", "odd": "threes"},
            "departage-tables-egales",
        ),
    ],
)
def test_a_criterion_that_cannot_be_counted_is_refused(store: Store, game: str, more: Any, code: str) -> None:
    with pytest.raises(Refused) as caught:
        opened(store, 0, game=game, **more)
    faults = [item.fault for item in caught.value.faults]
    assert [(fault.code, fault.field.partition(".")[0]) for fault in faults] == [(code, "ties")]


def test_points_taken_off_a_slate_are_the_points_made(store: Store) -> None:
    t = opened(store, 4, game="couillon", rounds=1, ties=["points", "difference"])
    t = draw(store, t)
    note(store, t, 1, (0, 3))
    t = desk.close_round(store, t.id, 1, by=BY)
    # Five lines each: the winners erased all of them, the others two.
    seats = t.rounds[0].tables[0].seats
    figures = {line.numbers[0]: tuple(line.standing.figures.values()) for line in desk.ranking(t).lines}
    assert [figures[seat] for seat in seats] == [(5, 3), (2, -3), (5, 3), (2, -3)]


def test_form_asks_for_five_tie_breaks_that_the_game_can_have(client: FlaskClient, store: Store) -> None:
    visit = Visit(client)
    new = "/tournois/nouveau/tarot"
    form = visit.get(new).form(new)
    assert "goal-average" not in visit.get(new).html
    assert form.only("tie4", "tie5") == [("tie4", ""), ("tie5", "")]
    typed = {
        "name": "Jeudi",
        "egalites": "liste",
        **{f"tie{place}": tie for place, tie in enumerate(("victoires", "cumulatif", "points"), 2)},
    }
    assert visit.send(form, form.with_fields(typed)).status == 303
    assert desk.read(store, 1).options.ties == ("parties", "victoires", "cumulatif", "points")
    assert "goal-average" in visit.get("/tournois/nouveau/jass").html


LEFT_OUT = {
    "jass": set[str](),
    "belote": {"matchs"},
    "tarot": {"matchs", "difference"},
    "maison-skyjo": {"matchs", "difference"},
    "maison-canasta": {"matchs"},
}
"""Tie-breaks that a game cannot have."""


@pytest.mark.parametrize("key", LEFT_OUT)
def test_tournament_offers_the_tie_breaks_of_its_game(client: FlaskClient, store: Store, key: str) -> None:
    if key not in ("jass", "belote", "tarot"):
        toml = text(key.removeprefix("maison-"))
        keep_house_game(store, made(toml), toml)
    usual = ["parties", "matchs", "carte"] if key == "jass" else ["parties", "carte"]
    visit, new = Visit(client), f"/tournois/nouveau/{key}"
    form = visit.get(new).form(new)
    html = visit.get(new).html
    last_list = html.partition('name="tie5"')[2].partition("</select>")[0]
    offered = re.findall(r'value="([^"]+)"', last_list)
    assert offered == [tie for tie in TieBreak if tie not in LEFT_OUT[key]]
    assert re.findall(r'name="egalites" value="([^"]*)"', html) == [
        " ".join(usual),
        "confrontation victoires carte",
        "buchholz-median buchholz cumulatif",
        "",
        "liste",
    ]
    assert form.only("egalites") == [("egalites", " ".join(usual))]
    made_by_api = client.post("/api/tournois", json={"name": "Jeudi", "game": key})
    assert made_by_api.get_json()["ties"] == usual
    refused = client.post("/api/tournois", json={"name": "Jeudi", "game": key, "ties": ["matchs"]})
    assert refused.status_code == (201 if key == "jass" else 422)
    if key != "jass":
        (error,) = refused.get_json()["faults"]
        assert (error["code"], error["field"]) == ("departage-sans-matchs", "ties")


def test_every_tie_break_has_its_words() -> None:
    assert [*words.TIES] == [*words.MEANINGS] == [*TieBreak]
    assert [*words.CRITERIA] == [*FIGURES]


def test_tie_break_without_anything_to_compare_is_dropped(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr("scorekeeper.tournaments.options._tie_faults", lambda *_: [])
        t = opened(store, 8, game="tarot", ties=["parties", "matchs", "carte"])
    assert desk.read(store, t.id).options.ties == ("parties", "matchs", "carte")
    assert desk.repeat(store, t.id, by=BY).options.ties == ("parties", "carte")
    assert desk.amend(store, t.id, {"place": "Vresse"}, by=BY).options.ties == ("parties", "carte")
