"""Copies in the HTML of a document: detection of their kinds, common parts and slots.

The HTML marks where a copy begins and ends (`COPY`, `END`): a sheet, a card, a slip, a row. Copies that differ only in some texts,
drawings and links are of one kind. `hollowed` returns the document with an empty element in place of each such copy. It is followed
by the first copy of each kind, its template, on a page of its own. `assembly` then fills the empty elements.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.press.messages import COPY, END

_WORD = "·"
FEWEST, FEWEST_ROWS = 3, 8
"""Least number of copies of a kind, and of rows, for which a template saves time."""
_SEAMS = re.compile(f"({COPY}|{END})")
_ELEMENT = re.compile(r"\s*<([a-z]+)([^>]*)>(.*)</\1>\s*", re.DOTALL)
_TAGS = re.compile(r"(<[^>]*>)")
_OPENING = re.compile(r"<([a-z][a-z0-9]*)([^>]*)>")
_LEAVES = frozenset({"b", "div", "h1", "h2", "h3", "p", "span", "td", "th"})
_WITHIN = re.compile(r"</?(?:a|bdi|br|i)\b")
_SIZE = re.compile(r"font-size:\s*[\d.]+(?:mm|pt)")
_PLACE = re.compile(r"(?<![-\w])(?:left|top):\s*([-\d.]+)mm;?")
_TARGET = re.compile(r'\s(?:href|title)="[^"]*"')
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)\b[^>]*?(/?)>")
_VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "path", "wbr"})
_CELL = re.compile(r"<(t[hd])\b([^>]*)>")
_RULED = "data-grid="
"""Attribute of rows with exactly the height of their first cell, without space between them."""
_HEIGHT = re.compile(r"\bheight:([\d.]+)mm")


@dataclass(frozen=True)
class CopyLeaf:
    """Part that may differ between copies: the text of an element, a drawing (`svg`), or a link without text (`a`)."""

    name: str
    attributes: str
    content: str

    @property
    def is_cell(self) -> bool:
        """Whether it is a table cell, whose position does not depend on its height."""
        return self.name in {"td", "th"}

    @property
    def place(self) -> list[float]:
        """Its absolute position in the copy, left and top in mm; empty for a leaf in the text flow."""
        lengths = _PLACE.findall(self.attributes)
        return list(map(float, lengths)) if len(lengths) > 1 else []

    @property
    def size(self) -> str:
        """Its own `font-size` declaration; empty if it has none."""
        own = _SIZE.search(self.attributes)
        return own[0] if own else ""

    @property
    def shape(self) -> str:
        """Properties that must be the same in all copies of a kind."""
        if self.name == "svg":
            return self.content.partition(">")[0]
        if self.name == "a":
            return _TARGET.sub("", self.attributes)
        inner = sorted(set(re.findall(r"<([a-z]+)", self.content)) - {"bdi"})
        own = f"{self.attributes} {not self.content}"
        if self.is_cell or self.place:
            own = _PLACE.sub("own place", _SIZE.sub("own size", self.attributes))
        return f"{self.name} {own} {inner}"


@dataclass(frozen=True)
class CopiedElement:
    """One copy: its element, and its leaves in document order."""

    number: int
    """Index among all copies of the document, from 0."""
    name: str
    attributes: str
    leaves: tuple[CopyLeaf, ...]


@dataclass
class CopyKind:
    """Copies of one kind, which differ only in some leaves."""

    between: list[str]
    """The HTML between the leaves."""
    copies: list[CopiedElement] = field(default_factory=list)

    @property
    def slots(self) -> tuple[int, ...]:
        """Indexes of the leaves that differ between copies."""
        columns = zip(*(copy.leaves for copy in self.copies), strict=True)
        ways = ({(leaf.attributes, leaf.content) for leaf in leaves} for leaves in columns)
        return tuple(place for place, different in enumerate(ways) if len(different) > 1)


@dataclass(frozen=True)
class Hollowed:
    """Document with empty copies, followed by their templates.

    Elements are marked with `data-copy` (number of the copy), `data-template` (of the kind) and `data-slot` (of kind and leaf).
    """

    html: str
    kinds: tuple[CopyKind, ...]
    runs: Mapping[int, Mapping[int, float]] = field(default_factory=dict)
    """Consecutive rows that share one empty element: the heights of all in mm by number, by the number of the first."""


def hollowed(html: str, as_is: Collection[int] = ()) -> Hollowed | None:
    """Return the document with empty copies and templates, or `None` without enough copies. Copies in `as_is` stay as they are."""
    parts = _parted(html)
    kinds: dict[tuple[str, ...], CopyKind] = {}
    for number, text in enumerate(parts[1::2]):
        element = None if number in as_is or "<input" in text else _ELEMENT.fullmatch(text)
        if element:
            name, attributes, inner = element.groups()
            between, leaves = _read(inner)
            key = (name, _PLACE.sub("", attributes), *between, *(leaf.shape for leaf in leaves))
            made = CopiedElement(number, name, attributes, tuple(leaves))
            kinds.setdefault(key, CopyKind(between)).copies.append(made)
    fewest = ((kind, FEWEST_ROWS if kind.copies[0].name == "tr" else FEWEST) for kind in kinds.values())
    used = tuple(kind for kind, least in fewest if len(kind.copies) >= least)
    copies = {copy.number: copy for kind in used for copy in kind.copies}
    if not copies:
        return None
    runs = _runs(parts, copies)
    later = {number for run in runs.values() for number in list(run)[1:]}
    page, starts = "", {}
    for number, text in enumerate(parts):
        copy = copies.get(number // 2) if number % 2 else None
        if copy:
            starts[copy.number] = len(page)
        if not copy:
            page += text
        elif copy.number not in later:
            page += _hollow(copy, text, runs.get(copy.number))
    begin, end = page.rsplit("</body>", 1)
    templates = (_template_page(kind, place, page, starts) for place, kind in enumerate(used))
    return Hollowed(f"{begin}{''.join(templates)}</body>{end}", used, runs)


def _runs(parts: Sequence[str], copies: Mapping[int, CopiedElement]) -> dict[int, dict[int, float]]:
    """Return consecutive rows of given heights (see `Hollowed.runs`)."""
    runs: dict[int, dict[int, float]] = {}
    first: int | None = None
    for number, (before, text) in enumerate(zip(parts[::2], parts[1::2], strict=False)):
        height = _HEIGHT.search(text) if number in copies and _RULED in copies[number].attributes else None
        if height:
            first = number if first is None or before.strip() else first
            runs.setdefault(first, {})[number] = float(height[1])
        else:
            first = None
    return runs


def _parted(html: str) -> list[str]:
    """Split the HTML into parts outside and inside copies, alternating. A nested copy is part of the outer one."""
    parts, depth = [""], 0
    for piece in _SEAMS.split(html):
        if piece not in {COPY, END}:
            parts[-1] += piece
            continue
        depth += 1 if piece == COPY else -1
        if depth == (piece == COPY):
            parts.append("")
    return parts


def _read(inner: str) -> tuple[list[str], list[CopyLeaf]]:
    """Return the HTML between the leaves of an element, and the leaves."""
    between, leaves = [""], []
    parts = _TAGS.split(inner)
    at = 0
    while at < len(parts):
        end = _leaf_end(parts, at)
        if end:
            tag = _OPENING.match(parts[at])
            assert tag is not None  # noqa: S101 - a leaf begins with one
            name, content = tag[1], "".join(parts[at + 1 : end - 1])
            leaves.append(CopyLeaf(name, tag[2], "".join(parts[at:end]) if name == "svg" else content))
            between.append("")
        else:
            between[-1] += parts[at]
        at = end or at + 1
    return between, leaves


def _leaf_end(parts: Sequence[str], at: int) -> int:
    """Return the index after the leaf that begins at index `at`, or 0 if none does. `parts` are alternating texts and tags."""
    tag = _OPENING.match(parts[at]) if at % 2 else None
    if tag and tag[1] == "svg":
        return parts.index("</svg>", at) + 1
    if tag and tag[1] == "a":
        return at + 3 if not parts[at + 1] and parts[at + 2] == "</a>" else 0
    if not tag or tag[1] not in _LEAVES:
        return 0
    end = at + 2
    while end < len(parts) and _WITHIN.match(parts[end]):
        end += 2
    return end + 1 if end < len(parts) and parts[end] == f"</{tag[1]}>" else 0


def _hollow(copy: CopiedElement, text: str, run: Mapping[int, float] | None = None) -> str:
    """Return the invisible empty element of a copy.

    It has one word, whose position in the content stream shows when the copy is drawn. A row keeps a cell, which gives the row its
    height; with a `run`, it has the height of all its rows.
    """
    kept = _WORD
    if copy.name == "tr" and (cell := _CELL.search(text)):
        name, attributes = cell.groups()
        if run:
            attributes = _HEIGHT.sub(f"height:{sum(run.values()):.3f}mm", attributes, count=1)
        kept = f"<{name}{_styled(attributes, 'overflow:visible')}>{_WORD}</{name}>"
    hidden = _styled(copy.attributes, "visibility:hidden;overflow:visible")
    return f'<{copy.name} data-copy="{copy.number}"{hidden}>{kept}</{copy.name}>'


def _styled(attributes: str, rule: str) -> str:
    styled = re.sub(r'style="([^"]*)"', rf'style="\1;{rule}"', attributes, count=1)
    return styled if styled != attributes else f'{attributes} style="{rule}"'


def _template_page(kind: CopyKind, place: int, page: str, starts: dict[int, int]) -> str:
    """Return the first copy of a kind within all its ancestors, on a page of its own. `starts` has the index of each copy in `page`."""
    first = kind.copies[0]
    stack = _open(page[: starts[first.number]])
    around = ""
    for number, (name, start, end) in enumerate(stack):
        around += page[start:end]
        if name == "table":
            # Columns come before the first body. The head is needed for the tags of cells, but invisible.
            body = stack[number + 1][2]
            around += _hidden_head(page[end:body])
            break
    names = [name for name, _, _ in stack]
    if "table" in names:
        names = names[: names.index("table") + 2]
    closing = "".join(f"</{name}>" for name in reversed(names))
    inner = "".join(_pieces(kind, place))
    element = f'<{first.name} data-template="{place}"{first.attributes}>{inner}</{first.name}>'
    return f'<div style="break-before:page">{around}{element}{closing}</div>'


def _hidden_head(text: str) -> str:
    """Return the markup from a table's tag to the body of a row, without other rows and with the head hidden."""
    columns = text.partition("<thead")[0].partition("<tbody")[0]
    head = re.search(r"<thead\b.*?</thead>", text, re.DOTALL)
    hidden = head[0].replace("<thead", '<thead style="visibility:hidden"', 1) if head else ""
    return f"{columns}{hidden}{text[text.rindex('<tbody') :]}"


def _pieces(kind: CopyKind, number: int) -> Iterable[str]:
    slots, first = set(kind.slots), kind.copies[0]
    for place, (before, leaf) in enumerate(zip(kind.between, first.leaves, strict=False)):
        mark = f' data-slot="{number}-{place}"' if place in slots else ""
        yield before
        if leaf.name == "svg":
            yield leaf.content.replace("<svg", f"<svg{mark}", 1)
        else:
            yield f"<{leaf.name}{mark}{leaf.attributes}>{leaf.content}</{leaf.name}>"
    yield kind.between[-1]


def _open(prefix: str) -> Sequence[tuple[str, int, int]]:
    """Return the elements of the body that are open at the end of `prefix`, with start and end of their tags."""
    stack: list[tuple[str, int, int]] = []
    for tag in _TAG.finditer(prefix, prefix.index("<body")):
        closing, name, alone = tag.groups()
        if closing:
            stack.pop()
        elif not alone and name not in _VOID and name != "body":
            stack.append((name, tag.start(), tag.end()))
    return stack
