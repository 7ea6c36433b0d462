"""`scorekeeper sheet`: PDF out, or one line that says why not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from scorekeeper.catalogue import GAMES
from scorekeeper.cli import main
from tests.pdf.pages import opened, text
from tests.sheets.samples import A_POINTS, CAST
from tests.sheets.test_fields import fields

pytestmark = pytest.mark.unmeasured

if TYPE_CHECKING:
    from pathlib import Path


def test_a_blank_sheet_with_names(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert (
        main(["sheet", "tarot", "--players", "Anne, Benoît,Chloé", "--back", "--lang", "en", "-o", str(out)])
        == 0
    )
    found = text(out.read_bytes())
    assert "Benoît" in found
    assert "What each defender pays" in found
    assert len(opened(out.read_bytes()).pages) == 2


def test_numbered_copies_of_a_tournament_page(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    options = ["--setting", "mode=tournoi", "--copies", "2", "--first", "9", "--lang", "fr"]
    assert main(["sheet", "jass", *options, "-o", str(out)]) == 0
    found = text(out.read_bytes())
    assert (found.count("1884"), "feuille n° 9" in found, "feuille n° 10" in found) == (8, True, True)


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


def test_a_sheet_to_fill_in_on_screen(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert main(["sheet", "couillon", "--form", "--rows", "4", "-o", str(out)]) == 0
    assert "d4.trou" in fields(out.read_bytes())
    assert "d5.trou" not in fields(out.read_bytes())


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["jeu-inconnu"], 2, f"jeux possibles : {', '.join(game.key for game in GAMES)}"),
        (["tarot", "--seats", "7"], 2, "Ce jeu se joue à 3, 4, 5"),
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
def test_a_mistake_is_told_in_one_line(
    words: list[str], status: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.pdf"
    assert main(["sheet", *words, "--lang", "fr", "-o", str(out)]) == status
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert says in told.err
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
