"""What a tablet does for the server: it gives back what a server put back from a copy has lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.config import Config
from scorekeeper.records.backup import copies
from scorekeeper.records.store import Store
from tests.browser.test_outbox import AFTER_THREE, LINES, Club, club, lines, open_sheet, prise, totals

__all__ = ["club"]


@pytest.mark.soak
def test_a_server_put_back_from_a_copy_is_given_the_lines_it_lacks(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    sheet = tablet.url.partition("#")[0]
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(1)
    club.stop()
    database = Config(club.data).database
    store = Store(database)
    copy = store.backup()
    store.close()
    club.start()
    # Two more lines, one between them that is undone, and one from a tablet that is switched off by then.
    prise(tablet, hands, *LINES[1])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(2)
    prise(tablet, hands, "Chloé", "70")
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(3)
    tablet.get_by_role("button", name="Annuler la ligne 3").tap()
    expect(tablet.locator(".sheet-table tr.struck")).to_have_count(1)
    prise(tablet, hands, *LINES[2])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(4)
    club.stop()
    copies.restore(database, copy)
    club.start()
    # Any page will do.
    tablet.goto(f"{club.address}/aide")
    badge = tablet.locator(".bar .waiting")
    expect(badge).to_be_hidden()
    tablet.wait_for_timeout(2000)
    tablet.goto(sheet)
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(4, timeout=20_000)
    assert lines(tablet) == ["1", "2", "3", "4"]
    assert tablet.locator(".sheet-table tr.struck th").inner_text() == "3"
    assert totals(tablet) == AFTER_THREE
    expect(tablet.locator(".pending")).to_have_count(0)
