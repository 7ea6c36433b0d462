"""How a tournament stands right now: its tables, its ranking, each player's evening."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from scorekeeper.kit.words import say
from scorekeeper.parties import Partie, read_partie
from scorekeeper.records.memo import Memo
from scorekeeper.records.rows import HeadRow
from scorekeeper.records.store import Store
from scorekeeper.records.tournament_session import TournamentSession
from scorekeeper.rules.contract import Fault, Label, Seat, Table, Term
from scorekeeper.rules.standings import Competitor, Result, Standing, level, most_matches, rank
from scorekeeper.tournaments.acts import WORDS, read
from scorekeeper.tournaments.model import Round, Scale, TableOf, TableResult, TableStage, Tournament

TALLY = "matchs"
"""The counter of a game that a tournament's number of matches is."""


MOST_RESULTS = 4096
MOST_RANKINGS = 64


@dataclass(frozen=True)
class TableLive:
    """A table as it is now."""

    table: TableOf
    stage: TableStage
    lines: int
    """Entries that count."""
    of: int | None
    """How many there will be, where that is fixed."""
    totals: tuple[int, ...]
    """As they stand on the sheet, or as they were typed at the desk."""
    columns: tuple[tuple[str, ...], ...]
    """The names behind each column of the sheet; a substitute's where there is one."""
    signed: tuple[int, ...]
    """The columns that have signed the sheet as it is."""
    revision: int
    """Of the sheet."""
    active_at: str

    @property
    def number(self) -> int:
        """Number of the table."""
        return self.table.number


@dataclass(frozen=True)
class Progress:
    """A round as it is now."""

    tournament: Tournament
    round: Round
    tables: tuple[TableLive, ...]

    @property
    def missing(self) -> tuple[Fault, ...]:
        """Why the round cannot be closed: the tables that are not in, each with what it does."""
        return tuple(
            Fault("manque-table", "", {"table": one.number, "etat": Term(one.stage)})
            for one in self.tables
            if not one.stage.is_in
        )

    @property
    def closable(self) -> bool:
        """Whether all tables are in and the round is open."""
        return not self.round.closed and not self.missing

    @property
    def unsigned(self) -> tuple[int, ...]:
        """The tables whose sheets are full and not signed by both sides."""
        return self._those(TableStage.FINIE, TableStage.SIGNEE)

    @property
    def done(self) -> tuple[int, ...]:
        """The tables that are in."""
        return tuple(one.number for one in self.tables if one.stage.is_in)

    @property
    def playing(self) -> tuple[int, ...]:
        """The tables that play, or have not begun."""
        return self._those(TableStage.ATTEND, TableStage.JOUE)

    @property
    def disputed(self) -> tuple[int, ...]:
        """The tables that do not agree."""
        return self._those(TableStage.LITIGE)

    def sentences(self) -> tuple[str, ...]:
        """What is missing, in the language of the moment."""
        return tuple(say(fault, WORDS, Table()) for fault in self.missing)

    def _those(self, *stages: TableStage) -> tuple[int, ...]:
        return tuple(one.number for one in self.tables if one.stage in stages)


@dataclass(frozen=True)
class Line:
    """One line of the ranking, with who it is."""

    standing: Standing
    numbers: tuple[int, ...]
    """The player, or both of a pair."""
    names: tuple[str, ...]
    clubs: tuple[str, ...]
    rounds: tuple[Result | None, ...]
    """What each round gave; `None` where they did not play or nothing is known yet."""
    present: bool


@dataclass(frozen=True)
class Ranking:
    """The ranking, and what it depends on."""

    lines: tuple[Line, ...]
    through: int
    """The latest round that it takes in."""
    provisional: bool
    """Whether a round that it takes in is not closed yet."""
    level: tuple[tuple[int, ...], ...]
    """Those who share a rank, for whom a card could be drawn; a pair by its lower number."""
    matches: tuple[tuple[int, ...], int]
    """Who made the most matches, and how many."""


@dataclass(frozen=True)
class Evening:
    """A tournament with its sheets that are still open."""

    tournament: Tournament
    heads: Mapping[int, HeadRow]
    results: Mapping[int, TableResult]
    """By partie: settled, or full and not settled yet."""

    @cached_property
    def fingerprint(self) -> str:
        """Changes when anything that is shown of its tables changes."""
        moving = sum(head.last_seq for head in self.heads.values())
        return f"{self.tournament.revision}-{moving}"

    @cached_property
    def ranked(self) -> str:
        """Changes when the ranking does: not with every donne, but with every sheet that is full."""
        full = sorted((head.partie, head.last_seq) for head in self.heads.values() if head.finished)
        return f"{self.tournament.revision}-{zlib.crc32(repr(full).encode()):08x}"


