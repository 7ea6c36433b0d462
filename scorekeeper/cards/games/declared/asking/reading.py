"""A definition as answers of the form: every part that a card, an extra, a sum or an end says is found in its formulas."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from scorekeeper.cards.game_api.words import number
from scorekeeper.cards.games.declared.asking import answers as say
from scorekeeper.cards.games.declared.rules.declared import Declared
from scorekeeper.i18n import gettext

WORD_OF = {card.key: {ask.usual for ask in card.asks if ask.key == "cle"} | {None} for card in say.CARDS}
"""The usual key of the main field of each card."""
PLAIN = ("nom", "resume", "aide", "gagne", "ligne", "depart")
"""Keys whose value is the answer."""


def answers_of(document: say.Document) -> dict[str, str]:
    """The answers that say a definition; `texte` for what the form cannot say."""
    ends = document.get("joueurs")
    least, most = ends if isinstance(ends, list) and len(ends) == 2 else ("", "")
    tournament = part if isinstance(part := document.get("tournoi"), dict) else {}
    answers = {
        **{key: str(document.get(key, say.USUAL.get(key, ""))) for key in PLAIN},
        "min": str(least),
        "max": str(most),
        "camps": "1" if document.get("colonnes") == "camps" else "",
        "donneur": "" if document.get("donneur") is False else "1",
        **_read_choice(say.ENDS, "fin", document.get("fin", {})),
        **_read_choice(say.ELIMINATIONS, "elim", document.get("elimination", {})),
        **{f"t_{key}": str(value) for key, value in tournament.items()},
    }

    def unlikely(reading: Mapping[str, str]) -> tuple[bool, bool]:
        card = reading["carte"]
        return reading.get(f"{card}_cle") not in WORD_OF[card], (card == "camps") != bool(answers["camps"])

    # Of two cards that say the same, the one whose own word the formulas have.
    for scoring in sorted(_readings(document), key=unlikely):
        if say.document_of({**answers, **scoring}, document) == document:
            return {**answers, **scoring}
    return {**answers, "carte": say.TEXT}


def _read_choice(choices: Mapping[str, say.CardChoice], key: str, raw: Any) -> dict[str, str]:
    for kind, choice in choices.items():
        if isinstance(raw, dict) and raw.keys() == choice.fragments.keys():
            values: dict[str, str] = {}
            if all(_matches(text, raw[name], values) for name, text in choice.fragments.items()):
                return {key: kind, f"{key}_n": values.get("n", "")}
    return {key: say.TEXT}


def _readings(document: say.Document) -> Iterator[dict[str, str]]:
    """Every way in which the cards may say how a definition is scored; what says another one is among them too."""
    lists = {section: say.listed(document.get(section)) for section in say.SCORING}
    if any(document.get(section) for section in say.GRID):
        return
    for card in say.CARDS:
        switches = say.switches_of(card)
        for chosen in product(*(ask.choices for ask in switches)):
            answers = dict(zip((ask.key for ask in switches), chosen, strict=True))
            reading = _reading(card, answers, lists)
            if reading is not None:
                yield {"carte": card.key, **reading}


def _reading(
    card: say.ScoringCard, chosen: Mapping[str, str], lists: Mapping[str, list[Mapping[str, Any]]]
) -> dict[str, str] | None:
    """Answers with which a card begins these lists; `None` where it does not."""
    fragments = say.fragments_of(card, chosen)
    values: dict[str, str] = dict(chosen)
    left = {section: [*items] for section, items in lists.items()}
    for part in card.parts:
        if not say.fits(part.when, chosen):
            continue
        if not left[part.section]:
            return None
        item, own = left[part.section].pop(0), part.item
        if item.keys() != own.keys():
            return None
        if "choix" in own:
            values |= _read_titles(item["choix"], left["verifications"])
        free = {
            key
            for key in own
            if key == "choix"
            or (key in say.FREE and (part.section == "postes" or not say.GAP.search(own[key])))
        }
        pairs = ((_fragmented(own[key], fragments), item[key]) for key in own if key not in free)
        if not all(_matches(text, value, values) for text, value in pairs):
            return None
    counted = lists["postes"][: len(lists["postes"]) - len(left["postes"])]
    extra = {**fragments, "base": " + ".join(str(item.get("points")) for item in counted)}
    answers = {f"{card.key}_{key}": value for key, value in values.items()}
    for place, (field, given) in enumerate(zip(left["champs"], left["postes"], strict=False)):
        read = _read_extra(field, given, extra)
        answers |= {f"e{place}_{key}": value for key, value in read.items()}
    main = {**fragments, "main": values.get("cle", card.main), "cle": values.get("cle", "")}
    checks = [(check, _read_sum(check, main)) for check in left["verifications"]]
    known = [reply for _, reply in checks if reply][: say.CHECKS]
    for place, reply in enumerate(known):
        answers |= {f"s{place}_{key}": value for key, value in reply.items()}
    others = [check for check, reply in checks if not reply]
    if others:
        answers[say.OTHERS] = json.dumps(others, ensure_ascii=False)
    return answers


def _fragmented(text: str, fragments: Mapping[str, str]) -> str:
    """A template with its fragments, whose own gaps stay open."""
    return say.GAP.sub(lambda gap: fragments.get(gap[1], gap[0]), text)


def _matches(template: str, value: Any, values: dict[str, str]) -> bool:
    """Whether a template with some answers is this value; these are noted."""
    if template == "true":
        return value is True
    pattern, seen = "", set[str]()
    for place, piece in enumerate(say.GAP.split(template)):
        if place % 2 == 0:
            pattern += re.escape(piece)
        elif piece in values:
            pattern += re.escape(values[piece])
        elif piece in seen:
            pattern += f"(?P={piece})"
        else:
            seen.add(piece)
            pattern += f"(?P<{piece}>{'.+' if template == f'{{{piece}}}' else '-?[0-9]+'})"
    match = re.fullmatch(pattern, str(value))
    values |= match.groupdict() if match else {}
    return match is not None


def _read_titles(titles: Any, checks: list[Mapping[str, Any]]) -> dict[str, str]:
    """The titles of places, without the checks that follow from them."""
    values: dict[str, str] = {}
    given = [*titles.items()] if isinstance(titles, dict) else []
    for place, (title, worth) in enumerate([*given, *[("", "")] * say.PLACES][: say.PLACES]):
        alone = [check for check in checks if check.get("quoi") == f"place = {worth}"]
        checks[:] = [check for check in checks if check not in alone]
        answers = {"titre": title, "vaut": str(worth), "seul": "oui" if alone else "non"}
        values |= {f"{key}_{place}": value for key, value in answers.items()}
    return values


def _read_extra(
    field: Mapping[str, Any], given: Mapping[str, Any], fragments: Mapping[str, str]
) -> dict[str, str]:
    """An extra behind the fields and items of a card; nothing where there is something else."""
    for genre, parts in say.EXTRA_PARTS.items():
        for pour, choice in say.EXTRA_ITEMS.items():
            values: dict[str, str] = {}
            if field.keys() != parts.keys() or (genre == "table") != (pour == "double"):
                continue
            points = _fragmented(choice.fragments["points"], fragments)
            fits = all(_matches(text, field[key], values) for key, text in parts.items())
            if fits and _matches(points, given.get("points"), values):
                return {"genre": "coche" if genre == "table" else genre, "pour": pour, **values}
    return {}


def _read_sum(check: Mapping[str, Any], fragments: Mapping[str, str]) -> dict[str, str]:
    """A sum behind the checks of a card; nothing where there is another check."""
    act = "demande" if "demande" in check else "refuse"
    own = {key: value for key, value in check.items() if key not in {"refuse", "demande"}}
    for kind, choice in say.SUMS.items():
        values: dict[str, str] = {}
        # The fragments of a choice have gaps of their own.
        parts = {
            key: _fragmented(_fragmented(text, fragments), fragments)
            for key, text in choice.fragments.items()
        }
        if own.keys() == parts.keys() and all(_matches(parts[key], own[key], values) for key in own):
            return {"quoi": kind, "acte": act, "phrase": str(check.get(act, "")), "n": values.get("n", "")}
    return {}


def worth_in_words(declared: Declared) -> Iterator[str]:
    """The worth of a line of a game in the form's own few words; nothing where the form cannot say it."""
    champs = [
        {**field, "choix": {word: spec.choix[word] for word in declared.words_of(spec)}}
        if spec.choix
        else field
        for field, spec in zip(say.listed(declared.document.get("champs")), declared.spec.champs, strict=True)
    ]
    answers = answers_of({**declared.document, "champs": champs})
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
            yield f"{extra['nom']} : {' '.join(filter(None, (worth, whom)))}"


def _figure(text: str) -> str:
    """An answer as people read it."""
    figure = say.whole(text)
    return number(figure) if isinstance(figure, int) else figure
