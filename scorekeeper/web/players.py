"""The players, their parties, and the figures that players ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from babel.numbers import format_decimal, format_percent
from flask import Blueprint, render_template

from scorekeeper import parties
from scorekeeper.catalogue import GAMES
from scorekeeper.i18n import gettext, language
from scorekeeper.kit.game import Game
from scorekeeper.parties import Partie
from scorekeeper.rules import names
from scorekeeper.rules.contract import Seat, Wins
from scorekeeper.web.core.request_values import store

blueprint = Blueprint("players", __name__)
RECENT = 30
MOST_PEOPLE = 1000
COUNTED = 200
"""Maximum number of parties in the figures of one player; the newest count."""


@dataclass(frozen=True)
class GameFigures:
    """What a player did in one game."""

    game: Game
    parties: int
    wins: int
    shared: int
    average: str
    best: int
    worst: int
    tallies: tuple[tuple[str, int, str], ...]
    """The label and the count of each counter, with its share of the counter before it or an empty text."""


@blueprint.get("/joueurs")
def index() -> str:
    """Every player of a partie."""
    return render_template("players/index.html", players=parties.people(store(), MOST_PEOPLE))


@blueprint.get("/joueurs/<number:number>")
def player(number: int) -> str:
    """One player: figures per game over finished parties, and the latest ones."""
    person = parties.person(store(), number)
    recent = parties.list_parties(store(), player=number, limit=COUNTED)
    played = [parties.read_partie(store(), item.id) for item in recent]
    figures = (figures_of(game, person.name, played) for game in GAMES)
    return render_template(
        "players/player.html", name=person.name, figures=[*filter(None, figures)], recent=recent[:RECENT]
    )


def figures_of(game: Game, name: str, played: list[Partie]) -> GameFigures | None:
    """Wins, average, best and counters of a player in one game; `None` when there is no finished partie."""
    done = [
        partie
        for partie in played
        if partie.game is game and partie.sheet.marked and (partie.status == "close" or partie.sheet.outcome)
    ]
    if not done:
        return None
    totals: list[int] = []
    wins = shared = 0
    counted: Counter[str] = Counter()
    for partie in done:
        seat = Seat([names.key(player) for player in partie.table.players].index(names.key(name)))
        column = seat % 2 if partie.table.camps else int(seat)
        totals.append(partie.sheet.totals[column])
        outcome = partie.sheet.outcome
        winners = outcome.winners if outcome else partie.sheet.rules.leaders(partie.sheet.state)
        if column in winners:
            wins += len(winners) == 1
            shared += len(winners) > 1
        for marked in partie.sheet.marked:
            counted.update(game.wording.tallies(marked, seat))
    best, worst = (min, max) if game.rules.WINS is Wins.LOW else (max, min)
    return GameFigures(
        game=game,
        parties=len(done),
        wins=wins,
        shared=shared,
        average=mean(totals),
        best=best(totals),
        worst=worst(totals),
        tallies=tallies_of(game, counted),
    )


def mean(totals: Sequence[int]) -> str:
    """The mean of some totals with one decimal, halves away from zero, as the language writes it."""
    exact = (Decimal(sum(totals)) / len(totals)).quantize(Decimal("0.1"), ROUND_HALF_UP)
    text = format_decimal(exact, format="0.0", locale=language(), decimal_quantization=False)
    return text.replace("-", "−")


def tallies_of(game: Game, counted: Counter[str]) -> tuple[tuple[str, int, str], ...]:
    """The counters in words, in the order of the game's own list; `…-reussi` is given as a share of the counter before.

    Counters at zero are left out, unless there were attempts.
    """
    tallies = []
    for sentence in game.words.messages:
        code = sentence.removeprefix("tally-")
        whole = counted[code.removesuffix("-reussi")] if code.endswith("-reussi") else 0
        if code == sentence or not (counted[code] or whole):
            continue
        share = format_percent(Decimal(counted[code]) / whole, locale=language()) if whole else ""
        tallies.append((gettext(game.words.messages[sentence]), counted[code], share))
    return tuple(tallies)
