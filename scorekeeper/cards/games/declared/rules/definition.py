"""Content of a definition: the keys of a declared game, how each is read, their bounds, and which do not go together."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from scorekeeper.cards.games.declared.rules.bounds import Bound, BoundText, compiled, value_of
from scorekeeper.cards.games.declared.rules.checks import NO_ELIMINATION, CheckSpec, EliminationSpec
from scorekeeper.cards.games.declared.rules.texts import (
    LABEL,
    MOST_SENTENCE,
    MOST_VALUE,
    NUMBER,
    FormulaText,
    Free,
    HouseLines,
    HouseText,
    NameOfKey,
    Worths,
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
"""Most values of a row that are each a key of the form."""
MOST_TOURNAMENT_LINES = 60
"""Most lines of a partie of a tournament."""
MOST_ANSWERS = 8000
"""Most characters of the answers of the form."""


class Genre(StrEnum):
    """Kind of value noted in a field."""

    NOMBRE = "nombre"
    OUI_NON = "oui-non"
    CHOIX = "choix"
    JOUEUR = "joueur"
    CAMP = "camp"


class StandsOn(StrEnum):
    """On whom a field stands."""

    COLONNE = "colonne"
    TABLE = "table"


class ColumnKind(StrEnum):
    """Columns of the sheet."""

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
    sur: StandsOn = StandsOn.COLONNE
    de: Annotated[Bound | None, Maybe(BoundText())] = None
    a: Annotated[Bound | None, Maybe(BoundText())] = None
    pas: Annotated[int, Whole(1, MOST_VALUE)] = 1
    """Numbers are multiples of it."""
    defaut: Annotated[int, NUMBER] | None = None
    choix: Annotated[Mapping[str, int] | None, Maybe(Worths())] = None
    facultatif: bool = False
    """Of a player or camp: whether nobody may be named."""

    @property
    def wide(self) -> bool:
        """Whether formulas read another value in each column."""
        return self.sur is StandsOn.COLONNE or self.names_one

    @property
    def names_one(self) -> bool:
        """Whether its value is a player or a camp."""
        return self.genre in {Genre.JOUEUR, Genre.CAMP}

    @property
    def needed(self) -> bool:
        """Whether a line cannot be without it."""
        if self.genre is Genre.OUI_NON:
            return False
        return not self.facultatif if self.names_one else self.defaut is None

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the most that formulas read."""
        if self.genre is Genre.NOMBRE:
            least, most = self.ends
            return (least, most) if self.defaut is None else (min(least, self.defaut), max(most, self.defaut))
        worths = [*(self.choix or {}).values(), *([] if self.defaut is None else [self.defaut])]
        return min(worths, default=0), max(worths, default=1)

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the most of its numbers on any line."""
        return compiled(self.de or 0).least, compiled(self.a or 0).most

    def span(self, line: int, seats: int) -> tuple[int, int]:
        """Return the least and the most that may be noted on a line, with so many players or camps in."""
        return value_of(self.de or 0, line, seats), value_of(self.a or 0, line, seats)

    @property
    def varies(self) -> bool:
        """Whether its bounds depend on the line."""
        return isinstance(self.de, str) or isinstance(self.a, str)

    @property
    def digits(self) -> int:
        """Most digits of its numbers."""
        return max(len(str(abs(end))) for end in self.bounds)

    @property
    def signed(self) -> bool:
        """Whether something below 0 may be noted."""
        return self.bounds[0] < 0

    def faults(self) -> Iterable[Fault]:
        """Every reason why its keys do not go together."""
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
        if self.names_one and self.sur is not StandsOn.TABLE:
            yield Fault("joueur-sur-table", "sur")
        if number and isinstance(self.de, int) and isinstance(self.a, int):
            if self.de > self.a:
                yield Fault("bornes-inverses", "de", min=self.de, max=self.a)
            elif self.defaut is not None and not self.de <= self.defaut <= self.a:
                yield Fault("hors-limites", "defaut", min=self.de, max=self.a)


@dataclass(frozen=True)
class CaseSpec:
    """A row of the grid: `[[cases]]`. It has either a list of values, or bounds with a step."""

    cle: Annotated[str, NameOfKey()]
    nom: Annotated[str, LABEL]
    groupe: Annotated[str | None, Maybe(NameOfKey())] = None
    valeurs: Annotated[tuple[int, ...] | None, Maybe(Many(NUMBER, MOST_VALUES, 1))] = None
    de: Annotated[int, NUMBER] | None = None
    a: Annotated[int, NUMBER] | None = None
    pas: Annotated[int, Whole(1, MOST_VALUE)] = 1

    @property
    def listed(self) -> Sequence[int]:
        """Values where it is made, the lowest first."""
        if self.valeurs is not None:
            return sorted(self.valeurs)
        return range(self.de or 0, (self.a or 0) + 1, self.pas)

    @property
    def may_cross(self) -> bool:
        """Whether 0 means that it was given up."""
        return 0 not in self.listed

    def takes(self, points: int) -> bool:
        """Whether it can hold these points; 0 it always can."""
        return points == 0 or points in self.listed

    @property
    def keys(self) -> Sequence[int]:
        """All that it can hold, where that is few; else only 0, where that means to give it up."""
        return [*(self.listed if self.few else ()), *([0] if self.may_cross else ())]

    @property
    def few(self) -> bool:
        """Whether all that it can hold is a key of its own."""
        return len(self.listed) <= FEW

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the most that formulas read; an open row counts 0."""
        ends = (0, *self.listed[:1], *self.listed[-1:])
        return min(ends), max(ends)

    def faults(self) -> Iterable[Fault]:
        """Every reason why its keys do not go together."""
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
    """Rows whose sum stands below them: `[[groupes]]`. Its name is that of the sum."""

    cle: Annotated[str, NameOfKey()]
    nom: Annotated[str, LABEL]


