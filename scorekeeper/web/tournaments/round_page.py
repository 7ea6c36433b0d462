"""The organiser's page of a round, and the pages of a table: signing and disputes by players, typing its paper at the desk."""

import datetime as dt
import time
from collections.abc import Collection
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import parties
from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.game_api.game import TournamentTraits
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.parties import Partie
from scorekeeper.tournaments.finals import is_final, is_for_third, stage_name
from scorekeeper.tournaments.model import Stage, TableAt, TableStage, Tournament
from scorekeeper.tournaments.round_progress import Progress, TableLive, table_now
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm, store, whole_number
from scorekeeper.web.parties.sheet_view import control_text, sheet_view
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.logins import codes_note
from scorekeeper.web.tournaments.permissions import Pages, Role, is_organiser, sheet_place
from scorekeeper.web.tournaments.plan_repair import free_to_move, offer_lines
from scorekeeper.web.tournaments.steps import here_of, late_sentence

blueprint = Pages("tournament_tables", __name__, url_prefix="/tournois/<number:number>")
GROUPS: tuple[tuple[str, tuple[TableStage, ...]], ...] = (
    (N_("En litige"), (TableStage.LITIGE,)),
    (N_("Jouent encore"), (TableStage.ATTEND, TableStage.JOUE)),
    (N_("Finies, à signer"), (TableStage.FINIE, TableStage.SIGNEE)),
    (N_("Rentrées"), (TableStage.CONFIRMEE, TableStage.PAPIER)),
)
"""Groups of tables by state, the most urgent first."""
SILENT = dt.timedelta(minutes=20)
"""Time without a new line after which a table is reported."""


def tile(progress: Progress, table: TableLive) -> dict[str, Any]:
    """Return the template values of a table's tile; a match for the third place is named there."""
    mark, words = layout.STAGES[table.stage]
    done = gettext(words)
    if table.stage is TableStage.JOUE and table.of:
        done = gettext("%(lignes)s sur %(sur)s", lignes=table.lines, sur=table.of)
    elif table.stage is TableStage.JOUE:
        done = ngettext("%(num)s ligne", "%(num)s lignes", table.lines)
    names = (" & ".join(column) for column in table.columns)
    at = progress.tournament, progress.round.number, table.number
    return {
        "number": table.number,
        "columns": [*zip(names, table.totals, strict=True)],
        "stage": table.stage,
        "mark": mark,
        "progress": " · ".join([done, stage_name(*at)] if is_for_third(*at) else [done]),
    }


@layout.form_page("round_number", "tournament_tables.overview", "number", "tour")
@layout.form_page("tables", "tournament_tables.overview", "number")
def round_page(number: int, asked: int | None = None, refused: RefusedForm = NOT_REFUSED) -> str:
    """Render a round, by default the first open one, else the latest."""
    t = desk.read(store(), number)
    progress = desk.progress(store(), number, asked or latest(t)) if t.rounds else None
    tiles = [tile(progress, table) for table in progress.tables] if progress else []
    groups = [
        (gettext(label), [tile for tile in tiles if tile["stage"] in stages]) for label, stages in GROUPS
    ]
    offered = offer_lines(t) if progress and progress.round is t.current else []
    return layout.page(
        "tables",
        t,
        "tournament_tables.overview",
        progress=progress,
        groups=[(label, members) for label, members in groups if members],
        byes=[t.entrant(player).name for player in progress.round.byes] if progress else (),
        final=bool(progress and is_final(t, progress.round.number)),
        offers=offered,
        lines=lines_of(t, progress, {offer.instead for _, offer in offered}),
        refused=refused,
    )


Lines = list[tuple[str, str, str]]
"""Sentences, each with the label and URL of the act that resolves it."""


def lines_of(t: Tournament, progress: Progress | None, offered: Collection[int | None]) -> Lines:
    """Return sentences with links about all that needs the organiser; `offered` are entrants whose seats are offered already."""
    people = url_for("tournament_people.index", number=t.id, vue="attendus")
    draws = url_for("tournament_draw.index", number=t.id, _anchor="reparer")
    lines = [(f"{here_of(t)}.", gettext("Porte"), people)] if t.awaited and t.stage is not Stage.FINI else []
    if t.foreseen and not t.planned and not (progress and is_final(t, progress.round.number)):
        changed = gettext(
            "Les présences ont changé depuis le tirage : les tours prévus sont tirés à nouveau, les tours joués restent."
        )
        lines.append((changed, gettext("Réparer le tirage"), draws))
    if progress and progress.round is t.current:
        if note := codes_note():
            lines.append((note, gettext("Connecter une tablette"), url_for("connect.index")))
        if late := desk.late(store(), t):
            lines.append((late_sentence(late), *_table(t, late[0])))
        for table in progress.tables:
            if not table.stage.is_in:
                lines += [*_missing_people(t, table, offered), *_silent(t, table)]
    return lines


