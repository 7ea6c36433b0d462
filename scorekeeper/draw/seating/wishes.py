"""Options of a draw chosen by the organiser: their checks, and the numeric problem made of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorekeeper.cards.rules.names import casefold
from scorekeeper.draw.seating import problem
from scorekeeper.draw.seating.lot import normal_name
from scorekeeper.draw.seating.problem import DrawImpossible, Odd, Problem, Seated, table_sizes
from scorekeeper.draw.seating.record import UNLEVEL, DrawnRound


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """All options of a draw, with normalised names; see `plan.DrawAsked` for those not described here."""

    players: tuple[str, ...]
    """All players, including those who have left, sorted by code point."""
    room: tuple[frozenset[str], ...]
    """Players present in each coming round."""
    history: tuple[DrawnRound, ...]
    tables: Odd | tuple[int, ...]
    size: int
    partners: bool
    teams: tuple[tuple[str, str], ...]
    apart: tuple[tuple[str, ...], ...]
    avoid: tuple[tuple[str, ...], ...]
    stay: Mapping[str, int | None]
    ranking: tuple[str, ...] | None
    version: str

    @property
    def others(self) -> Mapping[str, object]:
        """Options that `Draw` has no field of its own for, as plain values."""
        tables = str(self.tables) if isinstance(self.tables, Odd) else self.tables
        keys = ("size", "avoid", "stay", "ranking")
        return {"tables": tables, **{key: getattr(self, key) for key in keys}}


def names_of(people: Iterable[str]) -> tuple[str, ...]:
    """Return normalised names. Raises `DrawImpossible` for an empty or repeated one."""
    names = tuple(normal_name(p) for p in people)
    seen: set[str] = set()
    for name in names:
        if not name:
            raise DrawImpossible("empty-name")
        if casefold(name) in seen:
            raise DrawImpossible("duplicate-name", name=name)
        seen.add(casefold(name))
    return names


def check(wishes: Wishes) -> None:
    """Raise `DrawImpossible` when the options contradict each other or name an unknown player."""
    known = set(wishes.players)
    named = [
        *(p for room in wishes.room for p in sorted(room)),
        *(p for group in (*wishes.apart, *wishes.avoid, *wishes.teams) for p in group),
        *wishes.stay,
        *(wishes.ranking or ()),
    ]
    for name in named:
        if name not in known:
            raise DrawImpossible("unknown-name", name=name)
    if wishes.teams:
        _check_teams(wishes)
    if wishes.ranking is not None:
        if len(wishes.room) != 1:
            raise DrawImpossible("ranking-one-round", rounds=len(wishes.room))
        missing = sorted(wishes.room[0] - set(wishes.ranking))
        if missing:
            raise DrawImpossible("ranking-incomplete", name=missing[0])
    _check_stay(wishes)


def _check_stay(wishes: Wishes) -> None:
    if not wishes.stay:
        return
    least = min(len(table_sizes(len(room), wishes.tables, wishes.size)) for room in wishes.room)
    if len(wishes.stay) > least:
        raise DrawImpossible("stay-too-many", people=len(wishes.stay), tables=least)
    kept = [number for number in wishes.stay.values() if number is not None]
    for number in kept:
        if not 1 <= number <= least or kept.count(number) > 1:
            keepers = sorted(name for name, wanted in wishes.stay.items() if wanted == number)
            raise DrawImpossible("stay-table", table=number, names=keepers, tables=least)


def _check_teams(wishes: Wishes) -> None:
    teamed = [p for pair in wishes.teams for p in pair]
    for name in wishes.players:
        if teamed.count(name) != 1 and any(name in room for room in wishes.room):
            raise DrawImpossible("pair-incomplete", name=name)
    if wishes.size != 4 or wishes.tables is not Odd.BYES or not wishes.partners:
        raise DrawImpossible("pairs-need-fours")
    for room in wishes.room:
        for first, second in wishes.teams:
            if (first in room) != (second in room):
                here, missing = (first, second) if first in room else (second, first)
                raise DrawImpossible("pair-half-present", name=here, missing=missing)


def problem_of(wishes: Wishes, number: Mapping[str, int]) -> Problem:
    """Return the draw as a problem; `number` has each player's number, the same for both of a fixed pair. Raises `DrawImpossible`."""
    coming = []
    for room in wishes.room:
        present = tuple(sorted({number[p] for p in room}))
        if wishes.teams and len(present) < 2:
            raise DrawImpossible("too-few-players", present=2 * len(present), needed=4)
        pairs = (2,) * (len(present) // 2)
        sizes = pairs if wishes.teams else table_sizes(len(room), wishes.tables, wishes.size)
        coming.append(problem.Coming(present, sizes))
    return Problem(
        len(set(number.values())),
        tuple(coming),
        past=tuple(numbered(rnd, number) for rnd in wishes.history),
        usual=2 if wishes.teams else problem.usual_size(wishes.tables, wishes.size),
        partners=wishes.partners and not wishes.teams,
        apart=_pairs([*wishes.apart, tuple(wishes.stay)], number),
        avoid=_pairs(wishes.avoid, number),
        level=wishes.version not in UNLEVEL,
    )


def numbered(rnd: DrawnRound, number: Mapping[str, int]) -> Seated:
    """Return a round in numbers, each number once a table. Players without a number are left out."""

    def numbers(people: Iterable[str]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(number[p] for p in people if p in number))

    return Seated(tuple(map(numbers, rnd.tables)), numbers(rnd.sit_out))


def _pairs(groups: Iterable[Sequence[str]], number: Mapping[str, int]) -> frozenset[problem.Pair]:
    return frozenset(
        problem.ordered(number[a], number[b])
        for group in groups
        for a, b in combinations(group, 2)
        if a in number and b in number and number[a] != number[b]
    )
