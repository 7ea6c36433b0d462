"""The factory as called by other programs: `flask --app scorekeeper.app run` passes no arguments."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.cli import ScriptInfo
from werkzeug.test import Client


def test_flask_finds_a_factory_that_needs_no_arguments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "data"))
    app = ScriptInfo("scorekeeper.app").load_app()
    try:
        assert Client(app).get("/api/health").text == '{"status":"ok"}\n'
        assert (tmp_path / "data" / "scorekeeper.sqlite3").is_file()
    finally:
        app.extensions["store"].close()
