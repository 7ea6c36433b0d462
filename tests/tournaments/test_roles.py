"""Acts that a table may do only for itself, and who is the organiser. Every URL for every role: `tests/web/test_roles.py`."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.records.store import Store
from scorekeeper.tournaments.access import table_links
from scorekeeper.tournaments.access.organiser import set_passphrase
from tests.tournaments.desk import BY, J23, draw, new_uuid, opened, play

PHRASE = "trois cochons roses dansent"
BODY: dict[str, Any] = {}

S, T, O = "spectateur", "table", "organisateur"  # noqa: E741


class Room:
    """A running tournament with a passphrase, and a browser for each role."""

    def __init__(self, app: Flask, store: Store) -> None:
        self.t = draw(store, opened(store, 12))
        self.app = app
        tokens = table_links.tokens(store, self.t.id, key=app.config["SECRET_KEY"], by=BY)
        set_passphrase(store, PHRASE)
        self.browsers = {S: app.test_client(), T: app.test_client(), O: app.test_client()}
        assert self.browsers[T].post("/api/acces/table", json={"token": tokens[1]}).status_code == 201
        assert (
            self.browsers[O].post("/api/acces/organisateur", json={"passphrase": PHRASE}).status_code == 201
        )

    def partie(self, table: int) -> int:
        return self.t.rounds[0].tables[table - 1].partie


@pytest.fixture
def room(app: Flask, store: Store) -> Room:
    return Room(app, store)


def ask(browser: FlaskClient, method: str, path: str, **more: Any) -> int:
    return browser.open(path, method=method, json=BODY if method != "GET" else None, **more).status_code


def test_a_table_acts_for_no_other_table_round_or_tournament(room: Room, store: Store) -> None:
    other = draw(store, opened(store, 8))
    tablet = room.browsers[T]
    for path in (
        "/api/tournois/1/rounds/1/tables/2",
        "/api/tournois/1/rounds/2/tables/1",
        f"/api/tournois/{other.id}/rounds/1/tables/1",
    ):
        for act in ("sign", "dispute"):
            assert ask(tablet, "POST", f"{path}/{act}") == 403


def entry(points: int = 92) -> dict[str, Any]:
    return {"uuid": new_uuid(), "rang": 1, "entry": {"points": [points, 157 - points]}}


@pytest.mark.parametrize(
    ("role", "table", "expected"), [(S, 1, 401), (T, 1, 201), (T, 2, 403), (O, 1, 201), (O, 2, 201)]
)
def test_a_sheet_is_written_by_its_table_and_the_organiser(
    room: Room, role: str, table: int, expected: int
) -> None:
    path = f"/api/parties/{room.partie(table)}"
    assert room.browsers[role].post(f"{path}/entries", json=entry()).status_code == expected
    assert room.browsers[role].get(path).status_code == (200 if expected == 201 else expected)
    assert room.browsers[role].get(f"/parties/{room.partie(table)}").status_code == (
        200 if expected == 201 else expected
    )


def test_record_has_the_writing_table(room: Room) -> None:
    path = f"/api/parties/{room.partie(1)}"
    room.browsers[T].post(f"{path}/entries", json={**entry(), "by": "organisateur"})
    room.browsers[O].put(
        f"{path}/entries/1", json={"uuid": new_uuid(), "entry": {"points": [93, 64]}, "revision": 2}
    )
    history = room.browsers[O].get(f"{path}/history").get_json()["history"]
    assert [event["actor"] for event in history] == ["organisateur", "table 1", "organisateur"]


@pytest.mark.parametrize("role", [T, O])
def test_a_tournament_sheet_is_closed_only_through_its_table(room: Room, role: str, store: Store) -> None:
    play(store, room.partie(1), J23)
    path = f"/api/parties/{room.partie(1)}"
    assert room.browsers[role].post(f"{path}/close", json={"uuid": new_uuid()}).status_code == 409
    revision = room.browsers[role].get(path).get_json()["revision"]
    table = "/api/tournois/1/rounds/1/tables/1"
    for side in (0, 1):
        act = {"uuid": new_uuid(), "side": side, "initials": "AB", "revision": revision}
        assert room.browsers[role].post(f"{table}/sign", json=act).status_code == 201
    again = {"uuid": new_uuid(), "rang": 12, "entry": {"points": [1, 2]}}
    assert room.browsers[T].post(f"{path}/entries", json=again).status_code == 409
    reopen = {"uuid": new_uuid(), "reason": "erreur"}
    assert room.browsers[role].post(f"{path}/reopen", json=reopen).status_code == 409
    statuses = [ask_reopen(room, each) for each in (S, T, O)]
    assert statuses == [401, 403, 200]


def ask_reopen(room: Room, role: str) -> int:
    return (
        room.browsers[role]
        .post("/api/tournois/1/rounds/1/tables/1/reopen", json={"reason": "donne 3 mal lue"})
        .status_code
    )


def test_the_table_moves_on_to_the_next_round_with_the_room(room: Room) -> None:
    organiser = room.browsers[O]
    for table in (1, 2, 3):
        path = f"/api/tournois/1/rounds/1/tables/{table}/result"
        assert organiser.post(path, json={"uuid": new_uuid(), "totals": [1007, 877]}).status_code == 201
    assert organiser.post("/api/tournois/1/rounds/1/close").status_code == 200
    drawn = organiser.post("/api/tournois/1/rounds", json={}).get_json()
    new = drawn["tables"][0]["partie"]
    assert room.browsers[T].post(f"/api/parties/{room.partie(1)}/entries", json=entry()).status_code == 403
    assert room.browsers[T].post(f"/api/parties/{new}/entries", json=entry()).status_code == 201
    organiser.post("/api/tournois/1/links/1")
    assert room.browsers[T].post(f"/api/parties/{new}/entries", json=entry()).status_code == 401


def test_bearer_token_acts_as_a_cookie_and_a_wrong_one_fails(room: Room) -> None:
    token = (
        room.app.test_client()
        .post("/api/acces/organisateur", json={"passphrase": PHRASE})
        .get_json()["token"]
    )
    program = room.app.test_client()
    good, bad = {"Authorization": f"Bearer {token}"}, {"Authorization": "Bearer " + "a" * 22}
    assert ask(program, "GET", "/api/tournois/1/export.csv", headers=good) == 200
    assert ask(program, "GET", "/api/tournois/1/export.csv", headers=bad) == 401
    assert ask(room.browsers[O], "GET", "/api/tournois/1/export.csv", headers=bad) == 401
    answer = program.post("/api/tournois/1/rounds", json={}, headers=bad)
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_logging_out_everywhere_ends_every_session(room: Room) -> None:
    second = room.app.test_client()
    second.post("/api/acces/organisateur", json={"passphrase": PHRASE})
    assert second.delete("/api/acces/organisateur?all=1").status_code == 200
    assert room.browsers[O].get("/api/acces").get_json()["role"] == S
    assert room.browsers[T].get("/api/acces").get_json() == {
        "role": T,
        "tournament": 1,
        "table": 1,
        "passphrase": True,
    }


def test_spectators_do_not_see_confidential_wishes(app: Flask, store: Store) -> None:
    opened(store, [{"name": "Anne", "apart": "Luc", "pair": "x", "fixed": 1}, "Luc"])
    set_passphrase(store, PHRASE)
    shown = app.test_client().get("/api/tournois/1").get_json()["players"][0]
    assert shown == {"number": 1, "name": "Anne", "club": "", "present": True, "partner": None}


@pytest.mark.parametrize(
    ("address", "host", "headers", "expected"),
    [
        ("127.0.0.1", "localhost:8000", {}, 201),
        ("127.0.0.1", "127.0.0.1:8000", {}, 201),
        ("::1", "[::1]:8000", {}, 201),
        ("192.168.1.20", "localhost:8000", {}, 401),
        ("192.168.1.20", "192.168.1.5:8000", {}, 401),
        ("127.0.0.1", "evil.example", {}, 401),
        ("127.0.0.1", "localhost.evil.example", {}, 401),
        ("127.0.0.1", "localhost:8000", {"X-Forwarded-For": "203.0.113.9"}, 401),
        ("127.0.0.1", "localhost:8000", {"Forwarded": "for=203.0.113.9"}, 401),
        ("127.0.0.1", "localhost:8000", {"Origin": "http://evil.example"}, 403),
        ("", "localhost:8000", {}, 401),
        ("not an address", "localhost:8000", {}, 401),
    ],
)
def test_without_passphrase_the_machine_alone_is_organiser(
    app: Flask, address: str, host: str, headers: dict[str, str], expected: int
) -> None:
    answer = app.test_client().post(
        "/api/tournois",
        json={"name": "Cochon", "game": "jass"},
        headers={"Host": host, **headers},
        environ_base={"REMOTE_ADDR": address},
    )
    assert answer.status_code == expected


def test_with_a_passphrase_the_machine_itself_must_log_in_too(client: FlaskClient) -> None:
    assert client.put("/api/acces/organisateur", json={"passphrase": PHRASE}).status_code == 200
    assert client.post("/api/tournois", json={"name": "Cochon", "game": "jass"}).status_code == 401
    assert (
        client.put("/api/acces/organisateur", json={"passphrase": "une autre phrase ici"}).status_code == 401
    )


def test_sheets_of_their_own_are_open_to_the_table_as_before(app: Flask, store: Store) -> None:
    set_passphrase(store, PHRASE)
    browser = app.test_client()
    sheet = {
        "format": "scorekeeper/1",
        "game": "jass",
        "players": ["A", "B", "C", "D"],
        "settings": {},
        "entries": [],
    }
    number = browser.post("/api/parties", json=sheet).get_json()["id"]
    assert browser.post(f"/api/parties/{number}/entries", json=entry()).status_code == 201
    assert browser.post(f"/api/parties/{number}/close", json={"uuid": new_uuid()}).status_code == 200
