"""Initials under a sheet: in the act, the history, the file, on paper; reopening removes them."""

from __future__ import annotations

import json

from scorekeeper import parties
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.paper.sheets import html_of
from scorekeeper.parties.sheet_requests import file_request, partie_request
from scorekeeper.records.cache import Cache
from tests.tarot_table import new_uuid
from tests.web.browsing import Visit
from tests.web.hands import EVENINGS, act, close, play


def test_a_partie_is_signed_where_it_ends(visit: Visit) -> None:
    number = play(visit, EVENINGS["jass"])
    path = f"/parties/{number}"
    columns = EVENINGS["jass"].sheet["equipes"]
    form = visit.get(path).form("/terminer")
    assert not [name for name in form.known if name.startswith("initiales")]  # asked for once, at the closing
    assert visit.send(form).location == path
    form = visit.get(path).form("/signer")
    typed = form.with_fields({"initiales-0": " AB ", "initiales-1": "CD"})
    for _ in range(2):
        assert visit.send(form, typed).location == path
    page = visit.get(path)
    assert f"Signé : {columns[0]} AB · {columns[1]} CD" in page.text
    assert not page.has_form("/signer")
    history = visit.get(f"{path}/historique")
    assert history.kinds[:2] == ["Feuille signée", "Feuille terminée"]
    assert f"Feuille signée — {columns[0]} AB, {columns[1]} CD" in history.text
    store = visit.client.application.extensions["store"]
    store.cache = Cache(8)
    partie = parties.read_partie(store, number)
    document = partie.sheet_document()
    assert document["signatures"] == {columns[0]: "AB", columns[1]: "CD"}
    # The file keeps them, and paper shows them, from the partie and from its file.
    file = read_sheet(json.loads(json.dumps(document)))
    assert dict(file.signatures) == document["signatures"]
    for request in (partie_request(partie), file_request(file)):
        assert f"{columns[0]} AB · {columns[1]} CD" in html_of(request).replace("&amp;", "&")
    assert act(visit, path, "/rouvrir", raison="oubli").status == 303
    assert "signatures" not in parties.read_partie(store, number).sheet_document()
    assert "Signé" not in visit.get(path).text


def test_a_closed_partie_is_signed_later_and_by_the_others_too(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 2)
    path = f"/parties/{number}"
    store = visit.client.application.extensions["store"]
    close(visit, number)
    assert not parties.list_parties(store, status="close")[0].signed
    assert "non signée" in visit.get("/").text
    page = act(visit, path, "/signer")
    assert (page.status, page.errors) == (422, ["Écrivez au moins des initiales."])
    assert act(visit, path, "/signer", initiales_2="CC").status == 303
    page = visit.get(path)
    assert "Signé : Chloé CC" in page.text
    assert page.form("/signer").known >= {"initiales-0", "initiales-1", "initiales-3"}
    assert "initiales-2" not in page.form("/signer").known
    page = act(visit, path, "/signer", initiales_0="ABCDEFGHI")
    assert (page.status, page.errors) == (422, ["Au plus 8 caractères."])
    assert act(visit, path, "/signer", initiales_0="AA").status == 303
    assert dict(parties.read_partie(store, number).signatures) == {"Chloé": "CC", "Anne": "AA"}
    assert parties.list_parties(store)[0].signed
    assert "non signée" not in visit.get("/").text


def test_an_open_partie_is_not_signed(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 1)
    sent = {"uuid": new_uuid(), "signatures": {"Anne": "AA"}}
    answer = visit.client.post(f"/api/parties/{number}/sign", json=sent)
    assert answer.status_code == 409
    close(visit, number)
    for _ in range(2):
        assert visit.client.post(f"/api/parties/{number}/sign", json=sent).status_code == 200
    answer = visit.client.post(
        f"/api/parties/{number}/sign", json={**sent, "uuid": new_uuid(), "signatures": {"Zoé": "Z"}}
    )
    faults = [(fault["field"], fault["code"]) for fault in answer.get_json()["faults"]]
    assert (answer.status_code, faults) == (422, [("signatures.Zoé", "nom-inconnu")])
    shown = visit.client.get(f"/api/parties/{number}").get_json()["sheet"]
    assert shown["signatures"] == {"Anne": "AA"}


def test_a_sheet_with_signatures_that_cannot_be_is_refused(visit: Visit) -> None:
    sheet = {**EVENINGS["tarot"].sheet, "signatures": {"Anne": "AA", "Zoé": "Z"}}
    answer = visit.client.post("/api/score", json=sheet)
    assert answer.status_code == 422
    assert [fault["field"] for fault in answer.get_json()["faults"]] == ["signatures.Zoé"]
