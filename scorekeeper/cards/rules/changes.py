"""Changes of a table between two entries: players renamed, replaced, moved to another seat, joined or left.

A column keeps its seat when its name changes. A player who joins gets a new last column. One who left scores nothing
and may return to the same column. So every row of a sheet has the same columns.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Generic, Self, TypeVar

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import AnyOf, Fault, Rules, Seat, Table
from scorekeeper.cards.rules.fields import Many, Record
from scorekeeper.cards.rules.kinds import HUGE, Json, Kind, Name, Unreadable, Whole, refused, shown, within

if TYPE_CHECKING:
    from scorekeeper.cards.rules.rulings import RuleChange

T = TypeVar("T")
C = TypeVar("C", bound="TableChange | RuleChange")
MOST_COLUMNS = 8
"""Most columns of one sheet, including those of players who left; more if the game seats more."""
MOST_CHANGES = 100
"""Changes of one sheet."""
Takes = tuple[tuple[str, str], ...]
"""Pairs of the new and the former name of a column."""


class Formers(Kind[Takes]):
    """An object from the new to the former name of a column, `{"Émile": "David"}`."""

    def read(self, raw: Json, table: Table) -> Takes:
        if not isinstance(raw, dict):
            raise refused("objet-attendu")
        pairs: list[tuple[str, str]] = []
        faults: list[Fault] = []
        for new, former in raw.items():
            try:
                pairs.append((Name().read(new, table), Name().read(former, table)))
            except Unreadable as unreadable:
                faults += within(shown(new), unreadable.faults)
        if faults:
            raise Unreadable(*faults)
        return tuple(pairs)

    def write(self, value: Takes, table: Table) -> Json:
        return dict(value)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        name = Name().schema()
        return {"type": "object", "propertyNames": name, "additionalProperties": name}


@dataclass(frozen=True)
class TableChange:
    """The people at the table after a number of lines."""

    after: Annotated[int, Whole(0, HUGE)]
    """Number of lines before the change."""
    players: Annotated[tuple[str, ...], Many(Name(), 20)]
    """Players at the table, in order of play."""
    replaces: Annotated[Takes, Formers()] = ()
    """Players who take over the column of another player."""
    renames: Annotated[Takes, Formers()] = ()
    """Players whose name changes."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every name in the change."""
        return (*self.players, *(name for pair in self.takes for name in pair))

    @property
    def takes(self) -> Takes:
        """Pairs of new and former name, of replacements and renames alike."""
        return (*self.replaces, *self.renames)


CHANGE = Record(TableChange)


@dataclass(frozen=True)
class Move:
    """What a change does to the players of the table: who is replaced, renamed, arrives, returns, leaves, and the new order."""

    replaced: Takes
    renamed: Takes
    joined: tuple[str, ...]
    back: tuple[str, ...]
    """Players who return to their former column."""
    left: tuple[str, ...]
    seats: tuple[str, ...]
    """All players in the new order of play; empty if nobody changed seats."""


@dataclass(frozen=True)
class ByLine(Generic[T, C]):
    """What holds at the opening of a sheet, and after each of its changes."""

    stages: tuple[T, ...]
    changes: tuple[C, ...] = ()

    @property
    def first(self) -> T:
        return self.stages[0]

    @property
    def now(self) -> T:
        return self.stages[-1]

    def at(self, rang: int) -> T:
        """Return what holds for line `rang`."""
        return self.stages[self.above(rang)]

    def above(self, rang: int) -> int:
        """Return the number of changes above line `rang`."""
        return sum(change.after < rang for change in self.changes)

    def shifted(self, above: int, by: int = 1) -> Self:
        """Return a copy in which the changes after the first `above` are `by` lines further down."""
        if above == len(self.changes):
            return self
        moved = (replace(each, after=each.after + by) for each in self.changes[above:])
        return replace(self, changes=(*self.changes[:above], *moved))


