"""Papers by key: those of games, and the paper for a draw by hand, which belongs to no game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game, Paper
from scorekeeper.cards.game_api.sheet import PaperSize, SheetRequest, Stroke
from scorekeeper.i18n import N_, gettext
from scorekeeper.paper.posters import pages as placed
from scorekeeper.paper.posters.poster import SQUARE, Foot, round_pages
from scorekeeper.paper.sheets import PrintOptions, html_of
from scorekeeper.paper.text import LEADING
from scorekeeper.parties.sheet_requests import blank_request, page_request

LOOSE = {"tirage": N_("Tirage sur papier")}
"""Titles of papers that belong to no game, by key; no paper of a game has such a key."""
LEAST, MOST, USUAL, ACROSS, DOWN = 4, 400, 16, 4, 6
"""Least, greatest and default number of people of a draw by hand; tickets across, and at most down, a page."""


@dataclass(frozen=True, kw_only=True)
class Wish:
    """Options of a printed paper; see `blank_request`. `parties` are the parties that fill it, none for a blank one."""

    names: Sequence[str] = ()
    seats: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    paper: PaperSize = PaperSize.A4
    rows: int | None = None
    back: bool = False
    form: bool = False
    parties: Sequence[SheetRequest] = ()
    options: PrintOptions = field(default_factory=PrintOptions)


def html_of_paper(key: str, wish: Wish, declared: Game | None = None) -> str:
    """Return the HTML of a paper: of a game, of `declared`, which the catalogue lacks, or in `LOOSE`. Raises `KeyError`, `BadSheet`."""
    if key in LOOSE:
        return _draw_by_hand(wish.paper, people(len(wish.names) or wish.seats))
    game, paper = (declared, Paper(title=declared.name)) if declared else catalogue.papers()[key]
    if wish.parties:
        filled = page_request(wish.parties) if paper.parties > 1 else wish.parties[0]
        return html_of(paper.of(filled), wish.options)
    asked = {key: getattr(wish, key) for key in ("names", "seats", "paper", "rows", "form")}
    settings = {**paper.settings, **wish.settings}
    return html_of(paper.of(blank_request(game, settings=settings, back=wish.back, **asked)), wish.options)


def people(wanted: int | None) -> int:
    """Return the number of people of a draw by hand: `wanted` within the limits, or the default."""
    return min(max(wanted or USUAL, LEAST), MOST)


def _draw_by_hand(paper: PaperSize, seats: int) -> str:
    """Return the HTML of the tables with their lots, followed by the lots as tickets to be cut."""
    tables = range(-(-seats // SQUARE))
    lots = [tuple(str(SQUARE * table + place) for place in range(1, 5)) for table in tables]
    labels = tuple(str(table + 1) for table in tables)
    title, size = gettext("Plan du tirage au sort"), placed.PosterSize(paper)
    foot = Foot(gettext("Chacun tire un billet : son numéro est sa place. Les partenaires se font face."))
    plan = round_pages(title, placed.SeatedRound(0, tuple(lots), labels=labels), foot, size)
    return placed.html_of_pages(gettext("Tirage sur papier"), [*plan, *_tickets(seats, size)], size)


def _tickets(seats: int, paper: placed.PosterSize) -> Iterator[placed.PosterPage]:
    """Yield pages of numbered tickets with table and seat, to be cut along the dashed lines."""
    room = placed.Room.of(paper, landscape=False)
    down = min(DOWN, max(ACROSS, -(-seats // ACROSS)))
    wide, high = room.width / ACROSS, room.height / down
    least, size = placed.LEAST_MM, 0.34 * high
    sides = gettext("en haut"), gettext("à droite"), gettext("en bas"), gettext("à gauche")
    for first in range(0, seats, ACROSS * down):
        last = min(seats, first + ACROSS * down)
        cuts = f"M0 {high * -(-(last - first) // ACROSS):.2f}V0h{wide * min(ACROSS, last - first):.2f}"
        title = gettext("Billets numérotés")
        items = [placed.PlacedText(0, -3.2, room.width, title, least, "left", tag="h1", running=first > 0)]
        for lot in range(first, last):
            row, column = divmod(lot - first, ACROSS)
            x, y = wide * column, high * (row + 0.2)
            cuts += f"M{x + wide:.2f} {high * row:.2f}v{high:.2f}h-{wide:.2f}"
            seat = gettext("table %(table)s, %(side)s", table=lot // SQUARE + 1, side=sides[lot % SQUARE])
            items += [
                placed.PlacedText(x, y, wide, str(lot + 1), size, tag="h2"),
                placed.PlacedText(x, y + size * LEADING, wide, seat, max(least, 0.078 * high), bold=False),
            ]
        yield placed.PosterPage(tuple(items), (Stroke(cuts, 0.25, "hair", dash="1 1"),))
