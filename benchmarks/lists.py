"""Processor time to read lists of 2,000 people, in multiples of splitting the same lines with the CSV reader."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Callable
from typing import Any

from scorekeeper.lists.reading import read
from scorekeeper.tournaments.acts.lists import checked

PEOPLE = 2_000
FIRST = ("Jean", "Lucie", "Zoé", "Hans", "Giovanni", "Katrien", "Łukasz", "Marie-Claire")
LAST = ("Dupont", "von Allmen", "De Smet", "Müller", "Rossi", "Le Goff", "Nguyễn", "O’Neill")


def lists() -> dict[str, tuple[bytes, bool]]:
    """Return sample lists of `PEOPLE` people by name: the bytes of a file, and whether it is of pairs."""
    people = [(FIRST[at % 8], f"{LAST[at // 8 % 8]} {chr(65 + at % 26)}{at}") for at in range(PEOPLE)]
    federation = [f"{100_000 + at};{last};{first};Club {at % 40}" for at, (first, last) in enumerate(people)]
    bare = [
        f"{last.split()[0].upper()} {first} {chr(97 + at % 26)}" for at, (first, last) in enumerate(people)
    ]
    couples = [
        f"{first} {last} / {other} {second}"
        for (first, last), (other, second) in zip(people[::2], people[1::2], strict=True)
    ]
    return {
        "titles": ("\n".join(["Licence;Nom;Prénom;Club", *federation]).encode("cp1252", "replace"), False),
        "no titles": ("\n".join(bare).encode(), False),
        "pairs": ("\n".join(couples).encode(), True),
    }


def seconds(act: Callable[[], Any]) -> float:
    """Return the CPU seconds of the fastest of five calls."""
    times = []
    for _ in range(5):
        began = time.process_time()
        act()
        times.append(time.process_time() - began)
    return min(times)


def split(data: bytes) -> list[list[str]]:
    """Return the rows and cells of CSV text with semicolons, without any further reading: the reference time."""
    return list(csv.reader(io.StringIO(data.decode("utf-8", "replace")), delimiter=";"))


if __name__ == "__main__":
    for name, (content, in_pairs) in lists().items():
        bare = seconds(lambda: split(content))  # noqa: B023
        reading = seconds(lambda: read(content, pairs=in_pairs))  # noqa: B023
        desk = seconds(lambda: checked(content, (), pairs=in_pairs))  # noqa: B023
        print(
            f"{name:10} read {reading:5.2f} s, {reading / bare:4.0f} times; with the checks of the desk {desk:5.2f} s"
        )
