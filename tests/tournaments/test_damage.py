"""Changes of the database by other programs are reported in one sentence, by the check and at startup."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournaments import damage


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return damage.evening(tmp_path_factory.mktemp("evening"))


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("partie", "game"),
        ("partie", "settings"),
        ("partie_head", "totals"),
        ("partie_player", "player"),
        ("player", "parties"),
        ("tournament_table", "result"),
        ("table_link", "made"),
        ("event", "body"),
        ("meta", "value"),
        ("person_name", "key"),
        ("person_name", "forgotten"),
    ],
)
def test_damage_is_reported_in_one_sentence(
    evening: Path, table: str, column: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tried = 0
    for damaged in damage.damages(evening, table, column):
        assert damage.found_by_check(damaged)
        assert capsys.readouterr().err.count("\n") == 1
        assert damage.found_at_start(damaged)
        tried += 1
    assert tried


def test_undamaged_records_are_not_reported(evening: Path) -> None:
    assert not damage.found_by_check(evening)
    assert not damage.found_at_start(evening)
