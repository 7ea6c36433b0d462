"""Form answers derived from a definition, and a short description of its scoring."""

import json
import re
from collections.abc import Iterator

from scorekeeper.cards.game_api.words import number
from scorekeeper.cards.games.declared.asking import answers as say
from scorekeeper.cards.games.declared.rules.declared import Declared
from scorekeeper.i18n import gettext

PLAIN = ("nom", "resume", "aide", "gagne", "ligne", "depart")
"""Keys of a definition whose value is the answer itself."""
PARTS = {
    "fin": (frozenset(say.ENDS), ("fin",)),
    "elim": (frozenset(say.ELIMINATIONS), ("elimination",)),
    "carte": (frozenset(card.key for card in say.CARDS), (*say.SCORING, *say.GRID)),
}
"""Questions whose part of the definition may be written by hand, with their choices and the keys of that part."""


def answers_of(document: say.Document) -> dict[str, str]:
    """Return the form answers of a definition; `texte` for each part that the form would write differently."""
    ends = document.get("joueurs")
    least, most = ends if isinstance(ends, list) and len(ends) == 2 else ("", "")
    tournament = part if isinstance(part := document.get("tournoi"), dict) else {}
    stored = part if isinstance(part := document.get(say.STORED), dict) else {}
    answers = {
        "carte": say.TEXT,
        "fin": say.TEXT if document.get("fin") else "libre",
        "elim": say.TEXT if document.get("elimination") else "non",
        **{key: value for key, value in stored.items() if isinstance(value, str)},
        **{key: str(document.get(key, say.USUAL.get(key, ""))) for key in PLAIN},
        "min": str(least),
        "max": str(most),
        "camps": "1" if document.get("colonnes") == "camps" else "",
        "donneur": "" if document.get("donneur") is False else "1",
        **{f"t_{key}": str(value) for key, value in tournament.items()},
    }
    own = say.document_of(answers, document).get("verifications", [])
    others = [check for check in say.listed(document.get("verifications")) if check not in own]
    if others:
        answers[say.OTHERS] = json.dumps(others, ensure_ascii=False)
    for question, (choices, keys) in PARTS.items():
        made = say.document_of(answers, document)
        if answers[question] not in choices or any(made.get(key) != document.get(key) for key in keys):
            answers[question] = say.TEXT
    return answers


OLD_ENDS = {
    re.compile(r"nombre\(total > (-?\d+)\) <= 1"): "total > {n}",
    re.compile(r"nombre\(total < (-?\d+)\) <= 1"): "total < {n}",
}
"""Formulas of `[fin]` by which definitions of version 1.0 eliminated, with their `parmi`."""


def with_elimination(document: say.Document) -> say.Document:
    """Return a definition with `[elimination]` instead of the formulas of version 1.0; any other definition unchanged."""
    end = document.get("fin")
    if not isinstance(end, dict) or set(end) != {"quand", "parmi"} or "elimination" in document:
        return document
    for pattern, among in OLD_ENDS.items():
        match = pattern.fullmatch(str(end["quand"]))
        if match and end["parmi"] == among.format(n=match[1]):
            kept = {key: value for key, value in document.items() if key != "fin"}
            return {**kept, "elimination": {"total": int(match[1])}}
    return document


def worth_in_words(declared: Declared) -> Iterator[str]:
    """Yield short descriptions of the scoring, in the words of the form; none if the form cannot express it."""
    answers = answers_of(declared.document)
    card = say.card_of(answers)
    if card is None:
        return
    values = say.values_of(card, answers)
    words = {key: _figure(value) for key, value in values.items()}
    words |= {
        ask.key: gettext(ask.choices[values[ask.key]].label)
        for ask in say.switches_of(card)
        if values[ask.key] in ask.choices
    }
    if card.key == "places":
        titles = say.titles_of(values)
        words["titres"] = ", ".join(f"{title} {_figure(worth)}" for title, worth, _ in titles)
    for part in card.parts:
        if part.says and say.fits(part.when, values):
            yield re.sub(r"\b0 \+ ", "", say.filled(gettext(part.says), words))
    for place in range(say.EXTRAS):
        extra = {key: answers.get(f"e{place}_{key}", "") for key in say.EXTRA_KEYS}
        if extra["nom"]:
            times = "× " if extra["genre"] == "nombre" else ""
            worth = "" if extra["pour"] == "double" else f"{times}{_figure(extra['vaut'])}"
            whom = "" if extra["pour"] == "soi" else gettext(say.EXTRA_ITEMS[extra["pour"]].label)
            yield extra["nom"] + gettext(" : ") + " ".join(filter(None, (worth, whom)))


def _figure(text: str) -> str:
    """Return an answer as shown: a number in the format of the language, any other text unchanged."""
    figure = say.typed_whole(text)
    return number(figure) if isinstance(figure, int) else figure
