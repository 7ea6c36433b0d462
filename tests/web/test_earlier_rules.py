"""The page of a new evening offers the settings of earlier evenings of the same game."""

from __future__ import annotations

from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from tests.tournaments.desk import draw, opened
from tests.web.browsing import Visit


def test_evening_copies_earlier_rules_and_keeps_typed_values(app: Flask) -> None:
    store: Store = app.extensions["store"]
    earlier = opened(
        store, 8, name="Grand prix", rounds=3, drop=1, prizes=["Un cochon"], fee=1000, currency="€"
    )
    draw(store, earlier)
    visit = Visit(app.test_client())
    form = visit.get("/tournois/nouveau/jass").form("/nouveau/jass")
    typed = [*form.filled(name="Le petit", liste="Zoé\nYann"), ("regles", "1")]
    page = visit.send(form, typed)
    assert page.status == 200
    values = [page.value(key) for key in ("name", "rounds", "drop", "fee")]
    assert values == ["Le petit", "3", "1", "10,00\u00a0€"]
    assert "Zoé\nYann</textarea>" in page.html
    assert "Un cochon</textarea>" in page.html
    assert len(desk.list_all(store)) == 1
