"""News: what was last written about, kept in memory, so that pages elsewhere know when to look again.

A topic is a partie, a tournament, a part of one, or everything; its version is the number of the last event about it. Nothing is
asked of the file for it: what was written before this process began counts as new once.
"""

import threading
from collections.abc import Callable, Iterable

EVERYTHING = ""
ANEW = "*"
"""The topic of other records in the place of those before."""
MOST_NUDGES = 2**20 - 1
"""Their numbers come round after so many; by then a partie has long gone on."""


def common(scope: str) -> str:
    """The topic of what concerns all parts of a subject, by the scope of the subject."""
    return f"{scope}/*"


class News:
    """The versions of topics. Written by whoever writes events, read from any thread."""

    def __init__(self, head: int = 0) -> None:
        """`head` is the number of the last event so far."""
        self.head = head
        """The number of the last event: what is read from now on shows all up to it."""
        self.listener: Callable[[frozenset[str]], None] = lambda _topics: None
        """Told of topics that have news, by the thread that wrote; nothing may hold it up."""
        self.latest: float = head
        """The same, with what was told since that is no event."""
        self._since = head
        self._nudges = 0
        self._versions: dict[str, float] = {}
        self._lock = threading.Lock()

    def version(self, topics: Iterable[str]) -> float:
        """The number of the last event about any of these topics; a little more where they were nudged since."""
        return max((self._versions.get(topic, self._since) for topic in topics), default=self._since)

    def tell(self, written: Iterable[tuple[int, Iterable[str]]]) -> None:
        """Tell of events that are durable now: their numbers and topics."""
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
        """Tell of something about these topics that is no event: their version lies between the last event and the next one."""
        about = frozenset(topics)
        with self._lock:
            self._nudges = self._nudges % MOST_NUDGES + 1
            self.latest = number = self.head + self._nudges / (MOST_NUDGES + 1)
            self._versions.update(dict.fromkeys(about, number))
        self.listener(about)
        return number

    def wake(self) -> None:
        """Let all who follow look again, though nothing was written."""
        self.listener(frozenset([ANEW]))

    def begin_anew(self, head: int) -> None:
        """Take all for new: other records have taken the place of those before."""
        with self._lock:
            self._versions.clear()
            self.latest = self.head = self._since = head
        self.wake()
