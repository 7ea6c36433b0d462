"""Draws: planned, repeated, by ranking, in pairs; wishes are respected, and drawn rounds stay on record."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.draw.seating.lot import draw_lot
from scorekeeper.errors import Conflict, Refused
from scorekeeper.i18n import speaking
from scorekeeper.paper.posters.names import names
from scorekeeper.paper.posters.pages import PosterSize
from scorekeeper.paper.posters.poster import poster
from scorekeeper.paper.posters.slips import slips
from scorekeeper.parties import enter, list_parties, read_partie
from scorekeeper.records.store import Store
from scorekeeper.tournaments.model import Tournament
from tests.tournaments.desk import BY, codes, draw, house, new_uuid, note, opened, people, play_round
from tests.web.browsing import Visit


def meetings(t: Tournament) -> Counter[tuple[int, ...]]:
    return Counter(
        pair
        for round_ in t.rounds
        for table in round_.tables
        for pair in combinations(sorted(table.seats), 2)
    )


def test_first_draw_plans_the_evening_and_opens_the_sheets(store: Store) -> None:
    t = draw(store, opened(store, 16))
    assert [len(round_.tables) for round_ in t.rounds] == [4]
    assert len(t.planned) == 3
    assert t.stage == "en-cours"
    made = t.draws[0]
    assert (made.label, made.seed, made.attempt, made.first) == ("draw/1", "2026-11-20", 1, 1)
    assert made.order == draw_lot(people(16), "2026-11-20")
    assert desk.draw_sentences(made)[0] == "Aucune rencontre répétée."
    for table in t.rounds[0].tables:
        partie = read_partie(store, table.partie)
        assert partie.table.players == tuple(t.entrant(number).name for number in table.seats)
        assert house(store, table.partie).nb_donnes == 12
        assert house(store, table.partie).mode == "tournoi"
    assert list_parties(store) == []


def test_the_plan_is_played_as_it_was_drawn(store: Store) -> None:
    t = play_round(store, opened(store, 16))
    planned = t.planned
    for _ in range(3):
        t = play_round(store, t)
    assert tuple(tuple(table.seats for table in round_.tables) for round_ in t.rounds[1:]) == tuple(
        round_.tables for round_ in planned
    )
    assert len(t.draws) == 1
    assert max(meetings(t).values()) == 1
    with pytest.raises(Conflict) as caught:
        draw(store, t)
    assert codes(caught) == ["tours-finis"]


def test_a_round_must_be_closed_before_the_next_is_drawn(store: Store) -> None:
    t = draw(store, opened(store, 16))
    with pytest.raises(Conflict) as caught:
        draw(store, t)
    assert codes(caught) == ["tour-en-cours"]


def test_arrivals_and_departures_redraw_the_rest_of_the_evening(store: Store) -> None:
    t = play_round(store, opened(store, 16))
    t = desk.register(store, t.id, ["Tardive"], by=BY)
    t = desk.withdraw(store, t.id, 5, by=BY)
    t = play_round(store, t)
    assert [(made.first, made.label) for made in t.draws] == [(1, "draw/1"), (2, "draw/1/after-1")]
    seated = {number for table in t.rounds[1].tables for number in table.seats}
    assert 17 in seated
    assert 5 not in seated
    assert max(meetings(t).values()) == 1
    t = desk.bring_back(store, t.id, 5, by=BY)
    t = draw(store, t)
    assert len(t.rounds[2].byes) == 1
    assert t.draws[-1].label == "draw/1/after-2"


def test_redraw_needs_a_reason_and_keeps_the_earlier_draw(store: Store) -> None:
    t = draw(store, opened(store, 16))
    first = t.rounds[0]
    with pytest.raises(Refused) as caught:
        draw(store, t, redraw=True)
    assert codes(caught) == ["raison-attendue"]
    t = draw(store, t, redraw=True, reason="deux noms mal écrits")
    assert [(made.label, made.attempt, made.reason) for made in t.draws] == [
        ("draw/1", 1, ""),
        ("draw/1/2", 2, "deux noms mal écrits"),
    ]
    assert t.voided == (first,)
    assert t.draws[1].order == draw_lot(people(16), "2026-11-20", "draw/1/2")
    assert [table.seats for table in t.rounds[0].tables] != [table.seats for table in first.tables]
    old = read_partie(store, first.tables[0].partie)
    assert not old.is_open
    assert len(t.rounds) == 1


def test_started_round_is_not_drawn_again(store: Store) -> None:
    t = draw(store, opened(store, 16))
    enter(store, t.rounds[0].tables[2].partie, uuid=new_uuid(), rang=1, payload={"points": [100, 57]}, by=BY)
    note(store, t, 1, (1007, 877))
    with pytest.raises(Conflict) as caught:
        draw(store, t, redraw=True, reason="pour voir")
    assert codes(caught) == ["deja-joue"]
    assert caught.value.faults[0].values["tables"] == ("1", "3")


def test_planned_rounds_may_be_drawn_again_between_two_rounds(store: Store) -> None:
    t = play_round(store, opened(store, 16))
    t = draw(store, t, redraw=True, reason="table retirée", seed="six dés : 3 1 6 6 2 5")
    assert t.draws[-1].label == "draw/1/after-1"
    assert t.draws[-1].seed == "six dés : 3 1 6 6 2 5"
    assert [round_.number for round_ in t.rounds] == [1, 2]


def test_nothing_is_drawn_again_before_there_is_a_draw(store: Store) -> None:
    t = opened(store, 16)
    with pytest.raises(Conflict) as caught:
        draw(store, t, redraw=True, reason="pour voir")
    assert codes(caught) == ["rien-a-retirer"]


def test_seed_is_announced_before_the_draw_or_generated(store: Store) -> None:
    t = desk.create(store, {"name": "Sans graine", "game": "jass", "players": people(8)}, by=BY)
    other = draw(store, t)
    assert len(other.draws[0].seed) == 16
    t = desk.create(store, {"name": "Avec", "game": "jass", "players": people(8)}, by=BY)
    t = desk.announce_seed(store, t.id, "4 4 1 6 2 3", by=BY)
    assert t.seed == "4 4 1 6 2 3"
    assert draw(store, t).draws[0].seed == "4 4 1 6 2 3"


def test_the_same_seed_and_people_draw_the_same_tables(store: Store) -> None:
    first, second = (draw(store, opened(store, 22)) for _ in range(2))
    assert first.draws[0].rounds == second.draws[0].rounds
    assert first.draws[0].order == second.draws[0].order


def test_a_draw_is_sent_twice_and_made_once(store: Store) -> None:
    t, uuid = opened(store, 16), new_uuid()
    first = draw(store, t, uuid=uuid)
    again = draw(store, t, uuid=uuid)
    assert first == again
    with pytest.raises(Refused) as caught:
        draw(store, t, uuid=uuid, seed="une autre")
    assert codes(caught) == ["uuid-autre-contenu"]


def test_too_few_players_cannot_be_drawn(store: Store) -> None:
    with pytest.raises(Conflict) as caught:
        draw(store, opened(store, 3))
    assert codes(caught) == ["tirage-impossible"]
    assert caught.value.faults[0].values["raison"] == "il faut au moins 4 joueurs, il y en a 3"


def test_wishes_are_kept(store: Store) -> None:
    players: list[Any] = [{"name": name} for name in people(24)]
    players[0]["apart"] = ["Joueur 002", "famille"]
    players[3]["apart"] = "famille"
    players[5]["fixed"] = 2
    players[7]["fixed"] = True
    t = opened(store, players)
    for _ in range(4):
        t = play_round(store, t)
    met = meetings(t)
    assert met[1, 2] == 0
    assert met[1, 4] == 0
    assert {table.number for round_ in t.rounds for table in round_.tables if 6 in table.seats} == {2}
    assert len({table.number for round_ in t.rounds for table in round_.tables if 8 in table.seats}) == 1


def test_members_of_one_club_rarely_meet_if_so_chosen(store: Store) -> None:
    players = [{"name": name, "club": f"club {place % 6}"} for place, name in enumerate(people(24))]
    t = opened(store, players, avoid_clubs=True, rounds=3)
    for _ in range(3):
        t = play_round(store, t)
    clubs = {entrant.number: entrant.club for entrant in t.entrants}
    assert not [pair for pair in meetings(t) if clubs[pair[0]] == clubs[pair[1]]]


def test_neighbours_by_ranking_meet_without_repeats(store: Store) -> None:
    t = opened(store, 32, draw="classement", rounds=3)
    t = draw(store, t)
    assert t.planned == ()
    for table in t.rounds[0].tables:
        note(store, t, table.number, (942 + 50 * table.number, 942 - 50 * table.number))
    t = desk.close_round(store, t.id, 1, by=BY)
    order = [line.numbers[0] for line in desk.standings(store, t.id).lines]
    t = draw(store, t)
    assert t.draws[1].label == "draw/1/after-1"
    assert max(meetings(t).values()) == 1
    gaps = [
        max(order.index(number) for number in table.seats)
        - min(order.index(number) for number in table.seats)
        for table in t.rounds[1].tables
    ]
    assert sum(gaps) / len(gaps) < 14
    assert "Tirage selon le classement\xa0: les voisins se rencontrent." in desk.draw_sentences(t.draws[1])


def test_registered_pairs_stay_together_and_are_ranked_as_one(store: Store) -> None:
    players = [{"name": name, "pair": f"équipe {place // 2}"} for place, name in enumerate(people(12))]
    players[0]["pair"] = players[1]["name"]
    players[1]["pair"] = ""
    t = opened(store, players, format="paires-inscrites")
    t = play_round(store, t)
    assert [entrant.partner for entrant in t.entrants[:4]] == [2, 1, 4, 3]
    for table in t.rounds[0].tables:
        for camp in (table.seats[0::2], table.seats[1::2]):
            assert t.entrant(camp[0]).partner == camp[1]
    ranking = desk.standings(store, t.id)
    assert len(ranking.lines) == 6
    assert [line.standing.total for line in ranking.lines] == [1007, 1007, 1007, 877, 877, 877]
    assert all(len(line.names) == 2 for line in ranking.lines)


def test_person_without_a_partner_is_named(store: Store) -> None:
    players = [{"name": name, "pair": f"équipe {place // 2}"} for place, name in enumerate(people(9))]
    with pytest.raises(Conflict) as caught:
        draw(store, opened(store, players, format="paires-inscrites"))
    assert codes(caught) == ["paire-incomplete"]
    assert caught.value.faults[0].values["nom"] == "Joueur 009"
    crowd = [{"name": name, "pair": "les trois"} for name in people(3)]
    with pytest.raises(Conflict) as caught:
        draw(store, opened(store, crowd, format="paires-inscrites"))
    assert codes(caught) == ["paire-a-plus"]


def test_drawn_pairs_are_drawn_once_and_stay(store: Store) -> None:
    t = opened(store, 16, format="paires-tirees")
    for _ in range(4):
        t = play_round(store, t)
    couples = [
        frozenset(camp)
        for round_ in t.rounds
        for table in round_.tables
        for camp in (table.seats[0::2], table.seats[1::2])
    ]
    assert set(Counter(couples).values()) == {4}
    assert len(desk.standings(store, t.id).lines) == 8


def test_a_pair_that_lost_a_member_plays_on_with_another(store: Store) -> None:
    players = [{"name": name, "pair": f"équipe {place // 2}"} for place, name in enumerate(people(8))]
    t = play_round(store, opened(store, players, format="paires-inscrites"))
    t = desk.withdraw(store, t.id, 1, by=BY)
    with pytest.raises(Conflict) as caught:
        draw(store, t)
    assert codes(caught) == ["paire-incomplete"]
    t = desk.register(store, t.id, [{"name": "Relève", "pair": "Joueur 002"}], by=BY)
    t = draw(store, t)
    assert (t.entrant(2).partner, t.entrant(9).partner) == (9, 2)


def test_arrival_during_a_draw_is_included(store: Store) -> None:
    t = opened(store, 16)
    registered: list[bool] = []

    def stop() -> bool:
        if not registered:
            registered.append(True)
            desk.register(store, t.id, ["Tardive"], by=BY)
        return False

    t17 = desk.register(store, t.id, ["Dix-sept"], by=BY)
    with pytest.raises(Conflict) as caught:
        draw(store, t17, stop=stop)
    assert codes(caught) == ["presences-changees"]
    assert desk.read(store, t.id).draws == ()


def test_draw_has_one_number_at_desk_page_and_poster(store: Store, client: FlaskClient) -> None:
    desk.withdraw(store, play_round(store, opened(store, 16)).id, 3, by=BY)
    # The third draw of the evening, the second for this round.
    t = draw(store, draw(store, desk.read(store, 1)), redraw=True, reason="deux noms mal écrits")
    assert (t.draws[-1].number, t.draws[-1].attempt) == (3, 2)
    visit = Visit(client)
    page = visit.get("/tournois/1/tirage").text
    with speaking("fr"):
        paper = poster(t, None, PosterSize.A4, "").replace("tirage", "Tirage")
    pages = [visit.get(f"/tournois/1/{name}").text for name in ("tirage", "historique")]
    for text in (page, paper, pages[0], pages[1].replace("n° 3", "Tirage n° 3")):
        assert "Tirage n° 3" in text
        assert "deux noms mal écrits" in text
    assert "n° 2" not in paper


def test_plan_to_be_redrawn_is_not_published(store: Store, client: FlaskClient) -> None:
    visit, t = Visit(client), draw(store, opened(store, 17, rounds=4))
    player, bye = f"/tournois/{t.id}/joueurs/1", t.planned[0].byes[0]
    assert visit.get(player).text.count("prévu") == 3
    t = desk.withdraw(store, t.id, bye, by=BY)
    for document in (names(t, PosterSize.A4), slips(t, PosterSize.A4)):
        assert "tour 2" not in document
    page = visit.get(player)
    assert page.html.count("prévu</span>") == 0
    assert "Les présences ont changé depuis le tirage" in page.text
    assert visit.get(f"/tournois/{t.id}/tirage?tour=2").status == 404
    # The plan is valid again once the person is back.
    t = desk.bring_back(store, t.id, bye, by=BY)
    assert len(t.planned) == 3
    assert "Les présences ont changé" not in visit.get(player).text
    # An evening that ended early has no plan.
    for table in t.rounds[0].tables:
        note(store, t, table.number, (1007, 877))
    desk.close_round(store, t.id, 1, by=BY)
    assert len(desk.finish(store, t.id, by=BY, reason="il est tard").drawn) == 1
    assert "prévu" not in visit.get(player).text
