"""Whole parties through the HTTP API, line by line, to totals computed by hand."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from scorekeeper.app import create_app
from scorekeeper.config import Config
from tests.evenings import Evening, evenings


@pytest.mark.parametrize("evening", evenings(), ids=lambda evening: evening.name)
def test_evening_through_the_api(evening: Evening, tmp_path: Path) -> None:
    app = create_app(Config(tmp_path))
    client = app.test_client()
    opened = client.post("/api/parties", json={**evening.sheet, "entries": []})
    assert opened.status_code == 201
    where = opened.headers["Location"]
    for rang, entry in enumerate(evening.sheet["entries"], 1):
        sent = {"uuid": str(uuid.uuid4()), "rang": rang, "entry": entry}
        assert client.post(f"{where}/entries", json=sent).status_code == 201
    score = client.get(where).get_json()["score"]
    assert [row["scores"] for row in score["rows"]] == evening.expected["rows"]
    assert score["totals"] == evening.expected["totals"]
    assert score["winners"] == evening.expected["winners"]
    app.extensions["store"].close()
