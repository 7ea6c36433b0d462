"""Lots before play: each player draws a card, and the cards decide places, partners and the first dealer."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from scorekeeper.i18n import N_, gettext

SUITS = "♠♥♦♣"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", N_("V"), N_("D"), N_("R"), N_("A"))


class FirstDealer(StrEnum):
    """Rule for the first dealer, in games that have a dealer."""

    LOWEST = "basse"
    """The player with the lowest card."""
    HIGHEST = "haute"
    RANDOM = "sort"
    """A player drawn at random, independently of the cards."""


@dataclass(frozen=True)
class Lot:
    """A player and the card drawn."""

    card: str
    """Its rank and suit, such as `V♥`."""
    name: str

    @property
    def red(self) -> bool:
        """Whether it is a heart or a diamond."""
        return self.card[-1] in "♥♦"

    @property
    def face(self) -> str:
        """The card, its rank in the current language."""
        return gettext(self.card[:-1]) + self.card[-1]


@dataclass(frozen=True)
class Lots:
    """How lots are drawn in a game: each player draws a card."""

    ranks: Sequence[str] = RANKS
    """Ranks of the pack, lowest first."""
    dealer: FirstDealer = FirstDealer.LOWEST

    @property
    def pack(self) -> frozenset[str]:
        """Every card that a player may draw, as rank and suit: `V♥`."""
        return frozenset(rank + suit for rank in self.ranks for suit in SUITS)

    def draw(self, names: Sequence[str], chance: Random, *, camps: bool) -> tuple[tuple[Lot, ...], int]:
        """Draw a card of a different rank for each player.

        Players sit in the order of their cards, lowest first unless `dealer` says otherwise. With camps the two highest
        are partners, and so are the two lowest.

        Returns:
            The lots in the new order of play, and the index of the first dealer.
        """
        ranks = chance.sample(range(len(self.ranks)), len(names))
        cards = [self.ranks[rank] + chance.choice(SUITS) for rank in ranks]
        lots = [Lot(card, name) for card, name in zip(cards, names, strict=True)]
        order = sorted(lots, key=lambda lot: self.ranks.index(lot.card[:-1]))
        if self.dealer is not FirstDealer.LOWEST:
            order.reverse()
        if camps:
            half = len(order) // 2
            order = [lot for pair in zip(order[:half], order[half:], strict=True) for lot in pair]
        return tuple(order), chance.randrange(len(order)) if self.dealer is FirstDealer.RANDOM else 0
