"""PDF with all paper of a round, read back: each person's slip once, with the QR code of the person's page."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import segno
from PIL import Image
from pypdf import PdfReader

from scorekeeper.cards.game_api.sheet import PaperSize
from scorekeeper.i18n import speaking
from scorekeeper.paper.tournament_sheets import round_papers
from scorekeeper.parties import read_partie
from scorekeeper.press.pdf import Printer
from scorekeeper.records.store import Store
from tests.soak import amount
from tests.tournaments.desk import draw, opened

DPI = 200


def code_in(picture: Image.Image, box: list[float], count: int) -> list[list[bool]]:
    """Return the modules of a QR code, `count` a side, row by row from the top, true for dark ones. `box` is its place in points."""
    across, up = (sorted(float(edge) * DPI / 72 for edge in box[place::2]) for place in (0, 1))
    left, right, top = *across, up[1]
    side = (right - left) / count
    grey = picture.tobytes()
    rows = [int(picture.height - top + (y + 0.5) * side) * picture.width for y in range(count)]
    return [[grey[row + int(left + (x + 0.5) * side)] < 128 for x in range(count)] for row in rows]


def links_of(leaf: Any) -> list[tuple[str, list[float]]]:
    """Return URL and rectangle (in points) of each link on a PDF page; none if it has no links."""
    notes = [each.get_object() for each in leaf.get("/Annots", [])]
    return [(str(note["/A"]["/URI"]), list(note["/Rect"])) for note in notes if "/A" in note]


def test_every_slip_of_a_round_has_its_name_and_its_code_once(
    tmp_path: Path, counted: Callable[[str, int], None]
) -> None:
    many = amount(60, 400)
    people = [f"Joueuse Ö{'é' * (n % 20)} {n:03d}" for n in range(1, many + 1)]
    store = Store(tmp_path / "marques.sqlite")
    t = draw(store, opened(store, people, rounds=4))
    tables = {table.number: read_partie(store, table.partie).table for table in t.rounds[0].tables}
    links = {number: f"http://10.0.0.5:8000/t/{number:022d}" for number in tables}
    own = {number: f"http://10.0.0.5:8000/tournois/1/joueurs/{number}" for number in range(1, many + 1)}
    with speaking("fr"), Printer() as printer:
        html = round_papers(
            t, 1, tables, links, PaperSize.A4, proof="http://10.0.0.5:8000/p", own=own.__getitem__
        )
        pdf = printer.cached_render(html, tmp_path / "kept")
    store.close()
    leaves = PdfReader(BytesIO(pdf)).pages
    text = " ".join(" ".join(leaf.extract_text() for leaf in leaves).split())
    heads = Counter(re.findall(r"(\d+) · (Joueuse Öé* \d{3})", text))
    assert heads == {(str(number), name): 1 for number, name in enumerate(people, 1)}
    assert Counter(address for leaf in leaves for address, _ in links_of(leaf) if "/p" not in address) == {
        **dict.fromkeys(links.values(), 1),
        **dict.fromkeys(own.values(), 1),
    }
    file = tmp_path / "tour.pdf"
    file.write_bytes(pdf)
    for number, leaf in enumerate(leaves, 1):
        codes = [link for link in links_of(leaf) if "/joueurs/" in link[0]]
        if not codes:
            continue
        page = ["-f", str(number), "-l", str(number), "-singlefile"]
        subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", *page, file, tmp_path / "page"], check=True)
        with Image.open(tmp_path / "page.pgm") as picture:
            for address, box in codes:
                matrix = segno.make(address, error="m", micro=False, mask=0).matrix
                due = [[bool(square & 1) for square in row] for row in matrix]
                assert code_in(picture, box, len(due)) == due, address
    counted("slips read back", many)
