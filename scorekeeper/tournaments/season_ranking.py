"""The ranking of a season, computed from the rankings of its tournaments and cached; its exports."""

import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any
from weakref import WeakKeyDictionary

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Table
from scorekeeper.draw.season import TERMS, Placing, SeasonStanding, rank_season
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.lists.spreadsheet import CsvCell, CsvRows
from scorekeeper.records.cache import Cache
from scorekeeper.records.store import Store
from scorekeeper.tournaments.export import name_title
from scorekeeper.tournaments.ledger import read as read_tournament
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.prizes import public_standings
from scorekeeper.tournaments.rankings import Ranking
from scorekeeper.tournaments.seasons import Season, history, read

MOST_RANKINGS = 16
MOST_ALIKE = 8


@dataclass(frozen=True, kw_only=True)
class SeasonEvening:
    """A tournament of a season, with its public ranking."""

    tournament: Tournament
    ranking: Ranking

    @property
    def date(self) -> str:
        """The tournament's date, ISO 8601; the day on which it was created when it has none."""
        return self.tournament.options.date or self.tournament.created_at[:10]

    @property
    def counts(self) -> bool:
        """Whether any of its rounds is closed."""
        return bool(self.ranking.closed)

    @property
    def provisional(self) -> bool:
        """Whether a round is closed and the tournament is not over."""
        return self.counts and self.ranking.provisional


@dataclass(frozen=True, kw_only=True)
class SeasonLine:
    """One line of the ranking, with the person and the rank at each evening."""

    standing: SeasonStanding
    name: str
    """The name chosen in the season for several spellings, else that of the latest evening."""
    club: str
    """The latest club that any evening has."""
    ranks: tuple[int | None, ...]
    """Rank at each evening; `None` for one without this person."""


@dataclass(frozen=True, kw_only=True)
class SeasonRanking:
    """The ranking of a season, with the evenings that it counts."""

    season: Season
    evenings: tuple[SeasonEvening, ...]
    """Sorted by date."""
    lines: tuple[SeasonLine, ...]
    mark: str
    """Version of the ranking: two different rankings of the same season have different marks."""

    @property
    def finished(self) -> int:
        return sum(evening.counts and not evening.provisional for evening in self.evenings)

    @property
    def provisional(self) -> bool:
        """Whether an evening is under way, or fewer are over than planned."""
        under_way = any(evening.provisional for evening in self.evenings)
        return under_way or self.finished < max(1, self.season.terms.planned)

    @property
    def state(self) -> str:
        """Number of evenings over and planned, marked if provisional, in the current language."""
        planned = self.season.terms.planned
        counted = ngettext("%(num)s soirée", "%(num)s soirées", self.finished)
        if planned:
            counted = ngettext(
                "%(num)s soirée sur %(prevues)s",
                "%(num)s soirées sur %(prevues)s",
                self.finished,
                prevues=planned,
            )
        if under_way := sum(evening.provisional for evening in self.evenings):
            counted = gettext("%(soirees)s et %(autres)s en cours", soirees=counted, autres=under_way)
        return gettext("PROVISOIRE, %(counted)s", counted=counted) if self.provisional else counted

    @property
    def alike(self) -> tuple[tuple[str, str], ...]:
        """Pairs of names that may be one person: alike, or one begins the other, and never at the same evening. At most `MOST_ALIKE`."""
        lines = sorted(self.lines, key=lambda line: (names.skeleton(line.name), line.name))
        bones = [names.skeleton(line.name) for line in lines]
        return tuple(
            (lines[first].name, lines[second].name)
            for first, second in combinations(range(len(lines)), 2)
            if bones[first]
            and bones[second].startswith(bones[first])
            and not any(map(all, zip(lines[first].ranks, lines[second].ranks, strict=True)))
        )[:MOST_ALIKE]


_KEPT: WeakKeyDictionary[Store, Cache[SeasonRanking]] = WeakKeyDictionary()
_COMPUTING = threading.Lock()


