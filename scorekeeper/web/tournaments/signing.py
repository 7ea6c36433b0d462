"""The end of a table's sheet: both sides sign it, or call the organiser."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import parties
from scorekeeper import tournaments as desk
from scorekeeper.kit.form import typed_number
from scorekeeper.parties import Partie
from scorekeeper.tournaments.model import TableAt, TableOf
from scorekeeper.tournaments.round_progress import SheetPlace, TableLive, table_now
from scorekeeper.web.core.jinja import PageContext, render
from scorekeeper.web.core.refused_form import NOT_REFUSED, RefusedForm
from scorekeeper.web.core.request_values import store
from scorekeeper.web.parties.sheet_view import SheetView, sheet_view
from scorekeeper.web.tournaments.frame import DeskPage, head_of, perform
from scorekeeper.web.tournaments.permissions import Role, is_organiser, needs, sheet_place

blueprint = Blueprint(
    "tournament_sign",
    __name__,
    url_prefix="/tournois/<number:number>/tours/<number:tour>/tables/<number:table>",
)


@dataclass(frozen=True)
class TableSide:
    """One side of a table's sheet; empty initials when it has not signed."""

    number: int
    name: str
    total: int
    initials: str


@dataclass(frozen=True, kw_only=True)
class FullSheetPage:
    """Context of a table's full sheet."""

    TEMPLATE: ClassVar[str] = "tournaments/sheet_end.html"
    view: SheetView
    place: SheetPlace
    table: TableOf
    sides: tuple[TableSide, ...]
    organiser: bool
    """Whether the reader may take the sheet without the signatures."""
    undo: int | None
    refused: RefusedForm


@dataclass(frozen=True, kw_only=True)
class DisputePage(DeskPage):
    """Context of the page that calls the organiser."""

    TEMPLATE: ClassVar[str] = "tournaments/dispute.html"
    round: int
    table: TableOf


def sides_of(now: TableLive) -> tuple[TableSide, ...]:
    """The sides of a table and their signatures under the sheet as it is."""
    initials = {signature.side: signature.initials for signature in now.table.signatures}
    return tuple(
        TableSide(
            side, " & ".join(names), now.totals[side], initials.get(side, "") if side in now.signed else ""
        )
        for side, names in enumerate(now.columns)
    )


def full_sheet_page(partie: Partie, refused: RefusedForm = NOT_REFUSED) -> FullSheetPage | None:
    """The end of a sheet that belongs to a tournament; `None` for any other."""
    place = sheet_place(partie.id)
    if place is None or not place.stands:
        return None
    now = table_now(store(), place.tournament, place.round, place.table)
    return FullSheetPage(
        view=sheet_view(partie),
        place=place,
        table=now.table,
        sides=sides_of(now),
        organiser=is_organiser(),
        undo=partie.last_rang if partie.is_open else None,
        refused=refused,
    )


def dispute_page(number: int, tour: int, table: int, refused: RefusedForm = NOT_REFUSED) -> DisputePage:
    """Whether the organiser has been called, and the form that does."""
    t = desk.read(store(), number)
    return DisputePage(head=head_of(t), round=tour, table=t.round(tour).table(table), refused=refused)


@blueprint.post("/signer")
@needs(Role.TABLE)
def sign(number: int, tour: int, table: int) -> ResponseReturnValue:
    """Sign the sheet for one side, as it was read."""
    partie = desk.read(store(), number).round(tour).table(table).partie
    # What is no side and no revision is refused by the desk, with a sentence.
    side = typed_number(request.form.get("camp"))

    def page(refused: RefusedForm) -> PageContext:
        full = full_sheet_page(parties.read_partie(store(), partie), refused)
        return full or dispute_page(number, tour, table, refused)

    return perform(
        f"signer-{side}",
        desk.sign,
        number,
        page=page,
        done=lambda: _after_signing(number, tour, table),
        at=TableAt(tour, table),
        side=side,
        initials=request.form.get("initiales", ""),
        revision=typed_number(request.form.get("revision")),
    )


def _after_signing(number: int, tour: int, table: int) -> str:
    """The page after a signature: a table whose sheet is settled waits for the next round."""
    signed = desk.read(store(), number).round(tour).table(table)
    if signed.result is not None and not is_organiser():
        return url_for("tournament_links.mine")
    return url_for("parties.show", number=signed.partie)


@blueprint.get("/contester")
@needs(Role.TABLE)
def dispute_form(number: int, tour: int, table: int) -> str:
    """The form to say what the table does not agree about."""
    return render(dispute_page(number, tour, table))


@blueprint.post("/contester")
@needs(Role.TABLE)
def dispute(number: int, tour: int, table: int) -> ResponseReturnValue:
    """Call the organiser."""
    return perform(
        "contester",
        desk.dispute,
        number,
        page=partial(dispute_page, number, tour, table),
        done=url_for("tournament_sign.dispute_form", number=number, tour=tour, table=table),
        at=TableAt(tour, table),
        text=request.form.get("texte", ""),
    )
