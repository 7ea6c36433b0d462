"""A line keeps its dealer, whatever happens to the lines above it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import parties
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.replay import Replay
from scorekeeper.cards.sheet_file import SheetFile, read_sheet
from scorekeeper.errors import Refused
from scorekeeper.parties import ActKind, Partie, fold
from scorekeeper.parties.model import partie_row
from scorekeeper.records.cache import Cache
from scorekeeper.records.event_log import canonical, now
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store
from tests.examples import every_game
from tests.play import sheets
from tests.tarot_table import BY, PASSEE, PLAYERS, donne, new_uuid, sheet

FIVE = [*PLAYERS, "Émile"]
MORT = {"players": FIVE, "settings": {"mort": True}}
GARDES = [donne("Chloé"), donne("Émile"), donne("Anne"), donne("Chloé")]
"""Four donnes at a table of five, dealt by Anne, Benoît, Chloé and David, who sit out in turn."""


def reread(store: Store, number: int = 1) -> Partie:
    """Return the partie read from its rows alone."""
    store.cache = Cache(8)
    return parties.read_partie(store, number)


def dealers(partie: Partie) -> list[str | None]:
    seats = [line.entry.donneur if line.entry else None for line in partie.lines]
    return [None if seat is None else partie.table.players[seat] for seat in seats]


def scores(partie: Partie) -> dict[int, tuple[int, ...]]:
    return {marked.rang: marked.row.scores for marked in partie.sheet.marked}


def test_player_sitting_out_stays_when_a_line_above_is_struck(store: Store) -> None:
    """With a mort, the dealer has 0 in his own donne: 3 × 80 for the taker, −80 for the other three."""
    parties.open_partie(store, sheet(*GARDES, **MORT), by=BY)
    before = parties.read_partie(store, 1)
    assert dealers(before) == ["Anne", "Benoît", "Chloé", "David"]
    assert scores(before)[2] == (-80, 0, -80, -80, 240)
    done = parties.strike(store, 1, uuid=new_uuid(), rang=1, by=BY).partie
    assert dealers(done) == ["Anne", "Benoît", "Chloé", "David"]
    assert scores(done) == {rang: row for rang, row in scores(before).items() if rang != 1}
    assert done.revision == before.revision + 1
    assert [entry.get("donneur") for entry in done.sheet_document()["entries"]] == ["Benoît", None, None]
    assert reread(store) == done
    amended = parties.amend(
        store, 1, uuid=new_uuid(), rang=3, payload=PASSEE, revision=done.revision, reason="x", by=BY
    ).partie
    assert dealers(amended) == ["Anne", "Benoît", "Chloé", "David"]
    back = parties.reinstate(store, 1, uuid=new_uuid(), rang=1, by=BY).partie
    assert dealers(back) == ["Anne", "Benoît", "Chloé", "David"]
    assert [entry.get("donneur") for entry in back.sheet_document()["entries"]] == [None] * 4


def test_leader_at_a_tie_stays_when_a_line_above_is_struck(store: Store) -> None:
    """Chloé deals the third donne, so David leads it: of two equal runs to the queen his counts, not Chloé's after him."""
    runs = {
        camp: [{"type": "suite", "longueur": 3, "hauteur": "D", "couleur": couleur, "joueur": joueur}]
        for camp, couleur, joueur in (("A", "coeur", "Chloé"), ("B", "carreau", "David"))
    }
    entries = [{"points": [100, 57]}, {"points": [57, 100]}]
    tie = {"atout": "pique", "points": [100, 57], "annonces": runs}
    file = {"format": "scorekeeper/1", "game": "jass", "players": PLAYERS, "entries": [*entries, tie]}
    parties.open_partie(store, read_sheet(file), by=BY)
    assert scores(parties.read_partie(store, 1))[3] == (100, 77)
    done = parties.strike(store, 1, uuid=new_uuid(), rang=2, by=BY).partie
    assert scores(done) == {1: (100, 57), 3: (100, 77)}
    assert done.sheet_document()["entries"][1]["donneur"] == "Chloé"


def test_dealer_may_be_amended_without_moving_others(store: Store) -> None:
    parties.open_partie(store, sheet(PASSEE, PASSEE, PASSEE), by=BY)
    entry = {**PASSEE, "donneur": "David"}
    done = parties.amend(store, 1, uuid=new_uuid(), rang=2, payload=entry, revision=4, reason="x", by=BY)
    assert dealers(done.partie) == ["Anne", "David", "Chloé"]
    entries = done.partie.sheet_document()["entries"]
    assert [entry.get("donneur") for entry in entries] == [None, "David", "Chloé"]
    # An amendment that names no dealer keeps the present one.
    done = parties.amend(store, 1, uuid=new_uuid(), rang=2, payload=donne(), revision=5, reason="x", by=BY)
    assert dealers(done.partie) == ["Anne", "David", "Chloé"]
    assert dealers(reread(store)) == ["Anne", "David", "Chloé"]


