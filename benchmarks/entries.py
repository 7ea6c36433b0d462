"""Latency and throughput of entries, beside their lower bounds: a durable commit and an empty page, in the same run.

    python -m benchmarks.entries [--quick] [--parties 100000]

All requests go through the real server (`scorekeeper serve`, every commit synced). The bounds are a loop that inserts one row and
commits it with the same SQLite settings, and a page that says hello, served by Granian alone and through the same bridge as the
app. Client and server share the machine's cores, so only the ratios are meaningful.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorekeeper import parties
from scorekeeper.cards.rules import strict_json
from scorekeeper.cards.sheet_file import SheetFile, read_sheet
from scorekeeper.config import Config
from scorekeeper.parties import Author, acts
from scorekeeper.parties.model import partie_row
from scorekeeper.records import connection
from scorekeeper.records.cache import Cache
from scorekeeper.records.event_log import canonical, now
from scorekeeper.records.ledger import transaction
from scorekeeper.records.store import CACHED, Store

BY = Author("banc d’essai", "banc")
EVENINGS = Path(__file__).parent.parent / "tests" / "evenings"
LINES = 20
"""Number of lines of a sheet before a client opens the next one."""
ENTRY = {"preneur": "Chloé", "contrat": "garde", "bouts": 2, "points": 56}
SHEET = {"format": "scorekeeper/1", "game": "tarot", "players": ["Anne", "Benoît", "Chloé", "David"]}
HELLO = """
import sys
from flask import Flask
from granian import Granian
from granian.constants import Interfaces
app = Flask("hello")
app.get("/")(lambda: "hello")
class Sound:
    def needs_restart(self):
        return False
if __name__ == "__main__":
    port, way = int(sys.argv[1]), sys.argv[2]
    if way == "wsgi":
        Granian("hello:app", address="127.0.0.1", port=port, interface=Interfaces.WSGI, workers=1, blocking_threads=8,
                log_level="critical").serve()
    else:
        from scorekeeper.server.bridge import Bridge
        Granian("hello", address="127.0.0.1", port=port, interface=Interfaces.RSGI, workers=1, log_level="critical"
                ).serve(target_loader=lambda: Bridge(app, Sound()), wrap_loader=False)
