"""Reading of lists: headings, orders of names, pairs, encodings; doubts become questions, never guesses."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper.lists.columns import as_lists, as_pairs, roles_of
from scorekeeper.lists.headings import title_of
from scorekeeper.lists.reading import Choices, Reading, read
from tests.lists.workbooks import ods, xlsx

FILES = Path(__file__).parent / "files"


def names(reading: Reading) -> list[str]:
    return [person.name for person in reading.people]


def asked(reading: Reading) -> list[str]:
    return [fault.code for fault in (*reading.faults, *reading.questions)]


@pytest.mark.parametrize(
    ("role", "titles"),
    [
        (
            "name",
            (
                "Nom|NOM|Nom(s)|Nom :|Joueur|Joueurs|Joueuse|Joueur(s)|Participants|Nom du joueur|Nom complet|Prénom Nom|"
                "Name|Names|Full name|Player|Players|Participant|First name Last name|Spieler|Spielerin|Spieler/in|Teilnehmer|"
                "Vorname Nachname|Vorname Name|Naam|Speler|Spelers|Deelnemers|Volledige naam|Nome Cognome|Giocatore|Partecipanti"
            ),
        ),
        (
            "last-first",
            (
                "Nom Prénom|NOM Prénom|Nom et prénom|Noms et prénoms|NOM / Prénom|Nom, prénom|Name, Vorname|Nachname Vorname|"
                "Last name, First name|Surname, first name|Naam voornaam|Achternaam, voornaam|Cognome e nome"
            ),
        ),
        ("first", "Prénom|PRENOM|Prénom(s)|First name|Firstname|Given name|Vorname|Rufname|Voornaam"),
        ("last", "Nom de famille|Last name|Surname|Family name|Nachname|Familienname|Achternaam|Cognome"),
        ("club", "Club|CLUB :|Société|Amicale|Verein|Vereniging|Club / Société|Società"),
        ("pair", "Équipe|Equipe|Nom de l’équipe|Doublette|Team|Mannschaft|Ploeg|Squadra|Paire"),
        (
            "licence",
            "Licence|N° de licence|N° licence|Numéro de licence|License number|Lizenznummer|Licentienummer",
        ),
        (
            "",
            (
                "N°|Rang|Tél.|Téléphone|E-mail|Courriel|Date de naissance|Ville|Elo|Niveau|Level|Remarques|Montant|Telefon|PLZ|"
                "Freilos|Matche|Preis|Ersatz|Gutschrift|verpasste Runden|vrij|matchen|prijs|vervanger|krediet|matches|substitute"
            ),
        ),
    ],
)
def test_usual_titles_are_known(role: str, titles: str) -> None:
    assert {title: (known := title_of(title)) and known.role for title in titles.split("|")} == dict.fromkeys(
        titles.split("|"), role
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Concours du 12 novembre\n\nNom;Prénom;Club\nDupont;Jean;Lyon", ["Jean Dupont"]),
        ("Names;Level\nAnne Favre;3\nLuc Roy;4", ["Anne Favre", "Luc Roy"]),
        (
            "Nom Prénom\nDUPONT Jean\nDE LA TOUR Marie Anne\nFavre Zoé",
            ["Jean DUPONT", "Marie Anne DE LA TOUR", "Zoé Favre"],
        ),
        ("Vorname Nachname\nHans Müller\nUrs von Arx", ["Hans Müller", "Urs von Arx"]),
        ("Name, Vorname;Verein\nMüller, Hans;Bern\nMeier, Urs;Thun", ["Hans Müller", "Urs Meier"]),
        ("Last name,First name\nO'Neill,Sean\nMcDONALD,Ian", ["Sean O'Neill", "Ian McDONALD"]),
        ("Nom\n10-Minutes\n3 Mousquetaires", ["10-Minutes", "3 Mousquetaires"]),
        ("1. Anne\n2. Luc\n3. Zoé", ["Anne", "Luc", "Zoé"]),
        ("Nom;Prénom\nDupont;Jean\nTotal;1", ["Jean Dupont"]),
        ("Anne Roy\nLuc Favre\nTotal : 2", ["Anne Roy", "Luc Favre"]),
        ("DUPONT;Jean\nMARTIN;Pierre", ["Jean DUPONT", "Pierre MARTIN"]),
        ("DUPONT Jean\nMARTIN Luc", ["Jean DUPONT", "Luc MARTIN"]),
        ("Jean DUPONT\nLuc MARTIN", ["Jean DUPONT", "Luc MARTIN"]),
        (
            "Concours du samedi\n\nJean Roy / Zoé Roy\nLuc Bon / Max Bon",
            ["Jean Roy", "Zoé Roy", "Luc Bon", "Max Bon"],
        ),
        ("#;Nom;Club\n1;Anne;A\n2;Luc;B", ["Anne", "Luc"]),
        ("Joueur 001\nJoueur 002\nJoueur 003", ["Joueur 001", "Joueur 002", "Joueur 003"]),
        ("Nom;Mobile;Mail\nAnne Roy;079 123 45 67;a@b.ch", ["Anne Roy"]),
        (";Nom;Club\n1;Anne;A\n2;Luc;B", ["Anne", "Luc"]),
    ],
)
def test_sure_list_is_read_without_a_question(text: str, expected: list[str]) -> None:
    reading = read(text)
    assert asked(reading) == []
    assert names(reading) == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Dupont;Jean", "colonnes-sans-titre"),
        ("Anne Roy;Lyon\nLuc Favre;Sion", "colonnes-sans-titre"),
        ("7,Dupont,Jean,FRA,7\n8,Martin,Luc,FRA,6", "colonnes-sans-titre"),
        ("Joueur 1;Lyon\nJoueur 2;Lyon", "colonnes-sans-titre"),
        ("123456 DUPONT Jean\n123457 MARTIN Luc", "nombre-dans-nom"),
        ("12 DUPONT Jean\n7 MARTIN Luc", "nombre-devant"),
        ("Nom\nJean Dupont 06 12 34 56 78", "nombre-dans-nom"),
        ("Dupont Jean 1512\nMartin Luc 1490\nRoy Anne 1300", "nombre-derriere"),
        ("Liste des joueurs\nAnne Roy\nLuc Favre", "titre-ou-personne"),
        ("Pelaajat\nAnne Roy\nLuc Favre\nZoé Jobin", "titre-ou-personne"),
        ("Pelaaja;Nro\nAnne Roy;4\nLuc Favre;7\nZoé Roy;1\nUrs Roy;2", "titre-ou-personne"),
        ("Nom et prénom\nDupont Jean\nGarcia Lopez Maria", "nom-de-famille"),
        ("Nom;Kutsumanimi\nDupont;Jean\nMartin;Luc", "colonne-inconnue"),
        ("Nom;;Club\nDupont;Jean;Lyon", "colonne-inconnue"),
        ("Nom;Nom\nDupont;Jean", "colonne-double"),
        ("club;ville\na;b", "colonne-nom"),
        ("Anne Roy\nLuc Favre\nJean & Marie\nZoé Jobin", "deux-noms"),
        ("", "liste-vide"),
        ("Nom;Table\nRoy;1\nBon;1\nFavre;2\nJobin;2", "colonne-inconnue"),
        ("Nom\nAnne & Luc\nZoé & Max\nUrs Bon\nInès Roy", "deux-noms"),
        ("Jean Dupont;\nLuc Roy;l@roy.ch", "titre-ou-personne"),
    ],
)
def test_unsure_list_is_asked_about(text: str, code: str) -> None:
    assert asked(read(text)) == [code]


@pytest.mark.parametrize(
    "text",
    [
        "Jean Dupont / Lucie Martin\nAnne Roy / Luc Favre",
        "Jean Dupont & Lucie Martin\nAnne Roy + Luc Favre",
        "Jean Dupont et Lucie Martin\nAnne Roy und Luc Favre",
        "Jean Dupont;Lucie Martin\nAnne Roy;Luc Favre",
        "Jean Dupont\tLucie Martin\nAnne Roy\tLuc Favre",
        "Joueur 1;Joueur 2\nJean Dupont;Lucie Martin\nAnne Roy;Luc Favre",
        "Joueur;Partenaire\nJean Dupont;Lucie Martin\nAnne Roy;Luc Favre",
        "Équipe;Nom;Prénom;Nom;Prénom\n;Dupont;Jean;Martin;Lucie\n;Roy;Anne;Favre;Luc",
        "Nom joueur 1;Prénom joueur 1;Nom joueur 2;Prénom joueur 2\nDupont;Jean;Martin;Lucie\nRoy;Anne;Favre;Luc",
        "Équipe\nJean Dupont / Lucie Martin\nAnne Roy / Luc Favre",
    ],
)
def test_two_people_of_a_line_are_a_pair(text: str) -> None:
    reading = read(text, pairs=True)
    assert asked(reading) == []
    assert [(person.name, person.pair) for person in reading.people] == [
        ("Jean Dupont", "Lucie Martin"),
        ("Lucie Martin", "Jean Dupont"),
        ("Anne Roy", "Luc Favre"),
        ("Luc Favre", "Anne Roy"),
    ]


SIDE_BY_SIDE = [
    "Nom;Prénom;;Nom;Prénom\nDupont;Jean;;Martin;Lucie\nRoy;Anne;;Favre;Luc",
    "Nom;Prénom;Club;Nom;Prénom;Club\nDupont;Jean;Lyon;Martin;Lucie;Sion\nRoy;Anne;Lyon;Favre;Luc;Sion",
    "N°;Nom;N°;Nom\n1;Jean Dupont;3;Lucie Martin\n2;Anne Roy;4;Luc Favre",
    "Nom Prénom\tNom Prénom\nDupont Jean\tMartin Lucie\nRoy Anne\tFavre Luc",
    "Joueur;Joueur\n1. Jean Dupont;3. Lucie Martin\n2. Anne Roy;4. Luc Favre",
]


@pytest.mark.parametrize("text", SIDE_BY_SIDE)
def test_lists_side_by_side_are_read_one_after_the_other(text: str) -> None:
    reading = read(text)
    assert asked(reading) == []
    assert [(each.name, each.pair) for each in reading.people] == [
        ("Jean Dupont", ""),
        ("Anne Roy", ""),
        ("Lucie Martin", ""),
        ("Luc Favre", ""),
    ]


@pytest.mark.parametrize("text", [*SIDE_BY_SIDE[:4], "1;Jean Dupont;3;Lucie Martin\n2;Anne Roy;4;Luc Favre"])
def test_repeated_titles_are_asked_about_among_pairs(text: str) -> None:
    reading = read(text, pairs=True)
    assert asked(reading) == ["deux-listes"]
    roles = [column.role_key for column in reading.columns]
    as_a_pair = read(text, Choices(columns=tuple(roles)), pairs=True)
    assert [(each.name, each.pair) for each in as_a_pair.people] == [
        ("Jean Dupont", "Lucie Martin"),
        ("Lucie Martin", "Jean Dupont"),
        ("Anne Roy", "Luc Favre"),
        ("Luc Favre", "Anne Roy"),
    ]
    beside = read(text, Choices(columns=tuple(as_lists(roles))), pairs=True)
    assert [(each.name, each.pair) for each in beside.people] == [
        ("Jean Dupont", ""),
        ("Anne Roy", ""),
        ("Lucie Martin", ""),
        ("Luc Favre", ""),
    ]
    assert (as_a_pair.sure, beside.sure, as_pairs(as_lists(roles))) == (True, True, roles)


def test_clubs_of_lists_side_by_side_stay_with_their_list() -> None:
    expected = [
        ("Jean Dupont", "Lyon"),
        ("Anne Roy", "Lyon"),
        ("Lucie Martin", "Sion"),
        ("Luc Favre", "Sion"),
    ]
    assert [(each.name, each.cells.get("club")) for each in read(SIDE_BY_SIDE[1]).people] == expected
    longer = read("Nom;Prénom;Licence;Nom;Prénom;Licence\nRoy;Anne;7;Favre;Luc;8\nBon;Max;9;;;")
    assert [(each.name, each.cells.get("licence"), each.line) for each in longer.people] == [
        ("Anne Roy", "7", 2),
        ("Max Bon", "9", 3),
        ("Luc Favre", "8", 2),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Nom;Prénom;Nom;Prénom;Club\nDupont;Jean;Martin;Lucie;Lyon",
        "Club;Nom;Prénom;Nom;Prénom\nLyon;Dupont;Jean;Martin;Lucie",
    ],
)
def test_halves_with_other_columns_are_asked_about(text: str) -> None:
    reading = read(text)
    assert (asked(reading), names(reading)) == (["deux-listes"], ["Jean Dupont", "Lucie Martin"])


@pytest.mark.parametrize("chosen", ["nom,nom,prénom", "nom,prénom,prénom", "name,name,first#1"])
def test_choice_of_columns_that_are_no_name_is_refused(chosen: str) -> None:
    reading = read("Roy;Favre;Anne", Choices(columns=roles_of(chosen)))
    assert asked(reading) == ["colonnes-de-nom"]


def test_columns_beside_numbered_people_are_numbered() -> None:
    reading = read("Joueur 1;Licence;Joueur 2;Licence\nAnne Roy;7;Luc Favre;8", pairs=True)
    assert (asked(reading), [each.cells["licence"] for each in reading.people]) == ([], ["7", "8"])


def test_team_with_a_name_gives_it_to_its_people() -> None:
    reading = read("Équipe;Joueur 1;Joueur 2;Club\nLes As;Jean Dupont;Lucie Martin;Lyon", pairs=True)
    assert reading.sure
    assert [(each.name, each.pair, each.cells["club"]) for each in reading.people] == [
        ("Jean Dupont", "Les As", "Lyon"),
        ("Lucie Martin", "Les As", "Lyon"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Jean et Marie Dupont", ["Jean Dupont", "Marie Dupont"]),
        ("DUPONT Jean et Marie", ["Jean DUPONT", "Marie DUPONT"]),
    ],
)
def test_shared_surname_is_written_out(text: str, expected: list[str]) -> None:
    reading = read(text, pairs=True)
    assert (asked(reading), names(reading)) == ([], expected)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Dupont;Jean\nMartin;Luc", "paire-ou-nom"),
        ("M. et Mme Dupont", "deux-noms"),
        ("Jean / Marie Dupont", "deux-noms"),
        ("Anne / Luc / Zoé", "deux-noms"),
        ("Jean et Marie Claire Dupont", "deux-noms"),
    ],
)
def test_unsure_pair_is_asked_about(text: str, code: str) -> None:
    assert asked(read(text, pairs=True)) == [code]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "mac_roman", "cp850"]
)
def test_western_names_in_every_encoding(encoding: str) -> None:
    reading = read("Nom;Club\nHélène Müller;Orléans\nJosé Muñoz;Genève".encode(encoding))
    assert (asked(reading), names(reading)) == ([], ["Hélène Müller", "José Muñoz"])


def test_central_european_names_are_read_by_their_letters() -> None:
    reading = read("Nom;Club\nDvořák;Brno\nNováček;Plzeň".encode("cp1250"))
    assert (asked(reading), names(reading), reading.encoding) == ([], ["Dvořák", "Nováček"], "cp1250")


def test_doubtful_encoding_is_asked_about() -> None:
    data = "Nom\nKovač".encode("cp1250")
    reading = read(data)
    assert asked(reading) == ["codage"]
    assert reading.questions[0].values == {"un": "Kovaè", "autre": "Kovač"}
    assert names(read(data, Choices(encoding="cp1250"))) == ["Kovač"]


def test_choices_settle_questions() -> None:
    reading = read("Dupont;Jean;Lyon", Choices(columns=roles_of("nom,prénom,club")))
    assert (asked(reading), names(reading), reading.people[0].cells) == (
        [],
        ["Jean Dupont"],
        {"club": "Lyon"},
    )
    assert names(read("Liste des joueurs\nAnne Roy", Choices(heading=1, columns=("name",)))) == ["Anne Roy"]
    assert names(read("Liste des joueurs\nAnne Roy", Choices(heading=0))) == ["Liste des joueurs", "Anne Roy"]
    assert roles_of("joueur 1,joueur 2,-") == ("name", "name#2", "")
    assert roles_of("nom,prénom,-,nom 2,prénom 2") == ("last", "first", "", "last#2", "first#2")
    assert roles_of("last,first,,last,first") == ("last", "first", "", "last", "first")
    for word in ("bidule", "name#x", "name#0"):
        with pytest.raises(ValueError, match=word):
            roles_of(f"nom,{word}")


def test_lines_left_out_have_a_reason() -> None:
    reading = read(
        "Concours 2026\nNom;Prénom;Club\n# forfaits\nDupont;Jean;Lyon\nNom;Prénom;Club\nRoy;Anne;Sion\n;;Sion\nTotal;;2"
    )
    assert names(reading) == ["Jean Dupont", "Anne Roy"]
    assert [(each.line, each.why.code) for each in reading.left_out] == [
        (1, "titre"),
        (3, "commentaire"),
        (5, "titre-repete"),
        (7, "sans-nom"),
        (8, "total"),
    ]
    assert asked(reading) == ["ligne-sans-nom"]
    assert asked(read("Nom;Club;Payé\nRoy;Sion;oui\n;;non\n;;non")) == []


def test_workbook_is_read_as_a_text_is() -> None:
    rows: list[list[object]] = [
        ["Tournoi de Noël"],
        [],
        ["Nom", "Prénom", "Club"],
        ["Dupont", "Jean", "Lyon"],
    ]
    rows.append(["Total", None, 1])
    reading = read(xlsx({"Inscrits": rows, "Bénévoles": [["x"]]}))
    assert (asked(reading), names(reading)) == ([], ["Jean Dupont"])
    assert (reading.sheet, reading.sheets, reading.heading) == ("Inscrits", ("Inscrits", "Bénévoles"), 3)
    listed = read(ods("Feuille1", [["Concours du 12 novembre"], ["Nom", "Prénom"], ["Favre", "Zoé"]]))
    assert (asked(listed), names(listed)) == ([], ["Zoé Favre"])


def test_clean_pasted_name_is_kept_letter_by_letter() -> None:
    assert names(read("Nom\nd’Arc  Jeanne\nÇelik Ömer")) == ["d’Arc Jeanne", "Çelik Ömer"]
