"""The server process: it loses nothing when killed, starts without preparation, stops on request, and waits for no client."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.records.backup import copies
from scorekeeper.server import bridge
from scorekeeper.web import live
from tests.patience import until, until_in_loop
from tests.tarot_table import document, donne
from tests.web.process import Served, free_port, served

SOCKETS = 1000


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("server") / "data") as server:
        yield server


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"POST /api/score HTTP/1.1\r\nHost: localhost\r\nContent-",
        b"POST /api/score HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{",
    ],
    ids=["idle", "half a head", "half a body"],
)
@pytest.mark.soak
def test_thousand_stuck_connections_do_not_block_others(running: Served, sent: bytes) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, SOCKETS + 500)), hard))
    with contextlib.ExitStack() as stuck:
        for _ in range(SOCKETS):
            connection = stuck.enter_context(
                socket.create_connection(("127.0.0.1", running.port), timeout=60)
            )
            connection.sendall(sent)
        for _ in range(5):
            status, body = running.call("POST", "/api/score", document(donne()), timeout=120)
            assert (status, body["totals"]) == (200, [-80, -80, 240, -80])


def test_bodies_are_measured_before_anything_else(running: Served) -> None:
    head = b"POST /api/score HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
    declared = running.raw(head + b"Content-Length: 300000\r\n\r\n" + b" " * 300000)
    assert declared.startswith(b"HTTP/1.1 413")
    assert b"trop-grand" in declared
    huge = running.raw(head + b"Content-Length: 99999999999999999999999\r\n\r\n{")
    assert huge.startswith((b"HTTP/1.1 413", b"HTTP/1.1 400"))
    chunk = b"8000\r\n" + b" " * 0x8000 + b"\r\n"
    chunked = running.raw(head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 9 + b"0\r\n\r\n")
    assert chunked.startswith(b"HTTP/1.1 413")


def test_requests_reach_the_app_as_they_were_sent(running: Served) -> None:
    assert running.call("GET", "/api/parties/%D9%A1")[0] == 404
    assert running.call("GET", "/api/parties?status=%C3%A9t%C3%A9")[0] == 422
    assert running.call("HEAD", "/api/games")[0] == 200
    assert running.call("POST", "/api/score")[0] == 415
    assert running.call("GET", "/api/parties/1%2Fhistory")[0] == 404
    body = b'{"format": "scorekeeper/1"}'
    head = b"POST /api/score HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
    parts = b"".join(b"1\r\n" + bytes([sign]) + b"\r\n" for sign in body)
    assert running.raw(head + b"Transfer-Encoding: chunked\r\n\r\n" + parts + b"0\r\n\r\n").startswith(
        b"HTTP/1.1 422"
    )
    cookies = (
        b"PUT /api/score HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        b"Cookie: a=b\r\nCookie: langue=en\r\n\r\n"
    )
    assert b"This address does not accept that kind of request." in running.raw(cookies)


def test_only_the_names_it_was_started_for_are_answered(running: Served) -> None:
    for host, status in ((b"localhost", b"200"), (b"127.0.0.1:99", b"200"), (b"evil.example", b"400")):
        answer = running.raw(b"GET /api/games HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")
        assert answer.split()[1] == status


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_server_stops_on_request_during_a_transfer(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path / "data") as server:
        kept = http.client.HTTPConnection("127.0.0.1", server.port)
        kept.request("GET", "/api/games")
        kept.getresponse().read()
        with socket.create_connection(("127.0.0.1", server.port)) as half:
            half.sendall(b"POST /api/score HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
            assert server.stop(how) == 0
            # The server did not wait for the rest of the body, which it would have logged.
            with contextlib.suppress(ConnectionResetError):
                assert half.recv(1000) == b""
        kept.close()
    assert server.log.read_text().count("\n") == 2


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    with served(tmp_path / "data") as server:
        number = server.call("POST", "/api/parties", document(donne()))[1]["id"]
        (worker,) = server.workers()
        os.kill(worker, signal.SIGKILL)
        server.wait()
        assert server.workers() != [worker]
        assert server.call("GET", f"/api/parties/{number}")[1]["score"]["totals"] == [-80, -80, 240, -80]


@pytest.mark.soak
def test_deaths_in_quick_succession_are_logged_and_survived(tmp_path: Path) -> None:
    with served(tmp_path / "data") as server:
        for _ in range(2):
            (worker,) = server.workers()
            os.kill(worker, signal.SIGKILL)
            # The ending process must not answer the next request.
            until(lambda worker=worker: worker not in server.workers())  # type: ignore[misc]
            server.wait()
        os.kill(server.workers()[0], signal.SIGKILL)
        until(lambda: "2 secondes" in server.log.read_text())
        with pytest.raises(ConnectionRefusedError):
            server.call("GET", "/api/health")
        assert server.stop() == 0
    messages = [line.partition(" ERROR ")[2] for line in server.log.read_text().splitlines()[2:]]
    assert [line.replace("\u202f", " ") for line in messages] == [
        "Le serveur s’est interrompu ; il repart.",
        "Le serveur s’est encore interrompu ; il repart dans 1 seconde.",
        "Le serveur s’est encore interrompu ; il repart dans 2 secondes.",
    ]


@pytest.mark.soak
def test_a_worker_does_not_outlive_its_parent(tmp_path: Path) -> None:
    with served(tmp_path / "data") as server:
        (worker,) = server.workers()
        server.process.kill()
        server.process.wait()
        until(lambda: _is_zombie(worker), what="the worker goes on alone")
        with served(server.data) as again:
            assert again.call("GET", "/api/health")[0] == 200


def _is_zombie(process: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    return True


@pytest.mark.soak
def test_destroyed_database_ends_the_server_and_is_not_recreated(tmp_path: Path) -> None:
    with served(tmp_path / "data") as server:
        server.call("POST", "/api/parties", document(donne()))
        file = server.data / "scorekeeper.sqlite3"
        with file.open("r+b") as opened:
            opened.write(os.urandom(file.stat().st_size))
        assert server.call("POST", "/api/parties", document(donne()))[0] == 503
        assert server.process.wait(30) != 0
        assert "Traceback" not in server.log.read_text()
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "check", "--data", str(server.data)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert "scorekeeper restore" in done.stderr
    assert file.exists()


@pytest.mark.parametrize("own_port", [True, False])
def test_second_server_on_a_folder_or_port_stops_with_one_line(
    running: Served, tmp_path: Path, *, own_port: bool
) -> None:
    port = free_port() if own_port else running.port
    data = running.data if own_port else tmp_path
    command = [sys.executable, "-m", "scorekeeper", "serve", "--port", str(port), "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("scorekeeper serve: ")
    assert done.stderr.count("\n") == 1
    assert running.call("GET", "/api/health")[0] == 200


def test_backup_and_check_work_while_it_serves(running: Served) -> None:
    number = running.call("POST", "/api/parties", document(donne()))[1]["id"]
    for command in ("backup", "check"):
        done = subprocess.run(
            [sys.executable, "-m", "scorekeeper", command, "--data", str(running.data)],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert copies.copies(running.data / "backups")[-1].seq >= 2
    assert running.call("GET", f"/api/parties/{number}")[0] == 200


class Stuck:
    """A connection whose body never ends."""

    def __init__(self) -> None:
        self.answer: tuple[int, list[tuple[str, str]], bytes] | None = None

    def __aiter__(self) -> Stuck:
        return self

    async def __anext__(self) -> bytes:
        await asyncio.Event().wait()
        raise StopAsyncIteration

    def response_bytes(self, status: int, headers: list[tuple[str, str]], content: bytes) -> None:
        self.answer = (status, headers, content)


@dataclass
class Head:
    """The head of a request, as granian passes it."""

    method: str = "POST"
    path: str = "/"
    query_string: str = ""
    scheme: str = "http"
    http_version: str = "1.1"
    client: str = "127.0.0.1:5"
    server: str = "127.0.0.1:8000"
    headers: dict[str, str] = field(default_factory=lambda: {"content-length": "5"})


class Sound:
    """A store, as far as the bridge uses it."""

    def needs_restart(self) -> bool:
        return False


def in_its_own_loop(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a thread of its own, since browser tests of the same process leave a running loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def test_a_body_that_does_not_come_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "BODY_SECONDS", 0.05)
    stuck = Stuck()
    front = bridge.Bridge(lambda _environ, _start: [b"never"], Sound())  # type: ignore[arg-type]
    in_its_own_loop(front.__rsgi__(Head(), stuck))
    assert stuck.answer == (408, [("connection", "close")], b"")


def test_excess_requests_are_refused_with_a_retry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "WAITING", 2)
    gate = threading.Event()

    def slow(_environ: Any, start: Any) -> list[bytes]:
        gate.wait(120)
        start("200 OK", [])
        return [b"done"]

    async def crowd() -> list[int]:
        front = bridge.Bridge(slow, Sound())  # type: ignore[arg-type]
        everyone = [Stuck() for _ in range(4)]
        asked = [
            asyncio.create_task(front.__rsgi__(Head(method="GET"), connection)) for connection in everyone
        ]
        await until_in_loop(lambda: sum(connection.answer is not None for connection in everyone) == 2)
        gate.set()
        await asyncio.gather(*asked)
        return [connection.answer[0] for connection in everyone if connection.answer]

    assert in_its_own_loop(crowd()) == [200, 200, 503, 503]


class Answers(dict[int, Future[bytes]]):
    """A WSGI app that answers `/n` once its future `n` has a result, and `/now` at once."""

    def __call__(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        path = environ["PATH_INFO"]
        waited = environ.get(live.WAITED)
        if path == "/now":
            start("200 OK", [])
            return [b"now"]
        if waited is not None:
            failed = waited.done()
            start("503 Failed" if failed else "303 Later", [("X-Waited", "yes")])
            return [b"failed" if failed else b"later"]
        environ[live.PARKING].append(live.Deferred(self[int(path[1:])], 5.0 if path != "/99" else 0.01))
        start("200 OK", [("ETag", path), ("Content-Length", "0")])
        return [b""]


def test_request_waiting_for_a_print_holds_no_thread() -> None:
    app = Answers({number: Future() for number in (*range(50), 99)})

    async def evening() -> list[Any]:
        front = bridge.Bridge(app, Sound())  # type: ignore[arg-type]
        paths = [*(f"/{number}" for number in range(50)), "/99", "/now"]
        everyone = [Stuck() for _ in paths]
        asked = [
            asyncio.create_task(front.__rsgi__(Head(method="GET", path=path), connection))
            for path, connection in zip(paths, everyone, strict=True)
        ]
        await asyncio.wait_for(asked[-1], 10)
        assert not asked[0].done()
        for number in range(49):
            app[number].set_result(b"%PDF-" + bytes([number]))
        app[49].set_exception(RuntimeError("crashed"))
        await asyncio.gather(*asked)
        return [connection.answer for connection in everyone]

    answers = in_its_own_loop(evening())
    assert answers[3] == (200, [("etag", "/3"), ("content-length", "6")], b"%PDF-\x03")
    assert [answer[0] for answer in answers] == [200] * 49 + [503, 303, 200]
    assert answers[50][2] == b"later"


def test_acts_on_sheets_have_threads_of_their_own() -> None:
    gate = threading.Event()

    def slow(environ: Any, start: Any) -> list[bytes]:
        if environ["REQUEST_METHOD"] != "POST":
            gate.wait(120)
        start("200 OK", [])
        return [b"done"]

    quiet = []

    async def evening() -> None:
        front = bridge.Bridge(slow, Sound(), between=lambda: quiet.append(gate.is_set()))  # type: ignore[arg-type]
        heads = [
            Head(method="GET", path=path)
            for path in ("/", "/feuilles/tarot.pdf", "/parties/1")
            for _ in range(30)
        ]
        asked = [asyncio.create_task(front.__rsgi__(head, Stuck())) for head in heads]
        for path in ("/parties/1/saisies", "/api/parties/1/entries"):
            connection = Stuck()
            head = Head(path=path, headers={"content-length": "0"})
            await asyncio.wait_for(front.__rsgi__(head, connection), 10)
            assert connection.answer == (200, [], b"done")
        gate.set()
        await asyncio.gather(*asked)

    in_its_own_loop(evening())
    # Called once no request was running, and not before.
    assert quiet
    assert all(quiet)


def test_a_program_gets_its_sheet_in_one_answer(running: Served) -> None:
    number = running.call("POST", "/api/parties", document(donne()))[1]["id"]
    status, content = running.call("GET", f"/parties/{number}/feuille.pdf", timeout=120)
    assert (status, content[:5]) == (200, b"%PDF-")
    assert content.rstrip().endswith(b"%%EOF")


@pytest.mark.parametrize(
    ("method", "path", "lane"),
    [
        ("POST", "/parties/12/saisies", bridge.ACTS),
        ("POST", "/api/parties/12/entries", bridge.ACTS),
        ("DELETE", "/api/parties/12/entries/3", bridge.ACTS),
        ("POST", "/organisateur/entrer", bridge.DOORS),
        ("PUT", "/api/acces/organisateur", bridge.DOORS),
        ("GET", "/parties/12/feuille.pdf", bridge.PAPER),
        ("GET", "/api/tournois/1/affiche.pdf", bridge.PAPER),
        ("GET", "/imprimer/tarot", bridge.PAPER),
        ("GET", "/parties/12", bridge.PAGES),
        ("GET", "/organisateur", bridge.PAGES),
        ("POST", "/tournois/1/tours", bridge.PAGES),
        ("POST", "/parties", bridge.PAGES),
    ],
)
def test_requests_find_threads_by_their_kind(method: str, path: str, lane: str) -> None:
    assert bridge.lane(Head(method=method, path=path)) == lane
