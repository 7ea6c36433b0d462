"""A fact of a leaflet as a row of `<game>.toml`, with its place in the product.

`fact` states it in our words. At least one of the other keys holds it, and not only `called`:

* `told`: sentences in `fr` and `en` on the help page, neither folded nor among the leaflet's own words;
* `called`: when the app differs from the leaflet, the leaflet's version: the whole cell, in `fr` and `en`;
* `printed`: sentences on a blank paper, `paper` by its name (the game's own by default) with these `settings`;
* `[[fact.played]]`: an example like those of `examples.toml`, with `state`, what the sheet keeps after the entry; the results in
  it must match exactly. `breaks` is a change in one place of `file` that breaks the fact;
* `tested`: a test by its name, with `breaks`, for a fact that is no entry: `tests/…/test_x.py::test_y`.

`python -m tests.facts.rows GAME NUMBER` plays one row and reports whether it holds.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.game_api.examples import Example as Written
from scorekeeper.i18n import LANGUAGES, gettext, speaking
from tests.examples import RESULTS, SITUATION, Example, codes, example_of, plain

ROOT = Path(__file__).parent.parent.parent
FOLDER = Path(__file__).parent
LEAFLETS = {"cochonnet": 34, "bouees": 40, "jass": 47, "couillon": 31, "tarot": 43}
"""Number of facts of each leaflet."""
PLACES = {"told", "called", "printed", "played", "tested"}
INLINE = frozenset({"a", "b", "bdi", "code", "em", "i", "q", "small", "span", "strong"})
"""Elements that do not separate words."""
ORIGIN = "Ce que dit la feuille d’origine"
"""Heading above the leaflet's own words."""


@cache
def origins() -> frozenset[str]:
    """Return the heading above the leaflet's own words in every language."""
    titles = set()
    for language in LANGUAGES:
        with speaking(language):
            titles.add(gettext(ORIGIN))
    return frozenset(titles)


@dataclass(frozen=True)
class Change:
    """A change of the package that breaks a fact: `old`, which occurs once in the file, becomes `new`."""

    file: str
    old: str
    new: str

    @property
    def text(self) -> str:
        """The present text of the file."""
        return (ROOT / self.file).read_text(encoding="utf-8")

    @property
    def changed(self) -> str:
        """The text of the file with the fact broken."""
        return self.text.replace(self.old, self.new)


@dataclass(frozen=True)
class Fact:
    """One row; `number` counts from 1 within the game."""

    key: str
    number: int
    data: Mapping[str, Any]

    @property
    def id(self) -> str:
        """Id of the pytest case."""
        return f"{self.key}-{self.number}-{self.data['fact']}"

    @property
    def plays(self) -> tuple[Example, ...]:
        """The entries that prove the fact."""
        return tuple(self._play(play) for play in self.data.get("played", ()))

    @property
    def breaks(self) -> tuple[Change, ...]:
        """The changes that break the fact."""
        sources = (*self.data.get("played", ()), self.data)
        return tuple(Change(**source["breaks"]) for source in sources if "breaks" in source)

    def _play(self, play: Mapping[str, Any]) -> Example:
        assert play.keys() <= {*RESULTS, *SITUATION, "state", "breaks"}, self.id
        return example_of(
            game(self.key), self.number, Written(self.data["fact"], "", {"players": [], **play})
        )


def facts_of(key: str) -> tuple[Fact, ...]:
    """Return the rows of a game."""
    data = tomllib.loads((FOLDER / f"{key}.toml").read_text(encoding="utf-8"), parse_float=Decimal)
    common = {"players": data.get("players", [])}
    return tuple(
        Fact(key, number, {**row, "played": [{**common, **play} for play in row.get("played", ())]})
        for number, row in enumerate(data["fact"], 1)
    )


FACTS = tuple(fact for key in LEAFLETS for fact in facts_of(key))
TOLD_IN = tuple(lang for lang in LANGUAGES if any(lang in fact.data.get("told", ()) for fact in FACTS))
"""Languages in which the rows have their sentences."""


