"""Common parts of all acts on a tournament: the ledger, refusals, and parsers of values."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal
from functools import partial, reduce
from typing import Any, Required, TypedDict, TypeVar, Unpack

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cards.rules.kinds import Kind, Text, Unreadable, unknown_keys, within
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.cards.sheet_file import SHEET_WORDS, tidied
from scorekeeper.errors import Conflict, Refused, Unknown
from scorekeeper.lists.reading import MESSAGES as LIST_MESSAGES
from scorekeeper.parties import Author, Partie
from scorekeeper.parties.acts import PARTIES
from scorekeeper.records import rows
from scorekeeper.records.chain import canonical
from scorekeeper.records.event_log import Change
from scorekeeper.records.ledger import Ledger, S, Transaction
from scorekeeper.records.rows import DerivedRow, EventRow
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.finals import total_rounds
from scorekeeper.tournaments.model import Round, Stage, TableOf, Tournament
from scorekeeper.tournaments.options import OPTIONS, rules_for
from scorekeeper.tournaments.words import MESSAGES, STAGES


def _round_rows(t: Tournament, round_: Round, state: str, was: Round | None) -> Iterator[DerivedRow]:
    draw = t.draws[round_.draw - 1]
    yield rows.RoundRow(t.id, round_.number, round_.draw, draw.label, draw.seed, state)
    for table in round_.tables:
        if was is not None and table.number <= len(was.tables) and was.tables[table.number - 1] is table:
            continue
        place = (t.id, round_.number, round_.draw, table.number)
        yield rows.TableRow(
            *place,
            partie=table.partie,
            confirmed=int(table.confirmed),
            disputed=int(table.dispute is not None),
            result=None if table.result is None else canonical(asdict(table.result)),
        )
        for seat, number in enumerate(table.seats):
            yield rows.SeatRow(*place, seat, number, table.substitutes.get(number, ""))


T = TypeVar("T")
WORDS = Words({**SHEET_WORDS.messages, **LIST_MESSAGES, **MESSAGES}, STAGES)
"""All messages with which an act on a tournament may be refused."""


@dataclass(frozen=True)
class TournamentChange:
    """Complete content of an act, by which a repeated request is recognised."""

    kind: str
    asked: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of the act."""
    place: str = ""
    """The part of the tournament it concerns, such as `tour:2/table:4`; empty for the whole."""
    reason: str = ""
    people: tuple[str, ...] = ()
    """Names in the content, which the records replace by numbers."""

    def event(self, done: Mapping[str, Any] | None = None) -> Change:
        """Return the act as an event to append; `done` has its results."""
        body = {"asked": self.asked} | ({} if done is None else {"done": done})
        same = {key: getattr(self, key) for key in ("kind", "place", "reason", "people")}
        return Change(body=canonical(body), **same)

    def is_in(self, _: object, event: EventRow) -> bool:
        """Return whether an event was written by an act with the same content."""
        written = fold.Happening.of(event)
        same = all(getattr(written, key) == getattr(self, key) for key in ("kind", "place", "reason"))
        return same and canonical(written.asked) == canonical(self.asked)


class DeskLedger(Ledger[S]):
    """Ledger of a subject that is built from its events alone: a tournament or a season."""

    @abstractmethod
    def opened(self, number: int, event: EventRow) -> S:
        """Return the subject as created by its first event."""

    @abstractmethod
    def moved(self, subject: S, event: EventRow) -> S:
        """Return the subject after its next event."""

    def builder(self, session: Session, number: int) -> Callable[[], S]:
        return partial(self.built, number, session.events_of(self.scope(number)))

    def built(self, number: int, events: Sequence[EventRow]) -> S:
        """Build a subject from all its events. Raises `Unknown` when the first of them does not create it."""
        if not events or events[0].kind != fold.CREATION:
            raise Unknown(f"{self.SCOPE} {number}")
        return reduce(self.moved, events[1:], self.opened(number, events[0]))

    def history(self, store: Store, number: int) -> tuple[fold.Happening, ...]:
        """Return all events of a subject, oldest first. Raises `Unknown` when there is none of that number."""
        with store.read() as session:
            self.revision(session, number)
            return tuple(map(fold.Happening.of, session.events_of(self.scope(number))))

    def refusal(self, fault: Fault) -> Refused:
        return refusal(fault)

    def change(
        self,
        store: Store,
        number: int,
        change: TournamentChange,
        act: Callable[[Transaction, S], Mapping[str, Any] | None],
        *,
        by: Author,
        uuid: str | None = None,
    ) -> S:
        """Perform one act in one transaction, or recognise that it was performed before; return the subject.

        `act` validates it, changes sheets if needed, and returns the event's `done`. Without a `uuid`, a repeated request is a new
        act. Raises `Refused` for an invalid uuid or one of another act; whatever `act` raises; `Unknown` when there is no such
        subject; `StorageError` when it could not be written.
        """

        def write(opened: Transaction, subject: S, known: str | None) -> S:
            event = change.event(act(opened, subject))
            return self.write(opened, subject, event, partial(self.moved, subject), known)

        # An invalid uuid is reported even when the subject does not exist.
        uuid = None if uuid is None else self.uuid_text(uuid)
        return self.perform(store, number, kind=change.kind, by=by, uuid=uuid, same=change.is_in, act=write)[
            0
        ]


