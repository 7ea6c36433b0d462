"""The tables published by the rules agree with the judge, for every number in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.catalogue import GAMES
from scorekeeper.cards.catalogue import game as game_of
from scorekeeper.cards.game_api.form import EntryForm
from scorekeeper.cards.game_api.form_fields import Known, known_document
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import say
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import judge
from tests.examples import examples_of
from tests.play import House, houses_of

TELLING = tuple(game for game in GAMES if any(game.known(h.rules, h.table) for h in houses_of(game)))
CAMPS = Table(("Anne", "Benoît", "Chloé", "David"), camps=True)


@dataclass(frozen=True)
class Told:
    """One table of a game, as data and as it was made."""

    house: House
    known: Known
    data: Mapping[str, Any]
    said: tuple[str, ...]

    def refusal(self, case: tuple[str, ...], numbers: tuple[int, ...]) -> str | None:
        """Return the sentence that a tablet finds in the table."""
        place = 0
        for number in numbers:
            place = place * self.data["wide"] + number
        runs = self.data["runs"][self.data["cases"]["|".join(case)]]
        found = [what for first, last, what in runs if first <= place <= last]
        assert len(found) < 2
        return self.said[found[0]] if found else None


def told_by(game: Game) -> Iterator[Told]:
    """Return the tables of all houses that differ."""
    seen: list[Any] = []
    for house in houses_of(game):
        tables = game.known(house.rules, house.table)
        data = known_document(tables, game.words, house.table)
        if data in seen:
            continue
        seen.append(data)
        for known, table in zip(tables, data["tables"], strict=True):
            yield Told(house, known, table, tuple(data["said"]))


def filled(game: Game, told: Told, case: tuple[str, ...]) -> EntryForm:
    """Return the form of an example's accepted line, with these fields changed."""
    rules, table = told.house.rules, told.house.table
    state = rules.opening(table)
    for example in examples_of(game):
        if example.table.seats != table.seats:
            continue
        for payload in filter(None, (*example.before, example.entry)):
            try:
                entry = rules.ENTRY.read(payload, table)
            except Unreadable:
                continue
            fields: dict[str, list[str]] = game.form.formdata(payload, state)
            if rules.faults(state, entry) or not all(
                any(fields.get(name, ())) for name in told.known.numbers
            ):
                continue
            chosen = {**fields, **{name: [value] for name, value in zip(told.known.by, case, strict=True)}}
            pairs = [(name, value) for name, values in chosen.items() for value in values if value]
            return game.form(MultiDict(pairs), rules=rules, state=state)
    raise AssertionError(f"no example of {game.key} fills {told.known.numbers}")


def typed(number: int, unit: int) -> str:
    whole, half = divmod(number, unit)
    return f"{whole},5" if half else str(whole)


def judged(form: EntryForm, told: Told, numbers: tuple[int, ...]) -> tuple[Fault, ...]:
    """Return the refusals of the rules beside the field when these numbers are typed."""
    for name, number in zip(told.known.numbers, numbers, strict=True):
        form[name].data = typed(number, told.known.unit)
    try:
        entry = form.rules.ENTRY.read(form.payload(), form.table)
    except Unreadable as unreadable:
        entry = unreadable
    faults = judge(form.rules, replace(form.state, line=1), entry)
    beside = form[told.known.numbers[0]]
    return tuple(fault for fault in faults if form.field_for(fault.field) is beside)


@pytest.mark.quick("libre", "differenzler", "couillon", "cochonnet", "coiffeur")
@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=[pytest.mark.soak] * (game.key == "jass")) for game in TELLING],
    ids=lambda game: game.key,
)
def test_tables_and_judge_agree_on_every_number(game: Game) -> None:
    for told in told_by(game):
        every = {(case, numbers): None for case in told.known.cases() for numbers in told.known.places()}
        codes = {fault.code for at in every if (fault := told.known.fault(*at)) is not None}
        for case in told.known.cases():
            form = filled(game, told, case)
            for numbers in told.known.places():
                found = [fault for fault in judged(form, told, numbers) if fault.code in codes]
                said = [say(fault, game.words, told.house.table) for fault in found]
                refusal = told.refusal(case, numbers)
                assert said == ([] if refusal is None else [refusal]), (case, numbers)


def sentence(game: Game, table: Table, case: str, *numbers: int) -> str | None:
    """Return the sentence of the first table of the usual rules."""
    rules = game.rules()
    data = known_document(game.known(rules, table), game.words, table)
    house, (known, *_) = House(rules, table), game.known(rules, table)
    told = Told(house, known, data["tables"][0], tuple(data["said"]))
    return told.refusal(tuple(case.split("|")) if case else (), numbers)


def test_what_is_known_of_a_donne_of_tarot() -> None:
    tarot, table = game_of("tarot"), Table(CAMPS.players)
    # Numbers are in halves: 90 and 85 points with two bouts, 12 of the defence where 6 to 78 are left, and a half.
    refused = sentence(tarot, table, "jouee|attaque|prise|2", 180)
    assert refused is not None
    assert "13 à 85" in refused
    assert sentence(tarot, table, "jouee|attaque|prise|2", 170) is None
    refused = sentence(tarot, table, "jouee|attaque|prise|2", 81)
    assert refused is not None
    assert "40 ou 41" in refused


def test_what_is_known_of_the_other_games() -> None:
    jass, couillon, cochonnet = map(game_of, ("jass", "couillon", "cochonnet"))
    for points, possible in ((0, True), (1, False), (155, True), (156, False), (157, True), (158, False)):
        assert (sentence(jass, CAMPS, "A|pique|||", points) is None) is possible
    # 40 points in all, at least 12 of them in sixteen cards; 37 take all four tricks.
    for pair, possible in (
        ((20, 20), True),
        ((20, 21), False),
        ((5, 6), False),
        ((37, 1), False),
        ((37, 0), True),
    ):
        assert (sentence(couillon, CAMPS, "", *pair) is None) is possible
    # Seven cochonnets: 2 2 2 2 3 3 3 at least, 30 30 30 30 25 25 25 at most.
    for total, possible in ((16, False), (17, True), (195, True), (196, False)):
        assert (sentence(cochonnet, CAMPS, "totaux|A||", total) is None) is possible


def test_what_is_known_of_a_camp_of_belote() -> None:
    # 152 in the cards and 10 for the last trick; no set of cards counts 1.
    for key in ("belote", "coinche"):
        for points, possible in ((0, True), (1, False), (82, True), (161, False), (162, True), (163, False)):
            assert (sentence(game_of(key), CAMPS, "B|pique|||", points) is None) is possible
