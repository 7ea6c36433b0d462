"""Structure tags of a tagged PDF: running heads as artifacts, and the elements of each copy from those of its template."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pydyf

from scorekeeper.press.copies.content_stream import POINTS

Slots = Mapping[int, bytes]
"""References of the elements that fill each slot, by leaf."""
_GAP = re.compile(rb"\0([^\0]*)\0")
RUNNING_TAG = "/Part"
"""Tag of running heads; WeasyPrint gives it to an element that no template has."""


def object_of(pdf: Any, reference: bytes) -> Any:
    """Return the object with a reference, such as `b"7 0 R"`."""
    return pdf.objects[int(reference.split()[0])]


def forget(pdf: Any, unused: Any) -> None:
    """Delete an object from the document."""
    pdf.objects[unused.number] = None


class _Written(pydyf.Object):  # type: ignore[misc]
    """Object with its serialised text, for speed: a hundred copies have tens of thousands of objects."""

    data = b""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.data = data


def finish_running(pdf: Any, pages: int | None = None) -> None:
    """Mark running heads on the first `pages` pages (all if `None`) as artifacts, since screen readers would read them on every
    page.

    WeasyPrint tags even its own margin boxes, so the HTML gives boxes with `data-running` a tag of their own.
    """
    numbers = object_of(pdf, object_of(pdf, pdf.catalog["StructTreeRoot"])["ParentTree"])["Nums"]
    known = set(pdf.page_references[:pages])
    heads = (each for each in pdf.objects if isinstance(each, dict) and each.get("S") == RUNNING_TAG)
    waiting: list[Any] = [each for each in heads if each["Pg"] in known]
    for head in waiting:
        kids = object_of(pdf, head["P"])["K"]
        kids[:] = [kid for kid in kids if kid != head.reference]
    while waiting:
        element = waiting.pop()
        page = object_of(pdf, element["Pg"])
        for kid in element["K"]:
            if isinstance(kid, bytes):
                waiting.append(object_of(pdf, kid))
                continue
            numbers[2 * page["StructParents"] + 1][kid] = b"null"
            drawn = object_of(pdf, page["Contents"]).stream
            parts = ((at, part) for at, part in enumerate(drawn) if isinstance(part, dict))
            place = next(at for at, part in parts if part.get("MCID") == kid)
            drawn[place - 1 : place + 1] = ["/Artifact", pydyf.Dictionary({"Type": "/Pagination"})]
        forget(pdf, element)


@dataclass
class CopyPlace:
    """Position of a copy: a page, and the offset from its template in pixels."""

    page: Any
    across: float
    down: float
    name: str
    """Suffix that makes the IDs of a copy's header cells unique."""
    table: str
    """WeasyPrint's number of the table around a row, which prefixes the IDs of its header cells."""
    targets: Mapping[bytes, str]
    """URLs in this copy of the template's links, by the reference of their annotation."""


class DocumentTags:
    """Structure tree and parent tree of a tagged document."""

    def __init__(self, pdf: Any) -> None:
        self.pdf = pdf
        root = self.object(pdf.catalog["StructTreeRoot"])
        self.root = self.object(root["K"][0])
        self._parents = self.object(root["ParentTree"])
        flat = self._parents["Nums"]
        self.nums: dict[int, Any] = dict(zip(flat[::2], flat[1::2], strict=True))
        self._next = max(self.nums) + 1

    def object(self, reference: bytes) -> Any:
        return object_of(self.pdf, reference)

    def pieces(self, page: Any) -> Any:
        """Return the list that has the owner of each piece of a page's marked content, by its number (MCID)."""
        return self.nums[page["StructParents"]]

    def numbers(self, element: Any) -> list[int]:
        """Return the numbers (MCID) of the marked content in an element and its descendants."""
        numbers: list[int] = []
        for kid in element.get("K", ()):
            numbers += self.numbers(self.object(kid)) if isinstance(kid, bytes) else [kid]
        return numbers

    def unmark(self, annotation: Any) -> Any:
        """Delete the annotation by which `prepare` marked an element, and return the element."""
        element = self.object(self.nums.pop(annotation["StructParent"]))
        mark = element["K"].pop(0)
        forget(self.pdf, self.object(mark))
        return element

    def after(self, element: Any) -> Any:
        """Insert a structure element without content after `element`, with the same attributes, and return it."""
        made = pydyf.Dictionary({**element, "K": pydyf.Array()})
        self.pdf.add_object(made)
        kids = self.object(element["P"])["K"]
        kids.insert(kids.index(element.reference) + 1, made.reference)
        return made

    def add(self, annotation: Any, page: Any, owner: bytes) -> None:
        """Add an annotation to a page; `owner` is the reference of its structure element."""
        annotation["StructParent"] = self._next
        self.nums[self._next] = owner
        self._next += 1
        page.setdefault("Annots", pydyf.Array()).append(annotation.reference)

    def remove(self, page: Any) -> None:
        """Delete a page with its annotations and structure elements."""
        self.nums.pop(page["StructParents"])
        for reference in page.get("Annots", ()):
            annotation = self.object(reference)
            self.nums.pop(annotation["StructParent"], None)
            forget(self.pdf, annotation)
        for element in filter(None, map(self.object, self.root["K"])):
            if element.get("Pg") == page.reference:
                self.forget_below(element)
        forget(self.pdf, self.object(page["Contents"]))
        forget(self.pdf, page)

    def forget_below(self, element: Any) -> None:
        for kid in element.get("K", ()):
            if isinstance(kid, bytes):
                self.forget_below(self.object(kid))
        forget(self.pdf, element)

    def close(self) -> None:
        self.root["K"] = pydyf.Array(kid for kid in self.root["K"] if self.object(kid))
        self._parents["Nums"] = pydyf.Array(part for item in sorted(self.nums.items()) for part in item)


