"""Initials by column: only of existing columns, short, with every fault at once."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.initials import Initials
from scorekeeper.cards.rules.kinds import Unreadable

TABLE = Table(("Anne", "Benoît", "Chloé"))


def test_initials_are_read_as_written() -> None:
    assert [*Initials().read({"Chloé": "Cé", "Anne": " AB "}, TABLE).items()] == [
        ("Anne", "AB"),
        ("Chloé", "Cé"),
    ]
    camps = Table(("Anne", "Benoît", "Chloé", "David"), camps=True, equipes=("Nous", "Eux"))
    assert Initials().read({"Eux": "BD"}, camps) == {"Eux": "BD"}


@pytest.mark.parametrize("raw", [None, [], "AB", 3])
def test_initials_that_are_no_object_are_refused(raw: Any) -> None:
    with pytest.raises(Unreadable) as error:
        Initials().read(raw, TABLE)
    assert [fault.code for fault in error.value.faults] == ["objet-attendu"]


def test_every_fault_of_initials_is_reported_at_once() -> None:
    with pytest.raises(Unreadable) as error:
        Initials().read({"Zoé": "Z", "Anne": 1, "Benoît": "", "Chloé": "CCCCCCCCC"}, TABLE)
    faults = [(fault.field, fault.code) for fault in error.value.faults]
    assert faults == [
        ("Zoé", "nom-inconnu"),
        ("Anne", "texte-attendu"),
        ("Benoît", "texte-vide"),
        ("Chloé", "texte-trop-long"),
    ]


def test_schema_has_the_longest_length() -> None:
    assert Initials().schema() == {
        "type": "object",
        "additionalProperties": {"type": "string", "minLength": 1, "maxLength": 8},
    }
