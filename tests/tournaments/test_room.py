"""What hundreds of onlookers ask for: never wrong, now and then a moment old, and cheap."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from scorekeeper import tournaments as desk
from scorekeeper.parties import enter, read_partie
from scorekeeper.records.store import Store
from scorekeeper.server import process
from scorekeeper.tournaments import rankings
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.rankings import ranking
from scorekeeper.web.core.html_cache import Fragments
from tests.tournaments.desk import BY, confirm, draw, new_uuid, note, opened, play

PAGES = ("/tournois/1/classement", "/tournois/1/tirage", "/api/tournois/1/standings")


def totals(store: Store, t: Tournament) -> list[int]:
    return [line.standing.total for line in desk.standings(store, t.id).lines]


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall of eight is a crowd, and nobody waits for the ranking to be old."""
    monkeypatch.setattr(rankings, "CROWD", 8)
    monkeypatch.setattr(rankings, "BEHIND", 3600.0)


@pytest.mark.usefixtures("crowd")
def test_a_crowd_sees_a_full_sheet_a_moment_later(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    t = draw(store, opened(store, 8, rounds=2))
    assert totals(store, t) == [0] * 8
    play(store, t.rounds[0].tables[0].partie)
    assert totals(store, t) == [0] * 8
    monkeypatch.setattr(rankings, "BEHIND", 0.0)
    assert totals(store, t) == [1007, 1007, 877, 877, 0, 0, 0, 0]


@pytest.mark.usefixtures("crowd")
def test_a_crowd_sees_at_once_what_the_organiser_does(store: Store) -> None:
    t = draw(store, opened(store, 8, rounds=2))
    assert totals(store, t) == [0] * 8
    note(store, t, 1, (1000, 884))
    assert totals(store, t) == [1000, 1000, 884, 884, 0, 0, 0, 0]
    play(store, t.rounds[0].tables[1].partie)
    confirm(store, t, 2)
    assert totals(store, t) == [1000, 1000, 884, 884, 0, 0, 0, 0]
    desk.close_round(store, t.id, 1, by=BY)
    assert totals(store, t) == [1007, 1007, 1000, 1000, 884, 884, 877, 877]


@pytest.mark.usefixtures("crowd")
def test_nobody_waits_while_a_newer_ranking_is_reckoned(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    t = draw(store, opened(store, 8, rounds=2))
    assert totals(store, t) == [0] * 8
    play(store, t.rounds[0].tables[0].partie)
    monkeypatch.setattr(rankings, "BEHIND", 0.0)
    begun, go_on = threading.Event(), threading.Event()
    real = ranking

    def slow(*args: object) -> object:
        begun.set()
        assert go_on.wait(60)
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(rankings, "ranking", slow)
    found: list[list[int]] = []
    reckons = threading.Thread(target=lambda: found.append(totals(store, t)))
    reckons.start()
    assert begun.wait(60)
    assert totals(store, t) == [0] * 8
    go_on.set()
    reckons.join()
    assert found == [[1007, 1007, 877, 877, 0, 0, 0, 0]]


def test_a_small_hall_is_never_behind(store: Store) -> None:
    t = draw(store, opened(store, 8, rounds=2))
    assert totals(store, t) == [0] * 8
    play(store, t.rounds[0].tables[0].partie)
    assert totals(store, t) == [1007, 1007, 877, 877, 0, 0, 0, 0]


def test_neither_donne_nor_signature_makes_onlookers_load_anything(store: Store, client: FlaskClient) -> None:
    t = draw(store, opened(store, 8, rounds=1))
    first, second = (table.partie for table in t.rounds[0].tables)
    marks = {page: client.get(page).headers["ETag"] for page in PAGES}

    def statuses() -> list[int]:
        return [client.get(page, headers={"If-None-Match": mark}).status_code for page, mark in marks.items()]

    play(store, first, (92, 57))
    assert statuses() == [304, 304, 304]
    play(store, first, (157, 61, 110, 48, 83, 77, 120, 35, 66, 101))
    assert statuses() == [200, 304, 200]
    marks = {page: client.get(page).headers["ETag"] for page in PAGES}
    confirm(store, t, 1)
    play(store, second, (92,))
    assert statuses() == [304, 304, 304]
    rang = read_partie(store, second).next_rang
    enter(store, second, uuid=new_uuid(), rang=rang, payload={"points": [57, 100]}, by=BY)
    desk.amend_entrant(store, t.id, 1, {"name": "Zoé"}, by=BY)
    assert statuses() == [200, 200, 200]
    assert b"Zo\xc3\xa9" in client.get("/tournois/1/tirage").data
    assert b"Zo\xc3\xa9" in client.get("/tournois/1/classement").data


def test_the_reader_s_language_is_that_of_what_was_kept(store: Store, client: FlaskClient) -> None:
    draw(store, opened(store, 8, rounds=1))
    for language, said in (("fr", "place 1"), ("en", "seat 1"), ("fr", "place 1")):
        page = client.get("/tournois/1/tirage", headers={"Accept-Language": language}).text
        assert said in page


def test_a_long_part_is_written_once_by_whoever_asks_first() -> None:
    kept = Fragments(most=10)
    written: list[str] = []

    def write(text: str) -> str:
        written.append(text)
        return text

    assert [kept.once(("a",), lambda: write("12345")) for _ in range(3)] == ["12345"] * 3
    assert kept.once(("b",), lambda: write("67890")) == "67890"
    kept.once(("a",), lambda: write("never"))
    assert written == ["12345", "67890"]
    kept.once(("c",), lambda: write("x"))
    kept.once(("a",), lambda: write("never"))
    assert kept.once(("b",), lambda: write("again")) == "again"
    assert written == ["12345", "67890", "x", "again"]
    assert kept.once(("d",), lambda: write("longer than all that is kept")) == "longer than all that is kept"
    assert kept.once(("d",), lambda: write("never")) == "longer than all that is kept"


def test_what_cannot_be_written_is_tried_again() -> None:
    kept = Fragments()

    def fails() -> str:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        kept.once(("a",), fails)
    assert kept.once(("a",), lambda: "text") == "text"


@pytest.fixture
def usual_pauses() -> Iterator[None]:
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    yield
    sys.setswitchinterval(interval)
    gc.set_threshold(*thresholds)
    gc.unfreeze()


@pytest.mark.usefixtures("usual_pauses")
def test_the_server_collects_all_garbage_only_when_it_chooses_to() -> None:
    swept = threading.Event()
    whole: list[int] = []

    def note_it(_phase: str, info: dict[str, int]) -> None:
        if info["generation"] == 2:
            whole.append(1)
            swept.set()

    gc.callbacks.append(note_it)
    try:
        process.keep_pauses_short().set()
        assert gc.get_freeze_count() > 0
        whole.clear()
        heap = [[number] for number in range(200_000)]
        assert len(heap) == 200_000
        assert whole == []
        swept.clear()
        ended = process.keep_pauses_short(0.01)
        swept.clear()
        assert swept.wait(60)
        ended.set()
    finally:
        gc.callbacks.remove(note_it)
    assert sys.getswitchinterval() == pytest.approx(0.001)


def test_the_server_stays_on_one_core_and_prints_use_all() -> None:
    every, cores = len(os.sched_getaffinity(0)), []
    printing = "import os; from scorekeeper.printing.worker import limit_self; limit_self(0, -1, -1); "
    command = [sys.executable, "-c", printing + "print(len(os.sched_getaffinity(0)))"]

    def serve() -> None:
        process.stay_on_one_core()
        cores.append(len(os.sched_getaffinity(0)))
        cores.append(int(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout))

    # The cores are those of a thread, and of what it starts.
    thread = threading.Thread(target=serve)
    thread.start()
    thread.join()
    assert cores == [1, every]
    assert len(os.sched_getaffinity(0)) == every
