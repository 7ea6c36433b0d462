"""Moves of a line: numbers, dealers, changes between lines, undoing; a law over all games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import parties
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.replay import replay
from scorekeeper.errors import LinesAffected, Refused, StaleEntry
from scorekeeper.parties import ActKind, Entered, Partie, fold, undoing
from scorekeeper.parties.model import partie_row
from scorekeeper.parties.moving import move_of
from scorekeeper.parties.order import LineOrder
from scorekeeper.records.event_log import now
from scorekeeper.records.store import Store
from tests.chance import SHEETS
from tests.examples import every_game
from tests.parties.test_dealers import FIVE, dealers, happened, reread, scores
from tests.parties.test_insertion import check, events_of, faults, insert, opened
from tests.play import sheets
from tests.tarot_table import BY, PASSEE, PLAYERS, donne, new_uuid, sheet


def move(store: Store, rang: int, to: int, **more: Any) -> Entered:
    """Move a line with the present revision, confirmed."""
    revision = parties.read_partie(store, 1).revision
    details = {"uuid": new_uuid(), "by": BY, "revision": revision, "confirm": revision, **more}
    return parties.move(store, 1, rang=rang, to=to, **details)


def back(store: Store, rang: int) -> Partie:
    revision = parties.read_partie(store, 1).revision
    return undoing.undo(store, 1, uuid=new_uuid(), rang=rang, by=BY, revision=revision).partie


def takers(partie: Partie) -> list[Any]:
    return [line.payload.get("preneur") for line in partie.lines]


def test_moved_line_and_those_between_follow_the_deal(store: Store) -> None:
    before = opened(store, "tarot", [donne(name) for name in PLAYERS])
    done = move(store, 4, 2)
    assert takers(done.partie) == ["Anne", "David", "Benoît", "Chloé"]
    assert dealers(done.partie) == ["Anne", "Benoît", "Chloé", "David"]
    assert [line.identity for line in done.partie.lines] == [1, 4, 2, 3]
    assert scores(done.partie)[2] == (-80, -80, -80, 240)
    moved = done.partie.line(2).versions
    assert [(each.kind, each.rang, each.rang_then, each.moved_from) for each in moved] == [
        ("entree", 2, 4, None),
        ("deplacement", 2, 2, 4),
    ]
    assert reread(store) == done.partie
    assert check(store) == []
    undone = back(store, 2)
    assert takers(undone) == [*PLAYERS]
    assert undone.sheet_document() == before.sheet_document()
    assert reread(store) == undone
    assert undoing.last_act(undone).restores  # type: ignore[union-attr]
    again = back(store, 4)
    assert takers(again) == ["Anne", "David", "Benoît", "Chloé"]
    assert not undoing.last_act(again).restores  # type: ignore[union-attr]


def test_line_moves_to_the_end(store: Store) -> None:
    opened(store, "tarot", [donne(name) for name in PLAYERS])
    done = move(store, 1, 4, keep_dealers=True).partie
    assert takers(done) == ["Benoît", "Chloé", "David", "Anne"]
    assert dealers(done) == ["Benoît", "Chloé", "David", "Anne"]
    assert done.next_rang == 5
    assert takers(back(store, 4)) == [*PLAYERS]


def test_partie_of_a_fixed_number_takes_a_move(store: Store) -> None:
    """Twelve donnes of 157 are 1884: a thirteenth is refused, the order may change."""
    points = [{"points": [100 - n, 57 + n]} for n in range(12)]
    opened(store, "jass", points, settings={"mode": "tournoi"})
    with pytest.raises(Refused) as refused:
        insert(store, 3, {"points": [80, 77]})
    assert faults(refused) == [(3, "", "insertion-apres-la-fin")]
    done = move(store, 12, 3).partie
    assert scores(done)[3] == (89, 68)
    assert (sum(done.sheet.totals), done.sheet.outcome is not None) == (1884, True)


def test_scores_that_change_are_asked_about_first(store: Store) -> None:
    """A litige goes to the next line: its 81 wait for the donne below, wherever the litige is moved."""
    litige = {"preneur": "A", "points": [81, 81]}
    opened(
        store,
        "belote",
        [{"preneur": "A", "points": [100, 62]}, litige, {"preneur": "B", "points": [60, 102]}],
    )
    with pytest.raises(LinesAffected) as asked:
        move(store, 2, 1, confirm=None)
    assert [(each.rang, each.before, each.after) for each in asked.value.affected] == [
        (2, (100, 62), (181, 62)),
        (3, (60, 183), (60, 102)),
    ]
    done = move(store, 2, 1).partie
    assert scores(done) == {1: (0, 81), 2: (181, 62), 3: (60, 102)}
    assert scores(back(store, 1)) == {1: (100, 62), 2: (0, 81), 3: (60, 183)}


def test_own_score_of_the_moved_line_is_asked_about(store: Store) -> None:
    """A tie of Couillon makes the next donne count two."""
    opened(store, "couillon", [{"gagne": "A"}, {"gagne": "egalite"}, {"gagne": "B"}])
    with pytest.raises(LinesAffected) as asked:
        move(store, 3, 1, confirm=None)
    assert [(each.rang, each.before, each.after) for each in asked.value.affected] == [(1, (0, -2), (0, -1))]


def test_last_line_ends_the_partie_after_a_move_above_it(store: Store) -> None:
    lines = [{"points": [100, 57]}, {"points": [100, 57]}, {"points": [157, 0]}]
    opened(store, "jass", lines, settings={"objectif": 340})
    assert move(store, 2, 1).partie.sheet.totals == (357, 114)
    with pytest.raises(Refused) as refused:
        move(store, 3, 3)
    assert faults(refused) == [(3, "to", "deplacement-sur-place")]


def test_move_that_ends_the_partie_early_is_refused(store: Store) -> None:
    file = {"points": [40, 117]}, {"points": [150, 7], "premier": "A"}
    opened(store, "jass", [*file], settings={"objectif": 150})
    with pytest.raises(Refused) as refused:
        move(store, 2, 1)
    assert (1, "", "insertion-apres-la-fin") in faults(refused)


def test_dealer_sitting_out_may_be_kept(store: Store) -> None:
    """With a mort the dealer sits out: on line 1, Anne would deal the donne that she took."""
    mort = {"players": FIVE, "settings": {"mort": True}}
    parties.open_partie(store, sheet(donne("Chloé"), donne("Anne"), **mort), by=BY)
    with pytest.raises(Refused) as refused:
        move(store, 2, 1)
    assert faults(refused)[0] == (None, "keep_dealers", "donneurs-a-garder")
    assert dealers(move(store, 2, 1, keep_dealers=True).partie) == ["Benoît", "Anne"]


def test_move_across_a_change_of_people_rereads_names(store: Store) -> None:
    people = {"players": ["Anne", "Benoît", "Chloé", "Émile"], "replaces": {"Émile": "David"}}
    parties.open_partie(store, sheet(donne("Anne"), donne("Anne"), changes=[{"after": 1, **people}]), by=BY)
    parties.enter(store, 1, rang=3, payload=donne("Émile"), uuid=new_uuid(), by=BY)
    with pytest.raises(Refused) as refused:
        move(store, 3, 1)
    assert faults(refused) == [(1, "preneur", "nom-inconnu")]
    before = parties.read_partie(store, 1)
    done = move(store, 2, 1).partie
    assert [change.after for change in done.seating.changes] == [2]
    assert reread(store) == done
    assert back(store, 1).sheet_document() == before.sheet_document()


def test_line_is_put_above_or_below_a_change_at_one_place(store: Store) -> None:
    people = {"players": ["Anne", "Benoît", "Chloé", "Émile"], "replaces": {"Émile": "David"}}
    parties.open_partie(store, sheet(donne("Anne"), donne("Anne"), changes=[{"after": 1, **people}]), by=BY)
    below = move(store, 1, 1).partie
    assert [change.after for change in below.seating.changes] == [0]
    above = move(store, 1, 1, before_change=True).partie
    assert [change.after for change in above.seating.changes] == [1]
    undone = back(store, 1)
    assert [change.after for change in undone.seating.changes] == [0]
    assert reread(store) == undone
    with pytest.raises(Refused):
        move(store, 1, 1)


def test_inserted_line_is_above_a_change_if_asked(store: Store) -> None:
    """David plays only before the change, Émile only after it."""
    people = {"players": ["Anne", "Benoît", "Chloé", "Émile"], "replaces": {"Émile": "David"}}
    parties.open_partie(store, sheet(donne("Anne"), donne("Anne"), changes=[{"after": 1, **people}]), by=BY)
    with pytest.raises(Refused):
        insert(store, 2, donne("David"))
    with pytest.raises(Refused):
        insert(store, 2, donne("Émile"), before_change=True)
    done = insert(store, 2, donne("David"), before_change=True).partie
    assert [change.after for change in done.seating.changes] == [2]
    assert scores(done)[2] == (-80, -80, -80, 240)
    assert reread(store) == done


def test_repeated_and_stale_moves(store: Store) -> None:
    opened(store, "tarot", [PASSEE, donne("Anne")])
    uuid = new_uuid()
    done = parties.move(store, 1, rang=2, to=1, uuid=uuid, by=BY, revision=3)
    again = parties.move(store, 1, rang=2, to=1, uuid=uuid, by=BY, revision=3)
    assert (again.repeated, again.partie) == (True, done.partie)
    with pytest.raises(Refused):
        parties.move(store, 1, rang=1, to=2, uuid=uuid, by=BY)
    with pytest.raises(StaleEntry):
        move(store, 1, 2, revision=3)
    struck = parties.strike(store, 1, rang=1, uuid=new_uuid(), by=BY).partie
    assert dealers(struck) == ["Anne", "Benoît"]
    with pytest.raises(Refused) as refused:
        move(store, 1, 2)
    assert faults(refused) == [(1, "", "ligne-rayee")]
    with pytest.raises(Refused) as refused:
        move(store, 2, 3)
    assert faults(refused) == [(2, "to", "deplacement-hors-limites")]


def test_grid_takes_no_move(store: Store) -> None:
    opened(store, "coiffeur", [{"preneur": "A", "contrat": "coeur", "points_a": 100}])
    with pytest.raises(Refused) as refused:
        move(store, 1, 1)
    assert faults(refused) == [(1, "", "insertion-sans-objet")]


@pytest.mark.unmeasured
@every_game
@given(data=st.data())
@settings(max_examples=SHEETS // 6)
def test_moved_line_gives_the_sheet_written_in_order(game: Game, data: st.DataObject) -> None:
    if game.grid is not None:
        return
    read = data.draw(sheets(game, most=6))
    # In another order, a dealer out of turn may seem to be in turn.
    entries = [replace(marked.entry, donneur=None) for marked in read.marked]
    if len(entries) < 2:
        return
    place, others = data.draw(st.integers(1, len(entries))), st.integers(1, len(entries))
    to = data.draw(others.filter(lambda each: each != place))
    wrong = [*entries]
    wrong.insert(place - 1, wrong.pop(to - 1))
    if any(replay(read.rules, read.table, enumerate(each, 1)).faults for each in (entries, wrong)):
        return
    file, events = events_of(read, game, wrong)
    row = partie_row(file, None, now())
    partie = fold.built(row, events)
    above = LineOrder.of(partie).without(place).above(to)
    change, played = move_of(partie, partie.line(place), to, above, partie.revision, keep_dealers=False)
    event = happened(99, ActKind.DEPLACEMENT, change.rang, change.body)
    after = fold.changed_line(partie, event, sheet=played)
    assert fold.built(row, [*events, event]) == after
    file, events = events_of(read, game, entries)
    ordered = fold.built(partie_row(file, None, row.created_at), events)
    assert after.score_document() == ordered.score_document()
    assert after.sheet_document() == ordered.sheet_document()
    assert dealers(after) == dealers(ordered)
