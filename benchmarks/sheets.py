"""Time of printing the app's own sheets, from the request to the last byte, beside other PDF generators, in one run.

    python -m benchmarks.sheets [--rounds 7] [--quick]

Five jobs: an empty tournament page of Jass, a Tarot evening of 24 donnes, a ranking of 400, a hundred numbered copies of the empty
page, and 25 filled sheets in one job. "Printer" builds the HTML and prints it, tagged; "HTML" only builds it. WeasyPrint and
Chromium print the same HTML, untagged. ReportLab draws only the same cells, with its own tables. Times are medians, ratios are to
the printer.
"""

from __future__ import annotations

import argparse
import importlib.util
import io
import random
import resource
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.turns import measure
from scorekeeper.cards.catalogue import game
from scorekeeper.cards.game_api.cells import Align, Grid, SheetCell, SheetColumn, SheetRow
from scorekeeper.cards.game_api.sheet import Block, PaperSize, Sheet
from scorekeeper.cards.sheet_file import FORMAT, read_sheet
from scorekeeper.paper.layout import pages_of
from scorekeeper.paper.sheets import PrintOptions, html_of_sheet, sheet_of
from scorekeeper.parties.sheet_requests import blank_request, file_request
from scorekeeper.press.pdf import Limits, Printer

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.cards.game_api.sheet import SheetRequest

PLAYERS = ["Anne", "Benoît", "Chloé", "David"]


@dataclass(frozen=True)
class Job:
    """A print job: sheets, and the number of copies of each; more than one copy are numbered."""

    sheets: tuple[Sheet, ...]
    copies: int = 1

    def html(self) -> str:
        """Return one HTML document on A4 with all copies of all sheets; its head is that of the first sheet."""
        pages = [html_of_sheet(sheet, PaperSize.A4, PrintOptions(self.copies)) for sheet in self.sheets]
        bodies = [page[page.index("<body") :].split(">", 1)[1].rsplit("</body>", 1)[0] for page in pages]
        head, rest = pages[0].split("<body", 1)
        return f"{head}<body{rest.split('>', 1)[0]}>{''.join(bodies)}</body></html>"


def described(request: SheetRequest) -> Sheet:
    """Return the sheet that a request describes, before its layout as HTML."""
    return sheet_of(request)


def evening(donnes: int, seed: int) -> Sheet:
    """Return the filled sheet of a Tarot evening of `donnes` random donnes, the same for the same `seed`."""
    chance = random.Random(seed)  # noqa: S311 - figures for a measurement
    entries: list[dict[str, Any]] = []
    for _ in range(donnes):
        entry = {
            "preneur": chance.choice(PLAYERS),
            "contrat": chance.choice(["prise", "garde", "garde-sans"]),
        }
        entries.append({**entry, "bouts": 2, "points": chance.randint(20, 70)})
    sheet = {"format": FORMAT, "game": "tarot", "players": PLAYERS, "entries": entries}
    return described(file_request(read_sheet(sheet)))


def ranking(players: int) -> Sheet:
    """Return a sheet with one table, which has a row for each of `players` players."""
    columns = (
        SheetColumn("Rang", 0.7, Align.CENTRE),
        SheetColumn("Nom", 3.0, Align.LEFT),
        *(SheetColumn(f"Partie {number}", 1.0) for number in range(1, 5)),
        SheetColumn("Points", 1.1, edge=True),
    )
    rows = tuple(
        SheetRow(
            (
                SheetCell(str(n)),
                SheetCell(f"Joueuse Numéro {n}"),
                *(SheetCell(str(1000 - n)) for _ in range(4)),
                SheetCell(str(4000 - 4 * n)),
            )
        )
        for n in range(1, players + 1)
    )
    return Sheet("Classement", blocks=(Block(grid=Grid("Classement", columns, rows, carries=False)),))


def jobs() -> dict[str, Job]:
    """Return the five jobs of the report by name, in its order."""
    blank = described(blank_request(game("jass"), settings={"mode": "tournoi"}))
    return {
        "Jass, empty": Job((blank,)),
        "Tarot, 24 donnes": Job((evening(24, 1),)),
        "ranking of 400": Job((ranking(400),)),
        "100 empty, numbered": Job((blank,), 100),
        "25 filled": Job(tuple(evening(14, seed) for seed in range(25))),
    }


