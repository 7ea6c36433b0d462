"""Calls that differ between operating systems: durable files, locks, limits and memory of a process.

No other module distinguishes systems. A call that a system lacks does nothing.
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
    """Import a module of the standard library; `None` where the system lacks it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


fcntl, resource = _module("fcntl"), _module("resource")

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""Options of these names in `malloc.h`."""
APART = 128 * 1024
"""Size in bytes from which a block is allocated by the system, and returned to it when freed, such as a long page's text."""
CLONE_NEWUSER, CLONE_NEWNET = 0x1000_0000, 0x4000_0000
SPARE_SECONDS = 5


def sync(path: Path) -> None:
    """Flush a file, or the names in a folder, to the disk."""
    if os.name == "nt" and path.is_dir():
        return  # Windows cannot open a folder, and flushes names with the file.
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def private_folder(path: Path) -> None:
    """Create a folder that only its owner may enter, with missing parents. Raises `OSError`."""
    if not path.is_dir():
        private_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)


def private_file(path: Path) -> None:
    """Create an empty file that only its owner may read, unless it exists. Raises `OSError`."""
    os.close(os.open(path, os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600))


def write_private(path: Path, content: bytes) -> None:
    """Replace a file atomically with one that only its owner may read, creating its folder. Raises `OSError`."""
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
    """Return the content of a private file, created once with `make`. If it cannot be read or stored, it is for this process only.

    A file of fewer bytes than `least` was cut off by a power failure, and is created again.
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
    """Lock a file until it is closed or the process ends; several processes can hold a shared lock. Raises `OSError` when it is taken.

    Windows has no shared lock: there a reader only checks that no writer holds the file.
    """
    if fcntl is not None:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    elif msvcrt := _module("msvcrt"):
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        if shared:
            msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)


def raise_file_limit(wanted: int) -> None:
    """Raise this process's limit of open files to `wanted`, as far as the system allows; the usual limit is 1,024."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def share_arenas() -> None:
    """Let all threads allocate from two arenas, where the C library can (glibc).

    Otherwise each thread has its own arena, which keeps the most memory that it ever held. Blocks from `APART` bytes on stay outside
    the arenas: by default glibc would move them in after a few, and smaller blocks beside them would keep their room from being freed.
    """
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(M_ARENA_MAX, 2)
        library.mallopt(M_MMAP_THRESHOLD, APART)


def stay_on_one_core() -> None:
    """Pin this thread and those it starts to one core, where the system can.

    Only one thread runs Python at a time. On several cores, the interpreter lock would move between cores at each call of SQLite,
    and an entry would cost nearly twice as much. Printing has its own process, for the other cores.
    """
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[os.getpid() % len(cores)]})


def limit_self(nice: int, memory: int, file_size: int) -> None:
    """Set the niceness of this process, and its limits of address space and file size in bytes, as far as the system has them."""
    with suppress(AttributeError, OSError):
        os.nice(nice)
    with suppress(AttributeError, OSError):
        # Undoes the pinning of the server, which started this process.
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
    with suppress(AttributeError, OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_time(seconds: float, *, spare: int = SPARE_SECONDS) -> None:
    """Limit the processor time of this process to `seconds` and `spare` more; applies even after the server has ended."""
    with suppress(AttributeError, OSError, ValueError):
        used = resource.getrusage(resource.RUSAGE_SELF)
        soft = int(used.ru_utime + used.ru_stime + seconds) + spare
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))


def largest_memory() -> int:
    """Return the peak memory of this process in bytes; 0 where the system does not report it."""
    # On Linux `getrusage` includes the parent's peak, so the process's own status file comes first.
    if resource is None:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return _status("VmHWM") or unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def largest_space() -> int:
    """Return the peak address space of this process in bytes; 0 where the system does not report it."""
    return _status("VmPeak")


def _status(field: str) -> int:
    """Return a value of `/proc/self/status` in bytes; 0 on systems other than Linux."""
    with suppress(OSError, ValueError):
        lines = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
        return next((int(line.split()[1]) << 10 for line in lines if line.startswith(f"{field}:")), 0)
    return 0


def leave_network() -> bool:
    """Move this process to an empty network namespace, where the system allows it. Returns whether it did."""
    with suppress(OSError, AttributeError):
        libc = ctypes.CDLL(None)
        return any(libc.unshare(flags) == 0 for flags in (CLONE_NEWUSER | CLONE_NEWNET, CLONE_NEWNET))
    return False
