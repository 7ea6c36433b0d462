from __future__ import annotations

import hashlib
import html
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pikepdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.press import fonts as print_fonts
from scorekeeper.press.messages import Failure, PrintFailed
from scorekeeper.press.pdf import Printer
from tests.press.pages import SHEET, fonts, opened, page, structure, text

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def sheet(printer: Printer) -> bytes:
    return printer.render(SHEET)


def test_text_is_read_in_order_and_with_its_signs(sheet: bytes) -> None:
    words = text(sheet).split()
    expected = [
        "Tarot",
        "à",
        "quatre",
        "N°",
        "Chloé",
        "Émile",
        "1",
        "+318",
        "−106",
        "2",
        "−75",
        "40½",
        "♥",
        "Fin.",
    ]
    assert words == expected


def test_file_is_sound(sheet: bytes) -> None:
    assert opened(sheet).check_pdf_syntax() == []
    assert sheet.startswith(b"%PDF-1.7")


def test_tagged_document_has_its_title_and_language(sheet: bytes) -> None:
    pdf = opened(sheet)
    assert bool(pdf.Root.MarkInfo.Marked) is True
    assert str(pdf.Root.Lang) == "fr"
    assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle) is True
    assert str(pdf.docinfo["/Title"]) == "Feuille de marque"
    assert pdf.pages[0].obj.Tabs == "/S"
    with pdf.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
        assert metadata["dc:title"] == "Feuille de marque"


def test_header_cells_have_their_scope_and_cells_their_headers(sheet: bytes) -> None:
    pdf = opened(sheet)
    elements = list(structure(pdf))
    scopes = [str(e.A.Scope) for e in elements if e.S == "/TH"]
    assert scopes == ["/Column", "/Column", "/Column", "/Row", "/Row"]
    assert [len(e.A.Headers) for e in elements if e.S == "/TD"] == [2, 2, 2, 2]
    assert [str(e.S) for e in elements if str(e.S) in {"/H1", "/Table", "/TR", "/P"}] == [
        "/H1",
        "/Table",
        "/TR",
        "/TR",
        "/TR",
        "/P",
    ]


def test_titled_drawing_is_a_figure_and_untitled_one_decoration(sheet: bytes) -> None:
    pdf = opened(sheet)
    figures = [e for e in structure(pdf) if e.S == "/Figure"]
    assert [str(e.Alt) for e in figures] == ["Emblème du tarot"]


def test_repeated_headings_keep_their_scope_on_every_page(printer: Printer) -> None:
    rows = "".join(f"<tr><td>{n}</td></tr>" for n in range(120))
    pdf = opened(
        printer.render(page(f"<table><thead><tr><th>N°</th></tr></thead><tbody>{rows}</tbody></table>"))
    )
    headings = [e for e in structure(pdf) if e.S == "/TH"]
    assert len(headings) == len(pdf.pages) > 1
    assert {str(e.A.Scope) for e in headings} == {"/Column"}


def test_running_heads_are_artifacts_and_not_read_aloud(printer: Printer) -> None:
    heads = (
        "<h1>Un</h1><p>a</p>",
        "<div data-running><h1>Encore <bdi>Un</bdi></h1></div><p>b</p><p data-running>page 2</p>",
    )
    pdf = opened(
        printer.render(page("".join(f'<div style="break-after:page">{head}</div>' for head in heads)))
    )
    for leaf, expected in zip(pdf.pages, (0, 3), strict=True):
        marks = [
            operation.operands
            for operation in pikepdf.parse_content_stream(leaf)
            if str(operation.operator) == "BDC"
        ]
        drawn = [marked for tag, marked in marks if tag == "/Artifact"]
        assert [str(marked.Type) for marked in drawn] == ["/Pagination"] * expected
        numbers = {int(marked.MCID) for tag, marked in marks if tag != "/Artifact"}
        known = list(pdf.Root.StructTreeRoot.ParentTree.Nums)[2 * int(leaf.StructParents) + 1]
        assert numbers == {
            number for number, element in enumerate(known) if isinstance(element, pikepdf.Dictionary)
        }
    assert [str(element.S) for element in structure(pdf)].count("/H1") == 1
    assert text(printer.render(page(heads[1]))).split() == ["Encore", "Un", "b", "page", "2"]


@pytest.mark.parametrize("lacking", [page("x", head=""), page("x", lang="")], ids=["no title", "no language"])
def test_a_document_without_title_or_language_is_refused(printer: Printer, lacking: str) -> None:
    with pytest.raises(PrintFailed) as failed:
        printer.render(lacking)
    assert failed.value.code is Failure.UNPRINTABLE


