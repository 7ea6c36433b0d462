"""Draws in a process of its own: measuring coverage would slow a search down tenfold.

python -m tests.draw.elsewhere < what is asked of `plan`, as JSON
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scorekeeper.rules.seating.plan import plan
from scorekeeper.rules.seating.record import read_rounds

Document = dict[str, Any]


def drawn(players: Sequence[str], rounds: int, *, played: Document | None = None, **asked: Any) -> Document:
    """Draw and return the JSON document.

    Args:
        players: As for `plan`.
        rounds: As for `plan`.
        played: The document of the rounds already played.
        asked: The other wishes, as for `plan`; the seed is "2026" unless given.
    """
    work = {"players": list(players), "rounds": rounds, "seed": "2026", **asked}
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        cwd=Path(__file__).parents[2],
        input=json.dumps({"played": played, "work": work}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    found: Document = json.loads(done.stdout)
    return found


def main() -> None:
    """Read what is asked, draw, print the document."""
    asked = json.loads(sys.stdin.buffer.read())
    history = read_rounds(asked["played"]) if asked["played"] else ()
    sys.stdout.write(json.dumps(plan(history=history, **asked["work"]).to_json()))


if __name__ == "__main__":
    main()
