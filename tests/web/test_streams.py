"""Event streams: one for each browser that may see the page, without a thread."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper import parties
from scorekeeper.server import streams
from scorekeeper.server.bridge import Bridge
from tests.patience import until_in_loop
from tests.tarot_table import BY, document, donne, new_uuid, sheet
from tests.web.process import served
from tests.web.test_server import Head
from tests.web_server import later_epoch

TYPE = "text/event-stream"


class Browser:
    """A connection of a browser that requests a stream."""

    def __init__(self) -> None:
        self.status = 0
        self.text = ""
        self.content = b""
        self.disconnected = asyncio.Event()

    def response_bytes(self, status: int, _headers: Any, content: bytes) -> None:
        self.status, self.content = status, content

    def response_stream(self, status: int, headers: list[tuple[str, str]]) -> Browser:
        assert "content-length" not in dict(headers)
        self.status = status
        return self

    async def send_str(self, text: str) -> None:
        self.text += text

    async def client_disconnect(self) -> None:
        await self.disconnected.wait()

    @property
    def numbers(self) -> list[int]:
        lines = [line.removeprefix("data: ") for line in self.text.splitlines()]
        return [json.loads(line)["version"] for line in lines if line.startswith("{")]


class Room:
    """The app behind its bridge, with browsers."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.store = app.extensions["store"]
        self.bridge = Bridge(app, self.store)
        self.streams = self.bridge.streams
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self, path: str, cookie: str = "", accept: str = TYPE) -> Browser:
        browser = Browser()
        headers = {
            "host": "127.0.0.1:8000",
            "accept": accept,
            "accept-language": "fr",
            **({"cookie": cookie} if cookie else {}),
        }
        head = Head(method="GET", path=path, client="192.168.1.7:5", headers=headers)
        self.tasks.append(asyncio.create_task(self.bridge.__rsgi__(head, browser)))
        await until_in_loop(lambda: bool(browser.status and (browser.content or browser.text)))
        return browser

    def cookie(self) -> str:
        """Return the session cookie of a new browser."""
        answer = self.app.test_client().get("/")
        return answer.headers["Set-Cookie"].partition(";")[0]


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in a thread of its own, since browser tests of the same process leave a running loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


