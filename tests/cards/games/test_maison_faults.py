"""Invalid definitions: every fault in one sentence, with its line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cards import catalogue
from scorekeeper.cards.games.declared.checking import WORDS, check_definition
from scorekeeper.cards.games.declared.game import MOST_TEXT
from scorekeeper.cards.games.declared.toml_text import lines_of
from scorekeeper.i18n import speaking
from tests.cards.games.test_maison import FOLDER, SIMPLE_UNO, checked, shipped
from tests.cards.games.test_maison_whole import WHOLE
from tests.examples import plain
from tests.messages import PACKAGE
from tests.test_cli import run

# What cannot be, each with its line.


def flaws(toml: str) -> list[tuple[int, str, str]]:
    return [(flaw.line, flaw.key, plain(flaw.sentence)) for flaw in checked(toml).flaws]


UNO = SIMPLE_UNO
POINTS = '"si(cartes = 0, somme(cartes), 0)"'


def line_of(toml: str, part: str) -> int:
    return toml[: toml.index(part)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "key", "sentence"),
    [
        ('nom = "Uno"', 'nom = "<b>Uno</b>"', "nom", 'Les signes < > & " % { } et la barre \\ n’ont pas leur place ici.'),
        ('nom = "Uno"', 'nom = "日本"', "nom", "Le nom a besoin d’au moins deux lettres ou chiffres."),
        ('nom = "Uno"', 'nom = "Tarot"', "nom", "« Tarot » est un jeu de l’application : donnez un autre nom."),
        ('nom = "Cartes en main"', 'nom = ""', "champs.0.nom", "Un texte est attendu."),
        ("joueurs = [2, 10]", "joueurs = [9, 3]", "joueurs", "9 est plus grand que 3 : échangez-les."),
        ("joueurs = [2, 10]", "joueurs = [2, 13]", "joueurs.1", "De 2 à 12."),
        (
            'gagne = "grand"',
            'gagne = "grand"\ncolonnes = "camps"',
            "joueurs",
            "Avec deux camps, on joue à quatre : écrivez joueurs = [4, 4].",
        ),
        ('gagne = "grand"', 'gagne = "petit"\nsort = 3', "sort", ("« sort » n’est pas connu ici. Connus : nom, "
         "joueurs, champs, postes, exemples, resume, aide, colonnes, gagne, ligne, donneur, depart, cases, groupes, primes, compteurs, "
         "verifications, elimination, fin, tournoi, formulaire.")),
        ('gagne = "grand"', 'Gagne = "grand"', "Gagne", "« Gagne » n’est pas connu ici : écrivez « gagne »."),
        ("joueurs = [2, 10]", "joueur = [2, 10]", "joueur", "« joueur » n’est pas connu ici : écrivez « joueurs »."),
        ("joueurs = [2, 10]", "joueurs = 4", "joueurs", ("Le plus petit et le plus grand nombre de joueurs : joueurs = "
         "[3, 6], ou joueurs = [4, 4] si l’on est toujours quatre.")),
        ("total = 500", "totale = 500", "fin.totale", "« totale » n’est pas connu ici : écrivez « total »."),
        ("[fin]", "[[fin]]", "fin", "Le titre s’écrit entre crochets simples, une seule fois : [fin]."),
        ("[tournoi]", "[[tournoi]]", "tournoi", "Le titre s’écrit entre crochets simples, une seule fois : [tournoi]."),
        ("lignes = 8", "lignes = 61", "tournoi.lignes", "De 1 à 60."),
        ("exempt = 200", "exemt = 200", "tournoi.exemt", "« exemt » n’est pas connu ici : écrivez « exempt »."),
        ("joueurs = [2, 10]", "joueurs = [7, 10]", "tournoi", ("Les tables d’un tournoi ont de 3 à 6 joueurs : ce jeu n’y "
         "va pas, enlevez [tournoi].")),
        ("[[postes]]", "[postes]", "postes", "Il faut deux crochets : [[postes]]."),
        ("[[postes]]", "[[poste]]", "poste", "« poste » n’est pas connu ici : écrivez « postes »."),
        ('gagne = ["Chloé"]', 'gagne = "Chloé"', "exemples.2.gagne", ("Des valeurs entre crochets sont attendues : [12, 0] "
         'ou ["Anne"].')),
        (POINTS, '"cartes x 2"', "postes.0.points", "Au lieu de « x », écrivez « × »."),
        (POINTS, '"si(cartes = 0 ET cartes = 0, 1, 0)"', "postes.0.points", "Au lieu de « ET », écrivez « et »."),
        (POINTS, '"cartes =/= 3"', "postes.0.points", "Au lieu de « =/= », écrivez « ≠ »."),
        (POINTS, '"cartes => 3"', "postes.0.points", "Au lieu de « => », écrivez « >= »."),
        (POINTS, '"!cartes"', "postes.0.points", "Au lieu de « ! », écrivez « non »."),
        (POINTS, '"cartes / 3"', "postes.0.points", "Au lieu de « / », écrivez « // »."),
        (POINTS, '"cartes * 0.5"', "postes.0.points", "Seulement des nombres entiers : 0.5 ne peut pas s’écrire ; pour la moitié, // 2."),
        (POINTS, '"cartes * 1,5"', "postes.0.points", "Seulement des nombres entiers : 1,5 ne peut pas s’écrire ; pour la moitié, // 2."),
        (POINTS, '"(cartes * 1,5)"', "postes.0.points", "Seulement des nombres entiers : 1,5 ne peut pas s’écrire ; pour la moitié, // 2."),
        (POINTS, '"l’as + 1"', "postes.0.points", ("« ’ » n’a pas sa place dans une formule : les mots y sont des clés, sans "
         "guillemets ni apostrophes.")),
        (POINTS, '"total(cartes)"', "postes.0.points", ("« total » s’écrit sans parenthèses : seuls si, somme, min, max et nombre "
         "en ont.")),
        (POINTS, '"Cartes"', "postes.0.points", "Au lieu de « Cartes », écrivez « cartes »."),
        (POINTS, '"si(cartes = 0; 1; 0)"', "postes.0.points", "Au lieu de « ; », écrivez « , »."),
        (POINTS, '"si(cartes = 0, 1)"', "postes.0.points", "Il manque « , » avant « ) »."),
        ('cle = "cartes"', 'cle = "Cartes"', "champs.0.cle", ("Une clé a de 1 à 20 lettres minuscules sans accent, "
         "chiffres et « _ », et commence par une lettre.")),
        ('cle = "cartes"', 'cle = "total"', "champs.0.cle", ("« total » a déjà un sens dans les formules : prenez un "
         "autre mot.")),
        ("a = 1000", "a = 1000000000", "champs.0.a", "De −1 000 000 à 1 000 000."),
        ("a = 1000", "a = -5", "champs.0.de", "0 est plus grand que −5 : échangez-les."),
        ("a = 1000", "a = 1000\ndefaut = 2000", "champs.0.defaut", "De 0 à 1000."),
        ("a = 1000", "", "champs.0.a", "Il manque « a »."),
        ("a = 1000", "a = 1000\nchoix = { a = 1 }", "champs.0.choix", "Cette clé ne va pas avec le genre « nombre »."),
        ("a = 1000", "a = 1000\nfacultatif = true", "champs.0.facultatif", ("Cette clé ne va pas avec le genre "
         "« nombre ».")),
        (POINTS, '"cartes.__class__"', "postes.0.points", ("Le signe « . » n’est pas connu. Connus : + - * // = <> < <= "
         "> >= ( ) , si et ou non somme min max nombre.")),
        (POINTS, '"carte"', "postes.0.points", "« carte » n’est pas une clé connue. Connues : total, ligne, joueurs, cartes."),
        (POINTS, '"cartes // 0"', "postes.0.points", ("On ne divise, avec //, que par un nombre écrit en chiffres, autre "
         "que 0.")),
        (POINTS, '"total * total"', "postes.0.points", ("Les chiffres de cette formule pourraient dépasser "
         "1000000000000.")),
        (POINTS, "[1]", "postes.0.points", "Une formule s’écrit entre guillemets."),
        (POINTS, '"' + "1 " * 300 + '"', "postes.0.points", "La formule est trop longue : au plus 400 caractères."),
        ("total = 500", 'total = 500\nquand = "cartons > 3"', "fin.quand", ("« cartons » n’est pas une clé connue. Connues : "
         "total, ligne, joueurs, cartes.")),
        ('champ = "cartes"', 'champ = "cartons"', "verifications.0.champ", "« cartons » n’est la clé d’aucun champ."),
        ('champ = "cartes"', 'demande = "Oui ?"', "verifications.0", ("Une vérification a soit une phrase refuse, soit une "
         "phrase demande.")),
        ("marque = [0, 74, 0, 0]", "marque = [0, 75, 0, 0]", "exemples.0.marque", ("La ligne donne 0, 74, 0, 0 au lieu de "
         "0, 75, 0, 0.")),
        ("marque = [0, 74, 0, 0]", "", "exemples.0", ("Un exemple dit ce que la ligne donne : marque = [ … ], ou refuse = "
         "true.")),
        ("marque = [0, 74, 0, 0]", "marque = [0, 74, 0, 0]\nrefuse = true", "exemples.0.refuse", ("Un exemple est refusé ou "
         "marqué, pas les deux.")),
        ("marque = [0, 74, 0, 0]", "refuse = true", "exemples.0.refuse", ("La ligne devait être refusée, et elle est "
         "prise.")),
        ("marque = [0, 74, 0, 0]", "marque = [0, 74, 0, 0]\ndemande = true", "exemples.0.demande", ("La ligne devait "
         "demander une confirmation, et elle ne demande rien.")),
        ("[12, 0, 55, 7]", "[12, 0, 0, 7]", "exemples.0.saisie", ("La ligne est refusée : cartes : Une personne, et une "
         "seule, a posé sa dernière carte : elle a 0 (il y en a 2, Bruno et Chloé, au lieu d’un seul).")),
        ("[12, 0, 55, 7]", "[12, 0, 5]", "exemples.0.saisie", ("La ligne est refusée : cartes : 4 valeurs sont "
         "attendues.")),
        ("[12, 0, 55, 7]", "2026-11-20", "exemples.0.saisie", ("Des clés avec des nombres entiers, des noms, des listes ou "
         "true et false sont attendus ; au plus 2000 caractères.")),
        ('"Chloé", "David"]', '"Chloé", "anne"]', "exemples.0.joueurs", ("Ce jeu se joue de 2 à 10 joueurs, avec des noms "
         "différents.")),
        ("totaux = [0, 0, 500]", "totaux = [0, 0, 60]", "exemples.2.totaux", ("Les totaux sont 0, 0, 500 au lieu de 0, 0, "
         "60.")),
        ('gagne = ["Chloé"]', "gagne = []", "exemples.2.gagne", "Gagne : Chloé, au lieu de personne."),
        ("[[exemples]]", '[[verifications]]\nsi = "ligne > 1"\nrefuse = "Une seule manche."\n[[exemples]]', "exemples.2.saisie",
         "La ligne est refusée : Une seule manche."),
        ("fin = true", "fin = false", "exemples.2.saisie", ("Cette ligne finit la partie : corrigez la fin du jeu, ou écrivez ici "
         "fin = true.")),
        ("marque = [0, 74, 0, 0]", "marque = [0, 74, 0, 0]\nfin = true", "exemples.0.fin", "La partie ne finit pas avec cette ligne."),
        ("total = 500", 'quand = "nombre(total > 0) <= 1"', "fin.quand", ("La partie finit dès sa première ligne : « Bruno finit "
         "et marque 12 + 55 + 7 ». Corrigez la fin, ou écrivez fin = true dans cet exemple.")),
        ("total = 500", "lignes = 1", "fin.lignes", ("La partie finit dès sa première ligne : « Bruno finit et marque "
         "12 + 55 + 7 ». Corrigez la fin, ou écrivez fin = true dans cet exemple.")),
        ("avant = [", "avant = [{ cartes = [0, 1, 1] }, { cartes = [250, 250, 0] }, ", "exemples.2.avant", ("La ligne 2 d’avant finit "
         "déjà la partie.")),
        ("[200, 240, 0]", "[200, 0, 0]", "exemples.2.avant", ("La ligne 1 d’avant est refusée : cartes : Une personne, et "
         "une seule, a posé sa dernière carte : elle a 0 (il y en a 2, Bruno et Chloé, au lieu d’un seul).")),
        ("totaux = [0, 0, 500]", "reglages = { objectif = 0 }", "exemples.2.reglages", ("Les réglages de l’exemple ne vont "
         "pas : objectif : De 1 à 1 000 000.")),
    ],
)  # fmt: skip
def test_each_fault_of_a_file_is_reported_once_with_its_line(
    old: str, new: str, key: str, sentence: str
) -> None:
    toml = UNO.replace(old, new, 1)
    assert toml != UNO
    faults = flaws(toml)
    assert [(flaw[1], flaw[2]) for flaw in faults] == [(key, sentence)]
    place = key.rsplit(".", maxsplit=1)[-1]
    starts = (f"{place} =", f"[{place}]", f"[[{key.split('.', maxsplit=1)[0]}]]", "joueurs =")
    assert toml.split("\n")[faults[0][0] - 1].startswith(starts)


def test_the_lines_of_a_file_are_found_through_texts_and_lists() -> None:
    tricky = WHOLE.replace(
        "[fin]", 'aide = """\n[[champs]]\ncle = [\n"""\nresume = \'[ = \' # [[\n[fin]', 1
    ).replace("avant = [{", "avant = [\n # ]\n{", 1)
    assert checked(tricky).flaws == ()
    assert lines_of('a = """x \\""" y\nb = 1\n"""\n[c."d.e"]\nf=\'\'\'\n\'\'\'') == {
        ("a",): 1,
        ("c", "d.e"): 4,
        ("c", "d.e", "f"): 5,
    }
    wrong = tricky.replace("totaux = [58, 6]", "totaux = [58, 7]")
    assert [flaw[:2] for flaw in flaws(wrong)] == [(line_of(wrong, "totaux = [58, 7]"), "exemples.1.totaux")]
    dotted = UNO.replace("[fin]\ntotal = 500", "", 1).replace("aide", "fin.total = 0\naide", 1)
    assert [flaw[:2] for flaw in flaws(dotted)] == [(line_of(dotted, "fin.total"), "fin.total")]


