"""The file of players of the house: one for all evenings, filled from lists as the desk reads them.

It is kept apart from the events, which nothing leaves: who is taken out of it, or forgotten, is in it no more.
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
from scorekeeper.records.rows import MemberRow
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts.common import read as read_tournament
from scorekeeper.tournaments.acts.common import read_as, refusal
from scorekeeper.tournaments.acts.entrants import WORD, GroupWords, PersonName
from scorekeeper.tournaments.acts.lists import ListRow, checked
from scorekeeper.tournaments.export import CsvRows, csv_text

MAX_MEMBERS = 5000


@dataclass(frozen=True, kw_only=True)
class Member:
    """A person in the file."""

    number: Annotated[int, Whole(0, 10**9)] = 0
    """0 for somebody who is not in it yet."""
    last: Annotated[str, PersonName(names.NAME_MAX)]
    first: Annotated[str, Text(names.NAME_MAX)] = ""
    club: Annotated[str, WORD] = ""
    licence: Annotated[str, WORD] = ""
    apart: Annotated[tuple[str, ...], GroupWords(WORD)] = ()

    @property
    def name(self) -> str:
        """As lists have it: the first name, then the last one."""
        return f"{self.first} {self.last}".strip()

    @property
    def surname(self) -> tuple[str, str]:
        """Sorts people by their last names, as `names.by_surname` does where these are known."""
        if not self.first:
            return names.by_surname(self.name)
        return names.alphabetical(self.last.removeprefix("de "))[0], names.alphabetical(self.name)[0]

    def document(self) -> dict[str, Any]:
        """As somebody to be registered for an evening."""
        return {"name": self.name, "club": self.club, "apart": list(self.apart)}


MEMBER: Record[Member] = Record(Member)
KEYS = tuple(key for key in MEMBER.kinds if key != "number")


class Saved(NamedTuple):
    """Outcome of reading a list into the file."""

    added: int
    changed: int


def _of(row: MemberRow) -> Member:
    values = {key: getattr(row, key) for key in ("first", "last", "club", "licence")}
    return Member(number=row.id, apart=tuple(json.loads(row.apart)), **values)


def _row(member: Member) -> MemberRow:
    values = {key: getattr(member, key) for key in ("first", "last", "name", "club", "licence")}
    apart = json.dumps(member.apart, ensure_ascii=False)
    return MemberRow(id=member.number, key=names.key(member.name), apart=apart, **values)


def members(store: Store) -> tuple[Member, ...]:
    """Everybody in the file, by surname."""
    with store.read() as session:
        people = list(map(_of, session.members()))
    return tuple(sorted(people, key=lambda member: member.surname))


def found_in_file(store: Store, person: dict[str, Any]) -> dict[str, Any]:
    """Somebody to be registered, with what the file knows of a person of that name beside what was typed."""
    key = names.key(" ".join(str(person.get("name", "")).split()))
    known = next((member for member in members(store) if names.key(member.name) == key), None)
    return {**known.document(), **person} if known else person


def member(store: Store, number: int) -> Member:
    """The person of that number. Raises `Unknown` when there is none."""
    with store.read() as session:
        return _of(session.member(number))


def matching(people: Sequence[Member], typed: str) -> list[Member]:
    """Those whom a few letters mean: all of whose names, or licence, have words that begin so."""
    everybody = not typed.strip()
    return [person for person in people if everybody or names.means(typed, f"{person.name} {person.licence}")]


def read_member(raw: dict[str, Any]) -> Member:
    """Read one person as typed. Raises `Refused` with every fault."""
    person = read_as(MEMBER, {key: raw[key] for key in raw if key in KEYS})
    if len(person.name) > names.NAME_MAX:
        raise refusal(Fault("texte-trop-long", "last", {"limite": names.NAME_MAX}))
    return person


def save(store: Store, person: Member) -> int:
    """Write one person, new or corrected; the number. Raises `Refused` when somebody else in the file has the name."""
    with store.write() as session:
        if person.number:
            session.member(person.number)
        key = names.key(person.name)
        if any(row.key == key and row.id != person.number for row in session.members()):
            raise refusal(Fault("deja-au-fichier", "last", {"nom": person.name}))
        return session.put_member(_row(person))


def remove(store: Store, number: int) -> None:
    """Take a person out of the file. Raises `Unknown` when there is none of that number."""
    with store.write() as session:
        session.member(number)
        session.remove_member(number)


def import_list(store: Store, data: bytes | str, choices: Choices = USUAL) -> Saved:
    """Read a list into the file, all of it or nothing: people of a name that is there are brought up to date, others are added.

    What the list does not have of a person stays. Raises `Refused` with the faults of every line.
    """
    preview = checked(data, (), choices)
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
    """The person of a line that was read."""
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
    """Bring everybody on the list of an evening into the file."""
    entrants = read_tournament(store, number).entrants
    with store.read() as session:
        forgotten = session.forgotten()
    people = [each for each in entrants if names.key(each.name) not in forgotten]
    return merge(store, [Member(last=each.name, club=each.club, apart=each.apart) for each in people])


def merge(store: Store, people: Iterable[Member]) -> Saved:
    """Add people to the file, or what is new about those who are in it."""
    added = changed = 0
    with store.write() as session:
        known = {row.key: _of(row) for row in session.members()}
        for person in people:
            before = known.get(names.key(person.name))
            if before is None:
                added += 1
                known[names.key(person.name)] = replace(person, number=session.put_member(_row(person)))
                continue
            given = {key: value for key in KEYS if (value := getattr(person, key))}
            if not person.first:
                given.pop("last")  # the name as one, which may be known in parts
            after = replace(before, **given)
            if after != before:
                changed += 1
                session.put_member(_row(after))
        if len(known) > MAX_MEMBERS:
            raise refusal(Fault("fichier-plein", "", {"limite": MAX_MEMBERS}))
    return Saved(added, changed)


def export_csv(store: Store, *, excel: bool = False) -> str:
    """The file as a list that reads back as it is."""
    return csv_text(_rows(members(store)), excel=excel)


def _rows(people: Iterable[Member]) -> CsvRows:
    person = [gettext("nom de famille"), gettext("prénom"), gettext("club")]
    yield [*person, gettext("licence"), gettext("à part")]
    for each in people:
        yield [each.last, each.first, each.club, each.licence, " / ".join(each.apart)]
