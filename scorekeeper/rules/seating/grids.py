"""Constructions: grids of numbers in fours in which nobody meets twice, without any search.

A grid is a tuple of rounds, a round a tuple of tables, a table four numbers 0..N-1. The kinds are resolvable designs from the
literature: resolvable block designs on 3q+1 points (Hanani, Ray-Chaudhuri and Wilson), transversal designs from fields and from
difference matrices (the Rainbow movement of bridge is the cyclic case), and cyclic starters found once by search.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

Table = tuple[int, ...]
Round = tuple[Table, ...]
Grid = tuple[Round, ...]

SIZE = 4


def longest_grid(players: int, enough: int) -> Grid:
    """Return a grid without repeats for `players` (a multiple of four).

    It has `enough` rounds where a construction has them, else as many as the longest one known here, at least one.
    """
    best: Grid = ()
    for make in (_columns, _literal, _steiner):
        grid = make(players, enough)
        if len(grid) >= enough:
            return grid[:enough]
        best = max(best, grid, key=len)
    return best


def fewest_repeats(players: int, rounds: int) -> Grid:
    """Return a grid whose repeats are as few as can be, where a short search may miss it.

    Known for 12 players: eight rounds found by a long search, and ten and eleven of a whist tournament, in which each pair
    partners once and meets three times. Else it is empty.
    """
    if (players, rounds) == (12, 8):
        return _written(TWELVE_EIGHT, "0123456789AB")
    if players != 12 or rounds not in {10, 11}:
        return ()
    return tuple(
        tuple(tuple(x if x == 11 else (x + r) % 11 for x in t) for t in WHIST_TWELVE) for r in range(rounds)
    )


def opponents_swapped(grid: Grid, turn: int) -> Grid:
    """Return the same tables with other partners: turn 0 leaves the seats, 1 and 2 are the two other ways to pair four."""
    seats = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))[turn % 3]
    return tuple(tuple(tuple(t[s] for s in seats) for t in rnd) for rnd in grid)


def _written(text: str, numbers: str) -> Grid:
    """Read a grid: a line a round, a word a table, a character a number, its place in `numbers`."""
    lines = text.strip().split("\n")
    return tuple(tuple(tuple(map(numbers.index, table)) for table in line.split()) for line in lines)


@cache
def _literal(players: int, _enough: int) -> Grid:
    if players == 32:
        return _written(THIRTY_TWO, "ABCDEFGHIJKLMNOPabcdefghijklmnop")
    if players not in STARTERS:
        return ()
    m, base = STARTERS[players]
    return tuple(
        tuple(tuple(x if x >= 3 * m else x // m * m + (x + r) % m for x in t) for t in base) for r in range(m)
    )


@cache
def _steiner(players: int, _enough: int) -> Grid:
    """N = 3q + 1, q = 1 mod 4 a prime power: every pair meets exactly once in q rounds."""
    q = (players - 1) // 3
    if players != 3 * q + 1 or q % SIZE != 1 or prime_power(q) is None:
        return ()
    gf = field(q)
    power = [1]
    for _ in range(q - 2):
        power.append(gf.times[power[-1]][gf.primitive])
    t = (q - 1) // 4
    base = [(3 * q, 0, q, 2 * q)]
    for j in range(3):
        k = (j + 1) % 3
        base.extend(
            (power[i] + j * q, power[i + 2 * t] + j * q, power[i + t] + k * q, power[i + 3 * t] + k * q)
            for i in range(t)
        )
    return tuple(
        tuple(tuple(x if x == 3 * q else x // q * q + gf.plus[x % q][s] for x in table) for table in base)
        for s in range(q)
    )


def _columns(players: int, enough: int) -> Grid:
    """Four blocks of m: each table takes one number of each, the blocks shifted every round.

    Shifts of 0, r, 2r and 3r places serve while they stay distinct; then the same in a field, or residues found by search. The
    numbers of one block never meet, so that when m is a multiple of four a last round is played inside the blocks.
    """
    m = players // SIZE
    plain = m // max(math.gcd(m, 2), math.gcd(m, 3))
    if plain >= enough:
        grid = _shifted(m, [tuple(e * r % m for e in range(SIZE)) for r in range(enough)])
    elif m >= SIZE and prime_power(m) is not None:
        grid = _field_columns(m)
    elif m in RESIDUES:
        rows = [[int(x) for x in row.split()] for row in RESIDUES[m]]
        grid = _shifted(m, [(0, *column) for column in zip(*rows, strict=True)])
    else:
        grid = _shifted(m, [tuple(e * r % m for e in range(SIZE)) for r in range(plain)])
    if len(grid) < enough and m % SIZE == 0:
        inside = tuple(tuple(range(x, x + SIZE)) for x in range(0, players, SIZE))
        grid = (*grid, inside)
    return grid


@cache
def _field_columns(m: int) -> Grid:
    """M a prime power: table i of round r has i + e r in block e, computed in the field."""
    gf = field(m)
    return tuple(
        tuple(tuple(e * m + gf.plus[i][gf.times[e][r]] for e in range(SIZE)) for i in range(m))
        for r in range(m)
    )


def _shifted(m: int, shifts: list[tuple[int, ...]]) -> Grid:
    return tuple(
        tuple(tuple(e * m + (i + s) % m for e, s in enumerate(shift)) for i in range(m)) for shift in shifts
    )


@dataclass(frozen=True)
class Field:
    """A field with q elements, named 0..q-1."""

    plus: tuple[tuple[int, ...], ...]
    """`plus[x][y]` is x + y."""
    times: tuple[tuple[int, ...], ...]
    """`times[x][y]` is x times y."""
    primitive: int
    """A number whose powers are all elements but 0."""


def prime_power(q: int) -> tuple[int, int] | None:
    """Return (p, k) with q = p^k and p prime, or `None` if q is no prime power."""
    if q < 2:
        return None
    p = next((d for d in range(2, q + 1) if q % d == 0 and d * d <= q), q)
    k = 0
    while q % p == 0:
        q //= p
        k += 1
    return (p, k) if q == 1 else None


def field(q: int) -> Field:
    """Return the field with `q` elements; `q` must be a prime power.

    An element is the number whose digits in base p are the coefficients of a polynomial; products are taken modulo the first
    monic polynomial that makes every element but 0 invertible.
    """
    found = prime_power(q)
    if found is None:
        raise ValueError(q)
    p, k = found
    digits = [tuple(x // p**i % p for i in range(k)) for x in range(q)]
    plus = tuple(
        tuple(_number([(a + b) % p for a, b in zip(u, v, strict=True)], p) for v in digits) for u in digits
    )
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
    for i, a in enumerate(u):
        for j, b in enumerate(v):
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


STARTERS: dict[int, tuple[int, tuple[tuple[int, int, int, int], ...]]] = {
    24: (
        7,
        (
            (5, 11, 18, 21), (0, 2, 6, 7), (4, 8, 14, 22),
            (3, 13, 15, 23), (1, 16, 17, 19), (9, 10, 12, 20),
        ),
    ),
    36: (
        11,
        (
            (33, 0, 12, 25), (2, 28, 29, 31), (4, 27, 8, 32),
            (34, 11, 23, 3), (13, 6, 7, 9), (15, 5, 19, 10),
            (35, 22, 1, 14), (24, 17, 18, 20), (26, 16, 30, 21),
        ),
    ),
    44: (
        13,
        (
            (17, 41, 3, 33), (13, 31, 42, 7), (14, 34, 2, 23), (18, 9, 25, 27),
            (4, 12, 1, 5), (21, 19, 6, 24), (40, 15, 36, 8), (0, 26, 29, 38),
            (35, 28, 30, 16), (43, 22, 11, 32), (39, 10, 37, 20),
        ),
    ),
}  # fmt: skip
"""Players -> (m, base round): three blocks of m numbers and fixed numbers after them.

