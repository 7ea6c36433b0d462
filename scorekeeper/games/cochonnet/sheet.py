"""The paper sheet of Cochonnet: four manches, each with its thirteen cochonnets and the threshold of sudden death.

Names of fields: `m1.entame`, `m1.j1.c1` to `c3` and `c13`, `m1.j1.points`, `m1.a.points`, `m1.cumul.a`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

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

PLACES = ("A1", "B1", "A2", "B2")
"""The seats by their camps: A1 and A2 face each other."""


def sheet(request: SheetRequest) -> Sheet:
    """The manches of a partie: four to a page on A4, two on A5."""
    rules = expect(Cochonnet, request.rules)
    over = request.played is not None and request.played.outcome is not None
    lines = parts.lines_to_fill(request, 0 if over else request.rows or MANCHES)
    worth = ", ".join(f"{parts.term(request, rank)} {amount}" for rank, amount in rules.valeurs.items)
    reminder = gettext(
        "Un cochonnet vaut sa carte : de 2 à 10 son chiffre, %(worth)s. Trois pour chacun, et un treizième au dernier pli :"
        " sept pour un camp, six pour l’autre.",
        worth=worth,
    )
    return Sheet(
        gettext("Cochonnet"),
        parts.settings_words(request),
        (parts.date_place(request), *parts.name_lines(request, PLACES, 4)),
        tuple(_block(request, rules, line, manche) for manche, line in parts.numbered(lines)),
        across=1 if request.paper is PaperSize.A5 else 2,
        whole=True,
        closing=parts.control_facts(request) or ((Fact(gettext("Gagnants"), key="gagnants"),),),
        notes=(reminder,),
    )


def _block(request: SheetRequest, rules: Cochonnet, line: SheetLine, manche: int) -> Block:
    heading, key = gettext("Manche %(number)s", number=manche), f"m{line.rang}"
    leader = None if line.shown is None else expect(CochonnetState, line.shown.before).meneur
    lead = "" if leader is None else request.names[leader]
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
        key=key,
    )
    return Block(
        parts.line_heading(heading, line),
        above=((Fact(gettext("entame"), lead, key=f"{key}.entame"),),),
        grid=grid,
        below=() if line.struck else (_running(rules, line, manche, key),),
    )


def _camp(request: SheetRequest, rules: Cochonnet, line: SheetLine, side: int) -> Iterator[SheetRow]:
    """The two players of a camp and their sum."""
    for seat in (side, side + 2):
        name = request.names[seat] or PLACES[seat]
        yield parts.seat_row(seat, name, line, partial(_cells, request, rules, seat), 5)
    label = (gettext("équipe A"), gettext("équipe B"))[side]
    team = request.table.equipes[side] if request.table.equipes else label
    total = number(line.shown.row.scores[side]) if line.shown else ""
    yield parts.total_row(team, (SheetCell(total),), "ab"[side], 5, struck=line.struck)


def _cells(request: SheetRequest, rules: Cochonnet, seat: int, marked: Marked) -> tuple[SheetCell, ...]:
    entry = expect(CochonnetManche, marked.entry)
    if not entry.by_cards:
        return (SheetCell(closed=True),) * 5
    hand = entry.hand(seat)
    last = [entry.dernier.carte] if entry.dernier is not None and seat in entry.last_holders() else []
    cards = [parts.term(request, card.term) for card in (*hand, *last)]
    return (*map(SheetCell, cards if last else (*cards, "")), SheetCell(number(rules.worth([*hand, *last]))))


def _running(rules: Cochonnet, line: SheetLine, manche: int, key: str) -> Facts:
    """The cumulative totals beside the threshold."""
    first, second = map(number, line.shown.after.totals) if line.shown else ("", "")
    threshold = rules.threshold(manche)
    goal = (Fact(gettext("seuil"), number(threshold), 0.8, strong=True),) if threshold else ()
    return (
        Fact(gettext("cumul A"), first, key=f"{key}.cumul.a"),
        Fact(gettext("cumul B"), second, key=f"{key}.cumul.b"),
        *goal,
    )
