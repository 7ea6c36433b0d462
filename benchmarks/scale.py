"""Cost of one club: memory per connected device, latency with the largest number of connections, disk space per line.

    python -m benchmarks.scale [--devices 2000] [--most 8192] [--sheets 500]

Devices open a page and then follow a sheet over a stream, each with a session and an address of its own. The memory is the growth
of the worker process. Then idle connections are opened up to the server's limit, and the latency of a page through one more is
compared with that before. Then sheets of 20 lines are written directly to the records.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import resource
import socket
import statistics
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

from benchmarks.evening import serving
from benchmarks.memory import ENTRY, SHEET, Browser, mebibytes, worker_of
from scorekeeper import parties
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.parties import Author
from scorekeeper.records.store import Store
from scorekeeper.server.process import CONNECTIONS, WARM_SECONDS

LINES_OF_A_SHEET = 20
WARM = 200
"""Number of devices that connect and leave before the memory is measured, so that code and caches are loaded."""


def page(port: int) -> float:
    """Return the median latency of twenty GETs of `/aide` in ms, each over a connection of its own."""
    took = []
    for _ in range(20):
        began = time.perf_counter()
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as line:
            line.request("GET", "/aide")
            line.getresponse().read()
        took.append(1000 * (time.perf_counter() - began))
    return statistics.median(took)


class Device:
    """A browser with a loopback address by `number`, an open connection, and the cookie of the page that it has fetched."""

    def __init__(self, port: int, number: int) -> None:
        source = (f"127.0.{1 + number // 250}.{1 + number % 250}", 0)
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=source)
        self.line.request("GET", "/aide")
        answer = self.line.getresponse()
        answer.read()
        self._cookie = answer.headers["Set-Cookie"].partition(";")[0]

    def follow(self) -> None:
        """Open a stream that follows sheet 1, and keep its response as `stream`. Raises `RuntimeError` when it is not a stream."""
        headers = {"Cookie": self._cookie, "Accept": "text/event-stream"}
        self.line.request("GET", "/parties/1/suivre", headers=headers)
        self.stream = self.line.getresponse()
        if self.stream.headers.get_content_type() != "text/event-stream":
            raise RuntimeError("a device is given no stream")


def connected(port: int, devices: int, most: int) -> None:
    """Open a sheet, and `devices` streams following it; print their memory, and a page's latency beside `most` connections."""
    with contextlib.closing(Browser(port, 0)) as browser:
        browser.ask("POST", "/api/parties", SHEET)
    for number in range(WARM):
        Device(port, number).line.close()
    time.sleep(WARM_SECONDS + 5)
    alone, process = page(port), worker_of(port)
    with contextlib.ExitStack() as stack:
        before = mebibytes(process)
        for number in range(devices):
            device = Device(port, number)
            stack.callback(device.line.close)
            device.follow()
            # The response must stay open with its connection.
            stack.enter_context(device.stream)
        more = mebibytes(process) - before
        print(f"{devices} devices that stay connected: {more:.1f} MB, {1024 * more / devices:.0f} kB each")
        for _ in range(most - devices - 1):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), 30))
        took = page(port)
        print(f"{most} connections at once: a page takes {took:.1f} ms, {took / alone:.2f} times that alone")


def on_disk(folder: Path, sheets: int) -> None:
    """Write `sheets` sheets of 20 lines into a new database in `folder`; print its size in MB (10⁶ bytes), and kB for each line."""
    path, by = folder / "scorekeeper.sqlite3", Author("la table", "banc")
    heading: dict[str, Any] = {**SHEET, "entries": []}
    with Store(path) as store:
        for _ in range(sheets):
            partie = parties.open_partie(store, read_sheet(heading), by=by).id
            for rang in range(1, LINES_OF_A_SHEET + 1):
                parties.enter(store, partie, uuid=str(uuid.uuid4()), rang=rang, payload=ENTRY, by=by)
    size = path.stat().st_size
    lines = sheets * LINES_OF_A_SHEET
    print(f"{lines} lines on {sheets} sheets: {size / 1e6:.1f} MB, {size / 1000 / lines:.2f} kB a line")


def main() -> int:
    """Measure connections and the disk space of lines, and print the figures. Return 0, whatever they are."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--devices", type=int, default=2000)
    parser.add_argument("--most", type=int, default=CONNECTIONS)
    parser.add_argument("--sheets", type=int, default=500)
    args = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, args.most + 1024)), hard))
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        folder = Path(name)
        with serving(folder / "club") as port:
            connected(port, args.devices, args.most)
        on_disk(folder, args.sheets)
    return 0


if __name__ == "__main__":
    sys.exit(main())
