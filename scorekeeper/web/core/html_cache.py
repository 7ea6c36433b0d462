"""A cache for long parts of answers that many request: each is written once for each state of its content."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from flask import Blueprint, current_app
from markupsafe import Markup

from scorekeeper import i18n

blueprint = Blueprint("fragments", __name__)
MOST = 16 * 2**20
"""Maximum number of characters cached; the ranking of 1,000 players takes some 400,000."""


class Fragments:
    """Texts by key; the least recently used are dropped first."""

    def __init__(self, most: int = MOST) -> None:
        """Keep `most` characters; a single longer text is kept alone."""
        self._most = most
        self._size = 0
        self._kept: OrderedDict[tuple[object, ...], str] = OrderedDict()
        self._lock = threading.Lock()
        # Held while a text is written, so that only one thread at a time does such long work and the processor stays free
        # for the tables' entries. Reentrant: one text may be part of another. Cached texts do not wait for it.
        self._writing = threading.RLock()

    def once(self, key: tuple[object, ...], write: Callable[[], str]) -> str:
        """The text of that key, written by `write` when it is not kept."""
        text = self._known(key)
        if text is None:
            with self._writing:
                text = self._known(key)
                if text is None:
                    text = write()
                    self._keep(key, text)
        return text

    def _known(self, key: tuple[object, ...]) -> str | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _keep(self, key: tuple[object, ...], text: str) -> None:
        with self._lock:
            self._kept[key] = text
            self._size += len(text)
            while self._size > self._most and len(self._kept) > 1:
                self._size -= len(self._kept.popitem(last=False)[1])


def once(*key: object, write: Callable[[], str]) -> str:
    """A text of this app in the language of the moment; the key names its state in full, with the records' epoch."""
    fragments: Fragments = current_app.extensions["fragments"]
    return fragments.once((i18n.language(), current_app.extensions["store"].epoch, *key), write)


@blueprint.app_template_global("once")
def _in_template(*key: object, caller: Callable[[], Markup]) -> Markup:
    """A `call` block that is rendered once for each key."""
    # What the block rendered was escaped by the template.
    return Markup(once(*key, write=caller))  # noqa: S704
