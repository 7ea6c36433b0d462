"""Insertion of a forgotten line: numbers, dealers, changes between lines, undoing; a law over all games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import parties
from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.replay import Replay, replay
from scorekeeper.cards.sheet_file import SheetFile, read_sheet
from scorekeeper.cards.sheet_game import definition_of
from scorekeeper.config import resources
from scorekeeper.errors import LinesAffected, PartieClosed, Refused, StaleEntry
from scorekeeper.parties import ActKind, Entered, Partie, fold, undoing
from scorekeeper.parties.insertion import insertion_of
from scorekeeper.parties.model import partie_row
from scorekeeper.parties.sheet_requests import partie_request
from scorekeeper.parties.sheet_table import sheet_rows
from scorekeeper.records.event_log import canonical, now
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store
from scorekeeper.tournaments import checking
from tests.chance import SHEETS
from tests.examples import every_game
from tests.parties.test_dealers import FIVE, dealers, happened, reread, scores
from tests.play import sheets
from tests.tarot_table import BY, PASSEE, PLAYERS, donne, new_uuid, sheet


def opened(store: Store, game: str, entries: list[Any], **more: Any) -> Partie:
    file = {"format": "scorekeeper/1", "game": game, "players": PLAYERS, "entries": entries, **more}
    return parties.open_partie(store, read_sheet(file), by=BY)


def insert(store: Store, rang: int, payload: Any, **more: Any) -> Entered:
    """Insert a line with the present revision, confirmed."""
    revision = parties.read_partie(store, 1).revision
    details = {"uuid": new_uuid(), "by": BY, "revision": revision, "confirm": revision, **more}
    return parties.insert(store, 1, rang=rang, payload=payload, **details)


def faults(refused: pytest.ExceptionInfo[Refused]) -> list[tuple[int | None, str, str]]:
    return [(item.rang, item.fault.field, item.fault.code) for item in refused.value.faults]


def check(store: Store) -> list[str]:
    with store.read() as session:
        return checking.differences(session.connection)[0]


def test_inserted_donne_moves_the_deal_below(store: Store) -> None:
    """Chloé's garde of 56 for 41 with two bouts is 80 a head; a five-handed dealer sits out of his donne."""
    partie = opened(store, "tarot", [donne("Chloé"), PASSEE, donne("Anne")])
    assert dealers(partie) == ["Anne", "Benoît", "Chloé"]
    done = insert(store, 2, donne("David"))
    assert not done.repeated
    assert dealers(done.partie) == ["Anne", "Benoît", "Chloé", "David"]
    assert [line.rang for line in done.partie.lines] == [1, 2, 3, 4]
    assert [line.identity for line in done.partie.lines] == [1, 4, 2, 3]
    assert scores(done.partie)[2] == (-80, -80, -80, 240)
    assert done.partie.sheet.totals == (80, -240, 80, 80)
    assert done.partie.next_rang == 5
    assert [version.rang for version in done.partie.past] == [None, 1, 3, 4, 2]
    assert reread(store) == done.partie
    assert check(store) == []


def test_dealers_are_kept_where_that_is_asked(store: Store) -> None:
    opened(store, "tarot", [PASSEE, PASSEE])
    assert dealers(insert(store, 1, PASSEE, keep_dealers=True).partie) == ["Anne", "Anne", "Benoît"]
    assert reread(store).sheet_document()["entries"][1]["donneur"] == "Anne"


def test_line_dealt_out_of_turn_keeps_its_dealer(store: Store) -> None:
    opened(store, "tarot", [PASSEE, {**PASSEE, "donneur": "David"}, PASSEE])
    assert dealers(insert(store, 1, PASSEE).partie) == ["Anne", "Benoît", "David", "Anne"]


def test_dealer_sitting_out_at_five_moves_or_stays(store: Store) -> None:
    """The dealer sits out. Chloé cannot take the line that she would deal; with dealers kept she can."""
    mort = {"players": FIVE, "settings": {"mort": True}}
    parties.open_partie(store, sheet(donne("Chloé"), donne("Chloé"), **mort), by=BY)
    with pytest.raises(Refused) as refused:
        insert(store, 1, donne("Émile"))
    assert faults(refused)[0] == (None, "keep_dealers", "donneurs-a-garder")
    assert (3, "preneur") in [each[:2] for each in faults(refused)]
    done = insert(store, 1, donne("Émile"), keep_dealers=True).partie
    assert dealers(done) == ["Anne", "Anne", "Benoît"]
    assert scores(done)[1] == (0, -80, -80, -80, 240)


