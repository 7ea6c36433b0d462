"""Paper sheet of Bouées et cochons: a block for each manche, with its own control.

Names of fields: `m1.j1.coeurs`, `carreaux`, `bouees`, `restantes`, `elimine`, `points`, `total`; `m1.somme.…`, `m1.bouees`,
`m1.pertes`, `m1.points` (and `m1.bonus`, where one is played).
"""

from functools import partial

from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Align, Grid, SheetCell, SheetColumn, SheetRow
from scorekeeper.cards.game_api.sheet import Block, Fact, Facts, PaperSize, Sheet, SheetLine, SheetRequest
from scorekeeper.cards.game_api.words import number, signed
from scorekeeper.cards.games.bouees.rules import Bouees, BoueesState
from scorekeeper.cards.games.bouees.rules.entry import BoueesManche, reds
from scorekeeper.cards.rules.contract import Seat, expect
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext

CROWDED = 6
"""Number of players whose manches fill the page."""
COLUMNS = ("coeurs", "carreaux", "bouees", "restantes", "elimine", "points", "total")


def sheet(request: SheetRequest) -> Sheet:
    """Return the sheet of a partie, which has as many manches as players."""
    rules = expect(Bouees, request.rules)
    lines = parts.lines_to_fill(request, request.rows or request.seats)
    # Six manches of six players fill the page, so the names are written in the blocks only.
    places = range(1, request.seats + 1) if request.seats < CROWDED or request.form else ()
    return Sheet(
        gettext("Bouées et cochons"),
        parts.settings_words(request),
        (parts.date_place(request), *parts.name_lines(request, [str(place) for place in places], CROWDED)),
        tuple(_block(request, rules, line, manche) for manche, line in parts.numbered(lines)),
        across=1 if request.paper is PaperSize.A5 else 2,
        unsplit=True,
        closing=parts.control_facts(request),
        notes=(*parts.aside_notes(request), *_reminders(request, rules)),
    )


def _reminders(request: SheetRequest, rules: Bouees) -> tuple[str, str]:
    """Return two notes of one line each, so that no second page begins: the sums of a deal, and a reminder of the rules."""
    packs, sums = rules.packs(request.seats), rules.buoy_sums(request.seats)
    options = {
        "hearts": {pack.coeurs for pack in packs},
        "diamonds": {pack.carreaux for pack in packs},
        "sums": sums,
    }
    deal = gettext(
        "À %(players)s joueurs : ♥ %(hearts)s, ♦ %(diamonds)s, bouées au départ %(sums)s, au plus %(most)s pertes par manche."
        " Contrôle : points = bouées − pertes%(bonus)s.",
        players=request.seats,
        bonus=f" {gettext('+ bonus')}" if rules.bonus_plus_bas else "",
        most=rules.most_losses(request.seats),
        **{name: " / ".join(map(number, sorted(amounts))) for name, amounts in options.items()},
    )
    play = gettext(
        "Commence : le plus de bouées ; à égalité, qui a le voisin de gauche le plus pauvre. Plus haute carte (♣ ♦ ♥ ♠)"
        " : plus haut atout. Éliminé : −1."
    )
    return deal, play


def _block(request: SheetRequest, rules: Bouees, line: SheetLine, manche: int) -> Block:
    heading = gettext("Manche %(number)s", number=manche)
    names = [name or str(seat) for seat, name in enumerate(request.at(line.shown).names, 1)]
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
        tuple(_player(rules, seat, name, line) for seat, name in enumerate(names)),
        (_foot(rules, line, request.seats),),
        key=f"m{line.rang}",
    )
    below = () if line.struck else (_control(rules, line.shown, line.rang),)
    return Block(parts.line_heading(heading, line), grid=grid, below=below)


def _player(rules: Bouees, seat: int, name: str, line: SheetLine) -> SheetRow:
    own, points = f"m{line.rang}.j{seat + 1}", f"j{seat + 1}.points"
    sums = {7: parts.running_sum("m", line.rang, [points])}
    if not rules.bonus_plus_bas:
        sums[6] = (f"{own}.restantes", f"-#{own}.elimine")
    return parts.with_sums(parts.seat_row(seat, name, line, partial(_cells, rules, seat), 7), sums)


def _cells(rules: Bouees, seat: int, marked: Marked) -> tuple[SheetCell, ...]:
    entry = expect(BoueesManche, marked.entry)
    hand = entry.mains[seat] if entry.mains else None
    out, left = seat in entry.elimines, entry.left(Seat(seat))
    reds = (None, None) if hand is None else (hand.coeurs, hand.carreaux)
    return (
        *(SheetCell("" if count is None else number(count), closed=count is None) for count in reds),
        SheetCell(number(rules.starts(entry)[seat])),
        SheetCell("" if out or left is None else number(left), closed=out),
        SheetCell(parts.CROSS if out else ""),
        SheetCell(signed(marked.row.scores[seat])),
        SheetCell(parts.adjusted_totals(marked.after)[seat]),
    )


def _foot(rules: Bouees, line: SheetLine, seats: int) -> SheetRow:
    marked = line.shown
    if marked is None:
        # Any text in the column of eliminated players counts 1.
        heads = [(f"{'#' * (key == 'elimine')}m{line.rang}", key) for key in COLUMNS]
        blank = (tuple(f"{head}.j{seat}.{key}" for seat in range(1, seats + 1)) for head, key in heads)
        return parts.total_row(gettext("sommes"), (SheetCell(sums=names) for names in blank), "somme")
    entry = expect(BoueesManche, marked.entry)
    left = sum(count or 0 for count in entry.restantes or ())
    totals = (sum(rules.starts(entry)), left, len(entry.elimines), sum(marked.row.scores))
    cards = parts.number_cells(reds(entry.mains)) if entry.mains else (SheetCell(closed=True),) * 2
    sums = parts.number_cells((*totals, sum(marked.after.totals)))
    return parts.total_row(gettext("sommes"), (*cards, *sums), struck=line.struck)


def _control(rules: Bouees, marked: Marked | None, rang: int) -> Facts:
    """Return the control below a manche: buoys less losses, plus the bonus if one is played, are the points."""
    if marked is None:
        own = f"m{rang}"
        more = (Fact(gettext("+ bonus"), key=f"{own}.bonus"),) if rules.bonus_plus_bas else ()
        adds = (f"{own}.bouees", f"-!{own}.pertes", *(fact.key for fact in more))
        return (
            Fact(gettext("bouées"), key=f"{own}.bouees", sums=(f"{own}.somme.bouees",)),
            Fact(gettext("− pertes"), key=f"{own}.pertes"),
            *more,
            Fact(gettext("= points"), key=f"{own}.points", sums=adds),
        )
    before, after = expect(BoueesState, marked.before), expect(BoueesState, marked.after)
    dealt, lost, points = after.bouees - before.bouees, after.pertes - before.pertes, sum(marked.row.scores)
    bonus = after.bonus - before.bonus
    return (
        Fact(gettext("bouées"), number(dealt)),
        Fact(gettext("− pertes"), number(lost)),
        *((Fact(gettext("+ bonus"), number(bonus)),) if bonus else ()),
        Fact(gettext("= points"), number(points)),
        Fact("", parts.TICK if dealt - lost + bonus == points else parts.CROSS, 0.3, strong=True),
    )
