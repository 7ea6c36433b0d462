"""The first machine dies in the middle of a round, the second goes on, and the first wakes up again."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import threading
import time
import urllib.request
import uuid
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

from scorekeeper.config import Config
from scorekeeper.records import following, lives
from scorekeeper.records.following import Source
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import token_hash
from scorekeeper.server.follower import Connection
from scorekeeper.tournaments.access import table_links
from tests.soak import amount
from tests.tarot_table import PLAYERS
from tests.tournaments.desk import BY, draw, opened
from tests.web.process import Served

TABLES = 8
TOKEN = "A" * 22


def test_nothing_acknowledged_is_missing_after_a_takeover(tmp_path: Path) -> None:
    for turn in range(amount(1, 20)):
        folder = tmp_path / str(turn)
        folder.mkdir()
        with contextlib.ExitStack() as stack:
            take_over_once(folder, stack)


def take_over_once(folder: Path, stack: contextlib.ExitStack) -> None:
    one, two = folder / "one", folder / "two"
    with Store(Config(one).database) as store:
        t = draw(store, opened(store, 16))
        links = table_links.tokens(store, t.id, key=Config(one).secret_key(), by=BY)
        with store.write() as session:
            lives.put(session.connection, f"follower:{token_hash(TOKEN)}", "now")
    first = Served(one)
    stack.callback(first.kill)
    first.wait()
    source = Source(f"http://127.0.0.1:{first.port}/", TOKEN)
    copy = Connection(source, two).fetch()
    following.keep(two, source)
    copy.rename(Config(two).database)
    second = Served(two)
    stack.callback(second.kill)
    second.wait(status=503)
    sheets = [int(json.loads(send(first, "/api/parties", sheet())[1])["id"]) for _ in range(TABLES)]
    acknowledged: list[tuple[int, dict[str, object]]] = []
    tables = [threading.Thread(target=play, args=(first, number, acknowledged)) for number in sheets]
    for table in tables:
        table.start()
    time.sleep(6)
    first.kill()
    for table in tables:
        table.join()
    assert len(acknowledged) > TABLES
    resume(second)
    second.wait()
    # The tablets send again what the second machine may lack.
    for number, line in sorted(acknowledged, key=lambda item: (item[0], str(item[1]["rang"]).zfill(6))):
        assert send(second, f"/api/parties/{number}/entries", line)[0] in {200, 201}
    woken = Served(one, port=first.port)
    stack.callback(woken.kill)
    woken.wait()
    woken.wait(status=503)
    late = {"uuid": str(uuid.uuid4()), "rang": 999, "entry": {}}
    assert send(woken, f"/api/parties/{sheets[0]}/entries", late)[0] == 507
    for token in links.values():
        assert second.call("GET", f"/t/{token}")[0] == 200
    for server in (woken, second):
        server.kill()
    with Store(Config(two).database) as store, store.read() as session:
        for number, line in acknowledged:
            event = session.event(str(line["uuid"]))
            assert event is not None
            assert (event.partie, event.rang) == (number, line["rang"])


def sheet() -> dict[str, object]:
    return {"format": "scorekeeper/1", "game": "tarot", "players": list(PLAYERS)}


def send(server: Served, path: str, content: dict[str, object]) -> tuple[int, bytes]:
    body = json.dumps(content).encode()
    asked = urllib.request.Request(
        f"http://127.0.0.1:{server.port}{path}", body, {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(asked, timeout=20) as answer:  # noqa: S310
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def play(server: Served, number: int, acknowledged: list[tuple[int, dict[str, object]]]) -> None:
    """Enter line after line until the server is gone."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        for rang in range(1, 200):
            entry = {"preneur": PLAYERS[0], "contrat": "garde", "points": 20 + rang % 60, "bouts": 2}
            line = {"uuid": str(uuid.uuid4()), "rang": rang, "entry": entry}
            if send(server, f"/api/parties/{number}/entries", line)[0] == 201:
                acknowledged.append((number, line))


def resume(server: Served) -> None:
    """Press *Reprendre ici* on the machine itself."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    address = f"http://127.0.0.1:{server.port}/reprendre"
    page = browser.open(address, timeout=20).read().decode()
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token
    assert browser.open(address, urlencode({"csrf_token": token[1]}).encode(), timeout=20).status == 200