def _table(t: Tournament, table: int) -> tuple[str, str]:
    url = url_for("tournament_tables.show", number=t.id, tour=len(t.rounds), table=table)
    return gettext("Table %(table)s", table=table), url


def _missing_people(t: Tournament, table: TableLive, offered: Collection[int | None]) -> Lines:
    """Return a sentence for each person who left the table and has neither a substitute nor an offer."""
    seats = (seat for seat in table.table.seats if seat not in {*table.table.substitutes, *offered})
    return [
        (
            gettext("Table %(table)s : %(nom)s n’est plus là.", table=table.number, nom=each.name),
            gettext("Remplaçant"),
            url_for("tournament_people.edit", number=t.id, entrant=each.number, _anchor="remplacer"),
        )
        for each in map(t.entrant, seats)
        if not each.present
    ]


def _silent(t: Tournament, table: TableLive) -> Lines:
    """Return a sentence for a table that has begun and written no line for `SILENT`."""
    if table.stage is not TableStage.JOUE or not table.active_at:
        return []
    quiet = dt.datetime.now(dt.UTC) - dt.datetime.fromisoformat(table.active_at)
    minutes = int(quiet.total_seconds()) // 60
    text = gettext("Table %(table)s : rien depuis %(minutes)s minutes.", table=table.number, minutes=minutes)
    return [(text, *_table(t, table.number))] if quiet >= SILENT else []


def latest(t: Tournament) -> int:
    """Return the number of the first open round, else of the latest; 0 for none."""
    return t.open_rounds[0].number if t.open_rounds else len(t.rounds)


def asked_round() -> int | None:
    """Return the round in the URL, or `None`."""
    return whole_number(request.args.get("tour", ""), 2) or None


@blueprint.get("/tables", role=Role.ORGANISATEUR)
def overview(number: int) -> ResponseReturnValue:
    """Show the tables of a round, or redirect to the table whose number was typed."""
    wanted = request.args.get("table", "").strip()
    if wanted:
        return _go(number, wanted)
    asked = asked_round()
    seq, _ = store().tail()
    # Late and silent tables and the clock change without any event.
    t = desk.read(store(), number)
    ticks = int(time.time()) // (1 if desk.clock_of(t) else 60)
    return layout.polled(str(seq), lambda: round_page(number, asked), number, asked, ticks)


def _go(number: int, wanted: str) -> ResponseReturnValue:
    t = desk.read(store(), number)
    shown, typed = asked_round() or latest(t), whole_number(wanted, 3)
    most = len(t.round(shown).tables) if t.rounds else 0
    if typed is not None and 1 <= typed <= most:
        return redirect(url_for("tournament_tables.show", number=number, tour=shown, table=typed), 303)
    sentence = gettext("Les tables vont de 1 à %(most)s.", most=most)
    refused = RefusedForm("aller", 422, (("table", sentence),), {"table": wanted})
    return round_page(number, shown or None, refused), refused.status


AT = "/tours/<number:tour>/tables/<number:table>"
CAMPS = ("A", "B")


def sides_of(now: TableLive) -> list[dict[str, Any]]:
    """Return the template values of a table's sides; `initials` are empty for a side that has not signed the sheet as it is."""
    signed = {mark.side: mark.initials for mark in now.table.signatures if mark.side in now.signed}
    return [
        {
            "number": side,
            "name": " & ".join(names),
            "total": now.totals[side],
            "initials": signed.get(side, ""),
            "forfeit": side in now.table.forfeit,
        }
        for side, names in enumerate(now.columns)
    ]


def full_sheet_page(partie: Partie, refused: RefusedForm = NOT_REFUSED) -> str | None:
    """Render the signing page of a full sheet; `None` for a sheet outside tournaments or of a replaced round."""
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
        refused=refused,
    )


@layout.form_page("dispute", "tournament_tables.dispute_form", "number", "tour", "table")
def dispute_page(number: int, tour: int, table: int, refused: RefusedForm = NOT_REFUSED) -> str:
    """Render the page of a table's dispute, or the form to call the organiser."""
    t = desk.read(store(), number)
    return layout.page("dispute", t, round=tour, table=t.round(tour).table(table), refused=refused)


