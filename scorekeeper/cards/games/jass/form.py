"""Entry form of a donne of Jass."""

from collections.abc import Iterator, Mapping
from typing import Any

from wtforms import BooleanField, Field, FieldList, Form, FormField, StringField

from scorekeeper.cards.families import styles
from scorekeeper.cards.families.cards import SIGNS
from scorekeeper.cards.families.matches import PLIS, PLIS_TOUT_ATOUT
from scorekeeper.cards.families.points_form import PointsForm
from scorekeeper.cards.game_api.form import present, typed_number
from scorekeeper.cards.game_api.form_fields import CopyingMeta, Given, OneChoice, camps, seats
from scorekeeper.cards.games.jass.rules import Jass, JassState
from scorekeeper.cards.games.jass.rules.cards import Atout, Rang
from scorekeeper.cards.games.jass.rules.entry import NO_CAMP_KEY, Sortie
from scorekeeper.cards.games.jass.words import WORDS
from scorekeeper.cards.rules.contract import State, Table
from scorekeeper.i18n import N_, gettext, swiss

VALUES = (20, 50, 100, 150, 200, 250, 300)
"""Values of annonces; the last two only if long suites count more."""
SPARE_ROWS = 2
"""Initial number of rows for cards of annonces of a camp; a further one follows the last filled row."""
MOST_ROWS = 12

NOTHING = ("", "–")


def suits() -> list[tuple[str, str]]:
    """Return the suits as choices, after an empty one: by their signs, or with German-Swiss cards by their names."""
    named = ((suit, gettext(WORDS.terms[suit]) if swiss.get() else sign) for suit, sign in SIGNS.items())
    return [NOTHING, *((str(suit), text) for suit, text in named)]


def kinds() -> list[tuple[str, str]]:
    """Return the kinds of annonces as choices."""
    suites = [(str(count), gettext("suite de %(cartes)s", cartes=count)) for count in range(3, 10)]
    return [NOTHING, *suites, ("carre", gettext("carré"))]


class CardsForm(Form):
    """Row of the cards of one annonce."""

    Meta = CopyingMeta

    genre = Given(N_("wys|Annonce"), lambda _row: kinds(), default="")
    hauteur = Given(
        N_("Hauteur"),
        lambda _row: [NOTHING, *((rank, gettext(WORDS.terms[rank])) for rank in Rang)],
        default="",
    )
    couleur = Given(N_("Couleur"), lambda _row: suits(), default="")
    joueur = Given(N_("Joueur"), lambda row: [NOTHING, *[*seats(row)][row.side :: 2]], default="")
    table: Table
    side: int
    """Camp of the annonce, whose players are offered."""

    @property
    def empty(self) -> bool:
        """Whether neither kind, height nor suit is chosen in the row."""
        return not (self.genre.data or self.hauteur.data or self.couleur.data)

    def payload(self) -> dict[str, Any]:
        player, height = present(joueur=self.joueur.data), self.hauteur.data
        if self.genre.data == "carre":
            return {"type": "carre", **present(rang=height), **player}
        suite = present(longueur=typed_number(self.genre.data), hauteur=height, couleur=self.couleur.data)
        return {"type": "suite", **suite, **player}


class Rows(FieldList):  # type: ignore[type-arg]
    """List of card rows, made from the indices in the request."""

    def _extract_indices(self, prefix: str, formdata: Any) -> Iterator[int]:
        """Yield the indices of the rows in the request. WTForms accepts digits of all scripts and fails on some."""
        cut = len(prefix) + 1
        parts = (key[cut:].partition("-") for key in map(str, formdata) if key.startswith(f"{prefix}-"))
        sent = {place for place, dash, _ in parts if dash}
        yield from (place for place in range(MOST_ROWS) if str(place) in sent)


