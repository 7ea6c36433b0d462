"""Statistics of a game: the meaning of final totals, and the counters of a player over many parties."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.rules.contract import Label, Seat, Signed
from scorekeeper.cards.rules.replay import Marked, Replay
from scorekeeper.i18n import N_, gettext

MADE = "-reussi"
"""Suffix of the code of a counter of successes; the code without it counts the attempts."""
KIND = "genre-"
"""Prefix of the code of a counter of one kind of contract."""


class Counts(StrEnum):
    """Measures that can be compared over many parties."""

    MARQUE = "marque"
    """Sum of marks; the marks of a table sum to 0, so they can be added over a season."""
    MOYENNE = "moyenne"
    """Average mark of a donne or manche."""
    PARTIES = "parties"
    """Parties won only, where totals count down or cannot be compared between parties."""


@dataclass(frozen=True, kw_only=True)
class Account:
    """How a game reports results and statistics of its parties."""

    counts: Counts = Counts.MOYENNE
    place: Callable[[Replay, int], Label] | None = None
    """Returns the label of a column's final total, if it is not a number of points."""
    ahead: str = "avance-points"
    """Code of the sentence on the lead, with the placeholder `ecart`."""
    won: str = N_("parties gagnées")
    lost: str = ""
    """French label for lost parties; without camps, for those finished in last place."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Terms of kinds of contracts by code; `genre-<code>` counts those taken, `genre-<code>-reussi` those made."""
    pair: Callable[[Marked], tuple[Seat, Seat, bool] | None] = lambda marked: None  # noqa: ARG005
    """Returns the two partners of a donne and whether they made it; `None` if there are none, or in games with camps."""

    def placed(self, sheet: Replay, column: int) -> Label:
        """Return the label of a column's final total; the total has a sign if the scores of an entry sum to 0."""
        if self.place:
            return self.place(sheet, column)
        total = sheet.totals[column]
        return Label("place-points", total=Signed(total) if self.counts is Counts.MARQUE else total)


@dataclass(frozen=True)
class Tally:
    """A counter of a player with its label."""

    code: str
    label: str
    count: int
    attempts: int | None = None
    """Number of attempts, if `count` is a number of successes."""


def tallies_of(words: Words, counted: Mapping[str, int]) -> Iterator[Tally]:
    """Yield the counters in the order of `words`. Counters at 0 are left out, unless there were attempts."""
    for sentence, text in words.messages.items():
        code = sentence.removeprefix("tally-")
        if code == sentence:
            continue
        attempts = counted.get(code.removesuffix(MADE), 0) if code.endswith(MADE) else 0
        if counted.get(code) or attempts:
            yield Tally(code, gettext(text), counted.get(code, 0), attempts or None)


def kinds_of(account: Account, words: Words, counted: Mapping[str, int]) -> Iterator[Tally]:
    """Yield a counter for each kind of contract that was taken: `count` is how many were made, `whole` how many were taken."""
    for kind, term in account.kinds.items():
        if taken := counted.get(f"{KIND}{kind}", 0):
            made = counted.get(f"{KIND}{kind}{MADE}", 0)
            yield Tally(kind, gettext(words.terms[term]), made, taken)