def test_unreadable_part_hides_no_other_fault() -> None:
    wrong = (
        UNO.replace('nom = "Uno"', 'nom = ""')
        .replace("joueurs = [2, 10]", "joueurs = 3")
        .replace("total = 500", "total = 0")
        .replace('nom = "Cartes en main"', "nom = 3")
        .replace(POINTS, '"carte + 1"')
        .replace("refuse = true", "marque = 3")
        .replace('refuse = "Une', 'rien = 1\nrefuse = "Une')
    )
    wrong += '[[champs]]\ncle = "autre"\nnom = "Autre"\nde = 4\na = 1\n[[postes]]\n'
    assert {flaw[1] for flaw in flaws(wrong)} == {
        *(
            "nom",
            "joueurs",
            "fin.total",
            "champs.0.nom",
            "postes.0.points",
            "exemples.1.marque",
            "verifications.0.rien",
        ),
        *("champs.1.de", "postes.1.nom", "postes.1.points"),
    }
    shape = '[[compteurs]]\ncle = "9"\nnom = "N"\ndevient = "inconnu"\n'
    for toml in (
        "champs = 3\npostes = [1]\nexemples = []\n",
        shape,
        "compteurs = [3]\n",
        "verifications = 1\n",
    ):
        assert flaws(toml)
    assert flaws(UNO + shape)[0][1] == "compteurs.0.cle"


