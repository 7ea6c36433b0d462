"""Adjustments on the pages, without scripts: on sheets of every game, at the desk of a tournament, and by a table's tablet."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper import tournaments as desk
from scorekeeper.cards.catalogue import game as game_of
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.sheet_game import definition_of
from scorekeeper.parties import read_partie
from scorekeeper.records.store import Store
from scorekeeper.tournaments.model import TableResult
from tests.examples import every_game
from tests.tarot_table import PLAYERS, donne, new_uuid
from tests.tournaments.desk import BY
from tests.web.browsing import Page, Visit
from tests.web.desk_visits import come_in, play_of_eight, tablet


def adjust(visit: Visit, number: int, *, sure: bool = False, **typed: str) -> Page:
    """Fill in the form of an adjustment and send it, with or without ticking the doubts."""
    form = visit.get(f"/parties/{number}/ajustement").form("/saisies")
    fields = form.filled(**typed)
    page = visit.send(form, fields)
    return visit.send(page.form("/saisies"), page.form("/saisies").filled(sure=page.doubts)) if sure else page


def score(visit: Visit, number: int) -> Any:
    return visit.client.get(f"/api/parties/{number}").get_json()


def opened(visit: Visit, game: Game, **more: Any) -> int:
    file = {"format": "scorekeeper/1", "game": game.key, "players": PLAYERS[: max(game.rules.SEATS)], **more}
    if game.definition:
        file["definition"] = definition_of(game)
    answer = visit.client.post("/api/parties", json=file)
    assert answer.status_code == 201, answer.get_json()
    return int(answer.get_json()["id"])


@pytest.mark.quick("tarot", "couillon", "bouees")
@every_game
def test_sheet_of_every_game_accepts_an_adjustment(game: Game, visit: Visit) -> None:
    number = opened(visit, game)
    assert f"/parties/{number}/ajustement" in " ".join(visit.get(f"/parties/{number}").links)
    if game.key == "couillon":
        page = adjust(
            visit, number, lignes_0="3", lignes_1="4", boucles_0="1", trou="1", cause="report du papier"
        )
        assert page.status == 303, page.errors
        slate = {"lignes": [3, 4], "boucles": [1, 0], "trou": True}
        assert score(visit, number)["sheet"]["entries"] == [
            {"ajustement": slate, "motif": "report du papier"}
        ]
    else:
        page = adjust(visit, number, points_0="-5", cause="autre", cause_autre="Cartes vues")
        assert page.status == 303, page.errors
        name = "A" if game.rules.CAMPS else PLAYERS[0]
        entry = {"ajustement": {name: -5}, "motif": "Cartes vues"}
        assert score(visit, number)["sheet"]["entries"] == [entry]
        assert score(visit, number)["score"]["totals"][0] == -5
    assert visit.get(f"/parties/{number}").has_form("/saisies")
    page = visit.get(f"/parties/{number}/lignes/1")
    assert "L’ajustement, ligne 1" in page.text
    assert visit.get(f"/parties/{number}/lignes/1/modifier").has_form("/modifier")


def test_missing_figure_or_reason_is_asked_for_at_its_field(visit: Visit, sheet: int) -> None:
    page = adjust(visit, sheet)
    assert page.status == 422
    assert page.errors_at("points_0") == ["Dites qui gagne ou perd des points."]
    assert page.errors_at("cause") == ["Dites pourquoi."]
    page = adjust(visit, sheet, points_1="0", cause="litige")
    assert page.errors_at("points_1") == ["Un nombre autre que 0 est attendu."]
    page = adjust(visit, sheet, points_1="vingt", cause="litige")
    assert page.errors_at("points_1")
    assert not score(visit, sheet)["sheet"]["entries"]


def test_adjustment_is_amended_from_the_stored_values(visit: Visit, sheet: int) -> None:
    adjust(visit, sheet, points_0="-20", points_2="10", cause="renonce", note="vue par tous")
    form = visit.get(f"/parties/{sheet}/lignes/1/modifier").form("/modifier")
    fields = dict(form.fields)
    assert (fields["points_0"], fields["points_2"], fields["cause"], fields["note"]) == (
        "-20",
        "10",
        "renonce",
        "vue par tous",
    )
    assert (
        visit.send(form, form.filled(points_0="−30", cause="autre", cause_autre="deux renonces")).status
        == 303
    )
    entry = {"ajustement": {"Anne": -30, "Chloé": 10}, "motif": "deux renonces", "note": "vue par tous"}
    assert score(visit, sheet)["sheet"]["entries"] == [entry]


def test_act_that_ends_or_reopens_a_partie_is_asked_about_once(visit: Visit) -> None:
    number = opened(visit, game_of("belote"), settings={"objectif": 150})
    page = adjust(visit, number, points_0="160", cause="report du papier")
    assert (page.status, page.doubts) == (422, ["ajustement-finit"])
    assert "Avant : 0, 0 ; après : 160, 0. La partie serait finie" in page.text
    page = adjust(visit, number, sure=True, points_0="160", cause="report du papier")
    assert page.status == 303
    assert score(visit, number)["score"]["finished"]
    assert f"/parties/{number}/ajustement" in " ".join(visit.get(f"/parties/{number}").links)
    page = adjust(visit, number, points_0="-20", cause="renonce")
    assert page.doubts == ["ajustement-rouvre"]
    assert adjust(visit, number, sure=True, points_0="-20", cause="renonce").status == 303
    assert not score(visit, number)["score"]["finished"]


def test_closed_sheet_accepts_no_adjustment(visit: Visit, sheet: int) -> None:
    visit.enter(sheet, donne())
    page = visit.get(f"/parties/{sheet}/terminer")
    assert visit.send(page.form("/terminer")).status == 303
    assert visit.get(f"/parties/{sheet}/ajustement").status == 303
    assert "/ajustement" not in " ".join(visit.get(f"/parties/{sheet}").links)


def test_the_api_takes_amends_and_explains_it(visit: Visit, sheet: int) -> None:
    entry = {"ajustement": {"Anne": -20}, "motif": "renonce"}
    path = f"/api/parties/{sheet}/entries"
    answer = visit.client.post(path, json={"uuid": new_uuid(), "rang": 1, "entry": entry})
    assert answer.status_code == 201
    wrong = {"ajustement": {"Anne": 0}, "motif": "x", "contrat": "garde"}
    answer = visit.client.post(path, json={"uuid": new_uuid(), "rang": 2, "entry": wrong})
    assert answer.status_code == 422
    faults = {(fault["field"], fault["code"]) for fault in answer.get_json()["faults"]}
    assert faults == {("contrat", "cle-inconnue"), ("ajustement.Anne", "ajustement-nul")}
    change = {"uuid": new_uuid(), "entry": {**entry, "motif": "revoke"}, "revision": 2}
    assert visit.client.put(f"{path}/1", json=change).status_code == 200
    partie = visit.client.get(f"/api/parties/{sheet}", headers={"Accept-Language": "en"}).get_json()
    assert partie["score"]["rows"][0]["detail"][0]["label"] == "adjustment: revoke"
    games = {game["key"]: game for game in visit.client.get("/api/games").get_json()["games"]}
    for game in games.values():
        donne_of, aside = game["entry_schema"]["oneOf"]
        assert "ajustement" not in donne_of["properties"]
        assert aside["required"] == ["ajustement", "motif"]


LINE = {"ajustement": {"A": -20}, "motif": "renonce"}


@pytest.fixture
def hall(app: Flask) -> Store:
    return play_of_eight(app)


def partie_of(store: Store) -> int:
    return desk.read(store, 1).rounds[0].tables[0].partie


def test_a_table_writes_none_unless_the_organiser_allowed_it(app: Flask, hall: Store) -> None:
    number, at_table, at_desk = partie_of(hall), tablet(app, 1), come_in(app)
    assert "/ajustement" not in " ".join(at_table.get(f"/parties/{number}").links)
    assert at_table.get(f"/parties/{number}/ajustement").status == 303
    sent: dict[str, Any] = {"uuid": new_uuid(), "rang": 1, "entry": LINE}
    refused = at_table.client.post(f"/api/parties/{number}/entries", json=sent)
    assert (refused.status_code, refused.get_json()["faults"][0]["code"]) == (409, "ajustement-au-bureau")
    form = at_table.get(f"/parties/{number}").form("/saisies")
    typed = form.with_fields({"ajustement": "1", "points_0": "-20", "cause": "renonce"})
    assert at_table.send(form, typed).status == 409
    assert not read_partie(hall, number).lines
    # A table can neither change nor undo what the desk wrote.
    assert adjust(at_desk, number, points_0="-20", cause="renonce").status == 303
    for path in ("lignes/1/rayer", "annuler"):
        fields = [("csrf_token", at_table.token()), ("uuid", new_uuid()), ("annuler", "1"), ("revision", "2")]
        assert at_table.post(f"/parties/{number}/{path}", fields).status == 409
    change = {"uuid": new_uuid(), "revision": 2, "entry": {"points_a": 100}}
    assert at_table.client.put(f"/api/parties/{number}/entries/1", json=change).status_code == 409
    assert read_partie(hall, number).sheet.totals == (-20, 0)
    assert at_table.enter(number, {"points": [100, 57]}).status == 303
    desk.amend(hall, 1, {"table_adjustments": True}, by=BY)
    assert adjust(at_table, number, points_1="5", cause="litige").status == 303
    assert read_partie(hall, number).sheet.totals == (80, 62)


def test_form_asks_whether_the_evening_or_the_partie_is_meant(app: Flask, hall: Store) -> None:
    at_desk = come_in(app)
    table = desk.read(hall, 1).rounds[0].tables[0]
    second = table.seats[1]
    form = at_desk.get("/tournois/1/classement").form("/credits")
    typed = {"qui": str(second), "points": "20", "sens": "moins", "raison": "renonce"}
    assert at_desk.send(form, form.with_fields({**typed, "pour": "soiree"})).status == 303
    assert [(credit.number, credit.points) for credit in desk.read(hall, 1).credits] == [(second, -20)]
    sent = at_desk.send(form, form.with_fields({**typed, "pour": "partie"}))
    page = at_desk.follow(sent)
    assert (page.value("aj-1"), page.value("motif")) == ("-20", "renonce")
    assert len(desk.read(hall, 1).credits) == 1
    paper = page.form("/papier")
    page = at_desk.send(
        paper, paper.with_fields({"total-0": "1007", "total-1": "857", "aj-1": "-20", "motif": "renonce"})
    )
    assert page.status == 422
    assert page.value("aj-1") == "-20"
    paper = page.form("/papier")
    page = at_desk.send(
        paper, paper.with_fields({"total-0": "1007", "total-1": "877", "aj-1": "-20", "motif": " "})
    )
    assert page.status == 422
    assert "Dites pourquoi." in page.text
    paper = page.form("/papier")
    assert (
        at_desk.send(
            paper, paper.with_fields({"total-0": "1007", "total-1": "877", "aj-1": "-20", "motif": "renonce"})
        ).status
        == 303
    )
    result = desk.read(hall, 1).rounds[0].tables[0].result
    assert result == TableResult((1007, 857), (0, 0), (1007, 857), paper=True)
    assert "1007 – 857, ajustement 0, −20 : renonce" in at_desk.get("/tournois/1/historique").text


def test_player_without_a_seat_has_no_partie(app: Flask, hall: Store) -> None:
    desk.register(hall, 1, [{"name": "Zoé"}], by=BY)
    at_desk = come_in(app)
    form = at_desk.get("/tournois/1/classement").form("/credits")
    typed = {"qui": "Zoé", "points": "20", "sens": "plus", "raison": "x", "pour": "partie"}
    page = at_desk.send(form, form.with_fields(typed))
    assert page.status == 422
    assert "Zoé n’a encore joué à aucune table." in page.text
    assert desk.read(hall, 1).credits == ()


@pytest.mark.parametrize(
    ("key", "way"),
    [
        ("tarot", "Feuille de papier : ses totaux"),
        ("bouees", "tapez plutôt ses lignes"),
        ("cochonnet", "tapez plutôt ses lignes"),
        ("coiffeur", "tapez plutôt ses lignes"),
        ("couillon", "Lignes qui restent"),
    ],
)
def test_form_explains_how_to_continue_a_paper_sheet(key: str, way: str, visit: Visit) -> None:
    assert way in visit.get(f"/parties/{opened(visit, game_of(key))}/ajustement").text


def test_form_omits_paper_after_the_first_donne(visit: Visit, sheet: int) -> None:
    assert "Feuille de papier" in visit.get(f"/parties/{sheet}/ajustement").text
    visit.enter(sheet, donne())
    assert "Feuille de papier" not in visit.get(f"/parties/{sheet}/ajustement").text
