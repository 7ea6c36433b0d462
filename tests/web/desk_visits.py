"""Browsers at a tournament: the organiser's with the passphrase, a tablet's with its table's link."""

from __future__ import annotations

from flask import Flask

from scorekeeper.records.store import Store
from scorekeeper.tournaments.access import table_links
from scorekeeper.tournaments.access.organiser import set_passphrase
from tests.tournaments.desk import BY, draw, opened
from tests.web.browsing import Visit

PHRASE = "cinq vaches sur le pré"


def tokens(app: Flask) -> dict[int, str]:
    """Return the tokens of the links of tournament 1, by table."""
    return table_links.tokens(app.extensions["store"], 1, key=app.config["SECRET_KEY"], by=BY)


def play_of_eight(app: Flask) -> Store:
    """Make a tournament of eight with its first round played, and set a passphrase."""
    store: Store = app.extensions["store"]
    draw(store, opened(store, 8, rounds=2))
    set_passphrase(store, PHRASE)
    return store


def come_in(app: Flask) -> Visit:
    """Return a new browser, logged in as organiser."""
    visit = Visit(app.test_client())
    form = visit.get("/organisateur?retour=/tournois/1/tables").form("/entrer")
    assert visit.send(form, form.with_fields({"phrase": PHRASE})).location == "/tournois/1/tables"
    return visit


def tablet(app: Flask, table: int) -> Visit:
    """Return a tablet that opened the link of a table."""
    visit = Visit(app.test_client())
    path = f"/t/{tokens(app)[table]}"
    assert visit.send(visit.get(path).form(path)).location == "/table"
    return visit
