"""Seating draw of an evening: lot, tables, seats, table numbers, report.

Anyone can reproduce it: the lot is a public shuffle (see `lot`), a construction needs no search, and a search is seeded with the
same public key and limited by a number of proposals, not by time.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any, TypedDict, Unpack

from scorekeeper.draw.seating.anneal import Watch
from scorekeeper.draw.seating.lot import draw_lot, search_chance
from scorekeeper.draw.seating.problem import (
    DrawImpossible,
    Odd,
    Seated,
    Tables,
    table_meetings,
    table_sizes,
)
from scorekeeper.draw.seating.record import VERSION, Draw, DrawnRound, label_after
from scorekeeper.draw.seating.report import report_on
from scorekeeper.draw.seating.search import match_pairs, seat_everyone
from scorekeeper.draw.seating.seats import balance_seats, number_tables
from scorekeeper.draw.seating.swiss import seat_by_rank
from scorekeeper.draw.seating.wishes import Wishes, check, names_of, numbered, problem_of

MOST_PLAYERS, MOST_ROUNDS = 2_000, 60
"""Limits of a draw. No tournament is larger, and the matrices of meetings would take too much memory."""


class DrawAsked(TypedDict, total=False):
    """Options of a draw besides its players and rounds."""

    tables: Odd | str | Sequence[int]
    """`byes` (default), `threes` (one seat less at some tables), `fives` (one more), or the table sizes, the same in each round."""
    size: int
    """Regular size of a table, 3 to 6; 4 by default."""
    partners: bool
    """Whether seats 0 and 2, and 1 and 3, are partners at tables of four; true by default."""
    teams: Sequence[tuple[str, str]]
    """Fixed pairs; if there are any, every player must be in one."""
    apart: Sequence[Sequence[str]]
    """Groups of players of whom no two may share a table."""
    avoid: Sequence[Sequence[str]]
    """Groups of players of whom no two should share a table, if that costs little."""
    history: Sequence[DrawnRound]
    """Rounds already played."""
    present: Sequence[Collection[str]] | None
    """Players present in each coming round; all by default."""
    stay: Mapping[str, int | None] | None
    """Players who keep one table all evening, with its number from 1, or `None` for any table."""
    ranking: Sequence[str] | None
    """Everybody present, best first. If given, the one coming round is a Swiss round (see `swiss`)."""
    version: str
    """Version of the algorithm: the current one by default, or a former one to reproduce its draws."""


def plan(
    players: Sequence[str],
    rounds: int,
    *,
    seed: str,
    label: str | None = None,
    progress: Callable[[int, int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
    **asked: Unpack[DrawAsked],
) -> Draw:
    """Draw the seats of all rounds together.

    Args:
        players: The published list. Players of the `history` who are not in it have left.
        rounds: Number of rounds of the whole evening, including those already played.
        seed: The public seed, any text; the same seed gives the same draw.
        label: Name of the draw within the evening; by default `draw/1`, and `draw/1/after-k` once k rounds are played.
        progress: Called with the number of proposals made, of those planned, and the cost so far.
        stop: Called from time to time; true ends the search with the best found so far.
        asked: Further options.

    Raises:
        DrawImpossible: With a code and values; see `wishes`, `problem` and `record`.
    """
    wishes = wishes_of(players, rounds, **asked)
    name = label_after(len(wishes.history)) if label is None else label
    return drawn(wishes, seed, name, Watch(progress, stop))


def wishes_of(players: Sequence[str], rounds: int, **asked: Unpack[DrawAsked]) -> Wishes:
    """Return the checked options of a draw. Raises `DrawImpossible`."""
    history, stay = asked.get("history", ()), asked.get("stay") or {}
    ranking = asked.get("ranking")
    here = names_of(players)
    coming = rounds - len(history)
    if rounds < 1 or coming < 1:
        raise DrawImpossible("no-round-left", rounds=rounds, played=len(history))
    if len(here) > MOST_PLAYERS or rounds > MOST_ROUNDS:
        raise DrawImpossible("too-many", players=MOST_PLAYERS, rounds=MOST_ROUNDS)
    past = _completed(history, here)
    wishes = Wishes(
        players=tuple(sorted({*here, *chain(*((*rnd.room, *rnd.absent) for rnd in past))})),
        room=_rooms(here, asked.get("present"), coming),
        history=past,
        tables=_odd(asked.get("tables", Odd.BYES)),
        size=asked.get("size", 4),
        partners=asked.get("partners", True),
        teams=tuple((first, second) for first, second in map(names_of, asked.get("teams", ()))),
        apart=tuple(names_of(group) for group in asked.get("apart", ())),
        avoid=tuple(names_of(group) for group in asked.get("avoid", ())),
        stay=dict(zip(names_of(stay), stay.values(), strict=True)),
        ranking=None if ranking is None else names_of(ranking),
        version=asked.get("version", VERSION),
    )
    check(wishes)
    return wishes


def drawn(wishes: Wishes, seed: str, label: str, watch: Watch) -> Draw:
    """Make a draw: lot, tables, seats, table numbers and report. Raises `DrawImpossible`."""
    for text in (seed, label):
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise DrawImpossible("unreadable-seed")
    order = draw_lot(wishes.players, seed, label)
    chance = search_chance(wishes.players, seed, label)
    number = {player: i for i, player in enumerate(order)}
    past = [numbered(rnd, number) for rnd in wishes.history]
    seated_now = _seated(wishes, order, chance, watch)
    met = table_meetings([*past, *seated_now])
    keep = bool(wishes.teams) or wishes.ranking is not None
    free = not keep and (not wishes.partners or max(met.values(), default=0) < 2)
    seated = balance_seats(seated_now, past, chance, watch, people=len(order), free=free, keep=keep)
    stay = _stay(wishes, order, seated_now)
    placed = number_tables(seated, past, chance, watch, people=len(order), stay=stay)
    stopped = {"stopped": watch.stopped, "stopped_at": watch.stopped_at}
    return _resolved(wishes, order, placed, seed=seed, label=label, stopped=stopped)


def from_grid(
    wishes: Wishes, seed: str, label: str, grid: Sequence[Tables], stopped: Mapping[str, Any]
) -> Draw:
    """Return the draw that a published grid and the lot make together, without any search.

    Args:
        wishes: The options of the draw, as far as they are known.
        seed: The public seed.
        label: Name of the draw within the evening.
        grid: Tables of each coming round, in numbers of the lot, from 1.
        stopped: `stopped` and `stopped_at` of the report.

    Raises:
        DrawImpossible: `sizes-do-not-fit`, when a round seats a player twice or an absent one, or has tables of other sizes.
    """
    order = draw_lot(wishes.players, seed, label)
    placed = []
    for tables, room in zip(grid, wishes.room, strict=True):
        here = {i for i, player in enumerate(order) if player in room}
        seats = [lot - 1 for lot in chain(*tables)]
        sizes = sorted(table_sizes(len(room), wishes.tables, wishes.size))
        regular = sorted(map(len, tables)) == sizes and len(seats) == len(set(seats))
        if not regular or not here.issuperset(seats):
            raise DrawImpossible("sizes-do-not-fit", present=len(here), seats=len(seats))
        at = tuple(tuple(lot - 1 for lot in table) for table in tables)
        placed.append(Seated(at, tuple(here.difference(seats))))
    return _resolved(wishes, order, placed, seed=seed, label=label, stopped=stopped)


def _resolved(
    wishes: Wishes,
    order: tuple[str, ...],
    placed: Sequence[Seated],
    *,
    seed: str,
    label: str,
    stopped: Mapping[str, Any],
) -> Draw:
    past = [numbered(rnd, {player: i for i, player in enumerate(order)}) for rnd in wishes.history]
    grid = [tuple(tuple(i + 1 for i in table) for table in rnd.tables) for rnd in (*past, *placed)]
    coming = [_named(rnd, order, room) for rnd, room in zip(placed, wishes.room, strict=True)]
    everything = (*wishes.history, *coming)
    return Draw(
        label=label,
        version=wishes.version,
        seed=seed,
        players=wishes.players,
        order=order,
        rounds=everything,
        grid=tuple(grid),
        fixed_rounds=len(wishes.history),
        partners=wishes.partners,
        teams=wishes.teams,
        apart=wishes.apart,
        asked=wishes.others,
        report=report_on(wishes, everything, **stopped),
    )


def _rooms(
    players: Sequence[str], present: Sequence[Collection[str]] | None, coming: int
) -> tuple[frozenset[str], ...]:
    """Return the players present in each of the `coming` rounds, all by default; raises `DrawImpossible` for another number of
    rounds.
    """
    if present is None:
        return (frozenset(players),) * coming
    if len(present) != coming:
        raise DrawImpossible("presence-per-round", given=len(present), rounds=coming)
    return tuple(frozenset(names_of(room)) for room in present)


def _completed(history: Sequence[DrawnRound], here: Sequence[str]) -> tuple[DrawnRound, ...]:
    """Return the history with all players of any round, and those of `here`, as absent in the rounds that they did not attend."""
    rounds = [DrawnRound(tuple(map(names_of, r.tables)), names_of(r.sit_out)) for r in history]
    everybody = set(here).union(*(r.room for r in rounds), *(names_of(r.absent) for r in history))
    return tuple(replace(r, absent=tuple(sorted(everybody - r.room))) for r in rounds)


def _odd(tables: Odd | str | Sequence[int]) -> Odd | tuple[int, ...]:
    if not isinstance(tables, str):
        return tuple(tables)
    try:
        return Odd(tables)
    except ValueError:
        raise DrawImpossible("unknown-tables", given=tables) from None


def _seated(wishes: Wishes, order: Sequence[str], chance: Random, watch: Watch) -> list[Seated]:
    """Return the tables of the coming rounds, in numbers of the lot, from 0.

    The search seats units: players, or fixed pairs. The second player of a pair sits two seats after the first.
    """
    place = {player: i for i, player in enumerate(order)}
    pairs = sorted(tuple(sorted((place[a], place[b]))) for a, b in wishes.teams)
    units = pairs or [(number,) for number in place.values()]
    unit_of = {order[p]: i for i, unit in enumerate(units) for p in unit}
    problem = problem_of(wishes, unit_of)
    if wishes.ranking is not None:
        ranking = list(dict.fromkeys(unit_of[p] for p in wishes.ranking if p in wishes.room[0]))
        rounds = [seat_by_rank(problem, ranking, chance, watch)]
    else:
        rounds = (match_pairs if wishes.teams else seat_everyone)(problem, chance, watch)
    return [
        Seated(
            tuple(tuple(chain(*zip(*(units[u] for u in table), strict=True))) for table in rnd.tables),
            tuple(p for u in rnd.sit_out for p in units[u]),
        )
        for rnd in rounds
    ]


def _stay(wishes: Wishes, order: Sequence[str], drawn: Sequence[Seated]) -> dict[int, int]:
    """Return the table index, from 0, of each player who keeps one table in all rounds: the wished one, else the next free one."""
    taken = {number for number in wishes.stay.values() if number is not None}
    least = min(len(rnd.tables) for rnd in drawn)
    free = [number for number in range(1, least + 1) if number not in taken]
    result = {}
    for i, player in enumerate(order):
        if player in wishes.stay:
            number = wishes.stay[player]
            result[i] = (free.pop(0) if number is None else number) - 1
    return result


def _named(rnd: Seated, order: Sequence[str], room: frozenset[str]) -> DrawnRound:
    return DrawnRound(
        tuple(tuple(order[i] for i in table) for table in rnd.tables),
        tuple(sorted(order[i] for i in rnd.sit_out)),
        tuple(sorted(set(order) - room)),
    )
