"""Draws that take their time: each in a thread of its own, watched from a page and ended from there with the best found."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Job:
    """One draw at work, or just done."""

    done: int = 0
    """Proposals tried so far."""
    planned: int = 0
    """Proposals planned."""
    cost: int = 0
    """What the best draw so far costs."""
    error: Exception | None = None
    """Why there is no draw."""
    stopping: threading.Event = field(default_factory=threading.Event)
    finished: threading.Event = field(default_factory=threading.Event)

    def progress(self, done: int, planned: int, cost: int) -> None:
        """Told by the draw now and then."""
        self.done, self.planned, self.cost = done, planned, cost

    def stop(self) -> bool:
        """Whether the draw should end with the best it has."""
        return self.stopping.is_set()


Act = Callable[[Job], object]


class DrawJobs:
    """The draws of this process, one at a time for each tournament."""

    def __init__(self) -> None:
        """Nothing is being drawn yet."""
        self._jobs: dict[int, Job] = {}
        self._lock = threading.Lock()

    def start(self, number: int, act: Act) -> Job:
        """Begin a draw for a tournament; while one is at work, that one is it."""
        with self._lock:
            job = self._jobs.get(number)
            if job is not None and not job.finished.is_set():
                return job
            job = self._jobs[number] = Job()
        # The thread speaks the language of whoever asked.
        work = contextvars.copy_context().run
        threading.Thread(target=work, args=(_draw, job, act), name=f"draw-{number}", daemon=True).start()
        return job

    def at_work(self, number: int) -> Job | None:
        """The draw that is going on for a tournament."""
        job = self._jobs.get(number)
        return job if job is not None and not job.finished.is_set() else None

    def take(self, number: int) -> Job | None:
        """The draw that has ended and was not asked about yet."""
        with self._lock:
            job = self._jobs.get(number)
            return self._jobs.pop(number) if job is not None and job.finished.is_set() else None


def _draw(job: Job, act: Act) -> None:
    try:
        act(job)
    except Exception as error:  # noqa: BLE001 - whatever it was, the page that watches tells it
        job.error = error
    finally:
        job.finished.set()
