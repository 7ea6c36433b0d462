"""Takeovers in a row: the server dies in mid-round, its standby takes over, it restarts, and refuses lines from then on."""

from __future__ import annotations

import contextlib
import http.client
import re
import threading
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from scorekeeper.config import Config
from scorekeeper.records import connection, epochs, meta, replica_store
from scorekeeper.records.replica_store import Source
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import token_hash
from scorekeeper.server.follower import Connection
from scorekeeper.tournaments.access import table_links
from tests.patience import until
from tests.soak import amount
from tests.tarot_table import PLAYERS, document, new_uuid
from tests.tournaments.desk import BY, draw, opened
from tests.web.process import Served

TABLES, BREAKING = 8, 2
"""Number of tables that play, and of those whose tablet breaks with the server, so that it sends nothing again."""
ROUND = 250
"""Number of lines that all tables together write before the server is killed."""
TOKEN = "A" * 22
BUSY = 503


@dataclass
class Table:
    """A tablet with its sheet, the lines acknowledged to it, and one that was sent without a response (`None` without such)."""

    sheet: int
    acknowledged: list[dict[str, Any]] = field(default_factory=list)
    unsure: dict[str, Any] | None = None

    def play(self, server: Served) -> None:
        """Enter a line every 0.05 s, `ROUND` at most, until the server is down; a refused one (503) is resent every 0.5 s."""
        with contextlib.suppress(OSError, http.client.HTTPException):
            for _ in range(ROUND):
                rang = len(self.acknowledged) + 1
                entry = {"preneur": PLAYERS[0], "contrat": "garde", "points": 20 + rang % 60, "bouts": 2}
                self.unsure = {"uuid": new_uuid(), "rang": rang, "entry": entry}
                while (status := self.send(server, self.unsure)) == BUSY:
                    time.sleep(0.5)
                assert status in {200, 201}
                self.acknowledged.append(self.unsure)
                self.unsure = None
                time.sleep(0.05)

    def send(self, server: Served, line: dict[str, Any]) -> int:
        return server.call("POST", f"/api/parties/{self.sheet}/entries", line)[0]

    def send_again(self, server: Served) -> None:
        """Send all lines, also the unsure one, to a server in order with their UUIDs. Fails unless it accepts each."""
        for line in self.acknowledged:
            assert self.send(server, line) in {200, 201}
        if self.unsure:
            assert self.send(server, self.unsure) in {200, 201}
            self.acknowledged.append(self.unsure)
            self.unsure = None


def test_takeovers_in_a_row_lose_nothing_acknowledged(
    tmp_path: Path, counted: Callable[[str, int], None]
) -> None:
    turns = amount(1, 20)
    with contextlib.ExitStack() as stack:

        def serve(number: int, port: int | None = None, *, status: int = 200) -> Served:
            server = Served(tmp_path / str(number), port)
            stack.callback(server.kill)
            server.wait(status=status)
            return server

        links = prepare(tmp_path / "0")
        server, tables, broken = serve(0), list[Table](), list[Table]()
        elsewhere: dict[int, dict[int, str]] = {}
        for turn in range(1, turns + 1):
            copy_of(server, tmp_path / str(turn))
            follower = serve(turn, status=503)
            tables += [open_sheet(server, follower) for _ in range(TABLES - len(tables))]
            play_until_killed(server, tables)
            press(follower, "/reprendre")
            follower.wait()
            silent, tables = tables[:BREAKING], tables[BREAKING:]
            for table in tables:
                table.send_again(follower)
            woken = serve(turn - 1, server.port, status=503)
            for table in silent:
                elsewhere[table.sheet] = remove_missing_lines(follower, table)
            wait_until_superseded(woken, silent[0])
            until(partial(lists, follower, elsewhere), what="what only the first one has is not listed")
            broken += silent
            for token in links:
                assert follower.call("GET", f"/t/{token}")[0] == 200
            woken.kill()
            assert is_later(follower, woken)
            server = follower
        for table in [*tables, *broken]:
            entries = server.call("GET", f"/api/parties/{table.sheet}")[1]["sheet"]["entries"]
            maybe = [table.unsure["entry"]] if table.unsure else []
            wrote = [line["entry"] for line in table.acknowledged]
            assert entries in (wrote, wrote + maybe)
        # The list goes with the records from laptop to laptop, and nothing of it was applied.
        assert lists(server, elsewhere)
        press(server, "/secours/notees", "/secours/notees/fin")
        assert listed(server) == {}
    counted("takeovers in a row", turns)
    counted("acknowledged lines", sum(len(table.acknowledged) for table in [*tables, *broken]))
    counted("of them only on a list at the new desk", sum(map(len, elsewhere.values())))


