"""The round as the organiser sees it: which tables play, which are in, which disagree; closing it and opening it again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from flask import Blueprint, Response, redirect, request, url_for

from scorekeeper import tournaments as desk
from scorekeeper.errors import Unknown
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.tournaments.model import Stage, TableStage
from scorekeeper.web.core.form_errors import NOTHING, Refusal, answer, attempt
from scorekeeper.web.core.jinja import render
from scorekeeper.web.core.request_values import posted_uuid
from scorekeeper.web.tournaments.frame import SIGNS, STAGES, Head, Step, head_of, live, next_step, store
from scorekeeper.web.tournaments.permissions import Role, by, needs

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as BaseResponse

    from scorekeeper.tournaments.model import Tournament
    from scorekeeper.tournaments.round_progress import Progress, TableLive

blueprint = Blueprint("tournament_tables", __name__)
GROUPS: tuple[tuple[str, tuple[TableStage, ...]], ...] = (
    (N_("En litige"), (TableStage.LITIGE,)),
    (N_("Jouent encore"), (TableStage.ATTEND, TableStage.JOUE)),
    (N_("Finies, pas encore signées des deux camps"), (TableStage.FINIE, TableStage.SIGNEE)),
    (N_("Rentrées"), (TableStage.CONFIRMEE, TableStage.PAPIER)),
)
"""The tables in the order in which they want the organiser."""


@dataclass(frozen=True)
class Tile:
    """One table in the overview."""

    number: int
    columns: tuple[tuple[str, int], ...]
    stage: TableStage
    sign: str
    said: str


@dataclass(frozen=True)
class Group:
    """Tables that are at the same point."""

    label: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class TablesPage:
    """Context of the overview of a round."""

    TEMPLATE: ClassVar[str] = "tournaments/tables.html"
    head: Head
    round: int | None
    rounds: tuple[int, ...]
    closed: bool
    finished: bool
    groups: tuple[Group, ...]
    done: int
    count: int
    byes: tuple[str, ...]
    refused: Refusal


def tile(one: TableLive) -> Tile:
    """A table in a few words."""
    said = gettext(STAGES[one.stage])
    if one.stage is TableStage.JOUE:
        said = (
            gettext("%(lignes)s sur %(sur)s", lignes=one.lines, sur=one.of)
            if one.of
            else ngettext("%(num)s ligne", "%(num)s lignes", one.lines)
        )
    names = (" & ".join(column) for column in one.columns)
    columns = tuple(zip(names, one.totals, strict=True))
    return Tile(one.number, columns, one.stage, SIGNS[one.stage], said)


def groups(tables: Iterable[TableLive]) -> tuple[Group, ...]:
    """The tables by what they want, those that want something first."""
    tiles = [tile(one) for one in tables]
    found = (
        Group(gettext(label), tuple(one for one in tiles if one.stage in stages)) for label, stages in GROUPS
    )
    return tuple(group for group in found if group.tiles)


def step_of(t: Tournament, progress: Progress | None) -> Step:
    """Closing the round, with what is missing; or what comes after it."""
    if progress is None or progress.round.closed or t.stage is Stage.FINI:
        return next_step(t)
    close = url_for("tournament_tables.close", number=t.id, tour=progress.round.number)
    label = gettext("Clore le tour %(tour)s", tour=progress.round.number)
    if progress.closable:
        said = gettext("Toutes les tables sont rentrées.")
        if progress.unsigned:
            told = runs(progress.unsigned)
            said += " " + gettext(
                "Sans les deux signatures, la feuille est prise telle quelle : %(tables)s.", tables=told
            )
        return Step(said, label, close, post=True)
    said = ngettext("Il manque %(num)s table.", "Il manque %(num)s tables.", len(progress.missing))
    return Step(said, label, close, post=True, missing=missing_of(progress))


def missing_of(progress: Progress) -> tuple[str, ...]:
    """What keeps the round open, the tables that do the same in one sentence, the most urgent first."""
    found: list[str] = []
    for stage in STAGES:
        those = [one.number for one in progress.tables if one.stage is stage and not stage.is_in]
        state = desk.stage_word(stage)
        if len(those) == 1:
            found.append(gettext("Table %(table)s : %(etat)s.", table=those[0], etat=state))
        elif those:
            found.append(gettext("Tables %(tables)s : %(etat)s.", tables=runs(those), etat=state))
    return tuple(found)


def runs(numbers: Sequence[int]) -> str:
    """Ascending numbers in few words: 1, 3–6, 9."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in found)


