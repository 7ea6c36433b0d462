"""Teams of four at Tarot: members never meet, their totals are added; on page, paper, in CSV, API and export."""

from __future__ import annotations

import copy
import csv
import io
from itertools import combinations
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.cards.rules import strict_json
from scorekeeper.errors import Refused
from scorekeeper.paper.tournament_sheets import ranking_lists
from scorekeeper.records.store import Store
from scorekeeper.tournaments.comparing import Mismatch
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.prizes import public_standings
from scorekeeper.tournaments.verifying import check_export
from tests.tournaments.desk import BY, codes, draw, note, opened, show_all
from tests.web.browsing import Visit

NAMES = ("Bleus", "Jaunes", "Rouges", "Verts")


def evening(store: Store, **more: Any) -> Tournament:
    """Four teams of four; each member scores 30, 10, -15 or -25, by team."""
    people = [
        {"name": f"{team} {place}", "pair": team.upper() if place == 2 else team}
        for team in NAMES
        for place in (1, 2, 3, 4)
    ]
    t = opened(store, people, game="tarot", rounds=2, team=4, **more)
    for tour in (1, 2):
        t = draw(store, t)
        for table in t.rounds[-1].tables:
            gave = dict(zip(NAMES, (30, 10, -15, -25), strict=True))
            note(store, t, table.number, [gave[t.entrant(seat).name.split()[0]] for seat in table.seats])
        t = desk.close_round(store, t.id, tour, by=BY)
    return t


def test_members_never_meet_and_their_totals_are_added(store: Store) -> None:
    t = evening(store)
    for round_ in t.rounds:
        for table in round_.tables:
            assert sorted(t.entrant(seat).name.split()[0] for seat in table.seats) == list(NAMES)
    met = [
        pair
        for round_ in t.rounds
        for table in round_.tables
        for pair in combinations(sorted(table.seats), 2)
    ]
    assert len(met) == len(set(met))
    # Two rounds of four members each: 8 × 30, 8 × 10, 8 × -15, 8 × -25.
    teams = [(line.standing.rank, line.name, line.standing.total) for line in desk.ranking(t).teams]
    assert teams == [(1, "Bleus", 240), (2, "Jaunes", 80), (3, "Rouges", -120), (4, "Verts", -200)]
    t = desk.credit(store, t.id, number=1, points=-200, reason="retard", by=BY)
    assert [line.name for line in desk.ranking(t).teams][:2] == ["Jaunes", "Bleus"]


def test_best_members_of_a_larger_team_count_and_loners_in_none(store: Store) -> None:
    t = opened(
        store,
        [*({"name": f"B{n}", "pair": "Bleus"} for n in range(3)), "Seule"],
        game="tarot",
        rounds=1,
        team=2,
    )
    (team,) = desk.ranking(t).teams
    assert (team.standing.counted, team.standing.others) == ((1, 2), (3,))
    assert ("", "B2", "[0]") in list(ranking_lists(t, desk.ranking(t)))[1].lines


def test_every_list_has_the_teams(store: Store, client: FlaskClient) -> None:
    t, visit = evening(store), Visit(client)
    ranking = desk.ranking(t)
    answer = client.get(f"/api/tournois/{t.id}/standings").get_json()["teams"]
    assert answer[0] == {
        "rank": 1,
        "shared": False,
        "name": "Bleus",
        "total": 240,
        "counted": [1, 2, 3, 4],
        "others": [],
    }
    rows = list(
        csv.DictReader(
            io.StringIO(client.get(f"/api/tournois/{t.id}/export.csv?table=equipes").get_data(as_text=True))
        )
    )
    keys = ("rang", "équipe", "total", "nom affiché 4", "points 4")
    assert [rows[3][key] for key in keys] == ["4", "Verts", "-200", "Verts 4", "-50"]
    _, teams = ranking_lists(t, ranking)
    assert teams.lines[:6] == (
        ("1", "Bleus", "240"),
        *(("", f"Bleus {place}", "60") for place in (1, 2, 3, 4)),
        ("2", "Jaunes", "80"),
    )
    assert teams.strong == {0, 5, 10, 15}
    show_all(store, t.id)
    page = visit.get(f"/tournois/{t.id}/classement").text
    assert "2 Jaunes Jaunes 1 20, Jaunes 2 20, Jaunes 3 20, Jaunes 4 20 80" in page
    assert "Équipes – 2 tours sur 2" in visit.get(f"/tournois/{t.id}/salle").text
    assert "Équipes (Excel)" in visit.get(f"/tournois/{t.id}/imprimer").text
    opened(store, 4)
    assert "Équipes (Excel)" not in visit.get("/tournois/2/imprimer").text
    assert "teams" not in client.get("/api/tournois/2/export.json").get_json()


def test_an_export_has_the_teams_and_verify_adds_them_up_again(store: Store, client: FlaskClient) -> None:
    t = desk.finish(store, evening(store).id, by=BY)
    export: dict[str, Any] = strict_json.loads(client.get(f"/api/tournois/{t.id}/export.json").get_data())
    check_export(export)
    assert [line["total"] for line in export["final"]["teams"]] == [240, 80, -120, -200]
    other = copy.deepcopy(export)
    other["teams"][0]["total"] = 241
    with pytest.raises(Mismatch):
        check_export(other)


def test_team_of_wrong_size_is_reported_before_the_draw(store: Store, client: FlaskClient) -> None:
    t = opened(store, [{"name": f"B{n}", "pair": "Bleus"} for n in range(3)], game="tarot", team=4)
    page = Visit(client).get(f"/tournois/{t.id}/joueurs").text
    assert "Équipe Bleus : 3 personnes (il en faut 4)." in page


def test_team_ranking_is_hidden_while_prizes_are_shown(store: Store) -> None:
    t = desk.show_prizes(store, evening(store, prizes=["Un cochon"]).id, what="commencer", by=BY)
    assert (len(desk.ranking(t).teams), public_standings(store, t.id).teams) == (4, ())


@pytest.mark.parametrize("more", [{"team": 1}, {"team": 4, "format": "paires-tirees"}])
def test_teams_that_cannot_be_are_refused(store: Store, more: Any) -> None:
    with pytest.raises(Refused) as caught:
        opened(store, 0, **more)
    assert codes(caught) == ["equipes-individuel"]


def test_the_form_asks_for_teams(store: Store, client: FlaskClient) -> None:
    visit, new = Visit(client), "/tournois/nouveau/tarot"
    form = visit.get(new).form(new)
    assert visit.send(form, form.filled(name="Jeudi", team="4")).status == 303
    assert desk.read(store, 1).options.team == 4
