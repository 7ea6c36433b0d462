"""Printed ranking of a season."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.cards.game_api.cells import Align, Grid, SheetCell, SheetColumn, SheetRow
from scorekeeper.cards.game_api.sheet import Block, Sheet
from scorekeeper.cards.game_api.words import number as figure
from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.draw.season import Terms, Worth
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.paper.letters import by_number
from scorekeeper.paper.requests import day
from scorekeeper.tournaments.season_ranking import SeasonEvening, SeasonLine, SeasonRanking

WORTHS, TIES = read_sentences(__file__, "worth", "ties")
"""Sentences of the scales (`Worth`) and of the tie-breaks."""


MOST_UPRIGHT = 8
"""Largest number of evenings whose columns fit on a portrait page."""


def evening_day(evening: SeasonEvening, pattern: str = "d MMM") -> str:
    """Return the date of an evening in words, by default in the short form of a column heading."""
    return day(evening.date, pattern)


def terms_sentences(terms: Terms) -> Iterator[str]:
    """Yield the scoring rules of a season as sentences."""
    yield gettext(WORTHS[terms.worth])
    if terms.worth is Worth.RANGS:
        yield gettext("Barème : %(bareme)s.", bareme=" – ".join(map(figure, terms.table)))
        if terms.others:
            yield gettext("Tous les rangs suivants : %(points)s.", points=figure(terms.others))
    if terms.attendance:
        yield gettext("Chaque présence ajoute %(points)s.", points=figure(terms.attendance))
    if terms.best:
        yield ngettext(
            "Seule la meilleure soirée compte.", "Les %(num)s meilleures soirées comptent.", terms.best
        )
    if terms.ties:
        ways = ", ".join(gettext(TIES[tie]) for tie in terms.ties)
        yield gettext("À total égal, on départage %(ordre)s.", ordre=ways)


def season_sheet(ranked: SeasonRanking) -> Sheet:
    """Return the ranking: points of each evening, evenings attended, total. The title, on every page, has the state of the season."""
    season = ranked.season
    columns = (
        SheetColumn(gettext("rang"), 0.8, Align.CENTRE),
        SheetColumn(gettext("nom"), 3.6, Align.LEFT),
        *(SheetColumn(evening_day(evening), 0.8) for evening in ranked.evenings),
        SheetColumn(gettext("soirées"), 1.0),
        SheetColumn(gettext("total"), 1.0, edge=True),
    )
    lines = (replace(line, name=by_number(line.name, place)) for place, line in enumerate(ranked.lines, 1))
    rows = tuple(SheetRow(tuple(map(SheetCell, _cells(line)))) for line in lines)
    title = gettext("%(name)s – classement, %(etat)s", name=season.name, etat=ranked.state)
    blocks = (Block(grid=Grid(title, columns, rows, carries=False)),) if rows else ()
    across = len(ranked.evenings) > MOST_UPRIGHT
    return Sheet(title, blocks=blocks, notes=tuple(_notes(ranked)), landscape=across)


def _cells(line: SeasonLine) -> Iterator[str]:
    """Yield the cells of a line; points of an evening that does not count are in brackets."""
    yield f"{line.standing.rank} =" if line.standing.shared else str(line.standing.rank)
    yield line.name
    for place, worth in enumerate(line.standing.worths):
        text = "" if worth is None else figure(worth)
        yield f"[{text}]" if place in line.standing.dropped else text
    yield str(line.standing.came)
    yield figure(line.standing.total)


def _notes(ranked: SeasonRanking) -> Iterator[str]:
    """Yield the notes: the meaning of brackets, the evenings with their state, and the scoring rules."""
    if not ranked.lines:
        yield gettext("Aucun tour n’est encore clos.")
    if any(line.standing.dropped for line in ranked.lines):
        yield gettext("Entre crochets : ce qui ne compte pas dans le total.")
    for evening in ranked.evenings:
        t = evening.tournament
        where = f"{evening_day(evening, 'd MMMM y')} : {t.name} ({gettext(t.game.name)})"
        yield f"{where} – {evening.ranking.state}" if evening.provisional or not evening.counts else where
    yield from terms_sentences(ranked.season.terms)
