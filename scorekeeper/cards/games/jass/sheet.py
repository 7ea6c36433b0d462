"""Paper sheets of Jass: four parties of a tournament on a page, the ledger of a partie à points, and the slate.

The tournament page follows that of Swiss clubs: twelve lines of 157 points each, and the check that both totals add up to
12 × 157 = 1884.

Names of fields: `d3.atout`, `d3.a.annonces`, `d3.a.schtockr`, `d3.a.plis`, `d3.a.total`; in a tournament `p1.a.nom`,
`p1.initiales.a`, `p1.d3.donne`, `p1.total.a`, `p1.addition`.
"""

from dataclasses import replace

from scorekeeper.cards.families.matches import PLIS
from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Align, Grid, Look, SheetCell, SheetColumn, SheetGroup, SheetRow
from scorekeeper.cards.game_api.line_table import Cells
from scorekeeper.cards.game_api.sheet import Block, Fact, PaperSize, Sheet, SheetRequest
from scorekeeper.cards.game_api.words import number
from scorekeeper.cards.games.jass import slate, words
from scorekeeper.cards.games.jass.paper import fixed_sum
from scorekeeper.cards.games.jass.rules import Jass, JassState
from scorekeeper.cards.games.jass.rules.entry import JassDonne
from scorekeeper.cards.rules.contract import State, expect
from scorekeeper.cards.rules.replay import Marked, Replay
from scorekeeper.i18n import gettext

PARTIES = 4
SLATE_HEAD_MM, SLATE_GAP_MM = 18.0, 6.5
"""Height of the title over slates, and space below each."""


def sheet(request: SheetRequest) -> Sheet:
    """Return the ledger of a partie à points, a played tournament partie, or the tournament page.

    On request the first two have the slate on the back.
    """
    rules = expect(Jass, request.rules)
    if rules.a_points:
        made = _ledger(request, rules)
    elif request.played and not request.parties:
        made = _partie(request, rules, request.played)
    else:
        return _evening(request, rules)
    if not request.back:
        return made
    return replace(made, back=(_slate(request, 1),), back_title=gettext("Jass — ardoise"))


def slates(request: SheetRequest) -> Sheet:
    """Return the slate alone: two on an A4 page, to be cut, one on A5 or of a played partie."""
    count = 1 if request.played or request.paper is PaperSize.A5 else 2
    return Sheet(gettext("Jass — ardoise"), blocks=(_slate(request, count),) * count)


def _slate(request: SheetRequest, count: int) -> Block:
    """Return the slate of a partie, or an empty one, `count` of which fill a page below its title."""
    wide, high = (side - 2 * request.paper.margin for side in request.paper.size(landscape=False))
    names = parts.camp_names(request)
    return Block(
        art=slate.drawing(request.played, names, wide, (high - SLATE_HEAD_MM) / count - SLATE_GAP_MM)
    )


def _evening(request: SheetRequest, rules: Jass) -> Sheet:
    """Return the tournament page: four parties or more, side by side on A4, two across on A5; or the single partie of a round.

    Parties that were not played are blank.
    """
    small = request.paper is PaperSize.A5
    places = (request.tour,) if request.tour else range(1, max(PARTIES, len(request.parties)) + 1)
    # For one round the place names the table, and players' names replace the lot.
    lot = Fact(gettext("Table"), key="table", share=0.6), Fact(gettext("Lot n°"), key="lot", share=0.6)
    known = dict(zip(places, request.parties, strict=False))
    title = gettext("Jass — match au cochon")
    return Sheet(
        f"{title} — {request.heading}" if request.heading else title,
        facts=(parts.date_place(request, *(() if request.tour or request.parties else lot)),),
        blocks=tuple(
            _block(known[place], rules, place, known[place].heading)
            if place in known
            else _block(request, rules, place)
            for place in places
        ),
        across=1 if request.tour else 2 if small else PARTIES,
    )


