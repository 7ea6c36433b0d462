"""Lists of players: pasted, or of spreadsheets in any form; faults are reported by line before anybody is registered."""

from __future__ import annotations

import io

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import tournaments as desk
from scorekeeper.errors import Conflict, Refused
from scorekeeper.lists.reading import Choices
from scorekeeper.lists.text import decode, rows_of
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts.lists import checked
from scorekeeper.tournaments.model import Entrant
from tests.lists.workbooks import bomb, xlsx
from tests.tournaments.desk import BY, codes, new_uuid, opened
from tests.web.browsing import Visit


def names_in(data: str | bytes) -> list[str]:
    return [player.name for player in checked(data, ()).players]


@pytest.mark.parametrize(
    "data",
    [
        "Anne\nBenoît\nChloé",
        "\ufeffAnne\r\nBenoît\r\n\r\nChloé\r\n",
        "1. Anne\n2. Benoît\n3. Chloé",
        "1)  Anne\n 2) Benoît\n3 - Chloé",
        "nom\nAnne\nBenoît\nChloé",
        "- Anne\n• Benoît;\n* Chloé,",
        "1 Anne;\n– 2. Benoît;\n3 Chloé",
        "Anne\nBenoît\nChloé".encode("utf-16-le"),
        "Anne\nBenoît\nChloé".encode("utf-16-be"),
        "Nom;Club\nAnne;Vresse\nBenoît;\nChloé;Alle",
        "NOM\tClub\nAnne\tVresse\nBenoît\t\nChloé\tAlle",
        '"nom","club"\n"Anne","Vresse, le bas"\n"Benoît",""\n"Chloé","Alle"',
        "N°|Nom\n1|Anne\n2|Benoît\n3|Chloé",
        "Nom;Club\nAnne;Vresse\nBenoît;Alle\nChloé;Alle\n".encode("cp1252"),
        "Nom;Club\nAnne;Vresse\nBenoît;Alle\nChloé;Alle\n".encode("utf-16"),
        "Nom;Club\nAnne;Vresse\nBenoît;Alle\nChloé;Alle\n".encode("utf-8-sig"),
        "  Anne  \n Benoi\u0302t\nChloé\u00a0",
    ],
)
def test_three_people_are_read_from_any_notation(data: str | bytes) -> None:
    assert names_in(data) == ["Anne", "Benoît", "Chloé"]


def test_first_and_last_names_in_columns_of_their_own() -> None:
    assert names_in("Nom;Prénom;Club\nMartin;Anne;Vresse\nDupont;Benoît;\n") == [
        "Anne Martin",
        "Benoît Dupont",
    ]


def test_every_column_is_read() -> None:
    listed = checked(
        "nom;club;à part;paire;table fixe\n"
        "Anne;Vresse;Benoît / famille;équipe 1;3\n"
        "Benoît;;;équipe 1;oui\n"
        "Chloé;Alle;famille;;non\n",
        (),
    )
    assert listed.ok
    assert listed.columns == ("name", "club", "apart", "pair", "fixed")
    anne, benoit, chloe = listed.players
    assert (anne.club, anne.apart, anne.pair, anne.fixed) == ("Vresse", ("Benoît", "famille"), "équipe 1", 3)
    assert (benoit.apart, benoit.fixed) == ((), 0)
    assert (chloe.apart, chloe.fixed) == (("famille",), None)


def test_paid_column_has_an_amount_or_yes() -> None:
    text = "nom;payé\nAnne;ja\nBenoît;oui\nChloé;non\nDavid;\nEva;12,50 €\nFélix;-\nGil;x\n"
    assert [(each.name, each.paid) for each in checked(text, (), fee=800).players] == [
        ("Anne", 800),
        ("Benoît", 800),
        ("Chloé", 0),
        ("David", 0),
        ("Eva", 1250),
        ("Félix", 0),
        ("Gil", 800),
    ]
    listed = checked("nom;payé\nAnne;demain\n", (), fee=800)
    assert [fault.field for fault in listed.rows[0].faults] == ["paid"]


