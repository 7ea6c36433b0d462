"""The tablet on the table: totals, dealer, last donne, chart; half of it turned; a tap leads back to the sheet."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.browsing import Page, Visit
from tests.web.hands import EVENINGS, act, close, play


def shown(page: Page) -> list[tuple[str, int]]:
    """Return the names with their totals: of the sheet, and of the half that is turned for the players opposite."""
    read = re.findall(
        r'<span\s+class="who">.*?<bdi.*?>(.*?)</bdi>.*?</span>\s*<b>(.*?)</b>', page.html, re.DOTALL
    )
    return [(name, int(total.replace("−", "-"))) for name, total in read]


def test_the_table_shows_where_the_partie_is(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 2)
    path = f"/parties/{number}"
    assert f"{path}/table" in visit.get(path).links
    page = visit.get(f"{path}/table")
    # The garde of Chloé, 80 from each; then the prise of Anne, 25 + 10 from each.
    assert shown(page) == [("Anne", 25), ("Benoît", -115), ("Chloé", 205), ("David", -115)]
    assert "Donne 3 : Chloé donne" in page.text
    assert "La donne 2 · Prise réussie de 10 — Anne +105, les autres −35 chacun" in page.text
    assert page.html.count("<polyline") == 4
    assert f"{path}#saisie" in page.links
    assert '<noscript><meta http-equiv="refresh" content="10"></noscript>' in page.html
    turned = visit.get(f"{path}/table?tourne=1")
    assert shown(turned) == 2 * shown(page)
    assert f"{path}/table" in turned.links


def test_empty_table_names_the_dealer(visit: Visit) -> None:
    number = play(visit, EVENINGS["jass"], 0)
    page = visit.get(f"/parties/{number}/table")
    assert [total for _, total in shown(page)] == [0, 0]
    assert "Donne 1 :" in page.text
    assert "Noter la donne" in page.text


def test_the_slate_takes_the_whole_screen(visit: Visit) -> None:
    number = play(visit, EVENINGS["couillon"], 2)
    page = visit.get(f"/parties/{number}/table")
    assert (shown(page), page.html.count('class="chalk-slate')) == ([], 1)
    assert "resting whole-slate" in page.html
    # Scripts look for the notice that the computer no longer answers by its class: no other element may have it.
    assert re.findall(r'class="([^"]*\balone\b[^"]*)"', page.html) == ["alone"]
    cochonnet = visit.get(f"/parties/{play(visit, EVENINGS['cochonnet'], 1)}/table")
    assert (len(shown(cochonnet)), cochonnet.html.count('class="race"')) == (2, 1)


def test_device_preferring_the_swiss_slate_sees_it_for_the_lines(visit: Visit) -> None:
    number = play(visit, EVENINGS["jass"], 2)
    path = f"/parties/{number}"
    lines = visit.get(path)
    assert "chalk-slate" not in lines.html
    chosen = visit.follow(visit.send(lines.form("/figure")))
    assert chosen.html.count('class="chalk-slate') == 1
    assert 'class="body drawn fig-chosen"' in chosen.html
    # What is not drawn from the lines has none.
    assert "chalk-slate" not in visit.get(f"/parties/{play(visit, EVENINGS['bouees'], 1)}").html
    table = visit.get(f"{path}/table")
    assert "resting whole-slate" in table.html
    assert "Ardoise — " in table.html
    again = visit.follow(visit.send(chosen.form("/figure")))
    assert "chalk-slate" not in again.html + visit.get(f"{path}/table").html


@pytest.mark.parametrize("name", ["jass", "bouees"])
def test_finished_table_names_the_winner(visit: Visit, name: str) -> None:
    evening = EVENINGS[name]
    number = play(visit, evening)
    page = visit.get(f"/parties/{number}/table")
    for winner in evening.expected["winners"]:
        assert f": {winner}" in page.text
    assert "Voir la fin de la partie" in page.text


def test_onlooker_sees_the_table_and_writes_nothing(app: Flask, visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 1)
    other = Visit(app.test_client())
    page = other.get(f"/parties/{number}/table", environ_base={"REMOTE_ADDR": "10.0.0.7"})
    assert "Voir la feuille" in page.text
    assert {form.action.rpartition("/")[2] for form in page.forms} <= {"langue"}


def test_a_struck_line_is_not_the_last_one(visit: Visit) -> None:
    number = play(visit, EVENINGS["tarot"], 2)
    act(visit, f"/parties/{number}", "/annuler", annuler="2")
    page = visit.get(f"/parties/{number}/table")
    assert "La donne 1 · Garde" in page.text
    close(visit, number)
    assert "Victoire : Chloé" in visit.get(f"/parties/{number}/table").text