@dataclass(frozen=True)
class SlotElements:
    """Elements of a template's slots, by reference, with their leaf: texts and drawings."""

    words: Mapping[bytes, int] = field(default_factory=dict)
    drawings: Mapping[bytes, int] = field(default_factory=dict)

    @property
    def every(self) -> Mapping[bytes, int]:
        return {**self.words, **self.drawings}


class TemplateStructure:
    """Structure elements of a template, or of a slot's content, as serialised text with gaps for what differs between copies."""

    def __init__(self, tags: DocumentTags, tops: Iterable[bytes], slots: SlotElements, height: float) -> None:
        """Take the elements `tops` with their descendants; `height` is that of their page, in points."""
        self._tags, self._slots, self._height = tags, slots, height
        self.numbers: dict[int, int] = {}
        """New number of each piece of content, from 0."""
        self.running: set[int] = set()
        """Pieces in running heads."""
        self.slot_pieces: dict[int, int] = {}
        """Pieces of the slots, with the slot of each."""
        self.slot_owners: dict[int, int] = {}
        """Index of the element that contains each slot's content; -1 for none."""
        self._owners: list[int] = []
        self._elements: list[Any] = []
        self._places: dict[bytes, int] = {}
        self._boxes: list[Sequence[float]] = []
        self._links: list[tuple[Any, int]] = []
        for reference, slot in slots.every.items():
            self.slot_pieces |= dict.fromkeys(self._pieces_below(tags.object(reference), slots=True), slot)
        self._tops = [kid for kid in tops if self._gather(kid, -1)]
        self._names = {element["ID"].string for element in self._elements if "ID" in element}
        self._parts = [_GAP.split(self._text(element)) for element in self._elements]

    def _gather(self, reference: bytes, over: int) -> bool:
        """Add an element with its descendants. Return `False` for a running head, which is left out."""
        element = self._tags.object(reference)
        if element.get("S") == RUNNING_TAG:
            self.running |= self._pieces_below(element)
            return False
        if reference in self._slots.drawings:
            self.slot_owners[self._slots.drawings[reference]] = over
            return True
        place = len(self._elements)
        self._elements.append(element)
        self._places[reference] = place
        if element["Type"] == "/OBJR":
            self._links.append((self._tags.object(element["Obj"]), over))
        elif reference in self._slots.words:
            self.slot_owners[self._slots.words[reference]] = place
        else:
            for kid in element["K"]:
                if isinstance(kid, bytes):
                    self._gather(kid, place)
                else:
                    self.numbers[kid] = len(self.numbers)
                    self._owners.append(place)
        return True

    def _pieces_below(self, element: Any, *, slots: bool = False) -> set[int]:
        """Return the pieces in an element and its descendants, without those of slots unless `slots`."""
        if not slots and element.reference in self._slots.every:
            return set()
        below_it: set[int] = set()
        for kid in element.get("K", ()):
            below = self._tags.object(kid) if isinstance(kid, bytes) else None
            below_it |= {kid} if below is None else self._pieces_below(below, slots=slots)
        return below_it

    def _text(self, element: Any) -> bytes:
        """Return the serialised element with gaps, each a word between two zero bytes, which no text of a page contains."""
        made = pydyf.Dictionary({**element, "Pg": b"\0page\0"})
        if element["Type"] == "/OBJR":
            number = next(n for n, (link, _) in enumerate(self._links) if link.reference == element["Obj"])
            made["Obj"] = b"\0link%d\0" % number
            return bytes(made.data)
        over = self._places.get(element["P"])
        made["P"] = b"\0over\0" if over is None else b"\0%d\0" % over
        slot = self._slots.words.get(element.reference)
        kids = map(self._kid, element["K"]) if slot is None else [b"\0slot%d\0" % slot]
        made["K"] = pydyf.Array(kid for kid in kids if kid)
        if "ID" in element:
            made["ID"] = self._named(element["ID"])
        if "A" in element:
            made["A"] = own = pydyf.Dictionary(element["A"])
            if "Headers" in own:
                own["Headers"] = pydyf.Array(map(self._named, own["Headers"]))
            if "BBox" in own:
                own["BBox"] = b"\0box%d\0" % len(self._boxes)
                self._boxes.append(element["A"]["BBox"])
        return bytes(made.data)

    def _kid(self, kid: Any) -> bytes:
        if not isinstance(kid, bytes):
            return b"\0piece%d\0" % self.numbers[kid]
        if kid in self._places:
            return b"\0%d\0" % self._places[kid]
        # A drawing in a slot; running heads are left out.
        return b"\0slot%d\0" % self._slots.drawings[kid] if kid in self._slots.drawings else b""

    def _named(self, name: Any) -> Any:
        """Return the ID of a header cell with gaps: unique in each copy, or, outside the template, that of the copy's table."""
        if name.string in self._names:
            return pydyf.String(f"{name.string}\0name\0")
        return pydyf.String(f"\0table\0-{name.string.partition('-')[2]}")

    def reserve(self) -> int:
        """Reserve object numbers for a copy, and return the first."""
        base = len(self._tags.pdf.objects)
        self._tags.pdf.objects += [None] * (len(self._elements) + len(self._links))
        return base

    def put(self, base: int, place: CopyPlace, over: bytes, slots: Slots, first: int) -> list[bytes]:
        """Write the elements of a copy under the numbers from `base`. Return the owner of each piece of content, numbered from `first`.

        `over` is the reference of the parent element; `slots` has the references that fill the slots.
        """
        filled = {b"%d" % n: b"%d 0 R" % (base + n) for n in range(len(self._elements))}
        filled |= {b"piece%d" % n: b"%d" % (first + n) for n in range(len(self._owners))}
        filled |= {b"slot%d" % n: text for n, text in slots.items()}
        links = base + len(self._elements)
        filled |= {b"link%d" % n: b"%d 0 R" % (links + n) for n in range(len(self._links))}
        filled |= {b"box%d" % n: _moved(box, place) for n, box in enumerate(self._boxes)}
        filled |= {b"page": place.page.reference, b"over": over}
        filled |= {b"name": place.name.encode(), b"table": place.table.encode()}
        for at, parts in enumerate(self._parts, base):
            text = [filled[part] if odd % 2 else part for odd, part in enumerate(parts)]
            _set(self._tags.pdf, at, _Written(b"".join(text)))
        for number, (link, owner) in enumerate(self._links, links):
            _set(self._tags.pdf, number, made := self._link(link, place))
            self._tags.add(made, place.page, b"%d 0 R" % (base + owner))
        return [b"%d 0 R" % (base + owner) for owner in self._owners]

    def tops(self, base: int, slots: Slots) -> bytes:
        """Return the references of a copy's top elements, separated by spaces."""
        known = (
            b"%d 0 R" % (base + self._places[top])
            if top in self._places
            else slots[self._slots.drawings[top]]
            for top in self._tops
        )
        return b" ".join(known)

    def _link(self, link: Any, place: CopyPlace) -> Any:
        made = pydyf.Dictionary(link)
        up = place.page["MediaBox"][3] - self._height - POINTS * place.down
        x1, y1, x2, y2 = link["Rect"]
        across = POINTS * place.across
        made["Rect"] = pydyf.Array([x1 + across, y1 + up, x2 + across, y2 + up])
        target = place.targets.get(link.reference)
        if target is not None:
            made["Contents"] = pydyf.String(target)
            made["A"] = pydyf.Dictionary({**link["A"], "URI": pydyf.String(target)})
        return made


def _set(pdf: Any, number: int, made: Any) -> None:
    made.number = number
    pdf.objects[number] = made


def _moved(box: Sequence[float], place: CopyPlace) -> bytes:
    x1, y1, x2, y2 = box
    across, down = place.across, place.down
    return bytes(pydyf.Array((x1 + across, y1 + down, x2 + across, y2 + down)).data)