def test_each_line_has_its_faults() -> None:
    known = [Entrant(7, "Anne")]
    listed = checked(
        "nom;table fixe\nANNE;\nBenoît;loin\n\u202eevil;\nChloé;2\nchloé;\n" + "x" * 41 + ";\nChloe;\n", known
    )
    assert not listed.ok
    assert [(row.line, [fault.code for fault in row.faults]) for row in listed.rows] == [
        (2, ["nom-pris"]),
        (3, ["table-fixe"]),
        (4, ["texte-caractere"]),
        (5, []),
        (6, ["nom-deux-fois"]),
        (7, ["texte-trop-long"]),
        (8, []),
    ]
    assert listed.rows[0].faults[0].values["numero"] == 7
    assert listed.rows[4].faults[0].values["ligne"] == 5
    assert [(doubt.code, doubt.field) for doubt in listed.rows[6].doubts] == [("nom-ressemble", "name")]


def test_quoted_cell_may_break_lines_and_line_numbers_stay() -> None:
    listed = checked('nom;club\n"Anne";"Vresse\nle bas"\n;;\nBenoît;Alle\n', ())
    assert [(row.line, row.player.name if row.player else "") for row in listed.rows] == [
        (2, "Anne"),
        (5, "Benoît"),
    ]
    assert listed.players[0].club == "Vresse le bas"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("", "liste-vide"),
        ("\n \n", "liste-vide"),
        ("nom;club\n", "liste-vide"),
        ("club;paire\nVresse;1\n", "colonne-nom"),
        (b"\x00\x01\x02\x81\x8d", "liste-illisible"),
        (b"PK\x03\x04\x14\x00\x06\x00", "liste-illisible"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "liste-illisible"),
        ("Anne\n" * 1300, "trop-de-joueurs"),
        ("Anne\n" * 5001, "liste-trop-longue"),
        ("Nom\n" + "; " * 100 + "Anne", "liste-trop-large"),
        (b"x" * (256 * 1024 + 1), "liste-trop-grosse"),
        (bomb(), "classeur-lourd"),
    ],
)
def test_invalid_list_is_refused_with_its_fault(data: str | bytes, code: str) -> None:
    listed = checked(data, ())
    assert not listed.ok
    assert [fault.code for fault in listed.faults] == [code]


def test_given_separator_is_used() -> None:
    assert [
        player.name for player in checked("Dupont, Anne\nMartin, Luc", (), Choices(separator="")).players
    ] == [
        "Anne Dupont",
        "Luc Martin",
    ]
    assert checked("Dupont, Anne\nMartin, Luc", ()).reading.separator == ","


def test_a_list_is_registered_whole_or_not_at_all(store: Store) -> None:
    t = opened(store, 4)
    looked = checked("Nom;Club\nAnne;Vresse\nJoueur 001;Alle\n", t.entrants)
    assert [row.line for row in looked.rows if row.faults] == [3]
    with pytest.raises(Refused) as caught:
        desk.import_list(store, t.id, "Nom;Club\nAnne;Vresse\nJoueur 001;Alle\n", by=BY)
    assert codes(caught) == ["nom-pris"]
    with pytest.raises(Refused) as caught:
        desk.import_list(store, t.id, "Nom;Club\nAnne;Vresse\nAnne;Alle\n", by=BY)
    assert [(item.rang, item.fault.code) for item in caught.value.faults] == [(3, "nom-deux-fois")]
    assert len(desk.read(store, t.id).entrants) == 4
    uuid = new_uuid()
    for _ in range(2):
        t = desk.import_list(store, t.id, "Nom;Club\nAnne;Vresse\nBenoît;Alle\n", by=BY, uuid=uuid)
    assert [(entrant.number, entrant.name, entrant.club) for entrant in t.entrants[4:]] == [
        (5, "Anne", "Vresse"),
        (6, "Benoît", "Alle"),
    ]