def prepare(folder: Path) -> list[str]:
    """Create records with a drawn round of 16 people and an admitted standby in `folder`; return the tokens of its tables."""
    with Store(Config(folder).database) as store:
        t = draw(store, opened(store, 16))
        links = table_links.tokens(store, t.id, key=Config(folder).secret_key(), by=BY)
        with store.write() as session:
            meta.put(session.connection, f"follower:{token_hash(TOKEN)}", "now")
    return list(links.values())


def copy_of(server: Served, folder: Path) -> None:
    """Fetch the first copy of a server's records into the empty folder of a standby, as `scorekeeper follow` does."""
    source = Source(f"http://127.0.0.1:{server.port}/", TOKEN)
    copy = Connection(source, folder).fetch()
    replica_store.keep(folder, source)
    copy.rename(Config(folder).database)


def open_sheet(server: Served, follower: Served) -> Table:
    """Open a sheet on `server`, wait until `follower` has it, and return its table without lines."""
    table = Table(server.call("POST", "/api/parties", document())[1]["id"])
    until(lambda: follower.call("GET", f"/api/parties/{table.sheet}")[0] == 200)
    return table


def play_until_killed(server: Served, tables: list[Table]) -> None:
    """Let all tables play at the same time, and kill the server once they have written `ROUND` lines more than before."""

    def written() -> int:
        return sum(len(table.acknowledged) for table in tables)

    enough = written() + ROUND
    threads = [threading.Thread(target=table.play, args=(server,)) for table in tables]
    for thread in threads:
        thread.start()
    try:
        until(lambda: written() >= enough, 60, "no line is written", moved=written)
    finally:
        server.kill()
        for thread in threads:
            thread.join()


def remove_missing_lines(follower: Served, table: Table) -> dict[int, str]:
    """Remove from `table` the acknowledged lines that `follower` lacks. Return the text expected for each, by number of line."""
    known = len(entries(follower, table))
    table.acknowledged, lacking = table.acknowledged[:known], table.acknowledged[known:]
    # Two bouts: 41 points are needed.
    return {
        line["rang"]: f"Écrite — Anne, garde {gap:+}".replace("-", "−")
        if gap
        else "Écrite — Anne, garde juste faite"
        for line in lacking
        for gap in [line["entry"]["points"] - 41]
    }


def wait_until_superseded(woken: Served, table: Table) -> None:
    """Wait until the restarted server knows of the takeover: it refuses a line with status 507."""
    line = {"uuid": new_uuid(), "rang": 999, "entry": {}}
    until(lambda: table.send(woken, line) == 507)


def lists(server: Served, elsewhere: dict[int, dict[int, str]]) -> bool:
    """Return whether a server lists all lines of `elsewhere`; it may list more, whose response was lost."""
    on_list = listed(server)
    return all(lines.items() <= on_list.get(sheet, {}).items() for sheet, lines in elsewhere.items())


def listed(server: Served) -> dict[int, dict[int, str]]:
    """Return the texts of the lines on a server's list of lines from elsewhere, by sheet and number of line."""
    lines: dict[int, dict[int, str]] = {}
    for box in page(server, "/secours/notees").split("<h2>")[1:]:
        sheet = re.search(r"Feuille (\d+) · ", box)
        assert sheet
        rows = re.findall(r"<td><b>ligne (\d+)</b> · <bdi>(.*?)</bdi>", box)
        lines.setdefault(int(sheet[1]), {}).update((int(rang), text) for rang, text in rows)
    return lines


def entries(server: Served, table: Table) -> list[Any]:
    entries: list[Any] = server.call("GET", f"/api/parties/{table.sheet}")[1]["sheet"]["entries"]
    return entries


def is_later(server: Served, before: Served) -> bool:
    """Return whether the epoch on `server`'s home page is a later one of the records of `before`, signed with `before`'s key."""
    epoch = page(server, "/").partition('data-epoch="')[2].partition('"')[0]
    config = Config(before.data)
    with contextlib.closing(connection.connect(config.database, 10)) as conn:
        return epochs.is_later(epoch, epochs.history(conn), config.secret_key())


def page(server: Served, path: str) -> str:
    content: bytes = server.call("GET", path)[1]
    return content.decode()


def press(server: Served, path: str, action: str = "") -> None:
    """Load `path` for its CSRF token, and post it to `action` (by default `path`) on this machine. Fails unless it is 200."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    base = f"http://127.0.0.1:{server.port}"
    token = re.search(
        r'name="csrf_token" value="([^"]+)"', browser.open(base + path, timeout=60).read().decode()
    )
    assert token
    fields = urlencode({"csrf_token": token[1]}).encode()
    assert browser.open(base + (action or path), fields, timeout=60).status == 200
