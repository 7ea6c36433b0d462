"""Drafts of a line on two tablets, cards counted by taps without the server, and a manche followed trick by trick."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import LANDSCAPE, PHONE, UPRIGHT, Hands, hurry, wait
from tests.evenings import evenings
from tests.web_server import serving

AID = "performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/aid.js'))"
SHEETS = {evening.name: evening.sheet for evening in evenings()}


@pytest.fixture(autouse=True)
def put_away(browser: Browser) -> Iterator[None]:
    """Close all contexts of the shared browser after each test."""
    yield
    for context in browser.contexts:
        context.close()


def tablet(browser: Browser) -> Page:
    """Return a page of a new touch screen of 768 × 1024, which sends and polls ten times sooner than usual."""
    size = {"width": 768, "height": 1024}
    context = browser.new_context(viewport=size, has_touch=True, locale="fr-FR", service_workers="block")  # type: ignore[arg-type]
    hurry(context, 10)
    return context.new_page()


def buoys(page: Page) -> list[str]:
    return [page.input_value(f"[name=bouees_{seat}]") for seat in range(4)]


def test_draft_is_on_both_tablets_and_scores_nothing(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path) as base:
        one, two = tablet(browser), tablet(browser)
        hands, others = Hands(one, base), Hands(two, base)
        hands.open_sheet(SHEETS["bouees"])
        two.goto(one.url)
        two.locator("details.aid > summary").tap()
        with one.expect_response("**/brouillon"):
            for seat, count in enumerate("4453"):
                hands.type(one.locator(f"[name=bouees_{seat}]"), count)
        # Live, with the device of origin, and opened parts stay open; the second device continues, and the first one follows.
        expect(two.locator("[name=bouees_3]")).to_have_value("3")
        expect(two.locator("details.aid")).to_have_attribute("open", "")
        two.locator("details.aid > summary").tap()
        expect(two.locator("[data-resumed]")).to_contain_text(re.compile(r"appareil [0-9a-f]{4}, \d\d:\d\d"))
        with two.expect_response("**/brouillon"):
            others.type(two.locator("[name=restantes_0]"), "3")
        one.reload()
        expect(one.locator("[name=restantes_0]")).to_have_value("3")
        # Emptied, it stays so everywhere.
        with one.expect_response("**/brouillon"):
            one.locator("[data-empty]").tap()
        one.reload()
        two.reload()
        assert buoys(one) == buoys(two) == [""] * 4
        # Typed offline, it is sent later; input being typed elsewhere stays.
        one.context.set_offline(True)
        hands.type(one.locator("[name=bouees_0]"), "6")
        others.type(two.locator("[name=bouees_1]"), "7")
        with one.expect_response("**/brouillon"):
            one.context.set_offline(False)
        one.wait_for_timeout(1500)
        assert (buoys(one), buoys(two)) == (["6", "", "", ""], ["", "7", "", ""])
        # The next line begins with nothing.
        one.reload()
        one.locator("[data-empty]").tap()
        hands.enter(SHEETS["bouees"], 0)
        two.reload()
        assert buoys(one) == buoys(two) == [""] * 4


def test_a_pile_is_counted_by_touch_without_the_server(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path) as base:
        page = tablet(browser)
        Hands(page, base).open_sheet(SHEETS["tarot"])
        # Few forms have the script that counts: it comes behind the others.
        wait(page, lambda: page.evaluate(f"{AID} !== undefined"))
        page.evaluate(f"async () => {{ await import({AID}.name); }}")
        page.context.set_offline(True)
        page.locator("details.rest > summary").tap()
        page.locator("details.aid > summary").tap()
        # 9 + 13½ + 3½ + 5 + 1½ + 13½
        # A card each tap, as they come; the bout that was touched once too often is taken back.
        for group in [
            "rois",
            "bouts",
            "rois",
            "cavaliers",
            "dames",
            "bouts",
            "rois",
            "valets",
            "cavaliers",
            "bouts",
        ]:
            page.locator(f".counter:has([name=compte_{group}]) button").tap()
        page.locator(".aid [data-back]").tap()
        for key in "27":
            page.locator(".keypad button").filter(has_text=re.compile(f"^{key}$")).tap()
        expect(page.locator("[name=points]")).to_have_value("46")
        expect(page.locator("[name=bouts][value='2']")).to_be_checked()
        assert page.locator(".middle").evaluate("(middle) => middle.scrollTop") == 0


TRICKS = "19dc 23ba 24ca 56cb 79ba 13ca 48ca 57ab 68ac XXab"
"""Taps for ten tricks: two levels (`X` is 10), then two players, a to d. 3, 1, 4 and 0 of 4, 4, 5 and 3 buoys are left."""


def tap_helper(page: Page, tap: str) -> None:
    """Tap a button of the helper that follows a manche: a level (`X` is 10), a player, or `-` to undo. Does not wait."""
    page.locator(f".aid button[value='{tap.replace('X', '10')}']").tap()


def test_manche_by_touch_survives_undone_taps_and_a_reload(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path) as base:
        for size in (PHONE, LANDSCAPE, UPRIGHT):
            page = tablet(browser)
            page.set_viewport_size(size)
            Hands(page, base).open_sheet(SHEETS["bouees"])
            page.locator(".steps [data-place='2']").tap()
            for count in "4453":
                page.locator(".keypad button").filter(has_text=re.compile(f"^{count}$")).tap()
            middle, helper, asked = (
                page.locator(".middle"),
                page.locator("details.aid"),
                page.locator(".aid .asked"),
            )
            helper.locator("summary").tap()
            expect(page.locator(".aid .news")).to_have_text("Chloé commence")
            fits = "(middle) => middle.querySelector('.trumps').getBoundingClientRect().bottom <= middle.getBoundingClientRect().bottom"
            for trick in TRICKS.split()[:4]:
                for tap in trick:
                    tap_helper(page, tap)
                assert middle.evaluate(fits), size
            expect(page.locator(".aid .news")).to_have_text("David est à l’eau. Chloé commence")
            # A wrong tap is undone; one without network is refused with a message.
            tap_helper(page, "8")
            expect(asked).to_contain_text("8")
            tap_helper(page, "-")
            expect(asked).to_contain_text("Quels atouts")
            page.context.set_offline(True)
            tap_helper(page, "8")
            expect(asked).to_contain_text("ne répond pas")
            page.context.set_offline(False)
            # Loaded again, also on another device of the sheet, all is there.
            wait(page, lambda page=page: page.evaluate("navigator.onLine"))  # type: ignore[misc]
            page.reload()
            expect(helper).to_have_class(re.compile("used"))
            helper.locator("summary").tap()
            expect(page.locator(".aid .news")).to_have_text("David est à l’eau. Chloé commence")
            for tap in "".join(TRICKS.split()[4:]):
                tap_helper(page, tap)
            expect(asked).to_contain_text("vérifiez, puis marquez")
            assert middle.evaluate(fits), size
            expect(page.locator("[data-phrase]")).to_contain_text("9 bouées perdues sur 16")
            assert [page.input_value(f"[name=restantes_{seat}]") for seat in range(4)] == ["3", "1", "4", ""]
            expect(page.locator("[name=elimine_3]")).to_be_checked()
            # Nothing was written so far.
            assert page.locator(".sheet-table tbody th a").count() == 0
            page.locator(".confirm .primary").tap()
            expect(page.locator(".sheet-table tbody th a:text-is('1')")).to_be_visible()
            expect(page.locator(".aid")).not_to_have_class(re.compile("used"))
            page.context.close()
