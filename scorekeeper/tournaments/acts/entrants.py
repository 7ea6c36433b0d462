"""Acts on entrants: registration, correction, withdrawal, return, check-in and substitutes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from typing import Annotated, Any, Unpack

from scorekeeper.cards.game_api.words import money
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cards.rules.fields import Many, Record
from scorekeeper.cards.rules.kinds import Flag, Json, Kind, Maybe, Text, Unreadable, Whole, refused, within
from scorekeeper.errors import Refused
from scorekeeper.i18n import gettext
from scorekeeper.records.store import Store
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.declaration import (
    EVENING,
    MAX_NUMBER,
    PERSON,
    PLAYER,
    TABLE,
    Aside,
    Coded,
    Desk,
    Unread,
    act,
    reached_by,
)
from scorekeeper.tournaments.fold import Happening, record, with_entrant
from scorekeeper.tournaments.ledger import TOURNAMENTS, Sent
from scorekeeper.tournaments.model import Entrant, TableAt, TableOf, Tournament
from scorekeeper.tournaments.options import MAX_ENTRANTS, MAX_FEE, MAX_TABLES
from scorekeeper.tournaments.refusals import conflict, read_as, refusal

MAX_APART = 20


class PersonName(Text):
    """A person's name; not empty."""

    def read(self, raw: Json, table: Table) -> str:
        if not isinstance(raw, str):
            raise refused("nom-attendu")
        if not raw.strip():
            raise refused("texte-vide", limite=self.most)
        return super().read(raw, table)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {**super().schema(table), "minLength": 1}


class GroupWord(Text):
    """A club, a partner, or a word that a group shares; numbers are accepted, as groups are often numbered, and `null` for none."""

    def read(self, raw: Json, table: Table) -> str:
        is_number = isinstance(raw, (int, Decimal)) and not isinstance(raw, bool)
        return super().read("" if raw is None else str(raw) if is_number else raw, table)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"anyOf": [super().schema(table), {"type": "integer"}, {"type": "null"}]}


@dataclass(frozen=True)
class GroupWords(Kind[tuple[str, ...]]):
    """A list of group words, or a single one."""

    word: GroupWord

    def read(self, raw: Json, table: Table) -> tuple[str, ...]:
        items = raw if isinstance(raw, list) else [raw]
        try:
            return tuple(word for word in Many(self.word, MAX_APART).read(items, table) if word)
        except Unreadable as unreadable:
            # Faults are reported for the list as a whole, without the index of the word.
            raise Unreadable(*(replace(fault, field="") for fault in unreadable.faults)) from unreadable

    def write(self, value: tuple[str, ...], table: Table) -> Json:
        return list(value)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"anyOf": [Many(self.word, MAX_APART).schema(table), *self.word.schema(table)["anyOf"]]}


class FixedTable(Kind[int | None]):
    """The table that a person keeps: its number, `true` for whichever is drawn (read as 0), or none."""

    def read(self, raw: Json, table: Table) -> int | None:
        if raw is None or raw is False or raw == "":
            return None
        return 0 if raw is True else Coded(Whole(1, MAX_TABLES), "table-fixe").read(raw, table)

    def write(self, value: int | None, table: Table) -> Json:
        return True if value == 0 else value

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"anyOf": [Whole(1, MAX_TABLES).schema(table), {"type": "boolean"}, {"type": "null"}]}


WORD = GroupWord(names.NAME_MAX)
PAID = Whole(0, 10 * MAX_FEE)
"""Amount that one person may have paid, in cents."""


@dataclass(frozen=True, kw_only=True)
class Newcomer:
    """A person to be registered; see `Entrant`."""

    name: Annotated[str, PersonName(names.NAME_MAX)]
    club: Annotated[str, WORD] = ""
    pair: Annotated[str, WORD] = ""
    apart: Annotated[tuple[str, ...], GroupWords(WORD)] = ()
    fixed: Annotated[int | None, FixedTable()] = None
    arrived: Annotated[bool, Flag()] = False
    paid: Annotated[int, PAID] = 0
    present: Annotated[bool, Flag()] = True

    def document(self) -> dict[str, Any]:
        return NEWCOMER.write_all(self, Table())


NEWCOMER: Record[Newcomer] = Record(Newcomer)


class TakenNames:
    """Names of a tournament and of the list being read, to find duplicates."""

    def __init__(self, entrants: Iterable[Entrant]) -> None:
        self._numbers = {names.casefold(entrant.name): entrant.number for entrant in entrants}
        self._lines: dict[str, int] = {}

    def fault(self, name: str, line: int, field: str) -> Fault | None:
        """Return the fault of a name that is taken already; else remember it with its `line`, from 1, and return `None`."""
        key = names.casefold(name)
        if key in self._numbers:
            return Fault("nom-pris", field, {"nom": name, "numero": self._numbers[key]})
        if key in self._lines:
            return Fault("nom-deux-fois", field, {"nom": name, "ligne": self._lines[key]})
        self._lines[key] = line
        return None


