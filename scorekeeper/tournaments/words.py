"""Messages of the tournament desk, and the sentences of a draw's report and refusals, by code."""

from collections.abc import Sequence

from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.draw.seating.problem import DrawImpossible
from scorekeeper.draw.seating.record import Word
from scorekeeper.i18n import all_of, gettext

_SECTIONS = ("messages", "kinds", "stages", "criteria", "ties", "meanings", "report", "refusals")
MESSAGES, KINDS, STAGES, CRITERIA, TIES, MEANINGS, REPORT, REFUSALS = read_sentences(__file__, *_SECTIONS)


def report_sentence(word: Word) -> str:
    """Return a code of a draw's report as a sentence in the current language."""
    code = "seats-even" if word.values.get("spread") == 0 else word.code
    return gettext(REPORT[code], **{name: _listed(value) for name, value in word.values.items()})


def refusal_reason(error: DrawImpossible) -> str:
    """Return in the current language why no draw is possible."""
    return gettext(REFUSALS[error.code], **{name: _listed(value) for name, value in error.values.items()})


def grouped(digest: str) -> str:
    """Return a hash in groups of eight characters, to be read aloud."""
    return " ".join(digest[at : at + 8] for at in range(0, len(digest), 8))


def _listed(value: object) -> object:
    if isinstance(value, str) or not isinstance(value, Sequence):
        return value
    people = [item for item in value if isinstance(item, str)]
    return all_of(people) or ", ".join(map(_pair, value))


def _pair(item: Sequence[object]) -> str:
    first, second, times = item
    return gettext("%(first)s et %(second)s (%(times)s fois)", first=first, second=second, times=times)
