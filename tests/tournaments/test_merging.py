"""Two machines went on from one copy: every act on a sheet that only the other one has is done again here, as its author did it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import parties
from scorekeeper.parties import Author
from scorekeeper.parties.verbs import People
from scorekeeper.records import replica_store
from scorekeeper.records.backup import copies
from scorekeeper.records.store import Store
from scorekeeper.tournaments import merge_diverged
from tests.tarot_table import BY, PLAYERS, donne, new_uuid, sheet

ANNE = Author("Anne", "tablette-9")
EMILE: People = {"players": [*PLAYERS[:3], "Émile"], "replaces": {"Émile": "David"}}
Machines = tuple[Store, Store]


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    """Two that have the same sheet with two lines."""
    first, second = (tmp_path / name / "scorekeeper.sqlite3" for name in ("one", "two"))
    first.parent.mkdir()
    with Store(first) as store:
        parties.open_partie(store, sheet(donne("Anne"), donne("Benoît")), by=BY)
        copies.restore(second, store.backup())
    with Store(first) as one, Store(second) as two:
        yield one, two


def by_anne(**more: Any) -> dict[str, Any]:
    return {"uuid": new_uuid(), "by": ANNE, **more}


def enter(store: Store, rang: int, taker: str) -> None:
    parties.enter(store, 1, rang=rang, payload=donne(taker), **by_anne())


def merged(machines: Machines) -> int:
    """Take over on the second machine what the first has more; how many acts are left."""
    one, two = machines
    replica_store.keep_aside(two, one.backup())
    merge_diverged.take_over(two)
    return len([*merge_diverged.parted(two)])


def past(store: Store) -> list[tuple[object, ...]]:
    """Everything that happened to the sheet, without its numbers and hashes in the log."""
    with store.read() as session:
        return [
            (event.kind, event.rang, event.body, event.reason, event.actor, event.device, event.uuid)
            for event in session.events(1)
        ]


def amended(store: Store) -> None:
    parties.amend(store, 1, rang=1, payload=donne("Anne", 51), **by_anne(reason="mal lu"))


def struck_and_reinstated(store: Store) -> None:
    parties.strike(store, 1, rang=2, **by_anne(reason="deux fois"))
    parties.reinstate(store, 1, rang=2, **by_anne(reason="non"))


def replaced(store: Store) -> None:
    enter(store, 3, "David")
    parties.change_table(store, 1, people=EMILE, reason="David part", **by_anne())
    enter(store, 4, "Émile")


def replaced_and_back(store: Store) -> None:
    parties.change_table(store, 1, people=EMILE, **by_anne())
    parties.undo_change(store, 1, place=1, **by_anne())
    enter(store, 3, "David")


def closed_and_opened(store: Store) -> None:
    parties.close_partie(store, 1, **by_anne())
    parties.reopen(store, 1, **by_anne(reason="encore une"))
    enter(store, 3, "Chloé")


EVERY = (amended, struck_and_reinstated, replaced, replaced_and_back, closed_and_opened)


@pytest.mark.parametrize("happened", EVERY, ids=lambda happened: happened.__name__)
def test_what_happened_to_a_sheet_elsewhere_happens_here(
    machines: Machines, happened: Callable[[Store], None]
) -> None:
    one, two = machines
    happened(one)
    assert merged(machines) == 0
    assert past(two) == past(one)
    there, here = (parties.read_partie(store, 1) for store in machines)
    assert (here.sheet.totals, here.sheet.table) == (there.sheet.totals, there.sheet.table)
    assert here.is_open == there.is_open


def test_a_change_after_a_line_that_is_another_one_here_is_left_for_people(machines: Machines) -> None:
    one, two = machines
    enter(one, 3, "David")
    parties.change_table(one, 1, people=EMILE, **by_anne())
    enter(two, 3, "Chloé")
    enter(two, 4, "Chloé")
    assert merged(machines) == 2
    assert parties.read_partie(two, 1).sheet.table.players == tuple(PLAYERS)
    merge_diverged.drop(two)
    assert not [*merge_diverged.parted(two)]


def test_a_sheet_that_was_opened_elsewhere_is_left_for_people(machines: Machines) -> None:
    one, two = machines
    other = parties.open_partie(one, sheet(donne("Anne")), by=ANNE)
    parties.enter(one, other.id, rang=2, payload=donne("Anne"), **by_anne())
    assert merged(machines) == 3
    assert len(parties.read_partie(two, 1).lines) == 2