def read_players(raw: Any, known: Iterable[Entrant]) -> tuple[tuple[Newcomer, ...], list[Fault]]:
    """Read a list of people, each a name or an object; return the valid ones and the faults.

    A fault's field begins with `players.` and the index, from 0.
    """
    if not isinstance(raw, list):
        return (), [Fault("liste-attendue", "players")]
    known = tuple(known)
    if len(raw) + len(known) > MAX_ENTRANTS:
        return (), [Fault("trop-de-joueurs", "players", {"limite": MAX_ENTRANTS})]
    taken = TakenNames(known)
    people: list[Newcomer] = []
    faults: list[Fault] = []
    for place, item in enumerate(raw):
        person, wrong = read_player(item)
        faults += within(f"players.{place}", wrong)
        if person is None:
            continue
        doubled = taken.fault(person.name, place + 1, f"players.{place}.name")
        if doubled:
            faults.append(doubled)
        else:
            people.append(person)
    return tuple(people), faults


def read_player(raw: Any) -> tuple[Newcomer | None, list[Fault]]:
    """Read one person, a name or an object; return the person, or `None` and the faults by key."""
    if isinstance(raw, str):
        raw = {"name": raw}
    elif isinstance(raw, dict):
        raw = {"name": None, **raw}
    try:
        return NEWCOMER.read(raw, Table()), []
    except Unreadable as unreadable:
        return None, list(unreadable.faults)


def _registered(t: Tournament, event: Happening) -> Tournament:
    return replace(t, entrants=(*t.entrants, *(record(Entrant, body) for body in event.done["players"])))


def registered(t: Tournament, people: Sequence[Newcomer]) -> dict[str, Any]:
    """Return the `done` of a registration: the people as entrants, with the next numbers."""
    numbered, since = enumerate(people, len(t.entrants) + 1), len(t.rounds) + 1
    entrants = [Entrant(number=number, since=since, **vars(person)) for number, person in numbered]
    return {"players": [asdict(entrant) for entrant in entrants]}


