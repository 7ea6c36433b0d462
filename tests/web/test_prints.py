"""Printing over HTTP: a program gets its document in one response, a browser sees its place in the queue, no thread is held."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response

from scorekeeper.press.messages import Failure, PrintFailed
from scorekeeper.press.pdf import Printer
from scorekeeper.web import live
from scorekeeper.web.paper import sheets
from tests.web.browsing import Visit

READER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def go(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Semaphore]:
    """Prints one document at each release; every wait is short."""
    gate = threading.Semaphore(0)

    def slow(_self: Printer, html: str, _folder: Path, **_: Any) -> bytes:
        assert gate.acquire(timeout=30)
        return f"%PDF-{len(html)}".encode()

    monkeypatch.setattr(Printer, "cached_render", slow)
    monkeypatch.setattr(sheets, "PATIENCE", 0.0)
    yield gate
    gate.release(100)
    for thread in threading.enumerate():
        if thread.name == "print":
            thread.join(30)


def test_a_reader_sees_the_place_and_is_led_to_the_sheet(app: Flask, go: threading.Semaphore) -> None:
    others = [Visit(app.test_client()) for _ in range(3)]
    for seats, other in enumerate(others, 3):
        other.get("/imprimer")
        assert other.client.get(f"/feuilles/libre.pdf?places={seats}", headers=READER).status_code == 303
    visit = Visit(app.test_client())
    visit.get("/imprimer")
    address = "/feuilles/tarot.pdf?langue=en"
    answer = visit.client.get(address, headers=READER)
    assert answer.status_code == 303
    queue = answer.headers["Location"]
    shown = visit.client.get(queue)
    assert "Votre impression\u00a0: 3ᵉ dans la file." in shown.get_data(as_text=True)
    assert (shown.status_code, shown.headers["Refresh"]) == (200, "2")
    go.release(4)
    prints = app.extensions["prints"]
    job = prints.find(queue.split("/")[2].partition("?")[0])
    assert job.result.result(30).startswith(b"%PDF-")
    ready = visit.get(queue)
    assert "Votre impression est prête." in ready.text
    assert address in ready.links
    assert visit.client.get(queue).headers["Refresh"] == f"0;url={address}"
    sheet = visit.client.get(address, headers=READER)
    assert (sheet.status_code, sheet.mimetype) == (200, "application/pdf")


def test_third_print_of_a_device_must_wait(visit: Visit, go: threading.Semaphore) -> None:
    visit.get("/imprimer")
    answers = [
        visit.client.get(f"/feuilles/libre.pdf?places={seats}", headers=READER) for seats in (3, 4, 5, 4)
    ]
    assert [answer.status_code for answer in answers] == [303, 303, 429, 303]
    assert int(answers[2].headers["Retry-After"]) > 0
    assert "attend déjà deux impressions" in answers[2].get_data(as_text=True)


def test_client_without_cookies_is_counted_by_address(app: Flask, go: threading.Semaphore) -> None:
    def ask(seats: int, address: str) -> int:
        client = app.test_client(use_cookies=False)
        where = {"REMOTE_ADDR": address}
        return client.get(
            f"/feuilles/libre.pdf?places={seats}", headers=READER, environ_base=where
        ).status_code

    assert [ask(seats, "192.168.1.9") for seats in (3, 4, 5)] == [303, 303, 429]
    assert ask(5, "192.168.1.10") == 303


def test_strangers_filling_the_queue_do_not_block_the_desk(
    app: Flask, visit: Visit, go: threading.Semaphore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.press.pdf.WAITING", 2)

    def ask(seats: int, number: int) -> int:
        where = {"REMOTE_ADDR": f"192.168.1.{number}"}
        address = f"/feuilles/libre.pdf?places={seats}"
        return app.test_client().get(address, headers=READER, environ_base=where).status_code

    assert [ask(number, number) for number in (3, 4, 5, 6)] == [303, 303, 303, 503]
    assert visit.client.get("/feuilles/libre.pdf?places=7", headers=READER).status_code == 303


def test_a_program_waits_for_its_document(app: Flask, go: threading.Semaphore) -> None:
    threading.Timer(0.2, go.release).start()
    answer = app.test_client().get("/feuilles/tarot.pdf")
    assert (answer.status_code, answer.data[:5]) == (200, b"%PDF-")
    # A HEAD request prints nothing.
    assert app.test_client().head("/feuilles/couillon.pdf").status_code == 200


def test_waiting_server_is_handed_the_unfinished_print(app: Flask) -> None:
    offer: list[live.Deferred] = []
    content: Future[bytes] = Future()
    with app.test_request_context(environ_overrides={live.PARKING: offer}):
        assert live.fill(Response(), content, 0.1)
        assert offer == [live.Deferred(content, 0.1)]
        content.set_result(b"ready")
        response = Response()
        assert live.fill(response, content, 0.1)
    assert (response.get_data(), len(offer)) == (b"ready", 1)


def test_without_a_printer_readers_print_the_page(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> bytes:
        raise PrintFailed(Failure.UNAVAILABLE)

    monkeypatch.setattr(Printer, "cached_render", broken)
    answer = visit.client.get("/feuilles/tarot.pdf?copies=2", headers=READER)
    page = answer.get_data(as_text=True)
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    head, body = page.split("<body", 1)
    assert "<title>" in head
    assert body.index(">") < body.index('<p class="no-pdf">Sans Pango') < body.index("feuille de marque")
    assert visit.client.get("/feuilles/tarot.pdf").status_code == 503


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "", "/nothing"])
def test_a_print_that_is_no_longer_known_leads_to_a_page_of_ours(visit: Visit, back: str) -> None:
    answer = visit.client.get("/impressions/AAAAAAAAAAAAAAAA", query_string={"retour": back})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/imprimer")
    answer = visit.client.get("/impressions/AAAAAAAAAAAAAAAA?retour=/feuilles/tarot.pdf")
    assert answer.headers["Location"] == "/feuilles/tarot.pdf"
