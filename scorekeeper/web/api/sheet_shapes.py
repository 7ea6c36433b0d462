"""The sheet files that the API takes: one for each game, and one for all that houses declare."""

from dataclasses import replace

from scorekeeper.cards import catalogue
from scorekeeper.cards.catalogue import GAMES
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.adjustment import LineOf
from scorekeeper.cards.rules.initials import Initials
from scorekeeper.cards.sheet_file import CHANGES, FORMAT, MAX_ENTRIES, Day
from scorekeeper.web.api import shapes
from scorekeeper.web.api.shapes import NAME, OBJECT, Shape, constant, many, nullable, of_kind

OF_ANY = {
    "changes": of_kind(CHANGES).optional(),
    "signatures": of_kind(Initials()).optional(),
    "date": nullable(of_kind(Day())).optional(),
    "lieu": nullable(shapes.text(names.TITLE_MAX)).optional(),
    "premier_donneur": nullable(NAME).optional(),
}
"""Keys of the sheet of any game."""
CAMPS = nullable(many(NAME, 2, minItems=2, uniqueItems=True)).optional()


def sheet_shape(game: Game, entry: Shape) -> Shape:
    """The sheet file of one game."""
    rules = game.rules
    players = many(NAME, max(rules.SEATS), minItems=min(rules.SEATS), uniqueItems=True)
    shape = shapes.record(
        {"format": constant(FORMAT), "game": constant(game.key)},
        {"players": nullable(players).optional() if rules.NAMELESS else players},
        {"settings": of_kind(rules.SETTINGS).optional(), "entries": many(entry, MAX_ENTRIES).optional()},
        OF_ANY,
        {"equipes": CAMPS} if rules.CAMPS else {},
    )
    return replace(shape, schema={**shape.schema, "title": game.name}).named(f"Sheet-{game.key}")


def declared_shape() -> Shape:
    """The sheet file of a declared game."""
    shape = shapes.record(
        {
            "format": constant(FORMAT),
            "game": HOUSE_KEY,
            "definition": DEFINITION,
        },
        {"players": many(NAME, 12, minItems=2, uniqueItems=True)},
        {"settings": OBJECT.optional(), "entries": many(OBJECT, MAX_ENTRIES).optional()},
        OF_ANY,
        {"equipes": CAMPS},
    )
    return shape.named("Sheet-maison")


DEFINITION = Shape(schema=catalogue.DEFINITION.schema()).named("Definition")
HOUSE_KEY = Shape(schema={"type": "string", "pattern": f"^{catalogue.PREFIX}", "maxLength": 40})
ENTRIES = {game.key: of_kind(LineOf(game.rules)).named(f"Entry-{game.key}") for game in GAMES}
ENTRY = shapes.any_of(*ENTRIES.values(), OBJECT.named("Entry-maison")).named("Entry")
SHEET = shapes.any_of(
    *(sheet_shape(game, ENTRIES[game.key]) for game in GAMES), declared_shape(), keyword="oneOf"
).named("Sheet")
