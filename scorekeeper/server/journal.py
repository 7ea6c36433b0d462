"""The log as one JSON object a line, for those who host: every request, and whatever else is logged.

A request is told by its route and the numbers in its address, never by the address itself: the links of tables and sheets are
secrets, and what was typed stands in queries. Lines are written by a thread of their own, so that a reader who stops reading
holds up no request.
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
"""Key of the environment under which a request leaves what the log tells of it."""
requests = logging.getLogger("scorekeeper.requests")

KEPT = 10_000
"""Lines that wait for a reader; more are dropped."""


class JsonLines(logging.Formatter):
    """A record as one JSON object: when, how grave, and the sentence or what is known of a request."""

    def format(self, record: logging.LogRecord) -> str:
        at = dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(timespec="milliseconds")
        entry: dict[str, Any] = {"at": at, "level": record.levelname.lower()}
        entry |= getattr(record, "request", None) or {"message": record.getMessage()}
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class Waiting(QueueHandler):
    """Puts lines where the thread that writes them finds them."""

    def enqueue(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(queue.Full):
            self.queue.put_nowait(record)


def set_up(*, as_json: bool) -> None:
    """Log to the standard error, in this process and in those that it makes."""
    handler = logging.StreamHandler()
    plain = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(JsonLines() if as_json else plain)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("scorekeeper").setLevel(logging.INFO)
    requests.setLevel(logging.WARNING)


def follow_requests(app: Flask) -> None:
    """Log the app's requests too, from here on by a thread of this process."""
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
    """Leave for the log what may be told of a request: its route, the numbers in its address, and who asked."""
    about = request.environ.get(ABOUT, {})
    about["from"] = request.remote_addr
    if request.url_rule is not None:
        values = (request.view_args or {}).items()
        about["route"] = request.url_rule.rule
        about.update((name, value) for name, value in values if isinstance(value, int))
    return response
