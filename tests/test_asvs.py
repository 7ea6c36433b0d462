"""The list `asvs.toml` is complete, its references exist, and `docs/security.md` agrees with it."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LIST = tomllib.loads((ROOT / "tests/asvs.toml").read_text("utf-8"))
MET, NONE, NOT_MET = "met", "none", "not met"
# How many requirements of levels 1 and 2 the chapters of the standard have.
CHAPTERS = (27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7)


def tally(place: int) -> Counter[str]:
    """Return the number of each verdict in a chapter."""
    chapter = LIST[next(name for name in LIST if name.startswith(f"{place}-"))]
    if "all" in chapter:
        return Counter({chapter["all"][0]: CHAPTERS[place - 1]})
    return Counter(entry[0] for entry in chapter.values())


def test_every_requirement_has_its_line() -> None:
    assert [tally(place).total() for place in range(1, len(CHAPTERS) + 1)] == list(CHAPTERS)
    for name, chapter in LIST.items():
        number = name.partition("-")[0]
        assert all(key == "all" or re.fullmatch(rf"{number}\.\d+\.\d+", key) for key in chapter), name


@pytest.mark.parametrize("name", LIST)
def test_met_requirement_has_evidence(name: str) -> None:
    for number, (verdict, words, *where) in LIST[name].items():
        assert verdict in {MET, NONE, NOT_MET}, number
        assert words, number
        places = where[0].split() if where else []
        assert bool(places) == (verdict == MET), number
        for place in places:
            path, _, test = place.partition("::")
            assert (ROOT / path).is_file(), (number, path)
            assert f"def {test}(" in (ROOT / path).read_text("utf-8") if test else True, (number, test)


def test_the_page_on_security_counts_the_same() -> None:
    rows = re.findall(
        r"^\| (\d+) [^|]+ \| (\d+) \| (\d+) \| (\d+) \|",
        (ROOT / "docs/security.md").read_text("utf-8"),
        re.MULTILINE,
    )
    printed = {int(place): tuple(map(int, counts)) for place, *counts in rows}
    assert printed == {
        place: tuple(tally(place)[verdict] for verdict in (MET, NOT_MET, NONE))
        for place in range(1, len(CHAPTERS) + 1)
    }
