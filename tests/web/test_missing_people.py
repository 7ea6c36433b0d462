"""Warnings on the pages before a draw that would be refused."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from tests.tournaments.desk import BY, opened
from tests.web.browsing import Page
from tests.web.desk_visits import come_in, play_of_eight


@pytest.mark.parametrize(
    ("asked", "language", "sentence"),
    [
        (({"game": "jass"}, 3, 1), "fr", "Il manque une personne : il faut être quatre."),
        (({"game": "jass"}, 3, 1), "en", "One more person is needed: it takes four."),
        (({"game": "jass"}, 1, 3), "en", "3 more people are needed: it takes four."),
        (({"game": "tarot", "size": 5}, 3, 2), "fr", "Il manque 2 personnes : il faut être cinq."),
        (({"game": "tarot", "size": 3}, 2, 1), "fr", "Il manque une personne : il faut être trois."),
        (({"format": "paires-tirees"}, 2, 2), "fr", "Il manque 2 personnes : il faut être quatre."),
        (({"format": "paires-tirees"}, 5, 1), "fr", "Il manque une personne : une équipe est de deux."),
        (({"format": "paires-inscrites"}, 1, 0), "fr", "Joueur 001 n’a pas de partenaire."),
        (
            ({"game": "tarot", "odd": "fives"}, 7, 1),
            "fr",
            "7 joueurs ne se répartissent pas en tables de 4 et de 5 ; avec des exempts, c’est possible.",
        ),
    ],
)
def test_draw_that_would_be_refused_lists_missing_people(
    app: Flask, asked: tuple[dict[str, str], int, int], language: str, sentence: str
) -> None:
    store = play_of_eight(app)
    organiser = come_in(app)
    document, players, late = asked
    t = opened(store, players, **document)

    def shown(path: str) -> Page:
        return organiser.get(f"/tournois/{t.id}/{path}", headers={"Accept-Language": language})

    assert sentence in shown("joueurs").text
    assert sentence in shown("tirage").text
    assert "peut commencer" not in shown("tirage").text
    assert any(tag == "button" and "disabled" in attrs for tag, attrs in shown("tirage").elements)
    if late:
        desk.register(store, t.id, [f"Tardif {number}" for number in range(late)], by=BY)
        assert sentence not in shown("tirage").text
        assert not any("disabled" in attrs for _, attrs in shown("tirage").elements)
