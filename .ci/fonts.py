"""Make static/fonts/*.woff2 from the packages of their registry, with the letters and weights that the app uses.

    npm pack @fontsource-variable/source-sans-3 @fontsource-variable/source-serif-4
    python .ci/fonts.py FOLDER-WITH-BOTH-UNPACKED

Both families are under the SIL Open Font License 1.1 (static/fonts/OFL.txt), which reserves the name Source for the unchanged files. A game sheet in French or English needs the first file and
the headings; letters of other Latin languages stand in a file of their own, which a browser fetches where a name needs it.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FONTS = Path(__file__).resolve().parent.parent / "static" / "fonts"
WEIGHTS = {"wght": (400, 700)}
HEADINGS = {"wght": 600}
ABOVE, BELOW = 890, 230
"""Height of a line above and below its base line, in thousandths of the size: less than the tightest lines of the styles."""
PLAIN = "U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+0178,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+202F,U+2030,U+2039-203A,U+20AC,U+2122,U+2212"
FURTHER = "U+0100-017F,U+0218-021B,U+1E80-1E85,U+1E9E,U+1EF2-1EF3"
FILES = (
    ("sans", "source-sans-3-latin-wght-normal", PLAIN, WEIGHTS),
    ("sans-further", "source-sans-3-latin-ext-wght-normal", FURTHER, WEIGHTS),
    ("serif", "source-serif-4-latin-wght-normal", PLAIN, HEADINGS),
)
"""Our name, the package's name, letters and weights of each file."""


def make(
    source: Path, target: Path, letters: str, weights: dict[str, tuple[int, int] | int], family: str
) -> None:
    """Write one file: these letters of a font, with the figures of equal width."""
    narrowed = io.BytesIO()
    instancer.instantiateVariableFont(TTFont(source), weights).save(narrowed)
    font = TTFont(narrowed)
    options = subset.Options(
        flavor="woff2",
        layout_features=["kern", "mark", "mkmk", "ccmp", "locl", "tnum"],
        name_IDs=[0, 2, 13, 14],
    )
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=subset.parse_unicodes(letters))
    chosen.subset(font)
    # As much above the capitals as below the line, so that a figure stands in the middle of its key.
    head, metrics = font["hhea"], font["OS/2"]
    head.ascent = metrics.sTypoAscender = metrics.usWinAscent = ABOVE
    head.descent = metrics.sTypoDescender = -BELOW
    metrics.usWinDescent = BELOW
    for number, text in ((1, family), (4, family), (6, family.replace(" ", ""))):
        font["name"].setName(text, number, 3, 1, 0x409)
    font.flavor = "woff2"
    subset.save_font(font, target, options)


def main() -> None:
    """Make every file from the folder named on the command line."""
    for name, original, letters, weights in FILES:
        (source,) = Path(sys.argv[1]).rglob(f"{original}.woff2")
        make(
            source,
            FONTS / f"{name}.woff2",
            letters,
            weights,
            "Scorekeeper Serif" if name == "serif" else "Scorekeeper Sans",
        )


if __name__ == "__main__":
    main()
