"""Apps shared by tests: each has new records, and one that a test changed is not reused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.config import Config
from tests.pages import lent_app
from tests.tarot_table import PLAYERS
from tests.web.browsing import Visit


def touch_nothing(app: Flask) -> None:
    visit = Visit(app.test_client())
    visit.get(f"/parties/{visit.open_sheet('tarot', PLAYERS)}")
    assert visit.get("/parties/2").status == 404
    assert app.test_client().post("/api/score", data="{").status_code == 415


def ask_first(app: Flask) -> None:
    app.before_request(lambda: None)


def count(app: Flask) -> None:
    app.jinja_env.globals["counted"] = 1


def allow_more(app: Flask) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 1


def add_page(app: Flask) -> None:
    app.add_url_rule("/added", "added", lambda: "")


@pytest.mark.parametrize(
    ("use", "again"),
    [(touch_nothing, True), (ask_first, False), (count, False), (allow_more, False), (add_page, False)],
)
def test_an_app_is_given_on_as_it_was_made(use: Callable[[Flask], None], again: bool, tmp_path: Path) -> None:  # noqa: FBT001
    with lent_app(Config(tmp_path / "first")) as first:
        use(first)
    with lent_app(Config(tmp_path / "second")) as second:
        assert (second is first) is again
        assert Visit(second.test_client()).get("/parties/1").status == 404
        assert second.extensions["config"].data == tmp_path / "second"
