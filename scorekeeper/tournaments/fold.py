"""A tournament from its events: each event moves it on, and nothing else does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

from scorekeeper import catalogue
from scorekeeper.errors import Unknown
from scorekeeper.records import rows
from scorekeeper.records.chain import canonical
from scorekeeper.records.rows import EventRow
from scorekeeper.rules import names
from scorekeeper.rules.contract import Table
from scorekeeper.tournaments import options as house
from scorekeeper.tournaments.model import (
    Dispute,
    DrawnTables,
    DrawRecord,
    Entrant,
    Round,
    Signature,
    Stage,
    TableOf,
    TableResult,
    Tournament,
)


class Act(StrEnum):
    """What can happen to a tournament."""

    CREATION = "creation"
    REGLAGES = "reglages"
    INSCRIPTION = "inscription"
    JOUEUR = "joueur"
    RETRAIT = "retrait"
    RETOUR = "retour"
    REMPLACANT = "remplacant"
    GRAINE = "graine"
    TIRAGE = "tirage"
    TOUR = "tour"
    SIGNATURE = "signature"
    VALIDATION = "validation"
    LITIGE = "litige"
    ACCORD = "accord"
    RESULTAT = "resultat"
    REPRISE = "reprise"
    TOUR_CLOS = "tour-clos"
    TOUR_ROUVERT = "tour-rouvert"
    CARTE = "carte"
    LIEN = "lien"
    LIEN_REVOQUE = "lien-revoque"
    FIN = "fin"
    FIN_ANNULEE = "fin-annulee"


Body = Mapping[str, Any]
Step = Callable[[Tournament, EventRow, Body, Body], Tournament]
"""From a tournament, an event, what was asked and what was done, to the tournament after it."""


def built(number: int, events: Sequence[EventRow]) -> Tournament:
    """The tournament of that number from all its events.

    Raises:
        Unknown: when the first of them does not open it, or for a game that this program does not have.
    """
    if not events or events[0].kind != Act.CREATION:
        raise Unknown(f"tournament {number}")
    tournament = opened(number, events[0])
    for event in events[1:]:
        tournament = moved(tournament, event)
    return tournament


def opened(number: int, event: EventRow) -> Tournament:
    """The tournament that an event opens."""
    asked, done = _said(event)
    try:
        unit = catalogue.game(asked["game"])
    except LookupError as error:
        raise Unknown(asked["game"]) from error
    chosen = house.OPTIONS.read(done["options"], Table())
    rules = house.rules_for(unit, chosen, asked["settings"], chosen.size or 4)
    return Tournament(
        number,
        asked["name"],
        unit,
        asked["settings"],
        chosen,
        rules,
        event.at_utc,
        revision=1,
        decided=1,
        last_seq=event.seq,
        active_at=event.at_utc,
    )


def moved(tournament: Tournament, event: EventRow) -> Tournament:
    """The tournament after an event."""
    asked, done = _said(event)
    after = STEPS[Act(event.kind)](tournament, event, asked, done)
    revision = tournament.revision + 1
    return replace(
        after,
        revision=revision,
        decided=tournament.decided if event.kind == Act.SIGNATURE else revision,
        last_seq=event.seq,
        active_at=event.at_utc,
    )


def _said(event: EventRow) -> tuple[Body, Body]:
    body = json.loads(event.body or "{}")
    return body.get("asked", {}), body.get("done", {})


def asked_of(event: EventRow) -> str:
    """What an event's act asked for, as text to compare."""
    return canonical(json.loads(event.body or "{}").get("asked", {}))


def _part(event: EventRow, name: str) -> int:
    """The number of a part of the scope: of `tour:2/table:4` the round, or the table."""
    for part in event.scope.split("/"):
        key, _, number = part.partition(":")
        if key == name:
            return int(number)
    raise Unknown(event.scope)


def _settings(t: Tournament, _event: EventRow, _asked: Body, done: Body) -> Tournament:
    chosen = house.OPTIONS.read(done["options"], Table())
    rules = house.rules_for(t.game, chosen, done["settings"], chosen.size or 4)
    return replace(t, name=done["name"], settings=done["settings"], options=chosen, rules=rules)


def _registered(t: Tournament, _event: EventRow, _asked: Body, done: Body) -> Tournament:
    return replace(t, entrants=(*t.entrants, *(_entrant(one) for one in done["players"])))


def _entrant(said: Body) -> Entrant:
    return Entrant(**{**said, "apart": tuple(said.get("apart", ()))})


def entrant_body(one: Entrant) -> dict[str, Any]:
    """An entrant as an event keeps it."""
    return {
        "number": one.number,
        "name": one.name,
        "club": one.club,
        "apart": list(one.apart),
        "pair": one.pair,
        "fixed": one.fixed,
        "present": one.present,
        "since": one.since,
        "partner": one.partner,
    }


