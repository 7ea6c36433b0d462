"""Headings of sheets are read together with what is stored apart: a dealer far down the table, a declared game."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import parties
from scorekeeper.cards.catalogue import check_text
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.cards.sheet_game import definition_of
from scorekeeper.records.store import Store
from tests.messages import ROOT
from tests.tarot_table import BY, document

TWELVE = [f"Joueur {letter}" for letter in "ABCDEFGHIJKL"]


def skyjo() -> dict[str, Any]:
    game = check_text((ROOT / "examples" / "jeux" / "skyjo.toml").read_bytes()).game
    assert game is not None
    return {"game": game.key, "definition": definition_of(game), "players": ["Zoé", "Yann"], "entries": []}


@pytest.mark.parametrize(
    ("heading", "dealer"),
    [
        (document(), None),
        ({**document(), "premier_donneur": "Chloé"}, 2),
        ({"game": "libre", "players": TWELVE, "premier_donneur": "Joueur L", "entries": []}, 11),
        (skyjo(), None),
    ],
    ids=["tarot", "a dealer", "a twelfth dealer", "declared"],
)
def test_a_heading_is_read_by_one_statement(
    store: Store, heading: dict[str, Any], dealer: int | None
) -> None:
    partie = parties.open_partie(store, read_sheet({"format": "scorekeeper/1", **heading}), by=BY)
    asked: list[str] = []
    with store.read() as session:
        session.connection.set_trace_callback(asked.append)
        row = session.partie(partie.id)
        session.connection.set_trace_callback(None)
    assert (row.game, row.premier_donneur) == (heading["game"], dealer)
    assert bool(row.definition) == ("definition" in heading)
    assert len([statement for statement in asked if "partie" in statement]) == 1
