"""Failures as pages: explained in words, with the typed values kept for a retry."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.records.high_water_mark import Loss
from scorekeeper.records.store import Store
from tests.tarot_table import document, donne, new_uuid
from tests.web.browsing import Visit
from tests.web.desk_visits import come_in, play_of_eight

TYPED = {"preneur": "Chloé", "contrat": "garde", "bouts": "2", "points": "56"}


@pytest.fixture
def form(client: FlaskClient) -> dict[str, str]:
    """Return an entry as a browser sends it."""
    client.post("/api/parties", json=document())
    page = client.get("/parties/1").get_data(as_text=True)
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token is not None
    return {**TYPED, "csrf_token": token[1], "uuid": new_uuid(), "rang": "1"}


def test_missing_page_is_a_404_page(client: FlaskClient) -> None:
    for path in ("/parties/77", "/nothing", "/parties/\u0661"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "Il n’y a rien à cette adresse." in answer.get_data(as_text=True)
    english = client.get("/nothing", headers={"Accept-Language": "en"})
    assert "There is nothing at this address." in english.get_data(as_text=True)


def test_entry_for_a_full_disk_stays_on_the_page_for_a_retry(
    app: Flask, client: FlaskClient, form: dict[str, str]
) -> None:
    store: Store = app.extensions["store"]
    with store.read() as session:
        conn = session.connection
    conn.execute("PRAGMA max_page_count = 1")
    act = {"uuid": new_uuid(), "rang": 1, "entry": donne()}
    rang = 1
    while (
        client.post("/api/parties/1/entries", json={**act, "uuid": new_uuid(), "rang": rang}).status_code
        == 201
    ):
        rang += 1
    form["rang"] = str(rang)
    answer = client.post("/parties/1/saisies", data=form)
    page = answer.get_data(as_text=True)
    assert (answer.status_code, answer.headers["Retry-After"]) == (507, "30")
    assert "notez sur papier" in page
    for name, value in TYPED.items():
        assert f'name="{name}" value="{value}"' in page
    assert f'name="uuid" value="{form["uuid"]}"' in page
    conn.execute("PRAGMA max_page_count = 1000000")
    assert client.post("/parties/1/saisies", data=form).status_code == 303
    again = client.post("/parties/1/saisies", data=form)
    assert again.status_code == 303
    assert client.get("/api/parties/1").get_json()["next_rang"] == rang + 1


def test_form_without_its_token_is_refused_without_a_write(client: FlaskClient, form: dict[str, str]) -> None:
    del form["csrf_token"]
    answer = client.post("/parties/1/saisies", data=form)
    assert answer.status_code == 400
    assert client.get("/api/parties/1").get_json()["revision"] == 1


def test_a_database_that_failed_is_a_page_too(app: Flask, client: FlaskClient) -> None:
    app.extensions["store"].broken = True
    answer = client.get("/")
    app.extensions["store"].broken = False
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
    assert "notez sur papier" in answer.get_data(as_text=True)


def test_almost_full_disk_is_shown_to_the_desk_only(app: Flask) -> None:
    play_of_eight(app).short_of_room = True
    desk, others = come_in(app), Visit(app.test_client())
    for address in ("/", "/tournois/1/tables"):
        assert "Disque presque plein" in desk.get(address).text
        assert "Disque presque plein" not in others.get(address).text


def test_loss_is_shown_on_desk_pages_until_dismissed(app: Flask) -> None:
    play_of_eight(app).lost = Loss(6, 4)
    desk, others = come_in(app), Visit(app.test_client())
    others.client.environ_base["REMOTE_ADDR"] = "192.168.1.9"
    sentence = "Il manque des lignes : la base s’arrête à l’événement 4, et l’événement 6 était déjà écrit"
    for address in ("/", "/tournois/1/tables"):
        assert sentence in desk.get(address).text
        assert sentence not in others.get(address).text
    assert desk.send(desk.get("/").form("/perte")).status == 303
    assert sentence not in desk.get("/").text
