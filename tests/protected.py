"""Write-protected folders, also for tests run as root: the capability to ignore permissions is dropped meanwhile."""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
from collections.abc import Iterator
from pathlib import Path

_VERSION = 0x20080522
_PASSING_OVER = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH (linux/capability.h)."""
_PR_CAPBSET_DROP = 24

_libc = ctypes.CDLL(None, use_errno=True)


class _Head(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Rights(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def give_up_root() -> None:
    """Drop the capability to ignore permissions; runs in a child process before it executes a program."""
    for right in (1, 2):
        _libc.prctl(_PR_CAPBSET_DROP, right, 0, 0, 0)


@contextlib.contextmanager
def _as_anybody() -> Iterator[None]:
    """Enforce permissions in this thread, also for root."""
    head, rights = _Head(_VERSION, 0), (_Rights * 2)()
    if _libc.capget(ctypes.byref(head), rights):
        raise OSError(ctypes.get_errno(), "capget")
    before = rights[0].effective
    rights[0].effective = before & ~_PASSING_OVER
    if _libc.capset(ctypes.byref(head), rights):
        raise OSError(ctypes.get_errno(), "capset")
    try:
        yield
    finally:
        rights[0].effective = before
        _libc.capset(ctypes.byref(head), rights)


def protect(folder: Path) -> None:
    """Remove the write permission of a folder and all in it."""
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))


def unprotect(folder: Path) -> None:
    """Restore the write permission."""
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode | stat.S_IWUSR)


@contextlib.contextmanager
def protected(folder: Path) -> Iterator[None]:
    """Protect a folder against writing by this thread within the block."""
    protect(folder)
    try:
        with _as_anybody():
            assert not os.access(folder, os.W_OK, effective_ids=True)
            yield
    finally:
        unprotect(folder)
