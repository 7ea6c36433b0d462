"""Assembly of copies of a sheet, a card or a row in the PDF, whose common parts are laid out and drawn once.

`hollowed` (template) finds the common parts, `Placements` (placement) the positions. Here each empty element is filled with the
content stream and structure of its template, and its own texts and links. Copies at the same position on several pages share
content streams in the file; each has its own tags.
"""

import html
import re
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pydyf

from scorekeeper.press.copies.content_stream import ContentPiece, TemplateContent, gaps, pieces
from scorekeeper.press.copies.placement import BoxSpot, Placements, TemplateSlot, text_of
from scorekeeper.press.copies.tags import CopyPlace, DocumentTags, SlotElements, TemplateStructure, forget
from scorekeeper.press.copies.template import CopiedElement, CopyLeaf
from scorekeeper.press.inner_parts import boxes_below, boxes_of

_FEW = 24
"""Largest number of parts of a page's content that are stored as separate streams, so that pages can share equal ones."""
Filled = tuple[bytes, bytes]
"""References of the elements of a text, and its content stream."""
_HREF = re.compile(r'href="([^"]*)"')


def prepare(placements: Placements) -> None:
    """Prepare a document before it is written: mark boxes so that their structure elements can be found, and complete the outline."""
    slots = (slot.box for each in placements.slots for slot in each.values())
    spots = (*placements.sites.values(), *placements.templates.values(), *placements.laid.values())
    for box in (*slots, *(spot.box for spot in spots)):
        # WeasyPrint adds such a mark to the structure with a number, like the annotation of a link.
        box.link_annotation = pydyf.Dictionary({"Type": "/Annot"})
    kinds = [list(_headings(placements, number)) for number in range(len(placements.templates))]
    numbered = enumerate(placements.hollow.kinds)
    copies = {str(copy.number): (number, copy) for number, kind in numbered for copy in kind.copies}
    for number, page in enumerate(placements.pages):
        own, page.bookmarks = iter(page.bookmarks), []
        if number >= placements.first_template_page:
            continue
        for box, _, _ in boxes_of(page):
            if _level(box):
                page.bookmarks.append(next(own))
            key = box.element.attrib.get("data-copy") if box.element is not None else None
            if key is not None and placements.sites[key].box is box:
                for other in placements.hollow.runs.get(int(key), (key,)):
                    kind, copy = copies[str(other)]
                    page.bookmarks += (heading.of(copy, placements, kind) for heading in kinds[kind])


def _level(box: Any) -> Any:
    """Return the outline level of a box, or `None` if it has none."""
    level = box.style["bookmark_level"]
    return level if box.bookmark_label and level != "none" else None


class _Heading(NamedTuple):
    """A heading of a template, for the outline."""

    level: Any
    label: str
    state: str
    corner: tuple[float, float]
    slots: tuple[tuple[int, CopyLeaf], ...]
    """Slots in it, each with the index and the template's leaf."""

    def of(self, copy: CopiedElement, placements: Placements, kind: int) -> tuple[Any, ...]:
        """Return the bookmark of a copy: level, label, position, state."""
        label = self.label
        for place, leaf in self.slots:
            before, _, after = label.rpartition(text_of(leaf.content))
            label = before + text_of(copy.leaves[place].content) + after
        across, down = placements.shift(kind, copy)
        return self.level, label, (self.corner[0] + across, self.corner[1] + down), self.state


def _headings(placements: Placements, number: int) -> Iterator[_Heading]:
    leaves = placements.hollow.kinds[number].copies[0].leaves
    slots = {slot.box: place for place, slot in placements.slots[number].items()}
    for box, _, _ in boxes_below(placements.templates[str(number)].box):
        if level := _level(box):
            places = (slots[below] for below, _, _ in boxes_below(box) if below in slots)
            inside = tuple((place, leaves[place]) for place in places)
            yield _Heading(level, box.bookmark_label, box.style["bookmark_state"], box.hit_area()[:2], inside)


