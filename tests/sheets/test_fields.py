"""Sheets to fill in on screen: every cell is a field with a stable name, and keeps what is written in it."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pypdf
import pytest

from scorekeeper.catalogue import game
from scorekeeper.paper.requests import blank_request
from scorekeeper.paper.sheets import html_of
from tests.pdf.pages import opened, structure

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.printing.pdf import Printer


def fields(pdf: bytes) -> dict[str, pypdf.generic.Field]:
    return pypdf.PdfReader(io.BytesIO(pdf)).get_fields() or {}


def test_a_tournament_evening_has_a_field_for_every_cell(printed: Callable[[str], bytes]) -> None:
    found = set(fields(printed("jass-ecran")))
    expected = {"date", "lieu", "table", "lot"}
    for partie in ("p1", "p2", "p3", "p4"):
        expected |= {f"{partie}.{camp}.nom" for camp in "ab"} | {
            f"{partie}.initiales.{camp}" for camp in "ab"
        }
        expected |= {f"{partie}.d{n}.{column}" for n in range(1, 13) for column in ("a", "b", "donne")}
        expected |= {f"{partie}.total.a", f"{partie}.total.b", f"{partie}.addition"}
    assert found == expected


def test_a_field_says_where_it_stands(printed: Callable[[str], bytes]) -> None:
    found = fields(printed("jass-ecran"))
    assert str(found["p1.d3.a"]["/TU"]) == "Game no. 1, deal 3, team A"
    assert str(found["p4.total.b"]["/TU"]) == "Game no. 4, total B"
    assert str(found["p2.a.nom"]["/TU"]) == "Game no. 2, team A"


def test_what_is_filled_in_is_read_back(printed: Callable[[str], bytes]) -> None:
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(printed("jass-ecran"))))
    values = {"p1.a.nom": "Anne & Chloé", "p1.d1.a": "92", "p1.d1.b": "65", "p1.d1.donne": "157"}
    writer.update_page_form_field_values(writer.pages[0], values)
    out = io.BytesIO()
    writer.write(out)
    found = fields(out.getvalue())
    assert {name: found[name].value for name in values} == values
    assert found["p1.d2.a"].value == ""


@pytest.mark.parametrize(
    ("key", "seats", "some"),
    [
        ("tarot", 5, {"j5.nom", "d1.contrat", "d1.j1.plus", "d1.j5.moins", "bilan.j3", "position"}),
        ("couillon", 4, {"a.nom", "d1.donneur", "d1.points.b", "d1.reste.a", "d1.trou"}),
        ("cochonnet", 4, {"j1.nom", "m1.entame", "m4.j4.c13", "m2.a.points", "m3.cumul.b", "gagnants"}),
        ("bouees", 6, {"j6.nom", "m6.j6.coeurs", "m1.j1.elimine", "m1.somme.bouees", "m1.pertes"}),
    ],
)
def test_every_game_can_be_filled_in_on_screen(
    key: str, seats: int, some: set[str], printer: Printer
) -> None:
    pdf = printer.render(html_of(blank_request(game(key), seats=seats, form=True)), forms=True)
    found = fields(pdf)
    assert some <= set(found)
    spoken = [str(field["/TU"]) for field in found.values()]
    assert all(said not in {"", name} for said, name in zip(spoken, found, strict=True))
    assert [said for said in spoken if spoken.count(said) > 1] == []
    document = opened(pdf)
    names = [str(widget["/T"]) for leaf in document.pages for widget in leaf.obj.get("/Annots", [])]
    assert len(names) == len(set(names)) == len(found)
    assert sum(str(element.S) == "/Form" for element in structure(document)) == len(found)


def test_figures_are_typed_where_their_cell_has_them(printed: Callable[[str], bytes]) -> None:
    document = opened(printed("jass-ecran"))
    widgets = [widget for leaf in document.pages for widget in leaf.obj.Annots]
    side = {str(widget.T): int(widget.Q) for widget in widgets}
    left, middle, right = 0, 1, 2
    assert side["p1.d3.a"] == side["p4.d12.donne"] == right
    assert side["p1.total.a"] == middle
    assert side["lieu"] == side["p1.a.nom"] == left
    sizes = {str(widget.T): str(widget.DA).split()[-2] for widget in widgets}
    assert (sizes["p1.total.a"], sizes["p1.d3.a"]) == ("0", "9")


def test_a_printed_sheet_has_no_fields(printed: Callable[[str], bytes]) -> None:
    assert fields(printed("jass-tournoi")) == {}


def summed(pdf: bytes) -> dict[str, list[str]]:
    """The fields that each computed field adds up, in the order in which they are computed."""
    document = opened(pdf)
    scripts = [(str(field.T), str(field.AA.C.JS)) for field in document.Root.AcroForm.CO]
    return {name: re.findall(r'n="([^"]*)"', script)[0].split() for name, script in scripts}


def test_totals_are_computed_by_the_sheet(printed: Callable[[str], bytes], printer: Printer) -> None:
    found = summed(printed("jass-ecran"))
    assert found["p2.d3.donne"] == ["p2.d3.a", "p2.d3.b"]
    assert found["p2.total.b"] == [f"p2.d{donne}.b" for donne in range(1, 13)]
    assert found["p2.addition"] == ["p2.total.a", "p2.total.b"]
    order = list(found)
    assert order.index("p2.d12.donne") < order.index("p2.total.a") < order.index("p2.addition")
    tarot = printer.render(html_of(blank_request(game("tarot"), rows=2, form=True)), forms=True)
    found = summed(tarot)
    assert found["total.j4.moins"] == ["d1.j4.moins", "d2.j4.moins"]
    assert found["bilan.j4"] == ["total.j4.plus", "-total.j4.moins"]
    known = {name for name, _ in fields(tarot).items()}
    assert {name.lstrip("-") for names in found.values() for name in names} <= known


@pytest.mark.skipif(shutil.which("node") is None, reason="runs the script of a form in Node.js")
def test_the_script_of_a_total_adds_up_what_is_written(printed: Callable[[str], bytes]) -> None:
    document = opened(printed("jass-ecran"))
    field = next(field for field in document.Root.AcroForm.CO if str(field.T) == "p1.total.a")
    stub = "const event={};const v={'p1.d1.a':'92','p1.d2.a':'57','p1.d3.a':''};"
    stub += "globalThis.getField=n=>n in v?{value:v[n]}:null;"
    program = f"{stub}(function(){{{field.AA.C.JS}}}).call(globalThis);console.log(event.value)"
    done = subprocess.run(["node", "-e", program], capture_output=True, text=True, check=True)
    assert done.stdout == "149\n"
