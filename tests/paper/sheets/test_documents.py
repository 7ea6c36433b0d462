"""Text of the sheets, read back from the PDF."""

from __future__ import annotations

import io
import re
import subprocess
from typing import TYPE_CHECKING, Any

import pikepdf
import pypdf
import pytest
import segno

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.game_api.sheet import PaperSize
from scorekeeper.i18n import speaking
from scorekeeper.paper import line_art
from scorekeeper.paper.sheets import PrintOptions, html_of
from scorekeeper.parties.sheet_requests import blank_request
from tests.paper.sheets.samples import A_POINTS, CAST, PRINTED, TAROT, filled, garde
from tests.press.pages import fonts, opened, structure, text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from scorekeeper.press.pdf import Printer

PAGES = {
    "tarot-vierge": 2,
    "tarot-cinq-a5": 1,
    "tarot-remplie": 1,
    "jass-tournoi": 1,
    "jass-tournoi-a5": 2,
    "jass-points": 1,
    "jass-ecran": 1,
    "couillon-vierge": 1,
    "couillon-remplie": 1,
    "cochonnet-vierge": 1,
    "cochonnet-remplie": 2,
    "bouees-vierge": 3,
    "bouees-remplie": 1,
}


@pytest.mark.parametrize("name", PRINTED)
def test_document_is_sound_and_tagged(name: str, printed: Callable[[str], bytes], tmp_path: Path) -> None:
    pdf = opened(printed(name))
    assert len(pdf.pages) == PAGES[name]
    assert bool(pdf.Root.MarkInfo.Marked) is True
    assert str(pdf.Root.Lang) == PRINTED[name][0]
    assert str(pdf.docinfo["/Title"]).strip()
    with pdf.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
    for font, descriptor in fonts(pdf).values():
        assert any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
        assert "/ToUnicode" in font
    path = tmp_path / "sheet.pdf"
    path.write_bytes(printed(name))
    assert subprocess.run(["qpdf", "--check", str(path)], check=False, capture_output=True).returncode == 0


@pytest.mark.parametrize("name", PRINTED)
def test_document_refers_to_nothing_outside(name: str, printed: Callable[[str], bytes]) -> None:
    pdf = opened(printed(name))
    outside = {"/URI", "/JS", "/JavaScript", "/Launch", "/EmbeddedFiles", "/GoToR"}
    # Scripts add up the totals of a fillable sheet, from its own fields only.
    outside -= {"/JS"} if PRINTED[name][1]().form else set()
    dictionaries = [entry for entry in pdf.objects if isinstance(entry, pikepdf.Dictionary)]
    assert len(dictionaries) > 10
    assert not any(outside & set(entry.keys()) for entry in dictionaries)


@pytest.mark.parametrize("name", PRINTED)
def test_tables_have_headings_and_drawings_have_words(name: str, printed: Callable[[str], bytes]) -> None:
    pdf = opened(printed(name))
    elements = list(structure(pdf))
    kinds = [str(element.S) for element in elements]
    # Headings of further pages are artifacts, so that a sheet and its back are read once.
    assert kinds.count("/H1") == 1 + PRINTED[name][1]().back
    assert all("/Alt" in element for element in elements if str(element.S) == "/Figure")
    assert all("/Scope" in element.A for element in elements if str(element.S) == "/TH")
    if "/Table" in kinds:
        assert "/TH" in kinds
    else:
        assert "/Figure" in kinds


def words(pdf: bytes) -> list[str]:
    return text(pdf).split()


def in_order(content: list[str], expected: str) -> bool:
    """Return whether these words occur in this order, with others between them."""
    rest = iter(content)
    return all(word in rest for word in expected.split())


def test_four_parties_with_their_control_fit_one_page(printed: Callable[[str], bytes]) -> None:
    content = text(printed("jass-tournoi"))
    assert [f"Partie n° {number}" in content for number in (1, 2, 3, 4, 5)] == [True] * 4 + [False]
    assert " ".join(content.split()).count("addition Contrôle, valeur à atteindre = 1884") == 4
    assert content.count("total donne") == 4
    # Each of the four has rows 1 to 12, initials and two totals.
    assert [content.split().count(str(number)) for number in (1, 7, 11)] == [5, 4, 4]
    assert (content.count("total A"), content.count("total B")) == (4, 4)
    assert content.split().count("initiales") == 4