def _with_entrant(t: Tournament, one: Entrant) -> Tournament:
    place = one.number - 1
    return replace(t, entrants=(*t.entrants[:place], one, *t.entrants[place + 1 :]))


def _amended(t: Tournament, _event: EventRow, _asked: Body, done: Body) -> Tournament:
    return _with_entrant(t, _entrant(done))


def _left(t: Tournament, event: EventRow, _asked: Body, _done: Body) -> Tournament:
    return _with_entrant(t, replace(t.entrant(_part(event, "joueur")), present=False))


def _returned(t: Tournament, event: EventRow, _asked: Body, _done: Body) -> Tournament:
    return _with_entrant(t, replace(t.entrant(_part(event, "joueur")), present=True))


def _seeded(t: Tournament, _event: EventRow, asked: Body, _done: Body) -> Tournament:
    return replace(t, seed=asked["seed"])


def _drawn(t: Tournament, event: EventRow, _asked: Body, done: Body) -> Tournament:
    rounds = tuple(
        DrawnTables(tuple(tuple(table) for table in one["tables"]), tuple(one["byes"]))
        for one in done["rounds"]
    )
    told = {key: done[key] for key in ("number", "first", "attempt", "label", "seed", "version", "report")}
    draw = DrawRecord(
        **told,
        players=tuple(done["players"]),
        order=tuple(done["order"]),
        rounds=rounds,
        reason=event.reason,
        at=event.at_utc,
        actor=event.actor,
    )
    t = replace(t, draws=(*t.draws, draw), stage=Stage.EN_COURS)
    for one, other in done["partners"]:
        t = _with_entrant(t, replace(t.entrant(one), partner=other))
        t = _with_entrant(t, replace(t.entrant(other), partner=one))
    return t


def _round_opened(t: Tournament, _event: EventRow, _asked: Body, done: Body) -> Tournament:
    tables = tuple(
        TableOf(number, tuple(one["seats"]), one["partie"]) for number, one in enumerate(done["tables"], 1)
    )
    fresh = Round(done["round"], done["draw"], tables, tuple(done["byes"]))
    kept = t.rounds[: fresh.number - 1]
    return replace(t, rounds=(*kept, fresh), voided=(*t.voided, *t.rounds[fresh.number - 1 :]))


def _with_round(t: Tournament, one: Round) -> Tournament:
    place = one.number - 1
    return replace(t, rounds=(*t.rounds[:place], one, *t.rounds[place + 1 :]))


def _with_table(t: Tournament, event: EventRow, change: Callable[[TableOf], TableOf]) -> Tournament:
    one = t.round(_part(event, "tour"))
    place = _part(event, "table") - 1
    tables = (*one.tables[:place], change(one.table(place + 1)), *one.tables[place + 1 :])
    return _with_round(t, replace(one, tables=tables))


def _substituted(t: Tournament, event: EventRow, asked: Body, _done: Body) -> Tournament:
    def change(table: TableOf) -> TableOf:
        others = {number: name for number, name in table.substitutes.items() if number != asked["number"]}
        name = {asked["number"]: asked["name"]} if asked["name"] else {}
        return replace(table, substitutes=others | name)

    return _with_table(t, event, change)


def result_of(said: Body | None) -> TableResult | None:
    """A result as an event keeps it."""
    if said is None:
        return None
    return TableResult(
        tuple(said["points"]), tuple(said["matches"]), tuple(said["totals"]), paper=said["paper"]
    )


def result_body(result: TableResult) -> dict[str, Any]:
    """A result for an event."""
    return {
        "points": list(result.points),
        "matches": list(result.matches),
        "totals": list(result.totals),
        "paper": result.paper,
    }


def _signed(t: Tournament, event: EventRow, asked: Body, done: Body) -> Tournament:
    mark = Signature(asked["side"], asked["initials"], done["revision"], event.at_utc)

    def change(table: TableOf) -> TableOf:
        kept = tuple(one for one in table.signatures if one.revision == mark.revision)
        confirmed, result = done["confirmed"], result_of(done.get("result"))
        return replace(table, signatures=(*kept, mark), confirmed=confirmed, result=result)

    return _with_table(t, event, change)


def _accepted(t: Tournament, event: EventRow, _asked: Body, done: Body) -> Tournament:
    result = result_of(done["result"])
    return _with_table(
        t,
        event,
        lambda table: replace(table, confirmed=True, dispute=None, result=result, reason=event.reason),
    )


def _disputed(t: Tournament, event: EventRow, asked: Body, _done: Body) -> Tournament:
    dispute = Dispute(asked["text"], event.actor, event.at_utc)
    return _with_table(t, event, lambda table: replace(table, dispute=dispute))


