"""Answers that go on or come later, where the server in front of the app sends them without a thread; and parts of a sheet that a line
changed.

The server puts an offer into the environment of a request. A view that has to wait puts what it waits for into the list offered and
answers with the head alone; the server sends the content with that head once it is there. When it is not there in time, or failed,
the same request is made again, and says so.

A stream goes on, telling how new a page could be; those who may see a page may follow it. Where there is no offer, or no place, the
same address answers the same numbers once.

A part answers the tablet that wrote a line: a page is put together from that and from the page before. The page says, in its form,
what it shows; a script sends that with the line. Only where nothing but this line is new does a part answer; otherwise, and without
a script, the whole sheet follows.
"""

from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Protocol

from flask import Flask, Response, g, jsonify, request

from scorekeeper import tournaments as desk
from scorekeeper.i18n import language
from scorekeeper.parties import Partie
from scorekeeper.parties.acts import PARTIES
from scorekeeper.records.news import EVERYTHING, common
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts.common import TOURNAMENTS
from scorekeeper.tournaments.model import TableAt
from scorekeeper.tournaments.round_progress import SheetPlace
from scorekeeper.web.core.requests import partie_of, store
from scorekeeper.web.tournaments.permissions import Pages, Role, reader, sheet_place

blueprint = Pages("live", __name__)
PARKING = "scorekeeper.parking"
"""Key of the list in the environment; missing where the server cannot wait without a thread."""
WAITED = "scorekeeper.waited"
"""Key of what the same request waited for before; it failed, or is not there yet."""
OFFER = "scorekeeper.stream"
"""Key of the offer of a stream; missing where the server cannot send an answer that goes on."""
TYPE = "text/event-stream"
PART = "X-Part"
"""Asks for a part by what the page shows; the answer says of which page it is a part."""
RUN = token_hex(4)
"""Names this process: a page of another version of the app is not mixed with this one."""


@dataclass(frozen=True)
class Parked:
    """Condition that an answer waits for, and for how long."""

    content: Future[bytes]
    seconds: float


def raise_failure() -> None:
    """Raise what this request waited for ended with, if it failed."""
    waited: Future[bytes] | None = request.environ.get(WAITED)
    if waited is not None and waited.done():
        waited.result()


def fill(response: Response, content: Future[bytes], seconds: float) -> bool:
    """Make the content that of the answer, now or later; `False` when it was waited for in vain. Raises what it failed with."""
    offer: list[Parked] | None = request.environ.get(PARKING)
    if offer is not None and not content.done():
        offer.append(Parked(content, seconds))
        return True
    try:
        response.set_data(content.result(0 if WAITED in request.environ else seconds))
    except TimeoutError:
        return False
    return True


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


def how_new(records: Store, topics: Iterable[str]) -> dict[str, Any]:
    """State that a page is told: how new it could be, of which records, and whether another machine holds them now."""
    return {"epoch": records.epoch, "version": records.news.version(topics), "gave_way": records.gave_way}


def _followed(*topics: str) -> Response:
    """A stream about these topics, where that is asked for and offered; or how new they are now, and whether a stream is to be had."""
    offer: Offer | None = request.environ.get(OFFER)
    address = request.remote_addr or ""
    free = offer is not None and offer.streams.takes(reader(), address)
    if offer is not None and free and request.method == "GET" and request.headers.get("Accept") == TYPE:
        offer.taken = Followed(frozenset(topics), reader(), address)
        # nginx would keep the numbers until there are some kilobytes of them.
        return Response(mimetype=TYPE, headers={"X-Accel-Buffering": "no"})
    free = free and offer is not None and not offer.streams.has(reader())
    return jsonify(**how_new(store(), topics), free=free)


@blueprint.get("/parties/<number:number>/suivre")
def sheet(number: int) -> Response:
    """The stream of a sheet: what is written on it, and what becomes of its table."""
    partie_of(number)
    topics = [PARTIES.scope(number)]
    place = sheet_place(number)
    if place is not None:
        topics += table_topics(place)
    return _followed(*topics)


def table_topics(place: SheetPlace) -> list[str]:
    """Topic of a table of a tournament."""
    table = TableAt(place.round, place.table).place
    return [TOURNAMENTS.scope(place.tournament, table), common(TOURNAMENTS.scope(place.tournament))]


@blueprint.get("/tournois/<number:number>/suivre")
def tournament(number: int) -> Response:
    """The stream of a tournament, with `tout` also of what only one of its tables does there."""
    scope = TOURNAMENTS.scope(desk.read(store(), number).id)
    return _followed(scope if "tout" in request.args else common(scope))


@blueprint.get("/tournois/<number:number>/tables/suivre", role=Role.ORGANISATEUR)
def tables(number: int) -> Response:
    """The stream of the desk of a tournament: every line that is written."""
    desk.read(store(), number)
    return _followed(EVERYTHING)


@blueprint.app_template_global()
def shown_mark(partie: Partie) -> str:
    """Names what a page of a sheet shows: its records, its language, and how far the sheet has come."""
    return f"{store().epoch}-{RUN}-{language()}-{partie.id}-{partie.revision}"


def changed_since(before: Partie, now: Partie) -> int | None:
    """The first line whose row is another one than before; `None` where the whole page has to follow."""
    alone = now.revision == before.revision + 1 and now.seating is before.seating
    if before.last_rang and alone and not now.is_over and request.headers.get(PART) == shown_mark(before):
        place = sheet_place(now.id)
        if place is None or store().news.version(table_topics(place)) <= g.seen:
            g.seen = now.last_seq
        return before.last_rang
    return None


@blueprint.app_template_global()
def seen() -> float:
    """The number of the last event or nudge that this page surely shows."""
    number: float = g.get("seen", 0)
    return number


def install(app: Flask) -> None:
    """Note, before anything is read, how far the records have come. To be installed before whatever reads."""

    @app.before_request
    def note() -> None:
        g.seen = store().news.latest
