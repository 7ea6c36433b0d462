"""Entry form of a donne of Coiffeur: a cell of the grid, and the points."""

from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms import Field, StringField

from scorekeeper.cards.families import styles
from scorekeeper.cards.families.matches import PLIS, PLIS_TOUT_ATOUT
from scorekeeper.cards.families.points import POINTS_KEYS
from scorekeeper.cards.families.points_form import left_over
from scorekeeper.cards.game_api.form import COMMON_KEYS, typed_number
from scorekeeper.cards.game_api.form_fields import OneChoice, camps, seats
from scorekeeper.cards.game_api.grid import GridSheet
from scorekeeper.cards.game_api.grid_form import GridForm, cell_value
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.coiffeur.rules import CELL, SOUHAITS, Issue, Jeu, Ligne
from scorekeeper.cards.games.coiffeur.words import GRID, WORDS
from scorekeeper.cards.rules.contract import Side, State
from scorekeeper.i18n import N_


class CoiffeurForm(GridForm):
    """Form of a donne: its cell, points of the camp that announced, and rarer fields."""

    STYLES = (styles.POINTS,)
    WORDS = WORDS
    GRID: ClassVar[GridSheet] = GRID
    PLACES: ClassVar[Mapping[str, str]] = {
        "preneur": "case",
        "contrat": "case",
        **dict.fromkeys(POINTS_KEYS, "points"),
    }

    statut = OneChoice(N_("Donne"), lambda form: form.statuts(Issue), default=Issue.JOUEE)
    jeu = OneChoice(N_("Jeu du souhait"), lambda form: form.worded(Jeu))
    points = StringField(N_("Points"))
    autre = StringField(N_("Points de l’autre camp"))
    match = OneChoice(N_("Match"), camps)
    joueur = OneChoice(N_("Qui a annoncé ?"), seats)

    @property
    def ligne(self) -> Ligne | None:
        """The chosen row, or `None`."""
        return Ligne(self.cell[1].key) if self.cell else None

    def payload(self) -> dict[str, Any]:
        """Return the typed donne; of a row given up only its status, its cell, the player who announced, and the common keys."""
        entry = super().payload()
        if self.statut.data == Issue.RAYEE:
            cell = {key: self.typed(key) for key in CELL if key not in COMMON_KEYS}
            entry |= {key: value for key, value in cell.items() if value is not None}
        return entry

    def typed(self, key: str) -> Any:
        if key in {"preneur", "contrat"}:
            return {"preneur": "AB"[self.cell[0]], "contrat": self.cell[1].key}[key] if self.cell else None
        if key in POINTS_KEYS:
            return self._points().get(key)
        return None if key == "jeu" and self.ligne not in SOUHAITS else super().typed(key)

    def _points(self) -> dict[str, Any]:
        """Return the entry keys of the points: one list if both camps have points, else the key of each camp, `None` for a
        missing number.
        """
        side = self.cell[0] if self.cell else 0
        own, other = typed_number(self.points.data), typed_number(self.autre.data)
        if own is not None and other is not None:
            return {"points": [own, other] if side == 0 else [other, own]}
        return {POINTS_KEYS[1 + side]: own, POINTS_KEYS[2 - side]: other}

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        preneur, ligne = payload.get("preneur"), payload.get("contrat")
        side = "AB".index(preneur) if preneur else 0
        pair = payload.get("points") or [payload.get(key) for key in POINTS_KEYS[1:]]
        cell = cell_value(side, ligne) if preneur and ligne else None
        rest = {key: payload.get(key) for key in ("statut", "jeu", "match", "joueur")}
        return super().fields_of({**rest, "case": cell, "points": pair[side], "autre": pair[1 - side]}, state)

    def field_for(self, key: str) -> Field | None:
        """Return the field of an entry key. Points of the camp that did not choose the cell are in `autre`, unless it was left
        empty.
        """
        side = self.cell[0] if self.cell else 0
        if key == POINTS_KEYS[2 - side] and self.autre.data:
            return self.autre
        return super().field_for(key)

    @property
    def total(self) -> int:
        """Card points of both camps together: more at tout atout, if that is chosen so far."""
        played = Jeu.TOUT_ATOUT in {self.ligne, self.jeu.data if self.ligne in SOUHAITS else None}
        return PLIS_TOUT_ATOUT if played else PLIS

    def hints(self) -> dict[str, str]:
        own, other = typed_number(self.points.data), typed_number(self.autre.data)
        left = left_over(self.total, own, other, Side(self.cell[0]) if self.cell else None)
        return {**super().hints(), "points": message_of(left, WORDS, self.table)}
