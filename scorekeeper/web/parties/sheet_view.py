"""The sheet as the pages show it: a partie turned into columns, rows, totals and a chart."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from flask import session

from scorekeeper.i18n import N_, gettext
from scorekeeper.kit.game import Game
from scorekeeper.kit.words import number, say, signed
from scorekeeper.paper.requests import day
from scorekeeper.parties import Line, Partie
from scorekeeper.rules.contract import Control, Item, Table, Wins
from scorekeeper.rules.replay import Marked, Replay
from scorekeeper.web.core.safety import DEVICE
from scorekeeper.web.parties.chart import Chart, chart_of

ENTRY_TITLES: Mapping[str, str] = {"donne": N_("donne"), "manche": N_("manche")}
NEW_ENTRY: Mapping[str, str] = {"donne": N_("Donne %(rang)s"), "manche": N_("Manche %(rang)s")}


@dataclass(frozen=True)
class TotalColumn:
    """One column of the sheet: who, where they stand, whether they lead or deal."""

    name: str
    total: int
    leads: bool
    deals: bool
    left: str = ""


@dataclass(frozen=True)
class FigureCell:
    """One figure of a row: the running total and what the entry gave."""

    total: str
    score: str


@dataclass(frozen=True)
class DetailLine:
    """One line of a reckoning, in words."""

    label: str
    scores: tuple[int, ...]


@dataclass(frozen=True)
class RowView:
    """One line of the sheet, struck ones too."""

    rang: int
    brief: str
    aria: str
    cells: tuple[FigureCell, ...]
    check: str
    note: str
    struck: bool
    amended: bool
    newest: bool
    selected: bool
    detail: tuple[DetailLine, ...]


@dataclass(frozen=True)
class SheetView:
    """Everything the sheet page shows beside its panel."""

    number: int
    game: Game
    table: Table
    sheet: Replay
    columns: tuple[TotalColumn, ...]
    rows: tuple[RowView, ...]
    where: str
    entry_title: str
    has_check: bool
    progress: tuple[str, ...]
    control: Control | None
    control_text: str
    chart: Chart | None
    open: bool
    revision: int

    @property
    def fresh_uuid(self) -> str:
        """A new name for an act; every form of the page gets one of its own."""
        return str(uuid.uuid4())


def sheet_view(partie: Partie, selected: int | None = None) -> SheetView:
    """Make the view of a partie, with one line selected perhaps."""
    sheet, game, table = partie.sheet, partie.game, partie.table
    words = game.words
    has_check = any(game.line_check(marked) is not None for marked in sheet.marked)
    control = sheet.control
    return SheetView(
        number=partie.id,
        game=game,
        table=table,
        sheet=sheet,
        columns=columns_of(sheet, open_=partie.status == "ouverte"),
        rows=rows_of(partie, selected),
        where=" · ".join(part for part in (partie.lieu, day(partie.date)) if part),
        entry_title=ENTRY_TITLES[game.entry_word],
        has_check=has_check,
        progress=tuple(say(label, words, table) for label in game.progress(sheet)),
        control=control,
        control_text=control_text(control),
        chart=chart_of(sheet),
        open=partie.status == "ouverte",
        revision=partie.revision,
    )


def control_text(control: Control | None) -> str:
    """The control line of the paper sheet, in words."""
    if control is None:
        return ""
    if control.ok:
        return gettext("Contrôle : %(found)s, comme il se doit", found=number(control.found))
    return gettext(
        "Contrôle : %(found)s au lieu de %(expected)s, écart %(gap)s",
        found=number(control.found),
        expected=number(control.expected),
        gap=signed(control.found - control.expected),
    )


def columns_of(sheet: Replay, *, open_: bool = True) -> tuple[TotalColumn, ...]:
    """Headings with totals; a column leads only once there is something to lead by."""
    leaders = sheet.rules.leaders(sheet.state) if sheet.marked else ()
    dealer = sheet.state.donneur if open_ and sheet.outcome is None else None
    found = []
    for place, (name, total) in enumerate(zip(sheet.table.columns, sheet.totals, strict=True)):
        camps = sheet.table.camps
        deals = dealer is not None and ((int(dealer) % 2 == place) if camps else int(dealer) == place)
        left = ""
        if camps and sheet.table.players:
            together = sheet.table.players[place::2]
            left = "" if name == " & ".join(together) else " · ".join(together)
        found.append(
            TotalColumn(name, total, place in leaders and len(leaders) < len(sheet.totals), deals, left)
        )
    return tuple(found)


def rows_of(partie: Partie, selected: int | None) -> tuple[RowView, ...]:
    """The lines in their order; the newest one shows its reckoning."""
    last = partie.sheet.marked[-1].rang if partie.sheet.marked else None
    return tuple(
        row_of(partie, line, newest=line.rang == last, selected=line.rang == selected)
        for line in partie.lines
    )


def row_of(partie: Partie, line: Line, *, newest: bool, selected: bool) -> RowView:
    """One line as it is shown."""
    game, table = partie.game, partie.table
    marked = line.marked
    brief = say(game.brief(marked), game.words, table) if marked else struck_brief(partie, line)
    check = game.line_check(marked) if marked else None
    return RowView(
        rang=line.rang,
        brief=brief,
        aria=gettext("Ligne %(rang)s : %(brief)s. Pourquoi, modifier, rayer", rang=line.rang, brief=brief),
        cells=cells_of(marked, len(table.columns)),
        check="" if check is None else number(check),
        note=str(line.payload.get("note", "")),
        struck=line.struck,
        amended=line.amended,
        newest=newest,
        selected=selected,
        detail=detail_of(partie, marked.row.detail) if marked and newest else (),
    )


def struck_brief(partie: Partie, line: Line) -> str:
    """A struck line in words, worked out on the sheet as it was opened."""
    return payload_brief(partie, line.payload) or gettext("ligne rayée")


def device_name(device: str) -> str:
    """Which device something was written on: this one, or the first characters of the other one's name."""
    if device and device == session.get(DEVICE):
        return gettext("cet appareil")
    return gettext("appareil %(device)s", device=device[:4] or "–")


