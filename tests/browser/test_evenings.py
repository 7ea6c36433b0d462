"""Whole parties in a real browser, by touch and by keyboard alone, to the totals reckoned by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import LANDSCAPE, Hands, Keys
from tests.evenings import Evening, evenings

MINUS = str.maketrans({"−": "-"})


def each_evening(*names: str) -> list[Any]:
    """Every evening; those not named are left to the deep tests."""
    return [
        pytest.param(evening, id=evening.name, marks=() if evening.name in names else pytest.mark.soak)
        for evening in evenings()
    ]


def totals(page: Page) -> list[int]:
    """The big figures above the sheet."""
    return [int(text.translate(MINUS)) for text in page.locator(".totals b").all_inner_texts()]


def house_of(evening: Evening) -> dict[str, str]:
    """The settings of an evening, as they are chosen on the page of a new sheet."""
    return {key: str(value) for key, value in evening.sheet.get("settings", {}).items()}


def play(hands: Hands, evening: Evening) -> None:
    """Enter every line of the evening."""
    hands.open_sheet(evening.sheet, house_of(evening))
    for place in range(len(evening.sheet["entries"])):
        hands.enter(evening.sheet, place)


def check_end(page: Page, evening: Evening) -> None:
    """The totals stand, and a finished partie says who won."""
    assert totals(page) == evening.expected["totals"]
    if evening.expected["finished"]:
        for winner in evening.expected["winners"]:
            expect(page.locator(".finished h2")).to_contain_text(winner)


@pytest.mark.soak
@pytest.mark.parametrize("evening", each_evening("couillon"))
def test_evening_by_touch_is_undone_amended_and_explained(tablet: Page, base: str, evening: Evening) -> None:
    hands = Hands(tablet, base)
    play(hands, evening)
    check_end(tablet, evening)
    last = len(evening.sheet["entries"])

    tablet.locator(".undo").get_by_role("button", name=f"Annuler la ligne {last}").tap()
    expect(tablet.locator(".sheet-table tr.struck")).to_have_count(1)
    before = [sum(column) for column in zip(*evening.expected["rows"][:-1], strict=True)]
    opening = [
        total - sum(row[i] for row in evening.expected["rows"])
        for i, total in enumerate(evening.expected["totals"])
    ]
    assert totals(tablet) == [start + gained for start, gained in zip(opening, before, strict=True)]

    tablet.locator(".sheet-table tr.struck th a").tap()
    tablet.get_by_role("button", name="Rétablir la ligne", exact=True).tap()
    expect(tablet.locator(".sheet-table tr.struck")).to_have_count(0)
    assert totals(tablet) == evening.expected["totals"]

    tablet.locator(".sheet-table tbody a[href$='/lignes/1']").first.tap()
    expect(tablet.locator(".panel h2")).to_contain_text(re.compile(r" 1$"))
    given = [int(text.translate(MINUS)) for text in tablet.locator(".reckoning tfoot td").all_inner_texts()]
    assert given == evening.expected["rows"][0]

    tablet.get_by_role("link", name="Modifier", exact=True).tap()
    tablet.locator(".panel summary", has_text="remarque").tap()
    tablet.fill("[name=note]", "recompté")
    tablet.get_by_role("button", name="Modifier la ligne").tap()
    expect(tablet.locator("#err-raison")).to_contain_text("dites pourquoi")
    tablet.locator("[name=motif][value=autre]").locator("xpath=ancestor::label").tap()
    tablet.fill("#raison", "la remarque manquait")
    for doubt in tablet.locator("[data-doubts] input:not(:checked)").all():
        hands.press(doubt)
    tablet.get_by_role("button", name="Modifier la ligne").tap()
    expect(tablet.locator(".versions")).to_contain_text("la remarque manquait")
    assert totals(tablet) == evening.expected["totals"]

    tablet.goto(re.sub(r"/lignes/.*", "", tablet.url))
    if not evening.expected["finished"]:
        tablet.locator("nav .menu > summary").tap()
        tablet.get_by_role("link", name="Terminer la partie").tap()
    tablet.get_by_role("button", name=re.compile("[Tt]erminer")).tap()
    tablet.locator("summary", has_text="Corriger la feuille").tap()
    expect(tablet.get_by_role("button", name="Rouvrir")).to_be_visible()
    check_end(tablet, evening)


def send(page: Page, entry: Mapping[str, Any], rang: int) -> None:
    """Write a line of the sheet on the page without its form."""
    number = page.url.rpartition("/")[2]
    act = {"uuid": str(uuid4()), "rang": rang, "entry": entry}
    answer = page.request.post(
        f"{page.url.rpartition('/parties/')[0]}/api/parties/{number}/entries", data=act
    )
    assert answer.status == 201


@pytest.mark.parametrize("evening", each_evening("tarot"))
def test_evening_by_keyboard_alone(tablet: Page, base: str, evening: Evening) -> None:
    """Lines that fill the same fields as one before are left to fingers, except for the last."""
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
