"""Processes of the server: a worker, and a parent that supervises it.

A worker that dies is restarted: at once the first time, after a growing pause if it dies again soon. The parent logs each restart.
It ends only by a signal, or when the database has an error that a restart cannot fix.
"""

import asyncio
import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import wait
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings

from scorekeeper.app import create_app
from scorekeeper.config import Config, House
from scorekeeper.errors import Copied, StorageBroken, StorageError, StorageInUse, Superseded
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.paper.papers import Wish, html_of_paper
from scorekeeper.press.messages import PrintFailed
from scorekeeper.press.pdf import Printer
from scorekeeper.records import connection, replica_store
from scorekeeper.records.backup.requests import BackupThread
from scorekeeper.records.replica_store import CopyStore, open_records
from scorekeeper.records.store import Store
from scorekeeper.server import journal
from scorekeeper.server.bridge import Bridge
from scorekeeper.server.follower import FollowThread, HandOverThread, PeerThread, ServerUrls
from scorekeeper.server.old_names import forget_daily
from scorekeeper.system import raise_file_limit, share_arenas, stay_on_one_core
from scorekeeper.tournaments.checking import loss_sentence
from scorekeeper.web.core.reach import WaysIn

log = logging.getLogger("scorekeeper")

CONNECTIONS = 8192
HEAD_SECONDS = 10
"""Timeout in seconds for receiving a request's headers."""
STOP_SECONDS = 2
"""Seconds given to running requests when the server is stopped."""
SWITCH_SECONDS = 0.001
"""Interpreter switch interval in seconds. An act releases the interpreter at each call of SQLite, a dozen times; with
Python's default of 0.005, a page rendered in another thread would delay each of them by 5 ms."""
WARM_SECONDS = 15.0
"""Seconds after the start when the printer is warmed up."""
SWEEP_SECONDS = 1800.0
"""Seconds between two full garbage collections. Each one stops all threads for a third of a second with 250 sheets in memory."""
YOUNG = 10_000
"""Number of young objects from which a collection runs between two requests, in a millisecond or two. Forms, templates and
URLs have reference cycles, so each page leaves some hundred objects. A collection during a request would promote the request's own
objects to an older generation."""
CROWDED = 2 * YOUNG
"""Number of young objects from which they are collected even during requests, if there is no pause. `tidy` then collects the
older generation too. Without that, lasting objects scattered among garbage would keep its memory from being returned."""
LOCK_SECONDS = 5.0
"""Seconds that a restarted worker waits for its predecessor's lock."""
STEADY_SECONDS = 60.0
"""Lifetime in seconds after which a worker's death counts as the first one; earlier deaths make the next pause longer."""
PAUSES = (0, 1, 2, 4, 8, 15, 30)
"""Seconds before a worker is restarted, after one death, two in a row, and so on."""


@dataclass(frozen=True)
class Shared:
    """Flags in memory shared by the parent and its workers."""

    verified: Any
    """Whether the file was just verified, so that the first worker need not do it again."""
    gave_up: Any
    """Whether a worker found an error that a restart cannot fix."""
    planned: Any
    """Whether a worker exited on purpose: after a takeover by another server or this one, or when the disk is writable again."""


def worker(config: Config, shared: Shared) -> Any:
    """Return the RSGI application of a new worker process, after opening the records and starting the background threads."""
    _end_with_parent()
    share_arenas()
    config = replace(config, demo=config.demo_mark.exists())
    verify = not shared.verified.value
    shared.verified.value = 0
    try:
        store = _open(config, verify=verify)
    except StorageError as error:
        log.critical("%s", error)
        if config.demo:
            config.demo_mark.unlink(missing_ok=True)
        elif isinstance(error, StorageBroken):
            shared.gave_up.value = 1
            os.kill(os.getppid(), signal.SIGTERM)
        sys.exit(1)
    if store.lost is not None:
        log.error("%s", loss_sentence(store.lost))
    reach = WaysIn(config)
    # Only the server that writes the records announces their host name.
    name = "" if isinstance(store.refusing, (Copied, Superseded)) else config.name
    announcer = None
    if config.name:
        from scorekeeper.server.announcer import Announcer  # noqa: PLC0415 - only a room needs it

        announcer = Announcer(name, config.port, config.name)
    _start_threads(store, config, reach, announcer.other_servers if announcer else tuple)
    stay_on_one_core()
    app = create_app(config, store, reach)
    if config.json_log:
        journal.follow_requests(app)
    planned = partial(setattr, shared.planned, "value", 1)
    bridge = Bridge(app, store, tidy, planned, config.proxies)
    before_stopping(bridge.streams.end)
    keep_pauses_short()
    timer = threading.Timer(WARM_SECONDS, warm_up, [app.extensions["prints"].printer])
    timer.daemon = True
    timer.start()
    if announcer is None:
        return bridge
    from scorekeeper.server.https import Front  # noqa: PLC0415 - as the announcer

    return Front(bridge, config, reach, announcer, server_settings())


def _start_threads(store: Store, config: Config, reach: WaysIn, other_servers: ServerUrls) -> None:
    """Start the background threads: backups, automatic forgetting, and replication in this server's role."""
    if not store.read_only or isinstance(store.refusing, (Copied, Superseded)):
        BackupThread(store).start()
        threading.Thread(target=forget_daily, args=(store, House(config.data)), daemon=True).start()
    ports = (config.port, config.https_port) if config.name or config.addresses else (0, 0)
    if isinstance(store, CopyStore):
        FollowThread(store, ports, other_servers).start()
    elif replica_store.role(store) == replica_store.HOLDS:
        if followed := replica_store.source(store.folder, replica_store.FOLLOWED):
            HandOverThread(store, followed, ports, other_servers).start()
        if not config.demo:
            PeerThread(store, reach, other_servers).start()


