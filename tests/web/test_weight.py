"""Bytes transferred until a page is visible, headers included, over real connections to the real server."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator

import pytest

from tests.web.process import Served, served

KB = 1000
PLAYERS = ["Anne", "Benoît", "Chloé", "David", "Émile"]
NEEDED = re.compile(r'<link rel="stylesheet" href="([^"]+)"|<script [^>]*src="([^"]+)"')


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("weight") / "data") as server:
        yield server


def fetched(server: Served, path: str) -> tuple[int, str]:
    """Return the size of a response on the wire, and its text."""
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    answer = server.raw(head.encode())
    status, _, content = answer.partition(b"\r\n\r\n")
    assert status.startswith(b"HTTP/1.1 200"), path
    return len(answer), gzip.decompress(
        content
    ).decode() if b"content-encoding: gzip" in status.lower() else ""


def weight(server: Served, path: str, known: set[str]) -> int:
    """Return the bytes of a page with all files needed to show and use it, without those already cached."""
    size, page = fetched(server, path)
    files = {first or second for first, second in NEEDED.findall(page)}
    assert any(name.endswith(".css") for name in files), path
    assert any(name.endswith(".js") for name in files), path
    size += sum(fetched(server, file)[0] for file in files - known)
    known |= files
    return size


def a_long_evening(server: Served) -> str:
    """Return a Tarot sheet of five players with sixty donnes."""
    entries = []
    for place in range(60):
        taker, called = PLAYERS[place % 5], PLAYERS[(place + 1 + place % 3) % 5]
        counts = {"bouts": place % 4, "points": 40 + place % 15}
        entries.append(
            {"preneur": taker, "appele": called, "contrat": ("prise", "garde")[place % 2], **counts}
        )
    sheet = {"format": "scorekeeper/1", "game": "tarot", "players": PLAYERS, "entries": entries}
    status, opened = server.call("POST", "/api/parties", sheet)
    assert status == 201
    return f"/parties/{opened['id']}"


def test_a_first_visit_and_a_next_page_are_light(running: Served) -> None:
    sheet = a_long_evening(running)
    pages = ["/", "/nouvelle/tarot", "/aide/tarot", "/joueurs"]
    for first, following in (
        ("/", pages),
        (sheet, [*pages, f"{sheet}/historique", f"{sheet}/lignes/30", sheet]),
    ):
        known: set[str] = set()
        assert weight(running, first, known) <= 40 * KB, first
        for path in following:
            assert weight(running, path, set(known)) <= 15 * KB, (first, path)


def test_cached_files_of_a_device_are_light(running: Served) -> None:
    assets = re.search(r"ASSETS = (\[.*?\]);", fetched(running, "/sw.js")[1])
    assert assets is not None
    files = json.loads(assets[1])
    assert len(files) > 10
    assert sum(fetched(running, path)[0] for path in files) <= 150 * KB


def test_french_and_english_fonts_are_light_and_cached_for_good(running: Served) -> None:
    assets = re.search(r"ASSETS = (\[.*?\]);", fetched(running, "/sw.js")[1])
    assert assets is not None
    fonts = [path for path in json.loads(assets[1]) if path.endswith(".woff2")]
    assert len(fonts) == 2
    assert sum(fetched(running, path)[0] for path in fonts) <= 45 * KB
    style = re.search(r'<link rel="stylesheet" href="([^"]+)"', fetched(running, "/")[1])
    assert style is not None
    named = re.findall(r'url\("\.\.(/files-[^"]+)"\)', fetched(running, style[1])[1])
    assert set(fonts) < set(named)
    assert len(named) == 3
