"""Paper of a tournament assembled from templates equals the same document laid out as a whole, but for some shades of grey."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from scorekeeper.i18n import speaking
from scorekeeper.paper import tournament_sheets
from scorekeeper.paper.posters.pages import PosterSize
from scorekeeper.paper.posters.slips import slips
from scorekeeper.parties import read_partie
from scorekeeper.press.messages import COPY, END
from scorekeeper.press.pdf import Printer
from scorekeeper.records.store import Store
from tests.press.pages import opened as opened_pdf
from tests.press.test_copies import NAMES, outline, pictures, tagged_content, words
from tests.tournaments.desk import draw, opened

PEOPLE = [*(name[:40] for name in NAMES), *(f"Joueuse {'Ö' * (n % 30)} {n}" for n in range(60))]


def difference(first: bytes, second: bytes) -> int:
    """Return the largest difference in grey between the pixels of two images, 0 to 255. Compares only the area both cover."""
    pair = (Image.open(BytesIO(each)).convert("L") for each in (first, second))
    counts = ImageChops.difference(*pair).histogram()
    return max(shade for shade, count in enumerate(counts) if count)


def test_slips_and_sheets_equal_a_complete_layout(tmp_path: Path) -> None:
    store = Store(tmp_path / "marques.sqlite")
    t = draw(store, opened(store, PEOPLE, rounds=4))
    tables = {table.number: read_partie(store, table.partie).table for table in t.rounds[0].tables}
    links = {number: f"https://exemple.org/t/{number:022d}" for number in tables}
    with speaking("fr"), Printer() as printer:
        papers = slips(t, PosterSize.A4), tournament_sheets.score_sheets(t, 1, tables, links)
        for html in papers:
            cast, complete = printer.render(html), printer.render(html.replace(COPY, "").replace(END, ""))
            assert words(cast, tmp_path) == words(complete, tmp_path)
            assert outline(opened_pdf(cast)) == outline(opened_pdf(complete))
            assert tagged_content(opened_pdf(cast)) == tagged_content(opened_pdf(complete))
            pairs = zip(pictures(cast, tmp_path), pictures(complete, tmp_path), strict=True)
            # A line at the edge of a dot may be a shade darker, because places are rounded to a millionth.
            assert max(difference(*pair) for pair in pairs) < 96
    store.close()
