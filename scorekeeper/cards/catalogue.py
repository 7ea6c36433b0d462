"""The games, in the order they are shown. Adding a game is one import and one name here."""

import zlib
from pathlib import Path

from scorekeeper.cards.game_api.game import Game, Paper
from scorekeeper.cards.games.belote.game import GAME as BELOTE
from scorekeeper.cards.games.bouees.game import GAME as BOUEES
from scorekeeper.cards.games.cochonnet.game import GAME as COCHONNET
from scorekeeper.cards.games.coiffeur.game import GAME as COIFFEUR
from scorekeeper.cards.games.coinche.game import GAME as COINCHE
from scorekeeper.cards.games.couillon.game import GAME as COUILLON
from scorekeeper.cards.games.declared import checking
from scorekeeper.cards.games.declared.checking import GameVerdict, proven_game, read_text
from scorekeeper.cards.games.declared.game import declared_of, game_of_definition, game_of_packed, pack
from scorekeeper.cards.games.declared.rules.definition import DEFINITION, PREFIX
from scorekeeper.cards.games.differenzler.game import GAME as DIFFERENZLER
from scorekeeper.cards.games.jass.game import GAME as JASS
from scorekeeper.cards.games.libre.game import GAME as LIBRE
from scorekeeper.cards.games.tarot.game import GAME as TAROT
from scorekeeper.cards.games.wiezen.game import GAME as WIEZEN
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.errors import Unknown

GAMES: tuple[Game, ...] = (
    TAROT,
    JASS,
    COUILLON,
    COCHONNET,
    BOUEES,
    DIFFERENZLER,
    COIFFEUR,
    WIEZEN,
    BELOTE,
    COINCHE,
    LIBRE,
)

FREE_SHEET = LIBRE
"""The sheet that takes any number of players."""

DEFINITION_MESSAGES = checking.MESSAGES
"""Why a definition cannot be, by code."""

__all__ = [
    "DEFINITION",
    "PREFIX",
    "GameVerdict",
    "declared_of",
    "game_of_definition",
    "pack",
    "proven_game",
    "read_text",
]
"""The door to the games that a house declares."""

HOUSE = Path(checking.__file__).parent
"""The folder of the templates and styles that declared games share."""


def game(key: str, definition: str | None = None) -> Game:
    """The game of that key, or of that definition as it is kept. Raises `Unknown` when no game has that key, `ValueError` for a
    definition that is damaged.
    """
    if definition:
        try:
            return game_of_packed(definition)
        except (Unreadable, ValueError, zlib.error) as unreadable:
            raise ValueError(key) from unreadable
    for known in GAMES:
        if known.key == key:
            return known
    raise Unknown(key)


def folder_of(key: str) -> Path:
    """The folder of a game's emblem and styles. Raises `Unknown` when no game has that key; declared games share one."""
    return HOUSE if key.startswith(PREFIX) else game(key).folder


def papers() -> dict[str, tuple[Game, Paper]]:
    """Every paper that games bring, by its name: those with a name of their own (of several parties first), then each game's
    sheet by the game's key.
    """
    named = [(key, (known, paper)) for known in GAMES for key, paper in known.papers.items()]
    named.sort(key=lambda item: -item[1][1].parties)
    return dict(named) | {known.key: (known, Paper(title=known.name)) for known in GAMES}


def check_text(raw: bytes) -> GameVerdict:
    """Judge a definition in TOML; its game must not have the name of one that is here."""
    return checking.check_text(raw, {names.key(known.name) for known in GAMES})
