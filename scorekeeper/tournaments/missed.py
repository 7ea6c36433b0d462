"""Rounds that people missed: who did, and what such a round is worth."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.cards.rules.contract import Wins
from scorekeeper.tournaments.finals import is_final
from scorekeeper.tournaments.model import Round, TableResult, Tournament
from scorekeeper.tournaments.options import Missed


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
