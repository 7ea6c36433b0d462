"""Settings that the house keeps under a name: saved on the page of a new sheet, chosen there again, replaced and forgotten."""

from __future__ import annotations

from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.games.libre.rules import Libre
from scorekeeper.cards.rules.contract import expect
from scorekeeper.parties import house
from tests.web.browsing import Page, Visit

NEW = "/nouvelle/libre"


def sent(visit: Visit, page: Page, **typed: str) -> Page:
    form = page.form(NEW)
    return visit.send(form, form.filled(**typed))


def kept(app: Flask) -> list[tuple[str, str]]:
    found = house.kept_settings(app.extensions["store"], game("libre"))
    return [(each.name, expect(Libre, each.rules).gagne) for each in found]


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

    gone = sent(visit, over, oublier=number)
    assert (gone.status, kept(app)) == (200, [])
    assert gone.value("reglage-nom") == "RAMI"


def test_what_has_no_name_or_cannot_be_is_not_kept(app: Flask, visit: Visit) -> None:
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
