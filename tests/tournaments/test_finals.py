"""The knock-out after the rounds: seeding, byes, results, final places, and every list that shows them."""

from __future__ import annotations

import copy
import csv
import io
import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.cards.rules import strict_json
from scorekeeper.errors import Conflict, Refused
from scorekeeper.i18n import speaking
from scorekeeper.lists.spreadsheet import csv_text
from scorekeeper.paper.posters import names, poster
from scorekeeper.paper.posters.pages import PosterSize
from scorekeeper.paper.tournament_sheets import ranking_lists
from scorekeeper.paper.tournament_sheets import wall as wall_html
from scorekeeper.records.store import Store
from scorekeeper.tournaments import finals
from scorekeeper.tournaments.access.organiser import set_passphrase
from scorekeeper.tournaments.comparing import Mismatch
from scorekeeper.tournaments.fold import changed_slips
from scorekeeper.tournaments.knockout_seats import qualified
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.verifying import check_export
from tests.tournaments.desk import BY, codes, draw, note, opened, people
from tests.web.browsing import Visit
from tests.web.desk_visits import PHRASE, come_in

PRIZES = ["Un cochon", "Un jambon", "Un saucisson"]


def six_pairs(store: Store, **more: Any) -> Tournament:
    """Six pairs after one round in which all are level; credits order them by number."""
    listed = [
        {"name": f"{name} {pair}", "pair": f"équipe {pair}"}
        for pair in range(1, 7)
        for name in ("Anne", "Bob")
    ]
    asked = {"format": "paires-inscrites", "rounds": 1, "finale": 6, "prizes": PRIZES, **more}
    t = draw(store, opened(store, listed, **asked))
    return closed(
        store, t, {table.number: (942, 942) for table in t.rounds[0].tables}, [60, 50, 40, 30, 20, 10], size=2
    )


def closed(
    store: Store,
    t: Tournament,
    totals: Mapping[int, Any],
    credits_: list[int] | None = None,
    *,
    size: int = 1,
) -> Tournament:
    """Enter the totals of a round's tables, close it, and credit these points to the pairs or players in order."""
    for table, made in totals.items():
        note(store, t, table, made)
    t = desk.close_round(store, t.id, len(t.rounds), by=BY)
    for place, points in enumerate(credits_ or []):
        t = desk.credit(store, t.id, number=place * size + 1, points=points, reason="ordre", by=BY)
    return t


def pair(team: tuple[int, ...]) -> int:
    return (team[0] + 1) // 2


def meetings(t: Tournament) -> list[tuple[list[int], list[int], list[int]]]:
    """Return for each knock-out round: the pairs with a bye, those at tables in turn, those who advance."""
    return [
        (
            [pair(team) for team in now.byes],
            [pair(side.numbers) for table in now.tables for side in finals.sides_of(t, table)],
            [pair(team) for table in now.tables for team in table.winners],
        )
        for now in finals.final_rounds(t)
    ]


def played_out(store: Store, **more: Any) -> Tournament:
    t = six_pairs(store, **more)
    t = closed(store, draw(store, t), {1: (884, 1000), 2: (942, 942)})
    t = closed(store, draw(store, t), {1: (1000, 884), 2: (784, 1100)})
    return closed(store, draw(store, t), {1: (800, 1084)})


def test_six_pairs_play_down_to_a_winner(store: Store) -> None:
    t = played_out(store)
    # Byes for 1 and 2; 6 beats 3; 4 and 5 are level, so the better ranked advances. Then 1 against 4, 2 against 6, 1 against 6.
    assert meetings(t) == [
        ([1, 2], [3, 6, 4, 5], [6, 4]),
        ([], [1, 4, 2, 6], [1, 6]),
        ([], [1, 6], [6]),
    ]
    assert desk.draw_sentences(t.draws[1]) == (
        "Phase finale\xa0: les 6 meilleures équipes, dans l’ordre du classement. La première rencontre la dernière, la deuxième l’avant-dernière.",
        "Passent sans jouer\xa0: Anne 1, Bob 1, Anne 2 et Bob 2.",
        "À égalité à une table, le mieux classé passe.",
    )
    assert desk.draw_sentences(t.draws[2])[0] == "Phase finale\xa0: ceux qui ont gagné au tour précédent (4)."
    ranking = desk.ranking(t)
    assert [(pair(line.numbers), line.standing.rank, line.reached) for line in ranking.lines] == [
        (6, 1, 0),
        (1, 2, 1),
        (2, 3, 2),
        (4, 4, 2),
        (3, 5, 4),
        (5, 6, 4),
    ]
    assert [line.standing.prizes for line in ranking.lines[:4]] == [
        ("Un cochon",),
        ("Un jambon",),
        ("Un saucisson",),
        (),
    ]
    # The totals are those of the rounds.
    assert ranking.lines[0].standing.total == 952
    assert (ranking.state, ranking.through, ranking.provisional) == ("4 tours sur 4", 1, False)
    assert desk.ranking(t, 1).lines[0].numbers == (1, 2)
    with pytest.raises(Conflict) as caught:
        draw(store, t)
    assert codes(caught) == ["tours-finis"]


