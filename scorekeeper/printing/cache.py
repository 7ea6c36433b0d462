"""Printed documents kept on disk by the hash of what they were made from, so that nothing is rendered twice."""

from __future__ import annotations

import os
import tempfile
import threading
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class PdfCache:
    """A bounded folder of PDF files; the one unused for longest goes first.

    A folder that cannot be read or written costs time, never a document.
    """

    folder: Path
    """Made when first needed. Nothing else may live in it."""
    max_bytes: int = 200_000_000
    """Most bytes kept, all files together."""
    max_files: int = 500
    _making: dict[str, Future[bytes]] = field(default_factory=dict, compare=False, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, compare=False, repr=False)

    def get(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return the document under `key`, made now if it is not there; what `make` raises is passed on.

        The key is a file name without its suffix, and equal keys promise equal documents. Callers that ask for the same key at
        the same time share one making, and its failure.
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
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            try:
                with os.fdopen(descriptor, "wb") as part:
                    part.write(data)
                Path(name).replace(self._path(key))
            except OSError:
                Path(name).unlink(missing_ok=True)
                raise
            self._trim()

    def _trim(self) -> None:
        """Remove the files unused for longest until the rest fits; half-written ones age like all others."""
        entries = []
        for path in self.folder.iterdir():
            with suppress(OSError):
                status = path.stat()
                entries.append((status.st_mtime_ns, status.st_size, path))
        total = 0
        for count, (_used, size, path) in enumerate(sorted(entries, reverse=True), 1):
            total += size
            if count > 1 and (total > self.max_bytes or count > self.max_files):
                with suppress(OSError):
                    path.unlink()

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.pdf"
