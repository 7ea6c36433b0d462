"""Hidden numbers that players note before the play: none is visible before all have noted theirs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from scorekeeper.config import Config
from scorekeeper.parties import notes, read_partie
from scorekeeper.records.store import Store
from tests.pages import make_app
from tests.web.browsing import Fields, Page, Visit
from tests.web.hands import act

PLAYERS = ["Anne", "Benoît", "Chloé", "David"]
SAID = (87, 43, 29, 61)
MADE = {"points_0": "80", "points_1": "43", "points_2": "30", "points_3": "4"}


def note_number(visit: Visit, sheet: int, seat: int, number: str, **more: str) -> Page:
    """Type a number and tap a name."""
    fields: Fields = (
        visit.get(f"/parties/{sheet}").form("/saisies").only("csrf_token", "rang", "feuille", "table")
    )
    return visit.post(
        f"/parties/{sheet}/annonces", [*fields, ("nombre", number), ("place", str(seat)), *more.items()]
    )


def seen(page: Page) -> list[int]:
    """Return which of the four numbers are visible on a page: in a field, or as the text of an element."""
    return [number for number in SAID if re.search(rf'[">]\s*{number}\s*["<]', page.html)]


def opened(app: Flask) -> tuple[Visit, Visit, int]:
    """Open a sheet with two browsers that may write on it."""
    visit = Visit(app.test_client())
    return visit, Visit(app.test_client()), visit.open_sheet("differenzler", PLAYERS)


def test_numbers_are_hidden_until_all_are_noted(app: Flask) -> None:
    tablet, phone, sheet = opened(app)
    for seat, number in enumerate(SAID[:3]):
        device = phone if seat % 2 else tablet
        answer = note_number(device, sheet, seat, str(number))
        assert (answer.status, answer.location) == (303, f"/parties/{sheet}/annonces#saisie")
        for address in ("", "/annonces", "/table", "/historique"):
            assert all(seen(each.get(f"/parties/{sheet}{address}")) == [] for each in (tablet, phone))
        assert f"<small>{seat + 1}/4</small>" in tablet.get(f"/parties/{sheet}").html
    page = tablet.get(f"/parties/{sheet}/annonces")
    assert "Ont annoncé : 3 sur 4." in page.html.replace("\N{NO-BREAK SPACE}", " ")
    assert page.html.count('class="noted"') == 3
    # With the last number, all are in the form, on every device.
    assert note_number(phone, sheet, 3, str(SAID[3])).location == f"/parties/{sheet}#saisie"
    for device in (tablet, phone):
        page = device.get(f"/parties/{sheet}")
        assert [page.value(f"annonce_{seat}") for seat in range(4)] == [str(number) for number in SAID]
        assert seen(device.get(f"/parties/{sheet}/annonces")) == list(SAID)
    form = page.form("/saisies")
    assert phone.send(form, form.with_fields(dict(MADE))).status == 303
    store: Store = app.extensions["store"]
    assert read_partie(store, sheet).sheet.totals == (7, -10, 1, 57)
    # The next line has none.
    assert "<small>0/4</small>" in tablet.get(f"/parties/{sheet}").html
    assert tablet.get(f"/parties/{sheet}").value("annonce_0") is None


def test_number_is_replaced_only_if_confirmed_and_not_once_seen(app: Flask) -> None:
    tablet, phone, sheet = opened(app)
    assert note_number(tablet, sheet, 0, "87").status == 303
    page = note_number(phone, sheet, 0, "20")
    assert page.status == 409
    assert "Anne a déjà annoncé" in page.html
    assert seen(page) == []
    assert note_number(phone, sheet, 0, "20", encore="0").status == 303
    for seat in (1, 2, 3):
        note_number(tablet, sheet, seat, "40")
    assert tablet.get(f"/parties/{sheet}").value("annonce_0") == "20"
    late = note_number(phone, sheet, 1, "41", encore="1")
    assert late.status == 409
    assert "Tous ont déjà annoncé" in late.html
    assert tablet.get(f"/parties/{sheet}").value("annonce_1") == "40"


@pytest.mark.parametrize(
    ("number", "message"),
    [("158", "De 0 à 157."), ("-1", "De 0 à 157."), ("", "nombre entier"), ("dix", "nombre entier")],
)
def test_invalid_number_is_refused_and_kept(app: Flask, number: str, message: str) -> None:
    tablet, _, sheet = opened(app)
    page = note_number(tablet, sheet, 0, number)
    assert page.status == 422
    assert message in page.html
    assert page.value("nombre") == number
    noted = notes.sealing(app.extensions["store"], read_partie(app.extensions["store"], sheet))
    assert noted is not None
    assert noted.rows == {}


def test_number_without_name_or_for_another_line_is_dropped(app: Flask) -> None:
    tablet, phone, sheet = opened(app)
    fields = phone.get(f"/parties/{sheet}").form("/saisies").only("csrf_token", "rang", "feuille", "table")
    for place in ("", "4", "-1", "Anne"):
        page = phone.post(f"/parties/{sheet}/annonces", [*fields, ("nombre", "40"), ("place", place)])
        assert (page.status, page.value("nombre")) == (422, "40")
    assert act(tablet, f"/parties/{sheet}", "/saisies", statut="annulee").status == 303
    page = phone.post(f"/parties/{sheet}/annonces", [*fields, ("nombre", "40"), ("place", "0")])
    assert page.status == 409
    assert "La ligne 1 est déjà marquée" in page.html.replace("\N{NO-BREAK SPACE}", " ")
    assert "<small>0/4</small>" in phone.get(f"/parties/{sheet}").html


def test_numbers_survive_a_restart_and_join_other_drafts(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    config = Config(tmp_path_factory.mktemp("sealed"), trusted_hosts=("localhost",))
    app = make_app(config)
    tablet, _, sheet = opened(app)
    for seat in range(3):
        note_number(tablet, sheet, seat, str(SAID[seat]))
    form = tablet.get(f"/parties/{sheet}").form("/saisies")
    tablet.post(f"/parties/{sheet}/brouillon", form.with_fields({"note": "cœur"}))
    app.extensions["store"].close()
    restarted = make_app(config)
    again = Visit(restarted.test_client())
    assert "<small>3/4</small>" in again.get(f"/parties/{sheet}").html
    note_number(again, sheet, 3, str(SAID[3]))
    page = again.get(f"/parties/{sheet}")
    assert (page.value("note"), page.value("annonce_0"), page.value("annonce_3")) == ("cœur", "87", "61")
    restarted.extensions["store"].close()


def test_programs_note_numbers_and_see_none_before_the_last(app: Flask) -> None:
    tablet, _, sheet = opened(app)
    here = f"/api/parties/{sheet}/sealed"

    def noted(player: str, number: object, **more: object) -> tuple[int, Any]:
        answer = tablet.client.post(here, json={"rang": 1, "player": player, "number": number, **more})
        return answer.status_code, answer.get_json()

    begun = {"key": "annonces", "most": 157, "rang": 1, "open": False, "replaced": [], "numbers": {}}
    assert tablet.client.get(here).get_json() == {**begun, "noted": [], "missing": PLAYERS}
    for player, number in zip(PLAYERS[:3], SAID, strict=False):
        assert noted(player, number)[0] == 201
    assert tablet.client.get(here).get_json() == {**begun, "noted": PLAYERS[:3], "missing": ["David"]}
    again = noted("Anne", 20)
    assert (again[0], again[1]["faults"][0]["code"]) == (409, "annonce-deja")
    assert "87" not in str(again[1])
    assert noted("Anne", 20, instead=True)[1] == {
        **begun,
        "noted": PLAYERS[:3],
        "missing": ["David"],
        "replaced": ["Anne"],
    }
    status, shown = noted("David", 61)
    assert (status, shown["open"], shown["numbers"]) == (
        201,
        True,
        {"Anne": 20, "Benoît": 43, "Chloé": 29, "David": 61},
    )
    assert tablet.get(f"/parties/{sheet}").value("annonce_0") == "20"
    late = noted("Anne", 21, instead=True)
    assert (late[0], late[1]["faults"][0]["code"]) == (409, "annonces-ouvertes")


@pytest.mark.parametrize(
    ("sent", "status", "faults"),
    [
        ({"rang": 2, "player": "Anne", "number": 1}, 409, [("deja-note", "")]),
        (
            {"rang": 1, "player": "Zoé", "number": 158},
            422,
            [("nom-inconnu", "player"), ("hors-limites", "number")],
        ),
        ({"rang": 1, "player": "Anne", "number": "dix"}, 422, [("nombre-entier", "number")]),
        ({"rang": 1, "player": "Anne"}, 422, [("cle-manquante", "number")]),
        ({"rang": True, "player": "Anne", "number": 1}, 422, [("nombre-entier", "rang")]),
    ],
)
def test_impossible_number_of_a_program_is_refused_with_reasons(
    app: Flask, sent: dict[str, object], status: int, faults: list[tuple[str, str]]
) -> None:
    tablet, _, sheet = opened(app)
    answer = tablet.client.post(f"/api/parties/{sheet}/sealed", json=sent)
    reasons = [(fault["code"], fault["field"]) for fault in answer.get_json()["faults"]]
    assert (answer.status_code, reasons) == (status, faults)


def test_programs_note_nothing_without_hidden_numbers_or_at_end(app: Flask) -> None:
    tablet, _, sheet = opened(app)
    tarot = tablet.open_sheet("tarot", PLAYERS)
    note = {"rang": 1, "player": "Anne", "number": 1}
    assert tablet.client.get(f"/api/parties/{tarot}/sealed").status_code == 404
    assert tablet.client.post(f"/api/parties/{tarot}/sealed", json=note).status_code == 404
    over = tablet.open_sheet("differenzler", PLAYERS, **{"reglage-nb_donnes": "1"})
    donne = {"annonces": dict.fromkeys(PLAYERS, 40), "points": dict.fromkeys(PLAYERS[:3], 40)}
    assert tablet.enter(over, donne).status == 303
    answer = tablet.client.post(f"/api/parties/{over}/sealed", json={**note, "rang": 2})
    assert (answer.status_code, answer.get_json()["faults"][0]["code"]) == (422, "partie-terminee")
    assert act(tablet, f"/parties/{sheet}", "/ranger").status in {302, 303}
    answer = tablet.client.post(f"/api/parties/{sheet}/sealed", json=note)
    assert (answer.status_code, answer.get_json()["faults"][0]["code"]) == (409, "partie-close")


def test_replaced_number_is_announced_to_everybody(app: Flask) -> None:
    tablet, phone, sheet = opened(app)
    note_number(phone, sheet, 0, "87")
    asked = note_number(tablet, sheet, 0, "20").text
    assert "Un téléphone ne répond plus" in asked
    assert "Anne a déjà annoncé (appareil" in asked
    assert note_number(tablet, sheet, 0, "20", encore="0").status == 303
    for each in (tablet, phone):
        for address in ("", "/annonces"):
            assert "Annonce remplacée : Anne" in each.get(f"/parties/{sheet}{address}").text


def test_draft_keeps_revealed_numbers_and_asks_about_another(app: Flask) -> None:
    tablet, phone, sheet = opened(app)
    stale = phone.get(f"/parties/{sheet}").form("/saisies")
    for seat, number in enumerate(SAID):
        note_number(tablet, sheet, seat, str(number))
    # An older page with empty predictions is stored as a draft and resumed.
    noted = phone.post(f"/parties/{sheet}/brouillon", stale.with_fields({"note": "cœur"}))
    assert noted.status == 303
    page = phone.get(f"/parties/{sheet}")
    assert [page.value(f"annonce_{seat}") for seat in range(4)] == [str(number) for number in SAID]
    assert page.value("note") == "cœur"
    # Clearing the draft leaves the numbers.
    phone.post(f"/parties/{sheet}/brouillon", [*stale.only("csrf_token", "rang"), ("vider", "1")])
    page = phone.get(f"/parties/{sheet}")
    assert page.value("annonce_3") == "61"
    # Another number on the old page is asked about; empty ones take the noted numbers.
    other = stale.with_fields({**MADE, "annonce_1": "34"})
    asked = phone.send(stale, other)
    assert asked.status == 422
    assert "Benoît a annoncé 43 (annonces cachées), et non 34 : est-ce voulu ?" in asked.text
    assert phone.send(stale, stale.with_fields(dict(MADE))).status == 303
    store: Store = app.extensions["store"]
    assert read_partie(store, sheet).sheet.totals == (7, -10, 1, 57)


def test_number_other_than_revealed_is_written_once_confirmed(app: Flask) -> None:
    tablet, _, sheet = opened(app)
    for seat, number in enumerate(SAID):
        note_number(tablet, sheet, seat, str(number))
    form = tablet.get(f"/parties/{sheet}").form("/saisies")
    meant = [*form.with_fields({**MADE, "annonce_1": "44"}), ("sure", "annonce-autre")]
    assert tablet.send(form, meant).status == 303
    store: Store = app.extensions["store"]
    assert read_partie(store, sheet).sheet.totals == (7, 1, 1, 57)


def test_open_games_and_ended_sheets_have_no_hidden_number_page(app: Flask) -> None:
    visit = Visit(app.test_client())
    tarot = visit.open_sheet("tarot", PLAYERS)
    assert visit.get(f"/parties/{tarot}/annonces").status == 404
    assert note_number(visit, tarot, 0, "40").status == 404
    _, _, sheet = opened(app)
    assert act(visit, f"/parties/{sheet}", "/ranger").status in {302, 303}
    assert visit.get(f"/parties/{sheet}/annonces").location == f"/parties/{sheet}"


def test_no_draft_takes_a_number_before_all_have_noted_theirs(app: Flask) -> None:
    tablet, phone, sheet = opened(app)
    stale = tablet.get(f"/parties/{sheet}").form("/saisies")
    for more in ({}, {"age": "0"}):
        fields = stale.with_fields({"annonce_0": "87", "note": f"cœur{len(more)}"})
        assert tablet.post(f"/parties/{sheet}/brouillon", [*fields, *more.items()]).status in {200, 303}
        page = phone.get(f"/parties/{sheet}")
        assert (page.value("note"), seen(page)) == (f"cœur{len(more)}", [])
    # The form has these fields only once all are noted; a page that has them keeps its values.
    assert "annonce_0" not in dict(phone.get(f"/parties/{sheet}").form("/saisies").fields)
    answer = tablet.send(stale, stale.with_fields({**MADE, "annonce_0": "87", "points_0": "81"}))
    assert (answer.status, answer.value("annonce_0")) == (422, "87")
    for seat, number in enumerate(SAID):
        note_number(tablet, sheet, seat, str(number))
    assert phone.get(f"/parties/{sheet}").value("annonce_0") == "87"
