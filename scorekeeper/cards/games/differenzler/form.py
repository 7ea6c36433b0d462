"""The entry form of a donne of Differenzler: what each player predicted, and what each made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms import Field, RadioField, SelectMultipleField, StringField

from scorekeeper.cards.families import styles
from scorekeeper.cards.game_api.form import EntryForm, Sealed, present, typed_number
from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.differenzler.rules import Differenzler
from scorekeeper.cards.games.differenzler.rules.entry import MOST_SEATS, TOTAL, BonusZero, Jouee
from scorekeeper.cards.games.differenzler.words import WORDS
from scorekeeper.cards.rules.contract import Rules, State, expect
from scorekeeper.i18n import N_, gettext

STEMS: Mapping[str, str] = {"annonces": "annonce", "points": "points"}
"""Stem of the fields of a key; the field of a seat is `points_0` for seat 0, and so on."""


class DifferenzlerForm(EntryForm):
    """One donne. Predictions may be noted before it, and are hidden until all are."""

    STYLES = (styles.ROWS, styles.SEALED, styles.UNPLAYED)
    WORDS: ClassVar[Words] = WORDS
    SEALED: ClassVar[Sealed] = Sealed("annonces", "annonce", TOTAL, N_("Annonces cachées"))
    PLACES: ClassVar[Mapping[str, str]] = {"annonces": "annonce_0", "points": "points_0"}

    total = TOTAL
    statut = RadioField(N_("Donne"), choices=[], default=Jouee.JOUEE, validate_choice=False)
    zero_avec_pli = SelectMultipleField(N_("Zéro fait avec une levée"), choices=[], validate_choice=False)

    def __init__(self, formdata: Any = None, *, rules: Rules[Any, Any], state: State, **kwargs: Any) -> None:
        super().__init__(formdata, rules=rules, state=state, **kwargs)
        self.statut.choices = self.statuts(Jouee)
        self.zero_avec_pli.choices = self.seat_choices()
        for seat in range(self.table.seats, MOST_SEATS):
            for stem in STEMS.values():
                del self[f"{stem}_{seat}"]

    @property
    def asks_zero(self) -> bool:
        """Whether a zero that was made needs a trick."""
        return expect(Differenzler, self.rules).bonus_zero is BonusZero.AVEC_PLI

    def payload(self) -> dict[str, Any]:
        """The donne as it was typed; one that is void has no other key."""
        statut = self.statut.data or Jouee.JOUEE
        if statut != Jouee.JOUEE:
            return {"statut": statut, **self.common()}
        numbers = {key: self._typed(stem) for key, stem in STEMS.items()}
        return {
            **{key: counts for key, counts in numbers.items() if counts},
            **({"zero_avec_pli": list(self.zero_avec_pli.data)} if self.zero_avec_pli.data else {}),
            **self.common(),
        }

    def _typed(self, stem: str) -> dict[str, Any]:
        return present(
            **{
                name: typed_number(self[f"{stem}_{seat}"].data)
                for seat, name in enumerate(self.table.players)
            }
        )

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        fields = {"statut": [str(payload.get("statut", Jouee.JOUEE))]}
        for key, stem in STEMS.items():
            counts = payload.get(key) or {}
            fields |= {
                f"{stem}_{seat}": [str(counts[name])]
                for seat, name in enumerate(state.table.players)
                if name in counts
            }
        return {**fields, "zero_avec_pli": list(payload.get("zero_avec_pli", ()))}

    def hints(self) -> dict[str, str]:
        """Sum of the predictions, and how far the points are off."""
        annonces, made = (self._sum(stem) for stem in STEMS.values())
        hints = {}
        if annonces is not None:
            hints["annonces"] = gettext("%(somme)s en tout", somme=annonces)
        if made is not None:
            hints["points"] = _off(made)
        return hints

    def _sum(self, stem: str) -> int | None:
        """The sum of the numbers of a row, as far as they are known; `None` while none is."""
        known = [number for number in self._typed(stem).values() if isinstance(number, int)]
        return sum(known) if known else None

    def field_for(self, key: str) -> Field | None:
        """The field of a player. A name may have dots in it, so it is compared as a whole."""
        head, _, name = key.partition(".")
        if head in STEMS and name in self.table.players:
            return self[f"{STEMS[head]}_{self.table.players.index(name)}"]
        return super().field_for(key)


def _off(somme: int) -> str:
    """Difference of a sum of points from that of a donne."""
    if somme == TOTAL:
        return gettext("%(somme)s ✓", somme=somme)
    if somme > TOTAL:
        return gettext("%(ecart)s de trop", ecart=somme - TOTAL)
    return gettext("il reste %(ecart)s", ecart=TOTAL - somme)


for _seat in range(MOST_SEATS):
    setattr(DifferenzlerForm, f"annonce_{_seat}", StringField(N_("Points annoncés")))
    setattr(DifferenzlerForm, f"points_{_seat}", StringField(N_("Points faits")))


FORM = DifferenzlerForm
