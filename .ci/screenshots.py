"""Take the pictures of the README into static/screenshots/, with the Chromium of the tests.

    PYTHONPATH=. python .ci/screenshots.py

The sheets are those of `tests/evenings/` and of a game in `examples/jeux/`, in the middle of the evening; the tournament is
that of `scorekeeper demo`.
"""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from scorekeeper.app import create_app
from scorekeeper.catalogue import check_text
from scorekeeper.cli.demo import fill_tournament
from scorekeeper.config import Config
from scorekeeper.sheet_game import definition_of
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.web_server import served

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "static" / "screenshots"
EVENINGS = {"tarot": 6, "coiffeur": 9}
"""Evenings with the lines that are on the sheet."""
PLAYERS = ("Anne", "Benoît", "Chloé", "David")
SKYJO = [
    ([14, 31, 22, 8], "David"),
    ([19, 12, 27, 35], "Benoît"),
    ([9, 16, 4, 11], "Anne"),
    ([25, 7, 18, 20], "Benoît"),
]
"""Points of the cards, and who closed."""


def sheets() -> Iterator[tuple[str, dict[str, Any]]]:
    """The sheet files, by the names of their pictures."""
    for name, lines in EVENINGS.items():
        sheet = json.loads((ROOT / "tests" / "evenings" / f"{name}.json").read_text(encoding="utf-8"))[
            "sheet"
        ]
        yield name, {**sheet, "entries": sheet["entries"][:lines]}
    game = check_text((ROOT / "examples" / "jeux" / "skyjo.toml").read_bytes()).game
    if game is None:
        raise SystemExit("examples/jeux/skyjo.toml has faults")
    entries = [
        {"cartes": dict(zip(PLAYERS, points, strict=True)), "ferme": closed} for points, closed in SKYJO
    ]
    yield (
        "skyjo",
        {
            "format": "scorekeeper/1",
            "game": game.key,
            "definition": definition_of(game),
            "players": PLAYERS,
            "entries": entries,
        },
    )


def take(page: Page, name: str) -> None:
    """Keep the screen as a small picture: of 64 colours, it looks the same."""
    page.wait_for_timeout(400)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(64, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)


def main() -> None:
    """Take every picture, and throw away those that are taken no more."""
    for old in PICTURES.glob("*.png"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tools:
        app = create_app(Config(Path(folder)))
        number = fill_tournament(app.extensions["store"])
        browser = tools.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        screen = {"width": 768, "height": 1024}
        page = browser.new_context(viewport=screen, locale="fr-FR", color_scheme="light").new_page()
        with served(app) as address:
            for name, sheet in sheets():
                answer = page.request.post(f"{address}/api/parties", data=sheet)
                if not answer.ok:
                    raise SystemExit(answer.text())
                page.goto(f"{address}/parties/{answer.json()['id']}")
                take(page, name)
            page.goto(f"{address}/tournois/{number}/salle")
            take(page, "salle")
        browser.close()


if __name__ == "__main__":
    main()
