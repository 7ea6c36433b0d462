"""The rules in a browser: examples and random lines of every game are judged there as by our own Python."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.catalogue import GAMES
from scorekeeper.cards.catalogue import game as game_of
from scorekeeper.cards.game_api.examples import Example, examples_of
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.games.declared.game import shown_examples
from scorekeeper.cards.judging import Judge, sheet_base
from scorekeeper.cards.rules.contract import State
from scorekeeper.cards.sheet_file import BadSheet, SheetFile, read_sheet
from scorekeeper.i18n import LANGUAGES, speaking
from tests.browser.table import Hands
from tests.cards.games.test_maison import FILES, shipped
from tests.soak import FULL

HOUSE = [path.stem for path in FILES]
LINES = 12
"""Lines of a random sheet."""
RUN = """async ([url, questions]) => {
    const worker = new Worker(url), answers = [];
    const heard = () => new Promise((done) => worker.addEventListener("message", ({ data }) => done(data.text), { once: true }));
    for (const text of questions) {
        const answer = heard();
        worker.postMessage({ number: 0, text });
        answers.push(await answer);
    }
    worker.terminate();
    return answers;
}"""
"""Puts questions to a worker, one after the other."""
Fields = Mapping[str, list[str]]


class Questions:
    """Questions to the worker, and what our own Python answers."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.asked: list[str] = []
        self.expected: list[Any] = []

    def line(self, game: Game, base: dict[str, Any], waiting: Sequence[Fields], fields: Fields) -> Judge:
        """Ask what a line would give after those that wait, and what the sheet is with it. Return that sheet."""
        with speaking(self.language):
            before, rows = Judge.of(game, base).counted([sent(each) for each in waiting])
            after, row = before.counted([sent(fields)])
            answer = {"rows": rows, "standing": before.standing(), "line": before.judged(sent(fields))}
            self.expected += [answer, {"rows": [*rows, *row], "standing": after.standing()}]
        begun = {} if waiting else {"base": base}
        self.asked += [
            json.dumps({**begun, "waiting": waiting, "fields": fields}),
            json.dumps({"waiting": [*waiting, fields]}),
        ]
        return after

    def compare(self, tablet: Page, base: str) -> None:
        """Assert that the worker answers as expected."""
        address = script_of(tablet, base, self.language)
        answers = [json.loads(text or "null") for text in tablet.evaluate(RUN, [address, self.asked])]
        expected = json.loads(json.dumps(self.expected, default=str))
        assert len(answers) >= 8
        assert [pair for pair in zip(self.asked, answers, expected, strict=True) if pair[1] != pair[2]] == []


def sent(fields: Fields) -> MultiDict[str, str]:
    return MultiDict([(name, value) for name, values in fields.items() for value in values])


def fields_of(game: Game, entry: Mapping[str, Any], state: State) -> dict[str, list[str]]:
    data = game.form_for(entry).formdata(entry, state)
    return {name: [str(value) for value in values] for name, values in data.items()}


def base_of(read: SheetFile) -> dict[str, Any]:
    base = sheet_base(read.game, read.rulings, read.seating, read.replay(), len(read.entries) + 1)
    return json.loads(json.dumps(base, default=float))  # type: ignore[no-any-return]


def examples(game: Game) -> Iterator[tuple[Example, dict[str, Any]]]:
    """Yield the examples of a game whose sheet can be read, with the sheet before its entry as a document."""
    for example in (shown_examples if game.definition else examples_of)(game):
        document = json.loads(json.dumps(example.sheet(game, with_entry=False), default=float))
        with suppress(BadSheet):
            read_sheet(document)
            yield example, document


def ask_examples(questions: Questions, game: Game, most: int) -> None:
    """Ask of at most so many examples of a game."""
    for example, document in [*examples(game)][:most]:
        if example.entry is not None:
            read = read_sheet(document)
            fields = fields_of(read.game, example.entry, read.replay().state)
            questions.line(read.game, base_of(read), [], fields)


def ask_random(questions: Questions, game: Game, lines: int) -> None:
    """Ask of so many lines as the demonstration plays them; every fifth has a figure that is mostly impossible."""
    rng = Random(29)  # noqa: S311
    _, document = next(examples(game))
    while lines > 0:
        read = read_sheet({**document, "entries": []})
        base, judge = base_of(read), Judge.of(read.game, base_of(read))
        waiting: list[Fields] = []
        while len(waiting) < LINES and lines > 0 and judge.sheet.outcome is None:
            entry = read.game.demo(rng, judge.sheet.rules, judge.sheet.state)
            fields = fields_of(read.game, json.loads(json.dumps(entry, default=float)), judge.sheet.state)
            lines -= 1
            figures = [name for name, values in fields.items() if values and values[0].isdigit()]
            if lines % 5 == 0 and figures:
                wrong = {**fields, rng.choice(figures): [str(rng.choice((1, 37, 158, 9999)))]}
                questions.line(read.game, base, waiting, wrong)
            judge = questions.line(read.game, base, waiting, fields)
            waiting.append(fields)


def script_of(tablet: Page, base: str, language: str) -> str:
    """Return the address of the worker's script."""
    hands = Hands(tablet, base)
    hands.open_sheet({"game": "jass", "players": ["Anne", "Bruno", "Chloé", "David"]})
    rules = tablet.request.get(f"{tablet.url.partition('#')[0]}/base.json").json()["script"]
    return f"{rules.rpartition('/')[0]}/{language}.js"


def test_a_browser_judges_as_the_server_does(tablet: Page, base: str) -> None:
    questions = Questions("fr")
    for game in (*map(game_of, ("tarot", "jass", "couillon")), shipped("skyjo")):
        ask_examples(questions, game, 8)
        ask_random(questions, game, 5)
    questions.compare(tablet, base)


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES if FULL else ["de"])
def test_a_browser_judges_every_game_as_the_server_does(tablet: Page, base: str, language: str) -> None:
    questions = Questions(language)
    for game in (*GAMES, *map(shipped, HOUSE))[:: 1 if FULL else 2]:
        ask_examples(questions, game, 1000 if FULL else 3)
        ask_random(questions, game, 200 if FULL else 3)
    questions.compare(tablet, base)
