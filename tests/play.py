"""Random sheets by Hypothesis, for every game with its settings and entries."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any

from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.game_api.form import EntryForm
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.games.declared.game import declared_of
from scorekeeper.cards.rules.contract import Rules, State, Table
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import Replay, extend, judge, replay
from tests.examples import Example, examples_of

Payload = dict[str, Any]
Payloads = Callable[[Rules[Any, Any], Table], st.SearchStrategy[Payload]]


@dataclass(frozen=True)
class House:
    """Rules with their settings, and the table that plays by them."""

    rules: Rules[Any, Any]
    table: Table


def houses_of(game: Game) -> tuple[House, ...]:
    """Return the settings and tables used in the examples of a game."""
    houses: list[House] = []
    for example in examples_of(game):
        try:
            house = House(example.rules(), example.table)
        except Unreadable:
            continue
        if house not in houses:
            houses.append(house)
    return tuple(houses)


def payloads_of(game: Game) -> Payloads | None:
    """Return the game's own strategy for entries, of `tests/cards/games/strategies_<folder>.py`; `None` without one."""
    name = f"tests.cards.games.strategies_{game.home}"
    if importlib.util.find_spec(name) is None:
        return None
    payloads: Payloads = importlib.import_module(name).payloads
    return payloads


def entries_of_examples(game: Game, house: House) -> st.SearchStrategy[Payload]:
    """Return a strategy of the entries in examples with the same players, whatever their settings."""
    written = [
        dict(raw)
        for example in examples_of(game)
        for raw in (*example.before, example.entry)
        if raw is not None and example.table.players == house.table.players
    ]
    return st.sampled_from(written).map(deepcopy)


def entries(game: Game, house: House) -> st.SearchStrategy[Payload]:
    """Return a strategy of entries that are mostly possible, with some refused ones."""
    own = payloads_of(game)
    known = entries_of_examples(game, house)
    return known if own is None else st.one_of(own(house.rules, house.table), known)


@st.composite
def sheets(draw: st.DrawFn, game: Game, most: int = 8) -> Replay:
    """Draw a played sheet; refused entries are left out."""
    house = draw(st.sampled_from(houses_of(game)))
    sheet = replay(house.rules, house.table, [])
    for payload in draw(st.lists(entries(game, house), max_size=most)):
        try:
            entry = house.rules.ENTRY.read(payload, house.table)
        except Unreadable:
            continue
        if not judge(house.rules, sheet.state, entry):
            sheet = extend(sheet, len(sheet.marked) + 1, entry)
    return sheet


TRIES = 100
"""Most refused entries of a demonstration before it stops."""


def seats_of(game: Game) -> int:
    """Return a number of players for whom the game's demonstration has plausible entries: four, or that of a worked example."""
    usual = 4 if 4 in game.rules.SEATS else game.rules.SEATS[0]
    accepted = (
        [each for each in declared_of(game).spec.exemples if each.marque is not None]
        if game.definition
        else []
    )
    shown = [len(each.joueurs) for each in accepted]
    return usual if not shown or usual in shown else min(shown)


def plausible(game: Game, rules: Rules[Any, Any], table: Table) -> Payload:
    """Return a first entry that the rules accept without a doubt, from the game's demonstration."""
    rng, state = Random(1), rules.opening(table)  # noqa: S311 - an example, not a secret
    for _ in range(TRIES):
        payload = game.demo(rng, rules, state)
        try:
            entry = rules.ENTRY.read(payload, table)
        except Unreadable:
            continue
        if not judge(rules, state, entry) and not rules.doubts(state, entry):
            return payload
    raise AssertionError(f"{game.key}: no plausible entry for {table.seats} players")


def demonstrated(game: Game, table: Table, lines: int = 6) -> dict[str, Any]:
    """Return a sheet file with the first `lines` entries of the game's demonstration, or fewer when the partie ends."""
    rules, rng = game.rules(), Random(1)  # noqa: S311 - an example, not a secret
    sheet = replay(rules, table, [])
    entries: list[Payload] = []
    for _ in range(lines + TRIES):
        payload = game.demo(rng, rules, sheet.state)
        entry = rules.ENTRY.read(payload, table)
        if not judge(rules, sheet.state, entry):
            entries.append(payload)
            sheet = extend(sheet, len(entries), entry)
        if sheet.outcome or len(entries) == lines:
            break
    return {"format": "scorekeeper/1", "game": game.key, "players": list(table.players), "entries": entries}


def filled(game: Game, rules: Rules[Any, Any], state: State, payload: Mapping[str, Any]) -> EntryForm:
    """Return the game's form as filled to amend a stored entry."""
    form = game.form_for(payload)
    return form(MultiDict(form.formdata(payload, state)), rules=rules, state=state)


def plain(value: Any) -> Any:
    """Return a value as a JSON library returns it, with halves as floats, for checks of JSON Schema."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


__all__ = [
    "Example",
    "House",
    "demonstrated",
    "entries",
    "filled",
    "houses_of",
    "payloads_of",
    "plain",
    "plausible",
    "seats_of",
    "sheets",
]
