"""Visibility of a sheet in every game, on tablets and phones: few elements, large, complete, and not covered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.in_view import FOUR, PLAYED, SIZES, Looking, house, lines_of, ready
from tests.browser.table import UPRIGHT, painted

CONTROLS, WORDS = 26, 60
"""Most controls and words beside the names of four people, on an empty sheet on an upright tablet."""
TOTALS = {768: 40, 1024: 40, 390: 20, 360: 20}
"""Least height of the totals by screen width, in CSS pixels, with five columns of −9999 too."""
SMALL = {512, 384}
"""Widths of a tablet at 200 %, where questions may need scrolling."""
GRIDS = {"coiffeur", "maison-yams"}
"""Games whose sheet is a grid: each open cell is a control."""


@pytest.fixture(scope="module")
def tablet_in_house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Looking]:
    with house(tmp_path_factory.mktemp("in-view"), browser) as (base, context):
        yield Looking(base, context)


def faults(game: str, state: str, size: Any, seen: dict[str, Any]) -> list[str]:
    """Return the faults of one sheet at one size."""
    messages = [f"{word}: {what}" for word in ("covered", "cut") for what in seen[word]]
    if size["width"] not in SMALL:
        messages += [] if seen["newest"] or state == "reasons" else ["the newest line is not whole"]
    if seen["total"] < TOTALS.get(size["width"], 0):
        messages.append(f"totals of {seen['total']} px")
    if (
        state == "empty"
        and size == UPRIGHT
        and game not in GRIDS
        and (seen["controls"] > CONTROLS or seen["words"] > WORDS)
    ):
        messages.append(f"{seen['controls']} controls, {seen['words']} words")
    return [f"{game}, {state}, {size['width']} × {size['height']}: {what}" for what in messages]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "game", ["tarot", *(pytest.param(game, marks=pytest.mark.soak) for game in PLAYED if game != "tarot")]
)
def test_sheet_shows_few_elements_and_none_is_covered(tablet_in_house: Looking, game: str) -> None:
    problems = [
        fault
        for state in tablet_in_house.states(game)
        for size, seen in tablet_in_house.look(SIZES)
        for fault in faults(game, state, size, seen)
    ]
    assert problems == []


MOVED = """() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    return observer.takeRecords().reduce((all, { value }) => all + value, 0);
}"""
"""Layout shift while the page loads, as browsers measure it."""


def test_nothing_moves_while_a_sheet_is_opened(tablet_in_house: Looking) -> None:
    page = tablet_in_house.page
    page.set_viewport_size({"width": 390, "height": 844})
    settings, lines = lines_of("tarot", FOUR)
    tablet_in_house.sheet("tarot", FOUR, lines, settings)
    page.reload()
    ready(page)
    painted(page)
    assert page.evaluate(MOVED) < 0.01
