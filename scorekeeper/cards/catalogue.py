"""Catalogue of the games, and access to declared games. To add a game, add one import and one name in `GAMES`."""

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
"""The free sheet, for any other game of two to twelve players."""

DEFINITION_MESSAGES = checking.MESSAGES
"""Sentences of the faults of a definition, by code."""

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
"""Interface of the declared games for other packages."""

HOUSE = Path(checking.__file__).parent
"""Folder of the templates and styles of all declared games."""


def game(key: str, definition: str | None = None) -> Game:
    """Return the game of a key, or of a packed definition if one is given.

    Raises `Unknown` for an unknown key, `ValueError` for a damaged definition.
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
    """Return the folder of a game's emblem and styles; declared games share one. Raises `Unknown` for an unknown key."""
    return HOUSE if key.startswith(PREFIX) else game(key).folder


def papers() -> dict[str, tuple[Game, Paper]]:
    """Return all papers of the games by name.

    Papers with a name of their own come first, those for most parties before the others; then each game's sheet, by the game's
    key.
    """
    named = [(key, (known, paper)) for known in GAMES for key, paper in known.papers.items()]
    named.sort(key=lambda item: -item[1][1].parties)
    return dict(named) | {known.key: (known, Paper(title=known.name)) for known in GAMES}


def check_text(raw: bytes) -> GameVerdict:
    """Check a definition in TOML. The name of a game in the catalogue is refused."""
    return checking.check_text(raw, {names.casefold(known.name) for known in GAMES})