def standings(store: Store, number: int) -> SeasonRanking:
    """Return the cached ranking of a season as it stands now; concurrent callers wait for one computation."""
    era, season = store.cache.era, read(store, number)
    # Withheld results of an evening do not count yet, not even for the organiser.
    every = [(public_standings(store, each), read_tournament(store, each)) for each in season.tournaments]
    evenings = [SeasonEvening(tournament=t, ranking=ranked) for ranked, t in every if not t.away]
    evenings.sort(key=lambda evening: (evening.date, evening.tournament.id))
    marks = (f"{each.tournament.id}.{each.ranking.mark}" for each in evenings)
    mark = "-".join([f"{era}.{season.revision}", *marks])
    with _COMPUTING:
        kept = _KEPT.setdefault(store, Cache(MOST_RANKINGS))
        ranked = kept.get((number, mark), 0) or ranking(season, evenings, mark)
        kept.put((number, mark), 0, ranked)
        return ranked


def ranking(season: Season, evenings: Sequence[SeasonEvening], mark: str = "") -> SeasonRanking:
    """Compute the ranking of a season from its evenings, sorted by date."""
    placings = [_placings(season, evening) for evening in evenings]
    ranks = [{placing.person: placing.rank for placing in evening} for evening in placings]
    shown: dict[str, tuple[str, str]] = {}
    for evening in evenings:
        for entrant in evening.tournament.entrants:
            key = season.person(entrant.name)
            # The name the season has them under, else the latest writing.
            known = season.same.get(names.casefold(entrant.name))
            shown[key] = (known.other if known else entrant.name, entrant.club or shown.get(key, ("", ""))[1])
    lines = [
        SeasonLine(
            standing=standing,
            name=shown[standing.person][0],
            club=shown[standing.person][1],
            ranks=tuple(evening.get(standing.person) for evening in ranks),
        )
        for standing in rank_season(placings, season.terms)
    ]
    # People of equal rank are listed by name.
    lines.sort(key=lambda line: (line.standing.rank, names.alphabetical(line.name)))
    return SeasonRanking(season=season, evenings=tuple(evenings), lines=tuple(lines), mark=mark)


def _placings(season: Season, evening: SeasonEvening) -> tuple[Placing, ...]:
    """Return the placings of all who played or had a bye in a closed round of an evening; partners share their rank."""
    t = evening.tournament
    best: dict[str, Placing] = {}
    for line in evening.ranking.lines:
        if not any(result is not None and not result.missed for result in line.rounds):
            continue
        for number in line.numbers:
            placing = Placing(
                person=season.person(t.entrant(number).name),
                rank=line.standing.rank,
                points=line.standing.total,
                matches=line.standing.matches,
            )
            # If two names of one person are in the same ranking, the better placing counts.
            best.setdefault(placing.person, placing)
    return tuple(best.values())


FORMAT = "scorekeeper-season/1"


def export_rows(ranked: SeasonRanking) -> CsvRows:
    """Yield the ranking as rows, with a localised heading."""
    title = name_title(line.name for line in ranked.lines)
    heads = [gettext("rang"), title, gettext("club"), gettext("total")]
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
    parts = [evening.date, evening.tournament.name]
    return " · ".join([*parts, evening.ranking.state] if evening.provisional else parts)


def export_document(store: Store, number: int) -> dict[str, Any]:
    """Return a season as JSON data: evenings, ranking and all its events."""
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
    t, ranked = evening.tournament, evening.ranking
    place = {"tournament": t.id, "name": t.name, "game": t.game.key, "date": t.options.date}
    return {**place, "closed": ranked.closed, "planned": ranked.planned, "provisional": ranked.provisional}


def _line_document(line: SeasonLine) -> dict[str, Any]:
    standing = line.standing
    place = {"rank": standing.rank, "name": line.name, "club": line.club, "total": standing.total}
    by_evening = {"worths": list(standing.worths), "ranks": list(line.ranks)}
    figures = {key: getattr(standing, key) for key in ("came", "wins", "matches", "shared", "behind_by")}
    return {**place, **by_evening, "dropped": sorted(standing.dropped), **figures}
