"""A disk under SQLite that can be watched and made to fail: a shim around the default file system, registered as the default.

It logs every write, truncation, sync and deletion in one folder, so that the state after a power cut at any moment can be rebuilt.
It can let the n-th of them fail, as a failing or full disk does.

SQLite calls file systems through tables of C functions (https://sqlite.org/vfs.html). The shim copies those tables and replaces
a few functions.
"""

from __future__ import annotations

import contextlib
import ctypes
import random
import sqlite3
from collections.abc import Callable, Iterator
from ctypes import POINTER, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass, field
from pathlib import Path

OK, FULL = 0, 13
IOERR_WRITE, IOERR_FSYNC, IOERR_TRUNCATE = 10 | 3 << 8, 10 | 4 << 8, 10 | 6 << 8
"""Result codes (https://sqlite.org/rescode.html)."""
SECTOR = 512
"""Number of bytes that a disk writes atomically."""

_CLOSE = ctypes.CFUNCTYPE(c_int, c_void_p)
_WRITE = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = ctypes.CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = ctypes.CFUNCTYPE(c_int, c_void_p, c_int)
_OPEN = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)


class _Methods(ctypes.Structure):
    """`sqlite3_io_methods`, version 3. Functions passed on unchanged are plain pointers."""

    _fields_ = (
        ("iVersion", c_int),
        ("xClose", _CLOSE),
        ("xRead", c_void_p),
        ("xWrite", _WRITE),
        ("xTruncate", _TRUNCATE),
        ("xSync", _SYNC),
        ("rest", c_void_p * 13),
    )


class _File(ctypes.Structure):
    """`sqlite3_file`; the rest of the structure is private to its file system."""

    _fields_ = (("pMethods", c_void_p),)


class _Vfs(ctypes.Structure):
    """`sqlite3_vfs`, version 3."""

    _fields_ = (
        ("iVersion", c_int),
        ("szOsFile", c_int),
        ("mxPathname", c_int),
        ("pNext", c_void_p),
        ("zName", c_char_p),
        ("pAppData", c_void_p),
        ("xOpen", _OPEN),
        ("xDelete", _DELETE),
        ("rest", c_void_p * 14),
    )


@dataclass(frozen=True)
class Operation:
    """An operation on a file, or the note that a caller received an acknowledgement."""

    kind: str
    """`write`, `truncate`, `sync`, `delete` or `acknowledged`."""
    name: str
    """Name of the file, or the text of the note."""
    at: int = 0
    """Offset of a write, or length after a truncation."""
    data: bytes = b""


@dataclass
class Disk:
    """Log of the operations on a folder's files, and the failures to come."""

    folder: Path
    log: list[Operation] = field(default_factory=list)
    fail: Callable[[Operation], int] = lambda _operation: OK
    """Returns the result code of an operation; one other than `OK` prevents it."""

    def acknowledge(self, what: str) -> None:
        """Log that a caller received the acknowledgement `what`."""
        self.log.append(Operation("acknowledged", what))

    def done(self, operation: Operation, do: Callable[[], int]) -> int:
        """Perform an operation, unless it is to fail, and log it if it succeeds. Return its result code."""
        result = self.fail(operation) or do()
        if result == OK:
            self.log.append(operation)
        return result


