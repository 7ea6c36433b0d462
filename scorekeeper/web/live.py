"""Deferred responses and event streams, which the server sends without a thread; and partial pages after a new line.

The server puts an offer into the WSGI environ. A view that must wait appends the awaited future to the list and returns the
headers. The server sends them with the body once it is computed. After a timeout or failure, it runs the request again, marked.

A stream sends the versions of a page's topics; whoever may see a page may follow it. Without an offer, or a free place, the same
URL returns the present versions once.

A partial page answers a tablet that wrote a line. The page names its state in its form, and a script sends that with the line. If
only this line is new, the changed part is returned; otherwise, and without a script, the whole sheet.
"""

from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Protocol

from flask import Flask, Response, g, jsonify, request, session

from scorekeeper import tournaments as desk
from scorekeeper.i18n import language
from scorekeeper.parties import Partie
from scorekeeper.parties.acts import PARTIES
from scorekeeper.records.news import EVERYTHING, common
from scorekeeper.records.store import Store
from scorekeeper.tournaments.ledger import TOURNAMENTS
from scorekeeper.tournaments.model import TableAt
from scorekeeper.tournaments.round_progress import SheetPlace
from scorekeeper.web.core.requests import partie_of, store
from scorekeeper.web.tournaments import takeover
from scorekeeper.web.tournaments.permissions import Pages, Role, reader, sheet_place

blueprint = Pages("live", __name__)
PARKING = "scorekeeper.parking"
"""WSGI environ key: the list for deferred bodies; missing when the server cannot defer."""
WAITED = "scorekeeper.waited"
"""WSGI environ key: the future of an earlier attempt of this request, which failed or timed out."""
OFFER = "scorekeeper.stream"
"""WSGI environ key: the offer of a stream; missing when the server cannot send one."""
TYPE = "text/event-stream"
PART = "X-Part"
"""Header: in a request, the state of the page that wants a part; in a response, the URL of the page."""
RUN = token_hex(4)
"""Id of this process: parts are not mixed with pages of another version of the app."""


@dataclass(frozen=True)
class Deferred:
    """A response body that is still being computed, and the timeout in seconds."""

    content: Future[bytes]
    seconds: float


def raise_failure() -> None:
    """Raise the exception of this request's earlier attempt, if it failed."""
    waited: Future[bytes] | None = request.environ.get(WAITED)
    if waited is not None and waited.done():
        waited.result()


def fill(response: Response, content: Future[bytes], seconds: float) -> bool:
    """Set the body of a response, now or deferred. Returns `False` after a timeout; raises the exception of the future."""
    offer: list[Deferred] | None = request.environ.get(PARKING)
    if offer is not None and not content.done():
        offer.append(Deferred(content, seconds))
        return True
    try:
        response.set_data(content.result(0 if WAITED in request.environ else seconds))
    except TimeoutError:
        return False
    return True


@dataclass(frozen=True)
class Followed:
    """Topics of a stream, and its browser."""

    topics: frozenset[str]
    reader: str
    """Id of the browser, which may have one stream at a time."""
    address: str


class Open(Protocol):
    """The open streams."""

    def takes(self, reader: str, address: str) -> bool:
        """Return whether another stream can be opened."""

    def has(self, reader: str) -> bool:
        """Return whether this browser has a stream."""


@dataclass
class Offer:
    """The server's offer of a stream to one request."""

    streams: Open
    taken: Followed | None = None


def live_versions(records: Store, topics: Iterable[str]) -> dict[str, Any]:
    """Return the versions sent to a live page: epoch, version of the topics, and whether another server has taken over."""
    return {"epoch": records.epoch, "version": records.news.version(topics), "gave_way": records.superseded}


def _followed(*topics: str) -> Response:
    """Return a stream of these topics if requested and offered; else their version, and whether a stream is free."""
    offer: Offer | None = request.environ.get(OFFER)
    address = request.remote_addr or ""
    free = offer is not None and offer.streams.takes(reader(), address)
    if offer is not None and free and request.method == "GET" and request.headers.get("Accept") == TYPE:
        offer.taken = Followed(frozenset(topics), reader(), address)
        # nginx would otherwise buffer some kilobytes before sending any.
        return Response(mimetype=TYPE, headers={"X-Accel-Buffering": "no"})
    free = free and offer is not None and not offer.streams.has(reader())
    return jsonify(**live_versions(store(), topics), free=free)


@blueprint.get("/parties/<number:number>/suivre")
def sheet(number: int) -> Response:
    """Stream the versions of a sheet, with those of its table in a tournament."""
    partie_of(number)
    topics = [PARTIES.scope(number)]
    place = sheet_place(number)
    if place is not None:
        topics += table_topics(place)
    return _followed(*topics)


def table_topics(place: SheetPlace) -> list[str]:
    """Return the topics of a table of a tournament."""
    table = TableAt(place.round, place.table).place
    return [TOURNAMENTS.scope(place.tournament, table), common(TOURNAMENTS.scope(place.tournament))]


@blueprint.get("/tournois/<number:number>/suivre")
def tournament(number: int) -> Response:
    """Stream the versions of a tournament; with `tout`, also changes within a single table."""
    scope = TOURNAMENTS.scope(desk.read(store(), number).id)
    return _followed(scope if "tout" in request.args else common(scope))


@blueprint.get("/tournois/<number:number>/tables/suivre", role=Role.ORGANISATEUR)
def tables(number: int) -> Response:
    """Stream the versions of all records, for the organiser's page of tables: every line written."""
    desk.read(store(), number)
    return _followed(EVERYTHING)


@blueprint.app_template_global()
def page_state(partie: Partie) -> str:
    """Return the state that a page of a sheet shows: epoch, process, language, sheet and revision."""
    return f"{store().epoch}-{RUN}-{language()}-{partie.id}-{partie.revision}"


def changed_since(before: Partie, now: Partie) -> int | None:
    """Return the number of the first line whose row changed; `None` when the whole page is needed."""
    alone = now.revision == before.revision + 1 and now.seating is before.seating
    if before.last_rang and alone and not now.is_over and request.headers.get(PART) == page_state(before):
        place = sheet_place(now.id)
        if place is None or store().news.version(table_topics(place)) <= g.seen:
            g.seen = now.last_seq
        return before.last_rang
    return None


@blueprint.app_template_global()
def seen() -> float:
    """Return the number of the last event or nudge that this page surely shows."""
    number: float = g.get("seen", 0)
    return number


def install(app: Flask) -> None:
    """Install the hook that notes the latest version before a request reads anything, and compares epochs. Must be installed first."""

    @app.before_request
    def note() -> None:
        records = store()
        g.seen = records.news.latest
        if (request.headers.get(takeover.HEADER) or session.get(takeover.EPOCH)) != records.epoch:
            takeover.compare_epochs()
