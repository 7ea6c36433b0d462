"""Lists of parties and of people."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import parties
from scorekeeper.cards.rules import names
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.errors import Unknown
from scorekeeper.parties import Entered, Partie
from scorekeeper.records.store import Store
from tests.tarot_table import BY, document, donne, new_uuid, sheet


def opened(store: Store, *entries: dict[str, Any]) -> Partie:
    return parties.open_partie(store, sheet(*entries), by=BY)


def enter(store: Store, rang: int, payload: Any, uuid: str | None = None, number: int = 1) -> Entered:
    return parties.enter(store, number, uuid=uuid or new_uuid(), rang=rang, payload=payload, by=BY)


def test_lists_show_the_latest_first_a_page_at_a_time(store: Store) -> None:
    for _ in range(7):
        opened(store)
    enter(store, 1, donne(), number=2)
    parties.close_partie(store, 5, uuid=new_uuid(), by=BY)
    assert [item.id for item in parties.list_parties(store)] == [5, 2, 7, 6, 4, 3, 1]
    assert [item.id for item in parties.list_parties(store, status="ouverte")] == [2, 7, 6, 4, 3, 1]
    assert [item.id for item in parties.list_parties(store, status="close", game="tarot")] == [5]
    assert parties.list_parties(store, game="jass") == []
    pages = []
    before = None
    while page := parties.list_parties(store, limit=3, before=before):
        pages.append([item.id for item in page])
        before = page[-1].cursor
    assert pages == [[5, 2, 7], [6, 4, 3], [1]]
    item = parties.list_parties(store, limit=2)[1]
    assert (item.lines, item.totals, item.columns, item.finished) == (
        1,
        (-80, -80, 240, -80),
        ("Anne", "Benoît", "Chloé", "David"),
        False,
    )


def test_people_are_listed_once_they_have_played(store: Store) -> None:
    opened(store)
    other = document(donne("ANNE"), players=["ANNE", "Eva", "Farid", "Gus"])
    parties.open_partie(store, read_sheet(other), by=BY)
    people = parties.people(store)
    assert [(person.name, person.parties) for person in people] == [
        # The first sheet has no line yet.
        ("Anne", 1),
        ("Eva", 1),
        ("Farid", 1),
        ("Gus", 1),
        ("Benoît", 0),
        ("Chloé", 0),
        ("David", 0),
    ]
    anne = people[0]
    assert anne.key == names.casefold("aNNe")
    assert parties.person(store, anne.id) == anne
    assert [item.id for item in parties.list_parties(store, player=anne.id)] == [2, 1]
    assert [
        item.id for item in parties.list_parties(store, player=people[1].id, status="ouverte", game="tarot")
    ] == [2]
    with pytest.raises(Unknown):
        parties.person(store, 99)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE partie SET game = 'zzz' WHERE id = 2",
        "UPDATE partie SET players = '[1]' WHERE id = 2",
        "UPDATE partie_head SET totals = 'x' WHERE partie = 2",
        "UPDATE partie_head SET totals = '5' WHERE partie = 2",
    ],
)
def test_damaged_partie_leaves_the_others_in_the_lists(store: Store, damage: str) -> None:
    for _ in range(5):
        opened(store)
    with store.write() as session:
        session.connection.execute("DROP TRIGGER partie_no_update")
        session.connection.execute(damage)
    assert [item.id for item in parties.list_parties(store)] == [5, 4, 3, 1]
    assert [item.id for item in parties.list_parties(store, limit=4)] == [5, 4, 3, 1]
    assert [item.id for item in parties.list_parties(store, limit=3)] == [5, 4, 3]
