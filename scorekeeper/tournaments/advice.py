"""What suits the number of people: how many tables of which size, and when tables of another size are fairer than byes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.draw.seating.shape import DrawImpossible, Odd, table_sizes
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.options import regular_size, table_sizes_of


@dataclass(frozen=True)
class TableAdvice:
    """Tables of another size, where byes would have some play a round less than others."""

    present: int
    byes: int
    """How many would sit out each round."""
    odd: Odd
    size: int
    """The other size."""
    tables: int
    """How many tables have it."""

    @property
    def sentence(self) -> str:
        """The two ways, side by side."""
        return gettext(
            "À %(present)s, %(exempts)s : les uns jouent un tour de moins que les autres. Avec %(tables)s, tout le monde joue "
            "chaque tour.",
            present=self.present,
            exempts=_byes(self.byes),
            tables=self.what,
        )

    @property
    def what(self) -> str:
        """The tables that are advised."""
        return _tables(self.tables, self.size)


def advised(sizes: Sequence[int], odd: Odd, size: int, *, rounds: int, present: int) -> TableAdvice | None:
    """Tables of one less, or of one more where there is no such table, instead of byes that cannot be shared evenly.

    `sizes` are those that the game is played at.
    """
    byes = present % size
    if odd is not Odd.BYES or present < size or byes * rounds % present == 0:
        return None
    for other, seats in ((Odd.THREES, size - 1), (Odd.FIVES, size + 1)):
        if seats not in sizes:
            continue
        try:
            tables = table_sizes(present, other, size)
        except DrawImpossible:
            continue
        return TableAdvice(present, byes, other, seats, tables.count(seats))
    return None


def advice_for(t: Tournament) -> TableAdvice | None:
    """What is advised before the first draw, by those who are present."""
    if t.draws:
        return None
    sizes, chosen = table_sizes_of(t.game), t.options
    size = regular_size(sizes, chosen.size)
    return advised(sizes, chosen.odd, size, rounds=chosen.rounds, present=len(t.present))


def shape(present: int, odd: Odd, size: int) -> str:
    """How many tables so many people make, and how many stay out each round; empty where they make none."""
    try:
        sizes = table_sizes(present, odd, size)
    except DrawImpossible:
        return ""
    parts = [_tables(count, seats) for seats, count in sorted(Counter(sizes).items(), reverse=True)]
    if out := present - sum(sizes):
        parts.append(_byes(out))
    return ", ".join(parts) + "."


def _tables(count: int, size: int) -> str:
    return ngettext("%(num)s table de %(taille)s", "%(num)s tables de %(taille)s", count, taille=size)


def _byes(count: int) -> str:
    return ngettext("%(num)s exempt à chaque tour", "%(num)s exempts à chaque tour", count)
