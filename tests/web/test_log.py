"""The log: one line for each failure, and no secrets."""

from __future__ import annotations

import http.client
import json
import logging
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.config import Config
from scorekeeper.records.cache import Attempts
from scorekeeper.records.store import Store
from scorekeeper.server.journal import JsonLines
from scorekeeper.web.core.failures import loggable
from tests.patience import until
from tests.tarot_table import PLAYERS, document, donne
from tests.web.browsing import Visit
from tests.web.desk_visits import PHRASE, play_of_eight, tokens
from tests.web.process import Served, served
from tests.web_server import later_epoch


@pytest.mark.parametrize(
    "path",
    ["/parties/1\nERROR forged", "/parties/1\r\n\r\n2026 INFO", "/\u2028x", "/parties/\x1b[2J", "/a\x00b"],
)
def test_a_made_up_path_writes_no_line_of_its_own(path: str) -> None:
    assert loggable(path).isprintable()
    assert loggable(path).strip("'").startswith("/")


def test_no_key_or_token_is_logged(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    """Each kind of key is used while every request fails, so that every log message appears."""
    caplog.set_level(logging.DEBUG)
    play_of_eight(app)
    links = tokens(app)
    visit = Visit(app.test_client())
    path = f"/t/{links[1]}"
    page = visit.get(path)
    assert visit.send(page.form(path)).location == "/table"
    login = visit.get("/organisateur").form("/entrer")
    assert visit.send(login, login.with_fields({"phrase": PHRASE})).status == 303
    fresh = {"csrf_token": visit.token()}  # logging in renews it
    keys = [PHRASE, *links.values()]
    for name in ("organisateur", "table", "scorekeeper"):
        cookie = visit.client.get_cookie(name)
        assert cookie is not None
        keys.append(cookie.value)
    app.extensions["store"].broken = True
    for address in (path, "/table", "/tournois/1"):
        assert visit.get(address).status == 503
    assert visit.send(page.form(path), page.form(path).with_fields(fresh)).status == 503
    visit.send(login, login.with_fields({"phrase": PHRASE, **fresh}))
    visit.client.get("/api/acces", headers={"Authorization": f"Bearer {links[1]}"})
    app.extensions["store"].broken = False
    assert "/t/•" in caplog.text
    for key in keys:
        assert key not in caplog.text


def test_writes_to_a_superseded_machine_are_logged_at_intervals(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    now = [100.0]
    app.extensions["attempts"] = Attempts(clock=lambda: now[0])
    tablet, other = Visit(app.test_client()), Visit(app.test_client())
    number = tablet.open_sheet("tarot", PLAYERS)
    form = tablet.get(f"/parties/{number}").form("/saisies")
    line = form.with_fields(tablet.fields_of(number, donne()))
    store: Store = app.extensions["store"]
    assert store.stop_if_superseded(later_epoch(store))
    for second in (0, 30, 59, 60, 61):
        now[0] = 100.0 + second
        assert tablet.send(form, line).status == 507
    other.client.post("/parties", data={"csrf_token": other.token()})
    other.client.post("/api/parties", json=document())
    lines = [record for record in caplog.records if "another machine" in record.getMessage()]
    assert [record.levelno for record in lines] == [logging.INFO] * 3
    assert [int(record.getMessage().split()[1]) for record in lines] == [1, 3, 1]
    assert not [record for record in caplog.records if record.levelno > logging.WARNING]


CHUNK = b"8000\r\n" + b" " * 0x8000 + b"\r\n"


def asked(server: Served) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    return [request for request in lines if request.get("route") != "/api/health"]


def test_request_is_one_json_line_without_names_or_secrets(tmp_path: Path) -> None:
    server = Served(tmp_path / "data", more=["--json-log"])
    try:
        server.wait()
        opened = server.call("POST", "/api/parties", document())[1]
        server.call("POST", f"/api/parties/{opened['id']}/entries", {"uuid": "Chloé", "entry": donne()})
        server.call("GET", "/t/AAAAAAAAAAAAAAAAAAAAAA?qui=Chlo%C3%A9")
        server.call("GET", "/parties/7")
        server.call("GET", "/nulle-part/Chlo%C3%A9")
        server.raw(
            b"POST /langue HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNK * 33
        )
        until(lambda: len(asked(server)) == 6)
    finally:
        server.kill()
    entries = "/api/parties/<number:number>/entries"
    assert [(request["method"], request.get("route"), request["status"]) for request in asked(server)] == [
        ("POST", "/api/parties", 201),
        ("POST", entries, 422),
        ("GET", "/t/<token>", 404),
        ("GET", "/parties/<number:number>", 404),
        ("GET", None, 404),
        ("POST", None, 413),
    ]
    entered, *_, last = asked(server)[1:]
    assert (entered["number"], entered["from"], entered["level"]) == (opened["id"], "127.0.0.1", "info")
    assert entered["ms"] > 0 < entered["bytes"]
    assert "from" not in last  # the request did not reach the app
    log = server.log.read_text()
    for secret in ("Chlo", "AAAA", opened["cle"]):
        assert secret not in log


def test_a_failure_is_one_line_of_json_with_its_trace() -> None:
    with pytest.raises(ValueError, match="premier") as error:
        int("premier\nsecond")
    why = error.type, error.value, error.tb
    line = JsonLines().format(logging.LogRecord("x", logging.ERROR, "x", 1, "GET %s", ("/",), why))
    record = json.loads(line)
    assert "\n" not in line
    assert (record["level"], record["message"]) == ("error", "GET /")
    assert "premier" in record["trace"]


def test_a_restart_on_purpose_is_no_interruption(tmp_path: Path) -> None:
    config = Config(tmp_path / "data")
    with Store(config.database) as store:
        config.secret_key()
        later = later_epoch(store)
    with served(tmp_path / "data") as server:
        (worker,) = server.workers()
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", "/api/health", headers={"X-Epoch": later})
        connection.getresponse().read()
        connection.close()
        until(lambda: worker not in server.workers())
        server.wait(status=503)
        assert server.stop() == 0
    assert [line for line in server.log.read_text().splitlines()[2:] if "INFO Le serveur repart" in line]
    assert "interrompu" not in server.log.read_text()
