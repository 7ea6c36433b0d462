"""Game record of Cochonnet."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from scorekeeper.cards.game_api.game import EntryWord, Game, TournamentTraits
from scorekeeper.cards.games.cochonnet import sheet, words
from scorekeeper.cards.games.cochonnet.rules import MANCHES, Cochonnet
from scorekeeper.cards.games.cochonnet.rules.tables import GIVEN, RANKS, Totals, runs
from scorekeeper.cards.rules.contract import Fault, Rules, State
from scorekeeper.cards.rules.scores import Figures, PaperFaults
from scorekeeper.i18n import N_

WEIGHTS = (18, 16, 14, 12, 10, 8, 6, 5, 4, 2, 2, 1, 1)
"""Relative frequency of each of `RANKS` as a cochonnet: each is the lowest card of its trick's suit, so most are low."""
LONGEST = 12
"""Most manches of a partie assumed if ties are played off."""


def plausible_entry(rng: Random, _rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """Return thirteen random cochonnets; not always possible, as there may be five of a rank."""
    cards = rng.choices(RANKS, WEIGHTS, k=13)
    players = state.table.players
    return {
        "cochonnets": {name: cards[3 * seat : 3 * seat + 3] for seat, name in enumerate(players)},
        "dernier": {"joueur": rng.choice(players), "carte": cards[12]},
    }


def check_partie(rules: Cochonnet, _lines: Sequence[Figures], totals: Figures) -> PaperFaults:
    """Return the fault of totals on paper with which no number of manches can end a partie; none if a total is missing.

    A partie ends after four manches, or when a camp has 60, 120 or 180 after one, two or three. Each manche gives points to both
    camps, so few totals are possible after few manches: a partie cannot end with 45 to 52.
    """
    first, second = totals
    if first is None or second is None:
        return ()
    ways = tuple(_possible_totals(rules))
    least, most = _limits(run for way in ways for side in (0, 1) for run in way.of(side))
    low, high = _limits(run for way in ways for run in runs(way.sums))

    def possible(count: int) -> bool:
        if count == 1:
            return any(way.together(first, second) for way in ways)
        each = count * least <= min(first, second) and max(first, second) <= count * most
        return each and count * low <= first + second <= count * high

    if any(map(possible, _lengths(rules, first, second))):
        return ()
    code = "papier-impossible-subite" if rules.mort_subite else "papier-impossible"
    if rules.manche_supplementaire and first == second:
        code = "papier-egalite"
    limits = {"min": MANCHES * least, "max": MANCHES * most, "bas": MANCHES * low, "haut": MANCHES * high}
    return ((None, Fault(code, "totals", {"a": first, "b": second, **limits})),)


def _limits(spans: Iterable[tuple[int, int]]) -> tuple[int, int]:
    ends = [end for span in spans for end in span]
    return min(ends), max(ends)


def _possible_totals(rules: Cochonnet) -> Iterator[Totals]:
    """Yield the possible totals of a manche for each possible pair of numbers of cochonnets."""
    most = GIVEN + (2 if rules.lowest_counts else 1)
    for first in range(GIVEN, most + 1):
        for second in range(GIVEN, most + 1):
            if first + second > 2 * GIVEN and (rules.lowest_counts or first != second):
                yield rules.totals((first, second))


def _lengths(rules: Cochonnet, first: int, second: int) -> Iterator[int]:
    """Yield the numbers of manches after which a partie can end with these totals."""
    level = first == second
    for count in range(1, MANCHES):
        threshold = rules.threshold(count)
        if threshold is not None and max(first, second) >= threshold and not level:
            yield count
    if not (level and rules.manche_supplementaire):
        yield MANCHES
    if rules.manche_supplementaire and not level:
        yield from range(MANCHES + 1, LONGEST + 1)


GAME = Game(
    key="cochonnet",
    name=N_("Cochonnet"),
    tagline=N_("Treize cochonnets par manche"),
    entry_word=EntryWord.MANCHE,
    rules=Cochonnet,
    wording=words,
    sheet=sheet.sheet,
    demo=plausible_entry,
    tournament=TournamentTraits(check=check_partie, least=0),
    figure="beside",
)
