"""Closing rounds, telling those level apart, and the end of the tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.parties import Author, nested_acts
from scorekeeper.records.store import Store
from scorekeeper.rules.contract import Fault
from scorekeeper.tournaments.acts.desk import (
    Desk,
    TournamentChange,
    conflict,
    not_finished,
    open_round,
    perform,
    place_of,
    refusal,
    text_of,
)
from scorekeeper.tournaments.fold import Act, result_body
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.ranking import Ranking, ranking
from scorekeeper.tournaments.round_progress import progress_of, sheet_result

MAX_CARD = 1000


def close_round(
    store: Store, number: int, round_number: int, *, by: Author, uuid: str | None = None
) -> Tournament:
    """Close a round: every result is settled as it stands, and the next round may be drawn.

    Raises:
        Conflict: with every table that is missing, and what it does.
        Unknown: when there is no such tournament or round.
        StorageError: when it could not be written.
    """

    def act(desk: Desk) -> Mapping[str, Any]:
        one = open_round(desk.t, round_number)
        heads = desk.session.heads([table.partie for table in one.tables])
        missing = progress_of(desk.t, one, heads).missing
        if missing:
            raise conflict(*missing)
        results = {}
        for table in one.tables:
            if table.result is not None:
                continue
            partie = desk.partie(table)
            result = sheet_result(desk.t, partie)
            if result is not None:
                nested_acts.close_sheet(desk.opened, partie)
                results[str(table.number)] = result_body(result)
        return {"results": results}

    return perform(
        store, number, TournamentChange(Act.TOUR_CLOS, {}, place_of(round_number)), by=by, uuid=uuid, act=act
    )


def reopen_round(
    store: Store, number: int, round_number: int, *, reason: str, by: Author, uuid: str | None = None
) -> Tournament:
    """Open a closed round again; its results stand until a table is opened again.

    Raises:
        Refused: without a reason.
        Conflict: when it is open, or the tournament is finished.
        Unknown: when there is no such tournament or round.
        StorageError: when it could not be written.
    """
    why = text_of(reason, "reason", needed="raison-attendue")

    def act(desk: Desk) -> None:
        one = desk.t.round(round_number)
        not_finished(desk.t)
        if not one.closed:
            raise conflict(Fault("tour-ouvert", "", {"tour": round_number}))

    change = TournamentChange(Act.TOUR_ROUVERT, {}, place_of(round_number), why)
    return perform(store, number, change, by=by, uuid=uuid, act=act)


def draw_card(
    store: Store, number: int, entrant: int, value: Any, *, by: Author, uuid: str | None = None
) -> Tournament:
    """Note the card that somebody drew to be told apart from those level with them; the higher is ahead.

    Raises:
        Refused: for a value that is none.
        Conflict: when the tournament is finished.
        Unknown: when there is no such tournament or number.
        StorageError: when it could not be written.
    """
    if type(value) is not int or not 1 <= value <= MAX_CARD:
        raise refusal(Fault("carte", "value", {"max": MAX_CARD}))

    def act(desk: Desk) -> None:
        not_finished(desk.t)
        desk.t.entrant(entrant)

    change = TournamentChange(Act.CARTE, {"value": value}, f"joueur:{entrant}")
    return perform(store, number, change, by=by, uuid=uuid, act=act)


def finish(store: Store, number: int, *, by: Author, uuid: str | None = None, reason: str = "") -> Tournament:
    """End the tournament: the ranking is kept as it is announced.

    Args:
        store: the records.
        number: the tournament.
        by: who ends it.
        uuid: makes a second sending harmless.
        reason: why it ends with rounds that were not played.

    Raises:
        Conflict: when a round is open, or rounds are missing and no reason is given.
        Unknown: when there is no such tournament.
        StorageError: when it could not be written.
    """
    why = text_of(reason, "reason")

    def act(desk: Desk) -> Mapping[str, Any]:
        t = desk.t
        not_finished(t)
        if t.open_rounds:
            raise conflict(Fault("tour-en-cours", "", {"tour": t.open_rounds[0].number}))
        left = t.options.rounds - len(t.rounds)
        if left and not why:
            raise conflict(Fault("manque-tours", "", {"reste": left}))
        return final_body(ranking(t, t.results))

    return perform(store, number, TournamentChange(Act.FIN, {}, reason=why), by=by, uuid=uuid, act=act)


def final_body(found: Ranking) -> dict[str, Any]:
    """The ranking as the event keeps it."""
    return {
        "lines": [
            {
                "rank": line.standing.rank,
                "numbers": list(line.numbers),
                "names": list(line.names),
                "total": line.standing.total,
                "prizes": list(line.standing.prizes),
            }
            for line in found.lines
        ],
        "matches": {"numbers": list(found.matches[0]), "count": found.matches[1]},
    }


def resume(store: Store, number: int, *, reason: str, by: Author, uuid: str | None = None) -> Tournament:
    """Go on with a finished tournament.

    Raises:
        Refused: without a reason.
        Conflict: when it is not finished.
        Unknown: when there is no such tournament.
        StorageError: when it could not be written.
    """
    why = text_of(reason, "reason", needed="raison-attendue")

    def act(desk: Desk) -> None:
        if desk.t.stage is not Stage.FINI:
            raise conflict(Fault("tournoi-pas-fini"))

    return perform(
        store, number, TournamentChange(Act.FIN_ANNULEE, {}, reason=why), by=by, uuid=uuid, act=act
    )
