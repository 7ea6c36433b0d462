"""The paper sheet of Bouées et cochons: a block for each manche, with its own control.

Names of fields: `m1.j1.coeurs`, `carreaux`, `bouees`, `restantes`, `elimine`, `points`, `total`; `m1.somme.…`, `m1.bouees`,
`m1.pertes`, `m1.points`.
"""

from __future__ import annotations

from scorekeeper.games.bouees.rules import Bouees, BoueesState
from scorekeeper.games.bouees.rules.entry import BoueesManche
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
from scorekeeper.kit.words import number, signed
from scorekeeper.rules.contract import Seat, expect
from scorekeeper.rules.replay import Marked

CROWDED = 6
"""Players whose manches leave no room for more."""


def sheet(request: SheetRequest) -> Sheet:
    """All manches of a partie: as many as players."""
    rules = expect(Bouees, request.rules)
    small = request.paper is PaperSize.A5
    blocks = [_block(request, rules, line) for line in request.lines]
    played = sum(not line.struck for line in request.lines)
    manches = request.rows or request.seats
    start = len(blocks) + 1
    blocks += [
        _block(request, rules, None, place) for place in range(start, start + max(0, manches - played))
    ]
    # Six manches of six players fill the page: their names go into the blocks.
    places = range(1, request.seats + 1) if request.seats < CROWDED or request.form else ()
    return Sheet(
        gettext("Bouées et cochons"),
        parts.settings_words(request),
        (parts.date_place(request), *parts.name_lines(request, [str(place) for place in places], CROWDED)),
        tuple(blocks),
        across=1 if small else 2,
        whole=True,
        closing=parts.control_facts(request),
        notes=(_reminder(request, rules),),
    )


def _reminder(request: SheetRequest, rules: Bouees) -> str:
    """What the sums of a deal must be, asked of the rules."""
    packs = rules.packs(request.seats)
    hearts = " / ".join(sorted({number(pack.coeurs) for pack in packs}))
    diamonds = " / ".join(sorted({number(pack.carreaux) for pack in packs}))
    return gettext(
        "À %(players)s joueurs : ♥ %(hearts)s et ♦ %(diamonds)s en tout, bouées au départ %(sums)s, au plus %(most)s pertes par"
        " manche. Points : les bouées qui restent ; −1 pour qui est éliminé. Contrôle : points = bouées − pertes.",
        players=request.seats,
        hearts=hearts,
        diamonds=diamonds,
        sums=" / ".join(map(number, rules.buoy_sums(request.seats))),
        most=rules.most_losses(request.seats),
    )


def _block(request: SheetRequest, rules: Bouees, line: SheetLine | None, place: int = 0) -> Block:
    rang = line.rang if line else place
    heading = gettext("Manche %(number)s", number=rang)
    remark = parts.remark_of(line) if line else ""
    shown = (line.marked or line.was) if line else None
    grid = Grid(
        heading,
        (
            SheetColumn(gettext("joueur"), 3.0, Align.LEFT, "nom"),
            SheetColumn("♥", 0.9, key="coeurs", edge=True, full_heading=gettext("cœurs")),
            SheetColumn("♦", 0.9, key="carreaux", full_heading=gettext("carreaux")),
            SheetColumn(gettext("bouées"), 1.15, key="bouees"),
            SheetColumn(gettext("restent"), 1.15, key="restantes", edge=True),
            SheetColumn(gettext("éliminé"), 1.15, Align.CENTRE, "elimine"),
            SheetColumn(gettext("points"), 1.15, key="points", edge=True),
            SheetColumn(gettext("total"), 1.15, key="total"),
        ),
        tuple(_row(request, rules, line, seat) for seat in range(request.seats)),
        (_foot(request, rules, shown),),
        key=f"m{rang}",
    )
    return Block(f"{heading} — {remark}" if remark else heading, grid=grid, below=(_control(shown, rang),))


def _row(request: SheetRequest, rules: Bouees, line: SheetLine | None, seat: int) -> SheetRow:
    name = request.names[seat] or str(seat + 1)
    key = f"j{seat + 1}"
    if line is None:
        return SheetRow((SheetCell(name), *(SheetCell() for _ in range(7))), key)
    cells = parts.line_cells(line, lambda marked: _cells(rules, marked, seat), 7)
    return SheetRow((SheetCell(name), *cells), key, Look.STRUCK if line.struck else Look.PLAIN)


def _cells(rules: Bouees, marked: Marked, seat: int) -> tuple[SheetCell, ...]:
    entry = expect(BoueesManche, marked.entry)
    hand = entry.mains[seat] if entry.mains else None
    out, left = seat in entry.elimines, entry.left(Seat(seat))
    return (
        SheetCell("" if hand is None else number(hand.coeurs), closed=hand is None),
        SheetCell("" if hand is None else number(hand.carreaux), closed=hand is None),
        SheetCell(number(rules.starts(entry)[seat])),
        SheetCell("" if out or left is None else number(left), closed=out),
        SheetCell(parts.CROSS if out else ""),
        SheetCell(signed(marked.row.scores[seat])),
        SheetCell(number(marked.after.totals[seat])),
    )


def _foot(request: SheetRequest, rules: Bouees, marked: Marked | None) -> SheetRow:
    """The sums of the columns."""
    if marked is None:
        return parts.total_row(gettext("sommes"), (SheetCell(),) * 7, "somme")
    entry = expect(BoueesManche, marked.entry)
    hands = [hand for hand in entry.mains or () if hand is not None]
    sums = (sum(hand.coeurs for hand in hands), sum(hand.carreaux for hand in hands)) if hands else None
    left = sum(entry.left(Seat(seat)) or 0 for seat in range(request.seats))
    return parts.total_row(
        gettext("sommes"),
        (
            *(SheetCell(number(amount)) for amount in sums or ()),
            *(SheetCell(closed=True) for _ in range(0 if sums else 2)),
            SheetCell(number(sum(rules.starts(entry)))),
            SheetCell(number(left)),
            SheetCell(number(len(entry.elimines))),
            SheetCell(number(sum(marked.row.scores))),
            SheetCell(number(sum(marked.after.totals))),
        ),
    )


def _control(marked: Marked | None, rang: int) -> Facts:
    """Buoys less losses are the points."""
    labels = (gettext("bouées"), gettext("− pertes"), gettext("= points"))
    if marked is None:
        keys = ("bouees", "pertes", "points")
        return tuple(Fact(label, key=f"m{rang}.{key}") for label, key in zip(labels, keys, strict=True))
    before, after = expect(BoueesState, marked.before), expect(BoueesState, marked.after)
    amounts = [after.bouees - before.bouees, after.pertes - before.pertes, sum(marked.row.scores)]
    bonus = after.bonus - before.bonus
    facts = [Fact(label, number(amount)) for label, amount in zip(labels, amounts, strict=True)]
    if bonus:
        facts.insert(2, Fact(gettext("+ bonus"), number(bonus)))
    ok = amounts[0] - amounts[1] + bonus == amounts[2]
    return (*facts, Fact("", parts.TICK if ok else parts.CROSS, 0.3, strong=True))
