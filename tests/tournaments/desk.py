"""Helpers for the tests of tournaments: open one, play a table, close a round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

import pytest

from scorekeeper import tournaments as desk
from scorekeeper.errors import Conflict, Refused
from scorekeeper.parties import Author, enter, read_partie
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access.organiser import Organisers, Origin
from scorekeeper.tournaments.model import TableAt, Tournament

BY = Author("organisateur", "test")
J23 = (92, 57, 157, 61, 110, 48, 83, 77, 120, 35, 66, 101)
"""Twelve donnes of side A; with the rest of 157 each for side B they give 1007 to 877."""


def new_uuid() -> str:
    return str(uuid4())


def entered(doors: Organisers, passphrase: str, device: str, origin: Origin | None = None) -> str:
    """Return the token of a session of the organiser; the origin is the device by default."""
    doors.check(passphrase, origin or Origin(device))
    return doors.open(device)


def people(count: int, word: str = "Joueur") -> list[str]:
    return [f"{word} {number:03d}" for number in range(1, count + 1)]


def opened(store: Store, players: int | Sequence[Any] = 16, **more: Any) -> Tournament:
    """Open a tournament, by default of Jass with random draws."""
    listed = people(players) if isinstance(players, int) else list(players)
    document = {"name": "Match au cochon", "game": "jass", "players": listed, "seed": "2026-11-20", **more}
    return desk.create(store, document, by=BY)


def draw(store: Store, t: Tournament, **more: Any) -> Tournament:
    return desk.draw_round(store, t.id, by=BY, **more)


def play(store: Store, partie: int, points: Iterable[int] = J23, **more: Any) -> None:
    """Write the donnes of a Jass table on its sheet; `points` are those of side A."""
    for gave in points:
        rang = read_partie(store, partie).next_rang
        payload = {"points": [gave, 157 - gave], **more}
        enter(store, partie, uuid=new_uuid(), rang=rang, payload=payload, by=BY)


def confirm(store: Store, t: Tournament, table: int) -> Tournament:
    """Sign a full sheet for both sides."""
    tour = len(desk.read(store, t.id).rounds)
    revision = desk.progress(store, t.id).tables[table - 1].revision
    for side, initials in enumerate(("AB", "CD")):
        t = desk.sign(
            store,
            t.id,
            TableAt(tour, table),
            side=side,
            initials=initials,
            revision=revision,
            by=BY,
            uuid=new_uuid(),
        )
    return t


def note(store: Store, t: Tournament, table: int, totals: Sequence[int], **more: Any) -> Tournament:
    """Enter both totals of a table at the desk."""
    tour = len(desk.read(store, t.id).rounds)
    return desk.record_result(
        store, t.id, TableAt(tour, table), totals=list(totals), by=BY, uuid=new_uuid(), **more
    )


def play_round(store: Store, t: Tournament) -> Tournament:
    """Draw a round, enter 1007 to 877 for every table, and close it."""
    t = draw(store, t)
    for table in t.rounds[-1].tables:
        note(store, t, table.number, (1007, 877))
    return desk.close_round(store, t.id, len(t.rounds), by=BY)


def show_all(store: Store, number: int) -> Tournament:
    """Show all results of an evening with its last round closed."""
    return desk.show_prizes(store, number, what="finir", by=BY)


def house(store: Store, partie: int) -> Any:
    """Return the rules of a sheet, by the key of its game."""
    return read_partie(store, partie).rules


def codes(caught: pytest.ExceptionInfo[Refused] | pytest.ExceptionInfo[Conflict]) -> list[str]:
    """Return the codes of a refusal."""
    error = caught.value
    if isinstance(error, Conflict):
        return [fault.code for fault in error.faults]
    return [item.fault.code for item in error.faults]
