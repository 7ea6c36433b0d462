"""A sheet for spreadsheets: its numbers are those of the examples, and its texts are never formulas."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from python_calamine import CalamineWorkbook

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.sheet import SheetLine, SheetRequest
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.lists.spreadsheet import csv_text, xlsx_bytes
from scorekeeper.parties.sheet_requests import file_request
from scorekeeper.parties.sheet_table import sheet_rows
from tests.examples import Example, every_game, examples_of
from tests.tarot_table import donne, new_uuid
from tests.test_cli import run

EVENINGS = sorted((Path(__file__).parents[2] / "evenings").glob("*.json"))
FIGURES = 3
"""Number of columns before the numbers: line, dealer, words."""


@pytest.fixture
def client(empty: Flask) -> FlaskClient:
    return empty.test_client()


def read_csv(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";"))


def read_xlsx(content: bytes) -> list[list[Any]]:
    return CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()


def figures(row: Sequence[Any], columns: int, first: int = FIGURES) -> list[int]:
    """Return every second figure of a row, 0 for an empty cell: the totals, or the scores with `first` one less."""
    cells = [*row, *[""] * (2 * columns)][first + 1 : first + 2 * columns + 1 : 2]
    return [int(cell or 0) for cell in cells]


def request_of(example: Example) -> SheetRequest:
    played = example.played()
    lines = tuple(SheetLine(marked.rang, marked) for marked in played.marked)
    seats = len(played.table.players) or 4
    table = played.table
    return SheetRequest(
        game=example.game, rules=played.rules, table=table, seats=seats, played=played, lines=lines
    )


@pytest.mark.quick("tarot", "jass", "couillon", "bouees", "belote")
@every_game
def test_totals_and_last_scores_are_those_of_every_example(game: Game) -> None:
    shown = [each for each in examples_of(game) if each.accepted and each.entry is not None]
    assert shown
    for example in shown:
        request, columns = request_of(example), len(example.table.columns)
        rows = list(sheet_rows(request))
        for read in (read_csv(csv_text(rows, excel=True)), read_xlsx(xlsx_bytes(rows))):
            last, total = read[len(request.lines)], read[len(request.lines) + 1]
            assert total[FIGURES - 1] == "total", example.name
            assert figures(last, columns, FIGURES - 1) == example.result["scores"], example.name
            if "totals" in example.result:
                assert figures(total, columns) == example.result["totals"], example.name
                assert figures(last, columns) == example.result["totals"], example.name
            assert last[FIGURES - 1], example.name


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda path: path.stem)
def test_command_writes_a_whole_evening_with_its_literal_scores(evening: Path, tmp_path: Path) -> None:
    document = json.loads(evening.read_text("utf-8"))
    sheet, expected = document["sheet"], document["expected"]
    file, columns = tmp_path / "in.json", len(expected["totals"])
    file.write_text(json.dumps(sheet), "utf-8")
    written: list[list[list[Any]]] = []
    for ending in ("csv", "xlsx"):
        out = tmp_path / f"out.{ending}"
        assert run("score", str(file), "-o", str(out)) == (0, "", "")
        content = out.read_bytes()
        written.append(read_csv(content.decode()) if ending == "csv" else read_xlsx(content))
    for rows in written:
        assert [
            figures(row, columns, FIGURES - 1) for row in rows[1 : len(expected["rows"]) + 1]
        ] == expected["rows"]
        assert figures(rows[len(expected["rows"]) + 1], columns) == expected["totals"]
        assert len(rows) == len(expected["rows"]) + 2 + expected["finished"]


def test_couillon_table_has_its_slate() -> None:
    sheet = {"format": "scorekeeper/1", "game": "couillon", "equipes": ["Nous", "Eux"]}
    entries = [{"gagne": "egalite"}, {"gagne": "A"}, {"gagne": "B"}]
    rows = list(sheet_rows(file_request(read_sheet({**sheet, "entries": entries}))))
    assert rows[0][3:7] == ["Nous", "total de Nous", "Eux", "total d’Eux"]
    assert rows[0][7:-2] == ["lignes, Nous", "lignes, Eux", "boucles, Nous", "boucles, Eux", "trou"]
    assert [row[3:-2] for row in rows[1:4]] == [
        [0, 5, 0, 5, 5, 5, 0, 0, "oui"],
        [-2, 3, 0, 5, 3, 5, 0, 0, ""],
        [0, 3, -1, 4, 3, 4, 0, 0, ""],
    ]


def test_formulas_in_names_and_remarks_stay_text() -> None:
    players = ["=1+1", "@SUM(A1)", "http://a.example", "David"]
    entry = donne(preneur="=1+1") | {"note": "-2+3"}
    sheet = {"format": "scorekeeper/1", "game": "tarot", "players": players, "entries": [entry]}
    rows = list(sheet_rows(file_request(read_sheet(sheet))))
    text = csv_text(rows, excel=True)
    assert text.startswith("\ufeffn°;donneur;donne;'=1+1;total de =1+1;'@SUM(A1);")
    assert text.splitlines()[1].split(";")[-2] == "'-2+3"
    content = xlsx_bytes(rows)
    assert content == xlsx_bytes(rows)
    read = read_xlsx(content)
    assert read[0][3:9:2] == players[:3]
    assert read[1][1] == "=1+1"
    assert read[1][-2] == "-2+3"
    assert b"<f>" not in content


def test_struck_amended_adjusted_and_changed_lines_are_marked(client: FlaskClient) -> None:
    players = ["Anne", "Benoît", "Chloé", "David"]
    sheet = {"format": "scorekeeper/1", "game": "tarot", "players": players}
    client.post("/api/parties", json=sheet)
    entries = [donne(), donne(), {"ajustement": {"Anne": -20}, "motif": "pénalité"}, donne() | {"note": "vu"}]
    for rang, entry in enumerate(entries, 1):
        act = {"uuid": new_uuid(), "rang": rang, "entry": entry}
        assert client.post("/api/parties/1/entries", json=act).status_code == 201
    strike = {"uuid": new_uuid(), "revision": 5, "reason": "notée deux fois"}
    assert client.delete("/api/parties/1/entries/2", json=strike).status_code == 200
    change = {
        "uuid": new_uuid(),
        "players": ["Anne", "Benoît", "Chloé", "Émile"],
        "replaces": {"Émile": "David"},
    }
    assert client.post("/api/parties/1/changes", json=change).status_code == 201

    answer = client.get("/parties/1/feuille.csv?excel=1")
    assert answer.mimetype == "text/csv"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="partie-1.csv"'
    rows = read_csv(answer.text)
    totals = client.get("/api/parties/1").get_json()["score"]["totals"]
    assert [row[:1] + row[3:5] + row[-2:] for row in rows[1:5]] == [
        ["1", "-80", "-80", "", ""],
        ["2", "", "", "", "rayée\u00a0: notée deux fois"],
        ["3", "-20", "-100", "", ""],
        ["4", "-80", "-180", "vu", ""],
    ]
    assert rows[2][2] == "Chloé, garde +15"
    assert rows[3][1] == ""
    assert rows[3][2].startswith("ajustement")
    assert "Émile" in rows[5][2]
    assert rows[6][2:11:2] == ["total", "-180", "-160", "480", "-160"]
    assert totals == [-180, -160, 480, -160]
    book = client.get("/parties/1/feuille.xlsx")
    assert book.mimetype == "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    assert [[str(cell) for cell in row] for row in read_xlsx(book.data)][6][2] == "total"


def test_empty_sheet_has_its_headings_alone(client: FlaskClient) -> None:
    client.post("/api/parties", json={"format": "scorekeeper/1", "game": "coiffeur"})
    assert read_csv(client.get("/parties/1/feuille.csv?excel=1").text) == [
        ["n°", "donneur", "donne", "A", "total de A", "B", "total de B", "remarque", "état"]
    ]
    assert client.get("/parties/1/feuille.xlsx?langue=en").data.startswith(b"PK")
    assert client.get("/parties/2/feuille.xlsx").status_code == 404


def test_page_of_printing_offers_both_files(client: FlaskClient) -> None:
    client.post("/api/parties", json={"format": "scorekeeper/1", "game": "coiffeur"})
    page = client.get("/parties/1/feuille").text
    assert 'href="/parties/1/feuille.xlsx"' in page
    assert 'href="/parties/1/feuille.csv?excel=1"' in page


def test_command_refuses_another_kind_of_file(tmp_path: Path) -> None:
    file = tmp_path / "in.json"
    file.write_text('{"format": "scorekeeper/1", "game": "coiffeur"}', "utf-8")
    status, out, err = run("score", str(file), "-o", str(tmp_path / "out.ods"))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert ".csv ou en .xlsx" in err
    file.write_text('{"format": "scorekeeper/1", "game": "bridge"}', "utf-8")
    status, out, _ = run("score", str(file), "-o", str(tmp_path / "out.csv"))
    assert (status, "scorekeeper-faults/1" in out) == (1, True)
    assert not (tmp_path / "out.csv").exists()
