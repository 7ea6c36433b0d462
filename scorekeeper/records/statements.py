"""Statements of SQL made from the shapes of the rows."""

import functools
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from scorekeeper.records import rows

KEYS: dict[type[rows.DerivedRow], tuple[str, tuple[str, ...]]] = {
    rows.HeadRow: ("partie_head", ("partie",)),
    rows.ColumnsRow: ("partie_columns", ("partie",)),
    rows.TournamentRow: ("tournament", ("id",)),
    rows.EntrantRow: ("entrant", ("tournament", "number")),
    rows.RoundRow: ("tournament_round", ("tournament", "number", "draw")),
    rows.TableRow: ("tournament_table", ("tournament", "round", "draw", "number")),
    rows.SeatRow: ("tournament_seat", ("tournament", "round", "draw", "number", "seat")),
    rows.SeasonRow: ("season", ("id",)),
}
"""The table and the key of each kind of derived row; a table that others refer to comes before them."""


def values(row: object) -> tuple[Any, ...]:
    """The values of a row in the order of its columns."""
    return tuple(vars(row).values())


def marks(values: Sequence[object]) -> str:
    """The places of these values in a statement."""
    return ", ".join("?" * len(values))


@functools.cache
def columns_of(kind: Any, table: str = "") -> str:
    """The names of a row's columns, of one table among several perhaps; without those that are kept apart."""
    names = [column.name for column in fields(kind) if "apart" not in column.metadata]
    return ", ".join(f"{table}.{name}" if table else name for name in names)


def _upsert(kind: type[rows.DerivedRow]) -> str:
    table, key = KEYS[kind]
    columns = [column.name for column in fields(kind)]
    changes = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in key)
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks(columns)})"  # noqa: S608
        f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"
    )


UPSERT = {kind: _upsert(kind) for kind in KEYS}
"""The statement that writes a derived row over its former self, by kind."""
