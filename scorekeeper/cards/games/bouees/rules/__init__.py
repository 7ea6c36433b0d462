"""Rules of Bouées et cochons: buoys are dealt with the hand and lost trick by trick; those left are scored.

A trick costs the player with the highest level one buoy; a player without one left is eliminated and scores −1. The game is a
home adaptation to ordinary cards of a trick game by Stefan Dorra (1997). One entry is a manche; a partie has as many
manches as players.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, NamedTuple

from scorekeeper.cards.games.bouees.rules import tables
from scorekeeper.cards.games.bouees.rules.entry import Arrondi, BoueesManche, Egalite, Main, Rois, reds
from scorekeeper.cards.games.bouees.rules.tables import Pack
from scorekeeper.cards.rules.contract import AnyOf, Doubt, Fault, Label, Rules, Seat, State, Table
from scorekeeper.cards.rules.fields import Record, settings
from scorekeeper.cards.rules.kinds import Whole
from scorekeeper.cards.rules.scores import Control, Item, Outcome, Row, added, remembered

UNSETTLED = {"cle-manquante", "bouees-contre-mains", "restantes-et-elimine", "restantes-trop"}
"""Codes of faults with which the losses cannot be computed."""


class Depart(NamedTuple):
    """Start of a manche for one seat: its buoys, and its hand if that is known."""

    bouees: int
    main: Main | None = None


@dataclass(frozen=True, slots=True)
class BoueesState(State):
    """State of the sheet, with the sums for the control at its foot."""

    bouees: int = 0
    pertes: int = 0
    """Starting buoys (`bouees`) and losses of all manches; an eliminated player loses one more than the starting buoys."""
    bonus: int = 0
    departs: tuple[Depart, ...] = ()
    """Start of the last manche by seat; empty before the first."""
    sens: tuple[int, ...] = (1, -1)
    """Possible directions in which hands are passed on: 1 to the next player in order of play, −1 to the previous one."""


@settings
class Bouees(Rules[BoueesManche, BoueesState]):
    """Rules of Bouées et cochons with the settings of a house."""

    arrondi: Arrondi = Arrondi.HAUT
    egalite: Egalite = Egalite.PERSONNE
    bonus_plus_bas: Annotated[int, Whole(0, 10)] = 0
    """Points for ending with the lowest level; 0 without this bonus."""
    rois_6j: Rois = Rois.NOIRS
    fin_deux_survivants: bool = False
    """Whether a manche ends as soon as two players are left."""
    mains_tournantes: bool = False
    """Whether a partie is played with one deal, whose hands are passed on by one seat after each manche."""

    SEATS: ClassVar[tuple[int, ...]] = (4, 5, 6)
    CHANGEABLE: ClassVar[frozenset[str]] = frozenset(["egalite", "bonus_plus_bas"])
    ENTRY = Record(BoueesManche)
    # `bouees` replaces `mains`, and `elimines` a value in `restantes`.
    SPARE: ClassVar[frozenset[str]] = frozenset(ENTRY.kinds) - {"bouees", "elimines"}

    @property
    def up(self) -> bool:
        """Whether an odd diamond counts as a buoy."""
        return self.arrondi is Arrondi.HAUT

    def packs(self, players: int) -> tuple[Pack, ...]:
        """Return the possible packs for `players` players; all have the same hand size."""
        return {4: tables.FOUR, 5: tables.FIVE, 6: tables.SIX[self.rois_6j]}[players]

    def tricks(self, players: int) -> int:
        """Return the number of tricks of a manche: the cards in a hand."""
        return self.packs(players)[0].main

    def buoys(self, main: Main) -> int:
        """Return the starting buoys of a hand: its hearts, and half its diamonds rounded by `arrondi`."""
        return main.coeurs + (main.carreaux + self.up) // 2

    def buoy_sums(self, players: int) -> tuple[int, ...]:
        """Return every possible sum of the buoys that the players of a manche start with, in ascending order.

        A hand has ♥ + ♦/2 buoys, with halves rounded as `up` says. So the sum depends on the number of hands with an odd number
        of
        diamonds, which is odd exactly when the number of all diamonds is.
        """
        halves = [
            (pack, odd if self.up else -odd)
            for pack in self.packs(players)
            for odd in range(pack.carreaux % 2, players + 1, 2)
        ]
        return tuple(sorted({pack.coeurs + (pack.carreaux + rounded) // 2 for pack, rounded in halves}))

    def most_losses(self, players: int) -> int:
        """Return the most losses of a manche: one a trick, or two if tied players both lose, as each level has two trumps."""
        return self.tricks(players) * (1 if self.egalite is Egalite.PERSONNE else 2)

    def least_survivors(self, players: int) -> int:
        """Return the fewest players who can be left at the end of a manche.

        If a manche ends with two players left, the last trick eliminated one player, or two who were tied. Otherwise, to
        leave none, all must lose all their buoys and one trick more. That is possible with four players if tied players both lose.
        """
        if self.fin_deux_survivants:
            return 2 if self.egalite is Egalite.PERSONNE else 1
        return int(self.buoy_sums(players)[0] + players > self.most_losses(players))

    @remembered
    def starts(self, entry: BoueesManche) -> tuple[int, ...]:
        """Return the starting buoys by seat; 0 for a seat without them in the entry."""
        if entry.mains is not None:
            return tuple(0 if main is None else self.buoys(main) for main in entry.mains)
        return tuple(count or 0 for count in entry.bouees or ())

    @remembered
    def losses(self, entry: BoueesManche) -> tuple[int, ...]:
        """Return the losses by seat: the buoys lost, and one more for an eliminated player."""
        return tuple(
            start + 1 if seat in entry.elimines else start - (entry.left(Seat(seat)) or 0)
            for seat, start in enumerate(self.starts(entry))
        )

    def opening(self, table: Table) -> BoueesState:
        return BoueesState(table, (0,) * table.seats)

    def seated(self, state: BoueesState, table: Table) -> BoueesState:
        """Return the state with new players. Hands that are passed on stay with the chairs, not with the players."""
        after = super().seated(state, table)
        if not state.departs:
            return after
        lay = {new: state.departs[old] for new, old in zip(table.around, state.table.around, strict=True)}
        return replace(after, departs=tuple(lay[seat] for seat in sorted(lay)))

    def faults(self, state: BoueesState, entry: BoueesManche) -> Sequence[Fault]:
        dealt = tuple(self.deal_faults(state.table, entry))
        faults = [*dealt, *self._fate_faults(state.table, entry)]
        if not dealt and self.mains_tournantes:
            faults += self._turning_faults(state, entry)
        if not any(fault.code in UNSETTLED for fault in faults):
            faults += self._loss_faults(state.table, entry)
        if entry.plus_bas and not self.bonus_plus_bas:
            faults.append(Fault("plus-bas-sans-bonus", "plus_bas"))
        return faults

    def deal_faults(self, table: Table, entry: BoueesManche) -> Iterator[Fault]:
        """Yield the faults of a deal: missing cards, or cards that cannot have been dealt."""
        if entry.mains is None and entry.bouees is None:
            yield Fault("cle-manquante", "mains")
        if entry.mains is not None:
            yield from self._hand_faults(table, entry.mains)
        if entry.bouees is not None:
            yield from self._buoy_faults(table, entry.bouees)
        for name, main, count in zip(table.players, entry.mains or (), entry.bouees or (), strict=False):
            if main is not None and count is not None and self.buoys(main) != count:
                yield Fault("bouees-contre-mains", f"bouees.{name}", bouees=count, calcul=self.buoys(main))

    def _hand_faults(self, table: Table, mains: tuple[Main | None, ...]) -> Iterator[Fault]:
        longest = self.tricks(table.seats)
        for name, main in zip(table.players, mains, strict=True):
            if main is None:
                yield Fault("cle-manquante", f"mains.{name}")
                continue
            cards = main.coeurs + main.carreaux
            if not cards:
                yield Fault("main-sans-rouge", f"mains.{name}")
            elif cards > longest:
                yield Fault("main-trop-longue", f"mains.{name}", cartes=cards, main=longest)
        dealt, right = reds(mains), [(pack.coeurs, pack.carreaux) for pack in self.packs(table.seats)]
        if None in mains or dealt in right:
            return
        codes = ("somme-coeurs", "somme-carreaux")
        options = [AnyOf(sorted({*counts})) for counts in zip(*right, strict=True)]
        wrong = [
            Fault(codes[suit], "mains", trouve=dealt[suit], attendu=options[suit], joueurs=table.seats)
            for suit in (0, 1)
            if dealt[suit] not in options[suit]
        ]
        both = Fault("somme-rouges", "mains", coeurs=dealt[0], carreaux=dealt[1], attendu=sum(right[0]))
        yield from wrong or [both]

    def _buoy_faults(self, table: Table, bouees: tuple[int | None, ...]) -> Iterator[Fault]:
        # A hand without red cards is dealt again, so the lowest possible hand has one diamond.
        least, most = self.buoys(Main(0, 1)), self.tricks(table.seats)
        for name, count in zip(table.players, bouees, strict=True):
            if count is None:
                yield Fault("cle-manquante", f"bouees.{name}")
            elif not least <= count <= most:
                yield Fault("bouees-hors-limites", f"bouees.{name}", min=least, max=most)
        known = [count for count in bouees if count is not None]
        if len(known) < len(bouees):
            return
        possible, packs = self.buoy_sums(table.seats), self.packs(table.seats)
        if sum(known) not in possible:
            yield Fault(
                "somme-bouees", "bouees", trouve=sum(known), possibles=AnyOf(possible), joueurs=table.seats
            )
        elif least <= min(known) and max(known) <= most and not tables.can_be_dealt(known, packs, up=self.up):
            yield Fault("bouees-indonnables", "bouees", main=most)

    def _turning_faults(self, state: BoueesState, entry: BoueesManche) -> Iterator[Fault]:
        """Yield a fault if the hands are not those of the last manche, passed on by one seat."""
        if not self._directions(state, entry):
            ways = (state.sens[0], state.sens[-1])
            expected, other = (tuple(depart.bouees for depart in passed_on(state, way)) for way in ways)
            code = "mains-tournantes" if expected == other else "mains-tournantes-sens"
            yield Fault(code, "mains" if entry.mains else "bouees", attendu=expected, autrement=other)

    def _directions(self, state: BoueesState, entry: BoueesManche) -> tuple[int, ...]:
        """Return the directions in which the hands of the last manche may have been passed on; all before the second manche."""
        if not state.departs:
            return state.sens
        now = self._departs(entry)
        return tuple(way for way in state.sens if all(map(same, passed_on(state, way), now)))

    def _departs(self, entry: BoueesManche) -> tuple[Depart, ...]:
        starts = self.starts(entry)
        return tuple(Depart(*pair) for pair in zip(starts, entry.mains or (None,) * len(starts), strict=True))

    def _fate_faults(self, table: Table, entry: BoueesManche) -> Iterator[Fault]:
        """Yield the faults of the results: each player must be eliminated, or have between 0 and all of the starting buoys left."""
        dealt = entry.mains or entry.bouees or (None,) * table.seats
        starts, tricks = self.starts(entry) or (0,) * table.seats, self.tricks(table.seats)
        for seat, name in zip(map(Seat, range(table.seats)), table.players, strict=True):
            start, left, out = starts[seat], entry.left(seat), seat in entry.elimines
            if left is None and not out:
                yield Fault("cle-manquante", f"restantes.{name}")
            elif left is not None and out:
                yield Fault("restantes-et-elimine", f"restantes.{name}", joueur=seat)
            elif dealt[seat] is not None and out and start + 1 > tricks:
                yield Fault("elimine-impossible", "elimines", joueur=seat, pertes=start + 1, plis=tricks)
            elif dealt[seat] is not None and left is not None and not 0 <= left <= start:
                yield Fault("restantes-trop", f"restantes.{name}", joueur=seat, bouees=start, restantes=left)

    def _loss_faults(self, table: Table, entry: BoueesManche) -> Iterator[Fault]:
        """Yield faults for more losses than the tricks allow, and for fewer players left than possible."""
        lost, most, tricks = sum(self.losses(entry)), self.most_losses(table.seats), self.tricks(table.seats)
        if lost > most:
            values = {"pertes": lost, "limite": most, "plis": tricks, "trop": lost - most}
            yield Fault("pertes-trop-nombreuses", "restantes", values)
        least = self.least_survivors(table.seats)
        if table.seats - len(entry.elimines) < least:
            yield Fault("survivants-trop-peu", "elimines", min=least)

    def doubts(self, state: BoueesState, entry: BoueesManche) -> Sequence[Doubt]:
        lost, seats = sum(self.losses(entry)), state.table.seats
        tricks = self.tricks(seats)
        # After each trick some player has the highest level; if all players with it lose, each trick costs a buoy.
        all_lose = self.egalite is Egalite.TOUS and not self.fin_deux_survivants
        asked = [
            (self.egalite is Egalite.PERSONNE and not lost, Doubt("aucune-perte", "restantes", plis=tricks)),
            (all_lose and lost < tricks, Doubt("pertes-trop-rares", "restantes", pertes=lost, plis=tricks)),
            (len(entry.elimines) == seats, Doubt("personne-a-flot", "elimines")),
            (self.bonus_plus_bas and not entry.plus_bas, Doubt("plus-bas-personne", "plus_bas")),
        ]
        low = [seat for seat in entry.plus_bas if seat in entry.elimines]
        low_out = [Doubt("plus-bas-elimine", "plus_bas", joueur=seat) for seat in low]
        return [*(doubt for odd, doubt in asked if odd), *low_out]

    def mark(self, state: BoueesState, entry: BoueesManche) -> tuple[BoueesState, Row]:
        starts, losses = self.starts(entry), self.losses(entry)
        seats = range(state.table.seats)
        out = tuple(-int(seat in entry.elimines) for seat in seats)
        given_up = tuple(-losses[seat] - out[seat] for seat in seats)
        bonus = tuple(self.bonus_plus_bas * (seat in entry.plus_bas) for seat in seats)
        parts = (("depart", starts), ("perdues", given_up), ("elimine", out), ("plus-bas", bonus))
        items = [
            Item(Label(code, nombre=abs(sum(each))), each)
            for code, each in parts
            if any(each) or each is starts
        ]
        scores = added(items, state.table.seats)
        sums = {"bouees": state.bouees + sum(starts), "pertes": state.pertes + sum(losses)}
        changes: dict[str, Any] = {**sums, "bonus": state.bonus + sum(bonus), "departs": self._departs(entry)}
        if self.mains_tournantes:
            changes["sens"] = self._directions(state, entry)
        after = self.written(state, entry, scores, donneur=None, **changes)
        return after, Row(scores, tuple(items))

    def outcome(self, state: BoueesState) -> Outcome | None:
        if state.rang < state.table.seats:
            return None
        winners = tuple(map(Seat, self.leaders(state)))
        code = "gagne" if len(winners) == 1 else "gagne-ex-aequo"
        return Outcome(winners, Label(code, gagnants=winners, total=max(state.totals), manches=state.rang))

    def control(self, state: BoueesState) -> Control:
        """Return the expected sum of the totals (all buoys dealt, less all losses, plus the bonus points) and the actual one."""
        return Control(state.bouees - state.pertes + state.bonus, sum(state.totals))


def beginners(table: Table, bouees: Sequence[int], out: Collection[int] = ()) -> tuple[Seat, ...]:
    """Return the leader of a trick: of the players with the most buoys, the one whose left-hand neighbour has the fewest.

    The leaflet does not cover two cases. If the neighbour is eliminated, the next player still in counts. If several players
    remain tied, all are returned and the table chooses.
    """
    left = {seat: bouees[seat] for seat in table.around if seat not in out}
    most = [seat for seat in left if left[seat] == max(left.values())]
    beside = {seat: left[table.next_seat(seat, out)] for seat in most}
    return tuple(sorted(seat for seat in most if beside[seat] == min(beside.values())))


def passed_on(state: BoueesState, way: int) -> tuple[Depart, ...]:
    """Return the hands of the last manche by seat, passed on by one seat in direction `way`; empty before the first manche."""
    departs = state.departs
    return tuple(departs[state.table.moved(Seat(seat), -way)] for seat in range(len(departs)))


def same(before: Depart, after: Depart) -> bool:
    """Return whether two hands can be the same: equal buoys, and equal cards if both are known."""
    return before.bouees == after.bouees and (None in (before.main, after.main) or before.main == after.main)