FIELD = '[[champs]]\ncle = "{}"\nnom = "{}"\nde = 0\na = 3\n\n[[postes]]'


@pytest.mark.parametrize(
    ("toml", "expected"),
    [
        (UNO.replace("[[postes]]", FIELD.format("cartes", "Autre"), 1), ["La clé « cartes » y est deux fois."]),
        (UNO.replace("[[postes]]", FIELD.format("autre", "cartes en Main"), 1), ["Le nom « cartes en Main » y est deux fois."]),
        (WHOLE.replace('sur = "table"\nfacultatif', "facultatif"), [
            'Un champ du genre joueur se dit une fois pour la table : écrivez sur = "table".']),
        (WHOLE.replace("{ simple = 1, double = 2 }", "{}"), ["De 1 à 12 choix sont possibles."]),
        (WHOLE.replace("{ simple = 1, double = 2 }", "3"), ["Un objet { … } est attendu."]),
        (WHOLE.replace("{ simple = 1, double = 2 }", '{ simple = 1, " simple" = 2 }'), ["Le choix « simple » y est deux fois."]),
        (WHOLE.replace("saisie = { plis = [5, 4]", "saisie = 3 #"), [
            "Ce que l’on saisit s’écrit entre accolades, chaque champ par sa clé : saisie = { points = [3, 0] }."]),
        (UNO.replace("cartes = [12, 0, 55, 7]", 'cartes = ["x", 0, 55, 7]'), [
            "La ligne est refusée : Anne, cartes : Un nombre entier est attendu, en chiffres, de 0 à 1000."]),
        (WHOLE.replace('ligne = "donne"', "aide = 3"), ["Un texte est attendu."]),
        (WHOLE.replace('ligne = "donne"', f'aide = "{"a" * 2001}"'), ["Au plus 2000 caractères."]),
        (WHOLE.replace("demande = true\n", ""), [
            "La ligne ne devait rien demander, et elle demande : A : preneur avec moins de quatre plis ?"]),
    ],
)  # fmt: skip
def test_contradiction_is_reported_in_a_sentence(toml: str, expected: list[str]) -> None:
    assert [flaw[2] for flaw in flaws(toml)] == expected


