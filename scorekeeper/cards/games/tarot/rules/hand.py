"""Value of a hand before the bidding: the "points fictifs" of Noël Chavey.

The scale is that of Noël Chavey's *Le jeu de tarot* (Hatier, 1986), as the club Le 21 bollénois prints it
(https://le21bollenois.com/levaluation-du-jeu), thresholds and examples included. It is for four players with 18 cards each.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from scorekeeper.cards.rules.contract import Label, Value

HAND = 18
"""Number of cards of a hand at four, for which the thresholds are made."""
EXCUSE, PETIT, MAJOR, HIGHEST = 0, 1, 16, 21
"""Ranks of trumps: the Excuse, the Petit, the lowest major, and the 21."""
BY_LENGTH, LONGEST = {**dict.fromkeys(range(5), 0), 5: 5, 6: 7}, 9
"""Points of the Petit by the number of trumps, and of a suit by its length; `LONGEST` for seven cards or more."""


class Suit(StrEnum):
    """Suits of the pack: the trumps (with the Excuse) and the four plain suits."""

    ATOUT = "atout"
    PIQUE = "pique"
    COEUR = "coeur"
    CARREAU = "carreau"
    TREFLE = "trefle"


PLAIN = (Suit.PIQUE, Suit.COEUR, Suit.CARREAU, Suit.TREFLE)
VALET, CAVALIER, DAME, ROI = 11, 12, 13, 14
LETTERS = {ROI: "R", DAME: "D", CAVALIER: "C", VALET: "V", 1: "A"}
SYMBOLS = {Suit.PIQUE: "♠", Suit.COEUR: "♥", Suit.CARREAU: "♦", Suit.TREFLE: "♣"}


@dataclass(frozen=True, order=True)
class TarotCard:
    """A card: a trump 1 to 21 (0 is the Excuse), or 1 to 14 of a suit (1 the ace, 14 the king)."""

    suit: Suit
    rank: int

    @property
    def code(self) -> str:
        """Unique code without spaces: `atout-21`, `atout-Exc`, `coeur-R`."""
        return f"{self.suit}-{self.face}"

    @property
    def face(self) -> str:
        """Short name of the rank: 21, Exc, R, 10, A."""
        if self.suit is Suit.ATOUT:
            return "Exc" if self.rank == EXCUSE else str(self.rank)
        return LETTERS.get(self.rank, str(self.rank))


PACK = (
    *(TarotCard(Suit.ATOUT, rank) for rank in (*range(HIGHEST, 0, -1), EXCUSE)),
    *(TarotCard(suit, rank) for suit in PLAIN for rank in range(ROI, 0, -1)),
)
"""The 78 cards by suit, each from high to low."""
BY_CODE = {card.code: card for card in PACK}

_TOKEN = re.compile(r"[♠♥♦♣]|[^\s,/♠♥♦♣]+")
_SUIT_OF = {symbol: suit for suit, symbol in SYMBOLS.items()}
_RANK_OF = {letter: rank for rank, letter in LETTERS.items()}


class BadHand(ValueError):
    """Error of an unreadable hand: the code `carte-inconnue` or `carte-double`, and the card as written."""

    def __init__(self, code: str, carte: str) -> None:
        super().__init__(f"{code} {carte}")
        self.code = code
        self.carte = carte


def parse(text: str) -> frozenset[TarotCard]:
    """Parse a hand as printed in books: trumps first, then each suit after its symbol: `21 19 Exc / ♥R C 10 / ♦V 8`.

    Raises:
        BadHand: If a card is unknown or repeated.
    """
    cards: set[TarotCard] = set()
    suit = Suit.ATOUT
    for token in _TOKEN.findall(text):
        if token in _SUIT_OF:
            suit = _SUIT_OF[token]
        elif (card := _card(suit, token)) in cards:
            raise BadHand("carte-double", token)
        else:
            cards.add(card)
    return frozenset(cards)


def _card(suit: Suit, token: str) -> TarotCard:
    word = token.upper()
    if word in {"EXC", "EX", "EXCUSE"}:
        return TarotCard(Suit.ATOUT, EXCUSE)
    rank = _RANK_OF.get(word) if suit is not Suit.ATOUT else None
    if rank is None and word.isascii() and word.isdigit():
        rank = int(word[:3])
    highest = HIGHEST if suit is Suit.ATOUT else ROI
    if rank is None or not 1 <= rank <= highest:
        raise BadHand("carte-inconnue", token)
    return TarotCard(suit, rank)


@dataclass(frozen=True)
class HandScale:
    """Points in which printed versions of the scale differ: of a jack, and of a void when overbidding."""

    valet: int = 1
    coupe: int = 6


CHAVEY, LEAFLET = HandScale(), HandScale(valet=2, coupe=7)
"""Scale of Chavey's book, and that of a common leaflet: 2 for a jack and 7 for a void."""


