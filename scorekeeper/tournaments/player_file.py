"""The club's file of players: one for all tournaments, filled from imported lists.

It is stored outside the event log, where nothing is ever deleted, so that people can be removed from it.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.fields import Record
from scorekeeper.cards.rules.kinds import Text, Whole
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.errors import Refused
from scorekeeper.i18n import gettext
from scorekeeper.lists.reading import USUAL, Choices
from scorekeeper.lists.spreadsheet import CsvRows
from scorekeeper.records.rows import MemberRow
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts.entrants import WORD, GroupWords, PersonName
from scorekeeper.tournaments.acts.lists import ListRow, Preview, checked
from scorekeeper.tournaments.ledger import read as read_tournament
from scorekeeper.tournaments.refusals import read_as, refusal

MAX_MEMBERS = 5000


@dataclass(frozen=True, kw_only=True)
class Member:
    """A person in the file of players."""

    number: Annotated[int, Whole(0, 10**9)] = 0
    """Row number; 0 for a person not stored yet."""
    last: Annotated[str, PersonName(names.NAME_MAX)]
    first: Annotated[str, Text(names.NAME_MAX)] = ""
    club: Annotated[str, WORD] = ""
    licence: Annotated[str, WORD] = ""
    apart: Annotated[tuple[str, ...], GroupWords(WORD)] = ()

    @property
    def name(self) -> str:
        """Full name as on lists: first name, then last name."""
        return f"{self.first} {self.last}".strip()

    @property
    def surname(self) -> tuple[str, str]:
        """Sort key by last name; without a first name, the last name is guessed as `names.by_surname` does."""
        if not self.first:
            return names.by_surname(self.name)
        return names.alphabetical(self.last.removeprefix("de "))[0], names.alphabetical(self.name)[0]

    def document(self) -> dict[str, Any]:
        return {"name": self.name, "club": self.club, "apart": list(self.apart)}


MEMBER: Record[Member] = Record(Member)
KEYS = tuple(key for key in MEMBER.kinds if key != "number")


class Saved(NamedTuple):
    """Numbers of people added and changed by an import."""

    added: int
    changed: int


def _of(row: MemberRow) -> Member:
    values = {key: getattr(row, key) for key in ("first", "last", "club", "licence")}
    return Member(number=row.id, apart=tuple(json.loads(row.apart)), **values)


def _row(member: Member) -> MemberRow:
    values = {key: getattr(member, key) for key in ("first", "last", "name", "club", "licence")}
    apart = json.dumps(member.apart, ensure_ascii=False)
    return MemberRow(id=member.number, key=names.casefold(member.name), apart=apart, **values)


def members(store: Store) -> tuple[Member, ...]:
    """Return all people in the file, by surname."""
    with store.read() as session:
        people = list(map(_of, session.members()))
    return tuple(sorted(people, key=lambda member: member.surname))


def found_in_file(store: Store, person: dict[str, Any]) -> dict[str, Any]:
    """Return a person to be registered, completed from the file by name; typed values take precedence."""
    key = names.casefold(" ".join(str(person.get("name", "")).split()))
    known = next((member for member in members(store) if names.casefold(member.name) == key), None)
    return {**known.document(), **person} if known else person


def member(store: Store, number: int) -> Member:
    """Return the person of that number. Raises `Unknown` when there is none."""
    with store.read() as session:
        return _of(session.member(number))


def matching(people: Sequence[Member], typed: str) -> list[Member]:
    """Return the people whose name or licence has words that begin with the typed ones; all when nothing is typed."""
    everybody = not typed.strip()
    return [
        person for person in people if everybody or names.matches(typed, f"{person.name} {person.licence}")
    ]


def read_member(raw: dict[str, Any]) -> Member:
    """Parse one person as typed in a form. Raises `Refused` with every fault."""
    person = read_as(MEMBER, {key: raw[key] for key in raw if key in KEYS})
    if len(person.name) > names.NAME_MAX:
        raise refusal(Fault("texte-trop-long", "last", {"limite": names.NAME_MAX}))
    return person


def save(store: Store, person: Member) -> int:
    """Store a new or corrected person; return the number. Raises `Refused` when another person in the file has the name."""
    with store.write() as session:
        if person.number:
            session.member(person.number)
        key = names.casefold(person.name)
        if any(row.key == key and row.id != person.number for row in session.members()):
            raise refusal(Fault("deja-au-fichier", "last", {"nom": person.name}))
        return session.put_member(_row(person))


def remove(store: Store, number: int) -> None:
    """Remove a person from the file. Raises `Unknown` when there is none of that number."""
    with store.write() as session:
        session.member(number)
        session.remove_member(number)


def import_list(store: Store, data: bytes | str, choices: Choices = USUAL) -> Saved:
    """Import a list into the file, as `import_people`."""
    return import_people(store, checked(data, (), choices))


def import_people(store: Store, preview: Preview) -> Saved:
    """Import the people of a list, completely or not at all: people whose name is known are updated, others are added.

    Values that the list leaves empty stay. Raises `Refused` with the faults of every line.
    """
    faults: list[EntryFault] = []
    people = []
    for row in preview.rows:
        try:
            people += [_member(row)] if row.player else []
        except Refused as error:
            faults += [replace(item, rang=row.line) for item in error.faults]
    if faults or not preview.ok:
        raise preview.refusal(*faults)
    return merge(store, people)


def _member(row: ListRow) -> Member:
    """Return the person of a valid line. Raises `Refused`."""
    assert row.player is not None  # noqa: S101 - the caller looked
    person = row.person
    parts = {"first": person.first, "last": person.last} if person.first else {"last": row.player.name}
    rest = {
        "club": row.player.club,
        "apart": list(row.player.apart),
        "licence": person.cells.get("licence", ""),
    }
    return read_member({**parts, **rest})


def add_tournament(store: Store, number: int) -> Saved:
    """Add all entrants of a tournament to the file, or update them; forgotten people are left out."""
    entrants = read_tournament(store, number).entrants
    with store.read() as session:
        forgotten = session.forgotten()
    people = [each for each in entrants if names.casefold(each.name) not in forgotten]
    return merge(store, [Member(last=each.name, club=each.club, apart=each.apart) for each in people])


def merge(store: Store, people: Iterable[Member]) -> Saved:
    """Add people to the file, or update those with the same name; empty values change nothing. Raises `Refused` when it is full."""
    added = changed = 0
    with store.write() as session:
        known = {row.key: _of(row) for row in session.members()}
        for person in people:
            before = known.get(names.casefold(person.name))
            if before is None:
                added += 1
                known[names.casefold(person.name)] = replace(person, number=session.put_member(_row(person)))
                continue
            given = {key: value for key in KEYS if (value := getattr(person, key))}
            if not person.first:
                given.pop("last")  # the full name: the file may know it in two parts
            after = replace(before, **given)
            if after != before:
                changed += 1
                session.put_member(_row(after))
        if len(known) > MAX_MEMBERS:
            raise refusal(Fault("fichier-plein", "", {"limite": MAX_MEMBERS}))
    return Saved(added, changed)


def export_rows(store: Store) -> CsvRows:
    """Yield the file as rows that can be imported again unchanged, with a localised heading."""
    person = [gettext("nom de famille"), gettext("prénom"), gettext("club")]
    yield [*person, gettext("licence"), gettext("à part")]
    for each in members(store):
        yield [each.last, each.first, each.club, each.licence, " / ".join(each.apart)]
