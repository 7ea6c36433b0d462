"""Placement of copies in a document laid out with empty copies: positions of the copies, their templates and slots.

The content of slots is laid out too, each distinct text once, with the width and font of the template (`Placements.minis`): so
WeasyPrint breaks and shapes every name itself. A copy whose texts would move their surroundings does not fit.
"""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any

from scorekeeper.press.copies.content_stream import parted
from scorekeeper.press.copies.template import CopiedElement, CopyKind, CopyLeaf, Hollowed
from scorekeeper.press.inner_parts import boxes_below, boxes_of, shaped

_NEAR = 0.01
"""Tolerance in pixels."""
_PIXELS = {"pt": 96 / 72, "mm": 96 / 25.4}
_SIDES = {"start": 0.0, "left": 0.0, "center": 0.5, "right": 1.0, "end": 1.0}
_PLAIN = re.compile(r"[0-9A-Za-zÀ-ɏ+(−–&](?:[0-9A-Za-zÀ-ɏ .,·’'()&½=+−–-]*[0-9A-Za-zÀ-ɏ.)½=])?")
_DIGIT, _WIDEST = 0.72, 1.15
"""Upper bounds of the widths of digits and of letters, in em."""
_MINIS = (
    '<!doctype html><html lang="{}"><head><title>–</title><style>@page{{size:1000mm 5000mm;margin:0}}'
    "body,p,div{{margin:0}}svg{{display:block}}{}</style></head><body>{}</body></html>"
)


@dataclass(frozen=True)
class BoxSpot:
    """A layout box and the index of its page."""

    page: int
    box: Any
    parent: Any = None
    running: bool = False
    """Whether it is part of a running head."""
    down: float = 0.0
    """Offset from the top of the box, in pixels."""
    code: str = ""
    """Path of the QR code that replaces the one of the box; empty for none."""

    @property
    def corner(self) -> tuple[float, float]:
        """Left and top of the border box, in pixels."""
        return self.box.border_box_x(), self.box.border_box_y() + self.down

    @property
    def start(self) -> tuple[float, float]:
        """Left and top of the content box, in pixels."""
        return self.box.content_box_x(), self.box.content_box_y()

    @property
    def width(self) -> float:
        """Distance from the left of the content box to the end of its longest line, in pixels."""
        words = (child for line in _lines(self.box) for child in line.children)
        ends = (child.position_x + child.margin_width() for child in words)
        return max(ends, default=0.0) - float(self.box.content_box_x())


def spots(pages: Sequence[Any], name: str) -> dict[str, BoxSpot]:
    """Return the outermost box of every element with an attribute, by its value, without elements split by a page break."""
    outermost: dict[str, BoxSpot] = {}
    parted = set()
    for number, page in enumerate(pages):
        for box, parent, running in boxes_of(page):
            if box.element is not None and name in box.element.attrib:
                spot = outermost.setdefault(box.element.attrib[name], BoxSpot(number, box, parent, running))
                if spot.page != number:
                    parted.add(box.element.attrib[name])
    return {key: spot for key, spot in outermost.items() if key not in parted}


def _lines(box: Any) -> list[Any]:
    return [child for child in getattr(box, "children", ()) if type(child).__name__ == "LineBox"]


def _height(box: Any) -> float:
    return float(sum(line.margin_height() for line in _lines(box)))


def _collapses(box: Any) -> bool:
    """Return whether the top margin of a descendant collapses with that of the box; it does not if the box is empty."""
    while type(box).__name__ == "BlockBox" and not box.border_top_width + box.padding_top:
        kids = [getattr(kid, "_box", kid) for kid in box.children]
        kids = [kid for kid in kids if type(kid).__name__ != "LineBox" and kid.is_in_normal_flow()]
        if not kids or box.style["position"] == "absolute":
            return False
        box = kids[0]
        if box.margin_top:
            return True
    return False