def test_litige_of_belote_passes_to_the_line_below(store: Store) -> None:
    """81 each: the defence scores its 81, the taker's 81 wait for the next donne. Side A wins that with 100, and has 181."""
    opened(store, "belote", [{"preneur": "A", "points": [100, 62]}])
    with pytest.raises(LinesAffected) as asked:
        insert(store, 1, {"preneur": "A", "points": [81, 81]}, confirm=None)
    assert [(each.rang, each.before, each.after) for each in asked.value.affected] == [
        (2, (100, 62), (181, 62))
    ]
    done = insert(store, 1, {"preneur": "A", "points": [81, 81]}).partie
    assert (scores(done), done.sheet.totals) == ({1: (0, 81), 2: (181, 62)}, (181, 143))
    back = undoing.undo(store, 1, uuid=new_uuid(), rang=1, by=BY, revision=done.revision).partie
    assert (scores(back), back.sheet.totals) == ({2: (100, 62)}, (100, 62))
    assert reread(store) == back


def test_tie_of_couillon_counts_for_the_line_below(store: Store) -> None:
    """After a tie the next donne counts two: A needs three of five instead of four."""
    opened(store, "couillon", [{"gagne": "A"}])
    done = insert(store, 1, {"gagne": "egalite"}).partie
    assert (scores(done), done.sheet.totals) == ({1: (0, 0), 2: (-2, 0)}, (3, 5))


def test_partie_of_jass_may_not_end_above_a_line(store: Store) -> None:
    rules = {"settings": {"objectif": 300}}
    opened(store, "jass", [{"points": [150, 7]}, {"points": [100, 57]}], **rules)
    with pytest.raises(Refused) as refused:
        insert(store, 1, {"points": [157, 0]})
    assert faults(refused) == [(1, "", "insertion-apres-la-fin")]
    assert refused.value.faults[0].fault.values == {"fin": 2}
    done = insert(store, 1, {"points": [90, 67]}).partie
    assert (done.sheet.totals, done.sheet.outcome is not None) == ((340, 131), True)


def test_full_partie_accepts_no_inserted_line(store: Store) -> None:
    opened(store, "tarot", [PASSEE, PASSEE], settings={"nb_donnes": 2})
    with pytest.raises(Refused) as refused:
        insert(store, 1, PASSEE)
    assert faults(refused) == [(1, "", "insertion-apres-la-fin")]


def test_undone_insertion_gives_the_dealers_back(store: Store) -> None:
    before = opened(store, "tarot", [donne("Chloé"), donne("Anne"), donne("David")])
    done = insert(store, 2, donne("Benoît")).partie
    assert dealers(done) == ["Anne", "Benoît", "Chloé", "David"]
    back = undoing.undo(store, 1, uuid=new_uuid(), rang=2, by=BY, revision=done.revision).partie
    assert dealers(back) == ["Anne", "Benoît", "Benoît", "Chloé"]
    assert back.sheet_document() == before.sheet_document()
    again = undoing.undo(store, 1, uuid=new_uuid(), rang=2, by=BY, revision=back.revision).partie
    assert dealers(again) == ["Anne", "Benoît", "Chloé", "David"]
    assert again.sheet_document() == done.sheet_document()
    assert reread(store) == again
    assert check(store) == []


def test_struck_inserted_line_is_as_any_struck_line(store: Store) -> None:
    opened(store, "tarot", [PASSEE, PASSEE])
    insert(store, 1, donne("Chloé"))
    parties.enter(store, 1, uuid=new_uuid(), rang=4, payload=PASSEE, by=BY)
    done = parties.strike(store, 1, uuid=new_uuid(), rang=1, reason="notée deux fois", by=BY).partie
    assert [line.struck for line in done.lines] == [True, False, False, False]
    assert dealers(done) == ["Anne", "Benoît", "Chloé", "David"]
    assert [line.rang for line in done.lines] == [1, 2, 3, 4]
    assert reread(store) == done


