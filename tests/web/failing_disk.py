"""The server on a disk that loses a write on command: `python -m tests.web.failing_disk serve …`.

When a file `fault` is in the data folder, the next commit fails once with its content. The worker process, which loads this
module as its main module, has the patch too; a process that imports it has not.
"""

from __future__ import annotations

import functools
import sqlite3
import sys
from pathlib import Path
from typing import Any

from scorekeeper import cli

FAULT = "fault"


class Failing(sqlite3.Connection):
    """A connection whose commits fail on command."""

    def execute(self, sql: str, *more: Any) -> sqlite3.Cursor:
        """Run a statement. A `COMMIT` raises the error named in the file `FAULT` beside the database, if any, once."""
        if sql == "COMMIT":
            folder = Path(self.cursor().execute("PRAGMA database_list").fetchone()[2]).parent
            fault = folder / FAULT
            if fault.exists():
                name = fault.read_text()
                fault.unlink()
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorname = name
                raise error
        return super().execute(sql, *more)


if __name__ in {"__main__", "__mp_main__"}:
    sqlite3.connect = functools.partial(sqlite3.connect, factory=Failing)  # type: ignore[assignment]

if __name__ == "__main__":
    sys.exit(cli.main())
