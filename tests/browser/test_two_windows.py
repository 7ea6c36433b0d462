"""Queued lines in a tablet's storage, as a second window reads them between two writes of the first."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Hands
from tests.browser.test_outbox import LINES, PLAYED, Club, club, open_sheet, prise, totals

__all__ = ["club"]


@pytest.mark.soak
def test_two_windows_of_one_tablet_share_the_queue(tablet: Page, club: Club) -> None:
    """Lines of both are sent in order, once each; dropping one in a window keeps those of the other.

    The page is as on an insecure origin: it locks by a note in the storage, and a video keeps the screen on.
    """
    posted: list[tuple[str, str]] = []
    tablet.context.add_init_script("delete Navigator.prototype.locks; delete Navigator.prototype.wakeLock")
    hands = open_sheet(tablet, club)
    tablet.locator(".film").evaluate(PLAYED)
    other = tablet.context.new_page()
    other.goto(tablet.url)
    club.stop()
    prise(tablet, hands, "Anne", "90")
    expect(other.locator(".pending")).to_have_count(1)
    prise(other, Hands(other, club.address), *LINES[0])
    expect(tablet.locator(".pending")).to_have_count(2)
    club.start()
    for page in (tablet, other):
        page.bring_to_front()
        expect(page.locator("[data-errors=points]")).to_contain_text("13 à 85")
    tablet.context.on("request", lambda request: posted.append((request.url, request.post_data or "")))
    other.get_by_role("button", name="L’abandonner").tap()
    for page in (tablet, other):
        page.bring_to_front()
        expect(page.locator(".sheet-table tbody th a")).to_have_count(1)
        expect(page.locator(".outbox")).to_be_hidden()
        assert totals(page) == ["105", "−35", "−35", "−35"]
        assert page.input_value("[name=points]") == ""
    # Either window may send it, even repeatedly: it is one line at one place.
    sent = [parse_qs(body) for url, body in posted if url.endswith("/saisies")]
    assert [rang for rang, _ in {(line["rang"][0], line["uuid"][0]) for line in sent}] == ["1"]


SEEN = """() => {
    window.seen = [];
    for (const name of ["setItem", "removeItem"]) {
        const write = Storage.prototype[name];
        Storage.prototype[name] = function (...given) {
            write.apply(this, given);
            const keys = Object.keys(localStorage).filter((key) => key.startsWith("outbox:"));
            if (given[0].startsWith("outbox:")) window.seen.push(keys.map((key) => JSON.parse(localStorage[key]).rang).sort());
        };
    }
}"""
"""Records the places of the queued lines after each write to the storage, as another window would read them."""


def test_dropped_line_never_leaves_a_gap_for_other_windows(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    club.stop()
    prise(tablet, hands, "Anne", "90")
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".pending")).to_have_count(2)
    club.start()
    expect(tablet.locator("[data-errors=points]")).to_contain_text("13 à 85")
    tablet.evaluate(SEEN)
    tablet.get_by_role("button", name="L’abandonner").tap()
    expect(tablet.locator(".outbox")).to_be_hidden()
    assert tablet.evaluate("seen.slice(0, 2)") == [[1, 1], [1]]


def test_corrected_line_never_leaves_a_gap_for_other_windows(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    club.stop()
    prise(tablet, hands, "Anne", "90")
    prise(tablet, hands, *LINES[0])
    club.start()
    expect(tablet.locator("[data-errors=points]")).to_contain_text("13 à 85")
    tablet.evaluate(SEEN)
    tablet.fill("[name=points]", "51")
    tablet.locator("form.entry button[type=submit]").last.tap()
    expect(tablet.locator(".outbox")).to_be_hidden()
    assert tablet.evaluate("seen[0]") == [1, 2]


def test_line_half_typed_in_one_window_leaves_the_other(tablet: Page, club: Club) -> None:
    """The second window takes over the draft, and drops it once the first one sends the line; else it would be written twice."""
    tablet.context.route("**/saisies", lambda route: route.abort())
    hands = open_sheet(tablet, club)
    other = tablet.context.new_page()
    other.goto(tablet.url)
    prise(tablet, hands, *LINES[2])
    expect(other.locator(".pending")).to_have_count(1)
    elsewhere = Hands(other, club.address)
    for name, value in (("preneur", "Anne"), ("contrat", "prise"), ("bouts", "2")):
        elsewhere.press(other.locator(f"[name={name}][value='{value}']"))
    elsewhere.type(other.locator("[name=points]"), "51")
    tablet.reload()
    expect(tablet.locator("[name=points]")).to_have_value("51")
    elsewhere.press(other.locator(".confirm .primary"))
    expect(tablet.locator(".pending")).to_have_count(2)
    expect(tablet.locator("[name=points]")).to_have_value("")
    assert tablet.locator("[name=preneur]:checked").count() == 0
