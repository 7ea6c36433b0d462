"""Worked examples of the games: `examples.toml` of each folder, as objects that can be replayed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cards.catalogue import GAMES, check_text
from scorekeeper.cards.game_api.examples import Example as Written
from scorekeeper.cards.game_api.examples import examples_of as written_in
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.declared.game import shown_examples
from scorekeeper.cards.rules.adjustment import LineOf
from scorekeeper.cards.rules.contract import Doubt, Entry, Fault, Label, Rules, State, Table
from scorekeeper.cards.rules.kinds import Player, Unreadable
from scorekeeper.cards.rules.replay import Replay, judge, replay
from scorekeeper.i18n import speaking

RESULTS = (
    *("scores", "totals", "doubts", "detail", "extra", "finished", "winners", "faults"),
    *("says", "sentence"),
)
SITUATION = (
    *("name", "source", "help", "players", "equipes", "premier_donneur", "settings", "without", "before"),
    "entry",
)


@dataclass(frozen=True)
class Example:
    """A worked example: a situation, an entry, and its result in literal numbers or codes."""

    game: Game
    place: int
    name: str
    source: str
    table: Table
    settings: Mapping[str, Any]
    before: tuple[Mapping[str, Any], ...]
    entry: Mapping[str, Any] | None
    result: Mapping[str, Any]
    keys: frozenset[str] = field(repr=False)

    @property
    def id(self) -> str:
        """Id of the pytest case."""
        return f"{self.game.key}-{self.place}-{self.name}"

    @property
    def shown(self) -> bool:
        """Whether the help page shows the example."""
        return "help" in self.keys

    @property
    def accepted(self) -> bool:
        """Whether the entry counts."""
        return "faults" not in self.result

    def rules(self) -> Rules[Any, Any]:
        """Return the rules with the example's settings.

        Raises:
            Unreadable: the settings are refused, which the example is about.
        """
        rules: Rules[Any, Any] = self.game.rules.SETTINGS.read(dict(self.settings), self.table)
        faults = rules.setting_faults(self.table)
        if faults:
            raise Unreadable(*faults)
        return rules

    def sheet(self) -> Replay:
        """Return the sheet before the entry; asserts that it has no fault."""
        rules = self.rules()
        entries = [LineOf(rules).read(dict(raw), self.table) for raw in self.before]
        sheet = replay(rules, self.table, enumerate(entries, 1))
        assert not sheet.faults, sheet.faults
        return sheet

    def state(self) -> State:
        """Return the state before the entry."""
        return self.sheet().state

    def read(self) -> Entry:
        """Return the parsed entry.

        Raises:
            Unreadable: the entry is malformed.
        """
        entry: Entry = LineOf(self.rules()).read(self.entry, self.table)
        return entry

    def refusals(self) -> tuple[Fault, ...]:
        """Return every fault of the settings, or else of the entry."""
        try:
            sheet = self.sheet()
            if self.entry is None:
                return ()
        except Unreadable as unreadable:
            return tuple(unreadable.faults)
        return refused_beside(sheet, self.entry)

    def played(self) -> Replay:
        """Return the sheet with the entry."""
        return replayed(self.sheet(), self.read())

    def messages(self) -> list[Label | Fault | Doubt]:
        """Return the faults; without faults, the items of the row, its doubts, and the reason of the end."""
        if not self.accepted:
            return list(self.refusals())
        sheet = self.played()
        last = sheet.marked[-1]
        ends = [sheet.outcome.reason] if sheet.outcome else []
        return [*(item.label for item in last.row.detail), *last.doubts, *ends]

    def sentences(self) -> list[str]:
        """Return all its messages in French, with plain spaces."""
        with speaking("fr"):
            return [plain(message_of(message, self.game.words, self.table)) for message in self.messages()]

    def sentence(self) -> str:
        """Return the live sentence of the line in French, with plain spaces."""
        with speaking("fr"):
            return plain(
                message_of(self.game.sentence(self.played().marked[-1]), self.game.words, self.table)
            )


def plain(text: str) -> str:
    """Return a text with plain spaces for its no-break spaces."""
    return re.sub("[\u00a0\u202f]", " ", text)


def codes(faults: Iterable[Fault]) -> tuple[str, ...]:
    """Return the codes of faults, in their order."""
    return tuple(fault.code for fault in faults)


def refused_beside(sheet: Replay, raw: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Return every reason to refuse a raw entry as the next one."""
    try:
        entry: Entry | Unreadable = LineOf(sheet.rules).read(raw, sheet.table)
    except Unreadable as unreadable:
        entry = unreadable
    return judge(sheet.rules, sheet.state, entry)


def replayed(sheet: Replay, entry: Entry) -> Replay:
    """Return the sheet replayed from the start with one more entry."""
    entries = [(marked.rang, marked.entry) for marked in sheet.marked]
    return replay(sheet.rules, sheet.table, [*entries, (len(entries) + 1, entry)])


def table_of(game: Game, written: Written) -> Table:
    """Return the table of an example; a nameless one has `players = []`."""
    raw = written.data
    equipes = raw.get("equipes")
    table = Table(tuple(raw["players"]), game.rules.CAMPS, (equipes[0], equipes[1]) if equipes else None)
    if "premier_donneur" not in raw:
        return table
    first = Player().read(raw["premier_donneur"], table)
    return Table(table.players, table.camps, table.equipes, first)


def example_of(game: Game, place: int, written: Written) -> Example:
    """Return an example that can be replayed."""
    raw = written.data
    return Example(
        game=game,
        place=place,
        name=written.name,
        source=written.source,
        table=table_of(game, written),
        settings=written.settings,
        before=tuple(raw.get("before", ())),
        entry=written.entry,
        result={key: raw[key] for key in RESULTS if key in raw},
        keys=frozenset(raw),
    )


def _declared(path: Path) -> Game:
    game = check_text(path.read_bytes()).game
    assert game is not None, path
    return game


DECLARED = tuple(map(_declared, sorted((Path(__file__).parent.parent / "examples" / "jeux").glob("*.toml"))))
"""The declared games shipped with the app."""
EVERY_GAME = (*GAMES, *DECLARED)
OFTEN = {"maison-skyjo", "maison-phase-10"}
"""Declared games that together use nearly all that a definition can have; the others run in the soak."""
every_game = pytest.mark.parametrize(
    "game",
    [
        *GAMES,
        *(
            # The reading of definitions is measured by its own tests.
            pytest.param(game, marks=pytest.mark.unmeasured if game.key in OFTEN else pytest.mark.soak)
            for game in DECLARED
        ),
    ],
    ids=lambda game: game.key,
)
"""Runs a test for every game."""


def _written(game: Game) -> Iterable[Written]:
    if not game.definition:
        return written_in(game)
    # The definition has its own reasons of refusal, so the codes are left out.
    return (
        replace(each, data=each.data if "scores" in each.data else {**each.data, "faults": []})
        for each in shown_examples(game)
    )


@cache
def all_examples() -> tuple[Example, ...]:
    """Return every example of every game, those of declared games last."""
    return tuple(
        example_of(game, place, written)
        for game in EVERY_GAME
        for place, written in enumerate(_written(game), 1)
    )


def examples_of(game: Game) -> tuple[Example, ...]:
    """Return the examples of one game, in their order."""
    return tuple(example for example in all_examples() if example.game is game)


EXAMPLES = tuple(example for example in all_examples() if not example.game.definition)
"""Examples with the codes of their results. Those of a definition have fewer keys, and are tested with it."""
ACCEPTED = tuple(example for example in EXAMPLES if example.accepted and example.entry is not None)
