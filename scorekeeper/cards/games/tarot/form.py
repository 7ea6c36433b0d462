"""The entry form of a Tarot donne."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, ClassVar, cast

from wtforms import BooleanField, Field, StringField

from scorekeeper.cards.families.unplayed import Statut
from scorekeeper.cards.game_api.form import PLAYED, EntryForm, typed_number
from scorekeeper.cards.game_api.form_fields import Known, OneChoice, SomeChoices, seats
from scorekeeper.cards.game_api.words import halves
from scorekeeper.cards.games.tarot.rules import Tarot
from scorekeeper.cards.games.tarot.rules.cards import ALL, BOUTS, FOUR, GROUPS, PACK, TARGETS, margin, pile
from scorekeeper.cards.games.tarot.rules.entry import Chelem, Contrat, DonneCamp, Misere, Poignee, TarotDonne
from scorekeeper.cards.games.tarot.rules.faults import point_fault
from scorekeeper.cards.games.tarot.words import WORDS
from scorekeeper.cards.rules.contract import Fault, Halves, State, Table, expect
from scorekeeper.i18n import N_, gettext, ngettext

ALONE = "-"
"""The choice "seul"; no player can be called so, as a name has a letter or a figure."""


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
"""The groups of a pile that is counted, as the helper names them."""

CAMPS = [(str(camp), WORDS.terms[f"camp-{camp}"]) for camp in DonneCamp]
SMALLEST_PILE = 2
"""Cards of which something is said."""
SHOWN_KEYS: Mapping[str, type[Poignee | Misere]] = {"poignees": Poignee, "miseres": Misere}
"""Keys that hold what players showed: a tick box for each player and kind, its value `kind player`."""


class TarotForm(EntryForm):
    """Taker, contract, bouts and points; everything else is rare."""

    WORDS = WORDS
    PLACES: ClassVar[Mapping[str, str]] = {"points_defense": "points"}

    statut = OneChoice(N_("Donne"), lambda form: form.worded(Statut), default=Statut.JOUEE)
    preneur = OneChoice(N_("Preneur"), seats)
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
        """Whether a partner is asked for."""
        return self.rules.calls(self.table)

    @property
    def half(self) -> bool:
        """Whether points can end in a half."""
        return not self.rules.whole_points(self.table)

    @property
    def again(self) -> dict[str, str] | None:
        """The taker and the contract of the last donne that was played, unless the taker is the mort now."""
        donnes = (expect(TarotDonne, line.entry).played for line in reversed(self.earlier) if not line.aside)
        facts = next((played for played in donnes if played is not None), None)
        if facts is None or facts.contrat not in self.rules.contracts:
            return None
        if self.rules.mort and facts.preneur == self.state.donneur:
            return None
        return {"preneur": self.table.players[facts.preneur], "contrat": str(facts.contrat)}

    def typed(self, key: str) -> Any:
        """The points are those of the camp that was chosen; who called nobody plays alone."""
        if key in {"points", "points_defense"}:
            own = (key == "points_defense") is (self.camp.data == DonneCamp.DEFENSE)
            return typed_number(self.points.data) if own else None
        if key in SHOWN_KEYS:
            pairs = (choice.partition(" ") for choice in self[key].data or ())
            return [{"joueur": name, "type": kind} for kind, _, name in pairs] or None
        return super().typed(key)

    def payload(self) -> dict[str, Any]:
        entry = super().payload()
        return entry | {"appele": None} if entry.get("appele") == ALONE else entry

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

    @classmethod
    def known(cls, rules: Tarot, table: Table) -> Iterable[Known]:
        """The points, in halves, by the contract, the bouts and the camp that counted."""

        def fault(chosen: tuple[str, ...], numbers: tuple[int, ...]) -> Fault | None:
            _, camp, contrat, bouts = chosen
            key = "points_defense" if camp == DonneCamp.DEFENSE else "points"
            return point_fault(rules, table, (Contrat(contrat), int(bouts)), key, Halves(numbers[0]))

        by = {"statut": ("", PLAYED), "camp": [*DonneCamp], "contrat": rules.contracts, "bouts": "0123"}
        return [Known(numbers=("points",), by=by, most=ALL, unit=2, fault=fault)]

    def hints(self) -> dict[str, str]:
        """Both camps' points and the target; the trumps of a poignée."""
        sizes = self.rules.trumps_shown(self.table)
        primes = self.rules.primes_poignee
        trumps = gettext(
            "Atouts, Excuse comprise : simple %(simple)s, double %(double)s, triple %(triple)s.",
            **{str(kind): sizes[kind] for kind in Poignee},
        )
        worth = gettext("Primes : %(primes)s.", primes=", ".join(str(primes[kind]) for kind in Poignee))
        return {"points": self._points_hint(), "poignees": f"{trumps} {worth}", "compte": self._count_hint()}

    def groups(self) -> list[tuple[Field, int, int]]:
        """The fields of the helper that counts a pile: how many cards there are, and the half points of one."""
        return [(self[f"compte_{name}"], *group) for name, group in GROUPS.items()]

    def _counted(self) -> dict[str, int] | None:
        """Number of cards of each group that were counted; `None` while that is not known."""
        typed = {name: typed_number(self[f"compte_{name}"].data) for name in GROUPS}
        if typed["basses"] is None:
            return None
        counts = {name: count or 0 for name, count in typed.items()}
        whole = {name: count for name, count in counts.items() if isinstance(count, int) and count >= 0}
        return whole if len(whole) == len(counts) else None

    def reckoned(self) -> dict[str, str]:
        """The points of the camp whose pile was counted, and the bouts of the attack."""
        counts = self._counted()
        known = pile(counts) if counts else None
        if counts is None or known is None or (known[1] % 2 and not self.half):
            return {}
        bouts = BOUTS - counts["bouts"] if self.camp.data == DonneCamp.DEFENSE else counts["bouts"]
        return {"bouts": str(bouts), "points": halves(known[1])}

    def _count_hint(self) -> str:
        """The pile and what is left beside it; what is wrong with it."""
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
        """The numbers of bouts, as they are said once one is chosen."""
        return {str(count): ngettext("%(num)s bout", "%(num)s bouts", count) for count in range(BOUTS + 1)}

    def _points_hint(self) -> str:
        """Points of the attack and the defence, what the attack must make, and how far it is off."""
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
        """Half points of the attack, where what was typed is a number of card points."""
        typed = typed_number(self.points.data)
        if not isinstance(typed, (int, Decimal)) or not 0 <= 2 * typed <= ALL:
            return None
        points = int(2 * typed)
        return ALL - points if self.camp.data == DonneCamp.DEFENSE else points

    def shown_choices(self, field: SomeChoices) -> list[tuple[str, list[tuple[str, str, bool]]]]:
        """For each player the boxes of a poignée or misère: value, word, ticked."""
        ticked = field.data or ()
        # A misère that the house does not count has its box where one is ticked, so that it can be taken out.
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
