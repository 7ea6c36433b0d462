"""The poster of a round, by table: pictures that are read from afar, and how the draw can be checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.i18n import gettext
from scorekeeper.paper.posters.pages import (
    HEAD,
    Box,
    PosterPage,
    PosterSize,
    Prose,
    Room,
    head,
    html_of_pages,
    page_number,
    prose_height,
)
from scorekeeper.paper.posters.rounds import SeatedRound, seated, wanted
from scorekeeper.paper.posters.table_diagram import SQUARE, table_diagram
from scorekeeper.paper.requests import day
from scorekeeper.rules.seating.record import Word
from scorekeeper.tournaments.options import Format, Method
from scorekeeper.tournaments.words import report_sentence

if TYPE_CHECKING:
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
"""Characters beyond which a sentence, a list of names, is left to the page of the draw."""


@dataclass(frozen=True)
class Foot:
    """What stands under the tables."""

    short: str
    """On each page: the seed and the attempt."""
    full: tuple[str, ...] = ()
    """On the last page: what was achieved, and how it is checked."""


def poster(
    t: Tournament, round_number: int | None = None, paper: PosterSize = PosterSize.A4, address: str = ""
) -> str:
    """The print document of a round by table.

    Without a number it is the latest round that was opened, or the first that is drawn. `address` is that of the page on which
    the draw can be checked.
    """
    played = wanted(seated(t), t, round_number)
    if played is None:
        foot = Foot(gettext("Ce tour n’est pas encore tiré."))
        return html_of_pages(t.name, round_pages(t.name, SeatedRound(0, ()), foot, paper), paper)
    title = gettext("%(name)s – tour %(tour)s", name=t.name, tour=played.number)
    where = " · ".join(part for part in (day(t.options.date), t.options.place) if part)
    opened = played.number <= len(t.rounds)
    draw = t.draws[t.rounds[played.number - 1].draw - 1] if opened else t.draws[-1]
    by_lot = t.options.draw is Method.LOT or played.number == 1
    individual = t.options.format is Format.INDIVIDUEL
    lots = t.game.rules.CAMPS and by_lot and individual and all_square(played)
    foot = Foot(_short(draw), _full(t, draw, address))
    return html_of_pages(title, round_pages(title, played, foot, paper, where=where, lots=lots), paper)


def all_square(played: SeatedRound) -> bool:
    """Whether four play at every table, so that lots can be numbered by table."""
    return all(len(table) == SQUARE for table in played.tables)


def _short(draw: DrawRecord) -> str:
    short = gettext(
        "Graine « %(seed)s » · tirage n° %(attempt)s · étiquette %(label)s",
        seed=draw.seed,
        attempt=draw.attempt,
        label=draw.label,
    )
    if not draw.reason:
        return short
    return " · ".join((short, gettext("refait : %(reason)s", reason=draw.reason)))


def _full(t: Tournament, draw: DrawRecord, address: str) -> tuple[str, ...]:
    check = gettext(
        "Chacun peut vérifier ce tirage : liste, graine et ordre du lot sont à %(address)s", address=address
    )
    texts = (telling(draw.report["words"]), check if address else "", places_note(camps=t.game.rules.CAMPS))
    return tuple(text for text in texts if text)


def telling(words: Sequence[Mapping[str, Any]]) -> str:
    """What a draw achieved, as far as the room wants to know it."""
    sentences = [
        report_sentence(Word(word["code"], word["values"])) for word in words if word["code"] in TELLING
    ]
    return " ".join(sentence for sentence in sentences if len(sentence) <= LONG)


def places_note(*, camps: bool) -> str:
    """How the places are numbered."""
    note = gettext("Les places sont numérotées dans l’ordre du jeu.")
    facing = gettext("Les partenaires se font face : 1 et 3, 2 et 4.")
    return f"{note} {facing}" if camps else note


def round_pages(
    title: str,
    played: SeatedRound,
    foot: Foot,
    paper: PosterSize = PosterSize.A4,
    *,
    where: str = "",
    lots: bool = False,
) -> list[PosterPage]:
    """The pages of a round: two columns of tables, as large on the last page as on the first.

    `where` is the day and the place; with `lots` each seat bears its lot.
    """
    room = Room.of(paper, landscape=True)
    plan = _Plan(room, played, foot)
    pages = []
    for number in range(plan.count):
        mark = " · ".join(
            filter(None, (where, page_number(number + 1, plan.count) if plan.count > 1 else ""))
        )
        items, rule = head(title, mark, room, plan.title)
        strokes = [rule]
        if plan.byes:
            items.append(Prose(0, HEAD * plan.title, room.width, plan.byes, plan.bye))
        for place, table in enumerate(played.tables[number * plan.each : (number + 1) * plan.each]):
            picture = table_diagram(number * plan.each + place + 1, table, plan.box(place), lots=lots)
            items += picture.texts
            strokes += picture.strokes
        notes = (foot.short, *foot.full) if number == plan.count - 1 else (foot.short,)
        under = prose_height(notes, plan.text, room.width)
        items.append(Prose(0, room.height - under, room.width, notes, plan.text))
        pages.append(PosterPage(tuple(items), tuple(strokes), landscape=True))
    return pages


class _Plan:
    """Where the tables of a round stand."""

    def __init__(self, room: Room, played: SeatedRound, foot: Foot) -> None:
        tables = len(played.tables)
        names = ", ".join(played.byes)
        self.byes = (gettext("exempts : %(names)s", names=names),) if names else ()
        self.title, self.text = TITLE * room.height, TEXT * room.height
        self.bye = 1.4 * self.text
        self.across = min(2, max(1, tables))
        rows = min(ROWS, max(1, -(-tables // self.across)))
        self.each = self.across * rows
        self.count = max(1, -(-tables // self.each))
        self._top = HEAD * self.title
        if self.byes:
            self._top += prose_height(self.byes, self.bye, room.width) + 1
        free = room.height - self._top + GAP
        short = prose_height((foot.short,), self.text, room.width) + GAP
        full = prose_height((foot.short, *foot.full), self.text, room.width) + GAP
        last = max(1, -(-(tables - (self.count - 1) * self.each) // self.across))
        self._pitch = (
            (free - full) / last if self.count == 1 else min((free - short) / rows, (free - full) / last)
        )
        self._width = (room.width - GAP * (self.across - 1)) / self.across

    def box(self, place: int) -> Box:
        """The place of a table on its page."""
        row, column = divmod(place, self.across)
        left = column * (self._width + GAP)
        return Box(left, self._top + row * self._pitch, self._width, self._pitch - GAP)
