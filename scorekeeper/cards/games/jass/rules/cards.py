"""The 36 cards of Jass and its annonces, after the *Offizielles Schweizer Jassreglement* and the rules of clubs."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any

from scorekeeper.cards.families.cards import Couleur
from scorekeeper.cards.rules.contract import AnyOf, Fault, Seat, Table
from scorekeeper.cards.rules.fields import Record
from scorekeeper.cards.rules.kinds import Kind, Unreadable, Whole, refused


class Atout(StrEnum):
    """Contracts: a trump suit, every suit, or no trump (`haut-bas`, `bas-haut`)."""

    PIQUE = "pique"
    COEUR = "coeur"
    CARREAU = "carreau"
    TREFLE = "trefle"
    TOUT_ATOUT = "tout-atout"
    HAUT_BAS = "haut-bas"
    BAS_HAUT = "bas-haut"

    @property
    def couleur(self) -> Couleur | None:
        """Trump suit; `None` without trump, or if every suit is trump."""
        return Couleur(self) if self not in CONTRATS else None


CONTRATS = (Atout.TOUT_ATOUT, Atout.HAUT_BAS, Atout.BAS_HAUT)
"""Contracts that a house may play beside the four suits."""


class Rang(StrEnum):
    """Ranks from the highest to the lowest. Annonces follow this order in the trump suit too, unlike tricks."""

    AS = "A"
    ROI = "R"
    DAME = "D"
    VALET = "V"
    DIX = "10"
    NEUF = "9"
    HUIT = "8"
    SEPT = "7"
    SIX = "6"

    @property
    def force(self) -> int:
        """Height, from 8 (ace) to 0 (six)."""
        return 8 - ORDRE.index(self)


class SuitesLongues(StrEnum):
    """Points of suites of more than five cards."""

    PETITES = "petites"
    """100, as for five cards."""
    GRANDES = "grandes"
    """150, 200, 250, 300 for 6, 7, 8, 9 cards."""


class EgaliteAnnonces(StrEnum):
    """Camps that score when the best annonces are equal in value, number of cards and height."""

    ENTAME = "entame"
    """The camp whose suite is trump, else that of its first holder in playing order."""
    DEUX = "deux"


ORDRE: tuple[Rang, ...] = tuple(Rang)
MAIN = 9
"""Number of cards in a hand, and of ranks in a suit."""

Carte = tuple[Rang, Couleur]
Cartes = frozenset[Carte]


@dataclass(frozen=True)
class Suite:
    """A sequence in one suit: `longueur` cards (3 to 9) from `hauteur` downwards."""

    longueur: Annotated[int, Whole(3, MAIN)]
    hauteur: Rang
    couleur: Couleur
    joueur: Seat | None = None
    """Its holder; needed only if the comparison of equal annonces depends on it."""

    @property
    def possible(self) -> bool:
        """Whether the suit has that many cards from `hauteur` downwards."""
        return self.longueur <= self.hauteur.force + 1

    @cached_property
    def cartes(self) -> Cartes:
        first = ORDRE.index(self.hauteur)
        return frozenset((rang, self.couleur) for rang in ORDRE[first : first + self.longueur])


@dataclass(frozen=True)
class Carre:
    """The four cards of a rank: bourgs (jacks), nels (nines), aces and so on."""

    rang: Rang
    joueur: Seat | None = None

    @property
    def hauteur(self) -> Rang:
        """Rank by which it is compared with other annonces."""
        return self.rang

    @cached_property
    def cartes(self) -> Cartes:
        return frozenset((self.rang, couleur) for couleur in Couleur)


Annonce = int | Suite | Carre
"""An annonce: its cards, or only its value in points."""


@dataclass(frozen=True)
class Bareme:
    """Values of annonces by the settings of `Jass`."""

    grandes: bool
    """Whether suites of 6 to 9 cards count 150, 200, 250 and 300 instead of 100."""
    carre_678: int
    double_emploi: bool
    a_deux: bool
    """Whether both camps score if their best annonces are equal."""

    @property
    def nombres(self) -> tuple[int, ...]:
        """Possible values of an annonce."""
        return (20, 50, 100, 150, 200, 250, 300) if self.grandes else (20, 50, 100, 150, 200)

    def valeur(self, annonce: Annonce) -> int:
        """Return the value of an annonce.

        A suite of 3, 4 or 5 cards is worth 20, 50 or 100; a carré 100, of nels 150, of bourgs 200. Settings decide on longer
        suites and on carrés of eights and below.
        """
        if isinstance(annonce, Suite):
            longest = annonce.longueur if self.grandes else min(annonce.longueur, 5)
            return 20 if longest == 3 else 50 * (longest - 3)
        if isinstance(annonce, Carre):
            usual = self.carre_678 if annonce.rang.force <= Rang.HUIT.force else 100
            return {Rang.VALET: 200, Rang.NEUF: 150}.get(annonce.rang, usual)
        return annonce

    def somme(self, annonces: tuple[Annonce, ...]) -> int:
        """Return the sum of the values of annonces."""
        return sum(map(self.valeur, annonces))


_RECORDS: dict[str, Record[Any]] = {"suite": Record(Suite), "carre": Record(Carre)}


class AnnonceKind(Kind[Annonce]):
    """Kind of an annonce: a number, or an object whose `type` is `suite` or `carre`."""

    def read(self, raw: Any, table: Table) -> Annonce:
        if isinstance(raw, dict):
            genre = raw.get("type")
            if not isinstance(genre, str) or genre not in _RECORDS:
                raise Unreadable(Fault("choix", "type", options=AnyOf(("suite", "carre"))))
            annonce: Annonce = _RECORDS[genre].read({k: v for k, v in raw.items() if k != "type"}, table)
            return annonce
        if isinstance(raw, bool) or not isinstance(raw, (int, Decimal)):
            raise refused("annonce-illisible")
        return Whole(0, 999).read(raw, table)

    def write(self, value: Annonce, table: Table) -> Any:
        if isinstance(value, int):
            return value
        genre = "suite" if isinstance(value, Suite) else "carre"
        return {"type": genre, **_RECORDS[genre].write(value, table)}

    def schema(self, table: Table | None = None) -> dict[str, Any]:
        options: list[dict[str, Any]] = [Whole(0, 999).schema(table)]
        for genre, record in _RECORDS.items():
            shape = record.schema(table)
            properties = {"type": {"const": genre}, **shape["properties"]}
            options.append({**shape, "properties": properties, "required": ["type", *shape["required"]]})
        return {"anyOf": options}
