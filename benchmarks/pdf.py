"""Time of printing plain documents with the app's printer, beside other PDF generators, in one run.

    python -m benchmarks.pdf [--rounds 7] [--quick]

Each contender prints one table's sheet (four parties of twelve donnes on an A4 page), the same empty, a ranking of 400 players,
25 filled sheets in one job, and 250 blank ones whose grids are drawings. Times are medians of the rounds, measured in turn so that
load on the machine affects all of them. Ratios are to the app's printer. Contenders that are not installed are left out. Other
documents can be added to `DOCUMENTS`.
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
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.turns import measure
from scorekeeper.press.pdf import Limits, Printer

if TYPE_CHECKING:
    from collections.abc import Callable

STYLE = """
@page { size: A4; margin: 12mm }
body { font: 8.5pt "DejaVu Sans"; margin: 0 }
h1 { font: 700 13pt "DejaVu Serif"; margin: 0 0 3mm }
h2 { font-size: 9pt; margin: 0 0 1mm }
.sheet { break-before: page }
.partie { float: left; width: 90mm; margin: 0 3mm 4mm 0 }
table { table-layout: fixed; width: 100%; border-collapse: separate; border-spacing: 0; border: solid #555; border-width: .2mm 0 0 .2mm }
th, td { border: solid #555; border-width: 0 .2mm .2mm 0; line-height: 7mm; padding: 0 1mm; text-align: right; white-space: nowrap; font-weight: 400 }
thead th { background: #eee; font-weight: 700 }
.long th, .long td { line-height: 5mm }
"""
HEAD = f'<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Mesure</title><style>{STYLE}</style></head><body>'
COLUMNS: tuple[str, ...] = ("N°", "Chloé", "Émile", "Noël", "Zoé", "Détail")

Table = tuple[tuple[str, ...], ...]


class Document(NamedTuple):
    """A document to print: a title, and the tables of each page."""

    title: str
    sheets: tuple[tuple[Table, ...], ...]
    """Tables of each page; the first row of a table is its heading."""
    long: bool = False
    """Whether tables flow over pages, instead of four on a page."""
    drawn: bool = False
    """Whether each grid is an SVG drawing in the HTML; only for empty tables."""


def sheet(*, filled: bool, seed: int = 1) -> tuple[Table, ...]:
    """Return the four tables of one sheet, each with a heading and 12 numbered rows: empty, or `filled` with scores by `seed`."""
    chance = random.Random(seed)  # noqa: S311 - figures for a measurement
    tables = []
    for _ in range(4):
        rows = [COLUMNS]
        for number in range(1, 13):
            scores = [f"{chance.choice((-318, -75, -34, 0, 25, 106)):d}".replace("-", "−") for _ in range(4)]
            rows.append((str(number), *scores, "G ♥ 40½") if filled else (str(number), *([""] * 5)))
        tables.append(tuple(rows))
    return tuple(tables)


def ranking(players: int) -> Table:
    """Return one table with a heading row and a row for each of `players` players."""
    rows = [("Rang", "Nom", "Parties", "Points", "Écart", "Prime")]
    rows += [
        (str(n), f"Joueuse Numéro {n}", "4", str(4000 - 7 * n), f"−{n}", "½") for n in range(1, players + 1)
    ]
    return tuple(rows)


DOCUMENTS = {
    "sheet, filled": Document("Feuille", (sheet(filled=True),)),
    "sheet, blank": Document("Feuille", (sheet(filled=False),)),
    "ranking of 400": Document("Classement", ((ranking(400),),), long=True),
    "25 sheets, filled": Document("Feuilles", tuple(sheet(filled=True, seed=n) for n in range(25))),
    "250 sheets, blank, drawn": Document("Feuilles", (sheet(filled=False),) * 250, drawn=True),
}


def html(document: Document) -> str:
    """Return a document as HTML, written as the comment in `templates/print/base.html` recommends."""
    parts = [HEAD]
    for tables in document.sheets:
        parts.append(f'<section class="sheet"><h1>{document.title}</h1>')
        if document.drawn:
            parts += [f'<div class="partie">{drawing(table)}</div>' for table in tables] + ["</section>"]
            continue
        for table in tables:
            cells = "".join(f'<th scope="col">{name}</th>' for name in table[0])
            kind = "long" if document.long else "partie"
            parts.append(f'<div class="{kind}"><table><thead><tr>{cells}</tr></thead><tbody>')
            for number, *rest in table[1:]:
                cells = "".join(f"<td>{cell}</td>" for cell in rest)
                parts.append(f'<tr><th scope="row">{number}</th>{cells}</tr>')
            parts.append("</tbody></table></div>")
        parts.append("</section>")
    return "".join([*parts, "</body></html>"])


def drawing(table: Table) -> str:
    """Return an empty table as SVG, 90 mm wide with rows of 7 mm: all lines in one path, and the headings; no other texts."""
    wide, high = 90 / len(table[0]), 7 * len(table)
    rules = "".join(f"M0 {7 * row}h90" for row in range(len(table) + 1))
    rules += "".join(f"M{wide * n:g} 0v{high}" for n in range(len(table[0]) + 1))
    names = "".join(f'<text x="{wide * (n + 0.5):g}" y="5">{name}</text>' for n, name in enumerate(table[0]))
    return (
        f'<svg viewBox="0 0 90 {high}" width="90mm" height="{high}mm"><title>Grille de {len(table) - 1} donnes</title>'
        f'<path d="{rules}" fill="none" stroke="#555" stroke-width=".2"/>'
        f'<g font-family="DejaVu Sans" font-size="3" text-anchor="middle">{names}</g></svg>'
    )


def plain_weasyprint(document: Document) -> bytes:
    """Return the PDF of WeasyPrint, run in this process with all defaults, untagged."""
    from weasyprint import HTML  # noqa: PLC0415 - a contender

    pdf: bytes = HTML(string=html(document)).write_pdf()
    return pdf


def reportlab(document: Document) -> bytes:
    """Return the PDF of ReportLab with its own tables and layout, untagged, without the document's titles."""
    from reportlab.lib import colors, pagesizes  # noqa: PLC0415 - a contender
    from reportlab.pdfbase import pdfmetrics, ttfonts  # noqa: PLC0415
    from reportlab.platypus import Flowable, PageBreak, SimpleDocTemplate, Spacer, Table, TableStyle  # noqa: PLC0415

    pdfmetrics.registerFont(ttfonts.TTFont("DejaVu", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))
    style = TableStyle(
        [
            ("GRID", (0, 0), (-1, -1), 0.5, colors.grey),
            ("FONT", (0, 0), (-1, -1), "DejaVu", 8),
            ("ALIGN", (0, 0), (-1, -1), "RIGHT"),
        ]
    )
    story: list[Flowable] = []
    for tables in document.sheets:
        made = [Table(table, style=style, repeatRows=1) for table in tables]
        if document.long:
            story += made
            continue
        pairs = [[made[0], made[1]], [made[2], made[3]]]
        story += [Table(pairs), Spacer(1, 1), PageBreak()]
    out = io.BytesIO()
    SimpleDocTemplate(out, pagesize=pagesizes.A4, topMargin=20, bottomMargin=20).build(story)
    return out.getvalue()


def chromium(document: Document) -> bytes:
    """Return the PDF of a Chromium started for it, which may take 120 s. Raises `FileNotFoundError` if it is not installed."""
    program = shutil.which("chromium")
    if program is None:
        raise FileNotFoundError
    with tempfile.TemporaryDirectory() as folder:
        page, out = Path(folder, "in.html"), Path(folder, "out.pdf")
        page.write_text(html(document), encoding="utf-8")
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--no-first-run"]
        flags += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
        command = [
            program,
            *flags,
            f"--user-data-dir={folder}/profile",
            f"--print-to-pdf={out}",
            page.as_uri(),
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        return out.read_bytes()


def contenders(printer: Printer) -> dict[str, Callable[[Document], bytes]]:
    """Return functions that make a document's PDF, by contender: the app's printer, WeasyPrint, and those of the others
    installed.
    """
    makers: dict[str, Callable[[Document], bytes]] = {
        "Printer, tagged": lambda document: printer.render(html(document)),
        "WeasyPrint in process": plain_weasyprint,
    }
    if importlib.util.find_spec("reportlab"):
        makers["ReportLab"] = reportlab
    if shutil.which("chromium"):
        makers["Chromium, headless"] = chromium
    return makers


def main() -> None:
    """Make every document's PDF by every contender, those of many sheets once. Print times, and the peak MB of a child process."""
    parser = argparse.ArgumentParser(description="Measure the printer beside other ways to a PDF.")
    parser.add_argument("--rounds", type=int, default=7, help="most rounds for the small documents")
    parser.add_argument("--quick", action="store_true", help="leave the many sheets out")
    chosen = parser.parse_args()
    begun = time.perf_counter()
    with Printer(Limits(nice=0, seconds=600)) as printer:
        printer.render(html(DOCUMENTS["sheet, blank"]))
        print(f"start of the child, first sheet {1000 * (time.perf_counter() - begun):.0f} ms")
        hands = contenders(printer)
        for hand in hands.values():
            hand(DOCUMENTS["sheet, blank"])
        for name, document in DOCUMENTS.items():
            heavy = len(document.sheets) > 1
            if heavy and chosen.quick:
                continue
            print(name)
            measure(1 if heavy else chosen.rounds, document, hands)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"largest child {peak / 1024:.0f} MB")


if __name__ == "__main__":
    main()