class _Template:
    """A template as drawn: its slots, structure and content stream."""

    def __init__(self, tags: DocumentTags, spot: BoxSpot, slots: dict[int, TemplateSlot], page: Any) -> None:
        self.slots = slots
        words: dict[bytes, int] = {}
        drawings: dict[bytes, int] = {}
        for place, slot in slots.items():
            if slot.name != "a":
                element = tags.unmark(slot.box.link_annotation)
                (drawings if slot.name == "svg" else words)[element.reference] = place
        element, own = tags.unmark(spot.box.link_annotation), SlotElements(words, drawings)
        self.structure = TemplateStructure(tags, element["K"], own, page["MediaBox"][3])
        drawn = tags.object(page["Contents"]).stream
        known = self.structure
        self.content = TemplateContent(drawn, known.numbers, known.slot_pieces, known.running)

    def targets(self, copy: CopiedElement) -> dict[bytes, str]:
        """Return the URLs of a copy's links that differ, by the reference of the template's annotation."""
        links = ((slot, copy.leaves[place]) for place, slot in self.slots.items() if slot.name == "a")
        pairs = ((slot.box.link_annotation.reference, _HREF.search(leaf.attributes)) for slot, leaf in links)
        return {link: html.unescape(address[1]) for link, address in pairs if address}


DrawnText = tuple[TemplateStructure, list[ContentPiece]]
"""Structure of a slot's content, and its pieces in the order of their numbers."""


def _texts(
    tags: DocumentTags, placements: Placements, pages: Sequence[Any]
) -> Iterator[tuple[Any, DrawnText]]:
    """Yield the contents of slots as drawn, each with its box."""
    drawn: dict[int, dict[int, ContentPiece]] = {}
    for spot in placements.laid.values():
        if spot.code:
            continue
        page = pages[len(placements.pages) + spot.page]
        if spot.page not in drawn:
            drawn[spot.page] = pieces(tags.object(page["Contents"]).stream)
        element = tags.unmark(spot.box.link_annotation)
        structure = TemplateStructure(tags, element["K"], SlotElements(), page["MediaBox"][3])
        yield spot.box, (structure, [drawn[spot.page][number] for number in structure.numbers])


class _Assembly:
    """PDF document to whose pages copies are added, with its templates and slot contents."""

    def __init__(self, placements: Placements, pdf: Any) -> None:
        self.pdf, self.placements, self.tags = pdf, placements, DocumentTags(pdf)
        self.pages = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
        self.templates = []
        for number, slots in enumerate(placements.slots):
            spot = placements.templates[str(number)]
            self.templates.append(_Template(self.tags, spot, slots, self.pages[spot.page]))
        self.texts = dict(_texts(self.tags, placements, self.pages))
        self._shared: dict[bytes, bytes] = {}

    def stream(self, content: bytes) -> bytes:
        """Return the reference of a stream with this content, shared by equal contents."""
        if content not in self._shared:
            # The default level takes a third of the time of `pydyf`'s, for streams a twentieth larger.
            stream = pydyf.Stream([zlib.compress(content)], {"Filter": "/FlateDecode"})
            self.pdf.add_object(stream)
            self._shared[content] = stream.reference
        return self._shared[content]

    def close(self) -> None:
        """Delete the pages of templates and slot contents, and write the structure."""
        first = self.placements.first_template_page
        for page in self.pages[first:]:
            self.tags.remove(page)
        self.pdf.pages["Kids"] = pydyf.Array(self.pdf.pages["Kids"][: 3 * first])
        self.pdf.pages["Count"] = first
        self.tags.close()


