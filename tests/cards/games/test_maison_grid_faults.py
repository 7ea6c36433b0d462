"""Invalid declared grids: every fault in one sentence, with its line; and the largest valid one."""

from __future__ import annotations

import pytest

from scorekeeper.cards.rules.contract import Table
from tests.cards.games.test_maison import checked, made, text
from tests.cards.games.test_maison_grid import played_out
from tests.examples import plain

YAMS = text("yams")

# Grids that cannot be, each with its line.

AS = 'cle = "as"\nnom = "As"\ngroupe = "haut"\nde = 1\na = 5\n'
FULL = 'nom = "Full"\ngroupe = "bas"\nvaleurs = [25]'


@pytest.mark.parametrize(
    ("old", "new", "key", "sentence"),
    [
        (AS, AS.replace("a = 5", "a = 0"), "cases.0.de", "1 est plus grand que 0 : échangez-les."),
        (AS, AS.replace("a = 5\n", ""), "cases.0.a", "Il manque « a »."),
        (AS, AS.replace("de = 1\n", ""), "cases.0.de", "Il manque « de »."),
        (AS, AS.replace("de = 1\na = 5\n", ""), "cases.0", (
            "« As » : il manque ce que la case peut valoir, 25 ou 5 à 30 (dans le texte valeurs = [25], ou de = 5 et a = 30).")),
        (AS, AS + "pas = 3\n", "cases.0.pas", "De 1 à 5, on n’arrive pas juste de 3 en 3 : changez pas ou a."),
        (AS, AS + "pas = 0\n", "cases.0.pas", "De 1 à 1 000 000."),
        (AS, AS + "pass = 1\n", "cases.0.pass", "« pass » n’est pas connu ici : écrivez « pas »."),
        (AS, AS.replace('"as"', '"points"'), "cases.0.cle", (
            "« points » a déjà un sens dans les formules : prenez un autre mot.")),
        (AS, AS.replace('"as"', '"six"'), "cases.5.cle", "La clé « six » y est deux fois."),
        (AS, AS.replace('"As"', '"SIX"'), "cases.5.nom", "Le nom « Six » y est deux fois."),
        (AS, AS.replace('"As"', '"<b>As</b>"'), "cases.0.nom", (
            'Les signes < > & " % { } et la barre \\ n’ont pas leur place ici.')),
        (AS, AS.replace('"haut"', '"milieu"'), "cases.0.groupe", (
            "« milieu » n’est la clé d’aucun groupe : ajoutez-le sous [[groupes]].")),
        (FULL, FULL + "\nde = 3", "cases.8.de", "Une case a ou bien valeurs = [ … ], ou bien de et a : gardez l’un des deux."),
        (FULL, FULL.replace("[25]", "[25, 25]"), "cases.8.valeurs", "Une valeur y est deux fois."),
        (FULL, FULL.replace("[25]", "25"), "cases.8.valeurs", (
            'Des valeurs entre crochets sont attendues : [12, 0] ou ["Anne"].')),
        (FULL, FULL.replace("[25]", "[]"), "cases.8.valeurs", "De 1 à 24 valeurs sont attendues."),
        ('nom = "Prime dès 63"\ngroupe = "haut"', 'nom = "Prime dès 63"\ngroupe = "as"', "primes.0.groupe", (
            "« as » n’est la clé d’aucun groupe : ajoutez-le sous [[groupes]].")),
        ('"si(haut >= 63, 35, 0)"', '"si(total >= 63, 35, 0)"', "primes.0.points", (
            "« total » n’est pas une clé connue. Connues : as, deux, trois, quatre, cinq, six, brelan, carre, full, petite_suite, "
            "grande_suite, yams, chance, haut, bas, vides.")),
        ('"si(haut >= 63, 35, 0)"', '"si(haut >= 63; 35, 0)"', "primes.0.points", "Au lieu de « ; », écrivez « , »."),
        ('champ = "encore"', 'champ = "encor"', "verifications.0.champ", "« encor » n’est la clé d’aucun champ."),
        ('[[groupes]]\ncle = "haut"', '[groupes]\ncle = "haut"', "", "Il faut deux crochets : [[groupes]]."),
        ('saisie = { qui = "Anne", case = "full", points = 24 }\nrefuse = true', (
            'saisie = { qui = "Anne", case = "full", points = 24 }\nmarque = [24, 0]'), "exemples.3.saisie", (
            "La ligne est refusée : points : « Full » vaut 0 ou 25.")),
        ('saisie = { qui = "Anne", case = "full", points = 24 }\nrefuse = true', (
            'saisie = { qui = "Anne", case = "plein", points = 24 }\nmarque = [24, 0]'), "exemples.3.saisie", (
            "La ligne est refusée : case : À choisir : as, deux, trois, quatre, cinq, six, brelan, carre, full, petite_suite, "
            "grande_suite, yams ou chance.")),
    ],
)  # fmt: skip
def test_each_fault_of_a_grid_is_reported_once_with_its_line(
    old: str, new: str, key: str, sentence: str
) -> None:
    toml = YAMS.replace(old, new, 1)
    assert toml != YAMS
    flaws = [(flaw.key, plain(flaw.sentence)) for flaw in checked(toml).flaws]
    assert flaws == [(key, sentence)]
    (flaw,) = checked(toml).flaws
    place = key.rsplit(".", maxsplit=1)[-1]
    starts = (f"{place} =", "[[cases]]", "[[groupes]]", "[groupes]")
    assert toml.split("\n")[flaw.line - 1].startswith(starts)


