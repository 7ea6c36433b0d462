"""Damaged columns of the database, one of six or all: `check` and the start of the server report each, in one line at most."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak import amount
from tests.tournaments import damage


def test_every_damage_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = tmp_path / "evening"
    base.mkdir()
    path = damage.evening(base)
    silent = []
    for table, column in list(damage.columns(path))[:: amount(6, 1)]:
        tried = 0
        for damaged in damage.damages(path, table, column):
            tried += 1
            if not (damage.found_by_check(damaged) and damage.found_at_start(damaged)):
                silent.append(damaged.parent.name)
            assert capsys.readouterr().err.count("\n") <= 1
        assert tried, (table, column)
    assert silent == []
