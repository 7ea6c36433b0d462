"""Whether the file that is open is still the one that lies in the folder."""

from __future__ import annotations

import os
from pathlib import Path

_MAGIC = b"SQLite format 3\x00"


class Footprint:
    """A database file and its write-ahead log as they were opened.

    Whoever removes, replaces or overwrites them while they are in use makes every later act vanish with them: SQLite goes on
    writing to what it has open and remembers what it read. So this is looked at before each act; it takes some microseconds.
    """

    def __init__(self, path: Path) -> None:
        """Remember the file, which must be there.

        Raises:
            OSError: when it cannot be opened.
        """
        self._path = path
        self._log = path.with_name(path.name + "-wal")
        # Never closed before SQLite closes its own: a process that closes a file gives up all its locks on that file.
        self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        self._inode = os.fstat(self._file).st_ino
        self._log_inode = 0

    def stands(self) -> bool:
        """Whether both are there and begin as they should."""
        try:
            if self._path.stat().st_ino != self._inode or os.pread(self._file, len(_MAGIC), 0) != _MAGIC:
                return False
            # The log is made by the first act.
            if not self._log_inode and not self._log.exists():
                return True
            inode = self._log.stat().st_ino
        except OSError:
            return False
        self._log_inode = self._log_inode or inode
        return inode == self._log_inode

    def close(self) -> None:
        """Let go of the file, after SQLite has."""
        os.close(self._file)
