"""The seating draw of an evening: lot, tables, seats, table numbers, report.

Anyone can check it: the lot is a public shuffle (see `lot`), a construction needs no search at
all, and a search is seeded by the same public key and counts proposals, not seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random

from scorekeeper.rules.seating.anneal import Watch
from scorekeeper.rules.seating.lot import draw_lot, search_chance
from scorekeeper.rules.seating.problem import Problem, Seated, table_meetings
from scorekeeper.rules.seating.record import Draw, DrawnRound, label_after
from scorekeeper.rules.seating.report import report_on
from scorekeeper.rules.seating.search import match_pairs, seat_everyone
from scorekeeper.rules.seating.seats import balance_seats, number_tables
from scorekeeper.rules.seating.shape import DrawImpossible, Odd
from scorekeeper.rules.seating.swiss import seat_by_rank
from scorekeeper.rules.seating.wishes import Wishes, check, names_of, numbered, player_problem, team_problem

MOST_PLAYERS, MOST_ROUNDS = 2_000, 60
"""Beyond these nobody plays, and the tables of who met whom no longer fit."""


def plan(
    players: Sequence[str],
    rounds: int,
    *,
    seed: str,
    label: str | None = None,
    tables: Odd | str | Sequence[int] = Odd.BYES,
    size: int = 4,
    partners: bool = True,
    teams: Sequence[tuple[str, str]] = (),
    apart: Sequence[Sequence[str]] = (),
    avoid: Sequence[Sequence[str]] = (),
    history: Sequence[DrawnRound] = (),
    present: Sequence[Collection[str]] | None = None,
    stay: Mapping[str, int | None] | None = None,
    ranking: Sequence[str] | None = None,
    progress: Callable[[int, int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Draw:
    """Draw who sits where, for all rounds together.

    Args:
        players: The published list. Whoever is in `history` and not here has gone.
        rounds: Rounds of the whole evening, those already played included.
        seed: The public seed, any text; who knows it can draw the same again.
        label: Which draw of the evening this is; by default `draw/1`, and `draw/1/after-k` once k rounds
            are played.
        tables: `byes`, `threes` (one seat less at some tables), `fives` (one more), or the sizes of the
            tables of a round.
        size: Regular size of a table, 3 to 6.
        partners: Whether seats 0 and 2, and 1 and 3, play together at tables of four.
        teams: Fixed pairs; then everybody must be in one.
        apart: Groups no two of whom may share a table.
        avoid: Groups no two of whom should share a table if that costs nothing much.
        history: The rounds already played.
        present: Who is in the room, for each coming round; everybody by default.
        stay: Who keeps the same table all evening: its number, from 1, or `None` for any.
        ranking: Everybody present, best first; then the one coming round is drawn by ranking: neighbours
            meet, nobody meets again.
        progress: Called with proposals made, proposals planned, and the cost so far.
        stop: Asked now and then; true ends the search with the best found so far. Neither of the two changes
            the result unless `stop` returns true.

    Returns:
        The resolved draw, with its report.

    Raises:
        DrawImpossible: With a code and values; see `wishes`, `shape` and `record`.
    """
    here = names_of(players)
    coming = rounds - len(history)
    if rounds < 1 or coming < 1:
        raise DrawImpossible("no-round-left", rounds=rounds, played=len(history))
    if len(here) > MOST_PLAYERS or rounds > MOST_ROUNDS:
        raise DrawImpossible("too-many", players=MOST_PLAYERS, rounds=MOST_ROUNDS)
    past = _completed(history, here)
    gone = {p for rnd in past for p in (*(q for t in rnd.tables for q in t), *rnd.sit_out, *rnd.absent)}
    wishes = Wishes(
        players=tuple(sorted({*here, *gone})),
        room=_rooms(here, present, coming),
        history=past,
        tables=_odd(tables),
        size=size,
        partners=partners,
        teams=tuple((one, two) for one, two in map(names_of, teams)),
        apart=tuple(names_of(group) for group in apart),
        avoid=tuple(names_of(group) for group in avoid),
        stay=dict(zip(names_of(stay or {}), (stay or {}).values(), strict=True)),
        ranking=None if ranking is None else names_of(ranking),
    )
    check(wishes)
    name = label_after(len(history)) if label is None else label
    return _drawn(wishes, seed, name, Watch(progress, stop))


def _drawn(wishes: Wishes, seed: str, label: str, watch: Watch) -> Draw:
    """Draw what was asked: the lot, the tables, the seats, the table numbers, the report."""
    for text in (seed, label):
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise DrawImpossible("unreadable-seed")
    order = draw_lot(wishes.players, seed, label)
    chance = search_chance(wishes.players, seed, label)
    number = {player: i for i, player in enumerate(order)}
    past = [numbered(rnd, number) for rnd in wishes.history]
    seat = _teams_seated if wishes.teams else _players_seated
    drawn = seat(wishes, order, chance, watch)
    met = table_meetings([*past, *drawn])
    keep = bool(wishes.teams) or wishes.ranking is not None
    free = not keep and (not wishes.partners or max(met.values(), default=0) < 2)
    seated = balance_seats(drawn, past, chance, watch, people=len(order), free=free, keep=keep)
    stay = _stay(wishes, order, drawn)
    placed = number_tables(seated, past, chance, watch, people=len(order), stay=stay)
    coming = [_named(rnd, order, room) for rnd, room in zip(placed, wishes.room, strict=True)]
    everything = (*wishes.history, *coming)
    return Draw(
        label=label,
        seed=seed,
        players=wishes.players,
        order=order,
        rounds=everything,
        fixed_rounds=len(wishes.history),
        partners=wishes.partners,
        teams=wishes.teams,
        apart=wishes.apart,
        report=report_on(wishes, everything, stopped=watch.stopped),
    )


def _rooms(
    players: Sequence[str], present: Sequence[Collection[str]] | None, coming: int
) -> tuple[frozenset[str], ...]:
    """Return who is in the room, per coming round; everybody when `present` is `None`."""
    if present is None:
        return (frozenset(players),) * coming
    if len(present) != coming:
        raise DrawImpossible("presence-per-round", given=len(present), rounds=coming)
    return tuple(frozenset(names_of(room)) for room in present)


def _completed(history: Sequence[DrawnRound], here: Sequence[str]) -> tuple[DrawnRound, ...]:
    """Return the history with everybody who was not in the room named as absent."""
    clean = [
        DrawnRound(tuple(names_of(t) for t in r.tables), names_of(r.sit_out), names_of(r.absent))
        for r in history
    ]
    seen = [{p for t in r.tables for p in t} | set(r.sit_out) for r in clean]
    everybody = set(here).union(*seen, *(r.absent for r in clean))
    return tuple(
        DrawnRound(r.tables, r.sit_out, tuple(sorted(everybody - in_room)))
        for r, in_room in zip(clean, seen, strict=True)
    )


def _odd(tables: Odd | str | Sequence[int]) -> Odd | tuple[int, ...]:
    if not isinstance(tables, str):
        return tuple(tables)
    try:
        return Odd(tables)
    except ValueError:
        raise DrawImpossible("unknown-tables", given=tables) from None


def _players_seated(wishes: Wishes, order: Sequence[str], chance: Random, watch: Watch) -> list[Seated]:
    problem = player_problem(wishes, order)
    if wishes.ranking is None:
        return seat_everyone(problem, chance, watch)
    number = {player: i for i, player in enumerate(order)}
    ranking = [number[p] for p in wishes.ranking if p in wishes.room[0]]
    return [seat_by_rank(problem, ranking, chance, watch)]


def _teams_seated(wishes: Wishes, order: Sequence[str], chance: Random, watch: Watch) -> list[Seated]:
    """Seat fixed pairs: the numbers of the search are pairs, in the order of the lot."""
    place = {player: i for i, player in enumerate(order)}
    units = sorted(tuple(sorted((place[a], place[b]))) for a, b in wishes.teams)
    team = {order[p]: i for i, unit in enumerate(units) for p in unit}
    problem: Problem = team_problem(wishes, team)
    if wishes.ranking is None:
        matches = match_pairs(problem, chance, watch)
    else:
        ranking = list(dict.fromkeys(team[p] for p in wishes.ranking if p in wishes.room[0]))
        matches = [seat_by_rank(problem, ranking, chance, watch)]
    return [
        Seated(
            tuple((units[a][0], units[b][0], units[a][1], units[b][1]) for a, b in match.tables),
            tuple(p for unit in match.sit_out for p in units[unit]),
        )
        for match in matches
    ]


def _stay(wishes: Wishes, order: Sequence[str], drawn: Sequence[Seated]) -> dict[int, int]:
    """Return the table, from 0, of everybody who keeps theirs; free ones are filled in turn."""
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
