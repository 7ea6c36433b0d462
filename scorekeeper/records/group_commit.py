"""Group commit: acts that wait for each other are written in one transaction and made durable by one sync.

One thread writes at a time. When it has written and others wait, it leaves the transaction open for the next one; the last one
commits. While the disk is busy with one group the next one gathers, and a single act waits for nobody.
"""

import contextlib
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack

from scorekeeper.errors import StorageBusy, StorageError

MOST = 16
"""Acts in one transaction; those who read wait for all of them."""


class Group:
    """Acts that share one transaction."""

    def __init__(self) -> None:
        self.transaction = ExitStack()
        self.acts = 0
        self.failure: StorageError | None = None
        """Why nothing of the group is written, or may not be."""
        self.ended = threading.Event()

    def end(self) -> None:
        """Make it durable; take it back when it has failed already."""
        failure, self.failure = self.failure, StorageBusy("the transaction did not end")
        try:
            with self.transaction:
                if failure is not None:
                    raise failure
            self.failure = None
        except StorageError as error:
            self.failure = error
        finally:
            self.ended.set()


class GroupCommit:
    """The turns of the threads that write; `transaction` is what a group is written in."""

    def __init__(self, transaction: Callable[[], AbstractContextManager[object]]) -> None:
        self._transaction = transaction
        self._turn = threading.Condition()
        self._writing = False
        self._open: Group | None = None
        self.waiting = 0
        """Threads that wait for their turn."""

    @contextlib.contextmanager
    def act(self, timeout: float) -> Iterator[Group]:
        """One thread's turn. It ends when its group has: what it saw of other acts in the group is durable by then too.

        Raises `StorageError` when no turn came within `timeout` seconds, or the group could not be made durable.
        """
        group = self._join(timeout)
        try:
            yield group
        finally:
            self._leave(group)
            group.ended.wait()
            if group.failure is not None:
                raise type(group.failure)(*group.failure.args) from group.failure

    def _join(self, timeout: float) -> Group:
        with self._turn:
            self.waiting += 1
            try:
                if not self._turn.wait_for(lambda: not self._writing, timeout):
                    raise StorageBusy("the turn to write")
            finally:
                self.waiting -= 1
            self._writing = True
        if self._open is None:
            group = Group()
            try:
                group.transaction.enter_context(self._transaction())
            except BaseException:
                self._pass_on()
                raise
            self._open = group
        self._open.acts += 1
        return self._open

    def _leave(self, group: Group) -> None:
        with self._turn:
            # Decided and passed on at once: nobody may give up waiting in between.
            if self.waiting and group.acts < MOST and group.failure is None:
                self._pass_on()
                return
        self._open = None
        try:
            group.end()
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        with self._turn:
            self._writing = False
            self._turn.notify()
