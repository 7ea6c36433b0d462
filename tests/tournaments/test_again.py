"""A tournament with the settings of the last one: its players, nobody paid, and its seasons."""

from __future__ import annotations

from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from scorekeeper.tournaments import forgetting, seasons
from scorekeeper.tournaments.model import Stage
from tests.tournaments.desk import BY, new_uuid, opened, play_round
from tests.web.browsing import Visit
from tests.web.test_house_games import typed

PEOPLE = [
    {"name": "Anne Favre", "club": "Amicale", "apart": ["famille"], "fixed": 1},
    {"name": "Benoît Roy", "apart": ["famille"]},
    "Chloé Dubois",
    "David Petit",
    "Émile Absent",
    "Fanny Oubliée",
]


def test_new_list_has_the_attendees_and_nothing_else(store: Store) -> None:
    t = opened(store, PEOPLE, door=True, fee=500, prizes=["Un cochon"], rounds=2, date="2026-11-20", bye=900)
    desk.check_in(store, t.id, [1, 2, 3, 4], arrived=True, paid=500, by=BY)
    desk.check_in(store, t.id, [6], arrived=True, by=BY)
    forgetting.forget(store, "Fanny Oubliée", by=BY)
    play_round(store, t)
    desk.withdraw(store, t.id, 2, by=BY)
    season = seasons.create(store, {"name": "Hiver"}, by=BY)
    seasons.add_evening(store, season.id, t.id, by=BY)
    uuid = new_uuid()
    made = [desk.repeat(store, t.id, date="2026-12-04", by=BY, uuid=uuid) for _ in range(2)]
    again = desk.read(store, 2)
    assert [each.id for each in made] == [2, 2]
    assert (again.name, again.stage, again.seed, again.rounds) == (t.name, Stage.INSCRIPTION, "", ())
    kept = ("rounds", "donnes", "fee", "prizes", "ties", "bye", "format", "door")
    assert all(getattr(again.options, key) == getattr(t.options, key) for key in kept)
    assert again.options.date == "2026-12-04"
    assert [each.name for each in again.entrants] == [
        "Anne Favre",
        "Benoît Roy",
        "Chloé Dubois",
        "David Petit",
    ]
    assert [(each.arrived, each.paid, each.present) for each in again.entrants] == [(False, 0, True)] * 4
    first = again.entrants[0]
    assert (first.club, first.apart, first.fixed) == ("Amicale", ("famille",), 1)
    assert seasons.read(store, season.id).tournaments == (1, 2)
    assert again.present == ()


def test_without_check_in_those_who_stayed_are_attendees(store: Store) -> None:
    t = opened(store, PEOPLE[:5])
    desk.withdraw(store, t.id, 5, by=BY)
    again = desk.repeat(store, t.id, by=BY)
    assert [each.name for each in again.entrants] == [
        "Anne Favre",
        "Benoît Roy",
        "Chloé Dubois",
        "David Petit",
    ]
    assert again.options.door
    assert len(again.awaited) == 4


def test_evening_is_repeated_on_the_page_and_over_the_api(client: FlaskClient, store: Store) -> None:
    play_round(store, opened(store, PEOPLE[:4], rounds=1))
    visit = Visit(client)
    new = "/tournois/nouveau/jass"
    assert f"{new}?comme=1" in visit.get(new).links
    page = visit.get(f"{new}?comme=1")
    form, listed = page.form(new), typed(page, 'name="liste"')
    assert listed.splitlines() == [
        "nom;club;équipe;à part;table fixe",
        "Anne Favre;Amicale;;famille;1",
        "Benoît Roy;;;famille;",
        "Chloé Dubois;;;;",
        "David Petit;;;;",
    ]
    assert form.only("rounds", "like") == [("like", "1"), ("rounds", "1")]
    after = visit.send(form, form.with_fields({"liste": listed}))
    assert after.location == "/tournois/2/tirage/en-cours?debut=1"
    first = desk.read(store, 2).entrants[0]
    assert (first.name, first.club, first.apart, first.fixed) == ("Anne Favre", "Amicale", ("famille",), 1)
    answer = client.post(
        "/api/tournois/1/again", json={"name": "Revanche", "date": "2026-12-11", "uuid": new_uuid()}
    )
    assert (answer.status_code, answer.headers["Location"]) == (201, "/api/tournois/3")
    made = answer.get_json()
    assert (made["name"], made["date"], len(made["players"])) == ("Revanche", "2026-12-11", 4)
    assert client.post("/api/tournois/9/again", json={}).status_code == 404
