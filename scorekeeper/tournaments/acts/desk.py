"""What every act on a tournament has in common: see whether it was sent before, write it, keep the rows in step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import uuid4

from scorekeeper.errors import Conflict, Refused
from scorekeeper.kit.words import Words
from scorekeeper.parties import Author, Partie
from scorekeeper.parties.acts import load
from scorekeeper.records.chain import canonical
from scorekeeper.records.rows import EventRow, NewEvent
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.records.tournament_session import TournamentSession, scope_of
from scorekeeper.rules import names
from scorekeeper.rules.contract import Fault, Table
from scorekeeper.rules.fields import Text, Unreadable, within
from scorekeeper.sheet_file import SHEET_MESSAGES, SheetFault
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.fold import Act
from scorekeeper.tournaments.model import Round, Stage, TableOf, Tournament
from scorekeeper.tournaments.words import MESSAGES, STAGES

WORDS = Words({**SHEET_MESSAGES, **MESSAGES}, STAGES)
"""All sentences that an act on a tournament is refused with."""


@dataclass(frozen=True)
class Said:
    """What an act asked for, in full, so that the same one is known again."""

    kind: Act
    asked: Mapping[str, Any]
    place: str = ""
    """The part of the tournament it is about, such as `tour:2/table:4`."""
    reason: str = ""


class Desk:
    """A tournament during an act, with the transaction that is open."""

    def __init__(self, store: Store, session: Session, tournament: Tournament, by: Author) -> None:
        """Start from the tournament as it stands."""
        self.store = store
        self.session = session
        self.rows = TournamentSession(session)
        self.t = tournament
        self.by = by
        self.parties: list[Partie] = []
        """The sheets that changed, to be remembered once all is written."""

    def write(self, said: Said, done: Mapping[str, Any] | None = None, uuid: str | None = None) -> None:
        """Add an event and move on."""
        self.t = fold.moved(self.t, self.append(said, done, uuid))

    def append(self, said: Said, done: Mapping[str, Any] | None, uuid: str | None) -> EventRow:
        """Add an event."""
        scope = scope_of(self.t.id, said.place)
        body = canonical({"asked": said.asked, **({"done": done} if done is not None else {})})
        return self.session.append(
            NewEvent(
                uuid or str(uuid4()),
                scope,
                self.rows.next_version(scope),
                said.kind,
                None,
                None,
                body,
                said.reason,
                self.by.actor,
                self.by.device,
            )
        )

    def partie(self, table: TableOf) -> Partie:
        """A table's sheet as it stands."""
        return load(self.store, self.session, table.partie)

    def changed(self, partie: Partie) -> Partie:
        """Note that a sheet changed."""
        self.parties.append(partie)
        return partie


def perform(
    store: Store,
    number: int,
    said: Said,
    *,
    by: Author,
    uuid: str | None,
    act: Callable[[Desk], Mapping[str, Any] | None],
) -> Tournament:
    """One act in one transaction: known already, refused, or written.

    Args:
        store: the records.
        number: the tournament.
        said: what is asked for.
        by: who acts.
        uuid: of the act; without one it cannot be sent again harmlessly.
        act: judges it, does what is to be done on sheets, and tells what the event says was done.
    """
    uuid = None if uuid is None else uuid_text(uuid)
    with store.write() as session:
        before = load_tournament(store, session, number)
        if uuid is not None and is_repeated(session, before, said, uuid):
            return before
        desk = Desk(store, session, before, by)
        desk.write(said, act(desk), uuid)
        desk.rows.put(fold.rows_of(desk.t, before))
    remember(store, desk)
    return desk.t


def is_repeated(session: Session, tournament: Tournament, said: Said, uuid: str) -> bool:
    """Whether that very act was written before.

    Raises:
        Refused: when its uuid served for something else.
    """
    known = session.event(uuid)
    if known is None:
        return False
    same = (
        known.scope == scope_of(tournament.id, said.place)
        and known.kind == said.kind
        and known.reason == said.reason
        and fold.asked_of(known) == canonical(said.asked)
    )
    if not same:
        raise refusal(Fault("uuid-autre-contenu", "uuid"))
    return True


def remember(store: Store, desk: Desk) -> None:
    """Keep what is written now."""
    store.memo.put(-desk.t.id, desk.t.revision, desk.t)
    for partie in desk.parties:
        store.memo.put(partie.id, partie.revision, partie)


def load_tournament(store: Store, session: Session, number: int) -> Tournament:
    """The tournament as it stands, from memory when it is the one that stands.

    Raises:
        Unknown: when there is none of that number.
    """
    rows = TournamentSession(session)
    head = rows.head(number)
    # Tournaments and parties share the memory; their numbers do not meet on this side of zero.
    kept: Tournament | None = store.memo.get(-number, head.revision)
    return kept if kept is not None else fold.built(number, rows.events(number))


def read(store: Store, number: int) -> Tournament:
    """A tournament as it stands.

    Raises:
        Unknown: when there is none of that number.
        StorageError: when it cannot be read.
    """
    with store.read() as session:
        rows = TournamentSession(session)
        head = rows.head(number)
        kept: Tournament | None = store.memo.get(-number, head.revision)
        if kept is not None:
            return kept
        events = rows.events(number)
    tournament = fold.built(number, events)
    store.memo.put(-number, tournament.revision, tournament)
    return tournament


def refusal(*faults: Fault, line: int | None = None) -> Refused:
    """A refusal for these reasons."""
    return refusals([SheetFault(line, fault) for fault in faults])


def refusals(faults: Sequence[SheetFault], words: Words = WORDS, table: Table | None = None) -> Refused:
    """A refusal for reasons that each have their line."""
    return Refused(faults, words, table or Table())


def conflict(*faults: Fault) -> Conflict:
    """What stands in the way of an act."""
    return Conflict(faults, WORDS)


def uuid_text(raw: Any) -> str:
    """Read a UUID of any version, in lower case."""
    text = names.uuid_of(raw)
    if text is None:
        raise refusal(Fault("uuid-illisible", "uuid"))
    return text


def plain(raw: Any) -> Any:
    """A JSON value whose whole numbers are integers, however they were written (4.0)."""
    if isinstance(raw, Decimal):
        # Compared first: an enormous exponent would make an enormous integer.
        return int(raw) if -(10**9) < raw < 10**9 and raw == raw.to_integral_value() else str(raw)
    if isinstance(raw, list):
        return [plain(item) for item in raw]
    if isinstance(raw, dict):
        return {key: plain(item) for key, item in raw.items()}
    return raw


def text_of(raw: Any, field: str, most: int = names.REASON_MAX, *, needed: str = "") -> str:
    """Read a text, tidied; `needed` is the code of the fault when it is empty."""
    try:
        text = Text(most).read(raw, Table())
    except Unreadable as unreadable:
        raise refusal(*within(field, unreadable)) from unreadable
    if needed and not text:
        raise refusal(Fault(needed, field))
    return text


def not_finished(t: Tournament) -> None:
    """Refuse what a finished tournament does not take."""
    if t.stage is Stage.FINI:
        raise conflict(Fault("tournoi-fini"))


def open_round(t: Tournament, number: int) -> Round:
    """The round, if it takes results.

    Raises:
        Unknown: when it was not opened.
        Conflict: when it is closed, or the tournament is finished.
    """
    one = t.round(number)
    not_finished(t)
    if one.closed:
        raise conflict(Fault("tour-clos", "", {"tour": number}))
    return one


def place_of(round_: int, table: int | None = None) -> str:
    """The part of a scope that is a round or one of its tables."""
    return f"tour:{round_}" if table is None else f"tour:{round_}/table:{table}"
