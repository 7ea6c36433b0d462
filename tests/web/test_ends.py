"""Closing a partie asks once, an empty sheet is put away and taken out again, reasons are given with one tap."""

from __future__ import annotations

from uuid import uuid4

from flask import Flask

from tests.tarot_table import PLAYERS
from tests.web.browsing import Visit
from tests.web.hands import EVENINGS, act, play, rows


def test_ending_names_its_effect_and_asks_once(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 2)
    path = f"/parties/{number}"
    assert f"{path}/terminer#saisie" in visit.get(path).links
    assert not visit.get(path).has_form("/terminer")
    page = visit.get(f"{path}/terminer")
    # The garde of Chloé, 80 from each; then the prise of Anne, 25 + 10 from each.
    assert "Chloé 205" in page.text
    assert "Anne 25" in page.text
    assert "La partie sera terminée. On pourra la rouvrir." in page.text
    form = page.form("/terminer")
    # A line was written meanwhile: the page asks again, about the present sheet.
    visit.enter(number, {"statut": "passee"})
    page = visit.send(form)
    assert (page.status, rows(visit, number)) == (409, 4)
    assert visit.send(page.form("/terminer")).status == 303
    assert visit.get(path).has_form("/rouvrir")
    assert visit.get(f"{path}/terminer").location == path


def test_empty_sheet_is_put_away_and_taken_out_at_one_tap(visit: Visit) -> None:
    number = visit.open_sheet("tarot", PLAYERS)
    path = f"/parties/{number}"
    assert f"{path}/terminer#saisie" not in visit.get(path).links
    page = act(visit, "/", "/ranger")
    assert (page.status, page.location) == (303, "/")
    assert path not in visit.get("/").links
    assert path in visit.get("/parties").links
    page = visit.get(path)
    assert "Feuille rangée" in page.text
    assert visit.send(page.form("/ressortir")).location == path
    assert path in visit.get("/").links
    assert visit.get(path).has_form("/saisies")


def test_a_sheet_that_was_written_on_meanwhile_is_not_put_away(visit: Visit) -> None:
    number = visit.open_sheet("tarot", PLAYERS)
    path = f"/parties/{number}"
    form = visit.get(path).form("/ranger")
    assert visit.enter(number, {"statut": "passee"}).status == 303
    assert visit.send(form).location == path
    assert visit.get(path).has_form("/saisies")
    assert not visit.get(path).has_form("/ranger")
    token = ("csrf_token", visit.token())
    assert visit.post(f"{path}/ressortir", [token]).location == path
    assert rows(visit, number) == 2


def test_an_onlooker_puts_nothing_away(app: Flask, visit: Visit) -> None:
    visit.open_sheet("tarot", PLAYERS)
    other = Visit(app.test_client())
    page = other.get("/", environ_base={"REMOTE_ADDR": "10.0.0.7"}, headers={"Host": "localhost"})
    assert not page.has_form("/ranger")


def test_a_reason_is_given_at_one_tap(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 3)
    path = f"/parties/{number}"
    # One tap strikes the line; the reason is asked for afterwards, and optional.
    page = act(visit, f"{path}/lignes/1", "/rayer")
    assert page.location == f"{path}/lignes/1"
    struck = visit.get(f"{path}/lignes/1")
    form = struck.form("/rayer")
    assert [text in struck.text for text in ("recompté", "mauvais preneur", "faute de frappe")] == [True] * 3
    # A field hidden by another choice does not count.
    page = visit.send(form, form.with_fields({"motif": "preneur", "raison": "xyz"}))
    assert page.location == f"{path}#saisie"
    assert not visit.get(f"{path}/lignes/1").has_form("/rayer")
    again = form.with_fields({"uuid": str(uuid4()), "raison": "autre chose"})
    assert visit.send(form, again).status == 409
    history = visit.get(f"{path}/historique").text
    assert "mauvais preneur" in history
    assert "xyz" not in history
    form = visit.get(f"{path}/lignes/2/modifier").form("/modifier")
    fields = form.with_fields({"points": "60", "motif": "autre", "raison": "le chien était compté deux fois"})
    assert visit.send(form, fields).status == 303
    assert "le chien était compté deux fois" in visit.get(f"{path}/historique").text


def test_tapped_reason_stays_chosen_when_another_field_is_wrong(visit: Visit) -> None:
    number = play(visit, EVENINGS["jass"], 2)
    form = visit.get(f"/parties/{number}/lignes/1/modifier").form("/modifier")
    page = visit.send(form, form.with_fields({"points": "999", "motif": "camp", "raison": "le chien"}))
    assert page.status == 422
    assert (page.value("motif"), page.value("raison")) == ("camp", "le chien")