def test_formulas_are_bounded_together_too() -> None:
    item = '[[postes]]\nnom = "p{}"\npoints = "{}"\n'
    many = "".join(item.format(place, "+".join(["1"] * 99)) for place in range(9))
    assert flaws(UNO.replace("[[verifications]]", many + "[[verifications]]", 1))[0][2] == (
        "Les formules ont ensemble plus de 1500 parties."
    )


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (
            b"\xff\xfe\x00",
            "Le fichier n’est pas du texte UTF-8 : recopiez son texte dans la page, ou enregistrez-le en « texte brut », UTF-8.",
        ),
        (
            b"PK\x03\x04\x14",
            "Ce fichier vient d’un traitement de texte : recopiez son texte dans la page, ou enregistrez-le en « texte brut ».",
        ),
        (b"a" * (MOST_TEXT + 1), "Le texte d’un jeu a au plus 40 000 caractères."),
        (b"x = " + b"[" * 20_000, "Trop de niveaux imbriqués."),
        (b"x = " + b"[" * 50 + b"]" * 50, "Trop de niveaux imbriqués."),
        (b".".join([b"a"] * 15_000) + b" = 1", "Trop de niveaux imbriqués."),
    ],
    ids=["no text", "a zip file", "too long", "deep", "deep and closed", "a deep key"],
)
def test_file_that_is_no_definition_is_refused_in_one_sentence(raw: bytes, sentence: str) -> None:
    with speaking("fr"):
        assert [plain(flaw.sentence) for flaw in catalogue.check_text(raw).flaws] == [sentence]


