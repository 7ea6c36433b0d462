"""HTML to print in these tests, and the content of PDFs as read by another library."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pikepdf
import pypdf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.press.pdf import Printer


def page(body: str, *, head: str = "<title>Feuille de marque</title>", lang: str = ' lang="fr"') -> str:
    return (
        f'<!doctype html><html{lang}><head><meta charset="utf-8">{head}'
        f'<style>body {{ font: 10pt "DejaVu Sans" }}</style></head><body>{body}</body></html>'
    )


def warm(printer: Printer) -> None:
    """Start a child if there is none, and wait until it is ready to print."""
    printer.warm()


SHEET = page(
    '<h1>Tarot à quatre</h1><table><thead><tr><th scope="col">N°</th><th scope="col">Chloé</th><th scope="col">Émile</th></tr>'
    '</thead><tbody><tr><th scope="row">1</th><td>+318</td><td>−106</td></tr>'
    '<tr><th scope="row">2</th><td>−75</td><td>40½ ♥</td></tr></tbody></table>'
    '<svg width="20" height="20"><title>Emblème du tarot</title><path d="M0 0h20v20z"/></svg>'
    '<svg width="20" height="20"><path d="M0 0h20v20z"/></svg><p>Fin.</p>'
)


def long_page(rows: int) -> str:
    return page(
        "<table>"
        + "".join(f"<tr><th>{n}</th><td>{n * 7}</td><td>x</td></tr>" for n in range(rows))
        + "</table>"
    )


def opened(pdf: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(pdf))


def text(pdf: bytes) -> str:
    return "\n".join(leaf.extract_text() for leaf in pypdf.PdfReader(io.BytesIO(pdf)).pages)


def fonts(pdf: pikepdf.Pdf) -> dict[str, Any]:
    """Return the descriptor of each font, by name without the subset's prefix."""
    by_name = {}
    for leaf in pdf.pages:
        for font in leaf.obj.Resources.Font.values():
            below = font.DescendantFonts[0] if "/DescendantFonts" in font else font
            by_name[str(font.BaseFont).lstrip("/").rpartition("+")[2]] = (font, below.FontDescriptor)
    return by_name


def structure(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Return all structure elements, in reading order."""

    def below(element: Any) -> Iterator[Any]:
        if isinstance(element, pikepdf.Dictionary) and "/S" in element:
            yield element
            kids = element.get("/K")
            for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
                yield from below(kid)

    for top in pdf.Root.StructTreeRoot.K:
        yield from below(top)


def children() -> dict[int, str]:
    """Return number and state of this process's printing children, including zombies."""
    states = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
            command = (status.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if int(fields["PPid"]) == os.getpid() and (
            b"press.worker" in command or fields["State"].startswith("Z")
        ):
            states[int(status.parent.name)] = fields["State"][0]
    return states
