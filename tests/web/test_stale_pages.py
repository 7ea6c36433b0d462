"""A page left open acts on the line and sheet that it showed, also after a takeover by another laptop."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import parties
from scorekeeper.config import Config
from scorekeeper.parties import Partie
from tests.pages import make_app
from tests.tarot_table import PLAYERS, donne, new_uuid
from tests.web.browsing import Fields, Form, Page, Visit
from tests.web.hands import act

OTHER = "Cette page montrait une autre ligne 3\xa0: rien n’a changé. Voici celle qui s’y trouve."
GONE = "Cette page montrait une ligne 3 qui n’est pas sur cette feuille\xa0: rien n’a changé."
MOVED = "La feuille a changé entre-temps\xa0: voici où elle en est."
CHECK_AGAIN = "La feuille a changé entre-temps. Vérifiez ce qui y est écrit, puis confirmez encore."
ASK_AGAIN = "La feuille a changé entre-temps\xa0: vérifiez, puis demandez encore."


def sheet_of(app: Flask) -> Partie:
    return parties.read_partie(app.extensions["store"], 1)


@pytest.fixture
def laptops(tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    """Return two laptops with the same two lines, of which the first also has a third: that of the fourth player, with 70 points."""
    first = make_app(Config(tmp_path / "theirs"))
    tablet = Visit(first.test_client())
    tablet.open_sheet("tarot", PLAYERS)
    for who in ("Anne", PLAYERS[1]):
        assert tablet.enter(1, donne(who)).status == 303
    first.extensions["store"].close()
    shutil.copytree(tmp_path / "theirs", tmp_path / "ours")
    made = make_app(Config(tmp_path / "theirs")), make_app(Config(tmp_path / "ours"))
    assert Visit(made[0].test_client()).enter(1, donne(PLAYERS[3], 70)).status == 303
    yield made
    for app in made:
        app.extensions["store"].close()


def taken_over(app: Flask) -> None:
    """Write Chloé's line 3 on the laptop that took over: the sheet has the same revision as on the first one."""
    assert Visit(app.test_client()).enter(1, donne("Chloé", 60)).status == 303


def sent(app: Flask, form: Form, fields: Fields) -> Page:
    """Send a form of the first laptop's page to the other one, with that one's token."""
    visit = Visit(app.test_client())
    token = visit.get("/parties/1").forms[-1].only("csrf_token")
    return visit.post(form.action, [*(pair for pair in fields if pair[0] != "csrf_token"), *token])


@pytest.mark.parametrize("action", ["/rayer", "/retablir", "/annuler"])
def test_page_of_other_laptop_leaves_our_line(laptops: tuple[Flask, Flask], action: str) -> None:
    ours = laptops[1]
    taken_over(ours)
    visits = [Visit(app.test_client()) for app in laptops]
    if action == "/retablir":
        for visit in visits:
            assert act(visit, "/parties/1/lignes/3", "/rayer").status == 303
    page = visits[0].get("/parties/1" if action == "/annuler" else "/parties/1/lignes/3")
    form = page.form(action)
    fields = [*form.fields, ("annuler", "3")] if action == "/annuler" else form.fields
    before = sheet_of(ours)
    answer = sent(ours, form, fields)
    assert (answer.status, answer.errors[0]) == (409, OTHER)
    assert "Chloé" in answer.text
    assert (sheet_of(ours).revision, sheet_of(ours).line(3)) == (before.revision, before.line(3))


def test_amendment_from_other_laptop_is_kept_as_typed(laptops: tuple[Flask, Flask]) -> None:
    theirs, ours = laptops
    taken_over(ours)
    form = Visit(theirs.test_client()).get("/parties/1/lignes/3/modifier").form("/modifier")
    answer = sent(ours, form, form.with_fields({"points": "41", "raison": "relu à deux"}))
    assert (answer.status, answer.errors) == (409, [OTHER])
    assert (answer.value("points"), answer.value("raison")) == ("41", "relu à deux")
    line = sheet_of(ours).line(3)
    assert (line.payload["preneur"], line.payload["points"], line.amended) == ("Chloé", 60, False)


def test_insertion_or_move_on_other_laptops_sheet_is_refused(laptops: tuple[Flask, Flask]) -> None:
    theirs, ours = laptops
    taken_over(ours)
    tablet = Visit(theirs.test_client())
    form = tablet.get("/parties/1/lignes/3/inserer").form("/inserer")
    answer = sent(
        ours, form, form.with_fields({"preneur": "Anne", "contrat": "garde", "bouts": "2", "points": "50"})
    )
    assert (answer.status, answer.errors, answer.value("points")) == (409, [CHECK_AGAIN], "50")
    form = tablet.get("/parties/1/lignes/2/deplacer").form("/deplacer")
    answer = sent(ours, form, form.with_fields({"vers": "3"}))
    assert (answer.status, answer.errors) == (409, [CHECK_AGAIN])
    assert [line.payload["preneur"] for line in sheet_of(ours).lines] == ["Anne", PLAYERS[1], "Chloé"]


