"""Declarations of API routes: role, request and response. The API's description is generated from them."""

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
from scorekeeper.tournaments.declaration import Act
from scorekeeper.tournaments.ledger import TOURNAMENTS
from scorekeeper.web.api import shapes
from scorekeeper.web.api.shapes import REQUIRED, Shape, any_of, record
from scorekeeper.web.core.requests import XLSX, store
from scorekeeper.web.parties.access import DECLARED
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.permissions import Pages, Role

ARGUMENTS = {"player": "entrant", "tour": "round_number"}
"""Argument names of the acts for numbers in a path, where they differ."""

View = Callable[..., Any]

MAX_ACT = 64 * 1024
"""Largest body of an act on a sheet, in bytes."""
MAX_DOCUMENT = 256 * 1024
"""Largest sheet file, list of players or act on a tournament, in bytes."""
LISTS = (
    *("text/csv", "text/plain", "application/vnd.ms-excel", "application/vnd.oasis.opendocument.spreadsheet"),
    XLSX,
)
"""Media types of a list of players other than JSON."""
IDEMPOTENCY_KEY = "Idempotency-Key"
"""Header that may contain the `uuid` instead of the body."""
JUDGING = (400, 403, 413, 415, 422, 503)
"""Failure statuses of a call with a body that writes nothing."""
PAGE = 50
"""Number of parties or tournaments on one page of a list."""

ACTOR = shapes.of_kind(Text(names.NAME_MAX)).optional("")
IGNORED_ACTOR = Shape(schema={"type": "string"}, default="")

Answers = Mapping[int, tuple[str, Shape]]
"""Description and shape of the response for each success status."""


def ok(meaning: str, shape: Shape) -> Answers:
    """Return the declaration of a response with status 200."""
    return {200: (meaning, shape)}


def written(meaning: str, before: str, shape: Shape) -> Answers:
    """Return the declaration of an act's responses: 201 when it is written now, 200 when it was written before."""
    return {201: (meaning, shape), 200: (before, shape)}


def refuse(faults: list[Fault]) -> None:
    """Raise `BadSheet` with these faults, if there are any."""
    if faults:
        raise bad_request(faults)


def _defaults(keys: Mapping[str, Shape]) -> dict[str, Any]:
    return {shape.argument or key: shape.default for key, shape in keys.items()}


def _read(keys: Mapping[str, Shape], given: Mapping[str, Any], faults: list[Fault]) -> dict[str, Any]:
    """Return the values of the keys, by the names of the view's arguments. Raises `BadSheet` with `faults` and those found here."""
    values = _defaults(keys)
    for key, shape in keys.items():
        missing = key not in given or (given[key] is None and not shape.reads_null)
        if missing and shape.default is REQUIRED:
            faults.append(Fault("cle-manquante", key))
        elif key in given:
            try:
                values[shape.argument or key] = shape.read(given[key])
            except Unreadable as unreadable:
                faults.extend(within(key, unreadable.faults))
    refuse(faults)
    return values


def read_keys(keys: Mapping[str, Shape], raw: Any) -> dict[str, Any]:
    """Read a JSON object by the shapes of its keys. Raises `BadSheet` with every fault."""
    if not isinstance(raw, dict):
        refuse([Fault("objet-attendu")])
    return _read(keys, raw, unknown_keys(raw, keys))


def json_body(limit: int = MAX_DOCUMENT) -> Any:
    """Return the request's JSON body, parsed strictly. Aborts with 415 for another type, and with 413 above `limit` bytes."""
    if request.mimetype != "application/json":
        abort(415)
    request.max_content_length = limit
    return strict_json.loads(request.get_data())


def idempotency_key() -> str | None:
    """Return the uuid in the header, or `None`. Raises `Refused` for an invalid one, even if the body has another."""
    key = request.headers.get(IDEMPOTENCY_KEY)
    return None if key is None else TOURNAMENTS.uuid_text(key)


def author(name: str = "") -> Author:
    """Return the author of an act on a sheet: the identified sender, else `name` marked as declared by the program itself."""
    return Author(g.get("actor") or (DECLARED + name if name else "api"), "api")


@dataclass(frozen=True, kw_only=True)
class Body:
    """Body of a request, and the function that reads it into arguments of the view."""

    shape: Shape
    read: Callable[[], dict[str, Any]]
    """Read the request's body. Raises `BadSheet` with every fault, or `BadJson`."""
    required: bool = True
    takes_key: bool = False
    """Whether the header `Idempotency-Key` may contain the uuid."""
    takes_lists: bool = False
    """Whether the body may be a list of players of a type in `LISTS`."""


def body_alone(keys: Mapping[str, Shape]) -> Body:
    """Return the body of a call that is not an act: without uuid and author."""
    return Body(shape=record(keys), read=lambda: read_keys(keys, json_body(MAX_ACT)))


def sheet_act(keys: Mapping[str, Shape]) -> Body:
    """Return the body of an act on a sheet, with its uuid."""
    keys = {"uuid": shapes.UUID, **keys, "by": ACTOR}

    def read() -> dict[str, Any]:
        values = read_keys(keys, json_body(MAX_ACT))
        return {**values, "by": author(values["by"])}

    return Body(shape=record(keys), read=read)


