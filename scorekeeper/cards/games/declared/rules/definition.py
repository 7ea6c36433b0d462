"""Schema of a definition: the keys of a declared game, their kinds and bounds, and conflicts between them."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from scorekeeper.cards.games.declared.rules.checks import NO_ELIMINATION, CheckSpec, EliminationSpec
from scorekeeper.cards.games.declared.rules.texts import (
    LABEL,
    MOST_SENTENCE,
    MOST_VALUE,
    NUMBER,
    Bound,
    BoundText,
    FormulaText,
    Free,
    HouseLines,
    HouseText,
    NameOfKey,
    Worths,
    compiled,
    value_of,
)
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.fields import Many, PairOf, Record
from scorekeeper.cards.rules.kinds import HUGE, Flag, Maybe, Whole

PREFIX = "maison-"
"""Prefix of the key of every declared game."""
MOST_NAME, MOST_HELP = 30, 2000
MOST_CASES, MOST_GROUPS, MOST_BONUSES, MOST_VALUES = 24, 6, 6, 24
MOST_FIELDS, MOST_COUNTERS, MOST_ITEMS, MOST_CHECKS, MOST_EXAMPLES, MOST_BEFORE = 12, 6, 12, 12, 20, 40
FEWEST_SEATS, MOST_SEATS = 2, 12
FEW = 8
"""Most values of a row for which the form has a key each."""
MOST_TOURNAMENT_LINES = 60
"""Most lines of a partie of a tournament."""
MOST_ANSWERS = 8000
"""Most characters of the stored form answers."""


class Genre(StrEnum):
    """Kinds of values of a field."""

    NOMBRE = "nombre"
    OUI_NON = "oui-non"
    CHOIX = "choix"
    JOUEUR = "joueur"
    CAMP = "camp"


class FieldScope(StrEnum):
    """Whether a field has a value for each column, or one for the table."""

    COLONNE = "colonne"
    TABLE = "table"


class ColumnKind(StrEnum):
    """Kinds of columns of the sheet."""

    JOUEURS = "joueurs"
    CAMPS = "camps"


class Best(StrEnum):
    """Which total wins."""

    GRAND = "grand"
    PETIT = "petit"


class LineWord(StrEnum):
    """The players' word for one line."""

    DONNE = "donne"
    MANCHE = "manche"
    COUP = "coup"
    TOUR = "tour"


_SCORE = Whole(1 - HUGE, HUGE - 1)


