"""The page of an ambiguous list: columns, sheet, encoding and titles are chosen there, and typed values are kept."""

from __future__ import annotations

import html
import io
import re

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from tests.lists.workbooks import xlsx
from tests.tournaments.desk import new_uuid
from tests.web.browsing import Page, Visit
from tests.web.desk_visits import come_in, play_of_eight

UNSURE = "12;Vasseur;Lyon\n7;Moulin;Dijon\n3;Okafor;Lyon"
LIST = "/tournois/1/joueurs/liste"


@pytest.fixture
def store(app: Flask) -> Store:
    return play_of_eight(app)


@pytest.fixture
def visit(app: Flask, store: Store) -> Visit:
    return come_in(app)


def new_people(store: Store) -> list[tuple[str, str]]:
    return [(each.name, each.club) for each in desk.read(store, 1).entrants[8:]]


def typed(page: Page) -> str:
    """Return the text of the list in the page's field."""
    (text,) = re.findall(r'<textarea id="liste"[^>]*>\n?(.*?)</textarea>', page.html, re.DOTALL)
    return html.unescape(text)


def sent(visit: Visit, page: Page, **changes: str) -> Page:
    form = page.form("/liste")
    return visit.send(form, form.with_fields({"liste": typed(page), **changes, "uuid": new_uuid()}))


def uploaded(visit: Visit, data: bytes, name: str) -> Page:
    fields = dict(visit.get("/tournois/1/joueurs").form("/liste").fields)
    body = {**fields, "fichier": (io.BytesIO(data), name)}
    return Page(visit.client.post(LIST, data=body, content_type="multipart/form-data"))


def test_a_sure_list_needs_one_press(visit: Visit, store: Store) -> None:
    page = sent(
        visit,
        visit.get("/tournois/1/joueurs"),
        liste="Nom;Prénom;Club;Elo\nRoy;Anne;Lyon;1500\nBon;Luc;Dijon;1320",
    )
    assert (page.status, new_people(store)) == (303, [("Anne Roy", "Lyon"), ("Luc Bon", "Dijon")])


def test_an_unsure_list_is_asked_about(visit: Visit, store: Store) -> None:
    page = sent(visit, visit.get("/tournois/1/joueurs"), liste=UNSURE)
    assert (page.status, new_people(store)) == (422, [])
    assert typed(page).split() == UNSURE.split()
    assert "à confirmer" in page.text
    assert re.search(r'<textarea id="liste"[^>]* autofocus', page.html)
    assert dict(page.form("/liste").fields)["colonnes"] == "3"
    chosen = {"colonne_0": "", "colonne_1": "name", "colonne_2": "club", "titres": "0"}
    assert sent(visit, page, **chosen).status == 303
    assert new_people(store) == [("Vasseur", "Lyon"), ("Moulin", "Dijon"), ("Okafor", "Lyon")]


def test_a_refusal_keeps_the_chosen_columns(visit: Visit, store: Store) -> None:
    page = sent(visit, visit.get("/tournois/1/joueurs"), liste=UNSURE)
    page = sent(visit, page, colonne_0="", colonne_1="club", colonne_2="club", titres="0")
    assert (page.status, new_people(store)) == (422, [])
    page = sent(visit, page, colonne_0="licence", colonne_1="last", colonne_2="", titres="0")
    assert page.status == 303
    assert new_people(store) == [("Vasseur", ""), ("Moulin", ""), ("Okafor", "")]


def test_chosen_columns_are_kept_for_the_same_titles(visit: Visit, store: Store) -> None:
    first = "Nom;Bidule;Truc\nVasseur;Lou;Lyon\nMoulin;Max;Dijon"
    page = sent(visit, visit.get("/tournois/1/joueurs"), liste=first)
    chosen = {"colonne_0": "last", "colonne_1": "first", "colonne_2": "club", "titres": "1"}
    assert page.status == 422
    assert sent(visit, page, **chosen).status == 303
    assert new_people(store) == [("Lou Vasseur", "Lyon"), ("Max Moulin", "Dijon")]
    second = "Nom;Bidule;Truc\nOkafor;Ada;Lyon\nPetit;Zoé;Dijon"
    page = sent(visit, visit.get("/tournois/1/joueurs"), liste=second)
    assert page.status == 303
    assert new_people(store)[2:] == [("Ada Okafor", "Lyon"), ("Zoé Petit", "Dijon")]


def test_another_sheet_of_a_workbook_is_chosen(visit: Visit, store: Store) -> None:
    book = xlsx({"Salle": [["Tables"], ["12 tables"]], "Inscrits": [["Nom", "Prénom"], ["Moulin", "Max"]]})
    page = uploaded(visit, book, "soiree.xlsx")
    assert (page.status, new_people(store)) == (422, [])
    page = sent(visit, page, feuille="1")
    assert page.status == 303
    assert new_people(store) == [("Max Moulin", "")]


