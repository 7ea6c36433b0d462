"""The paper sheet of Cochonnet: four manches, each with its thirteen cochonnets and the threshold of sudden death.

Names of fields: `m1.entame`, `m1.j1.c1` to `c3` and `c13`, `m1.j1.points`, `m1.a.points`, `m1.cumul.a`.
"""

from __future__ import annotations

from scorekeeper.games.cochonnet.rules import MANCHES, Cochonnet, CochonnetState
from scorekeeper.games.cochonnet.rules.entry import CochonnetManche
from scorekeeper.i18n import gettext
from scorekeeper.kit import sheet_parts as parts
from scorekeeper.kit.sheet import (
    Align,
    Block,
    Fact,
    Facts,
    Grid,
    Look,
    PaperSize,
    Sheet,
    SheetCell,
    SheetColumn,
    SheetLine,
    SheetRequest,
    SheetRow,
)
from scorekeeper.kit.words import number
from scorekeeper.rules.contract import expect
from scorekeeper.rules.replay import Marked


def sheet(request: SheetRequest) -> Sheet:
    """The manches of a partie: four to a page on A4, two on A5."""
    rules = expect(Cochonnet, request.rules)
    blocks = [_block(request, rules, line.rang, line) for line in request.lines]
    played = sum(not line.struck for line in request.lines)
    over = request.played is not None and request.played.outcome is not None
    left = 0 if over else max(0, (request.rows or MANCHES) - played)
    start = len(blocks) + 1
    blocks += [_block(request, rules, place, None) for place in range(start, start + left)]
    return Sheet(
        gettext("Cochonnet"),
        parts.settings_words(request),
        (parts.date_place(request), *parts.name_lines(request, [_place(seat) for seat in range(4)], 4)),
        tuple(blocks),
        across=1 if request.paper is PaperSize.A5 else 2,
        whole=True,
        closing=parts.control_facts(request) or ((Fact(gettext("Gagnants"), key="gagnants"),),),
        notes=(_reminder(request, rules),),
    )


def _place(seat: int) -> str:
    """A seat by its camp: A1 and A2 face each other."""
    return f"{'AB'[seat % 2]}{seat // 2 + 1}"


def _reminder(request: SheetRequest, rules: Cochonnet) -> str:
    """What the cards are worth in this house."""
    worth = ", ".join(f"{parts.term(request, rank)} {amount}" for rank, amount in rules.valeurs.items)
    return gettext(
        "Un cochonnet vaut sa carte : 2 à 10 leur nombre, %(worth)s. Trois pour chacun, et un treizième au dernier pli :"
        " sept pour un camp, six pour l’autre.",
        worth=worth,
    )


def _block(request: SheetRequest, rules: Cochonnet, rang: int, line: SheetLine | None) -> Block:
    heading = gettext("Manche %(number)s", number=rang)
    remark = parts.remark_of(line) if line else ""
    shown = (line.marked or line.was) if line else None
    grid = Grid(
        heading,
        (
            SheetColumn(gettext("joueur"), 2.6, Align.LEFT, "nom"),
            SheetColumn(gettext("1er"), 1.0, Align.CENTRE, "c1", edge=True),
            SheetColumn(gettext("2e"), 1.0, Align.CENTRE, "c2"),
            SheetColumn(gettext("3e"), 1.0, Align.CENTRE, "c3"),
            SheetColumn(gettext("13e"), 1.0, Align.CENTRE, "c13", edge=True),
            SheetColumn(gettext("points"), 1.2, key="points", edge=True),
        ),
        tuple(row for side in (0, 1) for row in _camp(request, rules, line, side)),
        key=f"m{rang}",
    )
    lead = _lead(request, line)
    return Block(
        f"{heading} — {remark}" if remark else heading,
        above=((Fact(gettext("entame"), lead, key=f"m{rang}.entame"),),),
        grid=grid,
        below=(_running(rules, rang, shown),),
    )


def _lead(request: SheetRequest, line: SheetLine | None) -> str:
    """Who led the first trick."""
    shown = (line.marked or line.was) if line else None
    if shown is None:
        return ""
    leader = expect(CochonnetState, shown.before).meneur
    return "" if leader is None or not request.table.players else request.table.players[leader]


def _camp(request: SheetRequest, rules: Cochonnet, line: SheetLine | None, side: int) -> tuple[SheetRow, ...]:
    """The two players of a camp and their sum."""
    label = (gettext("équipe A"), gettext("équipe B"))[side]
    team = parts.camp_names(request)[side] if request.table.equipes else label
    rows = []
    for seat in (side, side + 2):
        name = SheetCell(request.names[seat] or _place(seat))
        key = f"j{seat + 1}"
        if line is None:
            rows.append(SheetRow((name, *(SheetCell() for _ in range(5))), key))
            continue
        cells = parts.line_cells(line, lambda marked, seat=seat: _cells(request, rules, marked, seat), 5)  # type: ignore[misc]
        rows.append(SheetRow((name, *cells), key, Look.STRUCK if line.struck else Look.PLAIN))
    shown = (line.marked or line.was) if line else None
    total = SheetCell(number(shown.row.scores[side]) if shown else "")
    rows.append(parts.total_row(team, (total,), "ab"[side], 5))
    return tuple(rows)


def _cells(request: SheetRequest, rules: Cochonnet, marked: Marked, seat: int) -> tuple[SheetCell, ...]:
    entry = expect(CochonnetManche, marked.entry)
    if not entry.by_cards:
        return (SheetCell(closed=True),) * 5
    cards = list(entry.hand(seat))
    last = [entry.dernier.carte] if entry.dernier is not None and seat in entry.last_holders() else []
    return (
        *(SheetCell(parts.term(request, card.term)) for card in cards),
        SheetCell(parts.term(request, last[0].term) if last else ""),
        SheetCell(number(rules.worth([*cards, *last]))),
    )


def _running(rules: Cochonnet, rang: int, marked: Marked | None) -> Facts:
    """The cumulative totals beside the threshold."""
    totals = [number(total) for total in marked.after.totals] if marked else ["", ""]
    threshold = rules.threshold(rang)
    goal = (Fact(gettext("seuil"), number(threshold), 0.8, strong=True),) if threshold else ()
    return (
        Fact(gettext("cumul A"), totals[0], key=f"m{rang}.cumul.a"),
        Fact(gettext("cumul B"), totals[1], key=f"m{rang}.cumul.b"),
        *goal,
    )
