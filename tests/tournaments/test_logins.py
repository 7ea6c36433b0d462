"""Logging in: tries are counted by address, recorded and shown; and the list of logins."""

from __future__ import annotations

import logging
import os
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.errors import Refused, TooMany
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import token_hash
from scorekeeper.tournaments.access import organiser
from scorekeeper.tournaments.access.organiser import Limiter, Organisers, Origin, set_passphrase
from tests.tournaments.desk import entered
from tests.web.browsing import Page, Visit

PHRASE = "trois cochons roses dansent"
OTHER = "quatre vaches sous la pluie"


def test_hashes_are_made_on_any_core(monkeypatch: pytest.MonkeyPatch) -> None:
    every, seen = os.sched_getaffinity(0), []

    def look(_text: str, _method: str) -> str:
        seen.append(os.sched_getaffinity(0))
        return "hash"

    monkeypatch.setattr(organiser, "generate_password_hash", look)
    pool = ThreadPoolExecutor(1, initializer=organiser._step_aside)
    monkeypatch.setattr(organiser, "_HASHERS", {True: pool})
    os.sched_setaffinity(0, {min(every)})
    try:
        assert organiser._hash(PHRASE) == "hash"
    finally:
        os.sched_setaffinity(0, every)
    assert seen == [every]


def test_hashing_strangers_do_not_delay_a_known_device(store: Store) -> None:
    set_passphrase(store, PHRASE)
    doors, ended = Organisers(store, Limiter()), threading.Event()
    strangers = [organiser._HASHERS[False].submit(ended.wait, 60) for _ in range(20)]
    assert doors.knows(entered(doors, PHRASE, "portable", Origin("here", known=True)))
    assert not any(stranger.done() for stranger in strangers)
    ended.set()
    assert doors.knows(entered(doors, PHRASE, "phone", Origin("192.168.1.9")))


def test_simultaneous_tries_are_counted_before_the_check(store: Store) -> None:
    set_passphrase(store, PHRASE)
    doors = Organisers(store, Limiter())

    def try_one(_number: int) -> type[Exception]:
        with pytest.raises((Refused, TooMany)) as caught:
            entered(doors, OTHER, "phone", Origin("192.168.1.9"))
        return caught.type

    with ThreadPoolExecutor(12) as pool:
        answers = Counter(pool.map(try_one, range(12)))
    assert answers == {Refused: 5, TooMany: 7}


def log_in(client: FlaskClient, phrase: str, address: str) -> TestResponse:
    """Enter the passphrase on the page, from an address of the room or from this machine."""
    here = {"REMOTE_ADDR": address}
    form = Visit(client).get("/organisateur", environ_base=here).form("/entrer")
    data = {**dict(form.fields), "phrase": phrase}
    return client.post(form.action, data=data, environ_base=here)


def test_wrong_passphrases_do_not_block_other_devices(app: Flask) -> None:
    """Wrong tries slow down their own address only; devices logged in before, and this machine, are exempt."""
    set_passphrase(app.extensions["store"], PHRASE)
    hall = "192.168.1.9"
    known, stranger = app.test_client(), app.test_client()
    assert log_in(known, PHRASE, hall).status_code == 303
    known.delete_cookie("organisateur")
    statuses = [log_in(app.test_client(), "x", hall).status_code for _ in range(9)]
    assert statuses == [422] * 5 + [429] * 4
    answer = log_in(stranger, PHRASE, hall)
    assert answer.status_code == 429
    seconds = int(answer.headers["Retry-After"])
    assert 0 < seconds <= 61
    assert f"attendez {seconds} s" in " ".join(Page(answer).errors).replace("\u00a0", " ")
    assert log_in(known, PHRASE, hall).status_code == 303
    assert log_in(stranger, PHRASE, "192.168.1.10").status_code == 303
    assert log_in(app.test_client(), PHRASE, "127.0.0.1").status_code == 303
    api = app.test_client().post(
        "/api/acces/organisateur", json={"passphrase": PHRASE}, environ_base={"REMOTE_ADDR": hall}
    )
    assert (api.status_code, api.headers["Retry-After"]) == (429, str(seconds))


