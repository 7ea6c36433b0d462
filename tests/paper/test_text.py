"""Widths of text: no text takes more lines or room than the layout expects."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scorekeeper.paper import text as sheet_text
from scorekeeper.press import fonts

Laid = Callable[..., Any]


# The fixture only lays out, and keeps nothing from one example to the next.
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(text="一000000", points=8.2, room=12.0)
@given(
    text=st.text(
        st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=80
    ).map(lambda text: " ".join(text.split()) or "x"),
    points=st.sampled_from([5.6, 8.2]),
    room=st.floats(12, 60),
)
def test_text_never_takes_more_lines_than_expected(
    laid_out: Laid, text: str, points: float, room: float
) -> None:
    style = f"width:{room}mm;font:700 {points}pt sans-serif;overflow-wrap:anywhere"
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    document = laid_out(f'<body><p style="{style}">{escaped}</p>')
    assert found_lines(document.pages[0]._page_box) <= sheet_text.lines(text, points, room)


def found_lines(box: Any) -> int:
    if type(box).__name__ == "LineBox":
        return 1
    return sum(found_lines(child) for child in getattr(box, "children", ()))


def test_a_size_is_chosen_so_that_words_stay_whole() -> None:
    sizes = (9.0, 7.0, 5.0)
    assert sheet_text.fit("Anne", 20, sizes, 2).points == 9.0
    assert sheet_text.fit("Maximilienne", 17, sizes, 2).points < 9.0
    assert sheet_text.fit("Maximilienne", 17, sizes, 2).lines == 1
    assert sheet_text.fit("W" * 40, 20, sizes, 2).points == 5.0
    assert sheet_text.fit("W" * 40, 20, sizes, 2).lines >= 4


def test_a_name_is_broken_at_its_hyphen_and_nowhere_else() -> None:
    size = sheet_text.fit("Jean-Baptiste", 10.1, (9.0, 8.0, 7.0, 6.0), 2)
    assert (size.points, size.lines) == (7.0, 2)
    assert sheet_text.fit("Baptistine", 6.6, (9.0, 8.0, 7.0, 6.0), 2).lines == 2


def test_widths_are_those_of_the_font_and_never_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {text: sheet_text.ems(text) for text in ("W", "f’", "É", "Anne 12", "م", "😀")}
    # Widths in the font file, per 1000 units: W 814, f 341, ’ 300, É 548.
    assert 0.814 <= known["W"] <= 0.82
    assert 0.641 <= known["f’"] <= 0.65
    assert 0.548 <= known["É"] <= 0.555
    assert sheet_text.ems("Anne", bold=False) < sheet_text.ems("Anne")
    assert sheet_text.ems("e\u0301") == sheet_text.ems("é")


def test_a_font_that_is_missing_or_damaged_is_looked_for_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    known = {text: sheet_text.ems(text) for text in ("W", "Anne 12")}
    damaged = tmp_path / "DejaVuSans-Bold.ttf"
    damaged.write_bytes(b"no font at all")
    with monkeypatch.context() as patch:
        patch.setattr(sheet_text, "_faces", sheet_text._Faces())
        for path in (None, damaged):
            patch.setattr(fonts, "path_of", lambda _name, path=path: path)
            assert all(sheet_text.ems(text) >= width for text, width in known.items())
    assert {text: sheet_text.ems(text) for text in known} == known
