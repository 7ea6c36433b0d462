"""Current state of the tables of a tournament, and the table of a sheet."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.cards.game_api.words import say
from scorekeeper.cards.rules.contract import Fault, Label, Seat, Table, Term, Wins
from scorekeeper.errors import Unknown
from scorekeeper.parties import Partie
from scorekeeper.parties.acts import PARTIES
from scorekeeper.records.rows import HeadRow
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts.common import WORDS, read
from scorekeeper.tournaments.finals import is_final
from scorekeeper.tournaments.model import Round, TableOf, TableResult, TableStage, Tournament
from scorekeeper.tournaments.options import Missed, Scoring, seats


@dataclass(frozen=True, kw_only=True)
class TableLive:
    """A table as it is now."""

    table: TableOf
    stage: TableStage
    lines: int
    """Entries that count."""
    of: int | None
    """Number of lines there will be, where that is fixed."""
    totals: tuple[int, ...]
    """As they are on the sheet, or as they were typed at the desk."""
    columns: tuple[tuple[str, ...], ...]
    """The names behind each column of the sheet; a substitute's where there is one."""
    signed: tuple[int, ...]
    """The columns that have signed the sheet as it is."""
    revision: int
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
            Fault("manque-table", "", {"table": table.number, "etat": Term(table.stage)})
            for table in self.tables
            if not table.stage.is_in
        )

    @property
    def closable(self) -> bool:
        """Whether all tables are in and the round is open."""
        return not self.round.closed and not self.missing

    @property
    def unsigned(self) -> tuple[int, ...]:
        """The tables whose sheets are full and not signed by both sides."""
        stages = {TableStage.FINIE, TableStage.SIGNEE}
        return tuple(table.number for table in self.tables if table.stage in stages)

    @property
    def done(self) -> tuple[int, ...]:
        """The tables that are in."""
        return tuple(table.number for table in self.tables if table.stage.is_in)


def sheet_result(t: Tournament, partie: Partie) -> TableResult | None:
    """Result of a sheet in a tournament; `None` while it is not full."""
    sheet, game, tally = partie.sheet, partie.game, partie.game.tournament.matches
    if sheet.outcome is None:
        return None
    seats = map(Seat, (0, 1) if partie.table.camps else range(partie.table.seats))
    return TableResult(
        points=counted(t, sheet.totals, sheet.opening.totals, sheet.outcome.winners),
        matches=tuple(sum(game.tallies(line, seat).get(tally, 0) for line in sheet.marked) for seat in seats),
        totals=sheet.totals,
    )


def forfeit_result(partie: Partie) -> TableResult:
    """Result of a table where a side gave up: what stands on its sheet, which counts for nothing."""
    totals = partie.sheet.totals
    nothing = (0,) * len(totals)
    return TableResult(points=nothing, matches=nothing, totals=totals, paper=True)


def counted(
    t: Tournament, totals: tuple[int, ...], opening: tuple[int, ...], winners: tuple[int, ...]
) -> tuple[int, ...]:
    """The points of the tournament for the totals of a sheet. What counts down gives what was taken off."""
    if t.options.scale is Scoring.VICTOIRES:
        won = 2 if len(winners) == 1 else 1
        return tuple(won if column in winners else 0 for column in range(len(totals)))
    return _taken_off(totals, opening) if t.game.tournament.countdown else totals


def made_on(t: Tournament, totals: tuple[int, ...]) -> tuple[int, ...]:
    """The points of the tournament for the totals of a sheet, where victories do not count."""
    if not t.game.tournament.countdown:
        return totals
    return _taken_off(totals, t.rules.opening(seats(t.rules, t.options.size or 4)).totals)


