"""Rules of Cochonnet: the lowest card of the suit led gives a trick its value, and may be given away.

Source: David Parlett, *Tantony* (formerly *Antony*), on his own pages and in *The Penguin Book of Card Games*. Four manches are
played with one deal. Each of the thirteen tricks leaves one cochonnet: three for every player, and one more from the last trick.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated, ClassVar

from scorekeeper.cards.games.cochonnet.rules import tables
from scorekeeper.cards.games.cochonnet.rules.entry import FACES, MOST_FACE, Carte, CochonnetManche, Saisie
from scorekeeper.cards.games.cochonnet.rules.tables import COPIES, GIVEN, LAST, RANKS, Totals, sevens
from scorekeeper.cards.rules.contract import AnyOf, Doubt, Fault, Label, Rules, Seat, Side, State, Table
from scorekeeper.cards.rules.fields import Amounts, AmountsOf, Record, needs, settings
from scorekeeper.cards.rules.kinds import Whole
from scorekeeper.cards.rules.scores import Item, Outcome, Row, added, for_camp, remembered

MANCHES = 4
"""Manches of a partie: each player leads one of them."""
STEP = 60
"""Increase of the sudden-death threshold each manche: 60, 120, 180."""
HIGH = 110
"""Points of a camp in one manche above which the entry is asked about."""


class DerniereLevee(StrEnum):
    """Rules for the cochonnet of the thirteenth trick."""

    ECHANGE = "echange"
    """The player of the highest card of the suit led gets the lowest one by exchange."""
    PLUS_BASSE = "plus-basse"
    """The lowest card of all counts for its player; equally low ones all count (Penguin book)."""


@dataclass(frozen=True, slots=True)
class CochonnetState(State):
    """State of the sheet. The cards are dealt once for the whole partie, so `donneur` stays the same and the leader changes."""

    saisie: Saisie | None = None
    """Way in which the last manche was entered; `None` before the first."""
    subite: Outcome | None = None
    """Result by sudden death after a manche; later adjustments of points neither cause nor undo it."""

    @property
    def meneur(self) -> Seat | None:
        """Leader of the first trick of the next manche: the dealer's next player, then one seat further each manche."""
        if self.donneur is None:
            return None
        return self.table.moved(self.donneur, 1 + self.rang)


