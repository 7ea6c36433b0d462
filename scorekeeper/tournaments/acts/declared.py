"""The declaration of an act: from it follow the verb, its step, and in `web` its form, its call of the API and the description of that.

A declared act is a function that judges it: `judge(desk, part, *, …)`. Its keyword arguments are the record that the act asks,
annotated with their kinds; it returns what the event notes as done, or raises `Refused` or `Conflict`.
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
"""Highest number of anything in an address."""
MAX_COLUMNS = 6
"""Most columns of a sheet at a tournament, and most people at a table."""
T = TypeVar("T")
Judge = Callable[..., Mapping[str, Any] | None]


@dataclass(frozen=True)
class Unread(Kind[Any]):
    """A value that the act judges beside others; it is only described."""

    described: Kind[Any]

    def read(self, raw: Json, table: Table) -> Any:
        return common.plain(raw)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return self.described.schema(table)


class Aside(Unread):
    """A value that only a form sends, such as what its page showed: no content of the act."""


class EntrantNumber(Unread):
    """The number of an entrant; of another type it is refused where a document is read."""


@dataclass(frozen=True)
class Coded(Kind[T], Generic[T]):
    """A value that is refused with one sentence, whatever is wrong with it."""

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
    """The part of a tournament that an act is about."""

    argument: str
    """Name under which a verb is given which one; empty for all of the tournament."""
    text: Callable[[Any], str]
    """Writes it as events name it."""
    find: Callable[[Tournament, Any], Any]
    """Finds it for the judge, or refuses the act in general."""


def _unfinished(find: Callable[[Tournament, Any], Any]) -> Callable[[Tournament, Any], Any]:
    def part(t: Tournament, at: Any) -> Any:
        common.not_finished(t)
        return find(t, at)

    return part


ALWAYS = ActPlace("", lambda _: "", lambda t, _: t)
EVENING = ActPlace("", lambda _: "", _unfinished(lambda t, _: t))
"""All of a tournament that is not finished."""
PLAYER = ActPlace("entrant", "joueur:{}".format, _unfinished(Tournament.entrant))
ROUND = ActPlace("round_number", "tour:{}".format, _unfinished(Tournament.round))
OPEN_ROUND = ActPlace("round_number", "tour:{}".format, common.open_round)
SEATS = ActPlace("round_number", "tour:{}".format, lambda _, number: number)
"""A round that is open, or only planned."""
TABLE = ActPlace("at", lambda at: at.place, lambda t, at: common.open_round(t, at.round).table(at.number))
"""A table of an open round."""


@dataclass(frozen=True, kw_only=True)
class Act:
    """An act as it is declared. Called, it performs the act, as `common.perform` does."""

    name: str
    kind: str
    place: ActPlace
    judge: Judge
    record: Record[Any]
    summary: str
    reason: bool | None = None
    """Whether a reason is needed; `None` where none is asked."""
    content: Callable[[dict[str, Any]], dict[str, Any]] = dict
    """From all that was asked to what the event keeps."""
    tells: str = ""
    """The key of what was asked that the history repeats."""
    by_table: bool = False
    """Whether the table itself may, not the organiser alone."""
    api: str = ""
    """Method of its call, and what follows the address of the place there."""
    answer: str = ""
    """The part that the API answers; by default the place."""
    noted: str = ""
    """Sentence for an answer that the API gives with 201; then a uuid is needed."""
    bare: str = ""
    """Key whose list may stand alone in the API."""
    form: str = ""
    """Name of its form, and what follows the address of the place there."""
    page: str = ""
    """The page that has the form; by default that of the place."""
    then: str = ""
    """The page that follows, perhaps with an anchor; by default the same."""

    @property
    def asked(self) -> Mapping[str, Kind[Any]]:
        """The kinds of its content."""
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
"""All declared acts by the names of their verbs."""


def ways(**fields: str) -> Callable[[Judge], Judge]:
    """A decorator below `act`: the ways in which the act is reached, as fields of `Act`."""

    def declare(judge: Judge) -> Judge:
        vars(judge)["ways"] = fields
        return judge

    return declare


def act(kind: str, place: ActPlace, step: fold.Step | None = None, **more: Any) -> Callable[[Judge], Act]:
    """A decorator for the judge of an act, whose docstring begins with its summary; `more` are the other fields of `Act`."""

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