@dataclass(frozen=True)
class FieldSpec:
    """A field of the form: `[[champs]]`."""

    cle: Annotated[str, NameOfKey()]
    nom: Annotated[str, LABEL]
    genre: Genre = Genre.NOMBRE
    sur: FieldScope = FieldScope.COLONNE
    de: Annotated[Bound | None, Maybe(BoundText())] = None
    a: Annotated[Bound | None, Maybe(BoundText())] = None
    pas: Annotated[int, Whole(1, MOST_VALUE)] = 1
    """Step: numbers must be multiples of it."""
    defaut: Annotated[int, NUMBER] | None = None
    choix: Annotated[Mapping[str, int] | None, Maybe(Worths())] = None
    facultatif: bool = False
    """Whether a field that names a player or camp may be empty."""

    @property
    def wide(self) -> bool:
        """Whether formulas read a value for each column."""
        return self.sur is FieldScope.COLONNE or self.names_one

    @property
    def names_one(self) -> bool:
        """Whether its value is a player or a camp."""
        return self.genre in {Genre.JOUEUR, Genre.CAMP}

    @property
    def needed(self) -> bool:
        """Whether a line must have a value for it."""
        if self.genre is Genre.OUI_NON:
            return False
        return not self.facultatif if self.names_one else self.defaut is None

    @property
    def bounds(self) -> tuple[int, int]:
        """Least and greatest value that formulas read."""
        if self.genre is Genre.NOMBRE:
            least, most = self.ends
            return (least, most) if self.defaut is None else (min(least, self.defaut), max(most, self.defaut))
        worths = [*(self.choix or {}).values(), *([] if self.defaut is None else [self.defaut])]
        return min(worths, default=0), max(worths, default=1)

    @property
    def ends(self) -> tuple[int, int]:
        """Least and greatest number allowed on any line."""
        return compiled(self.de or 0).least, compiled(self.a or 0).most

    def span(self, line: int, seats: int) -> tuple[int, int]:
        """Return the least and greatest number allowed on line number `line`, with `seats` players or camps."""
        return value_of(self.de or 0, line, seats), value_of(self.a or 0, line, seats)

    @property
    def varies(self) -> bool:
        """Whether its bounds depend on the line."""
        return isinstance(self.de, str) or isinstance(self.a, str)

    @property
    def digits(self) -> int:
        """Greatest number of digits of its values."""
        return max(len(str(abs(end))) for end in self.bounds)

    @property
    def signed(self) -> bool:
        """Whether its value can be negative."""
        return self.bounds[0] < 0

    def faults(self) -> Iterable[Fault]:
        """Yield a fault for each conflict between its keys, and for each missing key."""
        number = self.genre is Genre.NOMBRE
        given = {"de": self.de, "a": self.a, "choix": self.choix, "defaut": self.defaut}
        wanted = ("de", "a") if number else ("choix",) if self.genre is Genre.CHOIX else ()
        for key, value in given.items():
            if key in wanted and value is None:
                yield Fault("cle-manquante", key)
            elif value is not None and key not in wanted and (key != "defaut" or not wanted):
                yield Fault("cle-de-trop", key, genre=str(self.genre))
        if self.facultatif and not self.names_one:
            yield Fault("cle-de-trop", "facultatif", genre=str(self.genre))
        if self.pas > 1 and not number:
            yield Fault("cle-de-trop", "pas", genre=str(self.genre))
        if self.names_one and self.sur is not FieldScope.TABLE:
            yield Fault("joueur-sur-table", "sur")
        if number and isinstance(self.de, int) and isinstance(self.a, int):
            if self.de > self.a:
                yield Fault("bornes-inverses", "de", min=self.de, max=self.a)
            elif self.defaut is not None and not self.de <= self.defaut <= self.a:
                yield Fault("hors-limites", "defaut", min=self.de, max=self.a)


@dataclass(frozen=True)
class CaseSpec:
    """A row of the grid: `[[cases]]`. It has a list of values, or bounds with a step."""

    cle: Annotated[str, NameOfKey()]
    nom: Annotated[str, LABEL]
    groupe: Annotated[str | None, Maybe(NameOfKey())] = None
    valeurs: Annotated[tuple[int, ...] | None, Maybe(Many(NUMBER, MOST_VALUES, 1))] = None
    de: Annotated[int, NUMBER] | None = None
    a: Annotated[int, NUMBER] | None = None
    pas: Annotated[int, Whole(1, MOST_VALUE)] = 1

    @property
    def listed(self) -> Sequence[int]:
        """Values that it can hold when it is not crossed out, the lowest first."""
        if self.valeurs is not None:
            return sorted(self.valeurs)
        return range(self.de or 0, (self.a or 0) + 1, self.pas)

    @property
    def may_cross(self) -> bool:
        """Whether 0 means that it is crossed out."""
        return 0 not in self.listed

    def takes(self, points: int) -> bool:
        """Return whether it can hold these points; 0 is always allowed."""
        return points == 0 or points in self.listed

    @property
    def keys(self) -> Sequence[int]:
        """Values with a key in the form: all its values if they are few, else none; then also 0, if 0 crosses the row out."""
        return [*(self.listed if self.few else ()), *([0] if self.may_cross else ())]

    @property
    def few(self) -> bool:
        """Whether each of its values has a key in the form."""
        return len(self.listed) <= FEW

    @property
    def bounds(self) -> tuple[int, int]:
        """Least and greatest value that formulas read; an open row counts 0."""
        ends = (0, *self.listed[:1], *self.listed[-1:])
        return min(ends), max(ends)

    def faults(self) -> Iterable[Fault]:
        """Yield a fault for each conflict between its keys, and for each missing key."""
        if self.valeurs is not None:
            for key in ("de", "a"):
                if getattr(self, key) is not None:
                    yield Fault("valeurs-ou-bornes", key)
            if len({*self.valeurs}) < len(self.valeurs):
                yield Fault("valeur-double", "valeurs")
        elif self.de is None and self.a is None:
            yield Fault("case-sans-valeurs", "", case=self.nom)
        elif self.de is None or self.a is None:
            yield Fault("cle-manquante", "de" if self.de is None else "a")
        elif self.de > self.a:
            yield Fault("bornes-inverses", "de", min=self.de, max=self.a)
        elif (self.a - self.de) % self.pas:
            yield Fault("pas-faux", "pas", min=self.de, max=self.a, pas=self.pas)


