"""Inserting a forgotten line over the API and on the pages: asked before it changes others, recorded, undone."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.parties import read_partie
from tests.tarot_table import PLAYERS, donne, new_uuid
from tests.web.browsing import Visit
from tests.web.desk_visits import come_in, play_of_eight, tablet
from tests.web.hands import GARDE, rows
from tests.web.test_adjustments import adjust, partie_of
from tests.web.test_affected import TIE, A, B, played


def test_the_api_asks_and_puts_the_line_in(client: FlaskClient) -> None:
    file = {"format": "scorekeeper/1", "game": "couillon", "players": PLAYERS, "entries": [A, B]}
    assert client.post("/api/parties", json=file).status_code == 201
    path = "/api/parties/1/entries"
    act = {"uuid": new_uuid(), "rang": 1, "entry": TIE, "insert": True, "revision": 3}
    asked = client.post(path, json=act)
    assert (asked.status_code, asked.get_json()["affected"]) == (
        409,
        [{"rang": 2, "before": [-1, 0], "after": [-2, 0]}],
    )
    done = client.post(path, json={**act, "confirm": 3, "reason": "oubliée"})
    assert (done.status_code, done.get_json()["totals"], done.get_json()["next_rang"]) == (201, [3, 4], 4)
    again = client.post(path, json={**act, "confirm": 3, "reason": "oubliée"})
    assert (again.status_code, again.get_json()["revision"]) == (200, 4)
    assert client.post(path, json={**act, "uuid": new_uuid()}).status_code == 409
    past = client.get("/api/parties/1/history").get_json()["history"][-1]
    assert (past["kind"], past["rang"], past["entry"], past["reason"]) == (
        "insertion",
        1,
        TIE | past_dealer(past),
        "oubliée",
    )
    assert [row["rang"] for row in client.get("/api/parties/1").get_json()["score"]["rows"]] == [1, 2, 3]


def past_dealer(past: dict[str, dict[str, str]]) -> dict[str, str]:
    """Return the dealer that a version of a line has, as part of an entry. Fails unless it is Anne."""
    assert past["entry"]["donneur"] == "Anne"
    return {"donneur": "Anne"}


def test_api_refuses_an_impossible_insertion(client: FlaskClient) -> None:
    file = {"format": "scorekeeper/1", "game": "couillon", "players": PLAYERS, "entries": [A, B]}
    client.post("/api/parties", json=file)
    act = {"uuid": new_uuid(), "rang": 1, "entry": TIE}

    def faults(**more: object) -> list[tuple[str, str]]:
        answer = client.post("/api/parties/1/entries", json={**act, **more})
        assert answer.status_code in {400, 422}
        return [(each["field"], each["code"]) for each in answer.get_json()["faults"]]

    assert faults(insert=True) == [("revision", "cle-manquante")]
    assert faults(keep_dealers=True) == [("keep_dealers", "cle-inconnue")]
    assert faults(insert=True, revision=3, rang=9) == [("rang", "insertion-hors-limites")]
    assert faults(insert=True, revision=3, opening=new_uuid()) == [("opening", "autre-feuille")]


def test_page_shows_changes_below_then_inserts(visit: Visit) -> None:
    number = played(visit, A, B)
    path = f"/parties/{number}/lignes/1/inserer"
    assert path in visit.get(f"/parties/{number}/lignes/1").links
    form = visit.get(path).form("/inserer")
    page = visit.send(form, form.with_fields({"gagne": "egalite", "note": "oubliée"}))
    assert page.status == 409
    assert "Donne 1, Anne & Chloé : −1 → −2" in " ".join(page.text.split())
    assert page.value("note") == "oubliée"
    form = page.form("/inserer")
    assert visit.send(form).status == 303
    assert visit.send(form).status == 303
    assert rows(visit, number) == 4
    assert "Insérée" in visit.get(f"/parties/{number}/historique").text
    page = visit.get(f"/parties/{number}/lignes/1")
    assert page.text.count("Annuler la ligne 1") == 2, "in the menu, and beside the line"
    sheet = visit.client.get(f"/api/parties/{number}").get_json()["sheet"]
    assert [entry.get("gagne") for entry in sheet["entries"]] == ["egalite", "A", "B"]
    undo = visit.get(f"/parties/{number}/lignes/1").form("/annuler")
    assert visit.send(undo, [*undo.fields, ("annuler", "1")]).status == 303
    sheet = visit.client.get(f"/api/parties/{number}").get_json()["sheet"]
    assert [entry.get("gagne") for entry in sheet["entries"]] == ["A", "B"]


def test_page_offers_to_keep_dealers_if_following_is_impossible(visit: Visit) -> None:
    """With a mort the dealer sits out: Chloé takes line 1, and would deal it if two lines were inserted above."""
    file = {
        "format": "scorekeeper/1",
        "game": "tarot",
        "players": [*PLAYERS, "Émile"],
        "settings": {"mort": True},
        "entries": [donne("Benoît")],
    }
    visit.client.post("/api/parties", json=file)
    form = visit.get("/parties/1/lignes/1/inserer").form("/inserer")
    page = visit.send(form, form.with_fields(GARDE))
    assert page.status == 422
    assert "elles peuvent garder leur donneur" in page.text
    assert "La ligne 1 ne tiendrait plus" in page.text
    form = page.form("/inserer")
    assert ("garder", "1") in form.fields
    assert visit.send(form).status == 303
    sheet = visit.client.get("/api/parties/1").get_json()["sheet"]
    assert [entry.get("donneur") for entry in sheet["entries"]] == [None, "Anne"]


def test_page_keeps_the_input_on_a_moved_sheet(visit: Visit) -> None:
    number = played(visit, A)
    form = visit.get(f"/parties/{number}/lignes/1/inserer").form("/inserer")
    assert visit.enter(number, B).status == 303
    page = visit.send(form, form.with_fields({"gagne": "A"}))
    assert (page.status, page.value("gagne")) == (409, "A")
    assert "La feuille a changé entre-temps" in page.text
    assert visit.send(page.form("/inserer")).status == 303
    assert rows(visit, number) == 4
    page = visit.send(form, form.with_fields({"gagne": ""}))
    assert page.status == 422
    assert visit.get(f"/parties/{number}/lignes/9/inserer").status == 404
    visit.send(visit.get(f"/parties/{number}/terminer").form("/terminer"))
    assert visit.get(f"/parties/{number}/lignes/1/inserer").status == 303


def test_draft_of_the_next_line_survives_an_insertion(visit: Visit) -> None:
    number = played(visit, A)
    draft = visit.get(f"/parties/{number}").form("/saisies")
    sent = [*draft.with_fields({"gagne": "B", "note": "à finir"})]
    assert visit.client.post(f"/parties/{number}/brouillon", data=dict(sent)).status_code == 303
    assert visit.get(f"/parties/{number}").value("note") == "à finir"
    form = visit.get(f"/parties/{number}/lignes/1/inserer").form("/inserer")
    assert visit.send(form, form.with_fields({"gagne": "B"})).status == 303
    assert visit.get(f"/parties/{number}").value("note") == "à finir"


def test_many_lines_are_shown_in_their_new_order(client: FlaskClient, visit: Visit) -> None:
    """Rows are cached in blocks of fifty, which an inserted line moves."""
    entries = [{"points": dict.fromkeys(PLAYERS, number)} for number in range(1, 121)]
    file = {"format": "scorekeeper/1", "game": "libre", "players": PLAYERS, "entries": entries}
    assert client.post("/api/parties", json=file).status_code == 201
    before = visit.get("/parties/1").text
    assert "777" not in before
    act = {"uuid": new_uuid(), "rang": 3, "insert": True, "revision": 121}
    entry = {"points": dict.fromkeys(PLAYERS, 777)}
    assert client.post("/api/parties/1/entries", json={**act, "entry": entry}).status_code == 201
    assert "777" in visit.get("/parties/1").text


def test_tournament_table_inserts_a_line_above_an_adjustment(app: Flask) -> None:
    hall = play_of_eight(app)
    number, at_table, at_desk = partie_of(hall), tablet(app, 1), come_in(app)
    assert adjust(at_desk, number, points_0="-20", cause="renonce").status == 303
    form = at_table.get(f"/parties/{number}/lignes/1/inserer").form("/inserer")
    assert (
        at_table.send(
            form, form.with_fields({"ajustement": "1", "points_0": "-20", "cause": "renonce"})
        ).status
        == 409
    )
    partie = read_partie(hall, number)
    typed = partie.game.form.formdata({"points": [100, 57]}, partie.sheet.opening)
    assert at_table.send(form, form.with_fields(typed)).status == 303
    assert read_partie(hall, number).sheet.totals == (80, 57)
