"""Changes of players: on their page, with a question before, on the sheet, in the history and over HTTP."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.play import plain
from tests.tarot_table import PLAYERS, document, donne, new_uuid
from tests.test_changes import DATA
from tests.web.browsing import Form, Page, Visit


@pytest.fixture
def number(visit: Visit) -> int:
    opened = visit.open_sheet("tarot", PLAYERS)
    assert visit.enter(opened, donne()).status == 303
    return opened


def way(page: Page, key: str) -> Form:
    return next(form for form in page.forms if ("quoi", key) in form.fields)


def ask(visit: Visit, number: int, key: str, **typed: str) -> Page:
    form = way(visit.get(f"/parties/{number}/joueurs"), key)
    return visit.send(form, form.with_fields(typed))


def sure(visit: Visit, number: int, key: str, **typed: str) -> Page:
    page = ask(visit, number, key, **typed)
    assert page.status == 200
    return visit.send(page.form("/joueurs"))


def columns(visit: Visit, number: int) -> list[str]:
    got: list[str] = json.loads(visit.client.get(f"/api/parties/{number}").data)["score"]["columns"]
    return got


def test_menu_leads_to_changes_which_need_a_confirmation(visit: Visit, number: int) -> None:
    assert f"/parties/{number}/joueurs" in visit.get(f"/parties/{number}").links
    page = ask(visit, number, "remplace", qui="David", nom="Émile")
    assert "À partir de la ligne 2" in page.text
    assert "Émile joue à la place de David." in page.text
    assert "La colonne continue à −80" in page.text
    assert "Prochain donneur : Benoît." in page.text.replace("\xa0", " ")
    assert columns(visit, number) == PLAYERS
    done = visit.send(page.form("/joueurs"))
    assert (done.status, done.location) == (303, f"/parties/{number}#saisie")
    assert columns(visit, number) == ["Anne", "Benoît", "Chloé", "Émile"]
    sheet = visit.get(f"/parties/{number}").html
    assert (
        sheet.index(">Chloé, garde")
        < sheet.index('<tr class="changed">')
        < sheet.index("Émile joue à la place de David.")
    )
    assert visit.enter(number, donne("Émile")).status == 303
    history = visit.get(f"/parties/{number}/historique").text
    assert "Joueurs changés — Émile joue à la place de David." in history
    assert visit.get(f"/parties/{number}/lignes/1").status == 200


def test_each_change_of_players_is_made_on_its_page(visit: Visit, number: int) -> None:
    steps: list[tuple[str, dict[str, str], str, list[str]]] = [
        (
            "renomme",
            {"qui": "Benoît", "nom": "Benoit"},
            "Aucun point ne change.",
            ["Anne", "Benoit", "Chloé", "David"],
        ),
        (
            "arrive",
            {"qui": "David", "nom": "Émile"},
            "commence à 0",
            ["Anne", "Benoit", "Chloé", "David", "Émile"],
        ),
        ("part", {"qui": "Chloé"}, "reste à 240", ["Anne", "Benoit", "Chloé", "David", "Émile"]),
        (
            "echange",
            {"qui": "Anne", "avec": "David"},
            "David, Benoit, Anne, Émile",
            ["Anne", "Benoit", "Chloé", "David", "Émile"],
        ),
        (
            "arrive",
            {"qui": "Émile", "nom": "Chloé"},
            "reprend sa colonne. La colonne de Chloé continue à 240",
            ["Anne", "Benoit", "Chloé", "David", "Émile"],
        ),
    ]
    for key, typed, sentence, after in steps:
        page = ask(visit, number, key, **typed)
        assert sentence in page.text, key
        assert visit.send(page.form("/joueurs")).status == 303
        assert columns(visit, number) == after
    page = visit.get(f"/parties/{number}/joueurs")
    assert not any(("quoi", "arrive") in form.fields for form in page.forms)
    file = json.loads(visit.client.get(f"/api/parties/{number}").data)["sheet"]
    assert file["changes"][-1] == {"after": 1, "players": ["David", "Benoit", "Anne", "Émile", "Chloé"]}


def test_last_change_alone_is_undone_and_only_before_a_line(visit: Visit, number: int) -> None:
    sure(visit, number, "remplace", qui="David", nom="Émile")
    sure(visit, number, "part", qui="Anne")
    page = visit.get(f"/parties/{number}/joueurs")
    undo = page.form("/joueurs/annuler")
    assert visit.send(undo, [*undo.fields, ("place", "1")]).status == 422
    assert visit.send(undo, [*undo.fields, ("place", "2")]).status == 303
    assert (
        visit.send(
            undo, [("uuid", new_uuid()), *(pair for pair in undo.fields if pair[0] != "uuid"), ("place", "1")]
        ).status
        == 409
    )
    assert visit.enter(number, donne("Émile")).status == 303
    assert not visit.get(f"/parties/{number}/joueurs").has_form("/joueurs/annuler")


def test_impossible_change_is_refused_with_its_input_kept(visit: Visit, number: int) -> None:
    page = ask(visit, number, "remplace", qui="David", nom="anne")
    assert page.status == 422
    assert any("est déjà à la table" in text for text in page.errors)
    assert ("nom", "anne") in way(page, "remplace").fields
    assert ("qui", "David") in way(page, "remplace").fields
    assert ask(visit, number, "remplace", nom="Émile").errors == ["Touchez un nom."]
    assert ask(visit, number, "echange", qui="David").errors == ["Touchez un nom."]
    assert ask(visit, number, "echange", qui="David", avec="David").errors == [
        "Rien ne change à cette table."
    ]
    page = ask(visit, number, "renomme", qui="David", nom="")
    assert page.errors == ["Un nom ne peut pas être vide."]
    assert 'id="err-nom-renomme" role="alert"' in page.html
    assert columns(visit, number) == PLAYERS


def test_a_page_that_is_older_than_the_sheet_asks_again(visit: Visit, number: int) -> None:
    page = ask(visit, number, "remplace", qui="David", nom="Émile")
    assert visit.enter(number, donne()).status == 303
    late = visit.send(page.form("/joueurs"))
    assert late.status == 409
    assert "La feuille a changé entre-temps" in late.text


def test_an_entry_made_for_others_at_the_table_is_asked_again(visit: Visit, number: int) -> None:
    form = visit.get(f"/parties/{number}").form("/saisies")
    filled = form.with_fields({"preneur": "Chloé", "contrat": "garde", "bouts": "2", "points": "56"})
    sure(visit, number, "remplace", qui="David", nom="Émile")
    late = visit.send(form, filled)
    assert late.status == 409
    assert "Les joueurs ou les règles ont changé entre-temps" in late.text
    assert visit.send(late.form("/saisies")).status == 303
    # A line written before the change gets its response again when it is sent again later.
    form = visit.get(f"/parties/{number}").form("/saisies")
    filled = form.with_fields({"preneur": "Chloé", "contrat": "garde", "bouts": "2", "points": "56"})
    assert visit.send(form, filled).status == 303
    sure(visit, number, "renomme", qui="Chloé", nom="Cléo")
    assert visit.get(f"/api/parties/{number}").html.count('"rang":') == 3


def test_finished_partie_has_no_change_of_players(visit: Visit) -> None:
    over = visit.client.post("/api/parties", json=document(donne(), settings={"nb_donnes": 1})).get_json()[
        "id"
    ]
    nameless = visit.open_sheet("couillon", [])
    for number in (over, nameless):
        page = visit.get(f"/parties/{number}/joueurs")
        assert (page.status, page.location) == (303, f"/parties/{number}")
        assert f"/parties/{number}/joueurs" not in visit.get(f"/parties/{number}").links


@pytest.mark.quick("tarot", "jass")
@pytest.mark.parametrize("case", DATA["sheet"], ids=lambda case: case["name"])
def test_every_page_of_a_sheet_whose_players_changed(visit: Visit, case: dict[str, Any]) -> None:
    keys = ("game", "players", "settings", "entries", "changes", "equipes")
    file = plain({"format": "scorekeeper/1", **{key: case[key] for key in keys if key in case}})
    assert visit.client.post("/api/score", json=file).get_json()["totals"] == case["totals"]
    number = visit.client.post("/api/parties", json=file).get_json()["id"]
    paths = [
        "",
        "/joueurs",
        "/historique",
        "/feuille.html",
        "/lignes/1",
        "/lignes/2",
        "/lignes/1/modifier",
        "/lignes/2/modifier",
    ]
    for path in paths:
        assert visit.get(f"/parties/{number}{path}").status == 200, path
    for column in case["columns"]:
        assert column in visit.get(f"/parties/{number}").text
        assert column in visit.get(f"/parties/{number}/feuille.html").text
    visit.post(f"/parties/{number}/terminer", [("csrf_token", visit.token()), ("uuid", new_uuid())])
    for link in visit.get("/joueurs").links_of("/joueurs/"):
        assert visit.get(link).status == 200, link


def test_change_of_players_is_made_over_http(client: FlaskClient) -> None:
    number = client.post("/api/parties", json=document(donne())).get_json()["id"]
    path = f"/api/parties/{number}/changes"
    act = {
        "uuid": new_uuid(),
        "players": ["Anne", "Benoît", "Chloé", "Émile"],
        "replaces": {"Émile": "David"},
        "revision": 2,
    }
    done = client.post(path, json=act)
    assert (done.status_code, done.get_json()["columns"]) == (201, ["Anne", "Benoît", "Chloé", "Émile"])
    assert client.post(path, json=act).status_code == 200
    assert client.post(path, json={**act, "uuid": new_uuid()}).status_code == 409
    refused = client.post(path, json={"uuid": new_uuid(), "players": ["Anne"]})
    assert (refused.status_code, refused.get_json()["faults"][0]["code"]) == (422, "joueurs-nombre")
    got = client.get(f"/api/parties/{number}").get_json()
    assert got["sheet"]["changes"] == [{"after": 1, "players": act["players"], "replaces": act["replaces"]}]
    past = client.get(f"/api/parties/{number}/history").get_json()["history"]
    assert (past[-1]["kind"], past[-1]["entry"], past[-1]["change"]["replaces"]) == (
        "changement",
        None,
        {"Émile": "David"},
    )
    undone = client.delete(f"{path}/1", json={"uuid": new_uuid(), "reason": "David reste"})
    assert (undone.status_code, undone.get_json()["columns"]) == (200, PLAYERS)
    assert client.delete(f"{path}/1", json={"uuid": new_uuid()}).status_code == 404


@pytest.mark.parametrize("key", ["", "n’importe"])
def test_unknown_form_values_change_nothing(visit: Visit, number: int, key: str) -> None:
    form = way(visit.get(f"/parties/{number}/joueurs"), "part")
    page = visit.send(form, form.with_fields({"quoi": key, "qui": "Anne", "sur": "1"}))
    assert page.status == 422
    assert "Cette page n’était plus à jour." in page.text
    assert columns(visit, number) == PLAYERS
