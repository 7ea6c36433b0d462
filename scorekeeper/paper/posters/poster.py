"""Poster of a round by table: diagrams to be read from afar, and how to check the draw."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.cards.game_api.sheet import Stroke
from scorekeeper.i18n import N_, all_of, gettext, ngettext
from scorekeeper.paper.line_art import code_path
from scorekeeper.paper.posters import pages as placed
from scorekeeper.paper.posters.pages import PosterSize, SeatedRound
from scorekeeper.paper.text import LEADING
from scorekeeper.tournaments.finals import is_final, is_for_third, stage_name, tour_name
from scorekeeper.tournaments.model import DrawRecord, Tournament

ROWS = 3
"""Largest number of rows of tables on a landscape page."""
GAP = 3.0
PAD = 1.5
"""Free space around a name."""
BOARD = (0.42, 0.36)
"""Size of the board as a share of the diagram's height, and its limit as a share of the width."""
NAME = 0.165
"""Largest font size of a name as a share of the diagram's height."""
SQUARE = 4
"""Number of players of a table with one player on each side."""
TITLE, TEXT, CODE = 0.038, 0.017, 0.1
"""Font sizes of title and foot, and size of the QR code, as shares of the page's height."""


@dataclass(frozen=True)
class Foot:
    """Text below the tables."""

    short: str
    """Text on each page: the seed and the number of the draw."""
    proof: tuple[str, ...] = ()
    """Text on the last page: how to check the draw."""
    link: str = ""
    """URL where the draw can be checked; empty for none."""


def poster(t: Tournament, round_number: int | None, paper: PosterSize, address: str) -> str:
    """Return the HTML of a round by table.

    Without a number, it is the latest round opened, or else the first one drawn. `address` is the URL where the draw can be
    checked. Raises `ValueError` for a round that is not drawn.
    """
    t = placed.legible(t)
    sought = round_number or max(1, len(t.rounds))
    played = next((seats for seats in placed.seated(t) if seats.number == sought), None)
    if played is None:
        raise ValueError(round_number)
    title = gettext("%(name)s – tour %(tour)s", name=t.name, tour=tour_name(t, played.number))
    opened = played.number <= len(t.rounds)
    draw = t.draws[t.rounds[played.number - 1].draw - 1] if opened else t.draws[-1]
    final = is_final(t, played.number)
    numbers = range(1, len(played.tables) + 1)
    if any(is_for_third(t, played.number, table) for table in numbers):
        played = replace(played, played=tuple(stage_name(t, played.number, table) for table in numbers))
    # The knock-out is not drawn by lot.
    check = "" if final else address
    proof = N_("Chacun peut vérifier ce tirage : liste, graine, grille et mode d’emploi sont à %(address)s")
    proofs = (gettext(proof, address=check),) if check else ()
    foot = Foot(gettext("Phase finale") if final else _short(draw), proofs, check)
    pages = round_pages(title, played, foot, paper, where=placed.occasion(t))
    return placed.html_of_pages(title, pages, paper)


def _short(draw: DrawRecord) -> str:
    values = {"seed": draw.seed, "number": draw.number, "label": draw.label}
    short = gettext("Graine « %(seed)s » · tirage n° %(number)s · étiquette %(label)s", **values)
    # Not within an f-string, where the extraction for translation would not find the sentence.
    again = gettext("tiré à nouveau : %(reason)s", reason=draw.reason)
    return f"{short} · {again}" if draw.reason else short


def round_pages(
    title: str, played: SeatedRound, foot: Foot, paper: PosterSize, *, where: str = ""
) -> list[placed.PosterPage]:
    """Return the pages of a round: two columns of tables, as large on each page. `where` is date and place of the evening."""
    room = placed.Room.of(paper, landscape=True)
    plan = _Plan(room, played, foot)
    pages = []
    for number in range(plan.count):
        items: list[placed.Item] = []
        strokes: list[Stroke] = []
        if plan.byes:
            items.append(placed.Prose(0, placed.HEAD * plan.title, room.width, plan.byes, plan.bye))
        for place, table in enumerate(played.tables[number * plan.each : (number + 1) * plan.each]):
            at = number * plan.each + place
            label = played.labels[at] if played.labels else ""
            word = played.played[at] if played.played else ""
            picture = table_diagram(at + 1, table, plan.box(place), label=label, word=word)
            items.append(picture)
            strokes += picture.strokes
        last = number == plan.count - 1
        notes = (foot.short, *foot.proof) if last else (foot.short,)
        under = plan.foot_height(notes, coded=last)
        items.append(placed.Prose(0, room.height - under, plan.foot_width, notes, plan.text, foot.link))
        if last and foot.link:
            strokes += _code(foot.link, room.width - plan.code, room.height - plan.code, plan.code)
        pages.append((where, items, strokes))
    return placed.headed(title, room, plan.title, pages)


