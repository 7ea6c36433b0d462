"""Verification of exports of an earlier version, and of sheets with reordered lines."""

from __future__ import annotations

import gzip
from pathlib import Path
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from scorekeeper import parties
from scorekeeper.cards.rules import strict_json
from scorekeeper.records.store import Store
from scorekeeper.tournaments.comparing import Mismatch
from scorekeeper.tournaments.verifying import check_export
from tests.tournaments.desk import BY, draw, opened, people


@pytest.mark.soak
def test_a_kept_export_of_1_0_is_still_right() -> None:
    """Three rounds of eleven people at tables of four and three by `draw/2`, repaired after one of them left."""
    read = strict_json.loads(gzip.decompress(Path(__file__).with_name("export-1.0.json.gz").read_bytes()))
    assert [draw["version"] for draw in read["draws"]] == ["draw/2"]
    checked = check_export(read)
    assert (checked.events, checked.draws, checked.results) == (41, 1, 9)
    # Options added later have their defaults; values in the export must be right.
    del read["options"]["table_adjustments"]
    assert check_export(read).events == 41
    read["draws"][0]["words"][0] = "Aucune rencontre répétée."
    with pytest.raises(Mismatch):
        check_export(read)


def test_export_proves_a_sheet_with_a_line_put_in(store: Store, client: FlaskClient) -> None:
    t = draw(store, opened(store, people(8), rounds=1))
    number = t.rounds[0].tables[0].partie
    parties.enter(store, number, uuid=str(uuid4()), rang=1, payload={"points": [100, 57]}, by=BY)
    parties.insert(store, number, uuid=str(uuid4()), rang=1, payload={"points": [90, 67]}, by=BY)
    read = strict_json.loads(client.get(f"/api/tournois/{t.id}/export.json").get_data())
    past = read["rounds"][0]["tables"][0]["history"]
    assert [(each["kind"], each["rang"]) for each in past] == [
        ("ouverture", None),
        ("entree", 2),
        ("insertion", 1),
    ]
    assert past[2].keys() == {"kind", "rang", "payload", "reason", "actor", "device", "at", "seq"}
    check_export(read)
    next(event for event in read["events"] if event["kind"] == "insertion")["rang"] = 3
    with pytest.raises(Mismatch):
        check_export(read)
