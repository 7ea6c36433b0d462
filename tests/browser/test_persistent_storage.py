"""Persistent storage is requested once a line is queued, and not before."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.test_outbox import LINES, Club, open_sheet, prise
from tests.browser.test_outbox import club as club  # noqa: PLC0414 - a fixture
from tests.patience import until


def test_storage_is_made_persistent_when_a_line_first_waits(tablet: Page, club: Club) -> None:
    tablet.add_init_script(
        "StorageManager.prototype.persist = async () => { sessionStorage.asked = `${sessionStorage.asked ?? ''}x`; }"
    )
    hands = open_sheet(tablet, club)
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(1)
    assert tablet.evaluate("sessionStorage.asked ?? ''") == ""
    club.stop()
    for preneur, points in LINES[1:]:
        prise(tablet, hands, preneur, points)
        expect(tablet.locator("[name=points]")).to_have_value("")
    expect(tablet.locator(".pending")).to_have_count(2)
    until(lambda: tablet.evaluate("sessionStorage.asked ?? ''") == "x", 20)