def _taken_off(totals: tuple[int, ...], opening: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(before - left for before, left in zip(opening, totals, strict=True))


def stage_of(table: TableOf, head: HeadRow | None) -> TableStage:
    """State of a table; `head` is that of its sheet, which settled tables do without."""
    if table.dispute is not None:
        return TableStage.LITIGE
    if table.result is not None:
        return TableStage.PAPIER if table.result.paper else TableStage.CONFIRMEE
    if head is None or not head.lines:
        return TableStage.ATTEND
    if not head.finished:
        return TableStage.JOUE
    return TableStage.SIGNEE if _signed(table, head) else TableStage.FINIE


def _signed(table: TableOf, head: HeadRow) -> tuple[int, ...]:
    """The columns that have signed the sheet as it is, or as it was when it was confirmed."""
    return table.signed if table.confirmed else table.signed_at(head.revision)


def progress(store: Store, number: int, round_number: int | None = None) -> Progress:
    """A round, by default the latest, with what each table does."""
    t = read(store, number)
    round_ = t.round(len(t.rounds) if round_number is None else round_number)
    with store.read() as session:
        heads = session.heads([table.partie for table in round_.tables])
    return progress_of(t, round_, heads)


def progress_of(t: Tournament, round_: Round, heads: Mapping[int, HeadRow]) -> Progress:
    """A round with the heads of its sheets, by partie."""
    return Progress(t, round_, tuple(_table_live(t, table, heads[table.partie]) for table in round_.tables))


def _table_live(t: Tournament, table: TableOf, head: HeadRow) -> TableLive:
    names = {number: table.substitutes.get(number) or t.entrant(number).name for number in table.seats}
    return TableLive(
        table=table,
        stage=stage_of(table, head),
        lines=head.lines,
        of=t.options.donnes,
        totals=table.result.totals if table.result is not None else tuple(json.loads(head.totals)),
        columns=tuple(tuple(names[number] for number in column) for column in t.columns_of(table)),
        signed=_signed(table, head),
        revision=head.revision,
        active_at=head.active_at,
    )


def begun(t: Tournament, session: Session, number: int) -> frozenset[int]:
    """The tables of a round that have more than an empty sheet; none of a planned one."""
    tables = t.round(number).tables if number <= len(t.rounds) else ()
    heads = session.heads([table.partie for table in tables])
    return frozenset(
        table.number
        for table in tables
        if heads[table.partie].lines or table.result or table.signatures or table.dispute
    )


def table_now(store: Store, number: int, round_number: int, table: int) -> TableLive:
    """One table with what it does now; the others of the hall are not read."""
    t = read(store, number)
    wanted = t.round(round_number).table(table)
    with store.read() as session:
        heads = session.heads([wanted.partie])
    return _table_live(t, wanted, heads[wanted.partie])


def stage_word(stage: TableStage) -> str:
    """State of a table, in the language of the moment."""
    return say(Label("etat", {"etat": Term(stage)}), WORDS, Table())


@dataclass(frozen=True, kw_only=True)
class SheetPlace:
    """The table whose sheet a partie is."""

    tournament: int
    round: int
    table: int
    stands: bool
    """Whether its draw is still valid: not made again."""
    current: bool
    """Whether its round is the latest, and open."""


def place_and_sheet(store: Store, number: int) -> tuple[SheetPlace | None, Partie | None]:
    """The table of a tournament whose sheet a partie is, `None` for a partie of its own; and the partie if it is cached."""
    # A sheet belongs to a tournament from its opening or never; for the others nothing is read. No tournament is built here.
    if store.apart.get(number, 0):
        return None, None
    with store.read() as session:
        try:
            sheet = PARTIES.cached(store, session, number)
        except Unknown:
            return None, None
        table = session.table_of(number)
        if table is None:
            store.apart.put(number, 0, True)
            return None, sheet
        row, state = table
        latest = session.tournament(row.tournament).round
    place = SheetPlace(
        tournament=row.tournament,
        round=row.round,
        table=row.number,
        stands=state != "annule",
        current=state == "ouvert" and row.round == latest,
    )
    return place, sheet


def missing(t: Tournament, round_: Round) -> set[int]:
    """Those who missed a round: none while it is open, nor of the knock-out."""
    if not round_.closed or is_final(t, round_.number):
        return set()
    return {entrant.number for entrant in t.entrants} - round_.people


def worth_missed(t: Tournament, results: Mapping[int, TableResult], round_: Round) -> int | None:
    """Value of a round for those who missed it; `None` where it is no result."""
    match t.options.missed:
        case None | Missed.RIEN:
            return None
        case Missed.EXEMPT:
            return t.options.bye or 0
        case Missed.PIRE:
            tables = (results.get(table.partie) for table in round_.tables)
            made = [points for result in tables if result for points in result.points]
            return (max if t.wins is Wins.LOW else min)(made, default=0)
        case worth:
            return worth