def desk_act(
    keys: Mapping[str, Shape],
    *,
    bare: Mapping[str, Shape] | None = None,
    plain: str = "",
    takes_key: bool = True,
) -> Body:
    """Return the body of an act on a tournament; it may be missing when no key is required.

    Args:
        keys: the shapes of its keys.
        bare: a key whose JSON list may be the whole body.
        plain: the key for a list of players sent as text or file; empty if none may be.
        takes_key: whether the header `Idempotency-Key` is read.
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
    """Return a body that the act parses itself, except for its `uuid`; a list of players is passed on as bytes."""

    def read() -> dict[str, Any]:
        raw = request.get_data() if takes_lists and request.mimetype in LISTS else json_body()
        uuid = raw.pop("uuid", None) if isinstance(raw, dict) else None
        key = idempotency_key() if takes_key else None
        uuid = key if uuid is None else uuid
        return {argument: raw, "uuid": uuid, "by": permissions.by()}

    return Body(shape=shape, read=read, takes_key=takes_key, takes_lists=takes_lists)


@dataclass(frozen=True, kw_only=True)
class Answered:
    """A view's result with status, headers or cookies."""

    value: Any
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    finish: Callable[[Response], None] | None = None
    """Set the cookies of the response."""


@dataclass(frozen=True)
class Tagged:
    """A view's result with an ETag; `make` is called only if the client's copy is out of date."""

    tag: str
    make: Callable[[], Any]


@dataclass(frozen=True)
class Route:
    """One call of the API."""

    role: Role | None
    """The required role; `None` for sheets, which have a check of their own, and for public calls."""
    call: str
    """HTTP method and URL rule in Flask's notation."""
    answers: Answers
    body: Body | None = None
    _: KW_ONLY
    query: Mapping[str, Shape] = field(default_factory=dict)
    closed_query: bool = False
    """Whether further query parameters are refused."""
    numbers: Mapping[str, Shape] = field(default_factory=dict)
    """Numbers in the path with narrower bounds than usual."""
    failures: tuple[int, ...] | None = None
    """Failure statuses, if they differ from the usual ones of a reading or writing call."""
    tagged: bool = False
    """Whether the response has an ETag and may be 304."""
    next_calls: Collection[str] = ()
    """Ids of operations on the resource that was created, for OpenAPI links."""
    summary: str = ""
    text: str = ""
    """Further sentences of the description."""
    view: View = repr
    """The function called with the values of path, query and body as keyword arguments."""

    @property
    def method(self) -> str:
        return self.call.partition(" ")[0]

    @property
    def rule(self) -> str:
        return self.call.partition(" ")[2]

    @property
    def path(self) -> Mapping[str, Shape]:
        """Shapes of the variables in the path, by name."""
        parts = {name: number for number, name in re.findall(r"<(number:)?(\w+)>", self.rule)}
        number, word = shapes.NUMBER, shapes.TEXT
        return {
            name: self.numbers.get(name) or (number if part else word).to(ARGUMENTS.get(name, name))
            for name, part in parts.items()
        }

    def answer(self, **numbers: Any) -> Response:
        """Read the request, call the view, and return the response."""
        given = {shape.argument or name: numbers[name] for name, shape in self.path.items()}
        # The values of a repeated parameter are joined, so that its shape refuses them.
        asked = {name: ", ".join(request.args.getlist(name)) for name in request.args}
        given |= _read(self.query, asked, unknown_keys(asked, self.query) if self.closed_query else [])
        given |= self.body.read() if self.body else {}
        status = min(self.answers)
        # Acts on sheets, which have no role, report in `Entered` whether they were written before.
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
    """Return whether an event with that uuid exists, so that the request is a repeated one."""
    if not isinstance(uuid, str):
        return False
    with store().read() as session:
        return session.event(uuid.lower()) is not None


def first_sentence(view: View) -> str:
    """Return the first sentence of a docstring, up to a full stop or semicolon."""
    text = " ".join((inspect.getdoc(view) or "").split())
    return re.split(r"[.;]", text)[0] + "."


class Api:
    """A blueprint of the API with the declarations of its routes."""

    def __init__(self, name: str) -> None:
        self.blueprint = Pages(name, __name__)
        self.routes: list[Route] = []

    def add(self, route: Route) -> None:
        self.routes.append(route)
        name, methods = route.view.__name__, [route.method]
        self.blueprint.add_url_rule(route.rule, name, route.answer, role=route.role, methods=methods)

    def route(
        self, role: Role | None, call: str, answers: Answers, body: Body | None = None, **more: Any
    ) -> Callable[[View], View]:
        """Return a decorator that registers a view; `more` are further fields of `Route`.

        The first paragraph of the view's docstring is the summary, the rest the description.
        """

        def decorate(view: View) -> View:
            summary, _, text = (inspect.getdoc(view) or "").partition("\n\n")
            docs: dict[str, Any] = {"summary": summary.rstrip("."), "text": " ".join(text.split())}
            self.add(Route(role, call, answers, body, view=view, **docs, **more))
            return view

        return decorate

    def page(self, role: Role | None, view: View, call: str, answers: Answers, **more: Any) -> None:
        """Add a page to the description that programs use too; it is served by its own blueprint."""
        text = first_sentence(view)
        self.routes.append(
            Route(role, call, answers, summary=re.split("[,.:;]", text)[0], text=text, view=view, **more)
        )

    def verbs(self, role: Role | None, answers: Answers, then: View | None = None) -> Callable[..., None]:
        """Return a function `(call, summary, verb, body=None)` that registers a route which calls a function of the core.

        `verb` is called with the store. The result is written, or what `then` returns for the result and the verb's arguments.
        """

        def add(call: str, summary: str, verb: View, body: Body | None = None) -> None:
            described = verb.judge if isinstance(verb, Act) else verb

            @wraps(described)
            def view(**given: Any) -> Any:
                asked = dict(given)
                # An argument of an act may be called `number` too.
                about = [asked.pop("number")] if isinstance(verb, Act) else []
                done = verb(store(), *about, **asked)
                return then(done, **given) if then else done

            self.add(
                Route(role, call, answers, body, summary=summary, text=first_sentence(described), view=view)
            )

        return add
