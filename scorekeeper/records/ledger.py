"""Ledger: base class that writes all acts on parties, tournaments and seasons.

An act is one transaction. It may have a UUID, made by the client, as idempotency key: repeated with the same content it changes
nothing, with other content it is refused. Each event is written together with its derived rows, and the cache is filled once both
are durable. Subclasses build a subject from its events; this module knows no game.
"""

import contextlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.kinds import shown
from scorekeeper.errors import Refused
from scorekeeper.records.cache import Cache
from scorekeeper.records.event_log import Change
from scorekeeper.records.news import common
from scorekeeper.records.rows import DerivedRow, EventRow
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store


class Subject(Protocol):
    """Subject of acts: a partie, a tournament or a season."""

    @property
    def id(self) -> int:
        """Number among the subjects of the same kind."""

    @property
    def revision(self) -> int:
        """Number of events."""

    @property
    def weight(self) -> int:
        """Weight in the cache: the number of sheet lines that take about as much memory."""


S = TypeVar("S", bound=Subject)
UUID_PATTERN = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
Same = Callable[[S, EventRow], bool]
"""Predicate: whether an event of a subject has the same content as an act."""


def uuid_of(raw: object) -> str | None:
    """Return a UUID of any version in lower case; `None` for any other value."""
    return raw.lower() if isinstance(raw, str) and re.fullmatch(UUID_PATTERN, raw) else None


@dataclass(frozen=True)
class Author:
    """Person and device of an act. Text is shortened and unprintable characters are replaced."""

    actor: str
    device: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "actor", shown(self.actor) or "?")
        object.__setattr__(self, "device", shown(self.device))


@dataclass
class Transaction:
    """Open transaction with its author, shared by nested acts on several subjects."""

    session: Session
    cache: Cache[Any]
    era: int
    """Era of the cache when the transaction began."""
    by: Author
    changed: dict[str, Subject] = field(default_factory=dict)
    """Subjects changed so far, in their new state, by scope."""
    written: list[tuple[int, list[str]]] = field(default_factory=list)
    """Number and topics of each event written so far."""


Act = Callable[[Transaction, S, str | None], S]
"""Function that validates an act on a subject, writes it with a UUID, and returns the new state of the subject."""


@contextlib.contextmanager
def transaction(store: Store, by: Author) -> Iterator[Transaction]:
    """Write all acts of the block or none; cache subjects and publish news after the commit. Raises `StorageError` as `Store.write`."""
    with store.write() as session:
        opened = Transaction(session, store.cache, store.cache.era, by)
        yield opened
    for scope, subject in opened.changed.items():
        store.cache.put(scope, subject.revision, subject, subject.weight, era=opened.era)
    store.news.publish(opened.written)


