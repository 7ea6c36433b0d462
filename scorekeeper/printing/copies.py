"""Numbered copies of a sheet, laid out once: a hundred copies differ in nothing but the number at their head.

`fold` turns the HTML of many copies into that of one and of the numbers, each on an otherwise empty page; `spread` puts the
printed sheet under every number again. The sheet's drawing is in the file once; each copy has its own page and its own tags.
Only documents that say where their copies begin (`SEAM`) are folded, and only when the copies are the same but for their numbers.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pydyf

from scorekeeper.printing.wire import SEAM

_MARK = re.compile(r'<div class="mark[^"]*"[^>]*>[^<]*</div>')
_BODY = re.compile(r"<body[^>]*>\s*$")
_GAP = re.compile(rb"\0([^\0]*)\0")
_SECTION = re.compile(r"<section[^>]*>")
# A copy's number is also the way to it in the outline of the document.
_OUTLINE = (
    "<style>h1,h2{bookmark-level:none}.mark{bookmark-level:1;bookmark-label:content(text)}</style></head>"
)


@dataclass(frozen=True)
class Folded:
    """Copies as one of them and the numbers of all."""

    html: str
    """The pages of one copy without its number, then a page for each number."""
    pages: int
    """Pages of one copy."""
    copies: int

    @property
    def printed(self) -> int:
        """Pages of this document when each section takes one, as it must to be spread."""
        return self.pages * (1 + self.copies)


def fold(html: str) -> Folded | None:
    """The copies of a document laid together; `None` where that cannot be done."""
    head, *copies, tail = html.split(SEAM) if SEAM in html else (html, "")
    if len(copies) < 2 or not _BODY.search(head) or not tail.lstrip().startswith("</body>"):
        return None
    bare = {_MARK.sub("", copy) for copy in copies}
    sheet = bare.pop()
    sections = _SECTION.findall(sheet)
    marks = [_MARK.findall(copy) for copy in copies]
    # What can be filled in or clicked belongs to one page and would need a name of its own on each.
    if bare or "<input" in sheet or "<a " in sheet or any(len(numbers) != len(sections) for numbers in marks):
        return None
    pages = (
        f"{section}{mark}</section>" for copy in marks for section, mark in zip(sections, copy, strict=True)
    )
    html = f"{head.replace('</head>', _OUTLINE, 1)}{sheet}{''.join(pages)}{tail}"
    return Folded(html, len(sections), len(copies))


def spread(pdf: Any, folded: Folded) -> None:
    """Put the sheet on the page of each number, and remove the pages that held only the sheet.

    `pdf` was printed from `folded.html`, one page for each section, and is not written yet.
    """
    pages = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    sheet, numbers = pages[: folded.pages], pages[folded.pages :]
    tags = _Tags(pdf) if "StructTreeRoot" in pdf.catalog else None
    shift = [tags.marked(page) if tags else 0 for page in sheet]
    drawings = [page["Contents"] for page in sheet]
    for place, page in enumerate(numbers):
        number = object_of(pdf, page["Contents"])
        # The numbers of marked content go on after those of the sheet on the same page.
        for item in number.stream:
            if isinstance(item, dict) and "MCID" in item:
                item["MCID"] += shift[place % folded.pages]
        # Both begin with the page's own coordinates, so the first gives its place back.
        number.stream = [b"q", *number.stream, b"Q"]
        page["Contents"] = pydyf.Array([page["Contents"], drawings[place % folded.pages]])
    pdf.pages["Kids"] = pydyf.Array(pdf.pages["Kids"][3 * folded.pages :])
    pdf.pages["Count"] = len(numbers)
    if tags:
        tags.spread(sheet, numbers)
    for page in sheet:
        forget(pdf, page)


def object_of(pdf: Any, reference: bytes) -> Any:
    """The object of a reference."""
    return pdf.objects[int(reference.split()[0])]


def forget(pdf: Any, unused: Any) -> None:
    """Take an object out of the document; the writer needs something under every number."""
    pdf.objects[unused.number] = empty = pydyf.Dictionary()
    empty.number = unused.number


class _Written(pydyf.Object):  # type: ignore[misc]
    """An object whose text is known already; a hundred copies hold tens of thousands of them."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._data = data

    @property
    def data(self) -> bytes:
        return self._data


