"""Make static/fonts/*.woff2 from their npm packages, with the characters and weights that the app uses.

    npm pack @fontsource-variable/source-sans-3 @fontsource-variable/source-serif-4
    python .ci/fonts.py FOLDER-WITH-BOTH-UNPACKED
    python .ci/fonts.py                                # only the faces for paper, from static/fonts

Both families are under the SIL Open Font License 1.1 (static/fonts/OFL.txt), which reserves the name Source for unchanged files. A
page in French or English needs the first file and the headings. Letters of other Latin languages are in a file of their own, which a
browser fetches if a name needs it.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from fontTools import merge, subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "static" / "fonts"
FACES = ROOT / "scorekeeper" / "press" / "faces"
PAIRS = 2
"""Type of the GPOS lookups for pair adjustment (kerning)."""
WEIGHTS = {"wght": (400, 700)}
HEADINGS = {"wght": 600}
ABOVE, BELOW = 890, 230
"""Ascent and descent, in thousandths of the font size: together less than the smallest line height of the styles."""
PLAIN = "U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+0178,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+202F,U+2030,U+2039-203A,U+20AC,U+2122,U+2212"
FURTHER = "U+0100-017F,U+0218-021B,U+1E80-1E85,U+1E9E,U+1EF2-1EF3"
FILES = (
    ("sans", "source-sans-3-latin-wght-normal", PLAIN, WEIGHTS),
    ("sans-further", "source-sans-3-latin-ext-wght-normal", FURTHER, WEIGHTS),
    ("serif", "source-serif-4-latin-wght-normal", PLAIN, HEADINGS),
)
"""Our file name, the package's file name, characters and weights of each font."""


def make(
    source: Path, target: Path, letters: str, weights: dict[str, tuple[int, int] | int], family: str
) -> None:
    """Write a subset of a font with the characters of the Unicode ranges `letters` and the axes `weights`, under the name
    `family`.

    Tabular figures are kept. Each axis has a range, or one value at which it is fixed.
    """
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
    # Equal space above capitals and below the base line, so that a digit is centred on its key.
    head, metrics = font["hhea"], font["OS/2"]
    head.ascent = metrics.sTypoAscender = metrics.usWinAscent = ABOVE
    head.descent = metrics.sTypoDescender = -BELOW
    metrics.usWinDescent = BELOW
    for number, text in ((1, family), (4, family), (6, family.replace(" ", ""))):
        font["name"].setName(text, number, 3, 1, 0x409)
    font.flavor = "woff2"
    subset.save_font(font, target, options)


def paper() -> None:
    """Write the faces for paper, of one weight each and uncompressed, from the fonts of the screen."""
    for weight, look in ((400, "regular"), (700, "bold")):
        parts = []
        for name in ("sans", "sans-further"):
            font = instancer.instantiateVariableFont(TTFont(FONTS / f"{name}.woff2"), {"wght": weight})
            parts.append(io.BytesIO())
            _unpacked(font).save(parts[-1])
            parts[-1].seek(0)
        _face(merge.Merger().merge(parts), "Scorekeeper Sans", look)
    _face(_unpacked(TTFont(FONTS / "serif.woff2")), "Scorekeeper Serif", "bold")


def _unpacked(font: TTFont) -> TTFont:
    """Return a font without compression and without the tables that are only for screens or variable weights."""
    for table in {"GSUB", "BASE", "STAT", "gasp", "prep", "MVAR", "HVAR", "avar"} & {*font.keys()}:
        del font[table]
    font.flavor = None
    return font


def _face(font: TTFont, family: str, look: str) -> None:
    """Write a face for paper with its names, and without positive kerning, so that widths of texts are at most sums of advances."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in (getattr(each, "ExtSubTable", each) for each in lookup.SubTable):
            if table.LookupType == PAIRS:
                sets = table.PairSet if table.Format == 1 else table.Class1Record
                records = (
                    each
                    for pairs in sets
                    for each in getattr(pairs, "PairValueRecord", None) or pairs.Class2Record
                )
                for value in (record.Value1 for record in records if record.Value1):
                    value.XAdvance = min(0, getattr(value, "XAdvance", 0))
    bold, postscript = look == "bold", f"{family.replace(' ', '')}{'-Bold' * (look == 'bold')}"
    font["name"].names = [each for each in font["name"].names if each.nameID in {0, 13, 14}]
    for number, text in enumerate((family, look.title(), postscript, f"{family} {look.title()}"), 1):
        font["name"].setName(text, number, 3, 1, 0x409)
    font["name"].setName(postscript, 6, 3, 1, 0x409)
    font["name"].setName("SIL Open Font License 1.1", 13, 3, 1, 0x409)
    metrics = font["OS/2"]
    metrics.usWeightClass, font["head"].macStyle = (700, 1) if bold else (400, 0)
    metrics.fsSelection = metrics.fsSelection & ~0b1100001 | (0b100000 if bold else 0b1000000)
    font.recalcTimestamp = False
    font["head"].modified = font["head"].created
    font.save(FACES / f"{'sans' if 'Sans' in family else 'serif'}-{look}.ttf")


def main() -> None:
    """Make the faces for paper; before them, those for the screen, if the first argument is the folder of the original fonts."""
    for name, original, letters, weights in FILES if sys.argv[1:] else ():
        (source,) = Path(sys.argv[1]).rglob(f"{original}.woff2")
        make(
            source,
            FONTS / f"{name}.woff2",
            letters,
            weights,
            "Scorekeeper Serif" if name == "serif" else "Scorekeeper Sans",
        )
    paper()


if __name__ == "__main__":
    main()
