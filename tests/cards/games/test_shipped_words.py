"""Shipped definitions in other languages: the texts are those of the language, the rules are those of the French file."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cards import catalogue
from scorekeeper.cards.games.declared.asking.reading import answers_of
from scorekeeper.cards.games.declared.shipped import translated
from scorekeeper.cards.games.declared.toml_text import text_of_document
from scorekeeper.i18n import LANGUAGES, SOURCE, speaking
from tests.cards.games.test_maison import FILES

OTHERS = [language for language in LANGUAGES if language != SOURCE]


def of(path: Path, language: str) -> dict[str, Any]:
    with speaking(language):
        return translated(tomllib.loads(path.read_text(encoding="utf-8")))


def bare(part: Any) -> Any:
    """Return a definition without what people read: its rules."""
    if isinstance(part, list):
        return [bare(each) for each in part]
    if not isinstance(part, dict):
        return part
    texts = {"nom", "resume", "aide", "refuse", "demande", "formulaire", "exemples", "choix"}
    return {key: bare(value) for key, value in part.items() if key not in texts}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_shipped_game_holds_in_every_language(path: Path, language: str) -> None:
    french, made = tomllib.loads(path.read_text(encoding="utf-8")), of(path, language)
    verdict = catalogue.check_text(text_of_document(made).encode())
    assert verdict.flaws == ()
    assert verdict.examples == len(french["exemples"])
    assert bare(made) == bare(french)
    with speaking(language):
        assert answers_of(made)["carte"] == answers_of(french)["carte"]


@pytest.mark.parametrize(
    ("stem", "names"),
    [
        ("yams", ["Yahtzee", "Kniffel", "Yahtzee"]),
        ("president", ["President", "Präsident", "President"]),
        ("rami", ["Rummy", "Rommé", "Rummy"]),
        ("hearts", ["Hearts", "Hearts", "Hartenjagen"]),
        ("six-qui-prend", ["6 nimmt!", "6 nimmt!", "Take 5"]),
    ],
)
def test_a_shipped_game_has_the_name_of_the_country(stem: str, names: list[str]) -> None:
    path = next(path for path in FILES if path.stem == stem)
    assert [of(path, language)["nom"] for language in ("en", "de", "nl")] == names


def test_words_of_a_choice_are_translated_everywhere() -> None:
    path = next(path for path in FILES if path.stem == "president")
    made = of(path, "de")
    assert made["champs"][0]["choix"] == {"Präsident": 2, "Vizepräsident": 1, "Andere": 0}
    assert made["exemples"][0]["saisie"] == {"place": {"Anne": "Präsident", "Bruno": "Vizepräsident"}}
    assert made["formulaire"]["places_titre_1"] == "Vizepräsident"
    assert made["verifications"][0]["refuse"] == "«Präsident» ist genau eine Person."


def test_keys_that_are_words_too_stay() -> None:
    path = next(path for path in FILES if path.stem == "molkky")
    made = of(path, "nl")
    assert (made["champs"][0]["cle"], made["champs"][0]["nom"]) == ("quilles", "Kegels")
    assert (made["postes"][0]["points"], made["postes"][0]["nom"]) == ("quilles", "kegels")
