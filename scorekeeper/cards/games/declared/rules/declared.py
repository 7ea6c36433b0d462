"""Compilation of a definition: checks its keys and names, parses its formulas, and collects every fault."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.cards.families.elimination import reaches
from scorekeeper.cards.games.declared.rules.checks import SUMS, CheckSpec, NamedCheck
from scorekeeper.cards.games.declared.rules.definition import (
    DEFINITION,
    FEWEST_SEATS,
    PREFIX,
    Best,
    ColumnKind,
    FieldScope,
    FieldSpec,
    GameSpec,
    Genre,
    TournamentSpec,
    slug,
)
from scorekeeper.cards.games.declared.rules.entry import CASE, POINTS, QUI, EntryRecord, GridRecord
from scorekeeper.cards.games.declared.rules.texts import BOUND_NAMES, KEY, LINE, SEATS, Bound
from scorekeeper.cards.games.declared.rules.variables import (
    KEYED,
    OPEN,
    PLAYS,
    TOTAL,
    carried_names,
    known_names,
)
from scorekeeper.cards.rules import adjustment, names
from scorekeeper.cards.rules.contract import LARGEST_TABLE, SMALLEST_TABLE, Fault, Table, Wins
from scorekeeper.cards.rules.formula import WORDS, BadFormula, Formula, Symbol, read_formula
from scorekeeper.cards.rules.kinds import Json, Unreadable, within

MOST_PARTS_IN_ALL = 1500
RESERVED = frozenset({TOTAL, LINE, "donneur", "note", adjustment.KEY, adjustment.WHY, *WORDS})
GRID_RESERVED = frozenset({QUI, CASE, POINTS, OPEN, PLAYS})
CAMP_SEATS = 4
HARMLESS: Mapping[str, Mapping[str, Json]] = {
    "champs": {"cle": "", "de": 0, "a": 1},
    "cases": {"cle": "", "valeurs": [1]},
    "groupes": {"cle": ""},
    "primes": {"points": "0"},
    "compteurs": {"cle": "", "devient": "0"},
    "postes": {"points": "0"},
    "verifications": {"si": "0", "demande": "rien"},
    "exemples": {"joueurs": ["A", "B"], "saisie": {}, "refuse": True},
}
"""Replacements of items that cannot be read, so that the others can be checked."""
NEEDED: Mapping[str, Json] = {"nom": "Jeu", "joueurs": [2, 12], "champs": [], "postes": [], "exemples": []}
"""Replacements of required keys that cannot be read; empty lists get one harmless item."""

SLIPS: Mapping[str, str] = {
    "×": "x",
    "//": "/",
    ",": ";",
    "=": "===",
    "≠": "=/= /= =! =!= !==",
    "<=": "=<",
    ">=": "=>",
    "<>": "><",
    "non": "! not",
    "et": "& and",
    "ou": "or",
    "si": "if",
    "somme": "sum",
    "nombre": "count",
}
"""Operators and words of formulas, with usual mistakes for them, separated by spaces."""
SLIPPED = frozenset({"formule-signe", "formule-suite", "formule-attendu", "formule-nom"})
"""Codes of faults that such a mistake can cause."""


@dataclass(frozen=True)
class Check:
    """A check with its formulas."""

    spec: CheckSpec
    test: Formula
    """Formula that is true where the line is wrong; for a named check, the value of each column."""
    wanted: Formula
    """Value that a named check compares with."""
    field: str
    """Key of the field beside which its sentence is shown; empty for none."""
    by_column: bool
    """Whether that field has a value for each column."""


@dataclass(frozen=True)
class Declared:
    """A compiled definition."""

    spec: GameSpec
    points: tuple[Formula, ...]
    bonuses: tuple[Formula, ...]
    """Value of each bonus of a grid, computed from its rows."""
    counters: tuple[Formula, ...]
    checks: tuple[Check, ...]
    quand: Formula | None
    parmi: Formula | None
    elimination: Formula | None

    @property
    def camps(self) -> bool:
        """Whether it is played by two partnerships of two players."""
        return self.spec.colonnes is ColumnKind.CAMPS

    @property
    def noted(self) -> list[FieldSpec]:
        """Fields by column that are shown beside the score; empty if the score of a line is just the number of each field."""
        wide = [field for field in self.spec.champs if field.sur is FieldScope.COLONNE]
        scores = [item.points for item in self.spec.postes] == [field.cle for field in wide]
        return [] if scores and wide[0].genre is Genre.NOMBRE else wide

    def words_of(self, field: FieldSpec) -> list[str]:
        """Return the words of a choice, the lowest value first; the highest first for a score where the highest total wins."""
        words = [*(field.choix or {})]
        places = any(item.points == field.cle for item in self.spec.postes)
        return words[::-1] if places and self.wins is Wins.HIGH else words

    @property
    def seats(self) -> tuple[int, ...]:
        """Numbers of players that it allows."""
        least, most = self.spec.joueurs
        return tuple(range(least, most + 1))

    @property
    def wins(self) -> Wins:
        return Wins.HIGH if self.spec.gagne is Best.GRAND else Wins.LOW

    @cached_property
    def entry(self) -> EntryRecord:
        """Record that reads and writes its lines."""
        if self.spec.grid:
            return GridRecord(self.spec.champs, self.spec.cases, camps=self.camps)
        return EntryRecord(self.spec.champs, camps=self.camps)

    @cached_property
    def document(self) -> dict[str, Json]:
        """The definition as a plain object, without keys at their defaults."""
        return DEFINITION.write(self.spec, Table())


def read_declared(raw: Json) -> Declared:
    """Return a compiled definition. Raises `Unreadable` with every fault, each at its key: `champs.0.de`."""
    try:
        spec: GameSpec = DEFINITION.read(raw, Table())
    except Unreadable as unreadable:
        raise Unreadable(*unreadable.faults, *further_faults(raw, unreadable.faults)) from unreadable
    return _judged(spec)


def further_faults(raw: Json, faults: Sequence[Fault]) -> list[Fault]:
    """Return the further faults of a partly unreadable definition: those found with its unreadable parts replaced."""
    # Without all keys, the variables of the formulas are not known.
    unknown = any(fault.field.endswith(".cle") or fault.field in {"cases", "groupes"} for fault in faults)
    if not isinstance(raw, dict) or unknown:
        return []
    corrected, replaced = {key: raw[key] for key in DEFINITION.kinds if key in raw}, set()
    for fault in faults:
        head, _, rest = fault.field.partition(".")
        place = rest.partition(".")[0]
        items = corrected.get(head)
        if head in HARMLESS and place.isdigit() and isinstance(items, list):
            corrected[head] = [*items]
            corrected[head][int(place)] = _harmless(head, int(place), items[int(place)])
            replaced.add(f"{head}.{place}.")
        else:
            corrected.pop(head, None)
            if head in NEEDED:
                corrected[head] = NEEDED[head] or [_harmless(head, 0)]
            replaced.add(f"{head}.")
    try:
        _judged(DEFINITION.read(corrected, Table()))
    except Unreadable as unreadable:
        return [fault for fault in unreadable.faults if not f"{fault.field}.".startswith(tuple(replaced))]
    return []


def _harmless(head: str, place: int, item: Json = None) -> dict[str, Json]:
    """Return an item without conflicts for a list of a definition; it keeps the key of the unreadable item if that is valid."""
    if head == "verifications":
        return dict(HARMLESS[head])
    key = str(item.get("cle")) if isinstance(item, dict) else ""
    own = {"cle": key if KEY.fullmatch(key) else f"champ_{place}"} if "cle" in HARMLESS[head] else {}
    return {**HARMLESS[head], **own, "nom": f"{head} {place}"}


def _judged(spec: GameSpec) -> Declared:
    if spec.grid:
        # A line concerns one column, so its fields have one value each.
        spec = replace(spec, champs=tuple(replace(field, sur=FieldScope.TABLE) for field in spec.champs))
    faults, clashes = [*_general_faults(spec)], [*_clashes(spec)]
    if clashes:
        # Without unique names, the variables of the formulas are not known.
        raise Unreadable(*faults, *clashes)
    declared = _compiled(spec, faults)
    if faults:
        raise Unreadable(*faults)
    return declared


def _general_faults(spec: GameSpec) -> Iterable[Fault]:
    least, most = spec.joueurs
    if len(spec.key) < len(PREFIX) + FEWEST_SEATS:
        yield Fault("nom-sans-lettre", "nom")
    if least > most:
        yield Fault("bornes-inverses", "joueurs", min=least, max=most)
    elif spec.colonnes is ColumnKind.CAMPS and (least, most) != (CAMP_SEATS, CAMP_SEATS):
        yield Fault("camps-quatre", "joueurs")
    elif spec.tournoi != TournamentSpec() and (most < SMALLEST_TABLE or least > LARGEST_TABLE):
        yield Fault("tournoi-tables", "tournoi", min=SMALLEST_TABLE, max=LARGEST_TABLE)
    for key in () if spec.grid else ("champs", "postes"):
        if not getattr(spec, key):
            yield Fault("cle-manquante", key)
    yield from _item_faults(spec, "exemples")
    yield from _grid_faults(spec)
    yield from _item_faults(spec, "champs")
    yield from _item_faults(spec, "verifications")
    yield from _camp_faults(spec)
    yield from _elimination_faults(spec)


def _camp_faults(spec: GameSpec) -> Iterable[Fault]:
    """Yield a fault for each field or check of camps in a game without camps."""
    if spec.colonnes is ColumnKind.CAMPS:
        return
    for place, field in enumerate(spec.champs):
        if field.genre is Genre.CAMP:
            yield Fault("camps-sans-camps", f"champs.{place}.genre")
    for place, check in enumerate(spec.verifications):
        if check.regle is NamedCheck.UN_PAR_CAMP:
            yield Fault("camps-sans-camps", f"verifications.{place}.regle")


def _elimination_faults(spec: GameSpec) -> Iterable[Fault]:
    yield from within("elimination", spec.elimination.faults())
    if spec.eliminates and spec.grid:
        yield Fault("elimination-grille", "elimination")
    total = spec.elimination.total
    if total is None:
        return
    if spec.fin.total is not None:
        yield Fault("total-et-elimination", "elimination.total")
    if reaches(total, spec.depart, Wins.LOW if spec.gagne is Best.PETIT else Wins.HIGH):
        yield Fault("elimination-au-depart", "elimination.total", depart=spec.depart)


def _item_faults(spec: GameSpec, section: str) -> Iterable[Fault]:
    for place, item in enumerate(getattr(spec, section)):
        yield from within(f"{section}.{place}", item.faults())


def _grid_faults(spec: GameSpec) -> Iterable[Fault]:
    if not spec.grid:
        yield from (Fault("grille-sans-cases", key) for key in ("groupes", "primes") if getattr(spec, key))
        return
    yield from _item_faults(spec, "cases")
    groups = {None, *(group.cle for group in spec.groupes)}
    for section in ("cases", "primes"):
        for place, item in enumerate(getattr(spec, section)):
            if item.groupe not in groups:
                yield Fault("groupe-inconnu", f"{section}.{place}.groupe", cle=item.groupe)


def _clashes(spec: GameSpec) -> Iterable[Fault]:
    """Yield a fault for each repeated key or name, and for each key that is reserved in formulas."""
    seen: set[str] = set()
    reserved = RESERVED | GRID_RESERVED if spec.grid else RESERVED
    for section in KEYED:
        shown: set[str] = set()
        for place, item in enumerate(getattr(spec, section)):
            if item.cle in reserved:
                yield Fault("cle-reservee", f"{section}.{place}.cle", cle=item.cle)
            elif item.cle in seen:
                yield Fault("cle-double", f"{section}.{place}.cle", cle=item.cle)
            if names.casefold(item.nom) in shown:
                yield Fault("nom-double-champ", f"{section}.{place}.nom", nom=item.nom)
            seen.add(item.cle)
            shown.add(names.casefold(item.nom))


class _Formulas:
    """Parser of the formulas of a definition; adds their faults to `faults`."""

    def __init__(self, spec: GameSpec, faults: list[Fault]) -> None:
        self.spec = spec
        self.faults = faults
        self.known = known_names(spec)
        self.carried = carried_names(spec)
        self.after = {name: symbol for name, symbol in self.known.items() if name not in {POINTS, PLAYS}}
        """Variables after a line: those of the sheet, and the fields of that line."""
        self.shown = {
            name: symbol for name, symbol in self.carried.items() if name not in {TOTAL, LINE, SEATS}
        }
        self.parts = 0

    def read(self, text: str, place: str, known: Mapping[str, Symbol] | None = None) -> Formula:
        """Return a parsed formula; 0 for an unreadable one, after adding its fault. `known` are its variables, by default a line's."""
        try:
            formula = read_formula(text, self.known if known is None else known)
        except BadFormula as bad:
            self.faults.append(_formula_fault(bad, place, tuple(self.known if known is None else known)))
            return read_formula("0", {})
        before, self.parts = self.parts, self.parts + formula.parts
        if before <= MOST_PARTS_IN_ALL < self.parts:
            self.faults.append(Fault("formules-trop", place, limite=MOST_PARTS_IN_ALL))
        return formula

    def bound(self, bound: Bound | None, place: str) -> None:
        """Add the fault of a bound that cannot be parsed."""
        if isinstance(bound, str):
            self.read(bound, place, BOUND_NAMES)

    def of(self, section: str, key: str, known: Mapping[str, Symbol] | None = None) -> Iterator[Formula]:
        """Yield the parsed formula under `key` of each item of the list `section`; `known` as in `read`."""
        for place, item in enumerate(getattr(self.spec, section)):
            yield self.read(getattr(item, key), f"{section}.{place}.{key}", known)