def tables_page(number: int, asked: int | None = None, refused: Refusal = NOTHING) -> TablesPage:
    """A round, the latest unless another is asked for."""
    t = desk.read(store(), number)
    shown = asked or (t.open_rounds[0].number if t.open_rounds else len(t.rounds))
    progress = desk.progress(store(), number, shown) if t.rounds else None
    step = step_of(t, progress)
    head = head_of(t, "tournament_tables.overview", step)
    rounds = tuple(one.number for one in t.rounds)
    finished = t.stage is Stage.FINI
    if progress is None:
        return TablesPage(head, None, rounds, True, finished, (), 0, 0, (), refused)
    one = progress.round
    return TablesPage(
        head,
        one.number,
        rounds,
        one.closed,
        finished,
        groups(progress.tables),
        len(progress.done),
        len(progress.tables),
        tuple(t.entrant(player).name for player in one.byes),
        refused,
    )


def asked_round() -> int | None:
    """The round that the address asks for."""
    text = request.args.get("tour", "")
    return int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 3 and int(text) else None


@blueprint.get("/tournois/<number:number>/tables")
@needs(Role.ORGANISATEUR)
def overview(number: int) -> BaseResponse | tuple[str, int]:
    """The tables of a round; or straight to the one whose number was typed."""
    wanted = request.args.get("table", "").strip()
    if wanted:
        return _go(number, wanted)
    asked = asked_round()
    seq, _ = store().tail()
    return live(str(seq), lambda: render(tables_page(number, asked)), number, asked)


def _go(number: int, wanted: str) -> BaseResponse | tuple[str, int]:
    t = desk.read(store(), number)
    shown = asked_round() or (t.open_rounds[0].number if t.open_rounds else len(t.rounds))
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 4 and t.rounds:
        try:
            table = t.round(shown).table(int(wanted)).number
        except Unknown:
            pass
        else:
            return redirect(url_for("tournament_table.show", number=number, tour=shown, table=table), 303)
    most = len(t.round(shown).tables) if t.rounds else 0
    said = gettext("Les tables vont de 1 à %(most)s.", most=most)
    refused = Refusal("aller", 422, (("table", said),), {"table": wanted})
    return render(tables_page(number, shown or None, refused)), refused.status


@blueprint.post("/tournois/<number:number>/tours/<number:tour>/clore")
@needs(Role.ORGANISATEUR)
def close(number: int, tour: int) -> Response | BaseResponse | tuple[str, int]:
    """Close the round: what each table gave is settled."""
    refused = attempt("clore", lambda: desk.close_round(store(), number, tour, by=by(), uuid=posted_uuid()))
    done = url_for("tournament_tables.overview", number=number)
    return answer(refused, lambda said: tables_page(number, tour, said), done)


@blueprint.post("/tournois/<number:number>/tours/<number:tour>/rouvrir")
@needs(Role.ORGANISATEUR)
def reopen(number: int, tour: int) -> Response | BaseResponse | tuple[str, int]:
    """Open a closed round again, with a reason."""
    reason = request.form.get("raison", "")
    refused = attempt(
        "rouvrir",
        lambda: desk.reopen_round(store(), number, tour, reason=reason, by=by(), uuid=posted_uuid()),
    )
    done = url_for("tournament_tables.overview", number=number, tour=tour)
    return answer(refused, lambda said: tables_page(number, tour, said), done)
