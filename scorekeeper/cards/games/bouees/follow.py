"""The helper of the form that follows a manche trick by trick: what was tapped so far, and what it comes to."""

from dataclasses import dataclass, replace
from typing import Self

from scorekeeper.cards.game_api.words import say
from scorekeeper.cards.games.bouees.rules import Bouees
from scorekeeper.cards.games.bouees.rules.entry import LONGEST_HAND
from scorekeeper.cards.games.bouees.rules.play import Gesture, Play, followed
from scorekeeper.cards.games.bouees.words import WORDS, after_trick, wanted
from scorekeeper.cards.rules.contract import Label, Seat, Table

LETTERS = tuple("abcdef")
"""Players as they are noted, by their seats; a level is noted as its figure."""
BACK = "-"
"""Takes back what was tapped last."""
MOST = 4 * LONGEST_HAND
"""Taps of a manche: two trumps a trick, and who takes them."""


def gesture(token: str) -> Gesture:
    """Gesture that was tapped; a level that there is not for anything else."""
    if token in LETTERS:
        return Seat(LETTERS.index(token))
    return int(token) if token in map(str, range(1, LONGEST_HAND + 1)) else 0


@dataclass(frozen=True)
class FollowedManche:
    """A manche as it was tapped, from its starting buoys on."""

    house: Bouees
    table: Table
    starts: tuple[int, ...]
    tokens: tuple[str, ...]
    play: Play
    cut: bool = False
    """Whether some of what was noted cannot be with these starting buoys, and was left out with what came after it."""

    @classmethod
    def read(cls, house: Bouees, table: Table, starts: tuple[int, ...], text: str) -> Self:
        """Notes, as far as they can be."""
        noted = tuple(text.split()[:MOST])
        play, count = followed(Play.begun(house, table, starts), map(gesture, noted))
        return cls(house, table, starts, noted[:count], play, cut=count < len(noted))

    @property
    def text(self) -> str:
        """Notes of the manche."""
        return " ".join(self.tokens)

    def tapped(self, token: str) -> Self:
        """The manche after a tap; the same where that cannot be."""
        if token == BACK:
            return self.read(self.house, self.table, self.starts, " ".join(self.tokens[:-1]))
        after = self.play.after(gesture(token))
        same = replace(self, cut=False)
        return same if after is None else replace(same, tokens=(*self.tokens, token), play=after)

    def left(self) -> dict[str, str]:
        """The fields that a manche fills once it is over: what each player has left, who is out, who has the lowest level."""
        if not self.play.over:
            return {}
        fields: dict[str, str] = {}
        for seat, held in enumerate(self.play.bouees):
            out = seat in self.play.elimines
            fields |= {f"restantes_{seat}": "" if out else str(held), f"elimine_{seat}": "1" if out else ""}
        if self.house.bonus_plus_bas and len(self.play.lowest) == 1:
            fields |= {
                f"plus_bas_{seat}": "1" if seat in self.play.lowest else ""
                for seat in range(len(self.starts))
            }
        return fields

    def news(self) -> str:
        """Cost of the last trick, and the player who begins the next one."""
        labels = [*after_trick(self.play), *([Label("suivi-coupe")] if self.cut else [])]
        return ". ".join(say(label, WORDS, self.table) for label in labels)

    def asked(self) -> str:
        """Next thing to say at the table."""
        return say(wanted(self.play), WORDS, self.table)
