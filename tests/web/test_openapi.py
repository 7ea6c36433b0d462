"""The API conforms to its description, for arbitrary requests."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from flask.testing import FlaskClient

from scorekeeper.cards.sheet_file import FAULTS_FORMAT
from scorekeeper.records.ledger import uuid_of
from scorekeeper.web.api import openapi
from scorekeeper.web.api.descriptions import WORDS
from scorekeeper.web.api.shapes import UUID
from tests.chance import EXPLORING
from tests.soak import FULL, amount
from tests.tarot_table import document, donne, new_uuid
from tests.web.process import served

SEALED = """
[[operations]]
include-path = "/api/parties/{number}/sealed"
checks.ensure_resource_availability.enabled = false
"""
"""The endpoint for hidden numbers returns 404 for a game without them, as described."""


@pytest.fixture
def description(client: FlaskClient) -> dict[str, Any]:
    spec: dict[str, Any] = client.get("/api/openapi.json").get_json()
    return spec


def operations(description: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in description["paths"].items():
        for method, call in item.items():
            if method != "parameters":
                yield path, method, call


def test_every_route_is_described_with_every_method(client: FlaskClient, description: dict[str, Any]) -> None:
    routed = {
        (re.sub(r"<(number:)?(\w+)>", r"{\2}", rule.rule), method.lower())
        for rule in client.application.url_map.iter_rules()
        if rule.endpoint != "api.description"
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    described = {(path, method) for path, method, _ in operations(description)}
    assert described <= routed
    assert {call for call in routed - described if call[0].startswith("/api/")} == set()
    assert {call for call in described if not call[0].startswith("/api/")} == {
        ("/feuilles/{key}.pdf", "get"),
        ("/jeux-maison/{key}.toml", "get"),
        ("/parties/{number}/feuille.csv", "get"),
        ("/parties/{number}/feuille.pdf", "get"),
        ("/parties/{number}/feuille.xlsx", "get"),
        ("/parties/{number}/suivre", "get"),
        ("/tournois/{number}/suivre", "get"),
    }


LASTING = {
    "POST /api/parties": "openPartie",
    "GET /api/parties/{number}": "readPartie",
    "POST /api/parties/{number}/entries": "enterLine",
    "PUT /api/parties/{number}/entries/{rang}": "amendLine",
    "DELETE /api/parties/{number}/entries/{rang}": "strikeLine",
    "POST /api/parties/{number}/close": "closePartie",
    "POST /api/score": "scoreSheet",
    "GET /api/games": "listGames",
    "GET /parties/{number}/feuille.pdf": "printSheet",
    "GET /parties/{number}/suivre": "followPartie",
    "POST /api/tournois/{number}/rounds": "drawRound",
    "POST /api/tournois/{number}/rounds/{tour}/tables/{table}/result": "recordResult",
    "GET /api/tournois/{number}/standings": "readStandings",
    "POST /api/acces/organisateur": "logIn",
}


def test_operation_names_are_short_lasting_and_unique(description: dict[str, Any]) -> None:
    named = {
        f"{method.upper()} {path}": call["operationId"] for path, method, call in operations(description)
    }
    assert {call: named[call] for call in LASTING} == LASTING
    assert len({*named.values()}) == len(named)
    assert [name for name in named.values() if not re.fullmatch("[a-z]{3,}([A-Z][a-z]+)*", name)] == []
    assert max(map(len, named.values())) <= 24
    assert {*openapi.NAMES} - {*named} == set()


RIGHTS: dict[str, list[dict[str, list[str]]]] = {
    "GET /api/health": [],
    "GET /api/tournois/{number}/standings": [],
    "POST /api/parties": [],
    "GET /api/parties/{number}": [{"table": []}, {"organisateur": []}, {}],
    "POST /api/parties/{number}/entries": [{"feuille": []}, {"table": []}, {"organisateur": []}, {}],
    "PUT /api/games": [{"organisateur": []}, {}],
    "POST /api/tournois/{number}/rounds": [{"organisateur": []}, {}],
    "POST /api/tournois/{number}/rounds/{tour}/tables/{table}/sign": [
        {"table": []},
        {"organisateur": []},
        {},
    ],
}


def test_every_operation_has_its_required_right(description: dict[str, Any]) -> None:
    rights = {f"{method.upper()} {path}": call["security"] for path, method, call in operations(description)}
    assert {call: rights[call] for call in RIGHTS} == RIGHTS
    schemes = description["components"]["securitySchemes"]
    assert {name: (each["type"], each["scheme"]) for name, each in schemes.items()} == {
        "organisateur": ("http", "bearer"),
        "table": ("http", "bearer"),
        "feuille": ("http", "bearer"),
    }
    assert {name for needed in rights.values() for each in needed for name in each} == {*schemes}


def test_every_answer_with_a_body_has_a_schema(description: dict[str, Any]) -> None:
    for path, method, call in operations(description):
        for status, answer in call["responses"].items():
            bodies = answer.get("content", {}).values()
            assert bodies or status == "304", (method, path, status)
            assert all(body["schema"] for body in bodies), (method, path, status)


def test_unions_of_records_are_named_for_generators(description: dict[str, Any]) -> None:
    """Generators would write inline records within a union twice, under the same name."""
    for name, schema in description["components"]["schemas"].items():
        for kind in ("oneOf", "anyOf"):
            records = [each for each in schema.get(kind, ()) if each.get("properties")]
            assert records == [], name


def test_version_of_a_stream_is_described_as_a_number(description: dict[str, Any]) -> None:
    for path in ("/parties/{number}/suivre", "/tournois/{number}/suivre"):
        content = description["paths"][path]["get"]["responses"]["200"]["content"]
        assert content["application/json"]["schema"] == {"$ref": "#/components/schemas/Newness"}
        assert '"version": 12.0' in content["text/event-stream"]["example"]
    version = description["components"]["schemas"]["Newness"]["properties"]["version"]
    assert version["type"] == "number"
    assert version["description"].startswith("Number of the last event")


def test_operation_has_a_tag_a_sentence_and_valid_examples(
    description: dict[str, Any],
) -> None:
    tags = {tag["name"] for tag in description["tags"]}
    used = set()
    for path, method, call in operations(description):
        assert call["summary"]
        assert call["description"].endswith("."), path
        assert path.startswith("/api/") or call["description"].startswith(call["summary"]), path
        assert all(parameter["description"] for parameter in call.get("parameters", ())), path
        used |= {*call["tags"]}
        bodies = [call["requestBody"]] if "requestBody" in call else []
        successes = [answer for status, answer in call["responses"].items() if status.startswith("2")]
        assert successes
        for media in [each for body in (*bodies, *successes) for each in body["content"].items()]:
            for example in examples(media[1], description):
                schema = {**media[1]["schema"], "components": description["components"]}
                wrong = [*jsonschema.Draft202012Validator(schema).iter_errors(example)]
                assert not wrong, (method, path, [error.message for error in wrong])
    assert used == tags


def examples(media: dict[str, Any], description: dict[str, Any]) -> list[Any]:
    """Return the examples of a body; there is at least one."""
    if "example" in media:
        return [media["example"]]
    known = description["components"]["examples"]
    return [known[each["$ref"].rpartition("/")[2]]["value"] for each in media["examples"].values()]


def properties(part: Any, document: str = "") -> Iterator[tuple[str, str, Any]]:
    """Yield every property of the schemas in a part of the description, with the name of its document."""
    if isinstance(part, dict):
        if part.get("type") == "object":
            for key, schema in part.get("properties", {}).items():
                yield document, key, schema
        for item in part.values():
            yield from properties(item, document)
    elif isinstance(part, list):
        for item in part:
            yield from properties(item, document)


def test_property_has_a_description_and_none_is_unused(
    description: dict[str, Any],
) -> None:
    schemas = description["components"]["schemas"]
    fields = [each for name, schema in schemas.items() for each in properties(schema, name)]
    fields += properties(description["paths"])
    assert len(fields) > 1300
    assert [(document, key) for document, key, schema in fields if not schema.get("description")] == []
    texts = {schema["description"] for _, _, schema in fields}
    texts |= {
        each["description"] for _, _, call in operations(description) for each in call.get("parameters", ())
    }
    assert {
        words if isinstance(words, str) else words[0] for words in WORDS["keys"].values()
    } - texts == set()


@pytest.mark.parametrize(
    "text",
    [
        "7a1f6f0e-3f0c-4c43-8f0e-1c1d5a1b2c01",
        "7A1F6F0E-3F0C-4C43-8F0E-1C1D5A1B2C01",
        "00000000-0000-0000-0000-000000000000",
        "7a1f6f0e-3f0c-4c43-8f0e-1c1d5a1b2c01\n",
        "7a1f6f0e3f0c4c438f0e1c1d5a1b2c01",
        "{7a1f6f0e-3f0c-4c43-8f0e-1c1d5a1b2c01}",
        "7a1f6f0e-3f0c-4c43-8f0e-1c1d5a1b2c0g",
        "7a1f6f0e-3f0c-4c43-8f0e-1c1d5a1b2c0\u0661",
        "",
        7,
    ],
)
def test_a_uuid_is_described_as_it_is_taken(text: object) -> None:
    described = jsonschema.Draft202012Validator(UUID.schema).is_valid(text)
    assert described is (uuid_of(text) is not None)


def test_every_schema_is_one_and_every_reference_leads_somewhere(description: dict[str, Any]) -> None:
    schemas = description["components"]["schemas"]
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    named = {
        f"#/components/{kind}/{name}" for kind, parts in description["components"].items() for name in parts
    }
    assert references(description) <= named


def references(part: Any) -> set[str]:
    if isinstance(part, dict):
        own = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
        return own.union(*(references(item) for item in part.values()))
    return set().union(*(references(item) for item in part)) if isinstance(part, list) else set()


def test_responses_match_their_description(client: FlaskClient, description: dict[str, Any]) -> None:
    opened = client.post("/api/parties", json=document(donne(), lieu="Café du Pont", date="2026-11-20"))
    act = {"uuid": new_uuid(), "rang": 1, "entry": donne()}
    answers = {
        ("/api/parties", "post"): opened,
        ("/api/parties", "get"): client.get("/api/parties"),
        ("/api/parties/{number}", "get"): client.get("/api/parties/1"),
        ("/api/parties/{number}/history", "get"): client.get("/api/parties/1/history"),
        ("/api/parties/{number}/entries", "post"): client.post("/api/parties/1/entries", json=act),
        ("/api/parties/{number}/entries/{rang}", "delete"): client.delete(
            "/api/parties/1/entries/1", json={"uuid": new_uuid(), "revision": 2}
        ),
        ("/api/score", "post"): client.post("/api/score", json={"format": "other"}),
        ("/api/games", "get"): client.get("/api/games"),
        ("/api/health", "get"): client.get("/api/health"),
    }
    assert [answer.status_code for answer in answers.values()] == [
        201,
        200,
        200,
        200,
        409,
        200,
        422,
        200,
        200,
    ]
    for (path, method), answer in answers.items():
        response = description["paths"][path][method]["responses"][str(answer.status_code)]
        schema = response["content"]["application/json"]["schema"]
        jsonschema.validate(answer.get_json(), {**schema, "components": description["components"]})
    assert answers[("/api/score", "post")].get_json()["format"] == FAULTS_FORMAT


@pytest.mark.soak
def test_made_up_requests_get_only_described_answers(tmp_path: Path) -> None:
    (tmp_path / "schemathesis.toml").write_text(SEALED)
    with served(tmp_path / "data") as running:
        for entries in ([], [donne()], [donne(), donne()]):
            running.call("POST", "/api/parties", document(*entries))
        people = [f"Joueur {number}" for number in range(1, 10)]
        running.call("POST", "/api/tournois", {"name": "Cochon", "game": "jass", "players": people})
        running.call("POST", "/api/tournois/1/rounds", {})
        done = subprocess.run(
            [
                str(Path(sys.executable).with_name("schemathesis")),
                "run",
                f"http://127.0.0.1:{running.port}/api/openapi.json",
                f"--max-examples={amount(2, 60)}",
                # The two other phases make thousands of requests, whatever the number of examples.
                *(() if FULL else ("--phases=examples,fuzzing",)),
                *(() if EXPLORING else ("--seed=20261120",)),
                "--no-color",
                "--warnings=off",
                "--continue-on-failure",
                "--max-response-time=20",
                "--request-timeout=30",
                # No schema can tell whether an entry is possible on a sheet; the rules respond with 422.
                "--exclude-checks=positive_data_acceptance",
                # With a passphrase, the desk would respond only with 401.
                "--exclude-path=/api/acces/organisateur",
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=2700,
        )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
        assert running.call("GET", "/api/health")[0] == 200
    assert "Traceback" not in running.log.read_text()


def test_idempotency_header_is_described_where_it_is_accepted(
    client: FlaskClient, description: dict[str, Any]
) -> None:
    named = {
        (path, method)
        for path, item in description["paths"].items()
        for method, call in item.items()
        if method != "parameters"
        and any(each["name"] == "Idempotency-Key" for each in call.get("parameters", ()))
    }
    seed = "/api/tournois/{number}/seed"
    assert {("/api/parties", "post"), (seed, "post")} <= named
    assert not any(path.startswith("/api/acces") or method == "get" for path, method in named)
    client.post("/api/tournois", json={"name": "Cochon", "game": "jass", "players": ["Anne"]})
    sent = {"json": {"seed": "2026-11-20"}, "headers": {"Idempotency-Key": new_uuid()}}
    answers = [client.post(seed.replace("{number}", "1"), **sent).get_json() for _ in range(2)]
    assert answers[0] == answers[1]
