"""The corpus of hostile input in `hostile.toml`: each has its status, a refused field has one message, and no response is a 500."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.config import Config
from scorekeeper.press.pdf import Printer
from tests.pages import make_app
from tests.tarot_table import PLAYERS, donne
from tests.tournaments.desk import opened
from tests.web.browsing import Form, Page, Visit
from tests.web.desk_visits import come_in, play_of_eight
from tests.web.process import Served
from tests.web.test_roles import LINES

CORPUS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("hostile.toml").read_text("utf-8"))
LONG = "x" * 5000
WITHOUT_BODY = {
    ("DELETE", "/api/acces/organisateur"),
    ("POST", "/api/tournois/1/links"),
    ("POST", "/api/tournois/1/links/1"),
    ("DELETE", "/api/tournois/1/links/1"),
}
"""Endpoints that do not read a body, and so accept any."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, Visit, int]]:
    """The organiser of a running tournament and of one in preparation, and a free sheet with a line."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Printer, "cached_render", lambda *_, **__: b"%PDF-1.7")
        app = make_app(Config(tmp_path_factory.mktemp("hostile"), trusted_hosts=("localhost",)))
        opened(play_of_eight(app), 8, rounds=2, door=True)
        visit = come_in(app)
        free = visit.open_sheet("tarot", PLAYERS)
        assert visit.enter(free, donne()).status == 303
        yield app, visit, free
        app.extensions["store"].close()


def texts(inputs: dict[str, Any]) -> list[str]:
    return [text.replace("{long}", LONG) for text in inputs["texts"]]


def fields(form: Form, inputs: dict[str, Any]) -> list[str]:
    """Return the field names that match the patterns; each pattern matches at least one."""
    matches = [
        [name for name in sorted(form.known) if fnmatchcase(name, pattern)] for pattern in inputs["fields"]
    ]
    assert all(matches), inputs
    return [name for names in matches for name in names]


def form_of(visit: Visit, group: dict[str, Any], free: int) -> Form:
    page = group["page"].replace("{free}", str(free))
    shown = visit.get(page)
    assert shown.status == 200, page
    form = shown.form(group.get("to", page))
    if "at" in group:
        form.action = next(to for _, _, to in form.buttons if to.endswith(group["at"]))
    return form


def wrong(page: Page, inputs: dict[str, Any]) -> str:
    """Return the fault of a response; empty when there is none."""
    if page.status != inputs["status"]:
        return f"{page.status} {page.errors}"
    if len(page.errors) != 1 or inputs["says"] not in page.errors[0]:
        return f"says {page.errors}"
    return "what was typed shows as markup" if "<script>alert" in page.html else ""


@pytest.mark.quick(
    "/nouvelle/tarot",
    "/parties/{free}/saisies1",
    "/tournois/nouveau/jass",
    "/tournois/2/joueurs/joueurs",
    "/connecter/salle",
    "/organisateur/phrase",
    "/noms/duree",
)
@pytest.mark.parametrize("group", CORPUS["forms"], ids=lambda group: group["page"] + group.get("to", ""))
def test_typed_value_is_refused_in_one_sentence(
    house: tuple[Flask, Visit, int], group: dict[str, Any]
) -> None:
    _, visit, free = house
    form = form_of(visit, group, free)
    faults = {
        (name, text[:30]): why
        for inputs in group["inputs"]
        for name in fields(form, inputs)
        for text in texts(inputs)
        if (why := wrong(visit.send(form, form.with_fields({**group["fill"], name: text})), inputs))
    }
    assert faults == {}


def test_an_address_that_is_strange_has_its_status(house: tuple[Flask, Visit, int]) -> None:
    _, visit, free = house
    unexpected = {}
    for path, status in CORPUS["queries"].items():
        with visit.client.get(path.replace("{free}", str(free))) as answer:
            if answer.status_code != status or "evil.example" in answer.headers.get("Location", ""):
                unexpected[path] = (answer.status_code, answer.headers.get("Location"))
    assert unexpected == {}


def strange_addresses() -> Iterator[tuple[str, str]]:
    """Yield every route with a parameter, with each strange text in it."""
    for _, method, rule in LINES:
        start, gap, rest = rule.partition("<")
        if not gap or rest.startswith("digest>"):
            continue  # the digest in the URL of styles is not checked
        kind, _, rest = rest.partition(">")
        rest = (
            rest.replace("<number:rang>", "1")
            .replace("<number:entrant>", "1")
            .replace("<number:session>", "1")
        )
        for name in ("tour", "table", "player"):
            rest = rest.replace(f"<number:{name}>", "1")
        for text in CORPUS["routes"]["numbers" if kind.startswith("number:") else "words"]:
            yield method, start + text + rest.replace("<slug>", "main").replace("<name>", "table")


@pytest.mark.soak
def test_no_route_breaks_over_its_address(house: tuple[Flask, Visit, int]) -> None:
    _, visit, _ = house
    unexpected = {}
    for method, path in strange_addresses():
        with visit.client.open(path, method=method) as answer:
            if not 300 <= answer.status_code < 500:
                unexpected[method, path] = answer.status_code
    assert unexpected == {}


def test_no_route_breaks_over_its_body(house: tuple[Flask, Visit, int]) -> None:
    app, visit, free = house
    before = app.extensions["store"].tail()
    unexpected = {}
    for kind, method, rule in LINES:
        path = rule.replace("<number:number>", str(free if kind in {"marque", "feuille"} else 1))
        path = path.replace("<number:", "<").replace("<key>", "jass").replace("<slug>", "main")
        for name in ("rang", "tour", "table", "entrant", "player", "session"):
            path = path.replace(f"<{name}>", "1")
        if method == "GET" or "<" in path or (method, path) in WITHOUT_BODY:
            continue
        for place, text in enumerate(CORPUS["bodies"]["texts"]):
            kinds = CORPUS["bodies"]["types"]
            # The sort of each text alternates between routes.
            sort = kinds[(place + len(path)) % len(kinds)]
            with visit.client.open(path, method=method, data=text.encode(), content_type=sort) as answer:
                if not 400 <= answer.status_code < 500:
                    unexpected[method, path, text] = answer.status_code
    assert unexpected == {}
    assert app.extensions["store"].tail() == before


def test_a_strange_header_has_its_status(house: tuple[Flask, Visit, int]) -> None:
    app, _, free = house
    unexpected = {}
    for name, value, statuses in CORPUS["headers"]["values"]:
        for address, status in zip(CORPUS["headers"]["addresses"], statuses, strict=True):
            method, path = address.replace("{free}", str(free)).split()
            sent = {name: value.replace("{long}", LONG)}
            with app.test_client().open(path, method=method, headers=sent) as answer:
                if answer.status_code != status:
                    unexpected[name, value[:40], address] = answer.status_code
    assert unexpected == {}


def test_a_strange_request_is_answered_by_the_real_server(tmp_path: Path) -> None:
    server = Served(tmp_path / "data")
    try:
        server.wait()
        unexpected = {}
        for sent, status in CORPUS["raw"].items():
            answer = server.raw(
                sent.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n", 1).encode("latin-1")
            )
            if answer[9:12].decode() != str(status):
                unexpected[sent] = answer[:60]
        assert unexpected == {}
        assert server.call("GET", "/api/health")[0] == 200
        assert "Traceback" not in server.log.read_text()
    finally:
        server.kill()


def test_the_corpus_is_large() -> None:
    forms = sum(
        len(inputs["fields"]) * len(inputs["texts"])
        for group in CORPUS["forms"]
        for inputs in group["inputs"]
    )
    headers = len(CORPUS["headers"]["values"])
    assert forms + len(CORPUS["queries"]) + headers + len(CORPUS["raw"]) >= 250


def test_every_field_of_these_forms_is_tried(house: tuple[Flask, Visit, int]) -> None:
    """At least one case tries each field; fields named in `anything` accept any value, or are not read."""
    _, visit, free = house
    groups = CORPUS["forms"]
    known = {name for group in groups for name in form_of(visit, group, free).known} - {"csrf_token"}
    tried = {pattern for group in groups for inputs in group["inputs"] for pattern in inputs["fields"]}
    patterns = [*tried, *CORPUS["anything"]["fields"]]
    assert {name for name in known if not any(fnmatchcase(name, pattern) for pattern in patterns)} == set()
