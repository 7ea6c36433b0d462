"""Resolved draw with its report, and its file format `scorekeeper-draw/1`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.draw.seating.lot import LABEL, normal_name
from scorekeeper.draw.seating.problem import DrawImpossible, RoundSeats, Tables

FORMAT = "scorekeeper-draw/1"
VERSION = "draw/3"
"""Version of the algorithm: the same version gives the same draw again.

`draw/3` distributes times at an odd-sized table as evenly as byes; `draw/2` weighed them against repeated meetings. `draw/2`
stops as soon as nothing can be better in small evenings that are not all full tables of four; `draw/1` finished all its tries.
All other draws are the same in all versions.
"""
UNLEVEL = ("draw/1", "draw/2")
"""Versions that may seat somebody at an odd-sized table again before everybody was at one."""


@dataclass(frozen=True)
class DrawnRound(RoundSeats[str]):
    """One round in names."""

    absent: tuple[str, ...] = ()


@dataclass(frozen=True)
class Word:
    """A sentence of the report, as a code and the values of its placeholders."""

    code: str
    """Stable code of the sentence."""
    values: Mapping[str, object] = field(default_factory=dict)
    """Values of the placeholders: counts, and names as text or as lists."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """Quality of a draw over all rounds, including those already played."""

    score: int
    """The sum of c(c-1)/2 over all pairs that share a table c times."""
    bound: int
    partner_repeats: int
    """Number of repeated partnerships, summed over all pairs."""
    partner_repeats_bound: int
    forced_pairs: tuple[tuple[str, str], ...]
    """Pairs that share a table more than once, in the order of the published list."""
    forced_times: tuple[int, ...]
    """Number of times each pair of `forced_pairs` shares a table."""
    seat_spread: int
    """Largest difference, for one player, between the most and the least used of the four seats."""
    table_spread: int
    """Highest number of times that a player sits at the same table number."""
    byes: Mapping[str, int]
    """Number of byes of each player who has any."""
    apart_broken: tuple[tuple[str, str], ...]
    """Pairs that share a table although they must not."""
    stopped: bool
    stopped_at: int
    """Number of proposals made when the search was stopped; 0 when it was not."""
    words: tuple[Word, ...]

    def document(self) -> dict[str, object]:
        document = {**vars(self), "words": [vars(word) for word in self.words]}
        return {key: _plain(value) for key, value in document.items()}


@dataclass(frozen=True, kw_only=True)
class Draw:
    """A seating draw, resolved: what is stored, printed and played."""

    label: str
    """Name of the draw within the evening, such as `draw/1`."""
    version: str
    """The version of the algorithm that drew it."""
    seed: str
    players: tuple[str, ...]
    """The published list, sorted by code point, including those who have left."""
    order: tuple[str, ...]
    rounds: tuple[DrawnRound, ...]
    """All rounds, those already played first."""
    grid: tuple[Tables, ...]
    """The tables of each round in numbers of the lot, from 1; number n is `order[n - 1]`."""
    fixed_rounds: int
    partners: bool
    """Whether players in opposite seats are partners."""
    teams: tuple[tuple[str, str], ...]
    apart: tuple[tuple[str, ...], ...]
    asked: Mapping[str, object]
    """Further options: `tables`, `size`, `avoid`, `stay`, `ranking`; see `plan`."""
    report: Report

    def to_json(self) -> dict[str, object]:
        """Return the draw as the plain values of a `scorekeeper-draw/1` file."""
        parts = ("version", "label", "seed", "players", "order")
        wishes = ("partners", "teams", "apart", "asked", "fixed_rounds", "grid")
        document = {
            "format": FORMAT,
            **{part: getattr(self, part) for part in parts},
            "lot": {"seed": self.seed, "label": self.label, "order": self.order},
            **{wish: getattr(self, wish) for wish in wishes},
            "rounds": [rnd.tables for rnd in self.rounds],
            "sit_out": [rnd.sit_out for rnd in self.rounds],
            "absent": [rnd.absent for rnd in self.rounds],
            "report": self.report.document(),
        }
        return {key: _plain(value) for key, value in document.items()}


def _plain(value: object) -> object:
    """Return a value with tuples replaced by lists at all depths, as JSON would read it back."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


def read_rounds(data: object) -> tuple[DrawnRound, ...]:
    """Read the rounds of a `scorekeeper-draw/1` file, as the history of a new draw.

    Raises `DrawImpossible` when the file is not such a draw (`round` is 0), or a round is malformed or names somebody twice.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("rounds"), list):
        raise DrawImpossible("history-unreadable", round=0)
    result = []
    for number, tables in enumerate(data["rounds"], 1):
        if not isinstance(tables, list):
            raise DrawImpossible("history-unreadable", round=number)
        rnd = DrawnRound(
            tuple(_names(table, number) for table in tables),
            _names(_at(data.get("sit_out"), number), number),
            _names(_at(data.get("absent"), number), number),
        )
        everybody = [*(p for t in rnd.tables for p in t), *rnd.sit_out, *rnd.absent]
        if len(set(everybody)) != len(everybody) or not all(2 <= len(t) <= 6 for t in rnd.tables):
            raise DrawImpossible("history-unreadable", round=number)
        result.append(rnd)
    return tuple(result)


def label_after(played: int) -> str:
    """Return the usual label of a draw made after `played` rounds."""
    return f"{LABEL}/after-{played}" if played else LABEL


def _at(rounds: object, number: int) -> object:
    return rounds[number - 1] if isinstance(rounds, list) and number <= len(rounds) else []


def _names(names: object, number: int) -> tuple[str, ...]:
    listed = names if isinstance(names, Sequence) and not isinstance(names, str) else [None]
    if not all(isinstance(name, str) and normal_name(name) for name in listed):
        raise DrawImpossible("history-unreadable", round=number)
    return tuple(map(normal_name, listed))
