"""Constructions: grids of tables of four in which no two numbers meet twice, made without any search.

A grid is a tuple of rounds, a round a tuple of tables, a table four numbers 0..N-1. The kinds are resolvable designs from the
literature: resolvable block designs on 3q+1 points (Hanani, Ray-Chaudhuri and Wilson), transversal designs from fields and from
difference matrices (the Rainbow movement of bridge is the cyclic case), and cyclic starters found once by search.
"""

import math
import string
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product

Table = tuple[int, ...]
Round = tuple[Table, ...]
Grid = tuple[Round, ...]

SIZE = 4
DIGITS = string.digits + string.ascii_letters.swapcase()
"""Digits for the numbers of a grid: 0 to 9, A (10) to Z (35), a (36) to z (61)."""


def longest_grid(players: int, enough: int) -> Grid:
    """Return a grid in which no two numbers meet twice, for `players` (a multiple of four).

    It has `enough` rounds if a construction has that many, else as many as the longest known construction, at least one.
    """
    best: Grid = ()
    for make in (_columns, _literal, _steiner):
        grid = make(players, enough)
        if len(grid) >= enough:
            return grid[:enough]
        best = max(best, grid, key=len)
    return best


def fewest_repeats(players: int, rounds: int) -> Grid:
    """Return a grid with the fewest possible repeats where a short search may miss it, or an empty one.

    Known for 12 players: eight rounds found by a long search, and ten or eleven rounds of a whist tournament, in which each pair
    partners once and meets three times.
    """
    if (players, rounds) == (12, 8):
        return _written(TWELVE_EIGHT)
    if players != 12 or rounds not in {10, 11}:
        return ()
    (base,) = _written(WHIST_TWELVE)
    return _developed(base, rounds, lambda x, r: x if x == 11 else (x + r) % 11)


def opponents_swapped(grid: Grid, turn: int) -> Grid:
    """Return the same tables with other partners: turn 0 keeps the seats, 1 and 2 are the two other ways to pair four (modulo 3)."""
    seats = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))[turn % 3]
    return tuple(tuple(tuple(t[s] for s in seats) for t in rnd) for rnd in grid)


def _written(text: str, numbers: str = DIGITS) -> Grid:
    """Parse a grid: one line per round, one word per table, one character per number, which is its index in `numbers`."""
    lines = text.strip().split("\n")
    return tuple(tuple(tuple(map(numbers.index, table)) for table in line.split()) for line in lines)


def _developed(base: Round, rounds: int, move: Callable[[int, int], int]) -> Grid:
    """Return the grid whose round r is the `base` round with each number x replaced by `move(x, r)`."""
    return tuple(tuple(tuple(move(x, r) for x in table) for table in base) for r in range(rounds))


