"""Lists from a workbook (.xlsx): what its first sheet holds, cell by cell, and files that were made to do harm."""

from __future__ import annotations

import io
import zipfile

import pytest
from flask import Flask

from scorekeeper.tournaments.acts.lists import MAX_PART, checked, decoded, pasted
from tests.web.browsing import Visit

SPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
BOOK = f"""<workbook xmlns="{SPACE}" xmlns:r="{LINKS}"><sheets><sheet name="Inscrits" sheetId="7" r:id="rId4"/>
<sheet name="Autre" sheetId="1" r:id="rId1"/></sheets></workbook>"""
RELATED = """<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId4" Target="/xl/worksheets/sheet7.xml"/></Relationships>"""
STRINGS = f"""<sst xmlns="{SPACE}"><si><t>Nom</t></si><si><t xml:space="preserve"> Anne
Rochat </t></si><si><r><t>Chlo</t></r><r><rPr><b/></rPr><t>é Favre</t></r><rPh sb="0" eb="1"><t>kuroe</t></rPh></si></sst>"""
ROWS = """<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>table fixe</t></is></c>
<c r="D1" t="str"><v>arrivé</v></c><c r="E1" t="str"><v>payé</v></c></row>
<row r="3"><c r="A3" t="s"><v>1</v></c><c r="C3"><v>3</v></c><c r="D3" t="b"><v>1</v></c><c r="E3"><v>15.499999999999999</v></c></row>
<row r="4"><c r="B4" s="2"/></row>
<row><c t="s"><v>2</v></c><c/><c/><c t="b"><v>0</v></c></row>
<row r="1048576"><c r="XFD1048576" s="1"/></row>"""


def workbook(rows: str = ROWS, **parts: str) -> bytes:
    """A file as spreadsheets write it, with other content in some parts."""
    sheet = f'<worksheet xmlns="{SPACE}"><sheetData>{rows}</sheetData></worksheet>'
    usual = {
        "workbook": BOOK,
        "_rels/workbook.xml": RELATED,
        "sharedStrings": STRINGS,
        "worksheets/sheet7": sheet,
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as book:
        for name, text in {**usual, **parts}.items():
            book.writestr(f"xl/{name}.{'rels' if name.startswith('_') else 'xml'}", text)
    return file.getvalue()


def test_the_first_sheet_is_read_cell_by_cell() -> None:
    lines = (pasted(workbook()) or "").split("\n")
    assert lines == [
        "Nom\t\ttable fixe\tarrivé\tpayé",
        "",
        "Anne Rochat\t\t3\toui\t15.5",
        "",
        "Chloé Favre\t\t\tnon\t",
    ]
    found = checked(workbook(), ())
    assert found.ok
    assert [(row.line, row.player.name) for row in found.rows if row.player] == [
        (3, "Anne Rochat"),
        (5, "Chloé Favre"),
    ]
    assert [(one.fixed, one.arrived, one.paid) for one in found.players] == [
        (3, True, 1550),
        (None, False, 0),
    ]


def inline(place: str, text: str = "Anne") -> str:
    return f'<row r="{place[1:]}"><c r="{place}" t="inlineStr"><is><t>{text}</t></is></c></row>'


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(workbook(workbook='<workbook xmlns="x"/>'), id="without a sheet"),
        pytest.param(workbook("<row><c t='s'><v>3</v></c></row>"), id="a text that is not there"),
        pytest.param(workbook("<row><c><v>trois</v></c></row>"), id="a number that is none"),
        pytest.param(workbook("<row>"), id="broken"),
        pytest.param(workbook(" " * MAX_PART), id="larger than any list once it is unpacked"),
        pytest.param(workbook(inline("A10000")), id="a row far away"),
        pytest.param(workbook("<row r='1'><c r='XFD1'><v>1</v></c></row>"), id="a column far away"),
        pytest.param(
            workbook(sharedStrings=f'<!DOCTYPE a [<!ENTITY b "{"c" * 99}">]>{STRINGS}'),
            id="with a definition",
        ),
        pytest.param(
            workbook(sharedStrings=STRINGS.encode("utf-16").decode("latin-1")), id="with hidden words"
        ),
        pytest.param(workbook()[:-30], id="cut short"),
        pytest.param(b"PK\x03\x04" + bytes(200), id="empty"),
    ],
)
def test_what_is_no_list_is_refused_in_a_sentence(data: bytes) -> None:
    assert [fault.code for fault in checked(data, ()).faults] == ["liste-illisible"]


def test_a_file_that_lies_about_its_size_is_not_unpacked_further() -> None:
    data = bytearray(workbook(inline("A1", "x" * MAX_PART)))
    sizes = data.rindex(b"PK\x01\x02") + 24
    data[sizes : sizes + 4] = (1000).to_bytes(4, "little")
    assert pasted(bytes(data)) is None


def test_no_damage_to_a_file_is_more_than_a_refusal() -> None:
    data = workbook()
    for at in range(len(data)):
        for damage in (0x00, 0x01, 0xFF):
            text = pasted(data[:at] + bytes([data[at] ^ damage ^ 0x55]) + data[at + 1 :])
            assert text is None or isinstance(text, str)


def test_the_page_that_begins_an_evening_shows_what_the_file_holds(app: Flask) -> None:
    visit = Visit(app.test_client())
    form = visit.get("/tournois/nouveau/jass").form("/nouveau/jass")
    sent = {**dict(form.fields), "fichier": (io.BytesIO(workbook()), "inscrits.xlsx")}
    answer = visit.client.post("/tournois/nouveau/jass", data=sent, content_type="multipart/form-data")
    assert "Anne Rochat" in answer.text
    assert "<b>2 joueurs.</b>" in answer.text
    assert decoded(workbook())[1] == "xlsx"
