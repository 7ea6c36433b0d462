"""Small stakes after a partie: each column's balance in points, and the fewest payments that settle it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.cards.rules.contract import Wins


@dataclass(frozen=True)
class Payment:
    """A payment of one column to another."""

    debtor: int
    creditor: int
    points: int
    """More than 0."""


def balances(totals: Sequence[int], wins: Wins) -> tuple[int, ...]:
    """Return the points that each column receives (above 0) or owes (below 0); their sum is 0.

    Totals that sum to 0, as in Tarot, are the balances. Otherwise each pair of columns settles its difference.
    """
    overall, count = sum(totals), len(totals)
    if overall == 0:
        return tuple(totals)
    sign = -1 if wins is Wins.LOW else 1
    return tuple(sign * (count * total - overall) for total in totals)


def payments(due: Sequence[int]) -> tuple[Payment, ...]:
    """Return the fewest payments after which every column has what it is due: above 0 it receives, below 0 it pays.

    `due` sums to 0. Columns are split into as many groups as possible that sum to 0: a group of n needs n − 1 payments.
    Every subset of columns is examined: 4,096 for twelve columns.
    """
    count = len(due)
    sums, most = [0] * (1 << count), [0] * (1 << count)
    for columns in range(1, 1 << count):
        last = columns.bit_length() - 1
        sums[columns] = sums[columns ^ (1 << last)] + due[last]
        inside = [column for column in range(count) if columns >> column & 1]
        most[columns] = max(most[columns ^ (1 << column)] for column in inside) + (sums[columns] == 0)
    paid: list[Payment] = []
    left, group = (1 << count) - 1, list[int]()
    while left:
        here = most[left] - (sums[left] == 0)
        column = next(c for c in range(count) if left >> c & 1 and most[left ^ (1 << c)] == here)
        group.append(column)
        left ^= 1 << column
        if sums[left] == 0:
            paid += _within(group, due)
            group = []
    return tuple(sorted(paid, key=lambda each: (each.debtor, each.creditor)))


def _within(group: Sequence[int], due: Sequence[int]) -> list[Payment]:
    """Return the payments within a group that cannot be split: the largest debtor pays the largest creditor, until all are at 0."""
    rest, paid = {column: due[column] for column in group if due[column]}, []
    while rest:
        debtor, creditor = min(rest, key=lambda c: (rest[c], c)), max(rest, key=lambda c: (rest[c], -c))
        points = min(-rest[debtor], rest[creditor])
        paid.append(Payment(debtor, creditor, points))
        rest |= {debtor: rest[debtor] + points, creditor: rest[creditor] - points}
        rest = {column: left for column, left in rest.items() if left}
    return paid
