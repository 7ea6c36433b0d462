"""Slips for the players, with seat and companions in each round. Cut as one stack, the slips are in order."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.rules.names import by_surname
from scorekeeper.i18n import gettext
from scorekeeper.paper.line_art import code_path
from scorekeeper.paper.posters import pages as placed
from scorekeeper.paper.sheets import rendered
from scorekeeper.paper.text import POINT, Fit, cut, fit
from scorekeeper.press.messages import bundled
from scorekeeper.tournaments.model import Tournament

NARROW = 150.0
"""Page width below which slips are in one column."""
PAD, TAB, BOX = 3.0, 11.0, 16.0
"""Space between cut and text; width of the columns of round, table and place; width of the box for points."""
HEAD_MM, NOTE_MM = 22.0, 6.0
"""Height of a slip without its rounds, and of the note on cutting."""
NAMED_MM, WHERE, WHERE_MM, TITLE_PT = 11.6, 7.0, 3.0, 7.0
"""Height of name, day and place included in `HEAD_MM`; font size and line height of day and place; font size of the title."""
PAGES = 20
"""Number of pages printed in one step."""
CODE = 12.0
"""Size of the QR code of the player's page, beside the name."""
ROW_MM, TALLEST = 7.4, 10.0
"""Least and greatest height of a row, for points written by hand."""
NAMES, SIZES = (13.0, 11.5, 10.0, 9.0), (9.0, 8.0, 7.0)
"""Font sizes in points of the player's name, and of the companions' names."""


@dataclass(frozen=True)
class SlipRow:
    """A round on a slip: round, table and place as text, and the companions with a font size that fits."""

    places: tuple[str, str, str]
    company: str
    fit: Fit


def slips(
    t: Tournament,
    paper: placed.PosterSize,
    only: Collection[int] | None = None,
    address: Callable[[int], str] | None = None,
) -> str:
    """Return the HTML of the slips of all players, or of the numbers in `only`, sorted by surname.

    `address` returns the URL of a player's page, for a QR code on each slip. Slip i of page p is number i × pages + p, so that
    the piles of a cut stack follow one another.
    """
    t = placed.legible(t)
    rounds, camps = placed.seated(t), t.game.rules.CAMPS
    room = placed.Room.of(paper, landscape=False)
    across = 1 if room.width < NARROW else 2
    width, free = room.width / across, room.height - NOTE_MM
    inner = width - 2 * PAD
    wanted = [entrant for entrant in t.present if only is None or entrant.number in only]
    people = sorted(wanted, key=lambda entrant: by_surname(entrant.name))
    both = [(played, played.places) for played in rounds]
    beside = inner - (CODE + 1 if address else 0)
    named = [fit(f"{entrant.number} · {entrant.name}", beside, NAMES, 2) for entrant in people]
    where = " · ".join(filter(None, (t.name, placed.occasion(t))))
    under = fit(where, beside, (WHERE,), 1).lines * WHERE_MM + 1
    # A name on two lines takes space from the rounds.
    head = HEAD_MM + max([0.0, *(name.height + under - NAMED_MM for name in named)])
    slips_ = [
        (
            f"{entrant.number} · {entrant.name}",
            name.points,
            (own, *code_path(own)) if address and (own := address(entrant.number)) else None,
            [_row(entrant.name, *pair, inner - 3 * TAB - BOX, camps=camps) for pair in both],
        )
        for entrant, name in zip(people, named, strict=True)
    ]
    tall = max((row.fit.height + 1.6 for *_, rows in slips_ for row in rows), default=0.0)
    lines = max(1, len(rounds))
    down = max(1, int(free // (head + max(ROW_MM, tall) * lines)))
    pages = max(1, -(-len(people) // (across * down)))
    # The fewest slips per page for this number of pages, so that they are larger.
    down = max(1, -(-len(people) // (across * pages)))
    title = gettext("%(name)s – billets", name=t.name)
    common: dict[str, Any] = {
        "title": title,
        "running": cut(title, room.width / (TITLE_PT * POINT)),
        "where": where,
        "across": across,
        "width": width,
        "height": free / down,
        "free": free,
        "row": min(TALLEST, (free / down - head) / lines),
        "widths": (TAB, TAB, TAB, inner - 3 * TAB - BOX, BOX),
        "camps": camps,
        "code_mm": CODE if address else 0,
    }
    return _in_steps(slips_, pages, paper, common)


def _in_steps(slips_: Sequence[Any], pages: int, paper: placed.PosterSize, common: dict[str, Any]) -> str:
    """Return the HTML of the slips on `pages` pages, bundled in steps of `PAGES`."""
    steps, piles = [], [slips_[page::pages] for page in range(pages)]
    for first in range(0, pages, PAGES):
        some = piles[first : first + PAGES]
        steps.append(rendered("slips", paper, piles=some, first=first, pages=pages, **common))
    return bundled(common["title"], steps) if len(steps) > 1 else steps[0]


def _row(
    name: str, played: placed.SeatedRound, places: Mapping[str, tuple[int, int]], room: float, *, camps: bool
) -> SlipRow:
    if name not in places:
        where, mates = (gettext("exempt") if name in played.byes else "–", ""), ""
    else:
        table, place = places[name]
        where = str(table), str(place)
        # Partners sit at every second place in order of play.
        others = ((seat, other) for seat, other in enumerate(played.tables[table - 1], 1) if seat != place)
        mates = ", ".join(other for seat, other in others if not camps or (seat - place) % 2 == 0)
    return SlipRow((str(played.number), *where), mates, fit(mates, room - 2, SIZES, 2 if camps else 3))
