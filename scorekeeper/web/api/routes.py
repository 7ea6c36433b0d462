"""Routes of the API, declared once: the role needed, the request, the answer. The API's description is made of the same."""

import inspect
import re
import uuid as uuids
from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import wraps
from typing import Any

from flask import Response, abort, g, jsonify, request

from scorekeeper.cards.rules import names, strict_json
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.kinds import Text, Unreadable, unknown_keys, within
from scorekeeper.cards.sheet_file import bad_request
from scorekeeper.parties import Author, Entered
from scorekeeper.tournaments.acts.common import TOURNAMENTS
from scorekeeper.web.api import shapes
from scorekeeper.web.api.shapes import REQUIRED, Shape, any_of, record
from scorekeeper.web.core.requests import XLSX, store
from scorekeeper.web.parties.access import DECLARED
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.permissions import Pages, Role

ARGUMENTS = {"player": "entrant", "tour": "round_number"}
"""Names under which the acts know the numbers in an address, where they differ."""

View = Callable[..., Any]

MAX_ACT = 64 * 1024
"""Largest body of an act on a sheet, in bytes."""
MAX_DOCUMENT = 256 * 1024
"""Largest sheet file, list of players or act of the desk, in bytes."""
LISTS = (
    *("text/csv", "text/plain", "application/vnd.ms-excel", "application/vnd.oasis.opendocument.spreadsheet"),
    XLSX,
)
"""Types of a list of players that is not JSON."""
IDEMPOTENCY_KEY = "Idempotency-Key"
"""Header that may bring the `uuid` in place of the body."""
JUDGING = (400, 403, 413, 415, 422, 503)
"""Refusals of a call that writes nothing."""
PAGE = 50
"""Parties or tournaments on one page of a list."""

ACTOR = shapes.of_kind(Text(names.NAME_MAX)).optional("")
IGNORED_ACTOR = Shape(schema={"type": "string"}, default="")

Answers = Mapping[int, tuple[str, Shape]]
"""Meaning of each status of success, and the shape of its document."""


def ok(meaning: str, shape: Shape) -> Answers:
    """The answer 200."""
    return {200: (meaning, shape)}


def written(meaning: str, before: str, shape: Shape) -> Answers:
    """The answer 201 of an act that is written now, and 200 of one that was written before."""
    return {201: (meaning, shape), 200: (before, shape)}


def refuse(faults: list[Fault]) -> None:
    """Refuse a request for these reasons, if there are any."""
    if faults:
        raise bad_request(faults)


def _defaults(keys: Mapping[str, Shape]) -> dict[str, Any]:
    """The value of each key that is left out, by the name that the view knows it by."""
    return {shape.argument or key: shape.default for key, shape in keys.items()}


def _read(keys: Mapping[str, Shape], given: Mapping[str, Any], faults: list[Fault]) -> dict[str, Any]:
    """The values of the keys, by the names that the view knows them by; what is wrong is added to `faults`, and refused."""
    values = _defaults(keys)
    for key, shape in keys.items():
        missing = key not in given or (given[key] is None and not shape.reads_null)
        if missing and shape.default is REQUIRED:
            faults.append(Fault("cle-manquante", key))
        elif key in given:
            try:
                values[shape.argument or key] = shape.read(given[key])
            except Unreadable as unreadable:
                faults.extend(within(key, unreadable))
    refuse(faults)
    return values


def read_keys(keys: Mapping[str, Shape], raw: Any) -> dict[str, Any]:
    """Read an object by the shapes of its keys, or raise `BadSheet` with every fault."""
    if not isinstance(raw, dict):
        refuse([Fault("objet-attendu")])
    return _read(keys, raw, unknown_keys(raw, keys))


def json_body(limit: int = MAX_DOCUMENT) -> Any:
    """The JSON body of the request, at most `limit` bytes of it, read strictly."""
    if request.mimetype != "application/json":
        abort(415)
    request.max_content_length = limit
    return strict_json.loads(request.get_data())


def idempotency_key() -> str | None:
    """The uuid that the header brings. Raises `Refused` for one that cannot be read, also where the body brings another."""
    key = request.headers.get(IDEMPOTENCY_KEY)
    return None if key is None else TOURNAMENTS.uuid_text(key)


def author(name: str = "") -> Author:
    """The author of an act on a sheet: who is known by a link or a log-in, else the name in the act, as that of anybody."""
    return Author(g.get("actor") or (DECLARED + name if name else "api"), "api")


