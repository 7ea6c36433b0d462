"""Rules of a declared game: its formulas are evaluated for all columns; evaluation cannot fail and takes bounded time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass, replace
from typing import Any, ClassVar

from scorekeeper.cards.families import elimination
from scorekeeper.cards.families.elimination import EliminationState
from scorekeeper.cards.games.declared.rules.checks import NamedCheck, failings
from scorekeeper.cards.games.declared.rules.declared import Check, Declared
from scorekeeper.cards.games.declared.rules.definition import FieldScope, FieldSpec, Genre
from scorekeeper.cards.games.declared.rules.entry import HouseEntry
from scorekeeper.cards.rules.contract import Doubt, Fault, Label, Rules, Table, Value
from scorekeeper.cards.rules.fields import Record
from scorekeeper.cards.rules.formula import Formula, Vectors
from scorekeeper.cards.rules.kinds import HUGE, Kind, Maybe, Whole
from scorekeeper.cards.rules.scores import Item, Outcome, Row, added, remembered

SETTING_KINDS: Mapping[str, Kind[int]] = {"objectif": Whole(1, 1_000_000), "lignes": Whole(1, 1000)}
"""Settings of a declared game; it has those of the ends that its definition names."""


@dataclass(frozen=True, slots=True)
class HouseState(EliminationState):
    """State of a sheet of a declared game: a tuple for each of its counters, with a value for each column."""

    counters: tuple[tuple[int, ...], ...] = ()
    noted: HouseEntry | None = None
    """Last line, read by the formulas of the end and of elimination; `None` before the first."""


@dataclass(frozen=True)
class HouseRules(Rules[HouseEntry, HouseState]):
    """Rules of one declared game. Each game has its own subclass, made by `rules_of`."""

    DECLARED: ClassVar[Declared]
    VARIES: ClassVar[bool] = True

    @property
    def target(self) -> int | None:
        """Total at which the partie ends; `None` without one."""
        return getattr(self, "objectif", None)

    @property
    def most_lines(self) -> int | None:
        """Number of lines after which the partie ends; `None` without one."""
        return getattr(self, "lignes", None)

    def lines_of(self, seats: int) -> int | None:
        """Return the number of lines of a partie of `seats` players; `None` if it is not fixed."""
        cards = self.DECLARED.spec.fin.cartes
        shared = None if cards is None else max(1, cards // seats)
        return min((lines for lines in (self.most_lines, shared) if lines is not None), default=None)

    def seats_at(self, table: Table) -> int:
        """Return the number of players at a table."""
        return max(self.SEATS) if table.camps else len(table.around)

    def opening(self, table: Table) -> HouseState:
        columns = len(table.columns)
        counters = tuple((counter.debut,) * columns for counter in self.DECLARED.spec.compteurs)
        dealer = table.opening_dealer if self.DECLARED.spec.donneur else None
        totals = (self.DECLARED.spec.depart,) * columns
        return HouseState(table, totals, donneur=dealer, counters=counters)

    def faults(self, state: HouseState, entry: HouseEntry) -> Sequence[Fault]:
        missing = [*self._out_faults(state, entry), *self._missing(state, entry)]
        if missing:
            return missing
        refused = [*self._number_faults(state, entry)]
        met = [(check, fault) for check, fault in self._met(state, entry) if isinstance(fault, Fault)]
        # Faults of one column come first: a fault of the whole line may follow from them.
        for check, fault in sorted(met, key=lambda pair: "." not in pair[1].field):
            if not any(_follows(check, fault, known) for known in refused):
                refused.append(fault)
        after, _ = self.mark(state, entry)
        if any(max(map(abs, figures)) >= HUGE for figures in (after.totals, *after.counters)):
            refused.append(Fault("marque-trop-grande", "", limite=HUGE))
        return refused

    def doubts(self, state: HouseState, entry: HouseEntry) -> Sequence[Doubt]:
        return [doubt for _, doubt in self._met(state, entry) if isinstance(doubt, Doubt)]

    @remembered
    def mark(self, state: HouseState, entry: HouseEntry) -> tuple[HouseState, Row]:
        vectors, there = self._vectors(state, entry), state.left
        nothing, detail = (0,) * len(state.totals), []
        for place, formula in enumerate(self.DECLARED.points):
            values = formula.columns(vectors, len(there))
            if any(values):
                detail.append(Item(Label(f"poste-{place}"), self._spread(there, values, nothing)))
        detail = detail or [Item(Label("poste-0"), nothing)]
        scores = added(detail, len(nothing))
        counters = self._computed(state, self.DECLARED.counters, vectors, state.counters)
        after = self._after(state, entry, scores, counters=counters)
        return after, Row(scores, tuple(detail))

    def _after(
        self, state: HouseState, entry: HouseEntry, scores: tuple[int, ...], **changes: Any
    ) -> HouseState:
        """Return the state after a line, with the totals, the next dealer and eliminations."""
        after = self.written(state, entry, scores, **changes, noted=entry)
        out = self._eliminated(after)
        return (
            self.written(state, entry, scores, **changes, noted=entry, **elimination.eliminated(state, out))
            if out
            else after
        )

    def _eliminated(self, state: HouseState) -> list[int]:
        """Return the columns still in that meet the condition of elimination."""
        spec, left = self.DECLARED.spec.elimination, state.left
        if spec.total is not None:
            return [
                column for column in left if elimination.reaches(spec.total, state.totals[column], self.WINS)
            ]
        out = self.DECLARED.elimination
        if out is None or state.noted is None:
            return []
        over = out.columns(self._vectors_after(state), len(left))
        return [column for column, true in zip(left, over, strict=True) if true]

    def adjusted(self, state: HouseState, entry: Any) -> tuple[HouseState, Mapping[str, Any]]:
        """Return the state after an adjustment, which may eliminate columns or, with a limit of totals, bring them back."""
        limit = self.DECLARED.spec.elimination.total
        if limit is None:
            return replace(state, **elimination.eliminated(state, self._eliminated(state))), {}
        return elimination.adjusted(state, entry.scores(state), limit, self.WINS), {}

    def outcome(self, state: HouseState) -> Outcome | None:
        """Return the result if the partie is over: by elimination, number of lines, target or the definition's formula."""
        if (alone := elimination.end_of(state)) is not None:
            return Outcome(self.leaders(state), alone)
        reason = self._reason(state)
        if reason is None:
            return None
        left, parmi = state.left, self.DECLARED.parmi
        if parmi is not None:
            allowed = parmi.columns(self._carried(state), len(left))
            left = [column for column, may in zip(left, allowed, strict=True) if may] or left
        best = self.WINS.best(state.totals, left)
        return None if self.DECLARED.spec.fin.encore and len(best) > 1 else Outcome(best, reason)

    def leaders(self, state: HouseState) -> tuple[int, ...]:
        return elimination.leaders(state, self.WINS)

    def _reason(self, state: HouseState) -> Label | None:
        lines = self.lines_of(self.seats_at(state.table))
        if lines is not None and state.rang >= lines:
            return Label("fin-lignes", nombre=lines)
        if self.target is not None and state.rang and max(state.totals) >= self.target:
            return Label("fin-objectif", objectif=self.target)
        quand = self.DECLARED.quand if state.rang else None
        if quand is not None and any(quand.columns(self._vectors_after(state), len(state.left))):
            return Label("fin-quand")
        return None

    def _carried(self, state: HouseState) -> list[Any]:
        """Return the values of the variables of the sheet, in the order of `carried_names`."""
        there = state.left
        carried = (state.totals, *state.counters, *self._sheet_variables(state))
        totals, *others = (
            carried
            if len(there) == len(state.totals)
            else ([values[column] for column in there] for values in carried)
        )
        return [totals, state.rang, len(there), *others]

    def _sheet_variables(self, state: HouseState) -> Sequence[Sequence[int]]:
        """Return further variables of the sheet, each with a value for each column: none here, those of the cells in a grid."""
        return ()

    def _concerned(self, state: HouseState, entry: HouseEntry) -> Sequence[int]:
        return state.left

    @remembered
    def _vectors(self, state: HouseState, entry: HouseEntry) -> list[Any]:
        """Return the values of the variables of a line, in the order of `known_names`."""
        vectors = self._carried(state)
        vectors[1] += 1
        return vectors + self._read_fields(state, entry)

    def _vectors_after(self, state: HouseState) -> list[Any]:
        """Return the values of the variables after a line: the present sheet, and the fields of the last line if there is one."""
        return self._carried(state) + ([] if state.noted is None else self._read_fields(state, state.noted))

    def _read_fields(self, state: HouseState, entry: HouseEntry) -> list[Any]:
        left, table = state.left, state.table
        return [_read(spec, entry.values[spec.cle], left, table) for spec in self.DECLARED.spec.champs]

    def _out_faults(self, state: HouseState, entry: HouseEntry) -> Iterator[Fault]:
        """Yield a fault for each value of an eliminated column, and for each field that names one."""
        if not state.out:
            return
        for spec in self.DECLARED.spec.champs:
            noted = entry.values[spec.cle]
            if spec.sur is FieldScope.COLONNE:
                yield from elimination.noted_faults(state, spec.cle, noted or ())
            elif spec.names_one and noted in state.out:
                yield Fault("deja-elimine", spec.cle, joueur=state.table.who(noted))

    def _number_faults(self, state: HouseState, entry: HouseEntry) -> Iterator[Fault]:
        """Yield a fault for each number outside the bounds of this line, and for each that is not a multiple of its step."""
        left, table = state.left, state.table
        for spec in self.DECLARED.spec.champs:
            if not spec.varies and spec.pas == 1:
                continue
            noted = entry.values[spec.cle]
            wide = spec.sur is FieldScope.COLONNE and noted is not None
            places = (
                [(f"{spec.cle}.{table.keys[each]}", noted[each]) for each in left]
                if wide
                else [(spec.cle, noted)]
            )
            least, most = spec.span(state.rang + 1, len(left))
            for where, value in places:
                if value is not None and not least <= value <= most:
                    yield Fault("hors-limites", where, min=least, max=most)
                elif value is not None and value % spec.pas:
                    yield Fault("champ-pas", where, pas=spec.pas)

    def _missing(self, state: HouseState, entry: HouseEntry) -> Sequence[Fault]:
        """Return a fault for each required field by column without a value for some columns."""
        faults, table = [], state.table
        for spec in self.DECLARED.spec.champs:
            if spec.needed and spec.sur is FieldScope.COLONNE:
                noted = entry.values[spec.cle]
                lacking = tuple(table.who(column) for column in state.left if noted[column] is None)
                if lacking:
                    where = f"{spec.cle}.{table.keys[lacking[0]]}"
                    faults.append(Fault("champ-manquant", where, champ=spec.nom, colonnes=lacking))
        return faults

    def _applies(self, check: Check, entry: HouseEntry) -> bool:
        return True

    @remembered
    def _met(self, state: HouseState, entry: HouseEntry) -> Sequence[tuple[Check, Fault | Doubt]]:
        """Return the faults and doubts of the checks that a line does not pass, each with its check."""
        met: list[tuple[Check, Fault | Doubt]] = []
        for place, check in enumerate(self.DECLARED.checks):
            if not self._applies(check, entry):
                continue
            rule = check.spec.regle
            reasons = (
                self._true(state, entry, place, check)
                if rule is None
                else self._failed(state, entry, place, check, rule)
            )
            met += [(check, reason) for reason in reasons]
        return met

    def _true(
        self, state: HouseState, entry: HouseEntry, place: int, check: Check
    ) -> Iterator[Fault | Doubt]:
        """Yield the fault or doubt of a check by formula, with the columns where the formula is true."""
        left, table = state.left, state.table
        true = zip(left, check.test.columns(self._vectors(state, entry), len(left)), strict=True)
        concerned = self._concerned(state, entry)
        columns = [column for column, so in true if so and column in concerned]
        if columns:
            wide = check.test.wide
            where = f"{check.field}.{table.keys[columns[0]]}" if wide and check.by_column else check.field
            values: dict[str, Value] = {"colonnes": tuple(map(table.who, columns))} if wide else {}
            yield _reason(check, place, where, values)

    def _failed(
        self, state: HouseState, entry: HouseEntry, place: int, check: Check, rule: NamedCheck
    ) -> Iterator[Fault | Doubt]:
        """Yield the faults or doubts of a named check, with the wrong numbers."""
        left, table = state.left, state.table
        vectors, who = self._vectors(state, entry), [*map(table.who, left)]
        values = check.test.columns(vectors, len(left))
        for failing in failings(rule, values, who, check.wanted.columns(vectors, len(left))):
            column = left[failing.columns[0]]
            alone = failing.alone and check.by_column
            where = f"{check.field}.{table.keys[column]}" if alone else check.field
            says = (
                Label("constat-de", qui=table.who(column), constat=failing.label)
                if failing.alone
                else failing.label
            )
            yield _reason(check, place, where, {"constat": says})

    def _computed(
        self,
        state: HouseState,
        formulas: Sequence[Formula],
        vectors: Vectors,
        before: Sequence[Sequence[int]],
    ) -> tuple[tuple[int, ...], ...]:
        """Return the values of formulas by column; a column that is not left keeps that of `before`."""
        there = state.left
        return tuple(
            self._spread(there, formula.columns(vectors, len(there)), values)
            for formula, values in zip(formulas, before, strict=True)
        )

    @staticmethod
    def _spread(there: Sequence[int], values: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
        """Return a value for each column: from `values` for the columns `there`, from `others` for the rest."""
        if len(there) == len(others):
            return tuple(values)
        known = dict(zip(there, values, strict=True))
        return tuple(known.get(column, other) for column, other in enumerate(others))


def _follows(check: Check, fault: Fault, known: Fault) -> bool:
    """Return whether the fault of a check follows from a known one, in a field that the check reads."""
    (field, _, column), own = known.field.partition("."), fault.field.partition(".")[2]
    reads = {fault.field.partition(".")[0], *check.test.names, *check.wanted.names}
    return field in reads and (not column or not own or column == own)


def _reason(check: Check, place: int, where: str, values: Mapping[str, Value]) -> Fault | Doubt:
    """Return the fault of a check that refuses, or the doubt of one that asks."""
    asks = check.spec.demande is not None
    values = {**values, "texte": Label(f"texte-{place}"), "champ": Label(f"champ-{place}")}
    return Doubt(f"doute-{place}", where, values) if asks else Fault(f"refus-{place}", where, values)


def _read(spec: FieldSpec, noted: Any, there: Sequence[int], table: Table) -> Any:
    """Return the value of a field for formulas: one number, or a list with one for each column not eliminated."""
    worths, default = spec.choix or {}, spec.defaut or 0
    if spec.genre is Genre.CAMP:
        return [int(noted is not None and int(noted) == each) for each in there]
    if spec.genre is Genre.JOUEUR:
        column = -1 if noted is None else int(table.side_of(noted)) if table.camps else noted
        return [int(column == each) for each in there]

    def figure(each: Any) -> int:
        return default if each is None else worths[each] if worths else int(each)

    if spec.sur is FieldScope.TABLE:
        return figure(noted)
    return [figure(None if noted is None else noted[column]) for column in there]


def rules_of(declared: Declared, base: type[HouseRules] = HouseRules) -> type[HouseRules]:
    """Return the rules class of a declared game, a subclass of `base`."""
    spec = declared.spec
    settings = [(key, int | None, field(default=value)) for key, value in spec.ends.items()]
    # If only the tournament sets a number of lines, either setting may be empty.
    either = spec.tournoi.lignes is not None
    kinds = {
        key: Maybe(SETTING_KINDS[key]) if either and spec.fin.lignes is None else SETTING_KINDS[key]
        for key in spec.ends
    }
    parts = {
        "DECLARED": declared,
        "SEATS": declared.seats,
        "CAMPS": declared.camps,
        "VARIES": not declared.camps and len(declared.seats) > 1,
        "WINS": declared.wins,
        "CHANGEABLE": frozenset(spec.ends),
        "ENTRY": declared.entry,
    }
    rules: type[HouseRules] = make_dataclass("House", settings, bases=(base,), frozen=True, namespace=parts)
    rules.SETTINGS = Record(rules, kinds)
    # A game's folder is found by the module of its rules.
    rules.__module__ = __name__
    return rules
