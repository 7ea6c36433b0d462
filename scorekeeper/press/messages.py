"""Messages between the server and its printing child: one request and one response per job.

A message is a JSON frame (request or result) followed by a content frame (the HTML, or the PDF). A frame is its length in
four bytes, big-endian, followed by that many bytes. Both processes import this module.
"""

import html
import json
import struct
from collections.abc import Iterable
from enum import StrEnum
from typing import IO, Any

COPY, END = "<!--copy-->", "<!--/copy-->"
"""Markers in the HTML before and after each copy of a repeated element. No name can contain them, since names are escaped."""
BREAK = "<!--document-->"
"""Separator of documents that are printed one by one and merged; no name can contain it either."""
_LENGTH = struct.Struct(">I")


class Failure(StrEnum):
    """Reason for which a document was not printed."""

    TOO_SLOW = "too-slow"
    """The job was stopped at its time limit; a retry is allowed, and rarely helps."""
    OUT_OF_MEMORY = "out-of-memory"
    """The document needed more memory than the child's limit."""
    CRASHED = "crashed"
    """The child died; the next job gets a new child."""
    BUSY = "busy"
    """Too many jobs are running and waiting; retry later."""
    REFUSED_RESOURCE = "refused-resource"
    """The HTML refers to a file or URL. Nothing was fetched, and nothing is printed."""
    UNPRINTABLE = "unprintable"
    """The HTML could not be laid out, or lacks the title or language of a tagged document."""
    FONTS_MISSING = "fonts-missing"
    """A font of the sheets is not installed; the detail names its package."""
    UNAVAILABLE = "unavailable"
    """The child cannot be started (a library is missing), or the printer is closed."""


class PrintFailed(Exception):
    """A document was not printed. `code` is the reason, `detail` a line in English for the log, never for users."""

    def __init__(self, code: Failure, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}" if self.detail else str(self.code)


def bundled(title: str, documents: Iterable[str]) -> str:
    """Return a bundle of documents that are printed one by one, each within the limits, and merged into one with a title."""
    return BREAK.join([html.escape(title), *documents])


def unbundled(content: str) -> tuple[str, list[str]]:
    """Return the title and the documents of a bundle; the title is empty for a single document."""
    title, *documents = content.split(BREAK)
    return (html.unescape(title), documents) if documents else ("", [content])


def send(stream: IO[bytes], head: dict[str, Any], content: bytes = b"") -> None:
    """Write one message and flush it. Raises `OSError` when the other end is gone."""
    encoded = json.dumps(head).encode()
    stream.write(_LENGTH.pack(len(encoded)) + encoded + _LENGTH.pack(len(content)))
    stream.write(content)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[dict[str, Any], bytes]:
    """Read one message, waiting for it. Raises `EOFError` when the other end closed before its end."""
    head: dict[str, Any] = json.loads(_frame(stream))
    return head, _frame(stream)


def _frame(stream: IO[bytes]) -> bytes:
    (length,) = _LENGTH.unpack(_exactly(stream, _LENGTH.size))
    return _exactly(stream, length)


def _exactly(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise EOFError
    return data
