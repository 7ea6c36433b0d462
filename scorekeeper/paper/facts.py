"""Heights and positions, in mm, of the parts of a sheet other than its grids: head, facts, notes and signatures."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorekeeper.cards.game_api.sheet import Block, Fact, Facts, Sheet
from scorekeeper.paper.measure import GAP_MM, shared
from scorekeeper.paper.text import ONE_LINE, POINT, Fit, ems, fit, fit_people, lines
from scorekeeper.paper.text import width as measured

FACT_MM = 8.4
"""Height of a line of facts whose values have at most two lines."""
HEADING_MM = 7.0
TITLE_MM = 11.5
CONTINUED_MM, REMINDER_MM = 9.0, 3.4
SIGNATURE_MM, SIGN_MM = 16.0, 10.5
"""Least height of the signatures, and height above their names."""
VALUE_SIZES, LARGE_SIZES = (10.0, 9.0, 8.0, 7.0), (15.0, 13.0, 11.5)
SIGNER_SIZES = (7.6, 7.0)
LABEL_PT, SUBTITLE_PT, NOTE_PT = 7.4, 7.6, 7.0
SCRIBBLE_MM = 6.0
"""Least width of a line for handwriting."""
LABEL_MM = 3.0
FIELD_MM = 5.4
UNDER_MM = 1.5
"""Free space under the base line of facts."""
DESCENT = 0.26
"""Space below the letters of a text's last line, as a share of the font size."""


@dataclass(frozen=True)
class FactView:
    """A fact with its value in lines, its width, that of its label (`left`), its height, that of its text, and its font size."""

    fact: Fact
    text: str
    width: float
    left: float
    high: float
    text_mm: float
    points: float

    @property
    def top(self) -> float:
        """Free space above the text, in mm."""
        return max(0.0, self.high - UNDER_MM - max(self.text_mm, 2.4))


def fact_views(line: Facts, width: float, *, form: bool) -> tuple[FactView, ...]:
    """Return the facts of a line with their positions, with values in a font size that fits."""
    widths, sizes = facts_widths(line, width), []
    lefts = [min(label_mm(fact), room - 2) for fact, room in zip(line, widths, strict=True)]
    for fact, room, left in zip(line, widths, lefts, strict=True):
        free = room - left
        large = (points for points in LARGE_SIZES if fact.large and measured(fact.value, points) <= free)
        sizes.append(next(large, 0.0) or fit_people(fact.value, free, VALUE_SIZES)[1].points)
    # Values of a line have one size, except a larger one that is read from a distance.
    usual = min((own for fact, own in zip(line, sizes, strict=True) if fact.value), default=VALUE_SIZES[0])
    views = []
    for fact, room, left, own in zip(line, widths, lefts, sizes, strict=True):
        text, size = fit_people(fact.value, room - left, (own if own > VALUE_SIZES[0] else usual,))
        # Label, value and rule share a base line; a tall value or a field begins higher.
        over = FIELD_MM if form and fact.key else LABEL_MM
        over = size.height - DESCENT * size.points * POINT if fact.value else over
        high = over + UNDER_MM if fact.value and size.lines > 2 else FACT_MM
        views.append(FactView(fact, text, room, left, high, over, size.points))
    high = max(view.high for view in views)
    return tuple(replace(view, high=high) for view in views)


def facts_height(lines: Iterable[Facts], width: float) -> float:
    """Return the height in mm of some lines of facts."""
    return sum(fact_views(line, width, form=False)[0].high for line in lines)


def facts_widths(facts: Facts, width: float) -> tuple[float, ...]:
    """Return the widths of the facts of a line: by their shares, but at least enough for one line of text, if all can have that."""
    shares, room = [fact.share for fact in facts], width - GAP_MM * (len(facts) - 1)

    def needed(fact: Fact, points: float) -> float:
        return label_mm(fact) + (measured(fact.value, points) + 0.1 if fact.value else SCRIBBLE_MM)

    tries = ([needed(fact, share * VALUE_SIZES[0]) for fact in facts] for share in (1, ONE_LINE))
    least = next((least for least in tries if sum(least) <= room), (0.0,) * len(facts))
    # A hundredth less each, so that rounding never pushes the last one to a new line.
    return tuple(width - 0.01 for width in shared(shares, least, room))


def label_mm(fact: Fact) -> float:
    """Return the width in mm of a label with the space after it; 0 without a label."""
    return ems(fact.label, bold=fact.strong) * LABEL_PT * POINT + 1.6 if fact.label else 0.0


def above_height(block: Block, width: float) -> float:
    """Return the height in mm of the parts above a block's grid."""
    drawing = block.art.height + 2 if block.art else 0.0
    return (HEADING_MM if block.heading else 0.0) + facts_height(block.above, width) + drawing


def below_height(block: Block, width: float) -> float:
    """Return the height in mm of the lines below a block's grid."""
    return facts_height(block.below, width) + (1.0 if block.below else 0.0)


def head_height(sheet: Sheet, width: float, *, first: bool, code: float = 0.0) -> float:
    """Return the height of the head of a page; on the first, title and subtitle leave room for a QR code of `code` mm."""
    if not first:
        return CONTINUED_MM + (REMINDER_MM if sheet.reminder else 0.0)
    free = width - code - GAP_MM if code else width
    subtitle = lines(sheet.subtitle, SUBTITLE_PT, free) * 3.4 if sheet.subtitle else 0.0
    return max(TITLE_MM + subtitle, code) + facts_height(sheet.facts, width) + 3.0


def signers_of(sheet: Sheet, width: float) -> tuple[float, tuple[Fit, ...]]:
    """Return the width in mm of a signature, and the font size and lines of each name under it."""
    count = len(sheet.signatures)
    # A hundredth less, so that rounding never pushes the last one to a new line.
    room = (width - GAP_MM * (count - 1)) / max(1, count) - 0.01
    return room, tuple(fit(name, room, SIGNER_SIZES, 2) for name in sheet.signatures)


def tail_height(sheet: Sheet, width: float) -> float:
    """Return the height in mm of a sheet's closing facts, signatures and notes."""
    notes = sum(lines(note, NOTE_PT, width) for note in sheet.notes) * 3.0
    names = signers_of(sheet, width)[1]
    signatures = max((max(SIGNATURE_MM, SIGN_MM + name.height) for name in names), default=0.0)
    return facts_height(sheet.closing, width) + signatures + notes + 2.0
