"""The entry form of a donne of belote or coinche."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from wtforms import HiddenField, StringField

from scorekeeper.cards.families.belote.rules import BeloteLike, BeloteState
from scorekeeper.cards.families.belote.rules.entry import MOST_ANNONCES, TOUT_ATOUT, VALUES, AtoutBelote
from scorekeeper.cards.families.cards import SIGNS
from scorekeeper.cards.families.points_form import CAMPS, PointsForm, known_points
from scorekeeper.cards.families.styles import TAKEN
from scorekeeper.cards.families.unplayed import Statut
from scorekeeper.cards.game_api.form_fields import OneChoice, camps, seats
from scorekeeper.cards.game_api.offline_checks import Known
from scorekeeper.cards.game_api.words import say
from scorekeeper.cards.rules.contract import State, Table
from scorekeeper.i18n import N_, gettext


class TakenForm(PointsForm):
    """Fields of a donne: the taker, the trump, whose points and how many; the rest only when it happened."""

    STYLES = TAKEN
    PLACES: ClassVar[Mapping[str, str]] = {
        **PointsForm.PLACES,
        "belotes": "belotes_a",
        "belotes.1": "belotes_b",
    }

    preneur = OneChoice(N_("Preneur"), camps)
    joueur = OneChoice(N_("Qui a pris ?"), seats)
    atout = OneChoice(N_("Atout"), lambda form: form.worded(form.rules.atouts))
    capot = OneChoice(N_("Capot"), camps)
    belote = OneChoice(N_("Belote"), camps)
    belotes_a, belotes_b = StringField(N_("Belotes")), StringField(N_("Belotes"))
    annonces = HiddenField()
    """Never shown: the place of all faults of the annonces."""
    a20, a50, a100, a150, a200 = (StringField(str(value), default="0") for value in VALUES)
    b20, b50, b100, b150, b200 = (StringField(str(value), default="0") for value in VALUES)
    statut = OneChoice(N_("Donne"), lambda form: form.statuts(Statut), default=Statut.JOUEE)

    rules: BeloteLike[Any]
    state: BeloteState

    def typed(self, key: str) -> Any:
        """Belotes of a camp that was left empty are none; annonces go by their value."""
        if key == "annonces":
            counted = {
                camp: self.announced(letter, VALUES, VALUES, MOST_ANNONCES + 1) for camp, letter in CAMPS
            }
            return {camp: values for camp, values in counted.items() if values} or None
        value = super().typed(key)
        return [count or 0 for count in value] if key == "belotes" and value else value

    @classmethod
    def fields_for(cls, key: str, value: Any, state: State) -> dict[str, list[str]]:
        return cls.announced_in(value, VALUES) if key == "annonces" else super().fields_for(key, value, state)

    @classmethod
    def known(cls, rules: BeloteLike[Any], table: Table) -> Iterable[Known]:
        by = {"camp": "AB", "atout": ("", *map(str, rules.atouts))}
        return [known_points(rules, TOUT_ATOUT, by, "statut", "capot", "autre")]

    def hints(self) -> dict[str, str]:
        """The points left for the other camp, and what both still need."""
        atout = self.atout.data
        played = AtoutBelote(atout) if atout in self.rules.atouts else None
        slots = {"points": self.complement(self.rules.sharing(played))}
        if self.rules.a_points and self.state.fin is None:
            labels = self.rules.still_needed(self.state.totals)
            slots["objectif"] = " · ".join(say(label, self.WORDS, self.table) for label in labels)
        return slots

    @property
    def trumps(self) -> list[tuple[str, str]]:
        """The trumps of this house as they are shown: suits with their symbol, the others by their word."""
        signs = {str(suit): f"{sign} " for suit, sign in SIGNS.items()}
        return [
            (atout, signs.get(atout, "") + gettext(self.WORDS.terms[atout])) for atout in self.rules.atouts
        ]

    @property
    def counts_belotes(self) -> bool:
        """Whether several belotes may be counted, at tout atout."""
        return self.rules.sa_ta and self.rules.belotes_tout_atout > 1

    @property
    def rare_annonces(self) -> bool:
        """Whether one of the rarer annonces was counted."""
        rare = (self[f"{letter}{value}"].data for _, letter in CAMPS for value in VALUES[3:])
        return any(data not in {"", "0", None} for data in rare)
