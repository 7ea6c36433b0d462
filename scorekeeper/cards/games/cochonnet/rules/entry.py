"""Entry of a manche of Cochonnet: the cochonnets card by card, or the camp with seven and both totals."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from scorekeeper.cards.games.cochonnet.rules.tables import GIVEN, RANKS, sevens
from scorekeeper.cards.rules.contract import Entry, Seat, Side, Table, Term
from scorekeeper.cards.rules.fields import Amounts, BySeat, Many, PairOf
from scorekeeper.cards.rules.kinds import Kind, Player, Whole, refused

SUITS = "♠♥♦♣"
FACES = Amounts((("V", 15), ("D", 20), ("R", 25), ("A", 30)))
"""Values of the court cards and the ace, as on Parlett's own pages. His Penguin book has 15, 15, 15 and 20."""
MOST_FACE = 100
"""Highest value of a card in the settings."""


class Saisie(StrEnum):
    """Ways to enter a manche, for the form to open with."""

    TOTAUX = "totaux"
    DETAILLEE = "detaillee"


@dataclass(frozen=True)
class Carte:
    """A card; `couleur` is empty if its suit is not known."""

    rang: str
    couleur: str = ""

    def __str__(self) -> str:
        return self.rang + self.couleur

    @property
    def term(self) -> Term:
        """The card as a term to translate."""
        return Term(str(self))

    def worth(self, faces: Amounts) -> int:
        """Return the points of the card as a cochonnet; `faces` has the values of V, D, R and A."""
        return faces[self.rang] if self.rang in faces else int(self.rang)


CARTES = {str(carte): carte for rang in RANKS for carte in map(Carte, [rang] * 5, ["", *SUITS])}
"""All cards by their notation, with and without a suit."""


class UneCarte(Kind[Carte]):
    """A card: a rank `2` to `10`, `V`, `D`, `R` or `A`, with or without its suit."""

    def read(self, raw: Any, table: Table) -> Carte:
        if isinstance(raw, str) and raw in CARTES:
            return CARTES[raw]
        raise refused("carte-inconnue", rangs=tuple(Term(rang) for rang in RANKS))

    def write(self, value: Carte, table: Table) -> str:
        return str(value)

    def schema(self, table: Table | None = None) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^(10|[2-9VDRA])[{SUITS}]?$"}


@dataclass(frozen=True)
class Dernier:
    """Cochonnet of the thirteenth trick, with its holder."""

    joueur: Seat
    carte: Annotated[Carte, UneCarte()]


@dataclass(frozen=True, kw_only=True)
class CochonnetManche(Entry):
    """One manche of thirteen tricks."""

    cochonnets: Annotated[tuple[tuple[Carte, ...] | None, ...], BySeat(Many(UneCarte(), 13))] | None = None
    """Three cochonnets of each seat."""
    dernier: Dernier | None = None
    """Thirteenth cochonnet, and its holder."""
    ex_aequo: Annotated[tuple[Seat, ...], Many(Player(), 3)] = ()
    """Other holders of an equally low last card, if the lowest card of the last trick counts."""
    sept: Side | None = None
    """Camp with seven cochonnets; the other has six."""
    nombres: Annotated[tuple[int, int], PairOf(Whole(6, 8))] | None = None
    """Cochonnets of each camp, 6 to 8, if equally low last cards make other numbers than seven and six."""
    totaux: (
        Annotated[tuple[int, int], PairOf(Whole(0, 8 * MOST_FACE, judged=True, bounds_shown=False))] | None
    ) = None

    @property
    def by_cards(self) -> bool:
        """Whether the manche was entered card by card."""
        return self.cochonnets is not None or self.dernier is not None or bool(self.ex_aequo)

    @property
    def by_totals(self) -> bool:
        """Whether the manche was entered by totals."""
        return self.totaux is not None or self.sept is not None or self.nombres is not None

    def hand(self, seat: int) -> tuple[Carte, ...]:
        """Return the first three cochonnets of a seat; empty if none were entered."""
        return (self.cochonnets or (None,) * 4)[seat] or ()

    def last_cards(self) -> tuple[tuple[Seat, Carte], ...]:
        """Return the cochonnets of the last trick with their holders; the suits of equally low ones are not known."""
        if self.dernier is None:
            return ()
        card = self.dernier.carte
        return ((self.dernier.joueur, card), *((seat, Carte(card.rang)) for seat in self.ex_aequo))

    def last_holders(self) -> tuple[Seat, ...]:
        """Return the holders of the cochonnets of the last trick."""
        return tuple(seat for seat, _ in self.last_cards())

    def counts(self) -> tuple[int, int]:
        """Return the number of cochonnets of each camp."""
        if self.by_cards:
            sides = [seat % 2 for seat in self.last_holders()]
            return GIVEN + sides.count(0), GIVEN + sides.count(1)
        if self.nombres is not None:
            return self.nombres
        return sevens(1 if self.sept is None else self.sept)