def _formula_fault(bad: BadFormula, place: str, known: tuple[str, ...]) -> Fault:
    """Return the fault of a formula that cannot be parsed, with the correction of a usual mistake."""
    met = bad.instead or bad.part
    plain = slug(met)
    meant = {slip: word for word, slips in SLIPS.items() for slip in slips.split()}
    instead = meant.get(met) or meant.get(plain) or (plain if plain in {*known, *WORDS} else met)
    if instead != met and met not in known and bad.code in SLIPPED:
        return Fault("formule-ecrire", place, partie=met, ecrire=instead)
    code = "formule-avant" if bad.instead else bad.code
    return Fault(code, place, {"partie": bad.part, "connus": (*filter(None, known),), "suite": bad.instead})


def _compiled(spec: GameSpec, faults: list[Fault]) -> Declared:
    formulas = _Formulas(spec, faults)
    points = tuple(formulas.of("postes", "points"))
    bonuses = tuple(formulas.of("primes", "points", formulas.shown))
    counters = tuple(formulas.of("compteurs", "devient"))
    for place, field in enumerate(spec.champs):
        for end in ("de", "a"):
            formulas.bound(getattr(field, end), f"champs.{place}.{end}")
    checks = tuple(_check(formulas, place, check) for place, check in enumerate(spec.verifications))
    quand, parmi, out = (
        None if text is None else formulas.read(text, place, known)
        for text, place, known in (
            (spec.fin.quand, "fin.quand", formulas.after),
            (spec.fin.parmi, "fin.parmi", formulas.carried),
            (spec.elimination.quand, "elimination.quand", formulas.after),
        )
    )
    return Declared(spec, points, bonuses, counters, checks, quand=quand, parmi=parmi, elimination=out)


