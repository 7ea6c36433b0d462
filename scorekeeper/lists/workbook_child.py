"""Child process that reads one sheet of a workbook (.xlsx, .ods, .xls) from standard input and writes its cells as JSON.

Its memory and processor time are limited: calamine aborts the process when memory runs out, which cannot be caught.
"""

import datetime as dt
import io
import json
import sys
from typing import Any

from python_calamine import (
    CalamineError,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from scorekeeper import system

MEMORY = 144 << 20
"""Limit of the address space, in bytes. A sheet of 3,000 lines and 20 columns takes 30 MB."""
SECONDS = 3
"""Limit of processor time."""
MAX_CELL = 200
MAX_ROWS = 5_200
"""Most rows that are not empty. One more is read, so that the parent detects the excess."""
MAX_COLUMNS = 100
MAX_TEXT = 1 << 20
"""Most characters of all cells together."""


def read(data: bytes, index: int) -> dict[str, Any]:
    """Return the names of the visible sheets, and the rows of the one at `index` that are not empty, with their numbers.

    A failure is returned as `{"failure": code}`.
    """
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = [
            sheet.name
            for sheet in book.sheets_metadata
            if sheet.visible == SheetVisibleEnum.Visible and sheet.typ == SheetTypeEnum.WorkSheet
        ]
        if not sheets:
            return {"sheets": [], "rows": []}
        sheet = book.get_sheet_by_name(sheets[index if index < len(sheets) else 0])
        rows, left = [], MAX_TEXT
        for number, values in enumerate(sheet.iter_rows(), 1):
            cells = [_text(value) for value in values[:MAX_COLUMNS]]
            while cells and not cells[-1]:
                cells.pop()
            if cells:
                rows.append((number, cells))
                left -= sum(map(len, cells))
            if left < 0:
                return {"failure": "classeur-lourd"}
            if len(rows) > MAX_ROWS:
                break
    except MemoryError:
        return {"failure": "classeur-lourd"}
    except PasswordError:
        return {"failure": "classeur-protege"}
    except CalamineError:
        return {"failure": "liste-illisible"}
    return {"sheets": sheets, "rows": rows}


def _text(value: Any) -> str:
    """Return the text of a cell on one line, as a list would write it."""
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, dt.datetime) and not (value.hour or value.minute):
        value = value.date()
    return " ".join(str(value)[: 2 * MAX_CELL].split())[:MAX_CELL]


def main() -> None:
    """Read the workbook from standard input within the limits, and write the result to standard output."""
    system.limit_self(0, MEMORY, 0)
    system.limit_time(SECONDS, spare=0)
    answer = read(sys.stdin.buffer.read(), int(sys.argv[1]))
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main()
