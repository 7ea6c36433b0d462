"""A season: its evenings, its ranking in literal numbers, the identity of people, refusals, and erasing."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.errors import Conflict, Refused, Unknown
from scorekeeper.i18n import speaking
from scorekeeper.lists.spreadsheet import csv_text
from scorekeeper.records.backup import copies
from scorekeeper.records.store import Store
from scorekeeper.tournaments import forgetting, season_ranking, seasons
from scorekeeper.tournaments.season_ranking import SeasonRanking
from tests.tournaments.desk import BY, codes, draw, new_uuid, note, opened, play_round, show_all
from tests.tournaments.test_forgetting import holding, is_sound

FOUR = ("Anne Favre", "Benoît Roy", "Chloé Dubois", "David Petit")


def evening(store: Store, people: tuple[str, ...] = FOUR, rounds: int = 1, **more: Any) -> int:
    """Play an evening of one table with its first round closed and shown: the side of the first seat wins."""
    t = play_round(store, opened(store, people, rounds=rounds, **more))
    return (show_all(store, t.id) if rounds == 1 else t).id


def made(store: Store, *evenings: int, **terms: Any) -> int:
    """Create a season with these evenings."""
    number = seasons.create(store, {"name": "Championnat", **terms}, by=BY).id
    for each in evenings:
        seasons.add_evening(store, number, each, by=BY)
    return number


def winners(store: Store, number: int) -> set[str]:
    """Return the winners of an evening of one table."""
    t = desk.read(store, number)
    return {t.entrant(seat).name for seat in t.rounds[0].tables[0].seats[::2]}


def totals(ranked: SeasonRanking) -> dict[str, int]:
    return {line.name: line.standing.total for line in ranked.lines}


def test_points_by_rank_over_two_evenings_of_two_games(store: Store) -> None:
    first = evening(store, date="2026-11-20")
    tarot = desk.create(store, {"name": "Tarot", "game": "tarot", "players": list(FOUR), "rounds": 1}, by=BY)
    note(store, draw(store, tarot), 1, (120, -40, -40, -40))
    desk.close_round(store, tarot.id, 1, by=BY)
    show_all(store, tarot.id)
    best = desk.standings(store, tarot.id).lines[0].names[0]
    ranked = season_ranking.standings(store, made(store, first, tarot.id, table=[10, 7, 4], attendance=1))
    # Jass: both of a camp share rank 1, the others rank 3. Tarot: one wins, the others share rank 2. One point each time.
    expected = {
        name: (10 if name in winners(store, first) else 4) + (10 if name == best else 7) + 2 for name in FOUR
    }
    assert totals(ranked) == expected
    assert (ranked.state, ranked.provisional) == ("2 soirées", False)
    with speaking("en"):
        assert ranked.state == "2 evenings"


def test_closed_rounds_alone_count_and_the_rest_is_provisional(store: Store) -> None:
    t = opened(store, FOUR, rounds=2)
    number = made(store, t.id, planned=3)
    assert (season_ranking.standings(store, number).lines, season_ranking.standings(store, number).state) == (
        (),
        "PROVISOIRE, 0 soirée sur 3",
    )
    note(store, draw(store, t), 1, (1007, 877))
    assert season_ranking.standings(store, number).lines == ()
    desk.close_round(store, t.id, 1, by=BY)
    ranked = season_ranking.standings(store, number)
    assert sorted(totals(ranked).values()) == [15, 15, 25, 25]
    assert (ranked.provisional, ranked.state) == (True, "PROVISOIRE, 0 soirée sur 3 et 1 en cours")
    play_round(store, desk.read(store, t.id))
    assert season_ranking.standings(store, number).state == "PROVISOIRE, 0 soirée sur 3 et 1 en cours"
    show_all(store, t.id)
    assert season_ranking.standings(store, number).state == "PROVISOIRE, 1 soirée sur 3"
    seasons.amend(store, number, {"planned": 1}, by=BY)
    assert season_ranking.standings(store, number).state == "1 soirée sur 1"


def test_absentee_of_every_round_did_not_attend(store: Store) -> None:
    t = opened(store, FOUR, rounds=2, missed="pire")
    desk.register(store, play_round(store, t).id, ["Émile Tard"], by=BY)
    assert "Émile Tard" in [line.names[0] for line in desk.standings(store, t.id).lines]
    assert set(totals(season_ranking.standings(store, made(store, t.id)))) == set(FOUR)


def test_absentee_hides_no_person_with_fewer_points(store: Store) -> None:
    tarot = desk.create(store, {"name": "Tarot", "game": "tarot", "players": list(FOUR), "rounds": 2}, by=BY)
    note(store, draw(store, tarot), 1, (120, -40, -40, -40))
    desk.close_round(store, tarot.id, 1, by=BY)
    desk.register(store, tarot.id, ["Émile Tard"], by=BY)
    # Émile has 0, and ranks above the three who lost.
    assert desk.standings(store, tarot.id).lines[1].names == ("Émile Tard",)
    assert set(totals(season_ranking.standings(store, made(store, tarot.id)))) == set(FOUR)


def test_evenings_are_ordered_by_their_dates(store: Store) -> None:
    late, early = evening(store, date="2026-12-04"), evening(store, date="2026-11-20")
    one, other = made(store, late, early), made(store, early, late)
    assert [each.tournament.id for each in season_ranking.standings(store, one).evenings] == [early, late]
    assert totals(season_ranking.standings(store, one)) == totals(season_ranking.standings(store, other))


def test_evening_is_removed_with_a_reason_and_stays_on_record(store: Store) -> None:
    first = evening(store)
    number = made(store, first)
    with pytest.raises(Refused) as bare:
        seasons.remove_evening(store, number, first, reason=" ", by=BY)
    assert codes(bare) == ["raison-attendue"]
    uuid = new_uuid()
    for _ in range(2):
        after = seasons.remove_evening(store, number, first, reason="hors concours", by=BY, uuid=uuid)
        assert after.tournaments == ()
    with pytest.raises(Unknown):
        seasons.remove_evening(store, number, first, reason="encore", by=BY)
    events = [(event.kind, event.reason) for event in seasons.history(store, number)]
    assert events == [("creation", ""), ("soiree", ""), ("soiree-retiree", "hors concours")]
    assert desk.read(store, first).rounds[0].closed


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({}, ["cle-manquante"]),
        ({"name": "S", "best": 4, "planned": 3}, ["compter-trop"]),
        ({"name": "S", "table": []}, ["bareme-vide"]),
        ({"name": "S", "table": [10, 12]}, ["bareme-monte"]),
        ({"name": "S", "table": [10, 8], "others": 9}, ["bareme-monte"]),
        ({"name": "S", "ties": ["matchs", "matchs"]}, ["departage-double"]),
        ({"name": "S", "worth": "or"}, ["choix"]),
        ({"name": "S", "coefficient": 2}, ["cle-inconnue"]),
        ([], ["objet-attendu"]),
    ],
)
def test_impossible_terms_are_refused(store: Store, document: Any, expected: list[str]) -> None:
    with pytest.raises(Refused) as caught:
        seasons.create(store, document, by=BY)
    assert codes(caught) == expected
    assert seasons.list_all(store) == []


def test_points_that_rise_are_a_fault_of_their_table(store: Store) -> None:
    with pytest.raises(Refused) as caught:
        seasons.create(store, {"name": "S", "table": [10, 12]}, by=BY)
    fault = caught.value.faults[0].fault
    assert (fault.field, fault.values) == ("table", {"avant": 10, "apres": 12})


def test_points_of_different_games_are_not_added_up(store: Store) -> None:
    jass = evening(store)
    tarot = opened(store, FOUR, name="Tarot", game="tarot", seed=None).id
    points, ranks = made(store, jass, worth="points"), made(store, jass, tarot)
    assert set(totals(season_ranking.standings(store, points)).values()) == {1007, 877}
    with pytest.raises(Conflict) as other:
        seasons.add_evening(store, points, tarot, by=BY)
    with pytest.raises(Conflict) as later:
        seasons.amend(store, ranks, {"worth": "points"}, by=BY)
    with pytest.raises(Conflict) as twice:
        seasons.add_evening(store, points, jass, by=BY)
    with pytest.raises(Refused) as unknown:
        seasons.add_evening(store, points, 99, by=BY)
    refusals = [codes(each)[0] for each in (other, later, twice, unknown)]
    comparable = ["points-pas-comparables", "points-pas-comparables"]
    assert refusals == [*comparable, "deja-dans-la-saison", "soiree-attendue"]


def test_two_spellings_are_merged_into_one_person_and_separated(store: Store) -> None:
    first = evening(store)
    second = evening(store, ("Anne F.", *FOUR[1:]))
    number = made(store, first, second)
    assert len(season_ranking.standings(store, number).lines) == 5
    assert ("Anne F.", "Anne Favre") in season_ranking.standings(store, number).alike
    seasons.identify(store, number, name="Anne F.", other="Anne Favre", by=BY)
    ranked = season_ranking.standings(store, number)
    assert set(totals(ranked)) == set(FOUR)
    assert totals(ranked)["Anne Favre"] == sum(
        25 if name in winners(store, each) else 15
        for name, each in (("Anne Favre", first), ("Anne F.", second))
    )
    for name, other, code in (
        ("Anne Favre", "Anne F.", "deja-la-meme"),
        ("Benoît Roy", "Chloé Dubois", "ensemble-a-la-soiree"),
        ("Personne d’autre", "Anne Favre", "nom-de-la-saison"),
        ("Benoît Roy", "", "nom-de-la-saison"),
        ("", "Anne Favre", "nom-de-la-saison"),
    ):
        with pytest.raises(Refused) as caught:
            seasons.identify(store, number, name=name, other=other, by=BY)
        assert codes(caught) == [code]
    seasons.identify(store, number, name="Anne F.", by=BY)
    assert len(season_ranking.standings(store, number).lines) == 5


def test_a_forgotten_person_stays_one_person_and_has_no_name(tmp_path: Path) -> None:
    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        first, second = evening(store), evening(store, ("Zoé F.", *FOUR[1:]))
        third = evening(store, ("Zoé Favre", *FOUR[1:]))
        number = made(store, first, second, third)
        seasons.identify(store, number, name="Zoé F.", other="Zoé Favre", by=BY)
        seasons.amend(store, number, {"name": "Coupe Zoé Favre"}, by=BY, reason="pour Zoé Favre")
        before = sorted(totals(season_ranking.standings(store, number)).values())
        assert "Coupe Zoé Favre" in [row.name for row in seasons.list_all(store)]
        for name in ("zoé favre", "Zoé F."):
            forgetting.forget(store, name, by=BY)
            assert is_sound(store)
        ranked = season_ranking.standings(store, number)
        assert sorted(totals(ranked).values()) == before
        assert not [name for name in totals(ranked) if "Zoé" in name]
        assert holding(tmp_path, "Zoé") == []
        text = csv_text(
            season_ranking.export_rows(season_ranking.standings(store, number)), excel=False
        ) + str(season_ranking.export_document(store, number))
        assert "Zoé" not in text
        assert [row.name.startswith("Coupe Personne") for row in seasons.list_all(store)] == [True]


def test_a_season_is_in_a_copy_and_in_its_files(tmp_path: Path) -> None:
    with Store(tmp_path / "data" / "scorekeeper.sqlite3") as store:
        number = made(store, evening(store, date="2026-11-20"), best=2)
        expected = totals(season_ranking.standings(store, number))
        rows = list(
            csv.DictReader(
                io.StringIO(
                    csv_text(season_ranking.export_rows(season_ranking.standings(store, number)), excel=False)
                )
            )
        )
        assert {row["nom"]: int(row["total"]) for row in rows} == expected
        assert {row["2026-11-20 · Match au cochon"] for row in rows} == {"25", "15"}
        document = season_ranking.export_document(store, number)
        assert (document["format"], document["terms"]["best"]) == ("scorekeeper-season/1", 2)
        assert [line["rank"] for line in document["ranking"]] == [1, 1, 3, 3]
        copy = store.backup()
    copies.restore(tmp_path / "other" / "scorekeeper.sqlite3", copy)
    with Store(tmp_path / "other" / "scorekeeper.sqlite3") as store:
        assert totals(season_ranking.standings(store, number)) == expected
        assert is_sound(store)


def test_api_agrees_with_the_page(app: Flask, store: Store, client: FlaskClient) -> None:
    first = evening(store)
    uuid = new_uuid()
    sent = {"name": "Saison", "table": [9, 5, 3], "uuid": uuid}
    answers = [client.post("/api/saisons", json=sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].headers["Location"] == "/api/saisons/1"
    added = client.post("/api/saisons/1/evenings", json={"tournament": first}).get_json()
    assert (added["tournaments"], added["table"]) == ([first], [9, 5, 3])
    ranking = client.get("/api/saisons/1/standings").get_json()
    assert [(line["rank"], line["total"]) for line in ranking["lines"]] == [(1, 9), (1, 9), (3, 3), (3, 3)]
    assert (ranking["provisional"], [each["tournament"] for each in ranking["evenings"]]) == (False, [first])
    assert client.patch("/api/saisons/1", json={"best": 1, "reason": "vote"}).get_json()["best"] == 1
    assert client.get("/api/saisons/1/export.json").get_json()["history"][-1]["reason"] == "vote"
    assert client.get("/api/saisons/1/export.csv").mimetype == "text/csv"
    removed = client.delete(f"/api/saisons/1/evenings/{first}", json={"reason": "hors concours"})
    assert removed.get_json()["tournaments"] == []
    assert client.get("/api/saisons").get_json()["saisons"][0]["name"] == "Saison"
    assert client.get("/api/saisons/7").status_code == 404


def test_evening_with_prizes_being_shown_hides_its_winner(store: Store) -> None:
    number = evening(store, prizes=["Un cochon"])
    season, (pig, *_) = made(store, number), desk.standings(store, number).lines
    for what, known in (("commencer", False), ("suivant", True)):
        desk.show_prizes(store, number, what=what, by=BY)
        assert (pig.names[0] in totals(season_ranking.standings(store, season))) == known
