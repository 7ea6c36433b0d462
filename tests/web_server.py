"""The real app on a free port of the loopback, in a thread, stopped at the end of the block."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.serving import make_server

from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.records import epochs
from scorekeeper.records.backup import belongings
from scorekeeper.records.store import Store


def buffered(app: Flask) -> Callable[..., list[bytes]]:
    """Wrap an app so that each response body is read completely and closed before it is sent.

    Werkzeug's own server leaves the file of a response open when the browser disconnects while it is sent.
    """

    def answer(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        body = app(environ, start_response)
        try:
            return list(body)
        finally:
            if hasattr(body, "close"):
                body.close()

    return answer


@contextmanager
def served(app: Flask, port: int = 0) -> Iterator[str]:
    """Serve an app, on a free port unless one is given; yields its URL."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", port, buffered(app), threaded=True)
    # Polls often, so that the server stops at once.
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def serving(data: Path, port: int = 0) -> Iterator[str]:
    """Serve a new app on the data folder; yields its URL."""
    app = create_app(Config(data))
    try:
        with served(app, port) as address:
            yield address
    finally:
        app.extensions["store"].close()


def later_epoch(store: Store) -> str:
    """Return the epoch of a server that took over from a copy of these records."""
    with contextlib.closing(sqlite3.connect(store.backup())) as conn:
        return epochs.begin(conn, belongings.key(store.folder))
