"""The ways to score that the form offers, as the file beside this module has them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorekeeper.i18n import N_


@dataclass(frozen=True)
class CardChoice:
    """One of several answers, with the fragments of formulas that it stands for."""

    label: str
    fragments: Mapping[str, str] = field(default_factory=dict)
    why: str = ""
    """Sentence of a sum that is not so, where nobody wrote another one."""


NO_YES: Mapping[str, CardChoice] = {"non": CardChoice(N_("non")), "oui": CardChoice(N_("oui"))}


@dataclass(frozen=True)
class Ask:
    """A question of a card: a text, a number or one of several choices."""

    key: str
    label: str
    usual: str = ""
    choices: Mapping[str, CardChoice] = field(default_factory=dict)
    named: bool = False
    """Whether its answer is the name of something, and no number."""
    when: Mapping[str, str] = field(default_factory=dict)
    """The choices with which it is asked; always for none."""
    rare: bool = False
    """Whether it is folded away."""


@dataclass(frozen=True)
class CardPart:
    """An item of a list of the definition."""

    section: str
    item: Mapping[str, str]
    when: Mapping[str, str] = field(default_factory=dict)
    """The choices with which it belongs to a definition; with all for none."""
    says: str = ""
    """Its worth in few words; a gap is an answer, or the label of a choice."""


@dataclass(frozen=True)
class ScoringCard:
    """A way to score."""

    key: str
    title: str
    games: str
    """Games that score so, by which players know it."""
    sheet: tuple[str, ...]
    """A line of its sheet, as a picture: what is noted, and what two columns get."""
    main: str
    """Key of the field that sums are about."""
    asks: tuple[Ask, ...]
    parts: tuple[CardPart, ...]


def fits(when: Mapping[str, str], answers: Mapping[str, str]) -> bool:
    """Whether the answers are among those that something depends on; `a|b` is either."""
    return all(answers.get(key) in value.split("|") for key, value in when.items())


def _choices(raw: Mapping[str, Any]) -> Mapping[str, CardChoice]:
    return {key: CardChoice(**choice) for key, choice in raw.items()}


def _ask(raw: Mapping[str, Any]) -> Ask:
    choices = NO_YES if raw.get("yes") else _choices(raw.get("choices", {}))
    return Ask(**{key: value for key, value in raw.items() if key != "yes"} | {"choices": choices})


def _card(raw: Mapping[str, Any]) -> ScoringCard:
    asks, parts = tuple(map(_ask, raw["asks"])), tuple(CardPart(**part) for part in raw["parts"])
    return ScoringCard(**{**raw, "sheet": tuple(raw["sheet"]), "asks": asks, "parts": parts})


_DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
CARDS = tuple(map(_card, _DATA["cards"]))
EXTRA_FIELDS, EXTRA_ITEMS = _choices(_DATA["extra_fields"]), _choices(_DATA["extra_items"])
"""Sorts of extras, and to whom each gives its worth."""
EXTRA_PARTS: Mapping[str, Mapping[str, str]] = _DATA["extra_parts"]
SUMS, ENDS = _choices(_DATA["sums"]), _choices(_DATA["ends"])
