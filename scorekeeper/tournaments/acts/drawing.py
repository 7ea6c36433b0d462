"""Drawing the tables and opening a round: who may meet whom, by which seed, and one sheet for each table."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.parties import Author, nested_acts
from scorekeeper.parties.model import partie_row
from scorekeeper.records.ledger import transaction
from scorekeeper.records.session import Session, now
from scorekeeper.records.store import Store
from scorekeeper.rules import names
from scorekeeper.rules.contract import Fault, Table
from scorekeeper.rules.seating.plan import plan
from scorekeeper.rules.seating.record import Draw, DrawnRound, label_after
from scorekeeper.rules.seating.shape import DrawImpossible
from scorekeeper.sheet_file import SheetFile
from scorekeeper.tournaments import words
from scorekeeper.tournaments.acts.desk import (
    TOURNAMENTS,
    Desk,
    TournamentChange,
    conflict,
    not_finished,
    perform,
    read,
    text_of,
)
from scorekeeper.tournaments.acts.pairing import Pairs, apart_groups, club_groups, pairs_for
from scorekeeper.tournaments.fold import Act
from scorekeeper.tournaments.model import DrawnTables, Entrant, Method, Tournament
from scorekeeper.tournaments.options import rules_for
from scorekeeper.tournaments.ranking import ranked_numbers

SEED_MAX = names.TITLE_MAX


@dataclass(frozen=True)
class Task:
    """What has to be drawn, if anything, before a round is opened."""

    number: int
    """The round to open."""
    draw: bool
    """Whether tables are to be drawn; else those that are planned are taken."""


@dataclass(frozen=True)
class Drawn:
    """A draw that was made and is not written yet."""

    draw: Draw
    pairs: Pairs
    attempt: int


def announce_seed(store: Store, number: int, seed: str, *, by: Author, uuid: str | None = None) -> Tournament:
    """Note the public seed of the draws to come, so that the room knows it before they are made.

    Raises:
        Refused: for a text that cannot be written, or none.
        Conflict: when the tournament is finished.
        Unknown: when there is no such tournament.
        StorageError: when it could not be written.
    """
    text = text_of(seed, "seed", SEED_MAX, needed="graine-vide")
    return perform(
        store,
        number,
        TournamentChange(Act.GRAINE, {"seed": text}),
        by=by,
        uuid=uuid,
        act=lambda desk: not_finished(desk.t),
    )


def draw_round(
    store: Store,
    number: int,
    *,
    by: Author,
    uuid: str | None = None,
    seed: str | None = None,
    reason: str = "",
    redraw: bool = False,
    progress: Callable[[int, int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Tournament:
    """Open the next round: by the tables that are planned, else by a new draw of what is left of the evening.

    A plan stands until somebody arrives or leaves; then the rounds that were played are kept and the others drawn anew.
    Drawing again what could be played is an act of its own, with a reason; the earlier draw stays on record.

    Args:
        store: the records.
        number: the tournament.
        by: who draws.
        uuid: makes a second sending harmless.
        seed: the public seed; the one that was announced unless told, else one is made here.
        reason: why it is drawn again.
        redraw: whether the open round, or the next one that is planned, is drawn again.
        progress: called with proposals made, proposals planned, and the cost so far.
        stop: asked now and then; true takes the best draw found so far.

    Raises:
        Refused: when a reason is missing.
        Conflict: when a round is still open, or played already, when all rounds are, or no draw is possible.
        Unknown: when there is no such tournament.
        StorageError: when it could not be written.
    """
    why = text_of(reason, "reason", needed="raison-attendue" if redraw else "")
    text = text_of(seed, "seed", SEED_MAX, needed="graine-vide") if seed is not None else None
    change = TournamentChange(Act.TOUR, {"seed": text, "redraw": redraw}, reason=why)
    uuid = None if uuid is None else TOURNAMENTS.uuid_text(uuid)
    seen = read(store, number)
    with store.read() as session:
        if TOURNAMENTS.is_repeated(session, seen, uuid, Act.TOUR, change.is_in):
            return seen
        task = _task(seen, session, redraw=redraw)
    # The search may take seconds; nobody waits for it.
    drawn = _planned(seen, task, text, progress, stop) if task.draw else None
    with transaction(store, by) as opened:
        t = TOURNAMENTS.load(opened, number)
        if TOURNAMENTS.is_repeated(opened.session, t, uuid, Act.TOUR, change.is_in):
            return t
        if _basis(t) != _basis(seen):
            raise conflict(Fault("presences-changees"))
        desk = Desk(opened, t)
        _task(t, desk.session, redraw=redraw)
        if drawn is not None:
            _write_draw(desk, task, drawn, why)
        done = _open(desk, task)
        desk.write(change, done, uuid)
        return desk.t


def _basis(t: Tournament) -> tuple[Any, ...]:
    """What a draw depends on."""
    return t.entrants, t.rounds, len(t.draws), t.options, t.seed, t.stage


def _task(t: Tournament, session: Session, *, redraw: bool) -> Task:
    not_finished(t)
    if redraw:
        return _redraw(t, session)
    if t.open_rounds:
        raise conflict(Fault("tour-en-cours", "", {"tour": t.open_rounds[-1].number}))
    if len(t.rounds) >= t.options.rounds:
        raise conflict(Fault("tours-finis", "", {"tours": t.options.rounds}))
    here = {one.number for one in t.present}
    stands = bool(t.planned) and _people(t.planned[0]) == here
    return Task(len(t.rounds) + 1, draw=not stands)


def _redraw(t: Tournament, session: Session) -> Task:
    current = t.current
    if current is None:
        if not t.planned or t.open_rounds:
            raise conflict(Fault("rien-a-retirer"))
        return Task(len(t.rounds) + 1, draw=True)
    heads = session.heads([table.partie for table in current.tables])
    played = [
        table.number
        for table in current.tables
        if heads[table.partie].lines or table.result or table.signatures or table.dispute
    ]
    if played:
        raise conflict(Fault("deja-joue", "", {"tables": tuple(str(table) for table in played)}))
    return Task(current.number, draw=True)


def _people(tables: DrawnTables) -> set[int]:
    return {number for table in tables.tables for number in table} | set(tables.byes)


def _planned(
    t: Tournament,
    task: Task,
    seed: str | None,
    progress: Callable[[int, int, int], None] | None,
    stop: Callable[[], bool] | None,
) -> Drawn:
    """Draw what is left of the evening, or the next round where the ranking decides."""
    played = task.number - 1
    attempt = 1 + sum(draw.first == task.number for draw in t.draws)
    label = label_after(played) if attempt == 1 else f"{label_after(played)}/{attempt}"
    seed = seed or t.seed or secrets.token_hex(8)
    pairs = pairs_for(t, seed, label)
    by_ranking = t.options.draw is Method.CLASSEMENT
    told = _Names(t)
    try:
        draw = plan(
            [one.name for one in t.present],
            task.number if by_ranking else t.options.rounds,
            seed=seed,
            label=label,
            tables=t.options.odd,
            size=t.options.size or 4,
            partners=t.game.rules.CAMPS,
            teams=[(told.of(one), told.of(two)) for one, two in pairs],
            apart=[told.all(group) for group in apart_groups(t)],
            avoid=[told.all(group) for group in club_groups(t)],
            history=[told.round(one.tables, one.byes) for one in t.rounds[:played]],
            stay={
                one.name: one.fixed or None for one in t.present if one.fixed is not None and not t.in_pairs
            },
            ranking=_by_rank(t, told) if by_ranking and played else None,
            progress=progress,
            stop=stop,
        )
    except DrawImpossible as error:
        raise conflict(Fault("tirage-impossible", "", {"raison": words.refusal_reason(error)})) from error
    return Drawn(draw, pairs, attempt)


class _Names:
    """The names that a draw knows the entrants by."""

    def __init__(self, t: Tournament) -> None:
        self._t = t
        self.numbers = {one.name: one.number for one in t.entrants}

    def of(self, number: int) -> str:
        return self._t.entrant(number).name

    def all(self, numbers: Sequence[int]) -> list[str]:
        return [self.of(number) for number in numbers]

    def round(self, tables: Sequence[Any], byes: Sequence[int]) -> DrawnRound:
        return DrawnRound(tuple(tuple(self.all(table.seats)) for table in tables), tuple(self.all(byes)))


def _by_rank(t: Tournament, told: _Names) -> list[str]:
    here = {one.number for one in t.present}
    best = [number for number in ranked_numbers(t) if number in here]
    return told.all([*best, *sorted(here - set(best))])


def _write_draw(desk: Desk, task: Task, drawn: Drawn, reason: str) -> None:
    draw, told = drawn.draw, _Names(desk.t)
    document = draw.to_json()
    done = {
        "number": len(desk.t.draws) + 1,
        "first": task.number,
        "attempt": drawn.attempt,
        "label": draw.label,
        "seed": draw.seed,
        "version": document["version"],
        "players": list(draw.players),
        "order": list(draw.order),
        "rounds": [
            {
                "tables": [[told.numbers[name] for name in table] for table in one.tables],
                "byes": [told.numbers[name] for name in one.sit_out],
            }
            for one in draw.rounds[draw.fixed_rounds :]
        ],
        "report": document["report"],
        "partners": [list(pair) for pair in drawn.pairs],
    }
    desk.write(TournamentChange(Act.TIRAGE, {}, reason=reason), done)


def _open(desk: Desk, task: Task) -> Mapping[str, Any]:
    """Open a sheet for each table of the round; those of a draw that does not stand are closed."""
    t = desk.t
    if len(t.rounds) >= task.number:
        for old in t.round(task.number).tables:
            nested_acts.close_sheet(desk.opened, desk.partie(old))
    draw = t.draws[-1]
    drawn = draw.round(task.number) or DrawnTables(())
    rules = {size: rules_for(t.game, t.options, t.settings, size) for size in {*map(len, drawn.tables)}}
    tables = []
    for seats in drawn.tables:
        people = [t.entrant(number) for number in seats]
        table = Table(tuple(one.name for one in people), t.game.rules.CAMPS, _camps(t, people))
        sheet = SheetFile(t.game, rules[len(seats)], table, (), t.options.date, t.name)
        row = partie_row(sheet, None, now())
        partie = nested_acts.open_sheet(desk.opened, row, ())
        tables.append({"seats": list(seats), "partie": partie.id})
    return {"round": task.number, "draw": draw.number, "tables": tables, "byes": list(drawn.byes)}


def _camps(t: Tournament, people: Sequence[Entrant]) -> tuple[str, str] | None:
    """What the two camps are called: their players, where the names are short enough."""
    if not t.game.rules.CAMPS:
        return None
    first, second = (" & ".join(one.name for one in people[camp::2]) for camp in (0, 1))
    return (first, second) if max(len(first), len(second)) <= names.NAME_MAX else None
