"""Couillon: possible card points of four tricks, and the laws of the slate."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.game_api.sheet import SheetRequest
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.couillon import slate, words
from scorekeeper.cards.games.couillon.form import CouillonForm
from scorekeeper.cards.games.couillon.game import GAME
from scorekeeper.cards.games.couillon.rules import Couillon, CouillonState
from scorekeeper.cards.rules.adjustment import LineOf
from scorekeeper.cards.rules.contract import Entry, Label, Seat, State, Table
from scorekeeper.cards.rules.replay import Marked, Replay, judge, replay
from scorekeeper.cards.rules.scores import Row
from scorekeeper.i18n import speaking
from scorekeeper.paper.sheets import sheet_of
from tests.cards.games.strategies_couillon import payloads

PLAYERS = Table(("Jef", "Marie", "Louis", "Anna"), camps=True)
CAMPS = Table(camps=True, equipes=("Nous", "Eux"))
VALUES = {"A": 4, "R": 3, "D": 2, "V": 1, "10": 0, "9": 0}
ORDER = ["9", "10", "V", "D", "R", "A"]


def trick_tables() -> dict[int, set[tuple[int, int]]]:
    """Return the points of both sides by A's tricks, over every split of the 24 cards into A's, B's and the stub."""
    reached = {(0, 0, 0, 0)}  # cards of A, cards of B, points of A, points of B
    for worth in list(VALUES.values()) * 4:
        reached = {
            place
            for a, b, x, y in reached
            for place in ((a, b, x, y), (a + 1, b, x + worth, y), (a, b + 1, x, y + worth))
            if place[0] + place[1] <= 16
        }
    return {
        tricks: {(x, y) for a, b, x, y in reached if (a, b) == (4 * tricks, 16 - 4 * tricks)}
        for tricks in range(5)
    }


TABLES = trick_tables()
ALL = set().union(*TABLES.values())


def test_each_number_of_tricks_has_its_range_of_points() -> None:
    ranges = {
        tricks: (min(x for x, _ in pairs), max(x for x, _ in pairs)) for tricks, pairs in TABLES.items()
    }
    assert ranges == {0: (0, 0), 1: (0, 16), 2: (0, 28), 3: (4, 36), 4: (12, 40)}


def test_only_twelve_splits_of_a_legal_sum_are_impossible() -> None:
    legal_sum = {(a, b) for a in range(41) for b in range(41) if 12 <= a + b <= 40}
    one_way = {(1, 37), (1, 38), (1, 39), (2, 37), (2, 38), (3, 37)}
    assert legal_sum - ALL == one_way | {(b, a) for a, b in one_way}
    assert {a + b for a, b in ALL} == set(range(12, 41))
    assert {a for a, b in ALL if a == b} == set(range(6, 21))


def test_rules_accept_exactly_the_possible_points() -> None:
    rules, state = Couillon(), Couillon().opening(PLAYERS)
    for a in range(41):
        for b in range(41):
            entry = rules.ENTRY.read({"points": [a, b]}, PLAYERS)
            assert (not rules.faults(state, entry)) == ((a, b) in ALL), (a, b)


def test_points_above_three_tricks_need_the_capot_if_counted() -> None:
    three_tricks = TABLES[1] | TABLES[2] | TABLES[3]
    rules, state = Couillon(capot_double=True), Couillon().opening(PLAYERS)
    for points in sorted(pair for pair in ALL if 0 in pair):
        entry = rules.ENTRY.read({"points": list(points)}, PLAYERS)
        assert (not rules.faults(state, entry)) == (points in three_tricks), points


def deal(chance: random.Random) -> tuple[list[int], list[int]]:
    """Play four tricks with random legal cards; return card points and tricks of each side."""
    pack = [(suit, rank) for suit in range(4) for rank in ORDER]
    chance.shuffle(pack)
    hands = [pack[4 * seat : 4 * seat + 4] for seat in range(4)]
    trump, leader = pack[16][0], chance.randrange(4)
    points, tricks = [0, 0], [0, 0]
    for _ in range(4):
        trick: list[tuple[int, tuple[int, str]]] = []
        for turn in range(4):
            hand = hands[(leader + turn) % 4]
            follow = [card for card in hand if trick and card[0] == trick[0][1][0]]
            trumps = [card for card in hand if trick and card[0] == trump]
            card = chance.choice(follow or trumps or hand)
            hand.remove(card)
            trick.append(((leader + turn) % 4, card))
        led = trick[0][1][0]

        def strength(played: tuple[int, tuple[int, str]], led: int = led) -> tuple[bool, bool, int]:
            suit, rank = played[1]
            return suit == trump, suit == led, ORDER.index(rank)

        leader = max(trick, key=strength)[0]
        points[leader % 2] += sum(VALUES[rank] for _, (_, rank) in trick)
        tricks[leader % 2] += 1
    return points, tricks