def test_a_partie_of_twelve_donnes_adds_up(printer: Printer) -> None:
    entries = [{"points_a": points} for points in A_POINTS]
    content = words(printer.render(html_of(filled("jass", entries, settings={"mode": "tournoi"}))))
    assert in_order(content, "92 65 157 57 100 157 157 0 157 total 1007 877 1884 addition 1007 + 877 = 1884")
    assert in_order(content, "Contrôle, valeur à atteindre 12 × 157 = 1884 ✓")
    assert " ".join(content).count("Contrôle") == 1
    content = words(printer.render(html_of(filled("jass", entries[:6], settings={"mode": "tournoi"}))))
    assert in_order(
        content,
        "addition 525 + 417 = 942 valeur à atteindre 12 × 157 = 1884 Contrôle trouvé 942, attendu 942 ✓",
    )


def test_annonces_and_schtockr_have_their_columns(printer: Printer) -> None:
    entries: list[dict[str, Any]] = [
        {"atout": "coeur", "points_a": 92, "annonces": {"A": [50]}},
        {"atout": "pique", "points_a": 92, "schtockr": "B"},
        {"atout": "trefle", "match": "A"},
    ]
    content = words(printer.render(html_of(filled("jass", entries))))
    assert in_order(content, "1 cœur 50 92 142 65 65")
    assert in_order(content, "2 pique 92 234 20 65 150")
    assert in_order(content, "3 trèfle 257 491 150")
    assert in_order(content, "total 50 0 441 491 0 20 130 150")


def test_a_donne_of_tarot_is_reckoned_column_by_column(printed: Callable[[str], bytes]) -> None:
    content = words(printed("tarot-remplie"))
    assert in_order(content, "(25 + écart) × coefficient, par défenseur")
    assert in_order(content, "contrat bouts à faire faits écart coef. primes score")
    # (25 + 15) × 2 = 80; (25 + 20) × 6 = 270.
    assert in_order(content, "1 garde Chloé 2 41 56 +15 2 80 80 80 240 80")
    assert in_order(content, "2 garde contre Anne 2 41 61 +20 6 270 810 270 270 270")
    assert in_order(content, "3 passe générale 4")
    # 80, the Petit 10 × 2 and the poignée 20.
    assert in_order(
        content,
        "4 garde David Petit au bout de l’attaque +20 poignée simple, Anne +20 2 41 56 +15 2 120 120",
    )
    assert in_order(content, "Contrôle trouvé 0, attendu 0 ✓ Anne Benoît Chloé David")
    # 810 − 80 − 120; −80 − 270 − 120; 240 − 270 − 120; 360 − 80 − 270.
    assert in_order(content, "bilan +610 −470 −150 +10")


def test_the_reckoning_of_a_lost_contract_adds_up_with_its_signs(printer: Printer) -> None:
    """30 points for 41: 11 short. −(25 + 11) × 2 = −72, the Petit −10 × 2, the poignée −20: −112; a misère is apart."""
    entry = {**garde("Anne"), "points": 30, "petit_au_bout": "defense"}
    entry |= {"poignees": [{"joueur": "Chloé", "type": "simple"}]}
    entry |= {"miseres": [{"joueur": "David", "type": "tete"}]}
    content = words(printer.render(html_of(filled("tarot", [entry], settings={"misere": 10}))))
    assert in_order(
        content,
        "Anne Petit au bout de la défense −20 poignée simple, Chloé −20 misère de tête, David +30",
    )
    # Each defender gets 112; Anne, Benoît and Chloé give David 10 each: −336 − 10, 102, 102, 142.
    assert in_order(content, "41 30 −11 2 −112 346 102 102 142")


def test_the_result_names_the_people_of_a_camp(printer: Printer) -> None:
    entries = [{"points_a": points} for points in A_POINTS]
    content = " ".join(words(printer.render(html_of(filled("jass", entries, settings={"mode": "tournoi"})))))
    assert "Résultat Partie à Anne & Chloé" in content