def test_an_entry_without_its_dealer_is_the_same_entry_again(store: Store) -> None:
    parties.open_partie(store, sheet(PASSEE), by=BY)
    uuid = new_uuid()

    def enter(**more: str) -> bool:
        return parties.enter(store, 1, uuid=uuid, rang=2, payload={**donne(), **more}, by=BY).repeated

    assert not enter()
    assert enter()
    parties.strike(store, 1, uuid=new_uuid(), rang=1, by=BY)
    assert enter()
    assert enter(donneur="Benoît")
    with pytest.raises(Refused):
        enter(donneur="David")


def happened(seq: int, kind: ActKind, rang: int | None = None, body: str | None = None) -> EventRow:
    at, whose = "2026-11-22T20:00:00+00:00", ("la table", "tablette-1")
    return EventRow(seq, new_uuid(), "e", "partie:1", seq, kind, 1, rang, body, "", *whose, at, "", "")


def built(read: Replay, game: Game) -> Partie:
    """Return the partie of a played sheet, with its lines in the present format."""
    entries = [marked.entry.dealt_by(marked.before.donneur) for marked in read.marked]
    file = SheetFile(game, read.rules, read.table, tuple(entries))
    lines = [canonical(read.rules.ENTRY.write(entry, read.table)) for entry in entries]
    events = [happened(1, ActKind.OUVERTURE)]
    events += [happened(rang + 1, ActKind.ENTREE, rang, text) for rang, text in enumerate(lines, 1)]
    return fold.built(partie_row(file, None, now()), events)


@every_game
@given(data=st.data())
def test_striking_a_line_leaves_every_dealer(game: Game, data: st.DataObject) -> None:
    partie = built(data.draw(sheets(game)), game)
    for line in data.draw(st.permutations(partie.lines))[:2]:
        lines = [replace(each, struck=each.struck or each.rang == line.rang) for each in partie.lines]
        struck, sheet = happened(99, ActKind.RATURE, line.rang), fold.replayed(partie, lines)
        after = fold.changed_line(partie, struck, sheet=sheet)
        assert dealers(after) == dealers(partie)
        # The file names a dealer only where it is not the one in turn.
        if not after.sheet.faults:
            again = read_sheet(json.loads(canonical(after.sheet_document()))).replay()
            dealt = [after.rules.dealer(marked.before, marked.entry) for marked in again.marked]
            assert dealt == [line.entry and line.entry.donneur for line in after.lines if not line.struck]
            assert again.totals == after.sheet.totals
        partie = after


def test_leader_stays_when_the_line_above_is_struck(store: Store) -> None:
    """Equal runs of Anne and of Benoît in the second donne, which Benoît dealt: Chloé led, so Anne comes before him."""
    run = {"type": "suite", "longueur": 3, "hauteur": "R"}
    annonces = {
        "A": [{**run, "couleur": "pique", "joueur": "Anne"}],
        "B": [{**run, "couleur": "trefle", "joueur": "Benoît"}],
    }
    tie = {"atout": "carreau", "points_a": 80, "annonces": annonces}
    file = {"format": "scorekeeper/1", "game": "jass", "players": PLAYERS}
    parties.open_partie(store, read_sheet({**file, "entries": [{"points_a": 100}, tie]}), by=BY)
    struck = parties.strike(store, 1, uuid=new_uuid(), rang=1, by=BY)
    assert scores(struck.partie) == {2: (100, 77)}
    assert reread(store) == struck.partie
    document = struck.partie.sheet_document()
    assert document["entries"] == [{**tie, "donneur": "Benoît", "entame": "Chloé"}]
    assert read_sheet(json.loads(canonical(document))).replay().totals == (100, 77)
    back = parties.reinstate(store, 1, uuid=new_uuid(), rang=1, by=BY)
    assert back.partie.sheet_document()["entries"] == [{"points_a": 100}, tie]
    parties.strike(store, 1, uuid=new_uuid(), rang=1, by=BY)
    parties.strike(store, 1, uuid=new_uuid(), rang=2, by=BY)
    with pytest.raises(Refused) as refused:
        parties.enter(store, 1, uuid=new_uuid(), rang=3, payload=tie, by=BY)
    assert [item.fault.code for item in refused.value.faults] == ["annonces-entame"]
