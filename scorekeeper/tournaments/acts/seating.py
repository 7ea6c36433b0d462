"""Changes by hand to the tables of a round: swap two people, place a person, open another table.

Only tables that have not begun can change: never one whose sheet has a line, a signature, a dispute or a result. Changed tables keep
their sheets, on which the names are replaced.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from scorekeeper.cards.rules.changes import TableChange
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.fields import Many
from scorekeeper.cards.rules.kinds import Maybe, Whole
from scorekeeper.draw.seating.report import report_on
from scorekeeper.draw.seating.wishes import Wishes
from scorekeeper.errors import Unknown
from scorekeeper.parties import acts, fold
from scorekeeper.parties.model import ActKind, Partie
from scorekeeper.records.session import Session
from scorekeeper.tournaments.acts import drawing, plan_repair
from scorekeeper.tournaments.declaration import (
    MAX_COLUMNS,
    MAX_NUMBER,
    SEATS,
    Desk,
    EntrantNumber,
    Unread,
    act,
    not_finished,
    open_round,
    reached_by,
)
from scorekeeper.tournaments.finals import able, is_final
from scorekeeper.tournaments.fold import by_hand, change_of, with_change
from scorekeeper.tournaments.knockout_seats import report_now
from scorekeeper.tournaments.model import DrawnTables, Round, Tournament
from scorekeeper.tournaments.notes import Hand
from scorekeeper.tournaments.rankings import ranking
from scorekeeper.tournaments.refusals import conflict, plain, refusal
from scorekeeper.tournaments.round_progress import begun

PLACEMENT = "placement"
"""Kind of the only act by hand that is allowed in the knock-out."""
PERSON = EntrantNumber(Whole(1, MAX_NUMBER))
PEOPLE = Unread(Many(Whole(1, MAX_NUMBER), MAX_COLUMNS))


@dataclass
class _Round:
    """Mutable copy of an opened or planned round, on which an act makes its changes."""

    before: Round
    tables: list[list[int]]
    byes: list[int]

    def spot(self, person: int) -> tuple[int, int] | None:
        """Return the table and seat of a person, both from 0; `None` for a person with a bye or outside the round."""
        for number, table in enumerate(self.tables):
            if person in table:
                return number, table.index(person)
        return None


def _round(t: Tournament, number: int, kind: str) -> _Round:
    """Return a copy of a round that is open or planned. Raises `Unknown`, or `Conflict` for a closed one.

    Raises `Conflict` also for any act but a placement in the knock-out, where people only replace those who have left.
    """
    not_finished(t)
    if number <= len(t.rounds):
        if is_final(t, number) and kind != PLACEMENT:
            raise conflict(Fault("finale-sans-main"))
        open_round(t, number)
    if number > len(t.drawn):
        raise Unknown(f"round {number}")
    drawn = t.drawn[number - 1]
    return _Round(drawn, [list(table.seats) for table in drawn.tables], list(drawn.byes))


def _changed(desk: Desk, round_: _Round, **noted: Any) -> Mapping[str, Any]:
    """Apply the changes of a round to its sheets; return the event's `done`, with the act's own keys `noted`.

    Raises `Conflict` when a changed table has begun.
    """
    t, number, draw = desk.t, round_.before.number, round_.before.draw
    before = DrawnTables(tuple(table.seats for table in round_.before.tables), round_.before.byes)
    after = DrawnTables(tuple(map(tuple, round_.tables)), tuple(round_.byes))
    change = plan_repair.round_change(number, before, after)
    touched = [item["table"] for item in change["tables"]]
    playing = begun(t, desk.session, number).intersection(touched)
    if playing:
        raise conflict(Fault("deja-joue", "", {"tables": tuple(map(str, sorted(playing)))}))
    partie = _sheets(desk, number, round_) if number <= len(t.rounds) else None
    final = is_final(t, number)
    report = report_now(t, draw) if final else _report(with_change(t, draw, change_of(change), None), draw)
    body = {"draw": draw, "round": number, **noted, "rounds": [change], "report": report}
    return body | ({} if partie is None else {"partie": partie})


def _sheets(desk: Desk, number: int, after: _Round) -> int | None:
    """Write the new seats of an open round on its sheets; return the partie of an added table, else `None`."""
    opened, new = desk.t.round(number).tables, None
    for place, seats in enumerate(after.tables):
        if place >= len(opened):
            new = drawing.open_table(desk, seats, drawing.rules_at(desk.t, len(seats)))
        elif tuple(seats) != opened[place].seats:
            _reseat(desk, desk.partie(opened[place]), opened[place].seats, seats)
    return new


def _reseat(desk: Desk, partie: Partie, before: Sequence[int], seats: Sequence[int]) -> None:
    """Replace the people of a sheet that has no lines."""
    columns = [*partie.table.players]
    people = [
        columns[seat] if seat < len(before) and before[seat] == number else desk.t.entrant(number).name
        for seat, number in enumerate(seats)
    ]
    former = zip(people, columns, strict=False)
    change = TableChange(0, tuple(people), tuple((new, old) for new, old in former if new != old))

    def judge(partie: Partie) -> acts.Act:
        return acts.table_change(change, partie.table), fold.changed_table

    acts.write(desk.opened, partie, ActKind.CHANGEMENT, judge)


def _report(t: Tournament, number: int) -> dict[str, object]:
    """Compute the report of a draw as it is now, with entrant numbers for names."""
    draw = t.draws[number - 1]
    last = draw.first + len(draw.rounds) - 1
    opened = [plan_repair.drawn_round(round_) for round_ in t.rounds[:last]]
    coming = draw.rounds[len(opened) + 1 - draw.first :]
    rounds = [*opened, *map(plan_repair.drawn_round, coming)]
    pairs = tuple((e.number, e.partner) for e in t.present if e.partner and e.number < e.partner)
    asked = plan_repair.asked_of(t, draw.first, pairs)
    everybody = frozenset().union(*(round_.room for round_ in rounds))
    complete = tuple(replace(round_, absent=tuple(sorted(everybody - round_.room))) for round_ in rounds)
    asked |= {"players": tuple(sorted(everybody)), "history": complete[: draw.first - 1]}
    del asked["rounds"]
    wishes = Wishes(**asked, room=(), version=draw.version)
    return report_on(wishes, complete, stopped=False).document()


@act("echange", SEATS, by_hand, reason=True)
@reached_by(api="POST swap", answer="tournament")
def swap(desk: Desk, round_number: int, *, who: Annotated[Any, PEOPLE]) -> Mapping[str, Any]:
    """Exchange two people: their places in a round; one of them may have a bye. Of pairs, the partners are exchanged too."""
    first, second = _people(who, 2)
    t, round_ = desk.t, _round(desk.t, round_number, "echange")
    for person in (first, second):
        if round_.spot(person) is None and person not in round_.byes:
            raise conflict(Fault("pas-dans-le-tour", "", {"nom": t.entrant(person).name}))
    _exchange(round_, first, second)
    if t.in_pairs:
        _exchange(round_, *(_partner(t, person) for person in (first, second)))
    return _changed(desk, round_, kind=Hand.SWAP, who=[first, second])


def _partner(t: Tournament, person: int) -> int:
    mate = t.entrant(person).partner
    if mate is None:
        raise conflict(Fault("paire-incomplete", "", {"nom": t.entrant(person).name}))
    return mate


def _exchange(round_: _Round, first: int, second: int) -> None:
    """Exchange two people of a round. Raises `Conflict` when neither has a seat."""
    spots = [round_.spot(person) for person in (first, second)]
    if spots == [None, None]:
        raise conflict(Fault("deux-exempts"))
    for spot, person, former in ((spots[0], second, first), (spots[1], first, second)):
        if spot is None:
            round_.byes[round_.byes.index(former)] = person
        else:
            round_.tables[spot[0]][spot[1]] = person


def _placed(asked: dict[str, Any]) -> dict[str, Any]:
    instead = None if asked["instead"] is None else _people(asked["instead"], 1)[0]
    return {**asked, "who": _people(asked["who"], 1), "instead": instead}


@act(PLACEMENT, SEATS, by_hand, reason=True, content=_placed)
@reached_by(api="POST place", answer="tournament")
def place(
    desk: Desk,
    round_number: int,
    *,
    who: Annotated[Any, PERSON],
    table: Annotated[Any, PERSON],
    instead: Annotated[Any, Maybe(PERSON)] = None,
) -> Mapping[str, Any]:
    """Put a person at a table: on a free seat, on that of somebody who has left, or on that of `instead`.

    The person replaced takes the other's former place, or else a bye; people who have left are removed from the byes.
    """
    (person,), other = _people(who, 1), None if instead is None else _people(instead, 1)[0]
    t, round_ = desk.t, _round(desk.t, round_number, PLACEMENT)
    if type(table) is not int or not 1 <= table <= len(round_.tables):
        raise refusal(Fault("table-inconnue", "table", {"most": len(round_.tables)}))
    if not t.entrant(person).present:
        raise conflict(Fault("deja-absent", "", {"nom": t.entrant(person).name}))
    taken: int | None
    if is_final(t, round_number):
        taken = _replace_finalist(t, round_, person, table - 1, other)
    else:
        taken = _take_seat(t, round_, person, table - 1, other)
        if t.in_pairs:
            _take_seat(t, round_, _partner(t, person), table - 1, _partner(t, taken or 0))
    return _changed(desk, round_, kind=Hand.PLACE, who=[person], table=table, instead=taken)


def _take_seat(t: Tournament, round_: _Round, person: int, at: int, other: int | None) -> int | None:
    """Seat a person at the table with index `at`; return the person whose seat it was. Raises `Refused` or `Conflict`."""
    table = round_.tables[at]
    if person in table:
        raise conflict(Fault("deja-a-cette-table", "", {"nom": t.entrant(person).name}))
    if other is None:
        other = next((seat for seat in table if not t.entrant(seat).present), None)
    if other is None and len(table) < (t.options.size or 4) and round_.spot(person) is None:
        table.append(person)
        round_.byes = [number for number in round_.byes if number != person]
        return None
    if other is None or other not in table:
        raise refusal(Fault("place-de-qui", "instead"))
    if person in round_.byes or round_.spot(person) is not None:
        _exchange(round_, person, other)
    else:
        table[table.index(other)] = person
        round_.byes.append(other)
    round_.byes = [number for number in round_.byes if t.entrant(number).present]
    return other


def _replace_finalist(t: Tournament, round_: _Round, person: int, at: int, other: int | None) -> int:
    """Seat a person, or a pair, who is out of the knock-out in place of one who has left, and return the one who had the seat.

    Raises `Refused` or `Conflict`.
    """
    table = round_.tables[at]
    left = other or next((seat for seat in table if not t.entrant(seat).present), None)
    if left is None or left not in table:
        raise refusal(Fault("place-de-qui", "instead"))
    coming, leaving = ((each, _partner(t, each)) if t.in_pairs else (each,) for each in (person, left))
    if all(t.entrant(number).present for number in leaving):
        raise conflict(Fault("finale-encore-la", "", {"nom": t.entrant(left).name}))
    for number, former in zip(coming, leaving, strict=True):
        name = t.entrant(number).name
        if number in round_.byes or round_.spot(number) is not None:
            raise conflict(Fault("finale-joue-deja", "", {"nom": name}))
        if not t.entrant(number).present:
            raise conflict(Fault("deja-absent", "", {"nom": name}))
        table[table.index(former)] = number
    return left


@act("table-ouverte", SEATS, by_hand, reason=True)
@reached_by(api="POST tables", answer="tournament")
def open_table(desk: Desk, round_number: int, *, who: Annotated[Any, PEOPLE]) -> Mapping[str, Any]:
    """Open a table more: with people who have a bye or came late, in order of play."""
    people = _people(who, len(who) if isinstance(who, list) else 0)
    t, round_ = desk.t, _round(desk.t, round_number, "table-ouverte")
    size = t.options.size or 4
    if len(people) != size:
        raise refusal(Fault("table-de", "who", {"nombre": size}))
    for person in people:
        if round_.spot(person) is not None or not t.entrant(person).present:
            raise conflict(Fault("pas-libre", "", {"nom": t.entrant(person).name}))
    round_.tables.append(people)
    round_.byes = [number for number in round_.byes if number not in people]
    return _changed(desk, round_, kind=Hand.TABLE, who=people, table=len(round_.tables))


def _people(raw: Any, count: int) -> list[int]:
    """Read `count` distinct entrant numbers; a single one may come without a list. Raises `Refused`."""
    numbers = plain(raw)
    numbers = numbers if isinstance(numbers, list) else [numbers]
    valid = [number for number in numbers if type(number) is int and number > 0]
    if len(valid) != len(numbers) or len(valid) != max(1, count) or len({*valid}) != len(valid):
        raise refusal(Fault("personnes-attendues", "who", {"nombre": max(1, count)}))
    return valid


@dataclass(frozen=True)
class SeatOffer:
    """A possible act for people who came late: the seat of somebody who has left, or a new table."""

    table: int
    """Number of the table with the seat, or of the new table."""
    people: tuple[int, ...]
    instead: int | None = None
    """The entrant who has left the seat; `None` for a new table."""


def offers(t: Tournament, session: Session) -> tuple[SeatOffer, ...]:
    """Return offers for people who came late or have a bye: seats of people who left, then new tables; in the knock-out, seats only."""
    current = t.current
    if current is None:
        return ()
    if is_final(t, current.number):
        return _lucky_losers(t, begun(t, session, current.number))
    waiting = [e.number for e in t.present if e.number not in current.people]
    free = [*waiting, *(number for number in current.byes if t.entrant(number).present)]
    playing, result = begun(t, session, current.number), []
    for table in current.tables:
        for seat in table.seats:
            left = not t.entrant(seat).present and seat not in table.substitutes
            if left and table.number not in playing and free:
                result.append(SeatOffer(table.number, (free.pop(0),), seat))
    size, number = t.options.size or 4, len(current.tables)
    while len(free) >= size:
        number += 1
        result.append(SeatOffer(number, tuple(free[:size])))
        free = free[size:]
    return tuple(result)


def _lucky_losers(t: Tournament, playing: frozenset[int]) -> tuple[SeatOffer, ...]:
    """Return offers of seats whose people left the knock-out, for the best of those not playing: first those who came furthest."""
    current = t.rounds[-1]
    lines = ranking(t, current.number - 1).lines
    waiting = [team for team in able(t, (line.numbers for line in lines)) if current.people.isdisjoint(team)]
    offered: list[SeatOffer] = []
    for table in current.tables:
        left = [seat for seat in table.seats if not t.entrant(seat).present and seat not in table.substitutes]
        # If one partner has left, the pair is replaced.
        teams = {frozenset({seat, t.entrant(seat).partner if t.in_pairs else seat}): seat for seat in left}
        free = list(teams.values()) if table.number not in playing else []
        pairs = zip(free, waiting, strict=False)
        offered += [SeatOffer(table.number, team[:1], seat) for seat, team in pairs]
        waiting = waiting[len(free) :]
    return tuple(offered)