"""


@dataclass(frozen=True)
class Times:
    """Durations of calls in seconds, and the number of calls per second (`rate`)."""

    seconds: list[float]
    rate: float

    @property
    def p50(self) -> float:
        """Median, in milliseconds."""
        return statistics.median(self.seconds) * 1000

    @property
    def p99(self) -> float:
        """99th percentile, in milliseconds; of two calls or more."""
        return statistics.quantiles(self.seconds, n=100)[98] * 1000

    def line(self, name: str) -> str:
        """Return a line of the report: `name`, the rate per second, p50 and p99 in ms."""
        return f"{name:<44}{self.rate:>9.0f}/s   p50 {self.p50:>7.2f} ms   p99 {self.p99:>7.2f} ms"


def timed(act: Callable[[], object], rounds: int) -> Times:
    """Call `act` `rounds` times, one after the other, and return the times."""
    seconds = []
    began = time.perf_counter()
    for _ in range(rounds):
        start = time.perf_counter()
        act()
        seconds.append(time.perf_counter() - start)
    return Times(seconds, rounds / (time.perf_counter() - began))


def commits(folder: Path, rounds: int) -> Times:
    """Insert and durably commit one row `rounds` times, in a new database in `folder` with the store's settings; return the
    times.
    """
    conn = connection.connect(folder / "bare.sqlite3", 10)
    connection.keep_log(conn)
    conn.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT) STRICT")
    body = canonical(ENTRY)

    def act() -> None:
        conn.execute("BEGIN IMMEDIATE")
        conn.execute("INSERT INTO t (body) VALUES (?)", (body,))
        conn.execute("COMMIT")

    times = timed(act, rounds)
    conn.close()
    return times


class Client:
    """Minimal HTTP client with one persistent connection to a port of this machine; it reads only responses with
    `Content-Length`.
    """

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""

    def call(self, method: str, path: str, body: Any = None, tag: str = "") -> tuple[int, bytes, str]:
        """Send one request, with `body` as JSON unless it is `None`, and `tag` as `If-None-Match` unless it is empty. Return
        status, body and ETag (empty if missing). Raises `ConnectionResetError` if the server closes earlier.
        """
        content = b"" if body is None else json.dumps(body).encode()
        kind = "Content-Type: application/json\r\n" if content else ""
        known = f"If-None-Match: {tag}\r\n" if tag else ""
        length = f"Content-Length: {len(content)}\r\n"
        # A device cookie per client: one device may not have 64 requests waiting.
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nCookie: device={id(self)}\r\n{kind}{known}{length}\r\n"
        self._socket.sendall(head.encode() + content)
        data = self._rest
        while b"\r\n\r\n" not in data:
            data += self._received()
        top, _, data = data.partition(b"\r\n\r\n")
        headers = dict(line.lower().split(b": ", 1) for line in top.split(b"\r\n")[1:])
        size = int(headers.get(b"content-length", b"0"))
        while len(data) < size:
            data += self._received()
        self._rest = data[size:]
        return int(top[9:12]), data[:size], headers.get(b"etag", b"").decode().replace("w/", "W/")

    def _received(self) -> bytes:
        if not (more := self._socket.recv(65536)):
            raise ConnectionResetError
        return more


def load(port: int, clients: int, rounds: int, act: Callable[[Client], Callable[[], object]]) -> Times:
    """Time `rounds` calls, divided among `clients` threads. Each sends the next request after the response; `rate` is that of
    all.

    `act` receives the `Client` of a thread, and returns the function that the thread calls.
    """
    parts: list[Times] = []

    def run() -> None:
        parts.append(timed(act(Client(port)), rounds // clients))

    threads = [threading.Thread(target=run) for _ in range(clients)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    every = [second for times in parts for second in times.seconds]
    return Times(every, len(every) / (time.perf_counter() - began))


def hello(client: Client) -> Callable[[], object]:
    """Return a function that requests `/`, in the `HELLO` app an empty page; its status is not checked."""
    return lambda: client.call("GET", "/")


def entering(client: Client) -> Callable[[], object]:
    """Return a function that sends the next line, first opening a sheet at the start and after every `LINES`. It raises
    `RuntimeError` unless the line is created (201).
    """
    state = {"partie": 0, "rang": LINES}

    def act() -> None:
        if state["rang"] == LINES:
            _, body, _ = client.call("POST", "/api/parties", SHEET)
            state.update(partie=json.loads(body)["id"], rang=0)
        state["rang"] += 1
        sent = {"uuid": str(uuid.uuid4()), "rang": state["rang"], "entry": ENTRY}
        status, body, _ = client.call("POST", f"/api/parties/{state['partie']}/entries", sent)
        if status != 201:
            raise RuntimeError(body)

    return act


@contextlib.contextmanager
def running(command: list[str], port: int, cwd: Path) -> Iterator[None]:
    """Run a server during the block, which starts when the port accepts connections, or after 30 s without. Then terminate it."""
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(30)


def free_port() -> int:
    """Return a port of 127.0.0.1 that is free at the moment; it is not reserved."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def serve(data: Path, port: int) -> contextlib.AbstractContextManager[None]:
    """Return a context manager that runs `scorekeeper serve` on a data folder, as `running` does."""
    command = [sys.executable, "-m", "scorekeeper", "serve", "--port", str(port), "--data", str(data)]
    return running(command, port, data.parent)


def measure_entries(folder: Path, rounds: int) -> None:
    """Measure `rounds` entries of 1, 8 and 64 clients through a server, bare commits, and empty pages; print rates and ms."""
    (folder / "hello.py").write_text(HELLO)
    root = str(Path(__file__).parent.parent)
    for clients in (1, 8, 64):
        (folder / f"c{clients}").mkdir()
        bare = commits(folder / f"c{clients}", rounds)
        pages = {}
        for way in ("wsgi", "bridge"):
            port = free_port()
            command = ["env", f"PYTHONPATH={root}", sys.executable, "hello.py", str(port), way]
            with running(command, port, folder):
                load(port, clients, 500, hello)
                pages[way] = load(port, clients, rounds, hello)
        port = free_port()
        with serve(folder / f"c{clients}" / "data", port):
            load(port, clients, 100, entering)
            entries = load(port, clients, rounds, entering)
        print(f"\n{clients} client{'s' if clients > 1 else ''} at once")
        print(bare.line("  insert and commit, bare, one after the other"))
        print(pages["wsgi"].line("  hello, granian alone"))
        print(pages["bridge"].line("  hello, through the app's bridge"))
        print(entries.line("  acknowledged entries (with score so far)"))
        print(f"  the rate is {entries.rate / bare.rate:.2f} of the bare commits’")
        print(
            f"  p50 is {entries.p50 / (bare.p50 + pages['bridge'].p50):.2f} × (bare commit + hello through the bridge)"
        )