@dataclass(frozen=True, kw_only=True)
class Body:
    """Content of a request, and how it becomes the arguments of the view."""

    shape: Shape
    read: Callable[[], dict[str, Any]]
    """Raises `BadSheet` with every fault, or `BadJson`."""
    required: bool = True
    takes_key: bool = False
    """Whether the header `Idempotency-Key` may bring the uuid."""
    takes_lists: bool = False
    """Whether a list of players may come as text."""


def plain(keys: Mapping[str, Shape]) -> Body:
    """The body of a call that notes no act: it has no uuid and no author."""
    return Body(shape=record(keys), read=lambda: read_keys(keys, json_body(MAX_ACT)))


def sheet_act(keys: Mapping[str, Shape], *, required: bool = True) -> Body:
    """The body of an act on a sheet, which brings its uuid; the view gets none where there is no body."""
    keys = {"uuid": shapes.UUID, **keys, "by": ACTOR}

    def read() -> dict[str, Any]:
        empty = not required and not request.get_data()
        values = {**_defaults(keys), "uuid": None} if empty else read_keys(keys, json_body(MAX_ACT))
        return {**values, "by": author(values["by"])}

    return Body(shape=record(keys), read=read, required=required)


def desk_act(
    keys: Mapping[str, Shape],
    *,
    bare: Mapping[str, Shape] | None = None,
    plain: str = "",
    takes_key: bool = True,
) -> Body:
    """The body of an act at the desk of a tournament; none is needed where no key is required.

    A JSON list alone stands for the one key of `bare`, a list of players that is sent as text for the key `plain`.
    """
    keys = {**keys, "uuid": keys.get("uuid", shapes.MAYBE_UUID), "by": keys.get("by", IGNORED_ACTOR)}
    required = any(shape.default is REQUIRED for shape in keys.values())

    def read() -> dict[str, Any]:
        if plain and request.mimetype in LISTS:
            return {**_defaults(keys), plain: request.get_data(), "by": permissions.by()}
        uuid = idempotency_key() if takes_key else None
        raw: Any = json_body() if required or request.get_data() else {}
        if bare and isinstance(raw, list):
            raw = {**dict.fromkeys(bare, raw), "uuid": uuid or str(uuids.uuid4())}
        if isinstance(raw, dict) and raw.get("uuid") is None and uuid is not None:
            raw["uuid"] = uuid
        return {**read_keys(keys, raw), "by": permissions.by()}

    shape = any_of(record(keys), *bare.values()) if bare else record(keys)
    return Body(shape=shape, read=read, required=required, takes_key=takes_key, takes_lists=bool(plain))


def document(
    shape: Shape, argument: str = "document", *, takes_key: bool = False, takes_lists: bool = False
) -> Body:
    """A document that the act at the desk reads as a whole, but for its `uuid`; a list of players comes as bytes."""

    def read() -> dict[str, Any]:
        raw = request.get_data() if takes_lists and request.mimetype in LISTS else json_body()
        uuid = raw.pop("uuid", None) if isinstance(raw, dict) else None
        key = idempotency_key() if takes_key else None
        uuid = key if uuid is None else uuid
        return {argument: raw, "uuid": uuid, "by": permissions.by()}

    return Body(shape=shape, read=read, takes_key=takes_key, takes_lists=takes_lists)


@dataclass(frozen=True, kw_only=True)
class Answered:
    """Answer of a view beside the value alone."""

    value: Any
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    finish: Callable[[Response], None] | None = None
    """Sets the cookies of the answer."""


@dataclass(frozen=True)
class Tagged:
    """An answer that is made only when the client does not have it yet."""

    tag: str
    make: Callable[[], Any]