def test_text_that_is_not_toml_is_reported_with_its_line() -> None:
    assert [flaw[0] for flaw in flaws("a = 1\nb = [1,\nc")] == [3]
    assert [flaw[0] for flaw in flaws('a = 1\nb = "x')] == [2]
    assert [
        flaw[0] for flaw in flaws(UNO.replace('gagne = "grand"', 'gagne = "grand"\ngagne = "petit"'))
    ] == [6]


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ('nom = "Uno', "toml-guillemet"),
        ('nom = "Le "grand" Uno"', "toml-guillemet"),
        ("nom = Uno", "toml-sans-guillemets"),
        ('saisie = { nom = "Anne", sec = non }', "toml-sans-guillemets"),
        ("points = si(cartes = 0, 1, 0)", "toml-sans-guillemets"),
        ("nom = « Uno »", "toml-droits"),
        ("nom = “Uno”", "toml-droits"),
        ("nom = ’Uno’", "toml-droits"),
        ('nom : "Uno"', "toml-deux-points"),
        ('résumé = "Uno"', "toml-cle-accent"),
        ('le nom = "Uno"', "toml-cle-accent"),
        ('nom\u00a0= "Uno"', "toml-cle-accent"),
        ("de = 0,5", "toml-entier"),
        ("joueurs = [4 6]", "toml-virgule"),
        ("saisie = { points : [4, 6] }", "toml-accolades"),
        ("saisie = {\npoints = [4, 6]\n}", "toml-accolades"),
        ("// mon jeu", "toml-sans-egal"),
        ("On joue à quatre.", "toml-sans-egal"),
        ("x = 1\nx = 2", "toml-deux-fois"),
        ("[fin]\n[fin]", "toml-deux-fois"),
        ("x = 1 = 2", "toml-illisible"),
    ],
)
def test_line_that_is_not_toml_gets_advice(line: str, key: str) -> None:
    faults = flaws(f"# Uno\n{line}\n# fin")
    twice = key == "toml-deux-fois"
    assert faults == [(3 if twice else 2, "", WORDS.sentence(key).replace("\u00a0", " "))]


