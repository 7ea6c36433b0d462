"""Closing rounds, separating those who are level, and the end of the tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from scorekeeper.parties import Author, nested_acts
from scorekeeper.records.store import Store
from scorekeeper.rules.contract import Fault
from scorekeeper.tournaments.acts.desk import (
    Desk,
    conflict,
    not_finished,
    open_round,
    perform,
    reason_of,
    refusal,
)
from scorekeeper.tournaments.fold import Act
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.ranking import ranking
from scorekeeper.tournaments.round_progress import progress_of, sheet_result

MAX_CARD = 1000


def close_round(
    store: Store, number: int, round_number: int, *, by: Author, uuid: str | None = None
) -> Tournament:
    """Close a round: every result is settled as it stands, and the next round may be drawn.

    Raises:
        Conflict: with every table that is missing, and what it does.
    """

    def act(desk: Desk) -> Mapping[str, Any]:
        round_ = open_round(desk.t, round_number)
        heads = desk.session.heads([table.partie for table in round_.tables])
        missing = progress_of(desk.t, round_, heads).missing
        if missing:
            raise conflict(*missing)
        results = {}
        for table in round_.tables:
            if table.result is not None:
                continue
            partie = desk.partie(table)
            result = sheet_result(desk.t, partie)
            if result is not None:
                nested_acts.close_sheet(desk.opened, partie)
                results[str(table.number)] = asdict(result)
        return {"results": results}

    return perform(store, number, Act.TOUR_CLOS, act, place=f"tour:{round_number}", by=by, uuid=uuid)


def reopen_round(
    store: Store, number: int, round_number: int, *, reason: str, by: Author, uuid: str | None = None
) -> Tournament:
    """Open a closed round again; its results stand until a table is opened again.

    Raises:
        Refused: without a reason.
        Conflict: when it is open, or the tournament is finished.
    """
    why = reason_of(reason, needed=True)

    def act(desk: Desk) -> None:
        round_ = desk.t.round(round_number)
        not_finished(desk.t)
        if not round_.closed:
            raise conflict(Fault("tour-ouvert", "", {"tour": round_number}))

    place = f"tour:{round_number}"
    return perform(store, number, Act.TOUR_ROUVERT, act, place=place, reason=why, by=by, uuid=uuid)


def draw_card(
    store: Store, number: int, entrant: int, value: Any, *, by: Author, uuid: str | None = None
) -> Tournament:
    """Note the card that an entrant drew, from 1 to `MAX_CARD`; among those who are level, the higher is ahead.

    Raises:
        Refused: for a value that is no card.
        Conflict: when the tournament is finished.
    """
    if type(value) is not int or not 1 <= value <= MAX_CARD:
        raise refusal(Fault("carte", "value", {"max": MAX_CARD}))

    def act(desk: Desk) -> None:
        not_finished(desk.t)
        desk.t.entrant(entrant)

    asked, place = {"value": value}, f"joueur:{entrant}"
    return perform(store, number, Act.CARTE, act, asked=asked, place=place, by=by, uuid=uuid)


def finish(store: Store, number: int, *, by: Author, uuid: str | None = None, reason: str = "") -> Tournament:
    """End the tournament: the ranking is kept as it is announced. Ending it before all rounds are played takes a reason.

    Raises:
        Conflict: when a round is open, or rounds are missing and no reason is given.
    """
    why = reason_of(reason)

    def act(desk: Desk) -> Mapping[str, Any]:
        t = desk.t
        not_finished(t)
        if t.open_rounds:
            raise conflict(Fault("tour-en-cours", "", {"tour": t.open_rounds[0].number}))
        left = t.options.rounds - len(t.rounds)
        if left and not why:
            raise conflict(Fault("manque-tours", "", {"reste": left}))
        final = ranking(t, t.results)
        numbers, count = final.matches
        matches = {"numbers": numbers, "count": count}
        return {"lines": [line.announced() for line in final.lines], "matches": matches}

    return perform(store, number, Act.FIN, act, reason=why, by=by, uuid=uuid)


def resume(store: Store, number: int, *, reason: str, by: Author, uuid: str | None = None) -> Tournament:
    """Go on with a finished tournament.

    Raises:
        Refused: without a reason.
        Conflict: when it is not finished.
    """
    why = reason_of(reason, needed=True)

    def act(desk: Desk) -> None:
        if desk.t.stage is not Stage.FINI:
            raise conflict(Fault("tournoi-pas-fini"))

    return perform(store, number, Act.FIN_ANNULEE, act, reason=why, by=by, uuid=uuid)