def refuted(fact: Fact) -> list[str]:
    """Return the results of its entries that differ; `faults` and `doubts` are codes."""
    return [
        f"{key}: {value} instead of {fact.data['played'][place][key]}"
        for place, play in enumerate(fact.plays)
        for key, value in outcome(play, fact.data["played"][place]).items()
        if value != fact.data["played"][place][key]
    ]


def outcome(play: Example, expected: Mapping[str, Any]) -> dict[str, Any]:
    """Return the results of an entry, for the expected keys."""
    if "faults" in expected:
        return {"faults": sorted(codes(play.refusals()))}
    if play.refusals():
        return {key: play.refusals() for key in (*RESULTS, "state") if key in expected}
    sheet = play.played()
    last, end = sheet.marked[-1], sheet.outcome
    results: dict[str, Any] = {
        "scores": list(last.row.scores),
        "totals": list(sheet.totals),
        "detail": [[item.label.code, list(item.scores)] for item in last.row.detail],
        "extra": dict(last.row.extra),
        "doubts": sorted(doubt.code for doubt in last.doubts),
        "finished": end is not None,
        "winners": [play.table.columns[column] for column in end.winners] if end else [],
        "state": {key: _listed(getattr(sheet.state, key)) for key in expected.get("state", ())},
        "says": play.sentences(),
        "sentence": play.sentence(),
    }
    return {key: value for key, value in results.items() if key in expected}


def _listed(value: Any) -> Any:
    return [_listed(part) for part in value] if isinstance(value, tuple) else value


class Shown(HTMLParser):
    """Texts of a page: `main_text` is outside folds and the leaflet's own words. `first` and `total` count words.

    `called` is the leaflet's version, cell by cell.
    """

    def __init__(self, html: str, within: str = "main") -> None:
        super().__init__()
        self.headings: list[str] = []
        self.called: list[str] = []
        self._texts: dict[str, list[str]] = {"main": [], "first": [], "total": []}
        self._within, self._heading = within, ""
        self._open: list[str] = []
        self._own = self._folded = False
        self._cells = 0
        self.feed(html)

    @property
    def main_text(self) -> str:
        """Text outside folds and the leaflet's own words, with single spaces."""
        return self._text("main")

    @property
    def first(self) -> int:
        """Number of words before the first fold."""
        return words(self._text("first"))

    @property
    def total(self) -> int:
        """Number of all words."""
        return words(self._text("total"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {self._within, "details", "h2", "style"}:
            self._open.append(tag)
        if tag == "details" and self._within in self._open:
            self._folded, self._own = True, False
        if tag == "h2":
            self._heading = ""
        if tag in {"h2", "tr"}:
            self._cells = 0
        if tag == "td":
            self._cells += 1
            if self._own and self._cells == 1:
                self.called.append("")
        self._space(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass
        if tag == "h2":
            title = _joined([self._heading])
            self._own = title in origins()
            if "details" not in self._open:
                self.headings.append(title)
        self._space(tag)

    def handle_data(self, data: str) -> None:
        if self._within not in self._open or "style" in self._open:
            return
        if "h2" in self._open:
            self._heading += data
        self._texts["total"].append(data)
        if not self._folded:
            self._texts["first"].append(data)
        if self._own and self._cells == 1:
            self.called[-1] = _joined([self.called[-1], data])
        if not self._own and "details" not in self._open:
            self._texts["main"].append(data)

    def _space(self, tag: str) -> None:
        if tag not in INLINE:
            for text in self._texts.values():
                text.append(" ")

    def _text(self, which: str) -> str:
        return _joined(self._texts[which])


def _joined(texts: list[str]) -> str:
    return " ".join(plain("".join(texts)).split())


def words(text: str) -> int:
    """Return the words of a text: parts between spaces with a letter or a digit."""
    return sum(bool(re.search(r"\w", piece)) for piece in text.split())


def main(key: str, number: str) -> int:
    """Play one row; the exit status is 0 if it holds."""
    wrong = refuted(facts_of(key)[int(number) - 1])
    sys.stdout.write("\n".join(wrong))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
