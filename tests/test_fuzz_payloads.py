"""Arbitrary input: reading and judging never raise, and every refusal has a sentence in every language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from decimal import Decimal
from typing import Any

from hypothesis import example as worked
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules.adjustment import LineOf
from scorekeeper.cards.rules.contract import Doubt, Fault, Label, Seat, Table
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import Replay, extend, replay
from scorekeeper.i18n import LANGUAGES, speaking
from tests.examples import every_game, examples_of
from tests.play import House, entries, houses_of, payloads_of, sheets

NUMBERS = st.one_of(
    st.integers(-3, 20),
    st.integers(),
    st.sampled_from([0, 1, 2, 91, 157, 253, 10**30, -(10**30)]),
    st.decimals(allow_nan=True, allow_infinity=True),
    st.sampled_from([Decimal("0.5"), Decimal("-0"), Decimal("1E+400"), Decimal("40.25"), Decimal("NaN")]),
)
ODD_TEXT = st.sampled_from(
    ["", " ", "A", "B", "a", "AB", "Alice", "\u202eevil", "%(x)s", "%s", "<b>", "null", "é" * 300, "\x00"]
)
GAP = re.compile(r"%\(\w+\)s")
"""A gap that was not filled; typed text may contain a part of one."""
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, ODD_TEXT, st.text(max_size=8))
JSON = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


def keyed(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """Draw objects with the right keys and arbitrary values."""
    record = game.rules.ENTRY
    return st.fixed_dictionaries({}, optional=dict.fromkeys([*record.kinds, "autre"], JSON))


def check_sentences(labels: Iterable[Label | Fault | Doubt], game: Game, table: Table) -> None:
    """Assert that each has a sentence in each language, with all its gaps filled."""
    for item in labels:
        for language in LANGUAGES:
            with speaking(language):
                sentence = message_of(item, game.words, table)
            assert sentence.strip(), item
            assert not GAP.search(sentence.replace("%(x)s", "")), item


def judged(game: Game, sheet: Replay, raw: Any) -> None:
    """Read an entry, judge it, mark it when possible, and check all resulting sentences."""
    table = sheet.table
    try:
        entry = LineOf(game.rules).read(raw, table)
    except Unreadable as unreadable:
        check_sentences(unreadable.faults, game, table)
        return
    longer = extend(sheet, len(sheet.marked) + 1, entry)
    check_sentences((item.fault for item in longer.faults), game, table)
    if len(longer.marked) == len(sheet.marked):
        assert longer.faults
        return
    marked = longer.marked[-1]
    check_sentences(marked.doubts, game, table)
    check_sentences((item.label for item in marked.row.detail), game, table)
    check_sentences([game.sentence(marked), game.brief(marked)], game, table)
    ended = longer.outcome
    check_sentences([ended.reason] if ended else game.wording.progress(longer), game, table)
    check = None if marked.aside else game.line_check(marked)
    assert check is None or isinstance(check, int)
    for place in range(len(table.players)):
        counts = game.tallies(marked, Seat(place))
        kinds = {code for kind in game.account.kinds for code in (f"genre-{kind}", f"genre-{kind}-reussi")}
        check_sentences((Label(f"tally-{code}") for code in counts.keys() - kinds), game, table)
        check_sentences(
            (game.account.placed(longer, column) for column in range(len(table.columns))), game, table
        )
        assert all(isinstance(count, int) for count in counts.values())


def opened(house: House) -> Replay:
    """Return a sheet without entries."""
    return replay(house.rules, house.table, ())


@every_game
@given(data=st.data())
def test_anything_at_all_is_read_or_refused_in_words(game: Game, data: st.DataObject) -> None:
    house = data.draw(st.sampled_from(houses_of(game)))
    judged(game, opened(house), data.draw(st.one_of(JSON, keyed(game))))


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Yield the path of every part of a JSON value, the whole value first."""
    inner: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, Mapping):
        inner = value.items()
    elif isinstance(value, Sequence) and not isinstance(value, str):
        inner = enumerate(value)
    return [path, *(place for key, item in inner for place in places_in(item, (*path, key)))]


