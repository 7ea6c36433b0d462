"""News: in-memory versions of topics, so that live pages know when to reload.

A topic is a partie, a tournament, a part of one, or everything. Its version is the number of the last event about it. The database
is not read for it: a topic without an event since the process started has the version of the start.
"""

import threading
from collections.abc import Callable, Iterable

EVERYTHING = ""
ANEW = "*"
"""Topic that wakes every listener, for example after the records were replaced."""
MOST_NUDGES = 2**20 - 1
"""Number of nudges after which their counter restarts; by then there have been further events."""


def common(scope: str) -> str:
    """Return the topic of events that concern all parts of a subject, given its scope."""
    return f"{scope}/*"


class News:
    """Versions of topics. Updated by threads that write events, readable from any thread."""

    def __init__(self, head: int = 0) -> None:
        """Start with `head`, the number of the last event."""
        self.head = head
        """Number of the last durable event; later reads include it."""
        self.listener: Callable[[frozenset[str]], None] = lambda _topics: None
        """Callback with the topics that have changed, called by the writing thread; it must not block."""
        self.latest: float = head
        """Highest version of any topic, nudges included."""
        self._since = head
        self._nudges = 0
        self._versions: dict[str, float] = {}
        self._lock = threading.Lock()

    def version(self, topics: Iterable[str]) -> float:
        """Return the number of the last event about any of these topics, plus a fraction if they were nudged since."""
        return max((self._versions.get(topic, self._since) for topic in topics), default=self._since)

    def publish(self, written: Iterable[tuple[int, Iterable[str]]]) -> None:
        """Update the versions after durable events, given as numbers and topics, and call the listener."""
        changed: set[str] = set()
        with self._lock:
            for number, topics in written:
                about = {EVERYTHING, *topics}
                changed |= about
                self.head = max(self.head, number)
                for topic in about:
                    self._versions[topic] = max(self._versions.get(topic, 0), number)
            self.latest = max(self.latest, self.head)
        if changed:
            self.listener(frozenset(changed))

    def nudge(self, topics: Iterable[str]) -> float:
        """Raise the version of topics without an event, to between the last event and the next, and return it."""
        about = frozenset(topics)
        with self._lock:
            self._nudges = self._nudges % MOST_NUDGES + 1
            self.latest = number = self.head + self._nudges / (MOST_NUDGES + 1)
            self._versions.update(dict.fromkeys(about, number))
        self.listener(about)
        return number

    def wake_all(self) -> None:
        """Call the listener with `ANEW`, so that all live pages check again, though nothing was written."""
        self.listener(frozenset([ANEW]))

    def reset(self, head: int) -> None:
        """Reset all versions to `head`, after other records have replaced the former ones, and wake all live pages."""
        with self._lock:
            self._versions.clear()
            self.latest = self.head = self._since = head
        self.wake_all()
