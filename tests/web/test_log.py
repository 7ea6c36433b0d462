"""What the log says: one line for each failure, and nothing that opens a door."""

from __future__ import annotations

import logging

import pytest
from flask import Flask

from scorekeeper.web.core.failures import loggable
from tests.web.browsing import Visit
from tests.web.desk_visits import PHRASE, play_of_eight, tokens


@pytest.mark.parametrize(
    "path",
    ["/parties/1\nERROR forged", "/parties/1\r\n\r\n2026 INFO", "/\u2028x", "/parties/\x1b[2J", "/a\x00b"],
)
def test_a_made_up_path_writes_no_line_of_its_own(path: str) -> None:
    assert loggable(path).isprintable()
    assert loggable(path).strip("'").startswith("/")


def test_nothing_that_opens_a_door_is_logged(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    """Each kind of key is used while everything fails, so that everything there is to log is logged."""
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
