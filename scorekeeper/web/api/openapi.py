"""The API's OpenAPI description, generated from the declarations that parse its requests and write its responses."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Response, jsonify

from scorekeeper import __version__
from scorekeeper.web.api import logins, parties, seasons, tournaments
from scorekeeper.web.api.descriptions import WORDS, Examples, described
from scorekeeper.web.api.documents import CONFLICT, FAULTS, REFUSED
from scorekeeper.web.api.routes import IDEMPOTENCY_KEY, LISTS, Route
from scorekeeper.web.api.shapes import UUID, Schema, Shape, any_of
from scorekeeper.web.parties.access import SHEETS
from scorekeeper.web.tournaments.permissions import Role

APIS = (parties.api, tournaments.api, seasons.api, logins.api)
BLUEPRINTS = tuple(api.blueprint for api in APIS)

FAILURES: Mapping[int, tuple[str, Shape]] = {
    400: ("not JSON, or not the JSON that is taken here", FAULTS),
    401: ("for the organiser alone: log in first", FAULTS),
    403: ("sent by a page of another site, or not for this table", FAULTS),
    404: ("there is no such thing", FAULTS),
    405: ("the address does not take this method", FAULTS),
    409: ("the sheet has changed or is closed: what stands there; or lines that would change too", CONFLICT),
    413: ("the body is too large", FAULTS),
    415: ("the body is not application/json", FAULTS),
    422: ("refused, with every reason; a list with how it was read", REFUSED),
    429: ("too many tries: wait", FAULTS),
    503: ("busy or unreadable: the same request may be sent again", FAULTS),
    507: ("the disk is full or write-protected", FAULTS),
}
"""Description and shape of the response for each failure status."""
SCHEMAS = "#/components/schemas/"
RETRIED = frozenset({429, 503})
"""Failure statuses with a `Retry-After` header."""
NAMES, SCHEMES = tomllib.loads(Path(__file__).with_name("operations.toml").read_text("utf-8")).values()
RIGHTS: Mapping[str, tuple[str, ...]] = {
    Role.ORGANISATEUR: ("organisateur",),
    Role.TABLE: ("table", "organisateur"),
    Role.SPECTATEUR: (),
    "feuille": ("feuille", "table", "organisateur"),
    "lecture": ("table", "organisateur"),
    "tous": (),
}
"""Security schemes of each right; any one of them is enough."""


def failures(route: Route) -> set[int]:
    """Return the failure statuses of a call."""
    if route.failures is not None:
        return {*route.failures, 405}
    if route.method != "GET":
        return {*FAILURES}
    return {405, 503} | ({401, 403, 404} if route.path else set()) | ({422} if route.query else set())


def address(route: Route) -> str:
    """Return the path of a call in OpenAPI notation: `/api/parties/{number}`."""
    return re.sub(r"<(\w+:)?(\w+)>", r"{\2}", route.rule)


def operation_id(route: Route) -> str:
    """Return the stable operation id of a call, in camel case."""
    first, *others = route.view.__name__.split("_")
    return str(NAMES.get(f"{route.method} {address(route)}", first + "".join(map(str.capitalize, others))))


def right(route: Route) -> str:
    """Return the right that a call needs: a role, `feuille` to write on a sheet or `lecture` to read it, or `tous`."""
    if route.role is None and route.rule.startswith(SHEETS):
        return "lecture" if route.method == "GET" else "feuille"
    return route.role or "tous"


def operation(route: Route, examples: Examples) -> Schema:
    """Return the operation object of a call, with all its responses."""
    answers: dict[str, Schema] = {
        str(status): {
            "description": meaning,
            "content": {each.media: _content(each, examples) for each in (shape, *shape.also)},
        }
        for status, (meaning, shape) in route.answers.items()
    }
    answers |= {"304": {"description": "unchanged"}} if route.tagged else {}
    for status in sorted(failures(route)):
        meaning, shape = FAILURES[status]
        content = {shape.media: {"schema": shape.schema}}
        content |= {} if route.rule.startswith("/api/") else {"text/html": {"schema": {"type": "string"}}}
        answers[str(status)] = {"description": meaning, "content": content}
        if status in RETRIED:
            answers[str(status)]["headers"] = {"Retry-After": {"schema": {"type": "integer"}}}
    for name in route.next_calls:
        link = {"operationId": name, "parameters": {"number": "$response.body#/id"}}
        answers["201"].setdefault("links", {})[name] = link
    allowed, schemes = WORDS["roles"][right(route)], RIGHTS[right(route)]
    lists = WORDS["roles"]["lists"].format(", ".join(LISTS)) if route.body and route.body.takes_lists else ""
    call: Schema = {
        "operationId": operation_id(route),
        # The first part of the path is the tag.
        "tags": [route.rule.removeprefix("/api").split("/")[1].partition(".")[0]],
        "summary": route.summary,
        "description": " ".join(filter(None, (route.text, lists, allowed))),
        # The empty scheme is for requests from the machine itself, and for reading sheets outside tournaments.
        "security": [{scheme: []} for scheme in schemes] + [{}] * bool(schemes),
        "responses": answers,
    }
    parameters = _parameters("query", route.query)
    if route.body is not None:
        content = {route.body.shape.media: _content(route.body.shape, examples)}
        call["requestBody"] = {"required": route.body.required, "content": content}
        parameters += _parameters("header", {IDEMPOTENCY_KEY: UUID} if route.body.takes_key else {})
    return {**call, **({"parameters": parameters} if parameters else {})}


def _content(shape: Shape, examples: Examples) -> Schema:
    if text := WORDS["media"].get(shape.media):
        return {"schema": shape.schema, "example": text}
    if name := shape.schema.get("$ref", "").removeprefix(SCHEMAS):
        return {"schema": shape.schema, "examples": {name: {"$ref": f"#/components/examples/{name}"}}}
    return {"schema": shape.schema, "example": examples.of(shape.schema)}


def _parameters(place: str, shapes: Mapping[str, Shape]) -> list[Schema]:
    return [
        {
            "name": name,
            "in": place,
            "required": place == "path",
            "description": WORDS["parameters"].get(name, WORDS["keys"].get(name, [""])[0]),
            "schema": shape.schema,
        }
        for name, shape in shapes.items()
    ]


@cache
def document() -> Schema:
    """Return the whole description, OpenAPI 3.1."""
    routes = [route for api in APIS for route in api.routes]
    answers = [shape for route in routes for _, shape in route.answers.values()]
    shapes = [each for shape in answers for each in (shape, *shape.also)]
    shapes += [route.body.shape for route in routes if route.body]
    parts = {
        name: described(part, name) for name, part in any_of(FAULTS, CONFLICT, REFUSED, *shapes).parts.items()
    }
    examples = Examples(parts)
    paths: dict[str, Schema] = {}
    for route in routes:
        item = paths.setdefault(address(route), {})
        item |= {"parameters": _parameters("path", route.path)} if route.path else {}
        item[route.method.lower()] = described(operation(route, examples))
    referenced = {shape.schema["$ref"].removeprefix(SCHEMAS) for shape in shapes if "$ref" in shape.schema}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Scorekeeper", "version": __version__},
        "tags": [{"name": name, "description": text} for name, text in WORDS["tags"].items()],
        "paths": paths,
        "components": {
            "schemas": parts,
            "examples": {name: {"value": examples.of(parts[name], name)} for name in sorted(referenced)},
            "securitySchemes": {
                name: {"type": "http", "scheme": "bearer", "description": text}
                for name, text in SCHEMES.items()
            },
        },
    }


@parties.api.blueprint.get("/api/openapi.json")
def description() -> Response:
    """Return the OpenAPI description of this API."""
    response = jsonify(document())
    response.headers["Cache-Control"] = "no-cache"
    return response