class TournamentLedger(DeskLedger[Tournament]):
    """Ledger of tournaments: builds them from their events and derives their rows."""

    SCOPE = "tournoi"
    APART = frozenset({"signature"})  # changes nothing outside its own table

    def revision(self, session: Session, number: int) -> int:
        return session.tournament(number).revision

    def opened(self, number: int, event: EventRow) -> Tournament:
        """Return the tournament as created. Raises `Unknown` for an unknown game, `ValueError` for a damaged definition."""
        opening = fold.Happening.of(event)
        asked = opening.asked
        game = catalogue.game(asked["game"], asked.get("definition"))
        options = OPTIONS.read(opening.done["options"], Table())
        return Tournament(
            id=number,
            name=asked["name"],
            game=game,
            settings=asked["settings"],
            options=options,
            rules=rules_for(game, options, asked["settings"], options.size or 4),
            created_at=event.at_utc,
            revision=1,
            decided=1,
            last_seq=event.seq,
            active_at=event.at_utc,
        )

    def moved(self, subject: Tournament, event: EventRow) -> Tournament:
        """Return the tournament after an event. Raises `ValueError` for an unknown kind of event."""
        if event.kind not in fold.STEPS:
            raise ValueError(f"event of kind {event.kind}")
        after = fold.STEPS[event.kind](subject, fold.Happening.of(event))
        revision = subject.revision + 1
        decided = subject.decided if event.kind in self.APART else revision
        return replace(after, revision=revision, decided=decided, last_seq=event.seq, active_at=event.at_utc)

    def rows(self, after: Tournament, before: Tournament | None) -> Iterator[DerivedRow]:
        yield rows.TournamentRow(
            id=after.id,
            game=after.game.key,
            name=after.name,
            date=after.options.date,
            place=after.options.place,
            created_at=after.created_at,
            stage=after.stage,
            entrants=len(after.entrants),
            round=len(after.rounds),
            rounds=total_rounds(after),
            revision=after.revision,
            last_seq=after.last_seq,
            active_at=after.active_at,
            away=int(after.away),
        )
        known = before.entrants if before else ()
        for place, entrant in enumerate(after.entrants):
            if place >= len(known) or known[place] is not entrant:
                key, present = names.key(entrant.name), int(entrant.present)
                same = {column: getattr(entrant, column) for column in ("number", "name", "club", "partner")}
                yield rows.EntrantRow(tournament=after.id, key=key, present=present, **same)
        earlier = (*before.rounds, *before.voided) if before else ()
        old = {(round_.number, round_.draw): round_ for round_ in earlier}
        for round_ in after.voided:
            yield from _round_rows(after, round_, "annule", None)
        for round_ in after.rounds:
            was = old.get((round_.number, round_.draw))
            if was is not round_:
                yield from _round_rows(after, round_, "clos" if round_.closed else "ouvert", was)

    def people(self, _opened: Transaction, subject: Tournament) -> tuple[str, ...]:
        return subject.names


TOURNAMENTS = TournamentLedger()
read = TOURNAMENTS.read
"""Return a tournament as it is now. Raises `Unknown` when there is none of that number, `StorageError` when it cannot be read."""
history = TOURNAMENTS.history
"""Return the events of a tournament; those of its sheets are kept with the sheets."""


class Sent(TypedDict, total=False):
    """Author of an act, and its idempotency key: the uuid that makes a repeated request harmless."""

    by: Required[Author]
    uuid: str | None


