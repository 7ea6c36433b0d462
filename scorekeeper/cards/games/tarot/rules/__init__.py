"""French Tarot for 3, 4 or 5 players: settings, scores and end of a partie.

Source: *Règlement officiel du jeu de Tarot* of the Fédération française de tarot (R-RO201206). Usual house rules beyond it
are settings.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Annotated, ClassVar

from scorekeeper.cards.families.unplayed import not_played
from scorekeeper.cards.games.tarot.rules.cards import FOUR
from scorekeeper.cards.games.tarot.rules.entry import (
    Chelem,
    Contrat,
    DonneCamp,
    Misere,
    Played,
    Poignee,
    TarotDonne,
)
from scorekeeper.cards.games.tarot.rules.faults import donne_doubts, donne_faults
from scorekeeper.cards.rules.contract import Fault, Label, Rules, Seat, Signed, State, Table, Term
from scorekeeper.cards.rules.fields import Amounts, AmountsOf, Record, settings
from scorekeeper.cards.rules.kinds import OneOf, Whole
from scorekeeper.cards.rules.scores import Control, Item, Outcome, Row, added

FIVE_PLAYERS = 5
"""Number of players at a table where four play and the dealer sits out."""
MOST_PRIME = 5000
_PRIME = Whole(-MOST_PRIME, MOST_PRIME, judged=True)
_POIGNEES: dict[int, tuple[int, int, int]] = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}


class DemiPoints(StrEnum):
    """Half points at 3 and 5 players: rounded in favour of the winners (`fft`), or none are entered (`aucun`)."""

    FFT = "fft"
    AUCUN = "aucun"


_COEFS = Amounts.of({Contrat.PRISE: 1, Contrat.GARDE: 2, Contrat.GARDE_SANS: 4, Contrat.GARDE_CONTRE: 6})
_PRIMES_POIGNEE = Amounts.of({Poignee.SIMPLE: 20, Poignee.DOUBLE: 30, Poignee.TRIPLE: 40})
_PRIMES_CHELEM = Amounts.of({Chelem.ANNONCE_REUSSI: 400, Chelem.REUSSI: 200, Chelem.ANNONCE_MANQUE: -200})
_PRIMES_PETIT_CHELEM = Amounts.of(
    {Chelem.ANNONCE_REUSSI: 300, Chelem.REUSSI: 150, Chelem.ANNONCE_MANQUE: -150}
)


@settings
class Tarot(Rules[TarotDonne, State]):
    """Rules of French Tarot with the settings of a house."""

    SEATS: ClassVar[tuple[int, ...]] = (3, 4, 5)
    VARIES: ClassVar[bool] = True

    base: Annotated[int, Whole(0, 1000)] = 25
    """Points of a contract, to which the écart is added."""
    coefs: Annotated[Amounts, AmountsOf(_COEFS, Whole(1, 100))] = _COEFS
    primes_poignee: Annotated[Amounts, AmountsOf(_PRIMES_POIGNEE, Whole(0, 1000))] = _PRIMES_POIGNEE
    prime_petit: Annotated[int, Whole(0, 1000)] = 10
    """Prime of the petit au bout, multiplied by the coefficient of the contract."""
    primes_chelem: Annotated[Amounts, AmountsOf(_PRIMES_CHELEM, _PRIME)] = _PRIMES_CHELEM
    prime_chelem_defense: Annotated[int, Whole(0, MOST_PRIME)] = 200
    """Points of each defender if the defence takes every trick."""
    petit_chelem: bool = False
    """House rule: a prime for taking all tricks but one."""
    primes_petit_chelem: Annotated[Amounts, AmountsOf(_PRIMES_PETIT_CHELEM, _PRIME)] = _PRIMES_PETIT_CHELEM
    misere: Annotated[int, Whole(0, 1000)] = 0
    """House rule: points that each other player pays for a misère; 0 if misères do not count."""
    misere_atout: Annotated[int, Whole(0, 1000)] | None = None
    """House rule: the same for a misère d'atout; `None` for the value of `misere`."""
    misere_camp: bool = False
    """House rule: a misère counts for the holder's whole camp, and the other camp pays it."""
    pousse: Annotated[int, Whole(1, 100)] | None = None
    """House rule: coefficient of the pousse, a contract between prise and garde; `None` if it is not played."""
    arrondi_ecart: Annotated[int, OneOf((0, 5, 10))] = 0
    """House rule: the écart is rounded to the nearest multiple of this, a half upwards; 0 for no rounding."""
    demi_points: DemiPoints = DemiPoints.FFT
    appel_5: bool = True
    """Whether the taker calls a king at five; otherwise the taker plays alone against four."""
    mort: bool = False
    """Whether four of five players play and the dealer sits out; no effect while there are fewer than five."""
    chelem_cumul: bool = True
    """Whether an announced slam that ends as a slam of the defence costs both primes."""
    nb_donnes: Annotated[int, Whole(1, 500)] | None = None
    """Number of donnes of a partie, passed and annulled ones included; `None` for no fixed end."""

    CHANGEABLE: ClassVar[frozenset[str]] = frozenset(
        [
            "nb_donnes",
            "base",
            "coefs",
            "primes_poignee",
            "prime_petit",
            "primes_chelem",
            "prime_chelem_defense",
            "petit_chelem",
            "primes_petit_chelem",
            "misere",
            "misere_atout",
            "misere_camp",
            "pousse",
            "arrondi_ecart",
            "demi_points",
            "chelem_cumul",
        ]
    )
    ENTRY = Record(TarotDonne)
    # `points_defense` may replace `points`; the dealer is the mort.
    SPARE: ClassVar[frozenset[str]] = frozenset(ENTRY.kinds) - {"statut", "points_defense", "donneur"}
    faults, doubts = donne_faults, donne_doubts

    def playing(self, table: Table) -> int:
        """Return the number of players with cards in a donne."""
        return FOUR if self.with_mort(table) else table.seats

    def with_mort(self, table: Table) -> bool:
        """Return whether the dealer sits out."""
        return self.mort and table.seats == FIVE_PLAYERS

    def sits_out(self, state: State, donne: TarotDonne) -> Seat | None:
        """Return the player without cards in the donne: the dealer if there is a mort, else `None`."""
        return self.dealer(state, donne) if self.with_mort(state.table) else None

    def calls(self, table: Table) -> bool:
        """Return whether the taker calls a partner."""
        return table.seats == FIVE_PLAYERS and self.appel_5 and not self.mort

    def whole_points(self, table: Table) -> bool:
        """Return whether card points are whole numbers: always at four, where the attack holds an even number of cards."""
        return self.playing(table) == FOUR or self.demi_points is DemiPoints.AUCUN

    def trumps_shown(self, table: Table) -> dict[Poignee, int]:
        """Return the number of trumps of each poignée; the Excuse may be one of them."""
        return dict(zip(Poignee, _POIGNEES[self.playing(table)], strict=True))

    def coef(self, contrat: Contrat) -> int:
        """Return the coefficient of a contract; 0 for one that the house does not play."""
        return (self.pousse or 0) if contrat is Contrat.POUSSE else self.coefs[contrat]

    @property
    def contracts(self) -> tuple[Contrat, ...]:
        """Contracts that the house plays, in rising order."""
        return tuple(filter(self.coef, Contrat))

    def prime_misere(self, misere: Misere) -> int:
        """Return the points of a misère; 0 for one that the house does not count."""
        own = self.misere_atout if misere is Misere.ATOUT else None
        return self.misere if own is None else own

    @property
    def miseres(self) -> tuple[Misere, ...]:
        """Misères that the house counts."""
        return tuple(filter(self.prime_misere, Misere))

    def counted(self, ecart: int) -> int:
        """Return the écart as it is scored, rounded by `arrondi_ecart`."""
        if not self.arrondi_ecart:
            return ecart
        return (2 * ecart + self.arrondi_ecart) // (2 * self.arrondi_ecart) * self.arrondi_ecart

    def setting_faults(self, table: Table) -> Sequence[Fault]:
        """Return the faults: a mort without five players, a prime below 0 for a slam made or above 0 for one missed."""
        alone = self.mort and table.seats != FIVE_PLAYERS
        faults = [Fault("mort-a-cinq", "mort", joueurs=table.seats)] if alone else []
        for key in ("primes_chelem", "primes_petit_chelem"):
            for chelem in Chelem:
                prime = Signed(getattr(self, key)[chelem])
                if not 0 <= (prime if chelem.made else -prime) <= MOST_PRIME:
                    code = "prime-positive" if chelem.made else "prime-negative"
                    faults.append(Fault(code, f"{key}.{chelem}", prime=prime, limite=MOST_PRIME))
        return faults

    def mark(self, state: State, entry: TarotDonne) -> tuple[State, Row]:
        """Compute a donne. The deal passes to the right: players are seated in order of play."""
        facts = entry.played
        if facts is None:
            return not_played(state, entry, Label(entry.statut))
        seats, absent = len(state.totals), self.sits_out(state, entry)
        playing = tuple(int(seat in state.table.around and seat != absent) for seat in range(seats))
        worth = _shares(playing, entry, facts)
        shared = (
            Item(label, tuple(share * amount for share in worth))
            for label, amount in self._amounts(entry, facts)
        )
        detail = (*shared, *self._miseres(playing, worth, entry))
        scores = added(detail, seats)
        extra = {} if absent is None else {"mort": state.table.players[absent]}
        return self.written(state, entry, scores), Row(scores, detail, extra)

    def _amounts(self, donne: TarotDonne, facts: Played) -> Iterator[tuple[Label, int]]:
        """Yield the items that each defender pays to the attack; negative if the attack pays."""
        coef, sign = self.coef(facts.contrat), facts.margin.sign
        contract = Label("contrat", contrat=Term(facts.contrat), points=facts.points, seuil=facts.target)
        yield contract, sign * (self.base + self.counted(facts.margin.ecart)) * coef
        if donne.petit_au_bout is not None:
            prime = self.prime_petit if donne.petit_au_bout is DonneCamp.ATTAQUE else -self.prime_petit
            yield Label(f"petit-{donne.petit_au_bout}"), prime * coef
        for poignee in donne.poignees:
            label = Label(f"poignee-{poignee.type}", joueur=poignee.joueur)
            yield label, sign * self.primes_poignee[poignee.type]
        if donne.chelem is not None:
            yield Label(f"chelem-{donne.chelem}"), self.primes_chelem[donne.chelem]
        if donne.petit_chelem is not None:
            yield Label(f"petit-chelem-{donne.petit_chelem}"), self.primes_petit_chelem[donne.petit_chelem]
        if donne.chelem_defense and (self.chelem_cumul or donne.chelem is not Chelem.ANNONCE_MANQUE):
            yield Label("chelem-defense"), -self.prime_chelem_defense

    def _miseres(self, playing: Sequence[int], worth: Sequence[int], donne: TarotDonne) -> Iterator[Item]:
        """Yield an item for each misère: every other player pays the holder, or one camp the other, whoever wins the contract."""
        for misere in donne.miseres:
            prime = self.prime_misere(misere.type)
            if self.misere_camp:
                prime *= 1 if misere.joueur in donne.attack else -1
                scores = [share * prime for share in worth]
            else:
                scores = [-prime * plays for plays in playing]
                scores[misere.joueur] -= sum(scores)
            yield Item(Label(f"misere-{misere.type}", joueur=misere.joueur), tuple(scores))

    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome after the last donne, or `None`; equal totals share the win."""
        if self.nb_donnes is None or state.rang < self.nb_donnes:
            return None
        return Outcome(self.leaders(state), Label("fin-donnes", nombre=self.nb_donnes))

    def control(self, state: State) -> Control:
        """Return the control: each gain is another's loss, so the totals add up to 0."""
        return Control(0, sum(state.totals))


def _shares(playing: Sequence[int], donne: TarotDonne, facts: Played) -> tuple[int, ...]:
    """Return the share of each seat in what a defender loses: −1 for a defender, 0 for a mort, the rest for the attack.

    The taker has 2 shares at three, 3 at four, 4 alone against four; at five with a partner 2, and the partner 1.
    """
    shares = [-plays for plays in playing]
    for partner in donne.attack[1:]:
        shares[partner] = 1
    shares[facts.preneur] -= sum(shares)
    return tuple(shares)
