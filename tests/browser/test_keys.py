"""A game of each kind by keyboard alone, from the skip link to an amended line; the focus is never lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.in_view import FOUR, declared_line, house, lines_of, ready
from tests.browser.table import LAPTOP, Hands

KINDS = {
    "points of a camp": "jass",
    "contract": "tarot",
    "announced": "differenzler",
    "grid": "coiffeur",
    "slate": "couillon",
    "race": "maison-skyjo",
}
FAR = 60
"""Most key presses from one control of a page to another."""
ON = "(target) => document.activeElement === target"
BESIDE = "(target) => document.activeElement.type === 'radio' && document.activeElement.name === target.name"
SEEN = """() => {
    const at = document.activeElement, shown = at.closest("label") ?? at;
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return at.matches(":focus-visible") && (shown.contains(there) || there?.contains(shown));
}"""
"""Whether the focused element is marked, in view and not covered."""
LATER = "() => { const now = Date.now.bind(Date); Date.now = () => now() + 1100; }"
"""Advances the page's clock by a little more than a second."""
ASKED = ":is(.panel .fields > :not(.later), .sheet .cell) :focus"
"""The focused element, if it is in the open question; on a grid, its cell."""


class Tabbing(Hands):
    """Hands that move to a control by Tab and arrow keys from the focus, and check that the focus is visible."""

    def walk(self, target: Locator) -> None:
        """Move the focus to a control, forwards, else backwards."""
        for key in ("Tab", "Shift+Tab"):
            for _ in range(FAR):
                if target.evaluate(ON):
                    assert self.page.evaluate(SEEN), target.evaluate("(target) => target.outerHTML")
                    return
                self.page.keyboard.press("ArrowRight" if target.evaluate(BESIDE) else key)
        raise AssertionError(target.evaluate("(target) => target.outerHTML"))

    def press(self, target: Locator) -> None:
        kind = target.get_attribute("type")
        self.walk(target)
        if kind == "radio" and target.is_checked():
            self.page.keyboard.press(
                "Tab"
            )  # arrow keys select the option that they reach, and Tab continues from it
        else:
            self.page.keyboard.press("Space" if kind in {"radio", "checkbox"} else "Enter")

    def type(self, field: Locator, text: str) -> None:
        self.walk(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)


@pytest.fixture(scope="module")
def laptop(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A page of a house, without a touch screen."""
    with house(tmp_path_factory.mktemp("keys"), browser) as (base, _):
        context = browser.new_context(viewport=LAPTOP, locale="fr-FR", service_workers="block", base_url=base)
        yield context.new_page()
        context.close()


@pytest.mark.soak
@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", KINDS.values(), ids=KINDS)
def test_a_game_is_played_and_amended_by_keys(laptop: Page, game: str) -> None:
    page, keys = laptop, Tabbing(laptop, "")
    settings, lines = lines_of(game, FOUR)
    sheet = {"format": "scorekeeper/1", "game": game, "players": [*FOUR], "settings": settings}
    if game.startswith("maison-"):
        fields = [declared_line(game, FOUR)] * 2
    else:
        fields = [Hands.fields({**sheet, "entries": lines}, place) for place in range(2)]
    page.goto(f"/nouvelle/{game}")
    for place, name in enumerate(FOUR):
        keys.type(page.locator(f"#joueur-{place}"), name)
    keys.press(page.locator(".go .primary"))
    ready(page)
    # The form has the focus; the skip link, the first of the page, leads to it again.
    page.reload()
    ready(page)
    expect(page.locator(".panel")).to_be_focused()
    keys.walk(page.locator("a, button").first)
    page.keyboard.press("Enter")
    expect(page.locator(".panel")).to_be_focused()
    for place, line in enumerate(fields):
        keys.say(line)
        keys.confirm(place)
        expect(page.locator(ASKED)).to_be_attached()
    # A refused field has the focus. The clock advances, so that this press is not a double tap for the last line.
    page.evaluate(LATER)
    keys.press(page.locator(".confirm .primary"))
    expect(page.locator("main .errors[role=alert]").first).to_be_attached()
    expect(page.locator(ASKED)).to_be_attached()
    # The newest line is amended from its page, and the form of the next line is shown again.
    keys.press(page.locator(".sheet-table tbody a[href$='/lignes/2']").first)
    expect(page.locator(".panel:has(.explain)")).to_be_focused()
    keys.press(page.get_by_role("link", name="Modifier", exact=True))
    ready(page)
    keys.press(page.locator(".confirm .primary"))
    expect(page.locator(".panel:focus, " + ASKED)).to_be_attached()


def test_digits_typed_on_a_button_go_to_the_open_question(laptop: Page) -> None:
    answer = laptop.request.post(
        "/api/parties", data={"format": "scorekeeper/1", "game": "jass", "players": [*FOUR]}
    )
    laptop.goto(f"/parties/{answer.json()['id']}")
    ready(laptop)
    laptop.locator("[name=camp][value=A]").focus()
    laptop.keyboard.press("Space")
    laptop.keyboard.type("92")
    expect(laptop.locator("[name=points]")).to_have_value("92")
    laptop.keyboard.press("Enter")
    expect(laptop.locator(".sheet-table tbody a[href$='/lignes/1']").first).to_be_visible()


def test_focus_is_on_the_form_then_on_the_doubt_and_the_end(laptop: Page) -> None:
    donnes = [{"points_a": 100}, {"match": "A"}, {"match": "A"}, {"match": "A"}]
    sheet = {"format": "scorekeeper/1", "game": "jass", "players": [*FOUR], "entries": donnes}
    laptop.goto(f"/parties/{laptop.request.post('/api/parties', data=sheet).json()['id']}")
    ready(laptop)
    expect(laptop.locator("#saisie")).to_be_focused()
    laptop.keyboard.press("Tab")
    laptop.keyboard.press("Space")
    laptop.keyboard.type("157")
    laptop.keyboard.press("Enter")
    expect(laptop.locator("[name=sure]")).to_be_focused()
    laptop.keyboard.press("Space")
    laptop.keyboard.press("Enter")
    expect(laptop.locator(".end")).to_be_focused()
    expect(laptop.locator(".lines svg")).to_be_hidden()
