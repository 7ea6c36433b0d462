"""Workbooks for the tests: by XlsxWriter, in OpenDocument, and one that exhausts the memory."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

import xlsxwriter

SPACE = "http://schemas.openxmlformats.org"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
Cells = Sequence[Sequence[object]]


def xlsx(sheets: Mapping[str, Cells], hidden: Sequence[str] = ()) -> bytes:
    """Return a workbook with these sheets."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True, "default_date_format": "dd/mm/yyyy"}) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for number, cells in enumerate(rows):
                sheet.write_row(number, 0, cells)
            if name in hidden:
                sheet.hide()
            else:
                sheet.activate()
                sheet.set_first_sheet()
    return file.getvalue()


def ods(name: str, rows: Cells) -> bytes:
    """Return an OpenDocument spreadsheet with one sheet."""
    lines = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>'
            for cell in cells
        )
        + "</table:table-row>"
        for cells in rows
    )
    spaces = " ".join(
        f'xmlns:{key}="urn:oasis:names:tc:opendocument:xmlns:{key}:1.0"'
        for key in ("office", "table", "text")
    )
    content = (
        f"<office:document-content {spaces}><office:body><office:spreadsheet>"
        f'<table:table table:name="{name}">{lines}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'
    )
    return packed({"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content})


def bomb(length: int = 1_900_000, cells: int = 90_000) -> bytes:
    """Return a workbook of 8 kB: one shared text of 1.9 MB, and 90,000 cells that refer to it."""
    related = f"{SPACE}/officeDocument/2006/relationships"
    links = f'xmlns="{SPACE}/package/2006/relationships"'
    main = f'xmlns="{SPACE}/spreadsheetml/2006/main"'
    row = "<row>" + '<c t="s"><v>0</v></c>' * 90 + "</row>"
    return packed(
        {
            "[Content_Types].xml": f'<Types xmlns="{SPACE}/package/2006/content-types">'
            f'<Override PartName="/xl/workbook.xml" ContentType="{KIND}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{KIND}.worksheet+xml"/>'
            f'<Override PartName="/xl/sharedStrings.xml" ContentType="{KIND}.sharedStrings+xml"/></Types>',
            "_rels/.rels": f'<Relationships {links}><Relationship Id="rId1" Type="{related}/officeDocument" '
            'Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook {main} xmlns:r="{related}"><sheets>'
            '<sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f"<Relationships {links}>"
            f'<Relationship Id="rId1" Type="{related}/worksheet" Target="worksheets/sheet1.xml"/>'
            f'<Relationship Id="rId2" Type="{related}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
            "xl/sharedStrings.xml": f"<sst {main}><si><t>{'A' * length}</t></si></sst>",
            "xl/worksheets/sheet1.xml": f"<worksheet {main}><sheetData>{row * (cells // 90)}</sheetData></worksheet>",
        }
    )


def packed(parts: Mapping[str, str]) -> bytes:
    """Return a ZIP file with these parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as book:
        for name, text in parts.items():
            book.writestr(name, text, zipfile.ZIP_STORED if name == "mimetype" else None)
    return file.getvalue()
