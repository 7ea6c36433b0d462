"""The decisive donne of a partie, on sheets with their running totals in comments."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.cards.rules.ending import Turn, ranks_of, turning, winners_of
from scorekeeper.cards.sheet_file import read_sheet
from tests.tarot_table import PASSEE, donne, sheet


def turning_of(game: str, *entries: Any, **more: Any) -> tuple[Turn, int, tuple[int, ...], int] | None:
    """Return the turning point of a sheet: kind, line, leaders before it, and gain; `None` if there is none."""
    players = more.pop("players", ["Anne", "Benoît", "Chloé", "David"])
    heading = {"format": "scorekeeper/1", "game": game, "players": players, **more}
    turn = turning(read_sheet({**heading, "entries": list(entries)}).replay())
    return None if turn is None else (turn.kind, turn.marked.rang, turn.led, turn.gain)


@pytest.mark.parametrize(
    ("takers", "expected"),
    [
        # Anne 240; Anne 160, Chloé 160; Anne 80, Chloé 400: Chloé leads alone from the third on, 320 ahead after level.
        (("Anne", "Chloé", "Chloé", "Benoît"), (Turn.TETE, 3, (0,), 320)),
        # Anne 240, Chloé −80; level at 160; Chloé 400, Anne 80: with the last donne.
        (("Anne", "Chloé", "Chloé"), (Turn.DERNIERE, 3, (0,), 320)),
        # Chloé 240, 160, 400 against −80, 160, 80 at best: level with Anne after the second.
        (("Chloé", "Anne", "Chloé"), (Turn.DERNIERE, 3, (0,), 320)),
        # Chloé 240 and 480: ahead all the time; both brought 320.
        (("Chloé", "Chloé"), (Turn.ECART, 1, (), 320)),
        # Anne and Chloé draw level at 160 and share the win.
        (("Anne", "Chloé"), (Turn.EGALITE, 2, (), 320)),
        (("Chloé",), None),
        ((), None),
    ],
)
def test_tarot_partie_is_turned_by_this_donne(takers: tuple[str, ...], expected: object) -> None:
    assert turning_of("tarot", *(donne(name) for name in takers)) == expected


def test_unplayed_donne_changes_no_lead() -> None:
    assert turning_of("tarot", PASSEE, donne("Chloé"), donne("Chloé", 51)) == (Turn.TETE, 2, (0, 1, 3), 320)
    assert turning_of("tarot", PASSEE, PASSEE) is None
    assert winners_of(sheet(PASSEE, PASSEE).replay()) == (0, 1, 2, 3)
    assert winners_of(sheet().replay()) == ()


def test_at_couillon_the_fewer_are_left_the_further_ahead() -> None:
    """Of three lines each, left: 2–3, 2–2, 1–2, 0–2, then the slate is clean."""
    won = [{"accepte": None, "gagne": camp} for camp in "ABAA"]
    assert turning_of("couillon", *won, settings={"lignes": 3}) == (Turn.TETE, 3, (1,), 1)
    # 3–3 after a tie; 1–3 with the chalk in the hole, 1–2, 0–2: A led from the second donne on, and that one brought two.
    tied = [
        {"accepte": None, "gagne": "egalite"},
        *({"accepte": None, "gagne": camp} for camp in "ABA"),
    ]
    assert turning_of("couillon", *tied, settings={"lignes": 3}) == (Turn.TETE, 2, (1,), 2)


def test_lower_total_is_placed_first_if_the_lowest_wins() -> None:
    heading = {"format": "scorekeeper/1", "game": "libre", "players": ["Anne", "Benoît", "Chloé", "David"]}
    entries = [{"points": {"Anne": 3, "Benoît": 9, "Chloé": 1, "David": 3}}]
    low, high = (
        ranks_of(read_sheet({**heading, "settings": {"gagne": which}, "entries": entries}).replay())
        for which in ("bas", "haut")
    )
    assert (low, high) == ((2, 4, 1, 2), (2, 1, 4, 2))


def test_jass_camp_that_declares_first_wins_with_fewer_points() -> None:
    """B led with 900 before, both pass 1000 with their tricks, and A declared itself: the last donne decides."""
    donnes = [
        {"match": "A"},
        {"match": "A"},
        {"match": "A"},
        {"points_a": 100},
        {"match": "B"},
        {"match": "B"},
        {"match": "B"},
        {"points_a": 70},
    ]
    # A 257, 514, 771, 871, 871, 871, 871, 941; B 0, 0, 0, 57, 314, 571, 828, 915: then 80–77 brings 1021 against 992.
    assert turning_of("jass", *donnes, {"points_a": 80}) == (Turn.ECART, 1, (), 257)
    # 61–96 instead brings 1002 against 1011: B has more, and A was asked first.
    asked = {"points_a": 61, "premier": "A"}
    assert turning_of("jass", *donnes, asked) == (Turn.ECART, 1, (), 257)
    assert turning_of("jass", *donnes, {**asked, "premier": "B"}) == (Turn.DERNIERE, 9, (0,), 35)


def test_only_manche_of_a_sudden_end_in_cochonnet_turned_nothing() -> None:
    assert turning_of("cochonnet", {"sept": "A", "totaux": [73, 48]}) is None
    two = [{"sept": "A", "totaux": [40, 45]}, {"sept": "B", "totaux": [85, 30]}]
    assert turning_of("cochonnet", *two) == (Turn.DERNIERE, 2, (1,), 55)


def test_bouees_are_won_by_the_most_buoys_left() -> None:
    """3, 1, 4, −1; then 6, 5, 9, 4 in all; then the third is ahead by 3 and stays so."""
    first: dict[str, Any] = {
        "bouees": {"Anne": 4, "Benoît": 4, "Chloé": 5, "David": 3},
        "restantes": {"Anne": 3, "Benoît": 1, "Chloé": 4},
    }
    first |= {"elimines": ["David"]}
    even = {"bouees": dict.fromkeys(["Anne", "Benoît", "Chloé", "David"], 4), "elimines": []}
    second = {**even, "restantes": {"Anne": 3, "Benoît": 4, "Chloé": 3, "David": 4}}
    # Anne 6, Benoît 5, Chloé 7, David 3: ahead by one each time; the second brought nothing, the first one point.
    assert turning_of("bouees", first, second) == (Turn.ECART, 1, (), 1)