@dataclass(frozen=True)
class BonusSpec:
    """Bonus of a column, by what stands in its rows: `[[primes]]`."""

    nom: Annotated[str, LABEL]
    points: Annotated[str, FormulaText()]
    groupe: Annotated[str | None, Maybe(NameOfKey())] = None
    """The group below which it stands."""


@dataclass(frozen=True)
class CounterSpec:
    """A number that each column carries from line to line: `[[compteurs]]`."""

    cle: Annotated[str, NameOfKey()]
    nom: Annotated[str, LABEL]
    devient: Annotated[str, FormulaText()]
    debut: Annotated[int, NUMBER] = 0


@dataclass(frozen=True)
class ItemSpec:
    """Item of a line: what it gives each column, and for what: `[[postes]]`."""

    nom: Annotated[str, LABEL]
    points: Annotated[str, FormulaText()]


@dataclass(frozen=True)
class EndSpec:
    """When the partie is over: `[fin]`."""

    total: Annotated[int, Whole(1, MOST_VALUE)] | None = None
    lignes: Annotated[int, Whole(1, 1000)] | None = None
    cartes: Annotated[int, Whole(1, 1000)] | None = None
    """Cards of the pack, where each line deals one more to everybody: it ends when no further one can be dealt."""
    quand: Annotated[str | None, Maybe(FormulaText())] = None
    parmi: Annotated[str | None, Maybe(FormulaText())] = None
    """Columns that can win; everybody where it is true for nobody."""
    encore: Annotated[bool, Flag()] = False
    """Whether the partie goes on while the best totals are equal at its end."""


@dataclass(frozen=True)
class TournamentSpec:
    """Its play in a tournament: `[tournoi]`."""

    lignes: Annotated[int, Whole(1, MOST_TOURNAMENT_LINES)] | None = None
    """Lines of a partie, which then ends at no total."""
    exempt: Annotated[int, _SCORE] | None = None
    """Value of a round for somebody who sits it out."""


@dataclass(frozen=True)
class ExampleSpec:
    """A line with what comes of it: `[[exemples]]`."""

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
    """Winners after it; nobody while the partie goes on."""
    fin: Annotated[bool | None, Maybe(Flag())] = None
    """Whether the partie is over after it; left out, it is where somebody has won."""

    @property
    def ends(self) -> bool:
        """Whether it says that the partie is over after it."""
        return bool(self.gagne) if self.fin is None else self.fin

    def faults(self) -> Iterable[Fault]:
        """Why it does not say one result."""
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
    """Whether somebody deals, in turn."""
    depart: Annotated[int, NUMBER] = 0
    """Total that everybody begins with."""
    cases: Annotated[tuple[CaseSpec, ...], Many(Record(CaseSpec), MOST_CASES)] = ()
    """The rows of a grid; where there are some, each line fills one cell of them."""
    groupes: Annotated[tuple[GroupSpec, ...], Many(Record(GroupSpec), MOST_GROUPS)] = ()
    primes: Annotated[tuple[BonusSpec, ...], Many(Record(BonusSpec), MOST_BONUSES)] = ()
    compteurs: Annotated[tuple[CounterSpec, ...], Many(Record(CounterSpec), MOST_COUNTERS)] = ()
    verifications: Annotated[tuple[CheckSpec, ...], Many(Record(CheckSpec), MOST_CHECKS)] = ()
    elimination: EliminationSpec = NO_ELIMINATION
    fin: EndSpec = EndSpec()
    tournoi: TournamentSpec = TournamentSpec()
    formulaire: Annotated[Mapping[str, Any] | None, Maybe(Free(MOST_ANSWERS))] = None
    """Answers of the form that it was made by; nothing is scored by them."""

    @property
    def ends(self) -> Mapping[str, int | None]:
        """The settings that end a partie, with their defaults."""
        named = {"objectif": self.fin.total, "lignes": self.fin.lignes}
        asked = {"lignes"} if self.tournoi.lignes is not None else set()
        return {key: value for key, value in named.items() if value is not None or key in asked}

    @property
    def eliminates(self) -> bool:
        """Whether columns can go out."""
        return self.elimination != NO_ELIMINATION

    @property
    def grid(self) -> bool:
        """Whether its sheet is a grid that is filled in any order."""
        return bool(self.cases)

    @property
    def key(self) -> str:
        """The key of the game, from its name; the prefix alone where the name has no letter or digit of ours."""
        return PREFIX + slug(self.nom)


def slug(name: str) -> str:
    """A name as part of an address: small letters without accents, digits and hyphens."""
    text = name.casefold().replace("œ", "oe").replace("æ", "ae")
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


DEFINITION = Record(GameSpec, extra={"anyOf": [{"required": ["champs", "postes"]}, {"required": ["cases"]}]})
PARTS = {
    key: part
    for key, kind in DEFINITION.kinds.items()
    if isinstance(part := getattr(kind, "kind", kind), Record)
}
"""The keys below headings, each with what may stand there."""
LISTS = frozenset(key for key in PARTS if isinstance(DEFINITION.kinds[key], Many))
"""Those below headings in two brackets."""
