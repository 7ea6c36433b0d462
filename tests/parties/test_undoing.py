"""Undoing the last act on a line, undoing that step in turn, and refusing to undo anything else."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import parties
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.errors import PartieClosed, StaleEntry, Unknown
from scorekeeper.parties import ActKind, Partie
from scorekeeper.parties.undoing import last_act, undo
from scorekeeper.records.store import Store
from tests.tarot_table import BY, PASSEE, SCORES_51, SCORES_56, donne, new_uuid, sheet


def kinds(partie: Partie, rang: int) -> list[str]:
    return [str(version.kind) for version in partie.line(rang).versions]


def now(store: Store) -> Partie:
    return parties.read_partie(store, 1)


def step(store: Store, rang: int, **more: Any) -> Partie:
    arguments = {"uuid": new_uuid(), "revision": now(store).revision, **more}
    return undo(store, 1, rang=rang, by=BY, **arguments).partie


@pytest.fixture
def three(store: Store) -> Store:
    """Return a sheet of three lines."""
    parties.open_partie(store, sheet(donne(), PASSEE, donne("Anne")), by=BY)
    return store


def restores(partie: Partie) -> tuple[int, str, bool] | None:
    act = last_act(partie)
    return None if act is None else (act.line.rang, str(act.line.versions[-1].kind), act.restores)


def test_line_is_undone_and_redone_repeatedly(three: Store) -> None:
    assert restores(now(three)) == (3, "entree", False)
    assert restores(step(three, 3)) == (3, "rature", True)
    assert restores(step(three, 3)) == (3, "retablie", False)
    assert restores(step(three, 3)) == (3, "rature", True)
    partie = step(three, 3)
    assert kinds(partie, 3) == ["entree", "rature", "retablie", "rature", "retablie"]
    assert not partie.line(3).struck
    assert kinds(partie, 1) == kinds(partie, 2) == ["entree"]


def test_amendment_is_undone_and_redone(three: Store) -> None:
    parties.amend(three, 1, uuid=new_uuid(), rang=1, payload=donne(points=51), by=BY, reason="recompté")
    assert restores(now(three)) == (1, "modif", False)
    back = step(three, 1)
    assert list(back.sheet.marked[0].after.totals) == SCORES_56
    assert (restores(back), back.line(1).versions[-1].reason) == ((1, "modif", True), "annulation")
    again = step(three, 1)
    assert list(again.sheet.marked[0].after.totals) == SCORES_51
    assert restores(again) == (1, "modif", False)
    assert list(step(three, 1).sheet.marked[0].after.totals) == SCORES_56


def test_adjustment_replacing_a_donne_is_undone_and_redone(three: Store) -> None:
    adjustment = {"ajustement": {"Anne": -20}, "motif": "renonce"}
    parties.amend(three, 1, uuid=new_uuid(), rang=1, payload=adjustment, by=BY, reason="mauvaise ligne")
    assert list(now(three).sheet.marked[0].after.totals) == [-20, 0, 0, 0]
    back = step(three, 1)
    assert list(back.sheet.marked[0].after.totals) == SCORES_56
    assert back.sheet_document()["entries"] == [donne(), PASSEE, donne("Anne")]
    assert list(step(three, 1).sheet.marked[0].after.totals) == [-20, 0, 0, 0]


def test_a_struck_line_in_the_middle_counts_again(three: Store) -> None:
    parties.strike(three, 1, uuid=new_uuid(), rang=1, by=BY, reason="jouée deux fois")
    assert restores(now(three)) == (1, "rature", False)
    assert restores(step(three, 1)) == (1, "retablie", True)
    assert restores(step(three, 1)) == (1, "rature", False)


def test_undo_that_changes_other_lines_needs_no_confirmation(store: Store) -> None:
    """Undoing restores known scores: the boucle of a tie changes the lines below it."""
    lines = [{"gagne": "egalite"}, {"gagne": "A"}, {"gagne": "B"}]
    given = {"format": "scorekeeper/1", "game": "couillon", "equipes": ["Nous", "Eux"], "entries": lines}
    partie = parties.open_partie(store, read_sheet(given), by=BY)
    parties.strike(store, 1, uuid=new_uuid(), rang=1, by=BY, confirm=partie.revision)
    assert now(store).sheet.totals != partie.sheet.totals
    assert step(store, 1).sheet.totals == partie.sheet.totals


def test_the_same_step_sent_twice_is_one(three: Store) -> None:
    arguments: dict[str, Any] = {"uuid": new_uuid(), "rang": 3, "by": BY, "revision": 4}
    assert not undo(three, 1, **arguments).repeated
    assert undo(three, 1, **arguments).repeated
    assert kinds(now(three), 3) == ["entree", "rature"]


def test_a_step_made_on_another_sheet_reaches_nothing(three: Store) -> None:
    for rang, revision in ((3, 3), (2, 4), (1, 4), (2, 2)):
        with pytest.raises(StaleEntry):
            step(three, rang, revision=revision)
    with pytest.raises(Unknown):
        step(three, 9)
    parties.enter(three, 1, uuid=new_uuid(), rang=4, payload=PASSEE, by=BY)
    with pytest.raises(StaleEntry):
        step(three, 3, revision=4)
    with pytest.raises(StaleEntry):
        step(three, 3, revision=None)
    assert now(three).revision == 5
    assert kinds(step(three, 4, revision=None), 4) == ["entree", "rature"]


def test_closed_sheet_has_nothing_to_undo(three: Store) -> None:
    parties.close_partie(three, 1, uuid=new_uuid(), by=BY)
    assert last_act(now(three)) is None
    with pytest.raises(PartieClosed):
        step(three, 3)
    parties.reopen(three, 1, uuid=new_uuid(), by=BY, reason="oubli")
    # The last act was not about a line; the newest line can still be struck.
    assert last_act(now(three)) is None
    assert kinds(step(three, 3), 3) == ["entree", "rature"]
    assert now(three).acts[-1].kind is ActKind.REOUVERTURE


def test_empty_sheet_has_nothing_to_undo(store: Store) -> None:
    assert last_act(parties.open_partie(store, sheet(), by=BY)) is None