class TemplateSlot:
    """Slot of a template: the box of a leaf that differs between copies."""

    def __init__(self, spot: BoxSpot, leaf: CopyLeaf) -> None:
        self.box, self.style, self.running = spot.box, spot.box.style, spot.running
        self.name = leaf.name
        self._leaf, self._row = leaf, spot.parent
        self._over = self.style["padding_top"].value + self.box.border_top_width
        under = self.style["padding_bottom"].value + self.box.border_bottom_width
        self._room = self.box.border_height() - self._over - under

    @property
    def usable(self) -> bool:
        """Whether text of another length can be placed there."""
        if self._leaf.name in {"svg", "a"}:
            return True
        if self._leaf.is_cell:
            return self.style["vertical_align"] in {"top", "middle", "bottom"}
        # Otherwise the template would clip text at another position.
        free = not self._leaf.place or self.style["overflow"] == "visible"
        return free and type(self.box).__name__ in {"BlockBox", "InlineBlockBox"}

    def is_plain(self, leaf: CopyLeaf) -> bool:
        """Return whether the text of a leaf certainly fits on one line and needs no fallback font."""
        words = html.unescape(leaf.content)
        if self.style["text_align_all"] not in _SIDES or not _PLAIN.fullmatch(words) or "  " in words:
            return False
        pixels = float(self.style["font_size"])
        widths = (_DIGIT if character in "0123456789 ,.–-" else _WIDEST for character in words)
        if pixels * sum(widths) <= float(self.box.width):
            return True
        lines = _lines(self.box)
        own = len(lines) == 1 and self.size(leaf) == self.size(self._leaf) and lines[0].children
        if not own or type(own[0]).__name__ != "TextBox":
            return False
        return float(shaped(own[0], words).width) <= float(self.box.width)

    def holds(self, mini: BoxSpot | None) -> bool:
        """Return whether a text as laid out (see `Placements.minis`) fits without moving its surroundings or being clipped."""
        height = _height(mini.box) if mini else 0.0
        placed = bool(self._leaf.place)
        bound = placed or self.style["overflow"] != "visible"
        if mini and bound and mini.width > self.box.padding_width() + _NEAR:
            return False
        if not self._leaf.is_cell:
            return placed or (abs(height - _height(self.box)) < _NEAR and self._keeps_line(mini))
        return height <= self._room + _NEAR and (self._is_given or height >= _height(self.box) - _NEAR)

    def _keeps_line(self, mini: BoxSpot | None) -> bool:
        """Return whether a text has the baseline of the template's text; also if no other text can be on its line."""
        if mini is None or type(self.box).__name__ == "BlockBox":
            return True
        first, second = _lines(self.box)[0], _lines(mini.box)[0]
        return abs(float(first.baseline) - float(second.baseline)) < _NEAR

    @property
    def _is_given(self) -> bool:
        """Whether the row has at least this height whatever the text of this slot, by its style or another cell."""
        cells = (cell for cell in self._row.children if cell.computed_height != "auto")
        own = self._row.style["height"]
        heights = [cell.computed_height + cell.border_height() - cell.height for cell in cells]
        least = max([*heights, 0.0 if own == "auto" else own.value])
        return bool(least >= self.box.border_height() - _NEAR)

    def corner(self, mini: BoxSpot, leaf: CopyLeaf) -> tuple[float, float]:
        """Return left and top of a text's content in this slot, in pixels on the template's page."""
        x, y = float(self.box.content_box_x()), float(self.box.content_box_y())
        if not self._leaf.is_cell:
            moved = (after - before for before, after in zip(self._leaf.place, leaf.place, strict=True))
            across, down = [_PIXELS["mm"] * length for length in moved] or (0.0, 0.0)
            return x + across, y + down
        share = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[self.style["vertical_align"]]
        return x, self.box.border_box_y() + self._over + share * (self._room - _height(mini.box))

    def size(self, leaf: CopyLeaf) -> str:
        """Return the font size of another copy's leaf, as a CSS declaration."""
        own = re.search(r"([\d.]+)(pt|mm)", self._leaf.size)
        pixels = float(self.style["font_size"])
        # If a style rule overrides the element's own size, it does so for all copies.
        if own and abs(float(own[1]) * _PIXELS[own[2]] - pixels) < _NEAR:
            return leaf.size
        return f"font-size:{pixels!r}px"

    @cached_property
    def css(self) -> str:
        """CSS of the text except its size; nested rules begin with `&`."""
        inner = {
            box.element_tag: _look(box.style, float(box.style["font_size"]) / float(self.style["font_size"]))
            for box, _, _ in boxes_below(self.box)
            if box.element_tag in {"a", "i"} and type(box).__name__ == "InlineBox"
        }
        rules = "".join(f"&{tag}{{{look}}}" for tag, look in sorted(inner.items()))
        return f"{_look(self.style)};width:{float(self.box.width)!r}px{rules}"


