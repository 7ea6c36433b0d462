"""Lists as clubs write them, through the parser and the command."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli import main
from scorekeeper.lists.columns import roles_of
from scorekeeper.lists.reading import USUAL, Choices, Reading, read
from tests.lists.workbooks import ods, xlsx

LISTS = tomllib.loads(Path(__file__).with_name("club_lists.toml").read_text("utf-8"))
SURE = [key for key, each in LISTS.items() if "asks" not in each]
UNSURE = [key for key, each in LISTS.items() if "asks" in each]
SETTLED = [key for key in UNSURE if "columns" in LISTS[key]]


def content(key: str) -> bytes:
    """Return the list as the bytes of a club's file."""
    text: str = LISTS[key]["text"]
    rows: list[list[object]] = [[*line.split(";")] if line else [] for line in text.splitlines()]
    kind = LISTS[key].get("workbook")
    if kind == "ods":
        return ods("Feuille1", rows)
    if kind == "xlsx":
        return xlsx({"Inscrits": rows, "Bénévoles": [["Nom"], ["Personne"]]})
    return text.encode(LISTS[key].get("encoding", "utf-8"))


def pairs(key: str) -> bool:
    return bool(LISTS[key].get("pairs"))


def reading_of(key: str, choices: Choices = USUAL) -> Reading:
    return read(content(key), choices, pairs=pairs(key))


@pytest.mark.parametrize("key", SURE)
def test_reader_takes_every_name_without_a_question(key: str) -> None:
    reading = reading_of(key)
    assert ([fault.code for fault in (*reading.faults, *reading.questions)], reading.sure) == ([], True)
    assert [each.name for each in reading.people] == LISTS[key]["people"]
    expected: dict[str, Any] = {
        word: LISTS[key][word] for word in ("clubs", "licences", "teams") if word in LISTS[key]
    }
    cells = {
        "clubs": [each.cells.get("club", "") for each in reading.people],
        "licences": [each.cells.get("licence", "") for each in reading.people],
        "teams": [each.pair for each in reading.people],
    }
    assert {word: cells[word] for word in expected} == expected


@pytest.mark.parametrize("key", UNSURE)
def test_unsure_list_asks_one_question(key: str) -> None:
    assert [fault.code for fault in reading_of(key).questions] == [LISTS[key]["asks"]]


@pytest.mark.parametrize("key", SETTLED)
def test_chosen_columns_settle_the_question(key: str) -> None:
    reading = reading_of(key, Choices(columns=roles_of(LISTS[key]["columns"])))
    assert (reading.sure, [each.name for each in reading.people]) == (True, LISTS[key]["people"])


@pytest.mark.parametrize("key", LISTS)
def test_command_checks_a_list(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "liste.csv"
    path.write_bytes(content(key))
    words = ["draw", str(path), "--check", *(["--pairs"] if pairs(key) else [])]
    status = main([*words, "--json"])
    document = json.loads(capsys.readouterr().out)
    assert (status, document["sure"]) == ((0, True) if key in SURE else (1, False))
    assert [each["code"] for each in document["questions"]] == ([] if key in SURE else [LISTS[key]["asks"]])
    if key in SURE:
        assert [each["name"] for each in document["people"]] == LISTS[key]["people"]
    if key in SETTLED:
        assert main([*words, "--columns", LISTS[key]["columns"]]) == 0


def test_command_shows_columns_as_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "liste.csv"
    path.write_text("Concours 2026\nNom;Prénom;Kto\nRoy;Anne;a\nFavre;Luc;b\nTotal;2;\n", "utf-8")
    assert main(["draw", str(path), "--check", "--lang", "fr"]) == 1
    assert capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ").splitlines() == [
        "Accents : utf-8-sig",
        "Titres : ligne 2",
        "  1  Nom     nom        d’après son titre  Roy, Favre",
        "  2  Prénom  prénom     d’après son titre  Anne, Luc",
        "  3  Kto     ? laisser  titre inconnu      a, b",
        "Laissée, ligne 1 (un titre) : Concours 2026",
        "Laissée, ligne 5 (un total) : Total 2",
        "2 personnes",
        "? Une colonne n’est pas connue : Kto (« a »). Donnez-lui un titre comme Prénom, Club ou Remarque.",
    ]
    assert main(["draw", str(path), "--check", "--lang", "fr", "--columns", "nom,prénom,-"]) == 0
    assert main(["draw", str(path), "--check", "--lang", "fr", "--columns", "nom,bidule"]) == 2
    assert "« bidule » n’est le titre d’aucune colonne" in capsys.readouterr().err.replace(
        "\N{NO-BREAK SPACE}", " "
    )


def test_command_names_both_ways_to_settle_two_lists(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "liste.csv"
    path.write_text("Nom;Prénom;;Nom;Prénom\nRoy;Anne;;Bon;Luc\nRoy;Zoé;;Bon;Max\n", "utf-8")
    words = ["draw", str(path), "--rounds", "1", "--pairs", "--seed", "x", "--json"]
    assert main(words) == 2
    assert "last,first,-,last#2,first#2. Des listes : --columns last,first,-,last,first." in (
        capsys.readouterr().err.replace("\N{NO-BREAK SPACE}", " ")
    )
    assert main([*words, "--columns", "nom 1,prénom 1,-,nom 2,prénom 2"]) == 0
    assert json.loads(capsys.readouterr().out)["teams"] == [["Anne Roy", "Luc Bon"], ["Zoé Roy", "Max Bon"]]
    assert main([*words, "--columns", "nom,prénom,-,nom,prénom"]) == 0
    drawn = json.loads(capsys.readouterr().out)
    assert drawn["players"] == ["Anne Roy", "Luc Bon", "Max Bon", "Zoé Roy"]
