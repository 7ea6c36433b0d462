"""Settings of a house in words, by the codes of their sentences."""

from __future__ import annotations

import re

import pytest

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import Words, settings_in_words
from scorekeeper.cards.games.tarot.rules import Tarot
from scorekeeper.cards.rules.contract import Label
from tests.examples import every_game


@pytest.mark.parametrize(
    ("code", "settings", "used"),
    [
        ("reglage-misere", {}, False),
        ("reglage-misere", {"misere": 10}, True),
        ("reglage-misere=-", {}, True),
        ("reglage-misere=-", {"misere": 10}, False),
        ("reglage-misere=*", {}, False),
        ("reglage-misere=*", {"misere": 10}, True),
        ("reglage-base=*", {}, True),
        ("reglage-base=30", {}, False),
        ("reglage-base=30", {"base": 30}, True),
        ("reglage-mort=non", {}, True),
        ("reglage-mort=oui", {}, False),
        ("reglage-mort=oui", {"mort": True}, True),
        ("reglage-demi_points=aucun", {"demi_points": "aucun"}, True),
        ("reglage-mort,misere", {"mort": True}, False),
        ("reglage-mort,misere", {"mort": True, "misere": 5}, True),
    ],
)
def test_condition_of_a_code_decides_whether_it_is_used(
    code: str, settings: dict[str, object], *, used: bool
) -> None:
    rules = Tarot.SETTINGS.read(settings, None)  # type: ignore[arg-type]
    assert settings_in_words(Words({"autre": "", code: "texte"}), rules) == [Label(code)] * used


def test_a_gap_is_an_attribute_of_the_rules() -> None:
    words = Words({"reglage-base=*": "%(base)s, %(coefs)s, garde %(coefs.garde)s, %(demi_points)s"})
    (label,) = settings_in_words(words, Tarot())
    assert label.values == {"base": 25, "coefs": (1, 2, 4, 6), "coefs.garde": 2, "demi_points": "fft"}


def test_usual_settings_are_named_if_there_are_words_for_them() -> None:
    words = Words({"reglage-misere": "misères", "reglages-usuels": "barème officiel"})
    assert settings_in_words(words, Tarot()) == [Label("reglages-usuels")]
    assert settings_in_words(words, Tarot(misere=5)) == [Label("reglage-misere")]


@every_game
def test_the_codes_of_settings_name_attributes_of_the_rules(game: Game) -> None:
    keys = {
        re.sub("=.*", "", condition)
        for code in game.words.messages
        if code.startswith("reglage-")
        for condition in code.removeprefix("reglage-").split(",")
    }
    assert [key for key in keys if not hasattr(game.rules(), key)] == []
