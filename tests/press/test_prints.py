"""The print queue: one print for all requests of the same document, a place for each, and at most two for a device."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.errors import TooManyPrints
from scorekeeper.press import pdf as module
from scorekeeper.press.messages import Failure, PrintFailed
from scorekeeper.press.pdf import Print, Printer, Prints, Step
from tests.patience import until


class Slow(Printer):
    """A printer that prints one document at each release; a document that contains `fails` fails."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[str] = []
        self.go = threading.Semaphore(0)

    def cached_render(
        self, html: str, folder: Path, *, forms: bool = False, step: Step = lambda *_: None
    ) -> bytes:
        step(1, 3)
        assert self.go.acquire(timeout=30)
        self.made.append(html)
        if "fails" in html:
            raise PrintFailed(Failure.CRASHED, "as asked for")
        return f"%PDF-{html}".encode()


@pytest.fixture
def printer() -> Iterator[Slow]:
    slow = Slow()
    yield slow
    slow.go.release(100)


@pytest.fixture
def prints(printer: Slow, tmp_path: Path) -> Prints:
    return Prints(printer, tmp_path)


def finish(printer: Slow, *asked: Print) -> list[bytes]:
    """Let the printer finish as many prints as are `asked`; wait for these, 30 s at most each, and return their PDFs."""
    printer.go.release(len(asked))
    return [each.result.result(30) for each in asked]


def test_print_requested_by_eight_is_made_once(printer: Slow, prints: Prints) -> None:
    asked = [prints.ask("same", f"device {number}") for number in range(8)]
    assert len(set(asked)) == 1
    assert finish(printer, asked[0]) == [b"%PDF-same"]
    assert prints.ask("same", "late").result.result(0) == b"%PDF-same"
    assert printer.made == ["same"]


def test_waiting_print_knows_its_position_and_order_is_kept(printer: Slow, prints: Prints) -> None:
    asked = [prints.ask(f"{number}", f"device {number}") for number in range(4)]
    assert [prints.place(each) for each in asked] == [0, 1, 2, 3]
    assert [prints.find(each.token) for each in asked] == asked
    finish(printer, asked[0])
    until_next(prints, asked[1])
    assert [prints.place(each) for each in asked] == [0, 0, 1, 2]
    finish(printer, *asked[1:])
    assert printer.made == ["0", "1", "2", "3"]
    assert prints.find("x" * 16) is None


def until_next(prints: Prints, asked: Print) -> None:
    """Wait until a print is no longer queued."""
    until(lambda: not prints.place(asked))


def test_a_device_has_two_on_their_way_and_others_theirs(printer: Slow, prints: Prints) -> None:
    first, second = prints.ask("1", "tablet"), prints.ask("2", "tablet")
    with pytest.raises(TooManyPrints) as caught:
        prints.ask("3", "tablet")
    assert caught.value.retry_after > 0
    # A pending print is shared at no cost, and other devices have their own limit.
    assert prints.ask("2", "tablet") is second
    third = prints.ask("3", "phone")
    assert prints.ask("3", "tablet") is third
    finish(printer, first, second)
    until_next(prints, third)
    assert prints.ask("4", "tablet") is not None


def test_failure_reaches_every_waiter_and_is_retried(printer: Slow, prints: Prints) -> None:
    asked, same = prints.ask("fails", "a"), prints.ask("fails", "b")
    printer.go.release()
    for each in (asked, same):
        with pytest.raises(PrintFailed, match="crashed"):
            each.result.result(30)
    until(lambda: prints.ask("fails", "c") is not asked)


def test_full_queue_is_refused(prints: Prints, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAITING", 3)
    for number in range(4):
        prints.ask(f"{number}", f"device {number}")
    with pytest.raises(PrintFailed, match="busy"):
        prints.ask("4", "device 4")
    # Some places are reserved for the desk.
    asked = [prints.ask(f"desk {number}", f"desk {number}", desk=True) for number in range(module.RESERVED)]
    assert [prints.place(job) for job in asked] == [4, 5, 6, 7]
    with pytest.raises(PrintFailed, match="busy"):
        prints.ask("late", "late desk", desk=True)


def test_few_finished_prints_are_kept_and_no_thread_stays(
    printer: Slow, prints: Prints, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FINISHED", 2)
    asked = [prints.ask(f"{number}", f"device {number}") for number in range(4)]
    finish(printer, *asked)
    until(lambda: not any(thread.name == "print" for thread in threading.enumerate()))
    assert [prints.find(each.token) for each in asked] == [None, None, *asked[2:]]
    assert all(each.html == "" for each in asked)
