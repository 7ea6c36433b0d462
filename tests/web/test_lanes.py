"""Order of service for many requests of the same resource."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from scorekeeper.server import bridge
from scorekeeper.server.bridge import Lane
from tests.web.test_server import Head, Sound, Stuck, in_its_own_loop


def test_least_served_comes_before_repeated_requests() -> None:
    asked: list[str] = []
    ready = threading.Event()

    def work(who: str) -> None:
        ready.wait(60)
        asked.append(who)

    async def play() -> None:
        lane = Lane("pages", 1)
        greedy = [asyncio.create_task(lane.run("greedy", work, f"greedy {number}")) for number in range(5)]
        await asyncio.sleep(0)
        fair = [asyncio.create_task(lane.run(who, work, who)) for who in ("one", "two")]
        await asyncio.sleep(0)
        ready.set()
        await asyncio.gather(*greedy, *fair)

    asyncio.run(play())
    assert asked == ["greedy 0", "one", "two", "greedy 1", "greedy 2", "greedy 3", "greedy 4"]


def test_latest_newcomer_does_not_wait_for_the_crowd_at_the_door() -> None:
    asked, ready = list[str](), threading.Event()

    def work(who: str) -> None:
        ready.wait(60)
        asked.append(who)

    async def play() -> None:
        lane = Lane("doors", 1)
        guessing = [asyncio.create_task(lane.run(f"guest {number}", work, "guest")) for number in range(40)]
        await asyncio.sleep(0)
        guessing.append(asyncio.create_task(lane.run("organiser", work, "organiser")))
        await asyncio.sleep(0)
        ready.set()
        await asyncio.gather(*guessing)

    asyncio.run(play())
    assert asked.index("organiser") == 1


def test_phone_behind_a_router_waits_for_no_other_that_repeats() -> None:
    asked, ready = list[str](), threading.Event()

    def work(who: str) -> None:
        ready.wait(60)
        asked.append(who)

    async def play() -> None:
        lane = Lane("pages", 1)
        phones = [asyncio.create_task(lane.run("router", work, "greedy", device=1)) for _ in range(50)]
        await asyncio.sleep(0)
        others = (lane.run("router", work, "fair", device=number) for number in range(2, 202))
        phones += map(asyncio.create_task, others)
        await asyncio.sleep(0)
        ready.set()
        await asyncio.gather(*phones)

    asyncio.run(play())
    assert asked == ["greedy", *["fair"] * 200, *["greedy"] * 49]


def test_one_address_leaves_a_thread_to_the_others() -> None:
    ready, asked = threading.Event(), list[str]()

    async def play() -> None:
        lane = Lane("pages", 3)
        greedy = [asyncio.create_task(lane.run("greedy", ready.wait, 10)) for _ in range(9)]
        await asyncio.sleep(0)
        await lane.run("other", asked.append, "other")
        assert not any(task.done() for task in greedy)
        ready.set()
        await asyncio.gather(*greedy)

    asyncio.run(play())
    assert asked == ["other"]


def test_more_than_may_wait_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "MOST_EACH", 2)
    ready = threading.Event()

    async def play() -> None:
        lane = Lane("pages", 1)
        tasks = [asyncio.create_task(lane.run("greedy", ready.wait, 10)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(bridge._Refusal):
            await lane.run("greedy", ready.wait, 10)
        ready.set()
        await asyncio.gather(*tasks)

    asyncio.run(play())


def test_waiting_client_is_answered_later_without_blocking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bridge, "REFUSED_SECONDS", 30.0)

    def app(environ: dict[str, Any], start: Any) -> list[bytes]:
        start("429 Wait" if environ["PATH_INFO"] == "/much" else "200 OK", [])
        return [b"answer"]

    async def crowd() -> tuple[Any, list[Any]]:
        front = bridge.Bridge(app, Sound())  # type: ignore[arg-type]
        greedy, others = Stuck(), [Stuck() for _ in range(20)]
        asked = asyncio.create_task(front.__rsgi__(Head(method="GET", path="/much"), greedy))
        for other in others:
            await asyncio.wait_for(front.__rsgi__(Head(method="GET"), other), 10)
        asked.cancel()
        return greedy.answer, [other.answer for other in others]

    assert in_its_own_loop(crowd()) == (None, [(200, [], b"answer")] * 20)
    monkeypatch.setattr(bridge, "REFUSED_SECONDS", 0.01)
    connection = Stuck()
    in_its_own_loop(bridge.Bridge(app, Sound()).__rsgi__(Head(method="GET", path="/much"), connection))  # type: ignore[arg-type]
    assert connection.answer == (429, [], b"answer")