def _look(style: Any, share: float | None = None) -> str:
    """Return the text properties of a computed style as CSS; with a `share`, also a font size in em."""
    leading, spacing = style["line_height"], style["letter_spacing"]
    look = {
        "font-family": ",".join(f'"{family}"' for family in style["font_family"]),
        "font-weight": style["font_weight"],
        "font-style": style["font_style"],
        "line-height": f"{leading.value!r}px" if hasattr(leading, "value") else leading,
        "letter-spacing": spacing if spacing == "normal" else f"{float(spacing)!r}px",
        "text-align-all": style["text_align_all"],
        "text-align-last": style["text_align_last"],
        "white-space": style["white_space"],
        "overflow-wrap": style["overflow_wrap"],
        "color": str(style["color"]),
        "unicode-bidi": style["unicode_bidi"],
    }
    if share is not None:
        look["font-size"] = f"{share!r}em"
    lines = style["text_decoration_line"]
    look["text-decoration"] = lines if lines == "none" else " ".join(sorted(lines))
    return ";".join(f"{name}:{value}" for name, value in look.items())


class Placements:
    """Positions, templates and slot contents of all assembled copies of a document."""

    def __init__(self, hollow: Hollowed, pages: Sequence[Any], language: str) -> None:
        self.hollow, self.pages, self._language = hollow, pages, language
        self.sites = spots(pages, "data-copy")
        for first, run in hollow.runs.items():
            key = str(first)
            if key not in self.sites:
                continue
            for number, top in zip(run, accumulate(run.values(), initial=0.0), strict=False):
                self.sites[str(number)] = replace(self.sites[key], down=top * _PIXELS["mm"])
        self.templates = spots(pages, "data-template")
        marked = spots(pages, "data-slot")
        self.slots: list[dict[int, TemplateSlot]] = [
            {
                place: TemplateSlot(marked[f"{number}-{place}"], kind.copies[0].leaves[place])
                for place in kind.slots
                if f"{number}-{place}" in marked
            }
            for number, kind in enumerate(hollow.kinds)
        ]
        self._heights = {number: height for run in hollow.runs.values() for number, height in run.items()}
        self._styles: dict[str, int] = {}
        self._minis: dict[tuple[str, str], str] = {}
        self._alike: dict[str, tuple[str, str]] = {}
        self._filled: dict[tuple[int, int], str] = {}
        """Number of the text in each leaf, by copy and leaf."""
        self.laid: Mapping[str, BoxSpot] = {}

    @property
    def first_template_page(self) -> int:
        """Index of the first page with a template, after those of the document."""
        return min(spot.page for spot in self.templates.values())

    def shift(self, kind: int, copy: CopiedElement) -> tuple[float, float]:
        """Return the offset of a copy from its template, to the right and down, in pixels."""
        (x, y), (left, top) = self.sites[str(copy.number)].corner, self.templates[str(kind)].corner
        return x - left, y - top

    def minis(self) -> str:
        """Return an HTML document with each different text and drawing of the slots once."""
        first: dict[str, str] = {}
        for kind, slots in zip(self.hollow.kinds, self.slots, strict=True):
            for copy in kind.copies:
                for place, slot in slots.items():
                    if number := self._number(slot, copy.leaves[place], first):
                        self._filled[copy.number, place] = number
        rules = ""
        for css, style in self._styles.items():
            own, *inner = css.split("&")
            rules += f".s{style}{{{own.strip()}}}" + "".join(f".s{style} {rule}" for rule in inner)
        texts = ((key, n) for key, n in self._minis.items() if n not in self._alike)
        parts = (f'{before} data-mini="{n}"{after}' for (before, after), n in texts)
        return _MINIS.format(self._language, rules, "".join(parts))

    def _number(self, slot: TemplateSlot, leaf: CopyLeaf, first: dict[str, str]) -> str:
        """Return the number of a slot's content in `minis`, empty for none.

        Of plain lines and QR codes of one style, only the first is laid out, and `complete` derives the others.
        """
        key = self._key(slot, leaf)
        if key is None or key in self._minis:
            return self._minis[key] if key else ""
        number = self._minis[key] = str(len(self._minis))
        look, code = parted("".join(key)) if leaf.name == "svg" else (key[0], "")
        if (code or slot.is_plain(leaf)) and first.setdefault(look, number) != number:
            self._alike[number] = first[look], code or html.unescape(leaf.content)
        return number

    def complete(self, laid: Mapping[str, BoxSpot]) -> None:
        """Store the laid-out texts; from each, derive the boxes of the other texts of its style that fit on one line."""
        known = dict(laid)
        added: dict[Any, list[Any]] = {}
        for number, (other, text) in self._alike.items():
            spot = laid[other]
            if not _lines(spot.box):
                known[number] = replace(spot, code=text)
                continue
            ((line, words),) = ((line, line.children[0]) for line in _lines(spot.box))
            made = shaped(words, text)
            free = float(spot.box.width) - made.width
            if free < 0:
                # It would need a line break; its copies are laid out in full.
                continue
            made.position_x = spot.box.content_box_x() + _SIDES[line.style["text_align_all"]] * free
            box = spot.box.copy_with_children([line.copy_with_children([made])])
            added.setdefault(spot.parent, []).append(box)
            known[number] = BoxSpot(spot.page, box, spot.parent)
        for parent, boxes in added.items():
            parent.children = [*parent.children, *boxes]
        self.laid = known

    def _key(self, slot: TemplateSlot, leaf: CopyLeaf) -> tuple[str, str] | None:
        """Return the markup of a slot's content in `minis`, before and after its number; `None` for no content."""
        if leaf.name == "svg":
            opening, rest = leaf.content.split(">", 1)
            opening = re.sub(r'\s(?:class|style|data-slot)="[^"]*"', "", opening)
            size = f"width:{float(slot.box.width)!r}px;height:{float(slot.box.height)!r}px"
            return "<div", f' style="{size}">{opening} style="{size}">{rest}</div>'
        if leaf.name == "a" or not leaf.content:
            return None
        style = self._styles.setdefault(slot.css, len(self._styles))
        return f'<p class="s{style}" style="{slot.size(leaf)}"', f">{leaf.content}</p>"

    def mini(self, copy: CopiedElement, place: int) -> BoxSpot | None:
        """Return the box of a copy's leaf from the document `minis`; `None` for an empty leaf."""
        number = self._filled.get((copy.number, place))
        return self.laid[number] if number else None

    def texts(self) -> list[tuple[float, float, float]]:
        """Return left, top and width of every text of the copies, in pixels on their pages."""
        return [
            (left + x, top + y, mini.width)
            for number, kind in enumerate(self.hollow.kinds)
            for copy in kind.copies
            for left, top in [self.shift(number, copy)]
            for place, slot in self.slots[number].items()
            if (mini := self.mini(copy, place))
            for x, y in [slot.corner(mini, copy.leaves[place])]
        ]

    def misfits(self) -> set[int]:
        """Return the numbers of the copies that cannot be assembled and must be laid out in full."""
        bad = (self._bad(number, kind) for number, kind in enumerate(self.hollow.kinds))
        return {copy.number for copies in bad for copy in copies}

    def _bad(self, number: int, kind: CopyKind) -> Iterator[CopiedElement]:
        slots = self.slots[number]
        complete = str(number) in self.templates and set(slots) == set(kind.slots)
        sound = complete and not _collapses(box := self.templates[str(number)].box)
        if sound and kind.copies[0].number in self._heights:
            given = self._heights[kind.copies[0].number] * _PIXELS["mm"]
            sound = abs(float(box.border_height()) - given) < _NEAR
        sound = sound and all(slot.usable for slot in slots.values())
        words = {place: slot for place, slot in slots.items() if slot.name not in {"svg", "a"}}
        for copy in kind.copies:
            texts = {self._filled.get((copy.number, place), "") for place in words} - {""}
            fits = sound and str(copy.number) in self.sites and self.laid.keys() >= texts
            if not fits or not all(slot.holds(self.mini(copy, place)) for place, slot in words.items()):
                yield copy


def text_of(content: str) -> str:
    """Return the text of a piece of HTML, with spaces normalised."""
    return " ".join(html.unescape(re.sub("<[^>]*>", "", content)).split())
