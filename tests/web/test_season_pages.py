"""Pages of a season: created, filled, corrected and shown, with refusals beside their fields."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.paper.posters.season import season_list
from scorekeeper.records.store import Store
from scorekeeper.tournaments import season_ranking, seasons
from tests.tournaments.desk import BY, opened, play_round, show_all
from tests.web.browsing import Visit

FOUR = ["Anne Favre", "Benoît Roy", "Chloé Dubois", "David Petit"]
NEW, SEASON = "/saisons/nouvelle", "/saisons/1"


@pytest.fixture
def store(app: Flask) -> Store:
    records: Store = app.extensions["store"]
    play_round(records, opened(records, FOUR, rounds=1, date="2026-11-20"))
    show_all(records, 1)
    return records


def test_a_season_from_the_first_page_to_the_ranking(visit: Visit, store: Store) -> None:
    assert visit.get("/tournois").form is not None
    form = visit.get(NEW).form(NEW)
    page = visit.send(form, form.filled(name="Hiver", table="20 12, 8", best="2", planned="1"))
    assert page.status == 422
    assert page.errors == ["Au plus 1\N{NO-BREAK SPACE}: autant de soirées sont prévues."]
    assert "20 12, 8" in page.html
    form = page.form(NEW)
    page = visit.follow(visit.send(form, form.filled(planned="6", attendance="1", tie1="victoires")))
    assert "Aucune soirée ne compte encore" in page.text
    refused = visit.client.get(f"{SEASON}/classement.pdf")
    assert refused.status_code == 409
    assert "il n’y a pas encore de classement à imprimer" in refused.get_data(as_text=True)
    form = page.form(f"{SEASON}/soirees")
    page = visit.follow(visit.send(form, form.filled(tournament="1")))
    assert "PROVISOIRE, 1 soirée sur 6" in page.text
    ranked = season_ranking.standings(store, 1)
    assert sorted(line.standing.total for line in ranked.lines) == [9, 9, 21, 21]
    wall = season_list(ranked)
    assert wall.title == "Hiver – classement, PROVISOIRE, 1 soirée sur 6"
    assert [column.heading for column in wall.columns] == ["rang", "nom", "20 nov.", "soirées", "total"]
    assert [line[0] for line in wall.lines] == ["1 =", "1 =", "3 =", "3 ="]
    assert [line[2:] for line in wall.lines] == [("20", "1", "21")] * 2 + [("8", "1", "9")] * 2
    assert "Les 2 meilleures soirées comptent." in page.text
    assert "Saison : Hiver" in visit.get("/tournois/1/classement").text
    assert "1 soirée" in visit.get("/tournois").text
    csv = visit.client.get(f"{SEASON}/classement.csv?excel=1").get_data(as_text=True)
    assert csv.startswith("\ufeffrang;nom;club;total;2026-11-20 · Match au cochon;soirées")


def test_an_evening_leaves_with_a_reason_that_the_history_shows(visit: Visit, store: Store) -> None:
    seasons.create(store, {"name": "Hiver"}, by=BY)
    seasons.add_evening(store, 1, 1, by=BY)
    path = f"{SEASON}/soirees/1/retirer"
    form = visit.get(SEASON).form(path)
    page = visit.send(form, form.filled(raison=""))
    assert (page.status, page.errors) == (422, ["Il faut dire pourquoi."])
    visit.send(form, form.filled(raison="hors concours"))
    assert seasons.read(store, 1).tournaments == ()
    page = visit.get(f"{SEASON}/historique")
    assert "Soirée retirée — Match au cochon" in page.text
    assert "hors concours" in page.text


def test_two_writings_are_offered_and_joined_by_a_tap(visit: Visit, store: Store) -> None:
    play_round(store, opened(store, ["Anne Fav", *FOUR[1:]], rounds=1))
    show_all(store, 2)
    seasons.create(store, {"name": "Hiver"}, by=BY)
    for number in (1, 2):
        seasons.add_evening(store, 1, number, by=BY)
    page = visit.get(SEASON)
    assert "« Anne Fav » et « Anne Favre » se ressemblent." in page.text
    path = f"{SEASON}/personnes"
    page = visit.follow(visit.send(page.form(path)))
    assert [line.name for line in season_ranking.standings(store, 1).lines if "Fav" in line.name] == [
        "Anne Favre"
    ]
    assert "Ce sont deux personnes" in page.text


def test_impossible_value_is_refused_at_its_field(visit: Visit, store: Store) -> None:
    form = visit.get(NEW).form(NEW)
    for filled, sentence in (
        ({"name": ""}, "Un nom ne peut pas être vide"),
        ({"name": "S", "table": "10 douze"}, "Un nombre entier"),
        ({"name": "S", "best": "beaucoup"}, "Un nombre entier"),
        ({"name": "S", "tie1": "matchs", "tie2": "matchs"}, "une fois"),
    ):
        page = visit.send(form, form.filled(**filled))
        assert page.status == 422
        assert sentence in " ".join(page.errors)
    seasons.create(store, {"name": "Hiver"}, by=BY)
    form = visit.get(SEASON).form(f"{SEASON}/soirees")
    page = visit.send(form, form.filled(tournament="77"))
    assert (page.status, page.errors) == (422, ["Choisissez une soirée de la liste."])
    form = visit.get(f"{SEASON}/reglages").form(f"{SEASON}/reglages")
    visit.send(form, form.filled(name="Printemps", raison="erreur de saison"))
    assert seasons.history(store, 1)[-1].reason == "erreur de saison"
    assert "Printemps" in visit.get("/tournois").text


def test_onlookers_see_the_ranking_and_no_form(app: Flask, visit: Visit, store: Store) -> None:
    seasons.create(store, {"name": "Hiver"}, by=BY)
    seasons.add_evening(store, 1, 1, by=BY)
    far = Visit(app.test_client())
    far.client.environ_base["REMOTE_ADDR"] = "192.168.1.7"
    page = far.get(SEASON)
    assert "Anne Favre" in page.text
    assert not page.has_form(f"{SEASON}/soirees")
    desk.amend_entrant(store, 1, 1, {"name": "Anne Favre-Roy"}, by=BY)
    assert "Anne Favre-Roy" in far.get(SEASON).text
