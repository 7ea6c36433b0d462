"""Papers that belong to no game: the free sheet, and for a draw by hand its plan without names and its numbered tickets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from scorekeeper.i18n import N_, gettext
from scorekeeper.kit import sheet_parts as parts
from scorekeeper.kit.sheet import (
    Align,
    Block,
    Fact,
    Grid,
    PaperSize,
    Sheet,
    SheetCell,
    SheetColumn,
    SheetGroup,
    Stroke,
)
from scorekeeper.paper.posters import pages as placed
from scorekeeper.paper.posters.poster import SQUARE, Foot, round_pages
from scorekeeper.paper.sheets import PrintOptions, html_of_sheet

ACROSS, DOWN = 4, 6
"""Tickets on a page."""
TICKET_MM = 15.0
"""Size of the number on a ticket."""
UPRIGHT = 7
"""Players whose columns no longer stand on an upright page."""


@dataclass(frozen=True, kw_only=True)
class LooseWish:
    """What is wanted of such a paper."""

    seats: int
    names: tuple[str, ...] = ()
    paper: PaperSize = PaperSize.A4
    rows: int | None = None
    form: bool = False
    options: PrintOptions = field(default_factory=PrintOptions)


@dataclass(frozen=True, kw_only=True)
class LoosePaper:
    """One of these papers, with a French title; `make` gives its print document."""

    title: str
    make: Callable[[LooseWish], str]
    least: int
    most: int
    usual: int
    written: bool = False
    """Whether it has names, rows, copies and fields like a score sheet."""

    def seats(self, wanted: int | None) -> int:
        """The number of people for whom it is made."""
        return min(max(wanted or self.usual, self.least), self.most)


def free_sheet(wish: LooseWish) -> Sheet:
    """A sheet for any game: for each player what a line gives, and the running total."""
    names = wish.names or ("",) * wish.seats
    columns = [SheetColumn(gettext("n°"), max(0.7, 0.12 * len(names)), Align.CENTRE)]
    groups = [SheetGroup("", 1)]
    for seat, name in enumerate(names, 1):
        columns.append(SheetColumn(gettext("points"), 1.0, key=f"j{seat}.points", edge=True))
        columns.append(SheetColumn(gettext("total"), 1.2, key=f"j{seat}.total"))
        groups.append(SheetGroup(name, 2, gettext("joueur %(number)s", number=seat), f"j{seat}.nom"))
    rows = parts.blank_rows(wish.rows or parts.MOST_ROWS, len(columns))
    foot = parts.total_row(gettext("total"), (SheetCell(span=2) for _ in names), "total")
    grid = Grid(gettext("Feuille libre"), tuple(columns), rows, (foot,), tuple(groups))
    facts = (
        Fact(gettext("Jeu"), key="jeu"),
        Fact(gettext("Date"), key="date", share=0.8),
        Fact(gettext("Lieu"), key="lieu"),
    )
    block = Block(grid=grid, trim=wish.rows is None)
    return Sheet(grid.title, facts=(facts,), blocks=(block,), landscape=len(names) >= UPRIGHT)


def _free(wish: LooseWish) -> str:
    return html_of_sheet(free_sheet(wish), wish.paper, wish.options, form=wish.form)


def _plan(wish: LooseWish) -> str:
    """The tables with the lots of their seats, and last the table of any number."""
    count = -(-wish.seats // SQUARE)
    lots = [tuple(str(SQUARE * table + place) for place in range(1, 5)) for table in range(count)]
    labels = tuple(map(str, range(1, count + 1)))
    played = placed.SeatedRound(0, (*lots, ("4t − 3", "4t − 2", "4t − 1", "4t")), labels=(*labels, "t"))
    rule = gettext("À la table t : 4t − 3 en haut, 4t − 2 à droite, 4t − 1 en bas, 4t à gauche.")
    facing = gettext("Les partenaires se font face : 4t − 3 et 4t − 1 contre 4t − 2 et 4t.")
    title, size = gettext("Plan du tirage au sort"), placed.PosterSize(wish.paper)
    foot = Foot(gettext("Chacun tire un billet : son numéro est sa place."), (f"{rule} {facing}",))
    return placed.html_of_pages(title, round_pages(title, played, foot, size), size)


def _tickets(wish: LooseWish) -> str:
    """The lots, each with its table and its seat, to be cut along the lines."""
    size, title = placed.PosterSize(wish.paper), gettext("Billets numérotés")
    room = placed.Room.of(size, landscape=False)
    wide, high, figure = room.width / ACROSS, room.height / DOWN, TICKET_MM * room.width / 188
    sides = (gettext("en haut"), gettext("à droite"), gettext("en bas"), gettext("à gauche"))
    ways = [f"M{wide * x:.2f} 0V{room.height:.2f}" for x in range(ACROSS + 1)]
    ways += [f"M0 {high * y:.2f}H{room.width:.2f}" for y in range(DOWN + 1)]
    cut, pages = Stroke("".join(ways), 0.2, "hair"), []
    for first in range(0, wish.seats, ACROSS * DOWN):
        items: list[placed.Item] = []
        for place in range(min(ACROSS * DOWN, wish.seats - first)):
            left, top = wide * (place % ACROSS), high * (place // ACROSS)
            table, seat = divmod(first + place, SQUARE)
            where = gettext("table %(table)s, %(side)s", table=table + 1, side=sides[seat])
            items += [
                placed.PlacedText(left, top + 0.2 * high, wide, str(first + place + 1), figure, tag="h2"),
                placed.PlacedText(left, top + 0.72 * high, wide, where, figure / 4, bold=False),
            ]
        pages.append(placed.PosterPage(tuple(items), (cut,)))
    return placed.html_of_pages(title, pages, size)


LOOSE: Mapping[str, LoosePaper] = {
    "libre": LoosePaper(title=N_("Feuille libre"), make=_free, least=2, most=12, usual=4, written=True),
    "plan": LoosePaper(title=N_("Plan du tirage au sort"), make=_plan, least=4, most=400, usual=16),
    "billets": LoosePaper(title=N_("Billets numérotés"), make=_tickets, least=4, most=400, usual=16),
}
"""These papers, by the name under which they are asked for."""
