"""The bar that undoes the last act, without scripts: its text, its button, and that it undoes nothing else."""

from __future__ import annotations

import re

from flask import Flask

from tests.tarot_table import PLAYERS
from tests.web.browsing import Page, Visit
from tests.web.hands import EVENINGS, act, amend, close, play, rows


def bar(page: Page) -> tuple[str, str]:
    """Return the text of the bar and of its button; empty without a bar."""
    shown = re.search(
        r'<div class="undo[^>]*>\s*<form.*?<p>(.*?)</p><button[^>]*>(.*?)</button>', page.html, re.DOTALL
    )
    return (shown[1].replace("\xa0", " "), shown[2]) if shown else ("", "")


def press(visit: Visit, page: Page, rang: int) -> Page:
    form = next(form for form in reversed(page.forms) if form.action.endswith("/annuler"))
    return visit.send(form, [*form.fields, ("annuler", str(rang))])


def test_bar_follows_the_written_line(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 2)
    path = f"/parties/{number}"
    brief = "Anne, prise +10"
    page = visit.get(path)
    assert bar(page) == (f"Ligne 2 : {brief}", "Annuler")
    page = visit.follow(press(visit, page, 2))
    assert bar(page) == (f"Ligne 2 annulée : {brief}", "Rétablir")
    page = visit.follow(press(visit, page, 2))
    assert bar(page) == (f"Ligne 2 rétablie : {brief}", "Annuler")
    close(visit, number)
    assert act(visit, path, "/rouvrir", raison="oubli").status == 303
    assert "Annuler la ligne 2" in visit.get(path).text
    amend(visit, f"{path}/lignes/1/modifier", note="vu", raison="oubli")
    page = visit.get(f"{path}/lignes/1")
    assert bar(page)[0].startswith("Ligne 1 modifiée : ")
    page = visit.follow(press(visit, page, 1))
    assert bar(page)[0].startswith("Modification de la ligne 1 annulée : ")
    assert bar(page)[1] == "Rétablir"
    act(visit, f"{path}/lignes/1", "/rayer", raison="jouée deux fois")
    assert bar(visit.get(path))[1] == "Rétablir"


def test_a_second_tap_on_a_page_of_before_reaches_no_other_line(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 3)
    page = visit.get(f"/parties/{number}")
    assert press(visit, page, 3).status == 303
    assert press(visit, page, 3).status == 303
    assert rows(visit, number) == 5
    visit.enter(number, EVENINGS["tarot"].sheet["entries"][3])
    form = next(form for form in reversed(page.forms) if form.action.endswith("/annuler"))
    stale = visit.send(form, [*(pair for pair in form.fields if pair[0] != "uuid"), ("annuler", "3")])
    assert (stale.status, rows(visit, number)) == (409, 6)
    assert stale.errors == ["La feuille a changé entre-temps\xa0: regardez d’abord la ligne."]


def test_another_device_sees_no_bar_and_has_the_menu(app: Flask, visit: Visit) -> None:
    number = visit.open_sheet("tarot", PLAYERS)
    path = f"/parties/{number}"
    assert not visit.get(path).has_form("/annuler")
    assert visit.enter(number, {"statut": "passee"}).status == 303
    other = Visit(app.test_client())
    page = other.get(path)
    assert bar(page) == ("", "")
    assert "Annuler la ligne 1" in page.text
    assert press(other, page, 1).status == 303
    assert rows(visit, number) == 3
    assert bar(visit.get(path)) == ("", "")
    assert "Rétablir la ligne 1" in visit.get(path).text