def test_acts_sent_again_find_their_line_by_uuid(store: Store) -> None:
    opened(store, "tarot", [PASSEE])
    entry, amendment, inserted = new_uuid(), new_uuid(), new_uuid()

    def enter() -> Entered:
        return parties.enter(store, 1, uuid=entry, rang=2, payload=donne("Anne"), by=BY)

    def amend() -> Entered:
        return parties.amend(store, 1, uuid=amendment, rang=2, payload=donne("David"), reason="x", by=BY)

    enter()
    amend()
    revision = parties.read_partie(store, 1).revision
    assert not insert(store, 1, donne("Chloé"), uuid=inserted, revision=revision).repeated
    insert(store, 1, PASSEE)
    done = parties.read_partie(store, 1)
    assert enter().repeated
    assert amend().repeated
    assert insert(store, 1, donne("Chloé"), uuid=inserted, revision=revision).repeated
    for rang, payload in ((2, donne("Chloé")), (1, donne("Benoît"))):
        with pytest.raises(Refused) as refused:
            insert(store, rang, payload, uuid=inserted)
        assert faults(refused) == [(None, "uuid", "uuid-autre-contenu")]
    assert parties.read_partie(store, 1) == done
    # A line sent for a number that has moved is asked about, as usual.
    with pytest.raises(StaleEntry):
        parties.enter(store, 1, uuid=new_uuid(), rang=3, payload=PASSEE, by=BY)


def test_later_acts_go_to_the_line_and_not_to_its_number(store: Store) -> None:
    opened(store, "tarot", [donne("Anne"), donne("Benoît")])
    insert(store, 2, donne("Chloé"))
    done = parties.amend(store, 1, uuid=new_uuid(), rang=3, payload=PASSEE, reason="x", by=BY).partie
    assert [line.identity for line in done.lines if line.amended] == [2]
    assert done.sheet.totals == (160, -160, 160, -160)
    assert [event_scope for event_scope in scopes(store) if "rang" in event_scope] == [
        "partie:1/rang:1",
        "partie:1/rang:2",
        "partie:1/rang:3",
        "partie:1/rang:2",
    ]
    parties.enter(store, 1, uuid=new_uuid(), rang=4, payload=donne("David"), by=BY)
    assert [line.identity for line in reread(store).lines] == [1, 3, 2, 4]


def scopes(store: Store) -> list[str]:
    with store.read() as session:
        return [event.scope for event in session.events(1)]


def test_line_is_inserted_below_a_change_of_players(store: Store) -> None:
    """Émile replaces David after line 1. A line inserted there is Émile's; one above the change is still David's."""
    people = {"players": ["Anne", "Benoît", "Chloé", "Émile"], "replaces": {"Émile": "David"}}
    file = {
        "format": "scorekeeper/1",
        "game": "tarot",
        "players": PLAYERS,
        "entries": [donne("David"), donne("Anne")],
        "changes": [{"after": 1, **people}],
    }
    parties.open_partie(store, read_sheet(file), by=BY)
    revision = parties.read_partie(store, 1).revision
    details: dict[str, Any] = {"by": BY, "revision": revision, "confirm": revision}
    done = parties.insert(store, 1, uuid=new_uuid(), rang=2, payload=donne("Émile"), **details).partie
    assert [change.after for change in done.seating.changes] == [1]
    with pytest.raises(Refused):
        parties.insert(store, 1, uuid=new_uuid(), rang=1, payload=donne("Émile"), by=BY)
    above = parties.insert(store, 1, uuid=new_uuid(), rang=1, payload=donne("David"), by=BY).partie
    assert [change.after for change in above.seating.changes] == [2]
    assert above.sheet_document()["changes"] == [{"after": 2, **people}]
    assert above.sheet.totals == (0, -320, -320, 640)


def test_line_is_inserted_below_a_change_of_rules(store: Store) -> None:
    """180 may be bid only after the change: A scores nothing when B makes it with all tricks."""
    first = {"preneur": "A", "contrat": 100, "points": [120, 42]}
    high = {"preneur": "B", "contrat": 180, "points": [0, 162], "capot": "B"}
    turn = [{"after": 1, "settings": {"contrat_max": 180}}]
    opened(store, "coinche", [first, first], settings={"objectif": 2000}, changes=turn)
    with pytest.raises(Refused):
        insert(store, 1, high)
    done = insert(store, 2, high).partie
    assert [change.after for change in done.rulings.changes] == [1]
    assert scores(done)[2][0] == 0
    done = insert(store, 1, first).partie
    assert [change.after for change in done.rulings.changes] == [2]
    assert done.sheet_document()["changes"] == [{"after": 2, "settings": {"contrat_max": 180}}]
    assert reread(store) == done
    taken_back = parties.change_rules(store, 1, settings={"contrat_max": 170}, uuid=new_uuid(), by=BY).partie
    assert [change.after for change in taken_back.rulings.changes] == [2, 4]


