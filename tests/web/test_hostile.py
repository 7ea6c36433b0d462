"""Malformed bodies: each has its exact status, and nothing is written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.tarot_table import document, donne, new_uuid

UUID = new_uuid()
ENTRY = json.dumps(donne())
GOOD = f'{{"uuid": "{UUID}", "rang": 1, "entry": {ENTRY}}}'


def entry(**changes: Any) -> str:
    return f'{{"uuid": "{UUID}", "rang": 1, "entry": {json.dumps({**donne(), **changes})}}}'


def raw_points(text: str) -> str:
    """Return an entry with these raw points."""
    return GOOD.replace('"points": 56', f'"points": {text}')


UNREADABLE = {
    "nothing": "",
    "not json": "{",
    "two documents": GOOD + GOOD,
    "a byte order mark twice": "\ufeff\ufeff" + GOOD,
    "not a number": raw_points("NaN"),
    "infinity": raw_points("Infinity"),
    "minus infinity": raw_points("-Infinity"),
    "an underscore": raw_points("5_6"),
    "arabic digits": raw_points("\u0665\u0666"),
    "full-width digits": raw_points("\uff15\uff16"),
    "hexadecimal": raw_points("0x38"),
    "a leading zero": raw_points("056"),
    "a number of 400 digits": raw_points("5" * 400),
    "a number beyond counting": raw_points("1e400"),
    "a number too small to see": raw_points("1e-400"),
    "a key twice": GOOD.replace('"rang": 1', '"rang": 1, "rang": 2'),
    "a nested key twice": GOOD.replace('"bouts": 2', '"bouts": 2, "bouts": 3'),
    "a lone surrogate": GOOD.replace("Chlo\\u00e9", "\\ud800"),
    "brackets without end": "[" * 5000,
    "brackets that close": "[" * 5000 + "]" * 5000,
    "objects in objects": '{"a":' * 100 + "1" + "}" * 100,
    "a comment": GOOD + "// hello",
    "a trailing comma": GOOD[:-1] + ",}",
    "single quotes": GOOD.replace('"', "'"),
}

REFUSED = {
    "null": "null",
    "a number": "7",
    "a text": '"hello"',
    "a list": f"[{GOOD}]",
    "an empty object": "{}",
    "an unknown key": GOOD[:-1] + ', "is_admin": true}',
    "no uuid": GOOD.replace(f'"uuid": "{UUID}", ', ""),
    "a null uuid": GOOD.replace(f'"{UUID}"', "null"),
    "a number for a uuid": GOOD.replace(f'"{UUID}"', "7"),
    "a uuid in braces": GOOD.replace(UUID, "{" + UUID + "}"),
    "a uuid with a line break": GOOD.replace(UUID, UUID + "\\n"),
    "a uuid in full-width letters": GOOD.replace(UUID, "\uff41" * 36),
    "no rang": GOOD.replace('"rang": 1, ', ""),
    "a rang in words": GOOD.replace('"rang": 1', '"rang": "1"'),
    "rang true": GOOD.replace('"rang": 1', '"rang": true'),
    "rang 0": GOOD.replace('"rang": 1', '"rang": 0'),
    "rang 1.5": GOOD.replace('"rang": 1', '"rang": 1.5'),
    "rang 2": GOOD.replace('"rang": 1', '"rang": 2'),
    "a huge rang": GOOD.replace('"rang": 1', '"rang": 99999999999999999999'),
    "no entry": f'{{"uuid": "{UUID}", "rang": 1}}',
    "a null entry": f'{{"uuid": "{UUID}", "rang": 1, "entry": null}}',
    "a list for an entry": f'{{"uuid": "{UUID}", "rang": 1, "entry": []}}',
    "an empty entry": f'{{"uuid": "{UUID}", "rang": 1, "entry": {{}}}}',
    "points in words": entry(points="56"),
    "points true": entry(points=True),
    "points null and nothing else": entry(points=None),
    "points in a list": entry(points=[56]),
    "a third of a point": raw_points("40.3"),
    "more points than there are": entry(points=92),
    "negative points": entry(points=-1),
    "minus zero point five": raw_points("-0.5"),
    "a foreign name": entry(preneur="Zoé"),
    "a name with a NUL": entry(preneur="Anne\x00"),
    "a name turned around": entry(preneur="\u202eAnne"),
    "a name of 100,000 letters": f'{{"uuid": "{UUID}", "rang": 1, "entry": {{"preneur": "{"x" * 60000}"}}}}',
    "a name that is a number": entry(preneur=2),
    "a contract that is none": entry(contrat="garde-mais"),
    "a contract in a list": entry(contrat=["garde"]),
    "four bouts": entry(bouts=4),
    "an unknown key in the entry": entry(__class__="x"),
    "a note too long": entry(note="x" * 201),
    "a note of nothing but marks": entry(note="\u0301" * 20),
    "too many poignées": entry(poignees=[{"joueur": "Anne", "type": "simple"}] * 500),
    "somebody who may not act": GOOD[:-1] + f', "by": "{"x" * 41}"}}',
    "somebody who is a number": GOOD[:-1] + ', "by": 7}',
}


@pytest.fixture(autouse=True)
def partie(client: FlaskClient) -> None:
    assert client.post("/api/parties", json=document()).status_code == 201


def post(client: FlaskClient, text: str) -> int:
    answer = client.post("/api/parties/1/entries", data=text.encode(), content_type="application/json")
    body = answer.get_json()
    if answer.status_code >= 400:
        assert body["format"] == "scorekeeper-faults/1"
        assert all(fault["message"] and fault["code"] for fault in body["faults"])
    return answer.status_code


def untouched(client: FlaskClient) -> None:
    assert client.get("/api/parties/1").get_json()["revision"] == 1


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_body_that_is_not_json_is_refused(client: FlaskClient, text: str) -> None:
    assert post(client, text) == 400
    untouched(client)


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_meaningless_value_is_refused(client: FlaskClient, text: str) -> None:
    assert post(client, text) == 422
    untouched(client)


@pytest.mark.parametrize("body", [b"\xff\xfe{}", b'{"a": "\xc3\x28"}', b"\x00", GOOD.encode("utf-16")])
def test_body_that_is_not_utf_8_is_refused(client: FlaskClient, body: bytes) -> None:
    answer = client.post("/api/parties/1/entries", data=body, content_type="application/json")
    assert answer.status_code == 400
    untouched(client)


@pytest.mark.parametrize(
    "text", [GOOD, "\ufeff" + GOOD, f"  {GOOD}\n", raw_points("56.0"), raw_points("5.6e1")]
)
def test_equivalent_values_are_accepted(client: FlaskClient, text: str) -> None:
    assert post(client, text) == 201


@pytest.mark.parametrize("size", [64 * 1024, 64 * 1024 + 1, 300 * 1024])
def test_a_body_has_a_size(client: FlaskClient, size: int) -> None:
    text = GOOD + " " * (size - len(GOOD.encode()))
    assert post(client, text) == (201 if size <= 64 * 1024 else 413)


def test_a_sheet_file_has_a_larger_size(client: FlaskClient) -> None:
    text = json.dumps(document())
    for size, status in ((256 * 1024, 200), (256 * 1024 + 1, 413)):
        padded = text + " " * (size - len(text))
        answer = client.post("/api/score", data=padded, content_type="application/json")
        assert answer.status_code == status


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"format": "scorekeeper/2"}, "format"),
        ({"game": "jeu-inconnu"}, "game"),
        ({"game": 7}, "game"),
        ({"players": None}, "players"),
        ({"players": "Anne"}, "players"),
        ({"players": ["Anne", "Benoît"]}, "players"),
        ({"players": ["Anne", "anne", "Chloé", "David"]}, "players.1"),
        ({"players": ["E\u0301mile", "\u00c9mile", "Chloé", "David"]}, "players.1"),
        ({"players": ["", "Benoît", "Chloé", "David"]}, "players.0"),
        ({"players": ["\u3164", "Benoît", "Chloé", "David"]}, "players.0"),
        ({"players": ["x" * 41, "Benoît", "Chloé", "David"]}, "players.0"),
        ({"players": ["Anne\u202e", "Benoît", "Chloé", "David"]}, "players.0"),
        ({"players": ["Anne"] * 5000}, "players"),
        ({"settings": []}, "settings"),
        ({"settings": {"base": "25"}}, "settings.base"),
        ({"settings": {"alter": True}}, "settings.alter"),
        ({"entries": {}}, "entries"),
        ({"entries": [{}] * 1201}, "entries"),
        ({"equipes": ["Nous", "Eux"]}, "equipes"),
        ({"date": "2026-02-30"}, "date"),
        ({"date": "20261120"}, "date"),
        ({"date": 20261120}, "date"),
        ({"lieu": "x" * 81}, "lieu"),
        ({"lieu": ["ici"]}, "lieu"),
        ({"premier_donneur": "Zoé"}, "premier_donneur"),
        ({"hidden": 1}, "hidden"),
    ],
)
def test_invalid_sheet_has_every_fault_named(client: FlaskClient, change: dict[str, Any], field: str) -> None:
    for path in ("/api/score", "/api/parties"):
        answer = client.post(path, json={**document(), **change})
        assert answer.status_code == 422
        assert field in {fault["field"] for fault in answer.get_json()["faults"]}
    assert len(client.get("/api/parties").get_json()["parties"]) == 1


@pytest.mark.parametrize("revision", [None, "2", 1.5, True, [], 0])
def test_a_revision_is_a_number(client: FlaskClient, revision: Any) -> None:
    post(client, GOOD)
    act = {"uuid": new_uuid(), "entry": donne(points=51), "revision": revision, "reason": "x"}
    assert client.put("/api/parties/1/entries/1", json=act).status_code == 422
    assert client.get("/api/parties/1").get_json()["revision"] == 2


@pytest.mark.parametrize("revision", [1, 3, 10**9])
def test_a_stale_or_future_revision_is_a_conflict(client: FlaskClient, revision: int) -> None:
    post(client, GOOD)
    act = {"uuid": new_uuid(), "entry": donne(points=51), "revision": revision, "reason": "x"}
    assert client.put("/api/parties/1/entries/1", json=act).status_code == 409