def _check(formulas: _Formulas, place: int, check: CheckSpec) -> Check:
    """Return a compiled check; its faults are added to those of `formulas`."""
    spec, where = formulas.spec, f"verifications.{place}"
    keys = [each.cle for each in spec.champs]
    if check.champ and check.champ not in [*keys, *((CASE, POINTS) if spec.grid else ())]:
        formulas.faults.append(Fault("champ-inconnu", f"{where}.champ", cle=check.champ))
        return Check(check, read_formula("0", {}), read_formula("0", {}), "", by_column=False)
    unknown = {*(check.cases or ())} - {each.cle for each in spec.cases}
    for cle in sorted(unknown):
        formulas.faults.append(Fault("case-inconnue", f"{where}.cases", cle=cle))
    key = "si" if check.regle is None else "quoi"
    text = getattr(check, key) or check.champ or "0"
    test = formulas.read(text, f"{where}.{key}")
    if check.regle is not None and not test.wide and test.constant is None:
        formulas.faults.append(Fault("regle-par-colonne", f"{where}.{key}"))
    wanted = formulas.read(check.valeur or "0", f"{where}.valeur")
    if wanted.wide and check.regle in SUMS:
        formulas.faults.append(Fault("regle-par-table", f"{where}.valeur"))
    read = (key for key in keys if key in test.names)
    field = check.champ or next(read, CASE if spec.grid else "")
    by_column = any(each.cle == field and each.sur is FieldScope.COLONNE for each in spec.champs)
    return Check(check, test, wanted, field, by_column)