def test_the_back_has_the_figures_of_the_house(printer: Printer) -> None:
    wish = blank_request(
        game("tarot"), back=True, settings={"base": 30, "coefs": {"garde": 3}, "prime_chelem_defense": 150}
    )
    back = text(printer.render(html_of(wish)))
    assert in_order(back.split(), "0 56 1 51 2 41 3 36")
    assert in_order(
        back.split(), "(30 + écart) × coefficient, par défenseur écart prise × 1 garde × 3 × 4 × 6"
    )
    # Two cards of which one is low: 4½ + ½, 3½ + ½ and so on, and two low ones.
    assert in_order(back.split(), "bout, roi 4½ 5 dame 3½ 4 cavalier 2½ 3 valet 1½ 2 toutes les autres ½ 1")
    assert in_order(back.split(), "simple 13 10 8 +20 double 15 13 10 +30 triple 18 15 13 +40")
    assert "+150" in back
    # (30 + 7) × 1, 3, 4, 6.
    assert in_order(back.split(), "7 37 111 148 222")


def test_slate_and_log_of_a_match(printed: Callable[[str], bytes]) -> None:
    content = words(printed("couillon-remplie"))
    pdf = opened(printed("couillon-remplie"))
    # One line each for camp A's two wins, a loop for B, which had accepted, then the tie.
    log = (
        "1 Anne Anne & Chloé 18 10 Anne & Chloé 4 5",
        "2 Benoît Benoît & David 20 12 Anne & Chloé 3 6",
        "3 Chloé — 14 14 tie 3 6 ●",
    )
    assert in_order(content, " ".join(log))
    figures = [str(element.Alt) for element in structure(pdf) if str(element.S) == "/Figure"]
    assert figures == ["A: 3 lines. B: 5 lines, 1 loop. Chalk in the hole."]


def test_slates_have_the_lines_of_the_house_and_the_players(printer: Printer) -> None:
    wish = blank_request(game("couillon"), settings={"lignes": 7}, names=CAST[:4])
    made = printer.render(html_of(wish))
    figures = [str(element.Alt) for element in structure(opened(made)) if str(element.S) == "/Figure"]
    slate = "Ardoise de 7 lignes — Anne & Chloé / Benoît & David"
    assert figures == [slate] * 6
    assert text(made).count("Benoît & David") == 6


def test_manches_of_cochonnet_have_their_thresholds(printed: Callable[[str], bytes]) -> None:
    content = words(printed("cochonnet-vierge"))
    assert in_order(content, "Leg 1 threshold 60 Leg 2 threshold 120 Leg 3 threshold 180 Leg 4")
    played = words(printed("cochonnet-remplie"))
    assert in_order(
        played, "Anne 2 5 V 22 Chloé 2 6 3 11 Anne & Chloé 33 33 Benoît 3 4 5 12 David 2 6 8 D 36"
    )
    assert in_order(
        played, "Benoît & David 48 48 Manche 2 seuil 120 Anne & Chloé 35 68 Benoît & David 54 102"
    )


def test_manches_of_bouees_have_their_control(printed: Callable[[str], bytes]) -> None:
    content = words(printed("bouees-remplie"))
    assert in_order(content, "Anne 3 2 4 3 +3 3 Benoît 2 3 4 1 +1 1 Chloé 4 1 5 4 +4 4 David 1 4 3 ✗ −1 −1")
    assert in_order(content, "sommes 10 10 16 8 1 7 7 bouées 16 − pertes 9 = points 7 ✓")
    assert in_order(content, "sommes 10 10 16 10 0 10 17 bouées 16 − pertes 6 = points 10 ✓")
    assert in_order(content, "Contrôle trouvé 17, attendu 17 ✓")


