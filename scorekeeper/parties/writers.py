"""Write access to sheets outside tournaments, and the names of devices.

A sheet is written by the device that opened it and by those that joined it. A sheet without a writer belongs to the first
device that writes. Programs write with a key derived from the server's secret key; only its hash is stored. Grants and
removals are events in the sheet's history, in a scope of their own: they leave its revision unchanged.

A device joins by a link with a token of 128 bits, for the camera, or by six digits, for typing. Wrong digits are limited. The
digits are only in memory, bound to one sheet, and replaced after use, after `CODE_SECONDS`, and after `MOST_WRONG` wrong tries.
"""

import contextlib
import datetime as dt
import hmac
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scorekeeper.cards.game_api.words import Words, read_sentences
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.errors import Refused, TooMany
from scorekeeper.parties import fold
from scorekeeper.parties.acts import PARTIES
from scorekeeper.parties.model import ActKind, Partie, Version
from scorekeeper.records.cache import Recent
from scorekeeper.records.event_log import Change, canonical
from scorekeeper.records.ledger import Author, Transaction, transaction
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import TOKEN, token_hash

CODE_SECONDS = 1800.0
"""Validity of a code and its link."""
DIGITS = 6
FREE, FIRST_DELAY, LONGEST_DELAY = 5, 30.0, 3600.0
"""Number of wrong tries of one device or address without delay; then each doubles the delay, in seconds."""
MOST_WRONG = 100
"""Number of wrong tries, of all devices together, after which a code expires. Its link stays valid."""
MOST_KEPT = 20_000


class Delays:
    """Wrong tries by key. After the first `FREE` ones, each doubles the delay before the next try."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: Recent[str, tuple[int, float]] = Recent(MOST_KEPT)

    def check(self, key: str) -> None:
        """Raise `TooMany` if a try comes before the delay of its key is over."""
        count, last = self._wrong.get(key, (0, 0.0))
        if count >= FREE:
            pause = min(FIRST_DELAY * 2 ** min(count - FREE, 20), LONGEST_DELAY)
            wait = last + pause - self._clock()
            if wait > 0:
                raise TooMany(max(1, round(wait + 0.5)))

    def wrong(self, key: str) -> None:
        self._wrong[key] = (self._wrong.get(key, (0, 0.0))[0] + 1, self._clock())


@dataclass
class Invitation:
    """Code and link that a device shows so that another one can join its sheet."""

    code: str
    token: str
    until: float
    """Time of expiry, by the clock of this process."""
    wrong: int = 0
    """Number of wrong tries so far."""


class Invitations:
    """Codes and links by which further devices join sheets, kept in memory only. Thread-safe."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._delays = Delays(clock)
        self._open: Recent[int, Invitation] = Recent(MOST_KEPT)
        self._lock = threading.Lock()

    def current(self, number: int) -> Invitation | None:
        """Return the valid code of a sheet; `None` when there is none, it has expired, or had too many wrong tries."""
        with self._lock:
            return self._live(number)

    def renew(self, number: int) -> Invitation:
        """Make a new code and a new link for a sheet; the former ones expire. Raises `StorageError`."""
        token = secrets.token_urlsafe(16)
        until = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=CODE_SECONDS)
        with self._store.write() as session:
            session.set_sheet_link(token_hash(token), number, until.isoformat(timespec="milliseconds"))
        with self._lock:
            made = Invitation(_code(), token, self._clock() + CODE_SECONDS)
            self._open[number] = made
        return made

    def end(self, number: int) -> None:
        """Expire the code and the link of a sheet, as a removed device may know both. Raises `StorageError`."""
        with self._store.write() as session:
            session.end_sheet_link(number)
        with self._lock:
            self._open.pop(number, None)

    def is_right(self, number: int, code: str, *origins: str) -> bool:
        """Return whether this is the code of a sheet; a right code is replaced at once.

        Raises `TooMany` when one of the origins, which are device and address, must wait after wrong tries, whatever the code.
        """
        with self._lock:
            for origin in origins:
                self._delays.check(origin)
            live = self._live(number)
            if live is not None and hmac.compare_digest(live.code, code):
                self._open[number] = Invitation(_code(), live.token, live.until)
                return True
            for origin in origins:
                self._delays.wrong(origin)
            if live is not None:
                live.wrong += 1
            return False

    def sheet_of(self, token: str) -> int | None:
        """Return the number of the sheet that a link joins; `None` for a malformed, unknown or expired token."""
        if not TOKEN.fullmatch(token):
            return None
        with self._store.read() as session:
            return session.sheet_of_link(token_hash(token))

    def _live(self, number: int) -> Invitation | None:
        code = self._open.get(number)
        return code if code and code.until > self._clock() and code.wrong < MOST_WRONG else None


def _code() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


(MESSAGES,) = read_sentences(__file__, "messages")
WORDS = Words(MESSAGES, {})
MOST_WRITERS = 60
"""Most devices and keys that may write on one sheet."""
MOST_CARRIED = 50
NOBODY = "-"
"""Placeholder for the last writer that was removed, so that the sheet is not claimed by the next device."""
NAMES = "names"
"""Cache key of the names of devices."""
PLACE = "appareils"
"""Scope, within a sheet, of the events about its devices."""
PROGRAM, KEY_LENGTH = "api", 64
"""Name of every program in the history, and the length of a key's hash, in characters."""


