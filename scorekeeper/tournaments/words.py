"""The sentences of the tournament desk, and those of a draw: its report and its refusals, code by code."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.i18n import gettext
from scorekeeper.kit.words import read_sentences
from scorekeeper.rules.seating.record import Word
from scorekeeper.rules.seating.shape import DrawImpossible

MESSAGES, STAGES, REPORT, REFUSALS = read_sentences(__file__, "messages", "stages", "report", "refusals")


def report_sentence(word: Word) -> str:
    """Say a word of a report in the language of the moment."""
    return gettext(REPORT[word.code], **{name: _spelt(value) for name, value in word.values.items()})


def refusal_reason(error: DrawImpossible) -> str:
    """Say why there is no draw, in the language of the moment."""
    return gettext(REFUSALS[error.code], **error.values)


def _spelt(value: object) -> object:
    """Spell a list of names, or of pairs with the times they meet, as text."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return value
    return ", ".join(str(item) if isinstance(item, str) else _pair(item) for item in value)


def _pair(item: Sequence[object]) -> str:
    first, second, times = item
    return gettext("%(first)s et %(second)s (%(times)s fois)", first=first, second=second, times=times)
