"""Ledger of tournaments and seasons: builds them from their events, writes acts on them, and derives their rows."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial, reduce
from typing import Any, ClassVar, Required, TypedDict

from scorekeeper.cards import catalogue
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.errors import Refused, Unknown
from scorekeeper.parties import Author
from scorekeeper.records import rows
from scorekeeper.records.event_log import Change, canonical
from scorekeeper.records.ledger import Ledger, S, Transaction
from scorekeeper.records.rows import DerivedRow, EventRow
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.finals import total_rounds
from scorekeeper.tournaments.model import Round, Tournament
from scorekeeper.tournaments.options import OPTIONS, rules_for
from scorekeeper.tournaments.refusals import refusal


@dataclass(frozen=True)
class TournamentChange:
    """Complete content of an act, by which a repeated request is recognised."""

    kind: str
    asked: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of the act."""
    place: str | None = ""
    """The part of the tournament it concerns, such as `tour:2/table:4`; empty for the whole, `None` where the act decides it."""
    reason: str = ""
    people: tuple[str, ...] = ()
    """Names in the content, which the records replace by numbers."""

    def event(self, done: Mapping[str, Any] | None = None) -> Change:
        """Return the act as an event to append; `done` has its results."""
        body = {"asked": self.asked} | ({} if done is None else {"done": done})
        same = {key: getattr(self, key) for key in ("kind", "reason", "people")}
        return Change(body=canonical(body), place=self.place or "", **same)

    def is_in(self, _: object, event: EventRow) -> bool:
        """Return whether an event was written by an act with the same content."""
        written = fold.Happening.of(event)
        keys = ("kind",) if self.place is None else ("kind", "place", "reason")
        same = all(getattr(written, key) == getattr(self, key) for key in keys)
        return same and canonical(written.asked) == canonical(self.asked)


class DeskLedger(Ledger[S]):
    """Ledger of a subject that is built from its events alone: a tournament or a season."""

    STEPS: ClassVar[dict[str, Callable[[Any, fold.Happening], Any]]]
    """The step of each kind of event but the first."""

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
            session.revision(*self.TABLE, number)
            return tuple(map(fold.Happening.of, session.events_of(self.scope(number))))

    def refusal(self, fault: Fault) -> Refused:
        return refusal(fault)


class TournamentLedger(DeskLedger[Tournament]):
    """Ledger of tournaments: builds them from their events and derives their rows."""

    SCOPE = "tournoi"
    TABLE = ("tournament", "id")
    STEPS = fold.STEPS
    APART = frozenset({"signature"})  # changes nothing outside its own table

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
                key, present = names.casefold(entrant.name), int(entrant.present)
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
