"""The shape of a round: how many tables of which size, and how many byes; the one refusal of the draw."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from scorekeeper.cards.rules.contract import LARGEST_TABLE, SMALLEST_TABLE


class DrawImpossible(ValueError):
    """No draw exists for what was asked."""

    def __init__(self, code: str, **values: object) -> None:
        """Give the reason as a stable word, such as `too-few-players`, and the values of its sentence: counts and names."""
        super().__init__(code if not values else f"{code} {values}")
        self.code = code
        self.values: Mapping[str, object] = values


class Odd(StrEnum):
    """The rule for players who do not fill the tables."""

    BYES = "byes"
    """Those left over sit out, in turn."""
    THREES = "threes"
    """Some tables have one player less."""
    FIVES = "fives"
    """Some tables have one player more."""


def table_sizes(present: int, tables: Odd | Sequence[int], size: int) -> tuple[int, ...]:
    """The sizes of a round's tables, from the rule for the people left over, or as they are given. Raises `DrawImpossible`."""
    if not isinstance(tables, Odd):
        sizes = tuple(tables)
        for seats in sizes:
            _check_size(seats)
        if not sizes or sum(sizes) > present:
            raise DrawImpossible("sizes-do-not-fit", present=present, seats=sum(sizes))
        return sizes
    _check_size(size)
    if present < size:
        raise DrawImpossible("too-few-players", present=present, needed=size)
    if tables is Odd.BYES or present % size == 0:
        return (size,) * (present // size)
    other = size - 1 if tables is Odd.THREES else size + 1
    _check_size(other)
    count = -present % size if tables is Odd.THREES else present % size
    rest = present - count * other
    if rest < 0:
        raise DrawImpossible("no-such-tables", present=present, size=size, other=other)
    return (size,) * (rest // size) + (other,) * count


def usual_size(tables: Odd | Sequence[int], size: int) -> int:
    """The regular size of a table: `size`, or the most frequent of given sizes."""
    if isinstance(tables, Odd):
        return size
    return Counter(tables).most_common(1)[0][0] if tables else size


def _check_size(size: int) -> None:
    if not SMALLEST_TABLE <= size <= LARGEST_TABLE:
        raise DrawImpossible("size-out-of-range", size=size, least=SMALLEST_TABLE, most=LARGEST_TABLE)
