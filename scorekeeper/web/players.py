"""Pages of the players: the club's ranking in each game, and each player's record, over all time or a period.

Figures use the words of each game, with small charts.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

from babel.numbers import format_decimal, format_percent
from flask import Blueprint, Response, render_template, request, url_for

from scorekeeper import parties
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.statistics import Counts, kinds_of, tallies_of
from scorekeeper.cards.game_api.words import halves, number, signed
from scorekeeper.cards.rules import names
from scorekeeper.i18n import N_, day, gettext, locale, ngettext
from scorekeeper.lists.spreadsheet import CsvRows
from scorekeeper.parties import statistics
from scorekeeper.parties.house import games_among
from scorekeeper.parties.results import PartieResult, results
from scorekeeper.parties.statistics import Career, Period, Ranked
from scorekeeper.tournaments.export import name_title
from scorekeeper.web.core.requests import csv_file, store

LOST, LAST = N_("parties perdues"), N_("dernières places")
WIDTH, HEIGHT = 600, 90
"""Size of a chart, in units of its SVG."""
MOST_MARKS = 60
"""Most parties in the chart of wins; the latest count."""


class RankedLine(NamedTuple):
    """A line of the club's ranking."""

    ranked: Ranked
    person: int | None
    """Number of the player's page."""
    share: str
    mean: str
    bar: tuple[int, int]
    """Start and length of its bar, of 100."""


def lost_of(game: Game) -> str:
    """Return the word for lost parties of a game, in French."""
    return game.account.lost or (LOST if game.rules.CAMPS else LAST)


def share(part: int, whole: int) -> str:
    """Return a part of a whole as a percentage; empty for a whole of 0."""
    return str(format_percent(Decimal(part) / whole, locale=locale())) if whole else ""


def mean(total: int, count: int, *, sign: bool = False) -> str:
    """Return a mean with one decimal in the current language, halves rounded away from zero."""
    exact = (Decimal(total) / max(1, count)).quantize(Decimal("0.1"), ROUND_HALF_UP)
    text = str(format_decimal(exact, format="0.0", locale=locale(), decimal_quantization=False))
    return ("+" if sign and exact > 0 else "") + text.replace("-", "−")


def figures_of(game: Game, career: Career) -> dict[str, Any] | None:
    """Return the context of a player's record in one game; `None` without a finished partie."""
    if not career.parties:
        return None
    account = game.account
    curve, zero = curve_of(career) if account.counts is Counts.MARQUE else ("", 0)
    extremes = career.extremes(account.counts)
    best, worst = [evening_text(game, evening) for evening in extremes] if extremes else ("", "")
    kinds = kinds_of(account, game.words, career.tallies)
    return {
        "game": game,
        "figures": [*_figures(game, career)],
        "kinds": [(kind, share(kind.count, kind.attempts or 0)) for kind in kinds],
        "best": best,
        "worst": worst,
        "curve": curve,
        "zero": zero,
        "marks": () if curve else marks_of(career),
        "chart": chart_text(game, career),
        "partners": career.partners(),
        "opponents": career.opponents(),
        "pairs": career.pairs(),
    }


def _figures(game: Game, career: Career) -> Iterator[tuple[str, str, str]]:
    """Yield labels with their numbers, and the share that each has of a number above it."""
    account, parties = game.account, career.parties
    yield gettext("parties"), number(parties), ""
    both = gettext("+ %(n)s partagées", n=career.shared) if career.shared else share(career.won, parties)
    yield gettext(account.won), number(career.won), both
    yield gettext(lost_of(game)), number(career.last), share(career.last, parties)
    if account.counts is Counts.MARQUE:
        yield gettext("marque"), signed(career.score), ""
        each = mean(career.score, career.lines, sign=True)
        yield gettext(game.entry_word.text("marque")), each, ""
    elif account.counts is Counts.MOYENNE:
        yield gettext(game.entry_word.text("points")), mean(career.score, career.lines), ""
    for tally in tallies_of(game.words, career.tallies):
        yield tally.label, number(tally.count), share(tally.count, tally.attempts or 0)


