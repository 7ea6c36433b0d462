"""Donnes that were dealt and not played."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import Any

from scorekeeper.rules.contract import Entry, Fault
from scorekeeper.rules.fields import Record


class Statut(StrEnum):
    """The status of a donne."""

    JOUEE = "jouee"
    PASSEE = "passee"
    """All players passed."""
    ANNULEE = "annulee"
    """A misdeal."""


def unplayed_faults(
    donne: Entry, record: Record[Any], allowed: Collection[str] = ("statut", "donneur", "note")
) -> Iterator[Fault]:
    """A fault for each key that says how a donne was played which was not."""
    for key, default in record.defaults.items():
        if key not in allowed and getattr(donne, key) != default:
            yield Fault("donne-non-jouee", key)
