"""Sizes of paper by name."""

from __future__ import annotations

import pytest

from scorekeeper.paper.posters.pages import PosterSize


@pytest.mark.parametrize(
    ("name", "upright", "landscape"),
    [("A3", (297, 420), (420, 297)), ("A4", (210, 297), (297, 210)), ("A5", (148, 210), (210, 148))],
)
def test_paper_has_its_size_in_millimetres(
    name: str, upright: tuple[int, int], landscape: tuple[int, int]
) -> None:
    size = PosterSize(name)
    assert (size.size(landscape=False), size.size(landscape=True)) == (upright, landscape)
