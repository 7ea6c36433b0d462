"""Worked examples of a game from its `examples.toml`, shown on the help page and run by the tests."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from scorekeeper.cards.game_api.words import number
from scorekeeper.i18n import gettext, number_marks

if TYPE_CHECKING:
    from scorekeeper.cards.game_api.form import EntryForm
    from scorekeeper.cards.game_api.game import Game

SEPARATOR = " · "


@dataclass(frozen=True)
class Example:
    """One example of the file; without players of its own it has those of the file."""

    name: str
    source: str
    data: Mapping[str, Any]

    @property
    def shown(self) -> bool:
        """Whether the help page shows it."""
        return bool(self.data.get("help", False))

    @property
    def entry(self) -> Mapping[str, Any] | None:
        """The entry, or `None` for an example of settings only."""
        return self.data.get("entry")

    @property
    def settings(self) -> dict[str, Any]:
        """Its settings. TOML has no null, so settings that are `None` are listed in `without`."""
        return {**self.data.get("settings", {}), **dict.fromkeys(self.data.get("without", ()))}

    def sheet(self, game: Game, *, with_entry: bool = True) -> dict[str, Any]:
        """Return the example as a sheet file: table, settings, earlier entries and, if `with_entry`, its entry."""
        last = [self.entry] if with_entry and self.entry is not None else []
        return {
            "format": "scorekeeper/1",
            "game": game.key,
            **({"definition": json.loads(game.definition)} if game.definition else {}),
            "settings": self.settings,
            "entries": [*self.data.get("before", ()), *last],
            **{
                key: self.data[key] for key in ("players", "equipes", "premier_donneur") if self.data.get(key)
            },
        }


def examples_of(game: Game) -> tuple[Example, ...]:
    """Return all examples of a game, in the order of the file."""
    with (game.folder / "examples.toml").open("rb") as file:
        data = tomllib.load(file, parse_float=Decimal)
    players = data.get("players", [])
    return tuple(
        Example(item["name"], item.get("source", ""), {"players": players, **item})
        for item in data["example"]
    )


def entry_text(form: EntryForm, entry: Mapping[str, Any]) -> str:
    """An entry of the file format, even an impossible one: "Preneur : Anne · Contrat : garde · Points : 40,5"."""
    texts = _Texts(form)
    return SEPARATOR.join(texts.item(key, value) for key, value in entry.items())


@dataclass(frozen=True)
class _Texts:
    """Formats entries with the labels and choices of one form."""

    form: EntryForm

    def item(self, key: str, value: Any) -> str:
        """Return a key with its value, under its label or, if players have several values each, by player."""
        if isinstance(value, Mapping):
            if any(name not in {*self.form.table.players, "A", "B"} for name in value):
                return SEPARATOR.join(self.item(f"{key}.{inner}", part) for inner, part in value.items())
            if any(isinstance(part, (Mapping, list)) for part in value.values()):
                return SEPARATOR.join(
                    _labelled(name, self.of_player(f"{key}.{name}", part)) for name, part in value.items()
                )
        return _labelled(self.label(key, value), self.values(key, value))

    def of_player(self, key: str, value: Any) -> str:
        """Return the value of one player: a list of cards, or counts with labels."""
        if not isinstance(value, Mapping):
            return self.values(key, value)
        return ", ".join(
            f"{self.label(f'{key}.{name}', part)} {self.value(key, part)}" for name, part in value.items()
        )

    def label(self, key: str, value: Any) -> str:
        """Return the form's label of a key; if it has none, the label of the first key or item of its value."""
        form = self.form
        if key in form.WORDS.terms:
            return gettext(form.WORDS.terms[key])
        inner = next(iter(value), "") if isinstance(value, (Mapping, list)) else ""
        field = form.field_for(key) or (form.field_for(f"{key}.{inner}") if isinstance(inner, str) else None)
        label = gettext(str(field.label.text)) if field is not None else ""
        stem, _, letter = key.rpartition("_")
        if stem and letter in {"a", "b"} and form.table.camps:
            label = f"{label} ({form.table.columns['ab'.index(letter)]})".strip()
        return label

    def values(self, key: str, value: Any) -> str:
        """Return all parts of a value, with the player or camp of each."""
        if isinstance(value, Mapping):
            return ", ".join(f"{name} {self.value(key, part)}" for name, part in value.items())
        if not isinstance(value, list):
            return self.value(key, value)
        if self.form.table.camps and len(value) == 2 and all(isinstance(v, (int, Decimal)) for v in value):
            return self.values(key, dict(zip(self.form.table.columns, value, strict=True)))
        return ", ".join(self.value(key, part) for part in value)

    def value(self, key: str, value: Any) -> str:
        """Return one value: names unchanged, choices and terms in the current language."""
        if isinstance(value, Mapping):
            value = list(value.values())
        if isinstance(value, list):
            return " ".join(self.value(key, part) for part in value)
        if isinstance(value, bool):
            return gettext("oui") if value else gettext("non")
        if isinstance(value, int):
            return number(value)
        if isinstance(value, Decimal):
            return str(value).replace(".", number_marks()[1])
        if value is None:
            return "–"
        text = str(value)
        choices: dict[str, str] = dict(getattr(self.form.field_for(key), "choices", None) or ())
        if text in self.form.table.players or (text in {"A", "B"} and text in choices):
            return choices.get(text, text)
        word = choices.get(text) or self.form.WORDS.terms.get(text)
        return gettext(word) if word else text


def _labelled(label: str, text: str) -> str:
    if label and not label.endswith("?"):
        return gettext("%(rubrique)s : %(valeur)s", rubrique=label, valeur=text)
    return f"{label} {text}" if label else text
