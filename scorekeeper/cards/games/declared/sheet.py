"""Paper sheet of a declared game: for each player or camp the values of its fields, the points and the running total.

Names of fields: the keys of the definition, `d3.j1.plis`, `d3.ferme`; `d3.j1.points`, `d3.j1.total`, `total.j1.total`.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Align, SheetCell, SheetColumn
from scorekeeper.cards.game_api.line_table import CLOSED, LineTable
from scorekeeper.cards.game_api.sheet import Sheet, SheetRequest
from scorekeeper.cards.game_api.words import number, signed
from scorekeeper.cards.games.declared.asking.reading import worth_in_words
from scorekeeper.cards.games.declared.rules import HouseRules
from scorekeeper.cards.games.declared.rules.definition import FieldScope, FieldSpec
from scorekeeper.cards.games.declared.rules.entry import HouseEntry
from scorekeeper.cards.games.declared.rules.texts import MOST_LABEL
from scorekeeper.cards.games.declared.words import written
from scorekeeper.cards.rules.contract import expect
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext

WIDE = 24
"""Most table columns for the players or camps on a page."""
SHORT = 5
"""Most letters of the heading of a narrow column."""


def sheet(request: SheetRequest) -> Sheet:
    """Return the sheet of one table."""
    rules = expect(HouseRules, request.rules)
    spec, columns = rules.DECLARED.spec, 2 if rules.CAMPS else request.seats
    fields = _columns_of(rules, columns)
    shared = [field for field in spec.champs if field.sur is FieldScope.TABLE]
    remarks = any(parts.remark_of(line) for line in request.donnes)
    heads = _short_names([field.nom for field in fields])
    each = tuple(
        SheetColumn(heads[field.nom], 0.8, key=field.cle, full_heading=field.nom) for field in fields
    )
    each += (
        SheetColumn(gettext("points"), 0.9, key="points"),
        SheetColumn(gettext("total"), 1.0, key="total", strong=True),
    )
    each = (replace(each[0], edge=True), *each[1:])

    def cells(marked: Marked) -> Sequence[SheetCell]:
        noted: Any = marked.entry.values if isinstance(marked.entry, HouseEntry) else {}
        table, nothing = marked.before.table, (None,) * len(marked.row.scores)
        made = [SheetCell(written(noted.get(field.cle), table)) for field in shared]
        for column, (score, total) in enumerate(zip(marked.row.scores, marked.after.totals, strict=True)):
            if column in marked.before.out:
                made += [CLOSED] * len(each)
                continue
            values = [(noted.get(field.cle) or nothing)[column] for field in fields]
            made += [SheetCell(written(value, table)) for value in values]
            made += [SheetCell(signed(score)), SheetCell(number(total))]
        return (*made, *(SheetCell(),) * remarks)

    ledger = LineTable(
        request=request,
        title=gettext("Feuille de marque"),
        lead=(
            SheetColumn(gettext(request.game.entry_word.text("mot")), 0.9, Align.CENTRE),
            *(SheetColumn(field.nom, 1.6, Align.LEFT, key=field.cle) for field in shared),
        ),
        each=each,
        adds="points",
        cells=cells,
        tail=(SheetColumn(gettext("remarque"), 2.6, Align.LEFT),) if remarks else (),
        remark=len(shared) + len(each) * columns,
        rows=rules.lines_of(request.seats),
        total=gettext("Total"),
    )
    rule = " · ".join(worth_in_words(rules.DECLARED))
    short = [f"{head}{gettext(' : ')}{name}" for name, head in heads.items() if head != name]
    return ledger.sheet(spec.nom, notes=tuple(filter(None, (spec.resume, rule, ", ".join(short)))))


def _columns_of(rules: HouseRules, columns: int) -> list[FieldSpec]:
    """Return the fields with columns beside `columns` scores: all `noted` if they fit, else the required of them, else none."""
    wide, room = rules.DECLARED.noted, WIDE // columns - 2
    needed = [field for field in wide if field.needed]
    return wide if len(wide) <= room else needed if len(needed) <= room else []


def _short_names(names: Sequence[str]) -> dict[str, str]:
    """Return a heading over a narrow column for each name, longer where two names would have the same."""
    return {
        name: next(
            (
                short
                for more in range(1, MOST_LABEL)
                if [_short(each, more) for each in names].count(short := _short(name, more)) == 1
            ),
            name,
        )
        for name in names
    }


def _short(name: str, more: int) -> str:
    """Shorten a name longer than `SHORT`: "Jean Paul" to "J.Pau." if `more` is 3, a word to `SHORT` − 2 + `more` letters."""
    *words, last = name.split()
    if len(name) <= SHORT:
        return name
    return "".join(f"{word[0]}." for word in words) + f"{last[: more if words else SHORT - 2 + more]}."
