"""Parts of a sheet that a line changed, as the answer to the tablet that wrote it: a page is put together from that and from the page before.

The page says, in its form, what it shows; a script sends that with the line. Only where nothing but this line is new does a part
answer; otherwise, and without a script, the whole sheet follows.
"""

from secrets import token_hex

from flask import Response, g, request, url_for

from scorekeeper.i18n import language
from scorekeeper.parties import Partie
from scorekeeper.web.core.request_values import store
from scorekeeper.web.live import table_topics
from scorekeeper.web.tournaments.permissions import sheet_place

HEADER = "X-Part"
"""Asks for a part by what the page shows; the answer says of which page it is a part."""
RUN = token_hex(4)
"""Names this process: a page of another version of the app is not mixed with this one."""


def shown_mark(partie: Partie) -> str:
    """Names what a page of a sheet shows: its records, its language, and how far the sheet has come."""
    return f"{store().epoch}-{RUN}-{language()}-{partie.id}-{partie.revision}"


def changed_since(before: Partie, now: Partie) -> int | None:
    """The first line whose row is another one than before; `None` where the whole page has to follow."""
    alone = now.revision == before.revision + 1 and now.seating is before.seating
    goes_on = now.is_open and now.sheet.outcome is None
    if before.last_rang and alone and goes_on and request.headers.get(HEADER) == shown_mark(before):
        place = sheet_place(now.id)
        if place is None or store().news.version(table_topics(place)) <= g.seen:
            g.seen = now.last_seq
        return before.last_rang
    return None


def answer(partie: Partie, html: str) -> Response:
    """The part as it is sent."""
    return Response(html, headers={HEADER: url_for("parties.show", number=partie.id)})