def evening(store: Store, number: int) -> Evening:
    """A tournament with where its open tables are.

    Raises:
        Unknown: when there is none of that number.
        StorageError: when it cannot be read.
    """
    t = read(store, number)
    parties = [table.partie for one in t.open_rounds for table in one.tables]
    with store.read() as session:
        heads = TournamentSession(session).heads(parties) if parties else {}
    results = {
        table.partie: table.result for one in t.rounds for table in one.tables if table.result is not None
    }
    kept = _kept(store)
    for partie, head in heads.items():
        if partie in results or not head.finished:
            continue
        found = kept.results.get(partie, head.revision)
        if found is None:
            sheet = read_partie(store, partie)
            found = sheet_result(t, sheet)
            if found is None:
                continue
            kept.results.put(partie, sheet.revision, found)
        results[partie] = found
    return Evening(t, heads, results)


class _Kept:
    """What was derived from the records of one store, so that a room that looks on does not derive it again and again."""

    def __init__(self) -> None:
        self.results: Memo[TableResult] = Memo(MOST_RESULTS)
        """Full sheets by partie and revision."""
        self.rankings: dict[tuple[int, int | None], tuple[str, Ranking]] = {}
        """The last ranking of each tournament."""


_KEPT: WeakKeyDictionary[Store, _Kept] = WeakKeyDictionary()


def _kept(store: Store) -> _Kept:
    return _KEPT.setdefault(store, _Kept())


def sheet_result(t: Tournament, partie: Partie) -> TableResult | None:
    """What a sheet gives in a tournament; `None` while it is not full."""
    outcome = partie.sheet.outcome
    if outcome is None:
        return None
    totals = partie.sheet.totals
    seats = (0, 1) if partie.table.camps else range(partie.table.seats)
    matches = tuple(
        sum(partie.game.tallies(marked, Seat(seat)).get(TALLY, 0) for marked in partie.sheet.marked)
        for seat in seats
    )
    return TableResult(counted(t, totals, partie.sheet.opening.totals, outcome.winners), matches, totals)


def counted(
    t: Tournament, totals: tuple[int, ...], opening: tuple[int, ...], winners: tuple[int, ...]
) -> tuple[int, ...]:
    """The points of the tournament for the totals of a sheet. What counts down gives what was taken off."""
    if t.options.scale is Scale.VICTOIRES:
        won = 2 if len(winners) == 1 else 1
        return tuple(won if column in winners else 0 for column in range(len(totals)))
    if any(opening):
        return tuple(before - left for before, left in zip(opening, totals, strict=True))
    return totals


def stage_of(table: TableOf, head: HeadRow | None) -> TableStage:
    """Where a table is."""
    if table.dispute is not None:
        return TableStage.LITIGE
    if table.result is not None:
        return TableStage.PAPIER if table.result.paper else TableStage.CONFIRMEE
    if head is None or not head.lines:
        return TableStage.ATTEND
    if not head.finished:
        return TableStage.JOUE
    return TableStage.SIGNEE if signed(table, head) else TableStage.FINIE


def signed(table: TableOf, head: HeadRow | None) -> tuple[int, ...]:
    """The columns that have signed the sheet as it is, or as it was when it was confirmed."""
    if table.confirmed or head is None:
        return table.signed
    return tuple(sorted({one.side for one in table.signatures if one.revision == head.revision}))


def progress(store: Store, number: int, round_number: int | None = None) -> Progress:
    """A round, the latest unless told, with what each table does.

    Raises:
        Unknown: when there is no such tournament or round.
        StorageError: when it cannot be read.
    """
    t = read(store, number)
    one = t.round(len(t.rounds) if round_number is None else round_number)
    with store.read() as session:
        heads = TournamentSession(session).heads([table.partie for table in one.tables])
    return progress_of(t, one, heads)


def progress_of(t: Tournament, one: Round, heads: Mapping[int, HeadRow]) -> Progress:
    """A round with where its sheets stand."""
    return Progress(t, one, tuple(table_live(t, table, heads[table.partie]) for table in one.tables))


