"""The settings of a house in words, by the codes that the sentences of its game have.

`reglage-KEY` is said where the `KEY` of the rules differs from the usual, `reglage-KEY=-` where it does not, `reglage-KEY=*` where it
is neither 0 nor nothing, `reglage-KEY=WORD` where it is that. Of several conditions, with commas between them, all must hold. A key
is a setting or another attribute of the rules, and so is a gap of the sentence; `%(valeurs.R)s` is one of several amounts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.rules.contract import Label, Rules, Term, Value
from scorekeeper.cards.rules.fields import Amounts

BEGIN, USUAL = "reglage-", "reglages-usuels"
_GAP = re.compile(r"%\(([\w.]+)\)s")


def settings_in_words(words: Words, rules: Rules[Any, Any]) -> list[Label]:
    """The settings that matter, in the order of their sentences; where none does, that they are the usual ones, if there are words for it."""
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
