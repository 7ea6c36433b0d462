"""Declaration of acts: a declaration gives the callable act, its step, and in `web` its form, its API call and its description.

A declared act is a function that judges it: `judge(desk, part, *, …)`. Its keyword arguments, annotated with their kinds, are the
arguments of the act; it returns the event's `done`, or raises `Refused` or `Conflict`.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, make_dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar, cast, get_type_hints

from scorekeeper.cards.rules.contract import Fault, Table, Value
from scorekeeper.cards.rules.fields import Record, kind_of
from scorekeeper.cards.rules.kinds import Json, Kind, Unreadable, refused
from scorekeeper.parties import Author, Partie
from scorekeeper.parties.acts import PARTIES
from scorekeeper.records.ledger import S, Transaction
from scorekeeper.records.store import Store
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.ledger import TOURNAMENTS, DeskLedger, TournamentChange, TournamentLedger
from scorekeeper.tournaments.model import Round, Stage, TableOf, Tournament
from scorekeeper.tournaments.refusals import conflict, plain, read_as, reason_of

MAX_NUMBER = 999_999_999
"""Highest number in an address, of any kind."""
MAX_COLUMNS = 6
"""Most columns of a tournament's sheet, and most people at a table."""
T = TypeVar("T")
Judge = Callable[..., Mapping[str, Any] | None]


class Acting(Generic[S]):
    """A tournament or season `t` during an act, with the open transaction."""

    def __init__(self, opened: Transaction, subject: S, ledger: DeskLedger[S]) -> None:
        self.opened = opened
        self.session = opened.session
        self.ledger = ledger
        self.t = subject
        self.at: Any = None
        """Address of the part that a declared act concerns, as given by the caller."""
        self.place: str | None = None
        """The same address as events write it; the act sets it where only the act knows it."""
        self.reason = ""
        self.seen: S | None = None
        """The subject from which `foreseen` was computed, before the transaction."""
        self.foreseen: Any = None

    def write(
        self, change: TournamentChange, done: Mapping[str, Any] | None = None, uuid: str | None = None
    ) -> None:
        """Append an event and apply it to `t`."""
        moved = partial(self.ledger.moved, self.t)
        self.t = self.ledger.write(self.opened, self.t, change.event(done), moved, uuid)

    def partie(self, table: TableOf) -> Partie:
        """Return the sheet of a table as it is now."""
        return PARTIES.load(self.opened, table.partie)


Desk = Acting[Tournament]
"""A tournament during an act."""


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


@dataclass(frozen=True)
class Unread(Kind[Any]):
    """A value that the judge itself validates, together with others; the kind only gives its schema."""

    described: Kind[Any]

    def read(self, raw: Json, table: Table) -> Any:
        return plain(raw)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return self.described.schema(table)


class Aside(Unread):
    """A value that only a form sends, such as what its page showed; it is not part of the act's content."""


class EntrantNumber(Unread):
    """An entrant's number; the API refuses other types when it reads the request."""


@dataclass(frozen=True)
class Coded(Kind[T], Generic[T]):
    """A value that is refused with the same fault, whatever is wrong with it."""

    kind: Kind[T]
    code: str
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def read(self, raw: Json, table: Table) -> T:
        try:
            return self.kind.read(raw, table)
        except Unreadable as unreadable:
            raise refused(self.code, **self.values) from unreadable

    def write(self, value: T, table: Table) -> Json:
        return self.kind.write(value, table)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return self.kind.schema(table)


@dataclass(frozen=True)
class ActPlace(Generic[S]):
    """A kind of part that an act concerns: the whole tournament or season, an entrant, a round or a table."""

    argument: str
    """Name of the argument with the part's address; empty for the whole tournament."""
    text: Callable[[Any], str | None]
    """Return the address as events write it; `None` where the act decides it."""
    find: Callable[[S, Any], Any]
    """Return the part for the judge. Raises `Unknown`, or `Conflict` when no act on it is allowed now."""
    ledger: DeskLedger[S]


def _unfinished(find: Callable[[Tournament, Any], Any]) -> Callable[[Tournament, Any], Any]:
    def part(t: Tournament, at: Any) -> Any:
        not_finished(t)
        return find(t, at)

    return part


ALWAYS = ActPlace("", lambda _: "", lambda t, _: t, TOURNAMENTS)
WHERE_FORESEEN = ActPlace("", lambda _: None, lambda t, _: t, TOURNAMENTS)
"""Rounds that the act finds itself."""
EVENING = ActPlace("", lambda _: "", _unfinished(lambda t, _: t), TOURNAMENTS)
"""A whole tournament that is not finished."""
PERSON = ActPlace("entrant", "joueur:{}".format, Tournament.entrant, TOURNAMENTS)
PLAYER = ActPlace("entrant", "joueur:{}".format, _unfinished(Tournament.entrant), TOURNAMENTS)
ROUND = ActPlace("round_number", "tour:{}".format, _unfinished(Tournament.round), TOURNAMENTS)
OPEN_ROUND = ActPlace("round_number", "tour:{}".format, open_round, TOURNAMENTS)
SEATS = ActPlace("round_number", "tour:{}".format, lambda _, number: number, TOURNAMENTS)
"""A round by its number, opened or planned; the judge checks which."""
TABLE = ActPlace(
    "at", lambda at: at.place, lambda t, at: open_round(t, at.round).table(at.number), TOURNAMENTS
)
"""A table of an open round."""