def test_a_sheet_of_a_workbook_replaces_the_sheet_chosen_before(visit: Visit, store: Store) -> None:
    unsure = [["Nom", "Bidule", "Truc"], ["Vasseur", "Lou", "Lyon"]]
    people = [["Nom", "Prénom"], ["Moulin", "Max"]]
    page = uploaded(
        visit,
        xlsx({"Salle": [["Tables"], ["12 tables"]], "Essai": unsure, "Inscrits": people}),
        "soiree.xlsx",
    )
    page = sent(visit, page, feuille="1")
    assert (page.status, new_people(store)) == (422, [])
    page = sent(visit, page, feuille="2")
    assert page.status == 303
    assert new_people(store) == [("Max Moulin", "")]


def test_a_doubtful_encoding_is_asked_about(visit: Visit, store: Store) -> None:
    data = "Nom;Prénom\nDvořák;Jiří\nČerný;Tomáš\n".encode("cp1250")
    page = uploaded(visit, data, "liste.csv")
    if page.status == 422:
        assert "Accents" in page.text
        page = sent(visit, page, codage="cp1250")
    assert page.status == 303
    assert new_people(store) == [("Jiří Dvořák", ""), ("Tomáš Černý", "")]


def test_opening_page_counts_a_list_with_chosen_columns(visit: Visit) -> None:
    page = visit.get("/tournois/nouveau/jass")
    form = page.form("/tournois/nouveau/jass")
    titled = f"Inscrits du 12 novembre\n\n{UNSURE}"
    page = visit.send(form, form.with_fields({"liste": titled}))
    assert page.status == 422
    form = page.form("/tournois/nouveau/jass")
    page = visit.send(form, form.with_fields({"liste": titled, "titres": "0", "compter": "1"}))
    assert page.status == 200
    assert "Ce que disent les colonnes" in page.text


def test_pairs_where_partners_are_drawn_are_asked_about_once(visit: Visit, store: Store) -> None:
    address, pairs = "/tournois/nouveau/belote", "Concours\n\nJean Roy / Zoé Roy\nLuc Bon / Max Bon"
    form = visit.get(address).form(address)
    page = visit.send(form, form.with_fields({"liste": pairs}))
    assert (page.status, len(page.errors)) == (422, 1)
    form = page.form(address)
    chosen = form.with_fields({"liste": pairs, "format": "paires-inscrites", "uuid": new_uuid()})
    assert visit.send(form, chosen).status == 303
    expected = [
        ("Jean Roy", "Zoé Roy"),
        ("Zoé Roy", "Jean Roy"),
        ("Luc Bon", "Max Bon"),
        ("Max Bon", "Luc Bon"),
    ]
    assert [(each.name, each.pair) for each in desk.read(store, 2).entrants] == expected
    again = form.with_fields({"liste": pairs, "uuid": new_uuid()})
    assert visit.send(form, again).status == 303
    assert [(each.name, each.pair) for each in desk.read(store, 3).entrants] == expected


def test_pairs_in_one_cell_stay_two_people_when_sent_back(visit: Visit, store: Store) -> None:
    page = sent(visit, visit.get("/tournois/1/joueurs"), liste="Jean Roy / Zoé Roy\nExcusés :\nLuc & Max Bon")
    assert (page.status, page.value("colonne_0")) == (422, "names")
    assert sent(visit, page).status == 303
    assert [name for name, _ in new_people(store)] == ["Jean Roy", "Zoé Roy", "Luc Bon", "Max Bon"]


@pytest.mark.parametrize(
    ("meant", "expected"),
    [
        (
            "",
            [
                ("Anne Roy", "Luc Bon"),
                ("Luc Bon", "Anne Roy"),
                ("Zoé Roy", "Max Bon"),
                ("Max Bon", "Zoé Roy"),
            ],
        ),
        ("listes", [("Anne Roy", ""), ("Zoé Roy", ""), ("Luc Bon", ""), ("Max Bon", "")]),
    ],
)
def test_two_lists_or_pairs_is_settled_by_one_choice(
    visit: Visit, store: Store, meant: str, expected: list[tuple[str, str]]
) -> None:
    address = "/tournois/nouveau/belote"
    typed_list = "Nom;Prénom;;Nom;Prénom\nRoy;Anne;;Bon;Luc\nRoy;Zoé;;Bon;Max"
    form = visit.get(address).form(address)
    asked = {"liste": typed_list, "format": "paires-inscrites", "later": "1"}
    page = visit.send(form, form.with_fields({**asked, "uuid": new_uuid()}))
    assert (page.status, page.value("lignes")) == (422, "")
    assert "ou deux listes côte à côte" in page.text
    form = page.form(address)
    page = visit.send(form, form.with_fields({**asked, "lignes": meant, "uuid": new_uuid()}))
    assert page.status == 303
    assert [(each.name, each.pair) for each in desk.read(store, 2).entrants] == expected


