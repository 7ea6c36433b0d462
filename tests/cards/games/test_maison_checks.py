"""Named checks: each refuses its cases, in a sentence with the number, at the faulty field."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scorekeeper.cards.catalogue import proven_game
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.kinds import Unreadable
from tests.cards.games.test_maison import made, messages, played
from tests.cards.games.test_maison import text as text_of
from tests.cards.games.test_maison_faults import flaws

FOUR = Table(("Anne", "Bruno", "Chloé", "David"))
CAMPS = Table(("Anne", "Bruno", "Chloé", "David"), camps=True)

GAME = """
nom = "Essai de regles"
joueurs = [4, 4]

[[champs]]
cle = "points"
nom = "Points"
de = 0
a = "min(ligne, 20) * 26"
pas = 2

[[champs]]
cle = "sorti"
nom = "Sorti"
genre = "oui-non"

[[postes]]
nom = "points"
points = "points"

[[verifications]]
VERIFICATION

[[exemples]]
nom = "Une ligne refusée"
joueurs = ["Anne", "Bruno", "Chloé", "David"]
saisie = { points = [1, 0, 0, 0] }
refuse = true
"""


def game(check: str, extra: str = "") -> Any:
    return made((GAME + extra).replace("VERIFICATION", check))


def line(*points: int, sorti: str = "") -> dict[str, Any]:
    return {"points": dict(zip("Anne Bruno Chloé David".split(), points, strict=True)), "sorti": dict.fromkeys(sorti.split(), True)}  # noqa: SIM905 # fmt: skip


@pytest.mark.parametrize(
    ("check", "entry", "field", "sentence"),
    [
        ('regle = "somme"\nchamp = "points"\nvaleur = "26"', line(16, 0, 8, 0), "points",
         "« Points » : 24 au lieu de 26, il en manque 2."),
        ('regle = "somme"\nchamp = "points"\nvaleur = 26', line(16, 0, 8, 6), "points",
         "« Points » : 30 au lieu de 26, 4 de trop."),
        ('regle = "somme"\nchamp = "points"\nvaleur = 26\nrefuse = "Une donne fait 26 points."', line(16, 0, 8, 0), "points",
         "Une donne fait 26 points (24 au lieu de 26, il en manque 2)."),
        ('regle = "somme-au-plus"\nchamp = "points"\nvaleur = 20', line(16, 0, 8, 0), "points",
         "« Points » : 24 pour 20 au plus, 4 de trop."),
        ('regle = "somme-au-moins"\nchamp = "points"\nvaleur = "7 * joueurs"', line(16, 0, 8, 0), "points",
         "« Points » : 24 pour 28 au moins, il en manque 4."),
        ('regle = "au-moins"\nchamp = "points"\nvaleur = "si(sorti, 0, 6)"', line(8, 4, 6, 2, sorti="David"), "points.Bruno",
         "« Points » : Bruno, 4, et c’est 6 au moins."),
        ('regle = "un-seul"\nchamp = "sorti"', line(2, 2, 2, 2, sorti="Anne Chloé"), "sorti",
         "« Sorti » : il y en a 2, Anne et Chloé, au lieu d’un seul."),
        ('regle = "un-seul"\nchamp = "sorti"', line(2, 2, 2, 2), "sorti",
         "« Sorti » : il n’y en a pas, il en faut un."),
        ('regle = "un-seul"\nquoi = "points = 0"\nrefuse = "Une personne a 0."', line(2, 0, 0, 2), "points",
         "Une personne a 0 (il y en a 2, Bruno et Chloé, au lieu d’un seul)."),
        ('regle = "un-au-plus"\nchamp = "sorti"', line(2, 2, 2, 2, sorti="Bruno David"), "sorti",
         "« Sorti » : il y en a 2, Bruno et David, au lieu d’un seul."),
        ('regle = "differents"\nchamp = "points"', line(2, 4, 2, 6), "points",
         "« Points » : Anne et Chloé ont le même nombre."),
        ('regle = "multiple"\nchamp = "points"\nvaleur = 4', line(4, 6, 0, 8), "points.Bruno",
         "« Points » : Bruno, 6 n’est pas un multiple de 4."),
        ('regle = "au-plus"\nchamp = "points"\nvaleur = "10 * ligne"', line(4, 6, 0, 12), "points.David",
         "« Points » : David, 12, et c’est 10 au plus."),
    ],
)  # fmt: skip
def test_named_check_reports_the_numbers(check: str, entry: Any, field: str, sentence: str) -> None:
    made_of = game(check)
    sheet = played(made_of, FOUR, entry)
    assert [item.fault.field for item in sheet.faults] == [field]
    assert messages(made_of, sheet) == [sentence]


@pytest.mark.parametrize(
    ("check", "entry"),
    [
        ('regle = "somme"\nchamp = "points"\nvaleur = 26', line(16, 0, 8, 2)),
        ('regle = "somme-au-plus"\nchamp = "points"\nvaleur = 26', line(16, 0, 8, 2)),
        ('regle = "somme-au-moins"\nchamp = "points"\nvaleur = 26', line(16, 0, 8, 2)),
        ('regle = "somme-au-moins"\nchamp = "points"\nvaleur = 26', line(16, 2, 8, 2)),
        ('regle = "au-moins"\nchamp = "points"\nvaleur = "si(sorti, 0, 6)"', line(8, 6, 6, 0, sorti="David")),
        ('regle = "un-seul"\nchamp = "sorti"', line(2, 2, 2, 2, sorti="Anne")),
        ('regle = "un-au-plus"\nchamp = "sorti"', line(2, 2, 2, 2)),
        ('regle = "differents"\nchamp = "points"', line(0, 2, 4, 6)),
        ('regle = "multiple"\nchamp = "points"\nvaleur = 4', line(4, 8, 0, 12)),
        ('regle = "au-plus"\nchamp = "points"\nvaleur = "10 * ligne"', line(4, 6, 0, 10)),
    ],
)
def test_named_check_accepts_right_lines(check: str, entry: Any) -> None:
    assert played(game(check), FOUR, entry).faults == ()


def test_formulas_read_the_player_count_unless_a_key_hides_it() -> None:
    check = 'si = "somme(points) > 6 * joueurs"\nrefuse = "Trop de points."'
    assert messages(game(check), played(game(check), FOUR, line(8, 8, 8, 0))) == []
    assert messages(game(check), played(game(check), FOUR, line(8, 8, 8, 2))) == ["Trop de points."]
    own = made(GAME.replace("VERIFICATION", check).replace('cle = "sorti"', 'cle = "joueurs"'))
    entry = {"points": line(8, 8, 8, 0)["points"], "joueurs": {"Anne": True}}
    assert messages(own, played(own, FOUR, entry)) == ["Anne, Bruno, Chloé et David : Trop de points."]


def test_a_key_named_joueurs_is_listed_once_among_the_known() -> None:
    own = GAME.replace("VERIFICATION", 'si = "sorties > 3"\nrefuse = "Non."').replace(
        'cle = "sorti"', 'cle = "joueurs"'
    )
    assert [sentence for _, _, sentence in flaws(own)] == [
        "« sorties » n’est pas une clé connue. Connues : total, ligne, points, joueurs."
    ]


def test_a_check_of_some_rows_needs_rows_that_exist() -> None:
    yams = text_of("yams").replace('cases = ["cinq"]', 'cases = ["cinq", "sept"]')
    assert [(key, sentence) for _, key, sentence in flaws(yams)] == [
        ("verifications.2.cases", "« sept » n’est la clé d’aucune case.")
    ]


def test_a_bound_may_depend_on_the_line() -> None:
    made_of = game('regle = "un-au-plus"\nchamp = "sorti"')
    sheet = played(made_of, FOUR, line(28, 0, 0, 0))
    assert [(item.fault.code, item.fault.field) for item in sheet.faults] == [("hors-limites", "points.Anne")]
    assert messages(made_of, sheet) == ["De 0 à 26."]
    assert played(made_of, FOUR, line(2, 0, 0, 0), line(28, 0, 0, 0)).faults == ()


def test_a_number_follows_its_step() -> None:
    made_of = game('regle = "un-au-plus"\nchamp = "sorti"')
    assert messages(made_of, played(made_of, FOUR, line(3, 0, 0, 0))) == ["De 2 en 2."]


def test_the_end_reads_the_fields_of_the_line() -> None:
    made_of = game('regle = "un-au-plus"\nchamp = "sorti"', '\n[fin]\nquand = "sorti"\n')
    assert played(made_of, FOUR, line(4, 0, 0, 0)).outcome is None
    over = played(made_of, FOUR, line(4, 0, 0, 0, sorti="Bruno")).outcome
    assert over is not None
    assert over.winners == (0,)


TEAMS = """
nom = "Essai de camps"
joueurs = [4, 4]
colonnes = "camps"