def evening_text(game: Game, evening: Career) -> str:
    """Return the result of a player's evening in words."""
    when = day(evening.date)
    if game.account.counts is Counts.MARQUE:
        return gettext("%(marque)s, le %(jour)s", marque=signed(evening.score), jour=when)
    return gettext(
        "%(gagnees)s {gagnees:gagnée|gagnées} sur %(parties)s, le %(jour)s",
        gagnees=halves(evening.points),
        parties=evening.parties,
        jour=when,
    )


def curve_of(career: Career) -> tuple[str, int]:
    """Return the running sum of scores as SVG points, and the height of zero."""
    sums = [0]
    for _, part in career.played:
        sums.append(sums[-1] + part.score)
    lowest, highest = min(sums), max(sums)
    span, last = max(1, highest - lowest), len(sums) - 1

    def height_of(total: int) -> int:
        return 4 + (highest - total) * (HEIGHT - 8) // span

    points = " ".join(f"{place * WIDTH // last},{height_of(total)}" for place, total in enumerate(sums))
    return points, height_of(0)


def marks_of(career: Career) -> tuple[str, ...]:
    """Return the results of the latest parties: `won`, `shared`, `lost` or `between`."""
    marks = []
    for result, part in career.played[-MOST_MARKS:]:
        kind = "lost" if part.stayed and part.last else "between"
        if statistics.is_won(part):
            kind = "won" if result.winners == 1 else "shared"
        marks.append(kind)
    return tuple(marks)


def chart_text(game: Game, career: Career) -> str:
    """Return the text alternative of a player's chart."""
    count = ngettext("%(num)s partie", "%(num)s parties", career.parties)
    if game.account.counts is Counts.MARQUE:
        return gettext(
            "Somme des marques en %(parties)s : %(marque)s", parties=count, marque=signed(career.score)
        )
    return gettext(
        "%(parties)s, la dernière à droite : %(gagnees)s {gagnees:gagnée|gagnées}, %(partagees)s {partagees:partagée|partagées}",
        parties=count,
        gagnees=career.won,
        partagees=career.shared,
    )


def ranked_lines(game: Game, ranked: Sequence[Ranked], people: dict[str, int]) -> list[RankedLine]:
    """Return the lines of the club's ranking, with bars on one scale."""
    marque = game.account.counts is Counts.MARQUE
    most = max((abs(line.career.score) for line in ranked), default=1) or 1
    lines: list[RankedLine] = []
    for line in ranked:
        career = line.career
        if marque:
            length = 50 * abs(career.score) // most
            bar = 50 if career.score >= 0 else 50 - length, length
        else:
            bar = 0, 50 * career.points // career.parties
        parts = share(career.points, 2 * career.parties), mean(career.score, career.lines, sign=marque)
        lines.append(RankedLine(line, people.get(career.key), *parts, bar))
    return lines


blueprint = Blueprint("players", __name__)
RECENT = 30
MOST_PEOPLE = 1000
EARLIEST, LATEST = dt.date(1900, 1, 1), dt.date(2999, 12, 31)
NOT_A_DATE = N_("Une date s’écrit année-mois-jour, par exemple 2026-11-22.")
TURNED = N_("La fin est avant le début.")


@dataclass(frozen=True)
class Chosen:
    """The period of a page, with the fields as they were sent."""

    period: Period
    season: str = ""
    first: str = ""
    last: str = ""
    first_error: str = ""
    last_error: str = ""

    @property
    def query(self) -> dict[str, str]:
        """The same choice as query parameters."""
        asked = {"saison": self.season, "du": self.first, "au": self.last}
        return {key: value for key, value in asked.items() if value}


def chosen() -> Chosen:
    """Parse the period in the query: two days, a year or a season; all time when there is none."""
    first, last = (request.args.get(key, "").strip()[:20] for key in ("du", "au"))
    wrong = [_date_error(first), _date_error(last)]
    if first and last and not any(wrong) and last < first:
        wrong[1] = gettext(TURNED)
    if any(wrong):
        return Chosen(Period(), "", first, last, *wrong)
    if first or last:
        return Chosen(Period(first, last), "", first, last)
    season = request.args.get("saison", "")
    try:
        return Chosen(statistics.period_of(season), season)
    except ValueError:
        return Chosen(Period())