def test_declared_game_accepts_an_inserted_line(store: Store) -> None:
    """At Skyjo, Zoé closes with more than Yann has: her 12 count twice."""
    text = (resources("examples") / "jeux" / "skyjo.toml").read_bytes()
    game = catalogue.check_text(text).game
    assert game is not None
    three = ("Zoé", "Yann", "Xavier")
    first, second = (dict(zip(three, cards, strict=True)) for cards in ((4, 12, 30), (12, 4, 30)))
    more = {"players": list(three), "definition": definition_of(game)}
    opened(store, "maison-skyjo", [{"cartes": first, "ferme": "Zoé"}], **more)
    done = insert(store, 1, {"cartes": second, "ferme": "Zoé"}).partie
    assert (scores(done), done.sheet.totals) == ({1: (24, 4, 30), 2: (4, 12, 30)}, (28, 16, 60))


def test_place_before_no_line_is_refused(store: Store) -> None:
    opened(store, "tarot", [PASSEE])
    with pytest.raises(Refused) as refused:
        insert(store, 2, PASSEE)
    assert faults(refused) == [(2, "rang", "insertion-hors-limites")]
    with pytest.raises(StaleEntry):
        insert(store, 1, PASSEE, revision=1)
    parties.close_partie(store, 1, uuid=new_uuid(), by=BY)
    with pytest.raises(PartieClosed):
        insert(store, 1, PASSEE)


def test_grid_takes_no_insertion(store: Store) -> None:
    opened(store, "coiffeur", [])
    partie = parties.read_partie(store, 1)
    assert partie.game.grid is not None
    with pytest.raises(Refused) as refused:
        insert(store, 1, {})
    assert faults(refused) == [(1, "", "insertion-sans-objet")]


def events_of(read: Replay, game: Game, entries: list[Any]) -> tuple[SheetFile, list[EventRow]]:
    """Return the events of a sheet with these lines."""
    file = SheetFile(game, read.rules, read.table, tuple(entries))
    marked = file.replay().marked
    lines = [
        canonical(read.rules.ENTRY.write(each.entry.dealt_by(each.before.donneur), read.table))
        for each in marked
    ]
    events = [happened(1, ActKind.OUVERTURE)]
    return file, events + [
        happened(rang + 1, ActKind.ENTREE, rang, text) for rang, text in enumerate(lines, 1)
    ]


@pytest.mark.unmeasured
@every_game
@given(data=st.data())
@settings(max_examples=SHEETS)
def test_inserted_line_gives_the_sheet_written_in_order(game: Game, data: st.DataObject) -> None:
    if game.grid is not None:
        return
    read = data.draw(sheets(game, most=6))
    # Without the missing line, a dealer out of turn may seem to be in turn.
    entries = [replace(marked.entry, donneur=None) for marked in read.marked]
    complete = replay(read.rules, read.table, enumerate(entries, 1))
    if complete.faults or len(entries) < 2:
        return
    forgotten = data.draw(st.integers(1, len(entries) - 1))
    rest = entries[: forgotten - 1] + entries[forgotten:]
    if replay(read.rules, read.table, enumerate(rest, 1)).faults:
        return
    file, events = events_of(read, game, rest)
    row = partie_row(file, None, now())
    partie = fold.built(row, events)
    payload = read.rules.ENTRY.write(entries[forgotten - 1], read.table)
    change, sheet = insertion_of(partie, forgotten, payload, partie.revision, keep_dealers=False)
    event = happened(99, ActKind.INSERTION, change.rang, change.body)
    after = fold.changed_line(partie, event, sheet=sheet)
    assert fold.built(row, [*events, event]) == after
    file, events = events_of(read, game, entries)
    ordered = fold.built(partie_row(file, None, row.created_at), events)
    assert after.score_document() == ordered.score_document()
    assert after.sheet_document() == ordered.sheet_document()
    assert list(sheet_rows(partie_request(after))) == list(sheet_rows(partie_request(ordered)))
    assert dealers(after) == dealers(ordered)
