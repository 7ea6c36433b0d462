"""The games, in the order they are shown. Adding a game is one import and one name here."""

from __future__ import annotations

from scorekeeper.errors import Unknown
from scorekeeper.games.bouees.game import GAME as BOUEES
from scorekeeper.games.cochonnet.game import GAME as COCHONNET
from scorekeeper.games.couillon.game import GAME as COUILLON
from scorekeeper.games.jass.game import GAME as JASS
from scorekeeper.games.tarot.game import GAME as TAROT
from scorekeeper.kit.game import Game, Paper

GAMES: tuple[Game, ...] = (TAROT, JASS, COUILLON, COCHONNET, BOUEES)


def game(key: str) -> Game:
    """The game of that key. Raises `Unknown` when no game has that key."""
    for known in GAMES:
        if known.key == key:
            return known
    raise Unknown(key)


def papers() -> dict[str, tuple[Game, Paper]]:
    """Every paper that games bring, by its name: those with a name of their own (of several parties first), then each game's
    sheet by the game's key.
    """
    named = [(key, (known, paper)) for known in GAMES for key, paper in known.papers.items()]
    named.sort(key=lambda item: -item[1][1].parties)
    return dict(named) | {known.key: (known, Paper(title=known.name)) for known in GAMES}
