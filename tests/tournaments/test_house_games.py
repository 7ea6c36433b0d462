"""An evening of a declared game: drawn, played on tablets and on paper, ranked, exported, verified elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cli import main
from scorekeeper.errors import Refused
from scorekeeper.parties import enter, read_partie
from scorekeeper.parties.house import keep_house_game, remove_house_game
from scorekeeper.records.store import Store
from scorekeeper.tournaments import season_ranking, seasons
from scorekeeper.tournaments.model import TableAt, Tournament
from scorekeeper.tournaments.refusals import WORDS
from tests.cards.games.test_maison import FILES, made, shipped, text
from tests.tournaments.desk import BY, codes, draw, new_uuid, note, opened, people

SKYJO = "maison-skyjo"


def kept(store: Store, toml: str) -> Game:
    """Store a declared game in this house, and return it."""
    game = made(toml)
    keep_house_game(store, game, toml)
    return game


def line(store: Store, partie: int, *cards: int) -> None:
    """Write a manche of Skyjo on a table's sheet, closed by the first player."""
    sheet = read_partie(store, partie)
    entry = {"cartes": dict(zip(sheet.table.players, cards, strict=True)), "ferme": sheet.table.players[0]}
    enter(store, partie, uuid=new_uuid(), rang=sheet.next_rang, payload=entry, by=BY)


def evening(store: Store, **more: Any) -> Tournament:
    """Two rounds of 25 people at Skyjo, of two manches: the first table plays on its tablet, the others on paper."""
    t = opened(store, 25, game=SKYJO, rounds=2, donnes=2, **more)
    for tour in (1, 2):
        t = draw(store, t)
        for _ in range(2):
            line(store, t.rounds[-1].tables[0].partie, 4, 12, 30, 61)
        for table in t.rounds[-1].tables[1:]:
            note(store, t, table.number, (10, 20, 30, 40))
        t = desk.close_round(store, t.id, tour, by=BY)
    return t


def verified(tmp_path: Path, capsys: pytest.CaptureFixture[str], document: Any) -> tuple[int, str]:
    """Return the output of `scorekeeper verify` for an export, on a machine with nothing but the file."""
    path = tmp_path / "tournoi.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    code = main(["verify", str(path)])
    return code, capsys.readouterr().out


