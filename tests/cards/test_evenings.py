"""Whole parties through the sheet file: rows, totals, end, winners and control sum, computed by hand."""

from __future__ import annotations

import pytest

from scorekeeper.cards.sheet_file import read_sheet, score_document
from tests.evenings import Evening, evenings


@pytest.mark.parametrize("evening", evenings(), ids=lambda evening: evening.name)
def test_evening_scores_as_reckoned_by_hand(evening: Evening) -> None:
    sheet = read_sheet(evening.sheet)
    score = score_document(sheet.game, sheet.replay())
    assert [row["scores"] for row in score["rows"]] == evening.expected["rows"]
    assert score["totals"] == evening.expected["totals"]
    assert score["finished"] is evening.expected["finished"]
    assert score["winners"] == evening.expected["winners"]
    if "control" in evening.expected:
        expected, found = evening.expected["control"]
        assert score["control"] == {"expected": expected, "found": found, "ok": True}