@st.composite
def near_misses(draw: st.DrawFn, game: Game, house: House) -> Any:
    """Draw a possible entry with one or two changed parts."""
    raw: Any = deepcopy(draw(entries(game, house)))
    donors = [raw, *(deepcopy(example.entry) for example in examples_of(game) if example.entry)]
    for _ in range(draw(st.integers(1, 3))):
        *above, last = draw(st.sampled_from(places_in(raw)[1:] or [("note",)]))
        holder = raw
        for key in above:
            holder = holder[key]
        change = draw(st.sampled_from(["junk", "junk", "drop", "add", "other"]))
        if change == "drop":
            if holder:
                del holder[last]
            if not raw:
                break
        elif change == "add" and isinstance(holder, dict):
            holder[draw(st.one_of(ODD_TEXT, st.sampled_from(house.table.players or ("A",))))] = draw(JSON)
        elif change == "other":
            donor = draw(st.sampled_from(donors))
            for key in draw(st.sampled_from(places_in(donor))):
                donor = donor[key]
            holder[last] = deepcopy(donor)
        else:
            holder[last] = draw(JSON)
    return raw


@every_game
@given(data=st.data())
def test_a_near_miss_is_read_or_refused_in_words(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game, most=3))
    house = House(sheet.rules, sheet.table)
    judged(game, sheet, data.draw(near_misses(game, house)))


@every_game
@given(data=st.data())
def test_every_entry_that_could_be_is_judged_in_words(game: Game, data: st.DataObject) -> None:
    """Entries are judged also after the end, and on sheets with other settings than those of the example."""
    sheet = data.draw(sheets(game))
    judged(game, sheet, data.draw(entries(game, House(sheet.rules, sheet.table))))
    own = payloads_of(game)
    if own is not None:
        judged(game, sheet, data.draw(own(sheet.rules, sheet.table)))


@every_game
def test_every_example_has_sentences(game: Game) -> None:
    for example in examples_of(game):
        check_sentences(example.refusals(), game, example.table)
        if example.accepted and example.entry is not None:
            judged(game, example.sheet(), example.entry)


@every_game
@given(raw=st.one_of(JSON, st.just({})), key=st.text(max_size=5))
@worked(raw={}, key="x")
def test_any_settings_are_read_or_refused_in_words(game: Game, raw: Any, key: str) -> None:
    record = game.rules.SETTINGS
    tables = {house.table for house in houses_of(game)}
    for settings in (raw, {key: raw}, *({known: raw} for known in record.kinds)):
        for table in tables:
            try:
                rules = record.read(settings, table)
            except Unreadable as unreadable:
                check_sentences(unreadable.faults, game, table)
                continue
            check_sentences(rules.setting_faults(table), game, table)
            check_sentences(game.settings_in_words(rules), game, table)


@every_game
def test_settings_of_every_house_have_sentences(game: Game) -> None:
    for house in houses_of(game):
        labels = game.settings_in_words(house.rules)
        assert labels or not game.rules.SETTINGS.kinds
        check_sentences(labels, game, house.table)


def typed(form_fields: Iterable[str]) -> st.SearchStrategy[dict[str, list[str]]]:
    """Draw form fields, as a browser or any other client may send them."""
    texts = st.one_of(
        ODD_TEXT, st.text(max_size=6), st.integers(-5, 260).map(str), st.sampled_from(["1", "40,5", "½"])
    )
    return st.fixed_dictionaries({}, optional={name: st.lists(texts, max_size=3) for name in form_fields})


@every_game
@given(data=st.data())
def test_any_form_is_answered(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game, most=3))
    empty = game.form(None, rules=sheet.rules, state=sheet.state)
    accepted = [
        example
        for example in examples_of(game)
        if example.accepted and example.table.players == sheet.table.players
    ]
    fields: dict[str, list[str]] = {}
    chosen = data.draw(st.sampled_from([None, *accepted]))
    if chosen is not None and chosen.entry is not None:
        fields = dict(game.form.formdata(chosen.entry, chosen.state()))
    fields |= data.draw(typed([field.name for field in empty]))
    form = game.form(MultiDict(fields), rules=sheet.rules, state=sheet.state)
    taken = form.validate()
    assert not (taken and form.faults)
    assert all(isinstance(hint, str) for hint in form.hints().values())
    preview = form.line
    assert preview is not None or not taken
    if preview is not None:
        check_sentences([game.sentence(preview)], game, sheet.table)


@every_game
@given(data=st.data())
def test_empty_form_lists_missing_values_only(game: Game, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game, most=2))
    form = game.form(MultiDict(), rules=sheet.rules, state=sheet.state)
    form.hints()
    record = game.rules.ENTRY
    if game.definition and record.kinds.keys() == record.defaults.keys():
        return  # all fields of a declared game may have defaults, so that an empty line is complete
    assert not form.validate()
    assert form.faults
    assert form.line is None
