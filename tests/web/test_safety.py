"""Whose form it is: origins, tokens, cookies, clocks, host names, and where a redirection may lead."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Config
from tests.tarot_table import new_uuid
from tests.web.browsing import Visit
from tests.web.hands import GARDE, entry_form, rows


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://localhost.evil.example",
        "null",
        "",
        "file://",
        "http://localhost:81",
        "localhost",
    ],
)
def test_another_site_sends_nothing(visit: Visit, sheet: int, origin: str) -> None:
    form = entry_form(visit, sheet)
    page = visit.send(form, form.with_fields(GARDE), headers={"Origin": origin})
    assert (page.status, rows(visit, sheet)) == (403, 1)
    assert "autre site" in page.text


def test_this_site_does(visit: Visit, sheet: int) -> None:
    form = entry_form(visit, sheet)
    assert visit.send(form, form.with_fields(GARDE), headers={"Origin": "http://localhost"}).status == 303


@pytest.mark.parametrize("token", [None, "", "x", "##", "1##2", "\ud800", "x" * 10_000])
def test_a_form_without_its_token_is_kept_and_can_be_sent_again(
    visit: Visit, sheet: int, token: str | None
) -> None:
    form = entry_form(visit, sheet)
    fields = form.with_fields({**GARDE, "note": 'a "b" <c> é\n', "sure": ["x", "y"], "csrf_token": token})
    page = visit.send(form, fields)
    assert (page.status, rows(visit, sheet)) == (400, 1)
    assert "Cette page était ouverte depuis trop longtemps." in page.text
    again = page.form("/saisies")
    kept = [pair for pair in again.fields if pair[0] != "csrf_token"]
    assert kept == [pair for pair in fields if pair[0] != "csrf_token"]
    assert visit.send(again).status == 303
    assert rows(visit, sheet) == 2


def test_a_tablet_that_lost_its_cookies_loses_no_line(visit: Visit, sheet: int) -> None:
    form = entry_form(visit, sheet)
    visit.client.delete_cookie("scorekeeper")
    page = visit.send(form, form.with_fields(GARDE))
    assert page.status == 400
    assert visit.send(page.form("/saisies")).status == 303
    assert visit.send(form, form.with_fields(GARDE)).status == 400


def test_cookies_that_were_made_up(app: Flask, visit: Visit, sheet: int) -> None:
    made_up = ["", "x", "a.b.c", ".eJw.x", "\u00e9", "x" * 3000, "e30.AAAA", '"', "null"]
    for name in ("scorekeeper", "langue", "organisateur", "table"):
        for value in made_up:
            stranger = Visit(app.test_client())
            stranger.client.set_cookie(name, value)
            form = entry_form(stranger, sheet)
            page = stranger.send(form, form.with_fields({**GARDE, "uuid": new_uuid()}))
            assert page.status == 303, (name, value)


def test_a_session_signed_by_somebody_else_is_none(app: Flask, visit: Visit, tmp_path: Path) -> None:
    other = create_app(Config(tmp_path / "other"))
    stranger = Visit(other.test_client())
    stranger.get("/")
    cookie = stranger.client.get_cookie("scorekeeper")
    other.extensions["store"].close()
    assert cookie is not None
    form = visit.get("/aide").form("/langue")
    visit.client.set_cookie("scorekeeper", cookie.value)
    assert visit.send(form, [*form.fields, ("langue", "en")]).status == 400


@pytest.mark.parametrize("years", [-40, -10, -1, 1, 10])
def test_a_clock_that_jumps_logs_nobody_out(
    visit: Visit, sheet: int, years: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small computer without a battery wakes up in 1970 or so, and is told the time later."""
    form = entry_form(visit, sheet)
    then = time.time() + years * 365.25 * 86400
    monkeypatch.setattr(time, "time", lambda: then)
    assert visit.send(form, form.with_fields(GARDE)).status == 303
    answer = visit.client.get("/aide")
    assert "Max-Age=31536000" in answer.headers["Set-Cookie"]
    monkeypatch.undo()
    again = visit.get(f"/parties/{sheet}/lignes/1/modifier").form("/modifier")
    assert visit.send(again, again.with_fields({"points": "51"})).status == 303
    assert "cet appareil" in visit.get(f"/parties/{sheet}/historique").text


HOSTS = [
    ("localhost", 200),
    ("localhost:8000", 200),
    ("carnet.local", 200),
    ("evil.example", 400),
    ("localhost.evil.example", 400),
    ("evil.example#localhost", 400),
    ("localhost@evil.example", 400),
    ("[::1", 400),
    ("", 400),
]


def test_only_the_names_of_the_machine_are_answered(tmp_path: Path) -> None:
    app = create_app(Config(tmp_path, trusted_hosts=("localhost", "carnet.local")))
    client = app.test_client()
    for host, status in HOSTS:
        for path in ("/", "/api/games", "/nothing"):
            answer = client.get(path, headers={"Host": host})
            text = answer.get_data(as_text=True)
            assert answer.status_code == (404 if (status, path) == (200, "/nothing") else status), (
                host,
                path,
            )
            assert "evil" not in text
            if status == 400:
                assert "ne répond pas à ce nom" in text
    app.extensions["store"].close()


ELSEWHERE = [
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example",
    "/\t/evil.example",
    "/\n//evil.example",
    "///evil.example",
    " //evil.example",
    "javascript:alert(1)",
    "/%0d%0aSet-Cookie: x=1",
    "/aide\r\nSet-Cookie: x=1",
    "evil.example",
    "/.\\evil.example",
    "/\u2028/evil.example",
    "",
    "/nothing",
    "/langue",
    "/aide/../..//evil.example",
    "\x00",
]


def test_choosing_a_language_leads_nowhere_else(visit: Visit) -> None:
    token = visit.token()
    for back in ELSEWHERE:
        answer = visit.client.post("/langue", data={"csrf_token": token, "langue": "en", "retour": back})
        assert (answer.status_code, answer.headers["Location"]) == (303, "/"), back
        cookies = [line.split("=")[0] for line in answer.headers.getlist("Set-Cookie")]
        assert cookies == ["langue", "scorekeeper"]


def test_choosing_a_language_leads_back(visit: Visit) -> None:
    token = visit.token()
    for back in ("/", "/aide", "/parties?avant=3", "/nouvelle/tarot?revanche=1", "/aide/jass"):
        answer = visit.client.post("/langue", data={"csrf_token": token, "langue": "en", "retour": back})
        assert (answer.status_code, answer.headers["Location"]) == (303, back)


def test_a_language_that_is_not_offered_changes_nothing(visit: Visit) -> None:
    token = visit.token()
    for language in ("", "de", "fr\r\nX: y", "EN", "../en", "\x00"):
        data = {"csrf_token": token, "langue": language, "retour": "/aide"}
        assert visit.client.post("/langue", data=data).status_code == 303
        assert visit.client.get_cookie("langue") is None


def test_headers_that_were_made_up(visit: Visit) -> None:
    names = ["Accept-Language", "User-Agent", "Referer", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded"]
    for header in (*names, "Range", "If-None-Match", "Content-Length", "Transfer-Encoding"):
        for value in ("", "x" * 5000, "en;q=nan,fr;q=-1", "\u00e9\u00ff", "a,b;c=d;;,", "bytes=0-0"):
            answer = visit.client.get("/", headers={header: value})
            assert answer.status_code == 200, (header, value)
            assert "Location" not in answer.headers
