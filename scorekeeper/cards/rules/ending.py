"""End of a partie: the winners, the places, and the entry that turned it, after which the lead never changed again."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.cards.rules.contract import Wins
from scorekeeper.cards.rules.replay import Marked, Replay


class Turn(StrEnum):
    """Entry that turned a partie."""

    TETE = "tete"
    """The winner took the lead with it and kept it."""
    DERNIERE = "derniere"
    """The same, with the very last entry."""
    EGALITE = "egalite"
    """Those who share the win drew level with it and stayed so."""
    ECART = "ecart"
    """The winners led from the first entry on; this one brought the most."""


@dataclass(frozen=True)
class Turning:
    """The entry that turned a partie."""

    kind: Turn
    marked: Marked
    led: tuple[int, ...]
    """Columns that led before it, alone or with others, and did not win; empty where the winner led from the first entry on."""
    gain: int
    """By how much it brought the winners nearer to, or further from, the best of the others."""


def winners_of(sheet: Replay) -> tuple[int, ...]:
    """The columns that won; those that lead where the players stopped before the end; none on an empty sheet."""
    if sheet.outcome is not None:
        return sheet.outcome.winners
    return tuple(sheet.rules.leaders(sheet.state)) if sheet.marked else ()


def ranks_of(sheet: Replay) -> tuple[int, ...]:
    """The place of each column, the winners first; equal totals share a place."""
    winners, sign = winners_of(sheet), 1 if sheet.rules.wins is Wins.LOW else -1
    keys = [(column not in winners, sign * total) for column, total in enumerate(sheet.totals)]
    return tuple(sorted(keys).index(key) + 1 for key in keys)


def margin(wins: Wins, totals: Sequence[int], winners: Sequence[int]) -> int:
    """By how much each of the winners is ahead of the best of the others at least."""
    own = [total for column, total in enumerate(totals) if column in winners]
    others = [total for column, total in enumerate(totals) if column not in winners]
    return min(others) - max(own) if wins is Wins.LOW else min(own) - max(others)


def turning(sheet: Replay) -> Turning | None:
    """The entry that turned a partie; `None` where it is too short for one, or where all share the win."""
    winners = winners_of(sheet)
    if len(sheet.marked) < 2 or not 0 < len(winners) < len(sheet.totals):
        return None
    wins, before = sheet.rules.wins, (sheet.opening.totals, *(line.after.totals for line in sheet.marked))
    ahead = [tuple(sheet.rules.leaders(line.after)) for line in sheet.marked]
    gains = [
        margin(wins, line.after.totals, winners) - margin(wins, totals, winners)
        for line, totals in zip(sheet.marked, before, strict=False)
    ]
    # A camp can win with the last entry that is not ahead: it declared itself first.
    ahead[-1] = winners
    place = next((place + 1 for place in reversed(range(len(ahead))) if ahead[place] != winners), 0)
    if place:
        led = tuple(column for column in ahead[place - 1] if column not in winners)
        kind = Turn.DERNIERE if place == len(ahead) - 1 else Turn.TETE
        return Turning(Turn.EGALITE if len(winners) > 1 else kind, sheet.marked[place], led, gains[place])
    place = gains.index(max(gains))
    return Turning(Turn.ECART, sheet.marked[place], (), gains[place])
