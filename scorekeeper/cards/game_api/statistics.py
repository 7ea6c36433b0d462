"""A game's account of its parties once they are over: what a total means, and what is worth counting of a player over many."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.rules.contract import Label, Seat, Signed
from scorekeeper.cards.rules.replay import Marked, Replay
from scorekeeper.i18n import N_, gettext

MADE = "-reussi"
"""Ending of the code of a counter that is a share of the counter before it."""
KIND = "genre-"
"""Beginning of the code of a counter that is shown by kind."""


class Counts(StrEnum):
    """Figure that can be compared over many parties."""

    MARQUE = "marque"
    """Marks: at each table they add up to nothing, so that they can be added up over a season."""
    MOYENNE = "moyenne"
    """Average mark of a donne or manche."""
    PARTIES = "parties"
    """Only who won: totals count down, or mean nothing apart from their partie."""


@dataclass(frozen=True, kw_only=True)
class Account:
    """Account of the parties of a game."""

    counts: Counts = Counts.MOYENNE
    place: Callable[[Replay, int], Label] | None = None
    """Meaning of the total of a column when the partie is over, where that is no number of points."""
    ahead: str = "avance-points"
    """Code of the sentence that says by how much (`ecart`) somebody is ahead."""
    won: str = N_("parties gagnées")
    lost: str = ""
    """Word for the parties that a player's camp lost; where nobody has a camp, for those that ended at the last place."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Kinds of contracts by code, with their term: counters `genre-<code>` and `genre-<code>-reussi` tell taken and made."""
    pair: Callable[[Marked], tuple[Seat, Seat, bool] | None] = lambda marked: None  # noqa: ARG005
    """Two players who played a donne together against the others, and whether they made it; `None` where nobody but camps does."""

    def placed(self, sheet: Replay, column: int) -> Label:
        """Meaning of the total of a column when the partie is over; it has a sign where all marks add up to nothing."""
        if self.place:
            return self.place(sheet, column)
        total = sheet.totals[column]
        return Label("place-points", total=Signed(total) if self.counts is Counts.MARQUE else total)


@dataclass(frozen=True)
class Tally:
    """A counter of a player in words."""

    code: str
    label: str
    count: int
    whole: int | None = None
    """The count of which it is a share."""


def tallies_of(words: Words, counted: Mapping[str, int]) -> Iterator[Tally]:
    """The counters in words, in the order of the game's own list; those at zero are left out, unless there were attempts."""
    for sentence, text in words.messages.items():
        code = sentence.removeprefix("tally-")
        if code == sentence:
            continue
        whole = counted.get(code.removesuffix(MADE), 0) if code.endswith(MADE) else 0
        if counted.get(code) or whole:
            yield Tally(code, gettext(text), counted.get(code, 0), whole or None)


def kinds_of(account: Account, words: Words, counted: Mapping[str, int]) -> Iterator[Tally]:
    """The contracts of each kind that was taken: `count` made of `whole`."""
    for kind, term in account.kinds.items():
        if taken := counted.get(f"{KIND}{kind}", 0):
            made = counted.get(f"{KIND}{kind}{MADE}", 0)
            yield Tally(kind, gettext(words.terms[term]), made, taken)
