"""The rules of a declared game: its formulas are worked out column by column, with nothing that could fail or run for long."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass
from typing import Any, ClassVar

from scorekeeper.cards.games.declared.rules.declared import Declared
from scorekeeper.cards.games.declared.rules.definition import FieldSpec, Genre, StandsOn
from scorekeeper.cards.games.declared.rules.entry import HouseEntry
from scorekeeper.cards.rules.contract import Doubt, Fault, Label, Rules, State, Table, Value
from scorekeeper.cards.rules.fields import Record
from scorekeeper.cards.rules.kinds import HUGE, Kind, Maybe, Whole
from scorekeeper.cards.rules.scores import Item, Outcome, Row, added, remembered

SETTING_KINDS: Mapping[str, Kind[int]] = {"objectif": Whole(1, 1_000_000), "lignes": Whole(1, 1000)}
"""The settings that a declared game has where its definition names that end."""


@dataclass(frozen=True, slots=True)
class HouseState(State):
    """The sheet with the counters of each column."""

    counters: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class HouseRules(Rules[HouseEntry, HouseState]):
    """The rules of one declared game; each has a class of its own, made by `rules_of`."""

    DECLARED: ClassVar[Declared]
    VARIES: ClassVar[bool] = True

    @property
    def target(self) -> int | None:
        """The total at which the partie is over."""
        return getattr(self, "objectif", None)

    @property
    def most_lines(self) -> int | None:
        """The number of lines after which the partie is over."""
        return getattr(self, "lignes", None)

    def lines_of(self, seats: int) -> int | None:
        """The number of lines of a partie of so many players."""
        cards = self.DECLARED.spec.fin.cartes
        shared = None if cards is None else max(1, cards // seats)
        return min((lines for lines in (self.most_lines, shared) if lines is not None), default=None)

    def seats_at(self, table: Table) -> int:
        """The number of players who are at a table."""
        return max(self.SEATS) if table.camps else len(self.there(table))

    def opening(self, table: Table) -> HouseState:
        columns = len(table.columns)
        counters = tuple((counter.debut,) * columns for counter in self.DECLARED.spec.compteurs)
        dealer = table.opening_dealer if self.DECLARED.spec.donneur else None
        totals = (self.DECLARED.spec.depart,) * columns
        return HouseState(table, totals, donneur=dealer, counters=counters)

    def faults(self, state: HouseState, entry: HouseEntry) -> Sequence[Fault]:
        missing = [*self._missing(state.table, entry)]
        if missing:
            return missing
        refused = [met for met in self._met(state, entry) if isinstance(met, Fault)]
        after, _ = self.mark(state, entry)
        if any(max(map(abs, figures)) >= HUGE for figures in (after.totals, *after.counters)):
            refused.append(Fault("marque-trop-grande", "", limite=HUGE))
        return refused

    def doubts(self, state: HouseState, entry: HouseEntry) -> Sequence[Doubt]:
        return [met for met in self._met(state, entry) if isinstance(met, Doubt)]

    @remembered
    def mark(self, state: HouseState, entry: HouseEntry) -> tuple[HouseState, Row]:
        vectors, there = self._vectors(state, entry), self.there(state.table)
        nothing, detail = (0,) * len(state.totals), []
        for place, formula in enumerate(self.DECLARED.points):
            values = formula.columns(vectors, len(there))
            if any(values):
                detail.append(Item(Label(f"poste-{place}"), self._spread(there, values, nothing)))
        detail = detail or [Item(Label("poste-0"), nothing)]
        scores = added(detail, len(nothing))
        after = self.written(state, entry, scores, counters=self._counted(state, vectors))
        return after, Row(scores, tuple(detail))

    def outcome(self, state: HouseState) -> Outcome | None:
        """The partie ends with its last line, where a total reaches the target, or where the house's own formula says so."""
        reason = self._reason(state)
        if reason is None:
            return None
        there, parmi = self.there(state.table), self.DECLARED.parmi
        if parmi is not None:
            allowed = parmi.columns(self._carried(state), len(there))
            there = [column for column, may in zip(there, allowed, strict=True) if may] or there
        return Outcome(self.WINS.best(state.totals, there), reason)

    def leaders(self, state: HouseState) -> tuple[int, ...]:
        return self.WINS.best(state.totals, self.there(state.table))

    def _reason(self, state: HouseState) -> Label | None:
        lines = self.lines_of(self.seats_at(state.table))
        if lines is not None and state.rang >= lines:
            return Label("fin-lignes", nombre=lines)
        if self.target is not None and state.rang and max(state.totals) >= self.target:
            return Label("fin-objectif", objectif=self.target)
        quand = self.DECLARED.quand if state.rang else None
        if quand is not None and any(quand.columns(self._carried(state), len(self.there(state.table)))):
            return Label("fin-quand")
        return None

    @staticmethod
    def there(table: Table) -> Sequence[int]:
        """The columns of those who are at the table."""
        if table.camps or not table.order:
            return range(len(table.columns))
        return sorted(map(int, table.order))

    def _carried(self, state: HouseState) -> list[Any]:
        """Variables of formulas from the sheet, in the order of `carried_names`."""
        there = self.there(state.table)
        whole = (state.totals, *state.counters, *self._beside(state))
        totals, *others = (
            whole
            if len(there) == len(state.totals)
            else ([values[column] for column in there] for values in whole)
        )
        return [totals, state.rang, *others]

    def _beside(self, state: HouseState) -> Sequence[Sequence[int]]:
        """Further variables of formulas from the sheet, with a value for each column."""
        return ()

    def _concerned(self, table: Table, entry: HouseEntry) -> Sequence[int]:
        """The columns that checks are about."""
        return self.there(table)

    @remembered
    def _vectors(self, state: HouseState, entry: HouseEntry) -> list[Any]:
        """Variables of formulas from a line, in the order of `known_names`."""
        vectors = self._carried(state)
        vectors[1] += 1
        there, table = self.there(state.table), state.table
        vectors += [_read(spec, entry.values[spec.cle], there, table) for spec in self.DECLARED.spec.champs]
        return vectors

    def _missing(self, table: Table, entry: HouseEntry) -> Sequence[Fault]:
        """The columns that a field was not noted of."""
        faults = []
        for spec in self.DECLARED.spec.champs:
            if spec.needed and spec.sur is StandsOn.COLONNE:
                noted = entry.values[spec.cle]
                lacking = tuple(table.who(column) for column in self.there(table) if noted[column] is None)
                if lacking:
                    where = f"{spec.cle}.{table.keys[lacking[0]]}"
                    faults.append(Fault("champ-manquant", where, champ=spec.nom, colonnes=lacking))
        return faults

    @remembered
    def _met(self, state: HouseState, entry: HouseEntry) -> Sequence[Fault | Doubt]:
        """The checks whose formula is true, each with the columns at the field that it is about."""
        vectors, there, table = self._vectors(state, entry), self.there(state.table), state.table
        concerned = self._concerned(table, entry)
        met: list[Fault | Doubt] = []
        for place, check in enumerate(self.DECLARED.checks):
            true = zip(there, check.test.columns(vectors, len(there)), strict=True)
            columns = [column for column, so in true if so and column in concerned]
            if columns:
                wide = check.test.wide
                where = f"{check.field}.{table.keys[columns[0]]}" if wide and check.by_column else check.field
                values: dict[str, Value] = {"colonnes": tuple(map(table.who, columns))} if wide else {}
                cls, code = (Doubt, "doute") if check.spec.refuse is None else (Fault, "refus")
                met.append(cls(f"{code}-{place}", where, values))
        return met

    def _counted(self, state: HouseState, vectors: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
        """The counters after a line."""
        there = self.there(state.table)
        return tuple(
            self._spread(there, formula.columns(vectors, len(there)), before)
            for formula, before in zip(self.DECLARED.counters, state.counters, strict=True)
        )

    @staticmethod
    def _spread(there: Sequence[int], values: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
        """Values of those who are there, beside those that the other columns have."""
        if len(there) == len(others):
            return tuple(values)
        known = dict(zip(there, values, strict=True))
        return tuple(known.get(column, other) for column, other in enumerate(others))


def _read(spec: FieldSpec, noted: Any, there: Sequence[int], table: Table) -> Any:
    """Variables of formulas from a field: one number, or one for each column that is there."""
    worths, default = spec.choix or {}, spec.defaut or 0
    if spec.genre is Genre.JOUEUR:
        column = -1 if noted is None else int(table.side_of(noted)) if table.camps else noted
        return [int(column == each) for each in there]

    def figure(each: Any) -> int:
        return default if each is None else worths[each] if worths else int(each)

    if spec.sur is StandsOn.TABLE:
        return figure(noted)
    return [figure(None if noted is None else noted[column]) for column in there]


def rules_of(declared: Declared, base: type[HouseRules] = HouseRules) -> type[HouseRules]:
    """The rules of a declared game, made of those of its sort."""
    spec = declared.spec
    settings = [(key, int | None, field(default=value)) for key, value in spec.ends.items()]
    # Where a tournament has a number of lines of its own, either end may be left out.
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
        "ENTRY": declared.entry,
    }
    rules: type[HouseRules] = make_dataclass("House", settings, bases=(base,), frozen=True, namespace=parts)
    rules.SETTINGS = Record(rules, kinds)
    # By its module a game's folder is found.
    rules.__module__ = __name__
    return rules
