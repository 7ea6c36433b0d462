"""The round as the organiser sees it: which tables play, which are in, which disagree; closing it and opening it again."""

from __future__ import annotations

import time
from dataclasses import dataclass

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.tournaments.finals import is_final, is_for_third, stage_name, tour_name
from scorekeeper.tournaments.model import Stage, TableStage, Tournament
from scorekeeper.tournaments.round_progress import Progress, TableLive
from scorekeeper.web.core.refused_form import NOT_REFUSED, UNPROCESSABLE, RefusedForm
from scorekeeper.web.core.request_values import store, whole
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.bell import late_sentence, runs
from scorekeeper.web.tournaments.layout import Step
from scorekeeper.web.tournaments.mending import offer_lines
from scorekeeper.web.tournaments.permissions import organiser_only

blueprint = Blueprint("tournament_tables", __name__, url_prefix="/tournois/<number:number>")
blueprint.before_request(organiser_only)
GROUPS: tuple[tuple[str, tuple[TableStage, ...]], ...] = (
    (N_("En litige"), (TableStage.LITIGE,)),
    (N_("Jouent encore"), (TableStage.ATTEND, TableStage.JOUE)),
    (N_("Finies, à signer"), (TableStage.FINIE, TableStage.SIGNEE)),
    (N_("Rentrées"), (TableStage.CONFIRMEE, TableStage.PAPIER)),
)
"""The tables in the order in which they want the organiser."""


@dataclass(frozen=True)
class Tile:
    """One table in the overview."""

    number: int
    columns: tuple[tuple[str, int], ...]
    stage: TableStage
    mark: str
    progress: str


def tile(table: TableLive, word: str = "") -> Tile:
    """A table in a few words, with the word for what is played there."""
    mark, words = layout.STAGES[table.stage]
    progress = gettext(words)
    if table.stage is TableStage.JOUE and table.of:
        progress = gettext("%(lignes)s sur %(sur)s", lignes=table.lines, sur=table.of)
    elif table.stage is TableStage.JOUE:
        progress = ngettext("%(num)s ligne", "%(num)s lignes", table.lines)
    names = (" & ".join(column) for column in table.columns)
    columns = tuple(zip(names, table.totals, strict=True))
    return Tile(table.number, columns, table.stage, mark, " · ".join(filter(None, (progress, word))))


def step_of(t: Tournament, progress: Progress | None) -> Step:
    """Closing the round, with what is missing; or what comes after it."""
    if progress is None or progress.round.closed or t.stage is Stage.FINI:
        return layout.next_step(t)
    close = url_for("tournament_acts.close_round", number=t.id, tour=progress.round.number)
    label = gettext("Clore le tour %(tour)s", tour=tour_name(t, progress.round.number))
    if not progress.closable:
        left = len(progress.missing)
        waiting = ngettext("Il reste %(num)s table à rentrer.", "Il reste %(num)s tables à rentrer.", left)
        at = layout.begun(progress)
        return Step(waiting, label, close, post=True, missing=missing_of(progress), at=at)
    ready = gettext("Toutes les tables sont rentrées.")
    if progress.unsigned:
        unsigned = runs(progress.unsigned)
        ready += " " + gettext(
            "Feuilles sans les deux signatures, acceptées telles quelles à la clôture (tables : %(tables)s).",
            tables=unsigned,
        )
    return Step(ready, label, close, post=True, at="clore")


def missing_of(progress: Progress) -> tuple[str, ...]:
    """Reasons that keep the round open, the tables that do the same in one sentence, the most urgent first."""
    sentences: list[str] = []
    for stage in layout.STAGES:
        tables = [table.number for table in progress.tables if table.stage is stage and not stage.is_in]
        state = desk.stage_word(stage)
        if len(tables) == 1:
            sentences.append(gettext("Table %(table)s : %(etat)s.", table=tables[0], etat=state))
        elif tables:
            sentences.append(gettext("Tables %(tables)s : %(etat)s.", tables=runs(tables), etat=state))
    return tuple(sentences)


def round_page(number: int, asked: int | None = None, refused: RefusedForm = NOT_REFUSED) -> str:
    """A round, the latest unless another is asked for."""
    t = desk.read(store(), number)
    progress = desk.progress(store(), number, asked or latest(t)) if t.rounds else None
    tiles = [tile(table, _word(t, progress, table)) for table in progress.tables] if progress else []
    groups = [
        (gettext(label), tuple(tile for tile in tiles if tile.stage in stages)) for label, stages in GROUPS
    ]
    return layout.page(
        "tables",
        t,
        "tournament_tables.overview",
        step=step_of(t, progress),
        progress=progress,
        groups=[(label, members) for label, members in groups if members],
        byes=[t.entrant(player).name for player in progress.round.byes] if progress else (),
        final=bool(progress and is_final(t, progress.round.number)),
        offers=offer_lines(t) if progress and progress.round is t.current else (),
        late=late_sentence(late) if (late := desk.late(store(), t)) else "",
        refused=refused,
    )


def _word(t: Tournament, progress: Progress, table: TableLive) -> str:
    """Game played at a table, where the heading of its round does not say it."""
    at = progress.round.number, table.number
    return stage_name(t, *at) if is_for_third(t, *at) else ""


def latest(t: Tournament) -> int:
    """The round that is played, or the last one that was."""
    return t.open_rounds[0].number if t.open_rounds else len(t.rounds)


def asked_round() -> int | None:
    """The round that the address asks for."""
    return whole(request.args.get("tour", ""), 2) or None


@blueprint.get("/tables")
def overview(number: int) -> ResponseReturnValue:
    """The tables of a round; or straight to the one whose number was typed."""
    wanted = request.args.get("table", "").strip()
    if wanted:
        return _go(number, wanted)
    asked = asked_round()
    seq, _ = store().tail()
    # What is late grows with no act of anybody, and the clock goes on.
    t = desk.read(store(), number)
    ticks = int(time.time()) if desk.clock_of(t) else 0
    return layout.live(str(seq), lambda: round_page(number, asked), number, asked, ticks)


def _go(number: int, wanted: str) -> ResponseReturnValue:
    t = desk.read(store(), number)
    shown, typed = asked_round() or latest(t), whole(wanted, 3)
    most = len(t.round(shown).tables) if t.rounds else 0
    if typed is not None and 1 <= typed <= most:
        return redirect(url_for("tournament_table.show", number=number, tour=shown, table=typed), 303)
    sentence = gettext("Les tables vont de 1 à %(most)s.", most=most)
    refused = RefusedForm("aller", UNPROCESSABLE, (("table", sentence),), {"table": wanted})
    return round_page(number, shown or None, refused), refused.status