@settings
class Cochonnet(Rules[CochonnetManche, CochonnetState]):
    """Rules of Cochonnet with the settings of a house."""

    valeurs: Annotated[Amounts, AmountsOf(FACES, Whole(1, MOST_FACE))] = FACES
    """Values of V, D, R and A; the others have the value of their number."""
    mort_subite: bool = True
    """Whether a camp with a total of 60, 120 or 180 after the first, second or third manche wins at once."""
    manche_supplementaire: bool = False
    """Whether a tie after the last manche is played off; otherwise the win is shared."""
    derniere_levee: DerniereLevee = DerniereLevee.ECHANGE
    saisie: Saisie = Saisie.TOTAUX
    """Way of entering that the form opens with; both are always accepted."""

    CHANGEABLE: ClassVar[frozenset[str]] = frozenset(["mort_subite", "manche_supplementaire"])
    STATE: ClassVar[type[State]] = CochonnetState
    SEATS: ClassVar[tuple[int, ...]] = (4,)
    CAMPS: ClassVar[bool] = True
    ENTRY = Record(CochonnetManche, extra=needs("cochonnets dernier", "totaux"))
    # All other keys distinguish the two ways of entering.
    DEALS_ONCE = True
    SPARE: ClassVar[frozenset[str]] = frozenset({"note", "donneur"})

    @property
    def lowest_counts(self) -> bool:
        """Whether each lowest card of the last trick is a cochonnet."""
        return self.derniere_levee is DerniereLevee.PLUS_BASSE

    def worth(self, cards: Sequence[Carte]) -> int:
        """Return the points of some cochonnets."""
        return sum(card.worth(self.valeurs) for card in cards)

    def totals(self, counts: tuple[int, int]) -> Totals:
        """Return the possible totals by the numbers of cochonnets: (7, 6), (6, 7), or up to 8 if all lowest last cards count."""
        if self.lowest_counts:
            return tables.lowest(self.values, (counts[0] - GIVEN, counts[1] - GIVEN))
        return tables.exchanged(self.values, int(counts[1] > counts[0]))

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Points of a card of each rank, in the order of `RANKS`."""
        return tuple(Carte(rank).worth(self.valeurs) for rank in RANKS)

    def threshold(self, manche: int) -> int | None:
        """Return the total that wins at once after a manche, numbered from 1; `None` without one, as after the last manche."""
        return STEP * manche if self.mort_subite and manche < MANCHES else None

    def faults(self, state: CochonnetState, entry: CochonnetManche) -> Sequence[Fault]:
        return tuple(self._faults(state.table, entry))

    def _faults(self, table: Table, entry: CochonnetManche) -> Iterator[Fault]:
        if entry.by_cards == entry.by_totals:
            yield Fault("deux-saisies" if entry.by_cards else "manche-vide", "totaux")
        if entry.by_cards:
            yield from self._card_faults(table, entry)
        if not entry.by_totals:
            return
        numbers = list(self._number_faults(entry))
        yield from numbers
        if entry.totaux is None:
            yield Fault("totaux-manquants", "totaux")
        elif not numbers and not entry.by_cards:
            yield from self._sum_faults(entry.counts(), entry.totaux)

    def _card_faults(self, table: Table, entry: CochonnetManche) -> Iterator[Fault]:
        for seat, name in enumerate(table.players):
            number = len(entry.hand(seat))
            if number != 3:
                yield Fault("trois-cochonnets", f"cochonnets.{name}", joueur=Seat(seat), nombre=number)
        if entry.dernier is None:
            yield Fault("dernier-manquant", "dernier")
        last = entry.last_cards()
        if entry.ex_aequo and not self.lowest_counts:
            yield Fault("ex-aequo-sans-objet", "ex_aequo")
        elif len(set(entry.last_holders())) < len(last):
            yield Fault("ex-aequo-double", "ex_aequo")
        hands = [card for seat in range(4) for card in entry.hand(seat)]
        yield from _pack_faults([*hands, *(card for _, card in last)])
        if self.lowest_counts and last:
            # The other cards of the last trick are higher, so enough higher cards must not be cochonnets.
            lowest, others = last[0][1], LAST - len(last)
            above = RANKS[RANKS.index(lowest.rang) + 1 :]
            left = COPIES * len(above) - sum(card.rang in above for card in hands)
            if left < others:
                free = max(0, left)
                yield Fault(
                    "dernier-trop-haut", "dernier.carte", carte=lowest.term, libres=free, autres=others
                )

    def _number_faults(self, entry: CochonnetManche) -> Iterator[Fault]:
        """Yield the faults of `sept` and `nombres`."""
        if entry.nombres is None:
            if entry.sept is None:
                yield Fault("sept-manquant", "sept")
        elif not self.lowest_counts:
            yield Fault("nombres-sans-objet", "nombres")
        elif entry.nombres == (GIVEN, GIVEN):
            yield Fault("nombres-impossibles", "nombres")
        elif entry.sept is not None and entry.nombres != sevens(entry.sept):
            due, noted = sevens(entry.sept), entry.nombres
            values = {"attendu_a": due[0], "attendu_b": due[1], "nombre_a": noted[0], "nombre_b": noted[1]}
            yield Fault("nombres-contredits", "nombres", values)

    def _sum_faults(self, counts: tuple[int, int], totals: tuple[int, int]) -> Iterator[Fault]:
        possible = self.totals(counts)
        alone = [side for side in (Side(0), Side(1)) if not possible.has_total(side, totals[side])]
        for side in alone:
            runs = spans(possible.of(side))
            yield Fault("total-impossible", f"totaux.{side}", camp=side, nombre=counts[side], possibles=runs)
        if alone or possible.together(*totals):
            return
        if not possible.sums >> sum(totals) & 1:
            sums = spans(tables.runs(possible.sums))
            yield Fault("somme-impossible", "totaux", total=sum(totals), possibles=sums)
        else:
            beside = spans(possible.given(0, totals[0]))
            camps = {"camp": Side(0), "autre": Side(1)}
            yield Fault("totaux-incompatibles", "totaux", {**camps, "total": totals[0], "possibles": beside})

    def doubts(self, state: CochonnetState, entry: CochonnetManche) -> Sequence[Doubt]:
        scores = added(self._items(entry), 2)
        # The limit holds only if no card has more than its usual value.
        if all(self.valeurs[rank] <= worth for rank, worth in FACES.items) and max(scores) > HIGH:
            side = Side(scores[1] > scores[0])
            field = "totaux" if entry.by_totals else "cochonnets"
            return [Doubt("total-eleve", field, camp=side, total=scores[side], limite=HIGH)]
        return ()

    @remembered
    def _items(self, entry: CochonnetManche) -> tuple[Item, ...]:
        return tuple(self._each_item(entry))

    def _each_item(self, entry: CochonnetManche) -> Iterator[Item]:
        """Yield the items of the score: the totals of the camps, or the hands and the cards of the last trick."""
        if entry.totaux is not None:
            for side, total in enumerate(entry.totaux):
                label = Label("cochonnets", camp=Side(side), nombre=entry.counts()[side])
                yield Item(label, for_camp(side, total))
            return
        for seat, hand in enumerate(map(entry.hand, range(4))):
            label = Label("main", joueur=Seat(seat), cartes=tuple(card.term for card in hand))
            yield Item(label, for_camp(seat % 2, self.worth(hand)))
        for holder, card in entry.last_cards():
            label = Label("dernier", joueur=holder, carte=card.term)
            yield Item(label, for_camp(holder % 2, self.worth([card])))

    def mark(self, state: CochonnetState, entry: CochonnetManche) -> tuple[CochonnetState, Row]:
        items = self._items(entry)
        scores = added(items, 2)
        totals = (state.totals[0] + scores[0], state.totals[1] + scores[1])
        end = self._sudden_death(totals, state.rang + 1)
        dealer = state.donneur if state.rang else self.dealer(state, entry)
        way = Saisie.DETAILLEE if entry.by_cards else Saisie.TOTAUX
        after = self.written(state, entry, scores, subite=end, donneur=dealer, saisie=way)
        return after, Row(scores, items)

    def _sudden_death(self, totals: tuple[int, int], manche: int) -> Outcome | None:
        """Return the result after a manche if the leading camp has reached the threshold; `None` if not, or at equal totals."""
        threshold, most = self.threshold(manche), max(totals)
        if threshold is None or most < threshold or totals[0] == totals[1]:
            return None
        ahead = Side(totals.index(most))
        return Outcome((ahead,), Label("mort-subite", camp=ahead, total=most, seuil=threshold))

    def outcome(self, state: CochonnetState) -> Outcome | None:
        if state.subite is not None or state.rang < MANCHES:
            return state.subite
        first, second = state.totals
        ahead, most = Side(second > first), max(state.totals)
        if first != second:
            return Outcome((ahead,), Label("plus-haut-total", camp=ahead, total=most))
        return None if self.manche_supplementaire else Outcome((0, 1), Label("partage", total=most))


def _pack_faults(cards: Sequence[Carte]) -> Iterator[Fault]:
    """Yield a fault for each rank or card that is entered more often than the pack has it."""
    for rank, number in Counter(card.rang for card in cards).items():
        if number > COPIES:
            yield Fault("rang-en-trop", "cochonnets", rang=Carte(rank).term, nombre=number)
    for card, number in Counter(card for card in cards if card.couleur).items():
        if number > 1:
            yield Fault("carte-double", "cochonnets", carte=card.term)


def spans(runs: Iterator[tuple[int, int]]) -> AnyOf:
    """Return runs of totals as alternatives of a sentence: 17–180, 185."""
    return AnyOf(str(least) if least == most else f"{least}–{most}" for least, most in runs)