def plain_weasyprint(job: Job) -> bytes:
    """Return the PDF of the job's HTML by WeasyPrint, run in this process with all defaults, untagged."""
    from weasyprint import HTML  # noqa: PLC0415 - a contender

    pdf: bytes = HTML(string=job.html()).write_pdf()
    return pdf


def chromium(job: Job) -> bytes:
    """Return the PDF of the job's HTML by a Chromium started for it, which may take 300 s."""
    with tempfile.TemporaryDirectory() as folder:
        page, out = Path(folder, "in.html"), Path(folder, "out.pdf")
        page.write_text(job.html(), encoding="utf-8")
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--no-first-run"]
        flags += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
        where = [f"--user-data-dir={folder}/profile", f"--print-to-pdf={out}", page.as_uri()]
        command = [str(shutil.which("chromium")), *flags, *where]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        return out.read_bytes()


def reportlab(job: Job) -> bytes:
    """Return the PDF of the job's cells by ReportLab's tables, all copies, without titles."""
    from reportlab.lib import colors, pagesizes  # noqa: PLC0415 - a contender
    from reportlab.pdfbase import pdfmetrics, ttfonts  # noqa: PLC0415
    from reportlab.platypus import PageBreak, SimpleDocTemplate, Spacer, Table  # noqa: PLC0415

    pdfmetrics.registerFont(ttfonts.TTFont("DejaVu", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))
    style = [("GRID", (0, 0), (-1, -1), 0.5, colors.grey), ("FONT", (0, 0), (-1, -1), "DejaVu", 8)]
    story: list[Any] = []
    for sheet in job.sheets * job.copies:
        tables = [Table(cells(block.grid), style=style, repeatRows=1) for block in sheet.blocks if block.grid]
        story += [Table([tables]), PageBreak()] if len(tables) > 1 else [*tables, Spacer(1, 1), PageBreak()]
    out = io.BytesIO()
    size = (
        pagesizes.landscape(pagesizes.A4)
        if pages_of(job.sheets[0], PaperSize.A4)[0].landscape
        else pagesizes.A4
    )
    SimpleDocTemplate(out, pagesize=size, topMargin=20, bottomMargin=20, leftMargin=20, rightMargin=20).build(
        story
    )
    return out.getvalue()


def cells(grid: Grid) -> list[list[str]]:
    """Return the texts of a grid: headings, rows, feet. Small print is a line in its cell; a wide cell is followed by empty
    texts.
    """
    rows = [[column.heading for column in grid.columns]]
    for row in (*grid.rows, *grid.feet):
        texts = []
        for cell in row.cells:
            texts += ["\n".join([cell.text, *cell.small]), *[""] * (cell.span - 1)]
        rows.append(texts)
    return rows


def main() -> None:
    """Make every job's PDF by every contender installed, those of many sheets once. Print times, and the peak MB of a child process."""
    parser = argparse.ArgumentParser(description="Measure the app's sheets beside other ways to a PDF.")
    parser.add_argument("--rounds", type=int, default=7, help="most rounds for the small jobs")
    parser.add_argument("--quick", action="store_true", help="leave the many sheets out")
    chosen = parser.parse_args()
    with Printer(Limits(nice=0, seconds=600)) as printer:
        printer.render('<!doctype html><html lang="fr"><title>Mesure</title></html>')
        hands: dict[str, Callable[[Job], bytes]] = {
            "Printer, tagged": lambda job: printer.render(job.html()),
            "HTML": lambda job: job.html().encode(),
            "WeasyPrint in process": plain_weasyprint,
        }
        if importlib.util.find_spec("reportlab"):
            hands["ReportLab"] = reportlab
        if shutil.which("chromium"):
            hands["Chromium, headless"] = chromium
        for number, (name, job) in enumerate(jobs().items()):
            heavy = job.copies * len(job.sheets) > 1
            if heavy and chosen.quick:
                continue
            print(name)
            if not number:
                for hand in hands.values():
                    hand(job)
            measure(1 if heavy else chosen.rounds, job, hands)
    print(f"largest child {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
