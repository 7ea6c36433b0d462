"""Notices of the evening: missing people, an idle table, and one act in answer to each."""

from __future__ import annotations

import datetime as dt

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from scorekeeper.web.tournaments import round_page
from tests.tournaments.desk import BY, draw, opened, play
from tests.web.browsing import Visit

TABLES = "/tournois/1/tables"


def test_each_trouble_has_a_line_with_its_one_act(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    store: Store = app.extensions["store"]
    visit = Visit(app.test_client())
    t = opened(store, 9, door=True)
    desk.check_in(store, 1, range(1, 9), arrived=True, by=BY)
    t = draw(store, t)
    assert "8 présents sur 9. Porte" in visit.get(TABLES).text
    assert "/tournois/1/joueurs?vue=attendus" in visit.get(TABLES).links
    first, second = t.rounds[0].tables
    play(store, first.partie, [92])
    assert "rien depuis" not in visit.get(TABLES).text
    leaver = t.entrant(second.seats[0])
    desk.withdraw(store, 1, leaver.number, by=BY)
    line = f"Table 2 : {leaver.name} n’est plus là. Remplaçant"
    page = visit.get(TABLES)
    assert (line in page.text, "Réparer le tirage" in page.text) == (True, True)
    assert f"/tournois/1/joueurs/{leaver.number}/modifier" in {link.partition("#")[0] for link in page.links}
    # A newcomer can take the seat: that is the act offered.
    desk.check_in(store, 1, [9], arrived=True, by=BY)
    page = visit.get(TABLES)
    assert (line in page.text, page.has_form("/asseoir"), "8 présents sur 9" in page.text) == (
        False,
        True,
        False,
    )
    assert visit.send(page.form("/asseoir")).status == 303
    assert line not in visit.get(TABLES).text
    monkeypatch.setattr(round_page, "SILENT", dt.timedelta(0))
    assert "Table 1 : rien depuis 0 minutes. Table 1" in visit.get(TABLES).text
