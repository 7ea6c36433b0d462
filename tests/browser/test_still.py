"""The sheet stands still: nothing above the panel moves from the first touch of a donne to its line, and what is touched is in view."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.in_view import FOUR, PLAYED, declared_line, house, lines_of, ready
from tests.browser.table import LANDSCAPE, UPRIGHT, Hands, painted
from tests.browser.test_keys import LATER
from tests.browser.test_taps import DONNES, SETTINGS
from tests.cards.games.test_maison import text

LARGE_PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
ZOOMED: ViewportSize = {"width": 512, "height": 384}
SIZES = (UPRIGHT, LANDSCAPE, LARGE_PHONE, SMALL_PHONE, ZOOMED)
QUICK = [("couillon", UPRIGHT), ("tarot", LARGE_PHONE), ("belote", SMALL_PHONE), ("cochonnet", ZOOMED)]
ALL = [
    pytest.param(game, size, marks=() if (game, size) in QUICK else pytest.mark.soak)
    for game in PLAYED
    for size in SIZES
]
EDGES = """() => {
    window.edges = [];
    const box = (part) => document.querySelector(part)?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    const look = () => {
        const parts = { panel: box(".panel").top, sheet: box(".sheet").top, lines: box(".lines").top };
        const now = JSON.stringify({ ...parts, drawn: box(".figure").top, below: box(".figure").bottom });
        if (document.querySelector("form.entry.ready") && edges.at(-1) !== now) edges.push(now);
        requestAnimationFrame(look);
    };
    document.addEventListener("DOMContentLoaded", look);
}"""
"""Records the edges of panel, sheet, lines and drawing at every frame in which they differ from the one before."""
TYPED, CHIPS = (
    ".entry .active :is(input, select)",
    ".fields > :has(.active) :is(.button, .counter):not(.folded *)",
)
MARK = ".confirm .primary"
CUT = """(parts) => {
    const shown = (each) => each.checkVisibility() && !each.closest(".more:not([open]) .folded") && each.getBoundingClientRect().height > 1;
    const whole = (each) => {
        let { left, top, right, bottom } = each.getBoundingClientRect();
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return false;
        for (let up = each.parentElement; up; up = up.parentElement) {
            if (getComputedStyle(up).overflowY === "visible") continue;
            const around = up.getBoundingClientRect();
            if (top < around.top - 1 || bottom > around.bottom + 1) return false;
        }
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return each.contains(there) || there?.contains(each);
    };
    return [...document.querySelectorAll(parts)].filter((each) => shown(each) && !whole(each))
        .map((each) => `${each.name || each.textContent.trim()} at ${Math.round(each.getBoundingClientRect().top)}`);
}"""
"""Returns which of these parts are not whole in view."""


class Watching(Hands):
    """Hands that look after each touch whether what they use is whole in view."""

    def __init__(self, page: Page, base: str) -> None:
        super().__init__(page, base)
        self.cut = set[str]()

    def look(self) -> None:
        """Note which fields, chips, and button that marks the line are not whole in view."""
        painted(self.page)
        self.page.locator(".outbox").wait_for(state="hidden")
        if self.page.locator("form.entry.ready").count():
            self.cut |= set(self.page.evaluate(CUT, f"{TYPED}, {CHIPS}, {MARK}"))

    def press(self, target: Locator) -> None:
        super().press(target)
        self.look()

    def type(self, field: Locator, text: str) -> None:
        super().type(field, text)
        self.look()


def donnes(game: str) -> tuple[dict[str, Any], Sequence[Any]]:
    """Return what a sheet of this game states, and its ordinary, bonus and worst donne."""
    sheet: dict[str, Any] = {"format": "scorekeeper/1", "game": game, "players": [*FOUR]}
    if game in DONNES:
        settings = {key: value == "oui" for key, value in SETTINGS.get(game, {}).items()}
        return {**sheet, "settings": settings}, [entry for entry, _ in DONNES[game]]
    own, lines = lines_of(game, FOUR)
    if game.startswith("maison-"):
        sheet["definition"] = tomllib.loads(text(game.removeprefix("maison-")))
    return {**sheet, "settings": dict(own)}, lines


def fill(hands: Hands, sheet: Mapping[str, Any], entries: Sequence[Any], place: int) -> None:
    """Fill in the form for a line, touch by touch."""
    if sheet["game"] == "maison-yams":
        hands.press(hands.page.get_by_role("radio", name="Anne, Six"))
        hands.press(hands.page.get_by_role("radio", name="24", exact=True))
    elif "definition" in sheet:
        hands.say(declared_line(sheet["game"], FOUR))
    else:
        hands.say(Hands.fields({**sheet, "entries": [*entries]}, place))


def faults(page: Page, base: str, game: str) -> tuple[list[Any], set[str]]:
    """Enter the donnes of a game, each first without its fields, which is refused. Return the positions of edges that moved, by donne,
    and the parts that were not whole in view.
    """
    page.add_init_script(f"({EDGES})()")
    sheet, entries = donnes(game)
    answer = page.request.post(f"{base}/api/parties", data=sheet)
    assert answer.status == 201, answer.text()
    page.goto(f"{base}/parties/{answer.json()['id']}")
    ready(page)
    hands, moved = Watching(page, base), []
    for place in range(len(entries)):
        painted(page)
        page.evaluate("edges.length = 0")
        # The clock advances, so that this press is not a double tap for the last line.
        page.evaluate(LATER)
        page.locator(".confirm .primary").click()
        page.locator("main .errors p").first.wait_for()
        fill(hands, sheet, entries, place)
        hands.confirm(place)
        expect(page.locator(".undo[data-revision]")).to_be_attached()
        painted(page)
        edges = page.evaluate("edges")
        if len(set(edges)) > 1:
            moved.append([json.loads(each) for each in edges])
    return moved, hands.cut


@pytest.fixture(scope="module")
def tablets(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Any]]:
    with house(tmp_path_factory.mktemp("still"), browser) as inside:
        yield inside


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("game", "size"), ALL)
def test_no_touch_of_a_donne_moves_the_sheet(tablets: tuple[str, Any], game: str, size: ViewportSize) -> None:
    base, context = tablets
    page = context.new_page()
    page.set_viewport_size(size)
    assert faults(page, base, game) == ([], set())
    page.close()
