"""The real server as a process of its own, started and stopped as users do."""

from __future__ import annotations

import contextlib
import fcntl
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from scorekeeper.config import Config
from tests.patience import until


def free_port() -> int:
    """Return a port of 127.0.0.1 that is free at the moment; it is not reserved."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def is_locked(data: Path) -> bool:
    """Return whether a process uses a data folder."""
    try:
        with Config(data).database.with_suffix(".lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


class Served:
    """A running `scorekeeper serve` on a data folder."""

    address = "127.0.0.1"

    def __init__(
        self,
        data: Path,
        port: int | None = None,
        program: str = "scorekeeper",
        before: Callable[[], None] | None = None,
        more: Sequence[str] = (),
    ) -> None:
        """Start the server.

        Args:
            data: the data folder.
            port: the port; a free one by default.
            program: the module to run.
            before: runs in the child process before it executes the program.
            more: further arguments of the command.
        """
        self.data = data
        self.port = port or free_port()
        self.log = data.parent / f"{data.name}.log"
        self._output = self.log.open("ab")
        command = [
            sys.executable,
            "-m",
            program,
            "serve",
            "--port",
            str(self.port),
            "--data",
            str(data),
            "--lang",
            "fr",
            *more,
        ]
        # A process group of its own, so that a kill reaches worker and parent at the same moment.
        self.process = subprocess.Popen(
            command,
            stdout=self._output,
            stderr=self._output,
            start_new_session=True,
            preexec_fn=before,  # noqa: PLW1509 - no thread of the tests holds a lock that the function needs
        )

    def wait(self, seconds: float = 60.0, *, status: int = 200) -> None:
        """Wait until the health check has this status; 200 means that entries can be written. Fails if the server ends."""

        def has_status() -> bool:
            assert self.process.poll() is None, "the server ended"
            return self.call("GET", "/api/health", timeout=10)[0] == status

        try:
            until(has_status, seconds, "no answer")
        except AssertionError as failure:
            raise AssertionError(f"{failure}: {self.log.read_text()}") from None

    def call(self, method: str, path: str, body: Any = None, timeout: float = 60.0) -> tuple[int, Any]:
        """Send one request on a new connection, `body` as JSON. Return its status, and its body: parsed if it is JSON, else bytes."""
        connection = http.client.HTTPConnection(self.address, self.port, timeout=timeout)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": "application/json"} if text else {})
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        is_json = answer.headers.get_content_type() == "application/json"
        return answer.status, json.loads(content) if is_json and content else content

    def raw(self, request: bytes, timeout: float = 60.0) -> bytes:
        """Send these bytes, and return all that the server sends until it closes the connection. Fails `timeout` s after the last bytes."""
        with socket.create_connection((self.address, self.port), timeout=timeout) as connection:
            connection.sendall(request)
            parts = []
            while part := connection.recv(65536):
                parts.append(part)
        return b"".join(parts)

    def workers(self) -> list[int]:
        """Return the ids of the server's child processes."""
        children = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            # A process may end while the others are being read.
            with contextlib.suppress(OSError):
                parent = stat.read_text().rpartition(")")[2].split()[1]
                if int(parent) == self.process.pid:
                    children.append(int(stat.parent.name))
        return children

    def kill(self) -> None:
        """Kill the server without cleanup, as a power cut does. The worker, then an orphan, may end a moment later."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._output.close()
        until(lambda: not is_locked(self.data), what="the worker outlives its server")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send the signal `how`, wait 60 s at most for the server's end, and return its exit status."""
        self.process.send_signal(how)
        status = self.process.wait(60)
        self._output.close()
        return status


@contextlib.contextmanager
def served(data: Path) -> Iterator[Served]:
    """Run a server during the block, which starts when entries can be written; kill it afterwards."""
    server = Served(data)
    try:
        server.wait()
        yield server
    finally:
        server.kill()
