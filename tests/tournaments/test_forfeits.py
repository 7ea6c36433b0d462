"""Players who left the knock-out: a substitute, or a forfeit; and refused changes of seats there."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.cards.rules import strict_json
from scorekeeper.errors import Conflict, Refused
from scorekeeper.paper.tournament_sheets import ranking_lists
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts.seating import SeatOffer, offers
from scorekeeper.tournaments.model import TableAt, Tournament
from scorekeeper.tournaments.verifying import check_export
from tests.tournaments.desk import BY, codes, draw, opened, play, show_all
from tests.tournaments.test_finals import closed, eight, meetings, pair, six_pairs
from tests.tournaments.test_third_place import to_the_final
from tests.web.browsing import Visit


def final_of_pairs(store: Store, *leavers: int, **more: Any) -> Tournament:
    """Play to the final of pairs 1 and 6; pairs 2 and 4 lost the semi-finals. The given people left after it was opened."""
    t = six_pairs(store, **more)
    t = closed(store, draw(store, t), {1: (884, 1000), 2: (942, 942)})
    t = draw(store, closed(store, draw(store, t), {1: (1000, 884), 2: (784, 1100)}))
    for person in leavers:
        t = desk.withdraw(store, t.id, person, by=BY)
    return t


def offered(store: Store, t: Tournament) -> tuple[SeatOffer, ...]:
    with store.read() as session:
        return offers(t, session)


def order(t: Tournament) -> list[tuple[int, int | None]]:
    return [(pair(line.numbers), line.reached) for line in desk.ranking(t).lines]


def give_up(store: Store, t: Tournament, table: int, *sides: int) -> Tournament:
    at = TableAt(len(t.rounds), table)
    return desk.forfeit(store, t.id, at, sides=list(sides), reason="parti", by=BY)


def export_of(client: FlaskClient, t: Tournament) -> dict[str, Any]:
    document: dict[str, Any] = strict_json.loads(client.get(f"/api/tournois/{t.id}/export.json").get_data())
    check_export(document)
    return document


def test_best_loser_may_replace_a_pair_that_lost_a_member(store: Store, client: FlaskClient) -> None:
    t = final_of_pairs(store, 12)
    assert offered(store, t) == (SeatOffer(1, (3,), 12),)
    visit = Visit(client)
    page = visit.get(f"/tournois/{t.id}/tables")
    label = "Asseoir Anne 2 et Bob 2 à la table 1, à la place d’Anne 6 et Bob 6"
    assert f"À la place de qui est parti {label}" in page.text
    form = page.form(f"/tournois/{t.id}/tours/4/asseoir")
    assert visit.send(form, form.fields).status == 303
    t = desk.read(store, t.id)
    assert (t.rounds[3].tables[0].seats, t.draws[3].acts[0].why) == ((1, 4, 2, 3), "remplace qui est parti")
    assert desk.draw_sentences(t.draws[3])[0] == (
        "Phase finale\xa0: ceux qui ont gagné au tour précédent (2)."
    )
    assert offered(store, t) == ()
    t = closed(store, t, {1: (800, 1084)})
    # Pair 6 won its semi-final: it ranks behind the final's pairs, and ahead of pair 4, which lost its semi-final.
    assert order(t) == [(2, 0), (1, 1), (6, 2), (4, 2), (3, 4), (5, 4)]
    assert export_of(client, t)["draws"][3]["acts"][0]["instead"] == 12


def test_next_of_the_ranking_takes_a_place_of_the_first_round(store: Store) -> None:
    t = draw(store, six_pairs(store, finale=4))
    t = desk.withdraw(store, t.id, 7, by=BY)
    assert offered(store, t) == (SeatOffer(1, (9,), 7),)
    t = desk.place(store, t.id, round_number=2, who=9, table=1, reason="parti", by=BY)
    assert meetings(t)[0] == ([], [1, 5, 2, 3], [])


def test_a_substitute_leaves_nothing_to_offer(store: Store) -> None:
    t = final_of_pairs(store, 12)
    t = desk.substitute(store, t.id, round_number=4, entrant=12, name="Zoé", by=BY)
    assert offered(store, t) == ()


@pytest.mark.parametrize(
    ("leavers", "who", "instead", "code"),
    [
        ((), 3, 1, "finale-encore-la"),
        ((12,), 1, 12, "finale-joue-deja"),
        ((12, 4), 3, 12, "deja-absent"),
        ((12,), 3, 5, "place-de-qui"),
        ((), 3, None, "place-de-qui"),
    ],
)
def test_place_of_leavers_goes_to_eliminated_players(
    store: Store, leavers: tuple[int, ...], who: int, instead: int | None, code: str
) -> None:
    t = final_of_pairs(store, *leavers)
    with pytest.raises((Conflict, Refused), match=code):
        desk.place(store, t.id, round_number=4, who=who, table=1, instead=instead, reason="x", by=BY)


def test_no_table_is_added_to_the_knock_out(store: Store) -> None:
    t = final_of_pairs(store)
    with pytest.raises(Conflict) as caught:
        desk.open_table(store, t.id, round_number=4, who=[3, 4, 7, 8], reason="x", by=BY)
    assert codes(caught) == ["finale-sans-main"]


def test_the_other_pair_wins_by_a_forfeit(store: Store, client: FlaskClient) -> None:
    visit, t = Visit(client), final_of_pairs(store, 1, 2)
    page = visit.get(f"/tournois/{t.id}/tours/4/tables/1")
    form = page.form("/forfait")
    assert visit.send(form, form.filled(raison="malade")).errors == ["Dites qui déclare forfait."]
    assert visit.send(form, [*form.filled(raison="malade"), ("camp", "0")]).status == 303
    desk.close_round(store, t.id, 4, by=BY)
    t = show_all(store, t.id)
    assert order(t)[:2] == [(6, 0), (1, 1)]
    table = t.rounds[3].tables[0]
    assert (table.forfeit, table.reason, table.result and table.result.totals) == ((0,), "malade", (0, 0))
    assert "forfait" in visit.get(f"/tournois/{t.id}/tours/4/tables/1").text
    assert "Anne 1 & Bob 1 forfait Anne 6 & Bob 6 gagne 0" in visit.get(f"/tournois/{t.id}/classement").text
    assert "Anne 1 & Bob 1 forfait" in visit.get(f"/tournois/{t.id}/salle").text
    assert "Anne 1, Bob 1 forfait" in visit.get(f"/tournois/{t.id}/joueurs/12").text
    assert "Forfait" in visit.get(f"/tournois/{t.id}/historique").text
    _, bouts = ranking_lists(t, desk.ranking(t))
    assert bouts.lines[:2] == (
        ("finale", "1", "Anne 6 & Bob 6", "0", "✓"),
        ("finale", "1", "Anne 1 & Bob 1", "forfait", ""),
    )
    last = client.get(f"/api/tournois/{t.id}").get_json()["finals"][-1]["tables"]
    assert (last[0]["forfeits"], last[0]["winners"]) == ([[1, 2]], [[11, 12]])
    assert export_of(client, t)["rounds"][3]["tables"][0]["forfeit"] == [0]


def test_started_sheet_keeps_its_lines_and_a_forfeit_is_undone(store: Store, client: FlaskClient) -> None:
    t = final_of_pairs(store)
    play(store, t.rounds[3].tables[0].partie, (100, 57))
    t = give_up(store, t, 1, 0)
    table = t.rounds[3].tables[0]
    assert table.result is not None
    assert table.result.totals == (157, 157)
    export_of(client, t)
    with pytest.raises(Conflict) as caught:
        give_up(store, t, 1, 1)
    assert codes(caught) == ["resultat-connu"]
    t = desk.reopen_table(store, t.id, TableAt(4, 1), reason="revenu", by=BY)
    assert t.rounds[3].tables[0].forfeit == ()
    t = give_up(store, t, 1, 1)
    assert order(desk.close_round(store, t.id, 4, by=BY))[0] == (1, 0)


def test_forfeit_decides_only_if_just_the_qualifiers_are_left(store: Store) -> None:
    t = draw(store, eight(store, "tarot"))
    wrong: tuple[tuple[int, ...], ...] = ((0,), (0, 1, 2), (0, 1, 2, 3))
    for sides in wrong:
        with pytest.raises(Refused) as caught:
            give_up(store, t, 1, *sides)
        assert codes(caught) == ["forfait-combien"]
    unread: tuple[tuple[int, ...], ...] = ((), (4,), (1, 1))
    for sides in unread:
        with pytest.raises(Refused) as caught:
            give_up(store, t, 1, *sides)
        assert codes(caught) == ["forfait-de-qui"]
    # 1, 4, 5 and 8 sit there; 4 takes the number 1 of the table, 8 the number 4.
    t = closed(store, give_up(store, t, 1, 0, 2), {2: (0, 0, 0, 0)})
    assert draw(store, t).rounds[2].tables[0].seats == (4, 2, 3, 8)


def test_a_camp_of_single_players_gives_up_together(store: Store) -> None:
    t = draw(store, eight(store, "jass"))
    t = closed(store, give_up(store, t, 1, 0), {2: (1000, 884)})
    assert draw(store, t).rounds[2].tables[0].seats == (4, 2, 5, 7)


def test_both_may_give_up_the_third_place(store: Store) -> None:
    t = closed(store, give_up(store, draw(store, to_the_final(store)), 2, 0, 1), {1: (1000, 884)})
    assert order(t)[:4] == [(1, 0), (6, 1), (2, 2), (4, 2)]


def test_before_the_knock_out_there_is_no_forfeit(store: Store) -> None:
    t = draw(store, opened(store, 8, rounds=2))
    with pytest.raises(Conflict) as caught:
        give_up(store, t, 1, 0)
    assert codes(caught) == ["forfait-hors-finale"]