def _listed(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the list as it was sent, by which a repeated registration is recognised although the people are registered by then."""
    people, faults = read_players(asked["players"], ())
    if faults or not people:
        raise refusal(*(faults or [Fault("liste-vide", "players")]))
    return {"players": [person.document() for person in people]}


@act(
    "inscription",
    EVENING,
    _registered,
    shown_as=lambda _, event: ", ".join(
        f"{each['number']} {each['name']}" for each in event.done.get("players", ())
    ),
    content=_listed,
    people=lambda asked: [person["name"] for person in asked["players"]],
)
def register(
    desk: Desk, t: Tournament, *, players: Annotated[Any, Unread(Many(NEWCOMER, MAX_ENTRANTS))]
) -> Mapping[str, Any]:
    """Register people, who get the next numbers. Those registered late play from the next draw on.

    `players` is a list of names, or of objects with the keys of `Newcomer`. With any fault, nobody is registered.
    """
    people, taken = read_players(players, t.entrants)
    if taken:
        raise refusal(*taken)
    return registered(t, people)


def _corrected(asked: dict[str, Any]) -> dict[str, Any]:
    changes = asked["changes"]
    if not isinstance(changes, dict):
        raise refusal(Fault("objet-attendu"))
    person = read_as(NEWCOMER, {"name": "x", **changes}).document()
    return {key: value for key, value in person.items() if key in changes}


@act(
    "joueur",
    PERSON,
    lambda t, event: with_entrant(t, record(Entrant, event.done)),
    content=_corrected,
    people=lambda asked: [asked.get("name", "")],
)
def amend_entrant(
    desk: Desk, entrant: Entrant, *, changes: Annotated[Any, Unread(NEWCOMER)]
) -> Mapping[str, Any]:
    """Correct the data of an entrant: the keys given in `changes`. The number stays."""
    person = read_as(NEWCOMER, {"name": entrant.name, **changes})
    after = replace(entrant, **{key: getattr(person, key) for key in changes})
    others = TakenNames(other for other in desk.t.entrants if other.number != entrant.number)
    doubled = others.fault(after.name, 1, "name")
    if doubled:
        raise refusal(doubled)
    return asdict(after)


def _present(*, present: bool) -> fold.Step:
    return lambda t, event: with_entrant(t, replace(t.entrant(event.number("joueur")), present=present))


@act("retrait", PLAYER, _present(present=False), reason=False)
@reached_by(api="DELETE", form="retirer")
def withdraw(desk: Desk, person: Entrant) -> None:
    """Withdraw a player: they take part in no further draw. A round that they play in is finished first."""
    if not person.present:
        raise conflict(Fault("deja-absent", "", {"nom": person.name}))


@act("retour", PLAYER, _present(present=True))
@reached_by(api="POST return", form="revenir")
def bring_back(desk: Desk, person: Entrant) -> None:
    """Bring a player back: they play again from the next draw on."""
    if person.present:
        raise conflict(Fault("deja-present", "", {"nom": person.name}))


def _checked_in(t: Tournament, event: Happening) -> Tournament:
    """Apply a check-in or payment, or its correction. Entrants who arrive late have the next round as their first."""
    asked, following = event.asked, len(t.rounds) + 1
    for number in asked["numbers"]:
        entrant = t.entrant(number)
        changes = {key: asked[key] for key in ("arrived", "paid") if key in asked}
        if changes.get("arrived") and not entrant.arrived:
            changes["since"] = max(entrant.since, following)
        t = with_entrant(t, replace(entrant, **changes))
    return t


def _noted(asked: dict[str, Any]) -> dict[str, Any]:
    known = {key: value for key, value in asked.items() if value is not None}
    return {**known, "numbers": sorted(set(asked["numbers"]))}


@act("porte", EVENING, _checked_in, content=_noted)
def check_in(
    desk: Desk,
    t: Tournament,
    *,
    numbers: Annotated[Any, Unread(Many(Whole(1, MAX_NUMBER), MAX_ENTRANTS))],
    arrived: Annotated[bool | None, Maybe(Flag())] = None,
    paid: Annotated[int | None, Maybe(PAID)] = None,
    fresh: Annotated[bool, Aside(Flag())] = False,
) -> None:
    """Note whether entrants have arrived, and what each of them paid in cents; `None` leaves a value as it is.

    With `fresh`, raises `Conflict` when this is already so for all of them: a second check-in or payment.
    """
    if not numbers:
        raise refusal(Fault("liste-vide", "numbers"))
    people = [t.entrant(entrant) for entrant in sorted(set(numbers))]
    if fresh and all(arrived in {None, each.arrived} and paid in {None, each.paid} for each in people):
        raise conflict(_known(people[0], t.options.currency))


def _known(person: Entrant, currency: str) -> Fault:
    if not person.paid:
        return Fault("deja-pointe", "name", {"nom": person.name})
    return Fault("deja-paye", "name", {"nom": person.name, "prix": money(person.paid, currency)})


def _substituted(t: Tournament, event: Happening) -> Tournament:
    number, name = event.asked["number"], event.asked["name"]
    substitutes = {key: other for key, other in fold.table_at(t, event).substitutes.items() if key != number}
    return fold.with_table(t, event, substitutes=substitutes | ({number: name} if name else {}))


def _entrant_replaced(t: Tournament, event: Happening) -> str:
    other = event.asked["name"] or gettext("personne")
    return gettext("pour %(nom)s : %(autre)s", nom=t.entrant(event.asked["number"]).name, autre=other)


@act("remplacant", TABLE, _substituted, shown_as=_entrant_replaced, people=lambda asked: [asked["name"]])
def stand_in(
    desk: Desk,
    table: TableOf,
    *,
    number: Annotated[Any, Unread(Whole(1, MAX_NUMBER))],
    name: Annotated[str, Text(names.NAME_MAX)],
) -> None:
    """Register a substitute who plays for an entrant in an open round; the result counts for the entrant. An empty name ends it."""
    if number not in table.seats:
        raise _absent(number)


def substitute(
    store: Store, number: int, *, round_number: int, entrant: int, name: str, **sent: Unpack[Sent]
) -> Tournament:
    """Register a substitute for an entrant, at the entrant's table of that round; see `stand_in`."""
    tables = TOURNAMENTS.read(store, number).round(round_number).tables
    at = next((TableAt(round_number, table.number) for table in tables if entrant in table.seats), None)
    if at is None:
        raise _absent(entrant)
    return stand_in(store, number, at, entrant, name, **sent)


def _absent(entrant: int) -> Refused:
    return refusal(Fault("pas-a-cette-table", "number", {"numero": entrant}))


def look_alikes(entrants: Sequence[Entrant]) -> tuple[tuple[Entrant, Entrant], ...]:
    """Return pairs of entrants with the same `names.skeleton`: names that differ only by accents, case or similar letters.

    These are a warning, never a refusal.
    """
    first: dict[str, Entrant] = {}
    pairs = ((first.setdefault(names.skeleton(entrant.name), entrant), entrant) for entrant in entrants)
    return tuple((earlier, entrant) for earlier, entrant in pairs if earlier is not entrant)
