"""Repair of a drawn plan after people have come or left, with as few changed slips as possible.

The seat of a person who left goes to somebody who came, else to somebody with a bye; else the last table closes. Where byes and
newcomers fill a table, one opens. Then swaps of people who move anyway remove repeated meetings. A repaired plan that adds more
than one repeated meeting, or any repeated partner or broken wish, is compared with a full redraw. The redraw is taken if it has
at least two repeated meetings fewer, or fewer repeated partners or broken wishes.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import NamedTuple, Self

from scorekeeper.draw.seating.anneal import Watch
from scorekeeper.draw.seating.bounds import half
from scorekeeper.draw.seating.lot import mixed, search_chance
from scorekeeper.draw.seating.plan import drawn
from scorekeeper.draw.seating.problem import Problem, Seated, Sizes, partnerships
from scorekeeper.draw.seating.record import DrawnRound, Report
from scorekeeper.draw.seating.report import broken, meetings_of, report_on
from scorekeeper.draw.seating.seats import TURNS, seat_counts, turn_cost, turn_table
from scorekeeper.draw.seating.slips import least_changed, places
from scorekeeper.draw.seating.wishes import Wishes, numbered, problem_of

TRIES = 3
"""Highest number of searches; one without any new repeat ends them."""
Rounds = Sequence[DrawnRound]
Chairs = list[int | None]
"""Seats of a table; `None` for a free one."""
Tables = list[list[int]]


@dataclass(frozen=True, kw_only=True)
class RepairedPlan:
    """The coming rounds after a repair, with their report and the changes of slips."""

    rounds: tuple[DrawnRound, ...]
    report: Report
    moved: tuple[str, ...]
    """People with a changed slip: another table, another partner, a bye more or less. Newcomers had no slip and are left out."""
    kept: int
    """Number of people with an unchanged slip."""
    redrawn: bool
    """Whether the rounds are a full redraw, because a repair was clearly worse."""


def repair_plan(
    wishes: Wishes, planned: Sequence[DrawnRound], *, seed: str, label: str, watch: Watch
) -> RepairedPlan:
    """Repair the `planned` rounds for those present now. The result depends on the arguments alone. Raises `DrawImpossible`."""
    draw = _Units(wishes, planned)
    chance = search_chance(wishes.players, seed, label)
    stay = draw.stay()
    slips = [places(rnd, draw.problem.people, partners=draw.problem.partners) for rnd in draw.planned]
    past, tries = _Figures.of(wishes, wishes.history), []
    for _ in range(TRIES):
        start = refilled(draw.problem, draw.planned, stay, chance)
        search = least_changed(draw.problem, start, slips, chance, watch, fixed=frozenset(stay))
        rounds = fair_seats(wishes, planned, draw.named(search))
        figures = _Figures.of(wishes, (*wishes.history, *rounds))
        tries.append((figures, rounds))
        if figures == past:
            break
    figures, rounds = min(tries, key=lambda each: each[0])
    report = report_on(wishes, (*wishes.history, *rounds), stopped=watch.stopped)
    redrawn = False
    if not _is_as_good(figures, past):
        redraw = drawn(wishes, seed, f"{label}/redraw", watch)
        if not _is_as_good(figures, _Figures.of(wishes, redraw.rounds)):
            redrawn, rounds, report = True, list(redraw.rounds[redraw.fixed_rounds :]), redraw.report
    moved, kept = _moved(wishes, planned, rounds)
    return RepairedPlan(rounds=tuple(rounds), report=report, moved=moved, kept=kept, redrawn=redrawn)


def _as_before(table: list[int], former: Sequence[int]) -> list[int]:
    """Return a table of four where partners who were together at it before have the seats of `former` again."""
    if len(table) != 4 or len(former) != 4:
        return table
    pairs, old = ([each[0::2], each[1::2]] for each in (table, list(former)))
    if any({*pairs[camp]} == {*old[1 - camp]} for camp in (0, 1)):
        pairs.reverse()
    pairs = [was if {*was} == {*now} else now for was, now in zip(old, pairs, strict=True)]
    return [pairs[0][0], pairs[1][0], pairs[0][1], pairs[1][1]]


def fair_seats(wishes: Wishes, planned: Rounds, rounds: Rounds) -> list[DrawnRound]:
    """Return the rounds with seats distributed fairly: people with a new partner move to seats of their table that they had less
    often.

    Partners who were at the same table in `planned` keep their seats.
    """
    number = {person: place for place, person in enumerate(wishes.players)}
    before = [[[number.get(person, -1) for person in table] for table in rnd.tables] for rnd in planned]
    coming = [
        [
            _as_before(list(table), old[place] if place < len(old) else [])
            for place, table in enumerate(numbered(rnd, number).tables)
        ]
        for rnd, old in zip(rounds, before, strict=True)
    ]
    past = [numbered(rnd, number) for rnd in wishes.history]
    counts = seat_counts([*past, *(Seated(tuple(map(tuple, tables))) for tables in coming)], len(number))
    for tables, old in zip(coming, before, strict=True):
        for place, table in enumerate(tables):
            former = old[place] if place < len(old) else []
            fresh = [table[camp::2] != former[camp::2] for camp in (0, 1)]
            for each in TURNS[:3] if len(table) == 4 else ():
                moves = any(table[seat] != table[each[seat]] and not fresh[seat % 2] for seat in range(4))
                if not moves and turn_cost(table, each, counts) < 0:
                    turn_table(table, each, counts)
    return [
        replace(rnd, tables=tuple(tuple(wishes.players[p] for p in table) for table in tables))
        for rnd, tables in zip(rounds, coming, strict=True)
    ]


class _Figures(NamedTuple):
    """Faults of a plan as numbers, the gravest first; the plan with the lower tuple is better."""

    apart: int
    partners: int
    score: int
    repeats: int

    @classmethod
    def of(cls, wishes: Wishes, rounds: Sequence[DrawnRound]) -> Self:
        """Return the faults of `rounds`. Those of the rounds already played are a lower bound for the whole evening."""
        team = {frozenset(pair) for pair in wishes.teams}
        met = meetings_of(rounds, team)
        partners = sum(n - 1 for n in partnerships(rounds).values()) if wishes.partners and not team else 0
        repeats = sum(n - 1 for n in met.values())
        return cls(len(broken(met, wishes.apart)), partners, sum(map(half, met.values())), repeats)


def _is_as_good(repaired: _Figures, other: _Figures) -> bool:
    """Return whether a repaired plan has at most one repeated meeting more than another plan, and is not worse otherwise."""
    return (
        repaired.score <= other.score + 1
        and repaired.repeats <= other.repeats + 1
        and repaired.partners <= other.partners
        and repaired.apart <= other.apart
    )


class _Units:
    """Numbers of the people, or of the fixed pairs, and the problem and planned rounds in these numbers."""

    def __init__(self, wishes: Wishes, planned: Sequence[DrawnRound]) -> None:
        self.wishes, self.before = wishes, planned
        self.units = sorted(tuple(sorted(pair)) for pair in wishes.teams) or [(p,) for p in wishes.players]
        self.number = {person: number for number, unit in enumerate(self.units) for person in unit}
        self.problem: Problem = problem_of(wishes, self.number)
        self.planned = [self._numbered(rnd) for rnd in planned]

    def _numbered(self, rnd: DrawnRound) -> Seated:
        """Return a round in numbers; people without a number get a negative one, so that their seat stays."""

        def numbers(people: Sequence[str]) -> tuple[int, ...]:
            heads = people[:2] if self.wishes.teams else people
            return tuple(self.number.get(person, -1 - place) for place, person in enumerate(heads))

        out = dict.fromkeys(self.number[person] for person in rnd.sit_out if person in self.number)
        return Seated(tuple(map(numbers, rnd.tables)), tuple(out))

    def stay(self) -> dict[int, int]:
        """Return the table index, from 0, of each person who wished to keep one table in all rounds.

        It is the wished one; without a number, the one planned for the first round or, if that is taken, the first that is not.
        """
        wishes = self.wishes
        here = {person: wishes.stay[person] for person in sorted(wishes.stay) if person in wishes.room[0]}
        taken = {number for number in here.values() if number is not None}
        least = min(len(coming.sizes) for coming in self.problem.coming)
        result = {}
        for person, wanted in here.items():
            mine = next((n for n, t in enumerate(self.before[0].tables, 1) if person in t), 0)
            free = [n for n in (mine, *range(1, least + 1)) if 0 < n <= least and n not in taken]
            number = wanted if wanted is not None else free[0]
            taken.add(number)
            result[self.number[person]] = number - 1
        return result

    def named(self, rounds: Sequence[Seated]) -> list[DrawnRound]:
        """Return rounds of numbers in names. Fixed pairs that stay at a table keep their seats there."""
        everybody = set(self.wishes.players)
        return [
            DrawnRound(
                tuple(
                    self._seats(table, planned.tables[number] if number < len(planned.tables) else ())
                    for number, table in enumerate(rnd.tables)
                ),
                tuple(sorted(person for unit in rnd.sit_out for person in self.units[unit])),
                tuple(sorted(everybody - room)),
            )
            for rnd, planned, room in zip(rounds, self.before, self.wishes.room, strict=True)
        ]

    def _seats(self, table: Sequence[int], before: Sequence[str]) -> tuple[str, ...]:
        seats = list(chain(*zip(*(self.units[unit] for unit in table), strict=True)))
        if self.wishes.teams and before:
            for camp in (0, 1):
                if {*seats[camp::2]} == {*before[camp::2]}:
                    seats[camp::2] = before[camp::2]
        return tuple(seats)


def _moved(wishes: Wishes, planned: Rounds, rounds: Rounds) -> tuple[tuple[str, ...], int]:
    """Return the people whose slip of the planned rounds has changed, and the number of those whose slip has not."""
    old, new = ([places(rnd, "", partners=wishes.partners) for rnd in some] for some in (planned, rounds))
    had = [person for person in wishes.players if all(person in slip for slip in (*old, *new))]
    moved = tuple(p for p in had if any(a[p] != b[p] for a, b in zip(old, new, strict=True)))
    return moved, len(had) - len(moved)


def refilled(
    problem: Problem, planned: Sequence[Seated], stay: Mapping[int, int], chance: Random
) -> list[Seated]:
    """Return the coming rounds of `problem`, as close to the `planned` ones as possible, regardless of repeated meetings.

    Tables keep their numbers: the last ones close, new ones are added last. `stay` has the table index of those who keep a table.
    """
    byes = problem.byes
    for rnd, coming in zip(planned, problem.coming, strict=True):
        byes.update(set(rnd.sit_out) & set(coming.present))
    rounds = []
    for rnd, coming in zip(planned, problem.coming, strict=True):
        here = set(coming.present)
        byes.subtract(set(rnd.sit_out) & here)
        chairs, free = _chairs(rnd, here, coming.sizes, chance)
        _settle_stayers(chairs, free, stay)
        # Byes go to those with the fewest so far, first to those planned to sit out.
        turn = sorted(free, key=lambda person: (byes[person], person not in rnd.sit_out))
        out = turn[: len(free) - sum(table.count(None) for table in chairs)]
        byes.update(out)
        people = iter(mixed([person for person in free if person not in out], chance))
        tables = [[next(people) if chair is None else chair for chair in table] for table in chairs]
        rounds.append((tables, out))
    _level(rounds, byes, stay)
    return [Seated(tuple(map(tuple, tables)), tuple(out)) for tables, out in rounds]


def _chairs(rnd: Seated, here: set[int], sizes: Sizes, chance: Random) -> tuple[list[Chairs], list[int]]:
    """Return the tables of a round with their new sizes, and the people without a seat, those with a bye first."""
    chairs: list[Chairs] = [[person if person in here else None for person in table] for table in rnd.tables]
    free = [person for table in chairs[len(sizes) :] for person in table if person is not None]
    chairs = [*chairs[: len(sizes)], *([] for _ in range(len(sizes) - len(chairs)))]
    taken = [sum(person is not None for person in table) for table in chairs]
    fullest = sorted(range(len(chairs)), key=lambda n: (-taken[n], -len(chairs[n]), n))
    for number, size in zip(fullest, sorted(sizes, reverse=True), strict=True):
        table = chairs[number]
        while len(table) > size:
            place = table.index(None) if None in table else int(chance.random() * len(table))
            person = table.pop(place)
            free += [] if person is None else [person]
        table += [None] * (size - len(table))
    there = {person for table in rnd.tables for person in table} | set(rnd.sit_out)
    waiting = [person for person in rnd.sit_out if person in here]
    return chairs, [*waiting, *sorted(here - there), *free]


def _settle_stayers(chairs: list[Chairs], free: list[int], stay: Mapping[int, int]) -> None:
    """Seat the people who keep one table at it, on a free seat if there is one, else in exchange with somebody."""
    for person, number in stay.items():
        sits = ((table, table.index(person)) for table in chairs if person in table)
        at = None if person in free else next(sits)
        table = chairs[number]
        if person in table:
            continue
        place = table.index(None) if None in table else next(i for i, p in enumerate(table) if p not in stay)
        other, table[place] = table[place], person
        if at is not None:
            at[0][at[1]] = other
        else:
            free.remove(person)
            free += [] if other is None else [other]


def _level(rounds: Sequence[tuple[Tables, list[int]]], byes: Counter[int], stay: Mapping[int, int]) -> None:
    """Move byes from people with at least two more than somebody who plays, until they are distributed fairly."""
    handed = True
    while handed:
        handed = False
        for tables, out in rounds:
            for place, person in enumerate(out):
                seats = ((p, n, i) for n, table in enumerate(tables) for i, p in enumerate(table))
                seated = [(byes[p], n, i) for p, n, i in seats if p not in stay]
                least, number, chair = min(seated, default=(byes[person], 0, 0))
                if byes[person] > least + 1:
                    other = tables[number][chair]
                    tables[number][chair], out[place] = person, other
                    byes.subtract([person])
                    byes.update([other])
                    handed = True
