"""Mending a draw from the desk: previewed, with its slips, and the seats of tables that have not begun."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from tests.tournaments.desk import BY, J23, draw, new_uuid, note, opened, play
from tests.web.browsing import Visit


@pytest.fixture
def store(app: Flask) -> Store:
    records: Store = app.extensions["store"]
    return records


@pytest.fixture
def organiser(app: Flask) -> Visit:
    return Visit(app.test_client())


def evening(store: Store, players: int) -> None:
    """Create a tournament, and play and close its first round."""
    t = draw(store, opened(store, players))
    for table in t.rounds[0].tables:
        note(store, t, table.number, (1007, 877))
    desk.close_round(store, t.id, 1, by=BY)


def test_repair_is_announced_done_by_a_button_and_reprints_slips(organiser: Visit, store: Store) -> None:
    evening(store, 17)
    t = desk.read(store, 1)
    leaver = t.planned[0].byes[0]
    desk.withdraw(store, 1, leaver, by=BY)
    desk.register(store, 1, ["Zoé"], by=BY)
    page = organiser.get("/tournois/1/tirage")
    assert "Arrivées : Zoé." in page.text
    assert f"Départs : {t.entrant(leaver).name}." in page.text
    repair = desk.foreseen_repair(desk.read(store, 1))
    assert repair is not None
    moved = len(repair.body["who"])
    words = f"{moved} personnes bougent, {16 - moved} gardent leur fiche."
    assert words in page.text
    assert organiser.send(page.form("/reparer")).location == "/tournois/1/tirage"
    page = organiser.get("/tournois/1/tirage")
    assert words in page.text
    assert "1 arrivée, 1 départ" in page.text
    assert not page.has_form("/reparer")
    assert organiser.get("/tournois/1/billets.pdf?acte=1").status == 200
    assert "Tirage réparé" in organiser.get("/tournois/1/historique").text
    assert organiser.send(page.form("/tirage")).status == 303
    assert [len(draw.acts) for draw in desk.read(store, 1).draws] == [1]


def test_an_announcement_that_is_out_of_date_is_not_carried_out(organiser: Visit, store: Store) -> None:
    evening(store, 16)
    desk.register(store, 1, ["Zoé"], by=BY)
    form = organiser.get("/tournois/1/tirage").form("/reparer")
    desk.register(store, 1, ["Yves"], by=BY)
    late = organiser.send(form, form.with_fields({"raison": "Zoé est là"}))
    assert late.status == 409
    assert "Les présences ont changé" in late.errors[0]
    # The returned page has the present announcement and the typed values.
    again = late.form("/reparer")
    assert ("raison", "Zoé est là") in again.fields
    assert organiser.send(again).status == 303


def test_late_arrival_is_offered_a_seat_or_a_table(organiser: Visit, store: Store) -> None:
    t = draw(store, opened(store, 18))
    left = t.rounds[0].tables[1].seats[0]
    desk.withdraw(store, 1, left, by=BY)
    desk.register(store, 1, ["Zoé"], by=BY)
    page = organiser.get("/tournois/1/tables")
    assert f"Asseoir Zoé à la table 2, à la place de {t.entrant(left).name}" in page.text
    assert organiser.send(page.form("/asseoir")).status == 303
    assert desk.read(store, 1).rounds[0].tables[1].seats[0] == 19
    desk.register(store, 1, ["Yves", "Xénia"], by=BY)
    page = organiser.get("/tournois/1/tables")
    assert "Ouvrir la table 5" in page.text
    assert organiser.send(page.form("/asseoir")).status == 303
    t = desk.read(store, 1)
    assert (len(t.rounds[0].tables), t.rounds[0].byes) == (5, ())
    assert [act.why for act in t.draws[0].acts] == ["arrivée en cours de tour"] * 2
    assert "Table ajoutée" in organiser.get("/tournois/1/historique").text
    assert "/asseoir" not in organiser.get("/tournois/1/tables").html


def test_two_wrongly_seated_change_places_on_their_table_page(organiser: Visit, store: Store) -> None:
    t = draw(store, opened(store, 16))
    first, other = t.rounds[0].tables[0].seats[1], t.rounds[0].tables[2].seats[0]
    page = organiser.get("/tournois/1/tours/1/tables/1")
    form = page.form("/places")
    chosen = {"place": str(first), "qui": str(other)}
    refused = organiser.send(form, form.with_fields({**chosen, "raison": ""}))
    assert (refused.status, refused.errors) == (422, ["Il faut dire pourquoi."])
    assert organiser.send(form, form.with_fields({**chosen, "raison": "mal assis"})).status == 303
    t = desk.read(store, 1)
    assert (t.rounds[0].tables[0].seats[1], t.rounds[0].tables[2].seats[0]) == (other, first)
    assert "places échangées" in organiser.get("/tournois/1/tirage").text
    play(store, t.rounds[0].tables[0].partie, J23[:1])
    assert not organiser.get("/tournois/1/tours/1/tables/1").has_form("/places")


def test_a_named_person_is_put_at_a_named_table(organiser: Visit, store: Store) -> None:
    t = draw(store, opened(store, 17))
    bye, other = t.rounds[0].byes[0], t.rounds[0].tables[2].seats[1]
    form = organiser.get(f"/tournois/1/joueurs/{bye}/modifier").form("/placer")
    full = organiser.send(form, form.with_fields({"table": "3", "raison": "marche mal"}))
    assert (full.status, full.errors) == (422, ["Cette table est pleine\xa0: dites à la place de qui."])
    asked = {"table": "3", "instead": str(other), "raison": "marche mal"}
    assert organiser.send(form, form.with_fields(asked)).status == 303
    t = desk.read(store, 1)
    assert (t.rounds[0].tables[2].seats[1], t.rounds[0].byes) == (bye, (other,))


def test_same_acts_by_the_api_are_stored_with_the_draw(app: Flask, store: Store) -> None:
    client, t = app.test_client(), draw(store, opened(store, 17))
    tables = [table.seats for table in t.rounds[0].tables]
    at = f"/api/tournois/{t.id}"
    swapped = client.post(
        f"{at}/rounds/1/swap", json={"who": [tables[0][0], tables[1][0]], "reason": "mal assis"}
    )
    assert swapped.status_code == 200
    asked = {"who": t.rounds[0].byes[0], "table": 3, "instead": tables[2][1], "reason": "marche mal"}
    assert client.post(f"{at}/rounds/1/place", json=asked).status_code == 200
    client.post(f"{at}/players", json={"name": "Zoé"})
    repaired = client.post(f"{at}/repair", json={"reason": "Zoé vient d’arriver"})
    acts = repaired.get_json()["draws"][0]["acts"]
    assert [(act["kind"], act["round"]) for act in acts] == [("swap", 1), ("place", 1), ("repair", 2)]
    assert [act["why"] for act in acts] == ["mal assis", "marche mal", "Zoé vient d’arriver"]
    assert acts[2]["arrived"] == [18]
    refused = client.post(f"{at}/rounds/1/tables", json={"who": [1, 2], "reason": "trop peu"})
    assert (refused.status_code, refused.get_json()["faults"][0]["code"]) == (422, "table-de")


def test_a_page_from_before_does_not_open_the_round_after(organiser: Visit, store: Store) -> None:
    opened(store, 8, rounds=2)
    stale = organiser.get("/tournois/1/tirage").form("/tirage")
    assert organiser.send(stale).status == 303
    for table in (1, 2):
        note(store, desk.read(store, 1), table, (1007, 877))
    desk.close_round(store, 1, 1, by=BY)
    # The response was lost, and the form is sent again; then another desk sends it.
    assert organiser.send(stale).status == 303
    late = organiser.send(stale, stale.with_fields({"uuid": new_uuid()}))
    assert (late.status, late.errors) == (409, ["Le tour 1 est déjà ouvert."])
    assert len(desk.read(store, 1).rounds) == 1
