"""Who may write on a sheet that belongs to no tournament, and the names that people give to devices.

A sheet is written by the device that opened it and by those that joined it; one that has no writer belongs to the first device
that writes. Programs write with a key that follows from the machine's secret key, of which only the hash is kept.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from scorekeeper.errors import Refused
from scorekeeper.kit.words import Words, read_sentences
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import token_of
from scorekeeper.rules import names
from scorekeeper.rules.contract import Fault, Table
from scorekeeper.rules.replay import EntryFault

(MESSAGES,) = read_sentences(__file__, "messages")
WORDS = Words(MESSAGES, {})
MOST_WRITERS = 60
"""Devices and keys that may write on one sheet."""
NOBODY = "-"
"""Writes on a sheet in place of the last writer that was sent away: the sheet is not for the next one that comes by."""
NAMES = "names"
"""Key of the names of devices in the memory of access."""


def writers(store: Store, number: int) -> frozenset[str]:
    """The devices, and the hashes of the keys, that may write on a sheet; none where it is nobody's yet."""
    kept: frozenset[str] | None = store.access.get(number, 0)
    if kept is None:
        with store.read() as session:
            kept = session.writers(number)
            store.access.put(number, 0, kept)
    return kept


def add(store: Store, number: int, holder: str) -> None:
    """Let a device, or the key of that hash, write on a sheet. Raises `Refused` when there are too many."""
    with store.write() as session:
        known = session.writers(number)
        if holder in known:
            return
        if len(known) >= MOST_WRITERS:
            raise refusal(Fault("trop-d-appareils", "", {"limite": MOST_WRITERS}))
        session.add_writer(number, holder)
        store.access.drop(number)


def remove(store: Store, number: int, holder: str) -> None:
    """Let a device look on, also where it was the only one that wrote."""
    with store.write() as session:
        if session.writers(number) == {holder}:
            session.add_writer(number, NOBODY)
        session.remove_writer(number, holder)
        store.access.drop(number)


def follow(store: Store, former: str, now: str) -> None:
    """Let a device write on every sheet that it wrote on under its former number; one that is full stays as it is."""
    with store.read() as session:
        sheets = session.sheets_of_writer(former)
    for number in sheets:
        with contextlib.suppress(Refused):
            add(store, number, now)


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
