"""Order of the lines of a sheet: a line that is put in moves those below, and those may be dealt by others.

A line keeps its identity for good; its number is its place. Without lines that were put in, both are the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.cards.rules.changes import Seating
from scorekeeper.cards.rules.rulings import Rulings
from scorekeeper.parties.model import Line, Partie

Dealers = Mapping[int, tuple[int, int]]
"""Seats of the former and the new dealer, by the identity of the line."""


@dataclass(frozen=True)
class Course:
    """Lines in their order, with the people and the rules at each of them."""

    lines: tuple[Line, ...]
    seating: Seating
    rulings: Rulings

    @classmethod
    def of(cls, partie: Partie) -> "Course":
        """The lines of a partie in their order."""
        return cls(partie.lines, partie.seating, partie.rulings)

    def opened(self, rang: int) -> "Course":
        """The same with the lines from a place on moved down by one, and those at the table and the rules with them."""
        moved = (line.placed(line.rang + 1) if line.rang >= rang else line for line in self.lines)
        return Course(tuple(moved), self.seating.shifted(rang), self.rulings.shifted(rang))

    def inserted(self, line: Line) -> "Course":
        """The same with a line at its place, which is open."""
        at = line.rang - 1
        return replace(self, lines=(*self.lines[:at], line, *self.lines[at:]))

    def with_line(self, line: Line) -> "Course":
        """The same with that line at its place."""
        at = line.rang - 1
        return replace(self, lines=(*self.lines[:at], line, *self.lines[at + 1 :]))

    def dealt(self, dealers: Dealers) -> "Course":
        """The same where these lines have their new dealers."""
        if not dealers:
            return self
        lines = (
            line.dealt_by(dealers[line.identity][1]) if line.identity in dealers else line
            for line in self.lines
        )
        return replace(self, lines=tuple(lines))


def place_of(lines: Sequence[Line], identity: int) -> int:
    """Place of a line; 0 where there is none of that identity."""
    if identity <= len(lines) and lines[identity - 1].identity == identity:
        return identity
    return next((line.rang for line in lines if line.identity == identity), 0)


def reversed_dealers(dealers: Dealers) -> Dealers:
    """The dealers that take the change of others back."""
    return {identity: (now, former) for identity, (former, now) in dealers.items()}


def dealers_document(dealers: Dealers) -> dict[str, list[int]]:
    """Dealers as an event keeps them."""
    return {str(identity): list(seats) for identity, seats in dealers.items()}


def read_dealers(raw: Mapping[str, Iterable[int]]) -> Dealers:
    """Dealers as an event keeps them."""
    return {int(identity): (former, now) for identity, (former, now) in raw.items()}
