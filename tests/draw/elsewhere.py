"""Draws without measuring coverage, which would slow them down tenfold; also in a process of its own.

python -m tests.draw.elsewhere < arguments of `plan`, as JSON
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scorekeeper.draw.seating.plan import plan
from scorekeeper.draw.seating.record import read_rounds

Document = dict[str, Any]


def drawn(players: Sequence[str], rounds: int, *, played: Document | None = None, **asked: Any) -> Document:
    """Draw without measuring coverage, and return the JSON document.

    Args:
        players: As for `plan`.
        rounds: As for `plan`.
        played: The document of the rounds already played.
        asked: The other wishes, as for `plan`; the seed is "2026" unless given.
    """
    return answer({"played": played, "work": work_of(players, rounds, asked)})


def drawn_elsewhere(players: Sequence[str], rounds: int, **asked: Any) -> Document:
    """Draw in a process of its own, and return the JSON document."""
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        cwd=Path(__file__).parents[2],
        input=json.dumps({"played": None, "work": work_of(players, rounds, asked)}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    document: Document = json.loads(done.stdout)
    return document


def work_of(players: Sequence[str], rounds: int, asked: Document) -> Document:
    """Return the arguments of `plan` as a JSON object; the seed is "2026" unless `asked` has another."""
    return {"players": list(players), "rounds": rounds, "seed": "2026", **asked}


def answer(asked: Document) -> Document:
    """Draw with these arguments; everything is passed as JSON."""
    asked = json.loads(json.dumps(asked))
    history = read_rounds(asked["played"]) if asked["played"] else ()
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        draw = plan(history=history, **asked["work"])
    finally:
        sys.settrace(tracer)
    document: Document = json.loads(json.dumps(draw.to_json()))
    return document


def main() -> None:
    """Read the arguments, draw, print the document."""
    sys.stdout.write(json.dumps(answer(json.loads(sys.stdin.buffer.read()))))


if __name__ == "__main__":
    main()
