"""Random acts of tablets in any order, with restarts of the program: the sheet equals a plain list."""

from __future__ import annotations

import shutil
import tempfile
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scorekeeper import parties
from scorekeeper.errors import PartieClosed, Refused, StaleEntry
from scorekeeper.parties import Entered
from scorekeeper.records.backup import copies
from scorekeeper.records.store import Store
from scorekeeper.tournaments import checking
from tests.tarot_table import BY, PASSEE, PLAYERS, donne, new_uuid, sheet

SHARES = {51: 70, 56: 80, 30: -72}
"""Loss of each defender against a garde with two bouts: (25 + points − 41) × 2; −(25 + 11) × 2 when it fails."""

PAYLOADS = st.sampled_from([PASSEE, *(donne(name, points) for name in PLAYERS[:2] for points in SHARES)])


def scores(payload: dict[str, Any]) -> list[int]:
    if payload == PASSEE:
        return [0, 0, 0, 0]
    share = SHARES[payload["points"]]
    return [3 * share if name == payload["preneur"] else -share for name in PLAYERS]


@dataclass
class Model:
    """Reference model of a sheet, as simple as possible."""

    lines: list[dict[str, Any]] = field(default_factory=list)
    struck: list[bool] = field(default_factory=list)
    dealers: list[int] = field(default_factory=list)
    closed: bool = False
    revision: int = 1

    def turn(self, rang: int) -> int:
        """Return the player in turn to deal a line: the neighbour of the last dealer above it that counts."""
        counting = [self.dealers[line] for line in range(rang - 1) if not self.struck[line]]
        return (counting[-1] + 1) % 4 if counting else 0

    def shown(self) -> list[dict[str, Any]]:
        """Return the lines in the file format: with the dealer where the deal was out of turn."""
        named = (
            {} if self.turn(rang) == dealer else {"donneur": PLAYERS[dealer]}
            for rang, dealer in enumerate(self.dealers, 1)
        )
        return [{**line, **dealer} for line, dealer in zip(self.lines, named, strict=True)]

    def totals(self) -> tuple[int, ...]:
        counting = [scores(line) for line, struck in zip(self.lines, self.struck, strict=True) if not struck]
        return tuple(sum(column) for column in zip(*counting, strict=True)) if counting else (0, 0, 0, 0)


