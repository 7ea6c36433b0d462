"""A player's own page is found by name without a password; it has the seat, each round's result, and the rank after closed
rounds.
"""

from __future__ import annotations

from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from tests.tournaments.desk import BY, draw, note, opened
from tests.web.browsing import Visit

PEOPLE = (
    "Zoé Favre",
    "Émile Élan",
    "Anne Favre",
    "Jean-Luc Rey",
    "Paul Rey",
    "Inès Noël",
    "Guy Monnat",
    "Léa Lang",
)


def test_a_person_finds_their_own_page_by_a_few_letters(app: Flask) -> None:
    store: Store = app.extensions["store"]
    opened(store, PEOPLE)
    phone = Visit(app.test_client())
    here = "/tournois/1/mon-soir"
    assert phone.get(f"{here}?nom=elan").location == "/tournois/1/joueurs/2"
    assert phone.get(f"{here}?nom=4").location == "/tournois/1/joueurs/4"
    page = phone.get(f"{here}?nom=fav")
    assert page.text.index("Anne Favre") < page.text.index("Zoé Favre")
    assert "Personne ne s’appelle ainsi" in phone.get(f"{here}?nom=xyz").text
    assert "Personne" not in phone.get(here).text


def test_own_page_has_the_seat_and_the_rank_of_closed_rounds(app: Flask) -> None:
    store: Store = app.extensions["store"]
    t = draw(store, opened(store, PEOPLE, rounds=2))
    table = t.rounds[0].tables[1]
    me, mate = table.seats[0], table.seats[2]
    phone, here = Visit(app.test_client()), f"/tournois/1/joueurs/{me}"
    text = phone.get(here).text
    assert f"Table 2 place 1 avec {PEOPLE[mate - 1]} contre" in text
    assert "PROVISOIRE" not in text
    for number in (1, 2):
        t = note(store, t, number, (1007, 877))
    assert "rang" not in phone.get(here).text
    t = desk.close_round(store, 1, 1, by=BY)
    text = phone.get(here).text
    assert "PROVISOIRE, 1 tour sur 2" in text
    seat = next(n for n, drawn in enumerate(t.planned[0].tables, 1) if me in drawn)
    assert f"Tour 2 prévu Table {seat} place" in text
