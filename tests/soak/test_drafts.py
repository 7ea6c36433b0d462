"""What is noted before the play, and the pile that is counted, on two tablets with their scripts."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.browser.table import Hands, hurry
from tests.evenings import evenings
from tests.web_server import serving

SHEETS = {evening.name: evening.sheet for evening in evenings()}


def tablet(browser: Browser) -> Page:
    """A tablet whose pages send and look ten times sooner."""
    size = {"width": 768, "height": 1024}
    context = browser.new_context(viewport=size, has_touch=True, locale="fr-FR", service_workers="block")  # type: ignore[arg-type]
    hurry(context, 10)
    return context.new_page()


def buoys(page: Page) -> list[str]:
    return [page.input_value(f"[name=bouees_{seat}]") for seat in range(4)]


def test_what_is_noted_is_on_both_tablets_and_is_counted_for_nobody(tmp_path: Path) -> None:
    with serving(tmp_path) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        one, two = tablet(browser), tablet(browser)
        hands, others = Hands(one, base), Hands(two, base)
        hands.open_sheet(SHEETS["bouees"])
        two.goto(one.url)
        with one.expect_response("**/brouillon"):
            for seat, count in enumerate("4453"):
                hands.type(one.locator(f"[name=bouees_{seat}]"), count)
        # Live, with the device that it comes from; it goes on there, and the first one reads it.
        expect(two.locator("[name=bouees_3]")).to_have_value("3")
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
        # Typed without a network, it is sent later; what somebody is typing elsewhere stays.
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
        browser.close()


def test_a_pile_is_counted_by_touch_without_the_server(tmp_path: Path) -> None:
    with serving(tmp_path) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        page = tablet(browser)
        Hands(page, base).open_sheet(SHEETS["tarot"])
        page.context.set_offline(True)
        page.locator("details.aid > summary").tap()
        # 9 + 13½ + 3½ + 5 + 1½ + 13½
        for key in "2312127":
            page.locator(".keypad button").filter(has_text=re.compile(f"^{key}$")).tap()
        expect(page.locator("[name=points]")).to_have_value("46")
        expect(page.locator("[name=bouts][value='2']")).to_be_checked()
        assert page.locator(".middle").evaluate("(middle) => middle.scrollTop") == 0
        browser.close()
