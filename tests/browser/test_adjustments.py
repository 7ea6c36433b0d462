"""Adjustments at the tablet: number of touches, without network, with a donne half typed, and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.table import PHONE, UPRIGHT
from tests.browser.test_outbox import Club, club, open_sheet
from tests.browser.test_taps import FOUR, SCROLLED, Thumb

__all__ = ["club"]
pytestmark = pytest.mark.soak

MOST = 5
"""Touches in addition to the points: the menu, *Ajustement*, player, reason, *Marquer*."""


def open_adjustment(page: Page, thumb: Thumb) -> None:
    """Open the form of an adjustment from the menu."""
    thumb.press(page.locator("nav details.menu > summary"))
    thumb.press(page.locator("[data-adjust]"))
    expect(page.locator("form[data-aside]")).to_be_visible()


def key(page: Page, text: str) -> Locator:
    return page.locator(".keypad button").get_by_text(text, exact=True)


@pytest.mark.parametrize("size", [UPRIGHT, PHONE], ids=["tablet", "phone"])
@pytest.mark.parametrize("game", ["jass", "tarot", "wiezen"])
def test_adjustment_takes_five_touches_beside_its_figures(
    tablet: Page, base: str, game: str, size: ViewportSize
) -> None:
    thumb = Thumb(tablet, base)
    thumb.open_sheet({"format": "scorekeeper/1", "game": game, "players": FOUR, "entries": []})
    tablet.set_viewport_size(size)
    thumb.taps = 0
    open_adjustment(tablet, thumb)
    thumb.press(tablet.locator("[name=points_1]"))
    for figure in ("±", "2", "0"):
        key(tablet, figure).tap()
    cause = tablet.locator("[name=cause][value=renonce]")
    if not cause.locator("xpath=ancestor::label").is_visible():
        tablet.locator(".steps").get_by_role("button", name="Raison", exact=True).tap()
    thumb.press(cause)
    expect(tablet.locator("form.entry[aria-busy=false] [data-phrase]:not(.waiting)")).to_contain_text("−20")
    assert tablet.evaluate(SCROLLED) == []
    thumb.press(tablet.locator(".confirm .primary"))
    expect(tablet.locator(".sheet-table tbody .what").first).to_contain_text("ajustement : renonce")
    assert thumb.taps <= MOST
    expect(tablet.locator("form.entry[data-part]")).to_be_visible()
    expect(tablet.locator("thead .total b").nth(1)).to_have_text("−20")


def test_offline_adjustment_waits_as_a_row_and_the_draft_returns(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    thumb = Thumb(tablet, hands.base)
    thumb.press(tablet.locator(".entry [name=preneur]").first)
    thumb.press(tablet.locator(".entry [name=contrat][value=garde]"))
    club.stop()
    open_adjustment(tablet, thumb)
    tablet.locator("[name=points_0]").fill("−20")
    tablet.locator(".steps").get_by_role("button", name="Raison", exact=True).tap()
    thumb.press(tablet.locator("[name=cause][value=litige]"))
    thumb.press(tablet.locator(".confirm .primary"))
    row = tablet.locator(".pending")
    expect(row).to_contain_text("Ajustement")
    expect(row).to_contain_text("−20")
    # The half-typed donne is restored, for the next line.
    expect(tablet.locator(".entry [name=contrat][value=garde]")).to_be_checked()
    expect(tablet.locator("[name=rang]")).to_have_value("2")
    row.locator("button").first.tap()
    expect(row.get_by_role("button", name="Corriger")).to_have_count(0)
    expect(row.get_by_role("button", name="Retirer")).to_be_visible()
    club.start()
    expect(row).to_have_count(0)
    expect(tablet.locator(".sheet-table tbody .what").first).to_contain_text("ajustement : litige")
    expect(tablet.locator(".entry [name=contrat][value=garde]")).to_be_checked()


def test_link_back_to_the_sheet_writes_nothing(tablet: Page, base: str) -> None:
    thumb = Thumb(tablet, base)
    thumb.open_sheet({"format": "scorekeeper/1", "game": "jass", "players": FOUR, "entries": []})
    open_adjustment(tablet, thumb)
    tablet.locator("[name=points_0]").fill("5")
    tablet.get_by_role("link", name="Retour à la feuille").tap()
    expect(tablet.locator("form.entry[data-part]")).to_be_visible()
    expect(tablet.locator(".sheet-table tbody .empty")).to_be_visible()
