"""View of a sheet for the pages: columns, rows, totals and chart of a partie."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from scorekeeper.cards.game_api.grid import GridMark, GridRow, GridSheet
from scorekeeper.cards.game_api.grid_form import cell_value
from scorekeeper.cards.game_api.suits import suit_mark
from scorekeeper.cards.game_api.words import format_value, message_of, number, signed
from scorekeeper.cards.judging import cells_of
from scorekeeper.cards.rules.adjustment import KEY, read_line
from scorekeeper.cards.rules.names import CAMP, SHORT, short_names, syllables
from scorekeeper.cards.rules.replay import Marked, Replay, mark
from scorekeeper.cards.rules.scores import Control
from scorekeeper.i18n import N_, day, gettext
from scorekeeper.parties import Line, Partie
from scorekeeper.parties.rule_changes import rule_chronicle
from scorekeeper.parties.verbs import sentences

ADJUSTMENT = N_("L’ajustement, ligne %(rang)s")
MANY = 6
"""Most columns for which a name of two long lines fits."""
NARROW = 10
"""Most letters of a name when there are more columns."""
BLOCK = 50
"""Number of lines whose rows are rendered and cached together."""
WIDTH, HEIGHT, MARGIN = 600, 160, 6
"""Size and margin of the chart, in units of its SVG."""
RowBlock = tuple[tuple[object, ...] | None, Callable[[], Iterator[dict[str, Any]]]]
"""Consecutive rows of the sheet, with their cache key: all that they depend on; `None` for rows that are not cached."""
Cell = dict[str, Any]
"""One cell of a grid.

`value` is sent by the form when the cell is chosen, `line` is the line in it (`None` for an open cell), `figure` the number that
was multiplied. In a computed row, `line` is the line that changed the cell last.
"""
OPEN: Cell = {"value": "", "line": None, "score": "", "figure": "", "newest": False, "selected": False}
SheetView = dict[str, Any]
"""Context of the sheet's templates, apart from its panel.

`blocks` are its rows; on a grid, those of the lines in none of its cells. `changed` are the changes of players and settings
after the last line. `since` is the number of the first line whose row is included, for a partial page; `None` for a whole page.
"""
Chart = dict[str, Any]
"""Running totals of all columns on one scale.

