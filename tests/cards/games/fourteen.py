"""Fourteen games as declared by the form for a house's own game, each with a partie computed by hand."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scorekeeper.cards.games.declared.asking.answers import BEGIN

FOURTEEN: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
SHELF: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    Path(__file__).with_name("shelf.toml").read_text(encoding="utf-8")
)
"""Games that are not shipped, declared by the form alone."""
KNOWN = {**FOURTEEN, **SHELF}
EXTRA = ("nom", "genre", "pour", "vaut", "max")
SUM = ("quoi", "n", "acte", "phrase")


def answers_for(key: str) -> dict[str, str]:
    """Return the answers that declare one of them, by field name."""
    game = KNOWN[key]
    rows: list[tuple[str, tuple[str, ...], Sequence[str]]] = [
        (f"e{place}_", EXTRA, row) for place, row in enumerate(game.get("extras", ()))
    ]
    rows += [(f"s{place}_", SUM, row) for place, row in enumerate(game.get("sums", ()))]
    listed = {
        f"{stem}{name}": value for stem, names, row in rows for name, value in zip(names, row, strict=True)
    }
    return {**BEGIN, **game["answers"], "aide": f"Règle : {game['source']}.", **listed}
