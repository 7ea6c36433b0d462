"""The ledger: the one way in which an act on a partie or a tournament is written.

An act is one transaction. It may carry a uuid, made where it was typed: the same uuid with the same content changes nothing, with
other content it is refused. Each event is written together with the rows that lists read, and the cache is filled once all of it
is durable. The ledger knows no game: how something is built from its events, each kind of ledger brings.
"""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from scorekeeper.cards.rules import names
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
    """The subject of acts: a partie or a tournament."""

    @property
    def id(self) -> int:
        """Its number among those of its kind."""

    @property
    def revision(self) -> int:
        """Number of its events."""

    @property
    def weight(self) -> int:
        """About as many lines of a sheet take as much memory."""


S = TypeVar("S", bound=Subject)
Same = Callable[[S, EventRow], bool]
"""Whether an event about a subject has the same content as an act."""


@dataclass(frozen=True)
class Author:
    """The person and the device that act. Too long or unprintable text is cut and made harmless."""

    actor: str
    device: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "actor", shown(self.actor) or "?")
        object.__setattr__(self, "device", shown(self.device))


class Transaction:
    """An open transaction with its author. Nested acts on several subjects take part in it."""

    def __init__(self, session: Session, cache: Cache[Any], by: Author) -> None:
        self.session = session
        self.cache = cache
        self.era = cache.era
        self.by = by
        self.changed: dict[str, Subject] = {}
        """Events written so far, by scope."""
        self.written: list[tuple[int, list[str]]] = []
        """The number of each event so far, and what it is about."""


Act = Callable[[Transaction, S, str | None], S]
"""Judges an act on a subject and writes it, with the uuid; the subject after it."""


@contextlib.contextmanager
def transaction(store: Store, by: Author) -> Iterator[Transaction]:
    """Write all acts of a block or none of them; they are cached after the commit. Raises `StorageError` as `Store.write` does."""
    with store.write() as session:
        opened = Transaction(session, store.cache, by)
        yield opened
    for scope, subject in opened.changed.items():
        store.cache.put(scope, subject.revision, subject, subject.weight, era=opened.era)
    store.news.tell(opened.written)


class Ledger(ABC, Generic[S]):
    """Ledger of one kind of subject: how it is written and read."""

    SCOPE: ClassVar[str]
    """First word of its scopes."""
    APART: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that concern nobody but the part of a subject they are about."""

    @abstractmethod
    def revision(self, session: Session, number: int) -> int:
        """The revision of a subject. Raises `Unknown` when there is none of that number."""

    @abstractmethod
    def builder(self, session: Session, number: int) -> Callable[[], S]:
        """Read the events of a subject now; the returned function builds it from them, also after the transaction."""

    @abstractmethod
    def rows(self, after: S, before: S | None) -> Iterable[DerivedRow]:
        """The derived rows of a subject that differ from those it had before."""

    @abstractmethod
    def people(self, opened: Transaction, subject: S) -> tuple[str, ...]:
        """The names of everybody on a subject, for whom its events keep numbers."""

    @abstractmethod
    def refusal(self, fault: Fault) -> Refused:
        """The refusal of an act as a whole."""

    def scope(self, number: int, place: str = "") -> str:
        """The scope of the events of a subject, or of a part of it."""
        return f"{self.SCOPE}:{number}/{place}" if place else f"{self.SCOPE}:{number}"

    def read(self, store: Store, number: int) -> S:
        """A subject as it is now. Raises `Unknown` when there is none of that number, `StorageError` when it cannot be read."""
        with store.read() as session:
            cached = self.cached(store, session, number)
            if cached is not None:
                return cached
            era, build = store.cache.era, self.builder(session, number)
        subject = build()
        store.cache.put(self.scope(number), subject.revision, subject, subject.weight, era=era)
        return subject

    def cached(self, store: Store, session: Session, number: int) -> S | None:
        """A subject as it is now, if it need not be built again. Raises `Unknown` when there is none of that number."""
        subject: S | None = store.cache.get(self.scope(number), self.revision(session, number))
        return subject

    def load(self, opened: Transaction, number: int) -> S:
        """A subject as it is now, within a transaction. Raises `Unknown` when there is none of that number."""
        scope = self.scope(number)
        known: Any = opened.changed.get(scope)
        if known is None:
            known = opened.cache.get(scope, self.revision(opened.session, number))
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
        """Perform one act in one transaction; the subject after it, and whether it had been written before.

        An act without a uuid cannot be repeated: sent again, it is another act. Raises `Refused` when the uuid was used for
        another act and for the reasons of `act`, `Unknown` when there is no such subject, `StorageError` as `Store.write`
        does.
        """
        with transaction(store, by) as opened:
            subject = self.load(opened, number)
            uuid = None if uuid is None else self.uuid_text(uuid)
            if self.is_repeated(opened.session, subject, uuid, kind, same):
                return subject, True
            return act(opened, subject, uuid), False

    def is_repeated(self, session: Session, subject: S, uuid: str | None, kind: str, same: Same[S]) -> bool:
        """Whether the act was written before. Raises `Refused` when its uuid was used for another act."""
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
        """The subject that an act with that uuid opened; `None` when it is a new act. Raises `Refused` when it was another act."""
        event = None if uuid is None else opened.session.event(uuid)
        if event is None:
            return None
        about, _, number = event.scope.partition(":")
        if about != self.SCOPE or not number.isdecimal() or not same(event):
            raise self.refusal(Fault("uuid-autre-contenu", "uuid"))
        return self.load(opened, int(number))

    def append(self, opened: Transaction, number: int, change: Change, uuid: str | None = None) -> EventRow:
        """Add an event to the log, with numbers for its people; `put` follows."""
        scope = self.scope(number, change.place)
        partie = number if self.SCOPE == "partie" and not change.aside else None
        row = opened.session.append(scope, change, (opened.by.actor, opened.by.device), partie, uuid)
        opened.written.append((row.seq, self._topics(number, scope, change)))
        return row

    def _topics(self, number: int, scope: str, change: Change) -> list[str]:
        """Scopes of an event: the subject, the part of it (no page follows a line alone), and perhaps all of its parts."""
        subject = self.scope(number)
        parts = [] if change.rang is not None else [scope]
        return [subject, *parts, *([] if change.kind in self.APART else [common(subject)])]

    def put(self, opened: Transaction, after: S, before: S | None) -> S:
        """Write the derived rows of a subject after its events."""
        opened.session.put(self.rows(after, before))
        opened.changed[self.scope(after.id)] = after
        return after

    def write(
        self, opened: Transaction, before: S, change: Change, after: Callable[[EventRow], S], uuid: str | None
    ) -> S:
        """Write one event and the rows that follow from it; the subject after it."""
        change = replace(change, people=(*self.people(opened, before), *change.people))
        return self.put(opened, after(self.append(opened, before.id, change, uuid)), before)

    def uuid_text(self, raw: Any) -> str:
        """Read a UUID of any version, in lower case. Raises `Refused` when it is none."""
        text = names.uuid_of(raw)
        if text is None:
            raise self.refusal(Fault("uuid-illisible", "uuid"))
        return text
