"""What the tests of a tournament's papers share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.config import Config
from scorekeeper.i18n import speaking
from tests.pages import lent_app


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Flask]:
    """An app in which there is nothing yet."""
    with lent_app(Config(tmp_path)) as lent, speaking("fr"):
        yield lent
        lent.extensions["prints"].printer.close()