def test_all_fonts_are_embedded_and_chosen(printer: Printer) -> None:
    body = (
        '<p style="font-family:Liberation Sans">a</p><p style="font-family:DejaVu Sans Condensed,Arial">b</p>'
        '<p style="font-family:DejaVu Serif">c</p><code style="font-family:DejaVu Sans Mono">d</code><b>e</b><i>f</i>'
    )
    pdf = opened(printer.render(page(body)))
    embedded = fonts(pdf)
    assert {name.replace("-Oblique", "") for name in embedded} <= {
        "DejaVu-Sans",
        "DejaVu-Sans-Bold",
        "DejaVu-Serif",
        "DejaVu-Sans-Mono",
    }
    for font, descriptor in embedded.values():
        assert "/FontFile2" in descriptor
        assert "/ToUnicode" in font


def test_every_sign_of_the_sheets_has_a_glyph(printer: Printer) -> None:
    signs = "♠♥♦♣♤♡♢♧−×½≥≤◯○●∅★✓✗→…–—’«»Σ±√☐☑─│ÀÉÈÊËÎÏÔÖÛÜŸÇŒÆñßłćžőşåøœŠ🐷😀"
    pdf = opened(printer.render(page(f"<p>{signs}</p><p><b>{signs}</b></p>")))
    codes = []
    for instruction in pikepdf.parse_content_stream(pdf.pages[0]):
        if str(instruction.operator) in {"Tj", "TJ"}:
            runs = instruction.operands[0]
            for run in runs if isinstance(runs, pikepdf.Array) else [runs]:
                if isinstance(run, pikepdf.String):
                    codes += re.findall(b"..", bytes(run), re.DOTALL)
    assert len(codes) == 2 * len(signs)
    assert b"\0\0" not in codes


def test_fillable_fields_are_read_back(printer: Printer) -> None:
    body = (
        '<form style="font-family:DejaVu Sans Mono"><label>Chloé <input name="donne-1.Chloé" value="318"></label>'
        '<input type="checkbox" name="petit" title="Petit au bout" checked><textarea name="notes"></textarea>'
        '<select name="contrat"><option value="garde" selected>Garde</option></select></form>'
    )
    data = printer.render(page(body), forms=True)
    pdf = opened(data)
    fields = {str(f.T): f for f in pdf.Root.AcroForm.Fields}
    assert set(fields) == {"donne-1.Chloé", "petit", "notes", "contrat"}
    assert str(fields["donne-1.Chloé"].V) == "318"
    assert str(fields["donne-1.Chloé"].TU) == "Chloé"
    assert fields["petit"].V == "/on"
    assert str(fields["petit"].TU) == "Petit au bout"
    assert str(fields["contrat"].V) == "garde"
    assert [str(e.S) for e in structure(pdf) if e.S == "/Form"] == ["/Form"] * 4
    assert pdf.check_pdf_syntax() == []
    assert len(data) < 300_000


def test_inputs_are_no_fields_unless_asked(printer: Printer) -> None:
    assert "/AcroForm" not in opened(printer.render(page('<input name="a">'))).Root


def test_same_html_gives_same_bytes_in_every_child(printer: Printer, sheet: bytes) -> None:
    assert printer.render(SHEET) == sheet
    with Printer() as other:
        assert hashlib.sha256(other.render(SHEET)).digest() == hashlib.sha256(sheet).digest()
    assert b"/CreationDate" not in sheet
    assert printer.render(SHEET, forms=True) == printer.render(SHEET, forms=True)


# The strategy leaves out characters that cannot be typed or that HTML replaces.
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(max_size=60))
def test_any_name_can_be_printed(printer: Printer, name: str) -> None:
    assert printer.render(page(f"<p>{html.escape(name)}</p>")).startswith(b"%PDF-")


def test_missing_fonts_name_their_package(tmp_path: Path) -> None:
    with pytest.raises(PrintFailed, match="fonts-dejavu-core") as failed:
        print_fonts.find([tmp_path])
    assert failed.value.code is Failure.FONTS_MISSING


def test_one_missing_font_is_named(tmp_path: Path) -> None:
    for name in print_fonts.FILES[1:]:
        (tmp_path / name).write_bytes(b"font")
    with pytest.raises(PrintFailed, match=r"not found: DejaVuSans\.ttf\)"):
        print_fonts.find([tmp_path])
    (tmp_path / "DejaVuSans.ttf").write_bytes(b"font")
    first = print_fonts.find([tmp_path]).fingerprint
    assert len(first) == 64


def test_the_server_never_loads_weasyprint() -> None:
    code = "import sys, scorekeeper.press.pdf; sys.exit('weasyprint' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
