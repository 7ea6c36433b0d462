"""The fold: a replayed sheet, one more entry, refusals, the end; and small parts of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import pytest

from scorekeeper.cards.rules.contract import Doubt, Entry, Fault, Label, Rules, Seat, Side, State, Table
from scorekeeper.cards.rules.fields import Record
from scorekeeper.cards.rules.kinds import Whole
from scorekeeper.cards.rules.replay import FINISHED, EntryFault, extend, judge, replay
from scorekeeper.cards.rules.scores import Control, Item, Outcome, Row, added

TABLE = Table(("Alice", "Bruno", "Chloé"))


@dataclass(frozen=True, kw_only=True)
class Lancer(Entry):
    """One throw of two dice: the dealer scores the sum, the others share its loss."""

    somme: Annotated[int, Whole(0, 99)]


@dataclass(frozen=True)
class Des(Rules[Lancer, State]):
    """Dice until a player reaches the target."""

    but: int = 20

    SEATS = (3,)
    ENTRY = Record(Lancer)

    def opening(self, table: Table) -> State:
        return State(table, (0,) * table.seats, donneur=table.opening_dealer)

    def faults(self, state: State, entry: Lancer) -> Sequence[Fault]:
        del state
        return [Fault("trop", "somme")] * (entry.somme > 12) + [Fault("trop-peu", "somme")] * (
            entry.somme < 2
        )

    def doubts(self, state: State, entry: Lancer) -> Sequence[Doubt]:
        del state
        return [Doubt("double-six", "somme")] if entry.somme == 12 else []

    def mark(self, state: State, entry: Lancer) -> tuple[State, Row]:
        dealer = self.dealer(state, entry)
        scores = tuple(2 * entry.somme if seat == dealer else -entry.somme for seat in range(3))
        return self.written(state, entry, scores), Row(scores, (Item(Label("lancer"), scores),))

    def outcome(self, state: State) -> Outcome | None:
        winners = tuple(seat for seat, total in enumerate(state.totals) if total >= self.but)
        return Outcome(winners, Label("but")) if winners else None


def lancers(*sums: int) -> list[tuple[int, Lancer]]:
    return [(rang, Lancer(somme=somme)) for rang, somme in enumerate(sums, 1)]


def test_a_sheet_without_entries() -> None:
    sheet = replay(Des(), TABLE, [])
    assert sheet.state == sheet.opening
    assert sheet.totals == (0, 0, 0)
    assert sheet.marked == ()
    assert sheet.faults == ()
    assert sheet.outcome is None
    assert sheet.control is None
    assert sheet.rules.leaders(sheet.state) == (0, 1, 2)


def test_entries_are_played_in_turn() -> None:
    sheet = replay(Des(), TABLE, lancers(3, 5))
    assert [marked.row.scores for marked in sheet.marked] == [(6, -3, -3), (-5, 10, -5)]
    assert [marked.after.totals for marked in sheet.marked] == [(6, -3, -3), (1, 7, -8)]
    assert sheet.totals == (1, 7, -8)
    assert sheet.state.rang == 2
    assert sheet.state.donneur == Seat(2)
    assert sheet.rules.leaders(sheet.state) == (1,)
    assert [marked.before.donneur for marked in sheet.marked] == [0, 1]


def test_dealer_out_of_turn_passes_the_deal_on() -> None:
    sheet = replay(Des(), TABLE, [(1, Lancer(somme=4, donneur=Seat(2)))])
    assert sheet.totals == (-4, -4, 8)
    assert sheet.state.donneur == Seat(0)


def test_refused_entry_is_left_out_and_the_rest_is_replayed() -> None:
    sheet = replay(Des(), TABLE, lancers(3, 13, 1, 5))
    assert sheet.faults == (
        EntryFault(2, Fault("trop", "somme")),
        EntryFault(3, Fault("trop-peu", "somme")),
    )
    assert [marked.rang for marked in sheet.marked] == [1, 4]
    assert [(marked.before.rang, marked.before.line) for marked in sheet.marked] == [(0, 1), (1, 4)]
    assert (sheet.state.rang, sheet.state.line) == (2, 5)
    assert sheet.totals == (1, 7, -8)


def test_doubts_are_kept_with_the_entry() -> None:
    sheet = replay(Des(but=99), TABLE, lancers(12, 3))
    assert [[doubt.code for doubt in marked.doubts] for marked in sheet.marked] == [["double-six"], []]


def test_after_the_end_nothing_is_added() -> None:
    sheet = replay(Des(), TABLE, lancers(11, 4, 14))
    assert sheet.outcome == Outcome((0,), Label("but"))
    assert [(item.rang, item.fault.code) for item in sheet.faults] == [
        (2, FINISHED),
        (3, FINISHED),
        (3, "trop"),
    ]
    assert [fault.code for fault in judge(sheet.rules, sheet.state, Lancer(somme=1))] == [
        FINISHED,
        "trop-peu",
    ]


@pytest.mark.parametrize("sums", [(), (3,), (3, 5), (12,), (13,), (3, 13), (11, 4)])
def test_one_more_entry_is_the_same_as_playing_all(sums: tuple[int, ...]) -> None:
    for length in range(len(sums)):
        start = replay(Des(), TABLE, lancers(*sums[:length]))
        assert extend(start, length + 1, Lancer(somme=sums[length])) == replay(
            Des(), TABLE, lancers(*sums[: length + 1])
        )


def test_a_refused_extension_changes_only_the_faults() -> None:
    sheet = replay(Des(), TABLE, lancers(3))
    assert extend(sheet, 2, Lancer(somme=13)) == replace(
        sheet, faults=(EntryFault(2, Fault("trop", "somme")),)
    )


def test_a_table_knows_its_columns_and_seats() -> None:
    assert TABLE.columns == ("Alice", "Bruno", "Chloé")
    assert TABLE.seats == 3
    assert TABLE.opening_dealer == Seat(0)
    assert Table(TABLE.players, premier_donneur=Seat(2)).opening_dealer == Seat(2)
    assert TABLE.next_seat(Seat(2)) == Seat(0)
    assert Table(("Alice", "Bruno", "Chloé", "David"), camps=True).columns == ("A", "B")


def test_a_table_of_camps_without_names() -> None:
    camps = Table(camps=True, equipes=("Nous", "Eux"))
    assert camps.columns == ("Nous", "Eux")
    assert camps.seats == 4
    assert camps.opening_dealer is None
    assert [camps.side_of(Seat(seat)) for seat in range(4)] == [0, 1, 0, 1]
    assert camps.side_of(Seat(3)).other == Side(0)
    unknown = Des.written(State(camps, (0, 0)), Lancer(somme=2), (1, -1))
    assert unknown.donneur is None
    assert unknown.totals == (1, -1)


def test_a_control_holds_or_not() -> None:
    assert Control(157, 157).ok
    assert not Control(157, 156).ok


def test_items_add_up_column_by_column() -> None:
    assert added([Item(Label("a"), (1, -1)), Item(Label("b"), (2, 5))], 2) == (3, 4)
    assert added([], 3) == (0, 0, 0)


def test_settings_without_objections_have_none() -> None:
    assert Des().setting_faults(TABLE) == ()