def _date_error(text: str) -> str:
    try:
        good = not text or EARLIEST <= dt.datetime.strptime(text, "%Y-%m-%d").date() <= LATEST  # noqa: DTZ007
    except ValueError:
        good = False
    return "" if good and len(text) in {0, 10} else gettext(NOT_A_DATE)


def status_of(choice: Chosen) -> int:
    """Return the HTTP status of a page with this choice."""
    return 422 if choice.first_error or choice.last_error else 200


@blueprint.get("/joueurs")
def index() -> tuple[str, int]:
    """Show the club's ranking in one game, and all players."""
    people, choice, every = parties.people(store(), MOST_PEOPLE), chosen(), results(store())
    within = choice.period.of(every)
    game, games = game_of(within)
    numbers = {person.key: person.id for person in people}
    years, seasons = statistics.periods_of(every)
    page = render_template(
        "players/index.html",
        players=people,
        choice=choice,
        years=years,
        seasons=seasons,
        game=game,
        games=games,
        lines=ranked_lines(game, statistics.ranking_of(within, game), numbers) if game else (),
        counts=game.account.counts if game else Counts.PARTIES,
        lost=gettext(lost_of(game)) if game else "",
        parties=sum(result.game == game.key for result in within) if game else 0,
        address=url_for("players.index"),
    )
    return page, status_of(choice)


def game_of(within: Sequence[PartieResult]) -> tuple[Game | None, list[Game]]:
    """Return the requested game, else the one most played; and all games played."""
    count = Counter(result.game for result in within)
    played = games_among(store(), count)
    asked = next((game for game in played if game.key == request.args.get("jeu")), None)
    most = max(played, key=lambda game: count[game.key], default=None)
    return asked or most, played


@blueprint.get("/joueurs/classement.csv")
def ranking_csv() -> Response:
    """Serve the club's ranking as CSV."""
    within = chosen().period.of(results(store()))
    game, _ = game_of(within)
    rows = ranking_rows(game, statistics.ranking_of(within, game)) if game else iter(())
    name = game.key if game else "vide"
    return csv_file(rows, f"classement-{name}")


def ranking_rows(game: Game, ranked: Sequence[Ranked]) -> CsvRows:
    """Yield the rows of the ranking, the headings first, with every counter of the game."""
    counters = [
        {tally.code: tally for tally in tallies_of(game.words, line.career.tallies)} for line in ranked
    ]
    codes = list(dict.fromkeys(code for tallies in counters for code in tallies))
    labels = [next(tallies[code].label for tallies in counters if code in tallies) for code in codes]
    fixed = [N_("parties"), game.account.won, N_("gagnées à plusieurs"), lost_of(game)]
    totals = [] if game.account.counts is Counts.PARTIES else [gettext("lignes"), gettext("marque")]
    person = [gettext("rang"), name_title(line.career.name for line in ranked)]
    yield [*person, *map(gettext, fixed), *totals, *labels]
    for line, tallies in zip(ranked, counters, strict=True):
        career = line.career
        sums = [career.lines, career.score] if totals else []
        counts = [tallies[code].count if code in tallies else 0 for code in codes]
        won = [career.parties, career.won, career.shared, career.last]
        yield [line.rank, career.name, *won, *sums, *counts]


@blueprint.get("/joueurs/<number:number>")
def player(number: int) -> tuple[str, int]:
    """Show one player: the record in each game, and the latest parties."""
    person, choice = parties.person(store(), number), chosen()
    key = names.casefold(person.name)
    own = [result for result in results(store()) if result.share(key)]
    within, (years, seasons) = choice.period.of(own), statistics.periods_of(own)
    games = games_among(store(), {result.game for result in within})
    figures = [figures_of(game, statistics.career_of(key, within, game)) for game in games]
    people = {other.key: other.id for other in parties.people(store(), MOST_PEOPLE)}
    page = render_template(
        "players/player.html",
        name=person.name,
        choice=choice,
        years=years,
        seasons=seasons,
        figures=[*filter(None, figures)],
        people=people,
        recent=parties.list_parties(store(), player=number, limit=RECENT),
        address=url_for("players.player", number=number),
    )
    return page, status_of(choice)
