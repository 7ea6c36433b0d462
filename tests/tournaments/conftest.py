"""Fixtures: a store, and an organiser as author of acts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.config import Config
from scorekeeper.records.store import Store
from tests.pages import lent_app, tables_copied


@pytest.fixture(autouse=True)
def new_files_begin_with_tables() -> Iterator[None]:
    with tables_copied():
        yield


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with lent_app(Config(tmp_path)) as lent:
        yield lent


@pytest.fixture
def store(app: Flask) -> Store:
    store: Store = app.extensions["store"]
    return store


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client on this machine, which is the organiser while there is no passphrase."""
    return app.test_client()
