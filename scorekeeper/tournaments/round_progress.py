"""Current state of a round's tables, the result of a sheet, and the table to which a sheet belongs."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules.contract import Fault, Label, Seat, Table, Term, Wins
from scorekeeper.errors import Unknown
from scorekeeper.parties import Partie
from scorekeeper.parties.acts import PARTIES
from scorekeeper.records.rows import HeadRow
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.tournaments.finals import is_final
from scorekeeper.tournaments.ledger import read
from scorekeeper.tournaments.model import Round, TableOf, TableResult, TableStage, Tournament
from scorekeeper.tournaments.options import Missed, Scoring, seats
from scorekeeper.tournaments.refusals import WORDS


@dataclass(frozen=True, kw_only=True)
class TableLive:
    """The current state of a table."""

    table: TableOf
    stage: TableStage
    lines: int
    """Number of lines that are not struck."""
    of: int | None
    """Number of lines of a full sheet, where that is fixed."""
    totals: tuple[int, ...]
    """Totals on the sheet, or of the settled result."""
    columns: tuple[tuple[str, ...], ...]
    """Names behind each column of the sheet, with substitutes in place of those they play for."""
    signed: tuple[int, ...]
    """Columns that signed the sheet as it is."""
    revision: int
    active_at: str

    @property
    def number(self) -> int:
        return self.table.number


@dataclass(frozen=True)
class Progress:
    """The current state of a round."""

    tournament: Tournament
    round: Round
    tables: tuple[TableLive, ...]

    @property
    def missing(self) -> tuple[Fault, ...]:
        """A fault for each table whose state keeps the round open, with that state."""
        return tuple(
            Fault("manque-table", "", {"table": table.number, "etat": Term(table.stage)})
            for table in self.tables
            if not table.stage.is_in
        )

    @property
    def closable(self) -> bool:
        """Whether the round is open and can be closed."""
        return not self.round.closed and not self.missing

    @property
    def unsigned(self) -> tuple[int, ...]:
        """Numbers of tables whose sheet is finished, and not signed by both sides."""
        stages = {TableStage.FINIE, TableStage.SIGNEE}
        return tuple(table.number for table in self.tables if table.stage in stages)

    @property
    def done(self) -> tuple[int, ...]:
        return tuple(table.number for table in self.tables if table.stage.is_in)


def sheet_result(t: Tournament, partie: Partie) -> TableResult | None:
    """Return the result of a sheet in a tournament; `None` while the sheet is not full."""
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
    """Return the result of a table where a side gave up: the totals of its sheet, with 0 points and 0 matches."""
    totals = partie.sheet.totals
    nothing = (0,) * len(totals)
    return TableResult(points=nothing, matches=nothing, totals=totals, paper=True)


def counted(
    t: Tournament, totals: tuple[int, ...], opening: tuple[int, ...], winners: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the tournament points for the totals of a sheet, by the option `scale`.

    In games that count down from an opening total, the points are what was taken off.
    """
    if t.options.scale is Scoring.VICTOIRES:
        won = 2 if len(winners) == 1 else 1
        return tuple(won if column in winners else 0 for column in range(len(totals)))
    return _taken_off(totals, opening) if t.game.tournament.countdown else totals


def made_on(t: Tournament, totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the points for the totals of a sheet as if the scale were `Scoring.POINTS`; tie-breaks use them."""
    if not t.game.tournament.countdown:
        return totals
    return _taken_off(totals, t.rules.opening(seats(t.rules, t.options.size or 4)).totals)


def _taken_off(totals: tuple[int, ...], opening: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(before - left for before, left in zip(opening, totals, strict=True))


def stage_of(table: TableOf, head: HeadRow | None) -> TableStage:
    """Return the state of a table; `head` is that of its sheet, and may be `None` for settled or disputed tables."""
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
    """Return the columns that signed the sheet as it is; of a confirmed table, those of the latest signed revision."""
    return table.signed if table.confirmed else table.signed_at(head.revision)


def progress(store: Store, number: int, round_number: int | None = None) -> Progress:
    """Return the state of a round and its tables, by default of the latest. Raises `Unknown`."""
    t = read(store, number)
    round_ = t.round(len(t.rounds) if round_number is None else round_number)
    with store.read() as session:
        heads = session.heads([table.partie for table in round_.tables])
    return progress_of(t, round_, heads)


def progress_of(t: Tournament, round_: Round, heads: Mapping[int, HeadRow]) -> Progress:
    """Return the state of a round, given the heads of its sheets by partie number."""
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
    """Return the tables of a round with a line, a result, a signature or a dispute; empty for a planned round."""
    tables = t.round(number).tables if number <= len(t.rounds) else ()
    heads = session.heads([table.partie for table in tables])
    return frozenset(
        table.number
        for table in tables
        if heads[table.partie].lines or table.result or table.signatures or table.dispute
    )


def table_now(store: Store, number: int, round_number: int, table: int) -> TableLive:
    """Return the state of one table; reads only its own sheet head."""
    t = read(store, number)
    wanted = t.round(round_number).table(table)
    with store.read() as session:
        heads = session.heads([wanted.partie])
    return _table_live(t, wanted, heads[wanted.partie])


def stage_word(stage: TableStage) -> str:
    """Return the name of a table's state in the current language."""
    return message_of(Label("etat", {"etat": Term(stage)}), WORDS, Table())


@dataclass(frozen=True, kw_only=True)
class SheetPlace:
    """The table to which a sheet belongs."""

    tournament: int
    round: int
    table: int
    stands: bool
    """Whether its round was not drawn again since."""
    current: bool
    """Whether its round is the latest one and open."""


def place_and_sheet(store: Store, number: int) -> tuple[SheetPlace | None, Partie | None]:
    """Return the table to which a partie belongs, `None` for one outside tournaments, and the partie if it is cached."""
    # A sheet belongs to a tournament from its opening or never, so a negative answer is cached. No tournament is built here.
    if store.apart.get(number, 0):
        return None, None
    with store.read() as session:
        try:
            sheet = PARTIES.cached(store.cache, session, number)
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
    """Return the entrants who missed a round; empty while it is open, and in the knock-out."""
    if not round_.closed or is_final(t, round_.number):
        return set()
    return {entrant.number for entrant in t.entrants} - round_.people


def worth_missed(t: Tournament, results: Mapping[int, TableResult], round_: Round) -> int | None:
    """Return the points of a round for those who missed it; `None` when it is not a result."""
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