def test_evening_of_a_declared_game_is_ranked_and_verified(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(store, text("skyjo"))
    t = evening(store)
    assert (t.options.size, t.options.donnes, t.options.bye, t.options.missed) == (4, 2, 40, "pire")
    rules = read_partie(store, t.rounds[0].tables[0].partie).rules
    # A table does not end at 100 in a tournament: 61 and 61 are 122.
    assert rules.SETTINGS.write_all(rules, read_partie(store, 1).table) == {"objectif": None, "lignes": 2}
    assert read_partie(store, t.rounds[0].tables[0].partie).sheet.totals == (8, 24, 60, 122)
    ranked = desk.standings(store, t.id)
    totals = [each.standing.total for each in ranked.lines]
    assert totals == sorted(totals)
    out = [each for each in ranked.lines if each.standing.byes]
    assert [result.points for each in out for result in each.rounds if result and result.points == 40]
    document = json.loads(json.dumps(desk.export_document(store, t.id), default=str))
    assert (document["game"], document["definition"]["nom"]) == (SKYJO, "Skyjo")
    code, printed = verified(tmp_path, capsys, document)
    assert (code, "12 résultats" in printed) == (0, True)
    document["definition"]["fin"]["total"] = 90
    assert verified(tmp_path, capsys, document)[0] == 1


def test_later_changes_of_the_game_change_no_evening(store: Store, client: FlaskClient) -> None:
    kept(store, text("skyjo"))
    t = draw(store, opened(store, 8, game=SKYJO, rounds=3))
    kept(store, text("skyjo").replace("lignes = 5", "lignes = 9").replace("exempt = 100", "exempt = 180"))
    assert opened(store, 8, game=SKYJO).options.donnes == 9
    assert desk.read(store, t.id).options.donnes == 5
    assert desk.amend(store, t.id, {"name": "Autre nom"}, by=BY).game.definition == t.game.definition
    again = desk.repeat(store, t.id, by=BY)
    assert (again.options.donnes, again.game.definition) == (5, t.game.definition)
    remove_house_game(store, SKYJO)
    for table in t.rounds[0].tables:
        note(store, t, table.number, (10, 20, 30, 40))
    t = draw(store, desk.close_round(store, t.id, 1, by=BY))
    assert read_partie(store, t.rounds[1].tables[0].partie).game.definition == t.game.definition
    for path in ("/", "/tournois", f"/tournois/{again.id}", f"/tournois/{t.id}/classement"):
        assert client.get(path, follow_redirects=True).status_code == 200
    with pytest.raises(Refused) as caught:
        opened(store, 8, game="maison-inconnu")
    assert codes(caught) == ["cle-manquante"]


def test_a_tournament_brings_its_definition_over_the_api(client: FlaskClient, store: Store) -> None:
    definition = client.get("/api/openapi.json").get_json() and made(text("uno")).definition
    body = {"name": "Uno", "game": "maison-uno", "definition": json.loads(definition), "players": people(8)}
    answer = client.post("/api/tournois", json=body)
    assert answer.status_code == 201
    made_there = answer.get_json()
    assert (made_there["donnes"], made_there["bye"], made_there["missed"]) == (8, 200, "rien")
    assert made_there["definition"]["nom"] == "Uno"
    drawn = client.post(f"/api/tournois/{made_there['id']}/rounds", json={})
    assert drawn.status_code == 201
    assert client.post("/api/tournois", json={**body, "game": "maison-rami"}).status_code == 422
    assert client.post("/api/tournois", json={**body, "game": "tarot"}).status_code == 422
    assert (
        client.post("/api/tournois", json={**body, "game": "maison-rami", "definition": None}).status_code
        == 422
    )
    assert "definition" not in client.post("/api/tournois", json={"name": "T", "game": "tarot"}).get_json()


def test_definition_faults_have_sentences_at_the_desk(client: FlaskClient) -> None:
    definition = json.loads(made(text("uno")).definition)
    deep = {
        **definition,
        "exemples": [{"nom": "Une", "joueurs": ["A", "B"], "saisie": {"a": {"b": {"c": {"d": {}}}}}}],
    }
    answered = client.post("/api/tournois", json={"name": "Uno", "game": "maison-uno", "definition": deep})
    assert answered.status_code == 422
    fault = next(fault for fault in answered.get_json()["faults"] if fault["code"] == "objet-simple")
    assert "attendus" in fault["message"]
    assert catalogue.DEFINITION_MESSAGES.keys() <= WORDS.messages.keys()


def test_a_game_for_two_has_no_tables_of_a_tournament(client: FlaskClient, store: Store) -> None:
    toml = text("skyjo").replace("joueurs = [2, 8]", "joueurs = [2, 2]")
    head, *examples = toml.split("[[exemples]]")
    head = head.replace("[tournoi]\nlignes = 5\nexempt = 100\n", "")
    two = "[[exemples]]".join([head, *(each for each in examples if 'joueurs = ["Zoé", "Yann"]' in each)])
    kept(store, two)
    assert "Skyjo" not in client.get("/tournois").get_data(as_text=True)
    with pytest.raises(Refused) as caught:
        opened(store, 8, game=SKYJO)
    assert codes(caught) == ["jeu-sans-tables"]
    assert client.get(f"/tournois/nouveau/{SKYJO}").status_code == 404


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shipped_games_are_drawn_and_their_pages_and_papers_open(
    store: Store, client: FlaskClient, path: Path
) -> None:
    kept(store, path.read_text(encoding="utf-8"))
    key = shipped(path.stem).key
    form = client.get(f"/tournois/nouveau/{key}")
    assert form.status_code == 200
    t = draw(store, opened(store, 9, game=key, rounds=1))
    base = f"/tournois/{t.id}"
    for address in ("", "/tables/1", "/classement", "/joueurs/1", "/reglages"):
        assert client.get(base + address, follow_redirects=True).status_code in {200, 404}
    partie = t.rounds[0].tables[0].partie
    assert client.get(f"/parties/{partie}").status_code == 200
    assert client.get(f"/parties/{partie}/feuille.html").status_code == 200


def test_totals_below_the_formulas_minimum_are_refused(store: Store) -> None:
    kept(store, text("rami"))
    t = draw(store, opened(store, 4, game="maison-rami", rounds=1))
    with pytest.raises(Refused) as caught:
        desk.record_result(store, t.id, TableAt(1, 1), totals=[0, 43, -1, 7], by=BY, uuid=new_uuid())
    assert codes(caught) == ["hors-limites"]
    note(store, t, 1, (0, 43, 18, 7))


def test_a_season_counts_evenings_of_a_declared_game(store: Store) -> None:
    kept(store, text("skyjo"))
    season = seasons.create(store, {"name": "Saison", "worth": "rangs"}, by=BY)
    t = desk.finish(store, evening(store).id, by=BY)
    seasons.add_evening(store, season.id, t.id, by=BY)
    remove_house_game(store, SKYJO)
    assert season_ranking.export_document(store, season.id)["evenings"][0]["game"] == SKYJO
