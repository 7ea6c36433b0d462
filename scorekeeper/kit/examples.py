"""The worked examples of a game, read from its `examples.toml`: shown on the help page and run by the tests."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scorekeeper.kit.game import Game


@dataclass(frozen=True)
class Example:
    """One example as it is written; the numbers in it are literal."""

    name: str
    source: str
    data: Mapping[str, Any]
    cast: tuple[str, ...]

    @property
    def shown(self) -> bool:
        """Whether the help page shows it."""
        return bool(self.data.get("help", False))

    @property
    def entry(self) -> Mapping[str, Any] | None:
        """The entry it is about; none when it is about the settings."""
        return self.data.get("entry")

    def sheet(self, game: Game, *, with_entry: bool = True) -> dict[str, Any]:
        """The sheet file of the example: its table, settings and earlier entries, and the entry itself."""
        entries = [*self.data.get("before", [])]
        if with_entry and self.entry is not None:
            entries.append(self.entry)
        sheet: dict[str, Any] = {
            "format": "scorekeeper/1",
            "game": game.key,
            "settings": self.data.get("settings", {}),
            "entries": entries,
        }
        players = self.data.get("players", list(self.cast))
        if players:
            sheet["players"] = players
        for key in ("equipes", "premier_donneur"):
            if key in self.data:
                sheet[key] = self.data[key]
        return sheet


def examples_of(game: Game) -> tuple[Example, ...]:
    """All examples of a game, in their order."""
    with (game.folder / "examples.toml").open("rb") as file:
        data = tomllib.load(file, parse_float=Decimal)
    cast = tuple(data.get("players", ()))
    return tuple(Example(item["name"], item.get("source", ""), item, cast) for item in data["example"])
