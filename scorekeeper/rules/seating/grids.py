"""Constructions: grids of numbers in fours in which nobody meets twice, without any search.

A grid is a tuple of rounds, a round a tuple of tables, a table four numbers 0..N-1. The kinds
are resolvable designs from the literature: resolvable block designs on 3q+1 points (Hanani,
Ray-Chaudhuri and Wilson), transversal designs from fields and from difference matrices (the
Rainbow movement of bridge is the cyclic case), and cyclic starters found once by search.
"""

from __future__ import annotations

import math
from functools import cache

from scorekeeper.rules.seating.fields import field, prime_power
from scorekeeper.rules.seating.grid_tables import RESIDUES, STARTERS, THIRTY_TWO, TWELVE_EIGHT, WHIST_TWELVE

Table = tuple[int, ...]
Round = tuple[Table, ...]
Grid = tuple[Round, ...]

SIZE = 4


def longest_grid(players: int, enough: int) -> Grid:
    """Return a grid without repeats for `players` (a multiple of four).

    Returns:
        `enough` rounds where a construction has them, else as many as the longest
        construction known here has, at least one.
    """
    best: Grid = ()
    for make in (_columns, _literal, _steiner):
        found = make(players, enough)
        if len(found) >= enough:
            return found[:enough]
        if len(found) > len(best):
            best = found
    return best


def fewest_repeats(players: int, rounds: int) -> Grid:
    """Return a grid whose repeats are as few as can be, where a short search may miss it.

    Returns:
        For 12 players eight rounds found by a long search, or ten and eleven of a whist
        tournament, in which each pair partners once and meets three times; else nothing.
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


def _written(text: str, signs: str) -> Grid:
    """Read a grid: a line a round, a word a table, a sign a number."""
    lines = text.strip().split("\n")
    return tuple(tuple(tuple(map(signs.index, table)) for table in line.split()) for line in lines)


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

    Shifts of 0, r, 2r and 3r places serve while they stay distinct; then the same in a field,
    or residues found by search. The numbers of one block never meet, so that when m is a
    multiple of four a last round is played inside the blocks.
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
    """M a prime power: table i of round r has i + e r in block e, reckoned in the field."""
    gf = field(m)
    return tuple(
        tuple(tuple(e * m + gf.plus[i][gf.times[e][r]] for e in range(SIZE)) for i in range(m))
        for r in range(m)
    )


def _shifted(m: int, shifts: list[tuple[int, ...]]) -> Grid:
    return tuple(
        tuple(tuple(e * m + (i + s) % m for e, s in enumerate(shift)) for i in range(m)) for shift in shifts
    )
