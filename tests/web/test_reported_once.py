"""No message appears twice on a page that refuses something."""

from __future__ import annotations

import json
from collections import Counter
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper import parties
from scorekeeper.cards.game_api.examples import examples_of
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.records.ledger import Author
from tests.conftest import CAST
from tests.web.browsing import Page, Visit


def twice(page: Page) -> list[str]:
    """Return the messages of a refusal that appear more than once on the page; a question also stands at its field."""
    assert page.errors
    every = Counter(
        " ".join(message.split()) for message in page.errors
    )  # with the spaces of the page's text
    return [
        message
        for message, times in every.items()
        if times > 1 or page.text.count(message) > 1 + message.endswith("?")
    ]


@pytest.mark.quick("tarot", "couillon", "wiezen", "coinche")
def test_refusal_of_a_line_is_shown_once(app: Flask, visit: Visit, game: Game) -> None:
    store, token = app.extensions["store"], visit.token()
    numbers: dict[str, int] = {}
    seen = 0
    for example in examples_of(game):
        if "faults" not in example.data or example.entry is None:
            continue
        raw = example.sheet(game, with_entry=False)
        kept = json.dumps(raw, default=str)
        if kept not in numbers:
            numbers[kept] = parties.open_partie(store, read_sheet(raw), by=Author("Anne")).id
        try:
            typed = visit.fields_of(numbers[kept], example.entry)
        except Unreadable:
            continue  # a form cannot send it
        common = [("csrf_token", token), ("uuid", str(uuid4())), ("rang", str(len(raw["entries"]) + 1))]
        fields = [(name, text) for name, texts in typed.items() for text in texts]
        page = visit.post(f"/parties/{numbers[kept]}/saisies", [*common, *fields])
        if page.doubts and not page.errors:
            continue  # the form cannot send it, and its nearest value is only a doubt
        if page.status == 422:
            assert twice(page) == [], example.name
            seen += 1
        else:  # the form sends a valid value instead, so the next case needs a new sheet
            del numbers[kept]
    assert seen


@pytest.mark.quick("tarot", "jass", "bouees")
@pytest.mark.parametrize("text", ["", "?"])
def test_value_missing_in_every_field_is_reported_once(visit: Visit, game: Game, text: str) -> None:
    number = visit.open_sheet(game.key, CAST[: game.rules.SEATS[-1]])
    form = visit.get(f"/parties/{number}").form("/saisies")
    fields = form.known - {"csrf_token", "uuid", "rang", "tour", "donneur"}
    assert twice(visit.send(form, form.with_fields(dict.fromkeys(fields, text)))) == []


def test_value_missing_in_settings_and_names_is_reported_once(visit: Visit, game: Game) -> None:
    form = visit.get(f"/nouvelle/{game.key}").form(f"/nouvelle/{game.key}")
    for text in ("x" * 90, "-1"):
        page = visit.send(form, form.with_fields(dict.fromkeys(form.known - {"csrf_token", "uuid"}, text)))
        assert twice(page) == []
        assert page.html.count('aria-invalid="true"') > len(game.words.settings)
