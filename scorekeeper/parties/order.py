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


Above = tuple[int, int]
"""Number of changes of the table, and of settings, above a line."""


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

    def above(self, rang: int) -> Above:
        """The changes above the line of that number."""
        return self.seating.above(rang), self.rulings.above(rang)

    def opened(self, rang: int, above: Above | None = None) -> "Course":
        """The same with the lines from a place on moved down by one, and the changes below the first ones with them.

        Args:
            rang: The place.
            above: The changes that stay above the place; `None` for all that are there.
        """
        moved = (line.placed(line.rang + 1) if line.rang >= rang else line for line in self.lines)
        tables, rules = above or self.above(rang)
        return Course(tuple(moved), self.seating.shifted(tables), self.rulings.shifted(rules))

    def without(self, rang: int) -> "Course":
        """The same without the line of that number, those below it moved up by one."""
        below = (line.placed(line.rang - 1) for line in self.lines[rang:])
        lines = (*self.lines[: rang - 1], *below)
        tables, rules = self.above(rang)
        return Course(lines, self.seating.shifted(tables, -1), self.rulings.shifted(rules, -1))

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
