"""The resolved draw, and its file: `scorekeeper-draw/1`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.draw.seating.lot import LABEL, normal_name
from scorekeeper.draw.seating.problem import DrawImpossible, RoundSeats, Tables

FORMAT = "scorekeeper-draw/1"
VERSION = "draw/3"
"""The algorithm: a draw of this version can be drawn again with the same result.

`draw/3` shares times at an odd-sized table out as evenly as byes, where `draw/2` weighed them against repeated meetings.
`draw/2` ends small evenings that are no whole tables of four as soon as nothing can be better, where `draw/1` went on to
the end of its tries. All other draws are the same in all versions.
"""
UNLEVEL = ("draw/1", "draw/2")
"""The versions that may seat somebody at an odd-sized table again before everybody was at one."""


@dataclass(frozen=True)
class DrawnRound(RoundSeats[str]):
    """One round in names."""

    absent: tuple[str, ...] = ()


@dataclass(frozen=True)
class Word:
    """A sentence of the report, as data."""

    code: str
    """Which sentence, a stable word."""
    values: Mapping[str, object] = field(default_factory=dict)
    """The values of its gaps: counts, and names as text or as lists."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """Cost of the draw, all rounds counted, those already played included."""

    score: int
    """The sum of c(c-1)/2 over all pairs that share a table c times."""
    bound: int
    partner_repeats: int
    """Partnerships after the first, summed over all pairs."""
    partner_repeats_bound: int
    forced_pairs: tuple[tuple[str, str], ...]
    """Pairs who share a table more than once, in the order of the published list."""
    forced_times: tuple[int, ...]
    """Number of times each of them does."""
    seat_spread: int
    """The largest difference, for one player, between the most and the least used of the four seats."""
    table_spread: int
    """Highest number of times a player sits at one table number."""
    byes: Mapping[str, int]
    """Byes per player who has any."""
    apart_broken: tuple[tuple[str, str], ...]
    """Pairs that should never have met and do."""
    stopped: bool
    stopped_at: int
    """The proposals made when the search was stopped; 0 when it went to its end."""
    words: tuple[Word, ...]

    def document(self) -> dict[str, object]:
        """The report as plain values."""
        document = {**vars(self), "words": [vars(word) for word in self.words]}
        return {key: _plain(value) for key, value in document.items()}


@dataclass(frozen=True, kw_only=True)
class Draw:
    """A seating draw, resolved: what is stored, printed and played."""

    label: str
    """Which draw of the evening this is."""
    version: str
    """The version of the algorithm that drew it."""
    seed: str
    players: tuple[str, ...]
    """The published list, sorted by code point; those who have gone included."""
    order: tuple[str, ...]
    rounds: tuple[DrawnRound, ...]
    """All rounds, those already played first."""
    grid: tuple[Tables, ...]
    """The same before names were put to it: in the numbers of the lot, from 1; number n is `order[n - 1]`."""
    fixed_rounds: int
    partners: bool
    """Whether opposite seats play together."""
    teams: tuple[tuple[str, str], ...]
    apart: tuple[tuple[str, ...], ...]
    asked: Mapping[str, object]
    """Further wishes: `tables`, `size`, `avoid`, `stay`, `ranking`; see `plan`."""
    report: Report

    def to_json(self) -> dict[str, object]:
        """The draw as the plain values of a `scorekeeper-draw/1` file."""
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
    """A value as JSON reads it back: lists for tuples, all the way down."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


def read_rounds(data: object) -> tuple[DrawnRound, ...]:
    """Read the rounds of a `scorekeeper-draw/1` file, as the history of a new draw.

    Raises `DrawImpossible` when the file is no such draw (`round` 0), or somebody is seated twice in a round.
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
    """The usual label of a draw made when `played` rounds are already played."""
    return f"{LABEL}/after-{played}" if played else LABEL


def _at(rounds: object, number: int) -> object:
    return rounds[number - 1] if isinstance(rounds, list) and number <= len(rounds) else []


def _names(names: object, number: int) -> tuple[str, ...]:
    listed = names if isinstance(names, Sequence) and not isinstance(names, str) else [None]
    if not all(isinstance(name, str) and normal_name(name) for name in listed):
        raise DrawImpossible("history-unreadable", round=number)
    return tuple(map(normal_name, listed))
