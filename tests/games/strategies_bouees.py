"""Manches of Bouées et cochons as they could be played, for tests that invent them."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from scorekeeper.games.bouees.rules import Bouees
from scorekeeper.rules.contract import Rules, Table

CARDS = {4: 10, 5: 10, 6: 9}
HEARTS_AND_DIAMONDS = {
    (4, "noirs"): (10, 10),
    (5, "noirs"): (12, 12),
    (6, "noirs"): (13, 13),
    (6, "rouges"): (14, 14),
    (6, "un-de-chaque"): (14, 13),
}


def deal(luck: Random, players: int, rois: str) -> list[tuple[int, int]]:
    """Hearts and diamonds of each hand of a shuffled pack; a hand without any is dealt anew."""
    size = CARDS[players]
    hearts, diamonds = HEARTS_AND_DIAMONDS[players, rois if players == 6 else "noirs"]
    if rois == "un-de-chaque" and players == 6 and luck.random() < 0.5:
        hearts, diamonds = diamonds, hearts
    pack = ["h"] * hearts + ["d"] * diamonds
    pack += ["-"] * (size * players - len(pack))
    while True:
        luck.shuffle(pack)
        hands = [pack[place * size : (place + 1) * size] for place in range(players)]
        counts = [(hand.count("h"), hand.count("d")) for hand in hands]
        if (0, 0) not in counts:
            return counts


def play(luck: Random, buoys: list[int], *, tied_lose: bool, stop_at_two: bool) -> list[int | None]:
    """Buoys left to each seat, `None` for who is out, after a manche that fell out by chance."""
    return play_tricks(luck, buoys, tied_lose=tied_lose, stop_at_two=stop_at_two)[0]


def play_tricks(
    luck: Random, buoys: list[int], *, tied_lose: bool, stop_at_two: bool
) -> tuple[list[int | None], list[list[tuple[int, int]]]]:
    """The same, and what was taken in each trick: levels with their seats, the lower one first.

    The atouts 1 to 20 turn up two a trick (1 to 20 without 10 and 20 at six). Two who are left in take them, replacing what
    they had; the units digit is the level, 10 and 20 being ten. The highest level loses.
    """
    players = len(buoys)
    atouts = [atout for atout in range(1, 21) if players < 6 or atout not in {10, 20}]
    luck.shuffle(atouts)
    left: list[int | None] = list(buoys)
    levels: dict[int, int] = {}
    tricks: list[list[tuple[int, int]]] = []
    for trick in range(CARDS[players]):
        afloat = [seat for seat in range(players) if left[seat] is not None]
        if not afloat or (stop_at_two and len(afloat) <= 2):
            break
        takers = luck.sample(afloat, min(2, len(afloat)))
        turned = sorted(atout % 10 or 10 for atout in atouts[2 * trick : 2 * trick + 2])
        tricks.append([*zip(turned, [*takers, -1], strict=False)])
        levels |= {seat: level for level, seat in tricks[-1] if seat >= 0}
        held = {seat: levels[seat] for seat in afloat if seat in levels}
        losers = [seat for seat in held if held[seat] == max(held.values())]
        if len(losers) == 1 or tied_lose:
            for seat in losers:
                left[seat] = (left[seat] or 0) - 1 if left[seat] else None
    return left, tricks


@st.composite
def payloads(draw: st.DrawFn, rules: Rules[Any, Any], table: Table) -> dict[str, Any]:
    """One manche that was dealt and played by chance, said in one of the ways it may be said."""
    assert isinstance(rules, Bouees)
    luck = Random(draw(st.integers(0, 2**32 - 1)))  # noqa: S311 - cards, not keys
    hands = deal(luck, table.seats, rules.rois_6j)
    extra = 1 if rules.arrondi == "haut" else 0
    buoys = [hearts + (diamonds + extra) // 2 for hearts, diamonds in hands]
    left = play(luck, buoys, tied_lose=rules.egalite == "tous", stop_at_two=rules.fin_deux_survivants)
    names = table.players
    said: dict[str, Any] = {}
    how = draw(st.sampled_from(["mains", "bouees", "both"]))
    if how != "bouees":
        said["mains"] = {
            name: {"coeurs": hearts, "carreaux": diamonds}
            for name, (hearts, diamonds) in zip(names, hands, strict=True)
        }
    if how != "mains":
        said["bouees"] = dict(zip(names, buoys, strict=True))
    said["restantes"] = {name: count for name, count in zip(names, left, strict=True) if count is not None}
    out = [name for name, count in zip(names, left, strict=True) if count is None]
    if out:
        said["elimines"] = draw(st.permutations(out))
    if rules.bonus_plus_bas:
        said["plus_bas"] = draw(st.lists(st.sampled_from(names), max_size=2, unique=True))
    if draw(st.booleans()):
        said["donneur"] = draw(st.sampled_from(names))
        said["note"] = "au café"
    return said
