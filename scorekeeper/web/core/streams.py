"""Streams: an answer that goes on, telling how new a page could be; the server in front of the app sends it without a thread.

As for what is parked, the server puts an offer into the environment of a request, and a view that may follow takes it. Where there
is none, or no place, the same address answers the same numbers once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask, Response, g, jsonify, request

from scorekeeper.records.store import Store
from scorekeeper.web.core.request_values import store

OFFER = "scorekeeper.stream"
"""Key of the offer in the environment; missing where the server cannot send an answer that goes on."""
TYPE = "text/event-stream"


@dataclass(frozen=True)
class Followed:
    """Subject of a stream, and whose it is."""

    topics: frozenset[str]
    reader: str
    """The browser: it has one stream at a time."""
    address: str


class Open(Protocol):
    """The streams that are open."""

    def takes(self, reader: str, address: str) -> bool:
        """Whether there is place for another one."""

    def has(self, reader: str) -> bool:
        """Whether that browser has one."""


@dataclass
class Offer:
    """The server's offer to one request."""

    streams: Open
    taken: Followed | None = None


def answer(topics: frozenset[str], reader: str) -> Response:
    """A stream about these topics, where that is asked for and offered; or how new they are now, and whether a stream is to be had."""
    offer: Offer | None = request.environ.get(OFFER)
    address = request.remote_addr or ""
    free = offer is not None and offer.streams.takes(reader, address)
    if offer is not None and free and request.method == "GET" and request.headers.get("Accept") == TYPE:
        offer.taken = Followed(topics, reader, address)
        # nginx would keep the numbers until there are some kilobytes of them.
        return Response(mimetype=TYPE, headers={"X-Accel-Buffering": "no"})
    free = free and offer is not None and not offer.streams.has(reader)
    return jsonify(**how_new(store(), topics), free=free)


def how_new(records: Store, topics: Iterable[str]) -> dict[str, Any]:
    """State that a page is told: how new it could be, of which records, and whether another machine holds them now."""
    return {"epoch": records.epoch, "version": records.news.version(topics), "gave_way": records.gave_way}


def seen() -> float:
    """The number of the last event or nudge that this page surely shows."""
    number: float = g.get("seen", 0)
    return number


def install(app: Flask) -> None:
    """Note, before anything is read, how far the records have come. To be installed before whatever reads."""
    app.jinja_env.globals.update(seen=seen)

    @app.before_request
    def note() -> None:
        g.seen = store().news.latest
