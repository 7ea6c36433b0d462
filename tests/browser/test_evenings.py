"""Whole parties in a real browser, by keyboard alone, to totals computed by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import LANDSCAPE, Keys
from tests.evenings import Evening, evenings

MINUS = str.maketrans({"−": "-"})


def each_evening(*names: str) -> list[Any]:
    """Return every evening as a test case; those not in `names` are marked `soak`."""
    return [
        pytest.param(evening, id=evening.name, marks=() if evening.name in names else pytest.mark.soak)
        for evening in evenings()
    ]


def totals(page: Page) -> list[int]:
    """Return the large totals above the sheet."""
    return [int(text.translate(MINUS)) for text in page.locator(".totals b").all_inner_texts()]


def house_of(evening: Evening) -> dict[str, str]:
    """Return the settings of an evening, by key, as texts for the form of a new sheet."""
    return {key: str(value) for key, value in evening.sheet.get("settings", {}).items()}


def check_end(page: Page, evening: Evening) -> None:
    """Assert the totals, and that a finished partie shows its winners."""
    assert totals(page) == evening.expected["totals"]
    if evening.expected["finished"]:
        for winner in evening.expected["winners"]:
            expect(page.locator(".finished h2")).to_contain_text(winner)


def send(page: Page, entry: Mapping[str, Any], rang: int) -> None:
    """Write a line of the sheet by a request, without the form."""
    number = page.url.rpartition("/")[2]
    act = {"uuid": str(uuid4()), "rang": rang, "entry": entry}
    answer = page.request.post(
        f"{page.url.rpartition('/parties/')[0]}/api/parties/{number}/entries", data=act
    )
    assert answer.status == 201


@pytest.mark.soak
@pytest.mark.sampled(4)
@pytest.mark.parametrize("evening", each_evening("tarot"))
def test_evening_by_keyboard_alone(tablet: Page, base: str, evening: Evening) -> None:
    """Lines with the same fields as an earlier one are sent without the form, except for the last."""
    tablet.set_viewport_size(LANDSCAPE)
    keys, entries = Keys(tablet, base), evening.sheet["entries"]
    keys.open_sheet(evening.sheet, house_of(evening))
    known: set[frozenset[str]] = set()
    stale = False
    for place, entry in enumerate(entries):
        fields = frozenset(keys.fields(evening.sheet, place))
        if fields in known and place + 1 < len(entries):
            send(tablet, entry, place + 1)
            stale = True
            continue
        if stale:
            tablet.reload()
            stale = False
        keys.enter(evening.sheet, place)
        known.add(fields)
    check_end(tablet, evening)