def payload_brief(partie: Partie, payload: Mapping[str, object]) -> str:
    """What an entry says, in a few words, whatever became of it since; empty when it cannot be told any more."""
    from scorekeeper.rules.kinds import Unreadable  # noqa: PLC0415 - only struck and earlier versions need it
    from scorekeeper.rules.replay import extend  # noqa: PLC0415

    try:
        entry = partie.rules.ENTRY.read(payload, partie.table)
    except Unreadable:
        return ""
    opened = dataclasses.replace(partie.sheet, marked=(), faults=(), outcome=None)
    alone = extend(opened, 1, entry)
    return say(partie.game.brief(alone.marked[0]), partie.game.words, partie.table) if alone.marked else ""


def cells_of(marked: Marked | None, columns: int) -> tuple[FigureCell, ...]:
    """The figures of a row; a struck row has none."""
    if marked is None:
        return tuple(FigureCell("", "") for _ in range(columns))
    return tuple(
        FigureCell(number(total), signed(score))
        for total, score in zip(marked.after.totals, marked.row.scores, strict=True)
    )


def detail_of(partie: Partie, items: tuple[Item, ...]) -> tuple[DetailLine, ...]:
    """A reckoning in words."""
    return tuple(DetailLine(say(item.label, partie.game.words, partie.table), item.scores) for item in items)


def ranking_of(sheet: Replay) -> tuple[tuple[int, str, int], ...]:
    """Place, name and total, the winners first; equal totals share a place."""
    winners = sheet.outcome.winners if sheet.outcome else sheet.rules.leaders(sheet.state)
    sign = 1 if sheet.rules.WINS is Wins.LOW else -1
    ranks = [(column not in winners, sign * total) for column, total in enumerate(sheet.totals)]
    order = sorted(range(len(ranks)), key=lambda column: ranks[column])
    return tuple(
        (sorted(ranks).index(ranks[column]) + 1, sheet.table.columns[column], sheet.totals[column])
        for column in order
    )
