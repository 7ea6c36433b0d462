"""Donnes that were dealt and not played."""

from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import Any, TypeVar

from scorekeeper.cards.rules.contract import Entry, Fault, Label, Rules, State
from scorekeeper.cards.rules.fields import Record
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.cards.rules.scores import Item, Row

S = TypeVar("S", bound=State)


class Statut(StrEnum):
    """The status of a donne."""

    JOUEE = "jouee"
    PASSEE = "passee"
    """All players passed."""
    ANNULEE = "annulee"
    """Void, and the deal passes, as after a petit sec. A misdeal is not entered: the same player deals again."""


class ApresPasse(StrEnum):
    """The dealer after everybody passed."""

    SUIVANT = "suivant"
    MEME = "meme"


def sits_out(marked: Marked) -> int | None:
    """Return the seat of the player who had no cards (*mort*), if the table has one player more than play; else `None`."""
    name = marked.row.extra.get("mort")
    return None if name is None else marked.before.table.players.index(name)


def unplayed_faults(
    donne: Entry, record: Record[Any], allowed: Collection[str] = ("statut", "donneur", "note")
) -> Iterator[Fault]:
    """Yield a fault for each key of an unplayed donne that describes play."""
    for key, default in record.defaults.items():
        if key not in allowed and getattr(donne, key) != default:
            yield Fault("donne-non-jouee", key)


def not_played(
    state: S, entry: Any, label: Label, apres_passe: ApresPasse = ApresPasse.SUIVANT, **changes: Any
) -> tuple[S, Row]:
    """Return the state and the row after an unplayed donne: every score is 0, and `changes` are further fields of the state.

    The deal passes to the next player, except after a pass where `apres_passe` is `MEME`.
    """
    if entry.statut is Statut.PASSEE and apres_passe is ApresPasse.MEME:
        changes["donneur"] = Rules.dealer(state, entry)
    nothing = (0,) * len(state.totals)
    return Rules.written(state, entry, nothing, **changes), Row(nothing, (Item(label, nothing),))
