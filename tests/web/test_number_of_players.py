"""Numbers of players: refusals that name games for other numbers, and the columns of an empty sheet."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from scorekeeper.cards import catalogue
from scorekeeper.config import resources
from scorekeeper.parties.house import keep_house_game
from tests.web.browsing import Visit

NAMES = ["Anne", "Benoît", "Chloé", "David", "Émile", "Fanny"]


@pytest.mark.parametrize(
    ("game", "count", "message"),
    [
        ("tarot", 6, "Ce jeu se joue à 3, 4 ou 5 joueurs. À 6, prenez Marque libre."),
        ("belote", 3, "Ce jeu se joue à 4 joueurs. À 3, prenez Marque libre."),
        ("wiezen", 2, "Ce jeu se joue à 4 ou 5 joueurs. À 2, prenez Marque libre."),
        ("tarot", 1, "Ce jeu se joue à 3, 4 ou 5 joueurs."),
    ],
)
def test_refused_number_of_players_names_the_free_sheet(
    client: FlaskClient, game: str, count: int, message: str
) -> None:
    sheet = {"format": "scorekeeper/1", "game": game, "players": NAMES[:count]}
    for path in ("/api/score", "/api/parties"):
        answer = client.post(path, json=sheet, headers={"Accept-Language": "fr"})
        assert answer.status_code == 422
        (fault,) = answer.get_json()["faults"]
        assert (fault["code"], fault["message"]) == ("joueurs-nombre", message)


def test_games_of_the_house_that_fit_are_named(client: FlaskClient) -> None:
    """Skyjo takes two to eight people, Spades four."""
    for game in ("skyjo", "spades"):
        text = (resources("examples") / "jeux" / f"{game}.toml").read_bytes()
        declared = catalogue.check_text(text).game
        assert declared is not None
        keep_house_game(client.application.extensions["store"], declared, "")
    sheet = {"format": "scorekeeper/1", "game": "tarot", "players": NAMES}
    (fault,) = client.post("/api/parties", json=sheet, headers={"Accept-Language": "fr"}).get_json()["faults"]
    message = "Ce jeu se joue à 3, 4 ou 5 joueurs. À 6, prenez Marque libre ou Skyjo."
    assert fault["message"] == message
    visit = Visit(client)
    form = visit.get("/nouvelle/belote").form("/nouvelle/belote")
    seats = {f"joueur-{place}": name for place, name in enumerate(NAMES[:3])}
    refused = visit.send(form, form.with_fields(seats))
    assert "À 3, prenez Marque libre ou Skyjo." in refused.text


@pytest.mark.parametrize(("players", "columns"), [(4, "6"), (6, "8"), (7, "8"), (12, "13")])
def test_an_empty_sheet_has_one_row_over_all_shown_columns(visit: Visit, players: int, columns: str) -> None:
    number = visit.open_sheet("libre", [f"Anne {place}" for place in range(players)])
    cells = [attrs for tag, attrs in visit.get(f"/parties/{number}").elements if tag == "td"]
    assert [cell.get("colspan") for cell in cells] == [columns]
