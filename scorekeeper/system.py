"""Calls of the operating system that differ between systems: durable files, locks, the limits and memory of a process.

This is the only module that knows one system from another. Where a system lacks something, its part is left out: nothing here fails for it.
"""

import ctypes
import importlib
import logging
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

log = logging.getLogger("scorekeeper")


def _module(name: str) -> Any:
    """A module of the standard library that some systems lack, else `None`."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


fcntl, resource = _module("fcntl"), _module("resource")

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""The options of these names in `malloc.h`."""
APART = 128 * 1024
"""Bytes of a block that is taken from the system alone and given back as it is freed, such as the text of a long page."""
CLONE_NEWUSER, CLONE_NEWNET = 0x1000_0000, 0x4000_0000
SPARE_SECONDS = 5


def sync(path: Path) -> None:
    """Make durable what was written to a file, or the names in a folder."""
    if os.name == "nt" and path.is_dir():
        return  # Windows opens no folder, and keeps names with the file.
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def private_folder(path: Path) -> None:
    """Make a folder that only its owner may enter, and those above it that are missing. Raises `OSError`."""
    if not path.is_dir():
        private_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)


def private_file(path: Path) -> None:
    """Make an empty file that only its owner may read, unless there is a file. Raises `OSError`."""
    os.close(os.open(path, os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600))


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, and its folder where there is none. Raises `OSError`."""
    private_folder(path.parent)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    partial = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        partial.replace(path)
        sync(path.parent)
    finally:
        partial.unlink(missing_ok=True)


def kept(path: Path, make: Callable[[], bytes], least: int = 1) -> bytes:
    """The content of a private file, made once; where it can neither be read nor kept it is one for this process alone.

    A file of fewer bytes than the `least` is one of which a power cut left the beginning: it is made anew.
    """
    try:
        content = path.read_bytes() if path.exists() else b""
        if len(content) < least:
            content = make()
            write_private(path, content)
    except OSError as error:
        log.warning("%s: %s", path, error)
        return make()
    return content


def lock(file: IO[bytes], *, shared: bool = False) -> None:
    """Lock a file until it is closed or the process ends; a shared lock lets others share it. Raises `OSError` when it is taken.

    Windows knows no shared lock: there a reader only learns whether a writer has the file.
    """
    if fcntl is not None:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    elif msvcrt := _module("msvcrt"):
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        if shared:
            msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)


def raise_file_limit(wanted: int) -> None:
    """Allow this process so many open files, where the system lets it; the usual limit is 1,024."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def share_arenas() -> None:
    """Have all threads take their memory from two places, where the system's library can (glibc).

    Otherwise each of them gets a place of its own, which keeps the most that it ever held. Long blocks stay outside: left to
    itself, the library takes them from those places too once it has seen a few, and what is kept beside them holds their room.
    """
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(M_ARENA_MAX, 2)
        library.mallopt(M_MMAP_THRESHOLD, APART)


def stay_on_one_core() -> None:
    """Keep this thread and those it starts on one core, where the system can.

    Only one of them runs Python at a time. On several cores, the interpreter's lock would go from core to core at each call of
    SQLite, and an entry would cost nearly twice as much; printing has a process of its own for the other cores.
    """
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[os.getpid() % len(cores)]})


def limit_self(nice: int, memory: int, file_size: int) -> None:
    """Lower the priority and set the limits of this process, as far as the system knows them."""
    with suppress(AttributeError, OSError):
        os.nice(nice)
    with suppress(AttributeError, OSError):
        # The server, which started this process, stays on one core.
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
    with suppress(AttributeError, OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_time(seconds: float, *, spare: int = SPARE_SECONDS) -> None:
    """Let the system end this process after `seconds` and `spare` more of computing, even if the server is gone by then."""
    with suppress(AttributeError, OSError, ValueError):
        used = resource.getrusage(resource.RUSAGE_SELF)
        soft = int(used.ru_utime + used.ru_stime + seconds) + spare
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))


def largest_memory() -> int:
    """The most memory that this process had at a time, in bytes; 0 where the system does not say it."""
    # Linux counts the server which started this process in `getrusage`, so its own file comes first.
    if resource is None:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return _status("VmHWM") or unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def largest_space() -> int:
    """The most address space that this process had at a time, in bytes; 0 where the system does not say it."""
    return _status("VmPeak")


def _status(field: str) -> int:
    """A figure of this process in bytes, from the file in which Linux keeps it; 0 where there is none."""
    with suppress(OSError, ValueError):
        lines = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
        return next((int(line.split()[1]) << 10 for line in lines if line.startswith(f"{field}:")), 0)
    return 0


def leave_network() -> bool:
    """Move to a network namespace with nothing in it, where the system allows that; return whether it did."""
    with suppress(OSError, AttributeError):
        libc = ctypes.CDLL(None)
        return any(libc.unshare(flags) == 0 for flags in (CLONE_NEWUSER | CLONE_NEWNET, CLONE_NEWNET))
    return False
