"""Quality and speed of the seating draws, against bounds and the best known results.

    python -m benchmarks.draw [--quick] [--seeds 3]

The score of a draw is the sum of n(n − 1)/2 over all pairs of people, where n is how often they sit at one table; the tests' own
counter computes it from the JSON. Times are CPU seconds of this process, in units of five million integer steps measured in the
same run, so that they are comparable between machines. `--quick` uses one seed and leaves out the long lists.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.draw.seating.grids import longest_grid
from scorekeeper.draw.seating.plan import plan
from scorekeeper.draw.seating.record import Draw
from tests.draw.counting import Count, count
from tests.draw.people import clubs, couples, people

ROUNDS = (3, 4, 5, 6, 8, 10)
PLAYERS = (8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 100, 200, 400, 1000)
BEST: dict[int, tuple[int, ...]] = {
    8: (12, 24, 40, 60, 120, 204),
    12: (9, 18, 30, 45, 90, 162),
    16: (0, 0, 0, 24, 72, 120),
    20: (0, 0, 0, 6, 50, 110),
    24: (0, 0, 0, 0, 18, 84),
    28: (0, 0, 0, 0, 0, 42),
}
"""Number of players -> lowest known score for each of `ROUNDS`; 0 for all other numbers of players."""
UNEVEN: dict[str, dict[int, int]] = {
    "threes": {2: 17, 3: 27, 4: 39, 5: 68, 6: 158},
    "fives": {2: 86, 3: 161, 4: 277, 5: 436, 6: 659},
}
"""Size of the tables of players left over -> rounds -> highest allowed sum of the scores of the draws with 9 to 60 players."""
CLUBS = (
    (16, 4, 2), (16, 5, 2), (20, 5, 5), (24, 5, 3), (32, 6, 8), (36, 5, 6), (40, 6, 8),
    (60, 5, 10), (64, 6, 8), (100, 5, 20), (200, 5, 25), (400, 6, 20), (1000, 6, 25),
)  # fmt: skip
"""Players, rounds, size of the clubs kept apart in one draw; a score of 0 is possible in all but 16 x 5."""
CHANGES = tuple(
    (players, rounds, played, left, late)
    for players, rounds in (
        (16, 4), (20, 5), (24, 5), (32, 5), (36, 6), (40, 5), (64, 5), (100, 6), (200, 5), (400, 6), (1000, 5)
    )
    for played, left, late in ((1, players // 8, min(10, players // 8)), (2, min(20, players // 10), players // 20 % 11))
)  # fmt: skip
"""One draw each: players, rounds, rounds played, number of players who then leave, and number who come."""


@dataclass
class Bar:
    """A requirement of draws, with the result of every draw measured against it.

    Attributes:
        words: Description of the requirement.
        most: Time limit of one draw in units (see `unit`); 0 for none.
        misses: Names of the draws that do not meet it, and of those above `most`; a draw of both kinds is named twice.
        worst: Longest draw in units.
        taken: Number of draws measured.
    """

    words: str
    most: float = 0.0
    misses: list[str] = field(default_factory=list)
    worst: float = 0.0
    taken: int = 0

    def note(self, name: str, units: float, *, met: bool) -> None:
        """Count a draw that took `units` of time; its name is a miss unless it `met` the requirement, and if it took above
        `most`.
        """
        self.taken += 1
        self.worst = max(self.worst, units)
        if not met:
            self.misses.append(name)
        if self.most and units > self.most:
            self.misses.append(f"{name} ({units:.1f} units)")

    def __str__(self) -> str:
        verdict = "met " if not self.misses else "MISS"
        limit = f" of {self.most:g}" if self.most else ""
        time_ = f", longest {self.worst:.2f}{limit} units"
        missed = f"; missed: {', '.join(self.misses[:12])}" if self.misses else ""
        return f"{verdict}  {self.words} ({self.taken} draws{time_}){missed}"


class Bench:
    """Makes, counts and times draws with `seeds` seeds. The methods of parts print figures, and yield the finished `Bar`s."""

    def __init__(self, seeds: int) -> None:
        self.seeds = [f"graine {number}" for number in range(1, seeds + 1)]
        self.unit = min(unit() for _ in range(3))

    def draw(self, players: Sequence[str], rounds: int, **asked: Any) -> tuple[Draw, Count, float]:
        """Make one draw; `asked` are further arguments of `plan`, with the first seed by default. Return the draw, its count and
        its time in units. Exits when the counter finds a fault.
        """
        asked.setdefault("seed", self.seeds[0])
        start = time.process_time()
        drawn = plan(players, rounds, **asked)
        units = (time.process_time() - start) / self.unit
        figures = count(drawn.to_json())
        if figures.faults:
            raise SystemExit(f"{len(players)} x {rounds}: {figures.faults}")
        return drawn, figures, units

    def grid(self) -> Iterator[Bar]:
        """Draw every number of `PLAYERS` for every number of `ROUNDS` with every seed; compare with the best known scores."""
        score = Bar("grid: score at most the best known", 12)
        partners = Bar("grid: repeated partners at their bound")
        seats = Bar("grid: seats differ by 1 at most, by 0 when the rounds are a multiple of 4")
        numbers = Bar(
            "nobody twice at a table number: 20x5, 32x5, 32x6, 64 to 100 players up to 6 rounds, 200 and more"
        )
        ratios = []
        print(
            f"{'players':>7} {'rounds':>6} {'score':>15} {'bound':>6} {'best':>5} {'units':>6}  seats table"
        )
        for players in PLAYERS:
            for rounds, best in zip(ROUNDS, BEST.get(players, (0,) * len(ROUNDS)), strict=True):
                name = f"{players}x{rounds}"
                runs = [self.draw(people(players), rounds, seed=seed) for seed in self.seeds]
                for _, figures, units in runs:
                    score.note(name, units, met=figures.score <= best)
                    partners.note(name, units, met=figures.partner_repeats == figures.partner_bound)
                    seats.note(name, units, met=figures.seat_gap <= (rounds % 4 > 0))
                    if (
                        (players, rounds) in {(20, 5), (32, 5), (32, 6)}
                        or players >= 200
                        or (players >= 64 and rounds < 8)
                    ):
                        numbers.note(name, units, met=figures.same_table == 1)
                    ratios.append(((figures.score + 1) / (best + 1), name))
                first = runs[0][1]
                scores = " ".join(str(figures.score) for _, figures, _ in runs)
                print(
                    f"{players:>7} {rounds:>6} {scores:>15} {first.bound:>6} {best:>5} {max(u for *_, u in runs):>6.2f}"
                    f"  {max(f.seat_gap for _, f, _ in runs):>5} {max(f.same_table for _, f, _ in runs):>5}"
                )
        mean = sum(ratio for ratio, _ in ratios) / len(ratios)
        total = Bar(
            f"grid: mean of (score + 1) / (best + 1) at most 1.005, none above 1.1: {mean:.4f}, worst {max(ratios)[0]:.3f}"
        )
        total.note("mean", 0, met=mean <= 1.005)
        total.note(max(ratios)[1], 0, met=max(ratios)[0] <= 1.1)
        thousand = Bar("1000 players, 10 rounds, everything", 6)
        _, figures, units = self.draw(people(1000), 10)
        thousand.note(
            "1000x10", units, met=figures.score == 0 and figures.seat_gap <= 1 and figures.same_table == 1
        )
        yield from (partners, score, total, seats, numbers, thousand)

    def no_repeat(self) -> Iterator[Bar]:
        """Construct a grid without repeats for 16 to 400 players in fours, and each of 2 to 12 rounds but 20 x 6; make whole
        draws of 2, 7 and 12 rounds. The bars are met if each has all its rounds, and a score of 0.
        """
        bar = Bar("16 to 400 players, 2 to 12 rounds, whole draws: no repeat wherever one may do without", 2)
        grids = Bar("the constructions alone", 2)
        for players in range(16, 401, 4):
            for rounds in range(2, min(12, (players - 1) // 3) + 1):
                if (players, rounds) == (20, 6):
                    continue  # proven impossible
                start = time.process_time()
                grid = longest_grid(players, rounds)
                grids.note(
                    f"{players}x{rounds}", (time.process_time() - start) / self.unit, met=len(grid) == rounds
                )
                if rounds % 5 == 2:
                    _, figures, units = self.draw(people(players), rounds)
                    bar.note(f"{players}x{rounds}", units, met=figures.score == figures.partner_repeats == 0)
        yield from (grids, bar)

    def left_over(self) -> Iterator[Bar]:
        """Draw 17 to 101 players, never a multiple of four, in 4 to 6 rounds, with byes, tables of three, or of five. The bar
        notes only the draws of 17 to 23 players in 4 or 5 rounds with byes or tables of three.
        """
        bar = Bar(
            "17 to 23, byes or threes, 4 and 5 rounds: score at most 1, byes within 1, no partner twice", 6
        )
        for players in (17, 18, 19, 21, 22, 23, 25, 30, 35, 50, 99, 101):
            for odd in ("byes", "threes", "fives"):
                cells = []
                for rounds in (4, 5, 6):
                    _, figures, units = self.draw(people(players), rounds, tables=odd)
                    cells.append(f"{figures.score} ({units:.1f})")
                    if players < 24 and odd != "fives" and rounds < 6:
                        met = figures.score <= 1 and figures.bye_gap <= 1 and not figures.partner_repeats
                        bar.note(f"{players}x{rounds} {odd}", units, met=met)
                print(f"{players:>7} {odd:<7} 4, 5, 6 rounds: score (units) {', '.join(cells)}")
        yield bar

    def uneven(self) -> Iterator[Bar]:
        """Draw 9 to 60 players, multiples of four left out, with tables of three and with tables of five. One bar is for each draw;
        the other compares the sums of all scores with the best known ones, `UNEVEN`.
        """
        level = Bar(
            "9 to 60 players, threes or fives, 2 to 6 rounds: odd tables within 1, no partner twice", 25
        )
        total = Bar("the same: the sum of the scores at most what it was")
        for odd, best in UNEVEN.items():
            sums = dict.fromkeys(best, 0)
            print(f"{odd:>7}   score (bound) in {', '.join(map(str, best))} rounds")
            for players in (n for n in range(9, 61) if n % 4 and (odd, n) != ("fives", 11)):
                cells = []
                for rounds in best:
                    _, figures, units = self.draw(people(players), rounds, tables=odd)
                    sums[rounds] += figures.score
                    cells.append(f"{figures.score:>5} {f'({figures.bound})':<5}")
                    met = figures.odd_gap <= 1 and figures.partner_repeats == figures.partner_bound == 0
                    level.note(f"{players}x{rounds} {odd}", units, met=met and figures.score >= figures.bound)
                print(f"{players:>7} {''.join(cells)}")
            print(f"{'all':>7} {''.join(f'{made:>5} of {best[rounds]:<4}' for rounds, made in sums.items())}")
            for rounds, made in sums.items():
                total.note(f"{odd} {rounds} rounds", 0, met=made <= best[rounds])
        yield from (level, total)

    def changes(self) -> Iterator[Bar]:
        """Draw the remaining rounds of the `CHANGES`, after players have left and come. Required: a score of 0, no partner twice."""
        bar = Bar("late and gone: score 0, no partner twice", 3)
        for players, rounds, played, left, late in CHANGES:
            before = self.draw(people(players), rounds)[0]
            room = [*people(players)[left:], *(f"Tard {number}" for number in range(late))]
            _, figures, units = self.draw(room, rounds, history=before.rounds[:played])
            bar.note(
                f"{players}x{rounds} after {played}", units, met=figures.score == figures.partner_repeats == 0
            )
        yield bar

    def apart(self) -> Iterator[Bar]:
        """Draw each of `CLUBS`. Required: no two members of a club at one table, and a score of 0 except for 16 players in 5 rounds."""
        bar = Bar("keep apart: no wish broken, no repeat where none is needed", 6)
        for players, rounds, size in CLUBS:
            _, figures, units = self.draw(people(players), rounds, apart=clubs(players, size))
            print(
                f"{players:>7} {rounds:>6} clubs of {size:<3} score {figures.score:>3} broken {figures.apart_broken} ({units:.2f})"
            )
            free = (players, rounds, size) == (16, 5, 2) or figures.score == 0
            bar.note(f"{players}x{rounds} clubs of {size}", units, met=figures.apart_broken == 0 and free)
        yield bar

    def by_ranking(self) -> Iterator[Bar]:
        """Draw evenings round by round by the ranking so far; strength and luck decide the results. A gap is the sum of the
        differences in rank at a table, 1 for four neighbours in the ranking.
        """
        singles = Bar(
            "by ranking: no partner twice, no table-mate twice from 32x5, gaps at most 2.2 from 316", 4
        )
        for players, rounds in ((16, 4), (32, 5), (64, 5), (316, 5), (1000, 6)):
            luck = random.Random(players)  # noqa: S311 - who wins, the same in every run
            strength = {p: luck.gauss(0, 1) for p in people(players)}
            points = dict.fromkeys(people(players), 0.0)
            before: Draw | None = None
            cells = []
            for number in range(1, rounds + 1):
                ranking = sorted(points, key=lambda p: -points[p])
                history = () if before is None else before.rounds
                before, figures, units = self.draw(people(players), number, history=history, ranking=ranking)
                rank = {p: place for place, p in enumerate(ranking)}
                fours = before.rounds[-1].tables
                gap = sum(abs(rank[a] - rank[b]) for t in fours for a in t for b in t) / 20 / len(fours)
                cells.append(f"{figures.score}/{gap:.2f} ({units:.1f})")
                met = (
                    not figures.partner_repeats
                    and (players < 32 or not figures.score)
                    and (players < 316 or gap <= 2.2)
                )
                singles.note(f"{players} round {number}", units, met=met)
                for t in fours:
                    won = (
                        sum(strength[p] for p in t[::2])
                        - sum(strength[p] for p in t[1::2])
                        + luck.gauss(0, 1)
                    )
                    for seat, p in enumerate(t):
                        points[p] += won if seat % 2 == 0 else -won
            print(f"{players:>7} by ranking: score/gaps (units) {', '.join(cells)}")
        yield singles

    def pairs(self) -> Iterator[Bar]:
        """Draw seven numbers of fixed pairs, 4 to 158, in as many rounds as there are opponents, 30 at most. Required: no match
        twice, no pair split, and numbers of byes that differ by 1 at most.
        """
        bar = Bar("fixed pairs: no rematch in as many rounds as there are opponents, byes within 1")
        for number in (4, 5, 8, 9, 16, 31, 158):
            rounds = min(number - 1 + number % 2, 30)
            _, figures, units = self.draw(people(2 * number), rounds, teams=couples(2 * number))
            met = not figures.team_repeats and not figures.teams_split and figures.bye_gap <= 1
            bar.note(f"{number} pairs x {rounds}", units, met=met)
        yield bar


def unit() -> float:
    """Return the CPU seconds of five million steps of a linear congruential generator, the unit of time of the report."""
    start, x = time.process_time(), 1
    for _ in range(5_000_000):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
    return time.process_time() - start


def main() -> int:
    """Run the parts of `Bench`, with `--quick` all but `no_repeat`; print a line for each bar. Return 1 if one is missed, else 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="one seed, without the long lists")
    parser.add_argument("--seeds", type=int, default=3, help="draws per cell of the grid")
    asked = parser.parse_args()
    bench = Bench(1 if asked.quick else asked.seeds)
    print(f"one unit is {bench.unit:.3f} CPU seconds here")
    parts = [
        bench.grid,
        bench.left_over,
        bench.uneven,
        bench.changes,
        bench.apart,
        bench.by_ranking,
        bench.pairs,
    ]
    if not asked.quick:
        parts.append(bench.no_repeat)
    bars = [bar for part in parts for bar in part()]
    print("\n" + "\n".join(str(bar) for bar in bars))
    return 1 if any(bar.misses for bar in bars) else 0


if __name__ == "__main__":
    raise SystemExit(main())
