"""End of a partie: the winners, the places, and the entry that turned it, after which the lead never changed again."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.cards.rules.contract import Wins
from scorekeeper.cards.rules.replay import Marked, Replay


class Turn(StrEnum):
    """Ways in which one entry decided who won a partie."""

    TETE = "tete"
    """With it the winner took the lead and kept it."""
    DERNIERE = "derniere"
    """The same, with the very last entry."""
    EGALITE = "egalite"
    """With it the winners, several, became the leaders together and remained so."""
    ECART = "ecart"
    """The winners led from the first entry on; this one brought the most."""


@dataclass(frozen=True)
class Turning:
    """The entry that decided who won a partie, and how."""

    kind: Turn
    marked: Marked
    led: tuple[int, ...]
    """Columns that led before it and did not win; empty if the winners led from the first entry on."""
    gain: int
    """Change of the winners' margin over the best of the others, in points."""


def winners_of(sheet: Replay) -> tuple[int, ...]:
    """Return the columns that won, or those that lead while the partie is not over; none on an empty sheet."""
    if sheet.outcome is not None:
        return sheet.outcome.winners
    return tuple(sheet.rules.leaders(sheet.state)) if sheet.marked else ()


def ranks_of(sheet: Replay) -> tuple[int, ...]:
    """Return the rank of each column from 1, winners first; equal totals share a rank."""
    winners, sign = winners_of(sheet), 1 if sheet.rules.wins is Wins.LOW else -1
    keys = [(column not in winners, sign * total) for column, total in enumerate(sheet.totals)]
    return tuple(sorted(keys).index(key) + 1 for key in keys)


def margin(wins: Wins, totals: Sequence[int], winners: Sequence[int]) -> int:
    """Return by how much the worst of the winners is ahead of the best of the others; negative if behind."""
    own = [total for column, total in enumerate(totals) if column in winners]
    others = [total for column, total in enumerate(totals) if column not in winners]
    return min(others) - max(own) if wins is Wins.LOW else min(own) - max(others)


def turning(sheet: Replay) -> Turning | None:
    """Return the entry that turned a partie; `None` with fewer than two entries, or if all columns win."""
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
