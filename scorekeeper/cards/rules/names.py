"""Names written on a sheet: which are accepted, how they are normalised, and which are equal.

One policy for players, camps, clubs and titles, in forms, files and the API alike.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

NAME_MAX, TITLE_MAX = 40, 80
"""Longest name of a player, a camp or a club, and longest title or place, in characters."""
CURRENCY_MAX = 5
"""Longest sign or name of a currency."""
NOTE_MAX, REASON_MAX = 200, 200
"""Longest remark on an entry, and longest reason for an amendment."""
MOTIF_MAX = 120
"""Longest reason of an adjustment."""

_REFUSED_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
_JOINERS = frozenset("\u200c\u200d")
_SPACES = re.compile(" +")
_WORD_ENDS = re.compile(r"[\s'’.-]+")
_ALPHABETS = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "COPTIC", "CHEROKEE"})
_LOOKS_LATIN = str.maketrans(
    # Cyrillic, then Greek: each letter that is drawn as a Latin one, or nearly so.
    "АВЕЅІЈКМНОРСТУХҮԚԜаеѕіјорсухүһԁԛԝӏвкмнтΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχϲϳ",
    "ABESIJKMHOPCTYXYQWaesijopcyxyhdqwlbkmhtABEZHIKMNOPTYXaikvoptuxcj",
)


class BadText(ValueError):
    """A text that is refused; `code` is the reason, `limit` the maximum length in characters."""

    def __init__(self, code: str, limit: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.limit = limit


def normalise(text: str, limit: int = NAME_MAX) -> str:
    """Normalise a name: Unicode NFC, every run of spaces one space, none at the ends.

    Raises:
        BadText: `texte-vide`, `texte-trop-long`, `texte-signe-en-tete` (begins with a combining mark), or
            `texte-caractere` (invisible, stacked or unassigned characters).
    """
    if len(text) > 20 * limit:
        raise BadText("texte-trop-long", limit)
    text = unicodedata.normalize("NFC", text)
    text = "".join(" " if unicodedata.category(char) == "Zs" or char in "\t\r\n" else char for char in text)
    text = _SPACES.sub(" ", text).strip(" ")
    if not text:
        raise BadText("texte-vide", limit)
    if unicodedata.category(text[0])[0] == "M":
        raise BadText("texte-signe-en-tete", limit)
    # A letter, a digit, a dash, an emoji: what is visible by itself.
    visible = any(unicodedata.category(char)[0] in "LNPS" for char in text)
    if not visible or any(_refused(text, place) for place in range(len(text))):
        raise BadText("texte-caractere", limit)
    if len(text) > limit:
        raise BadText("texte-trop-long", limit)
    return text


def _refused(text: str, place: int) -> bool:
    char = text[place]
    if char in _JOINERS:
        # A joiner has a use between letters of the scripts that need it, or between emojis.
        around = text[place - 1 : place] + text[place + 1 : place + 2]
        alike = len(around) == 2 and len(set(map(_drawn, around))) == 1
        joined = (
            ord(near) > 127 and (unicodedata.category(near)[0] in "LM" or _drawn(near)) for near in around
        )
        return not (alike and all(joined))
    if char in _BLANK_LETTERS or unicodedata.category(char) in _REFUSED_CATEGORIES:
        return True
    return place >= 2 and all(unicodedata.combining(near) for near in text[place - 2 : place + 1])


def _drawn(char: str) -> bool:
    """Return whether the character is an emoji, or changes the look of one."""
    return unicodedata.category(char) in {"So", "Sk"} or char == "\ufe0f"


def casefold(name: str) -> str:
    """Return the key by which names are compared: Unicode NFC, case folded."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def team_names(players: Sequence[str]) -> tuple[str, str]:
    """Return names for two unnamed camps: their players' names, shortened until both fit; else `A` and `B`."""
    for most in (NAME_MAX, 18, 12, 8):
        pair = [" & ".join(name.strip()[:most].strip() for name in players[side::2]) for side in (0, 1)]
        try:
            first, second = map(normalise, pair)
        except BadText:
            continue
        if casefold(first) != casefold(second):
            return first, second
    return "A", "B"


def skeleton(name: str) -> str:
    """Return a name for comparison by look, as `skeleton` in Unicode's UTS 39: without case, accents and punctuation.

    Greek and Cyrillic letters that look Latin become Latin, unless the name is really Greek or Cyrillic.
    """
    plain = "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char))
    drawn = plain.translate(_LOOKS_LATIN)
    if not mixes_alphabets(name) and {*map(_alphabet, drawn)} & (_ALPHABETS - {"LATIN"}):
        drawn = plain  # a name that is really Greek or Cyrillic
    return "".join(char for char in drawn.casefold() if char.isalnum())


def mixes_alphabets(name: str) -> bool:
    """Return whether a word mixes letters of alphabets that look alike, such as a Cyrillic letter within a Latin name."""
    return any(len(set(map(_alphabet, word)) & _ALPHABETS) > 1 for word in _WORD_ENDS.split(name))


def _alphabet(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0] if char.isalpha() else ""


