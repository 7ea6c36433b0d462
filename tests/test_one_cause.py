"""One cause, one refusal: an impossible value is refused at its own field, and nothing that depends on it is judged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.catalogue import game as game_of
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.contract import Fault, State, Table
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import judge, replay
from tests.examples import every_game
from tests.play import House, entries, houses_of

NEVER: tuple[Any, ...] = (-1, -7, 10**5, 10**7, 1.5, "?", True)
"""Values that are wrong in almost any place."""
Path = tuple[Any, ...]


def parts(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of each part of an entry."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from parts(part, (*path, key))


def replaced(value: Any, path: Path, new: Any) -> Any:
    """Return the value with another part at a path."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(copy[path[0]], path[1:], new)
    return copy


def refusals(house: House, state: State, raw: dict[str, Any]) -> tuple[Fault, ...]:
    try:
        entry = house.rules.ENTRY.read(raw, house.table)
    except Unreadable as unreadable:
        entry = unreadable
    return judge(house.rules, state, entry)


def is_left_out(house: House, raw: dict[str, Any], path: Path) -> bool:
    """Return whether the entry can be read without the part at a path."""
    try:
        house.rules.ENTRY.read(replaced(raw, path, None), house.table)
    except Unreadable:
        return False
    return True


@every_game
@given(data=st.data())
def test_entry_with_one_wrong_value_is_refused_for_it_alone(game: Game, data: st.DataObject) -> None:
    house = data.draw(st.sampled_from(houses_of(game)))
    state, raw = replay(house.rules, house.table, []).state, data.draw(entries(game, house))
    if refusals(house, state, raw):
        return
    for path in parts(raw):
        place = ".".join(map(str, path))
        # A missing value is valid where it means "nobody": then several cells may be wrong for it.
        for new in NEVER if is_left_out(house, raw, path) else (*NEVER, None, {}):
            fields = [fault.field for fault in refusals(house, state, replaced(raw, path, new))]
            inside = all(f"{field}.".startswith(f"{place}.") for field in fields)
            assert len(fields) < 2 or inside, (place, new, raw)


NAMES = ("Anne", "Benoît", "Chloé", "David")
LOST = {"Anne": -1, "Benoît": 1, "Chloé": 3}
HANDS = {"Anne": (3, 2), "Benoît": (4, 2), "Chloé": (2, 4), "David": (1, 2)}
CASES: list[tuple[str, dict[str, Any], dict[str, Any], tuple[str, str]]] = [
    # The points exceed the total; points of the other side are not a second cause.
    ("jass", {}, {"points_a": 257, "match": "A"}, ("points-hors-limites", "points_a")),
    ("belote", {}, {"preneur": "A", "points_b": -1, "capot": "A"}, ("points-hors-limites", "points_b")),
    # Without the trump or the row, the total to share is unknown.
    ("jass", {"contrats": {"tout-atout": 1}}, {"points": [200, 53]}, ("atout-a-dire", "atout")),
    ("belote", {"sa_ta": True}, {"preneur": "A", "points_a": 200}, ("atout-a-dire", "atout")),
    (
        "belote",
        {"sa_ta": True},
        {"preneur": "A", "points_a": 50, "belotes": [2, 2]},
        ("atout-a-dire", "atout"),
    ),
    (
        "coiffeur",
        {"contrats": {"tout-atout": 3, "slalom": 2}},
        {"preneur": "A", "points": [58, 195]},
        ("cle-manquante", "contrat"),
    ),
    # With an impossible bid, it is unknown whether it may be played alone.
    (
        "coinche",
        {"generale": True},
        {"preneur": "A", "contrat": -1, "capot": "A", "seul": True},
        ("contrat-hors-limites", "contrat"),
    ),
    ("coinche", {}, {"preneur": "A", "contrat": "generale", "seul": True}, ("points-manquants", "points")),
    # David's value follows from the others.
    (
        "libre",
        {"somme": 26},
        {"points": {"Anne": 10**5, "Benoît": 1, "Chloé": 3}},
        ("points-hors-limites", "points.Anne"),
    ),
    (
        "tarot",
        {},
        {"preneur": "Anne", "contrat": "garde", "bouts": 3, "points": 1.5, "chelem": "reussi"},
        ("points-hors-limites", "points"),
    ),
    (
        "tarot",
        {},
        {"preneur": "Anne", "contrat": "garde", "bouts": 2, "points": 95, "points_defense": -4},
        ("points-hors-limites", "points"),
    ),
    (
        "bouees",
        {},
        {
            "mains": {
                name: {"coeurs": hearts, "carreaux": diamonds} for name, (hearts, diamonds) in HANDS.items()
            },
            "restantes": LOST,
            "elimines": ["David"],
        },
        ("restantes-trop", "restantes.Anne"),
    ),
]


@pytest.mark.parametrize(("key", "settings", "entry", "expected"), CASES)
def test_dependents_of_a_wrong_field_are_not_judged(
    key: str, settings: dict[str, Any], entry: dict[str, Any], expected: tuple[str, str]
) -> None:
    rules_of = game_of(key).rules
    table = Table(NAMES, camps=rules_of.CAMPS)
    rules = rules_of.SETTINGS.read(settings, table)
    state = replay(rules, table, []).state
    assert [(fault.code, fault.field) for fault in refusals(House(rules, table), state, entry)] == [expected]
