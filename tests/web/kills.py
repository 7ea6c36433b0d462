"""Tablets entering lines while the server is killed repeatedly: acknowledged lines are stored once and in order."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorekeeper.records import connection
from scorekeeper.tournaments import checking
from tests.patience import until
from tests.tarot_table import document, donne, new_uuid
from tests.web.process import Served, free_port, served

TABLETS = 8
EACH_LIFE = range(80, 181)
"""Numbers of lines acknowledged by all tablets together before a kill."""
AS_IT_STARTS = 1 / 10
"""Share of the kills before any request is answered."""
SHEET = 100
"""Number of lines of a sheet before its tablet opens another."""
PATIENCE = 10.0
"""Timeout of a tablet's request, in seconds."""
BUSY = 503


@dataclass
class Tablet:
    """Enters one line after the other, and records what was acknowledged.

    Like a real tablet, it retries without a response or after a 503, over a new connection.
    """

    sheets: dict[int, list[str]] = field(default_factory=dict)
    """Acknowledged lines of each sheet; the last one is the current sheet."""
    unsure: dict[str, Any] | None = None
    """The act that was sent without a response."""

    @property
    def partie(self) -> int:
        return next(reversed(self.sheets))

    def lines(self) -> int:
        return sum(map(len, self.sheets.values()))

    def begin(self, running: Served) -> None:
        """Open a new sheet if there is none or the last one is full, once the last line of the former sheet is acknowledged."""
        if self.sheets and len(self.sheets[self.partie]) < SHEET:
            return
        until(lambda: self.unsure is None or self.sent(running.port), 60, "no line is written")
        self.sheets[running.call("POST", "/api/parties", document())[1]["id"]] = []

    def sent(self, port: int) -> bool:
        """Send one line over a new connection; return whether it was acknowledged."""
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
            return self.send(line)

    def send(self, line: http.client.HTTPConnection) -> bool:
        """Send the unanswered line, else the next; return whether it was acknowledged. Raises when the server is dead or silent."""
        wrote = self.sheets[self.partie]
        if self.unsure is None:
            entry = {
                **donne(points=51 + len(wrote) % 30),
                "note": f"feuille {self.partie}, ligne {len(wrote) + 1}",
            }
            self.unsure = {"uuid": new_uuid(), "rang": len(wrote) + 1, "entry": entry}
        body = json.dumps(self.unsure)
        line.request(
            "POST", f"/api/parties/{self.partie}/entries", body, {"Content-Type": "application/json"}
        )
        answer = line.getresponse()
        content = answer.read()
        if answer.status == BUSY:
            return False
        assert answer.status in {200, 201}, content
        wrote.append(self.unsure["entry"]["note"])
        self.unsure = None
        return True

    def run(self, port: int, dead: threading.Event) -> None:
        """Enter lines, reconnecting when a connection breaks, until the server is dead or the sheet is much too long."""
        while not dead.wait(0.02) and len(self.sheets[self.partie]) < 5 * SHEET:
            with (
                contextlib.suppress(OSError, http.client.HTTPException),
                closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line,
            ):
                while not dead.is_set() and len(self.sheets[self.partie]) < 5 * SHEET:
                    self.send(line)


def acknowledged_through_kills(data: Path, cycles: int) -> int:
    """Kill a busy server repeatedly; return the number of acknowledged lines, each stored once and in order."""
    rng = random.Random(data.name)  # noqa: S311 - times of the kills
    tablets = [Tablet() for _ in range(TABLETS)]
    port = free_port()
    for _ in range(cycles):
        running = Served(data, port)
        try:
            if rng.random() < AS_IT_STARTS:
                time.sleep(rng.uniform(0.1, 1.5))
                continue
            running.wait()
            _compare(running, tablets)
            _one_life(running, tablets, rng)
        finally:
            running.kill()
    with served(data) as running:
        _compare(running, tablets)
        for tablet in tablets:
            tablet.begin(running)
            assert tablet.sent(running.port)
        for tablet in tablets:
            for number, wrote in tablet.sheets.items():
                assert _notes(running, number) == wrote
    lines = sum(tablet.lines() for tablet in tablets)
    _look_at_the_file(data, lines)
    return lines


def _one_life(running: Served, tablets: list[Tablet], rng: random.Random) -> None:
    """Enter lines in parallel, and kill the server in the middle of some of them."""
    for tablet in tablets:
        tablet.begin(running)
    enough = sum(tablet.lines() for tablet in tablets) + rng.choice(EACH_LIFE)
    dead = threading.Event()
    threads = [threading.Thread(target=tablet.run, args=(running.port, dead)) for tablet in tablets]
    for thread in threads:
        thread.start()

    def written() -> int:
        return sum(tablet.lines() for tablet in tablets)

    try:
        until(lambda: written() >= enough, 60, "no line is written", moved=written)
        time.sleep(rng.uniform(0, 0.02))
    finally:
        running.kill()
        dead.set()
        for thread in threads:
            thread.join()


def _notes(running: Served, number: int) -> list[str]:
    """Return the lines of a sheet, as the server returns them."""
    return [entry["note"] for entry in running.call("GET", f"/api/parties/{number}")[1]["sheet"]["entries"]]


def _compare(running: Served, tablets: list[Tablet]) -> None:
    """Assert that acknowledged lines are stored once, in order, and an unanswered one at most once."""
    for tablet in tablets:
        if tablet.sheets:
            wrote = tablet.sheets[tablet.partie]
            unsure = [tablet.unsure["entry"]["note"]] if tablet.unsure else []
            assert _notes(running, tablet.partie) in (wrote, wrote + unsure)


def _look_at_the_file(data: Path, lines: int) -> None:
    """Assert that every line is of a tablet, nothing is damaged, and derived rows agree with the events."""
    with closing(connection.connect(data / "scorekeeper.sqlite3", 10)) as conn:
        assert connection.damage(conn, thorough=True) == ""
        assert checking.differences(conn) == ([], [])
        assert conn.execute("SELECT count(*) FROM event WHERE rang IS NOT NULL").fetchone() == (lines,)
