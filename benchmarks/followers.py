"""Latency of donnes in the evening of `benchmarks.evening`, without spectators and with live pages following it.

    python -m benchmarks.followers [--full] [--tables 40] [--phones 40] [--pace 2]

Each table has a tablet that writes and a second one that follows its sheet; phones follow the ranking. Each follower has a session
and a stream of its own, and reloads its page when the stream sends a newer version. Followers run in a process of low priority.
`--full` is a hall of 250 tables at a donne every 15 seconds, ten times faster than people play, with 200 phones.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from benchmarks.evening import Hall, p99, serving

NICE = 19
FIRST = 2
"""Number of the sheet of table 1: sheet 1 is that of the tablet which wrote alone."""


class Browser:
    """Client that follows a stream of changes, and fetches `page` after each change, with a random delay of `spread` seconds at
    most.
    """

    def __init__(self, port: int, page: str, stream: str, spread: float) -> None:
        self.port, self.page, self.stream, self.spread = port, page, stream, spread
        self.cookie = self.tag = ""
        self.seen = 0

    @contextlib.asynccontextmanager
    async def ask(
        self, path: str, accept: str = "text/html"
    ) -> AsyncIterator[tuple[asyncio.StreamReader, dict[str, str]]]:
        """Send one GET with the cookie, and for the page its ETag. Yield the reader of the body, and the headers (code as
        `status`).
        """
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept: {accept}\r\nAccept-Encoding: gzip\r\n"
        head += f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head += f"If-None-Match: {self.tag}\r\n" if self.tag and path == self.page else ""
        writer.write(
            f"{head}{'' if accept != 'text/html' else 'Connection: close' + chr(13) + chr(10)}\r\n".encode()
        )
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        try:
            yield reader, {**headers, "status": lines[0].split()[1]}
        finally:
            writer.close()

    async def follow(self, counts: Counter[str], times: list[float]) -> None:
        """Fetch a cookie, then follow the stream until cancelled, and request a missing or ended one again after 1 s. Count
        streams and pages in `counts`, and add the seconds of each page to `times`.
        """
        async with self.ask("/") as (_, head):
            self.cookie = head["set-cookie"].partition(";")[0]
        while True:
            async with self.ask(self.stream, "text/event-stream") as (reader, head):
                if head.get("content-type", "").startswith("text/event-stream"):
                    counts["streams"] += 1
                    await self.listen(reader, counts, times)
                    counts["streams ended"] += 1
            await asyncio.sleep(1)  # without a stream, the tour is not drawn yet

    async def listen(self, reader: asyncio.StreamReader, counts: Counter[str], times: list[float]) -> None:
        """Read a stream until it ends; fetch the page for each message whose version is newer than that last fetched."""
        while line := await reader.readline():
            if line.startswith(b"data: {"):
                await self.fetch_newer(json.loads(line[6:])["version"], counts, times)

    async def fetch_newer(self, version: int, counts: Counter[str], times: list[float]) -> None:
        """Fetch the page after a random delay, unless `version` or a newer one was fetched before. Note the seconds without the delay."""
        if version <= self.seen:
            return
        await asyncio.sleep(random.uniform(0, self.spread))  # noqa: S311
        began = time.perf_counter()
        async with self.ask(self.page) as (reader, head):
            await reader.read()
        times.append(time.perf_counter() - began)
        counts[f"pages {head['status']}"] += 1
        self.seen, self.tag = version, head.get("etag", "")


async def follow_all(port: int, tournament: int, tables: int, phones: int) -> None:
    """Follow the sheets of `tables` tables with a browser each, and the ranking with `phones` browsers, until standard input is
    closed. Then print the counts, and the seconds of the pages, as JSON.
    """
    counts, times = Counter[str](), list[float]()
    sheets = (f"/parties/{FIRST + table}" for table in range(tables))
    everyone = [Browser(port, sheet, f"{sheet}/suivre", 0.15) for sheet in sheets]
    hall = f"/tournois/{tournament}"
    everyone += [Browser(port, f"{hall}/classement", f"{hall}/suivre", 1.0) for _ in range(phones)]
    tasks = [asyncio.create_task(browser.follow(counts, times)) for browser in everyone]
    await asyncio.to_thread(sys.stdin.read)
    failed = [task for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    json.dump({"counts": {**counts, "failed": len(failed)}, "times": times}, sys.stdout)


@contextlib.contextmanager
def followed(hall: Hall, tables: int, phones: int) -> Iterator[dict[str, object]]:
    """Run `follow_all` in another process during the block; the yielded dictionary is empty, and has its figures after the block."""
    figures: dict[str, object] = {}
    command = [sys.executable, "-m", "benchmarks.followers", "--follow"]
    command += [str(number) for number in (hall.port, hall.t, tables, phones)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield figures
    finally:
        figures.update(json.loads(process.communicate("")[0]))


def evening(tables: int, phones: int, pace: float) -> tuple[Hall, dict[str, object]]:
    """Play one round on a new server with a donne every `pace` seconds on average at each table, after a tablet that wrote alone.

    `phones` browsers follow the ranking, and one each sheet; nobody follows if `phones` is 0. Return the hall and the figures of
    `followed`, or no figures. Raises `RuntimeError` when the ranking differs from the acknowledged results.
    """
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder, serving(Path(folder)) as port:
        hall = Hall(port, tables, 1, pace)
        hall.alone()
        nobody: contextlib.AbstractContextManager[dict[str, object]] = contextlib.nullcontext({})
        with followed(hall, tables, phones) if phones else nobody as figures:
            hall.round()
        if not hall.ranking_is_right():
            raise RuntimeError("the ranking does not say what was acknowledged")
    return hall, figures


def main() -> int:
    """Play an evening without followers and one with them; print both. Return 1 if a donne was lost, doubled or differs, else 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--phones", type=int, default=40)
    parser.add_argument("--pace", type=float, default=2.0, help="mean seconds between two donnes of a table")
    parser.add_argument(
        "--full", action="store_true", help="250 tables at a donne every 15 seconds, 200 phones"
    )
    parser.add_argument("--follow", type=int, nargs=4, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.follow:
        os.nice(NICE)
        asyncio.run(follow_all(*args.follow))
        return 0
    tables, phones, pace = (250, 200, 15.0) if args.full else (args.tables, args.phones, args.pace)
    latencies, lost = [], 0
    for crowd in (0, phones):
        hall, figures = evening(tables, crowd, pace)
        times = hall.tally.times["donne"]
        latencies.append(p99(times))
        lost += sum(hall.tally.counts[what] for what in ("lost", "doubled", "differing sheets"))
        label = f"with {tables} tablets and {crowd} phones following" if crowd else "nobody follows"
        p50 = 1000 * statistics.median(times)
        print(f"{label:<48}{len(times):>6} donnes  p50 {p50:>7.1f} ms  p99 {latencies[-1]:>7.1f} ms")
        if figures:
            print(f"{'':<10}a page fetched anew, p99: {p99(figures['times']):.1f} ms; {figures['counts']}")  # type: ignore[arg-type]
    print(
        f"a donne, p99: {latencies[1] / latencies[0]:.2f} times that without; lost, doubled or differing: {lost}"
    )
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