def test_line_lacking_here_is_reported_and_kept_as_typed(laptops: tuple[Flask, Flask]) -> None:
    theirs, ours = laptops
    tablet = Visit(theirs.test_client())
    form = tablet.get("/parties/1/lignes/3/modifier").form("/modifier")
    answer = sent(ours, form, form.with_fields({"points": "41"}))
    assert (answer.status, answer.errors[0], answer.value("points")) == (409, GONE, "41")
    strike = tablet.get("/parties/1/lignes/3").form("/rayer")
    answer = sent(ours, strike, strike.fields)
    assert (answer.status, answer.errors[0]) == (409, GONE)
    assert len(sheet_of(ours).lines) == 2


def test_other_laptops_sheet_is_not_closed_or_reseated(laptops: tuple[Flask, Flask]) -> None:
    theirs, ours = laptops
    taken_over(ours)
    tablet = Visit(theirs.test_client())
    form = tablet.get("/parties/1/terminer").form("/terminer")
    answer = sent(ours, form, form.fields)
    assert (answer.status, answer.errors) == (409, [MOVED])
    people = tablet.get("/parties/1/joueurs").form("/joueurs")
    asked = tablet.send(
        people, [*people.only("csrf_token"), ("quoi", "remplace"), ("qui", "Anne"), ("nom", "Zoé")]
    )
    sure = next(each for each in asked.forms if ("sur", "1") in each.fields)
    answer = sent(ours, sure, sure.fields)
    assert (answer.status, answer.errors[0]) == (409, ASK_AGAIN)
    assert (sheet_of(ours).is_open, sheet_of(ours).revision) == (True, 4)


def test_initials_stay_off_a_result_of_the_other_laptop(laptops: tuple[Flask, Flask]) -> None:
    theirs, ours = laptops
    taken_over(ours)
    for app in laptops:
        visit = Visit(app.test_client())
        assert visit.send(visit.get("/parties/1/terminer").form("/terminer")).status == 303
    form = Visit(theirs.test_client()).get("/parties/1").form("/signer")
    answer = sent(ours, form, form.with_fields({"initiales-0": "AA"}))
    assert (answer.status, answer.errors) == (409, [MOVED])
    assert dict(sheet_of(ours).signatures) == {}
    assert act(Visit(ours.test_client()), "/parties/1", "/signer", initiales_0="AA").status == 303
    assert dict(sheet_of(ours).signatures) == {"Anne": "AA"}


def test_common_line_is_struck_after_a_takeover(laptops: tuple[Flask, Flask]) -> None:
    theirs, ours = laptops
    taken_over(ours)
    form = Visit(theirs.test_client()).get("/parties/1/lignes/2").form("/rayer")
    assert sent(ours, form, form.fields).status == 303
    assert [line.struck for line in sheet_of(ours).lines] == [False, True, False]


def test_line_is_struck_though_a_second_tablet_noted(app: Flask, visit: Visit) -> None:
    visit.open_sheet("tarot", PLAYERS)
    for who in ("Anne", PLAYERS[1]):
        visit.enter(1, donne(who))
    page = visit.get("/parties/1/lignes/2")
    assert Visit(app.test_client()).enter(1, donne("Chloé")).status == 303
    assert visit.send(page.form("/rayer")).status == 303
    assert [line.struck for line in sheet_of(app).lines] == [False, True, False]


def test_line_that_moved_down_is_struck_where_it_is_now(app: Flask, visit: Visit) -> None:
    visit.open_sheet("tarot", PLAYERS)
    for who in ("Anne", PLAYERS[1]):
        visit.enter(1, donne(who))
    page = visit.get("/parties/1/lignes/2")
    put_in = {"uuid": new_uuid(), "rang": 2, "entry": donne("Chloé"), "insert": True, "revision": 3}
    assert app.test_client().post("/api/parties/1/entries", json=put_in).status_code == 201
    assert visit.send(page.form("/rayer")).status == 303
    assert [line.struck for line in sheet_of(app).lines] == [False, False, True]


def test_line_that_a_second_tablet_amended_is_shown_first(app: Flask, visit: Visit) -> None:
    visit.open_sheet("tarot", PLAYERS)
    visit.enter(1, donne("Anne", 60))
    page = visit.get("/parties/1/lignes/1")
    other = Visit(app.test_client())
    assert act(other, "/parties/1/lignes/1/modifier", "/modifier", points="61").status == 303
    answer = visit.send(page.form("/rayer"))
    assert (answer.status, answer.errors) == (
        409,
        ["La feuille a changé entre-temps\xa0: regardez d’abord la ligne."],
    )
    assert not sheet_of(app).line(1).struck
    assert visit.send(answer.form("/rayer")).status == 303
    assert sheet_of(app).line(1).struck


def test_reopening_another_result_keeps_the_reason(laptops: tuple[Flask, Flask]) -> None:
    ours = laptops[1]
    taken_over(ours)
    visits = [Visit(app.test_client()) for app in laptops]
    for visit in visits:
        assert act(visit, "/parties/1/terminer", "/terminer").status == 303
    form = visits[0].get("/parties/1").form("/rouvrir")
    token = visits[1].get("/parties/1").form("/rouvrir").only("csrf_token")
    fields = [pair for pair in form.with_fields({"raison": "oubli"}) if pair[0] != "csrf_token"]
    answer = visits[1].post(form.action, [*fields, *token])
    assert (answer.status, answer.errors, answer.value("raison")) == (422, [MOVED], "oubli")
    assert not sheet_of(ours).is_open
