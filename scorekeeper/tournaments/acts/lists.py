"""Import of lists of people, parsed and checked before anybody is registered."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Unpack

from scorekeeper.cards.game_api.form import typed_cents
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Doubt, Fault, Label, Value
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.errors import Refused
from scorekeeper.lists import report
from scorekeeper.lists.columns import Column
from scorekeeper.lists.headings import NAME_ROLES
from scorekeeper.lists.names import BETWEEN
from scorekeeper.lists.reading import USUAL, Choices, ListedPerson, Reading, read
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts.entrants import Newcomer, TakenNames, read_player, register
from scorekeeper.tournaments.ledger import Sent
from scorekeeper.tournaments.ledger import read as read_tournament
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.options import MAX_ENTRANTS, Format
from scorekeeper.tournaments.refusals import refusal

MOST_ALIKE = 2
"""Most lines with the same fault that are reported singly; more of them are reported together."""
_YES = frozenset({"oui", "yes", "ja", "si", "x", "1x", "o", "true", "vrai", "✓"})
_NO = frozenset({"non", "no", "nein", "nee", "0", "false", "faux", "-"})
_COINS = "€$£ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""Characters that may stand beside an amount."""


@dataclass(frozen=True, kw_only=True)
class ListRow:
    """A checked person of a list.

    Attributes:
        line: number of the line, from 1; people of a pair share one.
        text: the name as it was read, at most 200 characters.
        person: the person as read.
        player: the person to be registered; `None` with faults.
        faults: why the person cannot be registered.
        doubts: warnings, such as a name like another one.
    """

    line: int
    text: str
    person: ListedPerson
    player: Newcomer | None
    faults: tuple[Fault, ...] = ()
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Preview:
    """A list as it would be registered.

    Attributes:
        reading: the list as it was read.
        rows: its people, checked.
        faults: faults of the list as a whole, and questions about it.
    """

    reading: Reading = field(default_factory=Reading)
    rows: tuple[ListRow, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all people of the list can be registered."""
        return not self.faults and bool(self.rows) and not any(row.faults for row in self.rows)

    @property
    def players(self) -> tuple[Newcomer, ...]:
        """The people of lines without faults."""
        return tuple(row.player for row in self.rows if row.player is not None)

    @property
    def columns(self) -> tuple[str, ...]:
        """The meaning that each column was taken to have."""
        return tuple(column.role_key for column in self.reading.columns)

    @property
    def complaints(self) -> list[Fault | EntryFault]:
        """All faults; of a fault in many lines only the first line, with the column, a sample and the number of lines."""
        return [*self.faults, *_grouped(self.rows, self.reading.columns)]

    def refusal(self, *faults: Fault | EntryFault) -> Refused:
        """Return a `Refused` with the list's complaints and further `faults`; the API's response also has the reading."""
        error = refusal(*([*self.complaints, *faults] or [Fault("liste-vide")]))
        error.extra = {"reading": report.document(self.reading)}
        return error


def import_list(
    store: Store, number: int, data: bytes | str, *, choices: Choices = USUAL, **sent: Unpack[Sent]
) -> Tournament:
    """Register all people of a list, or none when a line has a fault. Raises `Refused` with every fault."""
    # Known names are judged by `register` within the transaction, so that a repeated request is recognised first.
    t = read_tournament(store, number)
    people = checked(data, (), choices, pairs=expects_pairs(t), fee=t.options.fee)
    if not people.ok:
        raise people.refusal()
    return register(store, number, [person.document() for person in people.players], **sent)


def expects_pairs(t: Tournament) -> bool:
    """Return whether people are registered in pairs."""
    return t.options.format is Format.PAIRES_INSCRITES


def checked(
    data: bytes | str,
    known: Iterable[Entrant],
    choices: Choices = USUAL,
    *,
    pairs: bool = False,
    fee: int = 0,
) -> Preview:
    """Parse a list and check its people.

    Args:
        data: the list, as a file's bytes or as text.
        known: people who are registered already.
        choices: the user's choices about the list, such as the meaning of columns.
        pairs: whether people are registered in pairs.
        fee: amount in cents for a person whose cell says that the fee is paid, without an amount.
    """
    reading = read(data, choices, pairs=pairs)
    faults = (*reading.faults, *reading.questions)
    if len(reading.people) > MAX_ENTRANTS:
        faults = (*faults, Fault("trop-de-joueurs", "", {"limite": MAX_ENTRANTS}))
    return Preview(
        reading=reading, rows=_judged([_row(each, fee) for each in reading.people], known), faults=faults
    )


def document_of(person: ListedPerson, fee: int = 0) -> dict[str, Any]:
    """Return a person of a list as a document of the API, not yet checked.

    `fee` is the amount in cents for a person whose cell says that it is paid, without an amount.
    """
    cells = person.cells
    document: dict[str, Any] = {"name": person.name, "pair": person.pair, "club": cells.get("club", "")}
    document["fixed"] = fixed_table(cells.get("fixed", ""))
    document["present"] = is_present(cells.get("present", ""))
    document["arrived"] = cells.get("arrived", "").casefold() not in {"", *_NO}
    document["paid"] = _paid(cells.get("paid", ""), fee)
    document["apart"] = [part for part in BETWEEN.split(cells.get("apart", "")) if part]
    return document


def _paid(text: str, fee: int) -> int | str:
    """Return the amount of a cell in cents: `fee` for a yes, 0 for a no or an empty cell; text that is no amount stays text."""
    word = text.casefold()
    if word in _YES:
        return fee
    return 0 if word in _NO else typed_cents(text.strip(_COINS)) or 0


def _row(person: ListedPerson, fee: int) -> ListRow:
    player, faults = read_player(document_of(person, fee))
    return ListRow(
        line=person.line, text=person.name[:200], person=person, player=player, faults=tuple(faults)
    )


def is_present(text: str) -> bool:
    """Return whether a cell means that the person is present: all but a word for "no", also an empty cell."""
    return text.casefold() not in _NO


def fixed_table(text: str) -> Any:
    """Return the fixed table that a cell means, as the API takes it: a number, `True` for any, `None`; else the text itself."""
    text = text.casefold()
    if not text or text in _NO:
        return None
    return text in _YES or (int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text)


def _judged(rows: Sequence[ListRow], known: Iterable[Entrant]) -> tuple[ListRow, ...]:
    """Return the rows with faults for names that are taken already, and doubts for names that look like another."""
    known = tuple(known)
    taken = TakenNames(known)
    alike = {names.skeleton(entrant.name): entrant.name for entrant in known}
    judged = []
    for row in rows:
        changes: dict[str, Any] = {}
        if row.player is not None:
            name = row.player.name
            bones, doubled = names.skeleton(name), taken.fault(name, row.line, "name")
            if doubled:
                changes = {"player": None, "faults": (doubled,)}
            elif bones in alike:
                changes = {"doubts": (Doubt("nom-ressemble", "name", {"nom": name, "autre": alike[bones]}),)}
            alike.setdefault(bones, name)
        judged.append(replace(row, **changes))
    return tuple(judged)


def _grouped(rows: Iterable[ListRow], columns: Sequence[Column]) -> Iterator[EntryFault]:
    """Yield the faults of the lines. Those with the same cause in many lines are merged, with the column and the number of lines."""
    causes: Mapping[tuple[str, str], list[tuple[ListRow, Fault]]] = defaultdict(list)
    for row in rows:
        for fault in row.faults:
            causes[fault.code, fault.field.partition(".")[0]].append((row, fault))
    for (_, key), alike in causes.items():
        if len(alike) <= MOST_ALIKE:
            yield from (EntryFault(row.line, fault) for row, fault in alike)
            continue
        roles = NAME_ROLES if key == "name" else {key}
        titles = [column.title or str(at) for at, column in enumerate(columns, 1) if column.role in roles]
        row, fault = alike[0]
        cell = row.text if key == "name" else row.person.cells.get(key, row.person.pair)
        values: dict[str, Value] = {
            "raison": Label(fault.code, fault.values),
            "colonne": ", ".join(dict.fromkeys(titles)) or "1",
            "exemple": cell[:40],
            "nombre": len(alike),
        }
        yield EntryFault(row.line, Fault("lignes-refusees", fault.field, values))
