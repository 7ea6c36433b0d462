"""Number of touches for a manche, from the blank form to the confirmed line, without scrolling."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.table import LANDSCAPE, UPRIGHT, Hands
from tests.evenings import evenings

PHONE: ViewportSize = {"width": 390, "height": 844}
MOST = {"bouees": 16, "cochonnet": 15}
"""Touches by evening, whose first manche is the longest of its game."""


@pytest.mark.soak
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", MOST)
def test_manche_takes_few_taps_and_no_scrolling(tablet: Page, base: str, name: str) -> None:
    sheet = next(evening.sheet for evening in evenings() if evening.name == name)
    hands = Hands(tablet, base)
    for size in (PHONE, LANDSCAPE, UPRIGHT):
        tablet.set_viewport_size(size)
        hands.open_sheet(sheet, {"saisie": "detaillee"} if name == "cochonnet" else None)
        hands.taps = 0
        hands.fill(sheet, 0)
        assert tablet.locator(".middle").evaluate("(middle) => middle.scrollTop") == 0, size
    hands.press(tablet.locator(".confirm .primary"))
    tablet.locator(".sheet-table tbody th a:text-is('1')").wait_for()
    assert hands.taps <= MOST[name]