def before_stopping(act: Callable[[], object]) -> None:
    """Make the process's event loop call `act` on a stop signal, before Granian's own handler.

    Granian then waits for all running responses, and streams would never end by themselves.
    """
    loop: Any = asyncio.get_event_loop_policy().get_event_loop()
    handle = loop.add_signal_handler

    def both(number: int, callback: Callable[..., object], *given: object) -> None:
        handle(number, lambda: (act(), callback(*given)))

    loop.add_signal_handler = both


def warm_up(printer: Printer) -> None:
    """Load the templates, the fonts and the printing process now, so that the first print is not delayed."""
    with contextlib.suppress(PrintFailed):
        printer.etag(html_of_paper("tirage", Wish()))
        printer.warm()


def keep_pauses_short(every: float = SWEEP_SECONDS) -> threading.Event:
    """Shorten the pauses of threads by a lower switch interval and less frequent garbage collection.

    A full collection runs every `every` seconds, until the returned event is set.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(CROWDED, 10**9, 10**9)

    ended = threading.Event()

    def sweep() -> None:
        while not ended.wait(every):
            gc.collect()

    threading.Thread(target=sweep, name="sweep", daemon=True).start()
    return ended


def tidy() -> None:
    """Collect garbage of the two younger generations, if there is much of it; called while no request is running."""
    young, crowded, _ = gc.get_count()
    if young >= YOUNG or crowded:
        gc.collect(1)


def _open(config: Config, *, verify: bool) -> Store:
    """Open the records, waiting up to `LOCK_SECONDS` for a predecessor that was just killed. Raises `StorageError`."""
    until = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            return open_records(config.database, verify=verify, allow_read_only=True)
        except StorageInUse:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def _end_with_parent() -> None:
    """Exit this process when its parent ends in any way, since nothing else would stop it."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()


def run(config: Config, host: str, port: int, *, verified: bool = False) -> bool:
    """Serve until stopped by Ctrl-C or SIGTERM. Return `False` when the server gave up. `verified`: the records were just checked."""
    finished = _run(config, host, port, verified=verified)
    if finished:
        with contextlib.suppress(StorageError):
            connection.fold_log(config.database)
    return finished


def _run(config: Config, host: str, port: int, *, verified: bool) -> bool:
    raise_file_limit(CONNECTIONS + 1024)
    with contextlib.suppress(OSError):
        config.demo_mark.unlink(missing_ok=True)
    if multiprocessing.get_start_method() == "forkserver":
        # The default of Python 3.14, with which a new worker would have to load the whole app again.
        multiprocessing.set_start_method("fork", force=True)
    shared = Shared(*(multiprocessing.Value("b", flag) for flag in (int(verified), 0, 0)))
    stopped, deaths = threading.Event(), 0
    _listen(stopped)
    while True:
        server, began = _granian(host, port), time.monotonic()
        server.on_startup(lambda server=server: stopped.is_set() and server.signal_handler_interrupt())
        ended = _served(server, partial(worker, config, shared))
        _listen(stopped)
        if ended or server.interrupt_signal or stopped.is_set():
            return not shared.gave_up.value
        deaths = deaths + 1 if time.monotonic() - began < STEADY_SECONDS else 1
        pause = PAUSES[min(deaths, len(PAUSES)) - 1]
        if shared.planned.value:
            log.info("%s", gettext("Le serveur repart de lui-même, comme prévu."))
        else:
            log.error("%s", _restarts(pause))
        shared.planned.value = 0
        if stopped.wait(pause):
            return not shared.gave_up.value


def _listen(stopped: threading.Event) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: stopped.set())


def _served(server: Any, load: Callable[[], Any]) -> bool:
    """Serve until stopped. Return `False` when the worker died or the address was in use."""
    try:
        server.serve(target_loader=load, wrap_loader=False)
    except SystemExit:
        return False
    except OSError as error:
        log.error("%s", error)  # noqa: TRY400 - one line
        return False
    return True


def _restarts(pause: int) -> str:
    if not pause:
        return gettext("Le serveur s’est interrompu ; il repart.")
    return ngettext(
        "Le serveur s’est encore interrompu ; il repart dans %(num)s seconde.",
        "Le serveur s’est encore interrompu ; il repart dans %(num)s secondes.",
        pause,
    )


def _granian(host: str, port: int) -> Any:
    """Return a Granian server with one worker. We restart it ourselves: Granian gives up after two deaths in a row."""
    own: dict[str, Any] = {"interface": Interfaces.RSGI, "workers": 1, "workers_kill_timeout": STOP_SECONDS}
    return Granian("scorekeeper", address=host, port=port, **own, **server_settings())


def server_settings() -> dict[str, Any]:
    """Return the settings common to the HTTP and HTTPS servers."""
    return {
        "http": HTTPModes.http1,
        "http1_settings": HTTP1Settings(header_read_timeout=HEAD_SECONDS * 1000, max_buffer_size=65536),
        "websockets": False,
        "backlog": 2048,
        "backpressure": CONNECTIONS,
        "log_level": "critical",
    }
