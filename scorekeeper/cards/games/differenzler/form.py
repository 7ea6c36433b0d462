"""Entry form of a donne of Differenzler: the prediction and the card points of each player."""

from collections.abc import Mapping
from typing import ClassVar

from wtforms import StringField

from scorekeeper.cards.families import styles
from scorekeeper.cards.game_api.form import EntryForm, Sealed
from scorekeeper.cards.game_api.form_fields import (
    OneChoice,
    SomeChoices,
    add_columns,
    seats,
)
from scorekeeper.cards.games.differenzler.rules import TOTAL, Differenzler, Jouee
from scorekeeper.cards.games.differenzler.words import WORDS
from scorekeeper.i18n import N_, gettext


class DifferenzlerForm(EntryForm):
    """Form of a donne. Predictions can be entered before it, and are hidden until all are entered."""

    STYLES = (styles.ROWS, styles.SEALED)
    WORDS = WORDS
    SEALED: ClassVar[Sealed] = Sealed("annonces", "annonce", TOTAL, N_("Annonces cachées"))
    STEMS: ClassVar[Mapping[str, str]] = {"annonces": "annonce", "points": "points"}

    total = TOTAL
    statut = OneChoice(N_("Donne"), lambda form: form.statuts(Jouee), default=Jouee.JOUEE)
    zero_avec_pli = SomeChoices(N_("Zéro fait avec une levée"), seats)

    rules: Differenzler

    def hints(self) -> dict[str, str]:
        """Return the sum of the predictions, and the difference of the points from 157."""
        annonces, made = map(self._sum, self.STEMS)
        hints = {}
        if annonces is not None:
            hints["annonces"] = gettext("%(somme)s en tout", somme=annonces)
        if made is not None:
            hints["points"] = _off(made)
        return hints

    def _sum(self, key: str) -> int | None:
        known = [number for number in (self.typed(key) or {}).values() if isinstance(number, int)]
        return sum(known) if known else None


def _off(somme: int) -> str:
    """Return the difference of a sum of points from that of a donne, as text."""
    if somme == TOTAL:
        return gettext("%(somme)s ✓", somme=somme)
    if somme > TOTAL:
        return gettext("%(ecart)s de trop", ecart=somme - TOTAL)
    return gettext("il reste %(ecart)s", ecart=TOTAL - somme)


LABELS = {"annonce": N_("Points annoncés"), "points": N_("Points faits")}
add_columns(DifferenzlerForm, max(Differenzler.SEATS), StringField, **LABELS)
