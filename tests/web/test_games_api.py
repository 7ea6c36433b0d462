"""Declared games and stored settings over the API, as on their pages; and the sheet of the API's description."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

from scorekeeper.config import resources
from tests.tarot_table import PLAYERS

SKYJO = (resources("examples") / "jeux" / "skyjo.toml").read_text("utf-8")


def games(client: FlaskClient) -> dict[str, Any]:
    return {game["key"]: game for game in client.get("/api/games").get_json()["games"]}


def test_house_game_is_declared_described_and_removed(client: FlaskClient) -> None:
    put = client.put("/api/games", json={"text": SKYJO})
    assert put.status_code == 200
    game = put.get_json()
    assert games(client)["maison-skyjo"] == game
    entry, adjustment = game["entry_schema"]["oneOf"]
    for schema in (entry, adjustment, game["settings_schema"]):
        assert all(item["description"] for item in schema["properties"].values())
    assert client.get("/jeux-maison/maison-skyjo.toml").get_data(as_text=True) == SKYJO
    assert client.delete("/api/games/maison-skyjo").get_json() == game
    assert "maison-skyjo" not in games(client)
    assert client.delete("/api/games/maison-skyjo").status_code == 404
    assert client.delete("/api/games/tarot").status_code == 404


def test_impossible_game_is_refused_with_each_reason_and_line(client: FlaskClient) -> None:
    refused = client.put("/api/games", json={"text": SKYJO.replace("gagne = ", "gagner = ")})
    assert refused.status_code == 422
    fault = next(each for each in refused.get_json()["faults"] if each["field"] == "gagner")
    assert fault["entry"] is None
    assert SKYJO.splitlines()[fault["line"] - 1].startswith("gagne = ")
    assert "maison-skyjo" not in games(client)


def test_settings_are_kept_listed_replaced_and_forgotten(client: FlaskClient) -> None:
    first, second = (
        client.put(
            "/api/games/libre/settings", json={"settings": {"nom": "Rami", "elimination": most}}
        ).get_json()
        for most in (100, 200)
    )
    assert [each["settings"]["elimination"] for each in first["kept"]] == [100]
    (kept,) = second["kept"]
    assert (kept["name"], kept["settings"]["elimination"]) == ("Rami", 200)
    assert games(client)["libre"]["kept"] == [kept]
    assert client.put("/api/games/libre/settings", json={"settings": {"pas": "x"}}).status_code == 422
    assert client.put("/api/games/libre/settings", json={"settings": {}}).status_code == 422
    abroad = {"REMOTE_ADDR": "192.168.1.30"}
    again = client.put(
        "/api/games/libre/settings",
        json={"settings": {**kept["settings"], "elimination": 300}},
        environ_base=abroad,
    )
    assert (again.status_code, games(client)["libre"]["kept"]) == (403, [kept])
    assert client.put("/api/games/tarot/settings", json={"settings": {}}).status_code == 404
    assert client.delete("/api/games/libre/settings/999").status_code == 404
    deleted = client.delete(f"/api/games/libre/settings/{kept['number']}")
    assert deleted.get_json()["kept"] == games(client)["libre"]["kept"] == []


def test_the_sheet_and_the_line_of_the_description_are_taken(client: FlaskClient) -> None:
    description = client.get("/api/openapi.json").get_json()
    sheet = description["components"]["examples"]["Sheet"]["value"]
    opened = client.post("/api/parties", json=sheet)
    assert opened.status_code == 201
    assert opened.get_json()["score"]["columns"] == list(PLAYERS)
    line = description["components"]["examples"]["NewLine"]["value"]
    # The example has the opening of another sheet.
    line["opening"] = opened.get_json()["opening"]
    assert client.post("/api/parties/1/entries", json={**line, "rang": 2}).status_code == 201