@cache
def _literal(players: int, _enough: int) -> Grid:
    if players == 32:
        return _written(THIRTY_TWO, "ABCDEFGHIJKLMNOPabcdefghijklmnop")
    if players not in STARTERS:
        return ()
    m, text = STARTERS[players]
    (base,) = _written(text)
    return _developed(base, m, lambda x, r: x if x >= 3 * m else x // m * m + (x + r) % m)


@cache
def _steiner(players: int, _enough: int) -> Grid:
    """Return the block design on 3q + 1 points, q = 1 mod 4 a prime power: each pair meets once in q rounds. Empty for other sizes."""
    q = (players - 1) // 3
    if players != 3 * q + 1 or q % SIZE != 1 or prime_power(q) is None:
        return ()
    gf = field(q)
    power = [1]
    for _ in range(q - 2):
        power.append(gf.times[power[-1]][gf.primitive])
    t = (q - 1) // 4
    blocks = tuple(
        (power[i] + j * q, power[i + 2 * t] + j * q, power[i + t] + k * q, power[i + 3 * t] + k * q)
        for j, k in ((0, 1), (1, 2), (2, 0))
        for i in range(t)
    )
    base = ((3 * q, 0, q, 2 * q), *blocks)
    return _developed(base, q, lambda x, s: x if x == 3 * q else x // q * q + gf.plus[x % q][s])


def _columns(players: int, enough: int) -> Grid:
    """Return a grid of rounds in which each table has one number of each of four blocks of m, where `players` is 4 m.

    In round r, block e is shifted by e r places (modulo m). For more rounds than that allows without a repeat, shifts are
    computed
    in a finite field, or read from `RESIDUES`. If m is a multiple of four, one more round has tables inside the blocks.
    """
    m = players // SIZE
    plain = m // max(math.gcd(m, 2), math.gcd(m, 3))
    if plain < enough and m >= SIZE and prime_power(m) is not None:
        grid = _field_columns(m)
    elif plain < enough and m in RESIDUES:
        (blocks,) = _written(RESIDUES[m])
        grid = _shifted(m, [(0, *shifts) for shifts in zip(*blocks, strict=True)])
    else:
        grid = _shifted(m, [tuple(e * r % m for e in range(SIZE)) for r in range(min(plain, enough))])
    if len(grid) < enough and m % SIZE == 0:
        inside = tuple(tuple(range(x, x + SIZE)) for x in range(0, players, SIZE))
        grid = (*grid, inside)
    return grid


@cache
def _field_columns(m: int) -> Grid:
    """Return the grid of a prime power m: table i of round r has i + e r in block e, computed in the field."""
    gf = field(m)
    first = tuple(tuple(e * m + i for e in range(SIZE)) for i in range(m))
    return _developed(first, m, lambda x, r: x - x % m + gf.plus[x % m][gf.times[x // m][r]])


def _shifted(m: int, shifts: list[tuple[int, ...]]) -> Grid:
    return tuple(
        tuple(tuple(e * m + (i + s) % m for e, s in enumerate(shift)) for i in range(m)) for shift in shifts
    )


@dataclass(frozen=True)
class Field:
    """Finite field with q elements, numbered 0..q-1."""

    plus: tuple[tuple[int, ...], ...]
    """`plus[x][y]` is x + y."""
    times: tuple[tuple[int, ...], ...]
    """`times[x][y]` is x times y."""
    primitive: int
    """Element whose powers are all elements but 0."""


def prime_power(q: int) -> tuple[int, int] | None:
    """Return (p, k) with q = p^k and p prime, or `None` when q is no prime power."""
    if q < 2:
        return None
    p = next((d for d in range(2, q + 1) if q % d == 0 and d * d <= q), q)
    k = 0
    while q % p == 0:
        q //= p
        k += 1
    return (p, k) if q == 1 else None


def field(q: int) -> Field:
    """Return the field with `q` elements. Raises `ValueError` when `q` is no prime power.

    The digits of an element in base p are the coefficients of a polynomial; products are taken modulo the first monic polynomial
    that makes every element but 0 invertible.
    """
    power = prime_power(q)
    if power is None:
        raise ValueError(q)
    p, k = power
    digits = [tuple(x // p**i % p for i in range(k)) for x in range(q)]
    sums = (([(a + b) % p for a, b in zip(u, v, strict=True)] for v in digits) for u in digits)
    plus = tuple(tuple(_number(each, p) for each in row) for row in sums)
    for tail in digits:
        times = tuple(tuple(_number(_product(u, v, tail, p), p) for v in digits) for u in digits)
        primitive = _primitive(times)
        if primitive is not None:
            return Field(plus, times, primitive)
    raise AssertionError(q)  # pragma: no cover - a field of every prime power order exists


def _number(coefficients: list[int], p: int) -> int:
    return sum(c * p**i for i, c in enumerate(coefficients))


def _product(u: tuple[int, ...], v: tuple[int, ...], tail: tuple[int, ...], p: int) -> list[int]:
    """Multiply two polynomials modulo x^k + tail."""
    k = len(u)
    wide = [0] * (2 * k - 1)
    for (i, a), (j, b) in product(enumerate(u), enumerate(v)):
        wide[i + j] += a * b
    for i in range(2 * k - 2, k - 1, -1):
        for j in range(k):
            wide[i - k + j] -= wide[i] * tail[j]
    return [c % p for c in wide[:k]]


def _primitive(times: tuple[tuple[int, ...], ...]) -> int | None:
    q = len(times)
    for g in range(1, q):
        seen = set()
        x = 1
        while x not in seen:
            seen.add(x)
            x = times[x][g]
        if len(seen) == q - 1 and 0 not in seen:
            return g
    return None


STARTERS = {
    24: (7, "5BIL 0267 48EM 3DFN 1GHJ 9ACK"),
    36: (11, "X0CP 2STV 4R8W YBN3 D679 F5JA ZM1E OHIK QGUL"),
    44: (13, "Hf3X DVg7 EY2N I9PR 4C15 LJ6O eFa8 0QTc ZSUG hMBW dAbK"),
}
"""Players -> (m, base round): three blocks of m numbers and fixed numbers after them.

Adding 1 modulo m inside the blocks gives the next round; m rounds in all.
"""

WHIST_TWELVE = "4732 A16B 5089"
"""A whist tournament for 12, base round modulo 11 (number 11 is fixed): in 11 rounds each pair partners once and meets three times.

Seats 0 and 2 are partners.
"""

TWELVE_EIGHT = """
1B2A 4876 9503
2654 B93A 7018
A715 24B0 9386
236A 57B8 1904
B560 1283 47A9
8529 73B4 01A6
5341 6279 B80A
58A4 B619 2073
"""
"""12 players, eight rounds: no partnership repeats, and the repeat score is 90, the least possible; found by a long search."""

RESIDUES = {
    12: "082B736419A 3891475AB26 635A4872910",
    14: "A1548297B0C6D 89A652407D1C3 86CD45A910B37",
    15: "52B98763DEC4A1 BD947E8C6301A2 3EDC416759BA02",
    18: "86H4BFE5D2C3G7A1 B49351FC62E87D0G E2A39FH70C1G64B5",
    20: "G4DE8J03A9B2F1IH GA096C4D1BJ57H3E 05386AFJ2ID7C9B4",
    21: "8G6HJF1BIC35AD29 G2AKCEB8DHI70J35 EHA1J5K3960CI2GB",
    22: "DC34IG0JK51BH782 75F862E04C1DIKJL F4LBDH318269GKEI",
    24: "1CA37DF5MGH2I68N DJC9FGK3814MI50E CAI6749MJF2GN8K0",
    30: "A9SGJQ6M3NT2FC87 N0F59867J14SOQI2 4R68AM1J7L23KQHO",
    33: "C1MKATOF25VQG9WB 2JUVE80W15KT4BS9 W5M6VOQ9CBLRP2NT",
}
"""m -> shifts of the second, third and fourth block of m numbers, a digit per round."""

THIRTY_TWO = """
ABCD EFGH IJKL MNOP abcd efgh ijkl mnop
AEIm BcgH DFKp dfkP aeiM bCGh jLNo JlnO
Aflo Bhkm DGiN aFLO bHKM CeJP cEjp dgIn
AciL BdjK bDJk FgoP fGOp aCIl EhMn eHmN
AgKN BElP DHIo dhiO beLp Cfjm cFJM aGkn
AhJp BFin cDmO bfIN eGKl CdMo EgkL aHjP
AdeF BGJo aDEf chlN iKmP CHLn bgjO IkMp
AbnP aBNp DglM ceko fHiJ CEKO FhIj dGLm
AGjM BeIO DhLP agJm cfKn CFkN bEio dHlp
AHkO BfLM Dejn bFlm cGIP Cgip dEJN ahKo
"""
"""32 players, ten rounds, 480 different pairs: the grid of E. Pegg's Wolfram Demonstration
"Social Golfer Problem", as transcribed in F. van Doorn's Dagstuhl tables; no formula known."""
