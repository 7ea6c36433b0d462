"""Game of a sheet file: one of the catalogue, or the one that the file declares."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.adjustment import LineOf
from scorekeeper.cards.rules.contract import AnyOf, Fault, Label, Table
from scorekeeper.cards.rules.kinds import Unreadable, within
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.i18n import gettext

DEFINITION = "definition"
"""Key of a sheet file with the definition of a declared game."""


def read_game(raw: Any, faults: list[Fault]) -> Game | None:
    """Return the catalogue's game of a key; `None` for an unknown key, after adding a fault to `faults`."""
    for game in catalogue.GAMES:
        if game.key == raw:
            return game
    faults.append(Fault("jeu-inconnu", "game", {"jeux": tuple(game.key for game in catalogue.GAMES)}))
    return None


def game_of_sheet(raw: Mapping[str, Any], faults: list[Fault]) -> Game | None:
    """Return the game of a sheet file; `None` if it has none, after adding the reasons to `faults`."""
    key, definition = raw.get("game"), raw.get(DEFINITION)
    if not (isinstance(key, str) and key.startswith(catalogue.PREFIX)):
        if definition is not None:
            faults.append(Fault("definition-sans-objet", DEFINITION))
        return read_game(key, faults)
    if definition is None:
        faults.append(Fault("cle-manquante", DEFINITION))
        return None
    try:
        game = catalogue.proven_game(definition)
    except Unreadable as unreadable:
        faults += within(DEFINITION, unreadable.faults)
        return None
    if game.key != key:
        faults.append(Fault("definition-clef", "game", clef=game.key))
        return None
    return game


def games_for(count: int, house: Iterable[Game] = ()) -> Label | str:
    """Return a label with the free sheet and the games in `house` that `count` players can play; an empty text without any."""
    free = [Label("marque-libre")] if count in catalogue.FREE_SHEET.rules.SEATS else []
    fitting = AnyOf((*free, *(game.name for game in house if count in game.rules.SEATS)))
    return Label("ailleurs-libre", nombre=count, jeux=fitting) if fitting else ""


def with_games(item: EntryFault, players: Any, house: Callable[[], Iterable[Game]]) -> EntryFault:
    """Return the fault; that of a wrong number of players with the games in `house` for this number."""
    if (item.fault.code, item.fault.field) != ("joueurs-nombre", "players"):
        return item
    values = {**item.fault.values, "ailleurs": games_for(len(players), house())}
    return replace(item, fault=replace(item.fault, values=values))


def definition_of(game: Game) -> dict[str, Any]:
    """Return the definition for the sheet file of a declared game; empty for a game of the catalogue."""
    return dict(catalogue.declared_of(game).document) if game.definition else {}


def game_document(game: Game) -> dict[str, Any]:
    """Return the document of a game: its name, default settings, and the JSON Schemas of its settings and entries."""
    rules = game.rules()
    return {
        "key": game.key,
        "name": gettext(game.name),
        "entry_word": str(game.entry_word),
        "seats": list(rules.SEATS),
        "camps": rules.CAMPS,
        "settings": rules.SETTINGS.write_all(rules, Table(camps=rules.CAMPS)),
        "settings_schema": rules.SETTINGS.schema(),
        "entry_schema": LineOf(rules).schema(),
        **({DEFINITION: definition_of(game)} if game.definition else {}),
    }
