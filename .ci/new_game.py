"""Write the folder of a new game from `.ci/new_game/`, a small complete game, and add it to the catalogue.

Used by `make new-game KEY=… CAMPS=1`. `__key__`, `__Key__` and `__Name__` are placeholders for the game's key, the prefix of its
classes, and the name that players see. For two camps, `.ci/new_game_camps/` has the differences.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

TEMPLATE = Path(__file__).parent / "new_game"
CAMPS = Path(__file__).parent / "new_game_camps"
ROOT = TEMPLATE.parent.parent
KEY = re.compile(r"[a-z][a-z0-9_]{1,19}")


def write_game(key: str, games: Path, *, camps: bool = False) -> Path:
    """Write the folder of a game for players, or for two camps, into `games`, and return it.

    Raises:
        ValueError: The key is not 2 to 20 lower-case ASCII letters, digits and `_`, or its folder exists; or a text to be changed
            for camps is missing.
    """
    folder = games / key
    if not KEY.fullmatch(key):
        raise ValueError(f"KEY={key}: 2 to 20 lower-case letters, digits and _")
    if folder.exists():
        raise ValueError(f"KEY={key}: {folder} exists")
    words = {
        "__key__": key,
        "__Key__": key.title().replace("_", ""),
        "__Name__": key.capitalize().replace("_", " "),
    }
    changes = tomllib.loads((CAMPS / "changes.toml").read_text(encoding="utf-8")) if camps else {}
    for source in sorted(path for path in TEMPLATE.rglob("*.*") if path.suffix != ".pyc"):
        place = str(source.relative_to(TEMPLATE))
        other = CAMPS / place
        text = (other if camps and other.exists() else source).read_text(encoding="utf-8")
        for before, after in changes.get(place, {}).items():
            if before not in text:
                raise ValueError(f"{place}: nothing says {before!r}")
            text = text.replace(before, after)
        for token, word in words.items():
            place, text = place.replace(token, word), text.replace(token, word)
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return folder


def add_to_catalogue(key: str, catalogue: Path) -> None:
    """Add a game to the catalogue: its import in alphabetical order, and its constant as the last of `GAMES`."""
    text = catalogue.read_text(encoding="utf-8")
    imports = [line for line in text.splitlines() if line.startswith("from scorekeeper.cards.games.")]
    line = f"from scorekeeper.cards.games.{key}.game import GAME as {key.upper()}"
    text = text.replace("\n".join(imports), "\n".join(sorted([*imports, line])))
    text = re.sub(r"(GAMES: .* = \([^)]*[^),\s]),?\s*\)", rf"\1,\n    {key.upper()},\n)", text)
    catalogue.write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Write the game whose key is the first argument, for two camps if there is a second one. Return 0, or 2 for a refused key."""
    key, *camps = arguments or [""]
    try:
        folder = write_game(key, ROOT / "scorekeeper" / "cards" / "games", camps=bool(camps))
    except ValueError as error:
        sys.stderr.write(f"new-game: {error}\n")
        return 2
    add_to_catalogue(key, ROOT / "scorekeeper" / "cards" / "catalogue.py")
    sys.stdout.write(
        f"{folder.relative_to(ROOT)} is written. Change its rules, then run: make check GAME={key}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
