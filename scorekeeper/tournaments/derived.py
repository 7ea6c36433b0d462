"""Rows that the records keep of a tournament beside its events, to be found without building it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from scorekeeper.cards.rules import names
from scorekeeper.records import rows
from scorekeeper.records.chain import canonical
from scorekeeper.tournaments.finals import total_rounds
from scorekeeper.tournaments.model import Round, Tournament


def rows_of(after: Tournament, before: Tournament | None = None) -> Iterator[rows.DerivedRow]:
    """Rows that the records keep of a tournament beside its events: all of them, or those that differ from before."""
    yield rows.TournamentRow(
        id=after.id,
        game=after.game.key,
        name=after.name,
        date=after.options.date,
        place=after.options.place,
        created_at=after.created_at,
        stage=after.stage,
        entrants=len(after.entrants),
        round=len(after.rounds),
        rounds=total_rounds(after),
        revision=after.revision,
        last_seq=after.last_seq,
        active_at=after.active_at,
        away=int(after.away),
    )
    known = before.entrants if before else ()
    for place, entrant in enumerate(after.entrants):
        if place >= len(known) or known[place] is not entrant:
            yield rows.EntrantRow(
                tournament=after.id,
                number=entrant.number,
                name=entrant.name,
                key=names.key(entrant.name),
                club=entrant.club,
                present=int(entrant.present),
                partner=entrant.partner,
            )
    earlier = (*before.rounds, *before.voided) if before else ()
    old = {(round_.number, round_.draw): round_ for round_ in earlier}
    for round_ in after.voided:
        yield from _round_rows(after, round_, "annule", None)
    for round_ in after.rounds:
        was = old.get((round_.number, round_.draw))
        if was is not round_:
            yield from _round_rows(after, round_, "clos" if round_.closed else "ouvert", was)


def _round_rows(t: Tournament, round_: Round, state: str, was: Round | None) -> Iterator[rows.DerivedRow]:
    draw = t.draws[round_.draw - 1]
    yield rows.RoundRow(t.id, round_.number, round_.draw, draw.label, draw.seed, state)
    for table in round_.tables:
        if was is not None and table.number <= len(was.tables) and was.tables[table.number - 1] is table:
            continue
        place = (t.id, round_.number, round_.draw, table.number)
        yield rows.TableRow(
            *place,
            partie=table.partie,
            confirmed=int(table.confirmed),
            disputed=int(table.dispute is not None),
            result=None if table.result is None else canonical(asdict(table.result)),
        )
        for seat, number in enumerate(table.seats):
            yield rows.SeatRow(*place, seat, number, table.substitutes.get(number, ""))