def test_registering_reads_names_and_objects_with_every_fault(store: Store) -> None:
    t = opened(store, 4)
    with pytest.raises(Refused) as caught:
        desk.register(
            store,
            t.id,
            [
                "Anne",
                {"name": "Anne"},
                {"nom": "Luc"},
                7,
                {"name": "Zoé", "fixed": 0},
                "Joueur 002",
                "\u200b",
            ],
            by=BY,
        )
    faults = {(item.fault.field, item.fault.code) for item in caught.value.faults}
    assert faults == {
        ("players.1.name", "nom-deux-fois"),
        ("players.2.nom", "cle-inconnue"),
        ("players.2.name", "nom-attendu"),
        ("players.3", "objet-attendu"),
        ("players.4.fixed", "table-fixe"),
        ("players.6.name", "texte-caractere"),
    }
    with pytest.raises(Refused) as caught:
        desk.register(store, t.id, ["Joueur 002"], by=BY)
    assert codes(caught) == ["nom-pris"]
    with pytest.raises(Refused) as caught:
        desk.register(store, t.id, [], by=BY)
    assert codes(caught) == ["liste-vide"]
    t = desk.register(store, t.id, [{"name": "Luc", "pair": 3, "apart": "Anne"}], by=BY)
    assert (t.entrants[4].pair, t.entrants[4].apart) == ("3", ("Anne",))


def test_fixed_table_of_any_number_is_read_from_a_list(store: Store) -> None:
    t = desk.import_list(store, opened(store, 4).id, "nom;table fixe\nAnne;oui\nLuc;3\nZoé;", by=BY)
    assert [entrant.fixed for entrant in t.entrants[4:]] == [0, 3, None]
    t = desk.amend_entrant(store, t.id, 7, {"fixed": True, "apart": ["Luc"]}, by=BY)
    assert (t.entrant(7).fixed, t.entrant(7).apart) == (0, ("Luc",))


def test_person_leaves_and_returns_once(store: Store) -> None:
    t = desk.withdraw(store, opened(store, 4).id, 2, by=BY)
    assert [entrant.number for entrant in t.present] == [1, 3, 4]
    with pytest.raises(Conflict) as caught:
        desk.withdraw(store, t.id, 2, by=BY)
    assert codes(caught) == ["deja-absent"]
    t = desk.bring_back(store, t.id, 2, by=BY)
    with pytest.raises(Conflict) as caught:
        desk.bring_back(store, t.id, 2, by=BY)
    assert codes(caught) == ["deja-present"]
    assert len(desk.register(store, t.id, ["Cinq"], by=BY).entrants) == 5


def test_similar_names_are_reported() -> None:
    alike = desk.look_alikes([Entrant(1, "Chloé"), Entrant(2, "Luc"), Entrant(3, "CHLOE")])
    assert [(one.number, other.number) for one, other in alike] == [(1, 3)]


@given(st.binary(max_size=300) | st.text(max_size=300))
def test_pasted_text_always_gets_a_response(data: bytes | str) -> None:
    listed = checked(data, ())
    assert listed.faults or listed.rows
    assert listed.ok == (not listed.faults and len(listed.players) == len(listed.rows) > 0)


@given(st.lists(st.text("abcdéàü -'", min_size=1, max_size=20).filter(str.strip), min_size=1, max_size=8))
def test_a_text_survives_its_encoding(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert decode(text.encode()) == (text, "utf-8-sig", "", ("", ""))


@pytest.mark.parametrize("separator", [";", ",", "|"])
def test_first_line_may_name_the_separator(separator: str) -> None:
    text = f"sep={separator}\nA;B,C|D"
    assert rows_of(text) == (separator, [(2, "A;B,C|D".split(separator))])


def test_the_page_that_begins_an_evening_reads_a_workbook(app: Flask) -> None:
    visit = Visit(app.test_client())
    form = visit.get("/tournois/nouveau/jass").form("/nouveau/jass")
    book = xlsx({"Inscrits": [["Nom", "Club"], ["Anne Rochat", "Alle"], ["Chloé Favre", "Alle"]]})
    sent = {**dict(form.fields), "fichier": (io.BytesIO(book), "inscrits.xlsx")}
    answer = visit.client.post("/tournois/nouveau/jass", data=sent, content_type="multipart/form-data")
    assert "Anne Rochat" in answer.text
    assert "<b>2 joueurs.</b>" in answer.text
    harm = {**dict(form.fields), "fichier": (io.BytesIO(bomb()), "inscrits.xlsx")}
    answer = visit.client.post("/tournois/nouveau/jass", data=harm, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert "Ce classeur demande trop de mémoire ou de temps" in answer.text
