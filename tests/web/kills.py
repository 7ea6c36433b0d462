"""Tablets that enter lines while the server is killed again and again: what was acknowledged is there, once and in order."""

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
"""Lines acknowledged by all tablets together before the server is killed, in one life or another."""
AS_IT_STARTS = 1 / 10
"""Share of the lives that end before anybody is answered."""
SHEET = 100
"""Lines of a sheet before its tablet begins another."""
PATIENCE = 10.0
"""Seconds for which a tablet waits for an answer."""
BUSY = 503


@dataclass
class Tablet:
    """Enters one line after the other, and remembers what was acknowledged.

    As tablets do, it asks again, and begins anew, when there was no answer or it was told to try later.
    """

    sheets: dict[int, list[str]] = field(default_factory=dict)
    """The lines acknowledged on each sheet; the last sheet is the one that is written on."""
    unsure: dict[str, Any] | None = None
    """The act that was sent and never answered."""

    @property
    def partie(self) -> int:
        return next(reversed(self.sheets))

    def lines(self) -> int:
        return sum(map(len, self.sheets.values()))

    def begin(self, running: Served) -> None:
        """Open a sheet if there is none, or the last one is full; the line that was not answered belongs to that one."""
        if self.sheets and len(self.sheets[self.partie]) < SHEET:
            return
        until(lambda: self.unsure is None or self.sent(running.port), 60, "no line is written")
        self.sheets[running.call("POST", "/api/parties", document())[1]["id"]] = []

    def sent(self, port: int) -> bool:
        """Send one line over a connection of its own; whether it was acknowledged."""
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
            return self.send(line)

    def send(self, line: http.client.HTTPConnection) -> bool:
        """Send the unanswered line, else the next; whether it was acknowledged. Raises when the server is gone or silent."""
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
        """Enter lines over one connection, or another where that one breaks, until the server is dead or the sheet much too long."""
        while not dead.wait(0.02) and len(self.sheets[self.partie]) < 5 * SHEET:
            with (
                contextlib.suppress(OSError, http.client.HTTPException),
                closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line,
            ):
                while not dead.is_set() and len(self.sheets[self.partie]) < 5 * SHEET:
                    self.send(line)


def acknowledged_through_kills(data: Path, cycles: int) -> int:
    """Kill a busy server that many times; count the acknowledged lines, all of which are there, in order and once."""
    rng = random.Random(data.name)  # noqa: S311 - when to pull the plug
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
    """Enter lines beside each other, and kill the server in the middle of some of them."""
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
    """The lines of a sheet, as they are told."""
    return [entry["note"] for entry in running.call("GET", f"/api/parties/{number}")[1]["sheet"]["entries"]]


def _compare(running: Served, tablets: list[Tablet]) -> None:
    """What was acknowledged is there, in order and once; an unanswered line is there once or not at all."""
    for tablet in tablets:
        if tablet.sheets:
            wrote = tablet.sheets[tablet.partie]
            unsure = [tablet.unsure["entry"]["note"]] if tablet.unsure else []
            assert _notes(running, tablet.partie) in (wrote, wrote + unsure)


def _look_at_the_file(data: Path, lines: int) -> None:
    """No line is there that no tablet knows of, nothing is damaged, and what is reckoned agrees with what was written."""
    with closing(connection.connect(data / "scorekeeper.sqlite3", 10)) as conn:
        assert connection.damage(conn, thorough=True) == ""
        assert checking.differences(conn) == ([], [])
        assert conn.execute("SELECT count(*) FROM event WHERE rang IS NOT NULL").fetchone() == (lines,)
