"""Evidence for a sceptic: the frozen list, the seeds that were said, the draws made, and checking it all again."""

from __future__ import annotations

import hashlib
import unicodedata

import pytest

from scorekeeper import tournaments as desk
from scorekeeper.errors import Conflict
from scorekeeper.records.store import Store
from scorekeeper.tournaments.model import SeedOrigin
from tests.tournaments.desk import BY, codes, draw, opened, people


def by_hand(names: list[str]) -> str:
    """The hash of a list, as `sha256sum` gives it for a file with a name a line."""
    lines = sorted(unicodedata.normalize("NFC", name) for name in names)
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


def test_a_list_is_frozen_until_somebody_comes_leaves_or_changes_name(store: Store) -> None:
    t = opened(store, people(16), seed=None)
    t = desk.freeze_list(store, t.id, source="six dés", by=BY)
    assert t.frozen is not None
    assert (t.frozen.hash, t.frozen.source) == (by_hand(people(16)), "six dés")
    with pytest.raises(Conflict) as caught:
        desk.freeze_list(store, t.id, by=BY)
    assert codes(caught) == ["liste-deja-figee"]
    t = desk.announce_seed(store, t.id, "3 5 1 6 2 2", by=BY)
    assert [(seed.seed, seed.draws, seed.lists) for seed in t.seeds] == [("3 5 1 6 2 2", 0, 1)]
    assert desk.withdraw(store, t.id, 4, by=BY).frozen is None
    assert desk.bring_back(store, t.id, 4, by=BY).frozen is not None
    t = desk.amend_entrant(store, t.id, 4, {"name": "Zoé"}, by=BY)
    assert t.frozen is None
    t = desk.freeze_list(store, t.id, by=BY)
    t = draw(store, t)
    assert t.frozen is not None
    assert t.frozen.players == t.draws[0].players
    assert t.draws[0].origin is SeedOrigin.ANNONCEE
    order, grid = t.draws[0].order, t.draws[0].grid
    named = [
        [tuple(t.entrant(number).name for number in table) for table in one.tables]
        for one in t.draws[0].rounds
    ]
    assert [[tuple(order[lot - 1] for lot in table) for table in tables] for tables in grid] == named


def test_nobody_is_no_list(store: Store) -> None:
    t = opened(store, ["Anne"])
    desk.withdraw(store, t.id, 1, by=BY)
    with pytest.raises(Conflict) as caught:
        desk.freeze_list(store, t.id, by=BY)
    assert codes(caught) == ["liste-sans-personne"]
