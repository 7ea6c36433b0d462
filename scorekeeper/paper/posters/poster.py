"""The poster of a round, by table: pictures that are read from afar, and how the draw can be checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.i18n import gettext
from scorekeeper.paper.posters.pages import (
    HEAD,
    Item,
    PosterPage,
    Prose,
    Room,
    Wall,
    head,
    html_of_pages,
    prose_height,
)
from scorekeeper.paper.posters.rounds import SeatedRound, seated, wanted
from scorekeeper.paper.posters.table_diagram import SQUARE, Box, ring
from scorekeeper.paper.requests import day
from scorekeeper.rules.seating import Word
from scorekeeper.tournaments.model import Format, Method
from scorekeeper.tournaments.words import report_sentence

if TYPE_CHECKING:
    from scorekeeper.kit.sheet import Stroke
    from scorekeeper.tournaments.model import DrawRecord, Tournament

ROWS = 3
"""Most rows of tables on a page across."""
GAP = 3.0
"""Free space between two tables."""
TITLE, TEXT = 0.038, 0.017
"""Size of the title and of the foot as shares of the page's height."""
TELLING = frozenset(
    {
        "no-meeting-twice",
        "meetings-forced",
        "meetings-few",
        "no-partner-twice",
        "partners-forced",
        "partners-again",
        "pairs-fixed",
        "by-ranking",
        "apart-broken",
        "stopped",
    }
)
"""The words of a report that the room wants to know; the page of the draw has them all."""
LONG = 300
"""Signs beyond which a sentence, a list of names, is left to the page of the draw."""


@dataclass(frozen=True)
class Foot:
    """What stands under the tables."""

    short: str
    """On each page: the seed and the attempt."""
    full: tuple[str, ...] = ()
    """On the last page: what was achieved, and how it is checked."""


def poster(t: Tournament, round_number: int | None = None, paper: Wall = Wall.A4, address: str = "") -> str:
    """The print document of a round by table.

    Args:
        t: the tournament.
        round_number: the round; the latest that was opened unless told, or the first that is drawn.
        paper: what is in the printer.
        address: where the page of the draw is, for whoever wants to check it.
    """
    one = wanted(seated(t), t, round_number)
    if one is None:
        note = gettext("Ce tour n’est pas encore tiré.")
        return html_of_pages(t.name, round_pages(t.name, SeatedRound(0, ()), Foot(note), paper), paper)
    title = gettext("%(name)s – tour %(tour)s", name=t.name, tour=one.number)
    where = " · ".join(part for part in (day(t.options.date), t.options.place) if part)
    opened = one.number <= len(t.rounds)
    draw = t.draws[t.rounds[one.number - 1].draw - 1] if opened else t.draws[-1]
    by_lot = t.options.draw is Method.LOT or one.number == 1
    lots = (
        t.game.rules.CAMPS
        and by_lot
        and t.options.format is Format.INDIVIDUEL
        and all(len(table) == SQUARE for table in one.tables)
    )
    foot = Foot(_short(draw), _full(t, draw, address))
    return html_of_pages(title, round_pages(title, one, foot, paper, where=where, lots=lots), paper)


def _short(draw: DrawRecord) -> str:
    told = gettext(
        "Graine « %(seed)s » · tirage n° %(attempt)s · étiquette %(label)s",
        seed=draw.seed,
        attempt=draw.attempt,
        label=draw.label,
    )
    if not draw.reason:
        return told
    return " · ".join((told, gettext("refait : %(reason)s", reason=draw.reason)))


def telling(words: Sequence[Mapping[str, Any]]) -> str:
    """What a draw achieved, as far as the room wants to know it."""
    sentences = [
        report_sentence(Word(word["code"], word["values"])) for word in words if word["code"] in TELLING
    ]
    return " ".join(sentence for sentence in sentences if len(sentence) <= LONG)


def _full(t: Tournament, draw: DrawRecord, address: str) -> tuple[str, ...]:
    found = [telling(draw.report["words"])]
    if address:
        found.append(
            gettext(
                "Chacun peut vérifier ce tirage : liste, graine et ordre du lot sont à %(address)s",
                address=address,
            )
        )
    found.append(seats_said(camps=t.game.rules.CAMPS))
    return tuple(text for text in found if text)


def seats_said(*, camps: bool) -> str:
    """How the places are numbered."""
    told = [gettext("Les places sont numérotées dans l’ordre du jeu.")]
    if camps:
        told.append(gettext("Les partenaires se font face : 1 et 3, 2 et 4."))
    return " ".join(told)


def round_pages(
    title: str, one: SeatedRound, foot: Foot, paper: Wall = Wall.A4, *, where: str = "", lots: bool = False
) -> list[PosterPage]:
    """The pages of a round: two columns of tables, as large on the last page as on the first.

    Args:
        title: of each page.
        one: the round.
        foot: what stands under the tables.
        paper: what is in the printer.
        where: the day and the place.
        lots: whether each seat bears its lot.
    """
    room = Room.of(paper, landscape=True)
    plan = _Plan(room, one, foot)
    pages = []
    for number in range(plan.count):
        here = range(number * plan.each, min((number + 1) * plan.each, len(one.tables)))
        mark = gettext("page %(number)s sur %(count)s", number=number + 1, count=plan.count)
        mark = " · ".join(part for part in (where, mark if plan.count > 1 else "") if part)
        texts, rule = head(title, mark, room, plan.title)
        items: list[Item] = [*texts]
        strokes: list[Stroke] = [rule]
        if one.byes:
            byes = gettext("exempts : %(names)s", names=", ".join(one.byes))
            items.append(Prose(0, HEAD * plan.title, room.width, (byes,), plan.bye))
        for place, table in enumerate(here):
            drawn = ring(table + 1, one.tables[table], plan.box(place), lots=lots)
            items += drawn.texts
            strokes += drawn.strokes
        last = number == plan.count - 1
        told = (foot.short, *foot.full) if last else (foot.short,)
        under = prose_height(told, plan.text, room.width)
        items.append(Prose(0, room.height - under, room.width, told, plan.text))
        pages.append(PosterPage(tuple(items), tuple(strokes), landscape=True))
    return pages


class _Plan:
    """Where the tables of a round stand."""

    def __init__(self, room: Room, one: SeatedRound, foot: Foot) -> None:
        tables = len(one.tables)
        self.title, self.text = TITLE * room.height, TEXT * room.height
        self.bye = 1.4 * self.text
        self.across = min(2, max(1, tables))
        rows = min(ROWS, max(1, -(-tables // self.across)))
        self.each = self.across * rows
        self.count = max(1, -(-tables // self.each))
        self._top = HEAD * self.title
        if one.byes:
            byes = gettext("exempts : %(names)s", names=", ".join(one.byes))
            self._top += prose_height((byes,), self.bye, room.width) + 1
        free = room.height - self._top + GAP
        short = prose_height((foot.short,), self.text, room.width) + GAP
        full = prose_height((foot.short, *foot.full), self.text, room.width) + GAP
        left = tables - (self.count - 1) * self.each
        last = max(1, -(-left // self.across))
        self._pitch = (
            min((free - short) / rows, (free - full) / last) if self.count > 1 else (free - full) / rows
        )
        self._width = (room.width - GAP * (self.across - 1)) / self.across

    def box(self, place: int) -> Box:
        """The place of a table on its page."""
        row, column = divmod(place, self.across)
        left = column * (self._width + GAP)
        return Box(left, self._top + row * self._pitch, self._width, self._pitch - GAP)
