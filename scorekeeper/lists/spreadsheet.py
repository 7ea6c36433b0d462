"""Tables for spreadsheets, as CSV text or XLSX bytes."""

import csv
import datetime as dt
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from scorekeeper.lists.text import is_formula

MOST_WIDTH = 60
"""Greatest width of a workbook's column, in characters."""

CsvCell = str | int | None
CsvRows = Iterator[Sequence[CsvCell]]


def csv_cell(value: CsvCell) -> str | int:
    """Return a cell with a leading apostrophe where a spreadsheet would read a formula; numbers stay numbers.

    `text.unescaped_cell` reads the text back.
    """
    if isinstance(value, int):
        return value
    text = value or ""
    return f"'{text}" if is_formula(text.lstrip("'")) else text


def csv_text(rows: Iterable[Sequence[CsvCell]], *, excel: bool) -> str:
    """Return rows as CSV; with `excel`, semicolons and a byte order mark, as European spreadsheet settings expect."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if excel else ",", lineterminator="\r\n")
    writer.writerows([csv_cell(cell) for cell in row] for row in rows)
    return ("\ufeff" if excel else "") + text.getvalue()


def xlsx_bytes(rows: Iterable[Sequence[CsvCell]]) -> bytes:
    """Return rows as an XLSX workbook of one sheet, the first row as its heading; the same rows give the same bytes.

    Text is never written as a formula or a link.
    """
    # Imported here because few requests need it.
    import xlsxwriter  # noqa: PLC0415

    kept, content = [list(row) for row in rows], io.BytesIO()
    text_only = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(content, text_only) as book:
        book.set_properties({"created": dt.datetime(2000, 1, 1, tzinfo=dt.UTC)})
        sheet, bold = book.add_worksheet(), book.add_format({"bold": True})
        sheet.freeze_panes(1, 0)
        for column, cells in enumerate(zip_longest(*kept)):
            longest = max((len(str(cell)) for cell in cells if cell is not None), default=0)
            sheet.set_column(column, column, min(MOST_WIDTH, longest + 2))
        for place, row in enumerate(kept):
            for column, cell in enumerate(row):
                if isinstance(cell, int):
                    sheet.write_number(place, column, cell)
                elif cell:
                    sheet.write_string(place, column, cell, None if place else bold)
    return content.getvalue()
