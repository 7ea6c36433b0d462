"""One page with the parties that a player or a table of a tournament played."""

from __future__ import annotations

from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from tests.paper.posters.test_posters import PEOPLE, read, text_of
from tests.tournaments.desk import draw, opened, play_round


def test_parties_of_a_player_and_of_a_table_share_one_page(empty: Flask) -> None:
    store: Store = empty.extensions["store"]
    t = opened(store, PEOPLE[:5], rounds=2)
    client = empty.test_client()
    play_round(store, t)
    t = desk.read(store, 1)
    (table,), (bye,) = t.rounds[0].tables, t.rounds[0].byes
    (total,) = {result.totals for result in t.results.values()}
    framed = f"total A {total[0]} total B {total[1]} addition 1884"
    player_page = text_of(read(client, f"/tournois/1/soiree.pdf?joueur={table.seats[0]}"))
    assert f"match au cochon — {PEOPLE[table.seats[0] - 1]}" in player_page
    assert "Partie n° 1 — table 1" in player_page
    # Three parties on the page were not played.
    assert (player_page.count(framed), player_page.count("1884")) == (1, 5)
    assert "Partie n° 1 — exempt" in text_of(read(client, f"/tournois/1/soiree.pdf?joueur={bye}"))
    table_page = text_of(read(client, "/tournois/1/soiree.pdf?table=1"))
    assert "match au cochon — table 1" in table_page
    assert (table_page.count(framed), table_page.count("1884")) == (1, 5)
    assert all(PEOPLE[seat - 1] in table_page for seat in table.seats)
    assert "/soiree.pdf?joueur=" in client.get(f"/tournois/1/joueurs/{bye}").text
    assert client.get("/tournois/1/soiree.pdf?table=9").status_code == 404
    # Other games have no page of several parties.
    play_round(store, opened(store, PEOPLE[:4], game="coiffeur", rounds=1))
    assert client.get("/tournois/2/soiree.pdf?table=1").status_code == 404


def test_score_sheets_one_to_a_page_for_poor_sight(empty: Flask) -> None:
    draw(empty.extensions["store"], opened(empty.extensions["store"], PEOPLE[:12], rounds=1))
    client = empty.test_client()
    halves, large = (read(client, f"/tournois/1/feuilles.pdf{query}").pages for query in ("", "?grand=1"))
    assert [tuple(map(round, page.mediabox[2:])) for page in halves] == [(842, 595)] * 2
    assert [tuple(map(round, page.mediabox[2:])) for page in large] == [(595, 842)] * 3
