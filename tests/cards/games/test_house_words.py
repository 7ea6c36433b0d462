"""A declared game uses its own word for a line, and the pages of any game the players' words."""

from __future__ import annotations

import pytest

from scorekeeper.cards.game_api.sheet import SheetRequest
from scorekeeper.cards.game_api.statistics import tallies_of
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.declared.sheet import sheet
from scorekeeper.cards.rules.contract import Seat, Table
from scorekeeper.i18n import gettext, speaking
from tests.cards.games.test_maison import THREE, by_name, made, played, text
from tests.examples import plain

FRENCH = {
    "donne": "donne 2 sur 2|2 donnes|Partie finie : 2 donnes.|Nombre de donnes|Donnes|Mieux de la donne|donne",
    "manche": "manche 2 sur 2|2 manches|Partie finie : 2 manches.|Nombre de manches|Manches|Mieux de la manche|manche",
    "coup": "coup 2 sur 2|2 coups|Partie finie : 2 coups.|Nombre de coups|Coups|Mieux du coup|coup",
    "tour": "tour 2 sur 2|2 tours|Partie finie : 2 tours.|Nombre de tours|Tours|Mieux du tour|tour",
}
ENGLISH = {
    "donne": "deal 2 of 2|2 deals|Game over: 2 deals.|Number of deals|Deals|Best of the deal|deal",
    "manche": "leg 2 of 2|2 legs|Game over: 2 legs.|Number of legs|Legs|Best of the leg|leg",
    "coup": "turn 2 of 2|2 turns|Game over: 2 turns.|Number of turns|Turns|Best of the turn|turn",
    "tour": "round 2 of 2|2 rounds|Game over: 2 rounds.|Number of rounds|Rounds|Best of the round|round",
}
PAGES = {
    (
        "donne",
        "fr",
    ): "Donne 2|La donne 2|Noter la donne|Dernière donne|1 donne|points par donne|Donnes par partie",
    ("coup", "fr"): "Coup 2|Le coup 2|Noter le coup|Dernier coup|1 coup|points par coup|Coups par partie",
    ("tour", "fr"): "Tour 2|Le tour 2|Noter le tour|Dernier tour|1 tour|points par tour|Tours par partie",
    ("tour", "en"): "Round 2|Round 2|Enter the round|Last round|1 round|points per round|Rounds per game",
}


@pytest.mark.parametrize("word", FRENCH)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_declared_words_are_used_on_sheet_paper_and_figures(word: str, language: str) -> None:
    game = made(f'ligne = "{word}"\n' + text("six-qui-prend").replace("total = 66", "lignes = 2"))
    line = {"tetes": by_name(THREE, 4, 7, 5)}
    begun, ended = played(game, THREE, line), played(game, THREE, line, line)
    assert ended.outcome is not None
    labels = (*game.wording.progress(begun), *game.settings_in_words(game.rules()), ended.outcome.reason)
    with speaking(language):
        texts = [message_of(label, game.words, THREE) for label in labels]
        texts += [gettext(game.words.settings["lignes"].label)]
        texts += [tally.label for tally in tallies_of(game.words, game.tallies(begun.marked[0], Seat(0)))]
        paper = sheet(SheetRequest(game=game, rules=game.rules(), table=THREE, seats=3)).blocks[0].grid
    assert paper is not None
    expected = (FRENCH if language == "fr" else ENGLISH)[word]
    assert "|".join(map(plain, (*texts, paper.columns[0].heading))) == expected


@pytest.mark.parametrize(("word", "language"), PAGES)
def test_pages_name_a_line_by_the_word_of_its_game(word: str, language: str) -> None:
    entry_word = made(f'ligne = "{word}"\n' + text("six-qui-prend")).entry_word.text
    codes = ("titre", "la", "noter", "derniere", "compte", "points", "partie")
    with speaking(language):
        texts = "|".join(plain(gettext(entry_word(code), rang=2, num=1)) for code in codes)
    assert texts == PAGES[word, language]


def test_a_word_of_the_house_is_no_message_of_the_app() -> None:
    """« Points » and « Plis » are messages of the app too; a house's own words stay as typed in every language."""
    game = made(
        """
nom = "Essai"
joueurs = [2, 4]
[[champs]]
cle = "plis"
nom = "Plis"
de = 0
a = 9
[[postes]]
nom = "Points"
points = "plis"
[[verifications]]
regle = "somme"
champ = "plis"
valeur = 9
[[verifications]]
si = "plis = 4"
refuse = "Gagne"
[[exemples]]
nom = "Anne"
joueurs = ["Anne", "Bruno"]
saisie = { plis = [9, 0] }
marque = [9, 0]
"""
    )
    table = Table(("Anne", "Bruno"))
    good, few, four = (
        played(game, table, {"plis": by_name(table, *pair)}) for pair in ((9, 0), (5, 0), (4, 5))
    )
    for language, reason in {
        "fr": "« Plis » : 5 au lieu de 9, il en manque 4.",
        "de": "«Plis»: 5 statt 9, 4 zu wenig.",
        "nl": "‘Plis’: 5 in plaats van 9, 4 te weinig.",
    }.items():
        colon = " :" if language == "fr" else ":"
        with speaking(language):
            item = good.marked[0].row.detail[0]
            assert message_of(item.label, game.words, table) == "Points"
            reasons = [
                plain(message_of(each.fault, game.words, table)) for each in (*few.faults, *four.faults)
            ]
            assert reasons == [reason, f"Anne{colon} Gagne"]
