"""Answers of the form for a house's own game: they convert to a definition, and back."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from scorekeeper.cards import catalogue
from scorekeeper.cards.games.declared.asking.answers import BEGIN, document_of, others_of
from scorekeeper.cards.games.declared.asking.reading import answers_of, with_elimination
from scorekeeper.cards.games.declared.toml_text import text_of_document
from scorekeeper.cards.rules.contract import Table
from scorekeeper.i18n import speaking
from tests.cards.games.fourteen import FOURTEEN, answers_for
from tests.cards.games.test_maison import FILES, played, text

STAND_IN = {"nom": "x", "joueurs": ["A", "B"], "saisie": {}, "refuse": True}
fourteen = pytest.mark.parametrize("key", FOURTEEN)


def document_for(key: str, **changes: str) -> dict[str, Any]:
    with speaking("fr"):
        return document_of({**answers_for(key), **changes}, {})


def entry(line: dict[str, Any], table: Table) -> dict[str, Any]:
    """Return a line in the file format, with its lists by name."""
    return {
        key: dict(zip(table.columns if not table.camps else "AB", value, strict=True))
        if isinstance(value, list)
        else value
        for key, value in line.items()
    }


@fourteen
def test_a_game_of_the_form_counts_as_was_reckoned_by_hand(key: str) -> None:
    known = FOURTEEN[key]
    game = catalogue.game_of_definition({**document_for(key), "exemples": [STAND_IN]})
    table = Table(tuple(known["players"]), camps=game.rules.CAMPS)
    sheet = played(game, table, *(entry(line, table) for line in known["lines"]))
    assert sheet.faults == ()
    assert [[*marked.after.totals] for marked in sheet.marked] == known["totals"]
    winners = [table.columns[column] for column in sheet.outcome.winners] if sheet.outcome else None
    assert winners == known.get("winners")


@fourteen
def test_it_is_shipped_and_names_its_source(key: str) -> None:
    assert f"Règle : {FOURTEEN[key]['source']}." in tomllib.loads(text(key))["aide"]


@fourteen
def test_its_text_is_read_back_as_the_same_answers(key: str) -> None:
    document, given = document_for(key), answers_for(key)
    assert tomllib.loads(text_of_document(document)) == document
    back = answers_of(document)
    # Two sides are always four players, and a game without a fixed end has no number of lines.
    spare = ("min", "max") if given.get("camps") else ("fin_n",) if given["fin"] == "libre" else ()
    asked = {name: value for name, value in given.items() if value and name not in spare}
    assert {name: back.get(name) for name in asked} == asked


def test_answers_are_stored_beside_their_definition() -> None:
    text_of_uno = text_of_document(document_for("uno"))
    assert text_of_uno.partition("\n[formulaire]\n")[2] == (
        'carte = "reste"\nreste_cle = "reste"\nreste_quoi = "Cartes en main"\nreste_de = "0"\nreste_a = "1000"\n'
        'reste_pour = "finit"\nreste_zero = "non"\nreste_ferme = "non"\ns0_quoi = "zero"\ns0_acte = "refuse"\n'
        's0_phrase = "Une personne, et une seule, a posé sa dernière carte : elle a 0."\n'
        'fin = "total"\nfin_n = "500"\n'
    )


def test_a_definition_without_answers_opens_as_text() -> None:
    earlier = {key: value for key, value in document_for("tichu").items() if key != "formulaire"}
    answers = answers_of(earlier)
    assert (answers["carte"], answers["fin"], answers["elim"]) == ("texte", "texte", "non")
    assert (answers["nom"], answers["camps"]) == ("Tichu", "1")
    assert document_of(answers, earlier) == earlier


@pytest.mark.parametrize(
    ("key", "section", "change", "left"),
    [
        ("uno", "postes", {"points": "reste * 2"}, ("texte", "total", "non")),
        ("uno", "champs", {"a": "600"}, ("texte", "total", "non")),
        ("skull-king", "postes", {"points": "annonce"}, ("texte", "lignes", "non")),
    ],
)
def test_a_part_changed_by_hand_is_text(
    key: str, section: str, change: dict[str, str], left: tuple[str, ...]
) -> None:
    made = document_for(key)
    edited = {**made, section: [{**made[section][0], **change}, *made[section][1:]]}
    with speaking("fr"):
        answers = answers_of(edited)
        assert (answers["carte"], answers["fin"], answers["elim"]) == left
        again = document_of(answers, edited)
    assert again[section] == edited[section]
    assert again["formulaire"].keys() == {"fin", "fin_n"}


def test_answers_of_another_language_are_read() -> None:
    with speaking("en"):
        made = document_of({**BEGIN, "nom": "X", "carte": "places", "s0_quoi": "rien"}, {})
    with speaking("fr"):
        answers = answers_of(made)
        assert (answers["carte"], answers["places_titre_0"]) == ("places", "President")
        assert document_of(answers, made) == made


def test_an_extra_keeps_its_key_under_another_name() -> None:
    made = document_of({**BEGIN, "nom": "X", "e0_nom": "Prime"}, {})
    renamed = document_of({**answers_of(made), "e0_nom": "Bonus"}, made)
    assert (renamed["champs"][1]["cle"], renamed["champs"][1]["nom"]) == ("prime", "Bonus")


@pytest.mark.parametrize(
    ("stored", "elim"),
    [
        (3, "non"),
        ([], "non"),
        ({"carte": 3}, "non"),
        ({"carte": "nulle", "fin": "jamais", "elim": "x"}, "texte"),
    ],
)
def test_answers_that_are_none_leave_the_text(stored: Any, elim: str) -> None:
    earlier = {key: value for key, value in document_for("uno").items() if key != "formulaire"}
    answers = answers_of({**earlier, "formulaire": stored})
    assert (answers["carte"], answers["fin"], answers["elim"]) == ("texte", "texte", elim)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_shipped_definition_loses_anything(path: Any) -> None:
    source = path.read_text(encoding="utf-8")
    document = tomllib.loads(source)
    with speaking("fr"):
        again = document_of(answers_of(document), document)
        rewritten = text_of_document(again, source)
        verdict = catalogue.check_text(rewritten.encode())
    assert again == document == tomllib.loads(rewritten)
    assert verdict.flaws == ()
    assert rewritten.startswith(source[: source.index("nom =")])


def test_inexpressible_parts_stay_text_and_the_rest_is_answered() -> None:
    molkky = tomllib.loads(text("molkky"))
    answers = answers_of(molkky)
    assert (answers["carte"], answers["fin"], answers["nom"]) == ("texte", "total", "Mölkky")
    changed = document_of({**answers, "nom": "Quilles", "max": "6"}, molkky)
    assert changed == {**molkky, "nom": "Quilles", "joueurs": [2, 6]}
    other = document_of({**answers, "carte": "places"}, tomllib.loads(text("yams")))
    assert "cases" not in other
    assert other["champs"][0]["cle"] == "place"


def test_names_and_sentences_stay_with_their_formulas() -> None:
    skyjo = tomllib.loads(text("skyjo"))
    answers = answers_of(skyjo)
    assert (answers["carte"], answers["reste_cle"], answers["s2_quoi"]) == ("reste", "cartes", "chacun")
    less = document_of({**answers, "reste_a": "100"}, skyjo)
    assert [item["nom"] for item in less["postes"]] == ["cartes", "fermé sans être seul au plus bas"]
    assert less["exemples"] == skyjo["exemples"]
    renamed = document_of({**answers, "reste_quoi": "Pions"}, skyjo)
    assert [item["nom"] for item in renamed["postes"]] == ["Pions", "fermé sans être seul au plus bas"]


@pytest.mark.parametrize(
    ("answers", "lines", "ends", "winner"),
    [
        (
            {
                "fin": "libre",
                "elim": "total",
                "elim_n": "0",
                "depart": "10",
                "points_de": "-10",
                "points_a": "0",
            },
            [[0, -6, -3], [0, -5, -2], [0, None, -5]],
            3,
            0,
        ),
        (
            {"fin": "libre", "elim": "total", "elim_n": "10", "gagne": "petit"},
            [[4, 10, 0], [3, None, 10]],
            2,
            0,
        ),
        (
            {"fin": "total", "fin_n": "50", "elim": "zeros", "elim_n": "2"},
            [[1, 0, 4], [0, 0, 4], [0, None, 4]],
            3,
            2,
        ),
        ({"fin": "lignes", "fin_n": "10"}, [[1, 2, 3]] * 10, 10, 2),
    ],
)
def test_the_ends_that_can_be_chosen(
    answers: dict[str, str], lines: list[list[int | None]], ends: int, winner: int
) -> None:
    given = {**BEGIN, "nom": "Vies", "points_vide": "oui", **answers}
    document = document_of(given, {})
    back = answers_of(document)
    assert {key: back.get(key) for key in answers} == answers
    game = catalogue.game_of_definition({**document, "exemples": [STAND_IN]})
    table = Table(("Anne", "Bruno", "Chloé"))
    taken = [
        {name: value for name, value in zip(table.players, line, strict=True) if value is not None}
        for line in lines
    ]
    sheet = played(game, table, *({"points": line} for line in taken))
    assert (len(sheet.marked), sheet.faults) == (ends, ())
    assert sheet.outcome is not None
    assert sheet.outcome.winners == (winner,)


def test_elimination_by_formulas_is_offered_the_word() -> None:
    old = {"nom": "Vies", "fin": {"quand": "nombre(total > 0) <= 1", "parmi": "total > 0"}}
    assert with_elimination(old) == {"nom": "Vies", "elimination": {"total": 0}}
    other = {"nom": "Vies", "fin": {"quand": "total = 50", "parmi": "total > 0"}}
    assert with_elimination(other) is other
    assert with_elimination({"nom": "Vies"}) == {"nom": "Vies"}
    strange = {"nom": "Vies", "fin": {"quand": "nombre(total > 0) <= 1", "parmi": "total > 5"}}
    assert with_elimination(strange) is strange


def test_a_check_that_asks_has_a_sentence() -> None:
    answers = {**BEGIN, "nom": "Somme", "s0_quoi": "plus", "s0_n": "20", "s0_acte": "demande"}
    with speaking("fr"):
        (check,) = document_of(answers, {})["verifications"]
    assert check == {
        "regle": "somme-au-plus",
        "champ": "points",
        "valeur": 20,
        "demande": "La somme de la ligne est trop grande.",
    }


@pytest.mark.parametrize(
    ("extra", "line", "scores"),
    [
        (["x", "coche", "autres", "5", ""], {"x": [True, False, False]}, (0, 5, 5)),
        (["x", "personne", "autres", "-3", ""], {"x": "Bruno"}, (-3, 0, -3)),
        (["x", "nombre", "sans", "2", "9"], {"x": [0, 3, 4]}, (14, 0, 0)),
        (["x", "nombre", "echange", "1", "9"], {"x": [0, 3, 4]}, (7, -3, -4)),
        (["x", "nombre", "reussi", "10", ""], {"x": [1, 0, 0]}, (10, 0, 0)),
    ],
)
def test_extra_gives_its_points_to_its_players(
    extra: list[str], line: dict[str, Any], scores: tuple[int, ...]
) -> None:
    names = dict(zip(("nom", "genre", "pour", "vaut", "max"), extra, strict=True))
    answers = {
        **BEGIN,
        "nom": "Extra",
        "points_vide": "oui",
        **{f"e3_{key}": each for key, each in names.items()},
    }
    document = document_of(answers, {})
    assert answers_of(document)["e0_pour"] == extra[2]
    game = catalogue.game_of_definition({**document, "exemples": [STAND_IN]})
    table = Table(("Anne", "Bruno", "Chloé"))
    (marked,) = played(game, table, entry(line, table)).marked
    assert marked.row.scores == scores


def test_keys_of_extras_are_words_of_their_names_and_never_twice() -> None:
    names = ["Prime !", "prime", "1er", "total", "Annonce d’un carré de valets"]
    answers = {**BEGIN, "nom": "Clés", **{f"e{place}_nom": name for place, name in enumerate(names)}}
    keys = [field["cle"] for field in document_of(answers, {})["champs"]]
    assert keys == ["points", "prime", "prime_2", "er", "total_2", "annonce_d_un_carre_d"]
    assert document_of({**answers, "e2_nom": "12"}, {})["champs"][3]["cle"] == "extra"


def test_invalid_answer_is_refused_at_its_key() -> None:
    answers = {
        **BEGIN,
        "nom": "",
        "min": "deux",
        "fin_n": "−5",
        "points_de": "x",
        "carte": "somme",
        "somme_tout": "?",
    }
    document = document_of(answers, {})
    assert (document["joueurs"], document["fin"]) == (["deux", 6], {"total": -5})
    with speaking("fr"):
        flaws = catalogue.check_text(text_of_document(document).encode()).flaws
    assert {flaw.key for flaw in flaws} >= {"nom", "joueurs.0", "fin.total"}


@pytest.mark.parametrize(
    "strange",
    [
        {},
        {"nom": 3, "joueurs": 4, "champs": 1, "postes": [1], "fin": [], "tournoi": 2, "exemples": "x"},
        {
            "joueurs": [1, 2, 3],
            "champs": [{"cle": []}],
            "postes": [{"points": {}}],
            "verifications": [{"si": []}],
        },
        {
            "champs": [{"cle": "place", "nom": "P", "genre": "choix", "choix": 3}],
            "postes": [{"nom": "p", "points": "place"}],
        },
        {"fin": {"total": 5, "lignes": 3}, "colonnes": "camps", "donneur": False},
        {"nom": "a\nb", "aide": 'x\n"y"', "clé": {"é": [{}, True]}, "cases": [{"cle": "a"}]},
    ],
)
def test_any_text_is_read_without_a_fault_and_written_again(strange: dict[str, Any]) -> None:
    answers = answers_of(strange)
    assert answers["carte"] == "texte"
    kept = {
        key: value
        for key, value in strange.items()
        if key in {"champs", "postes", "verifications", "clé", "cases"}
    }
    again = document_of(answers, strange)
    assert {key: again.get(key) for key in kept} == kept
    assert tomllib.loads(text_of_document(strange)) == strange


def test_checks_that_are_no_list_are_left_out() -> None:
    assert others_of({"autres": "{"}) == []
    assert others_of({"autres": '[{"si": "1"}]'}) == [{"si": "1"}]


GRID_ANSWERS = {
    "nom": "Dés",
    "carte": "grille",
    "grille_cases": "As : 1 à 5\r\nSuite : 15, 20 30\n\nDébit : −10 à 40 par 5\nOnes : 1 to 6 by 1\nAs : 0",
    "grille_haut": "2",
    "grille_seuil": "12",
    "grille_prime": "7",
}


def test_rows_of_a_grid_follow_from_lines() -> None:
    with speaking("fr"):
        made = document_of({**BEGIN, **GRID_ANSWERS}, {})
    assert made["cases"] == [
        {"cle": "as", "nom": "As", "de": 1, "a": 5, "groupe": "haut"},
        {"cle": "suite", "nom": "Suite", "valeurs": [15, 20, 30], "groupe": "haut"},
        {"cle": "debit", "nom": "Débit", "de": -10, "a": 40, "pas": 5},
        {"cle": "ones", "nom": "Ones", "de": 1, "a": 6, "pas": 1},
        {"cle": "as_2", "nom": "As", "valeurs": [0]},
    ]
    assert made["groupes"] == [{"cle": "haut", "nom": "Total du haut"}]
    assert made["primes"] == [{"nom": "Prime dès 12", "groupe": "haut", "points": "si(haut >= 12, 7, 0)"}]
    # A grid ends when it is full; the answer for other games is ignored.
    assert made.keys() & {"fin", "elimination", "champs", "postes"} == set()
    assert made["formulaire"]["grille_cases"].startswith("As : 1 à 5\nSuite : 15, 20 30\n")
    with speaking("fr"):
        assert document_of(answers_of(made), made) == made


def test_rows_of_a_grid_are_read_in_german_and_dutch() -> None:
    rows = "Fünfer: 5 bis 25 in 5\nChance: 5 bis 30\nVijven: 5 tot 25 per 5\nFull: 5 tot 30"
    made = document_of({**BEGIN, **GRID_ANSWERS, "grille_cases": rows, "grille_haut": "0"}, {})
    assert made["cases"] == [
        {"cle": "funfer", "nom": "Fünfer", "de": 5, "a": 25, "pas": 5},
        {"cle": "chance", "nom": "Chance", "de": 5, "a": 30},
        {"cle": "vijven", "nom": "Vijven", "de": 5, "a": 25, "pas": 5},
        {"cle": "full", "nom": "Full", "de": 5, "a": 30},
    ]


@pytest.mark.parametrize(
    ("changes", "groups", "bonuses"),
    [({"grille_haut": "0"}, 0, 0), ({"grille_prime": "0"}, 1, 0), ({"grille_haut": "x"}, 0, 0)],
)
def test_grid_without_bonus(changes: dict[str, str], groups: int, bonuses: int) -> None:
    made = document_of({**BEGIN, **GRID_ANSWERS, **changes}, {})
    assert (len(made.get("groupes", [])), len(made.get("primes", []))) == (groups, bonuses)


def test_a_renamed_row_keeps_its_key() -> None:
    answers = {**BEGIN, **GRID_ANSWERS, "grille_cases": "As : 1\nDeux : 2\n12 : 3"}
    made = document_of(answers, {})
    again = document_of({**answers, "grille_cases": "As : 1\nPaire : 2\n12 : 3\nFull : 4"}, made)
    assert [(case["cle"], case["nom"]) for case in again["cases"]] == [
        ("as", "As"), ("deux", "Paire"), ("rang", "12"), ("full", "Full")
    ]  # fmt: skip


def test_a_hundred_rows_of_one_name_have_keys() -> None:
    made = document_of({**BEGIN, **GRID_ANSWERS, "grille_cases": "Total : 1\n" * 100}, {})
    assert len({case["cle"] for case in made["cases"]}) == 100


def test_an_end_of_a_grid_written_by_hand_stays() -> None:
    made = document_of({**BEGIN, **GRID_ANSWERS}, {}) | {"fin": {"quand": "vides < 2"}}
    answers = answers_of(made)
    assert (answers["carte"], answers["fin"]) == ("grille", "texte")
    assert document_of(answers, made)["fin"] == {"quand": "vides < 2"}