Adding 1 modulo m inside the blocks gives the next round; m rounds in all.
"""

WHIST_TWELVE: tuple[tuple[int, int, int, int], ...] = ((4, 7, 3, 2), (10, 1, 6, 11), (5, 0, 8, 9))
"""A whist tournament for 12, base round modulo 11 (number 11 is fixed): in 11 rounds each
pair partners once and meets three times. Seats 0 and 2 are partners."""

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
"""12 players (in base 12), eight rounds: nobody partners twice, and the repeat score is 90,
the least there can be; found by a long search."""

RESIDUES: dict[int, tuple[str, str, str]] = {
    12: ("0 8 2 11 7 3 6 4 1 9 10", "3 8 9 1 4 7 5 10 11 2 6", "6 3 5 10 4 8 7 2 9 1 0"),
    14: ("10 1 5 4 8 2 9 7 11 0 12 6 13", "8 9 10 6 5 2 4 0 7 13 1 12 3", "8 6 12 13 4 5 10 9 1 0 11 3 7"),
    15: (
        "5 2 11 9 8 7 6 3 13 14 12 4 10 1",
        "11 13 9 4 7 14 8 12 6 3 0 1 10 2",
        "3 14 13 12 4 1 6 7 5 9 11 10 0 2",
    ),
    18: (
        "8 6 17 4 11 15 14 5 13 2 12 3 16 7 10 1",
        "11 4 9 3 5 1 15 12 6 2 14 8 7 13 0 16",
        "14 2 10 3 9 15 17 7 0 12 1 16 6 4 11 5",
    ),
    20: (
        "16 4 13 14 8 19 0 3 10 9 11 2 15 1 18 17",
        "16 10 0 9 6 12 4 13 1 11 19 5 7 17 3 14",
        "0 5 3 8 6 10 15 19 2 18 13 7 12 9 11 4",
    ),
    21: (
        "8 16 6 17 19 15 1 11 18 12 3 5 10 13 2 9",
        "16 2 10 20 12 14 11 8 13 17 18 7 0 19 3 5",
        "14 17 10 1 19 5 20 3 9 6 0 12 18 2 16 11",
    ),
    22: (
        "13 12 3 4 18 16 0 19 20 5 1 11 17 7 8 2",
        "7 5 15 8 6 2 14 0 4 12 1 13 18 20 19 21",
        "15 4 21 11 13 17 3 1 8 2 6 9 16 20 14 18",
    ),
    24: (
        "1 12 10 3 7 13 15 5 22 16 17 2 18 6 8 23",
        "13 19 12 9 15 16 20 3 8 1 4 22 18 5 0 14",
        "12 10 18 6 7 4 9 22 19 15 2 16 23 8 20 0",
    ),
    30: (
        "10 9 28 16 19 26 6 22 3 23 29 2 15 12 8 7",
        "23 0 15 5 9 8 6 7 19 1 4 28 24 26 18 2",
        "4 27 6 8 10 22 1 19 7 21 2 3 20 26 17 24",
    ),
    33: (
        "12 1 22 20 10 29 24 15 2 5 31 26 16 9 32 11",
        "2 19 30 31 14 8 0 32 1 5 20 29 4 11 28 9",
        "32 5 22 6 31 24 26 9 12 11 21 27 25 2 23 29",
    ),
}
"""m -> the shifts of the second, third and fourth block of m numbers, round by round."""

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
