"""Make the screenshots of the README in static/screenshots/, with the Chromium of the tests and pdftoppm.

    PYTHONPATH=. python .ci/screenshots.py

The sheet is `examples/soiree.json` in the middle of the evening, on paper the whole evening. The tournament is that of
`scorekeeper demo`.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.tournaments.demo_club import fill_tournament
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.web_server import served

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "static" / "screenshots"
EVENING = ROOT / "examples" / "soiree.json"
LINES = 6
"""Number of lines of the evening on the screen."""
SCREEN = {"width": 768, "height": 1024}


def keep(picture: bytes, name: str) -> None:
    """Save a picture with 64 colours, which is smaller and looks the same."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.quantize(64, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)


def take(page: Page, name: str) -> None:
    """Save a screenshot of the page."""
    page.wait_for_timeout(400)
    keep(page.screenshot(), name)


def print_evening() -> bytes:
    """Return the first page of the printed evening as PNG, with the height of the screenshots."""
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(folder) / "sheet.pdf"
        command = ["scorekeeper", "--lang", "fr", "sheet", "tarot", "--file", str(EVENING), "-o", str(pdf)]
        subprocess.run([sys.executable, "-m", *command], check=True)  # noqa: S603
        height = ["-scale-to-x", "-1", "-scale-to-y", str(SCREEN["height"])]
        command = ["pdftoppm", "-png", "-f", "1", "-l", "1", *height, str(pdf)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603


def main() -> None:
    """Make all pictures, after deleting the old ones."""
    for old in PICTURES.glob("*.png"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tools:
        app = create_app(Config(Path(folder)))
        number = fill_tournament(app.extensions["store"])
        browser = tools.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        page = browser.new_context(viewport=SCREEN, locale="fr-FR", color_scheme="light").new_page()
        with served(app) as address:
            sheet = json.loads(EVENING.read_text(encoding="utf-8"))
            answer = page.request.post(
                f"{address}/api/parties", data={**sheet, "entries": sheet["entries"][:LINES]}
            )
            if not answer.ok:
                raise SystemExit(answer.text())
            page.goto(f"{address}/parties/{answer.json()['id']}")
            take(page, "feuille")
            page.goto(f"{address}/tournois/{number}/salle")
            take(page, "salle")
        browser.close()
    keep(print_evening(), "papier")


if __name__ == "__main__":
    main()
