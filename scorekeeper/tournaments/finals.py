"""The knock-out after the rounds of a tournament: who plays it, who goes on, how far each came. All of it follows from its rounds."""

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
"""Distance by which somebody who goes on is further than those who only played; also the most at a table."""
Team = tuple[int, ...]
"""A player, or both of a pair, the lower number first."""


@dataclass(frozen=True)
class FinalTable:
    """A table of the knock-out."""

    table: TableOf
    teams: dict[int, Team]
    """Those who meet there, by their numbers in this round."""
    order: tuple[int, ...]
    """Their numbers as the result puts them, the best first; nobody while there is none."""
    ahead: int
    """Number of them that go on, or win the final."""
    gone: frozenset[int] = frozenset()
    """The numbers of those who gave up."""
    third: bool = False
    """Whether they play for the third place, beside the final."""

    @property
    def bout(self) -> knockout.Bout:
        """The table in numbers."""
        return knockout.Bout(tuple(self.teams), tuple(sorted({*self.order[: self.ahead]} - self.gone)))

    @property
    def winners(self) -> tuple[Team, ...]:
        """Those who go on; nobody while there is no result."""
        return tuple(self.teams[number] for number in self.bout.winners)


@dataclass(frozen=True)
class FinalRound:
    """A round of the knock-out that was opened."""

    round: Round
    stage: int
    """Number of tables of a full round of its kind: 1 for the final, 2 for the semi-finals and so on."""
    byes: tuple[Team, ...]
    """Those who go on without playing, the best first."""
    tables: tuple[FinalTable, ...]

    @property
    def following(self) -> dict[int, Team]:
        """Those who go on, by the numbers of the next round."""
        return self._after(knockout.numbers_after(len(self.byes), [table.bout for table in self.tables]))

    @property
    def beaten(self) -> dict[int, Team]:
        """Players of the match for the third place after the semi-finals, by the numbers beside the final; nobody where there are no two tables."""
        bouts = [table.bout for table in self.tables] if self.stage == 2 else []
        return self._after(knockout.for_third_place(bouts))

    def _after(self, numbers: Mapping[int, int]) -> dict[int, Team]:
        here = {number: team for table in self.tables for number, team in table.teams.items()}
        here |= dict(enumerate(self.byes, 1))
        return {number: here[before] for before, number in numbers.items()}


def at_table(t: Tournament) -> int:
    """Number of competitors at a table: pairs, or single players."""
    return knockout.PAIRS if t.in_pairs else knockout.PERSONS


def teams_of(t: Tournament) -> list[Team]:
    """The numbers of each player or pair, the lower one first; a pair that was parted counts as two players."""
    teams: list[Team] = []
    for entrant in t.entrants:
        mate = t.entrant(entrant.partner) if t.in_pairs and entrant.partner is not None else None
        if mate is None or mate.partner != entrant.number:
            teams.append((entrant.number,))
        elif entrant.number < mate.number:
            teams.append((entrant.number, mate.number))
    return teams


def unprized(t: Tournament) -> frozenset[int]:
    """Those who left and get no prize; a pair, by its first number, once both did."""
    return frozenset(
        team[0]
        for team in teams_of(t)
        if not any(t.entrant(number).present for number in team) and not {*team} & {*t.options.prized}
    )


def is_final(t: Tournament, number: int) -> bool:
    """Whether a round belongs to the knock-out."""
    return number > t.options.rounds


def has_begun(t: Tournament) -> bool:
    """Whether a round of the knock-out was opened."""
    return is_final(t, len(t.rounds))


def able(t: Tournament, teams: Iterable[Team]) -> list[Team]:
    """Those who can begin the knock-out: all of them are here, and no pair is parted."""
    here = {entrant.number for entrant in t.present}
    return [team for team in teams if here.issuperset(team) and len(team) == 1 + t.in_pairs]


def players(t: Tournament) -> int:
    """Number of competitors who begin it, or would if it began now."""
    if has_begun(t):
        return len(t.rounds[t.options.rounds].people) // (1 + t.in_pairs)
    if not t.options.finale:
        return 0
    return knockout.seeded(min(t.options.finale, len(able(t, teams_of(t)))), at_table(t))


def total_rounds(t: Tournament) -> int:
    """All rounds of the evening, those of the knock-out too."""
    return t.options.rounds + knockout.rounds_of(players(t), at_table(t))


def stage_of(t: Tournament, number: int) -> int:
    """Number of tables of a full round of its kind: 1 for the final; 0 for a round before the knock-out."""
    if not is_final(t, number):
        return 0
    left = players(t)
    for _ in range(number - t.options.rounds):
        left = knockout.going_on(left, at_table(t))
    return 2 * left // at_table(t)


def final_rounds(t: Tournament) -> tuple[FinalRound, ...]:
    """The rounds of the knock-out that were opened."""
    return tuple(_final_round(t, round_) for round_ in t.rounds[t.options.rounds :])


