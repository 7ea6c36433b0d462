"""Converter of form answers into a definition that stores them. Keys that the form cannot express stay unchanged."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorekeeper.cards.games.declared.asking.grid import grid_parts
from scorekeeper.cards.games.declared.rules.declared import RESERVED
from scorekeeper.cards.games.declared.rules.definition import slug
from scorekeeper.i18n import N_, gettext


@dataclass(frozen=True)
class CardChoice:
    """One of several answers, with its fragments of formulas."""

    label: str
    fragments: Mapping[str, str] = field(default_factory=dict)
    why: str = ""
    """Default sentence of a check that fails."""


NO_YES: Mapping[str, CardChoice] = {"non": CardChoice(N_("non")), "oui": CardChoice(N_("oui"))}


@dataclass(frozen=True)
class Ask:
    """A question of a scoring card: a text, a number or one of several choices."""

    key: str
    label: str
    usual: str = ""
    choices: Mapping[str, CardChoice] = field(default_factory=dict)
    named: bool = False
    """Whether its answer is a name; its default is translated."""
    when: Mapping[str, str] = field(default_factory=dict)
    """Answers with which it is asked; always asked if empty."""
    rare: bool = False
    """Whether it is in a collapsed part of the form."""
    lines: bool = False
    """Whether its answer has several lines."""


@dataclass(frozen=True)
class CardPart:
    """An item of a list of the definition, as a template."""

    section: str
    item: Mapping[str, str]
    when: Mapping[str, str] = field(default_factory=dict)
    """Answers with which it is part of a definition; always part if empty."""
    says: str = ""
    """Short description of its points; a gap is an answer, or the label of a choice."""


@dataclass(frozen=True)
class ScoringCard:
    """A way of scoring that the form offers."""

    key: str
    title: str
    games: str
    """Known games that are scored this way."""
    sheet: tuple[str, ...]
    """Sample line of its sheet: the values noted, and the scores of two columns."""
    main: str
    """Key of the field that sums and counters read; may have gaps."""
    asks: tuple[Ask, ...]
    parts: tuple[CardPart, ...]


def fits(when: Mapping[str, str], answers: Mapping[str, str]) -> bool:
    """Return whether the answers meet the conditions `when`; a condition `a|b` is met by either."""
    return all(answers.get(key) in value.split("|") for key, value in when.items())


def _choices(raw: Mapping[str, Any]) -> Mapping[str, CardChoice]:
    return {key: CardChoice(**choice) for key, choice in raw.items()}


def _ask(raw: Mapping[str, Any]) -> Ask:
    choices = NO_YES if raw.get("yes") else _choices(raw.get("choices", {}))
    return Ask(**{key: value for key, value in raw.items() if key != "yes"} | {"choices": choices})


def _card(raw: Mapping[str, Any]) -> ScoringCard:
    asks, parts = tuple(map(_ask, raw["asks"])), tuple(CardPart(**part) for part in raw["parts"])
    return ScoringCard(**{**raw, "sheet": tuple(raw["sheet"]), "asks": asks, "parts": parts})


_DATA = tomllib.loads(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))
CARDS = tuple(map(_card, _DATA["cards"]))
EXTRA_FIELDS, EXTRA_ITEMS = _choices(_DATA["extra_fields"]), _choices(_DATA["extra_items"])
"""Kinds of the fields of extras, and the players or camps that an extra scores for."""
EXTRA_PARTS: Mapping[str, Mapping[str, str]] = _DATA["extra_parts"]
SUMS, ENDS = _choices(_DATA["sums"]), _choices(_DATA["ends"])
ELIMINATIONS = _choices(_DATA["eliminations"])
ZEROS = {"cle": "zeros", "nom": N_("Lignes à 0 de suite"), "devient": "si({main} = 0, zeros + 1, 0)"}
"""Counter of the consecutive lines with 0 in a column."""


Answers = Mapping[str, str]
Document = Mapping[str, Any]
TEXT = "texte"
"""Choice that keeps a part of the definition unchanged."""
STORED = "formulaire"
"""Key of a definition with the form answers that it was made from."""
OTHERS = "autres"
"""Key of the answer with the checks that the form cannot express, as JSON."""
PLACES, EXTRAS, CHECKS = 6, 8, 4
"""Numbers of titled places, extras and checks in the form."""
EXTRA_KEYS = ("nom", "genre", "pour", "vaut", "max", "cle")
SUM_KEYS = ("quoi", "n", "acte", "phrase")
SCORING = ("champs", "postes", "compteurs", "verifications")
GRID = ("cases", "groupes", "primes")
GRID_CARD = "grille"
"""Key of the card whose sheet is a grid. Such a partie ends when the grid is full; it has no fields and no items."""
FREE = frozenset({"nom", "refuse"})
"""Texts of an item that the form does not ask for; those of the earlier definition are kept."""
GAP = re.compile(r"\{(\w+)\}")
_WHOLE = re.compile(r"[-−]?[0-9]{1,9}")
_NUMBERS = frozenset({"de", "a", "defaut", "total", "lignes", "cartes", "exempt", "valeur"})
USUAL = {"gagne": "grand", "ligne": "manche"}
"""Defaults of keys that a definition may leave out."""
BEGIN = {
    **USUAL,
    "min": "2",
    "max": "6",
    "donneur": "1",
    "carte": "points",
    "fin": "total",
    "fin_n": "100",
    "elim": "non",
}
"""Answers of an empty form."""

UNSAID = {"fin": "libre", "elim": "non"}
"""Answers about end and elimination where a request leaves them out, and those of a grid."""


def card_of(answers: Answers) -> ScoringCard | None:
    """Return the chosen scoring card; `None` if the definition is scored by formulas of its own."""
    return next((card for card in CARDS if card.key == answers.get("carte")), None)


def typed(answers: Answers, key: str, usual: str = "") -> str:
    """Return an answer for use in formulas: stripped, with hyphens as minus signs and line feeds as line ends."""
    return answers.get(key, usual).strip().replace("−", "-").replace("\r\n", "\n")


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return a template with its gaps filled; values may have gaps too, two levels deep."""
    for _ in range(3):
        text = GAP.sub(lambda gap: values.get(gap[1], ""), text)
    return text