def test_a_ranking_is_provisional_until_the_final_is_closed(store: Store) -> None:
    t = six_pairs(store)
    assert desk.ranking(t).state == "PROVISOIRE, 1 tour sur 4"
    assert qualified(t)["names"][0] == "Anne 1 & Bob 1"
    with pytest.raises(Conflict) as caught:
        desk.finish(store, t.id, by=BY)
    assert codes(caught) == ["manque-tours"]
    t = draw(store, t)
    note(store, t, 1, (884, 1000))
    assert [line.reached for line in desk.ranking(t).lines] == [4] * 6
    assert [pair(line.numbers) for line in desk.ranking(t).lines] == [1, 2, 3, 4, 5, 6]
    assert all(not line.standing.prizes for line in desk.ranking(t).lines)
    # A player who leaves now keeps the place, and a substitute can play.
    t = desk.withdraw(store, t.id, 1, by=BY)
    t = closed(store, t, {2: (942, 942)})
    assert meetings(draw(store, t))[1][1] == [1, 4, 2, 6]


def test_knock_out_round_is_placed_again_before_it_is_played(store: Store) -> None:
    t = draw(store, six_pairs(store))
    t = desk.credit(store, t.id, number=11, points=100, reason="oubli", by=BY)
    t = draw(store, t, redraw=True, reason="crédit oublié")
    # Pair 6 is first now: byes for 6 and 1.
    assert meetings(t)[0][:2] == ([6, 1], [2, 5, 3, 4])
    assert [(each.label, each.seed) for each in t.draws[1:]] == [("finale/1", ""), ("finale/1/2", "")]


def test_seats_of_the_knock_out_cannot_be_swapped(store: Store, client: FlaskClient) -> None:
    t = draw(store, six_pairs(store))
    sat = t.rounds[1].tables[0].seats
    with pytest.raises(Conflict) as caught:
        desk.swap(store, t.id, round_number=2, who=[sat[0], sat[1]], reason="x", by=BY)
    assert codes(caught) == ["finale-sans-main"]
    for change in ({"rounds": 2}, {"finale": 4}):
        with pytest.raises(Conflict) as caught:
            desk.amend(store, t.id, change, by=BY)
        assert codes(caught) == ["finale-commencee"]
    assert desk.amend(store, t.id, {"place": "Salle"}, by=BY).options.place == "Salle"
    assert "Mettre à une table" not in client.get(f"/tournois/{t.id}/joueurs/{sat[0]}/modifier").get_data(
        as_text=True
    )
    assert changed_slips(t, 2) == frozenset(range(1, 13))


@pytest.mark.parametrize(
    ("game", "more", "code"),
    [
        ("jass", {"finale": 5}, "finale-joueurs"),
        ("jass", {"finale": 2}, "finale-joueurs"),
        ("jass", {"finale": 1, "format": "paires-tirees"}, "finale-equipes"),
        ("tarot", {"finale": 4, "size": 3}, "finale-a-quatre"),
        ("jass", {"finale": 65}, "hors-limites"),
    ],
)
def test_a_knock_out_that_cannot_be_is_refused(store: Store, game: str, more: Any, code: str) -> None:
    with pytest.raises(Refused) as caught:
        opened(store, 0, game=game, **more)
    assert codes(caught) == [code]


def test_knock_out_is_smaller_if_fewer_came(store: Store) -> None:
    t = six_pairs(store, finale=32)
    assert finals.total_rounds(t) == 4
    t = desk.withdraw(store, t.id, 1, by=BY)
    # Pair 1 lost a player: five pairs, byes for the first three.
    assert meetings(draw(store, t))[0][:2] == ([2, 3, 4], [5, 6])
    alone = opened(store, 3, finale=4, rounds=2)
    assert finals.total_rounds(alone) == 2


