"""Notes of the next line of a sheet before the line itself is written: one row a sheet, which no event repeats."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.records import statements
from scorekeeper.records.session import Session


@dataclass(frozen=True)
class DraftRow:
    """The fields of a form as they were left."""

    partie: int
    rang: int
    """The line that they are for."""
    seating: int
    """Number of times the players of the sheet had changed."""
    version: int
    body: str
    """The fields as a form sends them; empty once they were emptied."""
    device: str
    at: str
    """When they were typed."""


@dataclass(frozen=True)
class SealedRow:
    """The number that one player noted for the next line."""

    partie: int
    seat: int
    rang: int
    """The line that it is for."""
    seating: int
    """Number of times the players of the sheet had changed."""
    number: int
    device: str = ""
    """Device it was typed on; `api` for a program."""
    replaced: int = 0
    """Number of notes that this one replaced, one after the other."""


def read(session: Session, partie: int) -> DraftRow | None:
    """Note on a sheet, for whatever line."""
    statement = f"SELECT {statements.columns_of(DraftRow)} FROM draft WHERE partie = ?"  # noqa: S608
    row = session.connection.execute(statement, (partie,)).fetchone()
    return DraftRow(*row) if row else None


def keep(session: Session, row: DraftRow) -> None:
    """Note it in the place of what was noted before."""
    values = statements.values(row)
    session.connection.execute(f"INSERT OR REPLACE INTO draft VALUES ({statements.marks(values)})", values)  # noqa: S608


def sealed(session: Session, partie: int) -> tuple[SealedRow, ...]:
    """Numbers that players noted each for themselves, for whatever line."""
    statement = f"SELECT {statements.columns_of(SealedRow)} FROM sealed WHERE partie = ? ORDER BY seat"  # noqa: S608
    return tuple(SealedRow(*row) for row in session.connection.execute(statement, (partie,)))


def seal(session: Session, row: SealedRow) -> None:
    """Note a number; those of other lines are gone with it."""
    others = "DELETE FROM sealed WHERE partie = ? AND NOT (rang = ? AND seating = ?)"
    session.connection.execute(others, (row.partie, row.rang, row.seating))
    values = statements.values(row)
    session.connection.execute(f"INSERT OR REPLACE INTO sealed VALUES ({statements.marks(values)})", values)  # noqa: S608
