"""Transactions of a connection, and group commit: concurrent acts are written in one transaction and made durable by one sync.

One thread writes at a time. If others wait when it is done, it leaves the transaction open for the next one; the last one
commits. While the disk syncs one group, the next one collects. A single act does not wait.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field

from scorekeeper.errors import StorageBusy, StorageError

MOST = 16
"""Largest number of acts in one transaction; readers wait for the whole transaction."""


@contextlib.contextmanager
def transaction(conn: sqlite3.Connection, undone: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Commit the block, or roll it back and call `undone` when it raises. Inside another transaction, use a savepoint."""
    begin, commit, undo = "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"
    if conn.in_transaction:
        begin, commit, undo = "SAVEPOINT part", "RELEASE part", "ROLLBACK TO part"
    conn.execute(begin)
    try:
        yield
        conn.execute(commit)
    except BaseException:
        undone()
        # After some errors, such as a full disk, SQLite has rolled back everything.
        if conn.in_transaction:
            try:
                conn.execute(undo)
            except sqlite3.Error:
                conn.execute("ROLLBACK")
                raise
        raise


@dataclass
class Group:
    """Group of acts that share one transaction."""

    transaction: ExitStack = field(default_factory=ExitStack)
    acts: int = 0
    failure: StorageError | None = None
    """Error that prevented the commit, or that makes its outcome unknown; `None` after success."""
    ended: threading.Event = field(default_factory=threading.Event)

    def end(self) -> None:
        """Commit the transaction, or roll it back when `failure` is set."""
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
    """Queue of writing threads that groups their acts. `transaction` makes the context manager of a group's transaction."""

    def __init__(self, transaction: Callable[[], AbstractContextManager[object]]) -> None:
        self._transaction = transaction
        self._turn = threading.Condition()
        self._writing = False
        self._open: Group | None = None
        self.waiting = 0
        """Number of threads that wait for their turn."""

    @contextlib.contextmanager
    def act(self, timeout: float) -> Iterator[Group]:
        """Run the block as one act. Returns when its group is durable, and with it everything that the act read from the group.

        Raises `StorageError` when the turn did not come within `timeout` seconds, or the group could not be made durable.
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
            # Decided and passed on under the lock: no waiting thread may time out in between.
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
