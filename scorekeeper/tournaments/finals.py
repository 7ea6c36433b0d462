"""The knock-out after the rounds of a tournament: qualified teams, winners, stages reached. All of it is computed from the rounds."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.game_api.words import number as figure
from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.cards.rules.contract import Wins
from scorekeeper.draw import knockout
from scorekeeper.i18n import gettext
from scorekeeper.tournaments.model import Round, TableAt, TableOf, Tournament

STAGES, REACHED, TABLES = read_sentences(__file__, "stages", "reached", "tables")
THIRD = TABLES["third"]
WON = 4
"""Points of `reached` for going on from a round; also the most competitors at a table, so that places stay below it."""
Team = tuple[int, ...]
"""Entrant numbers of a player, or of both partners, the lower number first."""


@dataclass(frozen=True)
class FinalTable:
    """A table of the knock-out."""

    table: TableOf
    teams: dict[int, Team]
    """The competitors by their seeding number in this round."""
    order: tuple[int, ...]
    """Seeding numbers in the order of the result, the best first; empty without a result."""
    ahead: int
    """Number of competitors that go on, or win the final."""
    gone: frozenset[int] = frozenset()
    """Seeding numbers of competitors that gave up."""
    third: bool = False
    """Whether this is the match for the third place."""

    @property
    def bout(self) -> knockout.Bout:
        """The table as seeding numbers of all competitors and of the winners."""
        return knockout.Bout(tuple(self.teams), tuple(sorted({*self.order[: self.ahead]} - self.gone)))

    @property
    def winners(self) -> tuple[Team, ...]:
        """The competitors that advance; empty without a result."""
        return tuple(self.teams[number] for number in self.bout.winners)


@dataclass(frozen=True)
class FinalRound:
    """An opened round of the knock-out."""

    round: Round
    stage: int
    """Number of tables of a full round of its kind: 1 for the final, 2 for the semi-finals and so on."""
    byes: tuple[Team, ...]
    """Competitors that go on without playing, the best first."""
    tables: tuple[FinalTable, ...]

    @property
    def following(self) -> dict[int, Team]:
        """Competitors that advance, by their seeding numbers in the next round."""
        return self._after(knockout.numbers_after(len(self.byes), [table.bout for table in self.tables]))

    @property
    def beaten(self) -> dict[int, Team]:
        """Losers of two semi-finals, by their seeding numbers in the match for the third place; empty for any other round."""
        bouts = [table.bout for table in self.tables] if self.stage == 2 else []
        return self._after(knockout.for_third_place(bouts))

    def _after(self, numbers: Mapping[int, int]) -> dict[int, Team]:
        here = {number: team for table in self.tables for number, team in table.teams.items()}
        here |= dict(enumerate(self.byes, 1))
        return {number: here[before] for before, number in numbers.items()}


def at_table(t: Tournament) -> int:
    """Return the number of competitors at a table: pairs, or single players."""
    return knockout.PAIRS if t.in_pairs else knockout.PERSONS


def teams_of(t: Tournament) -> list[Team]:
    """Return each player or pair as entrant numbers; partners who were separated count as two players."""
    teams: list[Team] = []
    for entrant in t.entrants:
        mate = t.entrant(entrant.partner) if t.in_pairs and entrant.partner is not None else None
        if mate is None or mate.partner != entrant.number:
            teams.append((entrant.number,))
        elif entrant.number < mate.number:
            teams.append((entrant.number, mate.number))
    return teams


def unprized(t: Tournament) -> frozenset[int]:
    """Return the lower number of each player or pair that gets no prize: all members left, and none is in the option `prized`."""
    return frozenset(
        team[0]
        for team in teams_of(t)
        if not any(t.entrant(number).present for number in team) and not {*team} & {*t.options.prized}
    )


def is_final(t: Tournament, number: int) -> bool:
    """Return whether a round belongs to the knock-out."""
    return number > t.options.rounds


def has_begun(t: Tournament) -> bool:
    """Return whether a round of the knock-out was opened."""
    return is_final(t, len(t.rounds))


def able(t: Tournament, teams: Iterable[Team]) -> list[Team]:
    """Return the teams that can play the knock-out, in their order: every member is present, and pairs are complete."""
    here = {entrant.number for entrant in t.present}
    return [team for team in teams if here.issuperset(team) and len(team) == 1 + t.in_pairs]


def players(t: Tournament) -> int:
    """Return the number of competitors of the first knock-out round, or what it would be now if none was opened."""
    if has_begun(t):
        return len(t.rounds[t.options.rounds].people) // (1 + t.in_pairs)
    if not t.options.finale:
        return 0
    return knockout.seeded(min(t.options.finale, len(able(t, teams_of(t)))), at_table(t))


def total_rounds(t: Tournament) -> int:
    """Return the number of rounds of the tournament, the knock-out included."""
    return t.options.rounds + knockout.rounds_of(players(t), at_table(t))


def stage_of(t: Tournament, number: int) -> int:
    """Return the number of tables of a full round of its kind: 1 for the final; 0 for a round before the knock-out."""
    if not is_final(t, number):
        return 0
    left = players(t)
    for _ in range(number - t.options.rounds):
        left = knockout.going_on(left, at_table(t))
    return 2 * left // at_table(t)


def final_rounds(t: Tournament) -> tuple[FinalRound, ...]:
    """Return the opened rounds of the knock-out."""
    return tuple(_final_round(t, round_) for round_ in t.rounds[t.options.rounds :])


def _final_round(t: Tournament, round_: Round) -> FinalRound:
    draw, size, stage = t.draws[round_.draw - 1], 1 + t.in_pairs, stage_of(t, round_.number)
    grid = draw.grid[round_.number - draw.first]
    byes = (round_.byes[at : at + size] for at in range(0, len(round_.byes), size))
    # A final of single players without camps has one winner.
    ahead = 1 if stage == 1 and not t.game.rules.CAMPS else at_table(t) // 2
    return FinalRound(
        round=round_,
        stage=stage,
        byes=tuple(tuple(sorted(team)) for team in byes),
        tables=tuple(
            _final_table(t, table, lots, ahead, third=is_for_third(t, round_.number, table.number))
            for table, lots in zip(round_.tables, grid, strict=True)
        ),
    )


def is_for_third(t: Tournament, number: int, table: int) -> bool:
    """Return whether a table plays for the third place: any but table 1 in the round of the final."""
    return table > 1 and stage_of(t, number) == 1


def _final_table(
    t: Tournament, table: TableOf, lots: tuple[int, ...], ahead: int, *, third: bool
) -> FinalTable:
    """Return a table with the seeding numbers of its competitors, from its row of the grid, which counts persons."""
    numbers = {seat: (lot - 1) // (1 + t.in_pairs) + 1 for seat, lot in zip(table.seats, lots, strict=True)}
    teams = {
        number: tuple(sorted(seat for seat in table.seats if numbers[seat] == number))
        for number in sorted(set(numbers.values()))
    }
    columns = t.columns_of(table)
    gone = frozenset(numbers[seat] for column in table.forfeit for seat in columns[column])
    return FinalTable(table, teams, _order(t, table, numbers), ahead, gone, third)


def _order(t: Tournament, table: TableOf, numbers: dict[int, int]) -> tuple[int, ...]:
    """Return the seeding numbers at a table, the best result first; forfeits come last, ties go to the lower seeding number."""
    if table.result is None:
        return ()
    sign = -1 if t.rules.WINS is Wins.HIGH else 1
    columns = [sorted({numbers[seat] for seat in seats}) for seats in t.columns_of(table)]
    given_up = (column in table.forfeit for column in range(len(columns)))
    order = sorted(zip(given_up, (sign * total for total in table.result.totals), columns, strict=True))
    return tuple(number for *_, column in order for number in column)


def final_table(t: Tournament, at: TableAt) -> FinalTable | None:
    """Return a table of an opened knock-out round; `None` for a round before the knock-out. Raises `Unknown`."""
    if not is_final(t, at.round):
        return None
    t.round(at.round).table(at.number)
    return final_rounds(t)[at.round - t.options.rounds - 1].tables[at.number - 1]


def reached(t: Tournament) -> dict[int, int]:
    """Return how far each competitor came in the closed rounds of the knock-out, by lower entrant number; more is further."""
    far: dict[int, int] = {}
    for step, now in enumerate(final_rounds(t)):
        far |= {team[0]: 2 * WON * step + more for team, more in _far(t, now)}
        far |= {team[0]: 2 * WON * (step - 1) + more for team, more in _far(t, now, third=True)}
    return far


def stages(t: Tournament) -> dict[int, int]:
    """Return the stage of each competitor's last round, by lower entrant number; 0 for the winner of the final.

    Competitors of the match for the third place have the stage of the semi-finals.
    """
    last: dict[int, int] = {}
    for now in final_rounds(t):
        for team, more in _far(t, now):
            last[team[0]] = 0 if now.stage == 1 and more >= WON else now.stage
    return last


def _far(t: Tournament, now: FinalRound, *, third: bool = False) -> Iterator[tuple[Team, int]]:
    """Yield each competitor of a round with 0, or with `WON` if the round is closed and it goes on.

    In a closed final without camps, each place at the table has its own value. With `third`, yield those of the match for the third
    place instead.
    """
    single = now.stage == 1 and not t.game.rules.CAMPS
    for team in () if third else now.byes:
        yield team, WON * now.round.closed
    for table in (table for table in now.tables if table.third is third):
        places = table.order if now.round.closed else ()
        for number, team in table.teams.items():
            place = places.index(number) if places else WON
            yield team, WON - place if single else WON * (place < table.ahead)


@dataclass(frozen=True)
class FinalSide:
    """A column of the sheet of a knock-out table: a pair, a camp or a player."""

    numbers: tuple[int, ...]
    names: tuple[str, ...]
    total: int | None
    """Total on the sheet; `None` without a result."""
    ahead: bool
    """Whether this side goes on, or won the final."""
    forfeit: bool


def sides_of(t: Tournament, final: FinalTable) -> tuple[FinalSide, ...]:
    """Return the sides of a table, in the order of the sheet's columns."""
    result, winners = final.table.result, {number for team in final.winners for number in team}
    totals = result.totals if result else (None,) * len(t.columns_of(final.table))
    return tuple(
        FinalSide(
            numbers=numbers,
            names=tuple(t.entrant(number).name for number in numbers),
            total=total,
            ahead=winners.issuperset(numbers),
            forfeit=column in final.table.forfeit,
        )
        for column, (numbers, total) in enumerate(zip(t.columns_of(final.table), totals, strict=True))
    )


