"""The printing child under stress: slow, using too much memory, killed, or busy."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorekeeper.press import worker
from scorekeeper.press.messages import Failure, PrintFailed
from scorekeeper.press.pdf import Limits, Printer
from tests.patience import until
from tests.press.pages import SHEET, children, long_page, page, text, warm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads processes in /proc")

SMALL = page("<p>Petit</p>")
ENDLESS = long_page(30_000)


@pytest.fixture
def alone() -> Iterator[Callable[[Limits], Printer]]:
    """Makes printers that are closed, without remaining processes, when the test ends."""
    before = set(children())
    made = []

    def make(limits: Limits) -> Printer:
        made.append(Printer(limits))
        return made[-1]

    yield make
    for printer in made:
        printer.close()
    assert set(children()) <= before


def failure(printer: Printer, html: str) -> Failure:
    with pytest.raises(PrintFailed) as failed:
        printer.render(html)
    assert "\n" not in str(failed.value)
    return failed.value.code


def only_child(printer: Printer, others: set[int]) -> int:
    warm(printer)
    (number,) = set(children()) - others
    return number


def ticks(process: int) -> int:
    """Return the processor time that a process has used, in hundredths of a second."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def once_at_work(process: int, act: signal.Signals | Callable[[], None]) -> threading.Thread:
    """In a thread, call a function, or send a signal to the child, once the child has done some work."""
    idle = ticks(process)

    def watch() -> None:
        until(lambda: ticks(process) > idle + 10)
        if isinstance(act, signal.Signals):
            os.kill(process, act)
        else:
            act()

    watching = threading.Thread(target=watch)
    watching.start()
    return watching


def test_nothing_starts_before_the_first_document(alone: Callable[[Limits], Printer]) -> None:
    before = set(children())
    alone(Limits())
    assert set(children()) == before


@pytest.mark.soak
def test_slow_job_is_stopped_and_the_next_one_printed(alone: Callable[[Limits], Printer]) -> None:
    others = set(children())
    printer = alone(Limits(seconds=2))
    number = only_child(printer, others)
    assert failure(printer, ENDLESS) is Failure.TOO_SLOW
    printer._limits = Limits()
    assert number not in children()
    assert "Petit" in text(printer.render(SMALL))


@pytest.mark.soak
def test_hanging_child_is_stopped(alone: Callable[[Limits], Printer]) -> None:
    others = set(children())
    printer = alone(Limits(seconds=1))
    os.kill(only_child(printer, others), signal.SIGSTOP)
    assert failure(printer, SMALL) is Failure.TOO_SLOW
    printer._limits = Limits()
    assert "Petit" in text(printer.render(SMALL))


@pytest.mark.soak
@pytest.mark.full
def test_greedy_job_ends_at_the_memory_limit(alone: Callable[[Limits], Printer]) -> None:
    printer = alone(Limits(memory=300 << 20))
    assert failure(printer, ENDLESS) is Failure.OUT_OF_MEMORY
    assert "Petit" in text(printer.render(SMALL))


def test_lack_of_memory_is_detected_in_several_exceptions() -> None:
    here, ample = 1 << 20, 1 << 50
    assert worker.lacked_memory(SystemError("error return without exception set"), here)
    assert not worker.lacked_memory(SystemError("error return without exception set"), ample)
    assert not worker.lacked_memory(ValueError("bad table"), here)
    assert worker.lacked_memory(OSError(errno.ENOMEM, "no room"), ample)
    outer = ValueError("bad font")
    outer.__context__ = MemoryError()
    assert worker.lacked_memory(outer, ample)


