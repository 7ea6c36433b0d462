"""Workbooks read in the child process: the first visible sheet, cell by cell, and malicious files."""

from __future__ import annotations

import datetime as dt
import json
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.lists import workbook_child
from scorekeeper.lists.workbook import UnreadableList, read_sheet
from tests.lists.workbooks import bomb, ods, packed, xlsx
from tests.messages import ROOT

XLS = Path(__file__).parent / "files" / "inscrits.xls"
MEASURED = """
import json, resource, subprocess, sys
child = [sys.executable, "-P", "-s", "-m", "scorekeeper.lists.workbook_child", "0"]
done = subprocess.run(child, stdin=sys.stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
print(json.dumps([done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, len(done.stdout)]))
"""
"""A small process starts the child, since the system attributes the memory of the starting process to it."""


def reason(data: bytes) -> str:
    with pytest.raises(UnreadableList) as caught:
        read_sheet(data)
    return caught.value.fault.code


def test_first_visible_sheet_is_read_cell_by_cell() -> None:
    day = dt.datetime(1961, 3, 9)  # noqa: DTZ001 - spreadsheets have no time zones
    rows: list[list[object]] = [
        ["Nom", None, "table fixe", "arrivé", "payé"],
        [],
        [" Anne\nRochat ", None, 3, True, 15.5],
    ]
    data = xlsx(
        {"Vieux": [["x"]], "Inscrits": [*rows, ["Chloé", None, None, False, day]], "B": []}, ["Vieux"]
    )
    name, names, read = read_sheet(data)
    assert (name, names) == ("Inscrits", ("Inscrits", "B"))
    assert read == [
        (1, ["Nom", "", "table fixe", "arrivé", "payé"]),
        (3, ["Anne Rochat", "", "3", "oui", "15.5"]),
        (4, ["Chloé", "", "", "non", "1961-03-09"]),
    ]


def test_another_sheet_is_read_when_it_is_chosen() -> None:
    data = xlsx({"Samedi": [["Anne"]], "Dimanche": [["Luc"]]})
    assert read_sheet(data, 1) == ("Dimanche", ("Samedi", "Dimanche"), [(1, ["Luc"])])
    assert read_sheet(data, 7)[0] == "Samedi"


def test_ods_and_xls_are_read() -> None:
    rows = [(1, ["Nom", "Prénom", "Club"]), (2, ["Dupont", "Jean", "Lyon"]), (3, ["Favre", "Zoé", "Alle"])]
    assert read_sheet(ods("Feuille1", [cells for _, cells in rows]))[2] == rows
    _, names, read = read_sheet(XLS.read_bytes())
    assert (names, read) == (("Inscrits", "Bénévoles"), rows)


def test_a_long_cell_is_cut_while_it_is_made() -> None:
    assert read_sheet(xlsx({"A": [["x" * 30_000]]}))[2] == [(1, ["x" * 200])]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"PK\x03\x04" + bytes(200), "liste-illisible", id="empty"),
        pytest.param(xlsx({"A": [["Anne"]]})[:-30], "liste-illisible", id="cut short"),
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "liste-illisible", id="no xls"),
        pytest.param(packed({"a": "b"}), "liste-illisible", id="another ZIP file"),
        pytest.param(bomb(), "classeur-lourd", id="bomb"),
        pytest.param(xlsx({"A": [["x" * 190] * 90] * 90}), "classeur-lourd", id="too much text"),
    ],
)
def test_no_list_is_refused_with_a_reason(data: bytes, code: str) -> None:
    assert reason(data) == code


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the address space")
def test_the_bomb_ends_its_child_below_150_megabytes() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEASURED], input=bomb(), capture_output=True, cwd=ROOT, check=True
    )
    status, megabytes, written = json.loads(done.stdout)
    assert (status, written) == (-6, 0)  # aborted for lack of memory, long before the timeout
    assert megabytes < 150


def test_damage_to_a_file_is_at_most_a_refusal() -> None:
    data = xlsx({"A": [["Nom", "Club"], ["Anne", "Alle"]]})
    for at in range(0, len(data), 7):
        damaged = data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]
        assert {"rows", "failure"} & workbook_child.read(damaged, 0).keys()


def test_a_child_that_cannot_start_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert reason(xlsx({"A": [["Anne"]]})) == "classeur-lourd"
