"""The players, the ranking of the club in each game, and what each player did, over all times or a season."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, render_template, request, url_for

from scorekeeper import parties
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.statistics import Counts, tallies_of
from scorekeeper.cards.rules import names
from scorekeeper.i18n import N_, gettext
from scorekeeper.parties.house import games_among
from scorekeeper.parties.results import PartieResult, results
from scorekeeper.parties.statistics import Period, Ranked, career_of, period_of, periods_of, ranking_of
from scorekeeper.tournaments.export import CsvCell, csv_text
from scorekeeper.web.core.requests import csv_file, store
from scorekeeper.web.figures import figures_of, lost_of, ranked_lines

blueprint = Blueprint("players", __name__)
RECENT = 30
MOST_PEOPLE = 1000
EARLIEST, LATEST = dt.date(1900, 1, 1), dt.date(2999, 12, 31)
NOT_A_DATE = N_("Une date s’écrit année-mois-jour, par exemple 2026-11-22.")
TURNED = N_("La fin est avant le début.")


@dataclass(frozen=True)
class Chosen:
    """The time that a page is about, as it was asked for."""

    period: Period
    season: str = ""
    first: str = ""
    last: str = ""
    first_error: str = ""
    last_error: str = ""

    @property
    def query(self) -> dict[str, str]:
        """The same choice in an address."""
        asked = {"saison": self.season, "du": self.first, "au": self.last}
        return {key: value for key, value in asked.items() if value}


def chosen() -> Chosen:
    """The time that the address asks for: two days, or a year or season; all times where it is none."""
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
        return Chosen(period_of(season), season)
    except ValueError:
        return Chosen(Period())


def _date_error(text: str) -> str:
    try:
        good = not text or EARLIEST <= dt.datetime.strptime(text, "%Y-%m-%d").date() <= LATEST  # noqa: DTZ007
    except ValueError:
        good = False
    return "" if good and len(text) in {0, 10} else gettext(NOT_A_DATE)


def status_of(choice: Chosen) -> int:
    """Of a page with that choice."""
    return 422 if choice.first_error or choice.last_error else 200


@blueprint.get("/joueurs")
def index() -> tuple[str, int]:
    """The ranking of the club in one game, and every player of a partie."""
    people, choice, every = parties.people(store(), MOST_PEOPLE), chosen(), results(store())
    within = choice.period.of(every)
    game, games = game_of(within)
    numbers = {person.key: person.id for person in people}
    years, seasons = periods_of(every)
    page = render_template(
        "players/index.html",
        players=people,
        choice=choice,
        years=years,
        seasons=seasons,
        game=game,
        games=games,
        lines=ranked_lines(game, ranking_of(within, game), numbers) if game else (),
        counts=game.account.counts if game else Counts.PARTIES,
        lost=gettext(lost_of(game)) if game else "",
        parties=sum(result.game == game.key for result in within) if game else 0,
        address=url_for("players.index"),
    )
    return page, status_of(choice)


def game_of(within: Sequence[PartieResult]) -> tuple[Game | None, list[Game]]:
    """The game that is asked for, else the one that was played most; and all that were played."""
    count = Counter(result.game for result in within)
    played = games_among(store(), count)
    asked = next((game for game in played if game.key == request.args.get("jeu")), None)
    most = max(played, key=lambda game: count[game.key], default=None)
    return asked or most, played


@blueprint.get("/joueurs/classement.csv")
def ranking_csv() -> Response:
    """The ranking of the club as CSV."""
    within = chosen().period.of(results(store()))
    game, _ = game_of(within)
    rows = ranking_rows(game, ranking_of(within, game)) if game else iter(())
    name = game.key if game else "vide"
    return csv_file(csv_text(rows, excel=request.args.get("excel") == "1"), f"classement-{name}")


def ranking_rows(game: Game, ranked: Sequence[Ranked]) -> Iterator[Sequence[CsvCell]]:
    """The ranking with every counter of the game."""
    counters = [
        {tally.code: tally for tally in tallies_of(game.words, line.career.tallies)} for line in ranked
    ]
    codes = list(dict.fromkeys(code for tallies in counters for code in tallies))
    labels = [next(tallies[code].label for tallies in counters if code in tallies) for code in codes]
    fixed = [N_("rang"), N_("nom"), N_("parties"), game.account.won, N_("gagnées à plusieurs"), lost_of(game)]
    totals = [] if game.account.counts is Counts.PARTIES else [gettext("lignes"), gettext("marque")]
    yield [*map(gettext, fixed), *totals, *labels]
    for line, tallies in zip(ranked, counters, strict=True):
        career = line.career
        sums = [career.lines, career.score] if totals else []
        counts = [tallies[code].count if code in tallies else 0 for code in codes]
        won = [career.parties, career.won, career.shared, career.last]
        yield [line.rank, career.name, *won, *sums, *counts]


@blueprint.get("/joueurs/<number:number>")
def player(number: int) -> tuple[str, int]:
    """One player: figures per game over the parties that are over, and the latest ones."""
    person, choice = parties.person(store(), number), chosen()
    key = names.key(person.name)
    own = [result for result in results(store()) if result.share(key)]
    within, (years, seasons) = choice.period.of(own), periods_of(own)
    games = games_among(store(), {result.game for result in within})
    figures = [figures_of(game, career_of(key, within, game)) for game in games]
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
