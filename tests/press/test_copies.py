"""Numbered copies: laid out once, yet every copy is a page of its own, with its number and its tags."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pikepdf
import pytest
from markupsafe import escape
from pypdf import PdfReader

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.game_api.sheet import PaperSize
from scorekeeper.paper.cells import isolated
from scorekeeper.paper.sheets import PrintOptions, html_of
from scorekeeper.parties.sheet_requests import blank_request
from scorekeeper.press.copies.template import hollowed
from scorekeeper.press.messages import COPY, END
from tests.press.pages import opened, page, structure, text

if TYPE_CHECKING:
    from pathlib import Path

    from scorekeeper.press.pdf import Printer

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


def test_each_copy_has_the_text_of_a_single_print(copies: bytes, printer: Printer) -> None:
    alone = printer.render(html_of(TWO_PAGES, PrintOptions(first=10)))
    counts = [Counter(leaf.extract_text().split()) for leaf in PdfReader(BytesIO(copies)).pages]
    assert len(counts) == 2 * COPIES
    assert counts[2:4] == [Counter(leaf.extract_text().split()) for leaf in PdfReader(BytesIO(alone)).pages]
    assert [leaf["9"] for leaf in counts] == [3, 3, 2, 2, 2, 2]


def test_drawing_of_a_page_is_in_the_file_once(copies: bytes) -> None:
    document = opened(copies)
    drawings = [leaf.obj.Contents[1].objgen for leaf in document.pages]
    assert drawings[:2] * COPIES == drawings
    assert len(set(drawings)) == 2
    assert len({leaf.obj.Contents[2].objgen for leaf in document.pages}) == 2 * COPIES


def test_tags_of_every_copy_are_its_own(copies: bytes, tmp_path: Path) -> None:
    document = opened(copies)
    elements = list(structure(document))
    flat = document.Root.StructTreeRoot.ParentTree.Nums
    parents = {int(key): value for key, value in zip(list(flat)[::2], list(flat)[1::2], strict=True)}
    for leaf in document.pages:
        marked = parents[int(leaf.obj.StructParents)]
        counts = Counter[int]()
        for element in elements:
            kids: Any = element.get("/K", [])
            numbers = [
                kid for kid in (kids if isinstance(kids, pikepdf.Array) else [kids]) if isinstance(kid, int)
            ]
            if numbers and element.Pg.objgen == leaf.obj.objgen:
                counts.update(numbers)
                assert all(marked[number].objgen == element.objgen for number in numbers)
        assert counts == Counter(
            n for n, element in enumerate(marked) if isinstance(element, pikepdf.Dictionary)
        )
    names = [str(element.ID) for element in elements if "/ID" in element]
    assert len(names) == len(set(names)) > COPIES
    tagged_content = {str(name) for element in elements for name in element.get("/A", {}).get("/Headers", [])}
    assert tagged_content <= set(names)
    assert str(document.Root.Outlines.First.Title) == "feuille n° 9 · page 1 sur 2"
    assert document.Root.Outlines.First.Dest[0].objgen == document.pages[0].objgen
    path = tmp_path / "copies.pdf"
    path.write_bytes(copies)
    assert subprocess.run(["qpdf", "--check", str(path)], check=False, capture_output=True).returncode == 0


NAMES = (
    "Anne",
    "Åsa Çelik-Öğün",
    "W" * 40,
    "李小龍",
    "محمد علي",
    "Zoé & <b>",
    "Jean-Baptiste de la Très Longue Rivière",
    "Éloïse (אורי)",
    "Noé",
    "Lou",
    "Ève",
)
TABLE = (
    '<table style="table-layout:fixed;width:150mm"><col style="width:20mm"><col style="width:65mm"><col>'
    '<thead><tr><th scope="col">n°</th><th scope="col">nom</th><th scope="col">points</th></tr></thead><tbody>{}</tbody></table>'
)


STROKE = 'fill="none" stroke="#111" stroke-width="1"'


def marked(*copies: str) -> str:
    """Return these fragments, each marked as a copy."""
    return "".join(f"{COPY}{copy}{END}" for copy in copies)


def ruled(names: Sequence[str]) -> str:
    """Return rows of declared height, so that only the position of the first is laid out."""
    exact = "border-spacing:0;line-height:1.2"
    made = rows(names).replace("table-layout", f"{exact};table-layout")
    return made.replace(
        '<tr><th scope="row" style="', '<tr data-grid="a"><th scope="row" style="box-sizing:border-box;'
    )


def rows(names: Sequence[str]) -> str:
    made = (
        f'<tr><th scope="row" style="height:9mm;font-size:{9 + n % 2}pt">{n}</th><td>{escape(isolated(name))}</td>'
        f'<td style="text-align:right">{"" if n == 2 else n * 7}</td></tr>'
        for n, name in enumerate(names)
    )
    return page("<h1>Classement</h1>" + TABLE.format(marked(*made)))


def slips(names: Sequence[str]) -> str:
    made = (
        f'<section style="break-before:page;position:relative;height:20cm;overflow:hidden;border:0 dashed #777;border-right-width:2mm">'
        f'<svg aria-hidden="true" width="90" height="90" viewBox="0 0 9 9"><path d="M0 0.5h{n % 7 + 1}M3 {n % 5}.5h2" {STROKE}/></svg><h2 style="margin:0">{escape(isolated(name))}</h2>'
        f'<p data-running>Sans voix {n}</p><svg width="9" height="9"><title>Code {n}</title><path d="M0 {n}h9"/></svg>'
        f'<p><a href="https://exemple.org/{n}">exemple.org/{n}</a></p><a href="https://exemple.org/?n={n}&amp;a=1" title="{n}"'
        f' style="position:absolute;top:0;right:0;width:9mm;height:9mm"></a>{TABLE.format("<tr><td>a<td>b<td>c")}</section>'
        for n, name in enumerate(names)
    )
    return page(marked(*made))


def tagged_content(pdf: pikepdf.Pdf) -> list[Any]:
    """Return the tagged content: each element with its properties, its links, and the position of its content."""
    names: dict[str, int] = {}
    pages = [leaf.obj.objgen for leaf in pdf.pages]

    def below(element: Any) -> list[Any]:
        kids = element.get("/K", [])
        kids = list(kids) if isinstance(kids, pikepdf.Array) else [kids]
        own = element.get("/A", {})
        content: list[Any] = [
            str(element.S),
            pages.index(element.Pg.objgen) if "/Pg" in element else None,
            str(element.get("/Alt", "")),
            names.setdefault(str(element.ID), len(names)) if "/ID" in element else None,
            [names.setdefault(str(name), len(names)) for name in own.get("/Headers", [])],
            [round(float(side)) for side in own.get("/BBox", [])],
            str(own.get("/Scope", "")),
        ]
        for kid in kids:
            if isinstance(kid, int):
                content.append("words")
            elif kid.get("/Type") == "/OBJR":
                content.append(
                    (str(kid.Obj.A.URI), str(kid.Obj.Contents), [round(float(x)) for x in kid.Obj.Rect])
                )
            else:
                content.append(below(kid))
        return content

    return below(pdf.Root.StructTreeRoot.K[0])


def words(pdf: bytes, folder: Path) -> list[list[tuple[str, float, float]]]:
    """Return each word of each page with its position, as another program finds it."""
    path = folder / "words.pdf"
    path.write_bytes(pdf)
    output = subprocess.run(
        ["pdftotext", "-bbox", str(path), "-"], check=True, capture_output=True, text=True
    )
    word = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)"[^>]*>(.*?)</word>')
    pages = output.stdout.split("<page ")[1:]
    return [
        sorted((text, round(float(x), 1), round(float(y), 1)) for x, y, text in word.findall(leaf))
        for leaf in pages
    ]


def outline(pdf: pikepdf.Pdf) -> list[str]:
    with pdf.open_outline() as tree:
        return [item.title for top in tree.root for item in (top, *top.children)]


@pytest.mark.parametrize("make", [rows, ruled, slips])
def test_copies_equal_single_prints(
    make: Callable[[Sequence[str]], str], printer: Printer, tmp_path: Path
) -> None:
    html = make(NAMES)
    cast, complete = printer.render(html), printer.render(html.replace(COPY, "").replace(END, ""))
    assert hollowed(html) is not None
    assert all(name in html for name in NAMES[:2])
    assert words(cast, tmp_path) == words(complete, tmp_path)
    assert tagged_content(opened(cast)) == tagged_content(opened(complete))
    assert outline(opened(cast)) == outline(opened(complete))
    assert pictures(cast, tmp_path) == pictures(complete, tmp_path)
    path = tmp_path / "copies.pdf"
    path.write_bytes(cast)
    assert subprocess.run(["qpdf", "--check", str(path)], check=False, capture_output=True).returncode == 0


def pictures(pdf: bytes, folder: Path) -> list[bytes]:
    """Return the pages as pictures."""
    path = folder / "pictures.pdf"
    path.write_bytes(pdf)
    for old in folder.glob("page*.png"):
        old.unlink()
    subprocess.run(["pdftoppm", "-r", "50", "-png", str(path), str(folder / "page")], check=True)
    return [leaf.read_bytes() for leaf in sorted(folder.glob("page*.png"))]


def sections(*bodies: str) -> str:
    return page(marked(*(f'<section style="break-before:page">{body}</section>' for body in bodies)))


def test_differing_texts_are_laid_out_once(printer: Printer) -> None:
    same = [f"<div>{n}</div><p>Grille</p>" for n in (1, 2, 3)]
    kinds = hollowed(sections(*same, "<p>Autre</p>"))
    assert kinds is not None
    assert [[copy.number for copy in kind.copies] for kind in kinds.kinds] == [[0, 1, 2]]
    assert [kind.slots for kind in kinds.kinds] == [(0,)]
    assert text(printer.render(sections(*same, "<p>Autre</p>"))).split() == [
        "1",
        "Grille",
        "2",
        "Grille",
        "3",
        "Grille",
        "Autre",
    ]
    assert hollowed(sections(*same), as_is={1}) is None
    assert hollowed(sections(*(f"<div>{n}</div><input>" for n in (1, 2, 3)))) is None
    assert hollowed(page("<p>Grille</p>")) is None


def test_copy_that_would_move_other_text_is_laid_out_itself(printer: Printer, tmp_path: Path) -> None:
    bodies = [f"<div>{name}</div><p>Grille</p>" for name in ("Anne", "Benoît", "Chloé", "David " * 30, "Eva")]
    html = sections(*bodies)
    complete = printer.render(html.replace(COPY, "").replace(END, ""))
    assert words(printer.render(html), tmp_path) == words(complete, tmp_path)


def test_copies_that_overflow_their_page_are_printed_as_they_are(printer: Printer) -> None:
    html = sections(*(f'<div>{n}</div><p style="height: 40cm">Grille</p>' for n in (1, 2, 3)))
    assert text(printer.render(html)).split() == ["1", "Grille", "2", "Grille", "3", "Grille"]


def test_the_code_of_an_address_is_drawn_as_any_other_path(printer: Printer, tmp_path: Path) -> None:
    def drawn(path: str) -> list[bytes]:
        box = f'viewBox="0 0 29 29"><path d="{path}" fill="none" stroke="#111" stroke-width="1"/></svg>'
        return pictures(printer.render(page(f'<svg width="90mm" height="90mm" {box}')), tmp_path)

    quick = drawn("M0 0.5h7M12 3.5h1M3 28.5h26")
    # A comma is another notation of the same.
    assert quick == drawn("M0,0.5h7M12,3.5h1M3,28.5h26")
    assert quick != drawn("M0 0.5h7M12 3.5h2M3 28.5h26")


FALLBACK = """
import sys
from scorekeeper.press import inner_parts, worker
from scorekeeper.press.copies import placement
change = sys.argv[1]
if change == "gone":
    placement.shaped = lambda box, text: box.no_such_part(text)
elif change == "moved":
    placement.shaped = lambda box, text: inner_parts.shaped(box, text + "i")
engine = worker._Engine()
engine.try_copies()
sys.stderr.write(str(engine.copies))
sys.stdout.buffer.write(engine.print(worker._TRIAL, forms=False))
"""


@pytest.mark.quick("gone")
@pytest.mark.parametrize(("change", "copied"), [("none", "True"), ("gone", "False"), ("moved", "False")])
def test_changed_library_internals_disable_copies(change: str, copied: str, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FALLBACK, change], capture_output=True, check=True)
    assert done.stderr.decode() == copied
    (tmp_path / "a.pdf").write_bytes(done.stdout)
    command = ["pdftotext", str(tmp_path / "a.pdf"), "-"]
    words = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert words.split() == ["Anne", "Ghislaine", "Élise"]
