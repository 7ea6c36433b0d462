"""What is noted of the next line of a sheet before the line itself is written: one row a sheet, which no event repeats."""

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
    """How often the players of the sheet had changed."""
    version: int
    body: str
    """The fields as a form sends them; empty once they were emptied."""
    device: str
    at: str
    """When they were typed."""


def read(session: Session, partie: int) -> DraftRow | None:
    """What is noted on a sheet, for whatever line."""
    statement = f"SELECT {statements.columns_of(DraftRow)} FROM draft WHERE partie = ?"  # noqa: S608
    row = session.connection.execute(statement, (partie,)).fetchone()
    return DraftRow(*row) if row else None


def keep(session: Session, row: DraftRow) -> None:
    """Note it in the place of what was noted before."""
    values = statements.values(row)
    session.connection.execute(f"INSERT OR REPLACE INTO draft VALUES ({statements.marks(values)})", values)  # noqa: S608
