"""Shipped declared games against their real rules: impossible lines are refused, rare ones score as computed by hand."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import Replay, replay
from scorekeeper.i18n import speaking
from tests.cards.games.test_maison import messages, shipped
from tests.examples import plain as spaced

AUDITS = tomllib.loads(Path(__file__).with_name("audits.toml").read_text(encoding="utf-8"))


def sheet_of(key: str, case: Any) -> Replay:
    """Play the lines above a case, then its own; `before` is these lines, or how many of the plain ones."""
    audit, game = AUDITS[key], game_of(key)
    table = Table(tuple(case.get("players", audit["players"])), camps=game.rules.CAMPS)
    plain, before = case.get("plain", audit.get("plain", ())), case.get("before", 0)
    above = (
        before
        if isinstance(before, list)
        else plain[:before]
        if isinstance(plain, list)
        else [plain] * before
    )
    entries: list[Any] = []
    for raw in [*above, case["line"]]:
        line = {
            name: dict(zip(table.keys, value, strict=True)) if isinstance(value, list) else value
            for name, value in raw.items()
        }
        try:
            entries.append(game.rules.ENTRY.read(line, table))
        except Unreadable as unreadable:
            entries.append(unreadable)
    return replay(game.rules(), table, enumerate(entries, 1))


def game_of(key: str) -> Game:
    """Return the game of an audit, which may be one of several of the same game."""
    return shipped(AUDITS[key].get("game", key))


@pytest.mark.parametrize("key", AUDITS)
def test_impossible_lines_are_refused_at_their_field(key: str) -> None:
    for case in AUDITS[key]["impossible"]:
        sheet = sheet_of(key, case)
        fields = [item.fault.field for item in sheet.faults]
        before = case.get("before", 0)
        assert len(sheet.marked) == (len(before) if isinstance(before, list) else before), case
        assert case["field"] in fields, (case, fields)
        sentences = messages(game_of(key), sheet)
        assert case.get("says", sentences[0]) in sentences, case


@pytest.mark.parametrize("key", AUDITS)
def test_rare_lines_are_taken(key: str) -> None:
    for case in AUDITS[key]["rare"]:
        game, sheet = game_of(key), sheet_of(key, case)
        assert messages(game, sheet) == [], case
        last = sheet.marked[-1]
        assert [*last.row.scores] == case["scores"], case
        assert [*last.after.totals] == case.get("totals", [*last.after.totals]), case
        with speaking("fr"):
            asked = [spaced(message_of(doubt, game.words, sheet.table)) for doubt in last.doubts]
        assert asked == case.get("asks", asked), case
        winners = [sheet.table.columns[column] for column in sheet.outcome.winners] if sheet.outcome else []
        assert winners == case.get("winners", winners), case


@pytest.mark.parametrize("key", sorted({audit.get("game", key) for key, audit in AUDITS.items()}))
def test_an_audit_has_thirty_lines_of_each_sort(key: str) -> None:
    audits = {each: audit for each, audit in AUDITS.items() if audit.get("game", each) == key}
    for sort in ("impossible", "rare"):
        cases = [(each, case) for each, audit in audits.items() for case in audit[sort]]
        assert (
            len({repr((each, case["line"], case.get("before"))) for each, case in cases}) == len(cases) >= 30
        )


def test_tied_tichu_continues() -> None:
    game = shipped("tichu")
    table = Table(("Anne", "Bruno", "Chloé", "David"), camps=True)
    lines: list[dict[str, Any]] = [{"tout": {camp: True}} for camp in "ABABABAB"]
    lines += [
        {"points": {"A": 50, "B": 50}, "tichu_reussi": {"A": 1}},
        {"points": {"A": 0, "B": 100}},
        {"points": {"A": 50, "B": 50}},
    ]
    entries = [game.rules.ENTRY.read(line, table) for line in lines]
    level = replay(game.rules(), table, enumerate(entries, 1))
    assert level.totals == (1000, 1000)
    assert level.outcome is None
    more = game.rules.ENTRY.read({"points": {"A": 55, "B": 45}}, table)
    over = replay(game.rules(), table, enumerate([*entries, more], 1)).outcome
    assert over is not None
    assert over.winners == (0,)


@pytest.mark.parametrize(
    ("key", "line", "fields"),
    [
        # 61 and 40 are no 100 either; 61 is the cause.
        ("tichu", {"points": [61, 40]}, ["points.A"]),
        ("tichu", {"points": [60, 45]}, ["points"]),
        # 1182 points are more than the pack, and no multiple of 5.
        ("canasta", {"points": [1182, 0]}, ["points.A"]),
        ("canasta", {"points": [300, 102], "trois_rouges": [4, 4]}, ["points.B", "trois_rouges"]),
        ("wizard", {"annonce": [0, 0, 0], "plis": [2, 0, 0]}, ["plis.Anne"]),
    ],
)
def test_one_cause_has_one_fault(key: str, line: Any, fields: list[str]) -> None:
    sheet = sheet_of(key, {"line": line})
    assert [item.fault.field for item in sheet.faults] == fields