def test_a_network_of_ipv6_is_one_stranger(app: Flask) -> None:
    set_passphrase(app.extensions["store"], PHRASE)
    statuses = [log_in(app.test_client(), "x", f"fd00::{part}").status_code for part in range(1, 7)]
    assert statuses == [422] * 5 + [429]
    assert log_in(app.test_client(), PHRASE, "fd00:0:0:1::1").status_code == 303


def test_wrong_passphrases_are_logged_without_text_and_shown(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    set_passphrase(app.extensions["store"], PHRASE)
    with caplog.at_level(logging.WARNING):
        for phrase in ("un secret de trop", "x", "x"):
            log_in(app.test_client(), phrase, "192.168.1.7")
    assert [record.getMessage() for record in caplog.records] == [
        "wrong passphrase of the organiser from 192.168.1.7"
    ] * 3
    visit = Visit(app.test_client())
    assert "192.168.1.7" not in visit.get("/organisateur").text
    assert log_in(visit.client, PHRASE, "127.0.0.1").status_code == 303
    assert "3 essais refusés depuis 192.168.1.7, le dernier le" in visit.get("/organisateur").text


def test_sessions_are_listed_and_ended_one_by_one(app: Flask) -> None:
    store: Store = app.extensions["store"]
    set_passphrase(store, PHRASE)
    here, tablet, phone = (Visit(app.test_client()) for _ in range(3))
    for visit, address in ((tablet, "192.168.1.7"), (phone, "192.168.1.8"), (here, "127.0.0.1")):
        assert log_in(visit.client, PHRASE, address).status_code == 303
    page = here.get("/organisateur")
    ends = [form for form in page.forms if form.action.endswith("/fermer")]
    assert len(ends) == 2
    assert page.text.count("vu le") == 3
    here.send(ends[0])  # the latest of the others: the phone
    assert phone.get("/tournois/nouveau/jass").status == 401
    assert tablet.get("/tournois/nouveau/jass").status == 200
    assert len([form for form in here.get("/organisateur").forms if form.action.endswith("/fermer")]) == 1


def test_a_log_in_renews_the_session_and_the_token_of_the_forms(app: Flask) -> None:
    store: Store = app.extensions["store"]
    set_passphrase(store, PHRASE)
    visit = Visit(app.test_client())
    token = visit.token()
    assert log_in(visit.client, PHRASE, "127.0.0.1").status_code == 303
    first = visit.client.get_cookie("organisateur")
    assert visit.post("/langue", [("csrf_token", token), ("langue", "fr")]).status == 400
    assert visit.post("/langue", [("csrf_token", visit.token()), ("langue", "fr")]).status == 303
    again = {"passphrase": PHRASE}
    assert visit.client.post("/api/acces/organisateur", json=again).status_code == 201
    assert first is not None
    with store.read() as session:
        assert [row.hash for row in session.organisers()] != []
        assert not session.is_organiser(token_hash(first.value))


def test_the_old_passphrase_is_asked_also_on_this_machine(client: FlaskClient) -> None:
    path = "/api/acces/organisateur"
    assert client.put(path, json={"passphrase": PHRASE}).status_code == 200
    token = client.post(path, json={"passphrase": PHRASE}).get_json()["token"]
    for given in ({}, {"old": ""}, {"old": OTHER}):
        answer = client.put(path, json={"passphrase": OTHER, **given})
        (fault,) = answer.get_json()["faults"]
        assert (answer.status_code, fault["field"], fault["code"]) == (422, "old", "phrase-fausse")
    assert (
        client.get("/api/acces", headers={"Authorization": f"Bearer {token}"}).get_json()["role"]
        == "organisateur"
    )
    assert client.put(path, json={"passphrase": OTHER, "old": PHRASE}).status_code == 200
    assert client.get("/api/acces").get_json()["role"] == "spectateur"