class _Page:
    """Adds the copies of one page: their content streams and structure."""

    def __init__(self, assembly: _Assembly, page: Any, copies: Sequence[tuple[int, CopiedElement]]) -> None:
        self._assembly, self._page = assembly, page
        self._tags, self._placements = assembly.tags, assembly.placements
        self._pieces = self._tags.pieces(page)
        self._begun: dict[Any, tuple[int, Any, str]] = {}
        number, drawn = len(self._pieces), []
        for kind, copy in copies:
            template = assembly.templates[kind]
            drawn.append((number, template.content.at(*self._placements.shift(kind, copy), number)))
            number += len(template.structure.numbers)
        self._pieces += [b"null"] * (number - len(self._pieces))
        chunks: dict[int, list[bytes]] = {}
        for (kind, copy), (first, content) in zip(copies, drawn, strict=True):
            mark, words = self._put(kind, copy, first)
            made = [part if isinstance(part, bytes) else words.pop(part) for part in content]
            # Texts of slots that are empty in the template have no gap in its content stream.
            left, top = self._placements.shift(kind, copy)
            rest = (b"q\n1 0 0 1 %f %f cm\n%s\nQ" % (left, top, text) for text in words.values() if text)
            chunks.setdefault(mark, []).extend([*made, *rest])
        self._draw(chunks)

    def _draw(self, chunks: dict[int, list[bytes]]) -> None:
        """Insert the content of each copy where its empty element is drawn; up to `_FEW` parts stay separate streams."""
        own = self._tags.object(self._page["Contents"])
        parts: list[bytes] = []
        for part in gaps(own.stream, chunks):
            parts += [part] if isinstance(part, bytes) else chunks[part]
        parts = parts if len(parts) <= _FEW else [b"\n".join(filter(None, parts))]
        self._page["Contents"] = pydyf.Array(self._assembly.stream(part) for part in parts if part)
        forget(self._assembly.pdf, own)

    def _put(self, kind: int, copy: CopiedElement, first: int) -> tuple[int, dict[int, bytes]]:
        """Add the structure of a copy, with its marked content numbered from `first`.

        Returns the number of the marked content at whose place the copy is drawn, and the content stream of each slot.
        """
        template = self._assembly.templates[kind]
        mark, hollow, table = self._hollow(copy)
        shift, name = self._placements.shift(kind, copy), f"-{copy.number}"
        place = CopyPlace(self._page, *shift, name, table, template.targets(copy))
        base = template.structure.reserve()
        filled, words = {}, {}
        for at, slot in template.slots.items():
            mini = self._placements.mini(copy, at)
            owner = template.structure.slot_owners.get(at)
            over = hollow.reference if owner is None or owner < 0 else b"%d 0 R" % (base + owner)
            filled[at], words[at] = b"", b""
            if mini:
                filled[at], words[at] = self._fill(slot, copy.leaves[at], mini, place, over)
        hollow["K"] = pydyf.Array(filter(None, [template.structure.tops(base, filled)]))
        owners = template.structure.put(base, place, hollow.reference, filled, first)
        self._pieces[first : first + len(owners)] = owners
        return mark, words

    def _hollow(self, copy: CopiedElement) -> tuple[int, Any, str]:
        """Return the number of the marked content at whose place a copy is drawn, the copy's element, and the number of its
        table.

        The rows of a run share one piece of marked content, and have an element each.
        """
        box = self._placements.sites[str(copy.number)].box
        if box in self._begun:
            mark, before, table = self._begun[box]
            hollow = self._tags.after(before)
        else:
            hollow = self._tags.unmark(box.link_annotation)
            table = self._table(hollow)
            (mark,) = self._tags.numbers(hollow)
            self._pieces[mark] = b"null"
            for kid in hollow["K"]:
                self._tags.forget_below(self._tags.object(kid))
        self._begun[box] = mark, hollow, table
        return mark, hollow, table

    def _table(self, row: Any) -> str:
        """Return the number of a row's table, from the ID of its header cell; empty if there is none."""
        kids = [self._tags.object(kid) for kid in row["K"]]
        return str(kids[0]["ID"].string).partition("-")[0] if kids and "ID" in kids[0] else ""

    def _fill(
        self, slot: TemplateSlot, leaf: CopyLeaf, mini: BoxSpot, place: CopyPlace, over: bytes
    ) -> Filled:
        """Add the structure of a slot's text below the element `over`. Return its elements, and its content stream in the template."""
        structure, drawn = self._assembly.texts[mini.box]
        drawn = [piece.coded(mini.code) for piece in drawn] if mini.code else drawn
        (x, y), (left, top) = slot.corner(mini, leaf), mini.start
        first = len(self._pieces)
        numbered = enumerate(drawn, first)
        contents = (
            piece.unnumbered if slot.running else piece.numbered(number) for number, piece in numbered
        )
        content = b"q\n1 0 0 1 %f %f cm\n%s\nQ" % (x - left, y - top, b"\n".join(contents))
        if slot.running:
            return b"", content
        base = structure.reserve()
        here = replace(place, across=place.across + x - left, down=place.down + y - top)
        self._pieces += structure.put(base, here, over, {}, first)
        return structure.tops(base, {}), content


def spread(placements: Placements, pdf: Any) -> None:
    """Add all copies to the pages of a document, and delete the pages of templates and slot contents.

    `pdf` is the unwritten document of the pages of `placements` and of `placements.minis`, after `prepare`.
    """
    assembly = _Assembly(placements, pdf)
    pages: dict[int, list[tuple[int, CopiedElement]]] = defaultdict(list)
    for number, kind in enumerate(placements.hollow.kinds):
        for copy in kind.copies:
            pages[placements.sites[str(copy.number)].page].append((number, copy))
    for number, copies in pages.items():
        copies.sort(key=lambda each: each[1].number)
        _Page(assembly, assembly.pages[number], copies)
    assembly.close()
