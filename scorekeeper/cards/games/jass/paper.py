"""Check of a Jass sheet on paper: wrong donnes, their difference, and likely corrections.

A line has the points of both camps in a donne, together 157. The two written totals add up to 157 times the number of
donnes: 12 × 157 = 1884. The check only compares written figures with each other and changes none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.cards.families.matches import IMPOSSIBLES, PLIS
from scorekeeper.cards.families.modes import Mode
from scorekeeper.cards.game_api.game import TournamentTraits
from scorekeeper.cards.games.jass.rules import Jass
from scorekeeper.cards.rules.contract import Fault, Label, Side, Signed, Value
from scorekeeper.cards.rules.scores import Control, Figures, PaperFaults

Cells = tuple[int | None, int | None]
"""Figures written for camp A and camp B; `None` for one that is missing or unreadable."""

DONNES = 12
CAMPS = (Side(0), Side(1))
USUAL_PRIME = 100
"""Usual prime of a match, if there is one."""
LONGEST = 10**6
"""Limit of figures that are searched for exchanged digits."""


class Nature(StrEnum):
    """Kinds of finding: an error (`faux`), a missing figure (`manque`) or a hint (`piste`)."""

    FAUX = "faux"
    MANQUE = "manque"
    PISTE = "piste"
    """A likely explanation, or a figure that follows from the others."""


@dataclass(frozen=True)
class Finding:
    """Finding of a check.

    Attributes:
        nature: Kind of the finding.
        label: Its sentence.
        donne: Line from 1; `None` for the totals.
        camp: Camp of the figure; `None` if the finding is about both.
    """

    nature: Nature
    label: Label
    donne: int | None
    camp: Side | None


@dataclass(frozen=True)
class PaperCheck:
    """Findings of a sheet; `sums` has the sum of each camp's lines, `None` if a figure is missing."""

    findings: tuple[Finding, ...]
    """Findings of lines in order, then of columns, of a recovered line, of totals and control."""
    sums: Cells
    control: Control | None
    """Sum of both totals against n × 157 plus primes; `None` if a total is unknown."""

    @property
    def ok(self) -> bool:
        """Whether the sheet is complete and without findings."""
        return not self.findings and self.control is not None and self.control.ok

    def all(self, nature: Nature) -> list[Finding]:
        return [item for item in self.findings if item.nature is nature]

    @property
    def wrong(self) -> tuple[int, ...]:
        """Lines with an error, from 1."""
        return tuple(sorted({item.donne for item in self.all(Nature.FAUX) if item.donne is not None}))


def check(
    lines: Sequence[Cells], totals: Cells = (None, None), *, donnes: int = DONNES, prime_match: int = 0
) -> PaperCheck:
    """Check the lines of a sheet and its written totals against each other.

    Args:
        lines: Figures by donne, empty if only totals are known. Missing lines are reported, those beyond `donnes` ignored.
        totals: Written totals.
        donnes: Number of donnes of the partie.
        prime_match: Points that a match adds to its line.
    """
    padded = (*lines[:donnes], *([(None, None)] * (donnes - len(lines)))) if lines else ()
    sheet = _Sheet(padded, totals, donnes, prime_match)
    control = _control(sheet)
    each = (finding for number, line in enumerate(sheet.lines, 1) for finding in _line(sheet, number, line))
    findings = (*each, *_columns(sheet), *_recovered(sheet), *_totals(sheet, control))
    return PaperCheck(findings, (sheet.sum(0), sheet.sum(1)), control)


def swapped(number: int) -> tuple[int, ...]:
    """Return the numbers with two neighbouring digits exchanged: 75 for 57."""
    if not 0 <= number < LONGEST:
        return ()
    digits = str(number)
    return tuple(
        int(digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :])
        for place in range(len(digits) - 1)
        if digits[place] != digits[place + 1]
    )