[[champs]]
cle = "premier"
nom = "Sort en premier"
genre = "camp"
sur = "table"

[[champs]]
cle = "donne"
nom = "Donne"
de = 0
a = 2

[[postes]]
nom = "premier"
points = "100 * premier"

[[verifications]]
regle = "un-par-camp"
champ = "donne"

[[exemples]]
nom = "A sort"
joueurs = ["Anne", "Bruno", "Chloé", "David"]
saisie = { premier = "A", donne = [1, 1] }
marque = [100, 0]
"""


def test_a_field_may_name_a_camp() -> None:
    made_of = made(TEAMS)
    sheet = played(made_of, CAMPS, {"premier": "B", "donne": {"A": 1, "B": 1}})
    assert sheet.faults == ()
    assert sheet.totals == (0, 100)


def test_one_per_camp_names_the_camp() -> None:
    made_of = made(TEAMS)
    sheet = played(made_of, CAMPS, {"premier": "B", "donne": {"A": 1, "B": 2}})
    assert [item.fault.field for item in sheet.faults] == ["donne.B"]
    assert messages(made_of, sheet) == ["« Donne » : B, 2 au lieu de 1."]


@pytest.mark.parametrize(
    ("check", "key", "sentence"),
    [
        ('regle = "somme"\nchamp = "points"', "verifications.0.valeur", "Il manque « valeur »."),
        ('regle = "un-seul"\nchamp = "sorti"\nvaleur = 3', "verifications.0.valeur", "Cette clé ne va pas avec cette vérification."),
        ('regle = "un-seul"', "verifications.0.champ", "Il manque « champ »."),
        ('regle = "un-seul"\nchamp = "sorti"\nsi = "1"', "verifications.0", "Une vérification a soit une formule si, soit une regle."),
        ('regle = "un-seul"\nquoi = "somme(points)"', "verifications.0.quoi",
         "Une regle compare ce que chacun a noté : nommez un champ qui se note pour chacun."),
        ('regle = "somme"\nchamp = "points"\nvaleur = "points"', "verifications.0.valeur",
         "La valeur doit être la même pour tous : utilisez somme, min, max ou nombre."),
        ('regle = "un-par-camp"\nchamp = "points"', "verifications.0.regle", 'Ceci demande deux camps : écrivez colonnes = "camps".'),
    ],
)  # fmt: skip
def test_a_check_that_cannot_be_is_refused(check: str, key: str, sentence: str) -> None:
    faults = [(where, text) for _, where, text in flaws(GAME.replace("VERIFICATION", check))]
    assert (key, sentence) in faults


def test_check_without_field_reports_the_numbers_alone() -> None:
    made_of = game('regle = "au-plus"\nquoi = "total"\nvaleur = 5')
    sheet = played(made_of, FOUR, line(8, 0, 0, 0), line(2, 0, 0, 0))
    assert messages(made_of, sheet) == ["Anne, 8, et c’est 5 au plus."]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('a = "min(ligne, 20) * 26"', 'a = "ligne +"', "champs.0.a"),
        ('genre = "oui-non"', 'genre = "camp"\nsur = "table"', "champs.1.genre"),
        ("pas = 2", 'pas = 2\ngenre = "oui-non"', "champs.0.pas"),
    ],
)
def test_a_field_that_cannot_be_is_refused(old: str, new: str, key: str) -> None:
    text = GAME.replace("VERIFICATION", 'regle = "somme"\nchamp = "points"\nvaleur = 26').replace(old, new, 1)
    assert key in [where for _, where, _ in flaws(text)]


def test_grid_eliminates_no_player() -> None:
    faults = flaws(text_of("yatzy") + "\n[elimination]\ntotal = 0\n")
    assert ("elimination", "Une grille n’élimine personne.") in [(where, words) for _, where, words in faults]


def test_a_demonstration_names_a_camp() -> None:
    refused = TEAMS.replace("marque = [100, 0]", "refuse = true").replace("donne = [1, 1]", "donne = [1, 2]")
    made_of = made(refused)
    rules = made_of.rules()
    entry = made_of.demo(Random(1), rules, rules.opening(CAMPS))  # noqa: S311 - no secret
    assert entry["premier"] in {"A", "B"}


def test_definition_with_a_failing_example_is_refused() -> None:
    document = dict(made(TEAMS).rules.DECLARED.document)  # type: ignore[attr-defined]
    wrong = {**document, "exemples": [{**document["exemples"][0], "marque": [100, 1]}]}
    with pytest.raises(Unreadable) as refused:
        proven_game(wrong)
    assert [(fault.code, fault.field) for fault in refused.value.faults] == [
        ("exemple-marque", "exemples.0.marque")
    ]
    assert proven_game(document).name == "Essai de camps"
