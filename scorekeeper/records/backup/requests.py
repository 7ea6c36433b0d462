"""A verified copy of records that may be in use: the server has them alone, so another process asks it for the copy.

Who asks puts an empty file `KEY.asked` beside the server's backups; the server makes a copy and leaves its name in
`KEY.answer`, or a line that begins with `!` and says why there is none.
"""

from __future__ import annotations

import contextlib
import filecmp
import shutil
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.errors import StorageBroken, StorageBusy, StorageError, StorageFull, StorageInUse
from scorekeeper.records import connection
from scorekeeper.records.backup import copies, read_only
from scorekeeper.records.store import Store

PATIENCE = 120.0
"""Seconds that somebody who asked waits for the server."""
LOOK_EVERY = 0.1
"""Seconds between two looks for the answer."""
_ASKED, _ANSWER = ".asked", ".answer"


def copy_of(database: Path, folder: Path, why: str, patience: float = PATIENCE) -> Path:
    """Put a verified copy of a database into `folder`, whether or not a server works on it; its path.

    Args:
        database: the file.
        folder: where the copy goes.
        why: a word that becomes part of its name.
        patience: seconds to wait for a server.

    Raises:
        StorageBusy: when a server works on it and does not answer.
        StorageBroken: when the copy does not verify.
        StorageFull: when it cannot be written.
        sqlite3.Error: as it comes.
        OSError: when the database cannot be read.
    """
    try:
        held = connection.lock(connection.lock_path(database))
    except StorageInUse:
        if not read_only.takes_writing(database):
            # A server that can only look keeps nobody from looking too.
            return _looked_at(database, folder, why)
        return _moved(_asked_for(database.parent / copies.FOLDER, why, patience), folder)
    except OSError as error:
        if not read_only.is_protected(error):
            raise
        return _looked_at(database, folder, why)
    with held:
        if not read_only.takes_writing(database):
            # The lock file may take writing where the database does not.
            return _looked_at(database, folder, why)
        with contextlib.closing(connection.connect(database, 10)) as conn:
            return copies.backup_to(conn, folder, why)


def _looked_at(database: Path, folder: Path, why: str) -> Path:
    with contextlib.closing(read_only.connect(database, 10)) as conn:
        return copies.backup_to(conn, folder, why)


def _asked_for(backups: Path, why: str, patience: float) -> Path:
    backups.mkdir(parents=True, exist_ok=True)
    asked = backups / f"{uuid.uuid4().hex}-{why}{_ASKED}"
    answer = asked.with_suffix(_ANSWER)
    asked.touch()
    until = time.monotonic() + patience
    try:
        while not answer.exists():
            if time.monotonic() > until:
                raise StorageBusy("the server that works on it does not answer")
            time.sleep(LOOK_EVERY)
        said = answer.read_text(encoding="utf-8")
    finally:
        for part in (asked, answer):
            part.unlink(missing_ok=True)
    if said.startswith("!"):
        raise StorageFull(said[1:])
    return backups / said


def _moved(copy: Path, folder: Path) -> Path:
    """Move a finished copy to another folder, which may be on another disk."""
    if folder.resolve() == copy.parent.resolve():
        return copy
    partial = folder / f".{uuid.uuid4().hex}.partial"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(copy, partial)
        connection.sync_file(partial)
        if not filecmp.cmp(copy, partial, shallow=False):
            raise StorageBroken("the copy differs from what was copied")
        path = partial.rename(folder / copy.name)
        connection.sync_folder(folder)
    except OSError as error:
        raise StorageFull(f"the backup could not be written: {error}") from error
    finally:
        partial.unlink(missing_ok=True)
    copy.unlink()
    return path


def answer_all(store: Store) -> None:
    """Make the copies that were asked for, in the server."""
    for asked in _those_asked(store.folder / copies.FOLDER):
        why = asked.stem.partition("-")[2]
        try:
            said = store.backup(why).name
        except StorageError as error:
            said = f"!{error}"
        ready = asked.with_suffix(".ready")
        with contextlib.suppress(OSError):
            ready.write_text(said, encoding="utf-8")
            # Whoever asked may have gone: then nobody would take the answer away.
            asked.unlink()
            ready.rename(asked.with_suffix(_ANSWER))
        ready.unlink(missing_ok=True)


def _those_asked(folder: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError):
        yield from sorted(path for path in folder.iterdir() if path.suffix == _ASKED)