@dataclass(frozen=True)
class _Sheet:
    lines: tuple[Cells, ...]
    totals: Cells
    donnes: int
    prime: int

    def required(self, pair: Cells) -> int:
        """Return the required sum of a line."""
        return PLIS + self.prime if self.prime and PLIS + self.prime in pair else PLIS

    def possible(self, points: int) -> bool:
        """Return whether a camp can score these points in a donne."""
        plain = 0 <= points <= PLIS and points not in IMPOSSIBLES[PLIS]
        return plain or (self.prime > 0 and points == PLIS + self.prime)

    def fits(self, pair: Cells) -> bool:
        """Return whether a line is complete and correct."""
        points = [cell for cell in pair if cell is not None]
        return len(points) == 2 and sum(points) == self.required(pair) and all(map(self.possible, points))

    def sum(self, side: int) -> int | None:
        known = [points for line in self.lines if (points := line[side]) is not None]
        return sum(known) if len(known) == self.donnes else None

    def reachable(self, total: int) -> bool:
        """Return whether a camp can have that total: with k lines without a prime, 0 to 157 × k except 1 and 157 × k − 1."""
        for matches in range(self.donnes + 1 if self.prime else 1):
            rest, most = total - matches * (PLIS + self.prime), PLIS * (self.donnes - matches)
            if 0 <= rest <= most and rest not in {1, most - 1}:
                return True
        return False


def _finding(
    nature: Nature, code: str, donne: int | None = None, camp: Side | None = None, /, **values: Value
) -> Finding:
    place = {"donne": donne, "camp": camp}
    known = {key: value for key, value in place.items() if value is not None}
    return Finding(nature, Label(code, values | known), donne, camp)


def _line(sheet: _Sheet, number: int, pair: Cells) -> Iterator[Finding]:
    """Yield the findings of a single line."""
    cells = zip(CAMPS, pair, strict=True)
    impossible = [(side, cell) for side, cell in cells if cell is not None and not sheet.possible(cell)]
    for side, cell in impossible:
        aside = Label("papier-prime") if not sheet.prime and cell == PLIS + USUAL_PRIME else ""
        yield _finding(Nature.FAUX, "papier-valeur", number, side, points=cell, total=PLIS, aide=aside)
    first, second = pair
    if first is None and second is None:
        yield _finding(Nature.MANQUE, "papier-vide", number)
    elif first is None or second is None:
        missing = Side(int(second is None))
        rest = {} if impossible else {"juste": sheet.required(pair) - (first or 0) - (second or 0)}
        code = "papier-manque" if impossible else "papier-moitie"
        yield _finding(Nature.MANQUE, code, number, missing, **rest)
    elif not sheet.fits(pair):
        total, due = first + second, sheet.required(pair)
        if total != due:
            gap = Signed(total - due)
            yield _finding(Nature.FAUX, "papier-somme", number, somme=total, total=due, ecart=gap)
        yield from _reversed(sheet, number, (first, second))


def _reversed(sheet: _Sheet, number: int, pair: tuple[int, int]) -> Iterator[Finding]:
    """Yield hints of exchanged digits: figures that make the line correct with two neighbouring digits exchanged."""
    for side in CAMPS:
        for other in swapped(pair[side]):
            if sheet.fits((other, pair[1]) if side == 0 else (pair[0], other)):
                yield _finding(Nature.PISTE, "papier-inverses", number, side, ecrit=pair[side], juste=other)


def _columns(sheet: _Sheet) -> Iterator[Finding]:
    """Yield errors of totals that differ from the sums of their columns, with hints."""
    sums = (sheet.sum(0), sheet.sum(1))
    if None not in sums and None not in sheet.totals and sums[0] != sums[1] and sums == sheet.totals[::-1]:
        yield _finding(Nature.FAUX, "papier-totaux-croises")
        return
    gaps = []
    for side in CAMPS:
        total, added = sheet.totals[side], sums[side]
        if total is None or added is None or total == added:
            continue
        gaps.append(added - total)
        gap = Signed(total - added)
        yield _finding(Nature.FAUX, "papier-total", None, side, ecrit=total, somme=added, ecart=gap)
        yield from _explained(sheet, side, total, added)
    if len(gaps) == 2 and gaps[0] == -gaps[1]:
        yield from _crossed(sheet, gaps[0])


def _explained(sheet: _Sheet, side: Side, total: int, added: int) -> Iterator[Finding]:
    """Yield hints for a wrong column: the first figure whose correction fixes it, else a total with exchanged digits."""
    for number, line in enumerate(sheet.lines, 1):
        cell = line[side]
        if cell is None or sheet.fits(line):
            continue
        right = cell - (added - total)
        if sheet.fits((right, line[1]) if side == 0 else (line[0], right)):
            yield _finding(Nature.PISTE, "papier-case", number, side, ecrit=cell, juste=right)
            return
    if total in swapped(added):
        yield _finding(Nature.PISTE, "papier-total-inverse", None, side, ecrit=total, juste=added)


def _crossed(sheet: _Sheet, gap: int) -> Iterator[Finding]:
    """Yield hints of lines that would correct both columns if the figures of the camps were exchanged."""
    for number, (first, second) in enumerate(sheet.lines, 1):
        if first is not None and second is not None and first - second == gap:
            yield _finding(Nature.PISTE, "papier-camps", number, points_a=first, points_b=second)


