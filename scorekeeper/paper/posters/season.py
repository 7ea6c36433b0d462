"""Printed ranking of a season."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.cards.game_api.words import number as figure
from scorekeeper.i18n import SHORT_DAY, day, gettext
from scorekeeper.paper.letters import spellings
from scorekeeper.paper.posters.standings import WallColumn, WallList, columns_of
from scorekeeper.tournaments.season_ranking import SeasonLine, SeasonRanking
from scorekeeper.tournaments.season_words import terms_sentences


def season_list(ranked: SeasonRanking) -> WallList:
    """Return the ranking: points of each evening, evenings attended, total. The title, on every page, has the state of the season."""
    known = spellings({line.name: place for place, line in enumerate(ranked.lines, 1)})
    lines = [replace(line, name=known.get(line.name, line.name)) for line in ranked.lines]
    evenings = (WallColumn(day(evening.date, SHORT_DAY), spare=True) for evening in ranked.evenings)
    sums = WallColumn(gettext("soirées"), spare=True), WallColumn(gettext("total"))
    heads = WallColumn(gettext("rang")), WallColumn(gettext("nom"), prose=True), *evenings, *sums
    return WallList(
        title=gettext("%(name)s – classement, %(etat)s", name=ranked.season.name, etat=ranked.state),
        columns=columns_of(heads, [tuple(_cells(line)) for line in lines]),
        notes=tuple(_notes(ranked)),
    )


def _cells(line: SeasonLine) -> Iterator[str]:
    """Yield the cells of a line; points of an evening that does not count are in square brackets."""
    yield f"{line.standing.rank} =" if line.standing.shared else str(line.standing.rank)
    yield line.name
    for place, worth in enumerate(line.standing.worths):
        text = "" if worth is None else figure(worth)
        yield f"[{text}]" if place in line.standing.dropped else text
    yield str(line.standing.came)
    yield figure(line.standing.total)


def _notes(ranked: SeasonRanking) -> Iterator[str]:
    """Yield the notes: the meaning of square brackets, the evenings with their state, and the scoring rules."""
    if any(line.standing.dropped for line in ranked.lines):
        yield gettext("Entre crochets : ce qui ne compte pas dans le total.")
    for evening in ranked.evenings:
        t = evening.tournament
        where = f"{day(evening.date)}{gettext(' : ')}{t.name} ({gettext(t.game.name)})"
        yield f"{where} – {evening.ranking.state}" if evening.provisional or not evening.counts else where
    yield from terms_sentences(ranked.season.terms)
