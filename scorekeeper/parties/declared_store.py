"""The games that a house declared: kept as they were written, beside what became of them; each sheet has its own."""

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules import names
from scorekeeper.errors import Unknown
from scorekeeper.records.rows import HouseGameRow
from scorekeeper.records.store import Store


@dataclass(frozen=True)
class HouseGame:
    """A game that was declared here."""

    game: Game
    source: str
    """Its definition as it was written."""
    changed: str
    """When it was added or replaced; UTC, ISO 8601."""


def house_games(store: Store) -> list[HouseGame]:
    """The games of this house, by name."""
    with store.read() as session:
        rows = session.house_games()
    games = []
    for row in rows:
        # One that was damaged in the file must not take the others away.
        with contextlib.suppress(ValueError):
            games.append(HouseGame(catalogue.game(row.key, row.definition), row.source, row.changed))
    return sorted(games, key=lambda each: names.key(each.game.name))


def all_games(store: Store) -> Sequence[Game]:
    """The games of the catalogue, and those of this house."""
    return (*catalogue.GAMES, *(each.game for each in house_games(store)))


def game_named(store: Store, key: str) -> Game:
    """The game of that key: of the catalogue, of this house, or of the last sheet that brought one. Raises `Unknown`."""
    if not key.startswith(catalogue.PREFIX):
        return catalogue.game(key)
    with store.read() as session:
        definition = session.definition_of(key)
    if not definition:
        raise Unknown(key)
    return catalogue.game(key, definition)


def games_among(store: Store, keys: Iterable[str]) -> list[Game]:
    """The games of some keys, in the order of the catalogue, then by name; those that nobody knows any more are left out."""
    wanted = {*keys}
    declared = []
    for key in wanted:
        if key.startswith(catalogue.PREFIX):
            with contextlib.suppress(Unknown, ValueError):
                declared.append(game_named(store, key))
    named = sorted(declared, key=lambda game: names.key(game.name))
    return [*(game for game in catalogue.GAMES if game.key in wanted), *named]


def keep_house_game(store: Store, game: Game, source: str) -> None:
    """Add a game that was checked, or put it in the place of the one with its name. Sheets keep the one they were opened by."""
    with store.write() as session:
        session.put_house_game(HouseGameRow(game.key, source, catalogue.pack(game)))


def remove_house_game(store: Store, key: str) -> None:
    """Take a game away. Raises `Unknown`. Sheets that were opened by it go on."""
    with store.write() as session:
        if all(row.key != key for row in session.house_games()):
            raise Unknown(key)
        session.remove_house_game(key)