def test_no_line_that_is_not_toml_takes_long() -> None:
    for part in ("a ", '"', "[", "{", '" "', "=", "= ", "’", "\t", "[ a"):
        assert flaws("x = 1 1" + part * 9000)


def test_json_definition_has_places_instead_of_lines() -> None:
    nothing: tuple[Any, ...] = (None, [], 3, "x")
    for raw in nothing:
        assert check_definition(raw).flaws[0].key == ""
    document = dict(catalogue.declared_of(shipped("uno")).document)
    verdict = check_definition(document)
    assert verdict.game is shipped("uno")
    swollen = {**document, "exemples": [{**document["exemples"][0], "saisie": {"note": "x" * 1900}, "avant": [
        {"note": "x" * 1900}] * 20, "refuse": True}] * 3}  # fmt: skip
    assert [flaw.key for flaw in check_definition(swollen).flaws] == [
        f"exemples.{place}.refuse" for place in range(3)
    ]
    for example in swollen["exemples"]:
        example.pop("marque", None)
    with speaking("fr"):
        assert [plain(flaw.sentence) for flaw in check_definition(swollen).flaws] == [
            "Le texte d’un jeu a au plus 40 000 caractères."
        ]


def test_definition_sentences_are_tested_or_used_by_formulas() -> None:
    source = (PACKAGE / "cards" / "games" / "declared").rglob("*.py")
    code = "".join(path.read_text(encoding="utf-8") for path in source)
    code += (PACKAGE / "cards" / "rules" / "formula.py").read_text(encoding="utf-8")
    assert [key for key in WORDS.messages if f'"{key}"' not in code] == []
    raised = set(re.findall(r'"((?:formule|toml|texte|cle|nom|choix|exemple|champ)-[a-z-]+)"', code))
    known = {*WORDS.messages, *shipped("uno").words.messages}
    assert raised - known - {"texte-attendu", "texte-trop-long", "cle-manquante", "cle-inconnue"} == set()


def test_command_proves_a_definition_and_lists_faults_by_line(tmp_path: Path) -> None:
    bad = tmp_path / "uno.toml"
    bad.write_text(UNO.replace("[0, 74, 0, 0]", "[0, 75, 0, 0]"), encoding="utf-8")
    with speaking("fr"):
        good = run("game", "check", str(FOLDER / "uno.toml"), "--lang", "fr")
        status, out, err = run("game", "check", str(bad), "--lang", "en")
        assert run("game", "check", str(tmp_path / "none.toml"), "--lang", "fr")[0] == 2
        assert run("game", "play", "x", "--lang", "fr")[0] == 2
    assert good == (0, "Uno\u00a0: 4 exemples tiennent.\n", "")
    assert (status, err) == (1, "")
    assert out == f"{bad}:44: exemples.0.marque: The line gives 0, 74, 0, 0 instead of 0, 75, 0, 0.\n"
