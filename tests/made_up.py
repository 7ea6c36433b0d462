"""A game outside the catalogue, as `make new-game` writes it, except that the lowest total wins."""

from __future__ import annotations

import importlib
import runpy
from pathlib import Path

import scorekeeper.cards.games
from scorekeeper.cards.game_api.game import Game
from tests.messages import ROOT

KEY = "jeu_inconnu"


def made_up_game(folder: Path, key: str = KEY, *, camps: bool = False) -> Game:
    """Write the game into an empty folder and import it from there."""
    new_game = runpy.run_path(str(ROOT / ".ci" / "new_game.py"))
    rules = new_game["write_game"](key, folder, camps=camps) / "rules" / "__init__.py"
    text = rules.read_text(encoding="utf-8")
    assert "Wins.HIGH" in text
    rules.write_text(text.replace("Wins.HIGH", "Wins.LOW"), encoding="utf-8")
    scorekeeper.cards.games.__path__.append(str(folder))
    importlib.invalidate_caches()
    try:
        game: Game = importlib.import_module(f"scorekeeper.cards.games.{key}.game").GAME
    finally:
        scorekeeper.cards.games.__path__.remove(str(folder))
    return game
