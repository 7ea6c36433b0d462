"""Filling of the gaps of sentences: elision, and agreement in number."""

from __future__ import annotations

import re

import pytest

from scorekeeper.cards.game_api.words import number
from scorekeeper.i18n import all_of, fill, gettext, speaking
from tests.messages import sentences

THOUSANDS = [
    (1884, "1884", "1884"),
    (9999, "9999", "9999"),
    (10000, "10\u202f000", "10,000"),
    (-1234567, "−1\u202f234\u202f567", "−1,234,567"),
]


@pytest.mark.parametrize(("value", "french", "english"), THOUSANDS)
def test_thousands_are_separated_from_ten_thousand_on(value: int, french: str, english: str) -> None:
    assert number(value) == french
    with speaking("en"):
        assert number(value) == english


OF = [
    ("Anne", "Match d’Anne"),
    ("Éric", "Match d’Éric"),
    ("ÉLODIE & Zoé", "Match d’ÉLODIE & Zoé"),
    ("Hélène", "Match d’Hélène"),
    ("Hugo", "Match d’Hugo"),
    ("Henri", "Match d’Henri"),
    ("Honoré", "Match d’Honoré"),
    ("Yves", "Match d’Yves"),
    ("Yvonne", "Match d’Yvonne"),
    ("Ömer", "Match d’Ömer"),
    ("Œdipe", "Match d’Œdipe"),
    ("Inès & Yann", "Match d’Inès & Yann"),
    ("Eux", "Match d’Eux"),
    ("Yann", "Match de Yann"),
    ("Yasmine", "Match de Yasmine"),
    ("Yohan", "Match de Yohan"),
    ("Hans", "Match de Hans"),
    ("Heidi", "Match de Heidi"),
    ("Hassan", "Match de Hassan"),
    ("Ouassim", "Match de Ouassim"),
    ("Benoît", "Match de Benoît"),
    ("李", "Match de 李"),
    ("A", "Match de A"),
    ("B", "Match de B"),
    ("11", "Match de 11"),
]


@pytest.mark.parametrize(("name", "sentence"), OF)
def test_de_is_elided_before_a_name(name: str, sentence: str) -> None:
    assert fill("Match de %(camp)s", {"camp": name}) == sentence


def test_que_is_elided_before_a_name() -> None:
    assert gettext("Est-ce que %(nom)s joue ?", nom="Inès") == "Est-ce qu’Inès joue\u202f?"
    assert gettext("Est-ce que %(nom)s joue ?", nom="Chloé") == "Est-ce que Chloé joue\u202f?"


def test_other_words_and_other_languages_are_not_elided() -> None:
    assert gettext("Le code %(nom)s", nom="Anne") == "Le code Anne"
    with speaking("en"):
        assert fill("Match de %(camp)s", {"camp": "Anne"}) == "Match de Anne"


def test_a_name_is_never_read_as_a_sentence() -> None:
    assert fill("Match de %(camp)s", {"camp": "E %(camp)s {camp:x|y}"}) == "Match de E %(camp)s {camp:x|y}"


@pytest.mark.parametrize(
    ("value", "french", "english"),
    [
        ("0", "point", "points"),
        ("1", "point", "point"),
        ("+1", "point", "point"),
        ("1,5", "point", "points"),
        ("2", "points", "points"),
        ("10", "points", "points"),
        ("−2", "points", "points"),
        ("157", "points", "points"),
    ],
)
def test_a_word_agrees_with_its_number(value: str, french: str, english: str) -> None:
    assert fill("%(n)s {n:point|points}", {"n": value}) == f"{value} {french}"
    with speaking("en"):
        assert fill("%(n)s {n:point|points}", {"n": value}) == f"{value} {english}"


@pytest.mark.parametrize(
    ("camp", "sentence"),
    [
        ("A", "A a effacé ses lignes"),
        ("Anne", "Anne a effacé ses lignes"),
        ("Anne & Benoît", "Anne & Benoît ont effacé leurs lignes"),
        ("Anne et Benoît", "Anne et Benoît ont effacé leurs lignes"),
        ("Les Rouges", "Les Rouges ont effacé leurs lignes"),
    ],
)
def test_a_verb_agrees_with_its_camp(camp: str, sentence: str) -> None:
    assert fill("%(camp)s {camp:a|ont} effacé {camp:ses|leurs} lignes", {"camp": camp}) == sentence


def test_forms_in_agreement_name_a_gap_of_their_sentence() -> None:
    for french in sentences():
        for name in re.findall(r"\{(\w+):", french):
            assert f"%({name})s" in french, french


def test_templates_fill_no_gap_that_would_need_elision() -> None:
    """Gaps of templates are filled by Jinja, which does not elide."""
    for french, sentence in sentences().items():
        if re.search(r"\b(?:de|que) %\((?:nom|name|joueur|camp)\)s|\{\w+:", french):
            assert not any(".html" in place for place in sentence.places), french


@pytest.mark.parametrize(
    ("names", "french", "english"), [(["Hal"], "exempt", "bye"), (["Hal", "Ina"], "exempts", "byes")]
)
def test_one_bye_has_the_singular(names: list[str], french: str, english: str) -> None:
    sentence = "Tour %(round)s, {names:exempt|exempts} : %(names)s."
    assert gettext(sentence, round=1, names=all_of(names)) == f"Tour 1, {french}\xa0: {' et '.join(names)}."
    with speaking("en"):
        assert (
            gettext(sentence, round=1, names=all_of(names)) == f"Round 1, {english}: {' and '.join(names)}."
        )
