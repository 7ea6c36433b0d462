"""The round as the organiser sees it: which tables play, which are in, which disagree; closing it and opening it again."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Collection
from dataclasses import dataclass

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.tournaments.finals import is_final, is_for_third, stage_name
from scorekeeper.tournaments.model import Stage, TableStage, Tournament
from scorekeeper.tournaments.round_progress import Progress, TableLive
from scorekeeper.web.core.refused_form import NOT_REFUSED, UNPROCESSABLE, RefusedForm
from scorekeeper.web.core.request_values import store, whole
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.bell import late_sentence
from scorekeeper.web.tournaments.mending import offer_lines
from scorekeeper.web.tournaments.permissions import organiser_only
from scorekeeper.web.tournaments.steps import here_of
from scorekeeper.web.tournaments.table_links import codes_note

blueprint = Blueprint("tournament_tables", __name__, url_prefix="/tournois/<number:number>")
blueprint.before_request(organiser_only)
GROUPS: tuple[tuple[str, tuple[TableStage, ...]], ...] = (
    (N_("En litige"), (TableStage.LITIGE,)),
    (N_("Jouent encore"), (TableStage.ATTEND, TableStage.JOUE)),
    (N_("Finies, à signer"), (TableStage.FINIE, TableStage.SIGNEE)),
    (N_("Rentrées"), (TableStage.CONFIRMEE, TableStage.PAPIER)),
)
"""The tables in the order in which they want the organiser."""
SILENT = dt.timedelta(minutes=20)
"""Time after which a table that writes no more is told of."""


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


def round_page(number: int, asked: int | None = None, refused: RefusedForm = NOT_REFUSED) -> str:
    """A round, the latest unless another is asked for."""
    t = desk.read(store(), number)
    progress = desk.progress(store(), number, asked or latest(t)) if t.rounds else None
    tiles = [tile(table, _word(t, progress, table)) for table in progress.tables] if progress else []
    groups = [
        (gettext(label), tuple(tile for tile in tiles if tile.stage in stages)) for label, stages in GROUPS
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
"""Sentences, each with the label and the address of the one act that answers it."""


def lines_of(t: Tournament, progress: Progress | None, offered: Collection[int | None]) -> Lines:
    """Everything else that wants the organiser; `offered` are those whose seats somebody else can take."""
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
    url = url_for("tournament_table.show", number=t.id, tour=len(t.rounds), table=table)
    return gettext("Table %(table)s", table=table), url


def _missing_people(t: Tournament, table: TableLive, offered: Collection[int | None]) -> Lines:
    """Those who have left the table, where nobody plays for them."""
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
    """A table that has begun on its tablet and writes no more."""
    if table.stage is not TableStage.JOUE or not table.active_at:
        return []
    quiet = dt.datetime.now(dt.UTC) - dt.datetime.fromisoformat(table.active_at)
    minutes = int(quiet.total_seconds()) // 60
    text = gettext("Table %(table)s : rien depuis %(minutes)s minutes.", table=table.number, minutes=minutes)
    return [(text, *_table(t, table.number))] if quiet >= SILENT else []


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
    # What is late or silent grows with no act of anybody, and the clock goes on.
    t = desk.read(store(), number)
    ticks = int(time.time()) // (1 if desk.clock_of(t) else 60)
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