@pytest.fixture
def room(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setattr(streams, "PAUSE", 0.01)
    room = Room(app)
    for _ in range(2):
        parties.open_partie(room.store, sheet(), uuid=new_uuid(), by=BY)
    return room


def write(room: Room, number: int, rang: int = 1) -> int:
    """Write a line from another device; return the number of its event."""
    parties.enter(room.store, number, uuid=new_uuid(), rang=rang, payload=donne(), by=BY)
    return int(room.store.tail()[0])


def test_stream_gets_its_own_sheet_and_blocks_no_thread(room: Room) -> None:
    async def evening() -> None:
        first = [await room.open("/parties/1/suivre", room.cookie()) for _ in range(20)]
        other = await room.open("/parties/2/suivre", room.cookie())
        assert {stream.status for stream in first} == {200}
        assert len(room.streams) == 21
        begun = room.store.news.version(["partie:1"])
        written = await asyncio.to_thread(write, room, 1)
        await until_in_loop(lambda: all(stream.numbers == [begun, written] for stream in first))
        assert other.numbers == [room.store.news.version(["partie:2"])]
        # A standby's next copy is published to all topics.
        await asyncio.to_thread(room.store.news.reset, 99)
        await until_in_loop(lambda: all(stream.numbers[-1] == 99 for stream in (*first, other)))
        # All streams are idle, and the threads are free.
        assert (await room.open("/parties", accept="text/html")).status == 200
        for stream in first:
            stream.disconnected.set()
        await until_in_loop(lambda: len(room.streams) == 1)
        room.streams.end()
        await asyncio.gather(*room.tasks)
        assert len(room.streams) == 0

    run(evening())


def test_takeover_is_sent_to_all_streams_at_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    later = later_epoch(room.store)
    # Only a stream that is woken sends it.
    monkeypatch.setattr(streams, "PULSE", 3600.0)
    # A server stops here, and its next process responds.
    monkeypatch.setattr(room.store, "needs_restart", lambda: False)

    async def evening() -> None:
        sheets = [await room.open(f"/parties/{number}/suivre", room.cookie()) for number in (1, 2)]
        assert not any("true" in stream.text for stream in sheets)
        assert await asyncio.to_thread(room.store.stop_if_superseded, later)
        await until_in_loop(lambda: all('"gave_way": true' in stream.text for stream in sheets))
        asked = await room.open("/parties/1/suivre", room.cookie(), "application/json")
        assert json.loads(asked.content)["gave_way"] is True
        page = await room.open("/parties/1", accept="text/html")
        assert b" data-gave-way>" in page.content
        assert "Une autre machine a repris la soirée" in page.content.decode()
        room.streams.end()
        await asyncio.gather(*room.tasks)

    run(evening())


def test_second_page_of_a_browser_replaces_its_stream(room: Room) -> None:
    async def evening() -> None:
        cookie = room.cookie()
        first = await room.open("/parties/1/suivre", cookie)
        asked = json.loads((await room.open("/parties/1/suivre", cookie, "application/json")).content)
        assert asked["free"] is False
        second = await room.open("/parties/2/suivre", cookie)
        await until_in_loop(lambda: "event: elsewhere" in first.text)
        await until_in_loop(room.tasks[0].done)
        assert len(room.streams) == 1
        second.disconnected.set()
        await asyncio.gather(*room.tasks)
        asked = json.loads((await room.open("/parties/1/suivre", cookie, "application/json")).content)
        assert asked["free"] is True

    run(evening())


def test_where_there_is_no_place_the_number_is_answered_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_OF_ADDRESS", 1)

    async def evening() -> None:
        kept = await room.open("/parties/1/suivre", room.cookie())
        late = await room.open("/parties/1/suivre", room.cookie())
        assert json.loads(late.content)["free"] is False
        kept.disconnected.set()
        await asyncio.gather(*room.tasks)
        assert (await room.open("/parties/1/suivre", room.cookie())).text
        room.streams.end()
        await asyncio.gather(*room.tasks)

    run(evening())


def test_stream_repeats_its_version_and_ends_in_time(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PULSE", 0.02)
    monkeypatch.setattr(streams, "LIFE", 0.3)

    async def evening() -> None:
        browser = await room.open("/parties/1/suivre", room.cookie())
        await asyncio.gather(*room.tasks)
        assert len(browser.numbers) > 2
        assert len(set(browser.numbers)) == 1

    run(evening())


def test_page_has_its_version_and_asks_for_the_current_one(app: Flask) -> None:
    store, client = app.extensions["store"], app.test_client()
    parties.open_partie(store, sheet(), uuid=new_uuid(), by=BY)
    page = client.get("/parties/1").get_data(as_text=True)
    assert f'data-seen="{store.tail()[0]}"' in page
    assert 'data-news="/parties/1/suivre"' in page
    parties.enter(store, 1, uuid=new_uuid(), rang=1, payload=donne(), by=BY)
    answer = client.get("/parties/1/suivre").get_json()
    assert answer == {"epoch": store.epoch, "version": store.tail()[0], "gave_way": False, "free": False}
    assert client.get("/parties/2/suivre").status_code == 404


def test_stream_of_the_real_server_follows_and_ends_with_it(tmp_path: Path) -> None:
    with served(tmp_path / "data") as server:
        status, opened = server.call("POST", "/api/parties", document())
        assert status == 201
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", f"/parties/{opened['id']}/suivre", headers={"Accept": TYPE})
        answer = connection.getresponse()
        assert answer.headers["Content-Type"].startswith(TYPE)
        assert next_number(answer) == 1
        server.call(
            "POST", f"/api/parties/{opened['id']}/entries", {"uuid": new_uuid(), "rang": 1, "entry": donne()}
        )
        assert next_number(answer) == 2
        assert server.stop() == 0
        # It was ended properly: the last chunk arrived.
        assert answer.read() == b"\n"
        connection.close()


def next_number(answer: http.client.HTTPResponse) -> int:
    while line := answer.readline():
        if line.startswith(b"data: "):
            return int(json.loads(line.removeprefix(b"data: "))["version"])
    raise AssertionError("no number came")
