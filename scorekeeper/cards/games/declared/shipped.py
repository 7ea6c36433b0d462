"""Shipped definitions in the current language. A house takes one with these texts, and they are its own from then on."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.i18n import gettext

CONTEXT = "jeu|"
"""Context of the messages: a text of a shipped game has a translation of its own."""
SHOWN = ("nom", "resume", "aide", "refuse", "demande")
"""Keys of the texts that people read."""
ANSWERS = ("_nom", "_quoi", "_coup", "_phrase")
"""Ends of the keys of form answers that are such texts too."""


def translated(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a shipped definition in the current language; its keys and formulas stay."""
    chosen = {word for field in document.get("champs", ()) for word in field.get("choix", ())}
    return dict(_said(document, {text: gettext(CONTEXT + text) for text in texts_of(document)}, chosen))


def texts_of(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the texts of a definition that people read, and the words of its choices."""
    for key, value in table.items():
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                yield from part if key == "choix" else texts_of(part)
            elif key in SHOWN and isinstance(part, str):
                yield part


def _said(part: Any, words: Mapping[str, str], chosen: set[str], key: str = "") -> Any:
    if isinstance(part, list):
        return [_said(each, words, chosen, key) for each in part]
    if isinstance(part, dict):
        return {
            words[name] if key == "choix" else name: _said(value, words, chosen, name)
            for name, value in part.items()
        }
    own = key in SHOWN or key.endswith(ANSWERS) or part in chosen
    return words.get(part, part) if own else part
