"""Answers whose content comes later: a request waits for it without a thread, where the server in front of the app can do that.

The server offers a list in the environment of a request. A view that has to wait puts what it waits for into it and answers with
the head alone; the server sends the content with that head once it is there. When it is not there in time, or failed, the
same request is made again, and says so.
"""

from concurrent.futures import Future
from dataclasses import dataclass

from flask import Response, request

OFFER = "scorekeeper.parking"
"""Key of the list in the environment; missing where the server cannot wait without a thread."""
WAITED = "scorekeeper.waited"
"""Key of what the same request waited for before; it failed, or is not there yet."""


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
    offer: list[Parked] | None = request.environ.get(OFFER)
    if offer is not None and not content.done():
        offer.append(Parked(content, seconds))
        return True
    try:
        response.set_data(content.result(0 if WAITED in request.environ else seconds))
    except TimeoutError:
        return False
    return True
