"""Moving a line over the API and on the pages: asked before it changes others, recorded, undone."""

from __future__ import annotations

import re

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.parties import read_partie
from tests.tarot_table import PLAYERS, donne, new_uuid
from tests.web.browsing import Visit
from tests.web.desk_visits import come_in, play_of_eight, tablet
from tests.web.hands import GARDE
from tests.web.test_adjustments import adjust, partie_of
from tests.web.test_affected import TIE, A, B, played

MORT = {"players": [*PLAYERS, "Émile"], "settings": {"mort": True}}
CHANGE = {"after": 1, "players": ["Anne", "Benoît", "Chloé", "Émile"], "replaces": {"Émile": "David"}}


def winners(client: FlaskClient) -> list[str | None]:
    sheet = client.get("/api/parties/1").get_json()["sheet"]
    return [entry.get("gagne") for entry in sheet["entries"]]


def opened(client: FlaskClient, game: str, *entries: object, **more: object) -> None:
    file = {"format": "scorekeeper/1", "game": game, "players": PLAYERS, "entries": entries, **more}
    assert client.post("/api/parties", json=file).status_code == 201


def test_api_asks_then_moves_the_line(client: FlaskClient) -> None:
    opened(client, "couillon", A, TIE, B)
    path = "/api/parties/1/entries/3/move"
    act = {"uuid": new_uuid(), "to": 1, "revision": 4}
    asked = client.post(path, json=act)
    assert (asked.status_code, asked.get_json()["affected"]) == (
        409,
        [{"rang": 1, "before": [0, -2], "after": [0, -1]}],
    )
    done = client.post(path, json={**act, "confirm": 4, "reason": "mal placée"})
    assert (done.status_code, done.get_json()["totals"]) == (200, [4, 4])
    assert client.post(path, json={**act, "confirm": 4, "reason": "mal placée"}).status_code == 200
    assert winners(client) == ["B", "A", "egalite"]
    past = client.get("/api/parties/1/history").get_json()["history"][-1]
    assert (past["kind"], past["rang"], past["reason"]) == ("deplacement", 1, "mal placée")
    assert client.post(path, json={**act, "uuid": new_uuid()}).status_code == 409
    wrong = client.post("/api/parties/1/entries/1/move", json={"uuid": new_uuid(), "to": 9, "revision": 5})
    assert [each["code"] for each in wrong.get_json()["faults"]] == ["deplacement-hors-limites"]


def test_page_shows_changes_then_moves_and_undoes(visit: Visit) -> None:
    number = played(visit, A, TIE, B)
    path = f"/parties/{number}/lignes/3/deplacer"
    assert path in visit.get(f"/parties/{number}/lignes/3").links
    form = visit.get(path).form("/deplacer")
    assert ("vers", "2") in form.fields
    page = visit.send(form, form.with_fields({"vers": "1"}))
    assert page.status == 409
    assert "Donne 3, Benoît & David : −2 → −1" in " ".join(page.text.split())
    form = page.form("/deplacer")
    assert visit.send(form).status == 303
    assert visit.send(form).status == 303
    assert winners(visit.client) == ["B", "A", "egalite"]
    history = visit.get(f"/parties/{number}/historique").text
    assert "Déplacée" in history
    assert "de la ligne 3 à la ligne 1" in history
    undo = visit.get(f"/parties/{number}/lignes/1").form("/annuler")
    assert visit.send(undo, [*undo.fields, ("annuler", "1")]).status == 303
    assert winners(visit.client) == ["A", "egalite", "B"]
    assert "Ligne 3 remise à sa place" in visit.get(f"/parties/{number}").text


def test_page_offers_kept_dealers_and_names_lines(visit: Visit) -> None:
    """The dealer sits out: on line 1, Anne would deal the donne that she took."""
    opened(visit.client, "tarot", donne("Chloé"), donne("Anne"), **MORT)
    form = visit.get("/parties/1/lignes/2/deplacer").form("/deplacer")
    page = visit.send(form, form.with_fields({"vers": "1"}))
    assert page.status == 422
    assert "elles peuvent garder leur donneur" in page.text
    form = page.form("/deplacer")
    assert ("garder", "1") in form.fields
    assert visit.send(form).status == 303
    assert visit.get("/parties/1/lignes/1/deplacer").status == 200
    assert visit.get("/parties/1/lignes/9/deplacer").status == 404


def test_places_of_a_change_are_offered_above_and_below(visit: Visit) -> None:
    opened(visit.client, "tarot", donne("Anne"), donne("Anne"), donne("Benoît"), changes=[CHANGE])
    answer = visit.get("/parties/1/lignes/3/deplacer")
    page = answer.text
    assert re.findall(r'<option\s+value="(.*?)"', answer.html) == ["1", "2-", "2"]
    assert "et avant : Émile joue à la place de David" in page
    form = visit.get("/parties/1/lignes/3/deplacer").form("/deplacer")
    assert visit.send(form, form.with_fields({"vers": "2-"})).status == 303
    sheet = visit.client.get("/api/parties/1").get_json()["sheet"]
    assert [change["after"] for change in sheet["changes"]] == [2]


def test_line_is_put_in_above_a_change_by_those_there(visit: Visit) -> None:
    opened(visit.client, "tarot", donne("Anne"), donne("Anne"), changes=[CHANGE])
    page = visit.get("/parties/1/lignes/2/inserer")
    assert "Émile joue à la place de David" in page.text
    above = next(link for link in page.links if link.endswith("inserer?dessus=1"))
    form = visit.get(above).form("/inserer")
    assert visit.send(form, form.with_fields(GARDE)).status == 303
    sheet = visit.client.get("/api/parties/1").get_json()["sheet"]
    assert [change["after"] for change in sheet["changes"]] == [2]


def test_stale_page_and_closed_sheet_move_nothing(visit: Visit) -> None:
    number = played(visit, A, B)
    path = f"/parties/{number}/lignes/2/deplacer"
    form = visit.get(path).form("/deplacer")
    assert visit.send(form, form.with_fields({"vers": "x"})).status == 409
    assert visit.enter(number, B).status == 303
    page = visit.send(form, form.with_fields({"vers": "1"}))
    assert page.status == 409
    assert "La feuille a changé entre-temps" in page.text
    visit.send(visit.get(f"/parties/{number}/terminer").form("/terminer"))
    assert visit.get(path).status == 303
    page = visit.send(form)
    assert page.status == 409
    assert winners(visit.client) == ["A", "B", "B"]


def test_table_of_a_tournament_moves_donnes_but_no_adjustment(app: Flask) -> None:
    """Twelve donnes are a partie of the tournament: a table may move one."""
    hall = play_of_eight(app)
    number, at_table, at_desk = partie_of(hall), tablet(app, 1), come_in(app)
    for points in ([100, 57], [57, 100]):
        assert at_table.enter(number, {"points": points}).status == 303
    form = at_table.get(f"/parties/{number}/lignes/2/deplacer").form("/deplacer")
    assert at_table.send(form, form.with_fields({"vers": "1"})).status == 303
    assert [each.row.scores for each in read_partie(hall, number).sheet.marked] == [(57, 100), (100, 57)]
    assert adjust(at_desk, number, points_0="-20", cause="renonce").status == 303
    form = at_table.get(f"/parties/{number}/lignes/3/deplacer").form("/deplacer")
    assert at_table.send(form, form.with_fields({"vers": "1"})).status == 409
    assert read_partie(hall, number).sheet.totals == (137, 157)
