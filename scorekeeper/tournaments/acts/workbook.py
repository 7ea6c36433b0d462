"""Lists kept in a workbook (.xlsx): its first sheet as the text that would be pasted from it."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from xml.etree import ElementTree as ET

MAX_PART = 2 * 1024 * 1024
"""Largest part that is read, unpacked: a list of 1,200 people with every column takes half of it."""
MAX_ROW = 9_999
MAX_COLUMN = 99
UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, ET.ParseError, EOFError, OSError),
    *(KeyError, IndexError, ValueError, RuntimeError),
)
"""Errors that a file may raise that is no workbook, a broken one, or one that was made to do harm."""


def pasted(data: bytes) -> str | None:
    """The rows that hold something at their own lines, with tabs between the cells; `None` where it cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            rows = dict(_rows(book))
    except UNREADABLE:
        return None
    wide = range(1 + max((max(cells) for cells in rows.values()), default=0))
    lines = (rows.get(row, {}) for row in range(1, max(rows, default=0) + 1))
    return "\n".join("\t".join(cells.get(column, "") for column in wide) if cells else "" for cells in lines)


def _rows(book: zipfile.ZipFile) -> Iterator[tuple[int, dict[int, str]]]:
    """The number of each row of the first sheet that holds something, and the texts of its cells by their columns."""
    first, *_ = _part(book, "xl/workbook.xml").iterfind(".//{*}sheet")
    name, *_ = (value for key, value in first.items() if key.endswith("}id"))
    related = _part(book, "xl/_rels/workbook.xml.rels").iterfind("{*}Relationship")
    target, *_ = (each.attrib["Target"] for each in related if each.get("Id") == name)
    known = "xl/sharedStrings.xml" in book.namelist()
    texts = _part(book, "xl/sharedStrings.xml").iterfind("{*}si") if known else ()
    shared = [_plain(text) for text in texts]
    row = 0
    for line in _part(book, target[1:] if target.startswith("/") else f"xl/{target}").iterfind(".//{*}row"):
        row = int(line.get("r", row + 1))
        cells, column = dict[int, str](), -1
        for cell in line.iterfind("{*}c"):
            column = _column(cell.get("r", "")) if "r" in cell.attrib else column + 1
            if text := " ".join(_text(cell, shared).split()):
                cells[column] = text
        if cells and (row > MAX_ROW or max(cells) > MAX_COLUMN):
            raise ValueError(row)
        if cells:
            yield row, cells


def _part(book: zipfile.ZipFile, name: str) -> ET.Element:
    """A part of the file, whatever size it says it has; one that defines words of its own, or hides them, is refused."""
    usual = book.getinfo(name).compress_type in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
    text = book.open(name).read(MAX_PART + 1) if usual else b"\0"
    if len(text) > MAX_PART or re.search(rb"<!DOCTYPE|<!ENTITY|\0", text):
        raise ValueError(name)
    return ET.fromstring(text)  # noqa: S314 - without a definition there is nothing to expand or to fetch


def _plain(item: ET.Element) -> str:
    """A text in one or more parts, without the signs that say how to read a word."""
    return "".join(part.text or "" for path in ("{*}t", "{*}r/{*}t") for part in item.iterfind(path))


def _column(place: str) -> int:
    """The column of a cell such as `AB3`, from 0."""
    column = 0
    for letter in re.findall("[A-Z]", place[:3]):
        column = 26 * column + ord(letter) - 64
    return column - 1


def _text(cell: ET.Element, shared: list[str]) -> str:
    """The text that a cell shows, in the words of a list."""
    kind, value = cell.get("t", "n"), cell.findtext("{*}v") or ""
    if kind == "inlineStr":
        return "".join(_plain(item) for item in cell.iterfind("{*}is"))
    if kind == "b":
        return "oui" if value == "1" else "non"
    if kind == "s":
        return shared[int(value)]
    return f"{float(value):.15g}" if kind == "n" and value else value
