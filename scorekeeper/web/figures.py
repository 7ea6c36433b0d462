"""The figures of players as pages show them: in the words of each game, with small charts."""

from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from babel.numbers import format_decimal, format_percent

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.statistics import Counts, kinds_of, tallies_of
from scorekeeper.cards.game_api.words import halves, number, signed
from scorekeeper.i18n import N_, gettext, language, ngettext
from scorekeeper.paper.requests import day
from scorekeeper.parties.statistics import Career, Ranked, is_won

LOST, LAST = N_("parties perdues"), N_("dernières places")
WIDTH, HEIGHT = 600, 90
"""Of a chart, in units of its SVG."""
MOST_MARKS = 60
"""Parties in the chart of wins; the latest."""


RankedLine = tuple[Ranked, int | None, str, str, tuple[int, int]]
"""A line of the ranking of a club: with the number of the player's page, the share and the mean in words, and its bar, of 100:
where it begins and how long it is.
"""


def lost_of(game: Game) -> str:
    """Name of a game's parties that nobody wants, in French."""
    return game.account.lost or (LOST if game.rules.CAMPS else LAST)


def share(part: int, whole: int) -> str:
    """A part of a whole, in per cent."""
    return str(format_percent(Decimal(part) / whole, locale=language())) if whole else ""


def mean(total: int, count: int, *, sign: bool = False) -> str:
    """A mean with one decimal, halves away from zero, as the language writes it."""
    exact = (Decimal(total) / max(1, count)).quantize(Decimal("0.1"), ROUND_HALF_UP)
    text = str(format_decimal(exact, format="0.0", locale=language(), decimal_quantization=False))
    return ("+" if sign and exact > 0 else "") + text.replace("-", "−")


def figures_of(game: Game, career: Career) -> dict[str, Any] | None:
    """A player's page for one game, by the names of its template; `None` where there is no finished partie."""
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
        "kinds": [(kind, share(kind.count, kind.whole or 0)) for kind in kinds],
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
    """Numbers with their labels, and what each is of the number before it."""
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
        yield tally.label, number(tally.count), share(tally.count, tally.whole or 0)


def evening_text(game: Game, evening: Career) -> str:
    """Record of a player on one day."""
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
    """The sum of marks after each partie as SVG points, and the height of zero."""
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
    """The latest parties: `won`, `shared`, `lost` or `between`."""
    marks = []
    for result, part in career.played[-MOST_MARKS:]:
        kind = "lost" if part.stayed and part.last else "between"
        if is_won(part):
            kind = "won" if result.winners == 1 else "shared"
        marks.append(kind)
    return tuple(marks)


def chart_text(game: Game, career: Career) -> str:
    """Description of the chart of a player, for those who do not see it."""
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
    """The ranking of a club as it is shown; bars are drawn on one scale."""
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
        lines.append((line, people.get(career.key), *parts, bar))
    return lines