def _block(request: SheetRequest, rules: Jass, place: int, heading: str = "") -> Block:
    """Return one partie of the page: players, donnes that count, and both totals in boxes."""
    key, title = f"p{place}", gettext("Partie n° %(number)s", number=place)
    a, b = (replace(camp, key=f"{key}.{camp.key}") for camp in parts.camps(request))
    scores = [line.marked.row.scores for line in request.donnes if line.marked]
    donnes = max(request.rows or rules.nb_donnes, len(scores))
    played = (
        SheetRow((SheetCell(str(rang)), *parts.number_cells((*pair, sum(pair)))), f"d{rang}")
        for rang, pair in enumerate(scores, 1)
    )
    signed = " ".join(initials for _, initials in request.signatures)
    label = gettext("initiales")
    sides = Fact(f"{label} A", key=f"{key}.initiales.a", share=1.6), Fact("B", key=f"{key}.initiales.b")
    initials = (Fact(label, signed),) if signed else sides
    rows = (
        *played,
        *(parts.line_row(line, lambda _: (), 4) for line in request.lines if line.aside),
        *(
            parts.with_sums(row, {3: (f"{key}.{row.key}.a", f"{key}.{row.key}.b")})
            for row in parts.blank_rows(donnes - len(scores), 4, start=len(scores) + 1)
        ),
    )
    columns = _columns(headings=(a.label, b.label))
    grid = Grid(title, columns, rows, _framed(request, rules, donnes, key), key=key)
    return Block(" — ".join(filter(None, (title, heading))), ((a,), (b,), initials), grid=grid)


def _framed(request: SheetRequest, rules: Jass, donnes: int, key: str) -> tuple[SheetRow, SheetRow]:
    """Return the boxes: both totals, then their sum and the required sum."""
    # Totals of an unfinished partie are blank, to be added up by hand.
    finished = request.played if request.played and request.played.outcome else None
    totals = finished.totals if finished else request.totals
    figures = [number(total) for total in (*totals, sum(totals))] if totals else [""] * 3
    labels, days = (gettext("total A"), gettext("total B")), range(1, donnes + 1)
    sums = [tuple(f"{key}.d{rang}.{side}" for rang in days) for side in "ab"]
    pair = (
        SheetCell(text, label=label, span=2, key=f"total.{side}", sums=added)
        for text, label, side, added in zip(figures, labels, "ab", sums, strict=False)
    )
    due = _required(rules, f"= {donnes * PLIS}")
    target = SheetCell(due, label=_check(), span=2, closed=True)
    addition = SheetCell(
        figures[2],
        label=gettext("addition"),
        span=2,
        key="addition",
        sums=(f"{key}.total.a", f"{key}.total.b"),
    )
    return SheetRow(tuple(pair), look=Look.BOX), SheetRow((addition, target), look=Look.BOX)


def _columns(detail: float = 0.0, headings: tuple[str, str] = ("", "")) -> tuple[SheetColumn, ...]:
    brief = (SheetColumn(gettext("détail"), detail, Align.LEFT),) if detail else ()
    a, b = (heading or gettext("points") for heading in headings)
    total = gettext("total donne %(points)s", points=PLIS)
    return (
        SheetColumn(gettext("donne"), 1.0, Align.CENTRE),
        *brief,
        SheetColumn(a, 1.25, key="a", edge=True),
        SheetColumn(b, 1.25, key="b", edge=True),
        SheetColumn(total, 1.0, key="donne", edge=True, full_heading=gettext("total de la donne")),
    )


def _check() -> str:
    return f"{gettext('Contrôle')}, {gettext('valeur à atteindre')}"


def _required(rules: Jass, text: str) -> str:
    return text if fixed_sum(rules) else gettext("%(sum)s + primes", sum=text)


def _partie(request: SheetRequest, rules: Jass, played: Replay) -> Sheet:
    """Return a played partie of a tournament, with blank lines for the donnes left."""

    def cells(marked: Marked) -> tuple[SheetCell, ...]:
        brief = SheetCell(parts.sentence(request.at(marked), words.brief(marked)))
        return (brief, *parts.number_cells((*marked.row.scores, words.line_check(marked))))

    def shared(state: State) -> tuple[SheetCell, ...]:
        return parts.number_cells((*state.totals, sum(state.totals)))

    running = parts.carries(request, shared)
    rows = [parts.line_row(line, cells, 5, running[line.rang]) for line in request.lines]
    left = 0 if request.over else rules.nb_donnes - sum(not line.struck for line in request.donnes)
    grid = Grid(
        gettext("Partie de tournoi"),
        _columns(2.4),
        (*rows, *parts.blank_rows(max(0, left), 5, start=len(rows) + 1)),
        (parts.total_row(gettext("total"), (SheetCell(), *shared(played.state)), "total"),),
        (SheetGroup("", 2), *parts.camp_groups(request, 1), SheetGroup("", 1)),
    )
    a, b = played.totals
    addition = Fact(gettext("addition"), f"{number(a)} + {number(b)} = {number(a + b)}", strong=True)
    expected = rules.nb_donnes * PLIS
    due = _required(rules, f"{rules.nb_donnes} × {PLIS} = {number(expected)}")
    if a + b == expected and fixed_sum(rules) and not played.state.ajuste:
        below: tuple[tuple[Fact, ...], ...] = (
            (addition, Fact(_check(), f"{due} {parts.TICK}", strong=True)),
        )
    else:
        below = (addition, Fact(gettext("valeur à atteindre"), due, strong=True)), parts.control(request)
    return Sheet(
        gettext("Jass — match au cochon"),
        parts.settings_words(request),
        (parts.date_place(request),),
        (Block(grid=grid, below=below),),
        closing=parts.result(request),
    )


