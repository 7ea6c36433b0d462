"""A grid of Coiffeur on two tablets: a half-typed cell is kept while another is written, and a pending line names its cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import Hands
from tests.evenings import evenings
from tests.soak.test_drafts import tablet
from tests.web_server import serving

SHEET = next(evening.sheet for evening in evenings() if evening.name == "coiffeur")


@pytest.fixture(autouse=True)
def put_away(browser: Browser) -> Iterator[None]:
    """Close all contexts of the shared browser after each test."""
    yield
    for context in browser.contexts:
        context.close()


def choose(page: Page, cell: str) -> None:
    page.locator(f"label:has([name=case][value='{cell}'])").tap()


def enter(hands: Hands, cell: str, points: str) -> None:
    choose(hands.page, cell)
    hands.type(hands.page.locator("[name=points]"), points)
    expect(hands.page.locator("form.entry[aria-busy=false] [data-phrase]:not(.waiting)")).not_to_be_empty()
    hands.press(hands.page.locator(".confirm .primary"))


def score(page: Page, text: str) -> Any:
    return expect(page.locator(".cell b", has_text=re.compile(f"^{text}$")))


def test_chosen_cell_stays_while_others_write_until_they_fill_it(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path) as base:
        one, two = tablet(browser), tablet(browser)
        hands, others = Hands(one, base), Hands(two, base)
        hands.open_sheet(SHEET, {"grille": "8"})
        two.goto(one.url)
        choose(one, "0.coeur")
        hands.type(one.locator("[name=points]"), "10")
        # The other tablet follows what is half typed here; it fills another cell.
        expect(two.locator("[name=case][value='0.coeur']")).to_be_checked()
        choose(two, "1.pique")
        two.locator("[name=points]").fill("88")
        hands.type(one.locator("[name=points]"), "0")
        others.press(two.locator(".confirm .primary"))
        score(two, "88").to_be_visible()
        score(one, "88").to_be_visible()
        expect(one.locator("[name=case][value='0.coeur']")).to_be_checked()
        expect(one.locator("[name=points]")).to_have_value("100")
        # Now the very cell is filled there: here none is chosen any more, and the points stay.
        enter(others, "0.coeur", "90")
        score(one, "360").to_be_visible()
        expect(one.locator("[name=case]:checked")).to_have_count(0)
        expect(one.locator("[name=points]")).to_have_value("100")
        expect(one.locator("[data-hint=case]")).to_contain_text("Touchez une case")


def test_waiting_line_has_its_cell_and_is_sent(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path) as base:
        page = tablet(browser)
        hands = Hands(page, base)
        hands.open_sheet(SHEET, {"grille": "8"})
        enter(hands, "0.pique", "80")
        score(page, "80").to_be_visible()
        page.context.set_offline(offline=True)
        choose(page, "1.coeur")
        hands.type(page.locator("[name=points]"), "75")
        hands.press(page.locator(".confirm .primary"))
        waiting = page.locator("tr.pending")
        expect(waiting).to_contain_text(re.compile("Eux, cœur.*75"))
        expect(page.locator("[name=case]:checked")).to_have_count(0)
        page.context.set_offline(offline=False)
        score(page, "300").to_be_visible()
        expect(waiting).to_have_count(0)
