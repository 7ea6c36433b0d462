"""Entry form of a Tarot donne."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, ClassVar, cast

from wtforms import BooleanField, Field, StringField

from scorekeeper.cards.families.unplayed import Statut
from scorekeeper.cards.game_api.form import EntryForm, typed_number
from scorekeeper.cards.game_api.form_fields import OneChoice, SomeChoices, seats
from scorekeeper.cards.game_api.words import halves
from scorekeeper.cards.games.tarot.rules import Tarot
from scorekeeper.cards.games.tarot.rules.cards import ALL, BOUTS, FOUR, GROUPS, PACK, TARGETS, margin, pile
from scorekeeper.cards.games.tarot.rules.entry import Chelem, DonneCamp, Misere, Poignee, TarotDonne
from scorekeeper.cards.games.tarot.words import WORDS
from scorekeeper.cards.rules.contract import State, expect
from scorekeeper.i18n import N_, gettext, ngettext

ALONE = "-"
"""Value of the choice "seul"; not a player's name, which has a letter or a digit."""


def _or_not(words: Iterable[str]) -> list[tuple[str, str]]:
    return [("", N_("non")), *((word, WORDS.terms[word]) for word in words)]


COUNTED: Mapping[str, str] = {
    "bouts": N_("bout"),
    "rois": N_("roi"),
    "dames": N_("dame"),
    "cavaliers": N_("cavalier"),
    "valets": N_("valet"),
    "basses": N_("autres"),
}
"""Labels of the groups of cards in the counting helper."""

CAMPS = [(str(camp), WORDS.terms[f"camp-{camp}"]) for camp in DonneCamp]
SMALLEST_PILE = 2
"""Fewest cards of a pile for which the helper shows a result."""
SHOWN_KEYS: Mapping[str, type[Poignee | Misere]] = {"poignees": Poignee, "miseres": Misere}
"""Entry keys with a tick box for each player and kind; the value of a box is `kind player`."""


