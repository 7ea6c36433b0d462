"""Which table of a tournament a sheet belongs to, and one table as it is now."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.records.store import Store
from scorekeeper.records.tournament_session import TournamentSession
from scorekeeper.tournaments.acts import read
from scorekeeper.tournaments.round_progress import TableLive, table_live


@dataclass(frozen=True)
class Place:
    """The table whose sheet a partie is."""

    tournament: int
    round: int
    table: int
    stands: bool
    """Whether the draw that it belongs to was not made again."""
    current: bool
    """Whether its round is the latest, and open."""


def place_of_sheet(store: Store, partie: int) -> Place | None:
    """The table of a tournament whose sheet a partie is; `None` for a partie of its own.

    Raises:
        StorageError: when it cannot be read.
    """
    # Asked with every donne that a table writes: one look, and the tournament itself stays closed.
    with store.read() as session:
        rows = TournamentSession(session)
        found = rows.table_of(partie)
        if found is None:
            return None
        row, state = found
        latest = rows.head(row.tournament).round
    is_current = state == "ouvert" and row.round == latest
    return Place(row.tournament, row.round, row.number, state != "annule", is_current)


def table_now(store: Store, number: int, round_number: int, table: int) -> TableLive:
    """One table with what it does now; the others of the hall are not looked at.

    Raises:
        Unknown: when there is no such tournament, round or table.
        StorageError: when it cannot be read.
    """
    t = read(store, number)
    one = t.round(round_number).table(table)
    with store.read() as session:
        heads = TournamentSession(session).heads([one.partie])
    return table_live(t, one, heads[one.partie])
