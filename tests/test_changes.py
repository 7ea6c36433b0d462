"""Changes of players in the rules and in the file: worked sheets in literal numbers, and laws for every game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.changes import TableChange, faults, seated
from scorekeeper.cards.rules.contract import State, Table
from scorekeeper.cards.rules.replay import Replay, replay
from scorekeeper.cards.sheet_file import CHANGES, BadSheet, SheetFile, read_sheet, sheet_document
from scorekeeper.i18n import typeset
from tests.examples import every_game
from tests.play import plain, sheets

DATA = tomllib.loads(
    Path(__file__).with_suffix("").with_name("changes.toml").read_text("utf-8"), parse_float=Decimal
)
FILE_KEYS = ("game", "players", "settings", "entries", "changes", "equipes")
worked = pytest.mark.parametrize("case", DATA["sheet"], ids=lambda case: case["name"])
refused = pytest.mark.parametrize("case", DATA["refused"], ids=lambda case: case["name"])


def document(case: Mapping[str, Any]) -> dict[str, Any]:
    return {"format": "scorekeeper/1", **{key: case[key] for key in FILE_KEYS if key in case}}


@worked
def test_worked_sheet_has_these_scores_and_totals(case: Mapping[str, Any]) -> None:
    sheet = read_sheet(document(case)).replay()
    assert list(sheet.table.columns) == case["columns"]
    assert [list(marked.row.scores) for marked in sheet.marked] == case["scores"]
    assert list(sheet.totals) == case["totals"]
    assert [
        [*map(sum, zip(*(item.scores for item in marked.row.detail), strict=True))] for marked in sheet.marked
    ] == case["scores"]
    if "dealers" in case:
        dealt = [
            (marked.before.table, sheet.rules.dealer(marked.before, marked.entry)) for marked in sheet.marked
        ]
        assert [seat is not None and table.players[seat] for table, seat in dealt] == case["dealers"]


@worked
def test_lines_belong_to_their_players(case: Mapping[str, Any]) -> None:
    sheet = read_sheet(document(case)).replay()
    rangs = [marked.rang for marked in sheet.marked]
    if "people" in case:
        assert set(sheet.seating.everybody()) == set(case["people"])
        for name, own in case["people"].items():
            assert [rang for rang in rangs if name in sheet.seating.people_at(rang)] == own


@worked
def test_a_worked_sheet_is_written_as_it_was_read(case: Mapping[str, Any]) -> None:
    read = read_sheet(document(case))
    written = sheet_document(read)
    assert written == {key: value for key, value in document(case).items() if value or key == "settings"} | {
        "settings": case.get("settings", {})
    }
    assert read_sheet(written) == read
    assert not list(Draft202012Validator(CHANGES.schema()).iter_errors(plain(written["changes"])))


@refused
def test_invalid_change_is_refused_with_its_faults(case: Mapping[str, Any]) -> None:
    with pytest.raises(BadSheet) as caught:
        read_sheet(document(case))
    listed = caught.value.document()["faults"]
    assert {fault["field"]: fault["code"] for fault in listed} == case["faults"]
    assert all(fault["entry"] is None for fault in listed)
    assert {fault["message"] for fault in listed} >= set(map(typeset, case.get("says", ())))


def test_entries_after_a_refused_change_are_not_blamed_for_it() -> None:
    raw = document(DATA["sheet"][0])
    raw["changes"] = [{"after": 2, "players": ["Anne", "Benoît"]}]
    with pytest.raises(BadSheet) as caught:
        read_sheet(raw)
    assert [item.fault.field for item in caught.value.faults] == ["changes.0.players"]


def file_of(game: Game, sheet: Replay, *changes: TableChange) -> SheetFile:
    entries = tuple(marked.entry for marked in sheet.marked)
    return SheetFile(game, sheet.rules, sheet.table, entries, changes=changes)


def again(game: Game, sheet: Replay, *changes: TableChange) -> Replay:
    """Return the sheet with these changes after a round trip through its file; entries are read by the new names."""
    now = file_of(game, sheet, *changes)
    read = read_sheet(sheet_document(now))
    assert sheet_document(read) == sheet_document(now)
    return read.replay()


def figures(sheet: Replay) -> tuple[Any, ...]:
    rows = [(marked.row.scores, marked.after.totals, marked.after.donneur) for marked in sheet.marked]
    return rows, sheet.totals, sheet.outcome and sheet.outcome.winners, sheet.control


@every_game
@given(data=st.data())
def test_a_new_name_changes_no_number(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game))
    players = sheet.table.players
    if not players:
        return
    seat = data.draw(st.integers(0, len(players) - 1))
    after = data.draw(st.integers(0, len(sheet.marked)))
    names = tuple("Nouvelle" if place == seat else name for place, name in enumerate(players))
    for key in ("replaces", "renames"):
        change = TableChange(after, names, **{key: (("Nouvelle", players[seat]),)})
        other = again(game, sheet, change)
        assert figures(other) == figures(sheet)
        assert other.table.players == names
        own = [other.seating.people_at(marked.rang).get("Nouvelle") for marked in other.marked]
        assert own == [seat if key == "renames" or marked.rang > after else None for marked in other.marked]


@every_game
@given(data=st.data())
def test_chairs_that_are_swapped_back_change_no_score(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game))
    players = sheet.table.players
    if not players:
        return
    after = data.draw(st.integers(0, len(sheet.marked)))
    other = (*players[2:3], players[1], *players[:1], *players[3:])
    sheet = again(game, sheet, TableChange(after, other), TableChange(after, players))
    assert figures(sheet) == figures(
        replay(sheet.rules, sheet.seating.opening, [(m.rang, m.entry) for m in sheet.marked])
    )
    assert [marked.before.table.present for marked in sheet.marked] == [players] * len(sheet.marked)


@every_game
def test_people_come_and_go_where_the_game_allows_it(game: Game) -> None:
    names = (
        "Anne",
        "Benoît",
        "Chloé",
        "David",
        "Émile",
        "Fanny",
        "Gaël",
        "Hugo",
        "Inès",
        "Jules",
        "Karim",
        "Lise",
        "Marc",
    )
    most, least = max(game.rules.SEATS), min(game.rules.SEATS)
    many, few = Table(names[:most], game.rules.CAMPS), Table(names[:least], game.rules.CAMPS)
    for table, players in ((many, names[: most - 1]), (few, names[: least + 1])):
        codes = {fault.code for fault in faults(game.rules, table, TableChange(0, players))}
        assert (not codes) is (game.rules.VARIES and len(players) in game.rules.SEATS), players


@given(count=st.integers(0, 5))
def test_absent_player_scores_nothing(count: int) -> None:
    raw = document(DATA["sheet"][0])
    raw["entries"] = [*raw["entries"][:4], *([{"statut": "passee"}] * count)]
    raw["changes"] = raw["changes"][:2]
    sheet = read_sheet(raw).replay()
    assert all(marked.row.scores[1] == marked.row.scores[3] == 0 for marked in sheet.marked[3:])
    assert sheet.control is not None
    assert sheet.control.ok


def test_the_last_change_taken_away_leaves_the_table_as_it_was() -> None:
    read = read_sheet(document(DATA["sheet"][0]))
    before = read.seating
    shorter = seated(before.opening, before.changes[:-1])
    assert shorter.now == before.stages[-2]
    assert before.opening == read.table
    assert seated(read.table, ()).now == read.table


def joined(tables: Sequence[Table]) -> set[int]:
    return {len(table.players) for table in tables}


def test_every_table_of_a_sheet_has_all_its_columns() -> None:
    assert joined(read_sheet(document(DATA["sheet"][0])).seating.stages) == {5}


def test_the_sheet_before_a_struck_line_is_at_the_table_of_then() -> None:
    garde = {"preneur": "Anne", "contrat": "garde", "bouts": 2, "points": 56}
    people = ["Anne", "Benoît", "Chloé", "David"]
    change = {"players": [*people[:3], "Émile"], "replaces": {"Émile": "David"}}
    raw = {"format": "scorekeeper/1", "game": "tarot", "players": people, "entries": [garde] * 3}

    def before(struck: int) -> State:
        read = read_sheet({**raw, "changes": [{**change, "after": struck}]})
        kept = [(rang, entry) for rang, entry in enumerate(read.entries, 1) if rang != struck]
        return replay(read.rules, read.seating, kept).state_before(struck)

    second, first = before(2), before(1)
    assert second.table.players == first.table.players == tuple(people)
    assert (second.totals, first.totals) == ((240, -80, -80, -80), (0, 0, 0, 0))
