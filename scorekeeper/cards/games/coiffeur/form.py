"""Entry form of a donne of Coiffeur: a cell of the grid, and the points."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from wtforms import Field, StringField

from scorekeeper.cards.families import styles
from scorekeeper.cards.families.matches import PLIS, PLIS_TOUT_ATOUT
from scorekeeper.cards.families.points import TOLD
from scorekeeper.cards.families.points_form import known_points, left_over
from scorekeeper.cards.game_api.form import COMMON_KEYS, typed_number
from scorekeeper.cards.game_api.form_fields import Known, OneChoice, camps, seats
from scorekeeper.cards.game_api.grid import GridSheet
from scorekeeper.cards.game_api.grid_form import GridForm, cell_value
from scorekeeper.cards.game_api.words import say
from scorekeeper.cards.games.coiffeur.rules import CELL, SOUHAITS, Coiffeur, Issue, Jeu, Ligne
from scorekeeper.cards.games.coiffeur.words import GRID, WORDS
from scorekeeper.cards.rules.contract import Side, State, Table
from scorekeeper.i18n import N_


class CoiffeurForm(GridForm):
    """Form of a donne: its cell, points of the camp that announced, and rarer fields."""

    STYLES = (styles.POINTS,)
    WORDS = WORDS
    GRID: ClassVar[GridSheet] = GRID
    PLACES: ClassVar[Mapping[str, str]] = {
        "preneur": "case",
        "contrat": "case",
        **dict.fromkeys(TOLD, "points"),
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
        """Return the typed donne; of a row given up only its cell and the player who announced."""
        entry = super().payload()
        if self.statut.data == Issue.RAYEE:
            cell = {key: self.typed(key) for key in CELL if key not in COMMON_KEYS}
            entry |= {key: value for key, value in cell.items() if value is not None}
        return entry

    def typed(self, key: str) -> Any:
        if key in {"preneur", "contrat"}:
            return {"preneur": "AB"[self.cell[0]], "contrat": self.cell[1].key}[key] if self.cell else None
        if key in TOLD:
            return self._points().get(key)
        return None if key == "jeu" and self.ligne not in SOUHAITS else super().typed(key)

    def _points(self) -> dict[str, Any]:
        """Return the entry keys of the points: of the camp that announced, of the other one, or of both."""
        side = self.cell[0] if self.cell else 0
        own, other = typed_number(self.points.data), typed_number(self.autre.data)
        if own is not None and other is not None:
            return {"points": [own, other] if side == 0 else [other, own]}
        return {TOLD[1 + side]: own, TOLD[2 - side]: other}

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        preneur, ligne = payload.get("preneur"), payload.get("contrat")
        side = "AB".index(preneur) if preneur else 0
        pair = payload.get("points") or [payload.get(key) for key in TOLD[1:]]
        cell = cell_value(side, ligne) if preneur and ligne else None
        rest = {key: payload.get(key) for key in ("statut", "jeu", "match", "joueur")}
        return super().fields_of({**rest, "case": cell, "points": pair[side], "autre": pair[1 - side]}, state)

    def field_for(self, key: str) -> Field | None:
        """Return the field of an entry key; points of the other camp alone belong to its own field."""
        side = self.cell[0] if self.cell else 0
        if key == TOLD[2 - side] and self.autre.data:
            return self.autre
        return super().field_for(key)

    @property
    def total(self) -> int:
        """Card points of the donne, as far as the form knows it."""
        played = Jeu.TOUT_ATOUT in {self.ligne, self.jeu.data if self.ligne in SOUHAITS else None}
        return PLIS_TOUT_ATOUT if played else PLIS

    @classmethod
    def known(cls, rules: Coiffeur, table: Table) -> Iterable[Known]:
        """Return the refused points for a sum of 157; none if the grid has a row at tout atout, with another sum.

        They hold while the game of a wish, the match and the other camp's points are empty.
        """
        if Ligne.TOUT_ATOUT in rules.fois:
            return ()
        by = {"statut": (str(Issue.JOUEE),)}
        return [known_points(rules, PLIS_TOUT_ATOUT, by, "jeu", "match", "autre")]

    def hints(self) -> dict[str, str]:
        """Return the hints: the cell, and the points left for the other camp."""
        own, other = typed_number(self.points.data), typed_number(self.autre.data)
        left = left_over(self.total, own, other, Side(self.cell[0]) if self.cell else None)
        return {**super().hints(), "points": say(left, WORDS, self.table)}
