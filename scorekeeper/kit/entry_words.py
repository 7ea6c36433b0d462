"""An entry in words, as it was typed and before anything judges it: the form's labels with what stands beside them."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from scorekeeper.i18n import gettext, language
from scorekeeper.kit.form import EntryForm
from scorekeeper.kit.words import number

SEPARATOR = " · "


def entry_in_words(form: EntryForm, raw: Mapping[str, Any]) -> str:
    """A plain entry of the file format, readable: "Preneur : Anne · Contrat : garde · Points : 40,5".

    Args:
        form: the game's form over the sheet that the entry is for; only its labels and words are used.
        raw: the entry; it may be impossible.
    """
    return SEPARATOR.join(_told(form, key, value) for key, value in raw.items())


def _told(form: EntryForm, key: str, value: Any) -> str:
    """A key with what it says: under its label, or name by name where everybody has something of their own."""
    if isinstance(value, Mapping):
        everybody = all(name in {*form.table.players, "A", "B"} for name in value)
        if not everybody:
            return SEPARATOR.join(_told(form, f"{key}.{inner}", item) for inner, item in value.items())
        if any(isinstance(item, (Mapping, list)) for item in value.values()):
            return SEPARATOR.join(
                _after(name, _of_one(form, f"{key}.{name}", item)) for name, item in value.items()
            )
    return _after(_label(form, key, value), _said(form, key, value))


def _of_one(form: EntryForm, key: str, value: Any) -> str:
    """What somebody has of their own: cards, or counts with their names."""
    if isinstance(value, Mapping):
        inner = [(_label(form, f"{key}.{name}", item), item) for name, item in value.items()]
        return ", ".join(f"{label} {_plain(form, key, item)}" for label, item in inner)
    return _said(form, key, value)


def _after(label: str, said: str) -> str:
    if not label:
        return said
    return (
        f"{label} {said}"
        if label.endswith("?")
        else gettext("%(rubrique)s : %(valeur)s", rubrique=label, valeur=said)
    )


def _label(form: EntryForm, key: str, value: Any) -> str:
    """What the form calls a key: itself, or the part of it that the value names first."""
    if key in form.WORDS.terms:
        return gettext(form.WORDS.terms[key])
    inner = next(iter(value), "") if isinstance(value, (Mapping, list)) else ""
    field = form.field_for(key) or (form.field_for(f"{key}.{inner}") if isinstance(inner, str) else None)
    label = form.label(field) if field is not None else ""
    stem, _, letter = key.rpartition("_")
    if stem and letter in {"a", "b"} and form.table.camps:
        label = f"{label} ({form.table.columns['ab'.index(letter)]})".strip()
    return label


def _said(form: EntryForm, key: str, value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_plain(form, key, item)}" for name, item in value.items())
    if isinstance(value, list):
        items = [_plain(form, key, item) for item in value]
        if len(value) == 2 and form.table.camps and all(isinstance(item, (int, Decimal)) for item in value):
            items = [f"{column} {item}" for column, item in zip(form.table.columns, items, strict=True)]
        return ", ".join(items)
    return _plain(form, key, value)


def _plain(form: EntryForm, key: str, value: Any) -> str:
    if isinstance(value, (Mapping, list)):
        items = value.values() if isinstance(value, Mapping) else value
        return " ".join(_plain(form, key, item) for item in items)
    if isinstance(value, bool):
        return gettext("oui") if value else gettext("non")
    if isinstance(value, int):
        return number(value)
    if isinstance(value, Decimal):
        return str(value) if language() == "en" else str(value).replace(".", ",")
    if value is None:
        return "–"
    text = str(value)
    choices: dict[str, str] = dict(getattr(form.field_for(key), "choices", None) or ())
    if text in form.table.players or (text in {"A", "B"} and text in choices):
        return choices.get(text, text)  # names stand as they are
    word = choices.get(text) or form.WORDS.terms.get(text)
    return gettext(word) if word else text
