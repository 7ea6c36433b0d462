"""The sentences of the tournament desk, and those of a draw: its report and its refusals, code by code."""

from collections.abc import Sequence

from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.draw.seating.problem import DrawImpossible
from scorekeeper.draw.seating.record import Word
from scorekeeper.i18n import all_of, gettext

MESSAGES, KINDS, STAGES, CRITERIA, REPORT, REFUSALS = read_sentences(
    __file__, "messages", "kinds", "stages", "criteria", "report", "refusals"
)


def report_sentence(word: Word) -> str:
    """Say a word of a report in the language of the moment."""
    code = "seats-even" if word.values.get("spread") == 0 else word.code
    return gettext(REPORT[code], **{name: _spelt(value) for name, value in word.values.items()})


def refusal_reason(error: DrawImpossible) -> str:
    """Say why there is no draw, in the language of the moment."""
    return gettext(REFUSALS[error.code], **{name: _spelt(value) for name, value in error.values.items()})


def grouped(digest: str) -> str:
    """A hash as it is read aloud: in groups of eight."""
    return " ".join(digest[at : at + 8] for at in range(0, len(digest), 8))


def _spelt(value: object) -> object:
    """Spell a list of names, or of pairs with the times they meet, as text."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return value
    people = [item for item in value if isinstance(item, str)]
    return all_of(people) or ", ".join(map(_pair, value))


def _pair(item: Sequence[object]) -> str:
    first, second, times = item
    return gettext("%(first)s et %(second)s (%(times)s fois)", first=first, second=second, times=times)
