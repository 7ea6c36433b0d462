"""News: published after an act is durable, by topic, and kept in memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper import parties
from scorekeeper.errors import Refused
from scorekeeper.records.news import ANEW, EVERYTHING, News, common
from scorekeeper.records.store import Store
from scorekeeper.tournaments.ledger import TOURNAMENTS
from tests.tarot_table import BY, donne, new_uuid, sheet
from tests.tournaments.desk import confirm, draw, opened, play


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "scorekeeper.sqlite3") as opened:
        yield opened


@pytest.fixture
def published(store: Store) -> list[frozenset[str]]:
    """The topics that the store published, by act."""
    published: list[frozenset[str]] = []
    store.news.listener = published.append
    return published


def test_changes_before_the_start_count_as_new_once() -> None:
    news = News(head=7)
    assert (news.head, news.version(["partie:1"]), news.version([])) == (7, 7, 7)
    news.publish([(8, ["partie:1"])])
    assert (news.head, news.version(["partie:1"]), news.version(["partie:2"])) == (8, 8, 7)
    assert news.version([EVERYTHING]) == 8
    # Acts of a group may be published in another order than they were written.
    news.publish([(10, ["partie:1"])])
    news.publish([(9, ["partie:1"])])
    assert (news.head, news.version(["partie:2", "partie:1"])) == (10, 10)


def test_other_records_are_new_for_any_numbers() -> None:
    news, batches = News(head=7), list[frozenset[str]]()
    news.publish([(8, ["partie:1"])])
    news.listener = batches.append
    news.reset(3)
    assert (news.head, news.version(["partie:1"])) == (3, 3)
    assert batches == [{ANEW}]


def test_act_is_published_once_after_commit_and_not_if_refused(
    store: Store, published: list[frozenset[str]]
) -> None:
    first = parties.open_partie(store, sheet(), uuid=new_uuid(), by=BY)
    assert published == [{EVERYTHING, "partie:1", "partie:1/*"}]
    uuid = new_uuid()
    parties.enter(store, first.id, uuid=uuid, rang=1, payload=donne(), by=BY)
    assert published[1:] == [{EVERYTHING, "partie:1", "partie:1/*"}]
    assert store.news.head == store.tail()[0] == store.news.version(["partie:1"])
    parties.enter(store, first.id, uuid=uuid, rang=1, payload=donne(), by=BY)
    with pytest.raises(Refused):
        parties.enter(store, first.id, uuid=new_uuid(), rang=2, payload=donne("Personne"), by=BY)
    assert len(published) == 2


def test_a_store_that_is_opened_again_knows_how_far_it_had_come(tmp_path: Path) -> None:
    with Store(tmp_path / "marques.db") as store:
        parties.open_partie(store, sheet(donne()), uuid=new_uuid(), by=BY)
        head = store.tail()[0]
    with Store(tmp_path / "marques.db") as store:
        assert store.news.head == head > 1


def test_a_signature_concerns_its_table_and_a_new_tour_everybody(
    store: Store, published: list[frozenset[str]]
) -> None:
    t = draw(store, opened(store, 8, rounds=2))
    everybody = common(TOURNAMENTS.scope(t.id))
    assert everybody in published[-1]
    play(store, t.rounds[0].tables[0].partie)
    published.clear()
    confirm(store, t, 1)
    assert len(published) == 2
    assert all(f"tournoi:{t.id}/tour:1/table:1" in topics and everybody not in topics for topics in published)
