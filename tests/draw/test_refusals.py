"""Impossible draws, and the words of their refusals and of reports."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.draw.seating.plan import plan
from scorekeeper.draw.seating.problem import DrawImpossible
from scorekeeper.draw.seating.record import Draw, DrawnRound, read_rounds
from scorekeeper.i18n import LANGUAGES, speaking
from scorekeeper.tournaments.words import REFUSALS, REPORT, refusal_reason, report_sentence
from tests.draw.people import couples, people

ROUND = DrawnRound((("a", "b", "c", "d"),))

REFUSED: list[tuple[str, list[str], int, dict[str, Any]]] = [
    ("too-few-players", people(3), 1, {}),
    ("too-few-players", people(6), 1, {"teams": couples(6), "present": [people(2)]}),
    ("too-many", people(2001), 1, {}),
    ("too-many", people(4), 61, {}),
    ("size-out-of-range", people(20), 1, {"size": 7}),
    ("size-out-of-range", people(10), 1, {"size": 3, "tables": "threes"}),
    ("sizes-do-not-fit", people(9), 1, {"tables": [5, 5]}),
    ("sizes-do-not-fit", people(9), 1, {"tables": []}),
    ("no-such-tables", people(5), 1, {"tables": "threes"}),
    ("no-such-tables", people(7), 1, {"tables": "fives"}),
    ("unknown-tables", people(8), 1, {"tables": "sixes"}),
    ("no-round-left", people(8), 0, {}),
    ("no-round-left", ["a", "b", "c", "d"], 1, {"history": [ROUND]}),
    ("unreadable-seed", people(4), 1, {"seed": "\udcff"}),
    ("unreadable-seed", people(4), 1, {"label": "\udcff"}),
    ("empty-name", ["a", "b", "c", " "], 1, {}),
    ("duplicate-name", ["a", "b", "c", "A "], 1, {}),
    ("unknown-name", people(8), 1, {"apart": [["Joueur 001", "Personne"]]}),
    ("presence-per-round", people(8), 2, {"present": [people(8)]}),
    ("pair-incomplete", people(8), 1, {"teams": couples(6)}),
    ("pair-half-present", people(8), 1, {"teams": couples(8), "present": [people(7)]}),
    ("pairs-need-fours", people(8), 1, {"teams": couples(8), "tables": "threes"}),
    ("ranking-incomplete", people(8), 1, {"ranking": people(7)}),
    ("ranking-one-round", people(8), 2, {"ranking": people(8)}),
    ("stay-table", people(8), 1, {"stay": {"Joueur 001": 3}}),
    ("stay-table", people(8), 1, {"stay": {"Joueur 001": 0}}),
    ("stay-table", people(8), 1, {"stay": {"Joueur 001": 1, "Joueur 002": 1}}),
    ("stay-too-many", people(8), 1, {"stay": dict.fromkeys(people(3))}),
]


@pytest.mark.parametrize(("code", "players", "rounds", "asked"), REFUSED)
def test_impossible_draw_is_refused_with_its_code(
    code: str, players: list[str], rounds: int, asked: dict[str, Any]
) -> None:
    with pytest.raises(DrawImpossible) as refusal:
        plan(players, rounds, **{"seed": "s", **asked})
    assert refusal.value.code == code
    for language in LANGUAGES:
        with speaking(language):
            assert "%(" not in refusal_reason(refusal.value)


@pytest.mark.parametrize(
    "data",
    [
        None, {}, {"format": "scorekeeper/1", "rounds": []},
        {"format": "scorekeeper-draw/1"},
        {"format": "scorekeeper-draw/1", "rounds": [5]},
        {"format": "scorekeeper-draw/1", "rounds": [["abcd"]]},
        {"format": "scorekeeper-draw/1", "rounds": [[["a", "b", "c", 4]]]},
        {"format": "scorekeeper-draw/1", "rounds": [[["a", "b", "c", " "]]]},
        {"format": "scorekeeper-draw/1", "rounds": [[["a", "b", "c", "a"]]]},
        {"format": "scorekeeper-draw/1", "rounds": [[["a"]]]},
    ],
)  # fmt: skip
def test_unreadable_history_is_refused(data: object) -> None:
    with pytest.raises(DrawImpossible) as refusal:
        read_rounds(data)
    assert refusal.value.code == "history-unreadable"
    assert "tours déjà joués" in refusal_reason(refusal.value)


def stop_at_once() -> bool:
    return True


def drawn() -> list[Draw]:
    """Draws whose reports use every word; most are stopped at once, as their quality does not matter."""
    quick: dict[str, Any] = {"seed": "s", "stop": stop_at_once}
    eight, sixteen = people(8), people(16)
    first = plan(sixteen, 3, **quick)
    others = [*sixteen[1:], "Tard"]
    stuck = [DrawnRound((tuple(eight[:4]), tuple(eight[4:])))] * 5
    return [
        first,
        plan(eight, 4, **quick, apart=[eight[:3]], avoid=[eight[3:6]]),
        plan(eight, 10, seed="s"),
        plan(eight, 9, **quick, history=stuck[:2]),
        plan(people(18), 6, **quick, tables="threes"),
        plan(people(17), 2, **quick, apart=[eight[:2]], stay={"Joueur 001": 2}),
        plan(eight, 2, **quick, teams=couples(8)),
        plan(others, 4, **quick, history=first.rounds, ranking=others),
        plan(people(20), 2, **quick),
        plan(sixteen, 1, **quick, stay={"Joueur 001": 1}),
        plan(people(4), 2, **quick),
        plan(people(5), 3, **quick, partners=False, size=5),
        plan(people(3), 2, **quick, partners=False, size=3, stay={"Joueur 001": 1}),
        plan(eight, 6, **quick, history=stuck, apart=[eight], stay={"Joueur 001": 1, "Joueur 002": 2}),
    ]


def test_every_report_word_has_a_sentence_in_every_language() -> None:
    words = [word for draw in drawn() for word in draw.report.words]
    for language in LANGUAGES:
        with speaking(language):
            assert not [word.code for word in words if "%(" in report_sentence(word)]
    used = {word.code for word in words}
    assert used <= set(REPORT)
    # Words of a knock-out, which is not drawn by lot, are tested in tests/tournaments/test_finals.py.
    others = {code for code in set(REPORT) - used if not code.startswith("finals-")}
    assert others <= {"stay-broken", "seats-even"}
    assert {code for code, *_ in REFUSED} | {"history-unreadable"} == set(REFUSALS)


def seat_sentences(players: int, rounds: int) -> list[str]:
    words = plan(
        people(players), rounds, seed="s", partners=players > 6, size=4 if players > 6 else 3
    ).report.words
    return [report_sentence(word) for word in words if word.code == "seats"]


@pytest.mark.unmeasured
def test_balance_of_seats_is_reported_in_words() -> None:
    # Four rounds, four seats: each once. One round: one seat of four.
    assert seat_sentences(16, 4) == ["Chacun occupe aussi souvent chacune des quatre places à table."]
    assert seat_sentences(16, 1) == [
        "Places à table\xa0: chacun occupe l’une au plus 1 fois de plus que l’autre."
    ]
    # Two tables of three: no words about the seats of four.
    assert seat_sentences(6, 2) == []
    with speaking("en"):
        assert seat_sentences(16, 4) == ["Everybody sits in each of the four seats equally often."]
        assert seat_sentences(16, 1) == [
            "Seats at the table: everybody sits in one at most once more than in another."
        ]


@pytest.mark.unmeasured
def test_reported_figure_is_the_best_possible() -> None:
    # Two rounds of eight share four pairs at least, so four rounds have 6 times 4, in sixteen pairs or in twenty-four.
    draws = [plan(people(8), 4, seed=seed) for seed in "ab"]
    assert [len(draw.report.forced_pairs) for draw in draws] == [24, 16]
    assert {report_sentence(draw.report.words[0]) for draw in draws} == {
        "Total des répétitions\xa0: 24 (une paire vue 2 fois compte 1, 3 fois 3, 4 fois 6). Aucun tirage ne peut faire mieux."
    }


def test_forced_pairs_are_named() -> None:
    draw = plan(["Anne", "Benoît", "Chloé", "David"], 2, seed="s")
    sentences = [report_sentence(word) for word in draw.report.words]
    forced = "Total des répétitions\xa0: 6 (une paire vue 2 fois compte 1, 3 fois 3, 4 fois 6)."
    assert f"{forced} Aucun tirage ne peut faire mieux." in sentences
    assert any("Anne et Benoît (2 fois), Anne et Chloé (2 fois)" in sentence for sentence in sentences)
    assert draw.to_json()["report"]["forced_pairs"][0] == ["Anne", "Benoît"]  # type: ignore[index]