class TarotForm(EntryForm):
    """Form of a donne: taker, contract, bouts and points, and rarer fields."""

    WORDS = WORDS
    PLACES: ClassVar[Mapping[str, str]] = {"points_defense": "points"}

    statut = OneChoice(N_("Donne"), lambda form: form.worded(Statut), default=Statut.JOUEE)
    preneur = OneChoice(N_("Qui a pris ?"), seats)
    appele = OneChoice(N_("Appelé"), lambda form: [*seats(form), (ALONE, gettext("seul"))])
    contrat = OneChoice(N_("Contrat"), lambda form: form.worded(form.rules.contracts))
    bouts = OneChoice(N_("Bouts de l’attaque"), [(str(count), str(count)) for count in range(4)])
    camp = OneChoice(N_("Points du camp"), CAMPS, default=DonneCamp.ATTAQUE)
    points = StringField(N_("Points"))
    poignees = SomeChoices(N_("Poignées"))
    petit_au_bout = OneChoice(N_("Petit au bout"), _or_not(DonneCamp), default="")
    chelem = OneChoice(N_("Chelem de l’attaque"), _or_not(Chelem), default="")
    chelem_defense = BooleanField(N_("La défense a fait toutes les levées"), false_values=("",))
    petit_chelem = OneChoice(N_("Petit chelem"), _or_not(Chelem), default="")
    miseres = SomeChoices(N_("Misères"))

    rules: Tarot

    @property
    def calls(self) -> bool:
        """Whether the form asks for a called partner."""
        return self.rules.calls(self.table)

    @property
    def half(self) -> bool:
        """Whether points can end in a half."""
        return not self.rules.whole_points(self.table)

    @property
    def again(self) -> dict[str, str] | None:
        """Taker and contract of the last played donne; `None` if there is none or they cannot play it now.

        That is so if the house no longer plays the contract, or the taker is the mort.
        """
        donnes = (expect(TarotDonne, line.entry).played for line in reversed(self.earlier) if not line.aside)
        facts = next((played for played in donnes if played is not None), None)
        if facts is None or facts.contrat not in self.rules.contracts:
            return None
        if self.rules.mort and facts.preneur == self.state.donneur:
            return None
        return {"preneur": self.table.players[facts.preneur], "contrat": str(facts.contrat)}

    def typed(self, key: str) -> Any:
        """Return the typed value of a key; points belong to the chosen camp, ticked boxes become objects."""
        if key in {"points", "points_defense"}:
            own = (key == "points_defense") is (self.camp.data == DonneCamp.DEFENSE)
            return typed_number(self.points.data) if own else None
        if key in SHOWN_KEYS:
            pairs = (choice.partition(" ") for choice in self[key].data or ())
            return [{"joueur": name, "type": kind} for kind, _, name in pairs] or None
        return super().typed(key)

    def payload(self) -> dict[str, Any]:
        entry = super().payload()
        # A taker who calls an own king plays alone.
        alone = self.appele.data == ALONE or self._own_king
        return entry | {"appele": None} if alone else entry

    @property
    def _own_king(self) -> bool:
        return bool(self.appele.data) and self.appele.data == self.preneur.data

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        by_defence = payload.get("points") is None and "points_defense" in payload
        alone = {"appele": ALONE} if payload.get("appele", ALONE) is None else {}
        points = payload.get("points_defense" if by_defence else "points")
        counted = {"points": points, "points_defense": None, "camp": list(DonneCamp)[by_defence]}
        return super().fields_of({**payload, **counted, **alone}, state)

    @classmethod
    def fields_for(cls, key: str, value: Any, state: State) -> dict[str, list[str]]:
        if key in SHOWN_KEYS:
            return {key: [f"{shown['type']} {shown['joueur']}" for shown in value]}
        return super().fields_for(key, value, state)

    def hints(self) -> dict[str, str]:
        """Return the hints: points of both camps with the target, trumps and primes of poignées, the counted pile."""
        sizes = self.rules.trumps_shown(self.table)
        primes = self.rules.primes_poignee
        trumps = gettext(
            "Atouts, Excuse comprise : simple %(simple)s, double %(double)s, triple %(triple)s.",
            **{str(kind): sizes[kind] for kind in Poignee},
        )
        worth = gettext("Primes : %(primes)s.", primes=", ".join(str(primes[kind]) for kind in Poignee))
        alone = gettext("%(nom)s : seul.", nom=self.preneur.data) + " " if self._own_king else ""
        return {
            "points": alone + self._points_hint(),
            "poignees": f"{trumps} {worth}",
            "compte": self._count_hint(),
        }

    def groups(self) -> list[tuple[Field, int, int]]:
        """Return the fields of the counting helper, each with its number of cards and the half points of one."""
        return [(self[f"compte_{name}"], *group) for name, group in GROUPS.items()]

    def _counted(self) -> dict[str, int] | None:
        """Return the counted cards of each group; `None` if the other cards are missing or a count is invalid."""
        typed = {name: typed_number(self[f"compte_{name}"].data) for name in GROUPS}
        if typed["basses"] is None:
            return None
        counts = {name: count or 0 for name, count in typed.items()}
        valid = {name: count for name, count in counts.items() if isinstance(count, int) and count >= 0}
        return valid if len(valid) == len(counts) else None

    def computed(self) -> dict[str, str]:
        """Return the points of the counted camp and the bouts of the attack; empty if the count is incomplete or wrong."""
        counts = self._counted()
        known = pile(counts) if counts else None
        if counts is None or known is None or (known[1] % 2 and not self.half):
            return {}
        bouts = BOUTS - counts["bouts"] if self.camp.data == DonneCamp.DEFENSE else counts["bouts"]
        return {"bouts": str(bouts), "points": halves(known[1])}

    def _count_hint(self) -> str:
        """Return the hint of the counting helper: cards and points of both camps, or the error in the count."""
        counts = self._counted()
        if counts is None or sum(counts.values()) < SMALLEST_PILE:
            return gettext(
                "Touchez les bouts et les figures d’un camp, puis écrivez combien il a d’autres cartes."
            )
        known = pile(counts)
        if known is None:
            return gettext("C’est plus de cartes qu’il n’y en a.")
        cards, points = known
        if cards % 2 and self.rules.playing(self.table) == FOUR:
            return gettext(
                "%(cartes)s cartes : à quatre, chaque camp en a un nombre pair. Recomptez.", cartes=cards
            )
        both = gettext(
            "%(cartes)s cartes, %(points)s points (l’autre camp : %(autres)s et %(reste)s).",
            cartes=cards,
            points=halves(points),
            autres=PACK - cards,
            reste=halves(ALL - points),
        )
        half = gettext("La carte de trop vaut un demi-point.")
        rounded = gettext("Arrondissez le demi-point selon votre usage.")
        return f"{both} {half if self.half else rounded}" if cards % 2 else both

    def counted_bouts(self) -> dict[str, str]:
        """Return the words for each number of bouts, shown once one is chosen."""
        return {str(count): ngettext("%(num)s bout", "%(num)s bouts", count) for count in range(BOUTS + 1)}

    def _points_hint(self) -> str:
        """Return the hint of the points: attack and defence, target, and margin, as far as they are known."""
        bouts = typed_number(self.bouts.data)
        points = self._attack_points()
        target = TARGETS[bouts] if isinstance(bouts, int) and bouts in range(4) else None
        if points is None:
            attack = gettext("L’attaque doit faire %(seuil)s points.", seuil=target)
            return gettext("91 points en tout.") if target is None else attack
        camps = {"attaque": halves(points), "defense": halves(ALL - points)}
        both = gettext("Attaque %(attaque)s · défense %(defense)s", **camps)
        if target is None:
            return both
        result = margin(points, cast("int", bouts))
        if not result.ecart:
            how = gettext("juste fait")
        elif result.won:
            how = gettext("réussi de %(ecart)s", ecart=result.ecart)
        else:
            how = gettext("chuté de %(ecart)s", ecart=result.ecart)
        return gettext("%(camps)s · il faut %(seuil)s : %(issue)s", camps=both, seuil=target, issue=how)

    def _attack_points(self) -> int | None:
        typed = typed_number(self.points.data)
        if not isinstance(typed, (int, Decimal)) or not 0 <= 2 * typed <= ALL:
            return None
        points = int(2 * typed)
        return ALL - points if self.camp.data == DonneCamp.DEFENSE else points

    def shown_choices(self, field: SomeChoices) -> list[tuple[str, list[tuple[str, str, bool]]]]:
        """Return the boxes of a poignée or misère for each player: value, label, and whether it is ticked."""
        ticked = field.data or ()
        # A misère that the house does not count keeps its box while one is ticked, so that it can be unticked.
        out = set(Misere).difference(self.rules.miseres, (choice.partition(" ")[0] for choice in ticked))
        boxes = [
            (f"{kind} ", gettext(WORDS.terms[kind])) for kind in SHOWN_KEYS[field.name] if kind not in out
        ]
        return [
            (name, [(value + name, word, value + name in ticked) for value, word in boxes])
            for name in self.table.present
        ]


for _name, _label in COUNTED.items():
    setattr(TarotForm, f"compte_{_name}", StringField(_label))
