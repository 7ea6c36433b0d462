"""Languages of the app: French in the source, others in `.po` catalogues beside the code that they translate.

Catalogues are read uncompiled, so that they are never stale, from every folder `translations/<language>/` of the package; each
game brings its own. Adding a language adds catalogues, and no code: all that differs between languages is a message, or follows
from the language's tag. The current language is a context variable, set per request on the web and once on the command line.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from babel import Locale
    from babel.support import Translations

SOURCE = "fr"
"""Language of the sentences in the source."""
FALLBACK = "en"
"""Language of responses to clients that accept none of these."""

current: ContextVar[str] = ContextVar("language", default=SOURCE)
"""The current language, one of `LANGUAGES`."""
swiss: ContextVar[bool] = ContextVar("swiss", default=False)
"""Whether the house plays jass with German-Swiss cards: the catalogues in folders `suits` then have the first word."""


def N_(text: str) -> str:  # noqa: N802 - gettext's name for "to be translated where it is shown"
    """Mark a sentence for translation where it is shown."""
    return text


NAME = N_("Français")
"""Name of a language in itself."""
SEVERAL = N_("… et …, Les …")
"""Parts of the names of sides that take a plural: between names, or at the beginning."""


class Language(NamedTuple):
    """A language as its catalogue `language.po` describes it; the source language has none."""

    name: str
    """Name in the language itself."""
    tag: str
    """Tag (BCP 47) of pages and papers, also the locale of numbers and dates."""
    several: str
    """Its `SEVERAL`."""


def _languages() -> dict[str, Language]:
    """Return the languages offered, by folder: the source, and those whose own name is translated and not marked as fuzzy."""
    offered = {}
    for path in Path(__file__).parent.glob("translations/*/language.po"):
        text = path.read_text(encoding="utf-8")
        messages = dict(re.findall(r'(?<!#, fuzzy\n)^msgid "(.+)"\nmsgstr "(.+)"', text, re.MULTILINE))
        tag = re.search(r'^"Language: ([\w-]+)', text, re.MULTILINE)
        if NAME in messages and tag:
            offered[path.parent.name] = Language(messages[NAME], tag[1], messages[SEVERAL])
    source = Language(NAME, SOURCE, SEVERAL)
    return {SOURCE: source, **dict(sorted(offered.items(), key=lambda each: each[1].name))}


LANGUAGES = _languages()
"""Languages with complete catalogues, in the order in which they are offered."""


@cache
def catalogue(language: str, kind: str = "translations") -> Translations:
    """Return all messages of a language, from folders of a kind; without any, an empty catalogue."""
    # Imported only here: the source language needs no catalogue.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415
    from babel.support import Translations  # noqa: PLC0415

    merged = Translations()
    for path in sorted(Path(__file__).parent.rglob(f"{kind}/{language}/*.po")):
        with path.open("rb") as source:
            messages = read_po(source, locale=language)
        binary = io.BytesIO()
        write_mo(binary, messages)
        binary.seek(0)
        merged.merge(Translations(binary))
    return merged


def language() -> str:
    """Return the current language."""
    return current.get()


def tag() -> str:
    """Return the tag (BCP 47) of the current language."""
    return LANGUAGES[current.get()].tag


def locale() -> Locale:
    """Return Babel's locale of the current language."""
    return _locale(tag())


@cache
def _locale(tag: str) -> Locale:
    # Imported only here: few sentences in the source language need it.
    from babel import Locale  # noqa: PLC0415

    return Locale.parse(tag, sep="-")


