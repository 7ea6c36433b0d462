"""Printing child process as seen by the server: start it in a minimal environment, send it jobs, find the cause of its death."""

import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from scorekeeper.press.fonts import FontSet
from scorekeeper.press.messages import Failure, PrintFailed, receive, send

_LOG = logging.getLogger("scorekeeper.press.pdf")
_START_SECONDS = 60.0
_DYING_SECONDS = 5.0
_FILE_SIZE = 4 << 20
_PASSED_ON = ("LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "SYSTEMROOT", "WEASYPRINT_DLL_DIRECTORIES")
_MEMORY_WORDS = (
    *("memoryerror", "memory allocation of", "failed to allocate", "out of memory", "cannot allocate"),
    # The interpreter had no memory left to report the error.
    "building sys.unraisablehook",
)


class Home:
    """Temporary folder and environment of a printer's child processes, and those processes."""

    def __init__(self, fonts: FontSet) -> None:
        folder = tempfile.TemporaryDirectory(prefix="scorekeeper-print-")
        self._root = Path(folder.name)
        self._room = self._root / "room"
        self._room.mkdir()
        self._environment = {
            "FONTCONFIG_FILE": str(fonts.configure(self._root)),
            "HOME": str(self._room),
            "TMPDIR": str(self._room),
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(Path(__file__).parent.parent.parent),
            "PYTHONDONTWRITEBYTECODE": "1",
            # Pango looks up fonts in threads; a malloc arena for each would count 64 MB against the memory limit.
            "MALLOC_ARENA_MAX": "1",
            # Sets are iterated in the same order in every child, so the same HTML gives the same bytes.
            "PYTHONHASHSEED": "0",
            "SOURCE_DATE_EPOCH": "0",
        } | {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        self._children: set[Child] = set()
        self.close = weakref.finalize(self, _clear, self._children, folder)

    def start(self, *, nice: int, memory: int) -> "Child":
        """Start a child with a niceness and an address space in bytes, without waiting for it. Raises `PrintFailed` (`unavailable`)."""
        self._children -= {child for child in self._children if not child.alive}
        settings = {"nice": nice, "memory": memory, "file_size": _FILE_SIZE, "home": str(self._root)}
        try:
            child = Child(self._environment, self._room, settings)
        except OSError as problem:
            raise PrintFailed(Failure.UNAVAILABLE, str(problem)) from problem
        self._children.add(child)
        return child


def _clear(children: set["Child"], folder: tempfile.TemporaryDirectory[str]) -> None:
    for child in tuple(children):
        child.end()
    folder.cleanup()


class Child:
    """One printing child process and the pipes to it. Not thread-safe, except for `end`."""

    def __init__(self, environment: dict[str, str], room: Path, settings: dict[str, Any]) -> None:
        self.done = 0
        self.wants_end = False
        """Whether the child requested to be replaced."""
        self._ready = False
        self._complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `end`
        try:
            # -P and an empty working folder: no stray file can be imported in place of a module.
            self._process = subprocess.Popen(  # noqa: S603 - our own module, our own arguments
                [sys.executable, "-P", "-s", "-m", "scorekeeper.press.worker", json.dumps(settings)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                cwd=room,
                env=environment,
                start_new_session=True,
            )
        except OSError:
            self._complaints.close()
            raise
        assert self._process.stdin is not None  # noqa: S101 - opened as a pipe
        assert self._process.stdout is not None  # noqa: S101 - opened as a pipe
        self._jobs, self._answers = self._process.stdin, self._process.stdout

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def await_ready(self) -> None:
        """Wait until the child has loaded its libraries. Raises `PrintFailed` (`unavailable`)."""
        if self._ready:
            return
        try:
            with self._deadline(_START_SECONDS, threading.Event()):
                head, _ = receive(self._answers)
        except (OSError, EOFError, ValueError):
            head = {"detail": f"the child did not start: {_last_line(self._tail())}"}
        if "ready" not in head:
            self.end()
            raise PrintFailed(Failure.UNAVAILABLE, str(head.get("detail", "")))
        self._ready = True

    def work(self, job: dict[str, Any], html: bytes, seconds: float) -> bytes:
        """Send the child one job and return the PDF. Raises `PrintFailed`, after which the child may have ended."""
        self.await_ready()
        self.done += 1
        late = threading.Event()
        try:
            with self._deadline(seconds, late):
                send(self._jobs, job, html)
                head, pdf = receive(self._answers)
        except (OSError, EOFError, ValueError):
            raise self._post_mortem(late=late.is_set()) from None
        self.wants_end = head.get("replace", False)
        for note in head.get("notes", ()):
            _LOG.debug("while printing: %s", note)  # mostly about styles for screens
        if "failure" in head:
            failure = Failure(head["failure"])
            if failure is Failure.OUT_OF_MEMORY:
                self.end()
            raise PrintFailed(failure, head["detail"])
        return pdf

    def end(self) -> None:
        """Kill the child if it is running, reap it and close the pipes."""
        self._process.kill()
        self._process.wait()
        for stream in (self._jobs, self._answers, self._complaints):
            with suppress(OSError):
                stream.close()

    @contextmanager
    def _deadline(self, seconds: float, late: threading.Event) -> Iterator[None]:
        """Kill the child and set `late` if the block takes longer than `seconds`. This ends every wait on the child's pipes."""

        def strike() -> None:
            late.set()
            self._process.kill()

        timer = threading.Timer(seconds, strike)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _post_mortem(self, *, late: bool) -> PrintFailed:
        """Reap a child that has died, and return the exception with the cause."""
        try:
            status = self._process.wait(_DYING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        tail = self._tail()
        self.end()
        if late or status == -signal.SIGXCPU:
            return PrintFailed(Failure.TOO_SLOW, "stopped at the time limit")
        if any(word in tail.lower() for word in _MEMORY_WORDS):
            return PrintFailed(Failure.OUT_OF_MEMORY, _last_line(tail))
        return PrintFailed(Failure.CRASHED, f"ended with {status}: {_last_line(tail)}")

    def _tail(self) -> str:
        """Return the last 4096 bytes of the child's standard error, decoded."""
        with suppress(OSError, ValueError):
            size = self._complaints.seek(0, os.SEEK_END)
            self._complaints.seek(max(0, size - 4096))
            return self._complaints.read().decode(errors="replace")
        return ""


def _last_line(text: str) -> str:
    return next((line.strip()[:200] for line in reversed(text.split("\n")) if line.strip()), "")
