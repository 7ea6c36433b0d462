"""Languages of the app: French in the source, others in `.po` catalogues beside the code that they translate.

Catalogues are read uncompiled, so that they are never stale, from every folder `translations/<language>/` of the package; each
game brings its own. The current language is a context variable, set per request on the web and once on the command line.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.support import Translations

SOURCE = "fr"
"""Language of the sentences in the source."""
LANGUAGES = ("fr", "en")
"""Languages with complete catalogues, in the order in which they are offered."""
FALLBACK = "en"
"""Language of responses to clients that accept none of these."""
LANGUAGE_NAMES = {"fr": "Français", "en": "English"}

_current: ContextVar[str] = ContextVar("language", default=SOURCE)


def N_(text: str) -> str:  # noqa: N802 - gettext's name for "to be translated where it is shown"
    """Mark a sentence for translation where it is shown."""
    return text


@cache
def catalogue(language: str) -> Translations:
    """Return all messages of a language; an empty catalogue for the source language."""
    # Imported only here: the source language needs no catalogue.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415
    from babel.support import Translations  # noqa: PLC0415

    merged = Translations()
    for path in sorted(Path(__file__).parent.rglob(f"translations/{language}/*.po")):
        with path.open("rb") as source:
            messages = read_po(source, locale=language)
        binary = io.BytesIO()
        write_mo(binary, messages)
        binary.seek(0)
        merged.merge(Translations(binary))
    return merged


def language() -> str:
    """Return the current language."""
    return _current.get()


def speak(language: str) -> None:
    """Set the language of this context. Raises `LookupError` for a language that is not offered."""
    if language not in LANGUAGES:
        raise LookupError(language)
    _current.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the language within a block; the source language when it is not offered."""
    token = _current.set(language if language in LANGUAGES else SOURCE)
    try:
        yield
    finally:
        _current.reset(token)


_HIGH = re.compile(r" (?=[;!?])")
_COLON = re.compile(r" (?=[:»])|(?<=«) ")


@lru_cache(maxsize=5000)
def typeset(text: str) -> str:
    """Return a French sentence with no-break spaces: narrow ones before ; ! ?, wide ones before : and inside « »."""
    return _COLON.sub("\u00a0", _HIGH.sub("\u202f", text))


_BEFORE_GAP = re.compile(r"\b([Dd]|[Qq]u)e %\((\w+)\)s")
_AGREES = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")
_ELIDES = re.compile(
    r"(?!onz|oui|ou[aei])([aeiouæœøı]|y[^\Waeiouı]|h(e(l|nr|r[bcmv]|ct)|ip|om|onor|or[at]|u[bg]|ya))[^\W\d_]"
)
"""Start of a name or noun after which French elides: d’Éric, d’Hélène, d’Yves; but de Hans, de Yann, de A."""


def _elides(name: str) -> bool:
    letters = unicodedata.normalize("NFD", name[:20].lower())
    return bool(_ELIDES.match("".join(letter for letter in letters if not unicodedata.combining(letter))))


def _plural(value: str) -> bool:
    """Return whether a number or the name of a side takes a plural."""
    figures = value.lstrip("+−")
    if not figures[:1].isdigit():
        return bool(re.search(r"^(Les|The) | (&|et|and) ", value))
    return figures != "1" and (_current.get() != SOURCE or figures[:2] not in {"0", "0,", "1,"})


def fill(sentence: str, values: Mapping[str, object]) -> str:
    """Fill the gaps of a sentence. "de %(name)s" is elided in French; "{name:singular|plural}" agrees with the value."""
    if _current.get() == SOURCE:
        sentence = _BEFORE_GAP.sub(
            lambda gap: f"{gap[1]}{'’' if _elides(str(values[gap[2]])) else 'e '}%({gap[2]})s", sentence
        )
    return _AGREES.sub(lambda forms: forms[3 if _plural(str(values[forms[1]])) else 2], sentence) % values


def gettext(text: str, **values: object) -> str:
    """Return a sentence in the current language, with its `%(name)s` gaps filled when values are given."""
    if _current.get() == SOURCE or not text:
        sentence = typeset(text)
    else:
        sentence = str(catalogue(_current.get()).ugettext(text))
    return fill(sentence, values) if values else sentence


def ngettext(singular: str, plural: str, number: int, **values: object) -> str:
    """Return a sentence that depends on a number, also available as `%(num)s`. French takes 0 as singular."""
    if _current.get() == SOURCE:
        sentence = typeset(plural if abs(number) >= 2 else singular)
    else:
        sentence = str(catalogue(_current.get()).ungettext(singular, plural, number))
    return fill(sentence, {"num": number, **values})


def all_of(texts: Iterable[str]) -> str:
    """Return names as a sentence lists them: Jules, Inès et Hugo."""
    return _listed(N_("%(others)s et %(last)s"), texts)


def any_of(texts: Iterable[str]) -> str:
    """Return alternatives as a sentence lists them: 3, 4 ou 5."""
    return _listed(N_("%(others)s ou %(last)s"), texts)


def _listed(sentence: str, texts: Iterable[str]) -> str:
    *others, last = [*texts] or [""]
    return gettext(sentence, others=", ".join(others), last=last) if others else last