def test_played_deals_are_always_taken() -> None:
    chance = random.Random(1966)  # noqa: S311 - a repeatable deal, not a secret
    rules = Couillon(capot_double=True)
    state = rules.opening(PLAYERS)
    for _ in range(3000):
        points, tricks = deal(chance)
        plain: dict[str, Any] = {"points": points}
        if 4 in tricks:
            plain["capot"] = "AB"[tricks.index(4)]
        assert rules.faults(state, rules.ENTRY.read(plain, PLAYERS)) == [], (points, tricks)


RULES = st.builds(
    Couillon,
    lignes=st.integers(3, 15),
    egalites_cumulees=st.booleans(),
    capot_double=st.booleans(),
    boucles_empilables=st.booleans(),
)


def play(rules: Couillon, table: Table, plain: list[dict[str, Any]]) -> Replay:
    return replay(rules, table, ((rang, rules.ENTRY.read(raw, table)) for rang, raw in enumerate(plain, 1)))


@given(st.data())
def test_slate_only_loses_lines_and_no_loop_is_detached(data: st.DataObject) -> None:
    rules = data.draw(RULES)
    sheet = play(rules, CAMPS, data.draw(st.lists(payloads(rules, CAMPS), max_size=30)))
    for marked in sheet.marked:
        before, after, scores = marked.before, marked.after, marked.row.scores
        assert isinstance(before, CouillonState)
        assert isinstance(after, CouillonState)
        for side in (0, 1):
            assert after.lignes[side] <= before.lignes[side]
            assert after.totals[side] == after.lignes[side] + after.boucles[side]
            assert after.lignes[side] > 0 or after.boucles[side] == 0
            assert rules.boucles_empilables or after.boucles[side] <= after.lignes[side]
        gained = sorted(scores)
        most = 1 + before.egalites + rules.capot_double
        assert scores == (0, 0) or (-most <= gained[0] <= -1 and gained[1] in (0, 1))
        assert (scores == (0, 0)) == after.trou
        assert after.egalites <= (len(sheet.marked) if rules.egalites_cumulees else 1)
    assert (sheet.outcome is None) == (0 not in sheet.totals)
    if sheet.outcome is not None:
        assert [sheet.totals[side] for side in sheet.outcome.winners] == [0]
        assert rules.leaders(sheet.state) == sheet.outcome.winners  # type: ignore[arg-type]


@given(st.data())
def test_drawing_has_the_slate_and_the_changes_of_the_last_donne(data: st.DataObject) -> None:
    rules = data.draw(RULES)
    sheet = play(rules, CAMPS, data.draw(st.lists(payloads(rules, CAMPS), max_size=30)))
    drawn = slate.drawing(sheet)
    before = sheet.marked[-1].before if sheet.marked else sheet.state
    after = sheet.state
    assert isinstance(before, CouillonState)
    assert isinstance(after, CouillonState)
    lines = [mark.tone for mark in drawn.strokes if mark.kind == "line"]
    assert lines.count("ink") == sum(after.lignes)
    assert lines.count("rubbed") == sum(before.lignes) - sum(after.lignes)
    assert len(lines) == 2 * rules.lignes
    assert any(mark.kind == "hole" and mark.tone != "rubbed" for mark in drawn.strokes) == after.trou
    if all(count <= 3 * (lines or 1) for count, lines in zip(after.boucles, after.lignes, strict=True)):
        loops = [mark.tone for mark in drawn.strokes if mark.kind == "loop" and mark.tone != "rubbed"]
        assert len(loops) == sum(after.boucles)
    numbers = re.findall(r"-?\d+", " ".join(mark.path for mark in drawn.strokes))
    assert all(0 <= int(number) <= slate.WIDTH for number in numbers)
    assert drawn == slate.drawing(sheet)


