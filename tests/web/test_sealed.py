"""Numbers that players note each for themselves before the play: nobody sees one before all have noted theirs."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.config import Config
from scorekeeper.parties import drafts, read_partie
from scorekeeper.records.store import Store
from tests.pages import make_app
from tests.web.browsing import Fields, Page, Visit
from tests.web.hands import act

PLAYERS = ["Anne", "Benoît", "Chloé", "David"]
SAID = (87, 43, 29, 61)
MADE = {"points_0": "80", "points_1": "43", "points_2": "30", "points_3": "4"}


def say(visit: Visit, sheet: int, seat: int, number: str, **more: str) -> Page:
    """Type a number and touch a name."""
    fields: Fields = (
        visit.get(f"/parties/{sheet}").form("/saisies").only("csrf_token", "rang", "feuille", "table")
    )
    return visit.post(
        f"/parties/{sheet}/annonces", [*fields, ("nombre", number), ("place", str(seat)), *more.items()]
    )


def seen(page: Page) -> list[int]:
    """The numbers of the four that stand on a page by themselves: in a field, or as what an element says."""
    return [number for number in SAID if re.search(rf'[">]\s*{number}\s*["<]', page.html)]


def opened(app: Flask) -> tuple[Visit, Visit, int]:
    """A sheet with two browsers that may write on it."""
    visit = Visit(app.test_client())
    return visit, Visit(app.test_client()), visit.open_sheet("differenzler", PLAYERS)


def test_nobody_sees_a_number_before_all_have_noted_theirs(app: Flask) -> None:
    tablet, phone, sheet = opened(app)
    for seat, number in enumerate(SAID[:3]):
        device = phone if seat % 2 else tablet
        answer = say(device, sheet, seat, str(number))
        assert (answer.status, answer.location) == (303, f"/parties/{sheet}/annonces#saisie")
        for address in ("", "/annonces", "/table", "/historique"):
            assert all(seen(each.get(f"/parties/{sheet}{address}")) == [] for each in (tablet, phone))
        assert f"<small>{seat + 1}/4</small>" in tablet.get(f"/parties/{sheet}").html
    page = tablet.get(f"/parties/{sheet}/annonces")
    assert "Ont annoncé : 3 sur 4." in page.html.replace("\N{NO-BREAK SPACE}", " ")
    assert page.html.count('class="noted"') == 3
    # With the last one they stand in the form, on every device.
    assert say(phone, sheet, 3, str(SAID[3])).location == f"/parties/{sheet}#saisie"
    for device in (tablet, phone):
        page = device.get(f"/parties/{sheet}")
        assert [page.value(f"annonce_{seat}") for seat in range(4)] == [str(number) for number in SAID]
        assert seen(device.get(f"/parties/{sheet}/annonces")) == list(SAID)
    form = page.form("/saisies")
    assert phone.send(form, form.with_fields(dict(MADE))).status == 303
    store: Store = app.extensions["store"]
    assert read_partie(store, sheet).sheet.totals == (7, -10, 1, 57)
    # The next line begins with nothing.
    assert "<small>0/4</small>" in tablet.get(f"/parties/{sheet}").html
    assert tablet.get(f"/parties/{sheet}").value("annonce_0") == ""


def test_a_number_is_replaced_only_where_that_is_said_and_never_once_all_were_seen(app: Flask) -> None:
    tablet, phone, sheet = opened(app)
    assert say(tablet, sheet, 0, "87").status == 303
    page = say(phone, sheet, 0, "20")
    assert page.status == 409
    assert "Anne a déjà annoncé" in page.html
    assert seen(page) == []
    assert say(phone, sheet, 0, "20", encore="0").status == 303
    for seat in (1, 2, 3):
        say(tablet, sheet, seat, "40")
    assert tablet.get(f"/parties/{sheet}").value("annonce_0") == "20"
    late = say(phone, sheet, 1, "41", encore="1")
    assert late.status == 409
    assert "Tous ont déjà annoncé" in late.html
    assert tablet.get(f"/parties/{sheet}").value("annonce_1") == "40"


@pytest.mark.parametrize(
    ("number", "told"),
    [("158", "De 0 à 157."), ("-1", "De 0 à 157."), ("", "À remplir."), ("dix", "nombre entier")],
)
def test_what_is_no_number_is_refused_and_stays(app: Flask, number: str, told: str) -> None:
    tablet, _, sheet = opened(app)
    page = say(tablet, sheet, 0, number)
    assert page.status == 422
    assert told in page.html
    assert page.value("nombre") == number
    assert drafts.sealed(app.extensions["store"], read_partie(app.extensions["store"], sheet)) == {}


def test_a_number_without_a_name_or_for_another_line_is_kept_nowhere(app: Flask) -> None:
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


def test_numbers_survive_the_server_and_join_what_was_noted_otherwise(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    config = Config(tmp_path_factory.mktemp("sealed"), trusted_hosts=("localhost",))
    app = make_app(config)
    tablet, _, sheet = opened(app)
    for seat in range(3):
        say(tablet, sheet, seat, str(SAID[seat]))
    form = tablet.get(f"/parties/{sheet}").form("/saisies")
    tablet.post(f"/parties/{sheet}/brouillon", form.with_fields({"note": "cœur"}))
    app.extensions["store"].close()
    restarted = make_app(config)
    again = Visit(restarted.test_client())
    assert "<small>3/4</small>" in again.get(f"/parties/{sheet}").html
    say(again, sheet, 3, str(SAID[3]))
    page = again.get(f"/parties/{sheet}")
    assert (page.value("note"), page.value("annonce_0"), page.value("annonce_3")) == ("cœur", "87", "61")
    restarted.extensions["store"].close()


def test_games_that_hide_nothing_and_sheets_that_are_over_have_no_such_page(app: Flask) -> None:
    visit = Visit(app.test_client())
    tarot = visit.open_sheet("tarot", PLAYERS)
    assert visit.get(f"/parties/{tarot}/annonces").status == 404
    assert say(visit, tarot, 0, "40").status == 404
    _, _, sheet = opened(app)
    assert act(visit, f"/parties/{sheet}", "/ranger").status in {302, 303}
    assert visit.get(f"/parties/{sheet}/annonces").location == f"/parties/{sheet}"
