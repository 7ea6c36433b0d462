"""Whole manches of Bouées et cochons, card by card, written from the rules without the code under test.

Each trick turns up two atouts. Everybody plays a card; the highest takes the higher atout, the second highest the other one. A new
atout covers the old one. The player with the highest atout then loses a buoy; a player without a buoy left is eliminated.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
"""The suits, the lowest first."""
JACK, KNIGHT, QUEEN, KING = 11, 12, 13, 14
Card = tuple[int, int]
"""Suit and number: the suit goes first, so a ♠ 2 beats a ♥ 10."""


def pack(players: int, kings: str, luck: Random) -> list[Card]:
    """Return the cards: ace (low) to 10; from five players on also jacks, knights and black queens; for six all queens and two
    kings.
    """
    suits = (CLUBS, DIAMONDS, HEARTS, SPADES)
    cards = [(suit, number) for suit in suits for number in range(1, 11)]
    if players >= 5:
        cards += [(suit, number) for suit in suits for number in (JACK, KNIGHT)]
        cards += [(CLUBS, QUEEN), (SPADES, QUEEN)]
    if players == 6:
        black, red = (CLUBS, SPADES), (DIAMONDS, HEARTS)
        one_each = (luck.choice(black), luck.choice(red))
        chosen = {"noirs": black, "rouges": red, "un-de-chaque": one_each}[kings]
        cards += [(DIAMONDS, QUEEN), (HEARTS, QUEEN), *((suit, KING) for suit in chosen)]
    return cards


def strength(atout: int) -> int:
    """Return the units digit; 10 and 20 count as ten."""
    return atout % 10 or 10


@dataclass(frozen=True)
class Trick:
    """A trick, and the table after it."""

    leaders: tuple[int, ...]
    """Players who may lead: several when the table chooses between them."""
    turned: tuple[int, ...]
    """The two atouts, the higher one first."""
    takers: tuple[int, ...]
    """Players of the highest and the second highest card; only one when no other is in."""
    levels: tuple[int, ...]
    """Strength of the atout in front of each seat; 0 without one."""
    losers: tuple[int, ...]
    left: tuple[int | None, ...]
    """Buoys of each seat; `None` for a player who is out."""


@dataclass
class Manche:
    """A manche played out with random cards."""

    hands: list[tuple[int, int]]
    """Hearts and diamonds of each seat."""
    starts: list[int]
    left: list[int | None]
    tricks: list[Trick] = field(default_factory=list)

    @property
    def points(self) -> tuple[int, ...]:
        """A point for each buoy left, −1 for an eliminated player."""
        return tuple(-1 if count is None else count for count in self.left)


def play(
    luck: Random,
    players: int,
    *,
    kings: str = "noirs",
    up: bool = True,
    tied_lose: bool = False,
    stop_at_two: bool = False,
) -> Manche:
    """Deal until everybody has a red card, then play all tricks. The house may round down, and may end with two players left."""
    atouts = [atout for atout in range(1, 21) if players < 6 or atout not in {10, 20}]
    luck.shuffle(atouts)
    cards = pack(players, kings, luck)
    hands = deal(luck, cards, players)
    reds = [(count(hand, HEARTS), count(hand, DIAMONDS)) for hand in hands]
    starts = [hearts + (diamonds + up) // 2 for hearts, diamonds in reds]
    manche = Manche(reds, starts, list(starts))
    levels = [0] * players
    for _ in range(len(hands[0])):
        seated = [seat for seat in range(players) if manche.left[seat] is not None]
        if not seated or (stop_at_two and len(seated) <= 2):
            break
        leaders = leading(seated, manche.left)
        laid = {seat: hands[seat].pop() for seat in seated}
        takers = sorted(seated, key=laid.__getitem__, reverse=True)[:2]
        turned = sorted((atouts.pop(), atouts.pop()), key=strength, reverse=True)
        for seat, atout in zip(takers, turned, strict=False):
            levels[seat] = strength(atout)
        highest = max(levels[seat] for seat in seated)
        losers = [seat for seat in seated if levels[seat] == highest]
        if len(losers) > 1 and not tied_lose:
            losers = []
        for seat in losers:
            manche.left[seat] = (manche.left[seat] or 0) - 1 if manche.left[seat] else None
        manche.tricks.append(
            Trick(leaders, tuple(turned), tuple(takers), tuple(levels), tuple(losers), tuple(manche.left))
        )
    return manche


def deal(luck: Random, cards: list[Card], players: int) -> list[list[Card]]:
    """Shuffle and deal, repeatedly until everybody has a red card."""
    while True:
        luck.shuffle(cards)
        hands = [cards[seat::players] for seat in range(players)]
        if all(count(hand, HEARTS) or count(hand, DIAMONDS) for hand in hands):
            return hands


def count(hand: list[Card], suit: int) -> int:
    """Return the number of cards of a suit."""
    return sum(card[0] == suit for card in hand)


def leading(seated: list[int], left: list[int | None]) -> tuple[int, ...]:
    """Return the players with the most buoys; of several, those whose left neighbour still in has the fewest."""
    clockwise = dict(zip(seated, [*seated[1:], seated[0]], strict=True))
    held = {seat: left[seat] or 0 for seat in seated}
    most = [seat for seat in seated if held[seat] == max(held.values())]
    fewest = min(held[clockwise[seat]] for seat in most)
    return tuple(seat for seat in most if held[clockwise[seat]] == fewest)