@blueprint.post(f"{AT}/signer", role=Role.TABLE)
def sign(number: int, tour: int, table: int) -> ResponseReturnValue:
    """Sign the sheet for one side, in the revision that was read."""
    partie = desk.read(store(), number).round(tour).table(table).partie
    # An invalid side or revision is refused by the act, with a message.
    side = typed_number(request.form.get("camp"))

    def page(refused: RefusedForm) -> str:
        full = full_sheet_page(parties.read_partie(store(), partie), refused)
        return full or dispute_page(number, tour, table, refused)

    def done(t: Tournament) -> str:
        signed = t.round(tour).table(table)
        # Once its sheet is confirmed, a table waits for the next round.
        if signed.result is not None and not is_organiser():
            return url_for("tournament_links.mine")
        return url_for("parties.show", number=signed.partie)

    asked = {"side": side, "initials": request.form.get("initiales", "")}
    asked["revision"] = typed_number(request.form.get("revision"))
    at = TableAt(tour, table)
    return layout.perform(f"signer-{side}", desk.sign, number, at, page=page, then=done, **asked)


@blueprint.get(f"{AT}/contester", role=Role.TABLE)
def dispute_form(number: int, tour: int, table: int) -> str:
    """The form to describe a dispute."""
    return dispute_page(number, tour, table)


def by_line(t: Tournament) -> bool:
    """Return whether a paper sheet of the game can be typed line by line, as points."""
    return bool(t.options.donnes and t.game.tournament.line_points)


@blueprint.get(AT, role=Role.ORGANISATEUR)
@layout.form_page("at", "tournament_tables.show", "number", "tour", "table")
def show(number: int, tour: int, table: int, refused: RefusedForm = NOT_REFUSED) -> str:
    """Show a table: its players, its result so far, and the form for its paper."""
    t = desk.read(store(), number)
    now = table_now(store(), number, tour, table)
    partie = parties.read_partie(store(), now.table.partie)
    closed = t.round(tour).closed or t.stage is Stage.FINI
    people = [*map(t.entrant, now.table.seats)]
    typed = t.options.donnes or 0 if by_line(t) and not partie.sheet.marked else 0
    return layout.page(
        "table",
        t,
        "tournament_tables.overview",
        round=tour,
        now=now,
        people=people,
        # In the knock-out only those who have left are replaced.
        leaving=[each for each in people if not (is_final(t, tour) and each.present)],
        sides=sides_of(now),
        stage_text=gettext(layout.STAGES[now.stage][1]),
        closed=closed,
        free=[] if closed else free_to_move(t, tour, table),
        final=is_final(t, tour),
        partie=partie,
        control=control_text(partie.sheet.control) if partie.sheet.marked else "",
        # Fields of the lines' faults, if the sheet can be typed line by line.
        lines={line: f"ligne-{line}" for line in range(1, typed + 1)},
        # Adjustments to prefill, when points typed as a credit belong to this partie.
        aside={key: text for key, text in request.args.items() if key == "motif" or key.startswith("aj-")},
        refused=refused,
    )


def posted_numbers(prefix: str, count: int) -> list[Any] | None:
    """Return the numbers typed in a row of fields; `None` when all are empty."""
    numbers = [typed_number(request.form.get(f"{prefix}{place}")) for place in range(count)]
    return None if all(number is None for number in numbers) else numbers


def posted_lines(traits: TournamentTraits, count: int, columns: int) -> list[dict[str, Any]] | None:
    """Return the typed lines of a paper sheet as entries; `None` when all are empty."""
    entries: list[dict[str, Any]] = []
    for line in range(1, count + 1):
        points = [typed_number(request.form.get(f"l{line}-{column}")) for column in range(columns)]
        entry: dict[str, Any] = {traits.line_points: points}
        if traits.line_match and request.form.get(f"l{line}-match") in CAMPS:
            entry[traits.line_match] = request.form[f"l{line}-match"]
        entries.append(entry)
    written = any(point is not None for entry in entries for point in entry[traits.line_points])
    return entries if written else None


@blueprint.post(f"{AT}/papier", role=Role.ORGANISATEUR)
def paper(number: int, tour: int, table: int) -> ResponseReturnValue:
    """Note the result of a table from paper: the totals, all lines, or both."""
    t = desk.read(store(), number)
    columns = len(t.columns_of(t.round(tour).table(table)))
    entries = posted_lines(t.game.tournament, t.options.donnes or 0, columns) if by_line(t) else None
    matches = posted_numbers("matchs-", columns) if entries is None else None
    aside = posted_numbers("aj-", columns)
    return layout.perform(
        "papier",
        desk.record_result,
        number,
        TableAt(tour, table),
        page="at",
        then="round_number",
        reason=layout.posted_reason(),
        totals=posted_numbers("total-", columns),
        entries=entries,
        matches=matches and [count or 0 for count in matches],
        adjustments=aside and [points or 0 for points in aside],
        motif=request.form.get("motif", ""),
    )
