"""Seating of a knock-out round: computed from the ranking, later from the winners. Nothing is drawn by lot."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.draw.knockout import PAIRS, seeded, tables_of
from scorekeeper.draw.seating.lot import lot_names
from scorekeeper.tournaments import finals
from scorekeeper.tournaments.finals import Team
from scorekeeper.tournaments.fold import spelled
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.rankings import ranking

VERSION = "finale/1"
"""`DrawRecord.version` of a knock-out round; its `order` has the names of those who play, the best first."""


def final_body(t: Tournament, number: int, attempt: int) -> dict[str, Any]:
    """Return a knock-out round as the event of a draw stores it; see `DrawRecord`."""
    step, size = number - t.options.rounds, 1 + t.in_pairs
    going, beaten = going_in(t, step), for_third(t, step)
    numbers = tables_of(len(going), finals.at_table(t))
    beside = (tuple(range(len(going) + 1, len(going) + len(beaten) + 1)),) if beaten else ()
    teams = (*going, *beaten)
    tables = [_seats(t, at) for at in (*numbers, *beside)]
    playing = {number for table in tables for number in table}
    byes = [person for place, team in enumerate(teams, 1) if place not in playing for person in team]
    names = [t.entrant(person).name for team in teams for person in team]
    seats = [_persons(teams, table, size) for table in tables]
    label = f"finale/{step}" if attempt == 1 else f"finale/{step}/{attempt}"
    return {
        "label": label,
        "seed": "",
        "version": VERSION,
        "players": lot_names(names),
        "order": names,
        "partners": [],
        "rounds": [{"tables": [people for people, _ in seats], "byes": byes}],
        "grid": [[lots for _, lots in seats]],
        "report": {"score": 0, "bound": 0, "words": _words(t, len(going), byes, step, third=bool(beaten))},
    }


def going_in(t: Tournament, step: int) -> tuple[Team, ...]:
    """Return the teams of knock-out round `step`, from 1, the best first; byes included."""
    if step > 1:
        following = finals.final_rounds(t)[step - 2].following
        return tuple(following[number] for number in sorted(following))
    teams = finals.able(t, (line.numbers for line in ranking(t, t.options.rounds).lines))
    return tuple(teams[: seeded(min(t.options.finale, len(teams)), finals.at_table(t))])


def report_now(t: Tournament, number: int) -> Any:
    """Return the report of a knock-out draw, with entrant numbers in place of names."""
    return spelled(t.draws[number - 1].report, {entrant.name: str(entrant.number) for entrant in t.entrants})


def for_third(t: Tournament, step: int) -> tuple[Team, ...]:
    """Return the teams that play for the third place beside knock-out round `step`, the better first.

    Empty when the round is not the final, the option is off, or all of these people have left.
    """
    number = t.options.rounds + step
    if not t.options.third_place or step == 1 or finals.stage_of(t, number) != 1:
        return ()
    beaten = finals.final_rounds(t)[step - 2].beaten
    here = {entrant.number for entrant in t.present}
    teams = tuple(beaten[number] for number in sorted(beaten))
    return () if here.isdisjoint(person for team in teams for person in team) else teams


def _seats(t: Tournament, numbers: Sequence[int]) -> tuple[int, ...]:
    """Return seeding numbers in order of play: two pairs alternate; with camps, the first and last of four players are partners."""
    if finals.at_table(t) == PAIRS:
        first, second = numbers
        return first, second, first, second
    first, second, third, last = numbers
    return (first, second, last, third) if t.game.rules.CAMPS else (first, second, third, last)


def _persons(teams: Sequence[Team], numbers: Sequence[int], size: int) -> tuple[list[int], list[int]]:
    """Return the people at a table in order of play, and their numbers in the order of all players, from 1."""
    seats, lots = [], []
    for at, number in enumerate(numbers):
        # Each pair has two seats, the first for its first player.
        which = at // 2 if size == PAIRS else 0
        seats.append(teams[number - 1][which])
        lots.append((number - 1) * size + which + 1)
    return seats, lots


def _words(t: Tournament, count: int, byes: Sequence[int], step: int, *, third: bool) -> list[dict[str, Any]]:
    """Return the sentences of the round's report, as codes with values."""
    code = "finals-winners" if step > 1 else "finals-pairs" if t.in_pairs else "finals-persons"
    words: list[dict[str, Any]] = [{"code": code, "values": {"count": count}}]
    if byes:
        names = [t.entrant(person).name for person in byes]
        words.append({"code": "finals-byes", "values": {"names": names}})
    if third:
        words.append({"code": "finals-third", "values": {}})
    return [*words, {"code": "finals-level", "values": {}}]


def qualified(t: Tournament) -> dict[str, Any]:
    """Return who would play the next knock-out round if it were opened now.

    `names` are its players or pairs, the best first, and `third` those of the match for the third place. `level` is whether somebody
    who would not play shares a rank with one who would.
    """
    step = len(t.rounds) + 1 - t.options.rounds
    teams = going_in(t, step)
    names, third = (
        [" & ".join(t.entrant(number).name for number in team) for team in each]
        for each in (teams, for_third(t, step))
    )
    return {"names": names, "third": third, "level": step == 1 and _level_at_the_cut(t, teams)}


def third_place_changed(t: Tournament) -> bool:
    """Return whether the match for the third place was switched on or off since the open final was seated."""
    current = t.current
    if current is None or finals.stage_of(t, current.number) != 1:
        return False
    return bool(for_third(t, current.number - t.options.rounds)) != (len(current.tables) > 1)


def _level_at_the_cut(t: Tournament, teams: Sequence[Team]) -> bool:
    lines = ranking(t, t.options.rounds).lines
    able = set(finals.able(t, (line.numbers for line in lines)))
    within = {line.standing.rank for line in lines if line.numbers in teams}
    return any(line.standing.rank in within for line in lines if line.numbers in able.difference(teams))