@dataclass(frozen=True)
class GroupSpec:
    """A group of rows with their sum below them: `[[groupes]]`. Its name is that of the sum."""

    cle: Annotated[str, NameOfKey()]
    nom: Annotated[str, LABEL]


@dataclass(frozen=True)
class BonusSpec:
    """A bonus of a column, computed from its rows: `[[primes]]`."""

    nom: Annotated[str, LABEL]
    points: Annotated[str, FormulaText()]
    groupe: Annotated[str | None, Maybe(NameOfKey())] = None
    """Key of the group below which it is shown."""


@dataclass(frozen=True)
class CounterSpec:
    """A number that each column carries from line to line: `[[compteurs]]`."""

    cle: Annotated[str, NameOfKey()]
    nom: Annotated[str, LABEL]
    devient: Annotated[str, FormulaText()]
    debut: Annotated[int, NUMBER] = 0


@dataclass(frozen=True)
class ItemSpec:
    """An item of the score of a line, with its points for each column: `[[postes]]`."""

    nom: Annotated[str, LABEL]
    points: Annotated[str, FormulaText()]


@dataclass(frozen=True)
class EndSpec:
    """Condition of the end of a partie: `[fin]`."""

    total: Annotated[int, Whole(1, MOST_VALUE)] | None = None
    lignes: Annotated[int, Whole(1, 1000)] | None = None
    cartes: Annotated[int, Whole(1, 1000)] | None = None
    """Cards of the pack, if each line deals every player one card more: the partie ends when no further line can be dealt."""
    quand: Annotated[str | None, Maybe(FormulaText())] = None
    parmi: Annotated[str | None, Maybe(FormulaText())] = None
    """Formula that is true for each column that can win; all can if it is true for none."""
    encore: Annotated[bool, Flag()] = False
    """Whether the partie continues while the best total is shared."""


@dataclass(frozen=True)
class TournamentSpec:
    """Settings of the game in a tournament: `[tournoi]`."""

    lignes: Annotated[int, Whole(1, MOST_TOURNAMENT_LINES)] | None = None
    """Number of lines of a partie, which then has no target."""
    exempt: Annotated[int, _SCORE] | None = None
    """Points of a bye."""


@dataclass(frozen=True)
class ExampleSpec:
    """An example: a line and its expected result: `[[exemples]]`."""

    nom: Annotated[str, HouseText(MOST_SENTENCE)]
    joueurs: Annotated[tuple[str, ...], Many(HouseText(names.NAME_MAX), MOST_SEATS, FEWEST_SEATS)]
    saisie: Annotated[Mapping[str, Any], Free()]
    avant: Annotated[tuple[Mapping[str, Any], ...], Many(Free(), MOST_BEFORE)] = ()
    reglages: Annotated[Mapping[str, Any] | None, Maybe(Free())] = None
    marque: Annotated[tuple[int, ...] | None, Maybe(Many(_SCORE, MOST_SEATS))] = None
    totaux: Annotated[tuple[int, ...] | None, Maybe(Many(_SCORE, MOST_SEATS))] = None
    refuse: Annotated[bool, Flag()] = False
    demande: Annotated[bool, Flag()] = False
    gagne: Annotated[tuple[str, ...] | None, Maybe(Many(HouseText(names.NAME_MAX), MOST_SEATS))] = None
    """Winners after it; empty if the partie is not over, `None` if not checked."""
    fin: Annotated[bool | None, Maybe(Flag())] = None
    """Whether the partie is over after it; if left out, it is over if there are winners."""

    @property
    def ends(self) -> bool:
        """Whether the partie is expected to be over after it."""
        return bool(self.gagne) if self.fin is None else self.fin

    def faults(self) -> Iterable[Fault]:
        if self.marque is None and not self.refuse:
            yield Fault("exemple-sans-resultat", "")
        if self.marque is not None and self.refuse:
            yield Fault("exemple-deux-resultats", "refuse")


