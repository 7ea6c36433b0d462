"""Refusals of acts on a tournament, and parsers of values that raise them."""

from collections.abc import Collection
from decimal import Decimal
from typing import Any, TypeVar

from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cards.rules.kinds import Kind, Text, Unreadable, unknown_keys, within
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.cards.sheet_file import SHEET_WORDS, tidied
from scorekeeper.errors import Conflict, Refused
from scorekeeper.lists.reading import MESSAGES as LIST_MESSAGES
from scorekeeper.tournaments.words import MESSAGES, STAGES

T = TypeVar("T")
WORDS = Words({**SHEET_WORDS.messages, **LIST_MESSAGES, **MESSAGES}, STAGES)
"""All messages with which an act on a tournament may be refused."""


def refusal(*faults: Fault | EntryFault, words: Words = WORDS, table: Table | None = None) -> Refused:
    """Return a `Refused` with these faults, some of which may belong to a line."""
    lines = [fault if isinstance(fault, EntryFault) else EntryFault(None, fault) for fault in faults]
    return Refused(lines, words, table or Table())


def conflict(*faults: Fault, words: Words = WORDS) -> Conflict:
    """Return a `Conflict` with these faults, for an act that the present state does not allow."""
    return Conflict(faults, words)


def plain(raw: Any) -> Any:
    """Return a JSON value with whole numbers as `int`, also those written as 4.0, and other decimals as text."""
    if isinstance(raw, Decimal):
        # Compared first: an enormous exponent would make an enormous integer.
        return int(raw) if -(10**9) < raw < 10**9 and raw == raw.to_integral_value() else str(raw)
    if isinstance(raw, list):
        return [plain(item) for item in raw]
    if isinstance(raw, dict):
        return {key: plain(item) for key, item in raw.items()}
    return raw


def heading_of(raw: Any, keys: Collection[str]) -> tuple[dict[str, Any], str, list[Fault]]:
    """Read a document with a `name` and these keys; return it, the name, and the faults found. Raises `Refused` for no object."""
    raw = plain(raw)
    if not isinstance(raw, dict):
        raise refusal(Fault("objet-attendu"))
    faults, name = unknown_keys(raw, {"name", *keys}), ""
    if raw.get("name") is None:
        faults.append(Fault("cle-manquante", "name"))
    else:
        name = tidied(raw["name"], "name", faults, names.TITLE_MAX)
    return raw, name, faults


def read_as(kind: Kind[T], raw: Any, field: str = "") -> T:
    """Read a value as a kind. Raises `Refused` with every fault, each at its key within `field`."""
    try:
        return kind.read(raw, Table())
    except Unreadable as unreadable:
        raise refusal(*(within(field, unreadable.faults) if field else unreadable.faults)) from unreadable


def reason_of(raw: Any, *, needed: bool) -> str:
    """Read a reason with spaces tidied. Raises `Refused` when it is `needed` and empty."""
    reason = read_as(Text(names.REASON_MAX), raw, "reason")
    if needed and not reason:
        raise refusal(Fault("raison-attendue", "reason"))
    return reason
