"""Adjustments on paper: a row with its reason, and a control sum without them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.cards.sheet_game import definition_of
from scorekeeper.cli import main
from scorekeeper.i18n import speaking
from scorekeeper.paper.sheets import html_of
from scorekeeper.parties.sheet_requests import file_request
from tests.examples import EVERY_GAME
from tests.paper.sheets.samples import A_POINTS, CAST
from tests.press.pages import text

JASS = {"format": "scorekeeper/1", "game": "jass", "players": list(CAST[:4]), "settings": {"mode": "tournoi"}}
DONNES = [{"points_a": points} for points in A_POINTS]
RENONCE = {"ajustement": {"A": -20}, "motif": "renonce"}


@pytest.fixture(autouse=True)
def back_to_french() -> Iterator[None]:
    """Reset the language, which the command leaves set in this thread."""
    with speaking("fr"):
        yield


def printed(folder: Path, document: Any, *options: str) -> str:
    source, out = folder / "in.json", folder / "out.pdf"
    source.write_text(json.dumps(document), encoding="utf-8")
    assert main(["sheet", document["game"], "--file", str(source), *options, "-o", str(out)]) == 0
    return " ".join(text(out.read_bytes()).split())


def test_control_of_a_tournament_sheet_still_has_1884(tmp_path: Path) -> None:
    content = printed(tmp_path, JASS | {"entries": [*DONNES[:5], RENONCE, *DONNES[5:]]}, "--lang", "fr")
    assert "6 ajustement : renonce — " in content
    assert "trouvé 1884, attendu 1884 ✓, ajustement −20 à part" in content
    assert "987 + 877 = 1864" in content
    # Twelve donnes are written, without a row for a thirteenth.
    assert " 13 " in content
    assert " 14 " not in content


def test_a_sheet_of_four_parties_names_it_too(tmp_path: Path) -> None:
    source, out = tmp_path / "in.json", tmp_path / "out.pdf"
    source.write_text(json.dumps(JASS | {"entries": [*DONNES, RENONCE]}), encoding="utf-8")
    assert main(["sheet", "match-au-cochon", "--file", str(source), "--lang", "en", "-o", str(out)]) == 0
    content = " ".join(text(out.read_bytes()).split())
    assert "adjustment: revoke" in content
    assert "987" in content


def test_totals_without_a_row_for_each_line_name_the_adjustment(tmp_path: Path) -> None:
    """Cœur counts four times: 100 points are 400. At Bouées, four times four buoys with one loss each."""
    head = {"format": "scorekeeper/1", "players": list(CAST[:4])}
    cell = {"preneur": "A", "contrat": "coeur", "points_a": 100}
    content = printed(
        tmp_path, {**head, "game": "coiffeur", "entries": [RENONCE, cell, RENONCE]}, "--lang", "fr"
    )
    assert "total jusqu’ici 360 (−40) 0" in content
    first, *others = CAST[:4]
    kept, left = dict.fromkeys(CAST[:4], 4), {first: 2, **dict.fromkeys(others, 2), others[-1]: 1}
    manche = {"bouees": kept, "restantes": left}
    renonce = {"ajustement": {first: -3}, "motif": "renonce"}
    content = printed(tmp_path, {**head, "game": "bouees", "entries": [renonce, manche]}, "--lang", "fr")
    assert f"{first} 4 2 +2 −1 (−3) {others[0]} 4 2 +2 2" in content


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.key)
def test_every_game_prints_why_and_how_much(game: Game) -> None:
    players = list(CAST[: game.rules.SEATS[0]])
    name = "A" if game.rules.CAMPS else players[0]
    lines = [{"ajustement": {name: 7 - 9 * before}, "motif": "Cartes vues"} for before in (0, 1)]
    document: dict[str, Any] = {
        "format": "scorekeeper/1",
        "game": game.key,
        "players": players,
        "entries": lines,
    }
    if game.definition:
        document["definition"] = definition_of(game)
    with speaking("fr"):
        page = unescape(re.sub("<[^>]+>", " ", html_of(file_request(read_sheet(document)))))
    content = " ".join(page.split())
    assert "ajustement : Cartes vues — " in content
    assert all(figure in content for figure in ("+7", "−2"))
