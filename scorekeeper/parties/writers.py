"""Right to write on a sheet that belongs to no tournament, and the names that people give to devices.

A sheet is written by the device that opened it and by those that joined it; one that has no writer belongs to the first device
that writes. Programs write with a key that follows from the machine's secret key, of which only the hash is kept. Who comes and
goes stands in the sheet's history, as events of a scope of their own: they are no part of the sheet and leave its revision.

A device joins by a link of 128 bits for the camera, or by six digits for the fingers, and guessing these is limited. The digits are
only in memory, bound to one sheet, and replaced after use, after some time, and after too many wrong tries.
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
from scorekeeper.records.chain import canonical
from scorekeeper.records.event_log import Change
from scorekeeper.records.ledger import Author, Transaction, transaction
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import TOKEN, token_hash

CODE_SECONDS = 1800.0
"""Time that a code and its link are valid."""
DIGITS = 6
FREE, FIRST_DELAY, LONGEST_DELAY = 5, 30.0, 3600.0
"""Wrong tries of one device or address without delay; then each is followed by a delay that doubles."""
MOST_WRONG = 100
"""Wrong tries, whoever makes them, that end a code; the link goes on, and a new code has as many."""
MOST_KEPT = 20_000


class Delays:
    """Wrong tries by key: the first few cost nothing, each later one a delay twice as long as the one before."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: Recent[str, tuple[int, float]] = Recent(MOST_KEPT)

    def check(self, key: str) -> None:
        """Refuse a try that comes too soon. Raises `TooMany`."""
        count, last = self._wrong.get(key, (0, 0.0))
        if count >= FREE:
            pause = min(FIRST_DELAY * 2 ** min(count - FREE, 20), LONGEST_DELAY)
            wait = last + pause - self._clock()
            if wait > 0:
                raise TooMany(max(1, round(wait + 0.5)))

    def wrong(self, key: str) -> None:
        """Count a wrong try."""
        self._wrong[key] = (self._wrong.get(key, (0, 0.0))[0] + 1, self._clock())


@dataclass
class Invitation:
    """Code that a device shows so that another one can join its sheet."""

    code: str
    token: str
    until: float
    """By the clock of this process."""
    wrong: int = 0
    """Wrong tries so far."""


class Invitations:
    """The codes of one running app. Methods may be called from any thread."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._delays = Delays(clock)
        self._open: Recent[int, Invitation] = Recent(MOST_KEPT)
        self._lock = threading.Lock()

    def current(self, number: int) -> Invitation | None:
        """Code that a sheet shows now; `None` when nothing was asked for, it is too old, or was guessed at too often."""
        with self._lock:
            return self._live(number)

    def renew(self, number: int) -> Invitation:
        """Make a new code and a new link for a sheet; those before end. Raises `StorageError`."""
        token = secrets.token_urlsafe(16)
        until = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=CODE_SECONDS)
        with self._store.write() as session:
            session.set_sheet_link(token_hash(token), number, until.isoformat(timespec="milliseconds"))
        with self._lock:
            made = Invitation(_code(), token, self._clock() + CODE_SECONDS)
            self._open[number] = made
        return made

    def end(self, number: int) -> None:
        """End the code and the link of a sheet: a device that was sent away may know both. Raises `StorageError`."""
        with self._store.write() as session:
            session.end_sheet_link(number)
        with self._lock:
            self._open.pop(number, None)

    def is_right(self, number: int, code: str, *origins: str) -> bool:
        """Whether that is the code of a sheet; then it is replaced. Raises `TooMany`, whatever the code, after wrong ones of theirs.

        `origins` are the device and the address that try.
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
        """The sheet that a link joins; `None` for any token that is none, or too old."""
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


def add(store: Store, number: int, device: str, *, by: Author, way: JoinedBy | None = None) -> None:
    """Let a device write on a sheet; `way` is none where somebody else hands it over, or takes it for this device.

    Raises `Refused` when there are too many.
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
            add(store, number, now, by=by, way=JoinedBy.MOVED)


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
            add(store, number, device, by=by, way=JoinedBy.MOVED)


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
