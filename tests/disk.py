"""A disk under SQLite that can be watched and made to fail: a shim around the usual file system, registered as SQLite's default.

It notes every write, truncation, sync and deletion below one folder, so that the disk can be rebuilt as a power cut would have
left it at any moment; and it can let the n-th of them fail, as a dying or full disk does.

SQLite calls file systems through tables of C functions (https://sqlite.org/vfs.html). The shim copies those tables and puts
its own functions in a few places.
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
"""Bytes that a disk writes whole or not at all."""

_CLOSE = ctypes.CFUNCTYPE(c_int, c_void_p)
_WRITE = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = ctypes.CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = ctypes.CFUNCTYPE(c_int, c_void_p, c_int)
_OPEN = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)


class _Methods(ctypes.Structure):
    """`sqlite3_io_methods`, version 3; what is passed on is a plain pointer."""

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
    """`sqlite3_file`; what its file system keeps behind it is nobody's business."""

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
    """One thing that was done to a file, or that somebody was told something."""

    kind: str
    """`write`, `truncate`, `sync`, `delete`, or `told`."""
    name: str
    """The file's name, or what was told."""
    at: int = 0
    """Where it was written, or the length it was cut to."""
    data: bytes = b""


@dataclass
class Disk:
    """What happened to the files of a folder, and what is to happen."""

    folder: Path
    log: list[Operation] = field(default_factory=list)
    fail: Callable[[Operation], int] = lambda _operation: OK
    """Which result an operation gets; anything but `OK` keeps it from being done."""

    def tell(self, what: str) -> None:
        """Note that somebody was told something by now."""
        self.log.append(Operation("told", what))

    def done(self, operation: Operation, do: Callable[[], int]) -> int:
        """Do something unless it is to fail, and note what was done."""
        result = self.fail(operation) or do()
        if result == OK:
            self.log.append(operation)
        return result


class _Shim:
    """The functions that stand between SQLite and its file system while a disk is watched."""

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
        # The file system keeps the name's address, so it goes on as it came.
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
            found: int = self.real.contents.xDelete(ctypes.cast(self.real, c_void_p), name, sync_folder)
            return found

        if path.parent != self.disk.folder:
            return do()
        return self.disk.done(Operation("delete", path.name, int(bool(sync_folder))), do)


def _library() -> str:
    """The SQLite that Python itself uses: a second one would be watched in vain."""
    maps = Path("/proc/self/maps").read_text().splitlines()
    names = {line.split()[-1] for line in maps if "libsqlite3" in line}
    assert len(names) == 1, f"Python is not linked to one libsqlite3: {names}, {sqlite3.sqlite_version}"
    return names.pop()


@contextlib.contextmanager
def watched(folder: Path) -> Iterator[Disk]:
    """Watch the files that SQLite opens in a folder. All connections to them must be closed when the block ends."""
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
    """The files of a folder as a power cut leaves them after these operations.

    What was synced is there. Of what came later, `keep` says what reached the disk: all of it, nothing (`None`) or a part.
    """
    durable: dict[str, bytearray | None] = {}
    pending: dict[str, list[Operation]] = {}
    for operation in log:
        if operation.kind == "told":
            continue
        waiting = pending.setdefault(operation.name, [])
        waiting.append(operation)
        if operation.kind == "sync" or (operation.kind == "delete" and operation.at):
            for one in waiting:
                _apply(durable, one)
            waiting.clear()
    for waiting in pending.values():
        for one in waiting:
            kept = keep(one)
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
    """What can happen to writes that were not synced yet."""
    rng = random.Random(seed)  # noqa: S311 - which writes a disk loses

    def torn(one: Operation) -> Operation | None:
        sectors = len(one.data) // SECTOR
        if one.kind != "write" or not sectors:
            return one if rng.random() < 0.5 else None
        cut = rng.randint(0, sectors) * SECTOR
        return Operation("write", one.name, one.at, one.data[:cut]) if cut else None

    return {
        "nothing arrives": lambda _one: None,
        "everything arrives": lambda one: one,
        "half of it arrives": lambda one: one if rng.random() < 0.5 else None,
        "torn": torn,
    }
