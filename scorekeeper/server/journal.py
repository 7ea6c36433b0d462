"""Log with one JSON object per line, for hosted servers: every request, and all other records.

Requests are logged by route and the numbers in their URL, never by the URL itself: links of tables and sheets are secrets, and
query strings contain typed text. A separate thread writes the lines, so that a blocked reader delays no request.
"""

import contextlib
import datetime as dt
import json
import logging
import queue
from logging.handlers import QueueHandler, QueueListener
from typing import Any

from flask import Flask, Response, request

ABOUT = "scorekeeper.about"
"""WSGI environ key: the dictionary in which a request puts its log fields."""
requests = logging.getLogger("scorekeeper.requests")

KEPT = 10_000
"""Limit of lines waiting to be written; further ones are dropped."""


class JsonLines(logging.Formatter):
    """Formatter of a record as one JSON object: time, level, and the message or the fields of a request."""

    def format(self, record: logging.LogRecord) -> str:
        at = dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(timespec="milliseconds")
        entry: dict[str, Any] = {"at": at, "level": record.levelname.lower()}
        entry |= getattr(record, "request", None) or {"message": record.getMessage()}
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class Waiting(QueueHandler):
    """Queue handler that drops records when the queue is full."""

    def enqueue(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(queue.Full):
            self.queue.put_nowait(record)


def set_up(*, as_json: bool) -> None:
    """Configure logging to standard error, for this process and its children."""
    handler = logging.StreamHandler()
    plain = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(JsonLines() if as_json else plain)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("scorekeeper").setLevel(logging.INFO)
    requests.setLevel(logging.WARNING)


def follow_requests(app: Flask) -> None:
    """Log each request of the app as JSON too, beside the messages of the server; a thread writes the lines."""
    app.after_request(_about)
    root = logging.getLogger()
    writers, waiting = list(root.handlers), Waiting(queue.Queue(KEPT))
    for writer in writers:
        writer.setFormatter(logging.Formatter("%(message)s"))
    waiting.setFormatter(JsonLines())
    root.handlers = [waiting]
    requests.setLevel(logging.INFO)
    QueueListener(waiting.queue, *writers).start()


def _about(response: Response) -> Response:
    """Put the log fields of a request into its environ: client address, route, and the numbers in the URL."""
    about = request.environ.get(ABOUT, {})
    about["from"] = request.remote_addr
    if request.url_rule is not None:
        values = (request.view_args or {}).items()
        about["route"] = request.url_rule.rule
        about.update((name, value) for name, value in values if isinstance(value, int))
    return response
