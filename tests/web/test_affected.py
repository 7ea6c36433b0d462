"""A line that changes the scores of others: the API lists them, the pages ask, and typed values are kept."""

from __future__ import annotations

from typing import Any

import jsonschema
from flask.testing import FlaskClient

from tests.tarot_table import PLAYERS, new_uuid
from tests.web.browsing import Page, Visit
from tests.web.hands import rows

A, B, TIE = ({"gagne": gagne} for gagne in ("A", "B", "egalite"))
AFFECTED = [{"rang": 2, "before": [-2, 0], "after": [-1, 0]}]
"""The tie put one stroke in the trou, which the win erased with its own."""


def played(visit: Visit, *entries: dict[str, str], **typed: str) -> int:
    number = visit.open_sheet("couillon", PLAYERS, **typed)
    for entry in entries:
        assert visit.enter(number, entry).status == 303
    return number


def asked(page: Page, action: str) -> str:
    """Return the first line that the question names."""
    assert page.status == 409
    assert ("confirm", "4") in page.form(action).fields
    words = page.text.partition("Cela change aussi les points d’autres lignes ")[2].split()
    return " ".join(words[1 : 1 + len(TOLD.split())])


TOLD = "Donne 2, Anne & Chloé : −2 → −1"


def test_the_api_answers_the_lines_that_would_change(client: FlaskClient) -> None:
    file = {"format": "scorekeeper/1", "game": "couillon", "players": PLAYERS, "entries": [TIE, A, B]}
    assert client.post("/api/parties", json=file).status_code == 201
    line = "/api/parties/1/entries/1"
    description = client.get("/api/openapi.json").get_json()
    conflict = {"$ref": "#/components/schemas/Conflict", "components": description["components"]}

    def conflicts(method: str, path: str, act: dict[str, Any] | None) -> dict[str, Any]:
        answer = client.open(path, method=method, json=act)
        body: dict[str, Any] = answer.get_json()
        assert (answer.status_code, body["faults"][0]["code"]) == (409, "autres-lignes")
        assert body["faults"][0]["message"]
        jsonschema.validate(body, conflict)
        return body

    strike = {"uuid": new_uuid(), "revision": 4}
    amend = {"uuid": new_uuid(), "entry": B, "revision": 4}
    for method, act in (("DELETE", strike), ("PUT", amend)):
        body = conflicts(method, line, act)
        assert (body["affected"], body["revision"], body["standing"]) == (AFFECTED, 4, None)
    assert conflicts("DELETE", line, {**strike, "confirm": 3})["affected"] == AFFECTED
    assert client.put(line, json={**amend, "confirm": 4}).get_json()["totals"] == [4, 3]
    back = {"uuid": new_uuid(), "entry": TIE, "revision": 5, "confirm": 5}
    assert client.put(line, json=back).status_code == 200
    assert client.delete(line, json={**strike, "revision": 6, "confirm": 6}).get_json()["totals"] == [4, 4]
    reinstate = {"uuid": new_uuid()}
    body = conflicts("POST", f"{line}/reinstate", reinstate)
    assert body["affected"] == [{"rang": 2, "before": [-1, 0], "after": [-2, 0]}]
    assert client.post(f"{line}/reinstate", json={**reinstate, "confirm": 7}).status_code == 200


def test_a_page_shows_the_lines_that_would_change_and_asks(visit: Visit) -> None:
    number = played(visit, TIE, A, B)
    path = f"/parties/{number}/lignes/1"
    form = visit.get(path).form("/rayer")
    assert asked(visit.send(form), "/rayer") == TOLD
    assert rows(visit, number) == 4
    form = visit.get(f"{path}/modifier").form("/modifier")
    page = visit.send(form, form.with_fields({"gagne": "B", "raison": "mal lue", "note": "ah"}))
    assert asked(page, "/modifier") == TOLD
    assert [page.value(name) for name in ("gagne", "raison", "note")] == ["B", "mal lue", "ah"]
    assert visit.send(page.form("/modifier")).status == 303
    assert rows(visit, number) == 5
    # Sent again from the question's page: the same act.
    assert visit.send(page.form("/modifier")).status == 303
    assert rows(visit, number) == 5


def test_strike_and_reinstatement_are_confirmed_on_the_page(visit: Visit) -> None:
    number = played(visit, TIE, A, B, equipe_a="", equipe_b="")
    path = f"/parties/{number}/lignes/1"
    form = visit.get(path).form("/rayer")
    page = visit.send(form, form.with_fields({"raison": "x"}))
    assert visit.send(page.form("/rayer")).status == 303
    page = visit.send(visit.get(path).form("/retablir"))
    assert page.status == 409
    assert visit.send(page.form("/retablir")).status == 303
    assert rows(visit, number) == 6


def test_unnamed_camps_are_named_by_their_players(client: FlaskClient, visit: Visit) -> None:
    file = {"format": "scorekeeper/1", "game": "couillon", "players": PLAYERS, "entries": [TIE, A]}
    assert client.post("/api/parties", json=file).status_code == 201
    form = visit.get("/parties/1/lignes/1/modifier").form("/modifier")
    page = visit.send(form, form.with_fields({"gagne": "B", "raison": "x"}))
    assert "Anne & Chloé" in page.text


def test_a_page_names_the_lines_to_strike_before_an_end(visit: Visit) -> None:
    number = played(visit, B, A, A, B, **{"reglage-lignes": "3"})
    form = visit.get(f"/parties/{number}/lignes/1/modifier").form("/modifier")
    page = visit.send(form, form.with_fields({"gagne": "A", "raison": "mal lue"}))
    assert (page.status, page.value("raison")) == (422, "mal lue")
    assert len(page.errors) == 1
    assert "rayez d’abord la ligne 4" in page.errors[0]