def test_columns_of_the_api_settle_two_lists_or_pairs(visit: Visit, store: Store) -> None:
    address = "/tournois/nouveau/belote"
    form = visit.get(address).form(address)
    opening = {"liste": "", "format": "paires-inscrites", "later": "1", "uuid": new_uuid()}
    assert visit.send(form, form.with_fields(opening)).status == 303
    text = "Nom;Prénom;Nom;Prénom\nRoy;Anne;Bon;Luc\nRoy;Zoé;Bon;Max"
    preview = "/api/tournois/2/players/preview"
    asked = visit.client.post(preview, json={"text": text}).get_json()
    assert ([fault["code"] for fault in asked["faults"]], asked["columns"]) == (
        ["deux-listes"],
        ["last", "first", "last#2", "first#2"],
    )
    answer = visit.client.post(preview, json={"text": text, "columns": "nom,prénom,nom,prénom"}).get_json()
    assert [row["text"] for row in answer["rows"]] == ["Anne Roy", "Zoé Roy", "Luc Bon", "Max Bon"]
    sent = {"data": text.encode(), "content_type": "text/csv"}
    refused = visit.client.post("/api/tournois/2/players", **sent)
    assert (refused.status_code, desk.read(store, 2).entrants) == (422, ())
    taken = visit.client.post("/api/tournois/2/players?columns=last,first,last%232,first%232", **sent)
    assert taken.status_code in {200, 201}
    assert [(each.name, each.pair) for each in desk.read(store, 2).entrants[:2]] == [
        ("Anne Roy", "Luc Bon"),
        ("Luc Bon", "Anne Roy"),
    ]


def test_titles_sheet_and_encoding_are_chosen_over_the_api(visit: Visit, store: Store) -> None:
    preview, players = "/api/tournois/1/players/preview", "/api/tournois/1/players"
    text = {"data": b"Pelaajat\nAnne Bon\nLuc Bon", "content_type": "text/csv"}
    asked = visit.client.post(preview, **text).get_json()
    assert [fault["code"] for fault in asked["faults"]] == ["titre-ou-personne"]
    kept = visit.client.post(f"{preview}?heading=0", **text).get_json()
    assert (kept["ok"], [row["text"] for row in kept["rows"]]) == (True, ["Pelaajat", "Anne Bon", "Luc Bon"])
    assert visit.client.post(players, **text).status_code == 422
    assert visit.client.post(f"{players}?heading=1&columns=nom complet", **text).status_code in {200, 201}
    book = {"data": xlsx({"Salle": [["x"]], "Inscrits": [["Nom"], ["Zoé Roy"]]}), "content_type": "text/csv"}
    assert visit.client.post(f"{players}?sheet=1", **book).status_code in {200, 201}
    czech = {"data": "Nom\nKovač".encode("cp1250"), "content_type": "text/csv"}
    assert visit.client.post("/api/fichier/list", **czech).status_code == 422
    assert visit.client.post("/api/fichier/list?encoding=cp1250", **czech).status_code in {200, 201}
    assert [name for name, _ in new_people(store)] == ["Anne Bon", "Luc Bon", "Zoé Roy"]
    assert visit.client.post(f"{players}?encoding=utf-7", **czech).status_code == 422


def test_every_column_keeps_its_meaning_on_the_page(visit: Visit, store: Store) -> None:
    typed_list = "Nom;Prénom;Table fixe;Présent;Bidule\nRoy;Anne;2;oui;Lyon"
    page = sent(visit, visit.get("/tournois/1/joueurs"), liste=typed_list)
    assert (page.status, page.value("colonne_2"), page.value("colonne_3")) == (422, "fixed", "present")
    assert sent(visit, page).status == 303
    (person,) = desk.read(store, 1).entrants[8:]
    assert (person.name, person.fixed) == ("Anne Roy", 2)


def test_unknown_role_from_a_page_is_left_out(visit: Visit) -> None:
    page = sent(visit, visit.get("/tournois/1/joueurs"), liste=UNSURE)
    page = sent(visit, page, colonne_0="name#x", colonne_1="bidule", colonne_2="club")
    assert (page.status, page.value("colonne_0"), page.value("colonne_1")) == (422, "", "")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tournois/1/players?columns=nom,%C3%90", []),
        ("/api/tournois/1/players/preview", {"columns": "nom,Ð", "text": "Anne"}),
        ("/api/fichier/list", {"columns": "nom,Ð", "text": "Anne"}),
    ],
)
def test_unknown_title_over_the_api_is_refused_in_a_sentence(visit: Visit, path: str, body: object) -> None:
    refused = visit.client.post(path, json=body)
    assert refused.status_code == 422
    (fault,) = refused.get_json()["faults"]
    assert (fault["code"], fault["field"]) == ("role-inconnu", "columns")
    assert fault["message"].startswith("«\xa0Ð\xa0» n’est le titre d’aucune colonne")
