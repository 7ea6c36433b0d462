"""Over the API: the clock of a round, calls at the desk and their answers, the presentation of the prizes."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.records.store import Store
from scorekeeper.tournaments.notes import RoundClock
from tests.tournaments.desk import draw, opened

ROUND = "/api/tournois/1/rounds/1"


def send(client: FlaskClient, path: str, **body: Any) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


@pytest.fixture
def playing(store: Store, client: FlaskClient) -> FlaskClient:
    draw(store, opened(store, 8, rounds=1, prizes=["Un cochon"]))
    return client


def test_the_clock_is_set_and_read(playing: FlaskClient) -> None:
    none: dict[str, Any] = {"round": None, "left": None, "running": False, "late": []}
    assert playing.get("/api/tournois/1/clock").get_json() == none
    assert playing.post(f"{ROUND}/clock", json={"what": "lancer"}).status_code == 422
    assert playing.post(f"{ROUND}/clock", json={"what": "remonter"}).status_code == 422
    assert playing.post(f"{ROUND}/clock", json={"what": "pause"}).status_code == 409
    started = send(playing, f"{ROUND}/clock", what="lancer", minutes=45)
    assert (started["round"], started["running"], started["late"]) == (1, True, [])
    assert 2600 < playing.get("/api/tournois/1/clock").get_json()["left"] <= 2700
    assert send(playing, f"{ROUND}/clock", what="pause")["running"] is False
    assert send(playing, f"{ROUND}/clock", what="retirer") == none


def test_calls_ring_until_they_are_answered(playing: FlaskClient) -> None:
    called = send(playing, f"{ROUND}/tables/2/call", text="Un jeu neuf")
    assert called["revision"] > 1
    send(playing, f"{ROUND}/tables/1/dispute", text="1007 ou 1017 ?")
    ringing = playing.get("/api/tournois/1/bell").get_json()
    calls = [(each["table"], each["disputed"], each["text"]) for each in ringing["calls"]]
    assert calls == [(1, True, "1007 ou 1017 ?"), (2, False, "Un jeu neuf")]
    assert all(each["round"] == 1 and each["at"].startswith("20") for each in ringing["calls"])
    assert [each["table"] for each in send(playing, f"{ROUND}/tables/2/answer")["calls"]] == [1]
    assert send(playing, f"{ROUND}/tables/1/answer") == {"calls": [], "late": []}
    assert playing.post(f"{ROUND}/tables/1/answer").status_code == 409


def test_late_tables_ring_until_answered(playing: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    send(playing, f"{ROUND}/clock", what="lancer", minutes=1)
    assert playing.post(f"{ROUND}/answer").status_code == 409
    monkeypatch.setattr(RoundClock, "now", property(lambda _: -5))
    assert playing.get("/api/tournois/1/bell").get_json() == {"calls": [], "late": [1, 2]}
    assert send(playing, f"{ROUND}/answer") == {"calls": [], "late": []}
    assert playing.get("/api/tournois/1/clock").get_json() == {
        "round": 1,
        "left": -5,
        "running": True,
        "late": [1, 2],
    }


def test_the_prizes_are_shown_one_by_one(playing: FlaskClient) -> None:
    assert playing.post("/api/tournois/1/prizes", json={"what": "suivant"}).status_code == 409
    assert send(playing, "/api/tournois/1/prizes", what="commencer")["shown"] == 0
    assert playing.post("/api/tournois/1/prizes", json={"what": "suivant"}).status_code == 409
    assert send(playing, "/api/tournois/1/prizes", what="finir")["shown"] is None
    assert playing.post("/api/tournois/1/prizes", json={"what": "tout"}).status_code == 422