def eight(store: Store, game: str, **more: Any) -> Tournament:
    t = draw(store, opened(store, people(8), game=game, rounds=1, finale=8, **more))
    level = (942, 942) if game == "jass" else (0, 0, 0, 0)
    return closed(store, t, {1: level, 2: level}, [80, 70, 60, 50, 40, 30, 20, 10])


def test_winning_camp_of_single_players_advances(store: Store) -> None:
    t = draw(store, eight(store, "jass"))
    assert [table.seats for table in t.rounds[1].tables] == [(1, 4, 8, 5), (2, 3, 7, 6)]
    assert desk.draw_sentences(t.draws[1])[0].startswith(
        "Phase finale\xa0: les 8 meilleurs, répartis dans l’ordre"
    )
    t = draw(store, closed(store, t, {1: (884, 1000), 2: (1000, 884)}))
    # 4 and 5 take the numbers 1 and 4, 2 and 7 the numbers 2 and 3.
    assert [table.seats for table in t.rounds[2].tables] == [(4, 2, 5, 7)]
    t = closed(store, t, {1: (1000, 884)})
    lines = [(line.numbers[0], line.standing.rank, line.reached) for line in desk.ranking(t).lines]
    assert lines[:4] == [(4, 1, 0), (5, 2, 0), (2, 3, 1), (7, 4, 1)]
    assert [line[0] for line in lines[4:]] == [1, 3, 6, 8]


def test_without_camps_two_advance_and_the_final_ranks_its_table(store: Store) -> None:
    t = draw(store, eight(store, "tarot"))
    assert [table.seats for table in t.rounds[1].tables] == [(1, 4, 5, 8), (2, 3, 6, 7)]
    t = draw(store, closed(store, t, {1: (-100, 30, 100, -30), 2: (0, 0, 0, 0)}))
    # 5 and 4 lead at the first table; at the second all are level, so that 2 and 3 go on.
    assert [table.seats for table in t.rounds[2].tables] == [(4, 2, 3, 5)]
    t = closed(store, t, {1: (-50, 10, -10, 50)})
    lines = [(line.numbers[0], line.reached) for line in desk.ranking(t).lines]
    assert lines == [(5, 0), (2, 1), (3, 1), (4, 1), (1, 2), (6, 2), (7, 2), (8, 2)]


def test_an_export_has_the_knock_out_and_verify_plays_it_again(store: Store, client: FlaskClient) -> None:
    t = desk.finish(store, played_out(store).id, by=BY)
    export: dict[str, Any] = strict_json.loads(client.get(f"/api/tournois/{t.id}/export.json").get_data())
    check_export(export)
    assert export["final"]["lines"][0]["numbers"] == [11, 12]
    assert [each["stage"] for each in export["finals"]] == [4, 2, 1]
    for path in (("finals", 2, "tables", 0, "winners"), ("ranking", 0, "reached"), ("draws", 1, "order")):
        other = copy.deepcopy(export)
        at: Any = other
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = [] if isinstance(at[path[-1]], list) else 1
        with pytest.raises(Mismatch):
            check_export(other)


