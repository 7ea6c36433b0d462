"""Printed documents kept on disk by the hash of what they were made from, so that nothing is rendered twice."""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_BYTES = 200_000_000
MAX_FILES = 500


@dataclass(frozen=True)
class Cache:
    """A bounded folder of PDF files; the one unused for longest goes first.

    A folder that cannot be read or written costs time, never a document.
    """

    folder: Path
    """Made when first needed. Nothing else may live in it."""
    max_bytes: int = MAX_BYTES
    """Most bytes kept, all files together."""
    max_files: int = MAX_FILES
    """Most files kept."""
    _making: dict[str, Future[bytes]] = field(default_factory=dict, compare=False, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, compare=False, repr=False)

    def get(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return the document under `key`, made now if it is not there.

        Callers that ask for the same key at the same time share one making, and its failure.

        Args:
            key: a file name without its suffix; equal keys promise equal documents.
            make: makes the document. What it raises is passed on, and nothing is kept.
        """
        kept = self._kept(key)
        if kept is not None:
            return kept
        mine: Future[bytes] = Future()
        with self._lock:
            shared = self._making.setdefault(key, mine)
        if shared is not mine:
            return shared.result()
        try:
            made = self._kept(key) or make()
            self._keep(key, made)
            mine.set_result(made)
        except BaseException as problem:
            mine.set_exception(problem)
            raise
        finally:
            with self._lock:
                del self._making[key]
        return made

    def _kept(self, key: str) -> bytes | None:
        path = self._path(key)
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        # A power cut can leave a file without its content: such a file is no document.
        return data if data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF") else None

    def _keep(self, key: str, data: bytes) -> None:
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            try:
                with os.fdopen(descriptor, "wb") as part:
                    part.write(data)
                os.replace(name, self._path(key))  # noqa: PTH105 - one path is a plain name
            except OSError:
                Path(name).unlink(missing_ok=True)
                raise
            self._trim()

    def _trim(self) -> None:
        """Remove the files unused for longest until the rest fits; half-written ones age like all others."""
        entries = []
        for path in self.folder.iterdir():
            with contextlib.suppress(OSError):
                status = path.stat()
                entries.append((status.st_mtime_ns, status.st_size, path))
        entries.sort(reverse=True)
        room, count = self.max_bytes, 0
        for _used, size, path in entries:
            room, count = room - size, count + 1
            if count > 1 and (room < 0 or count > self.max_files):
                with contextlib.suppress(OSError):
                    path.unlink()

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.pdf"
