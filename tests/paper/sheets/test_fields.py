"""Sheets to fill in on screen: every cell is a field with a stable name, and keeps its value."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pikepdf
import pypdf
import pytest

from scorekeeper.cards.catalogue import game
from scorekeeper.i18n import speaking
from scorekeeper.paper.sheets import html_of
from scorekeeper.parties.sheet_requests import blank_request
from tests.press.pages import opened, structure

pytestmark = pytest.mark.unmeasured

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.press.pdf import Printer


def fields(pdf: bytes) -> dict[str, pypdf.generic.Field]:
    return pypdf.PdfReader(io.BytesIO(pdf)).get_fields() or {}


def test_a_tournament_evening_has_a_field_for_every_cell(printed: Callable[[str], bytes]) -> None:
    names = set(fields(printed("jass-ecran")))
    expected = {"date", "lieu", "table", "lot"}
    for partie in ("p1", "p2", "p3", "p4"):
        expected |= {f"{partie}.a.nom", f"{partie}.b.nom"}
        expected |= {f"{partie}.initiales.{side}" for side in "ab"}
        expected |= {f"{partie}.d{n}.{column}" for n in range(1, 13) for column in ("a", "b", "donne")}
        expected |= {f"{partie}.total.a", f"{partie}.total.b", f"{partie}.addition"}
    assert names == expected


def test_field_has_its_place_as_label(printed: Callable[[str], bytes]) -> None:
    by_name = fields(printed("jass-ecran"))
    assert str(by_name["p1.d3.a"]["/TU"]) == "Game no. 1, deal 3, team A"
    assert str(by_name["p4.total.b"]["/TU"]) == "Game no. 4, total B"
    assert str(by_name["p2.a.nom"]["/TU"]) == "Game no. 2, team A"


def test_filled_values_are_read_back(printed: Callable[[str], bytes]) -> None:
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(printed("jass-ecran"))))
    values = {"p1.a.nom": "Anne & Chloé", "p1.d1.a": "92", "p1.d1.b": "65", "p1.d1.donne": "157"}
    writer.update_page_form_field_values(writer.pages[0], values)
    out = io.BytesIO()
    writer.write(out)
    by_name = fields(out.getvalue())
    assert {name: by_name[name].value for name in values} == values
    assert by_name["p1.d2.a"].value == ""


@pytest.mark.parametrize(
    ("key", "seats", "some", "words"),
    [
        (
            "tarot",
            5,
            {
                "j5.nom",
                "d1.contrat",
                "d1.faire",
                "d1.score",
                "d1.j1.plus",
                "d1.j5.moins",
                "bilan.j3",
                "position",
            },
            {"joueur 5", "donne 1, joueur 5, pertes", "bilan, joueur 3"},
        ),
        (
            "cochonnet",
            4,
            {"j1.nom", "m1.entame", "m4.j4.c13", "m2.a.points", "m3.cumul.b", "gagnants"},
            {"joueur A1", "Manche 4, joueur B2, 13e cochonnet", "Manche 3, équipe B, cumul"},
        ),
        (
            "bouees",
            6,
            {"j6.nom", "m6.j6.coeurs", "m1.j1.elimine", "m1.somme.bouees", "m1.pertes"},
            {"joueur 6", "Manche 6, joueur 6, cœurs", "Manche 1, − pertes"},
        ),
    ],
)
def test_every_game_can_be_filled_in_on_screen(
    key: str, seats: int, some: set[str], words: set[str], printer: Printer
) -> None:
    pdf = printer.render(html_of(blank_request(game(key), seats=seats, form=True)), forms=True)
    by_name = fields(pdf)
    assert some <= set(by_name)
    spoken = [str(field["/TU"]) for field in by_name.values()]
    assert all(label not in {"", name} for label, name in zip(spoken, by_name, strict=True))
    assert words <= set(spoken)
    assert [label for label in spoken if len(label) < 4 or label.isdigit()] == []
    assert [label for label in spoken if spoken.count(label) > 1] == []
    document = opened(pdf)
    names = [str(widget["/T"]) for leaf in document.pages for widget in leaf.obj.get("/Annots", [])]
    assert len(names) == len(set(names)) == len(by_name)
    assert sum(str(element.S) == "/Form" for element in structure(document)) == len(by_name)


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


def test_fields_may_be_redrawn_by_another_program(printer: Printer) -> None:
    document = opened(form(printer, "tarot", 4, rows=2))
    written = {"lieu": "Café « Œuf » à Zoug", "d1.j1.plus": "240", "controle.somme": "0"}
    widgets = {str(widget.T): widget for widget in document.pages[0].obj.Annots}
    for name, text in written.items():
        widgets[name].V = text
    document.generate_appearance_streams()
    for name, text in written.items():
        drawn = widgets[name].AP.N
        (shown,) = [
            part.operands[0] for part in pikepdf.parse_content_stream(drawn) if str(part.operator) == "Tj"
        ]
        (used,) = [
            part.operands[0] for part in pikepdf.parse_content_stream(drawn) if str(part.operator) == "Tf"
        ][-1:]
        font = drawn.Resources.Font[str(used)]
        assert (str(font.Subtype), str(font.Encoding)) == ("/TrueType", "/WinAnsiEncoding")
        assert bytes(shown).decode("cp1252") == text
        assert font.FontDescriptor.FontFile2.read_bytes()[:4] == b"\0\1\0\0"
        # A program with such fonts draws names in any script.
        assert str(document.Root.AcroForm.DR.Font[str(used)].Subtype) == "/Type0"
        # A figure is as wide in this font as in the one that prints.
        assert font.Widths[ord("5") - int(font.FirstChar)] == 602


def test_a_printed_sheet_has_no_fields(printed: Callable[[str], bytes]) -> None:
    assert fields(printed("jass-tournoi")) == {}


def summed(pdf: bytes) -> dict[str, list[str]]:
    """Return the fields that each computed field adds up, in the order of computation."""
    document = opened(pdf)
    scripts = [(str(field.T), str(field.AA.C.JS)) for field in document.Root.AcroForm.CO]
    return {name: re.findall(r'var s="([^"]*)"', script)[0].split() for name, script in scripts}


def test_totals_are_computed_by_the_sheet(printed: Callable[[str], bytes], printer: Printer) -> None:
    sums = summed(printed("jass-ecran"))
    assert sums["p2.d3.donne"] == ["p2.d3.a", "p2.d3.b"]
    assert sums["p2.total.b"] == [f"p2.d{donne}.b" for donne in range(1, 13)]
    assert sums["p2.addition"] == ["p2.total.a", "p2.total.b"]
    order = list(sums)
    assert order.index("p2.d12.donne") < order.index("p2.total.a") < order.index("p2.addition")
    tarot = printer.render(html_of(blank_request(game("tarot"), rows=2, form=True)), forms=True)
    sums = summed(tarot)
    assert sums["total.j4.moins"] == ["~d1.j4.moins", "~d2.j4.moins"]
    assert sums["bilan.j4"] == ["total.j4.plus", "-~total.j4.moins"]
    known = {name for name, _ in fields(tarot).items()}
    assert {name.lstrip("-~!+*") for names in sums.values() for name in names if "=" not in name} <= known


def computed(pdf: bytes, written: dict[str, str]) -> dict[str, str]:
    """Return the values of the fields after some were filled in, computed by Node.js as a PDF viewer would.

    Another program has redrawn all fields before.
    """
    document = opened(pdf)
    document.generate_appearance_streams()
    scripts = [[str(field.T), str(field.AA.C.JS)] for field in document.Root.AcroForm.CO]
    program = f"""
        const v = {json.dumps(written)}, names = new Set({json.dumps(list(fields(pdf)))});
        const form = {{getField: n => names.has(n) ? {{value: v[n] ?? ""}} : null}};
        for (const [name, script] of {json.dumps(scripts)}) {{
            const event = {{value: v[name] ?? ""}};
            new Function("event", script).call(form, event);
            v[name] = String(event.value);
        }}
        console.log(JSON.stringify(v));
    """
    done = subprocess.run(["node", "-e", program], capture_output=True, text=True, check=True)
    return {name: value for name, value in json.loads(done.stdout).items() if name not in written and value}


needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="runs the scripts of a form in Node.js")


def form(printer: Printer, key: str, seats: int, rows: int | None = None) -> bytes:
    return printer.render(html_of(blank_request(game(key), seats=seats, rows=rows, form=True)), forms=True)


@needs_node
def test_script_of_a_total_sums_the_written_values(printed: Callable[[str], bytes]) -> None:
    values = computed(printed("jass-ecran"), {"p1.d1.a": "92", "p1.d2.a": "57", "p1.d3.a": "—"})
    assert values["p1.total.a"] == values["p1.addition"] == "149"
    assert "p1.total.b" not in values


@needs_node
def test_bouees_adds_up_points_and_takes_the_losses_off(printer: Printer) -> None:
    # The manche of the samples: 16 buoys, 9 lost, David is out; 3 + 1 + 4 − 1 = 7 = 16 − 9.
    left = {"restantes": ("3", "1", "4", ""), "elimine": ("", "", "", "✗"), "bouees": ("4", "4", "5", "3")}
    written = {
        f"m1.j{seat}.{key}": text for key, texts in left.items() for seat, text in enumerate(texts, 1) if text
    }
    sheet = form(printer, "bouees", 4)
    values = computed(sheet, written)
    assert [values[f"m1.j{seat}.points"] for seat in range(1, 5)] == ["3", "1", "4", "-1"]
    sums = [values[f"m1.somme.{key}"] for key in ("bouees", "restantes", "elimine", "points")]
    assert sums == ["16", "8", "1", "7"]
    # The losses are counted separately, from the tokens given up.
    assert "m1.points" not in values
    values = computed(sheet, {**written, "m1.pertes": "9", "m2.j1.restantes": "5"})
    assert (values["m1.bouees"], values["m1.points"]) == ("16", "7")
    assert [values.get(f"m2.j{seat}.total") for seat in (1, 2)] == ["8", None]


@needs_node
def test_cochonnet_counts_the_cards_and_adds_up_the_manches(printer: Printer) -> None:
    # A knave is worth 15 and a queen 20: 2 + 5 + 15 = 22, and 2 + 20 = 22.
    cards = {"m1.j1.c1": "2", "m1.j1.c2": "5♥", "m1.j1.c3": "v", "m1.j4.c1": "2", "m1.j4.c13": "D♠"}
    values = computed(form(printer, "cochonnet", 4), cards | {"m2.a.points": "35"})
    assert (values["m1.j1.points"], values["m1.j4.points"]) == ("22", "22")
    assert (values["m1.a.points"], values["m1.b.points"]) == ("22", "22")
    # A typed sum of a side is kept; an unplayed manche has no total.
    assert [values.get(f"m{manche}.cumul.a") for manche in (1, 2, 3)] == ["22", "57", None]
    assert [values.get(f"m{manche}.cumul.b") for manche in (1, 2)] == ["22", None]


@needs_node
def test_a_card_may_be_written_as_a_word(printer: Printer) -> None:
    # 15 + 30, 20 + 25, and 10 + 7 in the words of the other language.
    cards = {
        "j1.c1": "Valet",
        "j1.c2": "as",
        "j2.c1": "dame ♥",
        "j2.c2": "ROI",
        "j3.c1": "10 ♠",
        "j3.c2": "7 de pique",
    }
    values = computed(form(printer, "cochonnet", 4), {f"m1.{name}": text for name, text in cards.items()})
    assert [values[f"m1.j{seat}.points"] for seat in (1, 2, 3)] == ["45", "45", "17"]
    with speaking("en"):
        english = form(printer, "cochonnet", 4)
    cards = {"m1.j1.c1": "Jack", "m1.j1.c2": "ace", "m1.j2.c1": "V", "m1.j2.c2": "R"}
    values = computed(english, cards)
    assert [values[f"m1.j{seat}.points"] for seat in (1, 2)] == ["45", "40"]
    # A value that is not a number is not counted as 0, and has no sum.
    values = computed(english, {"m1.j1.c1": "10", "m1.j1.c2": "x"})
    assert [values[f"m1.{key}"] for key in ("j1.points", "a.points", "cumul.a")] == ["?"] * 3


@needs_node
def test_a_sign_typed_under_minus_is_the_sign_of_its_column(printer: Printer) -> None:
    # A garde with 15 to spare: 240 for the first, 80 from each of the others.
    written = {"d1.j1.plus": "240", "d1.j2.moins": "-80", "d1.j3.moins": "\u221280", "d1.j4.moins": "80"}
    sheet = form(printer, "tarot", 4, rows=3)
    values = computed(sheet, written)
    assert [values[f"total.j{seat}.moins"] for seat in (2, 3, 4)] == ["80"] * 3
    assert [values[f"bilan.j{seat}"] for seat in (1, 2, 3, 4)] == ["240", "-80", "-80", "-80"]
    assert values["controle.somme"] == "0"
    # A negative value in a gain's field counts as a loss.
    values = computed(sheet, {**written, "d2.j1.plus": "-60", "d2.j2.plus": "--20"})
    assert [values[f"bilan.j{seat}"] for seat in (1, 2)] == ["180", "-100"]
    # The control sum shows the difference.
    assert values["controle.somme"] == "-80 ≠ 0"
    assert "controle.somme" not in computed(sheet, {"d1.contrat": "garde"})


@needs_node
def test_tarot_form_computes_a_donne(printer: Printer) -> None:
    sheet = form(printer, "tarot", 4, rows=3)
    written = {"d1.bouts": "2", "d1.faits": "56", "d1.coef": "2", "d2.bouts": "1", "d2.faits": "50,5"}
    values = computed(sheet, written | {"d2.coef": "4", "d2.primes": "-40", "d3.faits": "41"})
    # (25 + 15) × 2 = 80 with two bouts; half a point short of 51 is missed by 1: −(25 + 1) × 4 − 40.
    assert [values[f"d1.{key}"] for key in ("faire", "ecart", "score")] == ["41", "15", "80"]
    assert [values[f"d2.{key}"] for key in ("faire", "ecart", "score")] == ["51", "-1", "-144"]
    # Without bouts and coefficient, nothing is computed.
    assert [key for key in values if key.startswith("d3.")] == []
    # The points to reach may be written instead of the bouts.
    assert computed(sheet, {"d1.faire": "36", "d1.faits": "30"})["d1.ecart"] == "-6"


@needs_node
def test_a_letter_for_a_figure_is_marked_in_the_sum(printer: Printer) -> None:
    sheet = form(printer, "tarot", 4, rows=3)
    values = computed(sheet, {"d1.j1.plus": "8O", "d1.j2.moins": "80"})
    assert (values["total.j1.plus"], values["total.j2.moins"]) == ("?", "80")


def test_a_slate_is_not_filled_in_on_screen(printer: Printer) -> None:
    assert fields(form(printer, "couillon", 4)) == {}


@needs_node
def test_the_marks_of_wiezen_are_checked_to_be_nothing_together(printer: Printer) -> None:
    sheet = form(printer, "wiezen", 4, rows=2)
    marks = {"d1.j1.marque": "+4", "d1.j2.marque": "−2", "d1.j3.marque": "-2", "d1.j4.marque": "0"}
    assert computed(sheet, marks)["controle.somme"] == "0"
    assert (
        computed(sheet, marks | {"d1.j1.marque": "4 pts", "d1.j4.marque": "1"})["controle.somme"] == "1 ≠ 0"
    )


@needs_node
def test_the_ledger_of_the_jass_has_running_totals(printer: Printer) -> None:
    written = {
        "d1.a.plis": "92",
        "d1.b.plis": "65",
        "d2.a.annonces": "20",
        "d2.a.plis": "57",
        "d2.b.plis": "100",
    }
    values = computed(form(printer, "jass", 4, rows=3), written)
    assert [values.get(f"d{donne}.a.total") for donne in (1, 2, 3)] == ["92", "169", None]
    # 92 + 57 tricks and 20 annonces; 65 + 100 for the others.
    assert [values[f"total.{name}"] for name in ("a.plis", "a.total", "b.total")] == ["149", "169", "165"]
