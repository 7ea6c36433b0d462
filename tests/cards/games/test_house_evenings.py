"""Laws of whole evenings for every shipped declared game: they end, refuse what their checks refuse, and print."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.sheet import SheetLine, SheetRequest
from scorekeeper.cards.games.declared.game import declared_of
from scorekeeper.cards.games.declared.rules import HouseRules, HouseState
from scorekeeper.cards.games.declared.rules.checks import NamedCheck
from scorekeeper.cards.games.declared.rules.declared import Declared
from scorekeeper.cards.games.declared.rules.definition import Best, FieldScope, FieldSpec, Genre
from scorekeeper.cards.rules.contract import Fault, Table, expect
from scorekeeper.cards.rules.replay import Marked, Replay, mark, replay, with_line
from scorekeeper.i18n import speaking
from scorekeeper.paper.sheets import sheet_of
from tests.examples import DECLARED

MOST_LINES, TRIES, LEAST_WILD, MOST_WILD, RESTART = 300, 2000, 200, 4000, 0.05
NAMES = ("Anne", "Bruno", "Chloé", "David", "Émile", "Fanny")
SPARSE = (0.0, 0.2, 0.7, 0.95)
"""Shares of optional values that a line leaves out."""
OFTEN = 0.7
"""Share of the usual choice among random ones."""


class Size(Enum):
    """Sizes of the numbers of a random line."""

    SMALL = auto()
    ANY = auto()
    FULL = auto()


def steps_of(declared: Declared) -> dict[str, int]:
    """Return the step of each field of numbers, also where a check asks for it."""
    steps = {spec.cle: spec.pas for spec in declared.spec.champs}
    return steps | {
        check.field: check.wanted.constant or 1
        for check in declared.checks
        if check.spec.regle is NamedCheck.MULTIPLE
    }


def number(chance: Random, ends: tuple[int, int], step: int, size: Size) -> int:
    """Return a number of this size between two ends."""
    least, most = -(-ends[0] // step), ends[1] // step
    if size is Size.FULL:
        return most * step
    return chance.randint(least, min(most, least + 12) if size is Size.SMALL else most) * step


def random_line(chance: Random, sheet: Replay, *, wild: bool = False) -> dict[str, Any]:
    """Return random values of the fields, for the columns that are in; `wild` without regard to steps and sizes."""
    declared, state = expect(HouseRules, sheet.rules).DECLARED, expect(HouseState, sheet.state)
    raw: dict[str, Any] = {}
    steps, sparse = {} if wild else steps_of(declared), chance.choice(SPARSE)
    for spec in declared.spec.champs:
        keys = [sheet.table.keys[column] for column in state.left]
        size = chance.choice([*Size] if wild else [Size.SMALL, Size.SMALL, Size.ANY])

        def value(spec: FieldSpec = spec, keys: list[str] = keys, size: Size = size) -> Any:
            if spec.genre is Genre.NOMBRE:
                ends = spec.span(state.rang + 1, len(keys))
                return number(chance, ends, steps.get(spec.cle, spec.pas), size)
            if spec.genre is Genre.CHOIX:
                return chance.choice([*(spec.choix or {})])
            if spec.genre is Genre.OUI_NON:
                return chance.random() < 1 / 2
            return chance.choice([*sheet.table.players] if spec.genre is Genre.JOUEUR else keys)

        if spec.sur is FieldScope.COLONNE:
            noted = {key: value() for key in keys if spec.needed or chance.random() >= sparse}
            raw[spec.cle] = noted
        elif spec.needed or chance.random() >= sparse:
            raw[spec.cle] = value()
    return {key: noted for key, noted in raw.items() if noted != {}}


def split(chance: Random, total: int, step: int, keys: list[str]) -> dict[str, int]:
    """Return numbers in multiples of `step` with this sum, one for each key."""
    cuts = sorted(chance.randint(0, total // step) for _ in keys[1:])
    if chance.random() < OFTEN / 2:
        cuts = [chance.choice([0, total // step])] * len(cuts)
    parts = [(after - before) * step for before, after in pairwise([0, *cuts, total // step])]
    chance.shuffle(parts)
    return dict(zip(keys, parts, strict=True))


def with_sums(chance: Random, sheet: Replay, raw: dict[str, Any]) -> dict[str, Any]:
    """Return a line with the sums that the checks require; most bids are what was made."""
    rules, state = expect(HouseRules, sheet.rules), expect(HouseState, sheet.state)
    keys, spec = [sheet.table.keys[column] for column in state.left], rules.DECLARED.spec
    for check in rules.DECLARED.checks:
        if check.spec.regle is NamedCheck.SOMME and check.spec.quoi is None:
            raw = {**raw, check.field: dict.fromkeys(keys, 0)}
            vectors = rules._vectors(state, rules.ENTRY.read(raw, sheet.table))
            total = check.wanted.columns(vectors, len(keys))[0]
            raw[check.field] = split(chance, total, steps_of(rules.DECLARED)[check.field], keys)
            (made,) = (field for field in spec.champs if field.cle == check.field)
            bids = [
                field.cle for field in spec.champs if field.needed and field.a == made.a and field is not made
            ]
            for bid in bids if chance.random() < OFTEN else ():
                raw[bid] = raw[check.field]
    return raw


def repaired(raw: dict[str, Any], anew: dict[str, Any], faults: Iterable[Fault]) -> dict[str, Any]:
    """Return a line with other values where it is at fault: in single columns, in fields, or everywhere."""
    fields = {fault.field.partition(".")[0] for fault in faults if "." not in fault.field}
    columns = {fault.field.partition(".")[2] for fault in faults}
    if "" in fields:
        return anew
    kept = {
        key: {**noted, **{name: value for name, value in anew.get(key, {}).items() if name in columns}}
        if isinstance(noted, dict)
        else noted
        for key, noted in raw.items()
        if key not in fields
    }
    return {**kept, **{key: noted for key, noted in anew.items() if key in fields}}


def next_line(chance: Random, game: Game, sheet: Replay) -> Marked:
    """Return a random line that is taken."""
    rules = expect(HouseRules, sheet.rules)
    grid, raw = rules.DECLARED.spec.grid, dict[str, Any]()
    faults: Iterable[Fault] = (Fault("", ""),)
    for _ in range(TRIES):
        if grid:
            raw = game.demo(chance, rules, sheet.state)
        else:
            anew = with_sums(chance, sheet, random_line(chance, sheet))
            raw = repaired(raw, anew, faults) if chance.random() < OFTEN else anew
        line = mark(rules, sheet.state, len(sheet.marked) + 1, rules.ENTRY.read(raw, sheet.table))
        if isinstance(line, Marked):
            return line
        faults = [item.fault for item in line]
    raise AssertionError((game.key, len(sheet.marked), sheet.totals))


def begun(game: Game, chance: Random) -> Replay:
    """Return an empty sheet for a random number of players."""
    rules = game.rules()
    least, most = min(rules.SEATS), min(max(rules.SEATS), len(NAMES))
    return replay(rules, Table(NAMES[: chance.randint(least, most)], rules.CAMPS), ())


def evening(game: Game, chance: Random) -> Replay:
    """Play random lines until the partie is over."""
    sheet = begun(game, chance)
    while sheet.outcome is None and len(sheet.marked) < MOST_LINES:
        sheet = with_line(sheet, next_line(chance, game, sheet))
    return sheet


pytestmark = pytest.mark.unmeasured
every_declared = pytest.mark.parametrize("game", DECLARED, ids=lambda game: game.key)


@every_declared
def test_evening_ends_with_the_best_player_still_in(game: Game) -> None:
    for seed in range(3):
        sheet = evening(game, Random(seed))  # noqa: S311 - a seed for a game of chance, not a secret
        assert sheet.faults == ()
        out = [marked.after.out for marked in sheet.marked]
        assert all(before <= after for before, after in pairwise(out))
        for marked in sheet.marked:
            assert all(marked.row.scores[column] == 0 for column in marked.before.out)
        assert sheet.outcome is not None
        left = set(range(len(sheet.totals))) - sheet.state.out or set(getattr(sheet.state, "derniers", ()))
        winners = set(sheet.outcome.winners)
        assert winners
        assert winners <= left
        declared = declared_of(game)
        if declared.parmi is None:
            best = (min if declared.spec.gagne is Best.PETIT else max)(
                sheet.totals[column] for column in left
            )
            assert winners == {column for column in left if sheet.totals[column] == best}
        assert isinstance(mark(sheet.rules, sheet.state, len(sheet.marked) + 1, sheet.marked[-1].entry), list)


@every_declared
def test_a_line_is_refused_where_one_of_its_checks_is_met(game: Game) -> None:
    chance = Random(7)  # noqa: S311 - a seed for a game of chance, not a secret
    checks, sheet = declared_of(game).checks, begun(game, chance)
    rules = expect(HouseRules, sheet.rules)
    refusing = {place for place, check in enumerate(checks) if check.spec.demande is None}
    seen = set[int]()
    for tried in range(MOST_WILD):
        if seen == refusing and tried >= LEAST_WILD:
            break
        if sheet.outcome is not None or chance.random() < RESTART:
            sheet = begun(game, chance)
        raw = random_line(chance, sheet, wild=chance.random() < OFTEN)
        if rules.DECLARED.spec.grid:
            cell = game.demo(chance, rules, sheet.state)
            raw = {**cell, **raw, **({"points": 0} if chance.random() < OFTEN else {})}
        entry = rules.ENTRY.read(raw, sheet.table)
        state = expect(HouseState, sheet.state)
        met, faults = [item for _, item in rules._met(state, entry)], rules.faults(state, entry)
        refused = [item.code for item in met if isinstance(item, Fault)]
        assert bool(faults) >= bool(refused)
        assert {item.code for item in faults if item.code.startswith("refus-")} <= set(refused)
        seen |= {int(code.partition("-")[2]) for code in refused}
        if not faults and chance.random() < OFTEN:
            line = mark(rules, sheet.state, len(sheet.marked) + 1, entry)
            assert isinstance(line, Marked)
            sheet = with_line(sheet, line)
    assert seen == refusing


@every_declared
def test_the_sheet_of_an_evening_prints(game: Game) -> None:
    sheet = evening(game, Random(11))  # noqa: S311 - a seed for a game of chance, not a secret
    lines = tuple(SheetLine(marked.rang, marked) for marked in sheet.marked)
    seats = len(sheet.table.players)
    with speaking("fr"):
        request = SheetRequest(
            game=game, rules=sheet.rules, table=sheet.table, seats=seats, played=sheet, lines=lines
        )
        block = sheet_of(request).blocks[0]
    assert block.grid is not None
    rows = [[cell.text for cell in row.cells] for row in block.grid.rows]
    if declared_of(game).spec.grid:
        return
    assert [row[0] for row in rows[: len(lines)]] == [str(line.rang) for line in lines]
    total = rows[len(lines) - 1][-1].replace("\N{NARROW NO-BREAK SPACE}", "")
    assert total == str(sheet.totals[-1]).replace("-", "−")
