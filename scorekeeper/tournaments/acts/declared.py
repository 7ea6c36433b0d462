"""Declaration of acts: a declaration gives the callable act, its step, and in `web` its form, its API call and its description.

A declared act is a function that judges it: `judge(desk, part, *, …)`. Its keyword arguments, annotated with their kinds, are the
arguments of the act; it returns the event's `done`, or raises `Refused` or `Conflict`.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, make_dataclass
from typing import Any, Generic, TypeVar, get_type_hints

from scorekeeper.cards.rules.contract import Table, Value
from scorekeeper.cards.rules.fields import Record, kind_of
from scorekeeper.cards.rules.kinds import Json, Kind, Unreadable, refused
from scorekeeper.parties import Author
from scorekeeper.records.store import Store
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.acts import common
from scorekeeper.tournaments.model import Tournament

MAX_NUMBER = 999_999_999
"""Highest number in an address, of any kind."""
MAX_COLUMNS = 6
"""Most columns of a tournament's sheet, and most people at a table."""
T = TypeVar("T")
Judge = Callable[..., Mapping[str, Any] | None]


@dataclass(frozen=True)
class Unread(Kind[Any]):
    """A value that the judge itself validates, together with others; the kind only gives its schema."""

    described: Kind[Any]

    def read(self, raw: Json, table: Table) -> Any:
        return common.plain(raw)

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
class ActPlace:
    """A kind of part that an act concerns: the whole tournament, an entrant, a round or a table."""

    argument: str
    """Name of the argument with the part's address; empty for the whole tournament."""
    text: Callable[[Any], str]
    """Return the address as events write it."""
    find: Callable[[Tournament, Any], Any]
    """Return the part for the judge. Raises `Unknown`, or `Conflict` when no act on it is allowed now."""


def _unfinished(find: Callable[[Tournament, Any], Any]) -> Callable[[Tournament, Any], Any]:
    def part(t: Tournament, at: Any) -> Any:
        common.not_finished(t)
        return find(t, at)

    return part


ALWAYS = ActPlace("", lambda _: "", lambda t, _: t)
EVENING = ActPlace("", lambda _: "", _unfinished(lambda t, _: t))
"""A whole tournament that is not finished."""
PLAYER = ActPlace("entrant", "joueur:{}".format, _unfinished(Tournament.entrant))
ROUND = ActPlace("round_number", "tour:{}".format, _unfinished(Tournament.round))
OPEN_ROUND = ActPlace("round_number", "tour:{}".format, common.open_round)
SEATS = ActPlace("round_number", "tour:{}".format, lambda _, number: number)
"""A round by its number, opened or planned; the judge checks which."""
TABLE = ActPlace("at", lambda at: at.place, lambda t, at: common.open_round(t, at.round).table(at.number))
"""A table of an open round."""


@dataclass(frozen=True, kw_only=True)
class Act:
    """A declared act. Calling it performs the act, as `common.perform` does."""

    name: str
    kind: str
    place: ActPlace
    judge: Judge
    record: Record[Any]
    summary: str
    reason: bool | None = None
    """Whether a reason is required; `None` when the act takes none."""
    content: Callable[[dict[str, Any]], dict[str, Any]] = dict
    """Return the event's `asked` for the arguments of the act. Raises `Refused`."""
    tells: str = ""
    """Key of the argument that the history shows."""
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
    ) -> Tournament:
        names = [*filter(None, [self.place.argument]), *self.record.kinds]
        values = dict(zip(names, given, strict=False)) | named
        at = values.pop(self.place.argument, None)
        reason = values.pop("reason", "")
        read = vars(common.read_as(self.record, values))
        written = {key: kind.write(read[key], Table()) for key, kind in self.asked.items()}

        def act(desk: common.Desk) -> Mapping[str, Any] | None:
            desk.at, desk.reason = at, change.reason
            return self.judge(desk, self.place.find(desk.t, at), **read)

        why = common.reason_of(reason, needed=bool(self.reason))
        change = common.TournamentChange(self.kind, self.content(written), self.place.text(at), why)
        return common.perform(store, number, change, act, by=by, uuid=uuid)


ACTS: dict[str, Act] = {}
"""All declared acts by name."""


def ways(**fields: str) -> Callable[[Judge], Judge]:
    """Return a decorator, used below `act`, that declares how the act is reached: fields of `Act` about API and forms."""

    def declare(judge: Judge) -> Judge:
        vars(judge)["ways"] = fields
        return judge

    return declare


def act(kind: str, place: ActPlace, step: fold.Step | None = None, **more: Any) -> Callable[[Judge], Act]:
    """Return a decorator that turns a judge into an `Act`; `more` are other fields of `Act`.

    The judge's docstring up to the first full stop or colon is the summary of the API call.
    """

    def declare(judge: Judge) -> Act:
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
        if step is not None:
            fold.STEPS[kind] = step
        ACTS[made.name] = made
        return made

    return declare
