"""Links of tables after the loss of the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper.errors import Conflict
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access import table_links
from scorekeeper.tournaments.access.table_links import Bound
from tests.tournaments.desk import BY, draw, opened

KEY = b"k" * 32


def test_links_of_a_lost_key_open_until_new_ones_are_made(tmp_path: Path) -> None:
    store = Store(tmp_path / "scorekeeper.sqlite3")
    t = draw(store, opened(store, 8))
    old = table_links.tokens(store, t.id, key=KEY, by=BY)
    other = b"z" * 32
    with pytest.raises(Conflict, match="liens-autre-cle"):
        table_links.tokens(store, t.id, key=other, by=BY)
    assert table_links.lost(store, t.id, key=other) == [1, 2]
    assert table_links.table_of_token(store, old[1]) == Bound(t.id, 1)
    table_links.renew(store, t.id, key=other, by=BY)
    assert set(old.values()).isdisjoint(table_links.tokens(store, t.id, key=other, by=BY).values())
    assert table_links.table_of_token(store, old[1]) is None
    store.close()
