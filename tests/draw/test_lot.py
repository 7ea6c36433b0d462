"""Verification of the draw: a known order, which depends only on seed, label and names."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.draw.check_script import checked
from scorekeeper.draw.seating.lot import draw_lot, draw_pairs, list_hash

SIXTEEN = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P"]
KNOWN = ["A", "L", "G", "N", "K", "H", "D", "O", "M", "C", "E", "F", "B", "J", "P", "I"]
"""The order for label "draw/1" and seed "2026-11-20", computed outside this program."""


def test_seed_gives_the_known_order() -> None:
    assert list(draw_lot(SIXTEEN, "2026-11-20")) == KNOWN


def test_handed_out_script_finds_the_known_order_and_tables() -> None:
    names = "\n".join(["  B ", "A", *SIXTEEN[:1:-1]])
    rounds = "\n\n1 2 3 4\n5 6 7 8\n\n16 1 15 2\n"
    listed, *lines = checked(f"draw/1\n2026-11-20\n{names}{rounds}")
    # printf '%s\n' A B C D E F G H I J K L M N O P | sha256sum
    assert listed == "list  63942b54482c90ad8af1e9b5fe4bf691a0c1de5553ed3383b9db89b7b09b7f08"
    assert lines == [
        *(f"no. {number}  {name}" for number, name in enumerate(KNOWN, 1)),
        "round 1, table 1:  A | L | G | N",
        "round 1, table 2:  K | H | D | O",
        "round 2, table 1:  I | A | P | L",
    ]


def test_another_seed_or_label_gives_another_order() -> None:
    assert list(draw_lot(SIXTEEN, "2026-11-21")) != KNOWN
    assert list(draw_lot(SIXTEEN, "2026-11-20", "draw/2")) != KNOWN


def test_how_a_list_is_written_does_not_matter() -> None:
    names = ["Chloé", "Émile", "Noël", "Zoé"]
    rewritten = [unicodedata.normalize("NFD", f"  {name} ") for name in reversed(names)]
    assert draw_lot(rewritten, "six dés : 3 1 4 1 5 9") == draw_lot(names, "six dés : 3 1 4 1 5 9")


def test_pairs_are_neighbours_in_a_lot_of_their_own() -> None:
    pairs = draw_pairs(SIXTEEN, "2026-11-20")
    assert sorted(name for pair in pairs for name in pair) == SIXTEEN
    assert [name for pair in pairs for name in pair] == list(draw_lot(SIXTEEN, "2026-11-20", "draw/1/paires"))


@given(
    st.lists(st.text("abcé ", min_size=1).map(str.strip).filter(bool), unique=True, max_size=30),
    st.text("01"),
)
def test_a_lot_is_a_permutation(names: list[str], seed: str) -> None:
    assert sorted(draw_lot(names, seed)) == sorted(names)


def test_the_hash_of_a_list_is_that_of_its_text_file() -> None:
    """`printf 'Anne\\nBenoît\\nÉmile\\n' | sha256sum`."""
    known = "55e0f667cf1daf6bccd8e350b6d628bdda5d1936b03f2ad0b5f66912808cb452"
    assert list_hash(["Émile", "Anne ", "Benoi\u0302t"]) == known