def side_text(side: FinalSide) -> str:
    """Return a side's total or the word for a forfeit, in the current language; empty without a result."""
    return gettext("forfait") if side.forfeit else "" if side.total is None else figure(side.total)


def document_of(t: Tournament, rounds: Iterable[FinalRound]) -> list[dict[str, Any]]:
    """Return rounds of the knock-out as JSON data for exports and the API."""
    return [
        {
            "round": now.round.number,
            "stage": now.stage,
            "byes": [list(team) for team in now.byes],
            "tables": [
                {
                    "table": final.table.number,
                    "sides": [list(side.numbers) for side in sides_of(t, final)],
                    "winners": [list(team) for team in final.winners],
                    **({"third_place": True} if final.third else {}),
                    **(
                        {"forfeits": [list(final.teams[n]) for n in sorted(final.gone)]} if final.gone else {}
                    ),
                }
                for final in now.tables
            ],
        }
        for now in rounds
    ]


def stage_word(stage: int) -> str:
    """Return the name of a knock-out stage in the current language."""
    return gettext(STAGES[str(stage)])


def reached_word(stage: int | None) -> str:
    """Return the stage that a competitor reached in the current language; empty for `None`."""
    return "" if stage is None else gettext(REACHED[str(stage)])


def stage_name(t: Tournament, number: int, table: int) -> str:
    """Return the name of the match at a table, in the current language; empty before the knock-out."""
    stage = stage_of(t, number)
    return (gettext(THIRD) if is_for_third(t, number, table) else stage_word(stage)) if stage else ""


def tour_name(t: Tournament, number: int, table: int = 1) -> str:
    """Return the number of a round as text; in the knock-out with the name of the match at that table."""
    word = stage_name(t, number, table)
    return gettext("%(tour)s (%(etape)s)", tour=number, etape=word) if word else str(number)
