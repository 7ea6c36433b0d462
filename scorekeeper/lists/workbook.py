"""Workbooks (.xlsx, .ods, .xls), read in a child process: the cells of one sheet, and the names of all visible ones."""

import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from scorekeeper.cards.rules.contract import Fault

MAGIC = (b"PK", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
"""First bytes of a workbook: a ZIP file, or a compound file of older Excel versions."""
_SECONDS = 20
"""Timeout of the child, for a busy machine or one without a limit of processor time."""
_PASSED_ON = ("LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "SYSTEMROOT")
_ONE_AT_A_TIME = threading.Lock()


class UnreadableList(ValueError):
    """Raised for a file that cannot be read as a list; `fault` is the reason."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


def is_workbook(data: bytes) -> bool:
    """Return whether the data starts like a workbook."""
    return data.startswith(MAGIC)


def read_sheet(data: bytes, index: int = 0) -> tuple[str, tuple[str, ...], list[tuple[int, list[str]]]]:
    """Read the visible sheet at `index`, or the first one when there are fewer. Hidden sheets are left out.

    Returns:
        Name of the sheet, empty when none is visible; names of all visible sheets, in their order; and the rows that are not empty,
        each with its number from 1.

    Raises:
        UnreadableList: not a workbook, a protected one, or one that takes too much memory or time.
    """
    package = Path(__file__).parent.parent.parent
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    with _ONE_AT_A_TIME, tempfile.TemporaryDirectory(prefix="scorekeeper-list-") as room:
        try:
            # -P and an empty working folder: no other file can be imported in place of a module.
            done = subprocess.run(  # noqa: S603 - our own module, our own arguments
                [sys.executable, "-P", "-s", "-m", "scorekeeper.lists.workbook_child", str(index)],
                input=data,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=room,
                env=environment | {"PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"},
                start_new_session=True,
                timeout=_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            raise UnreadableList(Fault("classeur-lourd")) from None
    if done.returncode:
        # 1: an exception in the child. Other codes: the process reached a limit and was ended or aborted.
        raise UnreadableList(Fault("liste-illisible" if done.returncode == 1 else "classeur-lourd"))
    answer = json.loads(done.stdout)
    if "failure" in answer:
        raise UnreadableList(Fault(answer["failure"]))
    names = tuple(answer["sheets"])
    name = (names[index] if index < len(names) else names[0]) if names else ""
    return name, names, [(number, cells) for number, cells in answer["rows"]]
