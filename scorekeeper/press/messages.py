"""The messages between the server and its printing child: two frames a message, one message each way per job.

A frame is four bytes of length, most significant first, then that many bytes. A message is a JSON frame (what is asked,
or how it went) followed by a frame of content (the HTML, or the PDF). Both ends import this file; neither needs the other.
"""

import html
import json
import struct
from collections.abc import Iterable
from enum import StrEnum
from typing import IO, Any

COPY, END = "<!--copy-->", "<!--/copy-->"
"""Stand in the HTML before and after each copy of something that is printed many times. No name can hold them: its characters are escaped."""
BREAK = "<!--document-->"
"""Stands between documents that are printed one by one and become one; no name can hold it either."""
_LENGTH = struct.Struct(">I")


class Failure(StrEnum):
    """Why a document was not printed."""

    TOO_SLOW = "too-slow"
    """The job passed its time limit and was stopped; trying again is allowed, and rarely helps."""
    OUT_OF_MEMORY = "out-of-memory"
    """The document needed more memory than the child may have."""
    CRASHED = "crashed"
    """The child died; the next job gets a new one."""
    BUSY = "busy"
    """Enough jobs are running and waiting; try again in a moment."""
    REFUSED_RESOURCE = "refused-resource"
    """The HTML asked for a file or an address. Nothing was fetched, and nothing is printed."""
    UNPRINTABLE = "unprintable"
    """The HTML could not be laid out, or lacks what a tagged document must have (a title, a language)."""
    FONTS_MISSING = "fonts-missing"
    """A font of the sheets is not installed; the detail names its package."""
    UNAVAILABLE = "unavailable"
    """The child cannot be started (a library is missing), or the printer is closed."""


class PrintFailed(Exception):
    """A document was not printed: the reason, and one line in English for the log, never for the reader of a page."""

    def __init__(self, code: Failure, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}" if self.detail else str(self.code)


def bundled(title: str, documents: Iterable[str]) -> str:
    """Documents that are printed one by one, each within the limits of one, and become one of that title."""
    return BREAK.join([html.escape(title), *documents])


def unbundled(content: str) -> tuple[str, list[str]]:
    """The title and the documents of `bundled`; a document alone has its own title."""
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
