"""What the tests of a tournament's papers share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.config import Config
from scorekeeper.i18n import speaking
from tests.pages import make_app


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Flask]:
    """An app in which there is nothing yet."""
    made = make_app(Config(tmp_path))
    with speaking("fr"):
        yield made
    made.extensions["prints"].printer.close()
    made.extensions["store"].close()