ROW = '[[cases]]\ncle = "c{0}"\nnom = "Case {0}"\nvaleurs = [1]\n'
PLAYED = '[[exemples]]\nnom = "Un"\njoueurs = ["A", "B"]\nsaisie = { qui = "A", case = "c0", points = 1 }\nmarque = [1, 0]\n'
HEAD = 'nom = "Grande"\njoueurs = [2, 12]\n'


@pytest.mark.parametrize(
    ("toml", "key", "sentence"),
    [
        (HEAD + "".join(map(ROW.format, range(25))) + PLAYED, "cases", "Au plus 24 fois [[cases]]."),
        (
            HEAD
            + ROW.format(0)
            + "".join(f'[[groupes]]\ncle = "g{n}"\nnom = "G {n}"\n' for n in range(7))
            + PLAYED,
            "groupes",
            "Au plus 6 fois [[groupes]].",
        ),
        (
            HEAD + ROW.format(0).replace("[1]", "[1000001]") + PLAYED,
            "cases.0.valeurs.0",
            "De −1 000 000 à 1 000 000.",
        ),
        (HEAD + "cases = 3\n" + PLAYED, "cases", "Il faut deux crochets : [[cases]]."),
        (
            text("uno") + '[[groupes]]\ncle = "g"\nnom = "G"\n',
            "groupes",
            "Ceci va avec une grille : déclarez ses [[cases]].",
        ),
        (HEAD + PLAYED, "champs", "Il manque « [[champs]] »."),
    ],
)
def test_a_hostile_grid_has_a_sentence(toml: str, key: str, sentence: str) -> None:
    flaws = [(flaw.key, plain(flaw.sentence)) for flaw in checked(toml).flaws]
    assert (key, sentence) in flaws
    assert len(flaws) <= 2


def test_the_largest_grid_is_played() -> None:
    rows = "".join(map(ROW.format, range(24)))
    bonuses = "".join(f'[[primes]]\nnom = "P {n}"\npoints = "somme(c{n}) * c{n} // 3"\n' for n in range(6))
    game = made(HEAD + rows + bonuses + PLAYED.replace("marque = [1, 0]", "marque = [1, 0]"))
    table = Table(tuple(f"J{seat}" for seat in range(12)))
    assert played_out(game, table).state.rang == 24 * 12


def test_unreadable_part_of_a_grid_hides_no_other_fault() -> None:
    wrong = YAMS.replace("de = 1\n", 'de = "un"\n', 1).replace("si(haut >= 63", "si(bout >= 63", 1)
    wrong = wrong.replace('nom = "Total du bas"', "nom = 3", 1).replace(
        "si(encore, 100, 0)", "si(encore, 100)", 1
    )
    assert {flaw.key for flaw in checked(wrong).flaws} == {
        *("cases.0.de", "primes.0.points", "groupes.1.nom", "postes.0.points"),
    }
