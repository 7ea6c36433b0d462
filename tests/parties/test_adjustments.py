"""Adjustments as lines of a partie: written once, amended, struck, undone, counted and erased like any line."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import parties
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.errors import Refused, StaleEntry
from scorekeeper.parties import Partie, undoing
from scorekeeper.parties.results import result_of
from scorekeeper.records.cache import Cache
from scorekeeper.records.store import Store
from scorekeeper.tournaments import forgetting
from tests.tarot_table import BY, SCORES_56, document, donne, new_uuid

RENONCE: dict[str, Any] = {"ajustement": {"Anne": -20, "David": 5}, "motif": "renonce"}
AFTER = [SCORES_56[0] - 20, SCORES_56[1], SCORES_56[2], SCORES_56[3] + 5]


def opened(store: Store, *entries: Any, **more: Any) -> Partie:
    return parties.open_partie(store, read_sheet({**document(*entries), **more}), by=BY)


def enter(store: Store, rang: int, payload: Any) -> Partie:
    return parties.enter(store, 1, uuid=new_uuid(), rang=rang, payload=payload, by=BY).partie


def reread(store: Store) -> Partie:
    store.cache = Cache(8)
    return parties.read_partie(store, 1)


def test_an_adjustment_is_a_line_without_a_dealer(store: Store) -> None:
    turn = opened(store, donne()).sheet.state.donneur
    partie = enter(store, 2, RENONCE)
    assert list(partie.sheet.totals) == AFTER
    assert partie.lines[1].payload == RENONCE
    assert (partie.sheet.state.donneur, partie.sheet.state.rang, partie.next_rang) == (turn, 1, 3)
    assert reread(store) == partie
    score = partie.score_document()
    assert score["control"] == {"expected": 0, "found": 0, "ok": True, "ajustements": [-20, 0, 0, 5]}
    assert score["rows"][1]["detail"] == [{"label": "ajustement\xa0: renonce", "scores": [-20, 0, 0, 5]}]
    file = partie.sheet_document()
    assert file["entries"][1] == RENONCE
    assert list(read_sheet(file).replay().totals) == AFTER


def test_the_same_adjustment_sent_twice_is_written_once(store: Store) -> None:
    opened(store)
    sent: dict[str, Any] = {"uuid": new_uuid(), "rang": 1, "payload": RENONCE, "by": BY}
    assert not parties.enter(store, 1, **sent).repeated
    assert parties.enter(store, 1, **sent).repeated
    with pytest.raises(Refused):
        parties.enter(store, 1, **{**sent, "payload": {**RENONCE, "motif": "litige"}})
    with pytest.raises(StaleEntry):
        parties.enter(store, 1, **{**sent, "uuid": new_uuid()})


def test_it_is_amended_struck_and_undone_like_any_line(store: Store) -> None:
    before = opened(store, donne(), RENONCE, donne())
    dealers = [line.entry.donneur for line in before.lines if line.entry]
    amended = parties.amend(
        store,
        1,
        uuid=new_uuid(),
        rang=2,
        payload={**RENONCE, "ajustement": {"Anne": -10}},
        by=BY,
        reason="recompté",
    ).partie
    assert amended.sheet.totals[0] == before.sheet.totals[0] + 10
    assert (
        undoing.undo(store, 1, uuid=new_uuid(), rang=2, by=BY, revision=amended.revision).partie.sheet.totals
        == before.sheet.totals
    )
    struck = parties.strike(store, 1, uuid=new_uuid(), rang=2, by=BY, reason="recompté").partie
    assert struck.sheet.state.ajuste == ()
    assert struck.sheet.totals == tuple(2 * score for score in SCORES_56)
    back = parties.reinstate(store, 1, uuid=new_uuid(), rang=2, by=BY).partie
    assert back.sheet.totals == before.sheet.totals
    assert [line.entry.donneur for line in back.lines if line.entry] == dealers
    assert reread(store) == back


def test_adjustment_reopens_or_ends_a_finished_partie(store: Store) -> None:
    jass = {
        "format": "scorekeeper/1",
        "game": "jass",
        "players": ["A", "B", "C", "D"],
        "settings": {"objectif": 150},
    }
    partie = parties.open_partie(
        store, read_sheet({**jass, "entries": [{"points_a": 157, "match": "A"}]}), by=BY
    )
    assert partie.sheet.outcome is not None
    with pytest.raises(Refused):
        enter(store, 2, {"points_a": 100})
    partie = enter(store, 2, {"ajustement": {"A": -120}, "motif": "renonce"})
    assert [doubt.code for doubt in partie.sheet.marked[-1].doubts] == ["ajustement-rouvre"]
    assert partie.sheet.outcome is None
    partie = enter(store, 3, {"points_a": 0, "match": "B"})
    assert partie.sheet.outcome is not None
    assert partie.sheet.outcome.winners == (1,)
    with pytest.raises(Refused) as caught:
        parties.strike(store, 1, uuid=new_uuid(), rang=2, by=BY, reason="recompté")
    assert [item.fault.code for item in caught.value.faults] == ["ligne-apres-la-fin"]


def test_statistics_count_its_points_and_no_donne(store: Store) -> None:
    partie = opened(store, donne(), RENONCE)
    shares = {share.name: share for share in result_of(partie).shares}
    assert {name: share.score for name, share in shares.items()} == dict(
        zip(partie.table.players, AFTER, strict=True)
    )
    assert {share.lines for share in shares.values()} == {1}
    alone = result_of(parties.open_partie(store, read_sheet(document(donne())), by=BY))
    assert [share.tallies for share in alone.shares] == [share.tallies for share in shares.values()]


def test_the_list_counts_donnes_and_knows_that_a_sheet_was_begun(store: Store) -> None:
    opened(store, RENONCE)
    assert [item.lines for item in parties.list_parties(store)] == [1]
    enter(store, 2, donne())
    assert [item.lines for item in parties.list_parties(store)] == [1]
    enter(store, 3, donne())
    assert [item.lines for item in parties.list_parties(store)] == [2]


def test_forgotten_name_is_removed_from_an_adjustment(store: Store) -> None:
    opened(store, donne(), {**RENONCE, "motif": "Anne a renoncé"})
    forgetting.forget(store, "Anne", by=BY)
    partie = reread(store)
    assert list(partie.sheet.totals) == AFTER
    text = str(partie.sheet_document())
    assert "Anne" not in text
