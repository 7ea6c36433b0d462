"""Tablets behind a network that disturbs most connections: each acknowledged line is stored once and in its place."""

from __future__ import annotations

import http.client
import json
import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest

from scorekeeper.records import connection
from scorekeeper.tournaments import checking
from tests.soak import amount
from tests.soak.bad_network import bad_network
from tests.tarot_table import PLAYERS, document, new_uuid
from tests.web.process import Served, served

TABLETS = amount(16, 250)
LINES = amount(8, 15)
PATIENCE, FIRST_PAUSE, LONGEST_PAUSE = 8.0, 2.0, 15.0
"""Seconds of a request's timeout, and of the shortest and longest pause before a retry, as in `queue.js` and `outbox.js`."""
HURRY = 10
"""Divisor of the pauses in this test."""
FIELD = r'name="{}"\s+value="([^"]*)"'
FORM, JSON = "application/x-www-form-urlencoded", "application/json"

Answer = tuple[int, str]


class Tablet:
    """Client with a new sheet, opened at the server itself, that enters `LINES` lines in order as the outbox does."""

    def __init__(self, server: Served, number: int) -> None:
        self._chance = random.Random(number)  # noqa: S311 - pauses
        self._cookie = ""
        self.failure: Exception | None = None
        self.ask(server.port, "GET", "/")
        opened = self.ask(server.port, "POST", "/api/parties", json.dumps(document()))[1]
        self.sheet = int(json.loads(opened)["id"])
        page = self.ask(server.port, "GET", f"/parties/{self.sheet}")[1]
        self.hidden = {name: self._field(page, name) for name in ("csrf_token", "tour", "feuille")}
        self.lines = [f"tablette {number}, ligne {rang}" for rang in range(1, LINES + 1)]
        self.acknowledged: list[str] = []

    def ask(self, port: int, method: str, path: str, body: str | None = None) -> Answer:
        """Send a request over a new connection, follow all redirects, and return the last status and text. Raises if cut."""
        # Forwarded, so that this is one device among others, and not the machine itself.
        headers = {"X-Forwarded-For": "10.0.0.9"}
        headers["Content-Type"] = JSON if path.startswith("/api/") else FORM
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
            line.connect()
            # A head that was cut off is none, and nothing is asked again behind the tablet's back.
            line.auto_open = 0
            while True:
                sent = {**headers, "Cookie": self._cookie}
                line.request(method, path, body, sent)
                answer = line.getresponse()
                content = answer.read().decode()
                self._cookie = self._cookie or answer.headers.get("Set-Cookie", "").partition(";")[0]
                if answer.status != 303:
                    return answer.status, content
                method, path, body = "GET", answer.headers.get("Location", "").partition("#")[0], None

    def run(self, port: int) -> None:
        """Deliver all lines in order through this port; an error ends it, and is kept in `failure`."""
        try:
            for rang, note in enumerate(self.lines, 1):
                self.deliver(port, rang, note)
        except Exception as failure:  # noqa: BLE001 - the waiting test reports it
            self.failure = failure

    def deliver(self, port: int, rang: int, note: str) -> None:
        """Send a line with one UUID until the sheet is shown, and add it to `acknowledged`. Fails for an unexpected status."""
        typed = {"preneur": PLAYERS[rang % 4], "contrat": "garde", "bouts": "2", "points": "56", "note": note}
        form = {**self.hidden, "uuid": new_uuid(), "rang": str(rang), **typed}
        for pause in pauses():
            try:
                status, page = self.ask(port, "POST", f"/parties/{self.sheet}/saisies", urlencode(form))
            except (OSError, http.client.HTTPException, UnicodeDecodeError):
                status, page = 0, ""
            if status == 200 and self._shown(page) == str(self.sheet):
                self.acknowledged.append(note)
                return
            # No response, a captive portal's or a proxy's, or our server is busy or has done much for this address, which all tablets
            # share here; any other response to a line is final.
            assert status in {0, 200, 429, 502, 503}, f"{status}: {page}"
            time.sleep(pause * self._chance.uniform(0.75, 1.25) / HURRY)

    @staticmethod
    def _shown(page: str) -> str:
        """Return the number of the sheet that a page shows, as text; empty for other pages."""
        match = re.search(r'data-partie="(\d+)"', page)
        return match[1] if match else ""

    @staticmethod
    def _field(page: str, name: str) -> str:
        match = re.search(FIELD.format(name), page.partition('class="entry"')[2])
        assert match, (name, page)
        return match[1]


def pauses() -> Iterator[float]:
    """Yield pauses in seconds without end, each 1.5 times the one before, the first 1.5 `FIRST_PAUSE`; `LONGEST_PAUSE` at most."""
    pause = FIRST_PAUSE
    while True:
        pause = min(pause * 1.5, LONGEST_PAUSE)
        yield pause


# Connections that are cut off in the middle are the point here; asyncio remarks on some of them when they are collected.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_no_line_is_lost_or_doubled(tmp_path: Path, counted: Callable[[str, int], None]) -> None:
    with served(tmp_path / "data") as running, bad_network(running.port) as (port, network):
        tablets = [Tablet(running, number) for number in range(TABLETS)]
        threads = [threading.Thread(target=tablet.run, args=(port,)) for tablet in tablets]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [tablet.failure for tablet in tablets if tablet.failure] == []
        for tablet in tablets:
            entries = running.call("GET", f"/api/parties/{tablet.sheet}")[1]["sheet"]["entries"]
            assert [entry["note"] for entry in entries] == tablet.acknowledged == tablet.lines
    with closing(connection.connect(tmp_path / "data" / "scorekeeper.sqlite3", 10)) as conn:
        assert connection.damage(conn, thorough=True) == ""
        assert checking.differences(conn) == ([], [])
        written = conn.execute("SELECT count(*) FROM event WHERE rang IS NOT NULL").fetchone()[0]
    assert written == TABLETS * LINES
    assert min(network.counts.values()) > 0, network.counts
    assert network.disturbed >= network.connections / 2
    counted("acknowledged lines", written)
    counted("connections", network.connections)
    counted("of them disturbed", network.disturbed)
