"""Paper sheet of Cochonnet: four manches, each with its thirteen cochonnets and the threshold of sudden death.

Names of fields: `m1.entame`, `m1.j1.c1` to `c3` and `c13`, `m1.j1.points`, `m1.a.points`, `m1.cumul.a`.
"""

from collections.abc import Iterator
from functools import partial

from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Align, Grid, SheetCell, SheetColumn, SheetRow
from scorekeeper.cards.game_api.sheet import Block, Fact, PaperSize, Sheet, SheetLine, SheetRequest
from scorekeeper.cards.game_api.words import number
from scorekeeper.cards.games.cochonnet.rules import MANCHES, Cochonnet, CochonnetState
from scorekeeper.cards.games.cochonnet.rules.entry import CochonnetManche
from scorekeeper.cards.rules.contract import expect
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext

PLACES = ("A1", "B1", "A2", "B2")
"""Names of the seats by camp: A1 and A2 are partners, opposite each other."""


def sheet(request: SheetRequest) -> Sheet:
    """Return the sheet of a partie, with four manches a page on A4 and two on A5."""
    rules = expect(Cochonnet, request.rules)
    lines = parts.lines_to_fill(request, request.rows or MANCHES)
    worth = ", ".join(f"{parts.term(request, rank)} {amount}" for rank, amount in rules.valeurs.items)
    value = gettext(
        "Un cochonnet vaut sa carte : de 2 à 10 son chiffre, %(worth)s. Trois pour chacun, et un treizième au dernier pli :"
        " sept pour un camp, six pour l’autre.",
        worth=worth,
    )
    lead = gettext("Le voisin de gauche du donneur entame, puis, à chaque manche, le voisin suivant.")
    return Sheet(
        gettext("Cochonnet"),
        parts.settings_words(request),
        (parts.date_place(request), *parts.name_lines(request, PLACES, 4)),
        tuple(_block(request, rules, line, manche) for manche, line in parts.numbered(lines)),
        across=1 if request.paper is PaperSize.A5 else 2,
        unsplit=True,
        closing=parts.control_facts(request) or ((Fact(gettext("Gagnants"), key="gagnants"),),),
        notes=(*parts.aside_notes(request), value, lead),
    )


def _block(request: SheetRequest, rules: Cochonnet, line: SheetLine, manche: int) -> Block:
    heading, key = gettext("Manche %(number)s", number=manche), f"m{line.rang}"
    request = request.at(line.shown)
    first, second, third, last = names = gettext("1er"), gettext("2e"), gettext("3e"), gettext("13e")
    full = [gettext("%(number)s cochonnet", number=name) for name in names]
    leader = None if line.shown is None else expect(CochonnetState, line.shown.before).meneur
    lead = "" if leader is None else request.names[leader]
    grid = Grid(
        heading,
        (
            SheetColumn(gettext("joueur"), 2.6, Align.LEFT, "nom"),
            SheetColumn(first, 1.0, Align.CENTRE, "c1", edge=True, full_heading=full[0]),
            SheetColumn(second, 1.0, Align.CENTRE, "c2", full_heading=full[1]),
            SheetColumn(third, 1.0, Align.CENTRE, "c3", full_heading=full[2]),
            SheetColumn(last, 1.0, Align.CENTRE, "c13", edge=True, full_heading=full[3]),
            SheetColumn(gettext("points"), 1.2, key="points", edge=True),
            SheetColumn(gettext("cumul"), 1.2),
        ),
        tuple(row for side in (0, 1) for row in _camp(request, rules, line, side)),
        key=key,
    )
    threshold = None if line.struck else rules.threshold(manche)
    goal = (Fact(gettext("seuil"), number(threshold), 0.8, strong=True),) if threshold else ()
    above = (Fact(gettext("entame"), lead, key=f"{key}.entame"), *goal)
    return Block(parts.line_heading(heading, line), above=(above,), grid=grid)


def _camp(request: SheetRequest, rules: Cochonnet, line: SheetLine, side: int) -> Iterator[SheetRow]:
    """Yield the rows of the two players of a camp, and the row of their sum and running total."""
    key, seats = f"m{line.rang}", (side, side + 2)
    known = [
        (letter, amount)
        for rank, amount in rules.valeurs.items
        for letter in (rank, parts.term(request, rank))
    ]
    worth = [f"{letter}={amount}" for letter, amount in dict(known).items()]
    for seat in seats:
        name = request.names[seat] or PLACES[seat]
        cards = tuple(f"{key}.j{seat + 1}.{card}" for card in ("c1", "c2", "c3", "c13"))
        row = parts.seat_row(seat, name, line, partial(_cells, request, rules, seat), 6)
        yield parts.with_sums(row, {5: (*worth, *cards)})
    camp, shown = "ab"[side], line.shown
    team = parts.camp_names(request)[side] or parts.camps(request)[side].label
    points = tuple(f"{key}.j{seat + 1}.points" for seat in seats)
    total = SheetCell(
        number(shown.after.totals[side]) if shown and not line.struck else "",
        key=f"cumul.{camp}",
        sums=parts.running_sum("m", line.rang, [f"{camp}.points"]),
    )
    cells = (SheetCell(number(shown.row.scores[side]) if shown else "", sums=points), total)
    yield parts.total_row(team, cells, camp, 5, struck=line.struck)


def _cells(request: SheetRequest, rules: Cochonnet, seat: int, marked: Marked) -> tuple[SheetCell, ...]:
    entry = expect(CochonnetManche, marked.entry)
    if not entry.by_cards:
        return (*(SheetCell(closed=True),) * 5, SheetCell())
    hand = entry.hand(seat)
    last = [entry.dernier.carte] if entry.dernier is not None and seat in entry.last_holders() else []
    cards = [parts.term(request, card.term) for card in (*hand, *last)]
    worth = number(rules.worth([*hand, *last]))
    return tuple(map(SheetCell, (*cards, *([] if last else [""]), worth, "")))