def fill(store: Store, sheet: SheetFile, count: int) -> None:
    """Write `count` parties with the lines of `sheet`, up to 1,000 parties in a transaction."""
    texts = [canonical(sheet.rules.ENTRY.write(entry, sheet.table)) for entry in sheet.entries]
    while count > 0:
        with transaction(store, BY) as opened:
            for _ in range(min(count, 1000)):
                row = partie_row(sheet, None, now())
                acts.open_sheet(opened, row, acts.opening(row, texts))
        count -= 1000


def measure_sheets(folder: Path, most: int) -> None:
    """Measure opening sheets of 10, 100 and 1,000 rows, among 10 and among `most` parties, and print the times in ms."""
    print("\nopening a sheet (median of 30, milliseconds)")
    print(
        f"  {'parties':>8}{'rows':>6}{'page':>9}{'page, first':>13}{'api':>9}{'api, 304':>10}{'from rows':>11}{'list':>8}"
    )
    for crowd in (10, most):
        data = folder / f"crowd{crowd}"
        with Store(Config(data).database) as store:
            began = time.perf_counter()
            fill(store, read_sheet({**SHEET, "entries": [ENTRY, ENTRY]}), crowd)
            filled = time.perf_counter() - began
            numbers = {
                rows: parties.open_partie(store, read_sheet({**SHEET, "entries": [ENTRY] * rows}), by=BY).id
                for rows in (10, 100, 1000)
            }
            cold = {rows: _cold(store, number) for rows, number in numbers.items()}
        port = free_port()
        began = time.perf_counter()
        with serve(data, port):
            client = Client(port)
            client.call("GET", "/api/health")
            started = time.perf_counter() - began
            for rows, number in numbers.items():
                first, page, api, fresh, listed = _asked(client, number)
                print(
                    f"  {crowd:>8}{rows:>6}{page:>9.2f}{first:>13.2f}{api:>9.2f}"
                    f"{fresh:>10.2f}{cold[rows]:>11.2f}{listed:>8.2f}"
                )
        size = Config(data).database.stat().st_size / 2**20
        print(
            f"  {crowd} parties: {size:.1f} MiB, filled in {filled:.1f} s, first answer after {started:.2f} s"
        )


def _cold(store: Store, number: int) -> float:
    """Return the median ms of 30 reads of partie `number` with an empty cache, so that each builds it from its rows."""

    def act() -> None:
        store.cache = Cache(CACHED)
        parties.read_partie(store, number)

    return timed(act, 30).p50


def _asked(client: Client, number: int) -> list[float]:
    """Return ms of a sheet's page at the first request; then medians of 30: page, JSON, unchanged JSON (304), list of parties."""
    page, sheet = f"/parties/{number}", f"/api/parties/{number}"
    tag = client.call("GET", sheet)[2]
    return [
        timed(lambda: client.call("GET", page), 1).seconds[0] * 1000,
        timed(lambda: client.call("GET", page), 30).p50,
        timed(lambda: client.call("GET", sheet), 30).p50,
        timed(lambda: client.call("GET", sheet, tag=tag), 30).p50,
        timed(lambda: client.call("GET", "/api/parties"), 30).p50,
    ]


def measure_replay() -> None:
    """Measure replaying, and reading with replaying, of each evening in `tests/evenings`; print the ms per 1,000 lines."""
    print("\nreading and playing 1,000 lines (milliseconds)")
    for path in sorted(EVENINGS.glob("*.json")):
        raw = strict_json.loads(path.read_bytes())["sheet"]
        sheet = read_sheet(raw)
        lines = len(sheet.entries)
        turns = max(1, 1000 // lines)
        read = timed(lambda raw=raw: read_sheet(raw), turns)  # type: ignore[misc]
        played = timed(sheet.replay, turns)
        print(
            f"  {path.stem:<16}{lines:>4} lines: play {sum(played.seconds) * 1e6 / (turns * lines):>7.1f}"
            f"   read and play {sum(read.seconds) * 1e6 / (turns * lines):>7.1f}"
        )


def main() -> None:
    """Measure replaying, entries and opening sheets, in this order, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="fewer rounds and parties")
    parser.add_argument("--parties", type=int, default=100_000, help="how many parties the full database has")
    args = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}")
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        folder = Path(name)
        measure_replay()
        measure_entries(folder, 600 if args.quick else 3000)
        measure_sheets(folder, 2000 if args.quick else args.parties)


if __name__ == "__main__":
    main()