def number_marks() -> tuple[str, str]:
    """Return the thousands separator and the decimal mark of the current language."""
    symbols = locale().number_symbols["latn"]
    return symbols["group"], symbols["decimal"]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the language within a block; the source language when it is not offered."""
    token = current.set(language if language in LANGUAGES else SOURCE)
    try:
        yield
    finally:
        current.reset(token)


_CONTEXT = re.compile(r"^\w+\|")
"""Part of a message that is not shown: it sets apart equal French words whose translations differ."""
_HIGH = re.compile(r" (?=[;!?])")
_COLON = re.compile(r" (?=[:»])|(?<=«) ")


@lru_cache(maxsize=5000)
def typeset(text: str) -> str:
    """Return a French sentence without its context, with no-break spaces: narrow before ; ! ?, wide before : and inside « »."""
    return _COLON.sub("\u00a0", _HIGH.sub("\u202f", _CONTEXT.sub("", text)))


_BEFORE_GAP = re.compile(r"\b([Dd]|[Qq]u)e %\((\w+)\)s")
_AGREES = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")
_ELIDES = re.compile(
    r"(?!onz|oui|ou[aei])([aeiouæœøı]|y[^\Waeiouı]|h(e(l|nr|r[bcmv]|ct)|ip|om|onor|or[at]|u[bg]|ya))[^\W\d_]"
)
"""Start of a name or noun after which French elides: d’Éric, d’Hélène, d’Yves; but de Hans, de Yann, de A."""


def _elides(name: str) -> bool:
    letters = unicodedata.normalize("NFD", name[:20].lower())
    return bool(_ELIDES.match("".join(letter for letter in letters if not unicodedata.combining(letter))))


_SEVERAL = re.compile(
    "|".join(
        ("" if part.startswith("…") else "^") + re.escape(part.strip("…"))
        for part in {"… & …", *(part for each in LANGUAGES.values() for part in each.several.split(", "))}
    )
)


@lru_cache(maxsize=5000)
def _plural(value: str, language: str) -> bool:
    """Return whether a number or the name of a side takes a plural; names are of any language."""
    figures = value.lstrip("+−")
    if not figures[:1].isdigit():
        return bool(_SEVERAL.search(value))
    if language == SOURCE:
        return figures != "1" and figures[:2] not in {"0", "0,", "1,"}
    count = re.fullmatch(r"(\d+)(?:[.,](\d+))?", figures)
    rule = _locale(LANGUAGES[language].tag).plural_form
    return not count or rule(Decimal(f"{count[1]}.{count[2] or ''}")) != "one"


def fill(sentence: str, values: Mapping[str, object]) -> str:
    """Fill the gaps of a sentence. "de %(name)s" is elided in French; "{name:singular|plural}" agrees with the value."""
    if (spoken := current.get()) == SOURCE:
        sentence = _BEFORE_GAP.sub(
            lambda gap: f"{gap[1]}{'’' if _elides(str(values[gap[2]])) else 'e '}%({gap[2]})s", sentence
        )
    agreed = _AGREES.sub(lambda form: form[3 if _plural(str(values[form[1]]), spoken) else 2], sentence)
    return agreed % values


def gettext(text: str, **values: object) -> str:
    """Return a sentence in the current language, with its `%(name)s` gaps filled when values are given."""
    if swiss.get() and text:
        text = str(catalogue(current.get(), "suits").ugettext(text))
    if current.get() == SOURCE or not text:
        sentence = typeset(text)
    else:
        sentence = _CONTEXT.sub("", str(catalogue(current.get()).ugettext(text)))
    return fill(sentence, values) if values else sentence


def ngettext(singular: str, plural: str, number: int, **values: object) -> str:
    """Return a sentence that depends on a number, also available as `%(num)s`. French takes 0 as singular."""
    if current.get() == SOURCE:
        sentence = typeset(plural if abs(number) >= 2 else singular)
    else:
        sentence = str(catalogue(current.get()).ungettext(singular, plural, number))
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


DATE, SHORT_DATE = N_("d MMMM y"), N_("d MMM y")
DAY, SHORT_DAY = N_("d MMMM"), N_("d MMM")
"""Patterns of dates, with and without the year: 22 novembre 2026, 22 nov. 2026."""
FIRST = N_("date|1er")
"""First day of a month before the month's name."""


def day(date: str | None, pattern: str = DATE) -> str:
    """Return an ISO date in words, by one of the patterns above, in the current language; empty for none."""
    if not date:
        return ""
    # Imported only here: a tablet that counts without the server has neither.
    import datetime as dt  # noqa: PLC0415

    from babel.dates import format_date  # noqa: PLC0415

    on = dt.date.fromisoformat(date[:10])
    text = str(format_date(on, format=gettext(pattern), locale=locale()))
    return f"{gettext(FIRST)}{text[1:]}" if text.startswith("1 ") else text
