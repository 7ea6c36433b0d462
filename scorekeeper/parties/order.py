"""Order of the lines of a sheet. Insertions and moves renumber lines and may change their dealers.

A line keeps its identity for good; its number is its place. On a sheet without insertions and moves, both are the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.cards.rules.changes import Seating
from scorekeeper.cards.rules.rulings import Rulings
from scorekeeper.parties.model import Line, Partie

Dealers = Mapping[int, tuple[int, int]]
"""Seats of the former and the new dealer, by the identity of the line."""


Above = tuple[int, int]
"""Number of changes of the table, and of settings, above a line."""


@dataclass(frozen=True)
class LineOrder:
    """The lines in their order, with the players and the rules at each of them."""

    lines: tuple[Line, ...]
    seating: Seating
    rulings: Rulings

    @classmethod
    def of(cls, partie: Partie) -> "LineOrder":
        return cls(partie.lines, partie.seating, partie.rulings)

    def above(self, rang: int) -> Above:
        return self.seating.above(rang), self.rulings.above(rang)

    def opened(self, rang: int, above: Above | None = None) -> "LineOrder":
        """Return the order of lines with an open place at `rang`: the lines from there on move down by one.

        `above` has the numbers of the changes of players and settings that stay above the place; `None` for all that are there.
        """
        moved = (line.placed(line.rang + 1) if line.rang >= rang else line for line in self.lines)
        tables, rules = above or self.above(rang)
        return LineOrder(tuple(moved), self.seating.shifted(tables), self.rulings.shifted(rules))

    def without(self, rang: int) -> "LineOrder":
        """Return the order without line `rang`; lines and changes below it move up by one."""
        below = (line.placed(line.rang - 1) for line in self.lines[rang:])
        lines = (*self.lines[: rang - 1], *below)
        tables, rules = self.above(rang)
        return LineOrder(lines, self.seating.shifted(tables, -1), self.rulings.shifted(rules, -1))

    def inserted(self, line: Line) -> "LineOrder":
        """Return the order with a line at its place, which must be open."""
        at = line.rang - 1
        return replace(self, lines=(*self.lines[:at], line, *self.lines[at:]))

    def with_line(self, line: Line) -> "LineOrder":
        """Return the order with this line instead of the one at its place."""
        at = line.rang - 1
        return replace(self, lines=(*self.lines[:at], line, *self.lines[at + 1 :]))

    def dealt(self, dealers: Dealers) -> "LineOrder":
        """Return the order with new dealers of these lines."""
        if not dealers:
            return self
        lines = (
            line.dealt_by(dealers[line.identity][1]) if line.identity in dealers else line
            for line in self.lines
        )
        return replace(self, lines=tuple(lines))


def place_of(lines: Sequence[Line], identity: int) -> int:
    """Return the place of a line by its identity; 0 when there is none."""
    if identity <= len(lines) and lines[identity - 1].identity == identity:
        return identity
    return next((line.rang for line in lines if line.identity == identity), 0)


def reversed_dealers(dealers: Dealers) -> Dealers:
    """Return the dealers with former and new one exchanged, which undoes the change."""
    return {identity: (now, former) for identity, (former, now) in dealers.items()}


def dealers_document(dealers: Dealers) -> dict[str, list[int]]:
    """Return dealers as an event stores them: former and new dealer by the line's identity."""
    return {str(identity): list(seats) for identity, seats in dealers.items()}


def read_dealers(raw: Mapping[str, Iterable[int]]) -> Dealers:
    """Parse dealers as `dealers_document` returns them."""
    return {int(identity): (former, now) for identity, (former, now) in raw.items()}
