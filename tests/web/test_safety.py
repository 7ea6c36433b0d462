"""Protection of requests: origins, tokens, cookies, clocks, host names, and targets of redirects."""

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
def test_form_of_another_site_is_refused(visit: Visit, sheet: int, origin: str) -> None:
    form = entry_form(visit, sheet)
    page = visit.send(form, form.with_fields(GARDE), headers={"Origin": origin})
    assert (page.status, rows(visit, sheet)) == (403, 1)
    assert "autre site" in page.text


def test_form_of_this_site_is_accepted(visit: Visit, sheet: int) -> None:
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


def test_invalid_cookies_are_ignored(app: Flask, visit: Visit, sheet: int) -> None:
    made_up = ["", "x", "a.b.c", ".eJw.x", "\u00e9", "x" * 3000, "e30.AAAA", '"', "null"]
    for name in ("scorekeeper", "langue", "organisateur", "table"):
        for value in made_up:
            stranger = Visit(app.test_client())
            stranger.client.set_cookie(name, value)
            form = entry_form(stranger, sheet)
            page = stranger.send(form, form.with_fields({**GARDE, "uuid": new_uuid()}))
            assert page.status == 303, (name, value)


def test_session_with_a_foreign_signature_is_invalid(app: Flask, visit: Visit, tmp_path: Path) -> None:
    other = create_app(Config(tmp_path / "other"))
    stranger = Visit(other.test_client())
    stranger.get("/")
    cookie = stranger.client.get_cookie("scorekeeper")
    other.extensions["store"].close()
    assert cookie is not None
    form = visit.get("/aide").form("/langue")
    visit.client.set_cookie("scorekeeper", cookie.value)
    assert visit.send(form, [*form.fields, ("langue", "en")]).status == 400


@pytest.mark.parametrize("name", ["scorekeeper", "organisateur", "table"])
def test_truncated_cookie_does_not_hide_the_valid_one(app: Flask, name: str) -> None:
    """A cookie of another path, or one truncated by a proxy, comes before ours and is never replaced."""
    visit = Visit(app.test_client())
    heading = {"name": "Soirée", "game": "jass", "players": [f"J{place}" for place in range(8)], "seed": "x"}
    number = visit.client.post("/api/tournois", json=heading).get_json()["id"]
    visit.client.post(f"/api/tournois/{number}/rounds", json={})
    phrase = {"passphrase": "trois cochons roses dansent"}
    visit.client.put("/api/acces/organisateur", json=phrase)
    visit.client.post("/api/acces/organisateur", json=phrase)
    links = visit.client.post(f"/api/tournois/{number}/links").get_json()["links"]
    visit.client.post("/api/acces/table", json={"token": links[0]["token"]})
    visit.get("/")
    kept = {key: visit.client.get_cookie(key) for key in ("scorekeeper", "organisateur", "table")}
    cookies = "; ".join(f"{key}={cookie.value}" for key, cookie in kept.items() if cookie)
    assert cookies.count("=") >= 3
    form = visit.get("/aide").form("/langue")
    bare = app.test_client(use_cookies=False)
    value = cookies.partition(f"{name}=")[2].partition(";")[0]
    for broken in (value[: len(value) // 2], f'"{value[:9]}', "", "x" * 22, "\u00e9"):
        headers = {"Cookie": f"{name}={broken}; {cookies}"}
        answer = bare.get("/api/acces", headers=headers)
        assert answer.get_json()["role"] == "organisateur"
        assert answer.get_json()["table"] == links[0]["table"]
        answer = bare.post("/langue", data={"langue": "fr"} | dict(form.fields), headers=headers)
        assert answer.status_code == 303
        assert [line.split("=")[0] for line in answer.headers.getlist("Set-Cookie")] == ["langue"]


def test_a_session_is_sent_when_it_changes_and_once_a_month(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    sent = []
    for days in (0, 0, 0, 31, 0):
        now += days * 86400
        sent.append(len(visit.client.get("/").headers.getlist("Set-Cookie")))
    assert sent == [1, 0, 0, 1, 0]


@pytest.mark.parametrize("years", [-40, -10, -1, 1, 10])
def test_clock_jump_ends_no_session(
    visit: Visit, sheet: int, years: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small computer without a clock battery starts in 1970, and its time is set later."""
    form = entry_form(visit, sheet)
    then = time.time() + years * 365.25 * 86400
    monkeypatch.setattr(time, "time", lambda: then)
    answer = visit.client.get("/aide")
    assert "Max-Age=31536000" in answer.headers["Set-Cookie"]
    assert visit.send(form, form.with_fields(GARDE)).status == 303
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


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "CONNECT", "TRACE", "FOO"])
def test_unknown_host_or_method_is_refused_in_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, method: str
) -> None:
    app = create_app(Config(tmp_path, trusted_hosts=("localhost",)))
    client = app.test_client()
    for path in ("/parties/1/saisies", "/langue", "/", "/api/parties", "*", "localhost:80"):
        answer = client.open(path, method=method, headers={"Host": "evil.example"})
        assert answer.status_code == 400
        assert answer.get_data(as_text=True).count("\n") == 0
        assert client.open(path, method=method).status_code in {400, 404, 405, 415}
    assert caplog.records == []
    app.extensions["store"].close()


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
        assert cookies == ["langue"]


def test_choosing_a_language_leads_back(visit: Visit) -> None:
    token = visit.token()
    for back in ("/", "/aide", "/parties?avant=3", "/nouvelle/tarot?revanche=1", "/aide/jass"):
        answer = visit.client.post("/langue", data={"csrf_token": token, "langue": "en", "retour": back})
        assert (answer.status_code, answer.headers["Location"]) == (303, back)


def test_a_language_that_is_not_offered_changes_nothing(visit: Visit) -> None:
    token = visit.token()
    for language in ("", "pl", "fr\r\nX: y", "EN", "../en", "\x00"):
        data = {"csrf_token": token, "langue": language, "retour": "/aide"}
        assert visit.client.post("/langue", data=data).status_code == 303
        assert visit.client.get_cookie("langue") is None


def test_invalid_headers_are_ignored(visit: Visit) -> None:
    names = ["Accept-Language", "User-Agent", "Referer", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded"]
    for header in (*names, "Range", "If-None-Match", "Content-Length", "Transfer-Encoding"):
        for value in ("", "x" * 5000, "en;q=nan,fr;q=-1", "\u00e9\u00ff", "a,b;c=d;;,", "bytes=0-0"):
            answer = visit.client.get("/", headers={header: value})
            assert answer.status_code == 200, (header, value)
            assert "Location" not in answer.headers


def test_search_engines_leave_sheets_people_and_tables_out(visit: Visit, sheet: int) -> None:
    def robots(path: str) -> str | None:
        return visit.client.get(path).headers.get("X-Robots-Tag")

    for path in (
        f"/parties/{sheet}",
        f"/parties/{sheet}/historique",
        "/parties",
        "/joueurs",
        "/tournois/1/tours/1/tables/1",
    ):
        assert robots(path) == "noindex, nofollow", path
    for path in ("/", "/aide/tarot", "/tournois", "/nouvelle/tarot"):
        assert robots(path) is None, path
