"""The API's own description, made of the declarations that its requests are read by and its answers are written by."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flask import Response, jsonify

from scorekeeper import __version__
from scorekeeper.web.api import logins, parties, rounds, tournaments
from scorekeeper.web.api.documents import CONFLICT, FAULTS
from scorekeeper.web.api.routes import IDEMPOTENCY_KEY, LISTS, Route
from scorekeeper.web.api.shapes import NUMBER, UUID, Schema, Shape

APIS = (parties.api, tournaments.api, rounds.api, logins.api)
BLUEPRINTS = tuple(api.blueprint for api in APIS)

FAILURES: Mapping[int, tuple[str, Shape]] = {
    400: ("not JSON, or not the JSON that is taken here", FAULTS),
    401: ("for the organiser alone: log in first", FAULTS),
    403: ("sent by a page of another site, or not for this table", FAULTS),
    404: ("there is no such thing", FAULTS),
    405: ("the address does not take this method", FAULTS),
    409: ("the sheet has changed meanwhile, or is closed: what stands there", CONFLICT),
    413: ("the body is too large", FAULTS),
    415: ("the body is not application/json", FAULTS),
    422: ("refused, with every reason", FAULTS),
    429: ("too many tries: wait", FAULTS),
    503: ("busy or unreadable: the same request may be sent again", FAULTS),
    507: ("the disk is full or write-protected", FAULTS),
}
"""What each failure means and the shape of its document."""
RETRIED = frozenset({429, 503})
"""Failures that say when to send the same request again."""
WRITING = (400, 401, 403, 404, 409, 413, 415, 422, 429, 503, 507)


def failures(route: Route) -> set[int]:
    """The statuses of failure of a call."""
    if route.failures is not None:
        found = set(route.failures)
    elif route.method != "GET":
        found = set(WRITING)
    else:
        found = {503} | ({401, 403, 404} if "<" in route.rule else set()) | ({422} if route.query else set())
    return found | {405}


def responses(route: Route) -> Schema:
    """All answers of a call."""
    found: Schema = {str(status): _response(*answer) for status, answer in route.answers.items()}
    if route.tagged:
        found["304"] = _response("unchanged", None)
    for status in sorted(failures(route)):
        found[str(status)] = _response(*FAILURES[status])
        if status in RETRIED:
            found[str(status)]["headers"] = {"Retry-After": {"schema": {"type": "integer"}}}
    if route.next_calls:
        found["201"]["links"] = {
            name: {"operationId": name, "parameters": {"number": "$response.body#/id"}}
            for name in route.next_calls
        }
    return found


def _response(meaning: str, shape: Shape | None) -> Schema:
    content = {} if shape is None else {"content": {shape.media: {"schema": shape.schema}}}
    return {"description": meaning, **content}


def operation(route: Route) -> Schema:
    """One call."""
    described: Schema = {
        "operationId": route.operation,
        "summary": route.summary,
        "responses": responses(route),
    }
    parameters = [_parameter(name, "query", shape.schema) for name, shape in route.query.items()]
    body = route.body
    if body is not None:
        content = {"application/json": {"schema": body.shape.schema}}
        if body.takes_lists:
            content |= {media: {"schema": {}} for media in LISTS}
        described["requestBody"] = {"required": body.required, "content": content}
        if body.takes_key:
            parameters.append(_parameter(IDEMPOTENCY_KEY, "header", UUID.schema))
    return {**described, **({"parameters": parameters} if parameters else {})}


def _parameter(name: str, place: str, schema: Schema) -> Schema:
    return {"name": name, "in": place, "required": place == "path", "schema": schema}


def document() -> Schema:
    """The whole description, OpenAPI 3.1."""
    routes = [route for api in APIS for route in api.routes]
    paths: dict[str, Schema] = {}
    shapes = [shape for _, shape in FAILURES.values()]
    for route in routes:
        item = paths.setdefault(re.sub(r"<number:(\w+)>", r"{\1}", route.rule), {})
        numbers = re.findall(r"<number:(\w+)>", route.rule)
        if numbers:
            item["parameters"] = [
                _parameter(name, "path", route.numbers.get(name, NUMBER).schema) for name in numbers
            ]
        item[route.method.lower()] = operation(route)
        shapes += [shape for _, shape in route.answers.values()]
        shapes += [route.body.shape] if route.body is not None else []
    security: Schema = {
        "type": "http",
        "scheme": "bearer",
        "description": "the token of POST /api/acces/organisateur, or of a table",
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Scorekeeper", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": {name: part for shape in shapes for name, part in shape.parts.items()},
            "securitySchemes": {"organisateur": security},
        },
        "security": [{}, {"organisateur": []}],
    }


@parties.api.blueprint.get("/api/openapi.json")
def description() -> Response:
    """This API, described."""
    response = jsonify(document())
    response.headers["Cache-Control"] = "no-cache"
    return response
