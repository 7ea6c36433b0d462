"""The API works as documented with the file format, with the documented statuses."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.cards.catalogue import GAMES
from scorekeeper.records.store import Store
from tests.tarot_table import PASSEE, SCORES_51, SCORES_56, document, donne, new_uuid


@pytest.fixture
def partie(client: FlaskClient) -> int:
    """An open partie without lines."""
    answer = client.post("/api/parties", json=document())
    assert answer.status_code == 201
    number: int = got(answer)["id"]
    return number


def got(answer: TestResponse) -> dict[str, Any]:
    body = answer.get_json()
    assert isinstance(body, dict)
    return body


def enter(
    client: FlaskClient, rang: int, entry: Any, uuid: str | None = None, number: int = 1
) -> TestResponse:
    act = {"uuid": uuid or new_uuid(), "rang": rang, "entry": entry}
    return client.post(f"/api/parties/{number}/entries", json=act)


def codes(answer: TestResponse) -> list[tuple[int | None, str, str]]:
    body = got(answer)
    assert body["format"] == "scorekeeper-faults/1"
    assert all(item["message"] for item in body["faults"])
    return [(item["entry"], item["field"], item["code"]) for item in body["faults"]]


def test_names_and_notes_follow_the_format(client: FlaskClient) -> None:
    passed = {**PASSEE, "note": "?! 👍"}
    for name, refused in (
        ("🐷", []),
        ("?", []),
        (" Zoé\n", []),
        ("Z\nA", [(None, "players.0", "texte-caractere")]),
    ):
        sheet = {**document(passed), "players": [name, "Benoît", "Chloé", "David"]}
        answer = client.post("/api/score", json=sheet)
        assert answer.status_code == (422 if refused else 200), name
        assert refused == (codes(answer) if refused else [])


def test_refused_names_are_reported_once_each(client: FlaskClient) -> None:
    sheet = {**document(), "players": ["Anne\0", 1, "", "David"], "premier_donneur": "Chloé"}
    answer = client.post("/api/score", json={**sheet, "entries": [{"preneur": "Chloé", "bouts": 4}]})
    assert answer.status_code == 422
    assert codes(answer) == [
        (None, "players.0", "texte-caractere"),
        (None, "players.1", "nom-attendu"),
        (None, "players.2", "texte-vide"),
        (1, "bouts", "hors-limites"),
    ]


def test_health_check_answers_ok(client: FlaskClient) -> None:
    answer = client.get("/api/health")
    assert (answer.status_code, got(answer)) == (200, {"status": "ok"})


def test_health_check_fails_if_nothing_can_be_written(app: Flask, client: FlaskClient) -> None:
    store: Store = app.extensions["store"]
    with store.read() as session:
        conn = session.connection
    pages = conn.execute("PRAGMA page_count").fetchone()[0]
    conn.execute(f"PRAGMA max_page_count = {pages}")
    assert client.get("/api/health").status_code == 503


def test_every_game_has_its_settings_and_schemas(client: FlaskClient) -> None:
    games = got(client.get("/api/games"))["games"]
    assert [game["key"] for game in games] == [game.key for game in GAMES]
    tarot = next(game for game in games if game["key"] == "tarot")
    assert tarot["settings"]["base"] == 25
    assert tarot["settings"]["coefs"] == {"prise": 1, "garde": 2, "garde-sans": 4, "garde-contre": 6}
    assert tarot["seats"] == [3, 4, 5]
    for game in games:
        for key in ("settings_schema", "entry_schema"):
            jsonschema.Draft202012Validator.check_schema(game[key])
        jsonschema.validate(game["settings"], game["settings_schema"])


def test_a_sheet_is_scored_and_not_kept(client: FlaskClient) -> None:
    answer = client.post("/api/score", json=document(donne()))
    assert answer.status_code == 200
    assert got(answer) == {
        "format": "scorekeeper-score/1",
        "game": "tarot",
        "columns": ["Anne", "Benoît", "Chloé", "David"],
        "rows": [
            {
                "rang": 1,
                "scores": [-80, -80, 240, -80],
                "totals": [-80, -80, 240, -80],
                "detail": [{"label": "garde, 56 points pour 41", "scores": [-80, -80, 240, -80]}],
                "doubts": [],
            }
        ],
        "totals": [-80, -80, 240, -80],
        "settings": {},
        "finished": False,
        "winners": [],
        "control": {"expected": 0, "found": 0, "ok": True},
    }
    assert got(client.get("/api/parties"))["parties"] == []


def test_refused_sheet_has_every_fault_of_every_entry(client: FlaskClient) -> None:
    bad = document(
        {**donne(), "points": 92}, PASSEE, {**donne(), "preneur": "Zoé", "bouts": 4}, date="demain"
    )
    answer = client.post("/api/score", json=bad)
    assert answer.status_code == 422
    faults = codes(answer)
    assert (None, "date", "date-illisible") in faults
    assert {(1, "points"), (3, "preneur"), (3, "bouts")} <= {(entry, field) for entry, field, _ in faults}
    assert client.post("/api/parties", json=bad).status_code == 422


def test_a_partie_is_opened_and_read(client: FlaskClient) -> None:
    answer = client.post("/api/parties", json=document(donne(), lieu="Café du Pont"))
    assert answer.status_code == 201
    assert answer.headers["Location"] == "/api/parties/1"
    body = got(answer)
    assert body["id"] == 1
    assert body["score"]["totals"] == SCORES_56
    read = client.get(answer.headers["Location"])
    assert read.status_code == 200
    assert {**got(read), "cle": body["cle"]} == body
    assert body["sheet"] == {**document(donne(), lieu="Café du Pont"), "settings": {}}
    assert client.post("/api/score", json=body["sheet"]).get_json() == body["score"]


def test_opening_twice_with_one_key_opens_once(client: FlaskClient) -> None:
    key = {"Idempotency-Key": new_uuid()}
    first = client.post("/api/parties", json=document(), headers=key)
    again = client.post("/api/parties", json=document(), headers=key)
    assert (first.status_code, again.status_code, got(again)) == (201, 201, got(first))
    assert client.post("/api/parties", json=document(donne()), headers=key).status_code == 422
    assert client.post("/api/parties", json=document(), headers={"Idempotency-Key": "x"}).status_code == 422


def test_an_unchanged_partie_is_not_sent_again(client: FlaskClient, partie: int) -> None:
    tag = client.get(f"/api/parties/{partie}").headers["ETag"]
    fresh = client.get(f"/api/parties/{partie}", headers={"If-None-Match": tag})
    assert (fresh.status_code, fresh.data, fresh.headers["ETag"]) == (304, b"", tag)
    english = client.get(f"/api/parties/{partie}", headers={"If-None-Match": tag, "Accept-Language": "en"})
    assert english.status_code == 200
    enter(client, 1, donne())
    changed = client.get(f"/api/parties/{partie}", headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert got(changed)["revision"] == 2


def test_an_entry_is_written_once_however_often_it_is_sent(client: FlaskClient, partie: int) -> None:
    uuid = new_uuid()
    first = enter(client, 1, donne(), uuid)
    assert first.status_code == 201
    assert got(first)["totals"] == SCORES_56
    assert (got(first)["revision"], got(first)["next_rang"]) == (2, 2)
    again = enter(client, 1, donne(), uuid)
    assert again.status_code == 200
    assert got(again) == got(first)
    other = enter(client, 1, donne(points=51), uuid)
    assert other.status_code == 422
    assert codes(other) == [(None, "uuid", "uuid-autre-contenu")]


def test_taken_line_is_a_conflict_with_the_stored_line(client: FlaskClient, partie: int) -> None:
    enter(client, 1, donne())
    answer = enter(client, 1, donne(points=51))
    assert answer.status_code == 409
    assert codes(answer) == [(1, "", "deja-note")]
    standing = got(answer)["standing"]
    assert standing["entry"] == donne()
    assert (standing["rang"], standing["struck"], standing["actor"]) == (1, False, "api")
    assert got(answer)["revision"] == 2


def test_strike_without_revision_is_refused(client: FlaskClient, partie: int) -> None:
    enter(client, 1, donne())
    line = f"/api/parties/{partie}/entries/1"
    assert client.delete(line).status_code == 415
    for body in ({"uuid": new_uuid()}, {"uuid": new_uuid(), "revision": None}):
        answer = client.delete(line, json=body)
        faults = [(fault["field"], fault["code"]) for fault in got(answer)["faults"]]
        assert (answer.status_code, faults) == (422, [("revision", "cle-manquante")])
    assert len(got(client.get(f"/api/parties/{partie}"))["score"]["rows"]) == 1
    act = {"uuid": new_uuid(), "revision": 2}
    assert client.delete(f"/api/parties/{partie}/entries/7", json=act).status_code == 404


def test_amend_strike_reinstate_close_reopen(client: FlaskClient, partie: int) -> None:
    enter(client, 1, donne())
    line = f"/api/parties/{partie}/entries/1"
    act = {"uuid": new_uuid(), "entry": donne(points=51), "revision": 2, "reason": "mal compté", "by": "Anne"}
    amended = client.put(line, json=act)
    assert (amended.status_code, got(amended)["totals"]) == (200, SCORES_51)
    assert client.put(line, json=act).status_code == 200
    stale = client.put(line, json={**act, "uuid": new_uuid()})
    assert (stale.status_code, got(stale)["standing"]["entry"]) == (409, donne(points=51))
    struck = client.delete(line, json={"uuid": new_uuid(), "revision": 3, "reason": "pour voir"})
    assert (struck.status_code, got(struck)["totals"], got(struck)["rows"]) == (200, [0, 0, 0, 0], [])
    assert got(client.get(f"/api/parties/{partie}"))["struck"][0]["entry"] == donne(points=51)
    assert client.delete(line, json={"uuid": new_uuid(), "revision": 3}).status_code == 409
    back = client.post(f"{line}/reinstate", json={"uuid": new_uuid()})
    assert (back.status_code, got(back)["totals"], got(back)["revision"]) == (200, SCORES_51, 5)
    assert client.delete(line, json={"uuid": new_uuid(), "revision": 5}).status_code == 200
    closed = client.post(f"/api/parties/{partie}/close", json={"uuid": new_uuid()})
    assert (closed.status_code, got(closed)["status"]) == (200, "close")
    refused = enter(client, 2, donne())
    assert (refused.status_code, codes(refused)) == (409, [(None, "", "partie-close")])
    assert (
        client.post(f"/api/parties/{partie}/reopen", json={"uuid": new_uuid(), "reason": " "}).status_code
        == 422
    )
    opened = client.post(f"/api/parties/{partie}/reopen", json={"uuid": new_uuid(), "reason": "oubli"})
    assert (opened.status_code, got(opened)["status"]) == (200, "ouverte")
    past = got(client.get(f"/api/parties/{partie}/history"))["history"]
    assert [(item["kind"], item["rang"], item["actor"], item["reason"]) for item in past] == [
        ("ouverture", None, "api", ""),
        ("entree", 1, "api", ""),
        ("modif", 1, "déclaré : Anne", "mal compté"),
        ("rature", 1, "api", "pour voir"),
        ("retablie", 1, "api", ""),
        ("rature", 1, "api", ""),
        ("cloture", None, "api", ""),
        ("reouverture", None, "api", "oubli"),
    ]
    assert past[2]["entry"] == {**donne(points=51), "donneur": "Anne"}
    assert all(item["at"].endswith("+00:00") for item in past)


def test_list_of_parties_is_paginated(client: FlaskClient) -> None:
    for _ in range(52):
        client.post("/api/parties", json=document())
    first = got(client.get("/api/parties"))
    second = got(client.get(f"/api/parties?before={first['before']}"))
    assert [item["id"] for item in first["parties"]] == list(range(52, 2, -1))
    assert ([item["id"] for item in second["parties"]], second["before"]) == ([2, 1], None)
    assert got(client.get("/api/parties?status=close"))["parties"] == []
    assert codes(client.get("/api/parties?status=perdue&before=-1")) == [
        (None, "status", "choix"),
        (None, "before", "nombre-entier"),
    ]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("fr-CH", "La prochaine ligne est la n° 1."),
        ("en", "The next line is no. 1."),
        ("pl", "The next line is no. 1."),
    ],
)
def test_messages_are_in_the_readers_language(
    client: FlaskClient, partie: int, language: str, message: str
) -> None:
    act = {"uuid": new_uuid(), "rang": 2, "entry": donne()}
    answer = client.post(f"/api/parties/{partie}/entries", json=act, headers={"Accept-Language": language})
    assert answer.status_code == 422
    assert got(answer)["faults"][0]["message"] == message


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/parties/2", 404),
        ("GET", "/api/parties/0", 404),
        ("GET", "/api/parties/01", 404),
        ("GET", "/api/parties/-1", 404),
        ("GET", "/api/parties/\u0661", 404),
        ("GET", "/api/parties/99999999999999999999", 404),
        ("GET", "/api/parties/1/entries/1", 405),
        ("GET", "/api/nothing", 404),
        ("DELETE", "/api/parties/1", 405),
        ("PATCH", "/api/parties", 405),
        ("GET", "/api/score", 405),
    ],
)
def test_missing_resource_is_a_json_error(
    client: FlaskClient, partie: int, method: str, path: str, status: int
) -> None:
    answer = client.open(path, method=method)
    assert answer.status_code == status
    assert len(codes(answer)) == 1
    assert ("Allow" in answer.headers) is (status == 405)


def test_a_body_must_be_json_and_say_so(client: FlaskClient) -> None:
    text = json.dumps(document())
    for content_type in (None, "text/plain", "application/x-www-form-urlencoded", "application/jsonp"):
        assert client.post("/api/score", data=text, content_type=content_type).status_code == 415
    assert (
        client.post("/api/score", data=text, content_type="application/json; charset=utf-8").status_code
        == 200
    )


def test_a_page_of_another_site_may_not_write(client: FlaskClient) -> None:
    for origin, status in (("http://evil.example", 403), ("null", 403), ("http://localhost", 201)):
        answer = client.post("/api/parties", json=document(), headers={"Origin": origin})
        assert answer.status_code == status
    assert client.get("/api/games", headers={"Origin": "http://evil.example"}).status_code == 200


def test_busy_database_has_a_retry_time(app: Flask, client: FlaskClient, partie: int) -> None:
    store: Store = app.extensions["store"]
    store.timeout = 0.1
    uuid = new_uuid()
    with store._lock:
        answer = enter(client, 1, donne(), uuid)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert codes(answer) == [(None, "", "occupe")]
    store.timeout = 10.0
    assert enter(client, 1, donne(), uuid).status_code == 201


def test_full_disk_is_reported_and_reading_continues(app: Flask, client: FlaskClient, partie: int) -> None:
    store: Store = app.extensions["store"]
    with store.read() as session:
        conn = session.connection
    conn.execute(f"PRAGMA max_page_count = {conn.execute('PRAGMA page_count').fetchone()[0]}")
    written = 0
    answer = enter(client, 1, donne())
    while answer.status_code == 201:
        written += 1
        answer = enter(client, written + 1, {**donne(), "note": "x" * 200})
    assert answer.status_code == 507
    assert codes(answer) == [(None, "", "disque-plein")]
    read = client.get(f"/api/parties/{partie}")
    assert read.status_code == 200
    assert len(got(read)["score"]["rows"]) == written
    conn.execute("PRAGMA max_page_count = 1000000")
    assert enter(client, written + 1, donne()).status_code == 201


def test_failed_database_is_reported(app: Flask, client: FlaskClient, partie: int) -> None:
    app.extensions["store"].broken = True
    answer = client.get(f"/api/parties/{partie}")
    assert (answer.status_code, codes(answer)) == (503, [(None, "", "base-inaccessible")])
    app.extensions["store"].broken = False


def test_bug_is_reported_without_details(app: Flask, client: FlaskClient) -> None:
    store = app.extensions.pop("store")
    answer = client.get("/api/parties")
    app.extensions["store"] = store
    assert (answer.status_code, codes(answer)) == (500, [(None, "", "erreur-interne")])
    assert b"KeyError" not in answer.data
