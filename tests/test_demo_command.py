"""`scorekeeper demo` fills a folder once, and completely or not at all."""

from __future__ import annotations

import itertools
from pathlib import Path

from tests.disk import FULL, OK, watched
from tests.test_cli import run


def test_a_demo_fills_an_empty_folder_once(tmp_path: Path) -> None:
    status, out, err = run("demo", "--data", str(tmp_path))
    assert (status, err) == (0, "")
    assert str(tmp_path) in out
    assert run("check", "--data", str(tmp_path))[0] == 0
    status, _, err = run("demo", "--data", str(tmp_path))
    assert (status, err.count("\n")) == (1, 1)


def test_demo_on_a_full_disk_is_reported_and_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    with watched(folder / "new") as disk:
        count = itertools.count()
        disk.fail = lambda _operation: FULL if next(count) > 300 else OK
        status, out, err = run("demo", "--lang", "fr", "--data", str(folder))
    assert (status, out) == (1, "")
    assert err.replace("\xa0", " ").replace("\u202f", " ") == (
        "scorekeeper demo: le disque est plein : faites de la place, puis recommencez "
        "(SQLITE_FULL: database or disk is full)\n"
    )
    assert [*folder.iterdir()] == []
    assert run("demo", "--data", str(folder))[0] == 0