_PLAIN = ("oe", "Oe", "ae", "Ae", *"oOlLdD'")
_WITHOUT_ACCENT = str.maketrans(dict(zip("œŒæÆøØłŁđĐ’", _PLAIN, strict=True)))
"""Letters that Unicode does not decompose, with the plain letters that people type for them."""


def alphabetical(name: str) -> tuple[str, str]:
    """Return the sort key of a name, without accents and case; the name itself breaks ties."""
    bare = "".join(char for char in unicodedata.normalize("NFD", name) if not unicodedata.combining(char))
    return bare.translate(_WITHOUT_ACCENT).casefold(), name


def matches(typed: str, name: str) -> bool:
    """Return whether each typed word is a prefix of a different word of the name; `False` if nothing is typed.

    Accents, case, hyphens, apostrophes and points are ignored.
    """
    parts, words = _plain_words(typed), _plain_words(name)
    # The longest first, so that a short prefix does not use up the only word of a longer one.
    for part in sorted(parts, key=len, reverse=True):
        begun = next((word for word in words if word.startswith(part)), None)
        if begun is None:
            return False
        words.remove(begun)
    return bool(parts)


def _plain_words(text: str) -> list[str]:
    return [word for word in _WORD_ENDS.split(alphabetical(text)[0]) if word]


_DUTCH = ("van", "von", "vander", "der", "den", "ten", "ter")
_PARTICLES = frozenset({*_DUTCH, "la", "le", "les", "du", "del", "di", "da", "dos", "mac"})
"""First words of surnames of several words; "de" is not sorted under."""


def by_surname(name: str) -> tuple[str, str]:
    """Return the sort key of a person's name: the surname (words in capitals if any, else those after the first names), then the
    whole name.
    """
    words = alphabetical(name)[0].split()
    return " ".join(words[place] for place in _surname(name)), alphabetical(name)[0]


def surname_first(name: str) -> str:
    """Return a name with its surname first, as in lists sorted by `by_surname`: Aubry Anne."""
    words, last = name.split(), _surname(name)
    while last and last[0] > 1 and words[last[0] - 1].casefold() == "de":
        last = (last[0] - 1, *last)
    return " ".join(words[at] for at in (*last, *(at for at in range(len(words)) if at not in last)))


def _surname(name: str) -> tuple[int, ...]:
    """Return the indexes of the words of a surname."""
    words = alphabetical(name)[0].split()
    capitals = tuple(
        at for at, word in enumerate(name.split()) if sum(map(str.isalpha, word)) > 1 and word.isupper()
    )
    if capitals and len(capitals) < len(words):
        return capitals[1:] if words[capitals[0]] == "de" else capitals
    start = next((at for at, word in enumerate(words) if at and word in _PARTICLES), len(words) - 1)
    # "Jean 2" has no surname: the last word is no name.
    start = start if words and words[-1][:1].isalpha() else 0
    return tuple(range(start, len(words)))


SHORT = 14
"""Longest name, in characters, that fits in two lines above a column on a phone."""
CAMP = 56
"""Longest camp name, in characters, above one of two columns on a tablet: two full names."""
_VOWEL = "aàâäeéèêëiïîoöôuùûüyœæ"
_LONG_WORD = re.compile(r"[^\W\d_]{7,}")
_SYLLABLE = re.compile(
    rf"[{_VOWEL}][^{_VOWEL}]*?(?=(?:[bcdfgkptv][lr]|[cpst]h|gn|[^{_VOWEL}])[{_VOWEL}])", re.IGNORECASE
)
"""A vowel and what follows it up to the next syllable; consonant pairs such as `ch` and `br` are kept together."""
ALIKE = 6
"""Number of shared first letters from which names are shortened to the part that differs."""


@lru_cache(maxsize=256)
def short_names(listed: tuple[str, ...], most: int = SHORT) -> tuple[str, ...]:
    """Return the names in at most `most` characters each, cut in the middle where too long, all different if possible."""
    shown: list[str] = []
    for name in listed:
        others = [other for other in listed if other != name]
        taken = {*shown, *(other for other in others if len(other) <= most)}
        shared = max((_shared(name, other) for other in others), default=0)
        apart = f"{name[:3]}…{name[shared - 1 :][: most - 4].strip()}" if shared >= ALIKE else name
        tries = (name, apart, *(_cut(name, most, kept) for kept in range(most - 1)))
        shown.append(next((text for text in tries if len(text) <= most and text not in taken), name[:most]))
    return tuple(shown)


def syllables(name: str) -> str:
    """Return the name with soft hyphens at the syllables of its long words."""
    return _LONG_WORD.sub(lambda word: _SYLLABLE.sub(_hyphened, word[0]), name)


def _hyphened(syllable: re.Match[str]) -> str:
    left, right = syllable.end(), len(syllable.string) - syllable.end()
    return syllable[0] + ("\u00ad" if min(left, right) >= 3 else "")


def _shared(name: str, other: str) -> int:
    return next(
        (place for place, pair in enumerate(zip(name, other, strict=False)) if pair[0] != pair[1]),
        min(len(name), len(other)),
    )


def _cut(name: str, most: int, kept: int) -> str:
    end = name[len(name) - kept :].lstrip()
    return f"{name[: most - 1 - kept].rstrip()}…{end}"
