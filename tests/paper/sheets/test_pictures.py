"""The sheets look as last reviewed: in print, and in HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.paper.sheets.samples import PICTURES, PRINTED, SNAPPED, SNAPSHOTS, body, page, picture

pytestmark = pytest.mark.unmeasured

if TYPE_CHECKING:
    from collections.abc import Callable

CELL = 6
"""Side of the compared squares, in pixels. Antialiasing differs between renderers, averages of squares do not."""
MOST = 14
"""Greatest accepted difference of a square, in grey levels of 255."""


def difference(first: Image.Image, second: Image.Image) -> float:
    """Return the greatest difference of a square, in grey levels; 255 for pictures of different sizes."""
    if first.size != second.size:
        return 255.0
    size = (max(1, first.width // CELL), max(1, first.height // CELL))
    small = [image.resize(size, Image.Resampling.BOX) for image in (first, second)]
    return float(ImageStat.Stat(ImageChops.difference(*small)).extrema[0][1])


@pytest.mark.parametrize("name", PRINTED)
def test_sheet_looks_as_it_did(name: str, printed: Callable[[str], bytes]) -> None:
    kept = Image.open(PICTURES / f"{name}.png").convert("L")
    assert difference(picture(printed(name)), kept) <= MOST


def test_another_sheet_would_be_seen() -> None:
    first, second = (Image.open(PICTURES / f"{name}.png") for name in ("tarot-vierge", "tarot-remplie"))
    assert difference(first.convert("L"), second.convert("L")) > MOST


def test_a_missing_word_would_be_seen() -> None:
    kept = Image.open(PICTURES / "bouees-remplie.png").convert("L")
    spoilt = kept.copy()
    spoilt.paste(255, (14, 40, 60, 50))
    assert difference(spoilt, kept) > MOST


def test_pictures_are_small_and_all_in_use() -> None:
    sizes = {path.stem: path.stat().st_size for path in PICTURES.glob("*")}
    assert set(sizes) == set(PRINTED)
    assert max(sizes.values()) <= 30_000


@pytest.mark.parametrize("name", SNAPPED)
def test_html_is_as_it_was(name: str) -> None:
    assert body(page(name, SNAPPED)) == (SNAPSHOTS / f"{name}.html").read_text(encoding="utf-8")