class JassForm(PointsForm):
    """Form of a donne: points of a camp, and rarer fields."""

    STYLES = (*PointsForm.STYLES, styles.CHALK)
    WORDS = WORDS
    VALUES, MOST = VALUES, 12

    match = OneChoice(N_("Match"), camps)
    a20, a50, a100, a150, a200, a250, a300 = (StringField(str(value), default="0") for value in VALUES)
    b20, b50, b100, b150, b200, b250, b300 = (StringField(str(value), default="0") for value in VALUES)
    cartes_a = Rows(FormField(CardsForm), N_("Cartes"), max_entries=MOST_ROWS)
    cartes_b = Rows(FormField(CardsForm), N_("Cartes"), max_entries=MOST_ROWS)
    schtockr = OneChoice(N_("Schtöckr"), camps)
    premier = OneChoice(
        N_("Qui s’est annoncé en premier ?"),
        lambda form: [*camps(form), (NO_CAMP_KEY, gettext("personne ne s’est annoncé"))],
    )
    interrompue = BooleanField(N_("Donne interrompue"), false_values=("",))
    fait_atout = OneChoice(N_("Qui a fait atout ?"), seats)
    chibre = BooleanField(N_("Chibré"), false_values=("",))
    entame = OneChoice(N_("Qui a joué la première carte ?"), seats)

    rules: Jass
    state: JassState

    def __init__(self, formdata: Any = None, **kwargs: Any) -> None:
        super().__init__(formdata, **kwargs)
        for side, rows in enumerate((self.cartes_a, self.cartes_b)):
            while len(rows.entries) < SPARE_ROWS or (
                not rows.entries[-1].form.empty and len(rows.entries) < MOST_ROWS
            ):
                rows.append_entry()
            for row in rows.entries:
                row.form.table, row.form.side = self.table, side

    @classmethod
    def fields_for(cls, key: str, value: Any, state: State) -> dict[str, list[str]]:
        fields = super().fields_for(key, value, state)
        for camp, annonces in value.items() if key == "annonces" else ():
            for place, item in enumerate(item for item in annonces if isinstance(item, Mapping)):
                carre = item.get("type") == "carre"
                row = {"genre": "carre" if carre else item.get("longueur", "")}
                row |= {"hauteur": item.get("rang" if carre else "hauteur", "")}
                row |= {part: item.get(part, "") for part in ("couleur", "joueur")}
                fields |= {
                    f"cartes_{camp.lower()}-{place}-{part}": [str(text)] for part, text in row.items() if text
                }
        return fields

    def announced(self, letter: str) -> list[Any]:
        """Return a camp's annonces: first those by value, then those as cards."""
        return (super().announced(letter) + [row.form.payload() for row in self._filled(letter)])[: self.MOST]

    def _filled(self, letter: str) -> list[Any]:
        return [row for row in getattr(self, f"cartes_{letter}").entries if not row.form.empty]

    def field_for(self, key: str) -> Field | None:
        """Return the field of an entry key; for an annonce given as cards, the field in its row."""
        first, camp, place, *rest = [*key.split("."), "", ""]
        rows = self._filled(camp.lower()) if first == "annonces" and camp in {"A", "B"} else []
        before = len(self.announced(camp.lower())) - len(rows) if rows else 0
        if not place.isdigit() or not 0 <= int(place) - before < len(rows):
            return super().field_for(key)
        row = rows[int(place) - before].form
        name = {"longueur": "genre", "rang": "hauteur"}.get(rest[0], rest[0])
        field: Field = row[name if name in row else "genre"]
        return field

    @property
    def total(self) -> int:
        return PLIS_TOUT_ATOUT if self.atout.data == Atout.TOUT_ATOUT else PLIS

    @property
    def worths(self) -> tuple[int, ...]:
        return self.rules.bareme.nombres

    @property
    def opens(self) -> bool:
        """Whether the form asks who holds the 7 of diamonds: in the first donne, if annonces may depend on who led."""
        known = self.rules.avec_annonces and bool(self.table.players)
        return known and not (self.state.rang or self.chibre.data)

    @property
    def close(self) -> bool:
        """Whether both camps may reach the target in this donne, so that the form asks which one declared first."""
        asked = self.rules.a_points and self.rules.sortie is Sortie.ANNONCE
        return asked and all(self.rules.objectif_vise - total <= PLIS for total in self.state.totals)

    @property
    def shown(self) -> bool:
        return any(not row.form.empty for rows in (self.cartes_a, self.cartes_b) for row in rows.entries)
