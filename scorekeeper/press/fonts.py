"""The fonts of the paper sheets: chosen, found, and the only ones the printing child can see.

Paper is set in the faces of the screen, which lie beside this module: Source Sans 3 and Source Serif 4 (SIL Open Font License 1.1)
as `.ci/fonts.py` cuts them, with figures of one width. What they lack stands in DejaVu, of which one file has all that a score
sheet needs: ♠♥♦♣, ≥, chalk rings ◯ and ticks ✓, Greek and Cyrillic. It is in Debian's smallest font package, so a sheet looks the
same on the club's laptop and on a hosted server.
"""

import hashlib
import html
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from scorekeeper.press.messages import Failure, PrintFailed

_NAMES = ("sans-regular", "sans-bold", "serif-bold")
FACES = {name: Path(__file__).with_name("faces") / f"{name}.ttf" for name in _NAMES}
"""The faces of the sheets."""
FAMILIES = ("DejaVuSans", "DejaVuSerif", "DejaVuSansMono")
FILES = tuple(f"{family}{weight}.ttf" for family in FAMILIES for weight in ("", "-Bold"))
"""The font files for what the faces lack, by name."""
WIDE, SIGNS = "wqy-microhei.ttc", "Symbola_hint.ttf"
"""Draw the Chinese, Japanese and Korean letters, and the pictographs, that people put in their names; used where they are found."""
SPARES = {WIDE: "fonts-wqy-microhei", SIGNS: "fonts-symbola"}
"""The Debian packages that bring these."""
PACKAGE = "fonts-dejavu-core"
"""The Debian package that brings `FILES`."""
_PLACES = (
    *("truetype/dejavu", "truetype/ancient-scripts", "truetype/wqy", "TTF", "wenquanyi/wqy-microhei"),
    *("dejavu", "dejavu-sans-fonts", "dejavu-serif-fonts", "dejavu-sans-mono-fonts"),
    *("/usr/local/share/fonts/dejavu", "/Library/Fonts", "~/Library/Fonts", "~/.local/share/fonts"),
)
FOLDERS = tuple(Path("/usr/share/fonts", Path(place).expanduser()) for place in _PLACES)
"""Folders where Debian, Arch, Alpine, Fedora, FreeBSD and macOS keep them, tried in order."""

_CONFIGURATION = Path(__file__).with_name("fonts.conf").read_text(encoding="utf-8")


@dataclass(frozen=True)
class FontSet:
    """The font files found on this machine."""

    paths: tuple[Path, ...]
    """The faces, one path for each name of `FILES`, in that order, and those of `SPARES` that there are."""

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the fonts themselves, in hexadecimal: another version of a font gives another one."""
        digest = hashlib.sha256()
        for path in self.paths:
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()

    def configure(self, folder: Path) -> Path:
        """Write a fontconfig configuration that knows these fonts and no others, and return its path.

        It stands in `folder`, which must exist and be empty, beside the folders `fonts` and `cache`.
        """
        fonts, cached, configuration = folder / "fonts", folder / "cache", folder / "fonts.conf"
        fonts.mkdir()
        cached.mkdir()
        for path in self.paths:
            (fonts / path.name).symlink_to(path)
        text = _CONFIGURATION.format(fonts=html.escape(str(fonts)), cache=html.escape(str(cached)))
        configuration.write_text(text, encoding="utf-8")
        return configuration


def path_of(name: str, folders: Sequence[Path] = FOLDERS) -> Path | None:
    """The font file of that name, from the first folder that has it; `None` where none has."""
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def find(folders: Sequence[Path] = FOLDERS) -> FontSet:
    """Find the fonts of the sheets in folders that are tried in order. Raises `PrintFailed` (`fonts-missing`), naming them."""
    paths = {name: path_of(name, folders) for name in (*FILES, *SPARES)}
    missing = [name for name in FILES if paths[name] is None]
    if missing:
        detail = f"install the package {PACKAGE} (not found: {', '.join(missing)})"
        raise PrintFailed(Failure.FONTS_MISSING, detail)
    return FontSet((*FACES.values(), *(path for path in paths.values() if path is not None)))


@cache
def here() -> FontSet:
    """The fonts of this machine, as they were found first: what the child that prints sees. Raises `PrintFailed`, like `find`."""
    return find()
