"""The file of players: importing lists, exporting and importing unchanged, choosing players from it, erasing."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.errors import Refused, Unknown
from scorekeeper.i18n import speaking
from scorekeeper.lists.spreadsheet import csv_text
from scorekeeper.records.backup import copies
from scorekeeper.records.store import Store
from scorekeeper.tournaments import forgetting, player_file
from scorekeeper.tournaments.export import CsvTable
from scorekeeper.tournaments.player_file import Member
from tests.tournaments.desk import BY, codes, opened
from tests.tournaments.test_forgetting import holding, is_sound
from tests.web.browsing import Visit

LIST = """sep=;
Nom;Prénom;Club;Licence;À part;Téléphone
Favre;Anne;Amicale;A-12;famille;079
de Smet;Chloé;;00345;Anne Favre / famille;
Roy;;;;;
"""


def names_of(store: Store) -> list[str]:
    return [person.name for person in player_file.members(store)]


@pytest.fixture
def filled(store: Store) -> Store:
    assert player_file.import_list(store, LIST.encode("cp1252")) == (3, 0)
    return store


def test_list_is_read_as_at_the_desk_and_sorted_by_surname(filled: Store) -> None:
    anne, roy, chloe = player_file.members(filled)
    assert anne == Member(
        number=1, last="Favre", first="Anne", club="Amicale", licence="A-12", apart=("famille",)
    )
    assert (roy.name, roy.first) == ("Roy", "")
    assert (chloe.last, chloe.licence, chloe.apart) == ("de Smet", "00345", ("Anne Favre", "famille"))


def test_evening_list_has_the_licences_of_the_file_unstored(filled: Store) -> None:
    t = opened(filled, ["Anne Favre", "Chloé de Smet", "Marc Jobin"])
    written = csv_text(desk.export_rows(filled, t.id, CsvTable.JOUEURS), excel=False)
    rows = list(csv.DictReader(io.StringIO(written)))
    assert [(row["nom"], row["licence"]) for row in rows] == [
        ("Anne Favre", "A-12"),
        ("Chloé de Smet", "00345"),
        ("Marc Jobin", ""),
    ]
    again = desk.import_list(filled, opened(filled, 0).id, written, by=BY)
    assert [entrant.name for entrant in again.entrants] == ["Anne Favre", "Chloé de Smet", "Marc Jobin"]
    assert "A-12" not in str(desk.export_document(filled, again.id))
    # Importing the list adds only unknown people. The licence of a person removed from the file leaves the lists too.
    assert player_file.import_list(filled, written) == (1, 0)
    player_file.remove(filled, 1)
    assert "A-12" not in csv_text(desk.export_rows(filled, t.id, CsvTable.JOUEURS), excel=False)
    player_file.remove(filled, 2)
    assert "licence" not in csv_text(desk.export_rows(filled, t.id, CsvTable.JOUEURS), excel=False)


@pytest.mark.parametrize(("language", "excel"), [("fr", True), ("fr", False), ("en", True)])
def test_the_export_read_again_changes_nothing(filled: Store, language: str, *, excel: bool) -> None:
    player_file.save(filled, Member(last="=1+1", first="Zoé", licence="-7"))
    before = player_file.members(filled)
    with speaking(language):
        written = csv_text(player_file.export_rows(filled), excel=excel)
        assert player_file.import_list(filled, written.encode()) == (0, 0)
        assert player_file.members(filled) == before
        for person in before:
            player_file.remove(filled, person.number)
        assert player_file.import_list(filled, written.encode()) == (4, 0)
        assert csv_text(player_file.export_rows(filled), excel=excel) == written


def test_later_list_updates_people_and_loses_none(filled: Store) -> None:
    assert player_file.import_list(filled, "nom;club\nANNE FAVRE;Vétérans\nÉmile Tard;\n") == (1, 1)
    assert sorted(names_of(filled)) == ["Anne Favre", "Chloé de Smet", "Roy", "Émile Tard"]
    anne = player_file.member(filled, 1)
    assert (anne.last, anne.first, anne.club, anne.licence) == ("Favre", "Anne", "Vétérans", "A-12")


def test_a_list_with_a_fault_changes_nothing(filled: Store) -> None:
    before = player_file.members(filled)
    wrong = f"nom;licence\nUn;1\nUn;2\n{'x' * 41};3\nDeux;{'9' * 41}\n"
    with pytest.raises(Refused) as caught:
        player_file.import_list(filled, wrong)
    assert [(item.rang, item.fault.code) for item in caught.value.faults] == [
        (3, "nom-deux-fois"),
        (4, "texte-trop-long"),
        (5, "texte-trop-long"),
    ]
    for text, code in (("", "liste-vide"), ("club;ville\na;b", "colonne-nom")):
        with pytest.raises(Refused) as caught:
            player_file.import_list(filled, text)
        assert codes(caught) == [code]
    assert player_file.members(filled) == before


def test_one_person_is_corrected_and_taken_out(filled: Store) -> None:
    player_file.save(filled, Member(number=3, last="Roy", first="Benoît"))
    assert "Benoît Roy" in names_of(filled)
    with pytest.raises(Refused) as caught:
        player_file.save(filled, Member(last="FAVRE", first="anne"))
    assert codes(caught) == ["deja-au-fichier"]
    player_file.remove(filled, 3)
    assert names_of(filled) == ["Anne Favre", "Chloé de Smet"]
    for act in (
        lambda: player_file.remove(filled, 3),
        lambda: player_file.save(filled, Member(number=3, last="X")),
    ):
        with pytest.raises(Unknown):
            act()


def test_forgotten_person_is_removed_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "data" / "scorekeeper.sqlite3"
    with Store(path) as store:
        opened(store, ["Zoé Favre", "Benoît Roy"])
        player_file.add_tournament(store, 1)
        player_file.import_list(store, "nom;prénom;licence;à part\nSeule;Yvette;Q-77;Zoé Favre\n")
        copy = store.backup()
        forgetting.forget(store, "zoé favre", by=BY)
        forgetting.forget(store, "Yvette Seule", by=BY)
        assert names_of(store) == ["Benoît Roy"]
        assert player_file.add_tournament(store, 1) == (0, 0)
        assert is_sound(store)
        copy.rename(tmp_path / copy.name)
        assert [
            *holding(path.parent, "Zoé"),
            *holding(path.parent, "Yvette"),
            *holding(path.parent, "Q-77"),
        ] == []
        with pytest.raises(Unknown):
            forgetting.traces(store, "Yvette Seule")
    copies.restore(tmp_path / "other" / "scorekeeper.sqlite3", tmp_path / copy.name)
    with Store(tmp_path / "other" / "scorekeeper.sqlite3") as store:
        assert sorted(names_of(store)) == ["Benoît Roy", "Yvette Seule", "Zoé Favre"]


def test_players_are_ticked_for_a_new_evening_and_for_its_list(client: FlaskClient, filled: Store) -> None:
    visit, new, people = Visit(client), "/tournois/nouveau/jass", "/tournois/1/joueurs"
    smet = next(member.number for member in player_file.members(filled) if member.name == "Chloé de Smet")
    form = visit.get(new).form(new)
    refused = visit.send(form, form.with_fields({"liste": "Luc Roy\nAnne Favre", "n": str(smet)}))
    assert refused.errors == [
        "Il manque une personne\xa0: il faut être quatre. Ajoutez des noms, ou cochez «\xa0Tirer plus tard\xa0» dans le règlement."
    ]
    assert ("n", str(smet)) in refused.form(new).fields
    form = refused.form(new)
    assert (
        visit.send(form, form.with_fields({"liste": "Luc Roy\nAnne Favre", "later": "1"})).location
        == "/tournois/1"
    )
    assert [(each.name, each.apart) for each in desk.read(filled, 1).entrants[2:]] == [
        ("Chloé de Smet", ("Anne Favre", "famille"))
    ]
    form = visit.get(people).form(f"{people}/liste")
    assert visit.send(form).errors == ["La liste ne contient aucun nom."]


def test_name_of_the_file_brings_its_club_to_list_and_door(client: FlaskClient, filled: Store) -> None:
    opened(filled, [], door=True)
    visit = Visit(client)
    people, door = "/tournois/1/joueurs", "/tournois/1/porte"
    form = visit.get(people).form(people)
    assert '<option value="Anne Favre">' in visit.get(people).html
    visit.send(form, form.filled(name=" anne  favre "))
    form = visit.get(people).form(people)
    visit.send(form, form.filled(name="Roy", club="Ailleurs"))
    form = visit.get(f"{people}?vue=attendus").form(door)
    visit.send(visit.send(form, form.filled(q="Chloé de Smet")).form(door))
    written = [(each.name, each.club, each.apart, each.arrived) for each in desk.read(filled, 1).entrants]
    assert written == [
        ("anne favre", "Amicale", ("famille",), False),
        ("Roy", "Ailleurs", (), False),
        ("Chloé de Smet", "", ("Anne Favre", "famille"), True),
    ]


def test_the_pages_of_the_file(client: FlaskClient, filled: Store) -> None:
    visit = Visit(client)
    form = visit.get("/fichier").form("/fichier")
    page = visit.send(form, form.filled(last="favre", first="ANNE", club="Ailleurs"))
    assert (page.status, page.errors) == (
        422,
        ["«\N{NO-BREAK SPACE}ANNE favre\N{NO-BREAK SPACE}» figure déjà dans le fichier."],
    )
    assert "Ailleurs" in page.html
    page = visit.follow(visit.send(form, form.filled(last="Petit", first="David", apart="Anne Favre, x")))
    assert "1 personne ajoutée" in page.text
    assert player_file.members(filled)[1].apart == ("Anne Favre", "x")
    form = page.form("/fichier/liste")
    page = visit.send(form, form.filled(liste="nom\nUn\nUn"))
    assert page.status == 422
    assert "Ligne 3 : « Un » est deux fois dans la liste" in page.text
    assert "Un\nUn" in page.html
    page = visit.follow(visit.send(form, form.filled(liste="nom;licence\nAnne Favre;B-1\nUn;2")))
    assert "1 personne ajoutée, 1 mise à jour" in page.text
    form = visit.get("/fichier/1").form("/fichier/1")
    assert visit.send(form, form.filled(last="")).status == 422
    visit.send(form, form.filled(last="Favre-Roy"))
    assert "Anne Favre-Roy" in names_of(filled)
    assert visit.get("/fichier/99").status == 404
    assert (
        client.get("/fichier.csv")
        .get_data(as_text=True)
        .startswith("nom de famille,prénom,club,licence,à part")
    )


def test_the_file_over_the_api(client: FlaskClient, store: Store) -> None:
    added = client.post("/api/fichier", json={"last": "Favre", "first": "Anne", "apart": ["x"]})
    assert (added.status_code, added.get_json()["name"]) == (200, "Anne Favre")
    listed = client.post("/api/fichier/list", data="Un\nDeux", content_type="text/csv")
    assert listed.get_json() == {"added": 2, "changed": 0}
    people = client.get("/api/fichier").get_json()["players"]
    assert [person["name"] for person in people] == ["Deux", "Anne Favre", "Un"]
    assert client.post("/api/fichier", json={"last": ""}).status_code == 422
    assert client.delete(f"/api/fichier/{people[0]['number']}").get_json()["name"] == "Deux"
    assert client.delete(f"/api/fichier/{people[0]['number']}").status_code == 404
    assert "Favre,Anne" in client.get("/api/fichier.csv").get_data(as_text=True)


def test_the_file_takes_as_many_as_it_may_and_no_more(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_file, "MAX_MEMBERS", 3)
    assert player_file.import_list(store, LIST.encode()) == (3, 0)
    with pytest.raises(Refused) as caught:
        player_file.import_list(store, b"Nom\nUn de plus\n")
    assert codes(caught) == ["fichier-plein"]
    assert len(player_file.members(store)) == 3