It has its size, the height of the zero line (`None` when out of range), and for each column the name and the SVG points.
"""


def sheet_view(partie: Partie, selected: int | None = None, since: int | None = None) -> SheetView:
    """Return the view of a partie, with the line `selected`, or only with the lines from `since` on."""
    sheet, game, grid = partie.sheet, partie.game, grid_view(partie, selected)
    left = game.wording.progress(sheet) if sheet.outcome is None else ()
    if grid is not None:
        blocks, changed = outside(partie, grid["aside"], selected)
    else:
        blocks = tuple(blocks_of(partie, selected, since))
        changed = changes_after(partie, len(partie.lines))
    return {
        "partie": partie,
        "columns": columns_of(sheet, open_=partie.is_open),
        "blocks": blocks,
        "grid": grid,
        "where": partie.lieu if partie.is_open else " · ".join(filter(None, (partie.lieu, day(partie.date)))),
        "entry_title": game.entry_word.text("mot") if grid is None else grid["heading"],
        "line_title": game.entry_word.text("titre"),
        "progress": tuple(message_of(label, game.words, partie.table) for label in left),
        "control_text": control_text(sheet.control),
        "changed": changed,
        "since": since,
    }


def entry_title(partie: Partie) -> str:
    """Return the title of the next donne or manche; struck lines and adjustments keep their numbers."""
    return gettext(partie.game.entry_word.text("titre"), rang=partie.next_rang)


def line_title(partie: Partie, rang: int) -> str:
    """Return the name of a line by its number: "La donne 3", or that it is an adjustment."""
    name = ADJUSTMENT if KEY in partie.line(rang).payload else partie.game.entry_word.text("la")
    return gettext(name, rang=rang)


def control_text(control: Control | None) -> str:
    """Return the fault of the control sum in words; empty when it holds."""
    if control is None or control.ok:
        return ""
    return gettext(
        "Contrôle : %(found)s au lieu de %(expected)s, écart %(gap)s",
        found=number(control.actual),
        expected=number(control.expected),
        gap=signed(control.actual - control.expected),
    )


def columns_of(sheet: Replay, *, open_: bool = True) -> list[dict[str, Any]]:
    """Return the headings of the columns with their totals.

    `short` is the name for narrow columns, `deals` the player of the column who deals next. `left` has the players of a side with a
    name of its own, or that a player is eliminated or absent; `out` is set for an eliminated one. `leads` is not set before a line
    is written, or when all columns are level.
    """
    leaders = sheet.rules.leaders(sheet.state) if sheet.marked else ()
    dealer = sheet.rules.deals_next(sheet.state) if open_ and sheet.outcome is None else None
    camps, heads = sheet.table.camps, list[dict[str, Any]]()
    most = CAMP if len(sheet.totals) == 2 else SHORT if len(sheet.totals) <= MANY else NARROW
    shorts = [*map(syllables, short_names(sheet.table.columns, most))]
    for place, (name, total) in enumerate(zip(sheet.table.columns, sheet.totals, strict=True)):
        together = sheet.table.players[place::2] if camps else ()
        people = " & ".join(together)
        left = "" if name == people else people
        out = place in sheet.state.out
        if not camps and (out or place not in sheet.table.around):
            left = gettext("éliminé") if out else gettext("hors jeu")
        leads = place in leaders and len(leaders) < len(sheet.totals)
        here = dealer is not None and place == (dealer % 2 if camps else dealer)
        deals = "" if dealer is None or not here else (sheet.table.players or sheet.table.columns * 2)[dealer]
        head = {"name": name, "short": shorts[place], "total": total, "leads": leads}
        heads.append({**head, "deals": deals, "left": left, "out": out})
    return heads


def blocks_of(partie: Partie, selected: int | None, since: int | None) -> Iterator[RowBlock]:
    """Yield the rows in blocks of lines: all lines, or those from `since` on.

    Rows depend on the versions of their own and of all earlier lines. Versions are never removed, so their number identifies the
    state. Complete blocks without the newest and the selected line are cached as HTML.
    """
    last, versions, order = partie.last_rang, 0, partie.reordered
    if since is not None:
        yield None, partial(rows_of, partie, partie.lines[since - 1 :], last, None)
        return
    for first in range(0, len(partie.lines), BLOCK):
        lines = partie.lines[first : first + BLOCK]
        versions += sum(len(line.versions) for line in lines)
        special = {line.rang for line in lines} & {last, selected}
        kept = len(lines) == BLOCK and not special
        state = (partie.id, partie.seating, partie.rulings, first, versions, order) if kept else None
        yield state, partial(rows_of, partie, lines, last, selected)


def outside(
    partie: Partie, lines: Sequence[Line], selected: int | None
) -> tuple[tuple[RowBlock, ...], tuple[str, ...]]:
    """Return rows for the lines in no cell of a grid, and the changes of players and settings before the other lines."""
    named = {line.rang for line in lines}
    before = (rang for rang in range(1, len(partie.lines) + 2) if rang not in named)
    changed = tuple(text for rang in before for text in changes_after(partie, rang - 1))
    block: RowBlock = (None, partial(rows_of, partie, lines, partie.last_rang, selected))
    return (block,) if lines else (), changed


def rows_of(
    partie: Partie, lines: Sequence[Line], newest: int | None, selected: int | None
) -> Iterator[dict[str, Any]]:
    """Yield the rows of these lines, struck ones included, with the changes of players and settings before each."""
    game, columns = partie.game, len(partie.table.columns)
    for line in lines:
        marked, rang, table = line.marked, line.rang, partie.seating.at(line.rang)
        if marked:
            label, shown = game.brief(marked), replace(table, players=short_names(table.players))
            format_value = message_of(label, game.words, table)
            brief = format_value if shown == table else message_of(label, game.words, shown)
        else:
            left = gettext("ligne rayée") if line.struck else gettext("ligne à compléter")
            format_value = brief = payload_brief(partie, rang, line.payload) or left
        figures = cells_of(marked) if marked else ("",) * columns
        yield {
            "line": line,
            "brief": brief,
            "aria": gettext(
                "Ligne %(rang)s : %(brief)s. Pourquoi, modifier, rayer", rang=rang, brief=format_value
            ),
            "cells": tuple(figures),
            "newest": rang == newest,
            "selected": rang == selected,
            "changed": changes_after(partie, rang - 1),
        }


def changes_after(partie: Partie, rang: int) -> tuple[str, ...]:
    """Return the changes of players and settings between a line and the next one, in words."""
    changes = partie.seating.moments
    moved = (text for table, each in changes if each.after == rang for text in sentences(table, each))
    return (*moved, *(text for after, text in rule_chronicle(partie) if after == rang))


def payload_brief(partie: Partie, rang: int, payload: Mapping[str, object]) -> str:
    """Return any version of a line in a few words; empty when the rules refuse it.

    It is marked on the sheet before that line, or, when refused there, on an empty sheet.
    """
    table = partie.seating.at(rang)
    entry, empty = read_line(partie.rules, payload, table), partie.rules.seated(partie.sheet.opening, table)
    tried = (
        mark(partie.rulings.at(rang), at, rang, entry) for at in (partie.sheet.state_before(rang), empty)
    )
    line = next((line for line in tried if isinstance(line, Marked)), None)
    return message_of(partie.game.brief(line), partie.game.words, table) if line else ""


def chart_of(sheet: Replay) -> Chart | None:
    """Return the chart of a sheet; `None` before two lines count."""
    if len(sheet.marked) < 2:
        return None
    history = [sheet.opening.totals, *(marked.after.totals for marked in sheet.marked)]
    lowest, highest = min(map(min, history)), max(map(max, history))
    span, last = max(1, highest - lowest), len(history) - 1

    room = HEIGHT - 2 * MARGIN
    places = [place * WIDTH // last for place in range(len(history))]
    curves = []
    for name, totals in zip(sheet.table.columns, zip(*history, strict=True), strict=True):
        heights = [MARGIN + (highest - total) * room // span for total in totals]
        curves.append((name, " ".join(map("%d,%d".__mod__, zip(places, heights, strict=True)))))
    zero = MARGIN + highest * room // span if lowest <= 0 <= highest else None
    return {"width": WIDTH, "height": HEIGHT, "zero": zero, "curves": curves}


def grid_view(partie: Partie, selected: int | None = None) -> dict[str, Any] | None:
    """Return the grid of a partie, with one line selected; `None` for a game without a grid.

    `heading` is the name of a row, in French. `aside` are the lines in none of its cells.
    """
    grid = partie.game.grid
    if grid is None:
        return None
    filled: dict[tuple[str, int], tuple[Line, Marked, GridMark]] = {}
    for line in partie.lines:
        marked = line.marked
        mark = grid.mark(partie.rules, marked) if marked and not marked.aside else None
        if marked is not None and mark is not None:
            filled[mark.row, mark.column] = line, marked, mark
    rows = tuple(grid.rows(partie.rules))
    computed = grid.computed(partie.rules, partie.sheet.state)
    shown = {line.rang for line, _, _ in filled.values()}
    views = []
    for row in rows:
        name = format_value(row.name, partie.game.words, partie.table)
        cells = (
            _computed_cells(partie, grid, row, name, computed[row.key])
            if row.computed
            else _cells(partie, row.key, name, filled, selected)
        )
        name = suit_mark(row.key, partie.game.words) + name
        views.append({"name": name, "times": row.times, "cells": tuple(cells), "computed": row.computed})
    return {
        "rows": views,
        "heading": grid.heading,
        "multiplies": any(row.times != 1 for row in rows),
        "aside": [line for line in partie.lines if line.rang not in shown],
    }


def _computed_cells(
    partie: Partie, grid: GridSheet, row: GridRow, name: str, figures: Sequence[int]
) -> Iterator[Cell]:
    """Yield the cells of a computed row. Unless it is a plain sum, each has the line that changed it last."""
    for column, camp in enumerate(partie.table.columns):
        line = None if row.adds else _changed_by(partie, grid, row.key, column)
        score = number(figures[column])
        values = {"nom": camp, "ligne": name, "marque": score}
        aria = gettext("%(nom)s, %(ligne)s : %(marque)s. Pourquoi", **values) if line else ""
        yield {**OPEN, "aria": aria, "line": line, "score": score}


def _changed_by(partie: Partie, grid: GridSheet, key: str, column: int) -> Line | None:
    """Return the last line that changed the value of a computed cell."""
    for line in reversed(partie.lines):
        if line.marked is not None and not line.marked.aside:
            states = (line.marked.before, line.marked.after)
            before, after = (grid.computed(partie.rules, state)[key][column] for state in states)
            if before != after:
                return line
    return None


def _cells(
    partie: Partie,
    key: str,
    name: str,
    filled: Mapping[tuple[str, int], tuple[Line, Marked, GridMark]],
    selected: int | None,
) -> Iterator[Cell]:
    for column, camp in enumerate(partie.table.columns):
        cell = {**OPEN, "value": cell_value(column, key), "aria": f"{camp}, {name}"}
        if (key, column) in filled:
            line, marked, mark = filled[key, column]
            crossed = mark.figure is None
            written = mark.figure if mark.alone else marked.row.scores[column]
            score = "" if written is None or crossed else number(written)
            values = {"nom": camp, "ligne": name, "marque": gettext("case rayée") if crossed else score}
            aria = gettext("%(nom)s, %(ligne)s : %(marque)s. Pourquoi, modifier, rayer", **values)
            figure = "" if mark.figure is None else number(mark.figure)
            cell |= {"aria": aria, "line": line, "score": score, "figure": figure}
            cell |= {"newest": line.rang == partie.last_rang, "selected": line.rang == selected}
        yield cell