def _settled(t: Tournament, event: EventRow, _asked: Body, _done: Body) -> Tournament:
    return _with_table(t, event, lambda table: replace(table, dispute=None, reason=event.reason))


def _reopened(t: Tournament, event: EventRow, _asked: Body, _done: Body) -> Tournament:
    return _with_table(
        t,
        event,
        lambda table: replace(table, confirmed=False, result=None, signatures=(), reason=event.reason),
    )


def _closed(t: Tournament, event: EventRow, _asked: Body, done: Body) -> Tournament:
    one = t.round(_part(event, "tour"))
    found = {int(number): result_of(said) for number, said in done["results"].items()}
    tables = tuple(
        replace(table, confirmed=True, result=found[table.number]) if table.number in found else table
        for table in one.tables
    )
    return _with_round(t, replace(one, tables=tables, closed=True))


def _round_reopened(t: Tournament, event: EventRow, _asked: Body, _done: Body) -> Tournament:
    return _with_round(t, replace(t.round(_part(event, "tour")), closed=False))


def _carded(t: Tournament, event: EventRow, asked: Body, _done: Body) -> Tournament:
    return replace(t, cards={**t.cards, _part(event, "joueur"): asked["value"]})


def _linked(t: Tournament, _event: EventRow, _asked: Body, done: Body) -> Tournament:
    made = {int(table): count for table, count in done["made"].items()}
    return replace(t, links={**t.links, **made})


def _same(t: Tournament, _event: EventRow, _asked: Body, _done: Body) -> Tournament:
    return t


def _finished(t: Tournament, _event: EventRow, _asked: Body, done: Body) -> Tournament:
    return replace(t, stage=Stage.FINI, final=done)


def _resumed(t: Tournament, _event: EventRow, _asked: Body, _done: Body) -> Tournament:
    return replace(t, stage=Stage.EN_COURS if t.draws else Stage.INSCRIPTION, final=None)


STEPS: Mapping[Act, Step] = {
    Act.REGLAGES: _settings,
    Act.INSCRIPTION: _registered,
    Act.JOUEUR: _amended,
    Act.RETRAIT: _left,
    Act.RETOUR: _returned,
    Act.REMPLACANT: _substituted,
    Act.GRAINE: _seeded,
    Act.TIRAGE: _drawn,
    Act.TOUR: _round_opened,
    Act.SIGNATURE: _signed,
    Act.VALIDATION: _accepted,
    Act.LITIGE: _disputed,
    Act.ACCORD: _settled,
    Act.RESULTAT: _accepted,
    Act.REPRISE: _reopened,
    Act.TOUR_CLOS: _closed,
    Act.TOUR_ROUVERT: _round_reopened,
    Act.CARTE: _carded,
    Act.LIEN: _linked,
    Act.LIEN_REVOQUE: _same,
    Act.FIN: _finished,
    Act.FIN_ANNULEE: _resumed,
}
"""What each event does; `CREATION` is the first and only that."""


def rows_of(after: Tournament, before: Tournament | None = None) -> Iterator[rows.DerivedRow]:
    """What the records keep of a tournament beside its events: all of it, or what differs from before."""
    yield rows.TournamentRow(
        after.id,
        after.game.key,
        after.name,
        after.options.date,
        after.options.place,
        after.created_at,
        after.stage,
        len(after.entrants),
        len(after.rounds),
        after.options.rounds,
        after.revision,
        after.last_seq,
        after.active_at,
    )
    known = before.entrants if before else ()
    for place, one in enumerate(after.entrants):
        if place >= len(known) or known[place] is not one:
            yield rows.EntrantRow(
                after.id, one.number, one.name, names.key(one.name), one.club, int(one.present), one.partner
            )
    old = {(one.number, one.draw): one for one in (*before.rounds, *before.voided)} if before else {}
    for one_round in after.voided:
        yield from _round_rows(after, one_round, "annule", None)
    for one_round in after.rounds:
        was = old.get((one_round.number, one_round.draw))
        if was is not one_round:
            yield from _round_rows(after, one_round, "clos" if one_round.closed else "ouvert", was)


def _round_rows(t: Tournament, one: Round, state: str, was: Round | None) -> Iterator[rows.DerivedRow]:
    draw = t.draws[one.draw - 1]
    yield rows.RoundRow(t.id, one.number, one.draw, draw.label, draw.seed, state)
    for table in one.tables:
        if was is not None and was.tables[table.number - 1] is table:
            continue
        result = None if table.result is None else canonical(result_body(table.result))
        confirmed, disputed = int(table.confirmed), int(table.dispute is not None)
        place = (t.id, one.number, one.draw, table.number)
        yield rows.TableRow(*place, table.partie, confirmed, disputed, result)
        for seat, number in enumerate(table.seats):
            yield rows.SeatRow(*place, seat, number, table.substitutes.get(number, ""))
