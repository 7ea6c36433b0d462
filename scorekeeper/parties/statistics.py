"""Statistics of players over many parties, summed from the results of each: for one player, and for the club."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.statistics import Counts
from scorekeeper.parties.results import PartieResult, Share

SEASON_BEGINS = 9
"""Month in which a club's season begins."""
Meeting = tuple[Share, int, int, int]
"""Result of the other player, number of meetings, good ones, bad ones; see `Together`."""


@dataclass(frozen=True)
class Period:
    """Period between two days, both included, ISO 8601; an empty bound is open."""

    first: str = ""
    last: str = ""

    def of(self, results: Iterable[PartieResult]) -> list[PartieResult]:
        last = self.last or "9999-12-31"
        return [result for result in results if self.first <= result.date <= last]


def period_of(text: str) -> Period:
    """Parse a calendar year (`2026`) or a season (`2025-2026`, from September). Raises `ValueError` for anything else."""
    first, _, last = text.partition("-")
    if not (len(first) == 4 and first.isascii() and first.isdigit()):
        raise ValueError(text)
    if not last and first == text:
        return Period(f"{first}-01-01", f"{first}-12-31")
    if last != f"{int(first) + 1:04}":
        raise ValueError(text)
    return Period(f"{first}-{SEASON_BEGINS:02}-01", f"{last}-{SEASON_BEGINS - 1:02}-31")


def periods_of(results: Sequence[PartieResult]) -> tuple[list[str], list[str]]:
    """Return the years and the seasons with a result, the latest first."""
    dated = {result.date[:7] for result in results}
    months = [(int(text[:4]), int(text[5:])) for text in dated]
    years = {text[:4] for text in dated}
    begun = {year - (month < SEASON_BEGINS) for year, month in months}
    return sorted(years, reverse=True), [f"{year:04}-{year + 1:04}" for year in sorted(begun, reverse=True)]


@dataclass(frozen=True)
class Together:
    """Record of two players in the same parties: on one side, or against each other."""

    key: str
    name: str
    times: int
    good: int
    """Won together, or finished ahead of the other."""
    bad: int
    """Lost together, or finished behind the other."""


@dataclass(frozen=True, kw_only=True)
class Career:
    """Record of a player in one game, from the results of the player's parties."""

    key: str
    played: tuple[tuple[PartieResult, Share], ...] = ()

    @property
    def name(self) -> str:
        """Latest spelling of the name; empty without a partie."""
        return self.played[-1][1].name if self.played else ""

    @property
    def parties(self) -> int:
        return len(self.played)

    @cached_property
    def won(self) -> int:
        """Number of parties won alone or with the player's own side."""
        return sum(is_won(share) and result.winners == 1 for result, share in self.played)

    @cached_property
    def shared(self) -> int:
        """Number of parties whose win was shared with another column."""
        return sum(is_won(share) and result.winners > 1 for result, share in self.played)

    @cached_property
    def last(self) -> int:
        """Number of parties that the player finished last."""
        return sum(share.stayed and share.last for _, share in self.played)

    @cached_property
    def lines(self) -> int:
        return sum(share.lines for _, share in self.played)

    @cached_property
    def score(self) -> int:
        return sum(share.score for _, share in self.played)

    @property
    def points(self) -> int:
        """Two for each win, one for each shared win."""
        return 2 * self.won + self.shared

    @cached_property
    def tallies(self) -> Counter[str]:
        counted: Counter[str] = Counter()
        for _, share in self.played:
            counted.update(share.tallies)
        return counted

    @property
    def date(self) -> str:
        """Day of the first partie, ISO 8601."""
        return self.played[0][0].date

    @cached_property
    def evenings(self) -> list[Self]:
        """The record of each day of play, in order."""
        days: dict[str, list[tuple[PartieResult, Share]]] = defaultdict(list)
        for part in self.played:
            days[part[0].date].append(part)
        return [replace(self, played=tuple(parts)) for parts in days.values()]

    def extremes(self, counts: Counts) -> tuple[Self, Self] | None:
        """Return the best and the worst evening, or `None` when all are equal; the earlier one of equals.

        Compares scores where the game's scores add up, else the share of parties won.
        """

        def worth(evening: Self) -> tuple[float, int]:
            if counts is Counts.MARQUE:
                return evening.score, 0
            return evening.points / evening.parties, evening.points

        if not self.played:
            return None
        best, worst = max(self.evenings, key=worth), min(self.evenings, key=worth)
        return None if worth(best) == worth(worst) else (best, worst)

    def partners(self) -> list[Together]:
        """Return the records with players of the same side, those with most meetings first."""
        return together(self._met(same=True))

    def opponents(self) -> list[Together]:
        """Return the records with players of the other side, or with all others in a game without sides."""
        return together(self._met(same=False))

    def _met(self, *, same: bool) -> Iterator[Meeting]:
        for result, share in self.played:
            won = is_won(share)
            for other in result.shares if share.stayed else ():
                if other.stayed and (other.column == share.column) is same and other.key != self.key:
                    ahead, behind = share.rank < other.rank, share.rank > other.rank
                    yield (other, 1, won, not won) if same else (other, 1, ahead, behind)

    def pairs(self) -> list[Together]:
        """Return the records with partners in single donnes, as taker or called; `good` donnes were made."""
        return together(self._paired())

    def _paired(self) -> Iterator[Meeting]:
        for result, _ in self.played:
            for taker, called, times, made in result.pairs:
                other = result.share(called if self.key == taker else taker)
                if self.key in {taker, called} and other is not None:
                    yield other, times, made, times - made


def together(meetings: Iterable[Meeting]) -> list[Together]:
    """Sum meetings by player, those with most meetings first. Each has the latest spelling of the name."""
    names: dict[str, str] = {}
    sums: dict[str, tuple[int, ...]] = defaultdict(lambda: (0, 0, 0))
    for other, *counts in meetings:
        names[other.key] = other.name
        sums[other.key] = tuple(map(sum, zip(sums[other.key], counts, strict=True)))
    people = (Together(key, names[key], *counts) for key, counts in sums.items())
    return sorted(people, key=lambda each: (-each.times, each.name))


def is_won(share: Share) -> bool:
    """Return whether the player won the partie, alone or with others."""
    return share.stayed and share.rank == 1


def career_of(key: str, results: Iterable[PartieResult], game: Game) -> Career:
    """Return the record of a player, by name key, in one game."""
    shares = ((result, result.share(key)) for result in results if result.game == game.key)
    return Career(key=key, played=tuple((result, share) for result, share in shares if share is not None))


@dataclass(frozen=True, kw_only=True)
class Ranked:
    """A line of the ranking of a club."""

    rank: int
    career: Career


def ranking_of(results: Iterable[PartieResult], game: Game) -> list[Ranked]:
    """Rank the players of a game; players who are level share a rank.

    By the sum of scores where the game's scores add up. Else by parties won, a shared win counting half, then by the share of
    parties won.
    """
    played: dict[str, list[tuple[PartieResult, Share]]] = defaultdict(list)
    for result in results:
        if result.game == game.key:
            for share in result.shares:
                played[share.key].append((result, share))
    careers = [Career(key=key, played=tuple(theirs)) for key, theirs in played.items()]

    def worth(career: Career) -> tuple[int, float]:
        if game.account.counts is Counts.MARQUE:
            return -career.score, 0
        return -career.points, -career.points / career.parties

    order = sorted(careers, key=lambda career: (worth(career), career.name))
    worths = [worth(career) for career in order]
    return [Ranked(rank=worths.index(worth(career)) + 1, career=career) for career in order]
