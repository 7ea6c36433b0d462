"""Tablets that enter lines while the server is killed again and again: what was acknowledged is there, once and in order."""

from __future__ import annotations

import http.client
import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorekeeper.records import connection
from scorekeeper.tournaments import checking
from tests.tarot_table import document, donne, new_uuid
from tests.web.process import Served, free_port, served

TABLETS = 8


@dataclass
class Tablet:
    """Enters one line after the other into a partie of its own, and remembers what was acknowledged."""

    partie: int
    acknowledged: list[str] = field(default_factory=list)
    unsure: dict[str, Any] | None = None
    """The act that was sent and never answered."""

    def act(self) -> dict[str, Any]:
        """The line to send: the unanswered one, else the next."""
        if self.unsure is None:
            rang = len(self.acknowledged) + 1
            entry = {**donne(points=51 + rang % 30), "note": f"tablette {self.partie}, ligne {rang}"}
            self.unsure = {"uuid": new_uuid(), "rang": rang, "entry": entry}
        return self.unsure

    def send(self, server: Served) -> None:
        """Send a line until it is acknowledged; raises when the server is gone."""
        act = self.act()
        status, _ = server.call("POST", f"/api/parties/{self.partie}/entries", act, timeout=10)
        assert status in {200, 201}
        self.acknowledged.append(act["entry"]["note"])
        self.unsure = None

    def run(self, server: Served) -> None:
        """Enter lines until the server is gone."""
        while True:
            try:
                self.send(server)
            except (OSError, http.client.HTTPException):
                return


def acknowledged_through_kills(data: Path, cycles: int) -> int:
    """Kill a busy server that many times; count the acknowledged lines, all of which are there, in order and once."""
    rng = random.Random(20261120)  # noqa: S311 - when to pull the plug
    tablets: list[Tablet] = []
    port = free_port()
    for _ in range(cycles):
        running = Served(data, port)
        try:
            running.wait()
            while len(tablets) < TABLETS:
                tablets.append(Tablet(running.call("POST", "/api/parties", document())[1]["id"]))
            _compare(running, tablets)
            threads = [threading.Thread(target=tablet.run, args=(running,)) for tablet in tablets]
            for thread in threads:
                thread.start()
            time.sleep(rng.uniform(0.05, 0.6))
        finally:
            running.kill()
        for thread in threads:
            thread.join()
    with served(data) as running:
        _compare(running, tablets)
        for tablet in tablets:
            tablet.send(running)
        _compare(running, tablets)
    conn = connection.connect(data / "scorekeeper.sqlite3", 10)
    try:
        assert connection.damage(conn, thorough=True) == ""
        assert checking.differences(conn) == ([], [])
    finally:
        conn.close()
    return sum(len(tablet.acknowledged) for tablet in tablets)


def _compare(running: Served, tablets: list[Tablet]) -> None:
    """What was acknowledged is there, in order and once; an unanswered line is there once or not at all."""
    for tablet in tablets:
        _, body = running.call("GET", f"/api/parties/{tablet.partie}")
        notes = [entry["note"] for entry in body["sheet"]["entries"]]
        if len(notes) > len(tablet.acknowledged):
            assert tablet.unsure is not None
            assert notes[-1] == tablet.unsure["entry"]["note"]
        assert notes[: len(tablet.acknowledged)] == tablet.acknowledged
        assert len(notes) <= len(tablet.acknowledged) + 1
