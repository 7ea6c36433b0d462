"""Codes and their values as sentences in the language of the moment.

The French sentences are in TOML files, each beside the module that reads it and under its name; its keys are the codes.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from scorekeeper.cards.rules.contract import (
    AllOf,
    AnyOf,
    Halves,
    Label,
    Rules,
    Seat,
    Side,
    Signed,
    Table,
    Term,
    Value,
)
from scorekeeper.cards.rules.fields import Amounts
from scorekeeper.cards.rules.strict_json import BadJson
from scorekeeper.i18n import all_of, any_of, fill, gettext, language


def read_sentences(module: str, *sections: str) -> tuple[Mapping[str, Any], ...]:
    """Read the sections of the TOML file beside a module (its `__file__`). Raises `ValueError` when it has others, or not all."""
    path = Path(module).with_suffix(".toml")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    if data.keys() != set(sections):
        raise ValueError(f"{path}: has the sections {', '.join(data)} instead of {', '.join(sections)}")
    return tuple(data[section] for section in sections)


COMMON, BAD_JSON = read_sentences(__file__, "common", "bad-json")


@dataclass(frozen=True)
class SettingText:
    """Label and help of one setting."""

    label: str
    help: str = ""
    """One sentence on what it changes."""
    rare: bool = False
    """Whether no leaflet and no federation has it: it stands behind a fold."""


@dataclass(frozen=True)
class Words:
    """The French words of a game or of another part of the app, for translation where they are shown."""

    messages: Mapping[str, str]
    """Sentence of each fault, doubt, label and outcome code, with `%(name)s` gaps."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """Word of each `Term`."""
    settings: Mapping[str, SettingText] = field(default_factory=dict)
    """Label and help of each setting of a game, in the order they are asked for."""

    @classmethod
    def read(cls, module: str, *families: str) -> Self:
        """Read the words of a game from the file beside a module, which is passed as its `__file__`, after those of the modules that
        it shares with other games.
        """
        messages, terms, settings = read_sentences(module, "messages", "terms", "settings")
        shared = [read_sentences(family, "messages", "terms") for family in families]
        return cls(
            {**{code: text for part, _ in shared for code, text in part.items()}, **messages},
            {**{word: text for _, part in shared for word, text in part.items()}, **terms},
            {key: SettingText(**text) for key, text in settings.items()},
        )

    def sentence(self, code: str) -> str:
        """The French sentence of a code; a `KeyError` for a code without words."""
        sentence: str = (self.messages if code in self.messages else COMMON)[code]
        return sentence


def number(value: int) -> str:
    """An integer with a real minus sign, its thousands apart from 10 000 on."""
    mark = "" if abs(value) < 10_000 else "," if language() == "en" else "\u202f"
    return f"{'−' if value < 0 else ''}{abs(value):,}".replace(",", mark)


def signed(value: int) -> str:
    """A score with its sign: +318, −106, 0."""
    return f"{'+' if value > 0 else ''}{number(value)}"


def halves(value: int) -> str:
    """Half points as a number, with the decimal mark of the language: 40,5 or 40.5."""
    whole, rest = divmod(value, 2)
    return number(whole) + ("" if not rest else ".5" if language() == "en" else ",5")


def money(cents: int, currency: str) -> str:
    """An amount in whole cents: 12,50 € or €12.50."""
    units, rest = divmod(cents, 100)
    if language() == "en":
        return f"{currency}{'' if len(currency) == 1 else ' '}{number(units)}.{rest:02d}"
    return f"{number(units)},{rest:02d}\N{NO-BREAK SPACE}{currency}"


def spoken(value: Value, words: Words, table: Table) -> str:
    """One value as it stands in a sentence."""
    if isinstance(value, Seat):
        return table.players[value] if table.players else str(value + 1)
    if isinstance(value, Side):
        return table.columns[value] if table.camps else "AB"[value]
    if isinstance(value, Halves | Signed):
        return halves(value) if isinstance(value, Halves) else signed(value)
    if isinstance(value, Label):
        return say(value, words, table)
    if isinstance(value, Term):
        return gettext(words.terms[value]) if value in words.terms else str(value)
    if isinstance(value, tuple):
        texts = [spoken(item, words, table) for item in value]
        if isinstance(value, AnyOf):
            return any_of(texts)
        together = isinstance(value, AllOf) or all(isinstance(item, Seat) for item in value)
        return all_of(texts) if together else ", ".join(texts)
    return number(value) if isinstance(value, int) else value


def say(message: Label, words: Words, table: Table) -> str:
    """A label, fault or doubt as a sentence."""
    values = {name: spoken(value, words, table) for name, value in message.values.items()}
    return fill(gettext(words.sentence(message.code)), values)


def why_bad_json(error: BadJson) -> str:
    """Why a document is not the JSON that is read."""
    return gettext(BAD_JSON[error.code], detail=error.detail)


BEGIN, USUAL = "reglage-", "reglages-usuels"
_GAP = re.compile(r"%\(([\w.]+)\)s")


def settings_in_words(words: Words, rules: Rules[Any, Any]) -> list[Label]:
    """The settings that matter, in the order of their sentences; where none does, that they are the usual ones, if there are words for it.

    `reglage-KEY` is said where the `KEY` of the rules differs from the usual, `reglage-KEY=-` where it does not, `reglage-KEY=*` where
    it is neither 0 nor nothing, `reglage-KEY=WORD` where it is that. Of several conditions, with commas between them, all must hold. A
    key is a setting or another attribute of the rules, and so is a gap of the sentence; `%(valeurs.R)s` is one of several amounts.
    """
    labels = [*_said(words, rules)]
    return labels if labels or USUAL not in words.messages else [Label(USUAL)]


def _said(words: Words, rules: Rules[Any, Any]) -> Iterator[Label]:
    usual = type(rules)()
    for code, sentence in words.messages.items():
        conditions = code.removeprefix(BEGIN)
        if conditions != code and all(_holds(each, rules, usual) for each in conditions.split(",")):
            yield Label(code, {gap: _value(rules, gap) for gap in _GAP.findall(sentence)})


def _holds(condition: str, rules: Rules[Any, Any], usual: Rules[Any, Any]) -> bool:
    key, _, wanted = condition.partition("=")
    value = getattr(rules, key)
    if wanted in {"", "-"}:
        return (value == getattr(usual, key)) is bool(wanted)
    if isinstance(value, bool):
        value = "oui" if value else "non"
    return bool(value) if wanted == "*" else str(value) == wanted


def _value(rules: Rules[Any, Any], gap: str) -> Value:
    """An attribute of the rules as it stands in a sentence."""
    key, _, name = gap.partition(".")
    value = getattr(rules, key)
    if isinstance(value, Amounts):
        return value[name] if name else tuple(amount for _, amount in value.items)
    return Term(value) if isinstance(value, StrEnum) else value
