"""Laws of every game."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, fields, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scorekeeper.cards.catalogue import GAMES
from scorekeeper.cards.catalogue import game as game_of
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.games.declared.rules.definition import DEFINITION
from scorekeeper.cards.rules.adjustment import LineOf
from scorekeeper.cards.rules.contract import Entry, Seat, Table
from scorekeeper.cards.rules.replay import Marked, Replay, extend, replay
from scorekeeper.cards.sheet_file import CHANGES
from scorekeeper.tournaments.options import paper_faults
from tests.examples import ACCEPTED, EVERY_GAME, EXAMPLES, Example, every_game
from tests.play import TRIES, filled, plain, sheets

every_accepted = pytest.mark.parametrize("example", ACCEPTED, ids=lambda example: example.id)

ZERO_SUM = frozenset({"tarot"})
"""Games in which the scores of a line add up to 0."""

SCHEMA_JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**9,
    0.25,
    "",
    "inconnu",
    [None],
    [[]],
    {"?": 1},
    [1, 2, 3, 4, 5, 6, 7],
)


def test_each_strategy_belongs_to_a_game() -> None:
    written = {
        path.stem.removeprefix("strategies_") for path in Path(__file__).parent.glob("games/strategies_*.py")
    }
    assert written == {game.home for game in EVERY_GAME}


@pytest.mark.quick("tarot", "jass", "couillon", "maison-skyjo")
@every_game
def test_most_generated_entries_are_accepted(game: Game) -> None:
    """The laws below would also hold for empty sheets."""
    lengths: list[int] = []

    @settings(phases=[Phase.generate], database=None, max_examples=50)  # with fewer, "most" means nothing
    @given(sheets(game))
    def invent(sheet: Replay) -> None:
        lengths.append(len(sheet.marked))

    invent()
    assert sum(length > 0 for length in lengths) > len(lengths) / 2
    assert max(lengths) >= 2


def played_again(sheet: Replay, table: Table | None = None) -> Replay:
    """Return the sheet after a round trip through its file, with each entry written and read at the (other) table."""
    rules, read_at = sheet.rules, table or sheet.table
    entries = [
        LineOf(rules).read(LineOf(rules).write(marked.entry, sheet.table), read_at) for marked in sheet.marked
    ]
    return replay(rules, read_at, enumerate(entries, 1))


@every_game
@given(data=st.data())
def test_the_items_of_a_row_add_up_to_its_scores(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game))
    for marked in sheet.marked:
        row = marked.row
        assert len(row.scores) == len(sheet.table.columns)
        sums = [sum(item.scores[column] for item in row.detail) for column in range(len(row.scores))]
        assert sums == list(row.scores)
        assert all(type(score) is int for item in row.detail for score in item.scores)


@every_game
@given(data=st.data())
def test_totals_run_and_the_control_at_the_foot_holds(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game))
    for marked in sheet.marked:
        running = zip(marked.before.totals, marked.row.scores, strict=True)
        assert marked.after.totals == tuple(total + score for total, score in running)
        assert marked.after.rang == marked.before.rang + 1
        if game.key in ZERO_SUM:
            assert sum(marked.row.scores) == 0
    if sheet.control is not None:
        assert sheet.control.ok
        assert sheet.control.actual == sheet.rules.control(sheet.state).actual  # type: ignore[union-attr]


@every_game
@given(data=st.data())
def test_a_whole_partie_gives_totals_that_a_tournament_takes(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game))
    if sheet.outcome is not None:
        assert paper_faults(sheet.rules, game, (), sheet.totals) == ()


@every_game
def test_demonstration_play_is_read_and_mostly_accepted(game: Game) -> None:
    for seats in game.rules.SEATS:
        rules, table = game.rules(), Table(tuple("ABCDEFGHIJKL"[:seats]), game.rules.CAMPS)
        rng = Random(seats)  # noqa: S311 - an example, not a secret
        sheet, taken = replay(rules, table, ()), 0
        for _ in range(TRIES):
            longer = extend(sheet, 1, rules.ENTRY.read(game.demo(rng, rules, sheet.state), table))
            if not longer.faults:
                taken += 1
                # A new partie after each end.
                sheet = replay(rules, table, ()) if longer.outcome else longer
        # The checks of a declared game cannot be guessed.
        assert taken > TRIES // 4 or game.definition, seats


HELD = [game for game in GAMES if game.demo_tournament]
"""Games with a tournament in the demo club."""


@pytest.mark.parametrize("game", HELD, ids=lambda game: game.key)
def test_totals_of_the_demonstration_are_those_of_a_whole_partie(game: Game) -> None:
    assert game.demo_tournament
    rules = game.rules.SETTINGS.read(dict(game.tournament.settings), Table())
    _, totals = game.demo_tournament
    for seed in range(50):
        assert paper_faults(rules, game, (), totals(Random(seed))) == ()  # noqa: S311 - an example, not a secret


@every_game
@given(data=st.data())
def test_one_more_entry_is_the_same_as_playing_all_again(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game))
    entries = [(marked.rang, marked.entry) for marked in sheet.marked]
    for length in range(len(entries) + 1):
        start = replay(sheet.rules, sheet.table, entries[:length])
        for rang, entry in entries[length : length + 1]:
            start = extend(start, rang, entry)
        assert start == replay(sheet.rules, sheet.table, entries[: length + 1])
    assert replay(sheet.rules, sheet.table, entries) == sheet


@every_game
@given(data=st.data())
def test_an_entry_is_the_same_after_it_was_written_and_read(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game))
    record = game.rules.ENTRY
    validator = Draft202012Validator(record.schema(sheet.table))
    for marked in sheet.marked:
        written = record.write(marked.entry, sheet.table)
        assert record.read(written, sheet.table) == marked.entry
        assert record.read(record.write_all(marked.entry, sheet.table), sheet.table) == marked.entry
        assert not list(validator.iter_errors(plain(written)))


def turned(table: Table, by: int) -> Table:
    """Return the table with the players one or two seats further on; the same player deals first."""
    names = (*table.players[by:], *table.players[:by])
    first = table.opening_dealer
    assert first is not None
    return replace(table, players=names, premier_donneur=Seat(names.index(table.players[first])))


@every_game
@given(data=st.data())
def test_scores_follow_the_people_when_all_move_on(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game))
    table = sheet.table
    if not table.players:
        return
    # Partners sit opposite, so the sides are unchanged when all move by two seats.
    by = 2 if table.camps else data.draw(st.integers(1, len(table.players) - 1))
    other = turned(table, by)
    again = played_again(sheet, other)
    assert again.faults == ()
    where = [0, 1] if table.camps else [other.players.index(name) for name in table.players]
    for before, after in zip(sheet.marked, again.marked, strict=True):
        assert before.row.scores == tuple(after.row.scores[column] for column in where)
        assert {doubt.code for doubt in before.doubts} == {doubt.code for doubt in after.doubts}
    assert (sheet.outcome is None) == (again.outcome is None)
    if sheet.outcome and again.outcome:
        assert {where[column] for column in sheet.outcome.winners} == set(again.outcome.winners)


@every_game
@given(data=st.data())
def test_marking_changes_neither_the_settings_nor_the_sheet(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game, most=4))
    rules, state = sheet.rules, sheet.state
    before = copy.deepcopy((rules, state))
    for marked in sheet.marked:
        rules.faults(state, marked.entry)
        rules.leaders(state)
        rules.outcome(state)
        rules.control(state)
    played_again(sheet)
    assert (rules, state) == before
    frozen: list[Any] = [rules, state, *(marked.entry for marked in sheet.marked)]
    for thing in frozen:
        with pytest.raises(FrozenInstanceError):
            setattr(thing, next((item.name for item in fields(thing)), "nothing"), None)


@every_game
@given(data=st.data())
def test_form_opens_with_the_stored_entry(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game, most=4))
    for marked in sheet.marked:
        payload = LineOf(game.rules).write(marked.entry, sheet.table)
        assert_form_says(game, sheet, marked, payload)


@every_accepted
def test_form_opens_with_the_entry_of_an_example(example: Example) -> None:
    sheet = example.played()
    assert example.entry is not None
    assert_form_says(example.game, sheet, sheet.marked[-1], example.entry)


def assert_form_says(game: Game, sheet: Replay, marked: Marked, payload: Mapping[str, Any]) -> None:
    form = filled(game, sheet.rules, marked.before, payload)
    again: Entry = LineOf(game.rules).read(form.payload(), sheet.table)
    # The dealer in turn is optional, and the form leaves it out.
    dealt = sheet.rules.dealer(marked.before, marked.entry)
    assert replace(again, donneur=None) == replace(marked.entry, donneur=None)
    assert sheet.rules.dealer(marked.before, again) == dealt
    assert not form.validate() or form.line is not None
    assert [fault.code for fault in form.faults] == []
    # The key for giving up a row of a grid settles its doubt.
    answered = {"rayee"} if getattr(form, "crossed_by_key", False) else set()
    assert {doubt.code for doubt in form.doubts} == {doubt.code for doubt in marked.doubts} - answered
    preview = form.line
    assert preview is not None
    assert preview.row == marked.row


@every_game
@given(data=st.data())
def test_leaders_and_winners_are_columns_of_the_sheet(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game))
    columns = set(range(len(sheet.table.columns)))
    leaders = sheet.rules.leaders(sheet.state)
    assert leaders
    assert set(leaders) <= columns
    if sheet.outcome is not None:
        assert sheet.outcome.winners
        assert set(sheet.outcome.winners) <= columns
        assert len(set(sheet.outcome.winners)) == len(sheet.outcome.winners)


SHAPES = {"type", "enum", "const", "anyOf", "oneOf", "required"}
OTHER_KEYWORDS = {
    *("description", "default", "not"),
    *("properties", "propertyNames", "minProperties", "maxProperties", "additionalProperties"),
    *("items", "minItems", "maxItems", "uniqueItems"),
    *("minimum", "maximum", "multipleOf", "minLength", "maxLength", "pattern"),
}
"""Other keywords used in the schemas here; a misspelt keyword would allow any value."""


def test_every_part_of_a_schema_has_a_description() -> None:
    def parts(schema: dict[str, Any]) -> list[dict[str, Any]]:
        below = [
            *(schema.get(key) for key in ("items", "additionalProperties", "propertyNames", "not")),
            *schema.get("properties", {}).values(),
        ]
        below += [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("prefixItems", ())]
        return [schema, *(part for child in below if isinstance(child, dict) for part in parts(child))]

    kinds = [kind for game in EVERY_GAME for kind in (LineOf(game.rules), game.rules.SETTINGS)]
    for part in (part for kind in (*kinds, CHANGES, DEFINITION) for part in parts(kind.schema())):
        assert part.keys() & SHAPES, part
        assert part.keys() <= SHAPES | OTHER_KEYWORDS, part


@cache
def checked_validator(schema: str) -> Draft202012Validator:
    """Return the validator of a schema, which is checked itself; most examples of a game share one."""
    Draft202012Validator.check_schema(json.loads(schema))
    return Draft202012Validator(json.loads(schema))


@every_accepted
def test_the_schema_takes_every_accepted_example(example: Example) -> None:
    for table in (None, example.table):
        validator = checked_validator(json.dumps(LineOf(example.game.rules).schema(table)))
        for entry in (*example.before, example.entry):
            assert [error.message for error in validator.iter_errors(plain(entry))] == []


@pytest.mark.parametrize(
    "example", [example for example in EXAMPLES if example.settings], ids=lambda example: example.id
)
def test_the_schema_of_the_settings_takes_those_of_the_examples(example: Example) -> None:
    validator = Draft202012Validator(example.game.rules.SETTINGS.schema())
    codes = {fault["code"] for fault in example.result.get("faults", ())}
    readable = not any(fault.code in codes for fault in example.refusals()) or example.entry is not None
    errors = [error.message for error in validator.iter_errors(plain(example.settings))]
    assert errors == [] or not readable


def schemas(game: Game) -> list[tuple[str, dict[str, Any]]]:
    return [("entry", LineOf(game.rules).schema()), ("settings", game.rules.SETTINGS.schema())]


@every_game
def test_schemas_are_valid_and_refuse_all_but_objects(game: Game) -> None:
    for _, schema in schemas(game):
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        nothing: tuple[Any, ...] = (None, True, 0, "", [], [{}])
        assert not any(validator.is_valid(junk) for junk in nothing)
        assert not validator.is_valid({"cle_de_personne": 1})


@every_game
def test_each_key_of_the_schemas_refuses_something(game: Game) -> None:
    """No key accepts any value: a wrong type or an absurd value is refused for each."""
    for _, whole in schemas(game):
        for key, part in (
            item for schema in whole.get("oneOf", [whole]) for item in schema["properties"].items()
        ):
            validator = Draft202012Validator(part)
            assert [junk for junk in SCHEMA_JUNK if not validator.is_valid(junk)], key


@every_game
def test_the_defaults_of_the_settings_are_in_their_schema(game: Game) -> None:
    rules, table = game.rules(), Table(camps=game.rules.CAMPS)
    written = rules.SETTINGS.write_all(rules, table)
    assert set(written) == set(game.rules.SETTINGS.schema()["properties"])
    assert Draft202012Validator(rules.SETTINGS.schema()).is_valid(plain(written))
    assert rules.SETTINGS.read(written, table) == rules
    assert rules.SETTINGS.read({}, table) == rules
    assert rules.SETTINGS.write(rules, table) == {}
    assert not rules.setting_faults(table)


@every_game
def test_every_setting_is_asked_for_in_words(game: Game) -> None:
    asked, there = set(game.words.settings), set(game.rules.SETTINGS.kinds)
    assert asked == there, "words.toml has a part [settings.…] for each setting, and no other"
    assert set(game.rules.SETTINGS.kinds) == {item.name for item in fields(game.rules)}


def test_the_catalogue_finds_each_game_by_its_key(game: Game) -> None:
    assert game_of(game.key) is game
    with pytest.raises(LookupError):
        game_of("jeu-inconnu")
