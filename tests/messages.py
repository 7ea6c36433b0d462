"""All sentences of the app that are marked for translation, and all catalogues that translate them."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from tests.examples import EXAMPLES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "scorekeeper"
GAP = re.compile(r"%\((\w+)\)s")
WORD = re.compile(r"[^\W\d_]{2}")
"""Two letters in a row; figures, suits and symbols need no translation."""
KEYWORDS = {"N_": None, "_": None, "gettext": None, "ngettext": (1, 2)}
CARDS = PACKAGE / "cards" / "games" / "declared" / "asking" / "cards.toml"
SHIPPED = ROOT / "examples" / "jeux"
PYTHON = {"encoding": "utf-8"}
JINJA = {"encoding": "utf-8", "silent": "false", "trim_blocks": "true", "lstrip_blocks": "true"}


@dataclass(frozen=True)
class Sentence:
    """A French sentence, with its plural if it has one, and the places where it is used."""

    french: tuple[str, ...]
    places: tuple[str, ...]


@cache
def sentences() -> Mapping[str, Sentence]:
    """Return every French sentence of Python code, TOML files, templates and examples, by its singular."""
    places: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for french, place in [
        *_in_python(),
        *_in_sentence_files(),
        *_in_cards(),
        *_in_shipped_games(),
        *_in_templates(),
        *_in_examples(),
    ]:
        places[french].append(place)
    return {french[0]: Sentence(french, tuple(at)) for french, at in places.items()}


def _in_python() -> Iterator[tuple[tuple[str, ...], str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield from _extracted("python", path, PYTHON)


def sentence_files(folder: Path) -> Mapping[Path, Mapping[str, Any]]:
    """Return the TOML files of sentences in a folder.

    Leaves out the worked examples, the cards of the form for declared games, the words of list headings, and the API
    descriptions, which are in English.
    """
    return {
        path: tomllib.loads(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.toml"))
        if path.name not in {"examples.toml", "descriptions.toml", "operations.toml", "headings.toml"}
        and path != CARDS
    }


def _in_sentence_files() -> Iterator[tuple[tuple[str, ...], str]]:
    for path, sections in sentence_files(PACKAGE).items():
        for section in sections.values():
            for code, text in section.items():
                parts = [text[key] for key in text if key != "rare"] if isinstance(text, dict) else [text]
                for part in parts:
                    assert isinstance(part, str), f"{path}: {code}"
                    yield (part,), f"{path.relative_to(ROOT)}:{code}"


def _in_cards() -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield titles, labels and names of the cards. Those that have a gap or are numbers are left out: they are not translated."""
    queue: list[Any] = [tomllib.loads(CARDS.read_text(encoding="utf-8"))]
    while queue:
        part = queue.pop()
        parts = [*part.values()] if isinstance(part, dict) else part
        queue += [each for each in parts if isinstance(each, dict | list)]
        keys = (
            "title",
            "label",
            "nom",
            "refuse",
            "why",
            "games",
            *(["usual"] if isinstance(part, dict) and part.get("named") else []),
        )
        for key in keys if isinstance(part, dict) else ():
            if part.get(key) and not re.search(r"\{\w+\}", part[key]):
                yield (part[key],), f"{CARDS.relative_to(ROOT)}:{key}"
        pictured = part.get("sheet", [""])[0] if isinstance(part, dict) else ""
        if re.search(r"[^\W\d_]{2}", pictured):
            yield (pictured,), f"{CARDS.relative_to(ROOT)}:sheet"
        says = part.get("says", "") if isinstance(part, dict) else ""
        if re.search(r"\w", re.sub(r"\{\w+\}", "", says)):
            yield (says,), f"{CARDS.relative_to(ROOT)}:says"


def _in_shipped_games() -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the texts of shipped definitions, in the context of their translations; the words of a choice are its keys."""
    for path in sorted(SHIPPED.glob("*.toml")):
        queue: list[Any] = [tomllib.loads(path.read_text(encoding="utf-8"))]
        while queue:
            part = queue.pop(0)
            for key, value in part.items():
                queue += [
                    each
                    for each in [value, *(value if isinstance(value, list) else [])]
                    if isinstance(each, dict)
                ]
                texts = value if key == "choix" else [value]
                if key in {"nom", "resume", "aide", "refuse", "demande", "choix"}:
                    yield from (
                        ((f"jeu|{text}",), str(path.relative_to(ROOT))) for text in texts if text is not True
                    )


def _in_templates() -> Iterator[tuple[tuple[str, ...], str]]:
    for folder in (ROOT / "templates", PACKAGE):
        for path in sorted([*folder.rglob("*.html"), *folder.rglob("*.svg")]):
            yield from _extracted("jinja2.ext:babel_extract", path, JINJA)


def _extracted(method: str, path: Path, options: Mapping[str, str]) -> Iterator[tuple[tuple[str, ...], str]]:
    for line, message, _comments, _context in extract_from_file(
        method, path, KEYWORDS, options=dict(options)
    ):
        variants = message if isinstance(message, tuple) else (message,)
        yield tuple(str(part) for part in variants), f"{path.relative_to(ROOT)}:{line}"


def _in_examples() -> Iterator[tuple[tuple[str, ...], str]]:
    for example in EXAMPLES:
        yield (example.name,), f"{example.game.key}/examples.toml"
        if example.shown and example.source:
            yield (example.source,), f"{example.game.key}/examples.toml"


def catalogues(language: str) -> tuple[Path, ...]:
    """Return the catalogues of a language, in all of the package."""
    return tuple(sorted(PACKAGE.rglob(f"translations/{language}/*.po")))


@cache
def messages_of(path: Path) -> tuple[Message, ...]:
    """Return the entries of a catalogue."""
    with path.open("rb") as source:
        return tuple(message for message in read_po(source, abort_invalid=True) if message.id)


@cache
def translations(language: str) -> Mapping[str, tuple[tuple[str, ...], Path]]:
    """Return the translation of every sentence, with its catalogue."""
    return {
        _forms(message.id)[0]: (_forms(message.string), path)
        for path in catalogues(language)
        for message in messages_of(path)
        if not message.fuzzy
    }


def _forms(text: object) -> tuple[str, ...]:
    return tuple(str(part) for part in text) if isinstance(text, (list, tuple)) else (str(text or ""),)


def forms(message: Message) -> tuple[str, ...]:
    """Return the French of a catalogue's entry: one sentence, or singular and plural."""
    return _forms(message.id)


def gaps(*texts: str) -> set[str]:
    """Return the gaps of a sentence, of all its forms together."""
    return {name for text in texts for name in GAP.findall(text)}