def _recovered(sheet: _Sheet) -> Iterator[Finding]:
    """Yield the figures of the only missing line, derived from both totals, if all lines are then correct."""
    empty = [number for number, line in enumerate(sheet.lines, 1) if line == (None, None)]
    first, second = sheet.totals
    if len(empty) != 1 or first is None or second is None:
        return
    others = [line for line in sheet.lines if line != (None, None)]
    rest = (first - sum(line[0] or 0 for line in others), second - sum(line[1] or 0 for line in others))
    if all(sheet.fits(line) for line in (*others, rest)):
        yield _finding(Nature.PISTE, "papier-retrouvee", empty[0], points_a=rest[0], points_b=rest[1])


def _control(sheet: _Sheet) -> Control | None:
    """Return the control of both totals (written, else summed), or `None` if one is unknown."""
    first, second = (
        sheet.sum(side) if written is None else written for side, written in enumerate(sheet.totals)
    )
    if first is None or second is None:
        return None
    plain = PLIS * sheet.donnes
    if sheet.lines:
        primes = sum(sheet.required(line) - PLIS for line in sheet.lines)
    else:
        # Without lines, any excess that is a whole number of primes counts as matches.
        extra = first + second - plain
        as_matches = sheet.prime and extra % sheet.prime == 0 and 0 <= extra <= sheet.prime * sheet.donnes
        primes = extra if as_matches else 0
    return Control(plain + primes, first + second)


def _totals(sheet: _Sheet, control: Control | None) -> Iterator[Finding]:
    """Yield the findings of the written totals: impossible totals, and a wrong control with hints."""
    for side in CAMPS:
        written = sheet.totals[side]
        if written is not None and not sheet.reachable(written):
            values = {"points": written, "donnes": sheet.donnes}
            yield _finding(Nature.FAUX, "papier-total-impossible", None, side, **values)
    if control is None or control.ok or sheet.totals == (None, None):
        return
    gap = Signed(control.actual - control.expected)
    aside = Label("papier-prime") if not sheet.prime and gap > 0 and gap % USUAL_PRIME == 0 else ""
    sums = {"somme": control.actual, "attendu": control.expected}
    yield _finding(Nature.FAUX, "papier-controle", **sums, ecart=gap, aide=aside)
    if sheet.lines:
        return
    for side in CAMPS:
        written = sheet.totals[side] or 0
        for other in swapped(written):
            if written - other == gap and sheet.reachable(other):
                yield _finding(Nature.PISTE, "papier-total-inverse", None, side, ecrit=written, juste=other)


def _plain(rules: Jass) -> bool:
    """Return whether each donne gives 157 points, plus at most the prime of a match."""
    return not (rules.a_points or rules.atout_compte or rules.avec_annonces or rules.avec_schtockr)


def fixed_sum(rules: Jass) -> int | None:
    """Return the sum of both totals of a partie; `None` if it is not fixed, as with annonces or primes."""
    return PLIS * rules.nb_donnes if _plain(rules) and not rules.match_vaut else None


def bye(rules: Jass) -> int:
    """Return the points of a bye: half of the card points of all donnes (942 in twelve), or 0 in a partie à points."""
    return 0 if rules.a_points else PLIS * rules.nb_donnes // 2


def check_partie(rules: Jass, lines: Sequence[Figures], totals: Figures) -> PaperFaults:
    """Return the faults of a tournament sheet, each with its donne; none if house rules vary the points of a donne."""
    if not _plain(rules):
        return ()
    pairs = [(line[0], line[1]) for line in lines]
    checked = check(pairs, (totals[0], totals[1]), donnes=rules.nb_donnes, prime_match=rules.match_vaut)
    findings = checked.findings if len(checked.all(Nature.PISTE)) < len(checked.findings) else ()
    faults = []
    for item in findings:
        field = "totals" if item.donne is None else "points"
        field += "" if item.camp is None else f".{int(item.camp)}"
        faults.append((item.donne, Fault(item.label.code, field, item.label.values)))
    return faults


TOURNAMENT = TournamentTraits(
    currency="CHF",
    settings={"mode": str(Mode.TOURNOI)},
    donnes="nb_donnes",
    fixed_sum=fixed_sum,
    least=0,
    check=check_partie,
    bye=bye,
    line_points="points",
    line_match="match",
    matches="matchs",
)
