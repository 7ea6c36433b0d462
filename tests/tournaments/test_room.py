"""Requests of hundreds of onlookers: never more than is public, and cheap."""

from __future__ import annotations

import csv
import gc
import io
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper import system
from scorekeeper import tournaments as desk
from scorekeeper.lists.spreadsheet import csv_text
from scorekeeper.parties import enter, read_partie
from scorekeeper.press.messages import Failure, PrintFailed
from scorekeeper.press.pdf import Printer
from scorekeeper.records.store import Store
from scorekeeper.server import process
from scorekeeper.tournaments import rankings
from scorekeeper.tournaments.export import CsvTable
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.rankings import ranking
from scorekeeper.web.core.jinja import Fragments
from tests.tournaments.desk import BY, confirm, draw, new_uuid, note, opened, play, play_round

PAGES = ("/tournois/1/classement", "/tournois/1/tirage", "/api/tournois/1/standings")


def totals(store: Store, t: Tournament) -> list[int]:
    return [line.standing.total for line in desk.standings(store, t.id).lines]


def test_a_ranking_counts_a_round_once_it_is_closed(store: Store) -> None:
    t = draw(store, opened(store, 9, rounds=2, prizes=["un cochon"]))
    standings = desk.standings(store, t.id)
    assert (standings.closed, standings.through, standings.provisional) == (0, 0, True)
    note(store, t, 1, (1000, 884))
    play(store, t.rounds[0].tables[1].partie)
    confirm(store, t, 2)
    # Neither full sheets nor the bye count before their round is closed.
    assert totals(store, t) == [0] * 9
    bye = t.rounds[0].byes[0]
    assert desk.player(store, t.id, bye).rounds[0].result is None
    rows = list(
        csv.reader(io.StringIO(csv_text(desk.export_rows(store, t.id, CsvTable.RESULTATS), excel=False)))
    )
    assert rows[-1][6:] == ["", "", "", "exempt"]
    desk.close_round(store, t.id, 1, by=BY)
    assert totals(store, t) == [1007, 1007, 1000, 1000, 942, 884, 884, 877, 877]
    rows = list(
        csv.reader(io.StringIO(csv_text(desk.export_rows(store, t.id, CsvTable.RESULTATS), excel=False)))
    )
    assert rows[-1][6:] == ["", "942", "0", "exempt"]
    assert [desk.standings(store, t.id).state, *prizes(store, t)] == ["PROVISOIRE, 1 tour sur 2"]


def prizes(store: Store, t: Tournament, through: int | None = None) -> list[str]:
    return [prize for line in desk.standings(store, t.id, through).lines for prize in line.standing.prizes]


def test_a_prize_has_a_winner_once_the_last_round_is_closed(store: Store) -> None:
    t = play_round(store, opened(store, 8, rounds=2, prizes=["un cochon", "un jambon"]))
    t = draw(store, t)
    for table in t.rounds[1].tables:
        note(store, t, table.number, (942, 942))
    standings = desk.standings(store, t.id)
    assert (standings.state, standings.through, prizes(store, t)) == ("PROVISOIRE, 1 tour sur 2", 1, [])
    t = desk.close_round(store, t.id, 2, by=BY)
    assert desk.standings(store, t.id).state == "2 tours sur 2"
    assert set(prizes(store, t)) == {"un cochon", "un jambon"}
    # The ranking after the first round was provisional.
    assert desk.standings(store, t.id, 1).state == "PROVISOIRE, 1 tour sur 2"
    assert prizes(store, t, 1) == []
    t = desk.reopen_round(store, t.id, 1, reason="camps inversés", by=BY)
    standings = desk.standings(store, t.id)
    assert (standings.state, standings.through, prizes(store, t)) == ("PROVISOIRE, 1 tour sur 2", 2, [])
    assert totals(store, t) == [942] * 8
    assert {line.rounds[0] for line in standings.lines} == {None}


def test_an_evening_that_ended_early_has_its_prizes(store: Store) -> None:
    t = play_round(store, opened(store, 8, rounds=3, prizes=["un cochon"]))
    assert prizes(store, t) == []
    t = desk.finish(store, t.id, by=BY, reason="panne de courant")
    assert t.final is not None
    assert t.final["lines"][0]["prizes"] == ["un cochon"]
    assert desk.standings(store, t.id).state == "1 tour sur 3"
    assert prizes(store, t)[:1] == ["un cochon"]


def test_every_page_with_a_ranking_has_its_last_round(store: Store, client: FlaskClient) -> None:
    draw(store, play_round(store, opened(store, 8, rounds=3, prizes=["un cochon"])))
    for language, state in (("fr", "PROVISOIRE, 1 tour sur 3"), ("en", "PROVISIONAL, 1 of 3 rounds")):
        for page in (
            "classement",
            "classement?tour=1",
            "salle",
            "salle?voir=classement",
            "joueurs/1",
            "export.csv",
        ):
            root = "/api/tournois/1" if page == "export.csv" else "/tournois/1"
            text = client.get(f"{root}/{page}", headers={"Accept-Language": language}).text
            assert state in text, page
            assert "un cochon" not in text
    ranked = client.get("/api/tournois/1/standings").get_json()
    assert (ranked["closed"], ranked["planned"], ranked["provisional"]) == (1, 3, True)
    export = client.get("/api/tournois/1/export.json").get_json()
    assert export["ranked"] == {"closed": 1, "planned": 3, "provisional": True}