def typed_whole(text: str) -> int | str:
    """Return a typed number; any other text unchanged, so that the definition refuses it at its key."""
    own = text.strip()
    return int(own.replace("−", "-")) if _WHOLE.fullmatch(own) else own


def switches_of(card: ScoringCard) -> list[Ask]:
    """Return the questions of a card with choices, except those about titles of places."""
    return [ask for ask in card.asks if ask.choices and not ask.key.startswith("seul_")]


def usual_of(ask: Ask) -> str:
    """Return the default answer to a question."""
    return gettext(ask.usual) if ask.named and ask.usual else ask.usual


def fragments_of(card: ScoringCard, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the fragments of the choices of a card; those of the first choice for an unknown one."""
    fragments = {"reussite": "1", "avant": "", "apres": ""}
    for ask in switches_of(card):
        if fits(ask.when, chosen):
            fragments |= (ask.choices.get(chosen[ask.key]) or next(iter(ask.choices.values()))).fragments
    return fragments


def values_of(card: ScoringCard, answers: Answers) -> dict[str, str]:
    """Return the answers to the questions of a card, the fragments of its choices, and `main`."""
    values: dict[str, str] = {}
    for ask in card.asks:
        given = typed(answers, f"{card.key}_{ask.key}", usual_of(ask))
        # A title may be empty; any other empty answer has its default.
        values[ask.key] = given or ("" if ask.key.startswith("titre_") else usual_of(ask))
    values = {**values, **fragments_of(card, values)}
    return values | {"main": filled(card.main, values)}


def document_of(answers: Answers, before: Document) -> dict[str, Any]:
    """Return the definition made from the answers; keys of `before` that the form does not know are kept."""

    def answer(key: str) -> str:
        return answers.get(key, "").strip()

    camps = bool(answers.get("camps"))
    if answers.get("carte") == GRID_CARD:
        kept = {key: "texte" for key in ("fin", "elim") if answers.get(key) == TEXT}
        answers = {**answers, **UNSAID, **kept}
    made: dict[str, Any] = {
        "nom": answer("nom"),
        "resume": answer("resume"),
        "aide": answers.get("aide", "").replace("\r\n", "\n").strip("\n"),
        "joueurs": [4, 4] if camps else [typed_whole(answer(end)) for end in ("min", "max")],
        "gagne": answers.get("gagne", "grand"),
        "ligne": answers.get("ligne", "manche"),
        "colonnes": "camps" if camps else None,
        "donneur": None if answers.get("donneur") else False,
        "depart": typed_whole(answer("depart")) or None,
        "fin": before.get("fin") if answers.get("fin") == TEXT else _fragments(ENDS, answers, "fin"),
        "elimination": before.get("elimination")
        if answers.get("elim") == TEXT
        else _fragments(ELIMINATIONS, answers, "elim"),
        "tournoi": {key: typed_whole(text) for key in ("lignes", "exempt") if (text := answer(f"t_{key}"))},
    }
    stored = {**_stored_choice(ENDS, answers, "fin"), **_stored_choice(ELIMINATIONS, answers, "elim")}
    card = card_of(answers)
    if card is not None:
        lists, replies = _scoring(card, answers, before)
        made |= {**dict.fromkeys(GRID), **lists}
        stored = {"carte": card.key, **replies, **stored}
    made[STORED] = stored
    usual = {key for key, value in USUAL.items() if made[key] == value and key not in before}
    full = {key: value for key, value in {**before, **made}.items() if key not in usual}
    return {key: value for key, value in full.items() if value not in (None, {}, [], "") or key == "nom"}


def _fragments(choices: Mapping[str, CardChoice], answers: Answers, key: str) -> dict[str, Any]:
    """Return the keys of a definition made by the choice of a question; its number is the answer `<key>_n`."""
    kind = choices.get(answers.get(key, ""))
    number = {"n": typed(answers, f"{key}_n")}
    return {name: _item_value(name, text, number) for name, text in kind.fragments.items()} if kind else {}


def _stored_choice(choices: Mapping[str, CardChoice], answers: Answers, key: str) -> dict[str, str]:
    """Return the choice of a question to store, with its number; empty if the choice makes no key."""
    kind = choices.get(answers.get(key, ""))
    if kind is None or not kind.fragments:
        return {}
    number = {f"{key}_n": typed(answers, f"{key}_n")} if "{n}" in "".join(kind.fragments.values()) else {}
    return {key: answers[key], **number}


def _item_value(key: str, template: str, values: Mapping[str, str]) -> Any:
    if template == "true":
        return True
    text = filled(template, values)
    return typed_whole(text) if key in _NUMBERS else text


def _item(part: CardPart, values: Mapping[str, str], before: Document) -> dict[str, Any]:
    """Return the item of a definition that a part of a card makes; sentences not asked for are kept from the definition `before`."""
    made: dict[str, Any] = {}
    for key, text in part.item.items():
        own = gettext(text) if key in FREE and not GAP.search(text) else text
        made[key] = _item_value(key, own, values)
    if "choix" in made:
        made["choix"] = {title: typed_whole(worth) for title, worth, _ in titles_of(values)}
        shared = [worth for _, worth, alone in titles_of(values) if not alone]
        if len(shared) == 1:
            # Default place of players without a title of one player: the only other place.
            made["defaut"] = typed_whole(shared[0])
    same = part.section == "postes" and values.get("quoi") in _names_in(before)
    free = {key for key in FREE & made.keys() if same or not GAP.search(part.item[key])}
    return _kept(made, before.get(part.section), free)


def _names_in(before: Document) -> set[str]:
    return {str(field.get("nom")) for field in listed(before.get("champs"))}


def listed(items: Any) -> list[Mapping[str, Any]]:
    """Return `items` if it is a list of tables, else an empty list."""
    tables = isinstance(items, list) and all(isinstance(item, dict) for item in items)
    return items if tables else []


def _kept(made: dict[str, Any], before: Any, free: Iterable[str]) -> dict[str, Any]:
    """Return an item with the `free` keys of the earlier item of the same key and formulas, if there is one."""
    for old in listed(before):
        if all(old.get(mark) == made.get(mark) for mark in ("cle", "points", "si", "regle", "quoi")):
            return {**made, **{key: old[key] for key in free if key in old}}
    return made


def titles_of(values: Mapping[str, str]) -> list[tuple[str, str, bool]]:
    """Return the titles of places, each with its points and whether exactly one player has it."""
    return [
        (values[f"titre_{place}"], values[f"vaut_{place}"] or "0", values[f"seul_{place}"] == "oui")
        for place in range(PLACES)
        if values.get(f"titre_{place}")
    ]


def _scoring(
    card: ScoringCard, answers: Answers, before: Document
) -> tuple[dict[str, list[dict[str, Any]]], dict[str, str]]:
    """Return the lists of a definition for its scoring, and the answers to store with them."""
    values = values_of(card, answers)
    # An empty title is stored only if the question has a default.
    replies = {f"{card.key}_{ask.key}": values[ask.key] for ask in card.asks if values[ask.key] or ask.usual}
    if card.key == GRID_CARD:
        keys = {str(case.get("nom")): str(case.get("cle")) for case in listed(before.get("cases"))[::-1]}
        grid = {
            section: [_kept(item, before.get(section), FREE if section != "cases" else ()) for item in items]
            for section, items in grid_parts(values, keys).items()
        }
        return {**{section: [] for section in SCORING}, **grid}, replies
    sections: dict[str, list[dict[str, Any]]] = {section: [] for section in SCORING}
    for part in card.parts:
        if fits(part.when, values):
            sections[part.section].append(_item(part, values, before))
    values["base"] = " + ".join(str(item["points"]) for item in sections["postes"])
    if card.key == "places":
        alone = _alone(titles_of(values))
        sections["verifications"] += [_kept(check, before.get("verifications"), FREE) for check in alone]
    taken = {str(field["cle"]) for field in sections["champs"] + sections["compteurs"]} | RESERVED
    for place, extra in enumerate(_rows(answers, "e", EXTRAS, EXTRA_KEYS)):
        extra["cle"] = _key_of(extra["cle"] or slug(extra["nom"]).replace("-", "_"), taken)
        taken.add(extra["cle"])
        field, given = _extra(extra, values)
        sections["champs"].append(field)
        same = {"nom"} if extra["nom"] in _names_in(before) else ()
        sections["postes"].append(_kept(given, before.get("postes"), same))
        replies |= {f"e{place}_{key}": value for key, value in extra.items() if value}
    sums = (row for row in _rows(answers, "s", CHECKS, SUM_KEYS) if row["quoi"] in SUMS)
    for place, row in enumerate(sums):
        check = _check(row, values, before)
        row["phrase"] = str(check.get("demande", check.get("refuse", "")))
        sections["verifications"].append(check)
        replies |= {f"s{place}_{key}": value for key, value in row.items() if value}
    sections["verifications"] += others_of(answers)
    if answers.get("elim") == "zeros":
        counter = {**ZEROS, "nom": gettext(ZEROS["nom"]), "devient": filled(ZEROS["devient"], values)}
        sections["compteurs"].append(_kept(counter, before.get("compteurs"), {"nom"}))
    return sections, replies


def _rows(answers: Answers, stem: str, most: int, keys: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the answers of each row of extras or checks; a row without its first answer is left out."""
    for place in range(most):
        row = {key: answers.get(f"{stem}{place}_{key}", "").strip() for key in keys}
        if row[keys[0]]:
            yield row


def others_of(answers: Answers) -> list[dict[str, Any]]:
    """Return the checks that the form cannot express, sent by the page as JSON; an empty list if it is not a list of tables."""
    try:
        return [dict(check) for check in listed(json.loads(answers.get(OTHERS, "") or "[]"))]
    except ValueError:
        return []


def _check(row: Answers, values: Mapping[str, str], before: Document) -> dict[str, Any]:
    """Return a check of the form. A named check that refuses needs no sentence: it has its own, with the number."""
    kind = SUMS[row["quoi"]]
    given = {**values, "n": typed(row, "n")}
    made = {key: _item_value(key, text, given) for key, text in kind.fragments.items()}
    asks, sentence = row["acte"] == "demande", row["phrase"]
    if not sentence and (asks or "si" in made):
        sentence = gettext(kind.why)
    made |= {"demande" if asks else "refuse": sentence} if sentence else {}
    return _kept(made, before.get("verifications"), {"champ"} if "si" in made else ())


def _extra(extra: Mapping[str, str], values: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the field of an extra and the item that scores it."""
    pour = extra["pour"] if extra["pour"] in EXTRA_ITEMS else "soi"
    kind = "table" if pour == "double" else extra["genre"] if extra["genre"] in EXTRA_FIELDS else "nombre"
    given = {**values, **extra, "max": typed(extra, "max") or "20", "vaut": typed(extra, "vaut") or "1"}
    field = {key: _item_value(key, text, given) for key, text in EXTRA_PARTS[kind].items()}
    points = filled(EXTRA_ITEMS[pour].fragments["points"], given)
    return field, {"nom": extra["nom"], "points": points}


def _key_of(wanted: str, taken: Iterable[str]) -> str:
    """Return a key for formulas that is not in `taken`."""
    plain = re.sub(r"^[^a-z]+", "", wanted)[:20] or "extra"
    names = [plain, *(f"{plain[:17]}_{number}" for number in range(2, EXTRAS + 2))]
    return next(name for name in names if name not in taken)


def _alone(titles: Sequence[tuple[str, str, bool]]) -> Iterator[dict[str, Any]]:
    """Yield a check for each title of exactly one player. Titles with the same points cannot be distinguished."""
    worths = [worth for _, worth, _ in titles]
    for title, worth, alone in titles:
        if alone and worths.count(worth) == 1:
            sentence = gettext("Il faut une personne, et une seule, à la place « %(titre)s ».", titre=title)
            yield {"regle": "un-seul", "champ": "place", "quoi": f"place = {worth}", "refuse": sentence}