def table_live(t: Tournament, table: TableOf, head: HeadRow) -> TableLive:
    """A table with where its sheet stands."""
    totals = table.result.totals if table.result is not None else tuple(json.loads(head.totals))
    columns = tuple(
        tuple(table.substitutes.get(number) or t.entrant(number).name for number in column)
        for column in t.columns_of(table)
    )
    return TableLive(
        table,
        stage_of(table, head),
        head.lines,
        t.options.donnes,
        totals,
        columns,
        signed(table, head),
        head.revision,
        head.active_at,
    )


def standings(store: Store, number: int, through: int | None = None) -> Ranking:
    """The ranking as it stands, of all rounds or only of those up to one.

    Raises:
        Unknown: when there is no such tournament.
        StorageError: when it cannot be read.
    """
    return ranking_now(store, evening(store, number), through)


def ranking_now(store: Store, now: Evening, through: int | None = None) -> Ranking:
    """The ranking of an evening, from memory when nothing has changed it."""
    rankings = _kept(store).rankings
    place = (now.tournament.id, through)
    known = rankings.get(place)
    if known is not None and known[0] == now.ranked:
        return known[1]
    found = ranking(now, through)
    if len(rankings) >= MOST_RANKINGS:
        rankings.clear()
    rankings[place] = (now.ranked, found)
    return found


def ranking(now: Evening, through: int | None = None) -> Ranking:
    """The ranking of an evening."""
    t = now.tournament
    rounds = t.rounds if through is None else t.rounds[:through]
    results = results_by_number(now, rounds)
    units = [(one, *_mates(t, one)) for one in _heads_of_units(t)]
    competitors = [
        Competitor(unit[0], tuple(results[unit[0]]), max(t.cards.get(number, 0) for number in unit))
        for unit in units
        if results[unit[0]] or any(t.entrant(number).present for number in unit)
    ]
    counting = t.options.rounds - t.options.drop if t.options.drop else None
    lines = rank(competitors, counting=counting, ties=t.options.ties, prizes=t.options.prizes)
    members = {unit[0]: unit for unit in units}
    return Ranking(
        tuple(_line(t, line, members[line.number], results[line.number], len(rounds)) for line in lines),
        len(rounds),
        any(not one.closed for one in rounds),
        level(lines) if any(line.counted for line in lines) else (),
        most_matches(competitors),
    )


def _heads_of_units(t: Tournament) -> list[int]:
    """The players, or of each pair the one with the lower number."""
    if not t.in_pairs:
        return [one.number for one in t.entrants]
    return [
        one.number for one in t.entrants if one.partner is None or one.number < _latest_mate(t, one.number)
    ]


def _latest_mate(t: Tournament, number: int) -> int:
    """The partner, if they are each other's; a pair that was parted counts for both by themselves."""
    mate = t.entrant(number).partner
    return mate if mate is not None and t.entrant(mate).partner == number else 10**9


def _mates(t: Tournament, number: int) -> tuple[int, ...]:
    mate = _latest_mate(t, number) if t.in_pairs else 10**9
    return (mate,) if mate < 10**9 else ()


def results_by_number(now: Evening, rounds: tuple[Round, ...]) -> dict[int, list[Result]]:
    """What each entrant got in these rounds, as far as it is known."""
    t = now.tournament
    found: dict[int, list[Result]] = {one.number: [] for one in t.entrants}
    for one in rounds:
        for number in one.byes:
            found[number].append(Result(one.number, t.options.bye or 0, bye=True))
        for table in one.tables:
            result = now.results.get(table.partie)
            if result is None:
                continue
            for column, numbers in enumerate(t.columns_of(table)):
                for number in numbers:
                    found[number].append(Result(one.number, result.points[column], result.matches[column]))
    return found


def _line(t: Tournament, line: Standing, unit: tuple[int, ...], results: list[Result], rounds: int) -> Line:
    by_round = {one.round: one for one in results}
    people = [t.entrant(number) for number in unit]
    return Line(
        line,
        unit,
        tuple(one.name for one in people),
        tuple(dict.fromkeys(one.club for one in people if one.club)),
        tuple(by_round.get(number) for number in range(1, rounds + 1)),
        any(one.present for one in people),
    )


def ranked_numbers(t: Tournament) -> list[int]:
    """The entrants, the best first, by the rounds that are closed."""
    settled = {
        table.partie: table.result for one in t.rounds for table in one.tables if table.result is not None
    }
    closed = tuple(one for one in t.rounds if one.closed)
    found = ranking(Evening(t, {}, settled), len(closed))
    return [number for line in found.lines for number in line.numbers]


def stage_word(stage: TableStage) -> str:
    """What a table does, in the language of the moment."""
    return say(Label("etat", {"etat": Term(stage)}), WORDS, Table())