def _ledger(request: SheetRequest, rules: Jass) -> Sheet:
    """Return the ledger of a partie à points: annonces, schtöckr, tricks and running total of each camp."""
    headings = {
        "annonces": gettext("annonces") if rules.avec_annonces else "",
        "schtockr": gettext("schtöckr") if rules.avec_schtockr else "",
        "plis": gettext("plis"),
        "total": gettext("total"),
    }
    keys = [key for key, heading in headings.items() if heading]
    columns = (
        SheetColumn(gettext("donne"), 0.9, Align.CENTRE),
        SheetColumn(gettext("atout"), 1.3, Align.LEFT, "atout"),
        *(
            SheetColumn(headings[key], 1.0, key=f"{camp}.{key}", edge=key == keys[0])
            for camp in "ab"
            for key in keys
        ),
    )
    rows, sums = _ledger_rows(request, rules, keys)
    foot = parts.total_row(gettext("total"), sums, "total", 2)
    groups = (SheetGroup("", 2), *parts.camp_groups(request, len(keys)))
    grid = Grid(gettext("Feuille de jass"), columns, rows, (foot,), groups)
    points = gettext("%(points)s points", points=rules.objectif_vise)
    target = Fact(gettext("À atteindre"), points, 0.9, strong=True)
    title = gettext("Jass — feuille de marque")
    return parts.one_table(request, title, grid, target, trim=request.trim)


def _ledger_rows(request: SheetRequest, rules: Jass, keys: list[str]) -> tuple[tuple[SheetRow, ...], Cells]:
    """Return the rows of the ledger, and the cells of its totals."""
    width = 2 + 2 * len(keys)
    if not request.filled:
        names = {camp: [f"{camp}.{key}" for key in keys[:-1]] for camp in "ab"}
        running = {1 + len(keys): names["a"], 1 + 2 * len(keys): names["b"]} if request.form else {}
        blank = parts.blank_rows(request.rows or parts.MOST_ROWS, width, running=running)
        feet = (
            [*(parts.column_sum(request, blank, key) for key in each), tuple(f"total.{key}" for key in each)]
            for each in names.values()
        )
        return blank, tuple(SheetCell(sums=added) for foot in feet for added in foot)

    def cells(marked: Marked) -> Cells:
        atout = expect(JassDonne, marked.entry).atout
        figures = zip(keys * 2, _parts(rules, marked, keys), strict=True)
        written = (number(amount) if amount or key == "total" else "" for key, amount in figures)
        return tuple(map(SheetCell, ("" if atout is None else parts.term(request, atout), *written)))

    rows, sums = [], (0,) * (width - 2)
    for line in request.lines:
        if line.marked is not None:
            given = zip(keys * 2, sums, _parts(rules, line.marked, keys), strict=True)
            sums = tuple(amount if key == "total" else before + amount for key, before, amount in given)
        rows.append(parts.line_row(line, cells, width, parts.number_cells(sums)))
    return tuple(rows), parts.number_cells(sums)


def _parts(rules: Jass, marked: Marked, keys: list[str]) -> tuple[int, ...]:
    """Return the figures of a line by column, of camp A, then of camp B; `total` is the running total."""
    given: dict[str, tuple[int, int]] = {}
    if not marked.aside:
        given = vars(rules.compte(expect(JassState, marked.before), expect(JassDonne, marked.entry)).parts)
    columns = {**given, "total": marked.after.totals}
    return tuple(columns.get(key, (0, 0))[side] for side in (0, 1) for key in keys)
