"""Two tablets at one table, many tables at once, the desk in between: exactly one act wins, and nothing is lost."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.errors import Conflict
from scorekeeper.parties import read_partie
from scorekeeper.records.store import Store
from scorekeeper.tournaments import checking
from scorekeeper.tournaments.access import table_links
from scorekeeper.tournaments.access.organiser import set_passphrase
from scorekeeper.tournaments.model import TableAt
from tests.damage import damage
from tests.tournaments.desk import BY, J23, draw, new_uuid, opened, play


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Return the outcome of each act when all start at the same moment."""
    gate = threading.Barrier(len(acts))
    outcomes: list[Any] = [None] * len(acts)

    def run(place: int) -> None:
        gate.wait()
        outcomes[place] = acts[place]()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def tablet(app: Flask, token: str) -> FlaskClient:
    browser = app.test_client()
    assert browser.post("/api/acces/table", json={"token": token}).status_code == 201
    return browser


def test_two_tablets_of_one_table_write_each_donne_once(app: Flask, store: Store) -> None:
    t = draw(store, opened(store, 4, rounds=1))
    token = table_links.tokens(store, t.id, key=app.config["SECRET_KEY"], by=BY)[1]
    set_passphrase(store, "trois cochons roses dansent")
    first, second = tablet(app, token), tablet(app, token)
    path = f"/api/parties/{t.rounds[0].tables[0].partie}/entries"
    statuses: Counter[tuple[int, ...]] = Counter()
    for rang, points in enumerate(J23, 1):

        def write(browser: FlaskClient, gave: int = points, rang: int = rang) -> int:
            act = {"uuid": new_uuid(), "rang": rang, "entry": {"points": [gave, 157 - gave]}}
            return browser.post(path, json=act).status_code

        both = together(partial(write, first), partial(write, second))
        statuses[tuple(sorted(both))] += 1
    assert statuses == {(201, 409): 12}
    partie = read_partie(store, t.rounds[0].tables[0].partie)
    assert partie.sheet.totals == (1007, 877)
    assert len(partie.lines) == 12


def test_simultaneous_signatures_confirm_the_sheet_once(store: Store) -> None:
    for _ in range(8):
        t = draw(store, opened(store, 4, rounds=1))
        play(store, t.rounds[0].tables[0].partie)
        revision = read_partie(store, t.rounds[0].tables[0].partie).revision

        def sign(side: int, number: int = t.id, read: int = revision) -> str:
            try:
                desk.sign(
                    store,
                    number,
                    TableAt(1, 1),
                    side=side,
                    initials="AB",
                    revision=read,
                    by=BY,
                    uuid=new_uuid(),
                )
            except Conflict as error:
                return error.faults[0].code
            return "signed"

        outcomes = together(lambda: sign(0), lambda: sign(1), lambda: sign(0), lambda: sign(1))
        assert outcomes.count("signed") == 2
        assert set(outcomes) <= {"signed", "deja-signe", "deja-confirme"}
        table = desk.read(store, t.id).rounds[0].tables[0]
        assert table.confirmed
        assert {mark.side for mark in table.signatures} == {0, 1}


def test_one_round_is_drawn_when_two_organisers_press_at_once(store: Store) -> None:
    t = opened(store, 16)

    def press() -> str:
        try:
            draw(store, t, uuid=new_uuid())
        except Conflict as error:
            return error.faults[0].code
        return "drawn"

    outcomes = together(*[press] * 4)
    assert outcomes.count("drawn") == 1
    assert set(outcomes) <= {"drawn", "tour-en-cours", "presences-changees"}
    t = desk.read(store, t.id)
    assert (len(t.rounds), len(t.draws)) == (1, 1)


def test_a_full_room_writes_at_once_and_every_result_counts(store: Store) -> None:
    t = draw(store, opened(store, 32, rounds=1))
    parties = [table.partie for table in t.rounds[0].tables]
    together(*(partial(play, store, partie) for partie in parties))
    assert desk.progress(store, t.id).closable
    t = desk.close_round(store, t.id, 1, by=BY)
    lines = desk.standings(store, t.id).lines
    assert sum(line.standing.total for line in lines) == 2 * 1884 * 8
    with store.read() as session:
        assert checking.differences(session.connection) == ([], [])
    assert damage(store) == ""


def test_one_person_registered_at_two_desks_gets_one_number(store: Store) -> None:
    t = opened(store, 4)
    uuid = new_uuid()
    together(*[lambda: desk.register(store, t.id, ["Anne", "Luc"], by=BY, uuid=uuid)] * 4)
    assert [entrant.name for entrant in desk.read(store, t.id).entrants[4:]] == ["Anne", "Luc"]
