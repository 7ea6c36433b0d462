"""What the organiser chooses that no partie gives: the worth of a missed round, points with a reason, tables for odd numbers."""

from __future__ import annotations

from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from tests.tournaments.desk import BY, draw, people
from tests.web.browsing import Visit

SETTINGS = "/tournois/1/reglages"


def test_the_worth_of_a_missed_round_is_chosen_also_once_tables_are_drawn(visit: Visit, app: Flask) -> None:
    store: Store = app.extensions["store"]
    for game, word in (("jass", "rien"), ("bouees", "rien"), ("couillon", "rien")):
        new = f"/tournois/nouveau/{game}"
        assert visit.get(new).form(new).only("missed") == [("missed", word)]
    form = visit.get("/tournois/nouveau/tarot").form("/tournois/nouveau/tarot")
    typed = {"name": "Soirée", "rounds": "2", "missed": "nombre", "missed_points": "-50"}
    assert visit.send(form, form.with_fields(typed)).status == 303
    assert desk.read(store, 1).options.missed == -50
    form = visit.get(SETTINGS).form(SETTINGS)
    assert form.only("missed", "missed_points") == [("missed", "nombre"), ("missed_points", "-50")]
    desk.register(store, 1, people(4), by=BY)
    draw(store, desk.read(store, 1))
    form = visit.get(SETTINGS).form(SETTINGS)
    assert visit.send(form, form.filled(missed="exempt")).status == 303
    assert desk.read(store, 1).options.missed == "exempt"
    form = visit.get(SETTINGS).form(SETTINGS)
    refused = visit.send(form, form.filled(missed="nombre", missed_points=""))
    assert refused.status == 422
    assert "ou un mot" in refused.text
    # A page that does not ask leaves it as it is.
    form = visit.get(SETTINGS).form(SETTINGS)
    assert visit.send(form, form.filled(missed=None)).status == 303
    assert desk.read(store, 1).options.missed == "exempt"
