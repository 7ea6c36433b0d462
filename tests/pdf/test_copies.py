"""Numbered copies: laid out once, yet every copy is a page of its own, with its number and its tags."""

from __future__ import annotations

import subprocess
from collections import Counter
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pikepdf
import pytest
from pypdf import PdfReader

from scorekeeper.catalogue import game
from scorekeeper.kit.sheet import PaperSize
from scorekeeper.paper.requests import blank_request
from scorekeeper.paper.sheets import PrintOptions, html_of
from scorekeeper.printing.copies import fold
from scorekeeper.printing.wire import SEAM
from tests.pdf.pages import opened, page, structure, text

if TYPE_CHECKING:
    from pathlib import Path

    from scorekeeper.printing.pdf import Printer

COPIES = 3
TWO_PAGES = blank_request(
    game("jass"),
    names=["Anne", "Benoît", "Chloé", "محمد"],
    settings={"mode": "tournoi"},
    paper=PaperSize.A5,
)


@pytest.fixture(scope="module")
def copies(printer: Printer) -> bytes:
    return printer.render(html_of(TWO_PAGES, PrintOptions(copies=COPIES, first=9)))


def test_each_copy_says_what_it_would_say_alone(copies: bytes, printer: Printer) -> None:
    alone = printer.render(html_of(TWO_PAGES, PrintOptions(first=10)))
    found = [Counter(leaf.extract_text().split()) for leaf in PdfReader(BytesIO(copies)).pages]
    assert len(found) == 2 * COPIES
    assert found[2:4] == [Counter(leaf.extract_text().split()) for leaf in PdfReader(BytesIO(alone)).pages]
    assert [leaf["9"] for leaf in found] == [3, 3, 2, 2, 2, 2]


def test_drawing_of_a_page_is_in_the_file_once(copies: bytes) -> None:
    document = opened(copies)
    drawings = [leaf.obj.Contents[1].objgen for leaf in document.pages]
    assert drawings[:2] * COPIES == drawings
    assert len(set(drawings)) == 2
    assert len({leaf.obj.Contents[0].objgen for leaf in document.pages}) == 2 * COPIES


def test_tags_of_every_copy_are_its_own(copies: bytes, tmp_path: Path) -> None:
    document = opened(copies)
    elements = list(structure(document))
    flat = document.Root.StructTreeRoot.ParentTree.Nums
    parents = {int(key): value for key, value in zip(list(flat)[::2], list(flat)[1::2], strict=True)}
    for leaf in document.pages:
        marked = parents[int(leaf.obj.StructParents)]
        found = Counter[int]()
        for element in elements:
            kids: Any = element.get("/K", [])
            numbers = [
                kid for kid in (kids if isinstance(kids, pikepdf.Array) else [kids]) if isinstance(kid, int)
            ]
            if numbers and element.Pg.objgen == leaf.obj.objgen:
                found.update(numbers)
                assert all(marked[number].objgen == element.objgen for number in numbers)
        assert found == Counter(
            n for n, element in enumerate(marked) if isinstance(element, pikepdf.Dictionary)
        )
    names = [str(element.ID) for element in elements if "/ID" in element]
    assert len(names) == len(set(names)) > COPIES
    told = {str(name) for element in elements for name in element.get("/A", {}).get("/Headers", [])}
    assert told <= set(names)
    assert str(document.Root.Outlines.First.Title) == "feuille n° 9 · page 1 sur 2"
    assert document.Root.Outlines.First.Dest[0].objgen == document.pages[0].objgen
    path = tmp_path / "copies.pdf"
    path.write_bytes(copies)
    assert subprocess.run(["qpdf", "--check", str(path)], check=False, capture_output=True).returncode == 0


def test_copies_without_tags_are_folded_too(printer: Printer) -> None:
    html = html_of(blank_request(game("couillon"), paper=PaperSize.A5), PrintOptions(copies=2))
    document = opened(printer.render(html, tagged=False))
    assert len({leaf.obj.Contents[1].objgen for leaf in document.pages}) == 1


def copied(*bodies: str) -> str:
    """A document whose copies are these."""
    sections = (f'{SEAM}<section class="page">{body}</section>' for body in bodies)
    return page("".join(sections) + SEAM)


MARK = '<div class="mark">{}</div>'


def test_only_copies_that_differ_by_their_number_are_folded(printer: Printer) -> None:
    same = copied(MARK.format(1) + "<p>Grille</p>", MARK.format(2) + "<p>Grille</p>")
    assert fold(same) is not None
    assert text(printer.render(same)).split() == ["1", "Grille", "2", "Grille"]
    other = copied(MARK.format(1) + "<p>Grille</p>", MARK.format(2) + "<p>Autre</p>")
    assert fold(other) is None
    assert fold(copied(MARK.format(1) + "<input>", MARK.format(2) + "<input>")) is None
    assert fold(copied("<p>Grille</p>", "<p>Grille</p>")) is None
    assert fold(page("<p>Grille</p>")) is None


def test_copies_that_overflow_their_page_are_printed_as_they_are(printer: Printer) -> None:
    tall = '<p style="height: 40cm">Grille</p>'
    html = copied(MARK.format(1) + tall, MARK.format(2) + tall)
    assert fold(html) is not None
    assert text(printer.render(html)).split() == ["1", "Grille", "2", "Grille"]
