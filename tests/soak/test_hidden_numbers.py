"""Differenzler, Wiezen and Marque libre by touch: taps for a donne, and numbers that two devices type hidden from each other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Route, ViewportSize, expect

from tests.browser.table import LANDSCAPE, UPRIGHT, hurry, wait
from tests.browser.test_taps import FOUR, SCROLLED, Thumb
from tests.web_server import serving


def by_name(*figures: int) -> dict[str, int]:
    return dict(zip(FOUR, figures, strict=False))


DONNES: Mapping[str, Sequence[tuple[Mapping[str, Any], int]]] = {
    # The last player's points fill themselves in, and the keypad moves on by itself once no further figure can follow.
    "differenzler": (
        ({"annonces": by_name(40, 30, 60, 20), "points": by_name(45, 30, 50)}, 1),
        ({"annonces": by_name(5, 100, 0, 12), "points": by_name(7, 120, 20)}, 5),
    ),
    "libre": (({"points": by_name(12, 30, 45, 7)}, 4),),
    "wiezen": (
        ({"contrat": "emballage", "hauteur": 8, "joueurs": ["Anne", "Bruno"], "plis": 10}, 5),
        ({"statut": "passee"}, 2),
        ({"contrat": "grande-misere", "joueurs": ["Anne", "Chloé"], "rates": ["Chloé"]}, 5),
        ({"contrat": "solo", "hauteur": 6, "joueurs": ["David"], "plis": 7, "atout": "coeur"}, 6),
    ),
}
"""Game -> donnes, each with the exact number of taps that it takes, those on `Marquer` included, and those on digits not."""


def device(browser: Browser, size: ViewportSize) -> Page:
    context = browser.new_context(viewport=size, has_touch=True, locale="fr-FR", service_workers="block")
    hurry(context, 10)
    return context.new_page()


def test_donnes_take_few_touches_in_both_orientations(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path) as base:
        for size in (UPRIGHT, LANDSCAPE):
            page = device(browser, size)
            thumb = Thumb(page, base)
            for game, donnes in DONNES.items():
                sheet = {
                    "format": "scorekeeper/1",
                    "game": game,
                    "players": FOUR,
                    "settings": {},
                    "entries": [entry for entry, _ in donnes],
                }
                thumb.open_sheet(sheet)
                for place, (entry, touches) in enumerate(donnes):
                    thumb.taps = thumb.digits = 0
                    thumb.fill(sheet, place)
                    assert page.evaluate(SCROLLED) == [], (game, size, entry)
                    thumb.confirm(place)
                    assert thumb.taps - thumb.digits == touches, (game, size, entry)
            page.context.close()


def note(page: Page, number: str, name: str) -> None:
    """Tap the digits of a number on the keypad, then the button of a name, which sends it; wait for the next page."""
    for key in number:
        page.locator(f".keypad button:text-is('{key}')").tap()
    with page.expect_navigation():
        page.get_by_role("button", name=name).tap()


def test_numbers_go_round_and_are_revealed_with_the_last(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path) as base:
        tablet, phone = device(browser, UPRIGHT), device(browser, {"width": 390, "height": 844})
        Thumb(tablet, base).open_sheet({"game": "differenzler", "players": FOUR})
        sheet = tablet.url
        phone.goto(sheet)
        tablet.locator("a.sealed").tap()
        note(tablet, "87", "Anne")
        note(tablet, "43", "Bruno")
        # The phone is updated at once, without the number.
        expect(phone.locator("a.sealed")).to_contain_text("2/4")
        assert not re.search(r"\b87\b", phone.locator("main").inner_text())
        # Nor does anybody by going back.
        tablet.go_back()
        expect(tablet.locator("#nombre, form.entry").first).to_be_visible()
        assert not tablet.evaluate(
            "[...document.querySelectorAll('input')].some((one) => /^(87|43)$/.test(one.value))"
        )
        phone.locator("a.sealed").tap()
        note(phone, "9", "Chloé")
        note(phone, "18", "David")
        tablet.goto(sheet)
        for page in (tablet, phone):
            for seat, number in enumerate(("87", "43", "9", "18")):
                expect(page.locator(f"[name=annonce_{seat}]")).to_have_value(number)
        # Empty fields of the points are next; what is written takes the numbers with it.
        for seat, points in enumerate(("80", "43", "30")):
            Thumb(phone, base).type(phone.locator(f"[name=points_{seat}]"), points)
        phone.locator(".confirm .primary").tap()
        expect(tablet.locator(".sheet-table tbody th a:text-is('1')")).to_be_visible()
        expect(tablet.locator("a.sealed")).to_contain_text("0/4")
        for page in (tablet, phone):
            page.context.close()


def cell(page: Page, seat: int) -> Locator:
    return page.locator(f"form.entry #annonce_{seat}")


def typed_values(page: Page) -> str:
    """Return the values of all fields but hidden ones and the visible text of the page as one text, to search for numbers."""
    values: str = page.evaluate(
        "[...document.querySelectorAll('input:not([type=hidden])')].map((one) => one.value)"
        " + document.querySelector('main').innerText"
    )
    return values


def test_numbers_in_the_line_form_are_hidden_until_complete(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path) as base:
        tablet, phone = device(browser, UPRIGHT), device(browser, {"width": 390, "height": 844})
        thumb = Thumb(tablet, base)
        thumb.open_sheet({"game": "differenzler", "players": FOUR})
        sheet = tablet.url
        phone.goto(sheet)
        thumb.type(cell(tablet, 0), "87")
        expect(cell(tablet, 0)).to_have_attribute("placeholder", "✓")
        expect(phone.locator("a.sealed")).to_contain_text("1/4")
        expect(cell(phone, 0)).to_have_attribute("placeholder", "✓")
        # Reloaded, with a number half typed.
        thumb.type(cell(tablet, 1), "4")
        tablet.reload()
        expect(cell(tablet, 1)).to_have_value("4")
        thumb.type(cell(tablet, 1), "3")
        for each in (phone, tablet):
            expect(each.locator("a.sealed")).to_contain_text("2/4")
        # Something else that is half typed is on both, and takes nothing away.
        with tablet.expect_response("**/brouillon"):
            thumb.type(tablet.locator("[name=points_0]"), "80")
        expect(phone.locator("[name=points_0]")).to_have_value("80")
        assert not re.search(r"\b87\b", typed_values(phone) + typed_values(tablet))
        Thumb(phone, base).type(cell(phone, 2), "9")
        phone.locator(".keypad button:text-is('suivant')").tap()
        expect(cell(tablet, 2)).to_have_attribute("placeholder", "✓")
        thumb.type(cell(tablet, 3), "18")
        for page in (tablet, phone):
            for seat, number in enumerate(("87", "43", "9", "18")):
                expect(page.locator(f"[name=annonce_{seat}]")).to_have_value(number)
            expect(page.locator("[name=points_0]")).to_have_value("80")
        for seat, points in enumerate(("43", "30"), start=1):
            thumb.type(tablet.locator(f"[name=points_{seat}]"), points)
        tablet.locator(".confirm .primary").tap()
        expect(tablet.locator(".sheet-table tbody th a:text-is('1')")).to_be_visible()
        # A second number for the same player is asked about.
        thumb.type(cell(tablet, 0), "20")
        expect(tablet.locator("a.sealed")).to_contain_text("1/4")
        thumb.type(cell(tablet, 0), "21")
        expect(tablet.get_by_text("Anne a déjà annoncé")).to_be_visible()
        for page in (tablet, phone):
            page.context.close()


def test_numbers_typed_before_the_script_came_are_hidden(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path) as base:
        tablet, held = device(browser, UPRIGHT), list[Route]()
        tablet.route(re.compile(r"/hidden\.js"), lambda route: held.append(route))  # noqa: PLW0108 - asked for its parameters
        thumb = Thumb(tablet, base)
        thumb.open_sheet({"game": "differenzler", "players": FOUR})
        expect(tablet.locator(".entry.ready")).to_be_visible()
        for seat, number in enumerate(("40", "30", "6")):
            thumb.type(cell(tablet, seat), number)
        wait(tablet, lambda: held)
        held[0].continue_()
        expect(tablet.locator("a.sealed")).to_contain_text("2/4")
        assert [cell(tablet, seat).input_value() for seat in range(3)] == ["", "", "6"]
        tablet.context.close()


def test_focused_field_is_kept_when_another_device_writes(tmp_path: Path, browser: Browser) -> None:
    """The form is replaced after a tap into a field; the field stays focused, and gets the digits tapped next."""
    with serving(tmp_path) as base:
        tablet, phone = device(browser, UPRIGHT), device(browser, {"width": 390, "height": 844})
        thumb = Thumb(tablet, base)
        thumb.open_sheet({"game": "differenzler", "players": FOUR})
        phone.goto(tablet.url)
        thumb.reach(tablet.locator("[name=points_1]"))
        tablet.locator("[name=points_1]").tap()
        tablet.locator("form.entry").evaluate("form => { form.dataset.before = ''; }")
        Thumb(phone, base).type(cell(phone, 0), "87")
        expect(tablet.locator("form.entry:not([data-before])")).to_be_attached()
        assert tablet.evaluate("document.activeElement.name") == "points_1"
        for key in "80":
            tablet.locator(f".keypad button:text-is('{key}')").tap()
        expect(tablet.locator("[name=points_1]")).to_have_value("80")
        for page in (tablet, phone):
            page.context.close()


def test_offline_numbers_stay_on_the_tablet_before_their_line(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path) as base:
        tablet, phone = device(browser, UPRIGHT), device(browser, {"width": 390, "height": 844})
        thumb = Thumb(tablet, base)
        thumb.open_sheet({"game": "differenzler", "players": FOUR})
        sheet = tablet.url
        phone.goto(sheet)
        # All typed here: shown here, and nowhere else.
        tablet.context.set_offline(True)
        for seat, number in enumerate(("87", "43", "29")):
            thumb.type(cell(tablet, seat), number)
            expect(cell(tablet, seat)).to_have_value("")
        thumb.type(cell(tablet, 3), "61")
        expect(cell(tablet, 0)).to_have_value("87")
        for seat, points in enumerate(("80", "43", "30")):
            thumb.type(tablet.locator(f"[name=points_{seat}]"), points)
        tablet.locator(".confirm .primary").tap()
        # The next line begins with nothing; one of its numbers is noted on the phone meanwhile.
        expect(tablet.locator("h2")).to_contain_text("Donne 2")
        assert [cell(tablet, seat).input_value() for seat in range(4)] == [""] * 4
        assert cell(tablet, 0).get_attribute("name") is None
        tablet.context.set_offline(False)
        expect(phone.locator(".sheet-table tbody th a:text-is('1')")).to_be_visible()
        expect(phone.locator(".sheet-table tfoot, .sheet-table thead").first).to_contain_text("57")
        expect(tablet.locator("a.sealed")).to_contain_text("0/4")
        Thumb(phone, base).type(cell(phone, 0), "40")
        expect(cell(tablet, 0)).to_have_attribute("placeholder", "✓")
        # With one that this tablet does not know, the line waits behind its three and is completed by the server.
        tablet.context.set_offline(True)
        for seat in (1, 2, 3):
            thumb.type(cell(tablet, seat), "33")
        assert cell(tablet, 0).get_attribute("name") is None
        for seat, points in enumerate(("40", "33", "33")):
            thumb.type(tablet.locator(f"[name=points_{seat}]"), points)
        tablet.locator(".confirm .primary").tap()
        tablet.context.set_offline(False)
        expect(phone.locator(".sheet-table tbody th a:text-is('2')")).to_be_visible()
        for page in (tablet, phone):
            page.context.close()