def test_84_donnes_carry_their_totals_over_the_pages(printer: Printer) -> None:
    entries = [garde(CAST[place % 4]) for place in range(84)]
    pdf = printer.render(html_of(filled("tarot", entries, PaperSize.A4)))
    pages = [leaf.split() for leaf in pages_of(pdf)]
    assert len(pages) >= 3
    written = 0
    for number, content in enumerate(pages):
        line = " ".join(content)
        before = line.split("à reporter")[0]
        written += len(re.findall(r"41 56 \+15 2 80", before))
        if number < len(pages) - 1:
            # Each player took every fourth donne, in order of play.
            taken = [(written + 3 - seat) // 4 for seat in range(4)]
            carried = " ".join(f"{240 * took} {80 * (written - took)}" for took in taken)
            assert f"à reporter {carried}" in line
            assert f"report {carried}" in " ".join(pages[number + 1])
            assert f"page {number + 1} sur {len(pages)}" in line
        assert "20 novembre 2026 · Café du Pont" in line if number else "Café du Pont" in line
        assert in_order(content, "Anne Benoît Chloé David n° contrat")
    assert written == 84
    # Everybody took 21 donnes: 21 × 240 − 63 × 80 = 0.
    assert in_order(pages[-1], "total + et total − 5040 5040 5040 5040 5040 5040 5040 5040 bilan 0 0 0 0")


def test_unfinished_sheet_continues_by_hand_with_its_totals(
    printed: Callable[[str], bytes], printer: Printer
) -> None:
    content = words(printed("tarot-remplie"))
    # 810 − 200, 0 − 470, 240 − 390, 360 − 350, and the next donne.
    assert in_order(content, "total + et total − 810 200 0 470 240 390 360 350 bilan +610 −470 −150 +10")
    # In the same table, with blank totals at its foot.
    assert in_order(content, "bilan +610 −470 −150 +10 Contrôle trouvé 0, attendu 0 ✓ 5 6 7 8")
    assert in_order(content[content.index("✓") :], "total + et total − bilan Anne")
    assert content.count("contrat") == 1
    ended = words(printer.render(html_of(filled("tarot", TAROT, settings={"nb_donnes": 4}))))
    assert ended.count("bilan") == 1
    # When the page is full, they have their own page, starting with the totals brought forward.
    full = pages_of(printer.render(html_of(filled("tarot", [garde("Anne")] * 59))))
    assert "Suite, à la main" in full[-1]
    assert in_order(full[-1].split(), "report 14160 0 0 4720 0 4720 0 4720 60 61")


def pages_of(pdf: bytes) -> list[str]:
    return [leaf.extract_text() for leaf in pypdf.PdfReader(io.BytesIO(pdf)).pages]


def test_copies_bear_their_numbers(printer: Printer) -> None:
    with speaking("en"):
        page = html_of(blank_request(game("couillon"), paper=PaperSize.A5), PrintOptions(copies=3, first=41))
    numbers = [re.findall(r"sheet no\. (\d+)", leaf) for leaf in pages_of(printer.render(page))]
    assert numbers == [["41"], ["42"], ["43"]]


@pytest.mark.parametrize("options", [PrintOptions(copies=0), PrintOptions(copies=201), PrintOptions(first=0)])
def test_copies_out_of_range_are_refused(options: PrintOptions) -> None:
    with pytest.raises(ValueError, match="Options"):
        html_of(blank_request(game("tarot")), options)


def test_a_code_is_drawn_in_runs_as_thick_as_a_square() -> None:
    path, side = line_art.code_path("https://carnet.example/t/1")
    runs = [tuple(map(int, run)) for run in re.findall(r"M(\d+) (\d+)\.5h(\d+)", path)]
    # 26 signs with medium correction: the code of version 2, 25 squares wide; its three eyes are seven wide.
    assert side == 25
    assert [run for run in runs if run[1] == 0 and run[2] == 7] == [(0, 0, 7), (18, 0, 7)]
    assert [(x, length) for x, y, length in runs if y == 1 and x < 8] == [(0, 1), (6, 1)]
    assert [(x, length) for x, y, length in runs if y == 20 and x < 8] == [(0, 1), (2, 3), (6, 1)]
    drawing = line_art.code("https://carnet.example/t/1", "code", 50)
    assert (drawing.width * drawing.units, drawing.strokes[0].width) == (25, 1)


@pytest.mark.parametrize("number", [1, 9, 10, 365, 1999])
def test_numbered_page_is_the_page_of_zeros_with_its_figures(number: int) -> None:
    address = f"https://carnet.example/tournois/12/joueurs/{number}"
    path, side = line_art.code_path(address)
    dark = {
        (int(x) + step, int(y))
        for x, y, length in re.findall(r"M(\d+) (\d+)\.5h(\d+)", path)
        for step in range(int(length))
    }
    matrix = segno.make(address, error="m", micro=False, mask=0).matrix
    assert side == len(matrix)
    assert dark == {(x, y) for y, row in enumerate(matrix) for x, square in enumerate(row) if square & 1}
