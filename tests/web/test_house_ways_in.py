"""A definition whose own example fails is refused by every form and endpoint, and nothing is stored."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.i18n import speaking
from tests.cards.games.test_maison import made
from tests.test_cli import run
from tests.web.browsing import Visit
from tests.web.test_house_games import call, declare

RIGHT = "marque = [12, 7, 34]"
WRONG = "marque = [12, 7, 35]"
GAME = """
nom = "Ratures"
joueurs = [2, 6]
[[champs]]
cle = "points"
nom = "Points"
de = 0
a = 50
[[postes]]
nom = "points"
points = "points"
[[exemples]]
nom = "Trois notes"
joueurs = ["Anne", "Bruno", "Chloé"]
saisie = { points = [12, 7, 34] }
marque = [12, 7, 34]
"""
FAILING = GAME.replace(RIGHT, WRONG)
SAID = "La ligne donne 12, 7, 34 au lieu de 12, 7, 35."


def document() -> dict[str, Any]:
    """Return the definition of `GAME` as JSON, with the wrong score in its example."""
    definition: dict[str, Any] = json.loads(made(GAME).definition)
    return {**definition, "exemples": [{**definition["exemples"][0], "marque": [12, 7, 35]}]}


def test_pages_refuse_a_failing_example(visit: Visit) -> None:
    assert SAID in declare(visit, FAILING).text
    form = visit.get("/jeux-maison").form("/jeux-maison")
    file = (io.BytesIO(FAILING.encode()), "ratures.toml")
    sent = visit.client.post(
        "/jeux-maison", data={**dict(form.only("csrf_token", "uuid")), "definition": "", "fichier": file}
    )
    assert (sent.status_code, SAID in sent.get_data(as_text=True)) == (422, True)
    # The answers change the worth, which contradicts the stored example.
    answers = {
        "nom": "Ratures",
        "min": "2",
        "max": "6",
        "carte": "points",
        "points_a": "50",
        "vu": "x x",
        "jouees": "[]",
    }
    answered = visit.post(
        "/jeux-maison", [*form.only("csrf_token", "uuid"), *answers.items(), ("definition", FAILING)]
    )
    assert (answered.status, SAID in answered.text) == (422, True)
    assert visit.get("/nouvelle/maison-ratures").status == 404


@pytest.mark.parametrize(
    ("method", "path", "more"),
    [
        ("PUT", "/api/games", None),
        ("POST", "/api/score", {"format": "scorekeeper/1", "players": ["Anne", "Bruno"], "entries": []}),
        ("POST", "/api/parties", {"format": "scorekeeper/1", "players": ["Anne", "Bruno"], "entries": []}),
        ("POST", "/api/tournois", {"name": "Soirée"}),
    ],
)
def test_the_api_refuses_a_failing_example(visit: Visit, method: str, path: str, more: Any) -> None:
    body = {"text": FAILING} if more is None else {**more, "game": "maison-ratures", "definition": document()}
    status, refused = call(visit, method, path, body)
    assert status == 422
    assert [fault["message"] for fault in refused["faults"]] == [SAID]
    assert visit.get("/nouvelle/maison-ratures").status == 404


def test_commands_refuse_a_failing_example(tmp_path: Path) -> None:
    toml, sheet = tmp_path / "ratures.toml", tmp_path / "sheet.json"
    toml.write_text(FAILING, encoding="utf-8")
    heading = {"format": "scorekeeper/1", "game": "maison-ratures", "definition": document()}
    sheet.write_text(json.dumps({**heading, "players": ["Anne", "Bruno"], "entries": []}), encoding="utf-8")
    paper = str(tmp_path / "paper.pdf")
    with speaking("fr"):
        for words in (
            ["game", "check", str(toml)],
            ["score", str(sheet)],
            ["sheet", str(toml), "-o", paper],
            ["sheet", "maison-ratures", "--file", str(sheet), "-o", paper],
        ):
            status, out, err = run(*words)
            assert status != 0
            assert SAID in out + err, words
    assert not Path(paper).exists()