class Ledger(ABC, Generic[S]):
    """Ledger of one kind of subject: reads it, and writes acts on it."""

    SCOPE: ClassVar[str]
    """First word of the scopes, such as `partie`."""
    TABLE: ClassVar[tuple[str, str]]
    """Table with the revision of each subject, and its key column."""
    APART: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that are news only for the subject and the part that they are about, not for all its parts."""

    @abstractmethod
    def builder(self, session: Session, number: int) -> Callable[[], S]:
        """Read the events of a subject, and return a function that builds it from them, even after the transaction."""

    @abstractmethod
    def rows(self, after: S, before: S | None) -> Iterable[DerivedRow]:
        """Return the derived rows of a subject that differ from those of its state `before`."""

    @abstractmethod
    def people(self, opened: Transaction, subject: S) -> tuple[str, ...]:
        """Return the names of the people of a subject, which its events store as numbers."""

    @abstractmethod
    def refusal(self, fault: Fault) -> Refused:
        """Return the exception that refuses an act as a whole for a fault."""

    def scope(self, number: int, place: str = "") -> str:
        """Return the scope of a subject's events, or of a part of it (`place`)."""
        return f"{self.SCOPE}:{number}/{place}" if place else f"{self.SCOPE}:{number}"

    def read(self, store: Store, number: int) -> S:
        """Return the current state of a subject. Raises `Unknown` when it does not exist, `StorageError` when it cannot be read."""
        with store.read() as session:
            cached = self.cached(store.cache, session, number)
            if cached is not None:
                return cached
            era, build = store.cache.era, self.builder(session, number)
        subject = build()
        store.cache.put(self.scope(number), subject.revision, subject, subject.weight, era=era)
        return subject

    def cached(self, cache: Cache[Any], session: Session, number: int) -> S | None:
        """Return the current state of a subject from the cache, or `None`. Raises `Unknown` when it does not exist."""
        subject: S | None = cache.get(self.scope(number), session.revision(*self.TABLE, number))
        return subject

    def load(self, opened: Transaction, number: int) -> S:
        """Return the state of a subject within a transaction, with its uncommitted acts. Raises `Unknown` when it does not exist."""
        known: Any = opened.changed.get(self.scope(number))
        if known is None:
            known = self.cached(opened.cache, opened.session, number)
        subject: S = known if known is not None else self.builder(opened.session, number)()
        return subject

    def perform(
        self,
        store: Store,
        number: int,
        *,
        kind: str,
        by: Author,
        uuid: str | None,
        same: Same[S],
        act: Act[S],
    ) -> tuple[S, bool]:
        """Perform one act in one transaction. Return the subject's new state, and whether the act had been written before.

        An act without a UUID is not idempotent: sent again, it is another act. Raises `Refused` when the UUID was used for
        another act and for the reasons of `act`, `Unknown` when the subject does not exist, `StorageError` as `Store.write`.
        """
        with transaction(store, by) as opened:
            subject = self.load(opened, number)
            uuid = None if uuid is None else self.uuid_text(uuid)
            if self.is_repeated(opened.session, subject, uuid, kind, same):
                return subject, True
            return act(opened, subject, uuid), False

    def is_repeated(self, session: Session, subject: S, uuid: str | None, kind: str, same: Same[S]) -> bool:
        """Return whether the act was written before. Raises `Refused` when its UUID was used for another act."""
        event = None if uuid is None else session.event(uuid)
        if event is None:
            return False
        scope, about = self.scope(subject.id), event.scope.partition("/")[0]
        try:
            repeated = about == scope and event.kind == kind and same(subject, event)
        except Refused:
            repeated = False
        if not repeated:
            raise self.refusal(Fault("uuid-autre-contenu", "uuid"))
        return True

    def opened_before(
        self, opened: Transaction, uuid: str | None, same: Callable[[EventRow], bool]
    ) -> S | None:
        """Return the subject that an act with this UUID opened; `None` for a new UUID. Raises `Refused` when it was another act."""
        event = None if uuid is None else opened.session.event(uuid)
        if event is None:
            return None
        about, _, number = event.scope.partition(":")
        if about != self.SCOPE or not number.isdecimal() or not same(event):
            raise self.refusal(Fault("uuid-autre-contenu", "uuid"))
        return self.load(opened, int(number))

    def append(self, opened: Transaction, number: int, change: Change, uuid: str | None = None) -> EventRow:
        """Append an event to the log, and return it. The caller must then write the derived rows with `put`."""
        subject, scope = self.scope(number), self.scope(number, change.place)
        partie = number if self.SCOPE == "partie" and not change.aside else None
        row = opened.session.append(scope, change, (opened.by.actor, opened.by.device), partie, uuid)
        topics = [subject]
        if change.rang is None:  # no page follows a single line
            topics.append(scope)
        if change.kind not in self.APART:
            topics.append(common(subject))
        opened.written.append((row.seq, topics))
        return row

    def put(self, opened: Transaction, after: S, before: S | None) -> S:
        """Write the derived rows of a subject, and return it. Its events must have been written."""
        opened.session.put(self.rows(after, before))
        opened.changed[self.scope(after.id)] = after
        return after

    def write(
        self, opened: Transaction, before: S, change: Change, after: Callable[[EventRow], S], uuid: str | None
    ) -> S:
        """Write one event and its derived rows. Return the new state, which `after` builds from the event."""
        change = replace(change, people=(*self.people(opened, before), *change.people))
        return self.put(opened, after(self.append(opened, before.id, change, uuid)), before)

    def uuid_text(self, raw: Any) -> str:
        """Return a UUID of any version in lower case. Raises `Refused` when `raw` is not a UUID."""
        text = uuid_of(raw)
        if text is None:
            raise self.refusal(Fault("uuid-illisible", "uuid"))
        return text
