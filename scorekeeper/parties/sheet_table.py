"""A filled sheet as a table for spreadsheets: a row for each line, change of players and total."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.sheet import SheetLine, SheetRequest
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext
from scorekeeper.lists.spreadsheet import CsvCell, CsvRows

Cells = list[CsvCell]


def sheet_rows(request: SheetRequest) -> CsvRows:
    """Yield the headings, the lines in order, the totals and the result, in the current language.

    A struck line has words and no figures, so that the sum of a column is right.
    """
    slate = any("slate" in line.marked.row.extra for line in request.lines if line.marked)
    names = _names(request)
    yield _heading(request, names, slate=slate)
    for line in request.lines:
        yield from _moves(request, line.rang - 1)
        yield _line(request, line, slate=slate)
    yield from _moves(request, len(request.lines))
    if request.played is None:
        return
    totals = (cell for total in request.played.totals for cell in (None, total))
    yield [None, None, gettext("total"), *totals]
    if request.played.outcome is not None:
        yield [None, None, parts.sentence(request, request.played.outcome.reason)]


def _names(request: SheetRequest) -> tuple[str, ...]:
    if not request.table.camps:
        return request.table.players
    return tuple(name or camp for name, camp in zip(parts.camp_names(request), "AB", strict=True))


def _heading(request: SheetRequest, names: tuple[str, ...], *, slate: bool) -> Cells:
    columns = (cell for name in names for cell in (name, gettext("total de %(nom)s", nom=name)))
    word = gettext(request.game.entry_word.text("mot"))
    chalk = (f"{each}, {name}" for each in (gettext("craie|lignes"), gettext("boucles")) for name in names)
    drawn = (*chalk, gettext("trou"))
    asides = (gettext("remarque"), gettext("état"))
    return [gettext("n°"), gettext("donneur"), word, *columns, *(drawn if slate else ()), *asides]


def _moves(request: SheetRequest, after: int) -> Iterator[Cells]:
    for place, text in request.moves:
        if place == after:
            yield [None, None, text]


def _line(request: SheetRequest, line: SheetLine, *, slate: bool) -> Cells:
    shown, width = line.shown, len(request.table.columns)
    if shown is None:
        words, dealer, note = gettext("ligne à compléter"), "", ""
    else:
        words = line.aside or parts.sentence(request.at(shown), request.game.brief(shown))
        dealer, note = _dealer(request, shown), shown.entry.note
    figures = (cell for pair in _figures(line.marked, width) for cell in pair)
    drawn = _drawn(line.marked) if slate else ()
    return [line.rang, dealer, words, *figures, *drawn, note, parts.remark_of(line)]


def _dealer(request: SheetRequest, marked: Marked) -> str:
    """Return the dealer's name; empty for an adjustment, or when the dealer is not known."""
    table, entry = marked.before.table, marked.entry
    seat = entry.donneur if entry.donneur is not None else request.rules.deals_next(marked.before)
    return table.players[seat] if seat is not None and table.players and not marked.aside else ""


def _figures(marked: Marked | None, width: int) -> Iterator[tuple[CsvCell, CsvCell]]:
    """Yield score and running total of each column; the score is empty for players who were absent."""
    if marked is None:
        yield from [(None, None)] * width
        return
    there = (0, 1) if marked.before.table.camps else marked.before.playing
    scores, totals = marked.row.scores, marked.after.totals
    for column in range(width):
        known = column < len(scores)
        plays = known and column in there and bool(scores[column] or not marked.aside)
        yield scores[column] if plays else None, totals[column] if known else None


def _drawn(marked: Marked | None) -> Cells:
    """Return the slate after a line: lines and loops of each camp, and whether the chalk is in the hole."""
    slate: Mapping[str, Any] | None = marked.row.extra.get("slate") if marked else None
    if slate is None:
        return [None] * 5
    return [*slate["lignes"], *slate["boucles"], gettext("oui") if slate["trou"] else ""]
