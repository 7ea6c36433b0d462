"""Names in other scripts: printed where a font has them, and reported where none does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from scorekeeper import i18n
from scorekeeper.cards.catalogue import game
from scorekeeper.cli import main
from scorekeeper.paper import letters, text
from scorekeeper.paper.letters import unprinted
from scorekeeper.paper.sheets import html_of
from scorekeeper.parties.sheet_requests import blank_request
from scorekeeper.press import fonts
from scorekeeper.press.messages import Failure, PrintFailed
from scorekeeper.press.pdf import Printer
from tests.examples import plain
from tests.paper.fitting import documents, evening, inks
from tests.press.pages import fonts as fonts_of
from tests.press.pages import opened, page
from tests.press.pages import text as words_of

pytestmark = pytest.mark.unmeasured

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from flask import Flask

EASTERN = ("李小龙", "張學友", "さくら", "髙橋 ユーコ", "김민준")
PLAIN = ("Zoë", "Łukasz", "Οδυσσεύς", "Владимир", "دينا", "D’Ỹ́", "😀 Ana", "👩\u200d🚀")
UNKNOWN = ("สมชาย", "\U00020000", "Ana 🫠")
"""Thai, a rare ideograph and a new pictograph, which are in none of our fonts."""


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without fonts other than those of the sheets."""
    only = fonts.FontSet(tuple(path for path in fonts.find().paths if path.name not in fonts.SPARES))
    monkeypatch.setattr(fonts, "here", lambda: only)


def test_eastern_names_are_embedded_and_as_wide_as_measured(printer: Printer) -> None:
    pdf = printer.render(page("".join(f"<p>{name} <b>{name}</b></p>" for name in EASTERN)))
    assert words_of(pdf).split() == [part for name in EASTERN for part in 2 * name.split()]
    document = opened(pdf)
    ((font, descriptor),) = (pair for name, pair in fonts_of(document).items() if "Micro" in name)
    assert "/FontFile2" in descriptor
    widths = {round(float(width)) for run in list(font.DescendantFonts[0].W)[1::2] for width in run}
    assert max(widths) == 1000
    for bold in (True, False):
        assert 3.0 < text.ems("李小龙", bold=bold) < 3.05


def test_names_that_have_their_letters_are_not_remarked_on() -> None:
    assert unprinted((*EASTERN, *PLAIN)) == ()


def test_names_without_their_font_say_which_package_helps(bare: None) -> None:
    warning, more = unprinted(("Ana", "李小龙", "李小龙", "Ana 𝄞", "สมชาย"))
    assert "toutes les lettres de 李小龙, Ana 𝄞 et สมชาย\u00a0: sur le papier, un numéro ou □" in warning
    assert more.startswith("Ou installez fonts-symbola, fonts-wqy-microhei sur")
    with i18n.speaking("en"):
        warning, more = unprinted(("김",))
    assert (warning, more[:32]) == (
        "No font of this machine has all letters of 김: on paper a number or □ takes their place. Write in Latin letters.",
        "Or install fonts-wqy-microhei on",
    )


def test_letters_in_no_font_are_reported() -> None:
    (warning,) = unprinted(("Ana", *UNKNOWN, "", "Łukasz"))
    assert "toutes les lettres de {}, {} et {}\u00a0:".format(*UNKNOWN) in warning


def test_without_a_printer_no_letters_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> None:
        raise PrintFailed(Failure.FONTS_MISSING, "")

    monkeypatch.setattr(fonts, "here", nowhere)
    assert unprinted(UNKNOWN) == ()


def test_a_damaged_font_has_no_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / fonts.WIDE
    broken.write_bytes(b"no font")
    monkeypatch.setattr(fonts, "here", lambda: fonts.FontSet((broken,)))
    assert len(unprinted(("李",))) == 1
    assert letters._characters(tmp_path / "gone") == frozenset()


SCRIPTS = "ทคअአ李さ김אبЖΩაԱ😀🫠\u0e34\u0301\u0651"
"""Letters of many scripts, and combining marks."""


@pytest.mark.parametrize(
    ("known", "lost"),
    [("every font", "ทคअአ🫠\u0e34"), ("DejaVu", "ทคअአ李さ김🫠\u0e34")],
    ids=["every font", "DejaVu only"],
)
def test_lacking_letters_are_those_the_child_does_not_draw(
    known: str, lost: str, request: pytest.FixtureRequest
) -> None:
    if known == "DejaVu":
        request.getfixturevalue("bare")
    with Printer() as printer:
        undrawn = {each for each in SCRIPTS if each not in words_of(printer.render(page(f"<p>a{each}b</p>")))}
    assert undrawn == set(lost)
    assert letters.lacking(SCRIPTS) == set(lost)


def test_numbers_replace_names_without_letters(bare: None) -> None:
    people = ("ทดสอบ", "李小龙 (Bruce)", "Chloé", "李小龙")
    request = replace(blank_request(game("tarot"), names=people), lieu="京 Café")
    with Printer() as printer:
        printed = words_of(printer.render(html_of(request)))
    words = " ".join(printed.split())
    assert all(words.count(name) > 1 for name in ("n° 1", "n° 2 (Bruce)", "n° 4"))
    assert "À la place de noms dont aucune police n’a les lettres : n° 1, n° 2 (Bruce), n° 4" in words
    assert "□ Café" in printed


def test_command_names_the_missing_letters(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "tarot.pdf"
    assert main(["sheet", "tarot", "--players", "ทดสอบ,B,C,D", "--lang", "fr", "-o", str(out)]) == 0
    assert "toutes les lettres de ทดสอบ : sur le papier, un numéro" in plain(capfd.readouterr().err)
    assert "n° 1" in words_of(out.read_bytes())


def test_tournament_papers_bear_numbers_of_the_list(empty: Flask, laid_out: Callable[..., Any]) -> None:
    store = empty.extensions["store"]
    t = evening(store, game("jass"), ("Anne", "ทดสอบ", "Chloé", "David"), name="Jass", place="Pont")
    for which in ("feuilles", "billets", "affiche", "liste"):
        layout = laid_out(documents(store, t, "A4", which))
        content = " ".join(ink.words for page in layout.pages for ink in inks(page._page_box))
        assert ("n° 2" in content, letters.lacking(content), "□" in content) == (True, set(), False)
