"""`scorekeeper sheet` writes a PDF, or one line with the reason why not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pypdf
import pytest

from scorekeeper.cards.catalogue import GAMES, papers
from scorekeeper.cli import main
from scorekeeper.paper.papers import LOOSE, Wish, html_of_paper
from tests.paper.sheets.samples import A_POINTS, CAST
from tests.paper.sheets.test_fields import fields
from tests.press.pages import opened, text

pytestmark = pytest.mark.unmeasured

if TYPE_CHECKING:
    from pathlib import Path

NAMED = ("match-au-cochon", "ardoise", "tirage")
"""Papers with names of their own."""


def test_a_blank_sheet_with_names(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert (
        main(["sheet", "tarot", "--players", "Anne, Benoît,Chloé", "--back", "--lang", "en", "-o", str(out)])
        == 0
    )
    content = text(out.read_bytes())
    assert "Benoît" in content
    assert "What each defender pays" in content
    assert len(opened(out.read_bytes()).pages) == 2


def test_numbered_copies_of_a_tournament_page(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    options = ["--setting", "mode=tournoi", "--copies", "2", "--first", "9", "--lang", "fr"]
    assert main(["sheet", "jass", *options, "-o", str(out)]) == 0
    content = text(out.read_bytes())
    assert (content.count("1884"), "feuille n° 9" in content, "feuille n° 10" in content) == (8, True, True)


def test_a_filled_sheet(tmp_path: Path) -> None:
    source, out = tmp_path / "in.json", tmp_path / "out.pdf"
    sheet = {
        "format": "scorekeeper/1",
        "game": "jass",
        "players": list(CAST[:4]),
        "settings": {"mode": "tournoi"},
    }
    source.write_text(json.dumps(sheet | {"entries": [{"points_a": points} for points in A_POINTS]}))
    assert main(["sheet", "jass", "--file", str(source), "--paper", "A5", "-o", str(out)]) == 0
    assert "1007 877 1884" in " ".join(text(out.read_bytes()).split())


def test_four_parties_on_one_page(tmp_path: Path) -> None:
    """The first is the worked one; the second is not finished, so its totals are left blank."""
    files = []
    for place, points in enumerate((A_POINTS, A_POINTS[:3])):
        sheet: dict[str, object] = {"format": "scorekeeper/1", "game": "jass"}
        sheet |= {
            "players": list(CAST[place : place + 4]),
            "settings": {"mode": "tournoi"},
            "entries": [{"points_a": value} for value in points],
        }
        (tmp_path / f"{place}.json").write_text(json.dumps(sheet))
        files += ["--file", str(tmp_path / f"{place}.json")]
    out = tmp_path / "out.pdf"
    assert main(["sheet", "match-au-cochon", *files, "--lang", "fr", "-o", str(out)]) == 0
    content = " ".join(text(out.read_bytes()).split())
    assert len(opened(out.read_bytes()).pages) == 1
    assert [f"Partie n° {number}" in content for number in (1, 2, 3, 4, 5)] == [True] * 4 + [False]
    assert "A Anne & Chloé B Benoît & David" in content
    assert "A Benoît & David B Chloé & Élodie" in content
    assert (
        "12 101 56 157 total A 1007 total B 877 addition 1884 Contrôle, valeur à atteindre = 1884" in content
    )
    # 92 + 57 + 157 = 306 is not written: nine donnes are missing.
    assert "306" not in content
    assert content.count("= 1884") == 4


def test_a_partie_to_a_target_is_none_of_a_match_au_cochon(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.json"
    source.write_text(json.dumps({"format": "scorekeeper/1", "game": "jass", "entries": [{"points_a": 92}]}))
    out = tmp_path / "out.pdf"
    assert main(["sheet", "match-au-cochon", "--file", str(source), "--lang", "fr", "-o", str(out)]) == 2
    assert "n’a pas les réglages de cette feuille" in capsys.readouterr().err


def test_a_match_au_cochon_by_its_own_name(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert main(["sheet", "match-au-cochon", "--blank", "--lang", "fr", "-o", str(out)]) == 0
    assert text(out.read_bytes()).count("= 1884") == 4
    pdf = opened(out.read_bytes())
    assert [round(float(side)) for side in list(pdf.pages[0].mediabox)[2:]] == [842, 595]


def test_tarot_with_its_table_of_points_has_a_back(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert main(["sheet", "tarot", "--back", "-o", str(out)]) == 0
    assert len(opened(out.read_bytes()).pages) == 2


@pytest.mark.soak
def test_the_free_sheet_has_as_many_columns_as_players(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert main(["sheet", "libre", "--players", "Anne, Benoît, Chloé", "--lang", "fr", "-o", str(out)]) == 0
    content = text(out.read_bytes())
    assert (content.count("points"), content.count("Chloé"), "Marque libre" in content) == (3, 1, True)
    assert main(["sheet", "libre", "--form", "--seats", "12", "-o", str(out)]) == 0
    assert {"jeu", "j12.nom", "d9.j12.total", "total.j1"} <= set(fields(out.read_bytes()))


def test_a_draw_on_paper_is_a_plan_and_its_tickets(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert main(["sheet", "tirage", "--seats", "30", "--lang", "fr", "-o", str(out)]) == 0
    plan, *_, tickets, last = (" ".join(page.extract_text().split()) for page in pypdf.PdfReader(out).pages)
    # Table 3 has the lots 9 to 12.
    assert "9 10 11 12" in plan
    assert "16 table 4, à gauche" in tickets
    assert "29 table 8, en haut 30 table 8, à droite" in last
    assert "31" not in last


def test_the_dashed_lines_of_tickets_end_with_the_last_one() -> None:
    page = html_of_paper("tirage", Wish(seats=30))
    # Thirty are a full page and six: four in a row of 188 mm, and two. Each ends with a line at its right and below it.
    first = "".join(f"M{right} 0.00v45.67h-47.00" for right in ("47.00", "94.00", "141.00", "188.00"))
    second = "".join(f"M{right} 45.67v45.67h-47.00" for right in ("47.00", "94.00"))
    assert f'"M0 91.33V0h188.00{first}{second}"' in page


def test_a_sheet_to_fill_in_on_screen(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert main(["sheet", "jass", "--form", "--rows", "4", "-o", str(out)]) == 0
    assert "d4.a.plis" in fields(out.read_bytes())
    assert "d5.a.plis" not in fields(out.read_bytes())


def test_a_paper_that_belongs_to_no_game_has_a_name_of_its_own() -> None:
    assert set(LOOSE) & set(papers()) == set()


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["jeu-inconnu"], 2, "feuilles possibles\xa0: " + ", ".join((*(game.key for game in GAMES), *NAMED))),
        (["libre", "--seats", "13"], 2, "10, 11 ou 12 joueurs"),
        (["tirage", "--seats", "3"], 2, "de 4 à 400 joueurs"),
        (["match-au-cochon", *["--file", "x.json"] * 5], 2, "au plus 4 parties"),
        (["tarot", *["--file", "x.json"] * 2], 2, "au plus 1 partie"),
        (["tarot", "--seats", "7"], 2, "Ce jeu se joue à 3, 4 ou 5 joueurs"),
        (["tarot", "--players", "a,a,b,c"], 2, "déjà à la table"),
        (["couillon", "--setting", "lignes=2"], 2, "De 3 à 15"),
        (["couillon", "--setting", "lignes"], 2, "NOM=VALEUR"),
        (["tarot", "--rows", "0"], 2, "De 1 à 200"),
        (["tarot", "--copies", "500"], 2, "de 1 à 200 copies"),
        (["tarot", "--copies", "0"], 2, "de 1 à 200 copies"),
        (["tarot", "--first", "0"], 2, "de 1 à 200 copies"),
        (["tarot", "--form", "--copies", "2"], 2, "n’a pas de copies"),
        (["tarot", "--file", "absent.json"], 2, "il n’y a pas de fichier"),
        (["tarot", "--file", "absent.json", "--form"], 2, "--form ne va pas avec --file"),
    ],
)
def test_mistake_is_reported_in_one_line(
    words: list[str], status: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.pdf"
    assert main(["sheet", *words, "--lang", "fr", "-o", str(out)]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert says in captured.err
    assert not out.exists()


def test_a_refused_file_names_its_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "in.json"
    entries = [{"points_a": 100}, {"points_a": 156}]
    source.write_text(json.dumps({"format": "scorekeeper/1", "game": "jass", "entries": entries}))
    assert main(["sheet", "jass", "--file", str(source), "--lang", "fr", "-o", str(tmp_path / "x.pdf")]) == 1
    assert "entrée 2 points_a:" in capsys.readouterr().err


def test_a_place_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "couillon", "--lang", "fr", "-o", str(tmp_path / "none" / "x.pdf")]) == 1
    assert "impossible d’écrire" in capsys.readouterr().err