def _final_round(t: Tournament, round_: Round) -> FinalRound:
    draw, size, stage = t.draws[round_.draw - 1], 1 + t.in_pairs, stage_of(t, round_.number)
    grid = draw.grid[round_.number - draw.first]
    byes = (round_.byes[at : at + size] for at in range(0, len(round_.byes), size))
    # A game without camps has one winner.
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
    """Whether the third place is played for at a table of a round: at the one beside the final."""
    return table > 1 and stage_of(t, number) == 1


def _final_table(
    t: Tournament, table: TableOf, lots: tuple[int, ...], ahead: int, *, third: bool
) -> FinalTable:
    """A table with the numbers of those at it; the grid counts persons."""
    numbers = {seat: (lot - 1) // (1 + t.in_pairs) + 1 for seat, lot in zip(table.seats, lots, strict=True)}
    teams = {
        number: tuple(sorted(seat for seat in table.seats if numbers[seat] == number))
        for number in sorted(set(numbers.values()))
    }
    columns = t.columns_of(table)
    gone = frozenset(numbers[seat] for column in table.forfeit for seat in columns[column])
    return FinalTable(table, teams, _order(t, table, numbers), ahead, gone, third)


def _order(t: Tournament, table: TableOf, numbers: dict[int, int]) -> tuple[int, ...]:
    """The numbers at a table by the columns of its sheet, the best first and who gave up last; of level ones the best number is ahead."""
    if table.result is None:
        return ()
    sign = -1 if t.rules.WINS is Wins.HIGH else 1
    columns = [sorted({numbers[seat] for seat in seats}) for seats in t.columns_of(table)]
    given_up = (column in table.forfeit for column in range(len(columns)))
    order = sorted(zip(given_up, (sign * total for total in table.result.totals), columns, strict=True))
    return tuple(number for *_, column in order for number in column)


def final_table(t: Tournament, at: TableAt) -> FinalTable | None:
    """A table of a round that was opened; `None` before the knock-out."""
    if not is_final(t, at.round):
        return None
    t.round(at.round).table(at.number)
    return final_rounds(t)[at.round - t.options.rounds - 1].tables[at.number - 1]


def reached(t: Tournament) -> dict[int, int]:
    """Distance that each reached in the knock-out, by the lower number of a pair; more is further. Only closed rounds have winners."""
    far: dict[int, int] = {}
    for step, now in enumerate(final_rounds(t)):
        far |= {team[0]: 2 * WON * step + more for team, more in _far(t, now)}
        far |= {team[0]: 2 * WON * (step - 1) + more for team, more in _far(t, now, third=True)}
    return far


def stages(t: Tournament) -> dict[int, int]:
    """The stage of the last round that each is in, by the lower number of a pair; 0 for who won the final.

    Who plays for the third place came to the semi-finals.
    """
    last: dict[int, int] = {}
    for now in final_rounds(t):
        for team, more in _far(t, now):
            last[team[0]] = 0 if now.stage == 1 and more >= WON else now.stage
    return last


def _far(t: Tournament, now: FinalRound, *, third: bool = False) -> Iterator[tuple[Team, int]]:
    """Those of a round with 0, and once it is closed `WON` for those who go on; a final without camps places all of its table.

    With `third` those who play for the third place instead.
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
    """A column of the sheet of a table of the knock-out: a pair, a camp, a player."""

    numbers: tuple[int, ...]
    names: tuple[str, ...]
    total: int | None
    """As it stands on the sheet; `None` while there is no result."""
    ahead: bool
    """Whether they go on, or won the final."""
    forfeit: bool


def sides_of(t: Tournament, final: FinalTable) -> tuple[FinalSide, ...]:
    """The columns of a table."""
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
    """Text behind a side, in the language of the moment: its total, or that it gave up; empty while there is no result."""
    return gettext("forfait") if side.forfeit else "" if side.total is None else figure(side.total)


def document_of(t: Tournament, rounds: Iterable[FinalRound]) -> list[dict[str, Any]]:
    """Rounds of the knock-out as exports and the API have them."""
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
    """Name of a round of the knock-out, in the language of the moment."""
    return gettext(STAGES[str(stage)])


def reached_word(stage: int | None) -> str:
    """Distance that somebody reached, in the language of the moment; empty for those who are not in the knock-out."""
    return "" if stage is None else gettext(REACHED[str(stage)])


def stage_name(t: Tournament, number: int, table: int) -> str:
    """Match played at a table of a round, in the language of the moment; empty before the knock-out."""
    stage = stage_of(t, number)
    return (gettext(THIRD) if is_for_third(t, number, table) else stage_word(stage)) if stage else ""


def tour_name(t: Tournament, number: int, table: int = 1) -> str:
    """The number of a round, of the knock-out with what it is called, or with what is played at one of its tables."""
    word = stage_name(t, number, table)
    return gettext("%(tour)s (%(etape)s)", tour=number, etape=word) if word else str(number)
