"""Clients in threads: tables of the round that programs play, and clients that print meanwhile."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
import time
import urllib.error
import urllib.request
import uuid
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlsplit

PACE = 4.0
"""Seconds between two donnes of a table."""
DONNES = 12


class Table(threading.Thread):
    """Client that takes a table by its printed URL, enters `DONNES` donnes, and resends each until it is acknowledged."""

    def __init__(self, link: str, sheet: int) -> None:
        super().__init__(name=f"sheet {sheet}", daemon=True)
        self.sheet = sheet
        self.typed: list[int] = []
        """Points of the first camp in the acknowledged lines, in order."""
        self.ended = threading.Event()
        parts = urlsplit(link)
        self._base = f"{parts.scheme}://{parts.netloc}"
        self._lines: list[dict[str, Any]] = []
        self._key = ""
        self._key = json.loads(self._post("/api/acces/table", {"token": parts.path.rpartition("/")[2]})[1])[
            "token"
        ]
        asked = urllib.request.Request(f"{self._base}/api/parties/{sheet}")  # noqa: S310
        asked.add_header("Authorization", f"Bearer {self._key}")
        with urllib.request.urlopen(asked, timeout=5) as answer:  # noqa: S310
            self._opening = json.loads(answer.read())["opening"]

    def run(self) -> None:
        """Enter a donne every `PACE` seconds, until there are `DONNES` or `ended` is set."""
        while len(self._lines) < DONNES and not self.ended.wait(PACE):
            points = 20 + 7 * len(self._lines)
            entry = {"points": [points, 157 - points]}
            line = {
                "uuid": str(uuid.uuid4()),
                "rang": len(self._lines) + 1,
                "entry": entry,
                "opening": self._opening,
            }
            self._lines.append(line)
            self._send(line)
            self.typed.append(points)

    def resend(self) -> None:
        """Send all lines again with their ids, as tablets do to a server with other records, and wait until each is acknowledged."""
        for line in self._lines:
            self._send(line)

    def _send(self, line: dict[str, Any]) -> None:
        status, answer = 0, b""
        for _ in range(600):
            try:
                status, answer = self._post(f"/api/parties/{self.sheet}/entries", line)
            except (OSError, http.client.HTTPException):
                status, answer = 0, b""
            if status in {200, 201}:
                return
            if b"rang-attendu" in answer and line is self._lines[-1]:
                # This server has another past than the one before.
                for earlier in self._lines[:-1]:
                    self._send(earlier)
            elif status not in {0, 429, 503, 507}:
                raise AssertionError((status, answer))
            time.sleep(0.5)
        raise AssertionError(status)

    def _post(self, path: str, content: dict[str, Any]) -> tuple[int, bytes]:
        head = {"Content-Type": "application/json"}
        if self._key:
            head["Authorization"] = f"Bearer {self._key}"
        asked = urllib.request.Request(f"{self._base}{path}", json.dumps(content).encode(), head)  # noqa: S310
        try:
            with urllib.request.urlopen(asked, timeout=5) as answer:  # noqa: S310
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()


class Printer(threading.Thread):
    """Client that prints blank sheets, each PDF other than those before, so that none is cached."""

    def __init__(self, base: str, title: str) -> None:
        super().__init__(name=title, daemon=True)
        self._base, self._title = base, title
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.ended = threading.Event()
        self.documents: list[bytes] = []
        """Contents of the responses, in order."""

    def run(self) -> None:
        """Open a session, then request one PDF after the other until `ended` is set; a failed request is ignored."""
        self._browser.open(f"{self._base}/imprimer", timeout=60).read()
        while not self.ended.is_set():
            seats, copies = 2 + len(self.documents) % 5, 20 + len(self.documents)
            asked = f"/feuilles/libre.pdf?places={seats}&copies={copies}&titre={self._title}"
            with contextlib.suppress(OSError):
                self.documents.append(self._browser.open(f"{self._base}{asked}", timeout=300).read())
