"""Changing settings over the API and on the pages: with a question before, recorded, undone; by the organiser in a tournament."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from tests.tarot_table import PLAYERS, new_uuid
from tests.web.browsing import Visit
from tests.web.desk_visits import come_in, play_of_eight, tablet

FIRST = {"preneur": "A", "contrat": 100, "points": [120, 42]}


@pytest.fixture
def coinche(visit: Visit) -> int:
    sheet = {"format": "scorekeeper/1", "game": "coinche", "players": PLAYERS, "entries": [FIRST]}
    return int(visit.client.post("/api/parties", json=sheet).get_json()["id"])


def test_change_of_settings_is_made_over_http(client: FlaskClient, coinche: int) -> None:
    path = f"/api/parties/{coinche}/settings"
    act = {"uuid": new_uuid(), "settings": {"objectif": 1500}, "revision": 2, "reason": "il est tôt"}
    done = client.post(path, json=act)
    assert (done.status_code, done.get_json()["settings"]) == (200, {"objectif": 1500})
    assert client.post(path, json=act).get_json()["revision"] == 3
    assert client.post(path, json={**act, "uuid": new_uuid()}).status_code == 409
    refused = client.post(path, json={"uuid": new_uuid(), "settings": {"mode": "tournoi"}})
    assert refused.status_code == 422
    assert [(each["field"], each["code"]) for each in refused.get_json()["faults"]] == [
        ("settings.mode", "reglage-fixe")
    ]
    got = client.get(f"/api/parties/{coinche}").get_json()
    assert got["sheet"]["changes"] == [{"after": 1, "settings": {"objectif": 1500}}]
    past = client.get(f"/api/parties/{coinche}/history").get_json()["history"]
    assert (past[-1]["kind"], past[-1]["reason"], past[-1]["entry"]) == ("regles", "il est tôt", None)
    assert past[-1]["change"] == {"after": 1, "settings": {"objectif": 1500}, "before": {"objectif": None}}
    undone = client.delete(f"{path}/1", json={"uuid": new_uuid()})
    assert (undone.status_code, undone.get_json()["settings"]) == (200, {})


def test_line_above_a_changed_rule_is_amended_by_its_own(visit: Visit, coinche: int) -> None:
    act = {"uuid": new_uuid(), "settings": {"contrat_max": 250}, "revision": 2}
    assert visit.client.post(f"/api/parties/{coinche}/settings", json=act).status_code == 200
    offers = {
        path: "contrat_haut" in visit.get(f"/parties/{coinche}{path}").html
        for path in ("", "/lignes/1/modifier", "/lignes/1/inserer")
    }
    assert offers == {"": True, "/lignes/1/modifier": False, "/lignes/1/inserer": False}


def test_page_asks_then_writes_then_takes_back(visit: Visit, coinche: int) -> None:
    path = f"/parties/{coinche}/regles"
    assert path in visit.get(f"/parties/{coinche}").links
    page = visit.get(path)
    form = page.form("/regles")
    assert "reglage-mode" not in form.known
    assert "Fixé pour cette partie" in page.text
    assert visit.send(form).status == 422
    page = visit.send(form, form.with_fields({"reglage-objectif": "1500"}))
    assert page.status == 200
    assert "À partir de la ligne 2" in page.text
    assert "1500 au lieu de 2000" in page.text
    form = page.form("/regles")
    assert visit.send(form, form.with_fields({"raison": "il est tôt"})).status == 303
    for there in ("", "/historique", "/feuille.html"):
        text = visit.get(f"/parties/{coinche}{there}").text
        assert "1500 au lieu de 2000" in text, there
    page = visit.get(path)
    assert (
        visit.send(
            page.form("/regles/annuler"), [*page.form("/regles/annuler").fields, ("place", "1")]
        ).status
        == 303
    )
    assert visit.client.get(f"/api/parties/{coinche}").get_json()["score"]["settings"] == {}


def test_changed_rule_is_a_line_across_the_paper(visit: Visit, coinche: int) -> None:
    change = {"uuid": new_uuid(), "settings": {"objectif": 1500}}
    assert visit.client.post(f"/api/parties/{coinche}/settings", json=change).status_code == 200
    line = {"uuid": new_uuid(), "rang": 2, "entry": FIRST}
    assert visit.client.post(f"/api/parties/{coinche}/entries", json=line).status_code == 201
    html = visit.get(f"/parties/{coinche}/feuille.html").html
    rows = re.findall("<tr.*?</tr>", html, re.DOTALL)
    (across,) = [place for place, row in enumerate(rows) if "dès la ligne 2" in row]
    assert "1500 au lieu de 2000" in rows[across]
    assert html.count("dès la ligne 2") == 1
    assert "<th" in rows[across - 1]
    assert "100" in rows[across + 1]


def test_wrong_value_is_refused_at_its_field(visit: Visit, coinche: int) -> None:
    form = visit.get(f"/parties/{coinche}/regles").form("/regles")
    page = visit.send(form, form.with_fields({"reglage-contrat_max": "165", "reglage-objectif": "1500"}))
    assert page.status == 422
    assert "Un contrat se demande par dizaines" in page.text
    assert page.value("reglage-objectif") == "1500"


def test_line_typed_before_a_change_is_asked_about(visit: Visit, coinche: int) -> None:
    form = visit.get(f"/parties/{coinche}").form("/saisies")
    change = {"uuid": new_uuid(), "settings": {"contrat_max": 180}}
    assert visit.client.post(f"/api/parties/{coinche}/settings", json=change).status_code == 200
    page = visit.send(form)
    assert page.status == 409
    assert "Les joueurs ou les règles ont changé" in page.text


def test_finished_partie_continues_to_another_target(visit: Visit) -> None:
    sheet = {
        "format": "scorekeeper/1",
        "game": "coinche",
        "players": PLAYERS,
        "settings": {"objectif": 200},
        "entries": [FIRST],
    }
    number = int(visit.client.post("/api/parties", json=sheet).get_json()["id"])
    page = visit.get(f"/parties/{number}")
    assert "On continue jusqu’à…" in page.text
    form = visit.get(f"/parties/{number}/regles").form("/regles")
    page = visit.send(form, form.with_fields({"reglage-objectif": "500"}))
    assert visit.send(page.form("/regles")).status == 303
    assert visit.get(f"/parties/{number}").has_form("/saisies")


def test_table_of_a_tournament_changes_no_rule(app: Flask) -> None:
    store = play_of_eight(app)
    number = desk.read(store, 1).rounds[0].tables[0].partie
    at_table, at_desk = tablet(app, 1), come_in(app)
    act = {"uuid": new_uuid(), "settings": {"nb_donnes": 10}}
    assert at_table.client.post(f"/api/parties/{number}/settings", json=act).status_code == 409
    assert at_table.get(f"/parties/{number}/regles").status == 303
    assert at_desk.get(f"/parties/{number}/regles").has_form("/regles")


def test_menu_takes_back_a_changed_rule_first(visit: Visit, coinche: int) -> None:
    change = {"uuid": new_uuid(), "settings": {"arrondi": "a-160"}}
    assert visit.client.post(f"/api/parties/{coinche}/settings", json=change).status_code == 200
    page = visit.get(f"/parties/{coinche}")
    form = page.form("/regles/annuler")
    assert visit.send(form, [*form.fields, ("place", "1")]).status == 303
    kept = visit.client.get(f"/api/parties/{coinche}").get_json()
    assert kept["score"]["settings"] == {}
    assert len(kept["sheet"]["entries"]) == 1
    page = visit.get(f"/parties/{coinche}")
    assert not page.has_form("/regles/annuler")
    assert page.has_form("/lignes/annuler") or page.has_form("/annuler")
