"""Text of a list: detection of its encoding, by the letters that names have, and its lines as cells."""

import contextlib
import csv
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.lists.workbook import UnreadableList

MAX_CELL = 200
"""Most characters kept of a cell; a name has at most 40."""
SEPARATORS = ("\t", ";", ",", "|")
GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
"""Spaces between two columns."""
RAGGED = "   "
"""Stands for a separator of several spaces, where lines differ in the number of columns."""
Rows = list[tuple[int, list[str]]]
"""Lines that are not empty, each as its number from 1 and its cells."""

# A cell as long as the largest file is cut, not refused.
csv.field_size_limit(1 << 20)
_DANGEROUS = frozenset("=+-@\t\r\n\0＝＋－＠")  # noqa: RUF001 - spreadsheets also take the wide forms for formulas
_WESTERN = "éèêëàâçîïôùûüœæÿ äöüß áéíóúñü ãõáâàçéêíóôú åäöæøé àèéìòù ëïéèöü ðþáéíóúýæö"
ENCODINGS: dict[str, str] = {
    "cp1252": _WESTERN,
    "mac_roman": _WESTERN,
    "cp850": _WESTERN,
    "cp1250": "áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž ąćęłńóśźż áéíóöőúüű ăâîşţ čćđšž äöüß",
    "cp1254": "çğıöşüâîİ",
    "cp1257": "āčēģīķļņšūž ąčęėįšųūž äõöüšž",
    "cp1251": "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ",
    "cp1253": "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώςϊϋ",
}
"""One-byte encodings, the preferred first, each with the letters beyond a to z of its languages."""
USUAL = frozenset("éèêëàâçîïôùûüœæÿäöüßáíóúñ")
"""Letters of French, German, Dutch, Italian and Spanish, for which cp1252 is preferred."""
ENDINGS = frozenset("èêëîôûñìò")
"""Letters that rarely end a name in the languages of cp1252. A word with one makes another encoding as likely."""


class Decoded(NamedTuple):
    """A decoded file.

    Attributes:
        text: the text.
        encoding: the encoding used.
        other: another encoding that is as likely; empty when there is no doubt.
        samples: a word that the two encodings decode differently, in each of them.
    """

    text: str
    encoding: str
    other: str = ""
    samples: tuple[str, str] = ("", "")


def decode(data: bytes, encoding: str = "") -> Decoded:
    """Decode a file, by default with its most likely encoding. Raises `UnreadableList` when it is not text."""
    candidates = ["utf-8-sig", *ENCODINGS]
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        candidates = ["utf-16"]
    elif data.count(0) * 3 > len(data):
        candidates = ["utf-16-be" if data[:1] == b"\0" else "utf-16-le"]
    texts = {name: text for name in candidates if (text := _decoded(data, name)) is not None}
    if encoding in texts:
        return Decoded(texts[encoding], encoding)
    for name in ("utf-8-sig", "utf-16", "utf-16-be", "utf-16-le"):
        if name in texts:
            return Decoded(texts[name], name)
    ranked = sorted(texts, key=lambda name: _strangeness(texts[name], ENCODINGS[name]))
    if not ranked or _strangeness(texts[ranked[0]], ENCODINGS[ranked[0]])[0] * 5 > len(data):
        raise UnreadableList(Fault("liste-illisible"))
    best = ranked[0]
    lowest = _strangeness(texts[best], ENCODINGS[best])
    for other in ranked[1:]:
        if texts[other] == texts[best] or (best == "cp1252" and _is_usual(texts[best])):
            continue
        wrong, languages = _strangeness(texts[other], ENCODINGS[other])
        # cp1252 is as likely as an equally plausible encoding, unless it needs three languages and the other one.
        near = other == "cp1252" and wrong == lowest[0] and not (lowest[1] == 1 and languages > 2)
        if near or lowest >= (wrong, languages):
            return Decoded(texts[best], best, other, _difference(texts[best], texts[other]))
    return Decoded(texts[best], best)


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def _strangeness(text: str, alphabets: str) -> tuple[int, int]:
    """Return two numbers by which decodings are compared: characters that no name has, and languages needed for the letters.

    The decoding with the lower numbers is more likely.
    """
    wrong = 0
    for before, char, behind in zip(f" {text}", text, f"{text[1:]} ", strict=False):
        if char < "\x80":
            wrong += char < " " and char not in "\t\r\n"
        elif not char.isalpha():
            wrong += char not in "’‘“”«»–—…•\N{NO-BREAK SPACE}€°£"
            wrong += char in "«»…•€£“”" and (before.isalpha() or behind.isalpha())
        else:
            # A capital within a word, a small letter within capitals, or another alphabet behind a Latin letter.
            wrong += (char.isupper() and before.islower()) or (
                before.isupper() and behind.isupper() and char.islower()
            )
            wrong += char > "\u036f" and before.isascii() and before.isalpha()
    letters = _letters(text)
    languages = 0
    while letters:
        best = max(alphabets.split(), key=lambda alphabet: len(letters & {*alphabet}))
        if not letters & {*best}:
            return wrong + len(letters), languages
        letters -= {*best}
        languages += 1
    return wrong, languages


