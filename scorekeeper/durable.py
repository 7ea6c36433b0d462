"""Files that are on the disk when they are said to be, and whole when they have their name."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

log = logging.getLogger("scorekeeper")


def sync(path: Path) -> None:
    """Make durable what was written to a file, or the names in a folder."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def private_folder(path: Path) -> None:
    """Make a folder that only its owner may enter, and those above it that are missing. Raises `OSError`."""
    if not path.is_dir():
        private_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)


def private_file(path: Path) -> None:
    """Make an empty file that only its owner may read, unless there is a file. Raises `OSError`."""
    os.close(os.open(path, os.O_CREAT | os.O_CLOEXEC, 0o600))


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, and its folder where there is none. Raises `OSError`."""
    private_folder(path.parent)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    partial = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        partial.replace(path)
        sync(path.parent)
    finally:
        partial.unlink(missing_ok=True)


def kept(path: Path, make: Callable[[], bytes], least: int = 1) -> bytes:
    """The content of a private file, made once; where it can neither be read nor kept it is one for this process alone.

    A file of fewer bytes than the `least` is one of which a power cut left the beginning: it is made anew.
    """
    try:
        content = path.read_bytes() if path.exists() else b""
        if len(content) < least:
            content = make()
            write_private(path, content)
    except OSError as error:
        log.warning("%s: %s", path, error)
        return make()
    return content
