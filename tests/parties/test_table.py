"""Changes of players on record: replaced, renamed, joined, left, undone, and found again in lists."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import parties
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.errors import PartieClosed, Refused, StaleEntry, Unknown
from scorekeeper.i18n import speaking
from scorekeeper.parties import ActKind, Entered, verbs
from scorekeeper.records.store import Store
from scorekeeper.tournaments import checking
from tests.tarot_table import BY, document, donne, new_uuid, sheet

FOUR = ["Anne", "Benoît", "Chloé", "David"]
EMILE = {"players": ["Anne", "Benoît", "Chloé", "Émile"], "replaces": {"Émile": "David"}}


@pytest.fixture(autouse=True)
def _one_line(store: Store) -> None:
    parties.open_partie(store, sheet(donne()), by=BY)


def change(store: Store, people: dict[str, Any], **details: Any) -> Entered:
    given = {"uuid": new_uuid(), "by": BY, **details}
    return parties.change_table(store, 1, people=people, **given)  # type: ignore[arg-type]


def undo(store: Store, place: int = 1, **details: Any) -> Entered:
    return parties.undo_change(store, 1, place=place, **{"uuid": new_uuid(), "by": BY, **details})


def enter(store: Store, rang: int, payload: Any) -> Entered:
    return parties.enter(store, 1, uuid=new_uuid(), rang=rang, payload=payload, by=BY)


def codes(refused: Refused) -> list[tuple[str, str]]:
    return [(item.fault.field, item.fault.code) for item in refused.faults]


def afresh(store: Store) -> parties.Partie:
    """Return sheet 1, built from its events without the cache."""
    with store.read() as session:
        return parties.acts.PARTIES.builder(session, 1)()


def check(store: Store) -> list[str]:
    with store.read() as session:
        sheets, _ = checking.differences(session.connection)
        return sheets + checking.player_differences(session.connection)


def test_replacement_takes_over_the_column(store: Store) -> None:
    done = change(store, EMILE, reason="David a un train")
    assert done.partie.table.columns == ("Anne", "Benoît", "Chloé", "Émile")
    assert done.partie.sheet.totals == (-80, -80, 240, -80)
    done = enter(store, 2, donne("Émile"))
    assert done.partie.sheet.totals == (-160, -160, 160, 160)
    assert done.partie.sheet_document()["changes"] == [{"after": 1, **EMILE}]
    assert afresh(store) == done.partie
    with pytest.raises(Refused):
        enter(store, 3, donne("David"))


def test_a_sheet_with_changes_is_the_file_it_gives(store: Store) -> None:
    change(store, EMILE)
    enter(store, 2, donne("Émile"))
    parties.strike(store, 1, uuid=new_uuid(), rang=1, by=BY)
    left = change(store, {"players": ["Anne", "Benoît", "Émile"]}).partie
    # The file lacks the struck line: the changes come before and after its only line.
    file = left.sheet_document()
    assert [item["after"] for item in file["changes"]] == [0, 1]
    again = parties.open_partie(store, read_sheet(file), by=BY, uuid=(uuid := new_uuid()))
    assert again.sheet_document() == file
    assert again.sheet.totals == left.sheet.totals
    assert parties.open_partie(store, read_sheet(file), by=BY, uuid=uuid).id == again.id


def test_amendment_above_a_change_names_the_players_of_its_line(store: Store) -> None:
    change(store, EMILE)
    with pytest.raises(Refused):
        parties.amend(store, 1, uuid=new_uuid(), rang=1, payload=donne("Émile"), by=BY)
    done = parties.amend(store, 1, uuid=new_uuid(), rang=1, payload=donne("David"), by=BY)
    assert done.partie.sheet.totals == (-80, -80, -80, 240)
    assert afresh(store) == done.partie


def test_a_newcomer_has_a_column_in_every_line(store: Store) -> None:
    done = change(store, {"players": [*FOUR, "Émile"]})
    assert [line.marked.row.scores for line in done.partie.lines if line.marked] == [(-80, -80, 240, -80, 0)]
    assert done.partie.sheet.totals == (-80, -80, 240, -80, 0)
    assert afresh(store) == done.partie


def test_the_same_act_again_changes_nothing(store: Store) -> None:
    uuid = new_uuid()
    done = change(store, EMILE, uuid=uuid)
    again = change(store, EMILE, uuid=uuid)
    assert (again.repeated, again.partie) == (True, done.partie)
    with pytest.raises(Refused) as caught:
        change(store, {"players": ["Anne", "Benoît", "Chloé"]}, uuid=uuid)
    assert codes(caught.value) == [("uuid", "uuid-autre-contenu")]
    uuid = new_uuid()
    undo(store, uuid=uuid)
    assert undo(store, uuid=uuid).repeated


def test_undoing_leaves_everything_as_it_was(store: Store) -> None:
    before = parties.read_partie(store, 1)
    change(store, {"players": [*FOUR, "Émile"]})
    after = undo(store, reason="il n’est pas venu").partie
    assert (after.table, after.sheet, after.sheet_document()) == (
        before.table,
        before.sheet,
        before.sheet_document(),
    )
    assert after.score_document() == before.score_document()
    assert [item.name for item in parties.people(store)] == [item.name for item in parties.people(store)][:4]
    assert "Émile" not in {item.name for item in parties.people(store)}
    assert parties.list_parties(store)[0].scores == tuple(zip(FOUR, (-80, -80, 240, -80), strict=True))
    assert afresh(store) == after
    assert check(store) == []


def test_only_the_last_change_without_lines_is_undone(store: Store) -> None:
    for place in (0, 1):
        with pytest.raises(Unknown):
            undo(store, place)
    change(store, EMILE)
    change(store, {"players": ["Anne", "Benoît", "Chloé"]})
    with pytest.raises(Refused) as caught:
        undo(store, 1)
    assert codes(caught.value) == [("", "changement-pas-dernier")]
    undo(store, 2)
    enter(store, 2, donne("Émile"))
    with pytest.raises(Refused) as caught:
        undo(store, 1)
    assert codes(caught.value) == [("", "changement-suivi")]
    assert not verbs.is_undoable(parties.read_partie(store, 1))


def test_impossible_change_is_refused_without_a_write(store: Store) -> None:
    before = parties.read_partie(store, 1)
    refused: list[tuple[dict[str, Any], tuple[str, str]]] = [
        ({"players": FOUR}, ("players", "rien-ne-change")),
        ({"players": FOUR[:2]}, ("players", "joueurs-nombre")),
        ({"players": "Anne"}, ("players", "liste-attendue")),
        (
            {"players": [*FOUR[:3], "Émile"], "replaces": {"Émile": "Zoé"}},
            ("replaces.Émile", "remplace-inconnu"),
        ),
    ]
    for people, fault in refused:
        with pytest.raises(Refused) as caught:
            change(store, people)
        assert codes(caught.value) == [fault]
    with pytest.raises(StaleEntry):
        change(store, EMILE, revision=1)
    assert parties.read_partie(store, 1) is before


def test_replacement_after_the_end_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    over = parties.open_partie(store, read_sheet(document(donne(), settings={"nb_donnes": 1})), by=BY)
    with pytest.raises(Refused) as caught:
        parties.change_table(store, over.id, people=EMILE, uuid=new_uuid(), by=BY)  # type: ignore[arg-type]
    assert codes(caught.value) == [("", "partie-terminee")]
    change(store, EMILE)
    monkeypatch.setattr("scorekeeper.cards.rules.changes.MOST_CHANGES", 1)
    with pytest.raises(Refused) as caught:
        change(store, {"players": ["Anne", "Benoît", "Chloé"]})
    assert codes(caught.value) == [("", "trop-de-changements")]
    parties.close_partie(store, 1, uuid=new_uuid(), by=BY)
    with pytest.raises(PartieClosed):
        undo(store)


def test_history_has_the_changes_in_words(store: Store) -> None:
    change(store, EMILE)
    change(store, {"players": ["Chloé", "Benoit", "Fanny", "Gaël", "Anne"], "renames": {"Benoit": "Benoît"}})
    undo(store, 2)
    past = [version for version in parties.read_partie(store, 1).past if version.rang is None][1:]
    assert [version.kind for version in past] == [
        ActKind.CHANGEMENT,
        ActKind.CHANGEMENT,
        ActKind.CHANGEMENT_ANNULE,
    ]
    sentences = [verbs.change_sentences(version.payload or {}) for version in past]
    assert sentences[0] == "Émile joue à la place de David."
    assert sentences[1] == sentences[2]
    assert sentences[1].split(". ") == [
        "Benoît s’appelle désormais Benoit",
        "Fanny et Gaël arrivent",
        "Émile s’en va",
        "Nouvel ordre de jeu\xa0: Chloé, Benoit, Fanny, Gaël, Anne.",
    ]
    with speaking("en"):
        assert verbs.change_sentences(past[0].payload or {}) == "Émile plays in place of David."


def test_returning_player_takes_the_former_column_as_known(store: Store) -> None:
    steps = (FOUR[:3], FOUR, ["Anne", "Benoît", "Chloé", "Émile", "David"])
    past = [change(store, {"players": players}).partie.past[-1] for players in steps]
    words = ["David s’en va.", "David reprend sa colonne.", "Émile arrive."]
    assert [verbs.change_sentences(version.payload or {}) for version in past] == words
    seating = parties.read_partie(store, 1).seating
    assert list(verbs.chronicle(seating)) == [(1, text) for text in words]


def test_lists_have_present_and_former_players(store: Store) -> None:
    change(store, EMILE)
    change(store, {"players": ["Anne", "Benoit", "Chloé", "Émile"], "renames": {"Benoit": "Benoît"}})
    assert parties.list_parties(store)[0].columns == ("Anne", "Benoit", "Chloé", "Émile")
    numbers = {item.name: item.id for item in parties.people(store)}
    assert set(numbers) == {"Anne", "Benoit", "Chloé", "David", "Émile"}
    for number in numbers.values():
        assert [item.id for item in parties.list_parties(store, player=number)] == [1]
    assert check(store) == []
