"""Several tablets at the same moment: one of them writes, and each receives the outcome."""

from __future__ import annotations

import threading
from typing import Any

from scorekeeper import parties
from scorekeeper.errors import ScorekeeperError
from scorekeeper.parties import Entered, Partie
from scorekeeper.records.cache import Cache
from scorekeeper.records.store import Store
from tests.tarot_table import BY, donne, new_uuid, sheet


def opened(store: Store, *entries: dict[str, Any]) -> Partie:
    return parties.open_partie(store, sheet(*entries), by=BY)


def enter(store: Store, rang: int, payload: Any, uuid: str | None = None, number: int = 1) -> Entered:
    return parties.enter(store, number, uuid=uuid or new_uuid(), rang=rang, payload=payload, by=BY)


def reread(store: Store, number: int = 1) -> Partie:
    """Return the partie read from its rows alone."""
    store.cache = Cache(8)
    return parties.read_partie(store, number)


def test_two_tablets_and_the_same_line_have_one_winner(store: Store) -> None:
    opened(store)
    for rang in range(1, 40):
        outcomes = race(
            lambda place, rang=rang: enter(store, rang, donne(points=51 + place)),
            4,
        )
        assert sorted(outcomes) == ["StaleEntry", "StaleEntry", "StaleEntry", "written"]
    assert len(reread(store).lines) == 39


def test_a_double_tap_writes_one_line(store: Store) -> None:
    opened(store)
    for rang in range(1, 40):
        uuid = new_uuid()
        outcomes = race(lambda _place, rang=rang, uuid=uuid: enter(store, rang, donne(), uuid), 2)
        assert sorted(outcomes) == ["repeated", "written"]
    assert len(reread(store).lines) == 39


def race(act: Any, contestants: int) -> list[str]:
    """Run an act in several threads at the same moment; return the outcomes as they come: `written`, `repeated`, or an error's name."""
    gate = threading.Barrier(contestants)
    outcomes: list[str] = []

    def run(place: int) -> None:
        gate.wait()
        try:
            outcomes.append("repeated" if act(place).repeated else "written")
        except ScorekeeperError as error:
            outcomes.append(type(error).__name__)

    threads = [threading.Thread(target=run, args=(place,)) for place in range(contestants)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