class Seating(ByLine[Table, TableChange]):
    """The table at the opening and after each change, all with the same columns."""

    @property
    def opening(self) -> Table:
        """The first table without the columns of players who joined later, as in the heading of the sheet."""
        return replace(self.first, players=self.first.present, order=())

    @property
    def moments(self) -> Iterator[tuple[Table, TableChange]]:
        """Each change with the table before it, without the columns of players who joined later."""
        came = 0
        for table, change in zip(self.stages, self.changes, strict=False):
            came = max(came, *(seat + 1 for seat in table.around))
            yield replace(table, players=table.players[:came]), change

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name on this sheet, including former ones."""
        return tuple(dict.fromkeys(name for table in self.stages for name in table.players))

    @cached_property
    def people(self) -> tuple[tuple[int, dict[str, Seat]], ...]:
        """Seats by name after the opening and after each change, each with its first line; a renamed player has the last name in
        all.
        """
        firsts = (1, *(change.after + 1 for change in self.changes))
        return tuple(
            (first, {self._lasting(place, name): seat for name, seat in zip(table.present, table.around)})  # noqa: B905 - nobody is named
            for place, (first, table) in enumerate(zip(firsts, self.stages, strict=True))
        )

    def everybody(self) -> tuple[str, ...]:
        """Return the names of all players who ever sat at this table, in order of arrival."""
        return tuple({names.casefold(name): name for _, there in self.people for name in there}.values())

    def people_at(self, rang: int) -> dict[str, Seat]:
        """Return the seats of the players of line `rang`, by name; a renamed player has the last name."""
        return next(there for first, there in reversed(self.people) if first <= rang)

    def _lasting(self, place: int, name: str) -> str:
        for change in self.changes[place:]:
            name = next((new for new, former in change.renames if same(former, name)), name)
        return name


def same(name: str, other: str) -> bool:
    """Return whether two names are equal by `names.casefold`."""
    return names.casefold(name) == names.casefold(other)


def seated(table: Table, changes: Iterable[TableChange] = ()) -> Seating:
    """Return the tables after each of some valid changes, all with the same columns."""
    tables, changes = [table], tuple(changes)
    for change in changes:
        tables.append(after(tables[-1], change))
    columns = tables[-1].players
    wide = (_placed(each, (*each.players, *columns[len(each.players) :]), each.around) for each in tables)
    return Seating(tuple(wide) if changes else (table,), changes)


def after(table: Table, change: TableChange) -> Table:
    """Return the table after a change; players who join get new last columns."""
    taken = {names.casefold(former): new for new, former in change.takes}
    columns = [taken.get(names.casefold(name), name) for name in table.players]
    columns += (name for name in change.players if not any(same(name, other) for other in columns))
    places = {names.casefold(name): Seat(seat) for seat, name in enumerate(columns)}
    made = _placed(table, columns, [places[names.casefold(name)] for name in change.players])
    if table.equipes != names.team_names(table.players):
        return made
    # Camps without chosen names are named after their current players.
    return replace(made, equipes=names.team_names(made.players))


def _placed(table: Table, columns: Sequence[str], order: Sequence[Seat]) -> Table:
    usual = [*order] == [*range(len(columns))]
    return replace(table, players=tuple(columns), order=() if usual or not columns else tuple(order))


def move_of(table: Table, change: TableChange) -> Move:
    """Compare the table before and after a change: who was renamed or replaced, joined, returned, left or moved."""
    taken = {names.casefold(former) for _, former in change.takes}
    new = {names.casefold(name) for name, _ in change.takes}
    there, here = {*map(names.casefold, table.present)}, {*map(names.casefold, change.players)}
    come = [name for name in change.players if names.casefold(name) not in there | new]
    had = {*map(names.casefold, table.players)}
    made = after(table, change)
    stayed = [seat for seat in table.around if seat in made.around]
    moved = stayed != [seat for seat in made.around if seat in table.around]
    joined = tuple(name for name in come if names.casefold(name) not in had)
    back = tuple(name for name in come if names.casefold(name) in had)
    left = tuple(name for name in table.present if names.casefold(name) not in here | taken)
    return Move(change.replaces, change.renames, joined, back, left, change.players if moved else ())


def faults(rules: type[Rules[Any, Any]], table: Table, change: TableChange) -> list[Fault]:
    """Return the faults of a change of table, those of the names first, and others only if there are none; fields are keys of the
    change.
    """
    if not table.players:
        return [Fault("changement-sans-noms")]
    wrong = [*_name_faults(table, change)]
    if wrong:
        return wrong
    move, made = move_of(table, change), after(table, change)
    if not rules.VARIES:
        wrong += (Fault("arrivee-impossible", "players", nom=name) for name in (*move.joined, *move.back))
        wrong += (Fault("depart-impossible", "players", nom=name) for name in move.left)
    if not wrong and len(change.players) not in rules.SEATS:
        wrong.append(Fault("joueurs-nombre", "players", nombres=AnyOf(rules.SEATS), ailleurs=""))
    if not wrong and rules.CAMPS:
        crossed = [place for place, seat in enumerate(made.around) if (place - seat) % 2]
        wrong += (Fault("camp-change", f"players.{place}", nom=change.players[place]) for place in crossed)
    most = max(MOST_COLUMNS, *rules.SEATS)
    if len(made.players) > most:
        wrong.append(Fault("trop-de-colonnes", "players", limite=most))
    return wrong or ([Fault("rien-ne-change", "players")] if made == table else [])


def _name_faults(table: Table, change: TableChange) -> Iterator[Fault]:
    """Yield the faults of names: duplicate, unknown, or in contradiction with the players listed."""
    here = [names.casefold(name) for name in change.players]
    for place, name in enumerate(change.players):
        if names.casefold(name) in here[:place]:
            yield Fault("nom-pris", f"players.{place}", nom=name)
    formers, news = ([names.casefold(pair[side]) for pair in change.takes] for side in (1, 0))
    columns = [*map(names.casefold, table.players)]
    # Before the first line columns have no scores, so players may exchange theirs.
    swap = change.after == 0 and {*formers} & {*news}
    pairs = [("replaces", pair) for pair in change.replaces] + [("renames", pair) for pair in change.renames]
    for place, (key, (new, former)) in enumerate(pairs):
        field = f"{key}.{shown(new)}"
        if formers[place] not in columns:
            yield Fault("remplace-inconnu", field, nom=former, joueurs=table.around)
        elif formers[place] in formers[:place]:
            yield Fault("remplace-deux-fois", field, nom=former)
        elif news[place] != formers[place] and (
            news[place] in news[:place] or (news[place] in columns and not swap)
        ):
            yield Fault("nom-pris", field, nom=new)
        elif news[place] != formers[place] and formers[place] in here and not swap:
            yield Fault("remplace-reste", field, nom=former)
        elif key == "replaces" and (news[place] == formers[place] or news[place] not in here):
            yield Fault("remplacant-absent", field, nom=new, autre=former)
