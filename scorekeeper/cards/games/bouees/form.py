"""Entry form of a manche: for each player hearts and diamonds, and the buoys left or elimination.

A helper follows the manche trick by trick from taps, and fills in the result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from functools import cached_property, partial
from typing import Any, ClassVar, Self

from wtforms import BooleanField, Field, HiddenField, StringField

from scorekeeper.cards.families import styles
from scorekeeper.cards.game_api.form import EntryForm, present, typed_number
from scorekeeper.cards.game_api.form_fields import add_columns
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.bouees.rules import Bouees, BoueesState, passed_on
from scorekeeper.cards.games.bouees.rules.entry import LONGEST_HAND, MOST_SEATS, BoueesManche, Main, reds
from scorekeeper.cards.games.bouees.rules.play import Gesture, Play, followed
from scorekeeper.cards.games.bouees.words import WORDS, after_trick, begins, next_question
from scorekeeper.cards.rules.contract import Fault, Label, Seat, State
from scorekeeper.i18n import N_, gettext

LETTERS = tuple("abcdef")
"""Tokens of the players, by seat; the token of a level is its number."""
BACK = "-"
"""Token that undoes the last tap."""
MOST = 4 * LONGEST_HAND
"""Most taps of a manche: for each trick two trumps and their takers."""


def gesture(token: str) -> Gesture:
    """Return the gesture of a token; the impossible level 0 for an unknown token."""
    if token in LETTERS:
        return Seat(LETTERS.index(token))
    return int(token) if token in map(str, range(1, LONGEST_HAND + 1)) else 0


@dataclass(frozen=True)
class FollowedManche:
    """A manche followed by taps, from its starting buoys."""

    begun: Play
    tokens: tuple[str, ...]
    play: Play
    cut: bool = False
    """Whether a token was impossible with these starting buoys, and was dropped with all later ones."""

    @classmethod
    def read(cls, begun: Play, text: str) -> Self:
        """Parse tokens separated by spaces, up to the first impossible one."""
        noted = tuple(text.split()[:MOST])
        play, count = followed(begun, map(gesture, noted))
        return cls(begun, noted[:count], play, cut=count < len(noted))

    @property
    def text(self) -> str:
        return " ".join(self.tokens)

    def tapped(self, token: str) -> Self:
        """Return the manche after a tap; an impossible tap changes nothing."""
        if token == BACK:
            return self.read(self.begun, " ".join(self.tokens[:-1]))
        after = self.play.after(gesture(token))
        same = replace(self, cut=False)
        return same if after is None else replace(same, tokens=(*self.tokens, token), play=after)

    def left(self) -> dict[str, str]:
        """Return the form fields that a finished manche fills: buoys left, and eliminated players.

        With the bonus for the lowest level, also the player who alone has it. Empty before the end of the manche.
        """
        if not self.play.over:
            return {}
        fields: dict[str, str] = {}
        for seat, held in enumerate(self.play.bouees):
            out = seat in self.play.elimines
            fields |= {f"restantes_{seat}": "" if out else str(held), f"elimine_{seat}": "1" if out else ""}
        if self.play.house.bonus_plus_bas and len(self.play.lowest) == 1:
            seats = range(len(self.play.bouees))
            fields |= {f"plus_bas_{seat}": "1" if seat in self.play.lowest else "" for seat in seats}
        return fields

    def news(self) -> str:
        """Return the losers of the last trick, the leader of the next one, and whether later tricks were cleared."""
        labels = [*after_trick(self.play), *([Label("suivi-coupe")] if self.cut else [])]
        return ". ".join(message_of(label, WORDS, self.play.table) for label in labels)

    def asked(self) -> str:
        """Return the question for the next tap."""
        return message_of(next_question(self.play), WORDS, self.play.table)


NUMBERS: Mapping[str, str] = {
    "coeurs": N_("cœurs"),
    "carreaux": N_("carreaux"),
    "bouees": N_("bouées au départ"),
    "restantes": N_("bouées restantes"),
}
"""Labels of the numbers of a row, by the stem of their field names."""
TICKS: Mapping[str, str] = {"elimine": N_("éliminé"), "plus_bas": N_("au plus bas")}
"""Labels of the checkboxes of a row, by the stem of their field names."""
SUITS = ("coeurs", "carreaux")


class BoueesForm(EntryForm):
    """Form of a manche. The fields of a row are named by seat: `coeurs_0`, `restantes_0`, `elimine_0`."""

    STYLES = (styles.ROWS,)
    WORDS = WORDS
    STEMS: ClassVar[Mapping[str, str]] = {
        **{key: key for key in ("bouees", "restantes", "plus_bas")},
        "elimines": "elimine",
    }

    LETTERS: ClassVar[tuple[str, ...]] = LETTERS

    plis = StringField(N_("plis"))
    """Tokens of the helper that follows the manche."""
    geste = HiddenField()

    rules: Bouees
    state: BoueesState

    def __init__(self, formdata: Any = None, **kwargs: Any) -> None:
        super().__init__(formdata, **kwargs)
        for seat in range(self.table.seats, MOST_SEATS):
            for suit in SUITS:
                del self[f"{suit}_{seat}"]
        if formdata is None and self.rules.mains_tournantes:
            for seat, depart in enumerate(passed_on(self.state, self.state.sens[0])):
                known = {"bouees": depart.bouees} if depart.main is None else asdict(depart.main)
                for stem, count in known.items():
                    self[f"{stem}_{seat}"].data = str(count)

    def typed(self, key: str) -> Any:
        if key == "mains":
            suits = {
                name: [self._number(suit, seat) for suit in SUITS] for seat, name in self.entry_names.items()
            }
            # In a hand with one suit counted, an empty suit means 0.
            hands = {
                name: [count or 0 for count in hand] for name, hand in suits.items() if hand != [None, None]
            }
            return {name: dict(zip(SUITS, hand, strict=True)) for name, hand in hands.items()} or None
        value = super().typed(key)
        if key == "restantes" and value:
            # For a player marked as eliminated, 0 buoys left is ignored.
            out = self.typed("elimines") or ()
            return {name: left for name, left in value.items() if left != 0 or name not in out} or None
        return value

    @classmethod
    def fields_for(cls, key: str, value: Any, state: State) -> dict[str, list[str]]:
        if key != "mains":
            return super().fields_for(key, value, state)
        hands = [(seat, value[name]) for seat, name in enumerate(state.table.players) if name in value]
        return {f"{suit}_{seat}": [str(count)] for seat, hand in hands for suit, count in hand.items()}

    def sums(self, suit: str) -> list[int]:
        """Return the sum of a suit over all hands, for each possible pack."""
        return [getattr(pack, suit) for pack in self.rules.packs(self.table.seats)]

    def hints(self) -> dict[str, str]:
        """Return the starting buoys of each row, the first leader once all are known, and the differences of the sums."""
        entry = self._half_typed()
        starts = self.rules.starts(entry)
        known = entry.mains or entry.bouees or ()
        slots = {f"bouees-{seat}": str(starts[seat]) for seat, count in enumerate(known) if count is not None}
        if starts and not any(self.rules.deal_faults(self.table, entry)):
            slots["commence"] = message_of(begins(self.table, starts), WORDS, self.table)
        return slots | present(**self._sum_hints(entry), pertes=self._loss_hint(entry))

    @cached_property
    def followed(self) -> FollowedManche | None:
        """The manche followed so far; `None` until its starting buoys are known and possible."""
        entry = self._half_typed()
        starts = self.rules.starts(entry)
        if not starts or any(self.rules.deal_faults(self.table, entry)):
            return None
        return FollowedManche.read(Play.begun(self.rules, self.table, starts), self.plis.data or "")

    def computed(self) -> dict[str, str]:
        """Return the tokens after a tap, and the fields of a finished manche. Undoing the last trick empties these fields."""
        if self.followed is None or not self.geste.data:
            return {}
        before, after = self.followed.left(), self.followed.tapped(self.geste.data)
        shown = {name: "1" if self[name].data is True else self[name].data or "" for name in before}
        emptied = {name: "" for name, text in before.items() if shown[name] == text}
        return {"plis": after.text, **(after.left() or emptied)}

    def _sum_hints(self, entry: BoueesManche) -> dict[str, str]:
        """Return the sum of each row of the deal, and its difference from a possible one."""
        if entry.mains:
            packs = self.rules.packs(self.table.seats)
            coeurs, carreaux = reds(entry.mains)
            return {
                "coeurs": off("♥", coeurs, {pack.coeurs for pack in packs}),
                "carreaux": off("♦", carreaux, {pack.carreaux for pack in packs}),
            }
        if entry.bouees:
            right = {*self.rules.buoy_sums(self.table.seats)}
            return {"bouees": off(gettext("bouées"), sum(self.rules.starts(entry)), right)}
        return {}

    def _loss_hint(self, entry: BoueesManche) -> str:
        settled = [
            loss
            for seat, loss in enumerate(self.rules.losses(entry))
            if seat in entry.elimines or entry.left(Seat(seat)) is not None
        ]
        lost, most = sum(settled), self.rules.most_losses(self.table.seats)
        return (
            gettext("pertes %(pertes)s, %(trop)s de trop", pertes=lost, trop=lost - most)
            if lost > most
            else ""
        )

    def _half_typed(self) -> BoueesManche:
        """Return the entry from the fields that can be parsed; others count as empty."""
        seats, possible = range(self.table.seats), range(LONGEST_HAND + 1)
        coeurs, carreaux, bouees, restantes = (
            tuple(count if isinstance(count, int) and count in possible else None for count in typed)
            for typed in ([self._number(stem, seat) for seat in seats] for stem in NUMBERS)
        )
        nothing = (None,) * len(seats)
        mains = tuple(
            None if pair == (None, None) else Main(pair[0] or 0, pair[1] or 0)
            for pair in zip(coeurs, carreaux, strict=True)
        )
        return BoueesManche(
            mains=None if mains == nothing else mains,
            bouees=None if bouees == nothing else bouees,
            restantes=restantes,
            elimines=tuple(Seat(seat) for seat in seats if self[f"elimine_{seat}"].data),
        )

    def place(self, faults: Sequence[Fault]) -> None:
        """Place each fault in the row of the player it names; the fault of a missing deal in the first row."""
        named = ((fault, fault.values.get("joueur")) for fault in faults)
        rows = [
            replace(fault, field=f"{fault.field}.{self.table.players[seat]}")
            if fault.field in {"elimines", "plus_bas"} and isinstance(seat, Seat)
            else replace(fault, field=f"mains.{self.table.players[0]}")
            if fault == Fault("cle-manquante", "mains")
            else fault
            for fault, seat in named
        ]
        super().place(rows)

    def field_for(self, key: str) -> Field | None:
        """Return the field of a row. Names may contain dots, so each is compared as a whole."""
        head, _, rest = key.partition(".")
        for seat, name in enumerate(self.table.players):
            if rest == name and head in self.STEMS:
                return self[f"{self.STEMS[head]}_{seat}"]
            if head == "mains" and rest in {name, f"{name}.coeurs"}:
                return self[f"coeurs_{seat}"]
            if head == "mains" and rest == f"{name}.carreaux":
                return self[f"carreaux_{seat}"]
        return None if head in self.STEMS else super().field_for(key)

    def _number(self, stem: str, seat: int) -> int | Decimal | str | None:
        return typed_number(self[f"{stem}_{seat}"].data)


def off(what: str, total: int, right: set[int]) -> str:
    """Return a sum as text, with its difference from the nearest value in `right`."""
    values = {"quoi": what, "trouve": total}
    if total in right:
        return gettext("%(quoi)s %(trouve)s ✓", **values)
    if total < min(right):
        return gettext("%(quoi)s %(trouve)s, il en manque %(ecart)s", ecart=min(right) - total, **values)
    return gettext("%(quoi)s %(trouve)s, %(ecart)s de trop", ecart=total - max(right), **values)


add_columns(BoueesForm, MOST_SEATS, StringField, **NUMBERS)
add_columns(BoueesForm, MOST_SEATS, partial(BooleanField, false_values=("",)), **TICKS)