THRESHOLDS = {
    "passe": range(40),
    "prise": range(40, 56),
    "garde": range(56, 71),
    "garde-sans": range(71, 81),
    "garde-contre": range(81, 1000),
}


@dataclass(frozen=True)
class Evaluation:
    """Value of a hand: the points of each of its features, and its number of cards."""

    lines: tuple[tuple[Label, int], ...]
    cards: int

    @property
    def total(self) -> int:
        """Sum of the points fictifs."""
        return sum(points for _, points in self.lines)

    @property
    def advice(self) -> str | None:
        """Advised bid, a key of `THRESHOLDS`; `None` for a hand of other than 18 cards."""
        if self.cards != HAND:
            return None
        return next(advice for advice, points in THRESHOLDS.items() if self.total in points)


def evaluate(hand: Collection[TarotCard], *, overbid: bool = False, scale: HandScale = CHAVEY) -> Evaluation:
    """Return the points fictifs of distinct cards; `overbid` (another player has bid) adds voids and singletons."""
    ranks = {suit: {card.rank for card in hand if card.suit is suit} for suit in Suit}
    suits = (_suit(suit, ranks[suit], scale, overbid=overbid) for suit in PLAIN)
    return Evaluation((*_trumps(ranks[Suit.ATOUT]), *chain.from_iterable(suits)), len(hand))


def _trumps(ranks: Collection[int]) -> Iterator[tuple[Label, int]]:
    """Return the points of the bouts, of the number of trumps (Excuse included), and of the majors 16 to 21."""
    number, long = len(ranks), BY_LENGTH.get(len(ranks), LONGEST)
    majors = [rank for rank in ranks if rank >= MAJOR]
    in_a_row = [rank for rank in majors if {rank - 1, rank + 1}.intersection(majors)]
    counted = (
        ("main-21", 1, 10 * (HIGHEST in ranks)),
        ("main-excuse", 1, 8 * (EXCUSE in ranks)),
        ("main-petit", number, long * (PETIT in ranks)),
        ("main-atouts", number, 2 * number * bool(long)),
        ("main-majeurs", len(majors), 2 * len(majors)),
        ("main-suite", len(in_a_row), len(in_a_row)),
    )
    return ((Label(code, nombre=count), points) for code, count, points in counted if points)


def _suit(
    suit: Suit, ranks: Collection[int], scale: HandScale, *, overbid: bool
) -> Iterator[tuple[Label, int]]:
    """Return the points of a suit's court cards and length; with `overbid`, also of a void or a singleton."""
    king, queen = ROI in ranks, DAME in ranks
    counted = (
        ("main-mariage", 10 * (king and queen)),
        ("main-roi", 6 * (king and not queen)),
        ("main-dame", 3 * (queen and not king)),
        ("main-cavalier", 2 * (CAVALIER in ranks)),
        ("main-valet", scale.valet * (VALET in ranks)),
        ("main-longue", BY_LENGTH.get(len(ranks), LONGEST)),
        ("main-coupe", scale.coupe * (overbid and not ranks)),
        ("main-singleton", 3 * (overbid and len(ranks) == 1)),
    )
    values: dict[str, Value] = {"couleur": SYMBOLS[suit], "nombre": len(ranks)}
    return ((Label(code, values), points) for code, points in counted if points)
