"""What the API says about a tournament: plain objects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scorekeeper import tournaments as desk
from scorekeeper.records.rows import TournamentRow
from scorekeeper.rules.contract import Table
from scorekeeper.rules.standings import Result
from scorekeeper.sheet_file import fault_document
from scorekeeper.tournaments.acts.desk import WORDS
from scorekeeper.tournaments.acts.lists import Preview
from scorekeeper.tournaments.model import DrawRecord, Entrant, Tournament
from scorekeeper.tournaments.options import OPTIONS
from scorekeeper.tournaments.ranking import Line, Ranking
from scorekeeper.tournaments.round_progress import Progress, TableLive
from scorekeeper.tournaments.spectators import PlayerRecord


def listed(row: TournamentRow) -> dict[str, Any]:
    """A tournament in a list."""
    return {
        "id": row.id,
        "name": row.name,
        "game": row.game,
        "date": row.date,
        "place": row.place,
        "stage": row.stage,
        "players": row.entrants,
        "round": row.round,
        "rounds": row.rounds,
        "active_at": row.active_at,
    }


def tournament(t: Tournament, rounds: Iterable[Progress], *, organiser: bool) -> dict[str, Any]:
    """A tournament in full; what people asked for (whom not to meet) is only for the organiser."""
    return {
        "id": t.id,
        "name": t.name,
        "game": t.game.key,
        "settings": dict(t.settings),
        **OPTIONS.write_all(t.options, Table()),
        "stage": t.stage,
        "revision": t.revision,
        "seed": t.seed,
        "players": [entrant(one, organiser=organiser) for one in t.entrants],
        "draws": [draw(t, one) for one in t.draws],
        "played": [progress(one) for one in rounds],
        "planned": [
            {
                "round": number,
                "tables": [_names(t, seats) for seats in one.tables],
                "byes": _names(t, one.byes),
            }
            for number, one in enumerate(t.planned, len(t.rounds) + 1)
        ],
        "final": t.final,
    }


def entrant(one: Entrant, *, organiser: bool) -> dict[str, Any]:
    """Somebody who registered."""
    public = {
        "number": one.number,
        "name": one.name,
        "club": one.club,
        "present": one.present,
        "partner": one.partner,
    }
    if not organiser:
        return public
    return {**public, "apart": list(one.apart), "pair": one.pair, "fixed": one.fixed}


def _names(t: Tournament, numbers: Iterable[int]) -> list[str]:
    return [t.entrant(number).name for number in numbers]


def draw(t: Tournament, one: DrawRecord) -> dict[str, Any]:
    """A draw, with all that is needed to make it again."""
    return {
        "number": one.number,
        "first": one.first,
        "attempt": one.attempt,
        "label": one.label,
        "seed": one.seed,
        "version": one.version,
        "players": list(one.players),
        "order": list(one.order),
        "rounds": [
            {"tables": [list(seats) for seats in each.tables], "byes": list(each.byes)} for each in one.rounds
        ],
        "cost": cost(one),
        "stands": one is t.draws[-1] or any(each.draw == one.number for each in t.rounds),
        "reason": one.reason,
        "at": one.at,
        "actor": one.actor,
    }


def cost(one: DrawRecord) -> dict[str, Any]:
    """What a draw came to, with its sentences in the language of the moment."""
    return {**one.report, "words": list(desk.draw_sentences(one))}


def opened(t: Tournament) -> dict[str, Any]:
    """The round that was just opened."""
    one = t.rounds[-1]
    made = t.draws[one.draw - 1]
    return {
        "round": one.number,
        "seed": made.seed,
        "label": made.label,
        "attempt": made.attempt,
        "tables": [
            {
                "table": table.number,
                "seats": _names(t, table.seats),
                "numbers": list(table.seats),
                "partie": table.partie,
            }
            for table in one.tables
        ],
        "byes": _names(t, one.byes),
        "cost": cost(made),
        "revision": t.revision,
    }


def progress(found: Progress) -> dict[str, Any]:
    """A round with what each table does, and why it cannot be closed yet."""
    t = found.tournament
    return {
        "round": found.round.number,
        "closed": found.round.closed,
        "closable": found.closable,
        "missing": [fault_document(fault, WORDS, Table()) for fault in found.missing],
        "unsigned": list(found.unsigned),
        "tables": [table(t, one) for one in found.tables],
        "byes": _names(t, found.round.byes),
        "revision": t.revision,
    }


def table(t: Tournament, live: TableLive) -> dict[str, Any]:
    """A table as it is now."""
    one = live.table
    return {
        "table": one.number,
        "seats": _names(t, one.seats),
        "numbers": list(one.seats),
        "substitutes": {t.entrant(number).name: name for number, name in one.substitutes.items()},
        "partie": one.partie,
        "stage": live.stage,
        "lines": live.lines,
        "of": live.of,
        "totals": list(live.totals),
        "result": None if one.result is None else list(one.result.points),
        "signed": list(live.signed),
        "dispute": None if one.dispute is None else one.dispute.text,
        "reason": one.reason,
        "revision": live.revision,
    }


def standings(found: Ranking) -> dict[str, Any]:
    """The ranking."""
    return {
        "through": found.through,
        "provisional": found.provisional,
        "lines": [line(one) for one in found.lines],
        "level": [list(group) for group in found.level],
        "matches": {"numbers": list(found.matches[0]), "count": found.matches[1]},
    }


def line(one: Line) -> dict[str, Any]:
    """One line of the ranking."""
    standing = one.standing
    return {
        "rank": standing.rank,
        "numbers": list(one.numbers),
        "names": list(one.names),
        "clubs": list(one.clubs),
        "total": standing.total,
        "rounds": [None if result is None else result.points for result in one.rounds],
        "dropped": [result.round for result in standing.dropped],
        "byes": standing.byes,
        "matches": standing.matches,
        "shared": standing.shared,
        "behind_by": standing.behind_by,
        "prizes": list(standing.prizes),
        "present": one.present,
    }


def player(found: PlayerRecord) -> dict[str, Any]:
    """One player's evening."""
    return {
        "number": found.number,
        "name": found.name,
        "club": found.club,
        "standing": None if found.line is None else line(found.line),
        "rounds": [
            {
                "round": one.round,
                "table": one.table,
                "seat": one.seat,
                "partners": list(one.partners),
                "opponents": list(one.opponents),
                "result": _result(one.result),
                "substitute": one.substitute,
                "partie": one.partie,
            }
            for one in found.rounds
        ],
    }


def _result(one: Result | None) -> dict[str, Any] | None:
    return None if one is None else {"points": one.points, "matches": one.matches, "bye": one.bye}


def preview(found: Preview) -> dict[str, Any]:
    """A list as it would be registered."""
    return {
        "ok": found.ok,
        "separator": found.separator,
        "encoding": found.encoding,
        "heading": found.heading,
        "columns": list(found.columns),
        "faults": [fault_document(fault, WORDS, Table()) for fault in found.faults],
        "rows": [
            {
                "line": row.line,
                "text": row.text,
                "player": None if row.player is None else row.player.document(),
                "faults": [fault_document(fault, WORDS, Table()) for fault in row.faults],
                "doubts": [fault_document(doubt, WORDS, Table()) for doubt in row.doubts],
            }
            for row in found.rows
        ],
    }
