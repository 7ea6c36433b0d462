"""Right to write on a sheet that belongs to no tournament, and the names that people give to devices.

A sheet is written by the device that opened it and by those that joined it; one that has no writer belongs to the first device
that writes. Programs write with a key that follows from the machine's secret key, of which only the hash is kept. Who comes and
goes stands in the sheet's history, as events of a scope of their own: they are no part of the sheet and leave its revision.
"""

import contextlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scorekeeper.cards.game_api.words import Words, read_sentences
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.errors import Refused
from scorekeeper.parties import fold
from scorekeeper.parties.acts import PARTIES
from scorekeeper.parties.model import ActKind, Partie, Version
from scorekeeper.records.chain import canonical
from scorekeeper.records.ledger import Author, Change, Transaction, transaction
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import token_of

(MESSAGES,) = read_sentences(__file__, "messages")
WORDS = Words(MESSAGES, {})
MOST_WRITERS = 60
"""Devices and keys that may write on one sheet."""
MOST_CARRIED = 50
NOBODY = "-"
"""Writes on a sheet in place of the last writer that was sent away: the sheet is not for the next one that comes by."""
NAMES = "names"
"""Key of the names of devices in the memory of access."""
PLACE = "appareils"
"""The part of a sheet that its devices are."""
PROGRAM, KEY_LENGTH = "api", 64
"""History's word for the holder of a key, and the length of the part of a key that is kept."""


class JoinedBy(StrEnum):
    """Way in which a device came to write on a sheet."""

    CODE = "code"
    LINK = "lien"
    FIRST = "premier"
    """It was nobody's, and that device wrote on it."""
    MOVED = "adresse"
    """It wrote there before, under another address of this server and another number."""


@dataclass(frozen=True, kw_only=True)
class Arrival:
    """Way in which a device comes to write on a sheet, for its history."""

    by: Author
    way: JoinedBy | None = None
    """`None` where somebody else hands it the sheet, or takes it for this device."""


def writers(store: Store, number: int) -> frozenset[str]:
    """The devices, and the hashes of the keys, that may write on a sheet; none where it is nobody's yet."""
    kept: frozenset[str] | None = store.access.get(number, 0)
    if kept is None:
        with store.read() as session:
            kept = session.writers(number)
            store.access.put(number, 0, kept)
    return kept


def claim(store: Store, number: int, *holders: str) -> None:
    """Give a new sheet to whoever opened it, as its history begins with anyway.

    One that has a writer, or had, stays as it is: who was sent away comes back by no opening that is sent again.
    """
    with store.write() as session:
        for holder in holders if not session.writers(number) else ():
            session.add_writer(number, holder)
        store.access.drop(number)


def add(store: Store, number: int, device: str, arrival: Arrival) -> None:
    """Let a device write on a sheet. Raises `Refused` when there are too many."""
    with transaction(store, arrival.by) as opened:
        known = opened.session.writers(number)
        if device in known:
            return
        if len(known) >= MOST_WRITERS:
            raise refusal(Fault("trop-d-appareils", "", {"limite": MOST_WRITERS}))
        opened.session.add_writer(number, device)
        kind = ActKind.APPAREIL_REJOINT if arrival.way else ActKind.APPAREIL_CONFIE
        _note(opened, number, kind, device, arrival.way)
        store.access.drop(number)


def remove(store: Store, number: int, holder: str, *, by: Author) -> None:
    """Let a device look on, also where it was the only one that wrote; one that looks on already is what was wanted."""
    with transaction(store, by) as opened:
        known = opened.session.writers(number) - {NOBODY}
        if holder not in known:
            return
        if known == {holder}:
            opened.session.add_writer(number, NOBODY)
        opened.session.remove_writer(number, holder)
        _note(opened, number, ActKind.APPAREIL_RETIRE, holder)
        store.access.drop(number)


def _note(opened: Transaction, number: int, kind: ActKind, holder: str, way: JoinedBy | None = None) -> None:
    # Not its name, which may be a person's: it can be taken back, and an event cannot.
    body = canonical({"device": PROGRAM if is_key(holder) else holder, "way": way})
    PARTIES.append(opened, number, Change(kind=kind, place=PLACE, body=body, aside=True))


def past_of(store: Store, number: int) -> tuple[Partie, tuple[Version, ...]]:
    """A sheet, and everything that happened on it, devices that came and went included, oldest first. Raises `Unknown`, `StorageError`."""
    partie = PARTIES.read(store, number)
    with store.read() as session:
        events = session.events_of(PARTIES.scope(partie.id, PLACE))
    arrivals = [fold.version_of(event, json.loads(event.body or "{}")) for event in events]
    return partie, tuple(sorted([*partie.past, *arrivals], key=lambda item: item.seq))


def is_key(holder: str) -> bool:
    """Whether it is a program that has the key of a sheet, and no device."""
    return len(holder) == KEY_LENGTH


def follow(store: Store, former: str, now: str, *, by: Author) -> None:
    """Let a device write on every sheet that it wrote on under its former number; one that is full stays as it is."""
    with store.read() as session:
        sheets = session.sheets_of_writer(former)
    for number in sheets:
        with contextlib.suppress(Refused):
            add(store, number, now, Arrival(by=by, way=JoinedBy.MOVED))


def sheets_of(store: Store, device: str) -> list[int]:
    """The sheets that a device may write on, the latest first, as many as a pass carries."""
    with store.read() as session:
        return sorted(session.sheets_of_writer(device), reverse=True)[:MOST_CARRIED]


def recover(store: Store, sheets: Iterable[int], device: str, fork: int, *, by: Author) -> None:
    """Let a device write where it came to write after the last event `fork` that these records have of the life before."""
    with store.read() as session:
        # The number of a sheet that was opened later is another sheet's by now.
        known = [number for number in sheets if 0 < session.opened_at(number) <= fork]
    for number in known:
        with contextlib.suppress(Refused):
            add(store, number, device, Arrival(by=by, way=JoinedBy.MOVED))


def key_of(secret: bytes, number: int) -> str:
    """The key of a sheet that a program opened."""
    return token_of(secret, f"sheet:{number}")


def device_names(store: Store) -> Mapping[str, str]:
    """The names of devices, in alphabetical order."""
    kept: Mapping[str, str] | None = store.access.get(NAMES, 0)
    if kept is None:
        with store.read() as session:
            kept = session.device_names()
            store.access.put(NAMES, 0, kept)
    return kept


def rename(store: Store, device: str, name: Any) -> None:
    """Give a device a name, or take it back where it is empty. Raises `Refused` for one that cannot be, or is another's."""
    text = str(name or "").strip()
    try:
        tidied = names.tidy(text) if text else ""
    except names.BadText as error:
        raise refusal(Fault(error.code, "nom", {"limite": error.limit})) from error
    with store.write() as session:
        if not session.name_device(device, tidied, names.key(tidied)):
            raise refusal(Fault("nom-d-un-autre-appareil", "nom", {"nom": tidied}))
        store.access.drop(NAMES)


def refusal(fault: Fault) -> Refused:
    """The refusal of something about access."""
    return Refused([EntryFault(None, fault)], WORDS, Table())