class Tables(RuleBasedStateMachine):
    """State machine: two sheets, some tablets, a program that restarts."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="scorekeeper-test-"))
        self.store = Store(self.folder / "scorekeeper.sqlite3")
        self.models: dict[int, Model] = {}
        self.sent: list[tuple[int, str, int, dict[str, Any]]] = []
        """Acknowledged entries: partie, uuid, rang, payload."""
        self.copy: tuple[Path, dict[int, Model], int] | None = None

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder)

    @initialize()
    def open(self) -> None:
        for _ in range(2):
            self.models[parties.open_partie(self.store, sheet(), by=BY).id] = Model()

    def wrote(self, done: Entered, model: Model) -> None:
        assert not done.repeated
        model.revision += 1
        assert done.partie.revision == model.revision

    @rule(number=st.integers(1, 2), payload=PAYLOADS)
    def enter(self, number: int, payload: dict[str, Any]) -> None:
        model = self.models[number]
        uuid, rang = new_uuid(), len(model.lines) + 1
        try:
            done = parties.enter(self.store, number, uuid=uuid, rang=rang, payload=payload, by=BY)
        except PartieClosed:
            assert model.closed
            return
        assert not model.closed
        self.wrote(done, model)
        model.dealers.append(model.turn(rang))
        model.lines.append(payload)
        model.struck.append(False)
        self.sent.append((number, uuid, rang, payload))

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        number, uuid, rang, payload = data.draw(st.sampled_from(self.sent))
        done = parties.enter(self.store, number, uuid=uuid, rang=rang, payload=payload, by=BY)
        assert done.repeated

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), payload=PAYLOADS)
    def reuse_a_uuid(self, data: st.DataObject, payload: dict[str, Any]) -> None:
        number, uuid, rang, original = data.draw(st.sampled_from(self.sent))
        try:
            done = parties.enter(self.store, number, uuid=uuid, rang=rang, payload=payload, by=BY)
        except Refused:
            assert payload != original
        else:
            assert done.repeated
            assert payload == original

    @rule(number=st.integers(1, 2), payload=PAYLOADS, back=st.integers(0, 3))
    def enter_where_something_stands(self, number: int, payload: dict[str, Any], back: int) -> None:
        model = self.models[number]
        rang = len(model.lines) - back
        if rang < 1:
            return
        with pytest.raises(PartieClosed if model.closed else StaleEntry) as refused:
            parties.enter(self.store, number, uuid=new_uuid(), rang=rang, payload=payload, by=BY)
        if isinstance(refused.value, StaleEntry):
            assert refused.value.line.payload == model.shown()[rang - 1]

    @rule(number=st.integers(1, 2), data=st.data(), payload=PAYLOADS, late=st.integers(0, 2))
    def amend(self, number: int, data: st.DataObject, payload: dict[str, Any], late: int) -> None:
        model = self.models[number]
        if not model.lines:
            return
        rang = data.draw(st.integers(1, len(model.lines)))
        revision = model.revision - late
        if revision < 1:
            return
        try:
            done = parties.amend(
                self.store, number, uuid=new_uuid(), rang=rang, payload=payload, revision=revision, by=BY
            )
        except PartieClosed:
            assert model.closed
        except StaleEntry:
            assert late
        except Refused:
            assert model.struck[rang - 1]
        else:
            assert not late
            assert not model.struck[rang - 1]
            self.wrote(done, model)
            model.lines[rang - 1] = payload

    @rule(number=st.integers(1, 2), data=st.data(), strike=st.booleans())
    def strike_or_reinstate(self, number: int, data: st.DataObject, strike: bool) -> None:  # noqa: FBT001
        model = self.models[number]
        if not model.lines:
            return
        rang = data.draw(st.integers(1, len(model.lines)))
        act = parties.strike if strike else parties.reinstate
        try:
            done = act(self.store, number, uuid=new_uuid(), rang=rang, by=BY)
        except PartieClosed:
            assert model.closed
        except StaleEntry:
            assert model.struck[rang - 1] is strike
        else:
            self.wrote(done, model)
            model.struck[rang - 1] = strike

    @rule(number=st.integers(1, 2))
    def close(self, number: int) -> None:
        model = self.models[number]
        try:
            done = parties.close_partie(self.store, number, uuid=new_uuid(), by=BY)
        except PartieClosed:
            assert model.closed
        else:
            self.wrote(done, model)
            model.closed = True

    @rule(number=st.integers(1, 2))
    def reopen(self, number: int) -> None:
        model = self.models[number]
        try:
            done = parties.reopen(self.store, number, uuid=new_uuid(), reason="encore une", by=BY)
        except StaleEntry:
            assert not model.closed
        else:
            self.wrote(done, model)
            model.closed = False

    @rule()
    def restart(self) -> None:
        path = self.store.path
        self.store.close()
        self.store = Store(path)

    @rule()
    def back_up(self) -> None:
        kept = {number: deepcopy(model) for number, model in self.models.items()}
        self.copy = (self.store.backup(), kept, len(self.sent))

    @precondition(lambda self: self.copy is not None)
    @rule()
    def restore(self) -> None:
        """The disk fails after the backup: later entries are lost, and may be sent again."""
        assert self.copy is not None
        path, kept, count = self.copy
        self.store.close()
        copies.restore(self.store.path, path)
        self.store = Store(self.store.path)
        self.models, self.sent, self.copy = kept, self.sent[:count], None

    @invariant()
    def the_sheet_is_what_the_list_says(self) -> None:
        for number, model in self.models.items():
            partie = parties.read_partie(self.store, number)
            assert [dict(line.payload) for line in partie.lines] == model.shown()
            assert [line.struck for line in partie.lines] == model.struck
            assert partie.sheet.totals == model.totals()
            assert partie.revision == model.revision
            assert partie.is_open is not model.closed

    @invariant()
    def nothing_is_derived_wrongly(self) -> None:
        if self.models:
            with self.store.read() as session:
                assert checking.differences(session.connection) == ([], [])


TestTables = Tables.TestCase
TestTables.settings = settings(
    max_examples=settings().max_examples // 4, stateful_step_count=30, deadline=None
)
