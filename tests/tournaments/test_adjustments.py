"""Adjustments at a table of a tournament: at the desk beside the totals, on the table's sheet, and verified."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from scorekeeper import tournaments as desk
from scorekeeper.cards.rules import strict_json
from scorekeeper.errors import Refused
from scorekeeper.parties import enter, read_partie
from scorekeeper.records.event_log import digest
from scorekeeper.records.store import Store
from scorekeeper.tournaments.comparing import Mismatch
from scorekeeper.tournaments.model import TableResult, Tournament
from scorekeeper.tournaments.verifying import check_export
from tests.tournaments.desk import BY, J23, codes, draw, new_uuid, note, opened, play, play_round

RENONCE: dict[str, Any] = {"adjustments": [-20, 0], "motif": "renonce"}


def exported(store: Store, t: Tournament) -> Any:
    return strict_json.loads(json.dumps(desk.export_document(store, t.id)))


def test_check_of_1884_precedes_the_figure_beside_the_totals(store: Store) -> None:
    t = draw(store, opened(store, 8))
    with pytest.raises(Refused) as caught:
        note(store, t, 1, (987, 877), **RENONCE)
    assert codes(caught) == ["papier-controle"]
    t = note(store, t, 1, (1007, 877), **RENONCE)
    assert t.rounds[0].tables[0].result == TableResult((987, 877), (0, 0), (987, 877), paper=True)
    assert check_export(exported(store, t)).results == 1


def test_a_figure_without_a_reason_is_refused(store: Store) -> None:
    t = draw(store, opened(store, 8))
    for adjustments, motif, fault in (
        ([-20, 0], " ", ("motif-attendu", "motif")),
        ([0, 0], "renonce", ("ajustement-vide", "adjustments")),
        ([-20], "renonce", ("totaux-nombre", "adjustments")),
        ([-20, None], "renonce", ("cle-manquante", "adjustments.1")),
        ([-20, 2_000_000], "renonce", ("hors-limites", "adjustments.1")),
    ):
        with pytest.raises(Refused) as caught:
            note(store, t, 1, (1007, 877), adjustments=adjustments, motif=motif)
        assert [(item.fault.code, item.fault.field) for item in caught.value.faults] == [fault]


def test_with_all_lines_the_figure_is_a_line_of_the_sheet(store: Store) -> None:
    t = draw(store, opened(store, 8))
    lines = [{"points": [points, 157 - points]} for points in J23]
    t = note(store, t, 1, (1007, 877), entries=lines, **RENONCE)
    table = t.rounds[0].tables[0]
    assert table.result == TableResult((987, 877), (0, 0), (987, 877), paper=True)
    partie = read_partie(store, table.partie)
    assert partie.lines[-1].payload == {"ajustement": {"A": -20}, "motif": "renonce"}
    assert partie.score_document()["control"] == {
        "expected": 1884,
        "found": 1884,
        "ok": True,
        "ajustements": [-20, 0],
    }
    assert check_export(exported(store, t)).results == 1


def test_a_line_of_the_tables_own_sheet_counts_in_its_result(store: Store) -> None:
    t = draw(store, opened(store, 8))
    table = t.rounds[0].tables[0]
    play(store, table.partie, J23[:6])
    partie = read_partie(store, table.partie)
    desk_line = {"ajustement": {"B": -100}, "motif": "litige"}
    enter(store, table.partie, uuid=new_uuid(), rang=partie.next_rang, payload=desk_line, by=BY)
    assert (desk.progress(store, t.id).tables[0].lines, desk.progress(store, t.id).tables[0].stage) == (
        6,
        "joue",
    )
    play(store, table.partie, J23[6:])
    live = desk.progress(store, t.id).tables[0]
    assert (live.lines, live.of, live.stage, live.totals) == (12, 12, "finie", (1007, 777))
    note(store, t, 2, (884, 1000))
    t = desk.close_round(store, t.id, 1, by=BY)
    assert t.rounds[0].tables[0].result == TableResult((1007, 777), (0, 0), (1007, 777))
    assert check_export(exported(store, t)).results == 2


def test_countdown_stops_at_zero(store: Store) -> None:
    t = draw(store, opened(store, 8, game="couillon"))
    with pytest.raises(Refused) as caught:
        note(store, t, 1, (0, 2), adjustments=[-1, 0], motif="litige")
    assert codes(caught) == ["totaux-restants"]
    t = note(store, t, 1, (0, 2), adjustments=[1, -2], motif="litige")
    result = t.rounds[0].tables[0].result
    assert result == TableResult((0, 2), (0, 0), (1, 0), paper=True)
    assert check_export(exported(store, t)).results == 1


def test_a_figure_that_is_changed_in_the_export_is_found(store: Store) -> None:
    """Changed events can have recomputed hashes, but the result still does not follow from them."""
    t = draw(store, opened(store, 8))
    t = note(store, t, 1, (1007, 877), **RENONCE)
    document = exported(store, t)
    forged = copy.deepcopy(document)
    before = None
    for event in forged["events"]:
        if event["kind"] == "resultat":
            event["body"] = event["body"].replace("-20", "-10")
            if before is not None and event["seq"] == before["seq"] + 1:
                event["prev"] = before["hash"]
            *values, _ = event.values()
            event["hash"] = digest(tuple(values))
        before = event
    assert forged["events"] != document["events"]
    with pytest.raises(Mismatch) as caught:
        check_export(forged)
    assert caught.value.code == "resultat"
    assert caught.value.values == {
        "tour": 1,
        "table": 1,
        "chemin": "points[0]",
        "attendu": "997",
        "lu": "987",
    }


def test_points_of_the_evening_stay_credits(store: Store) -> None:
    t = play_round(store, opened(store, 8))
    t = desk.credit(store, t.id, number=3, points=-20, reason="retard", by=BY)
    assert [(credit.number, credit.points) for credit in t.credits] == [(3, -20)]
    assert all(table.result and table.result.totals == (1007, 877) for table in t.rounds[0].tables)
    assert check_export(exported(store, t)).results == 2