def test_every_list_has_the_final(store: Store, client: FlaskClient) -> None:
    t = played_out(store)
    api = f"/api/tournois/{t.id}"
    lines = client.get(f"{api}/standings").get_json()["lines"]
    assert [line["reached"] for line in lines] == [0, 1, 2, 2, 4, 4]
    (first, _, last) = client.get(api).get_json()["finals"]
    assert first["byes"] == [[1, 2], [3, 4]]
    assert last["tables"] == [
        {"table": 1, "sides": [[1, 2], [11, 12]], "winners": [[11, 12]], "third_place": False, "forfeits": []}
    ]
    rows = list(csv.DictReader(io.StringIO(csv_text(desk.export_rows(store, t.id), excel=False))))
    assert [row["phase finale"] for row in rows[:3]] == ["vainqueur", "finaliste", "demi-finale"]
    lists = list(ranking_lists(t, desk.ranking(t)))
    assert lists[0].lines[0][-2:] == ("vainqueur", "Un cochon")
    assert lists[1].lines[:2] == (
        ("finale", "1", "Anne 6 & Bob 6", "1084", "✓"),
        ("finale", "1", "Anne 1 & Bob 1", "800", ""),
    )
    pages = wall_html(lists, PosterSize.A4).split("<section")[1:]
    assert [re.findall(r"<h1[^>]*>(.*?)</h1>", each) for each in pages] == [
        ["Match au cochon – classement, 4 tours sur 4"],
        ["Match au cochon – Phase finale"],
    ]
    texts = pages[0].replace("demi-<br>", "demi-").replace("quart de<br>", "quart de ")
    assert re.findall(r">(vainqueur|finaliste|demi-finale|quart de finale)<", texts) == [
        "vainqueur",
        "finaliste",
        "demi-finale",
        "demi-finale",
        "quart de finale",
        "quart de finale",
    ]
    assert re.findall(r"\bAnne \d|✓", pages[1])[:6] == ["Anne 6", "✓", "Anne 1", "Anne 1", "✓", "Anne 4"]
    page = Visit(client).get(f"/tournois/{t.id}/classement")
    assert "Tour 4 (finale) Table 1 Anne 1 & Bob 1 800 Anne 6 & Bob 6 gagne" in page.text
    assert "Après le tour 2 (quarts de finale)" in page.text
    assert "Sans jouer : Anne 1 & Bob 1, Anne 2 & Bob 2" in page.text
    assert "✓ Anne 6 & Bob 6" in Visit(client).get(f"/tournois/{t.id}/salle").text
    assert "Rien n’y est tiré au sort" in Visit(client).get(f"/tournois/{t.id}/tirage").text
    assert client.get(f"/tournois/{t.id}/preuve/2.txt").status_code == 404
    assert "L’ordre du classement" in Visit(client).get(f"/tournois/{t.id}/tirage").text
    wall = poster.poster(t, 4, PosterSize.A4, "http://salle/")
    assert "tour 4 (finale)" in wall
    assert "Graine" not in wall
    listed = names.names(t, PosterSize.A4, 4)
    assert ("Anne 6" in listed, "Anne 2" in listed) == (True, False)
    with speaking("en"):
        assert finals.tour_name(t, 3) == "3 (semi-finals)"


def test_desk_has_the_qualifiers_and_the_card_that_cuts(store: Store, client: FlaskClient) -> None:
    visit = Visit(client)
    t = six_pairs(store, finale=2)
    page = visit.get(f"/tournois/{t.id}/tirage")
    assert "Jouent, dans cet ordre : 1 Anne 1 & Bob 1 2 Anne 2 & Bob 2" in page.text
    assert "départagez-les par une carte" not in page.text
    assert "Préparer le tour 2 (finale)" in visit.get(f"/tournois/{t.id}/classement").text
    desk.credit(store, t.id, number=5, points=10, reason="oubli", by=BY)
    assert "départagez-les par une carte" in visit.get(f"/tournois/{t.id}/tirage").text
    assert "Carte tirée par Anne 3 & Bob 3" in visit.get(f"/tournois/{t.id}/classement").text
    form = visit.get(f"/tournois/{t.id}/tirage").form(f"/tournois/{t.id}/tirage")
    assert visit.send(form, form.fields).status == 303
    assert len(desk.read(store, t.id).rounds) == 2


def test_the_form_asks_how_many_play_it(store: Store, client: FlaskClient) -> None:
    visit = Visit(client)
    new = "/tournois/nouveau/jass"
    form = visit.get(new).form(new)
    assert form.only("finale") == [("finale", "0")]
    refused = visit.send(form, form.filled(name="Samedi", finale="7"))
    assert refused.status == 422
    assert "La phase finale réunit un nombre pair de joueurs, 4 ou plus." in refused.errors
    form = refused.form(new)
    assert visit.send(form, form.filled(finale="8")).status == 303
    assert desk.read(store, 1).options.finale == 8


def test_final_is_hidden_from_others_while_its_prize_is_withheld(
    app: Flask, store: Store, client: FlaskClient
) -> None:
    t = played_out(store)
    set_passphrase(store, PHRASE)
    organiser = come_in(app)
    form = organiser.get(f"/tournois/{t.id}/classement").form("/remise")
    organiser.send(form, [*form.only("csrf_token", "uuid"), ("quoi", "commencer")])
    assert [each["stage"] for each in client.get(f"/api/tournois/{t.id}").get_json()["finals"]] == [4, 2]
    page = Visit(client).get(f"/tournois/{t.id}/classement").text
    assert ("Tour 3 (demi-finales) Table 1" in page, "Tour 4 (finale) Table 1" in page) == (True, False)
    assert "Tour 4 (finale) Table 1" in organiser.get(f"/tournois/{t.id}/classement").text
