"""What a game must bring to be played: one frozen record, made in the game's own folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from scorekeeper.kit.form import EntryForm
from scorekeeper.kit.words import Words
from scorekeeper.rules.contract import Label, Rules, Seat
from scorekeeper.rules.replay import Marked, Replay


class EntryWord(StrEnum):
    """What the players call one entry."""

    DONNE = "donne"
    MANCHE = "manche"


def no_check(marked: Marked) -> int | None:
    """The line check of a game that has none."""
    del marked
    return None


@dataclass(frozen=True)
class SettingText:
    """How one setting is asked for."""

    label: str
    """French, for translation."""
    help: str = ""
    """One sentence on what it changes; French, for translation."""


@dataclass(frozen=True)
class Game:
    """One game of the catalogue. Words are French and marked for translation."""

    key: str
    name: str
    tagline: str
    """One short line that says what is kept: "157 par donne, annonces, schtöckr"."""
    entry_word: EntryWord
    rules: type[Rules[Any, Any]]
    words: Words
    form: type[EntryForm]
    folder: Path
    """The game's folder; its `templates/`, `static/`, `translations/` and `examples.toml` are in it."""
    sentence: Callable[[Marked], Label]
    """The live sentence of an entry: "Garde réussie de 8 — Chloé +318, chacun −106"."""
    brief: Callable[[Marked], Label]
    """The entry in a few words, for its line of the sheet: "Chloé, garde +8"."""
    settings: Mapping[str, SettingText]
    """Label and help of every setting."""
    settings_in_words: Callable[[Rules[Any, Any]], Sequence[Label]]
    """The settings that matter, in words: "1000 points", "annonces", "schtöckr"."""
    tallies: Callable[[Marked, Seat], Mapping[str, int]]
    """What an entry adds to a player's counters, by code; the words hold `tally-<code>` for each. Codes that end in
    `-reussi` are shown as a share of the code before it."""
    line_check: Callable[[Marked], int | None] = no_check
    """The check of one line (157 on a Jass sheet), where the paper has such a column."""
    formula: Callable[[Rules[Any, Any], Marked], Label | None] = lambda rules, marked: None  # noqa: ARG005
    """The arithmetic behind an entry in one line, where the rules have one: "(25 + 15) × 2 = 80"."""
    progress: Callable[[Replay], Sequence[Label]] = lambda sheet: ()  # noqa: ARG005
    """What is left to play for, in words: "Nous : encore 120 points"."""
    figure: bool = False
    """Whether the folder has a `templates/figure.html`, drawn from the state of the sheet (a slate, a bar)."""
    drawing: Callable[[Replay], Any] | None = None
    """What `figure.html` cannot read off the state by itself, as plain data: the paths of a slate."""
    wide: bool = False
    """Whether the entry form wants the whole width of the page."""
    extras: Mapping[str, str] = field(default_factory=dict)
    """Further pages of the game (template name by French title), such as a hand evaluation."""
