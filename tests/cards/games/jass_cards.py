"""Random Jass: 36 cards, legal tricks, hands. Written from the rules, without the code under test."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random

SUITS = ("pique", "coeur", "carreau", "trefle")
RANKS = ("A", "R", "D", "V", "10", "9", "8", "7", "6")
Card = tuple[str, str]
PACK: tuple[Card, ...] = tuple(product(RANKS, SUITS))

AT_TRUMP = {"V": 20, "9": 14, "A": 11, "10": 10, "R": 4, "D": 3, "8": 0, "7": 0, "6": 0}
PLAIN = {"A": 11, "10": 10, "R": 4, "D": 3, "V": 2, "9": 0, "8": 0, "7": 0, "6": 0}
HIGH_LOW = {"A": 11, "10": 10, "R": 4, "D": 3, "V": 2, "9": 0, "8": 8, "7": 0, "6": 0}
LOW_HIGH = {"A": 0, "10": 10, "R": 4, "D": 3, "V": 2, "9": 0, "8": 8, "7": 0, "6": 11}
TRUMP_ORDER = ("V", "9", "A", "R", "D", "10", "8", "7", "6")


def values(contract: str) -> dict[Card, int]:
    """Return the value of each card in a contract."""
    by_card = {}
    for rank, suit in PACK:
        if contract in {"tout-atout", suit}:
            table = AT_TRUMP
        else:
            table = {"haut-bas": HIGH_LOW, "bas-haut": LOW_HIGH}.get(contract, PLAIN)
        by_card[rank, suit] = table[rank]
    return by_card


@dataclass
class Played:
    """A played-out donne: the initial hands, each side's card points, its tricks."""

    hands: list[list[Card]]
    contract: str
    points: list[int]
    tricks: list[int]
    running: list[tuple[int, int]]
    """Card points after each trick."""


def beats(card: Card, best: Card, contract: str) -> bool:
    """Return whether a card beats the best one so far."""
    trump = contract if contract in SUITS else None
    if card[1] != best[1]:
        return card[1] == trump
    order = TRUMP_ORDER if card[1] == trump or contract == "tout-atout" else RANKS
    if contract == "bas-haut":
        order = RANKS[::-1]
    return order.index(card[0]) < order.index(best[0])


def legal(hand: list[Card], led: str | None, contract: str) -> list[Card]:
    """Return the legal cards: follow suit or trump; the bourg need never be played when trump is led."""
    if led is None:
        return hand
    same = [card for card in hand if card[1] == led]
    if contract in SUITS:
        if led == contract and same == [("V", contract)]:
            return hand
        trumps = [card for card in hand if card[1] == contract]
        return [*same, *(card for card in trumps if card not in same)] if same else hand
    return same or hand


def play(luck: Random, contract: str) -> Played:
    """Deal and play one donne at random; seat 0 leads."""
    pack = list(PACK)
    luck.shuffle(pack)
    hands = [pack[seat * 9 : seat * 9 + 9] for seat in range(4)]
    held = [list(hand) for hand in hands]
    worth = values(contract)
    points, tricks, running, leader = [0, 0], [0, 0], [], 0
    for number in range(9):
        cards: list[Card] = []
        winner = leader
        for place in range(4):
            seat = (leader + place) % 4
            card = luck.choice(legal(held[seat], cards[0][1] if cards else None, contract))
            held[seat].remove(card)
            if not cards or beats(card, cards[(winner - leader) % 4], contract):
                winner = seat
            cards.append(card)
        points[winner % 2] += sum(worth[card] for card in cards) + (5 if number == 8 else 0)
        tricks[winner % 2] += 1
        running.append((points[0], points[1]))
        leader = winner
    return Played(hands, contract, points, tricks, running)


def runs(hand: list[Card]) -> list[tuple[int, str, str]]:
    """Return the longest runs of a hand: length, highest rank, suit."""
    sequences = []
    for suit in SUITS:
        here = [(rank, suit) in hand for rank in RANKS] + [False]
        start = None
        for place, there in enumerate(here):
            if there and start is None:
                start = place
            elif not there and start is not None:
                if place - start >= 3:
                    sequences.append((place - start, RANKS[start], suit))
                start = None
    return sequences


def fours(hand: list[Card]) -> list[str]:
    """Return the ranks of which a hand has all four, ace to nine."""
    return [rank for rank in RANKS[:6] if all((rank, suit) in hand for suit in SUITS)]
