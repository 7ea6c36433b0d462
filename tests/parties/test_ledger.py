"""Cache of the ledger: a subject is built from its events once, and again only when it is not in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper import parties
from scorekeeper.parties.acts import PARTIES, close_sheet
from scorekeeper.records.cache import Cache
from scorekeeper.records.ledger import transaction
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from tests.tarot_table import BY, donne, new_uuid, sheet


@pytest.fixture
def built(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the parties built from their events, since two were opened and dropped from the cache."""
    for _ in range(2):
        parties.open_partie(store, sheet(donne()), by=BY)
    store.cache = Cache(8)
    numbers: list[int] = []
    builder = PARTIES.builder

    def counted(session: Session, number: int) -> Callable[[], Any]:
        numbers.append(number)
        return builder(session, number)

    monkeypatch.setattr(PARTIES, "builder", counted)
    return numbers


def enter(store: Store, rang: int, number: int = 1) -> parties.Partie:
    return parties.enter(store, number, uuid=new_uuid(), rang=rang, payload=donne(), by=BY).partie


def test_a_sheet_is_built_when_it_is_first_read(store: Store, built: list[int]) -> None:
    first, other = parties.read_partie(store, 1), parties.read_partie(store, 2)
    assert (first.id, other.id) == (1, 2)
    assert parties.read_partie(store, 1) is first
    assert parties.read_partie(store, 2) is other
    assert built == [1, 2]


def test_act_builds_an_uncached_partie_and_caches_it(store: Store, built: list[int]) -> None:
    after = enter(store, 2)
    assert built == [1]
    assert parties.read_partie(store, 1) is after
    assert enter(store, 3).next_rang == 4
    assert enter(store, 2, number=2).id == 2
    assert built == [1, 2]


def test_a_revision_that_is_no_longer_the_last_is_built_again(store: Store, built: list[int]) -> None:
    old = parties.read_partie(store, 1)
    enter(store, 2)
    store.cache = Cache(8)
    store.cache.put(PARTIES.scope(1), old.revision, old)
    assert parties.read_partie(store, 1).next_rang == 3
    assert built == [1, 1]


def test_value_read_during_a_clear_is_not_cached(store: Store, built: list[int]) -> None:
    builder = PARTIES.builder

    def dropping(session: Session, number: int) -> Callable[[], Any]:
        build = builder(session, number)
        store.cache.clear()
        return build

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PARTIES, "builder", dropping)
        parties.read_partie(store, 1)
    parties.read_partie(store, 1)
    assert built == [1, 1]
    with transaction(store, BY) as opened:
        close_sheet(opened, PARTIES.load(opened, 1))
        store.cache.clear()
    parties.read_partie(store, 1)
    assert built == [1, 1, 1]


def test_acts_of_one_transaction_see_each_other(store: Store, built: list[int]) -> None:
    with transaction(store, BY) as opened:
        closed = close_sheet(opened, PARTIES.load(opened, 1))
        assert PARTIES.load(opened, 1) is closed
        assert PARTIES.load(opened, 2).is_open
    assert parties.read_partie(store, 1) is closed
    assert built == [1, 2]
