"""The helper that follows a manche of Bouées et cochons by trick: literal manches, and random ones."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.games.bouees.form import LETTERS, BoueesForm, FollowedManche
from scorekeeper.cards.games.bouees.rules import Bouees
from scorekeeper.cards.games.bouees.rules.play import Play
from scorekeeper.cards.rules.contract import Seat, Table
from tests.cards.games.bouees_cards import play, strength
from tests.examples import plain
from tests.soak import amount

CAST = ("Alice", "Bruno", "Chloé", "David", "Émile", "Fanny")
Fields = dict[str, str]


def form_of(fields: Fields, players: int = 4, **settings: Any) -> BoueesForm:
    table = Table(CAST[:players])
    rules: Bouees = Bouees.SETTINGS.read(settings, table)
    return BoueesForm(MultiDict(fields), rules=rules, state=rules.opening(table))


def tap(fields: Fields, taps: str, **house: Any) -> Fields:
    """Return the fields after these taps, as the page sends them."""
    for token in taps.split():
        fields = fields | form_of(fields | {"geste": token}, **house).computed()
    return fields


def table(fields: Fields, **house: Any) -> tuple[Any, ...]:
    """Return levels, buoys left, eliminated players, losers of the last trick, and the next leaders."""
    followed = form_of(fields, **house).followed
    assert followed is not None
    play = followed.play
    return play.niveaux, play.bouees, play.elimines, play.perdants, play.begins


def buoys(counts: str) -> Fields:
    return {f"bouees_{seat}": count for seat, count in enumerate(counts)}


# Worked example B1: 4, 4, 5 and 3 buoys, of which 3, 1 and 4 are left and David is out; one trick is tied.
B1 = [
    ("1 9 d c", (0, 0, 1, 9), (4, 4, 5, 2), (), (3,), (2,)),
    ("3 2 b a", (2, 3, 1, 9), (4, 4, 5, 1), (), (3,), (2,)),
    ("12 2 4 c a", (2, 3, 4, 9), (4, 4, 5, 0), (), (3,), (2,)),
    ("5 6 c b", (2, 5, 6, 9), (4, 4, 5, 0), (3,), (3,), (2,)),
    ("9 7 d b a", (7, 9, 6, 9), (4, 3, 5, 0), (3,), (1,), (2,)),
    ("1 3 c c a", (1, 9, 3, 9), (4, 2, 5, 0), (3,), (1,), (2,)),
    ("4 8 c a", (4, 9, 8, 9), (4, 1, 5, 0), (3,), (1,), (2,)),
    ("5 7 a b", (7, 5, 8, 9), (4, 1, 4, 0), (3,), (2,), (0,)),
    ("6 8 a c", (8, 5, 6, 9), (3, 1, 4, 0), (3,), (0,), (2,)),
    ("10 10 a b", (10, 10, 6, 9), (3, 1, 4, 0), (3,), (), ()),
]
"""The taps of a trick, some of them impossible (a level of 12, a card of who is out or has one already), and what lies then."""


def test_a_worked_example_trick_by_trick_and_back() -> None:
    fields, before = buoys("4453"), []
    for taps, *expected in B1:
        before.append(fields)
        fields = tap(fields, taps)
        assert table(fields) == tuple(expected), taps
    left = {"restantes_0": "3", "restantes_1": "1", "restantes_2": "4", "elimine_3": "1"}
    filled = {key: text for key, text in fields.items() if text and key.startswith(("rest", "elim"))}
    assert filled == left
    # What it fills is what is typed by hand, and the rules take it: 16 buoys less 9 losses.
    made, typed = form_of(fields), form_of(buoys("4453") | left)
    assert made.payload() == typed.payload()
    assert made.validate()
    assert made.line
    assert made.line.row.scores == (3, 1, 4, -1)
    # The manche is over: nothing more can be tapped; taken back step by step, what was filled goes and nothing else.
    assert tap(fields, "3 a") == fields
    fields |= {"restantes_2": "9"}
    fields = tap(fields, "-")
    assert [fields[f"restantes_{seat}"] for seat in range(4)] == ["", "", "9", ""]
    assert not fields["elimine_3"]
    fields = tap(fields, "- - -")
    for known in reversed(before[1:]):
        assert fields["plis"] == known["plis"]
        assert table(fields) == table(known)
        fields = tap(fields, "- - - -")
    assert fields["plis"] == tap(fields, "-")["plis"] == ""


def downwards(*levels: int) -> str:
    """Return the taps that give both trumps of each level to Chloé and David."""
    return "".join(f" {level} {level} c d" for level in levels)


TIED = "10 10 a b" + downwards(9, 8, 7, 6)
"""Alice and Bruno hold 10 and 20, Chloé and David whatever falls."""
ENDS: list[tuple[str, dict[str, Any], str, list[str], list[int]]] = [
    # B6: every trick is tied.
    ("4 4 4 4", {}, TIED + downwards(5, 4, 3, 2, 1), ["4", "4", "4", "4"], []),
    # When all tied players lose, Alice and Bruno are eliminated together, and the others in the remaining five tricks.
    ("4 4 4 4", {"egalite": "tous"}, TIED + " 5 5 c 4 4 d 3 3 c 2 2 d 1 1 d", ["", "", "", ""], [0, 1, 2, 3]),
    # Alice and Bruno are out after five tricks, and the house stops when two are left.
    ("1 2 7 6", {"fin_deux_survivants": True}, "1 10 a c 2 3 d c 1 9 b c 2 3 d c 4 4 d c", ["", "", "7", "6"], [0, 1]),
    # With two players left, one tap names both; the last one takes the greater trump, and loses each trick.
    ("1 2 2 10", {}, "1 10 a d 1 2 b d 2 9 b d 3 3 d c 4 4 d c 5 6 c 5 6 c 7 8 c 8 7 d 9 10 d", ["", "", "", "8"], [0, 1, 2]),
    # The lowest level is Chloé's 1; if it is shared, the players decide.
    ("4 4 4 4", {"bonus_plus_bas": 1}, TIED + downwards(5, 4, 3) + " 2 2 a b 1 1 a c", ["4", "4", "4", "3"], []),
]  # fmt: skip


@pytest.mark.parametrize(("counts", "house", "taps", "left", "out"), ENDS)
def test_ties_and_the_end_of_a_manche(
    counts: str, house: dict[str, Any], taps: str, left: list[str], out: list[int]
) -> None:
    start = {f"bouees_{seat}": count for seat, count in enumerate(counts.split())}
    fields = tap(start, taps, **house)
    assert [fields[f"restantes_{seat}"] for seat in range(4)] == left
    assert [seat for seat in range(4) if fields[f"elimine_{seat}"]] == out
    form = form_of(fields, **house)
    form.validate()
    assert not form.faults


HOUSES: list[dict[str, Any]] = [
    {},
    {"egalite": "tous"},
    {"fin_deux_survivants": True, "bonus_plus_bas": 1},
    {"egalite": "tous", "fin_deux_survivants": True},
]


@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize(
    ("house", "manches"),
    [*((house, 8) for house in HOUSES), pytest.param({}, amount(60, 1000), marks=pytest.mark.soak)],
)
def test_whole_manches_are_followed_as_the_cards_fell(
    players: int, house: dict[str, Any], manches: int
) -> None:
    for seed in range(manches):
        luck = Random(f"{players} {seed}")  # noqa: S311 - cards, not keys
        tied, stop = house.get("egalite") == "tous", "fin_deux_survivants" in house
        manche = play(luck, players, tied_lose=tied, stop_at_two=stop)
        fields = {f"bouees_{seat}": str(count) for seat, count in enumerate(manche.starts)}
        followed = form_of(fields, players, **house).followed
        for number, trick in enumerate(manche.tricks, 1):
            assert followed is not None
            assert followed.play.begins == trick.leaders
            for atout in luck.sample(trick.turned, 2):
                followed = followed.tapped(str(strength(atout)))
            high, low = map(strength, trick.turned)
            # With two players left, one tap names both.
            asked = [f"Le {high} à la plus haute carte : qui ?", f"Le {low} à la carte suivante : qui ?"]
            for seat, sentence in zip(
                trick.takers[: len(followed.play.afloat) - 1 or 1], asked, strict=False
            ):
                assert plain(followed.asked()) == sentence
                followed = followed.tapped(LETTERS[seat])
            after = followed.play
            left = tuple(None if seat in after.elimines else held for seat, held in enumerate(after.bouees))
            assert (after.niveaux, after.perdants, left) == (trick.levels, trick.losers, trick.left), (
                seed,
                number,
            )
        assert followed is not None
        made = form_of(fields | {"plis": followed.text} | followed.left(), players, **house)
        made.validate()
        assert not made.faults
        assert made.line
        paid = sum(made[f"plus_bas_{seat}"].data for seat in range(players))
        assert sum(made.line.row.scores) - paid == sum(manche.points)
        assert paid or made.line.row.scores == manche.points


def test_left_neighbour_follows_a_change_of_places() -> None:
    """Alice and Chloé have 5. Alice sits before Bruno, who has 3; after a change of places she sits before David, who has 4."""
    table = Table(CAST[:4])
    rules: Bouees = Bouees.SETTINGS.read({}, table)
    moved = replace(table, order=(Seat(0), Seat(3), Seat(2), Seat(1)))
    for around, leader in ((table, "Alice"), (moved, "Chloé")):
        followed = FollowedManche.read(Play.begun(rules, around, (5, 3, 5, 4)), "")
        assert followed.news() == f"{leader} commence"


def test_question_names_the_next_tap() -> None:
    assert form_of({}).followed is form_of(buoys("4459")).followed is None
    assert form_of({"geste": "1"}).computed() == {}
    expected = {
        "": ("Chloé commence", "Quels atouts sont retournés ?"),
        "9": ("Chloé commence", "Le 9, et l’autre atout ?"),
        "9 1": ("Chloé commence", "Le 9 à la plus haute carte : qui ?"),
        "9 1 d": ("Chloé commence", "Le 1 à la carte suivante : qui ?"),
        "9 1 d c": ("David perd une bouée. Chloé commence", "Quels atouts sont retournés ?"),
        "10 10 a b": ("Égalité : personne ne perd. Chloé commence", "Quels atouts sont retournés ?"),
        " ".join(taps for taps, *_ in B1[:4]): ("David est à l’eau. Chloé commence", "Quels atouts sont retournés ?"),
        " ".join(taps for taps, *_ in B1[:8]): ("Chloé perd une bouée. Alice commence", "Quels atouts sont retournés ?"),
        " ".join(taps for taps, *_ in B1): ("Égalité : personne ne perd", "Fini : vérifiez, puis marquez."),
    }  # fmt: skip
    for taps, sentences in expected.items():
        followed = form_of(tap(buoys("4453"), taps)).followed
        assert followed is not None
        shown = followed.news(), followed.asked()
        assert (plain(shown[0]), plain(shown[1])) == sentences


def test_plis_excluded_by_other_buoys_are_left_out_with_a_hint() -> None:
    fields = tap(buoys("4453"), " ".join(taps for taps, *_ in B1[:5]))
    # With two buoys David is out a trick earlier, and Chloé loses one; what was noted still goes.
    moved = fields | {"bouees_0": "5", "bouees_3": "2"}
    assert table(moved)[1:3] == ((5, 3, 4, 0), (3,))
    fields = tap(buoys("4453"), "9 1 d c 2 3 b a 2 4 d a 5 6 d b")
    cut = form_of(fields | {"bouees_0": "6", "bouees_3": "1"}).followed
    assert cut is not None
    assert (
        cut.news()
        == "David est à l’eau. Alice commence. Derniers plis effacés : les bouées de départ ont changé"
    )
    assert cut.text == "9 1 d c 2 3 b a 2 4"
    assert cut.tapped("c").cut is False
