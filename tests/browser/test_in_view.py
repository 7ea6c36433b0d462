"""What is seen of a sheet in every game: the line that was just written stands whole above the form, on tablets and phones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.in_view import PLAYED, SIZES, Looking, house


@pytest.fixture(scope="module")
def tablet_in_house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Looking]:
    with house(tmp_path_factory.mktemp("in-view"), browser) as (base, context):
        yield Looking(base, context)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game == "bouees" else pytest.mark.soak) for game in PLAYED]
)
def test_the_newest_line_is_whole_and_in_view(tablet_in_house: Looking, game: str) -> None:
    hidden = [
        (state, size)
        for state in tablet_in_house.states(game)
        for size, seen in tablet_in_house.look(SIZES[:3])
        if state in {"undo", "−9999"} and not seen["newest"]
    ]
    assert hidden == []