class _Plan:
    """Layout of the tables of a round on its pages."""

    def __init__(self, room: placed.Room, played: SeatedRound, foot: Foot) -> None:
        tables = len(played.tables)
        names = all_of(played.byes)
        self.byes = (f"{ngettext('Exempt :', 'Exempts :', len(played.byes))} {names}",) if names else ()
        self.title, self.text = TITLE * room.height, max(placed.LEAST_MM, TEXT * room.height)
        self.bye = 1.4 * self.text
        self.across = min(2, max(1, tables))
        rows = min(ROWS, max(1, -(-tables // self.across)))
        self.each = self.across * rows
        self.count = max(1, -(-tables // self.each))
        self._top = placed.HEAD * self.title
        if self.byes:
            self._top += placed.prose_height(self.byes, self.bye, room.width) + 1
        free = room.height - self._top + GAP
        self.code = CODE * room.height if foot.link else 0.0
        self.foot_width = room.width - (self.code + GAP if foot.link else 0)
        short = self.foot_height((foot.short,), coded=False) + GAP
        full = self.foot_height((foot.short, *foot.proof), coded=True) + GAP
        last = max(1, -(-(tables - (self.count - 1) * self.each) // self.across))
        self._pitch = (free - full) / last
        if self.count > 1:
            self._pitch = min((free - short) / rows, self._pitch)
        self._width = (room.width - GAP * (self.across - 1)) / self.across

    def foot_height(self, notes: Sequence[str], *, coded: bool) -> float:
        """Return the height in mm of the notes below the tables; if `coded`, at least that of the QR code."""
        words = placed.prose_height(notes, self.text, self.foot_width)
        return max(words, self.code) if coded else words

    def box(self, place: int) -> placed.Box:
        row, column = divmod(place, self.across)
        left = column * (self._width + GAP)
        return placed.Box(left, self._top + row * self._pitch, self._width, self._pitch - GAP)


def _code(address: str, left: float, top: float, size: float) -> list[Stroke]:
    """Return the QR code of an address as strokes, `size` mm wide."""
    path, side = code_path(address)
    unit = size / side

    def run(match: re.Match[str]) -> str:
        x, y, length = (float(figure) * unit for figure in match.groups())
        return f"M{left + x:.3f} {top + y:.3f}h{length:.3f}"

    return [Stroke(_RUN.sub(run, path), unit, "ink")]


_RUN = re.compile(r"M([\d.]+) ([\d.]+)h([\d.]+)")


@dataclass(frozen=True)
class _Spot:
    """A place at a side of the table: its index, from the left or the top, and the number of places there."""

    side: str
    index: int
    count: int

    @property
    def flat(self) -> bool:
        return self.side in {"top", "bottom"}

    @property
    def share(self) -> float:
        """Centre of the place as a share of the side's length."""
        return (self.index + 0.5) / self.count


def _spots(count: int) -> list[_Spot]:
    """Return the position of each place in order of play, clockwise from the top left."""
    sides = (1, 0, count - 1, 0) if count < SQUARE else (-(-(count - 2) // 2), 1, (count - 2) // 2, 1)
    spots: list[_Spot] = []
    for side, here in zip(("top", "right", "bottom", "left"), sides, strict=True):
        places = range(here) if side in {"top", "right"} else reversed(range(here))
        spots += (_Spot(side, index, here) for index in places)
    return spots


def table_diagram(
    number: int, names: Sequence[str], box: placed.Box, *, label: str = "", word: str = ""
) -> placed.TableDiagram:
    """Return the diagram of a table in a box, with names in order of play, at least one.

    A `label` replaces the table's number and hides those of places; `word` replaces the word over it.
    """
    high = BOARD[0] * box.height
    wide = min(BOARD[1] * box.width, 2.0 * high)
    board = placed.Box(box.x + (box.width - wide) / 2, box.y + (box.height - high) / 2, wide, high)
    texts = _middle(word or gettext("table"), label or str(number), board)
    for place, (name, spot) in enumerate(zip(names, _spots(len(names)), strict=True), 1):
        texts += [] if label else [_seat(spot, place, board)]
        texts += _named(name, spot, box, board)
    return placed.TableDiagram(box, (box.outline(0.2, "pale"), board.outline(0.6, "ink")), tuple(texts))


def _middle(word: str, figure: str, board: placed.Box) -> list[placed.PlacedText]:
    """Return the texts in the middle of the board: a word, and below it, large, the table's number."""
    size, small = 0.36 * board.height, max(placed.LEAST_MM, 0.11 * board.height)
    top = board.y + (board.height - (size + small) * LEADING) / 2
    under = top + small * LEADING
    width = 0.44 * board.width
    left = board.x + (board.width - width) / 2
    return [
        placed.PlacedText(left, top, width, word, placed.size_in(word, width, small), bold=False),
        placed.PlacedText(left, under, width, figure, placed.size_in(figure, width, size), tag="h2"),
    ]


def _seat(spot: _Spot, place: int, board: placed.Box) -> placed.PlacedText:
    """Return the number of a place, at the edge of the board."""
    size = max(placed.LEAST_MM, 0.15 * board.height)
    line = size * LEADING
    if spot.flat:
        width = board.width / 2
        x = board.x + spot.share * board.width - width / 2
        y = board.y + 0.4 if spot.side == "top" else board.y + board.height - line - 0.4
        return placed.PlacedText(x, y, width, str(place), size)
    width, edge = 0.27 * board.width, 0.04 * board.width
    x = board.x + edge if spot.side == "left" else board.x + board.width - width - edge
    y = board.y + spot.share * board.height - line / 2
    return placed.PlacedText(x, y, width, str(place), size, spot.side)


def _named(name: str, spot: _Spot, box: placed.Box, board: placed.Box) -> list[placed.PlacedText]:
    """Return the texts of a name between the board and the edge of the diagram."""
    if spot.flat:
        width, high = box.width / spot.count, (box.height - board.height) / 2 - PAD
        x, width = box.x + spot.index * width + PAD, width - 2 * PAD
        y = box.y + PAD / 2 if spot.side == "top" else board.y + board.height + PAD / 2
    else:
        width, high = (box.width - board.width) / 2 - 2 * PAD, (board.height + PAD) / spot.count
        x = box.x + PAD if spot.side == "left" else board.x + board.width + PAD
        y = board.y - PAD / 2 + spot.index * high
    parts, size = placed.set_name(name, width, high, NAME * box.height)
    leading = LEADING * size
    top = y + (high - leading * len(parts)) / 2
    return [placed.PlacedText(x, top + leading * line, width, part, size) for line, part in enumerate(parts)]
