"""CPU time of one render in this process for each way of writing a sheet's HTML.

    python -m benchmarks.pdf_recipe [--rounds 9]

The same page (four tables of twelve rows, filled unless the line says blank) is written in ways that a template author might
choose. Ratios are to the way that `templates/print/base.html` recommends. Each way is an entry of `WAYS`.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from typing import TYPE_CHECKING

from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

from benchmarks.pdf import DOCUMENTS, html

if TYPE_CHECKING:
    from collections.abc import Callable

FILLED, BLANK = html(DOCUMENTS["sheet, filled"]), html(DOCUMENTS["sheet, blank"])


def styled(css: str, page: str = FILLED) -> Callable[[], str]:
    """Return a function that returns the HTML `page` with the rules `css` at the end of its style sheet."""
    return lambda: page.replace("</style>", css + "</style>")


WAYS: dict[str, Callable[[], str]] = {
    "as recommended": styled(""),
    "blank": styled("", BLANK),
    "blank, grid as one SVG": styled("", html(DOCUMENTS["sheet, blank"]._replace(drawn=True))),
    "table-layout: auto": styled("table{table-layout:auto}"),
    "border-collapse: collapse": styled("table{border-collapse:collapse} th,td{border-width:.2mm}"),
    "height, not line-height": styled("th,td{height:7mm;line-height:normal}"),
    "rows as flex": styled("tr{display:flex} th,td{display:block;width:14mm}"),
    "rows as grid": styled("tr{display:grid;grid-template-columns:repeat(6,1fr)} th,td{display:block}"),
    "tables in flex": styled(".sheet{display:flex;flex-wrap:wrap} .partie{float:none}"),
    "tables in grid": styled(".sheet{display:grid;grid-template-columns:1fr 1fr} .partie{float:none}"),
    "two families": styled("td{font-family:'DejaVu Serif'}"),
}


def main() -> None:
    """Make the PDF of each of `WAYS` once unmeasured, then `--rounds` times. Print median CPU ms, ratios to the first, and kB."""
    parser = argparse.ArgumentParser(description="Measure ways of writing a sheet's HTML.")
    parser.add_argument("--rounds", type=int, default=9, help="renders of each way")
    rounds = parser.parse_args().rounds
    fonts = FontConfiguration()
    times: dict[str, list[float]] = {name: [] for name in WAYS}
    sizes = {}
    gc.disable()
    for _ in range(rounds + 1):
        for name, way in WAYS.items():
            begun = time.process_time()
            pdf = HTML(string=way()).write_pdf(font_config=fonts, pdf_variant="pdf/ua-1")
            times[name].append(time.process_time() - begun)
            sizes[name] = len(pdf)
            gc.collect()
    reference = statistics.median(times["as recommended"][1:])
    for name, taken in times.items():
        median = statistics.median(taken[1:])
        print(f"{name:28}{median * 1000:8.0f} ms  × {median / reference:5.2f}  {sizes[name] / 1000:7.1f} kB")


if __name__ == "__main__":
    main()