class _Tags:
    """The structure of a tagged document: what is read, in which order, and where on the pages it stands."""

    def __init__(self, pdf: Any) -> None:
        self._pdf = pdf
        root = object_of(pdf, pdf.catalog["StructTreeRoot"])
        self._root = object_of(pdf, root["K"][0])
        self._parents = object_of(pdf, root["ParentTree"])
        flat = self._parents["Nums"]
        self._nums: dict[int, Any] = dict(zip(flat[::2], flat[1::2], strict=True))
        self._tops: dict[bytes, list[Any]] = defaultdict(list)
        for reference in self._root["K"]:
            top = object_of(pdf, reference)
            self._tops[top["Pg"]].append(top)

    def marked(self, page: Any) -> int:
        """How many pieces of a page's content are tagged."""
        return len(self._nums[page["StructParents"]])

    def spread(self, sheet: list[Any], numbers: list[Any]) -> None:
        """Give each number's page the sheet's structure beside its own."""
        moulds = [_Mould(self._pdf, self._tops[page.reference]) for page in sheet]
        old = [self._nums.pop(page["StructParents"]) for page in sheet]
        self._root["K"] = pydyf.Array()
        for place, page in enumerate(numbers):
            mould, marked = moulds[place % len(sheet)], old[place % len(sheet)]
            own = self._tops[page.reference]
            first = mould.cast(page, f"-{place}", own)
            for section in own:
                # The number is part of the page's section, and is read first.
                section["P"], section["S"] = first, "/Div"
                self._shift(section, len(marked))
            self._nums[page["StructParents"]][:0] = [
                reference if reference == b"null" else mould.new(reference) for reference in marked
            ]
            self._root["K"].append(first)
        for mould in moulds:
            mould.close()
        self._parents["Nums"] = pydyf.Array(
            part for key in sorted(self._nums) for part in (key, self._nums[key])
        )

    def _shift(self, element: Any, by: int) -> None:
        element["K"] = pydyf.Array(kid if isinstance(kid, bytes) else kid + by for kid in element["K"])
        for kid in element["K"]:
            if isinstance(kid, bytes):
                self._shift(object_of(self._pdf, kid), by)


class _Mould:
    """The structure of a page as text with gaps: the page, what is over and under each element, and what names its headings."""

    def __init__(self, pdf: Any, tops: list[Any]) -> None:
        (self._top,) = tops
        self._pdf = pdf
        self._elements = list(self._below(self._top))
        self._places = {element.reference: place for place, element in enumerate(self._elements)}
        self._parts = [_GAP.split(self._text(element)) for element in self._elements]
        self._base = 0

    def cast(self, page: Any, suffix: str, before: list[Any]) -> bytes:
        """Put the structure on a page, after `before` in its section; return the reference of that section.

        The suffix makes the headings of this copy differ from those of the others.
        """
        self._base = len(self._pdf.objects)
        filled = {
            b"page": page.reference,
            b"suffix": suffix.encode(),
            b"before": b" ".join(element.reference for element in before),
        }
        filled |= {b"%d" % place: self._numbered(place) for place in range(len(self._elements))}
        for parts in self._parts:
            text = [filled[part] if odd % 2 else part for odd, part in enumerate(parts)]
            self._pdf.add_object(_Written(b"".join(text)))
        return self._numbered(0)

    def new(self, reference: bytes) -> bytes:
        """The reference of an element in the last copy."""
        return self._numbered(self._places[reference])

    def close(self) -> None:
        """Leave nothing of the mould in the document."""
        for element in self._elements:
            forget(self._pdf, element)

    def _numbered(self, place: int) -> bytes:
        return b"%d 0 R" % (self._base + place)

    def _below(self, element: Any) -> Iterator[Any]:
        yield element
        for kid in element["K"]:
            if isinstance(kid, bytes):
                yield from self._below(object_of(self._pdf, kid))

    def _text(self, element: Any) -> bytes:
        """The text of an element with gaps, each a word between two zero bytes, which no text of a page holds."""
        kids = [b"\0%d\0" % self._places[kid] if isinstance(kid, bytes) else kid for kid in element["K"]]
        over = element["P"]
        made = pydyf.Dictionary({**element, "Pg": b"\0page\0", "K": pydyf.Array(kids)})
        if element is self._top:
            made["K"].insert(0, b"\0before\0")
        else:
            made["P"] = b"\0%d\0" % self._places[over]
        # A heading's name must be its own, and the cells under it must call it so.
        if "ID" in element:
            made["ID"] = _named(element["ID"])
        if "Headers" in element.get("A", ()):
            names = pydyf.Array(map(_named, element["A"]["Headers"]))
            made["A"] = pydyf.Dictionary({**element["A"], "Headers": names})
        text: bytes = made.data
        return text


def _named(name: Any) -> Any:
    return pydyf.String(f"{name.string}\0suffix\0")
