"""The server on a disk that loses a write when it is told to: `python -m tests.web.failing_disk serve …`.

Where a file `fault` lies in the data folder, the next commit fails with what is written in it, once. The worker, a process of its
own that loads this module as its main one too, has the patch as well; who merely imports it has not.
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
    """A connection whose commits fail when told to."""

    def execute(self, sql: str, *more: Any) -> sqlite3.Cursor:
        """Run a statement."""
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
