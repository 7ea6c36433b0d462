"""Output of `make new-game`: a small complete game, and its line in the catalogue."""

from __future__ import annotations

import ast
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import cssbeautifier
import pytest

from scorekeeper.cards.game_api.examples import examples_of
from scorekeeper.cards.game_api.game import Game
from tests.examples import Example, codes, example_of
from tests.made_up import KEY, made_up_game
from tests.messages import PACKAGE, ROOT
from tests.play import demonstrated, filled, plausible

pytestmark = pytest.mark.unmeasured
CAMPS = "jeu_a_camps"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / ".ci" / "new_game.py"))


@pytest.fixture(scope="module", params=[KEY, CAMPS])
def written(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Game:
    return made_up_game(tmp_path_factory.mktemp("games"), request.param, camps=request.param == CAMPS)


def examples(game: Game) -> list[Example]:
    return [example_of(game, place, example) for place, example in enumerate(examples_of(game), 1)]


def test_examples_of_a_new_game_hold(written: Game) -> None:
    refusals = [example for example in examples(written) if not example.accepted]
    assert [codes(example.refusals()) for example in refusals] == [("points-manquants",), ("points-somme",)]
    scores = [
        (example.result["scores"], list(example.played().marked[-1].row.scores))
        for example in examples(written)
        if example.accepted
    ]
    assert len(scores) == 4
    assert all(expected == given for expected, given in scores)
    assert [example.sentences() for example in examples(written)] == [
        example.result["says"] for example in examples(written)
    ]


def test_new_games_form_takes_its_demonstration(written: Game) -> None:
    example = examples(written)[0]
    rules, state = example.rules(), example.state()
    form = filled(written, rules, state, plausible(written, rules, example.table))
    assert form.validate()


@pytest.mark.parametrize("key", ["", "a", "Dame", "9lives", "jeu de dames", "../x", "x" * 21, "tarot"])
def test_invalid_key_is_refused(script: dict[str, Any], key: str) -> None:
    with pytest.raises(ValueError, match="KEY="):
        script["write_game"](key, PACKAGE / "cards" / "games")


def test_the_catalogue_gets_one_import_and_one_name(script: dict[str, Any], tmp_path: Path) -> None:
    catalogue = tmp_path / "catalogue.py"
    before = (PACKAGE / "cards" / "catalogue.py").read_text(encoding="utf-8")
    catalogue.write_text(before, encoding="utf-8")
    script["add_to_catalogue"]("jeu_inconnu", catalogue)
    after = catalogue.read_text(encoding="utf-8")
    ast.parse(after)
    added = set(after.splitlines()) - set(before.splitlines())
    assert len(added) == 2
    assert "from scorekeeper.cards.games.jeu_inconnu.game import GAME as JEU_INCONNU" in added
    assert "    JEU_INCONNU," in added


@pytest.mark.parametrize(
    "command",
    [["format", "--check"], ["check", "--config", "lint.isort.known-first-party=['scorekeeper']"]],
    ids=["format", "check"],
)
def test_new_game_is_written_in_style(written: Game, command: list[str]) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "ruff",
            *command,
            "--config",
            str(ROOT / "pyproject.toml"),
            str(written.folder),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_demonstration_fills_a_sheet(written: Game) -> None:
    """Tests that need a partie of each game use its demonstration if no evening of it is recorded."""
    sheet = demonstrated(written, examples(written)[0].table)
    assert (sheet["game"], len(sheet["entries"])) == (written.key, 6)
    assert all(sum(entry["points"].values()) == 26 for entry in sheet["entries"])


def test_style_sheet_of_a_new_game_is_formatted(written: Game) -> None:
    options = cssbeautifier.default_options()
    options.indent_size = 2
    sheets = sorted((written.folder / "static").iterdir())
    assert [path.name for path in sheets] == ["colours.css"]
    assert [cssbeautifier.beautify(path.read_text("utf-8"), options) for path in sheets] == [
        path.read_text("utf-8") for path in sheets
    ]