def test_child_killed_between_jobs_is_replaced_unnoticed(alone: Callable[[Limits], Printer]) -> None:
    others = set(children())
    printer = alone(Limits())
    number = only_child(printer, others)
    os.kill(number, signal.SIGKILL)
    # The process is a zombie while its other threads end, and can be reaped only after that.
    until(lambda: os.waitid(os.P_PID, number, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None)
    assert "Petit" in text(printer.render(SMALL))
    assert number not in children()


@pytest.mark.soak
def test_child_killed_at_work_fails_its_job_only(alone: Callable[[Limits], Printer]) -> None:
    others = set(children())
    printer = alone(Limits())
    for blow in (signal.SIGKILL, signal.SIGABRT, signal.SIGSEGV):
        killing = once_at_work(only_child(printer, others), blow)
        assert failure(printer, ENDLESS) is Failure.CRASHED
        killing.join()
        assert "Petit" in text(printer.render(SMALL))


@pytest.mark.soak
def test_child_is_replaced_after_its_jobs(alone: Callable[[Limits], Printer]) -> None:
    others = set(children())
    printer = alone(Limits(jobs=2))
    seen = []
    for _ in range(5):
        seen.append(only_child(printer, others))
        printer.render(SMALL)
    assert seen[0] == seen[1] != seen[2] == seen[3] != seen[4]


@pytest.mark.soak
@pytest.mark.full
def test_child_that_has_grown_is_replaced(alone: Callable[[Limits], Printer]) -> None:
    others = set(children())
    printer = alone(Limits(memory=600 << 20))
    printer.render(SMALL)
    first = only_child(printer, others)
    printer.render(long_page(1200))
    assert only_child(printer, others) != first


@pytest.mark.soak
@pytest.mark.full
def test_memory_of_a_large_server_replaces_no_child() -> None:
    code = (
        "from scorekeeper.press.pdf import Printer; from tests.press.pages import children, page, warm\n"
        "size = b'x' * (400 << 20)\n"
        "with Printer() as p:\n warm(p); first = children(); p.render(page('<p>Petit</p>')); warm(p)\n"
        " print(set(first) == set(children()), len(first))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "True 1\n"


def test_many_callers_get_their_own_document(alone: Callable[[Limits], Printer]) -> None:
    printer = alone(Limits())
    with ThreadPoolExecutor(12) as pool:
        documents = list(pool.map(lambda n: printer.render(page(f"<p>Feuille {n}.</p>")), range(30)))
    assert [text(document).split() for document in documents] == [["Feuille", f"{n}."] for n in range(30)]


@pytest.mark.soak
def test_closing_ends_running_jobs_and_refuses_new_ones(alone: Callable[[Limits], Printer]) -> None:
    before = set(children())
    printer = alone(Limits())
    closing = once_at_work(only_child(printer, before), printer.close)
    assert failure(printer, ENDLESS) is Failure.UNAVAILABLE
    closing.join()
    assert failure(printer, SMALL) is Failure.UNAVAILABLE
    # The child of another printer may be working or idle.
    assert set(children()) == before


@pytest.mark.soak
def test_document_that_cannot_be_laid_out_spares_the_child(alone: Callable[[Limits], Printer]) -> None:
    others = set(children())
    printer = alone(Limits())
    number = only_child(printer, others)
    assert failure(printer, page("<div>" * 3000)) is Failure.UNPRINTABLE
    printer.render(SMALL)
    assert only_child(printer, others) == number


def test_child_is_given_next_to_nothing(
    alone: Callable[[Limits], Printer], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", "/var/lib/club")
    monkeypatch.setenv("PATH", os.environ["PATH"])
    others = set(children())
    printer = alone(Limits())
    with (tmp_path / "club.db").open("wb"):
        number = only_child(printer, others)
    process = Path(f"/proc/{number}")
    names = {line.partition(b"=")[0] for line in (process / "environ").read_bytes().split(b"\0")}
    assert b"FONTCONFIG_FILE" in names
    assert not {b"SCOREKEEPER_DATA", b"PATH", b"USER"} & names
    assert not list((process / "cwd").iterdir())
    assert (process / "cwd").resolve() != Path.cwd()
    # Open descriptors: the null device, two pipes, and an unnamed file for standard error.
    targets = {(process / "fd" / fd.name).readlink().name for fd in (process / "fd").iterdir()}
    assert not any("club" in target or "socket" in target for target in targets)
    limits = (process / "limits").read_text()
    assert "Max address space         1073741824           1073741824" in limits
    assert "Max core file size        0                    0" in limits


def test_child_yields_to_the_server(alone: Callable[[Limits], Printer]) -> None:
    others = set(children())
    number = only_child(alone(Limits(nice=7)), others)
    assert os.getpriority(os.PRIO_PROCESS, number) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 7)


def test_child_leaves_the_network_where_the_system_allows(alone: Callable[[Limits], Printer]) -> None:
    allowed = subprocess.run(
        [sys.executable, "-c", "from scorekeeper.system import leave_network as l; print(l())"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    others = set(children())
    number = only_child(alone(Limits()), others)
    apart = Path(f"/proc/{number}/ns/net").readlink() != Path("/proc/self/ns/net").readlink()
    assert str(apart) == allowed


def test_child_ends_with_a_server_that_was_killed_and_tidies_up(tmp_path: Path) -> None:
    code = (
        "import os, signal; from scorekeeper.press.pdf import Printer; from tests.press.pages import children, warm\n"
        "p = Printer(); warm(p); print(*children(), flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert done.returncode == -signal.SIGKILL
    process = Path("/proc", done.stdout.strip())
    until(lambda: not process.exists() or "\nState:\tZ" in (process / "status").read_text())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.soak
@pytest.mark.full
def test_complete_sheet_is_the_same_after_all_this(alone: Callable[[Limits], Printer]) -> None:
    printer = alone(Limits())
    before = printer.render(SHEET)
    printer._limits = Limits(seconds=2)
    assert failure(printer, ENDLESS) is Failure.TOO_SLOW
    printer._limits = Limits()
    assert printer.render(SHEET) == before
