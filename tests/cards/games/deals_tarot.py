"""Whole donnes of Tarot, dealt and played with legal cards, to test which results are possible.

Written from the rules of play, without the game's own code.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

TRICKS = {3: 24, 4: 18, 5: 15}
CHIEN = {3: 6, 4: 6, 5: 3}
EXCUSE = ("T", 0)
PACK = [EXCUSE, *(("T", rank) for rank in range(1, 22))] + [
    (suit, rank) for suit in "SHDC" for rank in range(1, 15)
]
BOUTS = {EXCUSE, ("T", 1), ("T", 21)}

Card = tuple[str, int]


def halves(card: Card) -> int:
    """Value of a card in half points."""
    if card in BOUTS:
        return 9
    return {14: 9, 13: 7, 12: 5, 11: 3}.get(card[1], 1) if card[0] != "T" else 1


@dataclass(frozen=True)
class Played:
    """Result of the attack in a donne."""

    contrat: str
    bouts: int
    halves: int
    tricks: int
    petit: str | None
    """Side of the petit au bout."""


def legal(hand: list[Card], table: list[tuple[int, Card]], *, last: bool) -> list[Card]:
    """Return the legal cards. The Excuse always is, so that it is not kept for the last trick."""
    led = next((card for _, card in table if card != EXCUSE), None)
    cards = [card for card in hand if card != EXCUSE]
    if last and EXCUSE in hand:
        return [EXCUSE]
    if led is None:
        return hand
    follow = [card for card in cards if card[0] == led[0]]
    trumps = [card for card in cards if card[0] == "T"]
    best = max((card[1] for _, card in table if card[0] == "T"), default=0)
    if led[0] == "T" or not follow:
        follow = [card for card in trumps if card[1] > best] or trumps or cards
    return follow + [EXCUSE] * (EXCUSE in hand)


def winner(table: list[tuple[int, Card]]) -> int:
    """Return the winner of a trick: the highest trump, else the highest card of the suit led; never the Excuse."""
    led = next(card for _, card in table if card != EXCUSE)
    strength = {
        player: (card[0] == "T", card[1])
        for player, card in table
        if card[0] in {"T", led[0]} and card != EXCUSE
    }
    return max(strength, key=lambda player: strength[player])


def play(luck: Random, players: int) -> Played:
    """Deal and play a donne with random legal cards."""
    cards = PACK[:]
    luck.shuffle(cards)
    size, tricks = CHIEN[players], TRICKS[players]
    chien, rest = cards[:size], cards[size:]
    hands = [rest[seat * tricks : (seat + 1) * tricks] for seat in range(players)]
    attack = {0} | ({luck.randrange(1, 5)} if players == 5 and luck.random() < 0.8 else set())
    contrat = luck.choice(["prise", "garde", "garde-sans", "garde-contre"])
    piles: dict[bool, list[Card]] = {True: [], False: []}
    if contrat in {"prise", "garde"}:
        hands[0] += chien
        allowed = sorted(hands[0], key=lambda card: (card[0] == "T", luck.random()))
        aside = [card for card in allowed if card not in BOUTS and (card[0] == "T" or card[1] != 14)][:size]
        hands[0] = [card for card in hands[0] if card not in aside]
        piles[True] = aside
    else:
        piles[contrat == "garde-sans"] = chien
    return _tricks(luck, hands, piles, attack, contrat)


def _tricks(
    luck: Random, hands: list[list[Card]], piles: dict[bool, list[Card]], attack: set[int], contrat: str
) -> Played:
    players = len(hands)
    leader, taken = luck.randrange(players), {True: 0, False: 0}
    owner: bool | None = None
    petit = None
    for trick in range(TRICKS[players]):
        table: list[tuple[int, Card]] = []
        for step in range(players):
            player = (leader + step) % players
            card = luck.choice(legal(hands[player], table, last=trick == TRICKS[players] - 2))
            hands[player].remove(card)
            table.append((player, card))
            if card == EXCUSE:
                owner = player in attack
        leader = winner(table)
        side = leader in attack
        taken[side] += 1
        piles[side] += [card for _, card in table]
        if trick == TRICKS[players] - 1 and ("T", 1) in [card for _, card in table]:
            petit = "attaque" if side else "defense"
    return Played(contrat, *_counted(piles, owner=owner), taken[True], petit)


def _counted(piles: dict[bool, list[Card]], *, owner: bool | None) -> tuple[int, int]:
    """Return bouts and half points of the attack, with the Excuse exchanged for the lowest card of its side's pile."""
    attack = sum(map(halves, piles[True]))
    bouts = len(BOUTS.intersection(piles[True]))
    if owner is not None and EXCUSE in piles[not owner]:
        plain = [card for card in piles[owner] if card not in BOUTS]
        worth = 9 - (min(map(halves, plain)) if plain else 1)
        attack += worth if owner else -worth
        bouts += 1 if owner else -1
    return bouts, attack
