"""A season to be kept: its ranking as CSV, and one JSON document with its history."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from scorekeeper.cards.rules.contract import Table
from scorekeeper.draw.season import TERMS
from scorekeeper.i18n import gettext
from scorekeeper.records.store import Store
from scorekeeper.tournaments.export import CsvCell, CsvRows, csv_text
from scorekeeper.tournaments.season.acts import history
from scorekeeper.tournaments.season.ranking import SeasonEvening, SeasonLine, SeasonRanking, standings

FORMAT = "scorekeeper-season/1"


def export_csv(store: Store, number: int, *, excel: bool = False) -> str:
    """The ranking of a season as CSV, with a localised heading."""
    return csv_text(_rows(standings(store, number)), excel=excel)


def _rows(ranked: SeasonRanking) -> CsvRows:
    heads = [gettext("rang"), gettext("nom"), gettext("club"), gettext("total")]
    heads += [_evening_heading(evening) for evening in ranked.evenings]
    counters = [gettext("soirées"), gettext("gagnées"), gettext("matchs"), gettext("non comptées")]
    yield [*heads, *counters, gettext("état")]
    for line in ranked.lines:
        standing = line.standing
        left = " + ".join(str(standing.worths[place]) for place in sorted(standing.dropped))
        figures: list[CsvCell] = [standing.came, standing.wins, standing.matches, left]
        place: list[CsvCell] = [standing.rank, line.name, line.club, standing.total]
        yield [*place, *standing.worths, *figures, ranked.state]


def _evening_heading(evening: SeasonEvening) -> str:
    t = evening.tournament
    parts = [t.options.date or t.created_at[:10], t.name]
    return " · ".join([*parts, evening.ranking.state] if evening.provisional else parts)


def export_document(store: Store, number: int) -> dict[str, Any]:
    """A season with its evenings, its ranking and all that happened to it."""
    ranked = standings(store, number)
    season = ranked.season
    return {
        "format": FORMAT,
        "id": season.id,
        "name": season.name,
        "terms": TERMS.write_all(season.terms, Table()),
        "same": [pair._asdict() for pair in season.same.values()],
        "state": ranked.state,
        "provisional": ranked.provisional,
        "evenings": [_evening_document(evening) for evening in ranked.evenings],
        "ranking": [_line_document(line) for line in ranked.lines],
        "history": [asdict(happening) for happening in history(store, number)],
    }


def _evening_document(evening: SeasonEvening) -> dict[str, Any]:
    t = evening.tournament
    return {
        "tournament": t.id,
        "name": t.name,
        "game": t.game.key,
        "date": t.options.date,
        "closed": evening.ranking.closed,
        "planned": evening.ranking.planned,
        "provisional": evening.ranking.provisional,
    }


def _line_document(line: SeasonLine) -> dict[str, Any]:
    standing = line.standing
    return {
        "rank": standing.rank,
        "name": line.name,
        "club": line.club,
        "total": standing.total,
        "worths": list(standing.worths),
        "ranks": list(line.ranks),
        "dropped": sorted(standing.dropped),
        "came": standing.came,
        "wins": standing.wins,
        "matches": standing.matches,
        "shared": standing.shared,
        "behind_by": standing.behind_by,
    }