@dataclass(frozen=True, kw_only=True)
class GameSpec:
    """A whole definition."""

    nom: Annotated[str, HouseText(MOST_NAME)]
    joueurs: Annotated[tuple[int, int], PairOf(Whole(FEWEST_SEATS, MOST_SEATS))]
    champs: Annotated[tuple[FieldSpec, ...], Many(Record(FieldSpec), MOST_FIELDS)] = ()
    postes: Annotated[tuple[ItemSpec, ...], Many(Record(ItemSpec), MOST_ITEMS)] = ()
    exemples: Annotated[tuple[ExampleSpec, ...], Many(Record(ExampleSpec), MOST_EXAMPLES, 1)]
    resume: Annotated[str, HouseText(80, least=0)] = ""
    aide: Annotated[str, HouseLines(MOST_HELP)] = ""
    colonnes: ColumnKind = ColumnKind.JOUEURS
    gagne: Best = Best.GRAND
    ligne: LineWord = LineWord.MANCHE
    donneur: bool = True
    """Whether the players deal in turn."""
    depart: Annotated[int, NUMBER] = 0
    """Total of each column at the start."""
    cases: Annotated[tuple[CaseSpec, ...], Many(Record(CaseSpec), MOST_CASES)] = ()
    """Rows of a grid. If there are any, each line fills one cell."""
    groupes: Annotated[tuple[GroupSpec, ...], Many(Record(GroupSpec), MOST_GROUPS)] = ()
    primes: Annotated[tuple[BonusSpec, ...], Many(Record(BonusSpec), MOST_BONUSES)] = ()
    compteurs: Annotated[tuple[CounterSpec, ...], Many(Record(CounterSpec), MOST_COUNTERS)] = ()
    verifications: Annotated[tuple[CheckSpec, ...], Many(Record(CheckSpec), MOST_CHECKS)] = ()
    elimination: EliminationSpec = NO_ELIMINATION
    fin: EndSpec = EndSpec()
    tournoi: TournamentSpec = TournamentSpec()
    formulaire: Annotated[Mapping[str, Any] | None, Maybe(Free(MOST_ANSWERS))] = None
    """Form answers that it was made from; not used for scoring."""

    @property
    def ends(self) -> Mapping[str, int | None]:
        """Settings that end a partie, with their defaults."""
        named = {"objectif": self.fin.total, "lignes": self.fin.lignes}
        asked = {"lignes"} if self.tournoi.lignes is not None else set()
        return {key: value for key, value in named.items() if value is not None or key in asked}

    @property
    def eliminates(self) -> bool:
        """Whether columns can be eliminated."""
        return self.elimination != NO_ELIMINATION

    @property
    def grid(self) -> bool:
        """Whether its sheet is a grid, filled in any order."""
        return bool(self.cases)

    @property
    def key(self) -> str:
        """Key of the game, from its name; the prefix alone if the name has no Latin letter or digit."""
        return PREFIX + slug(self.nom)


def slug(name: str) -> str:
    """Return a name as part of a URL: lower-case letters without accents, digits and hyphens."""
    text = name.casefold().replace("œ", "oe").replace("æ", "ae")
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


DEFINITION = Record(GameSpec, extra={"anyOf": [{"required": ["champs", "postes"]}, {"required": ["cases"]}]})
PARTS = {
    key: part
    for key, kind in DEFINITION.kinds.items()
    if isinstance(part := getattr(kind, "kind", kind), Record)
}
"""Keys of a definition that are TOML tables or lists of them, each with the record of its content."""
LISTS = frozenset(key for key in PARTS if isinstance(DEFINITION.kinds[key], Many))
"""Keys of lists of tables, with headings in double brackets."""
