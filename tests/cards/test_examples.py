"""Every worked example of every game gives exactly its numbers and codes."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from scorekeeper.cards.game_api.game import Game
from tests.examples import ACCEPTED, EXAMPLES, RESULTS, SITUATION, Example, examples_of, refused_beside

REFUSED = tuple(example for example in EXAMPLES if not example.accepted)
SAYING = tuple(example for example in EXAMPLES if "says" in example.keys)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_example_has_its_description_and_result(example: Example) -> None:
    assert example.keys <= {*RESULTS, *SITUATION}
    assert example.name
    assert example.source
    assert len(example.table.players) in {
        *example.game.rules.SEATS,
        *([0] if example.game.rules.NAMELESS else []),
    }
    if example.accepted:
        assert "scores" in example.result
        assert example.entry is not None
    else:
        assert set(example.result) <= {"faults", "says"}


def test_no_two_examples_of_a_game_have_the_same_name(game: Game) -> None:
    names = Counter(example.name for example in examples_of(game))
    assert [name for name, times in names.items() if times > 1] == []


def test_some_examples_are_shown_on_the_help_page(game: Game) -> None:
    assert any("help" in example.keys for example in examples_of(game))


@pytest.mark.parametrize("example", ACCEPTED, ids=lambda example: example.id)
def test_an_accepted_entry_scores_as_written(example: Example) -> None:
    assert example.refusals() == ()
    sheet = example.played()
    last, expected = sheet.marked[-1], example.result
    assert list(last.row.scores) == expected["scores"]
    doubts = [{"code": doubt.code, "field": doubt.field} for doubt in last.doubts]
    assert doubts == expected.get("doubts", [])
    if "totals" in expected:
        assert list(sheet.totals) == expected["totals"]
    if "detail" in expected:
        assert [[item.label.code, list(item.scores)] for item in last.row.detail] == expected["detail"]
    if "extra" in expected:
        assert dict(last.row.extra) == expected["extra"]
    if "sentence" in expected:
        assert example.sentence() == expected["sentence"]
    if "finished" in expected:
        assert (sheet.outcome is not None) == expected["finished"]
    if "winners" in expected:
        assert sheet.outcome is not None
        assert [example.table.columns[column] for column in sheet.outcome.winners] == expected["winners"]


@pytest.mark.parametrize("example", REFUSED, ids=lambda example: example.id)
def test_a_refused_entry_has_exactly_the_faults_written(example: Example) -> None:
    faults = Counter((fault.code, fault.field) for fault in example.refusals())
    expected = Counter((fault["code"], fault.get("field", "")) for fault in example.result["faults"])
    assert faults == expected


@pytest.mark.parametrize("example", SAYING, ids=lambda example: example.id)
def test_example_has_the_written_sentence(example: Example) -> None:
    assert example.sentences() == example.result["says"]


@pytest.mark.parametrize("example", REFUSED, ids=lambda example: example.id)
def test_an_unknown_key_hides_no_other_fault(example: Example) -> None:
    if example.entry is None:
        return
    faults = Counter(
        (fault.code, fault.field)
        for fault in refused_beside(example.sheet(), {**example.entry, "inconnu": 1})
    )
    expected = Counter((fault["code"], fault.get("field", "")) for fault in example.result["faults"])
    assert faults == expected + Counter({("cle-inconnue", "inconnu"): 1})


@pytest.mark.parametrize("example", ACCEPTED, ids=lambda example: example.id)
def test_keys_that_cannot_be_read_invent_no_other_fault(example: Example) -> None:
    sheet = example.sheet()
    for lost in combinations_with_replacement(sheet.rules.ENTRY.kinds, 2):
        faults = refused_beside(sheet, {**(example.entry or {}), **{key: {"?": 1} for key in lost}})
        assert {fault.field.split(".")[0] for fault in faults} == set(lost)
