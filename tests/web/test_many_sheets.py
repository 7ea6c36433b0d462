"""Budget of strangers: enough for a hall, too little to slow down others or to fill the disk."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.errors import TooManySheets
from scorekeeper.tournaments.access.organiser import HASH_SECONDS
from scorekeeper.web.parties.access import LINE, SAVED, SHARE, Budget
from tests.tarot_table import PLAYERS
from tests.web.desk_visits import PHRASE, come_in, play_of_eight, tokens
from tests.web.test_whose_sheet import SHEET, Tablet

LARGE = {**SHEET, "entries": [{"preneur": PLAYERS[0], "contrat": "garde", "bouts": 2, "points": 56}] * 300}


def test_stranger_opening_large_sheets_waits_and_keeps_input(app: Flask) -> None:
    owner, other = Tablet(app, 7), Tablet(app, 8)
    answers = [owner.client.post("/api/parties", json=LARGE) for _ in range(3)]
    # The first request exceeds the budget, and is accepted whole.
    assert [answer.status_code for answer in answers] == [201, 429, 429]
    assert 0 < int(answers[1].headers["Retry-After"]) < 120
    assert owner.client.post("/api/score", json=SHEET).status_code == 429
    # A new device at the same address.
    assert Tablet(app, 7).client.get("/").status_code == 429
    page = Tablet(app, 7).client.post("/api/parties", json=LARGE)
    assert page.status_code == 429
    assert other.client.post("/api/score", json=LARGE).status_code == 200
    other.open_sheet("tarot", PLAYERS)
    assert app.test_client().post("/api/parties", json=LARGE).status_code == 201  # this machine itself


def test_page_of_a_new_sheet_keeps_the_input(app: Flask) -> None:
    owner = Tablet(app, 7)
    page = owner.get("/nouvelle/tarot")
    form = page.form("/nouvelle/tarot")
    app.extensions["budget"].spend(100, "192.168.1.7", "little 192.168.1.7")
    typed = {f"joueur-{place}": name for place, name in enumerate(PLAYERS)}
    page = owner.send(form, form.with_fields({**typed, "lieu": "Chez Berthe"}))
    assert page.status == 429
    assert "Beaucoup de travail a été demandé d’ici" in page.html
    assert "Chez Berthe" in page.html
    assert all(name in page.html for name in PLAYERS)


def test_a_table_and_the_desk_are_no_strangers(app: Flask) -> None:
    play_of_eight(app)
    table = Tablet(app, 7)
    path = f"/t/{tokens(app)[1]}"
    assert table.send(table.get(path).form(path)).status == 303
    app.extensions["budget"].spend(100, "192.168.1.7")
    assert table.get("/table").status == 303
    assert Tablet(app, 7).get("/").status == 429


def test_budget_refills_evenly_up_to_its_limit() -> None:
    now = [0.0]
    budget = Budget(lambda: now[0])
    assert budget.payers("router") == ("router",)
    budget.spend(SAVED + 4, "router")
    with pytest.raises(TooManySheets) as refused:
        budget.payers("router")
    assert refused.value.retry_after == 20
    now[0] = 21
    budget.payers("router")
    now[0] = 10_000
    budget.spend(SAVED, "router")
    with pytest.raises(TooManySheets):
        budget.payers("router")


def test_a_phone_behind_a_router_pays_for_no_other() -> None:
    budget = Budget(lambda: 0)
    assert budget.payers("router", "phone") == ("router", "phone")
    assert budget.payers("router", "phone", looks=True) == ("phone",)
    budget.spend(100, "router", "greedy")
    for looks in (False, True):
        with pytest.raises(TooManySheets):
            budget.payers("router", "greedy", looks=looks)
    assert budget.payers("router", "phone") == ("little router", "phone")
    # Many devices that asked for little share one stranger's budget, and may still read.
    budget.spend(SAVED, "little router")
    with pytest.raises(TooManySheets):
        budget.payers("router", "phone")
    assert budget.payers("router", "phone", looks=True) == ("phone",)


@pytest.mark.soak
def test_two_hundred_phones_behind_a_router_do_not_slow_the_desk(app: Flask) -> None:
    phones = [Tablet(app, 7) for _ in range(200)]
    assert {phone.get("/").status for phone in phones} == {200}
    assert phones[0].client.post("/api/parties", json=LARGE).status_code == 201
    assert phones[0].get("/").status == 429
    assert {phone.get("/").status for phone in phones[1:]} == {200}
    phones[-1].open_sheet("tarot", PLAYERS)


def test_guesses_of_the_passphrase_are_work_too(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.extensions, "budget", Budget(clock=lambda: 0.0))
    play_of_eight(app)
    come_in(app)
    guest = Tablet(app, 7)
    guest.get("/")
    before = app.extensions["budget"].left("192.168.1.7")
    for _ in range(3):
        guest.client.post("/api/acces/organisateur", json={"passphrase": "une phrase de passe fausse"})
    assert before - app.extensions["budget"].left("192.168.1.7") > 3 * HASH_SECONDS


def test_lines_of_ten_minutes_are_some_thousand() -> None:
    assert 2500 < (SAVED + 600 * SHARE) / LINE < 4000


def test_a_code_lets_the_organiser_in_where_a_guest_guesses(app: Flask) -> None:
    play_of_eight(app)
    desk = come_in(app)
    desk.send(desk.get("/organisateur").form("/organisateur/code"))
    code = desk.get("/organisateur").html.partition('pairing-code">')[2].partition("<")[0]
    guest, phone = Tablet(app, 7), Tablet(app, 7)
    for typed in ("une phrase de passe fausse", "zzzzzzzz") * 4:
        guest.client.post("/api/acces/organisateur", json={"passphrase": typed.ljust(12, "x")})
    guessed = phone.get("/organisateur").form("/organisateur/entrer")
    assert phone.send(guessed, guessed.with_fields({"phrase": PHRASE})).status == 429
    assert phone.send(guessed, guessed.with_fields({"phrase": code.upper()})).status == 303
    assert phone.get("/secours").status == 200
    # The code is valid once.
    again = Tablet(app, 8)
    form = again.get("/organisateur").form("/organisateur/entrer")
    assert again.send(form, form.with_fields({"phrase": code})).status == 422