@dataclass(frozen=True)
class Route:
    """One call of the API."""

    role: Role | None
    """The role needed; `None` for sheets, which are guarded by where they are played."""
    call: str
    """The method and the address, with converters as Flask writes them."""
    answers: Answers
    body: Body | None = None
    _: KW_ONLY
    query: Mapping[str, Shape] = field(default_factory=dict)
    closed_query: bool = False
    """Whether further query parameters are refused."""
    numbers: Mapping[str, Shape] = field(default_factory=dict)
    """The numbers in the address that have narrower bounds than others."""
    failures: tuple[int, ...] | None = None
    """Statuses of failure, where they are not those of any reading or writing call."""
    tagged: bool = False
    """Whether the answer has an ETag, and may be that nothing changed."""
    next_calls: Collection[str] = ()
    """The operations on what was opened."""
    summary: str = ""
    text: str = ""
    """Further sentences on it."""
    view: View = repr
    """Gets the numbers of the address, the query and the body by name."""

    @property
    def method(self) -> str:
        return self.call.partition(" ")[0]

    @property
    def rule(self) -> str:
        return self.call.partition(" ")[2]

    @property
    def path(self) -> Mapping[str, Shape]:
        """The numbers and the words in the address."""
        parts = {name: number for number, name in re.findall(r"<(number:)?(\w+)>", self.rule)}
        number, word = shapes.NUMBER, shapes.TEXT
        return {
            name: self.numbers.get(name) or (number if part else word).to(ARGUMENTS.get(name, name))
            for name, part in parts.items()
        }

    def answer(self, **numbers: Any) -> Response:
        """Read the request, let the view act, and write its answer."""
        given = {shape.argument or name: numbers[name] for name, shape in self.path.items()}
        # A parameter that is given twice has both values.
        asked = {name: ", ".join(request.args.getlist(name)) for name in request.args}
        given |= _read(self.query, asked, unknown_keys(asked, self.query) if self.closed_query else [])
        given |= self.body.read() if self.body else {}
        status = min(self.answers)
        # An act on a sheet, which needs no role, reports itself whether it was written before.
        if self.role and 201 in self.answers and not _was_written(given.get("uuid")):
            status = 201
        answered = self.view(**given)
        if isinstance(answered, Entered) and not answered.repeated:
            status = max(self.answers)
        if not isinstance(answered, Tagged):
            return self._response(answered, status)
        known = request.if_none_match.contains_weak(answered.tag)
        response = Response(status=304) if known else self._response(answered.make())
        response.set_etag(answered.tag, weak=True)
        response.headers["Cache-Control"] = "no-cache"
        return response

    def _response(self, answered: Any, status: int = 200) -> Response:
        if isinstance(answered, Response):
            return answered
        if not isinstance(answered, Answered):
            answered = Answered(value=answered)
        status = answered.status or status
        response = jsonify(self.answers[status][1].write(answered.value))
        response.status_code = status
        response.headers.update(answered.headers)
        if answered.finish:
            answered.finish(response)
        return response


def _was_written(uuid: Any) -> bool:
    """Whether that uuid served already: then the act is only answered again."""
    if not isinstance(uuid, str):
        return False
    with store().read() as session:
        return session.event(uuid.lower()) is not None


def first_sentence(view: View) -> str:
    """The first sentence of a docstring."""
    text = " ".join((inspect.getdoc(view) or "").split())
    return re.split(r"[.;]", text)[0] + "."


class Api:
    """A blueprint with the declarations of its routes."""

    def __init__(self, name: str) -> None:
        self.blueprint = Pages(name, __name__)
        self.routes: list[Route] = []

    def add(self, route: Route) -> None:
        """Answer a route by its view."""
        self.routes.append(route)
        name, methods = route.view.__name__, [route.method]
        self.blueprint.add_url_rule(route.rule, name, route.answer, role=route.role, methods=methods)

    def route(
        self, role: Role | None, call: str, answers: Answers, body: Body | None = None, **more: Any
    ) -> Callable[[View], View]:
        """A decorator that takes the fields of `Route`; the view's docstring is the summary, and further sentences."""

        def decorate(view: View) -> View:
            summary, _, text = (inspect.getdoc(view) or "").partition("\n\n")
            docs: dict[str, Any] = {"summary": summary.rstrip("."), "text": " ".join(text.split())}
            self.add(Route(role, call, answers, body, view=view, **docs, **more))
            return view

        return decorate

    def page(self, role: Role | None, view: View, call: str, answers: Answers, **more: Any) -> None:
        """Describe a page that programs ask for too; its own blueprint answers it."""
        text = first_sentence(view)
        self.routes.append(
            Route(role, call, answers, summary=re.split("[,.:;]", text)[0], text=text, view=view, **more)
        )

    def verbs(self, role: Role | None, answers: Answers, then: View | None = None) -> Callable[..., None]:
        """A function that declares the route of a verb: `(call, summary, verb, body=None)`.

        The answer is what the verb returns, or what `then` makes of that and of the verb's arguments.
        """

        def add(call: str, summary: str, verb: View, body: Body | None = None) -> None:
            @wraps(verb)
            def view(**given: Any) -> Any:
                done = verb(store(), **given)
                return then(done, **given) if then else done

            self.add(Route(role, call, answers, body, summary=summary, text=first_sentence(verb), view=view))

        return add
