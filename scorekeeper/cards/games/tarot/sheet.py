"""Paper sheet of Tarot, after the form of the Fédération française de tarot.

Each line has the computation of a donne, and for each player a column of gains and one of losses. Below are both sums, the
bilan, and the check that the bilans add up to 0.

Names of fields: `d3.contrat`, `d3.bouts`, `d3.faire`, `d3.faits`, `d3.ecart`, `d3.coef`, `d3.primes`, `d3.score`,
`d3.j1.plus`, `d3.j1.moins`, `total.j1.plus`, `bilan.j1`, `controle.j1`, `controle.somme`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Align, Grid, SheetCell, SheetColumn, SheetGroup, SheetRow
from scorekeeper.cards.game_api.sheet import Block, Fact, PaperSize, Sheet, SheetRequest
from scorekeeper.cards.game_api.words import halves, number, signed
from scorekeeper.cards.games.tarot.rules import Tarot
from scorekeeper.cards.games.tarot.rules.cards import COURT, TARGETS
from scorekeeper.cards.games.tarot.rules.entry import Chelem, Contrat, Poignee, TarotDonne
from scorekeeper.cards.games.tarot.words import WORDS, contract_and_margin
from scorekeeper.cards.rules.contract import Table, expect
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext

COLUMN = 21
"""Number of rows in each half of the table of contract values."""

Sums = tuple[tuple[int, int], ...]
"""Gains and losses of each player so far, both without a sign."""


def sheet(request: SheetRequest) -> Sheet:
    """Return the sheet of one table."""
    columns = [
        SheetColumn(gettext("n°"), 0.7, Align.CENTRE, full_heading=gettext("donne")),
        SheetColumn(gettext("contrat"), 3.0 if request.filled else 2.0, Align.LEFT, "contrat"),
        SheetColumn(gettext("bouts"), 0.9, key="bouts"),
        SheetColumn(gettext("à faire"), 0.95, key="faire"),
        SheetColumn(gettext("faits"), 0.95, key="faits"),
        SheetColumn(gettext("écart"), 1.0, key="ecart"),
        SheetColumn(gettext("coef."), 0.8, key="coef"),
        SheetColumn(gettext("primes"), 1.0, key="primes", full_heading=gettext("primes par défenseur")),
        SheetColumn(gettext("score"), 1.0, key="score", full_heading=gettext("score par défenseur")),
    ]
    if not _whole(request):
        columns = [column for column in columns if column.key not in {"bouts", "primes"}]
    lead = len(columns)
    for seat in range(1, request.seats + 1):
        columns.append(SheetColumn("+", 0.95, key=f"j{seat}.plus", edge=True, full_heading=gettext("gains")))
        columns.append(SheetColumn("−", 0.95, key=f"j{seat}.moins", full_heading=gettext("pertes")))
    rows, sums = _rows(request, lead)
    groups = parts.seat_groups(request, 2)
    feet = tuple(_feet(request, sums, rows, lead))
    grid = Grid(gettext("Feuille de tarot"), tuple(columns), rows, feet, (SheetGroup("", lead), *groups))
    place = (
        Fact(gettext("Table"), key="table", share=0.6),
        Fact(gettext("Position"), key="position", share=0.7),
    )
    return Sheet(
        gettext("Tarot — feuille de marque"),
        f"{parts.settings_words(request)} · {_formula(request)}",
        (parts.date_place(request, *(() if request.filled or request.tour else place)),),
        (Block(grid=grid, trim=request.trim),),
        closing=parts.control_facts(request)
        or (parts.zero_sum_check(request, gettext("Bilans"), "bilan.j%d"),),
        signatures=parts.signers(request),
        back=score_table(request) if request.back else (),
        back_title=gettext("Tarot — barème"),
        back_across=2,
    )


def _whole(request: SheetRequest) -> bool:
    """Return whether the sheet has columns of bouts and primes: always on A4; on A5 if it is blank and not for five players."""
    return request.paper is PaperSize.A4 or (request.seats < 5 and not request.filled)


def _computed(request: SheetRequest, row: SheetRow) -> SheetRow:
    """Return a blank row that computes on screen the points to reach, the écart, and the score."""
    rules, own = expect(Tarot, request.rules), f"{row.key}.{{}}".format
    targets = (*(f"{bouts}={points}" for bouts, points in enumerate(TARGETS)), f"!{own('bouts')}")
    margin = f"+{own('faits')}", f"-+{own('faire')}", "^=0"
    score = f"+{own('ecart')}", f"^={rules.base}", f"*+{own('coef')}", own("primes")
    sums = {3: targets, 5: margin, 8: score} if _whole(request) else {4: margin, 6: score[:3]}
    if rules.arrondi_ecart:
        del sums[max(sums)]
    return parts.with_sums(row, sums)


def _rows(request: SheetRequest, lead: int) -> tuple[tuple[SheetRow, ...], Sums]:
    sums: Sums = ((0, 0),) * request.seats
    width = lead + 2 * request.seats
    if not request.filled:
        blank = parts.blank_rows(request.rows or parts.MOST_ROWS, width)
        return tuple(_computed(request, row) for row in blank) if request.form else blank, sums
    rows = []
    for line in request.lines:
        if line.marked is not None:
            pairs = zip(sums, line.marked.row.scores, strict=True)
            sums = tuple((won + max(score, 0), lost + max(-score, 0)) for (won, lost), score in pairs)
        rows.append(
            parts.line_row(line, lambda marked: _cells(request.at(marked), marked), width, _sum_cells(sums))
        )
    return tuple(rows), sums


def _cells(request: SheetRequest, marked: Marked) -> tuple[SheetCell, ...]:
    """Return the cells of a donne: contract with taker and primes, the computation, and the score of each player."""
    figures = (SheetCell(str(v) if v > 0 else "") for score in marked.row.scores for v in (score, -score))
    rules, donne = expect(Tarot, request.rules), expect(TarotDonne, marked.entry)
    facts = donne.played
    if facts is None:
        text = parts.sentence(request, contract_and_margin(marked))
        return (SheetCell(text), *(SheetCell() for _ in range(7 if _whole(request) else 5)), *figures)
    others = {*donne.attack, rules.sits_out(marked.before, donne)}
    defender = next(seat for seat in marked.before.table.around if seat not in others)
    worded = [(item, parts.sentence(request, item.label)) for item in marked.row.detail]
    alone = not rules.misere_camp
    apart = [(item, text) for item, text in worded if alone and item.label.code.startswith("misere-")]
    given = [(-item.scores[defender], text) for item, text in worded if (item, text) not in apart]
    primes = [f"{text}\u00a0{signed(amount)}" for amount, text in given[1:]]
    primes += [f"{text}\u00a0{signed(max(item.scores))}" for item, text in apart]
    # Ordinary spaces around the sign, so that long names wrap.
    taker = " & ".join(marked.before.table.players[seat] for seat in donne.attack)
    ecart, score = signed(facts.margin.sign * facts.margin.ecart), sum(amount for amount, _ in given)
    coef = str(rules.coef(facts.contrat))
    extra = sum(amount for amount, _ in given[1:])
    computed = [str(facts.target), halves(facts.points), ecart, coef, number(score)]
    if _whole(request):
        computed = [str(facts.bouts), *computed[:4], signed(extra) if extra else "", computed[4]]
    contract = SheetCell(parts.term(request, facts.contrat), (taker, *primes))
    return (contract, *map(SheetCell, computed), *figures)


def _sum_cells(sums: Sums) -> tuple[SheetCell, ...]:
    return tuple(SheetCell(str(amount)) for pair in sums for amount in pair)


def _feet(request: SheetRequest, sums: Sums, rows: Sequence[SheetRow], lead: int) -> Iterator[SheetRow]:
    signs = [f"j{seat}.{sign}" for seat in range(1, request.seats + 1) for sign in ("plus", "moins")]
    # A loss may be written with or without a minus sign.
    sizes = {key: "~" * key.endswith("moins") for key in signs}
    blank = (
        SheetCell(sums=tuple(f"{sizes[key]}{name}" for name in parts.column_sum(request, rows, key)))
        for key in signs
    )
    yield parts.total_row(
        gettext("total + et total −"), _sum_cells(sums) if request.filled else blank, "total", lead
    )
    balances = (
        SheetCell(
            signed(won - lost) if request.filled else "", span=2, sums=(f"total.{plus}", f"-~total.{minus}")
        )
        for (won, lost), plus, minus in zip(sums, signs[::2], signs[1::2], strict=True)
    )
    yield parts.total_row(gettext("bilan"), balances, "bilan", lead)


def _formula(request: SheetRequest) -> str:
    base = expect(Tarot, request.rules).base
    return gettext("(%(base)s + écart) × coefficient, par défenseur", base=base)


def score_table(request: SheetRequest) -> tuple[Block, ...]:
    """Return the blocks of the back, with all figures from the rules."""
    rules = expect(Tarot, request.rules)
    contracts = {
        contract: f"{parts.term(request, contract)} ×\u00a0{rules.coef(contract)}"
        for contract in rules.contracts
    }
    bouts = _two(gettext("bouts de l’attaque"), gettext("points"))
    targets = _grid(gettext("Points à faire"), bouts, enumerate(TARGETS))
    pairs = gettext(
        "Comptez par paires : une figure ou un bout avec une carte basse. 39 paires font 91 points."
    )
    lower, upper = range(COLUMN), range(COLUMN, 2 * COLUMN)
    return (
        Block(gettext("À faire selon les bouts"), grid=targets),
        Block(gettext("Poignées"), grid=_poignees(rules)),
        Block(gettext("Ce que valent les cartes"), grid=_cards(), below=((Fact("", pairs, line=False),),)),
        Block(gettext("Chelem et autres primes"), grid=_primes(rules)),
        Block(
            gettext("Ce que donne chaque défenseur"),
            ((Fact("", _formula(request), line=False, strong=True),),),
            grid=_worth(rules, contracts, lower),
        ),
        Block(
            gettext("… et selon l’écart"), ((Fact("", line=False),),), grid=_worth(rules, contracts, upper)
        ),
    )


def _cards() -> Grid:
    """Return the table of card values: alone, and paired with a low card."""
    low = gettext("carte basse : toutes les autres")
    names = [gettext("bout, roi"), gettext("dame"), gettext("cavalier"), gettext("valet"), low]
    worth = ((f"{value // 2 or ''}½", (value + 1) // 2) for value in (*COURT, 1))
    columns = (*_two(gettext("carte"), gettext("seule")), SheetColumn(gettext("avec une carte basse"), 1.4))
    rows = ((name, *pair) for name, pair in zip(names, worth, strict=True))
    return _grid(gettext("Ce que valent les cartes"), columns, rows)


def _grid(title: str, columns: Iterable[SheetColumn], rows: Iterable[Iterable[object]]) -> Grid:
    cells = (SheetRow(tuple(SheetCell(str(text)) for text in row)) for row in rows)
    return Grid(title, tuple(columns), tuple(cells))


def _two(first: str, second: str) -> tuple[SheetColumn, SheetColumn]:
    return SheetColumn(first, 2.2, Align.LEFT), SheetColumn(second, 1.0)


def _poignees(rules: Tarot) -> Grid:
    """Return the table of poignées: trumps by number of players, and prime."""
    seats = (4,) if rules.mort else rules.SEATS
    shown = [rules.trumps_shown(Table(tuple(map(str, range(count))))) for count in seats]
    columns = (
        SheetColumn(gettext("atouts montrés"), 1.5, Align.LEFT),
        *(SheetColumn(gettext("à %(players)s", players=count), 0.8) for count in seats),
        SheetColumn(gettext("prime"), 1.0, edge=True),
    )
    rows = (
        (gettext(WORDS.terms[kind]), *(trumps[kind] for trumps in shown), signed(rules.primes_poignee[kind]))
        for kind in Poignee
    )
    return _grid(gettext("Poignées"), columns, rows)


def _primes(rules: Tarot) -> Grid:
    chelem = rules.primes_chelem
    rows = [
        (gettext("chelem annoncé et réussi"), signed(chelem[Chelem.ANNONCE_REUSSI])),
        (gettext("chelem réussi sans annonce"), signed(chelem[Chelem.REUSSI])),
        (gettext("chelem annoncé, manqué"), signed(chelem[Chelem.ANNONCE_MANQUE])),
        (gettext("chelem de la défense, à chaque défenseur"), signed(rules.prime_chelem_defense)),
        (gettext("Petit au bout, × coefficient"), signed(rules.prime_petit)),
    ]
    miseres = {f"misere-{kind}": rules.prime_misere(kind) for kind in rules.miseres}
    if miseres and rules.misere_atout in {None, rules.misere}:
        miseres = {"misere": rules.misere}
    for word, prime in miseres.items():
        name = gettext(WORDS.terms[word])
        to_camp = gettext("%(misere)s, par défenseur, au camp du joueur", misere=name)
        each = gettext("%(misere)s, de chaque autre joueur", misere=name)
        rows.append((to_camp if rules.misere_camp else each, signed(prime)))
    return _grid(gettext("Primes"), _two(gettext("prime"), gettext("points")), rows)


def _worth(rules: Tarot, contracts: Mapping[Contrat, str], margins: range) -> Grid:
    """Return the value of each contract by écart, won or lost, without primes."""
    columns = (
        SheetColumn(gettext("écart"), 0.7, Align.CENTRE),
        *(SheetColumn(name, 1.0, edge=place == 0) for place, name in enumerate(contracts.values())),
    )
    bases = {margin: rules.base + rules.counted(margin) for margin in margins}
    rows = ((m, *(base * rules.coef(contract) for contract in contracts)) for m, base in bases.items())
    return _grid(gettext("Valeur d’un contrat selon l’écart"), columns, rows)