def _letters(text: str) -> set[str]:
    return {char for char in text.lower() if char > "\x7f" and char.isalpha()}


def _is_usual(text: str) -> bool:
    """Return whether all letters are in `USUAL`, and none of `ENDINGS` ends a word."""
    return _letters(text) <= USUAL and not any(word[-1:] in ENDINGS for word in re.findall(r"\w+", text))


def _difference(text: str, other: str) -> tuple[str, str]:
    """Return the first word that differs between two decodings of the same bytes, as each of them has it."""
    pairs = zip(text.split(), other.split(), strict=False)
    return next(((mine, theirs) for mine, theirs in pairs if mine != theirs), ("", ""))


def rows_of(text: str, separator: str | None = None) -> tuple[str, Rows]:
    """Split a text into rows without empty ones. Returns the separator of columns, empty for a single column, and the rows."""
    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff"))
    first = text.split("\n", 1)[0].strip()
    if first[:4].casefold() == "sep=" and first[4:] in SEPARATORS:
        text, named = text.replace(first, "", 1), first[4:]
        separator = named if separator is None else separator
    separator = _separator(text) if separator is None else separator
    return (separator, _cells(text, separator)) if separator else _spaced(text)


def _spaced(text: str) -> tuple[str, Rows]:
    """Split lines whose columns are separated by several spaces, as on a printed page; return the separator and the rows.

    The separator is empty if too few lines have columns. Where all lines leave the same places empty, a column starts behind
    them, so that an empty cell does not move the next one.
    """
    rows = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    spaced = [line for _, line in rows if GAP.search(line)]
    if len(spaced) < 2 or 5 * len(spaced) < 3 * len(rows):
        return "", _cells(text, "")
    filled = {at for line in spaced for at, sign in enumerate(line) if not sign.isspace()}
    places = "".join(" x"[at in filled] for at in range(max(map(len, spaced))))
    cuts = [0, *(match.end() for match in re.finditer(r"(?<=x) {2,}(?=x)", places))]
    counts = [len(GAP.split(line.strip())) for line in spaced]
    aligned = len(cuts) == max(counts)
    cut = [
        (
            number,
            [line[start:end] for start, end in zip(cuts, [*cuts[1:], None], strict=True)]
            if aligned and GAP.search(line)
            else GAP.split(line.strip()),
        )
        for number, line in rows
    ]
    return ("  " if aligned or len({*counts}) == 1 else RAGGED), _stripped(cut)


def _separator(text: str) -> str:
    """Return the separator that most lines have equally often; empty for a plain list. Lines above the columns may lack it."""
    lines = [line for line in text.splitlines()[:200] if line.strip()]
    best, most = "", 0
    for separator in SEPARATORS:
        # A separator within quotes does not count.
        counts = [sum(part.count(separator) for part in line.split('"')[::2]) for line in lines]
        usual = max({*counts} - {0}, key=lambda count: (counts.count(count), count), default=0)
        alike = counts.count(usual)
        above = next((at for at, count in enumerate(counts[:4]) if count), 0)
        if usual and alike * 10 >= 6 * (len(counts) - above) and usual * alike > most:
            best, most = separator, usual * alike
    return best


def _cells(text: str, separator: str) -> Rows:
    """Return the lines that are not empty. A quoted cell may contain the separator or a line break."""
    rows: Rows = [(number, [line]) for number, line in enumerate(text.splitlines(), 1)]
    if separator:
        reader = csv.reader(text.splitlines(keepends=True), delimiter=separator)
        lines, before = [], 0
        with contextlib.suppress(csv.Error):
            for cells in reader:
                lines.append((before + 1, cells))
                before = reader.line_num
            rows = lines
    return _stripped(rows)


def _stripped(rows: Rows) -> Rows:
    stripped = (
        (number, [" ".join(cell[: 2 * MAX_CELL].split())[:MAX_CELL] for cell in cells])
        for number, cells in rows
    )
    return [(number, cells) for number, cells in stripped if any(cells)]


def is_formula(text: str) -> bool:
    """Return whether a spreadsheet would execute a text as a formula."""
    # Some spreadsheets strip spaces before they test the first character.
    return bool(_DANGEROUS & {text[:1], text.strip()[:1]})


def unescaped_cell(text: str) -> str:
    """Return the original text of a cell that our own files escaped with an apostrophe."""
    return text[1:] if text.startswith("'") and is_formula(text.lstrip("'")) else text


def text_of(cells: Sequence[str]) -> str:
    """Return a line as one text of at most 200 characters, for messages."""
    return " ".join(" ".join(cells).split())[:200]