def test_simultaneous_readers_wait_for_one_ranking(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    t = play_round(store, opened(store, 8, rounds=2))
    made: list[int] = []
    real = ranking

    def counted(*args: Any) -> Any:
        made.append(1)
        return real(*args)

    monkeypatch.setattr(rankings, "ranking", counted)
    monkeypatch.setattr(rankings, "MOST_RANKINGS", 1)
    threads = [threading.Thread(target=lambda: totals(store, t)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    # The cache is bounded.
    desk.standings(store, t.id, 0)
    assert totals(store, t) == [1007] * 4 + [877] * 4
    assert len(made) == 3


def test_donne_and_signature_make_onlookers_load_nothing(store: Store, client: FlaskClient) -> None:
    t = draw(store, opened(store, 8, rounds=1))
    first, second = (table.partie for table in t.rounds[0].tables)
    client.environ_base["REMOTE_ADDR"] = "10.0.0.9"
    marks = {page: client.get(page).headers["ETag"] for page in PAGES}

    def statuses() -> list[int]:
        return [client.get(page, headers={"If-None-Match": mark}).status_code for page, mark in marks.items()]

    play(store, first, (92, 57))
    assert statuses() == [304, 304, 304]
    play(store, first, (157, 61, 110, 48, 83, 77, 120, 35, 66, 101))
    confirm(store, t, 1)
    play(store, second, (92,))
    assert statuses() == [304, 304, 304]
    rang = read_partie(store, second).next_rang
    enter(store, second, uuid=new_uuid(), rang=rang, payload={"points": [57, 100]}, by=BY)
    desk.amend_entrant(store, t.id, 1, {"name": "Zoé"}, by=BY)
    assert statuses() == [200, 200, 200]
    assert b"Zo\xc3\xa9" in client.get("/tournois/1/tirage").data
    assert b"Zo\xc3\xa9" in client.get("/tournois/1/classement").data


def test_reader_gets_the_cached_text_in_their_language(store: Store, client: FlaskClient) -> None:
    draw(store, opened(store, 8, rounds=1))
    for language, seat in (("fr", "place 1"), ("en", "seat 1"), ("fr", "place 1")):
        page = client.get("/tournois/1/tirage", headers={"Accept-Language": language}).text
        assert seat in page


def test_long_part_is_rendered_once_by_the_first_reader() -> None:
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


def test_simultaneous_requests_share_one_text_without_blocking() -> None:
    kept, written, began, go = Fragments(), list[str](), threading.Event(), threading.Event()

    def write() -> str:
        written.append("long")
        began.set()
        assert go.wait(60)
        return "long"

    kept.once(("short",), lambda: "short")
    askers = [threading.Thread(target=kept.once, args=(("long",), write)) for _ in range(3)]
    for asker in askers:
        asker.start()
    assert began.wait(60)
    assert kept.once(("short",), lambda: "again") == "short"
    assert askers[0].is_alive()
    go.set()
    for asker in askers:
        asker.join()
    assert written == ["long"]


def test_failed_rendering_is_retried() -> None:
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
    collections: list[int] = []

    def note_it(_phase: str, info: dict[str, int]) -> None:
        if info["generation"] == 2:
            collections.append(1)
            swept.set()

    gc.callbacks.append(note_it)
    try:
        process.keep_pauses_short().set()
        assert gc.get_freeze_count() > 0
        collections.clear()
        heap = [[number] for number in range(200_000)]
        assert len(heap) == 200_000
        assert collections == []
        swept.clear()
        ended = process.keep_pauses_short(0.01)
        swept.clear()
        assert swept.wait(60)
        ended.set()
    finally:
        gc.callbacks.remove(note_it)
    assert sys.getswitchinterval() == pytest.approx(0.001)


class Knot:
    """An object that refers to itself, as a form does."""

    def __init__(self) -> None:
        self.knot = self


@pytest.mark.usefixtures("usual_pauses")
def test_garbage_of_requests_is_collected_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "YOUNG", 1000)
    process.keep_pauses_short().set()
    left = [weakref.ref(Knot()) for _ in range(100)]
    process.tidy()
    assert all(ref() is not None for ref in left)
    left += [weakref.ref(Knot()) for _ in range(2000)]
    # No collection ran while they were made, so none reached an older generation.
    assert all(ref() is not None for ref in left)
    process.tidy()
    assert all(ref() is None for ref in left)


@pytest.mark.usefixtures("usual_pauses")
def test_garbage_is_collected_without_a_quiet_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process, "CROWDED", 1000)
    process.keep_pauses_short().set()
    at_work = [Knot() for _ in range(100)]
    left = [weakref.ref(Knot()) for _ in range(5000)]
    assert sum(ref() is not None for ref in left) < 2000
    of_requests = [weakref.ref(knot) for knot in at_work]
    del at_work
    process.tidy()
    assert all(ref() is None for ref in of_requests)


def test_the_server_stays_on_one_core_and_prints_use_all() -> None:
    every, cores = len(os.sched_getaffinity(0)), []
    printing = "import os; from scorekeeper.system import limit_self; limit_self(0, -1, -1); "
    command = [sys.executable, "-c", printing + "print(len(os.sched_getaffinity(0)))"]

    def serve() -> None:
        system.stay_on_one_core()
        cores.append(len(os.sched_getaffinity(0)))
        cores.append(int(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout))

    # Affinity is a property of a thread, inherited by those it starts.
    thread = threading.Thread(target=serve)
    thread.start()
    thread.join()
    assert cores == [1, every]
    assert len(os.sched_getaffinity(0)) == every


def test_the_server_starts_its_printer_before_anybody_prints(caplog: pytest.LogCaptureFixture) -> None:
    warmed = []

    class Broken(Printer):
        def warm(self) -> None:
            warmed.append(1)
            raise PrintFailed(Failure.UNAVAILABLE)

    with Broken() as printer:
        process.warm_up(printer)
    assert warmed == [1]
    assert caplog.records == []