def test_many_loops_and_strokes_are_drawn_once_with_a_number() -> None:
    rules = Couillon(lignes=7, egalites_cumulees=True)
    down = [{"gagne": "B"}] * 6
    sheet = play(rules, CAMPS, [*down, *[{"accepte": "B", "gagne": "A"}] * 5, *[{"gagne": "egalite"}] * 4])
    state = sheet.state
    assert isinstance(state, CouillonState)
    assert (state.lignes, state.boucles, state.egalites) == ((2, 1), (0, 5), 4)
    drawn = slate.drawing(sheet)
    assert [text.text for text in drawn.letters] == ["×5", "×4", "Nous", "Eux"]
    assert [mark.kind for mark in drawn.strokes].count("loop") == 1
    assert [mark.kind for mark in drawn.strokes].count("stroke") == 1


def test_fresh_marks_and_those_just_rubbed_out() -> None:
    rules = Couillon()
    inks = {
        (mark.kind, mark.tone)
        for mark in slate.drawing(play(rules, CAMPS, [{"gagne": "A", "accepte": "B"}])).strokes
        if mark.kind
    }
    assert inks == {("bar", "ink"), ("line", "ink"), ("line", "rubbed"), ("loop", "fresh")}
    back = slate.drawing(play(rules, CAMPS, [{"gagne": "A", "accepte": "B"}, {"gagne": "B"}])).strokes
    assert [mark.tone for mark in back if mark.kind == "loop"] == ["rubbed"]
    tie = slate.drawing(play(rules, CAMPS, [{"gagne": "egalite"}])).strokes
    assert [(mark.kind, mark.tone) for mark in tie][-2:] == [("hole", "fresh"), ("stroke", "fresh")]
    cumulated = Couillon(egalites_cumulees=True)
    two = slate.drawing(play(cumulated, CAMPS, [{"gagne": "egalite"}] * 2)).strokes
    assert [mark.tone for mark in two][-3:] == ["ink", "ink", "fresh"]


def bound(rules: Couillon, state: State, fields: Mapping[str, str]) -> CouillonForm:
    return CouillonForm(MultiDict(fields), rules=rules, state=state)


def test_player_named_by_the_table_deals_first() -> None:
    names = ("Anne", "Benoît", "Chloé", "David")
    dealers = [
        Couillon().opening(Table(names, camps=True, premier_donneur=seat)).donneur for seat in (None, Seat(2))
    ]
    assert dealers == [0, 2]
    assert Couillon().opening(Table(camps=True)).donneur is None


def test_a_donne_of_three_taps() -> None:
    rules = Couillon()
    form = bound(rules, rules.opening(CAMPS), {"accepte": "personne", "gagne": "B", "capot": "personne"})
    assert form.payload() == {"gagne": "B"}
    assert form.validate()
    shown = form.line
    assert shown is not None
    assert shown.row.scores == (0, -1)


def test_hints_have_the_change_of_the_slate() -> None:
    rules = Couillon()
    state = play(rules, CAMPS, [{"gagne": "egalite"}]).state
    assert CouillonForm(rules=rules, state=state).hints() == {
        "points": "À deux, de 12 à 40 points.",
        "ardoise": "Craie dans le trou\xa0: qui gagne efface 2 traits.",
    }
    half = bound(rules, state, {"accepte": "B", "points_a": "18"}).hints()
    assert half["points"] == "Eux\xa0: de 0 à 22."
    assert bound(rules, state, {"points_b": "38"}).hints()["points"] == "Nous\xa0: 0."
    assert bound(rules, state, {"points_b": "3a"}).hints()["points"] == "À deux, de 12 à 40 points."
    assert bound(rules, state, {"points_b": "99"}).hints()["points"] == "À deux, de 12 à 40 points."
    won = bound(rules, state, {"accepte": "B", "points_a": "18", "points_b": "10"}).hints()
    assert won["ardoise"] == "Nous\xa0: deux lignes effacées, reste 3. Eux\xa0: une boucle de plus, reste 6."
    assert "ardoise" not in bound(rules, rules.opening(CAMPS), {"points_a": "1", "points_b": "2"}).hints()
    tie = bound(rules, rules.opening(CAMPS), {"gagne": "egalite"}).hints()
    assert tie["ardoise"] == "Rien ne s’efface\u202f; la craie va dans le trou."


def test_both_faults_of_the_points_are_beside_their_keypads() -> None:
    rules = Couillon()
    form = bound(rules, rules.opening(CAMPS), {"points_a": "18", "gagne": "A"})
    assert not form.validate()
    assert form.points_b.errors == ["Points\u202f?"]
    form = bound(rules, rules.opening(CAMPS), {"points_a": "3", "points_b": "37"})
    assert not form.validate()
    assert form.points_a.errors == ["À 37, un camp a les quatre plis\xa0: l’autre a 0 point."]


