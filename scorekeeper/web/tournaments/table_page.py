"""One table of a round: signed or contested by its players; at the desk, its paper, its sheet and its dispute."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import parties
from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.game_api.game import TournamentTraits
from scorekeeper.i18n import gettext
from scorekeeper.parties import Partie
from scorekeeper.tournaments.finals import is_final
from scorekeeper.tournaments.model import Stage, TableAt, Tournament
from scorekeeper.tournaments.round_progress import TableLive, table_now
from scorekeeper.web.core.refused_form import NOT_REFUSED, RefusedForm
from scorekeeper.web.core.request_values import store
from scorekeeper.web.parties.sheet_view import control_text, sheet_view
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.layout import perform
from scorekeeper.web.tournaments.mending import free_to_move
from scorekeeper.web.tournaments.permissions import Role, is_organiser, needs, sheet_place

blueprint = Blueprint(
    "tournament_table",
    __name__,
    url_prefix="/tournois/<number:number>/tours/<number:tour>/tables/<number:table>",
)
CAMPS = ("A", "B")


@dataclass(frozen=True)
class TableSide:
    """One side of a table's sheet; empty initials when it has not signed."""

    number: int
    name: str
    total: int
    initials: str
    forfeit: bool


def sides_of(now: TableLive) -> tuple[TableSide, ...]:
    """The sides of a table and their signatures under the sheet as it is."""
    signed = {mark.side: mark.initials for mark in now.table.signatures if mark.side in now.signed}
    return tuple(
        TableSide(side, " & ".join(names), now.totals[side], signed.get(side, ""), side in now.table.forfeit)
        for side, names in enumerate(now.columns)
    )


def full_sheet_page(partie: Partie, refused: RefusedForm = NOT_REFUSED) -> str | None:
    """The end of a sheet that belongs to a tournament; `None` for any other."""
    place = sheet_place(partie.id)
    if place is None or not place.stands:
        return None
    now = table_now(store(), place.tournament, place.round, place.table)
    return render_template(
        "tournaments/sheet_end.html",
        view=sheet_view(partie),
        place=place,
        now=now,
        sides=sides_of(now),
        organiser=is_organiser(),
        refused=refused,
    )


def dispute_page(number: int, tour: int, table: int, refused: RefusedForm = NOT_REFUSED) -> str:
    """Whether the organiser has been called, and the form that does."""
    t = desk.read(store(), number)
    return layout.page("dispute", t, round=tour, table=t.round(tour).table(table), refused=refused)


@blueprint.post("/signer")
@needs(Role.TABLE)
def sign(number: int, tour: int, table: int) -> ResponseReturnValue:
    """Sign the sheet for one side, as it was read."""
    partie = desk.read(store(), number).round(tour).table(table).partie
    # What is no side and no revision is refused by the desk, with a sentence.
    side = typed_number(request.form.get("camp"))

    def page(refused: RefusedForm) -> str:
        full = full_sheet_page(parties.read_partie(store(), partie), refused)
        return full or dispute_page(number, tour, table, refused)

    def done(t: Tournament) -> str:
        signed = t.round(tour).table(table)
        # A table whose sheet is settled waits for the next round.
        if signed.result is not None and not is_organiser():
            return url_for("tournament_links.mine")
        return url_for("parties.show", number=signed.partie)

    return perform(
        f"signer-{side}",
        desk.sign,
        number,
        page=page,
        done=done,
        at=TableAt(tour, table),
        side=side,
        initials=request.form.get("initiales", ""),
        revision=typed_number(request.form.get("revision")),
    )


@blueprint.get("/contester")
@needs(Role.TABLE)
def dispute_form(number: int, tour: int, table: int) -> str:
    """The form to describe a dispute."""
    return dispute_page(number, tour, table)


def by_line(t: Tournament) -> bool:
    """Whether a paper sheet of the game can be typed as points, line by line."""
    return bool(t.options.donnes and t.game.tournament.line_points)


@blueprint.get("")
@needs(Role.ORGANISATEUR)
def show(number: int, tour: int, table: int, refused: RefusedForm = NOT_REFUSED) -> str:
    """One table: its players, its result so far, and the paper."""
    t = desk.read(store(), number)
    now = table_now(store(), number, tour, table)
    partie = parties.read_partie(store(), now.table.partie)
    closed = t.round(tour).closed or t.stage is Stage.FINI
    places = layout.places(t, now.table.seats, now.table.substitutes)
    typed = t.options.donnes or 0 if by_line(t) and not partie.sheet.marked else 0
    return layout.page(
        "table",
        t,
        "tournament_tables.overview",
        round=tour,
        now=now,
        places=places,
        # In the knock-out only those who have left are replaced.
        leaving=[each for each in places if not (is_final(t, tour) and t.entrant(each.number).present)],
        sides=sides_of(now),
        stage_text=gettext(layout.STAGES[now.stage][1]),
        closed=closed,
        free=[] if closed else free_to_move(t, tour, table),
        final=is_final(t, tour),
        partie=partie,
        control=control_text(partie.sheet.control) if partie.sheet.marked else "",
        # The fields that faults of the lines are about, where the sheet can be typed line by line.
        lines={line: f"ligne-{line}" for line in range(1, typed + 1)},
        # What is to be adjusted, where the credit of somebody was meant for this partie.
        aside={key: text for key, text in request.args.items() if key == "motif" or key.startswith("aj-")},
        refused=refused,
    )


def posted_numbers(prefix: str, count: int) -> list[Any] | None:
    """Numbers typed in a row of fields; nothing when all are empty."""
    numbers = [typed_number(request.form.get(f"{prefix}{place}")) for place in range(count)]
    return None if all(number is None for number in numbers) else numbers


def posted_lines(traits: TournamentTraits, count: int, columns: int) -> list[dict[str, Any]] | None:
    """The lines of a paper sheet as entries; nothing when none was typed."""
    entries: list[dict[str, Any]] = []
    for line in range(1, count + 1):
        points = [typed_number(request.form.get(f"l{line}-{column}")) for column in range(columns)]
        entry: dict[str, Any] = {traits.line_points: points}
        if traits.line_match and request.form.get(f"l{line}-match") in CAMPS:
            entry[traits.line_match] = request.form[f"l{line}-match"]
        entries.append(entry)
    written = any(point is not None for entry in entries for point in entry[traits.line_points])
    return entries if written else None


@blueprint.post("/papier")
@needs(Role.ORGANISATEUR)
def paper(number: int, tour: int, table: int) -> ResponseReturnValue:
    """Type the paper of a table: the totals, all lines, or both."""
    t = desk.read(store(), number)
    columns = len(t.columns_of(t.round(tour).table(table)))
    entries = posted_lines(t.game.tournament, t.options.donnes or 0, columns) if by_line(t) else None
    matches = posted_numbers("matchs-", columns) if entries is None else None
    aside = posted_numbers("aj-", columns)
    return perform(
        "papier",
        desk.record_result,
        number,
        page=partial(show, number, tour, table),
        done=url_for("tournament_tables.overview", number=number, tour=tour),
        at=TableAt(tour, table),
        reason=layout.posted_reason(),
        totals=posted_numbers("total-", columns),
        entries=entries,
        matches=matches and [count or 0 for count in matches],
        adjustments=aside and [points or 0 for points in aside],
        motif=request.form.get("motif", ""),
    )
