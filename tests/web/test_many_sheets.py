"""How many sheets one address opens: a stranger must not fill the disk."""

from __future__ import annotations

from flask import Flask

from scorekeeper.tournaments.access.organiser import SHEETS
from tests.tarot_table import PLAYERS
from tests.web.test_whose_sheet import SHEET, Tablet


def test_one_address_opens_so_many_sheets_and_loses_nothing_that_was_typed(app: Flask) -> None:
    owner, other = Tablet(app, 7), Tablet(app, 8)
    for _ in range(SHEETS.most):
        answer = owner.client.post("/api/parties", json=SHEET)
        assert answer.status_code == 201
    refused = owner.client.post("/api/parties", json=SHEET)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 601
    page = owner.get("/nouvelle/tarot")
    form = page.form("/nouvelle/tarot")
    typed = {f"joueur-{place}": name for place, name in enumerate(PLAYERS)}
    page = owner.send(form, form.with_fields({**typed, "lieu": "Chez Berthe"}))
    assert page.status == 429
    assert "Beaucoup de feuilles ont été ouvertes d’ici" in page.html
    assert "Chez Berthe" in page.html
    assert all(name in page.html for name in PLAYERS)
    other.open_sheet("tarot", PLAYERS)
    assert app.test_client().post("/api/parties", json=SHEET).status_code == 201  # this machine itself
