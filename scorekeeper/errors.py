"""The errors of acts, as few exceptions; their HTTP statuses are declared in the web alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.cards.game_api.words import Words
    from scorekeeper.cards.rules.contract import Fault, Table
    from scorekeeper.cards.rules.replay import EntryFault


class ScorekeeperError(Exception):
    """Any refusal or failure that the app explains; everything else is a bug."""


class Refused(ScorekeeperError, ValueError):
    """An act that the rules or the sheet do not allow, with every reason; `extra` has further keys of the answer of the API."""

    extra: Mapping[str, Any] = {}

    def __init__(self, faults: Sequence[EntryFault], words: Words, table: Table) -> None:
        super().__init__(", ".join(item.fault.code for item in faults))
        self.faults = tuple(faults)
        self.words = words
        self.table = table


class SheetError(ScorekeeperError):
    """An act that a sheet does not allow as it stands now; nothing was written."""

    def __init__(self, partie: Any, line: Any = None) -> None:
        super().__init__("not as the sheet stands now")
        self.partie = partie
        """The `Partie` as it is now."""
        self.line = line
        """The `Line` that stands where the act wanted to write, or `None` when it is the sheet that moved on."""


class StaleEntry(SheetError):
    """An act on a sheet that has changed meanwhile."""


class PartieClosed(SheetError):
    """An act on a partie that is closed; it must be reopened first."""


@dataclass(frozen=True)
class Affected:
    """A line whose scores would change with another line."""

    rang: int
    before: tuple[int, ...]
    after: tuple[int, ...]


class LinesAffected(SheetError):
    """An act on one line that would change the scores of others, and was not confirmed."""

    def __init__(self, partie: Any, affected: Sequence[Affected]) -> None:
        super().__init__(partie)
        self.affected = tuple(affected)


class Unknown(ScorekeeperError, LookupError):
    """Nothing has that number or name."""


class StorageError(ScorekeeperError):
    """The records cannot be read or written now."""


class StorageBusy(StorageError):
    """Another process holds the database, or it is unknown whether an act was written: the same act may be sent again."""


class StorageFull(StorageError):
    """Nothing more can be written: the disk is full. What is written can still be read."""


class StorageReadOnly(StorageFull):
    """The disk or the folder may not be written; freeing space does not help."""


class Superseded(StorageReadOnly):
    """A later life of these records has begun on another machine; its argument is the epoch of that life."""


class Copied(StorageReadOnly):
    """These records are the copy of another machine's, which writes them; its argument is the address of that machine."""


class StorageBroken(StorageError):
    """The database cannot be trusted: damaged, not ours, newer than this program, or a write that the disk lost."""


class StorageOlder(StorageBroken):
    """The database was made before version 1.0. It is not opened."""


class StorageNewer(StorageBroken):
    """The database was written by a later version of the app. It is not opened."""


class StorageInUse(StorageError):
    """Another server already works on this folder."""


class Conflict(ScorekeeperError):
    """An act that a tournament does not allow as it stands now; nothing was written."""

    def __init__(self, faults: Sequence[Fault], words: Words) -> None:
        super().__init__(", ".join(fault.code for fault in faults))
        self.faults = tuple(faults)
        self.words = words


class Forbidden(ScorekeeperError):
    """An act that the requester may not do."""

    def __init__(self, *, known: bool = False) -> None:
        super().__init__("not allowed")
        self.known = known
        """Whether the requester is logged in: then the act is refused for good, else logging in as organiser may help."""


class NotOfHousehold(Forbidden):
    """An act on what the house keeps, from a device that is not of the household."""

    def __init__(self) -> None:
        super().__init__(known=True)


class OnlyLooking(Forbidden):
    """An act on a sheet that others write."""

    def __init__(self, partie: int) -> None:
        super().__init__(known=True)
        self.partie = partie


class Overheard(Forbidden):
    """A passphrase sent where others can read it, though there is a secure address."""

    def __init__(self) -> None:
        super().__init__(known=True)


class TooMany(ScorekeeperError):
    """Too many tries in a short time."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"again in {retry_after} s")
        self.retry_after = retry_after


class TooManySheets(TooMany):
    """A stranger asked for more work than there is for one."""


class TooManyPrints(TooMany):
    """A device asked for another print while it waits for several."""
