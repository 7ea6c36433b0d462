"""Names in other letters than ours: printed where a font has them, and told where none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scorekeeper import i18n
from scorekeeper.paper import text
from scorekeeper.paper.text import unprinted
from scorekeeper.press import fonts
from scorekeeper.press.messages import Failure, PrintFailed
from tests.press.pages import fonts as fonts_of
from tests.press.pages import opened, page
from tests.press.pages import text as words_of

if TYPE_CHECKING:
    from pathlib import Path

    from scorekeeper.press.pdf import Printer

EASTERN = ("李小龙", "張學友", "さくら", "髙橋 ユーコ", "김민준")
PLAIN = ("Zoë", "Łukasz", "Οδυσσεύς", "Владимир", "دينا", "D’Ỹ́", "😀 Ana", "👩\u200d🚀")
UNKNOWN = ("สมชาย", "\U00020000", "Ana 🫠")
"""Thai, a rare ideograph and a new pictograph that no font of ours has."""


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without the fonts beside those of the sheets."""
    only = fonts.FontSet(tuple(path for path in fonts.find().paths if path.name in fonts.FILES))
    monkeypatch.setattr(fonts, "here", lambda: only)


def test_eastern_names_are_embedded_and_as_wide_as_measured(printer: Printer) -> None:
    pdf = printer.render(page("".join(f"<p>{name} <b>{name}</b></p>" for name in EASTERN)))
    assert words_of(pdf).split() == [part for name in EASTERN for part in 2 * name.split()]
    document = opened(pdf)
    ((font, descriptor),) = (found for name, found in fonts_of(document).items() if "Micro" in name)
    assert "/FontFile2" in descriptor
    widths = {round(float(width)) for run in list(font.DescendantFonts[0].W)[1::2] for width in run}
    assert max(widths) == 1000
    for bold in (True, False):
        assert 3.0 < text.ems("李小龙", bold=bold) < 3.05


def test_names_that_have_their_letters_are_not_remarked_on() -> None:
    assert unprinted((*EASTERN, *PLAIN)) == ()


def test_names_without_their_font_say_which_package_helps(bare: None) -> None:
    told, more = unprinted(("Ana", "李小龙", "李小龙", "Ana 𝄞", "สมชาย"))
    assert told.endswith("\u00a0: 李小龙, Ana 𝄞 et สมชาย. Écrivez en lettres latines.")
    assert more.startswith("Ou installez fonts-symbola, fonts-wqy-microhei sur")
    with i18n.speaking("en"):
        told, more = unprinted(("김",))
    assert (told, more[:32]) == (
        "Boxes on paper: 김. Write in Latin letters.",
        "Or install fonts-wqy-microhei on",
    )


def test_letters_that_no_font_has_are_told() -> None:
    (told,) = unprinted(("Ana", *UNKNOWN, "", "Łukasz"))
    assert told.endswith("\u00a0: {}, {} et {}. Écrivez en lettres latines.".format(*UNKNOWN))


def test_nothing_is_told_where_nothing_can_be_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> None:
        raise PrintFailed(Failure.FONTS_MISSING, "")

    monkeypatch.setattr(fonts, "here", nowhere)
    assert unprinted(UNKNOWN) == ()


def test_a_damaged_font_has_no_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / fonts.WIDE
    broken.write_bytes(b"no font")
    monkeypatch.setattr(fonts, "here", lambda: fonts.FontSet((broken,)))
    assert len(unprinted(("李",))) == 1
    assert text._characters(tmp_path / "gone") == frozenset()
