"""A declared game with one of every element of definitions, and laws of all declared games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from jsonschema import Draft202012Validator

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.form import EntryForm
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.declared.game import pack
from scorekeeper.cards.games.declared.rules import HouseRules
from scorekeeper.cards.games.declared.rules.definition import DEFINITION
from scorekeeper.cards.rules.contract import Seat, Table, expect
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import judge
from scorekeeper.i18n import speaking
from tests.cards.games.test_maison import FILES, SIMPLE_UNO, THREE, by_name, made, messages, played, shipped
from tests.examples import plain
from tests.play import filled

# One of everything.

WHOLE = """
nom = "Le jeu du club"
joueurs = [4, 4]
colonnes = "camps"
gagne = "grand"
ligne = "donne"
donneur = false
[fin]
lignes = 3
total = 1000
[[champs]]
cle = "plis"
nom = "Plis"
de = 0
a = 8
[[champs]]
cle = "prise"
nom = "Preneur"
genre = "joueur"
sur = "table"
facultatif = true
[[champs]]
cle = "annonce"
nom = "Annonce"
genre = "choix"
choix = { aucune = 0, belle = 20 }
defaut = 0
[[champs]]
cle = "contrat"
nom = "Contrat"
genre = "choix"
sur = "table"
choix = { simple = 1, double = 2 }
[[champs]]
cle = "tout"
nom = "Tous les plis"
genre = "oui-non"
sur = "table"
[[champs]]
cle = "bonus"
nom = "Bonus"
sur = "table"
de = -10
a = 10
defaut = 3
[[champs]]
cle = "as"
nom = "As"
genre = "oui-non"
[[compteurs]]
cle = "prises"
nom = "Prises"
devient = "prises + prise"
[[postes]]
nom = "plis"
points = "plis * contrat"
[[postes]]
nom = "annonces"
points = "annonce + as * 5"
[[postes]]
nom = "prime de la ligne"
points = "si(prise, bonus * ligne, 0) + si(tout et plis = 8, 50, 0)"
[[postes]]
nom = "rien"
points = 0
[[verifications]]
si = "somme(plis) != 8"
refuse = "Il y a huit plis."
[[verifications]]
si = "prise et plis < 4"
demande = "preneur avec moins de quatre plis ?"
[[verifications]]
si = "contrat = 2 et bonus < 0"
demande = "Un double avec un malus ?"
[[exemples]]
nom = "Nord prend"
joueurs = ["Nord", "Est", "Sud", "Ouest"]
saisie = { plis = [5, 3], prise = "Nord", contrat = "double", annonce = ["aucune", "belle"], as = [true, false] }
marque = [18, 26]
totaux = [18, 26]
gagne = []
[[exemples]]
nom = "En deux lignes"
joueurs = ["Nord", "Est", "Sud", "Ouest"]
reglages = { lignes = 2 }
avant = [{ plis = { A = 8, B = 0 }, contrat = "simple", tout = true }]
saisie = { plis = [2, 6], prise = "Sud", contrat = "simple", bonus = -1, note = "dit par Est", donneur = "Est" }
marque = [0, 6]
totaux = [58, 6]
demande = true
gagne = ["A"]
[[exemples]]
nom = "Neuf plis"
joueurs = ["Nord", "Est", "Sud", "Ouest"]
saisie = { plis = [5, 4], contrat = "simple" }
refuse = true
"""
CAMPS = Table(("Nord", "Est", "Sud", "Ouest"), camps=True, equipes=("Nous", "Eux"))


def test_definition_may_have_camps_choices_ticks_and_counters() -> None:
    game = made(WHOLE)
    assert game.key == "maison-le-jeu-du-club"
    assert game.rules.CAMPS
    assert not game.rules.VARIES
    assert game.rules().opening(CAMPS).donneur is None
    entry = {
        "plis": {"A": 3, "B": 5},
        "prise": "Sud",
        "contrat": "double",
        "bonus": -2,
        "annonce": {"B": "belle"},
        "as": {"A": True},
        "note": "vu",
    }
    sheet = played(game, CAMPS, entry)
    assert sheet.marked[0].row.scores == (9, 30)
    assert [doubt.field for doubt in sheet.marked[0].doubts] == ["plis.A", "contrat"]
    with speaking("fr"):
        doubts = [plain(message_of(doubt, game.words, CAMPS)) for doubt in sheet.marked[0].doubts]
        labels = [message_of(item.label, game.words, CAMPS) for item in sheet.marked[0].row.detail]
        sentence = plain(message_of(game.wording.sentence(sheet.marked[0]), game.words, CAMPS))
        progress = [plain(message_of(label, game.words, CAMPS)) for label in game.wording.progress(sheet)]
        settings = [
            plain(message_of(label, game.words, CAMPS)) for label in game.settings_in_words(sheet.rules)
        ]
    assert doubts == ["Nous : preneur avec moins de quatre plis ?", "Un double avec un malus ?"]
    assert labels == ["plis", "annonces", "prime de la ligne"]
    assert sentence == "Nous +9, Eux +30"
    assert progress == ["donne 2 sur 3", "jusqu’à 1000", "Prises : Nous 1, Eux 0"]
    assert settings == ["jusqu’à 1000 points", "3 donnes"]
    assert game.wording.tallies(sheet.marked[0], Seat(3)) == {"lignes": 1, "lignes-reussi": 1}
    form = filled(game, sheet.rules, sheet.opening, entry)
    assert form.payload() == entry
    for key in ("plis", "plis.B", "prise", "bonus", "note"):
        assert form.field_for(key) is not None
    assert form.field_for("rien") is None


def test_form_keeps_empty_values_and_places_a_fault() -> None:
    game = made(WHOLE)
    rules = game.rules()
    form: EntryForm = game.form(None, rules=rules, state=rules.opening(CAMPS))
    assert form.payload() == {"plis": {}}
    assert not form.validate()
    assert form["f_contrat"].errors == ["Contrat\u202f?"]
    short = filled(
        game, rules, rules.opening(CAMPS), {"plis": {"A": 3}, "contrat": "simple", "annonce": {"A": None}}
    )
    assert not short.validate()
    assert [plain(text) for text in short["f_plis_1"].errors] == ["« Plis » : à remplir pour Eux."]


def test_line_without_points_has_its_words() -> None:
    game = shipped("six-qui-prend")
    sheet = played(game, THREE, {"tetes": by_name(THREE, 5, 5, 5)})
    assert sheet.marked[0].row.scores == (5, 5, 5)
    assert len(sheet.marked[0].row.detail) == 1
    with speaking("fr"):
        assert message_of(game.wording.brief(sheet.marked[0]), game.words, THREE) == "tous pareil"


def test_demonstration_line_without_fitting_example_is_generated() -> None:
    game = made(WHOLE)
    rules = game.rules()
    five = Table(("A1", "B1", "C1", "D1", "E1"))
    uno = shipped("uno")
    for each, table in ((uno, five), (shipped("skyjo"), five), (shipped("phase-10"), five)):
        house = each.rules()
        entry = each.demo(Random(1), house, house.opening(table))  # noqa: S311 - an example, not a secret
        assert house.ENTRY.read(entry, table)
    camps = rules.opening(CAMPS)
    assert rules.ENTRY.read(game.demo(Random(1), rules, camps), CAMPS)  # noqa: S311 - an example, not a secret
    head, *_, last = WHOLE.split("[[exemples]]")
    bare = made(f"{head}[[exemples]]{last}").rules()
    made_up = {plain(str(game.demo(Random(seed), bare, camps))) for seed in range(9)}  # noqa: S311 - not a secret
    assert len(made_up) == 9
    assert all(bare.ENTRY.read(game.demo(Random(seed), bare, camps), CAMPS) for seed in range(9))  # noqa: S311 - not a secret


def test_figures_that_grow_too_far_are_refused() -> None:
    growing = SIMPLE_UNO.replace(
        "[[verifications]]",
        '[[compteurs]]\ncle = "rang"\nnom = "Rang"\ndebut = 1000000\ndevient = "rang * 30"\n[[verifications]]',
        1,
    )
    game = made(growing)
    line = {"cartes": by_name(THREE, 0, 1, 1)}
    sheet = played(game, THREE, line, line, line)
    assert [item.fault.code for item in sheet.faults] == ["marque-trop-grande"]
    assert messages(game, sheet) == ["Les chiffres de cette manche dépassent 1 000 000 000."]


def test_the_rules_of_another_game_are_no_house_rules() -> None:
    with pytest.raises(TypeError):
        expect(HouseRules, catalogue.game("tarot").rules())


def test_the_definition_is_kept_as_its_game_and_read_again() -> None:
    game = shipped("molkky")
    assert catalogue.game(game.key, pack(game)).definition == game.definition
    assert pack(catalogue.game("tarot")) == ""
    empty = replace(game, definition="{}")
    for damaged in (pack(empty), "x", "eJw", "é"):
        with pytest.raises(ValueError, match="maison-molkky"):
            catalogue.game("maison-molkky", damaged)


def test_the_schema_of_definitions_takes_the_shipped_ones() -> None:
    schema = DEFINITION.schema()
    Draft202012Validator.check_schema(schema)
    for path in FILES:
        document = catalogue.declared_of(shipped(path.stem)).document
        assert not list(Draft202012Validator(schema).iter_errors(document))
    full = catalogue.declared_of(made(WHOLE)).document
    assert not list(Draft202012Validator(schema).iter_errors(full))
    assert not Draft202012Validator(schema).is_valid({**full, "nom": ""})


def test_a_word_that_is_no_choice_is_refused_with_those_that_are() -> None:
    game = made(WHOLE)
    rules = game.rules()
    form = filled(game, rules, rules.opening(CAMPS), {"plis": {"A": 8, "B": 0}, "contrat": "triple"})
    assert not form.validate()
    assert form["f_contrat"].errors == ["À choisir\u00a0: simple ou double."]
    wide = {"plis": {"A": 8, "B": 0}, "contrat": "simple", "annonce": {"A": "laide"}}
    worse = filled(game, rules, rules.opening(CAMPS), wide)
    assert not worse.validate()
    assert worse["f_annonce_0"].errors == ["À choisir\u00a0: aucune ou belle."]
    schema = rules.ENTRY.schema(CAMPS)
    assert schema["properties"]["contrat"]["enum"] == ["simple", "double"]


def test_a_name_that_is_nobodys_is_refused_beside_its_field() -> None:
    game = shipped("skyjo")
    rules = game.rules()
    with pytest.raises(Unreadable) as refused:
        rules.ENTRY.read({"cartes": {"Zoé": 1}, "ferme": "Anne"}, THREE)
    faults = judge(rules, rules.opening(THREE), refused.value)
    assert [(fault.code, fault.field) for fault in faults] == [("nom-inconnu", "cartes.Zoé")]


def test_leader_and_best_line_are_named() -> None:
    game = shipped("skyjo")
    sheet = played(
        game,
        THREE,
        {"cartes": by_name(THREE, -2, -2, -2), "ferme": "Anne"},
        {"cartes": by_name(THREE, 12, 4, 5), "ferme": "Bruno"},
    )
    assert sheet.state.totals == (10, 2, 3)
    assert game.rules().leaders(sheet.state) == (1,)
    with speaking("fr"):
        briefs = [plain(message_of(game.wording.brief(line), game.words, THREE)) for line in sheet.marked]
    assert briefs == [
        "Points des cartes −2 −2 −2, Qui a fermé Anne",
        "Points des cartes 12 4 5, Qui a fermé Bruno",
    ]
    # The noted values are the scores: then the sentence names the best line.
    taking = played(
        shipped("six-qui-prend"), THREE, {"tetes": by_name(THREE, 5, 5, 5)}, {"tetes": {"Anne": 17}}
    )
    with speaking("fr"):
        texts = [
            plain(message_of(shipped("six-qui-prend").wording.brief(line), game.words, THREE))
            for line in taking.marked
        ]
    assert texts == ["tous pareil", "mieux : Bruno et Chloé"]
