"""Donnes that were dealt and not played."""

from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import Any, TypeVar

from scorekeeper.cards.rules.contract import Entry, Fault, Rules, State
from scorekeeper.cards.rules.fields import Record
from scorekeeper.cards.rules.replay import Marked

S = TypeVar("S", bound=State)


class Statut(StrEnum):
    """The status of a donne."""

    JOUEE = "jouee"
    PASSEE = "passee"
    """All players passed."""
    ANNULEE = "annulee"
    """Void, and the deal passes: a petit sec. A misdeal is not noted, the same player deals again."""


class ApresPasse(StrEnum):
    """The dealer after everybody passed."""

    SUIVANT = "suivant"
    MEME = "meme"


def sits_out(marked: Marked) -> int | None:
    """The seat that had no cards, at a table of one more than play."""
    name = marked.row.extra.get("mort")
    return None if name is None else marked.before.table.players.index(name)


def unplayed_faults(
    donne: Entry, record: Record[Any], allowed: Collection[str] = ("statut", "donneur", "note")
) -> Iterator[Fault]:
    """A fault for each key that says how a donne was played which was not."""
    for key, default in record.defaults.items():
        if key not in allowed and getattr(donne, key) != default:
            yield Fault("donne-non-jouee", key)


def not_played(state: S, entry: Entry, statut: Statut, apres_passe: ApresPasse, **changes: Any) -> S:
    """The sheet after a donne that nobody played: nothing is marked, and after a passe the house decides who deals."""
    if statut is Statut.PASSEE and apres_passe is ApresPasse.MEME:
        changes["donneur"] = Rules.dealer(state, entry)
    return Rules.written(state, entry, (0,) * len(state.totals), **changes)
