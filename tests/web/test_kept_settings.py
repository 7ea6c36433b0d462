"""Settings stored under a name: on the page of a new sheet, chosen there again, replaced and deleted."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.games.libre.rules import Libre
from scorekeeper.cards.rules.contract import expect
from scorekeeper.config import Config
from scorekeeper.parties import house
from tests.pages import make_app
from tests.web.browsing import Page, Visit

NEW = "/nouvelle/libre"


def sent(visit: Visit, page: Page, **typed: str) -> Page:
    form = page.form(NEW)
    return visit.send(form, form.filled(**typed))


def kept(app: Flask) -> list[tuple[str, str]]:
    settings = house.kept_settings(app.extensions["store"], game("libre"))
    return [(each.name, expect(Libre, each.rules).gagne) for each in settings]


def test_settings_are_kept_chosen_again_replaced_and_forgotten(app: Flask, visit: Visit) -> None:
    rummy = {"reglage-nom": "Rami", "reglage-gagne": "bas", "reglage-elimination": "100", "joueur-0": "Anne"}
    page = sent(visit, visit.get(NEW), **rummy, garder="neuf")
    assert page.status == 200
    assert "La maison garde « Rami »" in page.text.replace("\u00a0", " ")
    assert page.value("joueur-0") == "Anne"
    assert kept(app) == [("Rami", "bas")]

    number = str(house.kept_settings(app.extensions["store"], game("libre"))[0].number)
    page = sent(visit, visit.get(NEW), **{"joueur-1": "Zoé", "jeu": number})
    assert (page.value("reglage-nom"), page.value("reglage-elimination")) == ("Rami", "100")
    assert page.value("joueur-1") == "Zoé"
    assert visit.get(f"{NEW}?jeu={number}").value("reglage-elimination") == "100"
    assert visit.get(f"{NEW}?jeu=999").value("reglage-nom") == ""

    other = sent(visit, page, **{"reglage-nom": "RAMI", "reglage-elimination": "200", "garder": "neuf"})
    assert other.status == 422
    assert "déjà un jeu du nom de" in other.text
    assert kept(app) == [("Rami", "bas")]
    over = sent(visit, other, **{"reglage-gagne": "haut", "reglage-elimination": "-9", "garder": "dessus"})
    assert (over.status, kept(app)) == (200, [("RAMI", "haut")])

    forgotten = sent(visit, over, oublier=number)
    assert (forgotten.status, kept(app)) == (200, [])
    assert forgotten.value("reglage-nom") == "RAMI"


def test_unnamed_or_impossible_settings_are_not_stored(app: Flask, visit: Visit) -> None:
    nameless = sent(visit, visit.get(NEW), garder="neuf")
    assert nameless.status == 422
    assert "Donnez d’abord un nom au jeu." in nameless.text
    unread = sent(visit, visit.get(NEW), **{"reglage-nom": "Rami", "reglage-pas": "x", "garder": "neuf"})
    assert unread.status == 422
    assert kept(app) == []


def test_a_house_keeps_no_more_than_so_many(app: Flask, visit: Visit) -> None:
    store, libre = app.extensions["store"], game("libre")
    for place in range(house.MOST_SETTINGS):
        house.keep_settings(store, libre, Libre(nom=f"Jeu {place}"))
    page = sent(visit, visit.get(NEW), **{"reglage-nom": "Un de trop", "garder": "neuf"})
    assert page.status == 422
    assert f"garde déjà {house.MOST_SETTINGS} jeux" in page.text


def test_only_devices_of_the_household_keep_settings(tmp_path: Path) -> None:
    refusal = (
        "Seuls l’organisateur et les appareils de la maison gardent un jeu sous son nom. "
        "Les réglages servent tout de même à cette feuille."
    )
    phone = {"REMOTE_ADDR": "192.0.2.7"}
    for household, statuses in ((False, (403, 403)), (True, (200, 200))):
        hall = make_app(Config(tmp_path / str(household), open=household))
        visit = Visit(hall.test_client())
        page = visit.get(NEW, environ_base=phone)
        assert ("Garder ces réglages" in page.text) is household
        fields = page.form(NEW).filled(**{"reglage-nom": "Rami", "garder": "neuf", "joueur-0": "Anne"})
        sent_by_page = visit.client.post(NEW, data=MultiDict(fields), environ_base=phone)
        by_program = visit.client.put(
            "/api/games/libre/settings", json={"settings": {"nom": "Tarock"}}, environ_base=phone
        )
        assert (sent_by_page.status_code, by_program.status_code) == statuses
        assert kept(hall) == ([("Rami", "haut"), ("Tarock", "haut")] if household else [])
        assert ('value="Anne"' in sent_by_page.get_data(as_text=True)) is True
        assert (refusal in sent_by_page.get_data(as_text=True)) is not household
        if not household:
            assert by_program.get_json()["faults"] == [
                {"entry": None, "code": "jeu-de-la-maison", "field": "", "message": refusal}
            ]
        hall.extensions["store"].close()


def test_only_this_machine_and_the_organiser_forget(app: Flask, visit: Visit) -> None:
    store, libre = app.extensions["store"], game("libre")
    house.keep_settings(store, libre, Libre(nom="Rami"))
    number = house.kept_settings(store, libre)[0].number
    form = visit.get(NEW).form(NEW)
    answer = visit.client.post(
        NEW, data=MultiDict(form.filled(oublier=str(number))), environ_base={"REMOTE_ADDR": "192.0.2.7"}
    )
    assert answer.status_code == 403
    assert kept(app) == [("Rami", "haut")]
