"""Rules of Wiezen, whist à la couleur: thirteen tricks, partners for one donne; the scores of a donne add up to 0.

The values are those of one of three named scales; variants are settings.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from scorekeeper.cards.families.unplayed import ApresPasse, Statut, not_played, unplayed_faults
from scorekeeper.cards.games.wiezen.rules.entry import FOUR_AND_THE_DEALER, TRICKS, Enchere, WiezenDonne
from scorekeeper.cards.games.wiezen.rules.values import COLUMNS, KEYS, LEAST_PAIR, ROWS, Tarif, Values
from scorekeeper.cards.rules.contract import AmountTable, Doubt, Fault, Label, Rules, Seat, State, Term
from scorekeeper.cards.rules.fields import Amounts, AmountsOf, Record, settings
from scorekeeper.cards.rules.kinds import OneOf, Whole
from scorekeeper.cards.rules.scores import Control, Item, Outcome, Row, added

ALL_FOUR = 4
FAR = 5
"""Tricks below the bid from which the entry is asked about: they may be those of the opponents."""
_NONE = Amounts(())


class Passe(StrEnum):
    """Effects of a passed donne on the next one played: it counts double, double again for each pass, or normally."""

    DOUBLE = "double"
    CUMUL = "cumul"
    SIMPLE = "simple"


@dataclass(frozen=True, slots=True)
class WiezenState(State):
    """State of the sheet, with the factor of the next donne played."""

    fois: int = 1
    """Factor of the next donne played."""
    jouees: int = 0


@settings
class Wiezen(Values, Rules[WiezenDonne, WiezenState]):
    """Rules of Wiezen with the settings of a house."""

    STATE: ClassVar[type[State]] = WiezenState
    SEATS: ClassVar[tuple[int, ...]] = (4, 5)
    VARIES: ClassVar[bool] = True

    bareme: Tarif = Tarif.WHISTHUB
    valeurs: Annotated[Amounts, AmountsOf(_NONE, Whole(0, 1000), KEYS, partial=True)] = _NONE
    """Values that replace those of the scale."""
    abondance_surplis: bool | None = None
    """Whether more tricks than bid score the higher abondance; `None`: as in the scale."""
    solo_min: Annotated[int, OneOf((5, 6))] = 5
    troel_minimum: Annotated[int, OneOf((8, 9))] = 8
    """Tricks that a troel needs if its trump was not changed."""
    passe: Passe = Passe.DOUBLE
    donneur_apres_passe: ApresPasse = ApresPasse.MEME
    nb_donnes: Annotated[int, Whole(1, 200)] | None = None
    """Number of donnes of a partie, without those not played; `None` if it is not fixed."""

    CHANGEABLE: ClassVar[frozenset[str]] = frozenset(
        [
            "nb_donnes",
            "bareme",
            "valeurs",
            "abondance_surplis",
            "solo_min",
            "troel_minimum",
            "passe",
            "donneur_apres_passe",
        ]
    )
    ENTRY = Record(WiezenDonne)
    # The faults of the other keys depend on contract, declarers and dealer.
    SPARE: ClassVar[frozenset[str]] = frozenset(ENTRY.kinds) - {"statut", "contrat", "joueurs", "donneur"}

    def amount_table(self, key: str) -> AmountTable:
        scale = replace(self, valeurs=_NONE)
        return AmountTable(COLUMNS, ROWS, self.bareme, {cell: scale.value(cell) for cell in KEYS})

    def heights(self, contrat: Enchere) -> range:
        """Return the numbers of tricks that can be bid; empty for a contract without them."""
        if contrat is Enchere.SOLO:
            return range(self.solo_min, LEAST_PAIR + 1)
        spans = {Enchere.EMBALLAGE: range(LEAST_PAIR, TRICKS + 1), Enchere.ABONDANCE: range(9, TRICKS)}
        return spans.get(contrat, range(0))

    def goal(self, entry: WiezenDonne) -> int:
        """Return the tricks that the declarers must make."""
        if entry.contrat is Enchere.TROEL:
            return 9 if entry.change else self.troel_minimum
        return TRICKS if entry.contrat is Enchere.SOLO_SLIM else entry.hauteur or 0

    def sits_out(self, state: State, entry: WiezenDonne) -> Seat | None:
        """Return the player without cards in the donne: the dealer, if there are five players; else `None`."""
        return self.dealer(state, entry) if state.table.seats == FOUR_AND_THE_DEALER else None

    def playing(self, state: State, entry: WiezenDonne) -> tuple[Seat, ...]:
        """Return the four players with cards, in order of play."""
        absent = self.sits_out(state, entry)
        return tuple(seat for seat in state.table.around if seat != absent)

    def faults(self, state: WiezenState, entry: WiezenDonne) -> Sequence[Fault]:
        if entry.statut is not Statut.JOUEE:
            return tuple(unplayed_faults(entry, self.ENTRY))
        if entry.contrat is None:
            return [Fault("cle-manquante", "contrat"), *self._sitting_out(state, entry)]
        return [
            *self._height(entry, entry.contrat),
            *_declarers(entry, entry.contrat),
            *self._sitting_out(state, entry),
            *_tricks(entry, entry.contrat),
            *_trumps(entry, entry.contrat),
        ]

    def _height(self, entry: WiezenDonne, contrat: Enchere) -> Iterator[Fault]:
        heights = self.heights(contrat)
        if not contrat.has_height:
            if entry.hauteur is not None:
                yield Fault("hauteur-sans-objet", "hauteur", contrat=Term(f"un-{contrat}"))
        elif entry.hauteur is None:
            yield Fault("cle-manquante", "hauteur")
        elif entry.hauteur not in heights:
            bounds = {"min": heights[0], "max": heights[-1]}
            yield Fault("hauteur-hors-limites", "hauteur", {"contrat": Term(f"un-{contrat}"), **bounds})

    def _sitting_out(self, state: WiezenState, entry: WiezenDonne) -> Iterator[Fault]:
        absent = self.sits_out(state, entry)
        if absent is not None and absent in entry.joueurs:
            yield Fault("mort-joue", f"joueurs.{entry.joueurs.index(absent)}", joueur=absent)

    def doubts(self, state: WiezenState, entry: WiezenDonne) -> Sequence[Doubt]:
        if entry.contrat is None or entry.plis is None:
            return ()
        goal, tricks, asked = self.goal(entry), entry.plis, []
        if goal - tricks >= FAR:
            asked.append(Doubt("plis-inverses", "plis", plis=tricks, autres=TRICKS - tricks))
        if tricks == TRICKS and entry.contrat in {Enchere.SOLO, Enchere.ABONDANCE}:
            asked.append(Doubt("slim-manque", "plis"))
        return asked

    def mark(self, state: WiezenState, entry: WiezenDonne) -> tuple[WiezenState, Row]:
        if entry.contrat is None:
            fois = self._next(state, entry)
            return not_played(state, entry, Label(entry.statut), self.donneur_apres_passe, fois=fois)
        columns, playing = len(state.totals), self.playing(state, entry)
        items = [*self._items(entry, entry.contrat, playing, columns)]
        if state.fois > 1:
            once = added(items, columns)
            items.append(
                Item(Label("fois", fois=state.fois), tuple((state.fois - 1) * part for part in once))
            )
        scores = added(items, columns)
        absent = self.sits_out(state, entry)
        extra: dict[str, Any] = {"fois": state.fois} if state.fois > 1 else {}
        if absent is not None:
            extra["mort"] = state.table.players[absent]
        after = self.written(state, entry, scores, fois=1, jouees=state.jouees + 1)
        return after, Row(scores, tuple(items), extra)

    def _next(self, state: WiezenState, entry: WiezenDonne) -> int:
        """Return the factor of the next donne: a passed donne may double it, a void one keeps it."""
        if entry.statut is Statut.ANNULEE:
            return state.fois
        return {Passe.DOUBLE: 2, Passe.CUMUL: 2 * state.fois, Passe.SIMPLE: 1}[self.passe]

    def _items(
        self, entry: WiezenDonne, contrat: Enchere, playing: Sequence[Seat], columns: int
    ) -> Iterator[Item]:
        """Yield the items of a donne before its factor: the bid, and tricks above or below it; or each lone declarer."""
        if entry.rates is not None:
            for seat in entry.joueurs:
                failed = seat in entry.rates
                worth = -self.value(f"chute-{contrat}") if failed else self.value(contrat)
                label = Label("seul-rate" if failed else "seul-reussi", contrat=Term(contrat), joueur=seat)
                yield Item(label, _shared((seat,), playing, worth, columns))
            return
        goal, tricks = self.goal(entry), entry.plis or 0
        bid, rest = self.worth(contrat, goal, tricks)
        label = Label("reussi" if tricks >= goal else "chute", contrat=called(entry), plis=tricks)
        yield Item(label, _shared(entry.joueurs, playing, bid, columns))
        if rest:
            lost = Label("manque", plis=goal - tricks - 1)
            gap = Label("surplis", plis=tricks - goal) if tricks > goal else lost
            yield Item(gap, _shared(entry.joueurs, playing, rest, columns))

    def outcome(self, state: WiezenState) -> Outcome | None:
        """Return the result after the last donne played; equal totals share the win. `None` before, or without a fixed number."""
        if self.nb_donnes is None or state.jouees < self.nb_donnes:
            return None
        return Outcome(self.leaders(state), Label("fin-donnes", nombre=self.nb_donnes))

    def control(self, state: WiezenState) -> Control:
        return Control(0, sum(state.totals))


def called(entry: WiezenDonne) -> Label:
    """Return the name of the contract with the tricks bid: "emballage 9"."""
    contrat = Term(entry.contrat or "")
    if entry.hauteur is not None:
        return Label("hauteur", contrat=contrat, hauteur=entry.hauteur)
    return Label("troel-change" if entry.change else "sans-hauteur", contrat=contrat)


def _shared(declarers: Sequence[Seat], playing: Sequence[Seat], worth: int, columns: int) -> tuple[int, ...]:
    against = [seat for seat in playing if seat not in declarers]
    own = worth * len(against) // len(declarers)
    return tuple(own if seat in declarers else -worth * (seat in against) for seat in range(columns))


def _declarers(entry: WiezenDonne, contrat: Enchere) -> Iterator[Fault]:
    least, most = contrat.declarers
    if not least <= len(entry.joueurs) <= most:
        code = f"un-{contrat}"
        number = Term("joueurs-1-4" if most > least else f"joueurs-{most}")
        yield Fault("joueurs-du-contrat", "joueurs", contrat=Term(code), nombre=number)


def _tricks(entry: WiezenDonne, contrat: Enchere) -> Iterator[Fault]:
    """Yield the faults of the tricks, or for lone declarers those of `rates`."""
    name = Term(f"un-{contrat}")
    if not contrat.played_alone:
        if entry.plis is None:
            yield Fault("cle-manquante", "plis")
        if entry.rates is not None:
            yield Fault("rates-sans-objet", "rates", contrat=name)
        return
    if entry.plis is not None:
        yield Fault("plis-sans-objet", "plis", contrat=name)
    if entry.rates is None:
        yield Fault("cle-manquante", "rates")
        return
    for place, seat in enumerate(entry.rates):
        if entry.joueurs and seat not in entry.joueurs:
            yield Fault("rate-pas-declarant", f"rates.{place}", joueur=seat)
    if len(entry.joueurs) == ALL_FOUR and not entry.rates:
        yield Fault("misere-impossible", "rates")


def _trumps(entry: WiezenDonne, contrat: Enchere) -> Iterator[Fault]:
    if entry.atout is not None and not contrat.trumps:
        yield Fault("atout-sans-objet", "atout", contrat=Term(f"un-{contrat}"))
    if entry.change and contrat is not Enchere.TROEL:
        yield Fault("change-sans-troel", "change")
