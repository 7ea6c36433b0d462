"""Fonts of printed documents: their names and files, and the fontconfig file that shows the printing child no others.

Paper uses the faces of the screen, which are beside this module: Source Sans 3 and Source Serif 4 (SIL Open Font License 1.1),
subset by `.ci/fonts.py`, with tabular figures. Characters that they lack are set in DejaVu, which has all that a score sheet
needs: ♠♥♦♣, ≥, chalk rings ◯ and ticks ✓, Greek and Cyrillic. It is in Debian's smallest font package, so a sheet looks the same
on the club's laptop and on a hosted server.
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
"""Font files in the package, by name."""
FAMILIES = ("DejaVuSans", "DejaVuSerif", "DejaVuSansMono")
FILES = tuple(f"{family}{weight}.ttf" for family in FAMILIES for weight in ("", "-Bold"))
"""Names of the font files for characters that `FACES` lack."""
WIDE, SIGNS = "wqy-microhei.ttc", "Symbola_hint.ttf"
"""Optional font files for Chinese, Japanese and Korean letters and for pictographs in people's names."""
SPARES = {WIDE: "fonts-wqy-microhei", SIGNS: "fonts-symbola"}
"""Debian packages of the optional font files."""
PACKAGE = "fonts-dejavu-core"
"""Debian package of `FILES`."""
_PLACES = (
    *("truetype/dejavu", "truetype/ancient-scripts", "truetype/wqy", "TTF", "wenquanyi/wqy-microhei"),
    *("dejavu", "dejavu-sans-fonts", "dejavu-serif-fonts", "dejavu-sans-mono-fonts"),
    *("/usr/local/share/fonts/dejavu", "/Library/Fonts", "~/Library/Fonts", "~/.local/share/fonts"),
)
FOLDERS = tuple(Path("/usr/share/fonts", Path(place).expanduser()) for place in _PLACES)
"""Font folders of Debian, Arch, Alpine, Fedora, FreeBSD and macOS, in search order."""

_CONFIGURATION = Path(__file__).with_name("fonts.conf").read_text(encoding="utf-8")


@dataclass(frozen=True)
class FontSet:
    """Font files found on this machine."""

    paths: tuple[Path, ...]
    """Paths of `FACES`, of `FILES` and of those of `SPARES` that exist, in that order."""

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256, in hex, of the names and contents of the font files."""
        digest = hashlib.sha256()
        for path in self.paths:
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()

    def configure(self, folder: Path) -> Path:
        """Write a fontconfig configuration with these fonts and no others, and return its path.

        It is written to `folder`, which must exist and be empty, beside new folders `fonts` and `cache`.
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
    """Return the path of a font file in the first folder that has it, or `None`."""
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def find(folders: Sequence[Path] = FOLDERS) -> FontSet:
    """Find the fonts in folders, searched in order. Raises `PrintFailed` (`fonts-missing`) with the missing names."""
    paths = {name: path_of(name, folders) for name in (*FILES, *SPARES)}
    missing = [name for name in FILES if paths[name] is None]
    if missing:
        detail = f"install the package {PACKAGE} (not found: {', '.join(missing)})"
        raise PrintFailed(Failure.FONTS_MISSING, detail)
    return FontSet((*FACES.values(), *(path for path in paths.values() if path is not None)))


@cache
def here() -> FontSet:
    """Return the fonts of this machine, searched once per process. Raises `PrintFailed` as `find`."""
    return find()
