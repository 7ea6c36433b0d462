"""The cache is limited by the weight of its items, not by their number."""

from __future__ import annotations

from pathlib import Path

from scorekeeper import parties
from scorekeeper.records.cache import Cache, Recent
from scorekeeper.records.store import Store
from tests.tarot_table import BY, donne, new_uuid, sheet


def kept(cache: Cache[str], *keys: str) -> list[str]:
    return [key for key in keys if cache.get(key, 1)]


def test_least_recently_used_is_evicted_until_the_rest_fits() -> None:
    cache: Cache[str] = Cache(10)
    for key in ("a", "b", "c"):
        cache.put(key, 1, key, 3)
    assert kept(cache, "b", "c", "a") == ["b", "c", "a"]
    cache.put("d", 1, "d", 5)
    assert kept(cache, "a", "b", "c", "d") == ["a", "d"]


def test_entry_set_again_or_dropped_updates_the_weight() -> None:
    cache: Cache[str] = Cache(10)
    cache.put("a", 1, "a", 2)
    cache.put("b", 1, "b", 8)
    cache.put("b", 1, "b", 3)
    cache.put("c", 1, "c", 5)
    assert kept(cache, "a", "b", "c") == ["a", "b", "c"]
    cache.drop("b")
    cache.drop("b")
    cache.put("d", 1, "d", 3)
    assert kept(cache, "a", "b", "c", "d") == ["a", "c", "d"]
    cache.clear()
    cache.put("e", 1, "e", 10)
    assert kept(cache, "a", "e") == ["e"]


def test_one_thing_that_is_too_heavy_is_kept_alone() -> None:
    cache: Cache[str] = Cache(10)
    cache.put("a", 1, "a", 2)
    cache.put("b", 1, "b", 50)
    assert kept(cache, "a", "b") == ["b"]
    cache.put("a", 1, "a", 2)
    assert kept(cache, "a", "b") == ["a"]


def test_value_read_before_a_clear_is_not_cached() -> None:
    cache: Cache[str] = Cache(10)
    before = cache.era
    cache.clear()
    cache.put("a", 1, "a", era=before)
    cache.put("b", 1, "b", era=cache.era)
    assert kept(cache, "a", "b") == ["b"]


def test_a_line_of_a_sheet_weighs_one_and_its_heading_two(tmp_path: Path) -> None:
    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        store.cache = Cache(8)
        long = parties.open_partie(store, sheet(*[donne()] * 3), by=BY)
        parties.open_partie(store, sheet(), by=BY)
        assert parties.read_partie(store, long.id) is long
        parties.enter(store, 2, uuid=new_uuid(), rang=1, payload=donne(), by=BY)
        third = parties.open_partie(store, sheet(), by=BY)
        assert parties.read_partie(store, third.id) is third
        assert parties.read_partie(store, long.id) is not long


def test_a_sheet_weighs_the_same_once_it_was_read_again(tmp_path: Path) -> None:
    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        for entries in (3, 0, 0):
            parties.open_partie(store, sheet(*[donne()] * entries), by=BY)
        # Weights: five, two and two.
        store.cache = Cache(8)
        long = parties.read_partie(store, 1)
        parties.read_partie(store, 2)
        assert parties.read_partie(store, 1) is long
        # The second is evicted for the third, and the first for the second.
        parties.read_partie(store, 3)
        parties.read_partie(store, 2)
        assert parties.read_partie(store, 1) is not long


def test_oldest_set_entry_is_dropped_from_a_limited_mapping() -> None:
    recent: Recent[str, int] = Recent(2)
    recent["a"], recent["b"] = 1, 2
    recent["a"] = 3
    recent["c"] = 4
    assert recent == {"a": 3, "c": 4}