class JoinedBy(StrEnum):
    """Way in which a device gained write access to a sheet."""

    CODE = "code"
    LINK = "lien"
    FIRST = "premier"
    """It was the first to write on a sheet without a writer."""
    MOVED = "adresse"
    """It had write access under another device id, at another address of this server."""


def writers(store: Store, number: int) -> frozenset[str]:
    """Return the devices, and the hashes of the keys, that may write on a sheet; empty when it has no writer yet."""
    kept: frozenset[str] | None = store.access.get(number, 0)
    if kept is None:
        with store.read() as session:
            kept = session.writers(number)
            store.access.put(number, 0, kept)
    return kept


def grant_new(store: Store, number: int, *holders: str) -> None:
    """Grant write access on a new sheet to the holders that opened it. Writes no event: the opening is the record.

    A sheet that has or had a writer stays unchanged: sending an opening again gives a removed device no access.
    """
    with store.write() as session:
        for holder in holders if not session.writers(number) else ():
            session.add_writer(number, holder)
        store.access.drop(number)


def grant(store: Store, number: int, device: str, *, by: Author, way: JoinedBy | None = None) -> None:
    """Grant a device write access to a sheet. Does nothing when it has access. Raises `Refused` when there are `MOST_WRITERS` writers.

    `way` is that in which the device joined; `None` when another device granted the access.
    """
    with transaction(store, by) as opened:
        known = opened.session.writers(number)
        if device in known:
            return
        if len(known) >= MOST_WRITERS:
            raise refusal(Fault("trop-d-appareils", "", {"limite": MOST_WRITERS}))
        opened.session.add_writer(number, device)
        kind = ActKind.APPAREIL_REJOINT if way else ActKind.APPAREIL_CONFIE
        _note(opened, number, kind, device, way)
        store.access.drop(number)


def revoke(store: Store, number: int, holder: str, *, by: Author) -> None:
    """Remove the write access of a device or a key, also of the last one. Does nothing when it has none."""
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
    # Not the device's name, which may be a person's: a name can be erased, an event cannot.
    body = canonical({"device": PROGRAM if is_key(holder) else holder, "way": way})
    PARTIES.append(opened, number, Change(kind=kind, place=PLACE, body=body, aside=True))


def past_of(store: Store, number: int) -> tuple[Partie, tuple[Version, ...]]:
    """Return a sheet and all its versions, grants and removals of access included, oldest first. Raises `Unknown`, `StorageError`."""
    partie = PARTIES.read(store, number)
    with store.read() as session:
        events = session.events_of(PARTIES.scope(partie.id, PLACE))
    arrivals = [fold.version_of(event, json.loads(event.body or "{}")) for event in events]
    return partie, tuple(sorted([*partie.past, *arrivals], key=lambda item: item.seq))


def is_key(holder: str) -> bool:
    """Return whether a holder is a program with a key of the sheet, and not a device."""
    return len(holder) == KEY_LENGTH


def follow(store: Store, former: str, now: str, *, by: Author) -> None:
    """Grant a device write access to every sheet that it wrote on under its former id, except sheets with `MOST_WRITERS` writers."""
    with store.read() as session:
        sheets = session.sheets_of_writer(former)
    for number in sheets:
        with contextlib.suppress(Refused):
            grant(store, number, now, by=by, way=JoinedBy.MOVED)


def sheets_of(store: Store, device: str) -> list[int]:
    """Return the sheets that a device may write on, the latest first, at most `MOST_CARRIED`."""
    with store.read() as session:
        return sorted(session.sheets_of_writer(device), reverse=True)[:MOST_CARRIED]


def recover(store: Store, sheets: Iterable[int], device: str, fork: int, *, by: Author) -> None:
    """Grant a device write access to these sheets again after a restore or takeover; sheets with `MOST_WRITERS` writers are
    skipped.

    `fork` is the number of the last event common with the former epoch. Sheets opened after it are left out.
    """
    with store.read() as session:
        # The number of a sheet opened after `fork` may belong to another sheet now.
        known = [number for number in sheets if 0 < session.opened_at(number) <= fork]
    for number in known:
        with contextlib.suppress(Refused):
            grant(store, number, device, by=by, way=JoinedBy.MOVED)


def device_names(store: Store) -> Mapping[str, str]:
    """Return the names of devices, in alphabetical order."""
    kept: Mapping[str, str] | None = store.access.get(NAMES, 0)
    if kept is None:
        with store.read() as session:
            kept = session.device_names()
            store.access.put(NAMES, 0, kept)
    return kept


def rename(store: Store, device: str, name: Any) -> None:
    """Name a device, or remove its name when `name` is empty. Raises `Refused` for an invalid name, or one of another device."""
    text = str(name or "").strip()
    try:
        tidied = names.normalise(text) if text else ""
    except names.BadText as error:
        raise refusal(Fault(error.code, "nom", {"limite": error.limit})) from error
    with store.write() as session:
        if not session.name_device(device, tidied, names.casefold(tidied)):
            raise refusal(Fault("nom-d-un-autre-appareil", "nom", {"nom": tidied}))
        store.access.drop(NAMES)


def refusal(fault: Fault) -> Refused:
    """Return a refusal of an act about access."""
    return Refused([EntryFault(None, fault)], WORDS, Table())
