"""The match for third place beside the final: its players, its effect, and every list that shows it."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.cards.rules import strict_json
from scorekeeper.errors import Conflict, Refused
from scorekeeper.paper.posters import poster, slips
from scorekeeper.paper.posters.pages import PosterSize
from scorekeeper.paper.tournament_sheets import ranking_lists, score_sheets
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts.drawing import table_of
from scorekeeper.tournaments.comparing import Mismatch
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.verifying import check_export
from tests.tournaments.desk import BY, codes, draw, note, opened, show_all
from tests.tournaments.test_finals import closed, eight, meetings, pair, six_pairs
from tests.web.browsing import Visit


def to_the_final(store: Store, **more: Any) -> Tournament:
    """Play six pairs to the final of 1 and 6; 4 and 2 lost the semi-finals."""
    t = six_pairs(store, third_place=True, **more)
    t = closed(store, draw(store, t), {1: (884, 1000), 2: (942, 942)})
    return closed(store, draw(store, t), {1: (1000, 884), 2: (784, 1100)})


def order(t: Tournament) -> list[tuple[int, int | None]]:
    """Return the pairs by rank, with the round that each reached."""
    return [(pair(line.numbers), line.reached) for line in desk.ranking(t).lines]


def test_losers_of_the_semi_finals_play_for_ranks_3_and_4(store: Store) -> None:
    t = draw(store, to_the_final(store))
    # 2 lost at the table of 2 and 3 and has the number 3 now, 4 the number 4.
    assert meetings(t)[2] == ([], [1, 6, 2, 4], [])
    assert desk.draw_sentences(t.draws[3])[:2] == (
        "Phase finale\xa0: ceux qui ont gagné au tour précédent (2).",
        "Petite finale à côté de la finale, pour la troisième place\xa0: ceux qui ont perdu en demi-finale.",
    )
    assert order(t)[:4] == [(1, 1), (6, 1), (2, 2), (4, 2)]
    t = closed(store, t, {1: (800, 1084), 2: (900, 984)})
    assert order(t) == [(6, 0), (1, 1), (4, 2), (2, 2), (3, 4), (5, 4)]
    assert [line.standing.prizes for line in desk.ranking(t).lines[:4]] == [
        ("Un cochon",),
        ("Un jambon",),
        ("Un saucisson",),
        (),
    ]


def test_tie_for_third_goes_to_the_better_seed(store: Store) -> None:
    t = closed(store, draw(store, to_the_final(store)), {1: (942, 942), 2: (942, 942)})
    assert order(t)[:4] == [(1, 0), (6, 1), (2, 2), (4, 2)]


def test_single_players_keep_camps_and_play_for_ranks_5_to_8(store: Store) -> None:
    t = draw(store, eight(store, "jass", third_place=True))
    t = draw(store, closed(store, t, {1: (884, 1000), 2: (1000, 884)}))
    # 1 and 8 lost against 4 and 5, 3 and 6 against 2 and 7.
    assert [table.seats for table in t.rounds[2].tables] == [(4, 2, 5, 7), (1, 3, 8, 6)]
    t = closed(store, t, {1: (1000, 884), 2: (800, 1084)})
    assert [line.numbers[0] for line in desk.ranking(t).lines] == [4, 5, 2, 7, 3, 6, 1, 8]


def test_in_a_game_without_camps_its_table_is_placed_one_by_one(store: Store) -> None:
    t = draw(store, eight(store, "tarot", third_place=True))
    t = draw(store, closed(store, t, {1: (-100, 30, 100, -30), 2: (0, 0, 0, 0)}))
    # 1 and 8 lost at the first table, 6 and 7 at the second.
    assert [table.seats for table in t.rounds[2].tables] == [(4, 2, 3, 5), (1, 6, 7, 8)]
    t = closed(store, t, {1: (-50, 10, -10, 50), 2: (-10, 20, -30, 20)})
    lines = [(line.numbers[0], line.reached) for line in desk.ranking(t).lines]
    assert lines == [(5, 0), (2, 1), (3, 1), (4, 1), (6, 2), (8, 2), (1, 2), (7, 2)]


def test_third_place_may_be_chosen_until_the_final(store: Store, client: FlaskClient) -> None:
    visit, t = Visit(client), to_the_final(store)
    page = visit.get(f"/tournois/{t.id}/tirage")
    assert "Petite finale : Anne 2 & Bob 2 – Anne 4 & Bob 4" in page.text
    t = desk.amend(store, t.id, {"third_place": False}, by=BY)
    t = draw(store, t)
    assert len(t.rounds[3].tables) == 1
    again = "Le choix de la petite finale a changé depuis que la finale est placée"
    assert again not in visit.get(f"/tournois/{t.id}/tirage").text
    t = desk.amend(store, t.id, {"third_place": True}, by=BY)
    assert again in visit.get(f"/tournois/{t.id}/tirage").text
    t = draw(store, t, redraw=True, reason="petite finale")
    assert len(t.rounds[3].tables) == 2
    note(store, t, 2, (900, 984))
    with pytest.raises(Conflict) as caught:
        desk.amend(store, t.id, {"third_place": False}, by=BY)
    assert codes(caught) == ["deja-joue"]


def test_third_place_is_not_played_with_fewer_than_two_losers(store: Store) -> None:
    t = to_the_final(store)
    for person in (3, 4, 7, 8):
        t = desk.withdraw(store, t.id, person, by=BY)
    assert len(draw(store, t).rounds[3].tables) == 1


def test_three_pairs_have_one_that_lost(store: Store) -> None:
    t = six_pairs(store, finale=4, third_place=True)
    t = desk.withdraw(store, t.id, 1, by=BY)
    for person in (3, 5):
        t = desk.withdraw(store, t.id, person, by=BY)
    t = closed(store, draw(store, t), {1: (1000, 884)})
    assert meetings(t)[0] == ([4], [5, 6], [5])
    assert len(draw(store, t).rounds[2].tables) == 1


@pytest.mark.parametrize("more", [{"finale": 4}, {"finale": 0}, {"finale": 3, "format": "paires-tirees"}])
def test_third_place_needs_two_semi_finals(store: Store, more: Any) -> None:
    with pytest.raises(Refused) as caught:
        opened(store, 0, third_place=True, **more)
    assert codes(caught) == ["petite-finale-de-qui"]


def test_form_asks_for_the_third_place(store: Store, client: FlaskClient) -> None:
    visit, new = Visit(client), "/tournois/nouveau/jass"
    form = visit.get(new).form(new)
    refused = visit.send(form, [*form.filled(name="Samedi", finale="4"), ("third_place", "1")])
    assert refused.status == 422
    assert (
        "La petite finale réunit ceux qui ont perdu deux demi-finales\xa0: il faut au moins 8 finalistes."
        in refused.errors
    )
    form = refused.form(new)
    assert ("third_place", "1") in form.fields
    assert visit.send(form, form.filled(finale="8")).status == 303
    assert desk.read(store, 1).options.third_place
    form = visit.get("/tournois/1/reglages").form("/reglages")
    visit.send(form, [field for field in form.fields if field[0] != "third_place"])
    assert not desk.read(store, 1).options.third_place


def test_every_list_has_the_third_place(store: Store, client: FlaskClient, app: Flask) -> None:
    t = draw(store, to_the_final(store))
    wall = poster.poster(t, 4, PosterSize.A4, "http://salle/")
    assert (">petite finale<" in wall, ">finale<" in wall) == (True, True)
    own = Visit(client).get(f"/tournois/{t.id}/joueurs/3").text
    assert "Tour 4 (petite finale)" in own
    assert "tour 4 (petite finale)" in Visit(client).get(f"/tournois/{t.id}/tours/4/tables/2").text
    t = desk.finish(store, closed(store, t, {1: (800, 1084), 2: (900, 984)}).id, by=BY)
    _, bouts = ranking_lists(t, desk.ranking(t))
    assert bouts.lines[2:4] == (
        ("petite finale", "2", "Anne 4 & Bob 4", "984", "✓"),
        ("petite finale", "2", "Anne 2 & Bob 2", "900", ""),
    )
    page = Visit(client).get(f"/tournois/{t.id}/classement").text
    assert "Table 2 petite finale Anne 2 & Bob 2 900 Anne 4 & Bob 4 gagne 984" in page
    show_all(store, t.id)
    hall = Visit(client).get(f"/tournois/{t.id}/salle").text
    assert "Petite finale 2 Anne 2 & Bob 2 900 2 ✓ Anne 4 & Bob 4 984" in hall
    last = client.get(f"/api/tournois/{t.id}").get_json()["finals"][-1]["tables"]
    assert [table["third_place"] for table in last] == [False, True]
    assert last[1]["winners"] == [[7, 8]]
    export: dict[str, Any] = strict_json.loads(client.get(f"/api/tournois/{t.id}/export.json").get_data())
    check_export(export)
    assert export["finals"][2]["tables"][1]["third_place"] is True
    other = copy.deepcopy(export)
    other["finals"][2]["tables"][1]["winners"] = [[3, 4]]
    with pytest.raises(Mismatch):
        check_export(other)


def test_score_sheets_and_slips_have_room_for_their_words(store: Store) -> None:
    t = draw(store, to_the_final(store))
    people = {table.number: table_of(t, table.seats) for table in t.rounds[3].tables}
    sheets = score_sheets(t, 4, people, {})
    assert "petite finale · Match au cochon" in sheets
    assert ">Table 2 — tour 4<" in sheets


def test_name_on_two_lines_leaves_its_slip_room_for_every_round(store: Store) -> None:
    t = draw(store, opened(store, 16, rounds=7))
    assert over_the_rounds(t) == pytest.approx(22, abs=0.1)
    # The second line is 5.4 mm high; 2.2 were free beside the code, under day and place in 7 pt (3 mm).
    long = {"name": "Maximilienne-Philippine de Saint-Hippoly"}
    t = desk.amend_entrant(store, t.id, 3, long, by=BY)
    assert over_the_rounds(t) == pytest.approx(25.2, abs=0.1)


def over_the_rounds(t: Tournament) -> float:
    """Return the height in mm of a slip without the rows of its seven rounds."""
    page = slips.slips(t, PosterSize.A4, address=lambda number: f"http://salle/{number}")
    (slip,) = {float(height) for height in re.findall(r'class="cut"[^>]*height:\s*([\d.]+)mm', page)}
    (row,) = {float(height) for height in re.findall(r'<tr style="height:([\d.]+)mm', page)}
    return slip - 7 * row
