"""Laws of adjustments in every game: they count in the totals, and leave everything else unchanged."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scorekeeper.cards.catalogue import game as game_of
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.adjustment import Ajustement, LineOf
from scorekeeper.cards.rules.contract import Entry, Seat, State, Table
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import Replay, replay
from tests.examples import every_game
from tests.play import filled, sheets

TOTALS_COUNT = frozenset({"couillon", "maison-molkky"})
"""Games in which the scores of a donne depend on the totals before it."""
MOVED = {
    "totals",
    "line",
    "ajuste",
    "fin",
    "subite",
    "atteint",
    "out",
    "derniers",
    "arrives",
    "lignes",
    "boucles",
}
"""Parts of the state that an adjustment may change; the rest is carried over."""


def adjustment(sheet: Replay, amounts: dict[int, int]) -> Entry:
    names = ("A", "B") if sheet.table.camps else sheet.table.players
    given = {names[column]: amount for column, amount in amounts.items()}
    return LineOf(sheet.rules).read({"ajustement": given, "motif": "renonce"}, sheet.table)


def adjusted(data: st.DataObject, sheet: Replay) -> tuple[Replay, list[int]]:
    """Return the sheet with adjustments between its lines, and their sums by column; every line of it counts."""
    columns, sums = len(sheet.table.columns), [0] * len(sheet.table.columns)
    lines: list[Entry] = [marked.entry for marked in sheet.marked]
    for _ in range(data.draw(st.integers(1, 3))):
        amounts = data.draw(
            st.dictionaries(st.integers(0, columns - 1), st.sampled_from([-2, -1, 1, 2]), min_size=1)
        )
        lines.insert(data.draw(st.integers(0, len(lines))), adjustment(sheet, amounts))
        sums = [total + amounts.get(column, 0) for column, total in enumerate(sums)]
    again = replay(sheet.rules, sheet.table, enumerate(lines, 1))
    assume(not again.faults)
    return again, sums


def carried(state: State, *moved: str) -> dict[str, Any]:
    return {
        item.name: getattr(state, item.name) for item in fields(state) if item.name not in {*MOVED, *moved}
    }


def dealer_after(before: State, after: State) -> Seat | None:
    """Return the dealer after an adjustment: the same player, or the next one not eliminated by it."""
    dealt, turns = before.donneur, after.table.around
    if dealt is None or dealt not in after.out:
        return dealt
    place = turns.index(dealt)
    return next((seat for seat in (*turns[place:], *turns[:place]) if seat not in after.out), dealt)


def still_in(sheet: Replay) -> list[tuple[Seat, ...]]:
    """Return the players not eliminated before each donne and after the last, in the order of the deal."""
    return [*(marked.before.playing for marked in sheet.marked if not marked.aside), sheet.state.playing]


@every_game
@given(data=st.data())
def test_adjustments_count_in_the_totals_and_nowhere_else(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game, most=5))
    again, sums = adjusted(data, sheet)
    assert again.state.ajuste == tuple(sums)
    donnes = [marked for marked in again.marked if not marked.aside]
    same = still_in(again) == still_in(sheet)
    if game.key not in TOTALS_COUNT:
        assert [marked.row for marked in donnes] == [marked.row for marked in sheet.marked]
        assert again.totals == tuple(total + more for total, more in zip(sheet.totals, sums, strict=True))
        moved = () if same else ("donneur",)
        assert carried(again.state, *moved) == carried(sheet.state, *moved)
    if same:
        assert [marked.before.donneur for marked in donnes] == [
            marked.before.donneur for marked in sheet.marked
        ]
    assert again.state.rang == sheet.state.rang
    for marked in again.marked:
        running = zip(marked.before.totals, marked.row.scores, strict=True)
        assert marked.after.totals == tuple(map(sum, running))
        if marked.aside:
            assert carried(marked.after, "donneur") == carried(marked.before, "donneur")
            assert marked.after.rang == marked.before.rang
            assert marked.after.line == marked.before.line + 1
            assert marked.after.donneur == dealer_after(marked.before, marked.after)
    if sheet.control is None:
        assert again.control is None
    else:
        assert again.control == sheet.control


@every_game
@given(data=st.data())
def test_an_adjustment_is_written_read_and_shown_as_it_is(game: Game, data: st.DataObject) -> None:
    again, _ = adjusted(data, data.draw(sheets(game, most=2)))
    kind = LineOf(game.rules)
    validator = Draft202012Validator(kind.schema(again.table))
    assert not validator.is_valid({"ajustement": {"Personne": 5}, "motif": "renonce"})
    for marked in again.marked:
        if not marked.aside:
            continue
        written = kind.write(marked.entry, again.table)
        assert not list(validator.iter_errors(written))
        assert kind.read(written, again.table) == marked.entry
        assert marked.entry.dealt_by(again.state.donneur) == marked.entry
        form = filled(game, again.rules, marked.before, written)
        assert form.payload() == written
        assert game.tallies(marked, 0) == {}  # type: ignore[arg-type]


@every_game
def test_an_adjustment_has_nothing_of_a_donne(game: Game) -> None:
    table = Table(tuple("ABCDEF"[: game.rules.SEATS[0]]), game.rules.CAMPS)
    kind, entry = LineOf(game.rules), {"ajustement": {"A": 5}, "motif": "renonce", "note": "à revoir"}
    read = kind.read(entry, table)
    assert isinstance(read, Ajustement)
    assert read.note == "à revoir"
    for key in {"donneur", *game.rules.ENTRY.kinds} - {"note"}:
        with pytest.raises(Unreadable) as refused:
            kind.read({**entry, key: 1}, table)
        assert [(fault.code, fault.field) for fault in refused.value.faults] == [("cle-inconnue", key)]


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({"ajustement": {"A": 1.5}, "motif": "x"}, ("nombre-entier", "ajustement.A")),
        ({"ajustement": {"A": 1_000_001}, "motif": "x"}, ("hors-limites", "ajustement.A")),
        ({"ajustement": {"A": True}, "motif": "x"}, ("nombre-entier", "ajustement.A")),
        ({"ajustement": {"C": 5}, "motif": "x"}, ("cle-inconnue", "ajustement.C")),
        ({"ajustement": {"anne": 5}, "motif": "x"}, ("ajustement-par-camp", "ajustement.anne")),
        ({"ajustement": [5, 5], "motif": "x"}, ("objet-attendu", "ajustement")),
        ({"ajustement": {}, "motif": "x"}, ("ajustement-vide", "ajustement")),
        ({"ajustement": {"A": 0}, "motif": "x"}, ("ajustement-nul", "ajustement.A")),
        ({"ajustement": {"A": 5}}, ("cle-manquante", "motif")),
        ({"ajustement": {"A": 5}, "motif": "  "}, ("motif-attendu", "motif")),
        ({"ajustement": {"A": 5}, "motif": "x" * 121}, ("texte-trop-long", "motif")),
        ({"ajustement": {"A": 5}, "motif": 3}, ("texte-attendu", "motif")),
        ({"ajustement": {"A": 5}, "motif": "x", "note": "y" * 201}, ("texte-trop-long", "note")),
    ],
)
def test_invalid_adjustment_is_refused(entry: dict[str, Any], fault: tuple[str, str]) -> None:
    rules = game_of("jass").rules
    with pytest.raises(Unreadable) as refused:
        LineOf(rules).read(entry, Table(("Anne", "A", "Chloé", "David"), camps=True))
    assert [(item.code, item.field) for item in refused.value.faults] == [fault]
