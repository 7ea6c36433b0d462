"""The clock of a round, and calls that ring at the desk until they are answered."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.tournaments import notes
from scorekeeper.tournaments.ledger import TOURNAMENTS
from scorekeeper.tournaments.model import TableAt
from scorekeeper.tournaments.notes import RoundClock
from tests.tournaments.desk import new_uuid, note
from tests.web.browsing import Page, Visit
from tests.web.desk_visits import come_in, play_of_eight, tablet

START = "2026-11-20T20:00:00.000+00:00"
TABLES = "/tournois/1/tables"


def at(seconds: float) -> dt.datetime:
    return dt.datetime.fromisoformat(START) + dt.timedelta(seconds=seconds)


def test_a_clock_counts_only_while_it_runs() -> None:
    clock = RoundClock(round=1, left=600, at=START, running=True)
    assert [clock.left_at(at(seconds)) for seconds in (0, 59.6, 600, 660)] == [600, 540, 0, -60]
    still = RoundClock(round=1, left=90, at=START, running=False)
    assert still.left_at(at(4000)) == 90


def wind(desk_visit: Visit, **fields: str) -> Page:
    """Set the clock on the page of the tables."""
    page = desk_visit.get(TABLES)
    form = page.form("/horloge")
    return desk_visit.send(form, form.with_fields(fields))


def clock_of(visit: Visit) -> Mapping[str, object]:
    return visit.client.get("/tournois/1/horloge").get_json()  # type: ignore[no-any-return]


def test_the_organiser_sets_the_clock_of_a_round(app: Flask) -> None:
    store = play_of_eight(app)
    organiser, table = come_in(app), tablet(app, 1)
    assert clock_of(table) == {"left": None, "running": False}
    refused = wind(organiser, quoi="lancer", minutes="0")
    assert (refused.status, "De 1 à 600 minutes." in refused.text) == (422, True)
    assert wind(organiser, quoi="pause").status == 409
    assert wind(organiser, quoi="lancer", minutes="45").location == f"{TABLES}?tour=1#horloge"
    left, running = clock_of(table).values()
    assert (left, running) == (pytest.approx(2700, abs=60), True)
    sheet = table.get(f"/parties/{desk.read(store, 1).rounds[0].tables[0].partie}").html
    for shown in (sheet, Visit(app.test_client()).get("/tournois/1/salle").html):
        assert 'data-clock="/tournois/1/horloge"' in shown
        assert "data-running" in shown
    wind(organiser, quoi="pause")
    wind(organiser, quoi="ajouter", minutes="10")
    left, running = clock_of(table).values()
    assert (left, running) == (pytest.approx(3300, abs=60), False)
    # The clock is recorded, and restored from the record.
    with store.read() as session:
        again = TOURNAMENTS.built(1, session.events_of("tournoi:1"))
    assert again.clock == desk.read(store, 1).clock
    history = organiser.get("/tournois/1/historique").text
    assert "lancer 45 min" in history
    organiser.client.set_cookie("langue", "de")
    assert "Uhr — Runde 1 · gestartet 45 min" in organiser.get("/tournois/1/historique").text
    organiser.client.delete_cookie("langue")
    wind(organiser, quoi="retirer")
    assert clock_of(table) == {"left": None, "running": False}


def test_late_tables_ring_until_answered(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    store = play_of_eight(app)
    organiser = come_in(app)
    wind(organiser, quoi="lancer", minutes="1")
    note(store, desk.read(store, 1), 2, (1007, 877))
    assert "Temps écoulé" not in organiser.get("/tournois/1/joueurs").text
    monkeypatch.setattr(notes.RoundClock, "now", property(lambda clock: clock.left_at(at(10**9))))
    sheet = organiser.get(f"/parties/{desk.read(store, 1).rounds[0].tables[0].partie}").text
    assert re.search(r"Dernière donne\s:\sfinissez celle qui est commencée\.", sheet)
    page = organiser.get("/tournois/1/joueurs")
    assert "Temps écoulé, table 1 joue encore." in page.text
    assert organiser.send(page.form("/vu")).location == "/tournois/1/joueurs"
    assert "Temps écoulé" not in organiser.get("/tournois/1/joueurs").text
    assert "Temps écoulé, table 1 joue encore." in organiser.get(TABLES).text
    assert desk.history(store, 1)[-1].kind == "reponse"


def test_a_table_calls_and_plays_on_and_a_dispute_rings_too(app: Flask) -> None:
    store = play_of_eight(app)
    organiser, first, second = come_in(app), tablet(app, 1), tablet(app, 2)
    page = first.get("/tournois/1/tours/1/tables/1/contester")
    form = page.form("/appeler")
    assert first.send(form, form.with_fields({"texte": "il manque le 8 de pique"})).status == 303
    assert "Jouez pendant qu’il vient" in first.get("/tournois/1/tours/1/tables/1/contester").text
    assert desk.progress(store, 1).tables[0].stage == "attend"
    form = second.get("/tournois/1/tours/1/tables/2/contester").form("/contester")
    second.send(form, form.with_fields({"texte": "donne 3"}))
    for path in ("tables", "joueurs", "tirage", "classement", "imprimer", "historique", "reglages"):
        text = organiser.get(f"/tournois/1/{path}").text
        assert "Table 1 appelle. il manque le 8 de pique" in text, path
        assert "Table 2 conteste sa feuille. donne 3" in text, path
        assert "appelle" not in Visit(app.test_client()).get("/tournois/1/classement").text
    # The organiser's other pages ring too, and no other device's.
    for path in (
        "/tournois",
        "/tournois/nouveau/jass",
        "/saisons/nouvelle",
        "/fichier",
        "/organisateur",
        "/noms",
    ):
        assert "Table 1 appelle. il manque le 8 de pique" in organiser.get(path).text, path
        assert "appelle" not in Visit(app.test_client()).get(path).text
    for table in (1, 2):
        page = organiser.get("/tournois" if table == 1 else "/tournois/1/joueurs")
        assert organiser.send(page.form(f"/tables/{table}/vu")).status == 303
    assert "conteste" not in organiser.get("/tournois/1/joueurs").text
    now = desk.read(store, 1).rounds[0].tables
    assert (now[0].call, now[1].dispute is not None) == (None, True)
    last = desk.history(store, 1)[-1]
    assert (last.kind, last.actor, last.place) == ("reponse", "organisateur", TableAt(1, 2).place)
    assert last.device
    # A second answer is refused, with the reason.
    form = page.form("/tables/2/vu")
    answer = organiser.send(form, form.with_fields({"uuid": new_uuid()}))
    assert (answer.status, "Quelqu’un du bureau y est déjà." in answer.text) == (409, True)
