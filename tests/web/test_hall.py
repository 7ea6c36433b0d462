"""Pages for the hall: names are sorted by surname, and each page is shown within a minute."""

from __future__ import annotations

import html
import re

from flask import Flask

from scorekeeper.records.store import Store
from tests.tournaments.desk import draw, opened


def test_four_hundred_find_their_seats_by_surname_in_a_minute(app: Flask) -> None:
    store: Store = app.extensions["store"]
    surnames = [a + b for a in ("Ab", "Él", "Mo", "Zu") for b in ("el", "is", "on", "ur", "ès")]
    people = [f"{first} {last}" for first in ("Anne", "Théo", "Zoé", "Guy") for last in surnames]
    people += [f"Marie {last}-{other}" for last in surnames for other in surnames][: 400 - len(people)]
    draw(store, opened(store, people, rounds=1))
    page = app.test_client().get("/tournois/1/salle").text
    names = [html.unescape(name) for name in re.findall(r"<bdi>([^<]*)</bdi><b>table", page)]
    assert len(names) == 400
    assert names[:2] == ["Abel Anne", "Abel Guy"]
    assert names.index("Élès Zoé") < names.index("Moel Anne") < names.index("Zuur Zoé")
    (seconds,) = map(int, re.findall(r'data-seconds="(\d+)"', page))
    assert seconds * page.count("data-page ") <= 60
    assert seconds >= 5
    # Without scripts, the refresh leads to the next page of the same view.
    assert 'url=/tournois/1/salle?page=2"' in page
    places = app.test_client().get("/tournois/1/salle?voir=places").text
    assert 'url=/tournois/1/salle?voir=places&amp;page=2"' in places
