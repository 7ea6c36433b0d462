"""A cache for long parts of answers that many request: each is written once for each state of its content."""

import threading
from collections.abc import Callable

from flask import Blueprint, current_app
from markupsafe import Markup

from scorekeeper import i18n
from scorekeeper.records.cache import Cache

blueprint = Blueprint("fragments", __name__)
MOST = 8 * 2**20
"""Bytes kept; the ranking of 1,000 players takes some 400,000."""


class Fragments:
    """Texts by key, kept as UTF-8: one ’ doubles what a text takes as such. The least recently used are dropped first."""

    def __init__(self, most: int = MOST) -> None:
        """Keep `most` bytes; a single longer text is kept alone."""
        self._kept: Cache[bytes] = Cache(most)
        # Held while a text is written, so that only one thread at a time does such long work and the processor stays free
        # for the tables' entries. Reentrant: one text may be part of another. Cached texts do not wait for it.
        self._writing = threading.RLock()

    def once(self, key: tuple[object, ...], write: Callable[[], str]) -> str:
        """The text of that key, written by `write` when it is not kept."""
        text = self._kept.get(key, 0)
        if text is None:
            with self._writing:
                text = self._kept.get(key, 0)
                if text is None:
                    text = write().encode()
                    self._kept.put(key, 0, text, len(text))
        return text.decode()


def once(*key: object, write: Callable[[], str]) -> str:
    """A text of this app in the language of the moment; the key names its state in full, with the records' epoch."""
    fragments: Fragments = current_app.extensions["fragments"]
    return fragments.once((i18n.language(), current_app.extensions["store"].epoch, *key), write)


@blueprint.app_template_global("once")
def _in_template(*key: object, caller: Callable[[], Markup]) -> Markup:
    """A `call` block that is rendered once for each key; each time where a part of the key is `None`."""
    if None in key:
        return caller()
    # What the block rendered was escaped by the template.
    return Markup(once(*key, write=caller))  # noqa: S704
