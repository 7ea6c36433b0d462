"""Exports of a sheet with changed rules and reordered lines: `verify` and a second tablet agree with the first one."""

from __future__ import annotations

from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from scorekeeper import parties
from scorekeeper.cards.rules import strict_json
from scorekeeper.records.store import Store
from scorekeeper.tournaments.comparing import Mismatch
from scorekeeper.tournaments.verifying import check_export
from tests.tournaments.desk import BY, draw, opened, people


def test_export_proves_a_rule_that_changed_and_a_line_that_moved(store: Store, client: FlaskClient) -> None:
    """A partie of twelve donnes becomes one of three: 90–67, 40–117 and 100–57 are 230–241, in any order."""
    t = draw(store, opened(store, people(8), rounds=1))
    number = t.rounds[0].tables[0].partie
    for rang, points in enumerate(([100, 57], [40, 117]), 1):
        parties.enter(store, number, uuid=str(uuid4()), rang=rang, payload={"points": points}, by=BY)
    parties.insert(store, number, uuid=str(uuid4()), rang=1, payload={"points": [90, 67]}, by=BY)
    parties.change_rules(store, number, settings={"nb_donnes": 3}, uuid=str(uuid4()), by=BY)
    moved = parties.move(store, number, uuid=str(uuid4()), rang=3, to=2, by=BY).partie
    assert ([*moved.sheet.totals], moved.sheet.outcome is not None) == ([230, 241], True)
    read = strict_json.loads(client.get(f"/api/tournois/{t.id}/export.json").get_data())
    past = read["rounds"][0]["tables"][0]["history"]
    assert [each["kind"] for each in past[3:]] == ["insertion", "regles", "deplacement"]
    assert past[5].keys() == {"kind", "rang", "payload", "reason", "actor", "device", "at", "seq"}
    check_export(read)
    second_tablet = client.get(f"/api/parties/{number}").get_json()["score"]
    assert ([row["scores"] for row in second_tablet["rows"]], second_tablet["totals"]) == (
        [[90, 67], [40, 117], [100, 57]],
        [230, 241],
    )
    next(event for event in read["events"] if event["kind"] == "deplacement")["rang"] = 1
    with pytest.raises(Mismatch):
        check_export(read)
