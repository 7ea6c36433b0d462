"""An act that would change the scores of other lines names them and asks; one that would end the partie names the lines to strike."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import parties
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.errors import Affected, LinesAffected, Refused
from scorekeeper.i18n import speaking
from scorekeeper.parties import Entered
from scorekeeper.records.store import Store
from tests.tarot_table import BY, PLAYERS, new_uuid

A, B, TIE = ({"gagne": gagne} for gagne in ("A", "B", "egalite"))


def opened(store: Store, *entries: dict[str, str], lignes: int = 5) -> None:
    """Open a Couillon sheet with these lines: a tie puts a stroke in the hole, which the next winner erases with one line more."""
    file = {"format": "scorekeeper/1", "game": "couillon", "players": PLAYERS, "entries": list(entries)}
    parties.open_partie(store, read_sheet({**file, "settings": {"lignes": lignes}}), by=BY)


def amend(store: Store, rang: int, payload: dict[str, Any], **more: Any) -> Entered:
    act = {"uuid": new_uuid(), "rang": rang, "payload": payload, "revision": None, "reason": "x", "by": BY}
    return parties.amend(store, 1, **{**act, **more})


def strike(store: Store, rang: int, **more: Any) -> Entered:
    return parties.strike(store, 1, **{"uuid": new_uuid(), "rang": rang, "by": BY, **more})


def test_a_strike_that_changes_another_line_asks_first(store: Store) -> None:
    opened(store, TIE, A, B)
    uuid = new_uuid()
    for confirm in (None, 3, 5):
        with pytest.raises(LinesAffected) as asked:
            strike(store, 1, uuid=uuid, confirm=confirm)
        assert asked.value.affected == (Affected(2, (-2, 0), (-1, 0)),)
        assert asked.value.partie.revision == 4
    assert parties.read_partie(store, 1).revision == 4
    done = strike(store, 1, uuid=uuid, confirm=4)
    assert done.partie.sheet.totals == (4, 4)
    assert strike(store, 1, uuid=uuid).repeated
    with pytest.raises(LinesAffected) as asked:
        parties.reinstate(store, 1, uuid=new_uuid(), rang=1, by=BY)
    assert asked.value.affected == (Affected(2, (-1, 0), (-2, 0)),)
    back = parties.reinstate(store, 1, uuid=new_uuid(), rang=1, by=BY, confirm=5)
    assert back.partie.sheet.totals == (3, 4)


def test_an_amendment_that_changes_another_line_asks_first(store: Store) -> None:
    opened(store, TIE, A)
    with pytest.raises(LinesAffected) as asked:
        amend(store, 1, B)
    assert asked.value.affected == (Affected(2, (-2, 0), (-1, 0)),)
    assert amend(store, 1, {**TIE, "note": "deux fois"}).partie.revision == 4
    assert amend(store, 2, B).partie.sheet.totals == (5, 3)
    assert amend(store, 1, B, confirm=5).partie.sheet.totals == (5, 3)


@pytest.mark.parametrize("confirm", [True, "4", 0, 1.5])
def test_only_a_revision_confirms(store: Store, confirm: Any) -> None:
    opened(store, TIE, A, B)
    with pytest.raises(Refused) as refused:
        strike(store, 1, confirm=confirm)
    assert [(item.rang, item.fault.field) for item in refused.value.faults] == [(1, "confirm")]


@pytest.mark.parametrize(
    ("entries", "french", "english"),
    [
        (
            (B, A, A, B),
            "Cette correction finit la partie à la ligne 3 : rayez d’abord la ligne 4.",
            "This correction ends the game at line 3: strike line 4 first.",
        ),
        (
            (B, A, A, B, TIE, TIE),
            "Cette correction finit la partie à la ligne 3 : rayez d’abord les lignes 4, 5 et 6.",
            "This correction ends the game at line 3: strike lines 4, 5 and 6 first.",
        ),
    ],
)
def test_amendment_that_ends_the_partie_names_lines_to_strike(
    store: Store, entries: tuple[dict[str, str], ...], french: str, english: str
) -> None:
    opened(store, *entries, lignes=3)
    with pytest.raises(Refused) as refused:
        amend(store, 1, A)
    (item,) = refused.value.faults
    for language, sentence in (("fr", french), ("en", english)):
        with speaking(language):
            message = message_of(item.fault, refused.value.words, refused.value.table)
            assert " ".join(message.split()) == sentence
    for rang in range(len(entries), 3, -1):
        strike(store, rang)
    assert amend(store, 1, A).partie.sheet.outcome is not None


def test_amendment_taking_a_later_lines_place_names_that_line(store: Store) -> None:
    first, second = ({"preneur": "A", "contrat": suit, "points_a": 100} for suit in ("coeur", "pique"))
    file = {"format": "scorekeeper/1", "game": "coiffeur", "players": PLAYERS, "entries": [first, second]}
    parties.open_partie(store, read_sheet(file), by=BY)
    with pytest.raises(Refused) as refused:
        amend(store, 1, second)
    assert [(item.rang, item.fault.code) for item in refused.value.faults] == [(2, "contrat-deja-joue")]
