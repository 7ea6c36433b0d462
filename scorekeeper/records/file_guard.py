"""Noticing that a database file was removed, replaced or overwritten while it is in use."""

import os
from pathlib import Path

_MAGIC = b"SQLite format 3\x00"


class FileGuard:
    """A database file and its write-ahead log as they were opened.

    When they are removed, replaced or overwritten while they are in use, every later act is lost with them: SQLite goes on writing
    to what it has open and remembers what it read. So this is checked before each act; it takes some microseconds.
    """

    def __init__(self, path: Path) -> None:
        """Remember the file, which must exist. Raises `OSError` when it cannot be opened."""
        self._path = path
        self._log = path.with_name(path.name + "-wal")
        # Never closed before SQLite closes its own: a process that closes a file gives up all its locks on that file.
        self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        self._inode = os.fstat(self._file).st_ino
        self._log_inode = 0

    def is_intact(self) -> bool:
        """Whether both exist and the file begins as it should."""
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
        """Close the file, after SQLite has."""
        os.close(self._file)
