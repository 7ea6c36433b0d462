"""No paper has text under seven points; sizes are read from the PDF.

Here a sample; the soak reads every game's blank sheets, every played evening, and every paper of a tournament.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from io import BytesIO

import pikepdf
import pytest
from flask import Flask

from scorekeeper.cards.game_api.sheet import PaperSize
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.i18n import speaking
from scorekeeper.paper.papers import Wish, html_of_paper
from scorekeeper.paper.sheets import html_of
from scorekeeper.parties.sheet_requests import blank_request, file_request
from scorekeeper.press.pdf import Printer
from tests.evenings import evenings
from tests.examples import EVERY_GAME
from tests.paper.fitting import documents, evening

pytestmark = pytest.mark.unmeasured

LEAST = 6.99
GAMES = {game.key: game for game in EVERY_GAME}
PLAYED = {each.name: each.sheet for each in evenings()}
PEOPLE = tuple(
    f"{name} Aebischer-Rossier"
    for name in ["Anne", "Bruno", "Chloé", "David", "Élise", "Félix", "Gaëlle", "Hugo"]
)


def sizes(pdf: bytes) -> Iterator[float]:
    """Yield the font size in points of each text shown, with all scaling."""
    with pikepdf.open(BytesIO(pdf)) as document:
        for page in document.pages:
            at, kept, size, line = pikepdf.Matrix(), [], 0.0, pikepdf.Matrix()
            for step in pikepdf.parse_content_stream(page):
                operands = step.operands
                match str(step.operator):
                    case "q":
                        kept.append((at, size))
                    case "Q":
                        at, size = kept.pop()
                    case "cm":
                        at = pikepdf.Matrix(*map(float, operands)) @ at
                    case "BT":
                        line = pikepdf.Matrix()
                    case "Tf":
                        size = float(operands[1])
                    case "Tm":
                        line = pikepdf.Matrix(*map(float, operands))
                    case "Tj" | "TJ":
                        scale = line @ at
                        yield abs(size) * math.hypot(scale.c, scale.d)


def small(printer: Printer, html: str) -> list[float]:
    """Return the sizes under seven points in the PDF of a document, which has some text."""
    every = list(sizes(printer.render(html)))
    assert every
    return sorted({round(size, 2) for size in every if size < LEAST})


@pytest.mark.sampled(7)
@pytest.mark.quick("A5-tarot", "A5-couillon", "A4-maison-phase-10")
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("size", PaperSize)
def test_blank_sheets_have_no_small_print(key: str, size: PaperSize, printer: Printer) -> None:
    game = GAMES[key]
    with speaking("fr"):
        for seats in {min(game.rules.SEATS), max(game.rules.SEATS)}:
            assert small(printer, html_of(blank_request(game, seats=seats, paper=size))) == []


@pytest.mark.sampled(5)
@pytest.mark.quick("A5-couillon", "A4-jass")
@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("size", PaperSize)
def test_played_sheets_have_no_small_print(name: str, size: PaperSize, printer: Printer) -> None:
    raw = PLAYED[name]
    with speaking("fr"):
        for entries in (raw["entries"], raw["entries"][: len(raw["entries"]) // 2]):
            request = file_request(read_sheet({**raw, "entries": entries}), paper=size, back=True)
            assert small(printer, html_of(request)) == []


@pytest.mark.quick("A5-affiche", "A4-billets")
@pytest.mark.parametrize("which", ["feuilles", "billets", "cartes", "affiche", "liste"])
@pytest.mark.parametrize("size", PaperSize)
def test_papers_of_an_evening_have_no_small_print(
    which: str, size: PaperSize, empty: Flask, printer: Printer
) -> None:
    store = empty.extensions["store"]
    words = {"name": "Tournoi de la Saint-Martin", "place": "Café du Pont"}
    t = evening(store, GAMES["jass"], PEOPLE, **words)
    assert small(printer, documents(store, t, size, which)) == []


@pytest.mark.quick("A5")
@pytest.mark.parametrize("size", PaperSize)
def test_a_draw_by_hand_has_no_small_print(size: PaperSize, printer: Printer) -> None:
    with speaking("fr"):
        assert small(printer, html_of_paper("tirage", Wish(paper=size))) == []