@dataclass(frozen=True, kw_only=True)
class Act(Generic[S]):
    """A declared act. Calling it performs the act, or recognises that it was performed before.

    Without a `uuid`, a repeated request is a new act. Raises `Refused` for an invalid uuid or one of another act, and what its judge raises.
    """

    name: str
    kind: str
    place: ActPlace[S]
    judge: Judge
    record: Record[Any]
    summary: str
    reason: bool | None = None
    """Whether a reason is required; `None` when the act takes none."""
    content: Callable[[dict[str, Any]], Mapping[str, Any]] = dict
    """Return the event's `asked` for the arguments of the act. Raises `Refused`."""
    foresee: Callable[..., Any] | None = None
    """Compute, before the transaction, what takes long; called with store, tournament, reason and arguments."""
    people: Callable[[Mapping[str, Any]], Iterable[str]] = lambda _: ()
    """Return the names in the event's `asked`, which the records replace by numbers."""
    by_table: bool = False
    """Whether the table may perform it too, not only the organiser."""
    api: str = ""
    """HTTP method of its API call, and the path after the address of its part."""
    answer: str = ""
    """Key of the API's response in `web.api.tournaments.ANSWERS`; by default the part."""
    noted: str = ""
    """Past participle for the description of a response with status 201; the API then requires a uuid."""
    bare: str = ""
    """Key whose list may be the whole body of an API request."""
    form: str = ""
    """Name of its form, and the path after the address of its part."""
    page: str = ""
    """Page with the form; by default that of the part."""
    then: str = ""
    """Page to redirect to, or an anchor; by default the page with the form."""

    @property
    def asked(self) -> Mapping[str, Kind[Any]]:
        """Kinds of the arguments that the event keeps."""
        return {key: kind for key, kind in self.record.kinds.items() if not isinstance(kind, Aside)}

    def __call__(
        self, store: Store, number: int, /, *given: Any, by: Author, uuid: str | None = None, **named: Any
    ) -> S:
        ledger = self.place.ledger
        names = [*filter(None, [self.place.argument]), *self.record.kinds]
        values = dict(zip(names, given, strict=False)) | named
        at = values.pop(self.place.argument, None)
        reason = "" if self.reason is None else values.pop("reason", "")
        read = vars(read_as(self.record, values))
        written = {key: kind.write(read[key], Table()) for key, kind in self.asked.items()}

        why = reason_of(reason, needed=bool(self.reason))
        asked = self.content(written)
        people = tuple(filter(None, self.people(asked)))
        change = TournamentChange(self.kind, asked, self.place.text(at), why, people)
        # An invalid uuid is reported even when the tournament does not exist.
        uuid = None if uuid is None else ledger.uuid_text(uuid)
        seen, foreseen = None, None
        if self.foresee is not None:
            seen = ledger.read(store, number)
            with store.read() as session:
                if ledger.is_repeated(session, seen, uuid, self.kind, change.is_in):
                    return seen
            foreseen = self.foresee(store, seen, why, **read)

        def write(opened: Transaction, t: S, known: str | None) -> S:
            desk = Acting(opened, t, ledger)
            desk.at, desk.place, desk.reason, desk.seen, desk.foreseen = at, change.place, why, seen, foreseen
            done = self.judge(desk, self.place.find(t, at), **read)
            desk.write(replace(change, place=desk.place, reason=desk.reason), done, known)
            return desk.t

        kind, same = self.kind, change.is_in
        return ledger.perform(store, number, kind=kind, by=by, uuid=uuid, same=same, act=write)[0]


def _argument(key: str) -> fold.ShownAs:
    return lambda _, event: str(event.asked[key])


ACTS: dict[str, Act[Tournament]] = {}
"""All declared acts on tournaments by name."""


def reached_by(**fields: str) -> Callable[[Judge], Judge]:
    """Return a decorator, used below `act`, that declares how the act is reached: fields of `Act` about API and forms."""

    def declare(judge: Judge) -> Judge:
        vars(judge)["ways"] = fields
        return judge

    return declare


def act(
    kind: str,
    place: ActPlace[S],
    step: Callable[[S, fold.Happening], S],
    shown_as: str | fold.ShownAs = "",
    **more: Any,
) -> Callable[[Judge], Act[S]]:
    """Return a decorator that turns a judge into an `Act`.

    The judge's docstring up to the first full stop or colon is the summary of the API call.

    Args:
        kind: the kind of its event.
        place: the kind of part that it concerns.
        step: the step of its event.
        shown_as: the content of the event in words, or the key of an argument that is shown.
        **more: other fields of `Act`.
    """

    def declare(judge: Judge) -> Act[S]:
        parameters = inspect.signature(judge).parameters.values()
        asked = {each.name: each.default for each in parameters if each.kind is each.KEYWORD_ONLY}
        hints = get_type_hints(judge, include_extras=True)
        fields = [
            (key, Any, field(default=value) if value is not inspect.Parameter.empty else field())
            for key, value in asked.items()
        ]
        record = make_dataclass(judge.__name__, fields, frozen=True, kw_only=True)
        summary = re.split(r"[.:]", judge.__doc__ or "")[0]
        made = Act(
            name=judge.__name__,
            kind=kind,
            place=place,
            judge=judge,
            record=Record(record, {key: kind_of(hints[key]) for key in asked}),
            summary=summary,
            **more,
            **vars(judge).get("ways", {}),
        )
        place.ledger.STEPS[kind] = step
        if shown_as:
            fold.SHOWN_AS[kind] = _argument(shown_as) if isinstance(shown_as, str) else shown_as
        if isinstance(place.ledger, TournamentLedger):
            ACTS[made.name] = cast("Act[Tournament]", made)
        return made

    return declare
