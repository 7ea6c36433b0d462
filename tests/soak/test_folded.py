"""Taps on the totals and the head of a sheet lead to the pages of its menu; the form is used with the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import base, tablet
from tests.browser.table import UPRIGHT, Hands
from tests.evenings import evenings

__all__ = ["base", "tablet"]
TAROT = next(evening.sheet for evening in evenings() if evening.name == "tarot")


@pytest.fixture
def sheet(tablet: Page, base: str) -> Page:
    """Page of a new Tarot sheet at four, whose first donne is entered; the screen is upright."""
    hands = Hands(tablet, base)
    hands.open_sheet(TAROT)
    tablet.set_viewport_size(UPRIGHT)
    hands.enter(TAROT, 0)
    return tablet


def test_a_tap_on_the_head_of_a_sheet_leads_where_the_menu_does(sheet: Page) -> None:
    address = sheet.url.partition("#")[0]
    totals = sheet.locator(".totals b")
    small = totals.first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    totals.first.tap()
    expect(sheet).to_have_url(f"{address}/table")
    expect(sheet.locator(".panel h2")).to_contain_text("Donne 2")
    assert totals.first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") > small
    shown = totals.all_inner_texts()
    sheet.get_by_role("link", name="Retourner une moitié").tap()
    expect(sheet.locator(".across b")).to_have_text(shown)
    totals.nth(2).tap()
    expect(sheet).to_have_url(f"{address}#saisie")
    sheet.locator(".entry-head bdi").tap()
    expect(sheet.get_by_role("group", name="Qui a donné ?")).to_be_visible()
    sheet.locator(".totals .who").nth(1).tap()
    expect(sheet).to_have_url(f"{address}/joueurs")


def test_form_without_mouse_takes_one_key_and_keeps_focus(sheet: Page) -> None:
    sheet.reload()
    expect(sheet.locator("#saisie")).to_be_focused()
    sheet.keyboard.press("Tab")
    assert sheet.evaluate("document.activeElement.closest('.panel') !== null")
    sheet.locator("tbody th a").first.focus()
    sheet.keyboard.press("Enter")
    sheet.get_by_role("link", name="Modifier", exact=True).focus()
    sheet.keyboard.press("Enter")
    sheet.locator(".confirm .primary").focus()
    sheet.keyboard.press("Enter")
    expect(sheet.locator(".explain")).to_be_visible()
    assert sheet.evaluate("document.activeElement.closest('.panel') !== null")
