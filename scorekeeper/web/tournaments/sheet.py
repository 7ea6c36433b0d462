"""The end of a table's sheet: both sides sign it, or call the organiser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from scorekeeper.tournaments.round_progress import place_of_sheet, table_now
from scorekeeper.web.core.form_errors import NOTHING, Refusal
from scorekeeper.web.parties.sheet_view import SheetView, sheet_view
from scorekeeper.web.tournaments.frame import store
from scorekeeper.web.tournaments.permissions import is_organiser

if TYPE_CHECKING:
    from scorekeeper.parties import Partie
    from scorekeeper.tournaments.round_progress import Place, TableLive


@dataclass(frozen=True)
class Side:
    """One side of the sheet and whether it has signed."""

    number: int
    name: str
    total: int
    initials: str


@dataclass(frozen=True)
class EndPage:
    """Context of a table's full sheet."""

    TEMPLATE: ClassVar[str] = "tournaments/sheet_end.html"
    view: SheetView
    tournament: int
    round: int
    table: int
    sides: tuple[Side, ...]
    settled: bool
    paper: bool
    """Whether the result was typed at the desk, so that the sheet may be empty."""
    disputed: bool
    dispute: str
    current: bool
    """Whether the round is played now."""
    organiser: bool
    """Whether the desk looks at it, which may take the sheet without the signatures."""
    undo: int | None
    refused: Refusal


def end_page(partie: Partie, refused: Refusal = NOTHING) -> EndPage | None:
    """The end of a sheet that belongs to a tournament; `None` for any other."""
    place = place_of_sheet(store(), partie.id)
    if place is None or not place.stands:
        return None
    return _page(partie, place, refused)


def _page(partie: Partie, place: Place, refused: Refusal) -> EndPage:
    live = table_now(store(), place.tournament, place.round, place.table)
    result = live.table.result
    return EndPage(
        sheet_view(partie),
        place.tournament,
        place.round,
        place.table,
        _sides(live),
        result is not None,
        result is not None and result.paper,
        live.table.dispute is not None,
        live.table.dispute.text if live.table.dispute else "",
        place.current,
        is_organiser(),
        partie.sheet.marked[-1].rang if partie.sheet.marked and partie.is_open else None,
        refused,
    )


def _sides(live: TableLive) -> tuple[Side, ...]:
    signed = {mark.side: mark.initials for mark in live.table.signatures if mark.side in live.signed}
    return tuple(
        Side(number, " & ".join(column), live.totals[number], signed.get(number, ""))
        for number, column in enumerate(live.columns)
    )
