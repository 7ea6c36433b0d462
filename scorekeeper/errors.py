"""Exceptions of acts. Their HTTP statuses are declared in the web package only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.cards.game_api.words import Words
    from scorekeeper.cards.rules.contract import Fault, Table
    from scorekeeper.cards.rules.replay import EntryFault


class ScorekeeperError(Exception):
    """A refusal or failure that the app explains to its user; any other exception is a bug."""


class Refused(ScorekeeperError, ValueError):
    """An act that the rules or the sheet do not allow, with every fault. `extra` has further keys of the API's response."""

    extra: Mapping[str, Any] = {}

    def __init__(self, faults: Sequence[EntryFault], words: Words, table: Table) -> None:
        super().__init__(", ".join(item.fault.code for item in faults))
        self.faults = tuple(faults)
        self.words = words
        self.table = table


class SheetError(ScorekeeperError):
    """An act that the sheet's present state does not allow; nothing was written."""

    def __init__(self, partie: Any, line: Any = None) -> None:
        super().__init__("not as the sheet stands now")
        self.partie = partie
        """The `Partie` as it is now."""
        self.line = line
        """The `Line` that stands where the act wanted to write, or `None` when it is the sheet that moved on."""


class StaleEntry(SheetError):
    """An act on a sheet or line that has changed since the act was made."""


class PartieClosed(SheetError):
    """An act on a closed partie, which must be reopened first."""


@dataclass(frozen=True)
class Affected:
    """A line whose scores would change with another line, with its scores before and after."""

    rang: int
    before: tuple[int, ...]
    after: tuple[int, ...]


class LinesAffected(SheetError):
    """An unconfirmed act on one line that would change the scores of others."""

    def __init__(self, partie: Any, affected: Sequence[Affected]) -> None:
        super().__init__(partie)
        self.affected = tuple(affected)


class Unknown(ScorekeeperError, LookupError):
    """Nothing has this number or name."""


class StorageError(ScorekeeperError):
    """The records cannot be read or written now."""


class StorageBusy(StorageError):
    """Another process holds the database, or it is unknown whether an act was written. The same act may be sent again."""


class StorageFull(StorageError):
    """The disk is full: nothing can be written, everything can be read."""


class StorageReadOnly(StorageFull):
    """The disk or folder is read-only; freeing space does not help."""


class Superseded(StorageReadOnly):
    """A later epoch of these records has begun on another server; the argument is that epoch."""


class Copied(StorageReadOnly):
    """These records are a replica of another server's, which writes them; the argument is its address."""


class StorageBroken(StorageError):
    """The database is damaged, of another program, of another version, or has lost a write."""


class StorageOlder(StorageBroken):
    """The database is older than version 1.0, and not opened."""


class StorageNewer(StorageBroken):
    """The database was written by a later version of the app, and not opened."""


class StorageInUse(StorageError):
    """Another server uses this folder."""


class Conflict(ScorekeeperError):
    """An act that the present state of a tournament, or of a sheet's notes, does not allow; nothing was written."""

    def __init__(self, faults: Sequence[Fault], words: Words) -> None:
        super().__init__(", ".join(fault.code for fault in faults))
        self.faults = tuple(faults)
        self.words = words


class Forbidden(ScorekeeperError):
    """An act that the sender may not do."""

    def __init__(self, *, known: bool = False) -> None:
        super().__init__("not allowed")
        self.known = known
        """Whether the requester is logged in: then the act is refused for good, else logging in as organiser may help."""


class NotOfHousehold(Forbidden):
    """An act on the house's own data, from a device outside the household."""

    def __init__(self) -> None:
        super().__init__(known=True)


class OnlyLooking(Forbidden):
    """An act on a sheet by a device without write access."""

    def __init__(self, partie: int) -> None:
        super().__init__(known=True)
        self.partie = partie


class Overheard(Forbidden):
    """A passphrase sent over plain HTTP although HTTPS is available."""

    def __init__(self) -> None:
        super().__init__(known=True)


class TooMany(ScorekeeperError):
    """Too many tries in a short time; `retry_after` is in seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"again in {retry_after} s")
        self.retry_after = retry_after


class TooManySheets(TooMany):
    """A stranger whose budget of processor time is used up."""


class TooManyPrints(TooMany):
    """A device that requests a further print while several are pending."""