class Desk:
    """A tournament during an act, with the open transaction."""

    def __init__(self, opened: Transaction, tournament: Tournament) -> None:
        self.opened = opened
        self.session = opened.session
        self.t = tournament
        self.at: Any = None
        """Address of the part that a declared act concerns, as given by the caller."""
        self.reason = ""

    def write(
        self, change: TournamentChange, done: Mapping[str, Any] | None = None, uuid: str | None = None
    ) -> None:
        """Append an event and apply it to `t`."""
        moved = partial(TOURNAMENTS.moved, self.t)
        self.t = TOURNAMENTS.write(self.opened, self.t, change.event(done), moved, uuid)

    def partie(self, table: TableOf) -> Partie:
        """Return the sheet of a table as it is now."""
        return PARTIES.load(self.opened, table.partie)


def perform(
    store: Store,
    number: int,
    change: TournamentChange,
    act: Callable[[Desk], Mapping[str, Any] | None],
    **sent: Unpack[Sent],
) -> Tournament:
    """Perform one act on a tournament; see `DeskLedger.change`."""
    return TOURNAMENTS.change(store, number, change, lambda opened, t: act(Desk(opened, t)), **sent)


def refusal(*faults: Fault | EntryFault, words: Words = WORDS, table: Table | None = None) -> Refused:
    """Return a `Refused` with these faults, some of which may belong to a line."""
    lines = [fault if isinstance(fault, EntryFault) else EntryFault(None, fault) for fault in faults]
    return Refused(lines, words, table or Table())


def conflict(*faults: Fault, words: Words = WORDS) -> Conflict:
    """Return a `Conflict` with these faults, for an act that the present state does not allow."""
    return Conflict(faults, words)


def plain(raw: Any) -> Any:
    """Return a JSON value with whole numbers as `int`, also those written as 4.0, and other decimals as text."""
    if isinstance(raw, Decimal):
        # Compared first: an enormous exponent would make an enormous integer.
        return int(raw) if -(10**9) < raw < 10**9 and raw == raw.to_integral_value() else str(raw)
    if isinstance(raw, list):
        return [plain(item) for item in raw]
    if isinstance(raw, dict):
        return {key: plain(item) for key, item in raw.items()}
    return raw


def heading_of(raw: Any, keys: Collection[str]) -> tuple[dict[str, Any], str, list[Fault]]:
    """Read a document with a `name` and these keys; return it, the name, and the faults found. Raises `Refused` for no object."""
    raw = plain(raw)
    if not isinstance(raw, dict):
        raise refusal(Fault("objet-attendu"))
    faults, name = unknown_keys(raw, {"name", *keys}), ""
    if raw.get("name") is None:
        faults.append(Fault("cle-manquante", "name"))
    else:
        name = tidied(raw["name"], "name", faults, names.TITLE_MAX)
    return raw, name, faults


def read_as(kind: Kind[T], raw: Any, field: str = "") -> T:
    """Read a value as a kind. Raises `Refused` with every fault, each at its key within `field`."""
    try:
        return kind.read(raw, Table())
    except Unreadable as unreadable:
        raise refusal(*(within(field, unreadable) if field else unreadable.faults)) from unreadable


def text_of(raw: Any, field: str, most: int = names.REASON_MAX, *, needed: str = "") -> str:
    """Read a text with spaces tidied. Raises `Refused`; `needed` is the fault's code when an empty text is not allowed."""
    text = read_as(Text(most), raw, field)
    if needed and not text:
        raise refusal(Fault(needed, field))
    return text


def reason_of(raw: Any, *, needed: bool = False) -> str:
    """Read a reason with spaces tidied. Raises `Refused` when it is `needed` and empty."""
    return text_of(raw, "reason", needed="raison-attendue" if needed else "")


def not_finished(t: Tournament) -> None:
    """Raise `Conflict` when the tournament is finished."""
    if t.stage is Stage.FINI:
        raise conflict(Fault("tournoi-fini"))


def open_round(t: Tournament, number: int) -> Round:
    """Return a round that takes results. Raises `Unknown` when it was not opened, `Conflict` when it or the tournament is closed."""
    round_ = t.round(number)
    not_finished(t)
    if round_.closed:
        raise conflict(Fault("tour-clos", "", {"tour": number}))
    return round_
