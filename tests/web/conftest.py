"""The app on a new data folder, and a client that sends JSON to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.config import Config
from tests.pages import lent_app, tables_copied
from tests.tarot_table import PLAYERS
from tests.web.browsing import Visit


@pytest.fixture(autouse=True)
def new_files_begin_with_tables() -> Iterator[None]:
    with tables_copied():
        yield


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with lent_app(Config(tmp_path)) as lent:
        yield lent


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def visit(client: FlaskClient) -> Visit:
    """A browser of a tablet, without scripts."""
    return Visit(client)


@pytest.fixture
def sheet(visit: Visit) -> int:
    """An empty Tarot sheet of four."""
    return visit.open_sheet("tarot", PLAYERS)