def test_couillon_form_opens_with_the_stored_entry() -> None:
    state = Couillon().opening(PLAYERS)
    plain = {"accepte": "B", "points": [18, 10], "donneur": "Anna", "note": "renonce"}
    fields = CouillonForm.formdata(plain, state)
    assert fields["donneur"] == ["Anna"]
    form = CouillonForm(
        MultiDict([(key, item) for key, items in fields.items() for item in items]),
        rules=Couillon(),
        state=state,
    )
    assert form.payload() == plain


def test_counters_of_a_player() -> None:
    sheet = play(
        Couillon(), PLAYERS, [{"accepte": "B", "points": [20, 0], "capot": "A"}, {"gagne": "egalite"}]
    )
    first, second = sheet.marked
    assert words.tallies(first, Seat(2)) == {"donnes": 1, "donnes-reussi": 1, "boucles": 0, "capots": 1}
    assert words.tallies(first, Seat(1)) == {
        "donnes": 1,
        "donnes-reussi": 0,
        "acceptes": 1,
        "acceptes-reussi": 0,
        "boucles": 1,
        "capots": 0,
    }
    assert words.tallies(second, Seat(0))["donnes-reussi"] == 0


def test_the_sentence_in_english() -> None:
    sheet = play(Couillon(), CAMPS, [{"accepte": "B", "points": [20, 8]}])
    with speaking("en"):
        sentence = message_of(GAME.wording.sentence(sheet.marked[0]), GAME.words, CAMPS)
    assert sentence == "Deal to Nous: 20–8, one line rubbed out, a loop for the other team. 4 – 6 to go."


def test_a_sheet_of_another_game_is_no_slate() -> None:
    other = State(CAMPS, (0, 0))
    strange = Marked(1, Entry(), other, Row((0, 0)), other, ())
    sheet = play(Couillon(), CAMPS, [])
    with pytest.raises(TypeError):
        words.sentence(strange)
    with pytest.raises(TypeError):
        slate.drawing(replace(sheet, state=other))
    with pytest.raises(TypeError):
        CouillonForm(rules=Couillon(), state=other).hints()


def test_the_partie_ends_once_the_slate_is_clean() -> None:
    sheet = play(Couillon(lignes=3), CAMPS, [{"gagne": "B"}] * 3)
    assert sheet.outcome is not None
    assert sheet.outcome.reason == Label("ardoise-effacee", {"camp": 1})


@pytest.mark.parametrize(
    ("stacked", "loops", "faults"),
    [(False, 2, []), (False, 3, ["boucles-sans-place"]), (True, 3, [])],
)
def test_a_slate_of_paper_has_as_many_loops_as_the_house_stacks(
    stacked: bool,  # noqa: FBT001 - a column of the table
    loops: int,
    faults: list[str],
) -> None:
    rules = Couillon(boucles_empilables=stacked)
    paper = {"lignes": [2, 5], "boucles": [loops, 0]}
    entry = LineOf(rules).read({"ajustement": paper, "motif": "report du papier"}, CAMPS)
    assert [fault.code for fault in judge(rules, rules.opening(CAMPS), entry)] == faults


def test_impossible_paper_slate_is_refused_beside_its_lines() -> None:
    rules = Couillon()
    form = GAME.form_for({"ajustement": "1"})(
        MultiDict({"ajustement": "1", "lignes_0": "99", "lignes_1": "2", "cause": "report du papier"}),
        rules=rules,
        state=rules.opening(PLAYERS),
    )
    assert not form.validate()
    assert form["lignes_0"].errors
    assert not form["lignes_1"].errors


def test_unfinished_slate_is_large_with_rubbed_lines_dashed() -> None:
    sheet_now = play(Couillon(), CAMPS, [{"gagne": "A", "accepte": "B"}])
    asked = SheetRequest(game=GAME, rules=Couillon(), table=CAMPS, seats=4, played=sheet_now)
    for request, width in ((asked, 180.0), (replace(asked, closed=True), 116.0)):
        (block,) = sheet_of(request).blocks
        assert block.art is not None
        assert block.art.width == width
        assert "ghost" not in {stroke.tone for stroke in block.art.strokes}
        assert len([stroke for stroke in block.art.strokes if stroke.dash]) == 1
