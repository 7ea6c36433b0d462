"""Messages in the current language, from their codes and values.

French messages are in TOML files, each named like the module that reads it and beside it; their keys are the codes.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

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
from scorekeeper.i18n import all_of, any_of, fill, gettext, number_marks

if TYPE_CHECKING:
    from types import ModuleType


def read_sentences(module: str, *sections: str) -> tuple[Mapping[str, Any], ...]:
    """Read the sections of the TOML file beside a module (its `__file__`). Raises `ValueError` if its sections differ."""
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
    """Whether the setting is unusual (in no leaflet or federation rules), and so is hidden behind a fold."""


@dataclass(frozen=True)
class Words:
    """French messages of a game or another part of the app, translated when they are shown."""

    messages: Mapping[str, str]
    """Message of each fault, doubt, label and outcome by code, with `%(name)s` placeholders."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """Word of each `Term`."""
    settings: Mapping[str, SettingText] = field(default_factory=dict)
    """Label and help of each setting of a game, in the order they are asked for."""

    @classmethod
    def read(cls, module: str, *families: "ModuleType") -> Self:
        """Read the words of a game from the file beside `module` (its `__file__`).

        `families` are modules with shared words, which the game may override.
        """
        messages, terms, settings = read_sentences(module, "messages", "terms", "settings")
        shared = [read_sentences(str(family.__file__), "messages", "terms") for family in families]
        return cls(
            {**{code: text for part, _ in shared for code, text in part.items()}, **messages},
            {**{word: text for _, part in shared for word, text in part.items()}, **terms},
            {key: SettingText(**text) for key, text in settings.items()},
        )

    def sentence(self, code: str) -> str:
        """Return the French message of a code. Raises `KeyError` if there is none."""
        sentence: str = (self.messages if code in self.messages else COMMON)[code]
        return sentence


def number(value: int) -> str:
    """Format an integer with a true minus sign, and a thousands separator from 10 000 on."""
    mark = "" if abs(value) < 10_000 else number_marks()[0]
    return f"{'−' if value < 0 else ''}{abs(value):,}".replace(",", mark)


def signed(value: int) -> str:
    """Format a score with its sign: +318, −106, 0."""
    return f"{'+' if value > 0 else ''}{number(value)}"


def halves(value: int) -> str:
    """Format a number of half points, with the decimal mark of the language: 40,5 or 40.5."""
    whole, rest = divmod(value, 2)
    return number(whole) + (f"{number_marks()[1]}5" if rest else "")


def money(cents: int, currency: str) -> str:
    """Format an amount in cents: 12,50 € or €12.50. A currency of several letters never touches its amount."""
    units, rest = divmod(cents, 100)
    amount = f"{number(units)}{number_marks()[1]}{rest:02d}"
    text = gettext("%(montant)s\N{NO-BREAK SPACE}%(monnaie)s", montant=amount, monnaie=currency)
    return text if len(currency) == 1 else text.replace(f"{currency}{amount}", f"{currency} {amount}")


def format_value(value: Value, words: Words, table: Table) -> str:
    """Return a value as text: a seat or camp by its name, a term or label in the current language, a tuple as a list of texts."""
    if isinstance(value, Seat):
        return table.players[value] if table.players else str(value + 1)
    if isinstance(value, Side):
        return table.columns[value] if table.camps else "AB"[value]
    if isinstance(value, Halves | Signed):
        return halves(value) if isinstance(value, Halves) else signed(value)
    if isinstance(value, Label):
        return message_of(value, words, table)
    if isinstance(value, Term):
        return gettext(words.terms[value]) if value in words.terms else str(value)
    if isinstance(value, tuple):
        texts = [format_value(item, words, table) for item in value]
        if isinstance(value, AnyOf):
            return any_of(texts)
        together = isinstance(value, AllOf) or all(isinstance(item, Seat) for item in value)
        return all_of(texts) if together else ", ".join(texts)
    return number(value) if isinstance(value, int) else value


def message_of(message: Label, words: Words, table: Table) -> str:
    """Return a label, fault or doubt as a message in the current language."""
    values = {name: format_value(value, words, table) for name, value in message.values.items()}
    return fill(gettext(words.sentence(message.code)), values)


def bad_json_message(error: BadJson) -> str:
    """Return the message of a refused JSON document."""
    return gettext(BAD_JSON[error.code], detail=error.detail)


BEGIN, USUAL = "reglage-", "reglages-usuels"
_GAP = re.compile(r"%\(([\w.]+)\)s")


def settings_in_words(words: Words, rules: Rules[Any, Any]) -> list[Label]:
    """Return labels of the settings to mention, in the order of their messages; if none, the label of usual settings.

    `reglage-KEY` applies if `KEY` of the rules differs from its default, `reglage-KEY=-` if it does not, `reglage-KEY=*`
    if it is neither 0 nor empty, `reglage-KEY=WORD` if it equals that word. Conditions separated by commas must all hold. Keys and
    placeholders are attributes of the rules; `%(valeurs.R)s` is one of several amounts.
    """
    labels = [*_settings_labels(words, rules)]
    return labels if labels or USUAL not in words.messages else [Label(USUAL)]


def _settings_labels(words: Words, rules: Rules[Any, Any]) -> Iterator[Label]:
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
    """Return an attribute of the rules as the value of a placeholder."""
    key, _, name = gap.partition(".")
    value = getattr(rules, key)
    if isinstance(value, Amounts):
        return value[name] if name else tuple(amount for _, amount in value.items)
    return Term(value) if isinstance(value, StrEnum) else value
