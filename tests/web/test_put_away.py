"""An evening opened by mistake: removed from every list with one tap, and restored with one."""

from __future__ import annotations

import json

from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from scorekeeper.tournaments import season_ranking, seasons
from scorekeeper.tournaments.access.organiser import set_passphrase
from scorekeeper.tournaments.verifying import check_export
from tests.tournaments.desk import BY, draw, opened
from tests.web.browsing import Visit
from tests.web.desk_visits import PHRASE, come_in

LISTS = ("/", "/tournois", "/api/tournois")


def test_an_evening_is_put_away_in_one_tap_and_comes_back_in_one(app: Flask) -> None:
    store: Store = app.extensions["store"]
    seasons.create(store, {"name": "Hiver"}, by=BY)
    for name in ("Match du 12", "Match du 13"):
        t = draw(store, opened(store, 8, name=name))
        seasons.add_evening(store, 1, t.id, by=BY)
    set_passphrase(store, PHRASE)
    organiser, phone = come_in(app), Visit(app.test_client())

    def listed() -> set[str]:
        pages = [phone.client.get(path).text for path in LISTS]
        assert {"Match du 12" in page for page in pages} == {True}
        return {path for path, page in zip(LISTS, pages, strict=True) if "Match du 13" in page}

    def counted() -> list[int]:
        return [evening.tournament.id for evening in season_ranking.standings(store, 1).evenings]

    assert (listed(), counted()) == (set(LISTS), [1, 2])
    page = organiser.get("/tournois/2/reglages")
    shown = organiser.follow(organiser.send(page.form("/ranger")))
    assert "Tournois rangés" in shown.text
    assert "Match du 13" in shown.text
    assert (listed(), counted()) == (set(), [1])
    assert "Tournois rangés" not in phone.get("/tournois").text
    # Its tables stay playable; only lists leave it out.
    assert phone.get("/tournois/2/salle").status == 200
    assert phone.client.get("/api/tournois/2").get_json()["away"] is True
    assert organiser.send(shown.form("/ressortir")).status == 303
    assert (listed(), counted()) == (set(LISTS), [1, 2])
    assert [each.kind for each in desk.history(store, 2)][-2:] == ["rangee", "ressortie"]
    assert "Tournoi rangé" in organiser.get("/tournois/2/historique").text
    check_export(json.loads(organiser.client.get("/api/tournois/2/export.json").data))


def test_a_stranger_puts_nothing_away(app: Flask) -> None:
    store: Store = app.extensions["store"]
    opened(store, 4)
    set_passphrase(store, PHRASE)
    answer = Visit(app.test_client()).client.post("/api/tournois/1/away", json={})
    assert (answer.status_code, desk.read(store, 1).away) == (401, False)
