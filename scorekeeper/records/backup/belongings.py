"""Key files of a data folder that a takeover needs besides the database: the key of cookies and links, and the house's authority.

A copy contains them in its table `meta`, so that it is one file. When the database is opened, they are moved from there to their
places beside it. In a copy for a USB stick they can be encrypted with a passphrase. `KEPT` lists them all.
"""

import base64
import binascii
import contextlib
import datetime as dt
import hashlib
import json
import os
import re
import sqlite3
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.records import meta
from scorekeeper.records.transactions import transaction
from scorekeeper.system import write_private

KEY = "cookies.key"
FOLDERS = ("authority",)
KEPT = (KEY, *FOLDERS)
"""Files, and folders of files, beside the database that a copy contains."""
WITNESS = "scorekeeper.head"
"""File of the high-water mark (`records/high_water_mark.py`), which belongs to one machine."""
MOST_BYTES = 65536
"""Size in bytes of the largest file that a copy contains."""
_ROW, _SEALED = "file:", "sealed"
_ASIDE = "replaced-"
_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}", re.ASCII)


def key(folder: Path) -> bytes:
    """Return the key that signs cookies; empty when the file cannot be read."""
    try:
        return (folder / KEY).read_bytes()
    except OSError:
        return b""


def carried_key(conn: sqlite3.Connection) -> bytes:
    """Return the key that a copy contains; empty when there is none."""
    return base64.b64decode(meta.get(conn, _ROW + KEY) or "")


def pack(conn: sqlite3.Connection, folder: Path) -> None:
    """Add the key files of a data folder to a copy that has the table `meta`."""
    if not conn.execute("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").fetchone():
        return
    with transaction(conn):
        for path in _files(folder):
            content = base64.b64encode(path.read_bytes()).decode("ascii")
            meta.put(conn, _ROW + path.relative_to(folder).as_posix(), content)


def _files(folder: Path) -> Iterator[Path]:
    for name in KEPT:
        path = folder / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            ours = file.is_file() and _is_ours(file.relative_to(folder).as_posix())
            if ours and file.stat().st_size <= MOST_BYTES:
                yield file


def _is_ours(name: str) -> bool:
    """Return whether a path is that of a key file: a foreign copy must not write to any other place."""
    first, *parts = name.split("/")
    right = bool(parts) if first in FOLDERS else name in KEPT
    return right and all(_PART.fullmatch(part) and not part.startswith(_ASIDE) for part in parts)


def unpack(conn: sqlite3.Connection, folder: Path, *, leave: bool = False) -> None:
    """Write the key files in a copy to a data folder, and rename those that they replace. Raises `OSError`.

    They are then removed from the copy, unless `leave` is true.
    """
    rows = meta.starting(conn, _ROW)
    if not rows:
        return
    for key, text in rows.items():
        name = key.removeprefix(_ROW)
        with contextlib.suppress(binascii.Error):
            if _is_ours(name):
                _put(folder / name, base64.b64decode(text, validate=True))
    if not leave:
        drop(conn)


def drop(conn: sqlite3.Connection) -> None:
    """Delete the key files from a copy, which then has the records alone."""
    # Deleted content must not stay readable in the free space of the file.
    conn.execute("PRAGMA secure_delete = 1").fetchall()
    with transaction(conn):
        conn.executemany("DELETE FROM meta WHERE key = ?", [(key,) for key in meta.starting(conn, _ROW)])


def seal(path: Path, passphrase: str) -> None:
    """Encrypt the key files in a copy. Without the passphrase, it is a copy of the records alone."""
    from cryptography.fernet import Fernet  # noqa: PLC0415 - only for a copy that is sealed

    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as conn:
        salt, content = os.urandom(16), json.dumps(meta.starting(conn, _ROW)).encode()
        sealed = Fernet(_key_of(passphrase, salt)).encrypt(content)
        drop(conn)
        meta.put(conn, _SEALED, f"{salt.hex()} {sealed.decode()}")


def is_sealed(conn: sqlite3.Connection) -> bool:
    """Return whether a copy contains encrypted key files."""
    known = conn.execute("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").fetchone()
    return bool(known) and meta.get(conn, _SEALED) is not None


def opened(conn: sqlite3.Connection, passphrase: str) -> dict[str, str] | None:
    """Return the decrypted key files of a sealed copy, by their key in `meta`; `None` for a wrong passphrase."""
    from cryptography.fernet import Fernet, InvalidToken  # noqa: PLC0415 - as in `seal`

    salt, _, sealed = (meta.get(conn, _SEALED) or "").partition(" ")
    try:
        content = Fernet(_key_of(passphrase, bytes.fromhex(salt))).decrypt(sealed.encode())
    except (InvalidToken, ValueError):
        return None
    files: dict[str, str] = json.loads(content)
    return files


def unseal(conn: sqlite3.Connection, passphrase: str) -> None:
    """Decrypt the key files in a copy in place, or delete them without a passphrase. Raises `ValueError` for a wrong one."""
    if not is_sealed(conn):
        return
    files = opened(conn, passphrase) if passphrase else {}
    if files is None:
        raise ValueError("that is not the passphrase of this copy")
    for place, content in files.items():
        meta.put(conn, place, content)
    meta.delete(conn, _SEALED)


def _key_of(passphrase: str, salt: bytes) -> bytes:
    """Derive a Fernet key from a passphrase by scrypt, which takes 32 MiB and about a tenth of a second."""
    text = unicodedata.normalize("NFC", passphrase).encode("utf-8", "backslashreplace")
    key = hashlib.scrypt(text, salt=salt, n=2**15, r=8, p=1, maxmem=2**26, dklen=32)
    return base64.urlsafe_b64encode(key)


def _put(path: Path, content: bytes) -> None:
    if path.is_file():
        if path.read_bytes() == content:
            return
        path.rename(path.with_name(f"{_ASIDE}{dt.datetime.now(dt.UTC):%Y%m%dT%H%M%S%fZ}-{path.name}"))
    write_private(path, content)