class _Shim:
    """Functions between SQLite and its file system while a disk is watched."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.library = ctypes.CDLL(_library())
        self.library.sqlite3_vfs_find.restype = POINTER(_Vfs)
        self.real = self.library.sqlite3_vfs_find(None)
        self.open: dict[int, tuple[str, _Methods]] = {}
        self.tables: dict[int, _Methods] = {}
        self.vfs = _Vfs.from_buffer_copy(self.real.contents)
        self.vfs.pNext = None
        self.vfs.zName = b"watched"
        self.vfs.xOpen = _OPEN(self._open)
        self.vfs.xDelete = _DELETE(self._delete)

    def _open(self, _vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
        # The file system keeps the pointer to the name, so the same pointer is passed on.
        result: int = self.real.contents.xOpen(ctypes.cast(self.real, c_void_p), name, file, flags, out)
        path = Path(ctypes.string_at(name).decode() if name else "")
        head = _File.from_address(file)
        if result == OK and head.pMethods and path.parent == self.disk.folder:
            methods = _Methods.from_address(head.pMethods)
            self.open[file] = (path.name, methods)
            head.pMethods = ctypes.addressof(self._table(methods))
        return result

    def _table(self, methods: _Methods) -> _Methods:
        address = ctypes.addressof(methods)
        if address not in self.tables:
            table = _Methods.from_buffer_copy(methods)
            table.xClose = _CLOSE(self._close)
            table.xWrite = _WRITE(self._write)
            table.xTruncate = _TRUNCATE(self._truncate)
            table.xSync = _SYNC(self._sync)
            self.tables[address] = table
        return self.tables[address]

    def _close(self, file: int) -> int:
        _, methods = self.open.pop(file)
        _File.from_address(file).pMethods = ctypes.addressof(methods)
        closed: int = methods.xClose(file)
        return closed

    def _write(self, file: int, data: int, size: int, at: int) -> int:
        name, methods = self.open[file]
        what = Operation("write", name, at, ctypes.string_at(data, size))
        return self.disk.done(what, lambda: methods.xWrite(file, data, size, at))

    def _truncate(self, file: int, size: int) -> int:
        name, methods = self.open[file]
        what = Operation("truncate", name, size)
        return self.disk.done(what, lambda: methods.xTruncate(file, size))

    def _sync(self, file: int, flags: int) -> int:
        name, methods = self.open[file]
        return self.disk.done(Operation("sync", name), lambda: methods.xSync(file, flags))

    def _delete(self, _vfs: int, name: bytes, sync_folder: int) -> int:
        path = Path(name.decode())

        def do() -> int:
            status: int = self.real.contents.xDelete(ctypes.cast(self.real, c_void_p), name, sync_folder)
            return status

        if path.parent != self.disk.folder:
            return do()
        return self.disk.done(Operation("delete", path.name, int(bool(sync_folder))), do)


def _library() -> str:
    """Return the path of the SQLite library that Python uses; a second copy would not be watched."""
    maps = Path("/proc/self/maps").read_text().splitlines()
    names = {line.split()[-1] for line in maps if "libsqlite3" in line}
    assert len(names) == 1, f"Python is not linked to one libsqlite3: {names}, {sqlite3.sqlite_version}"
    return names.pop()


@contextlib.contextmanager
def watched(folder: Path) -> Iterator[Disk]:
    """Watch the files that SQLite opens in a folder. All connections to them must be closed before the block ends."""
    folder.mkdir(parents=True, exist_ok=True)
    shim = _Shim(Disk(folder))
    register, unregister = shim.library.sqlite3_vfs_register, shim.library.sqlite3_vfs_unregister
    assert register(ctypes.byref(shim.vfs), 1) == OK
    try:
        yield shim.disk
    finally:
        unregister(ctypes.byref(shim.vfs))
        register(shim.real, 1)
        assert not shim.open, "a connection is still open"


Files = dict[str, bytes]


def after_power_cut(log: list[Operation], keep: Callable[[Operation], Operation | None]) -> Files:
    """Return the files of a folder as a power cut leaves them after these operations.

    Synced operations are kept. For each later one, `keep` returns the part that reached the disk, or `None`.
    """
    durable: dict[str, bytearray | None] = {}
    pending: dict[str, list[Operation]] = {}
    for operation in log:
        if operation.kind == "acknowledged":
            continue
        waiting = pending.setdefault(operation.name, [])
        waiting.append(operation)
        if operation.kind == "sync" or (operation.kind == "delete" and operation.at):
            for unsynced in waiting:
                _apply(durable, unsynced)
            waiting.clear()
    for waiting in pending.values():
        for unsynced in waiting:
            kept = keep(unsynced)
            if kept is not None:
                _apply(durable, kept)
    return {name: bytes(content) for name, content in durable.items() if content is not None}


def _apply(files: dict[str, bytearray | None], operation: Operation) -> None:
    if operation.kind == "delete":
        files[operation.name] = None
        return
    content = files.get(operation.name)
    if content is None:
        content = files[operation.name] = bytearray()
    if operation.kind == "truncate":
        del content[operation.at :]
    elif operation.kind == "write":
        content.extend(bytes(max(0, operation.at - len(content))))
        content[operation.at : operation.at + len(operation.data)] = operation.data


def policies(seed: int) -> dict[str, Callable[[Operation], Operation | None]]:
    """Return possible fates of operations that were not synced, by name."""
    rng = random.Random(seed)  # noqa: S311 - which writes a disk loses

    def torn(operation: Operation) -> Operation | None:
        sectors = len(operation.data) // SECTOR
        if operation.kind != "write" or not sectors:
            return operation if rng.random() < 0.5 else None
        cut = rng.randint(0, sectors) * SECTOR
        return Operation("write", operation.name, operation.at, operation.data[:cut]) if cut else None

    return {
        "nothing arrives": lambda _operation: None,
        "everything arrives": lambda operation: operation,
        "half of it arrives": lambda operation: operation if rng.random() < 0.5 else None,
        "torn": torn,
    }
