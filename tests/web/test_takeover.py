"""A second server keeps a replica and takes over; the first one then stops writing."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask, redirect, request

from scorekeeper import tournaments as desk
from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.errors import Copied, Superseded
from scorekeeper.parties import Author, read_partie, writers
from scorekeeper.records import epochs, replica_store
from scorekeeper.records.replica_store import CopyStore, Source
from scorekeeper.records.store import Store
from scorekeeper.server import follower
from scorekeeper.server.follower import Connection, FollowThread, HandOverThread, Refusing, Unreachable
from scorekeeper.tournaments import seasons
from tests.pages import make_app
from tests.tarot_table import PLAYERS
from tests.tournaments.desk import BY, note
from tests.web.browsing import Visit
from tests.web.desk_visits import come_in, play_of_eight, tokens
from tests.web_server import served

LOCAL = {"REMOTE_ADDR": "127.0.0.1"}


def code_of(organiser: Visit) -> str:
    organiser.send(organiser.get("/secours").form("/secours/code"))
    page = organiser.get("/secours")
    return page.html.partition('pairing-code">')[2].partition("<")[0]


@pytest.fixture
def url(app: Flask) -> Iterator[str]:
    play_of_eight(app)
    with served(app) as address:
        yield f"{address}/"


def paired(app: Flask, url: str, folder: Path) -> CopyStore:
    """A second server that follows the app."""
    source = Connection(Source(url, ""), folder).pair(code_of(come_in(app)))
    copy = Connection(source, folder).fetch()
    replica_store.keep(folder, source)
    copy.rename(folder / "scorekeeper.sqlite3")
    store = replica_store.open_records(folder / "scorekeeper.sqlite3")
    assert isinstance(store, CopyStore)
    return store


def test_records_are_not_sent_without_the_token(app: Flask, url: str, tmp_path: Path) -> None:
    anybody = app.test_client()
    for path in ("/secours/etat", "/secours/copie"):
        assert anybody.get(path).status_code == 401
        assert anybody.get(path, headers={"Authorization": "Bearer " + "A" * 22}).status_code == 401
    assert anybody.post("/secours/passation", data={"epoch": "f" * 32}).status_code == 401
    for path in ("/secours", "/reprendre"):
        assert anybody.get(path, environ_base={"REMOTE_ADDR": "10.0.0.9"}).status_code == 401
    # The organiser's session does not replace the token.
    assert come_in(app).get("/secours/copie").status == 401


def test_a_token_is_sent_nowhere_else(tmp_path: Path) -> None:
    asked: list[str] = []

    def other() -> str:
        asked.append(request.headers.get("Authorization", ""))
        return "{}"

    detour = Flask("detour")
    detour.add_url_rule("/secours/etat", "state", lambda: redirect(f"/autre/{request.path}"))
    detour.add_url_rule("/autre/<path:_path>", "other", lambda _path: other())
    with served(detour) as address, pytest.raises(Unreachable, match="302"):
        Connection(Source(f"{address}/", "A" * 22), tmp_path).mark()
    assert asked == []


def test_the_code_is_good_once_and_guessing_is_slowed_down(app: Flask, url: str, tmp_path: Path) -> None:
    code = code_of(come_in(app))
    connection = Connection(Source(url, ""), tmp_path)
    with pytest.raises(Refusing, match="404"):
        connection.pair("zzzzzzzz")
    assert connection.pair(f" {code.upper()} ").token
    for _ in range(5):
        with pytest.raises(Refusing):
            connection.pair(code)
    with pytest.raises(Refusing, match="429"):
        connection.pair(code)


def test_the_copy_stays_fresh_and_is_only_read(app: Flask, url: str, tmp_path: Path) -> None:
    folder = tmp_path / "second"
    with paired(app, url, folder) as copy:
        thread = FollowThread(copy)
        thread.look()
        second = Visit(create_app(Config(folder), copy).test_client())
        assert "rien ne s’écrit ici" in second.get("/").text
        partie = Visit(app.test_client()).open_sheet("tarot", PLAYERS)
        assert second.get(f"/parties/{partie}").status == 404
        thread.look()
        assert second.get(f"/parties/{partie}").status == 200
        with pytest.raises(Copied), copy.write():
            pass
        answer = second.client.post(
            "/api/parties", json={"format": "scorekeeper/1", "game": "tarot", "players": list(PLAYERS)}
        )
        assert answer.status_code == 507
        assert answer.get_json()["faults"][0]["code"] == "copie"
        assert copy.tail() == app.extensions["store"].tail()
        assert (folder / "cookies.key").read_bytes() == app.config["SECRET_KEY"]


def test_season_is_shown_unchanged_at_the_second_machine(app: Flask, url: str, tmp_path: Path) -> None:
    store: Store = app.extensions["store"]
    folder = tmp_path / "second"
    with paired(app, url, folder) as copy:
        thread = FollowThread(copy)
        second = Visit(create_app(Config(folder), copy).test_client())
        assert second.get("/saisons/1").status == 404
        seasons.create(store, {"name": "Hiver"}, by=BY)
        seasons.add_evening(store, 1, 1, by=BY)
        thread.look()
        assert "Hiver" in second.get("/tournois").text
        assert "0 soirée" in second.get("/saisons/1").text
        for table in (1, 2):
            note(store, desk.read(store, 1), table, (1000, 884))
        desk.close_round(store, 1, 1, by=BY)
        thread.look()
        assert "en cours" in second.get("/saisons/1").text
        assert second.client.get("/api/saisons/1/standings").status_code == 200


def test_network_outage_makes_no_copy_old(
    app: Flask, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with paired(app, url, tmp_path / "second") as copy:
        thread = FollowThread(copy)
        moments = iter((0.0, 0.1, 10.0, 10.5, 20.0, 30.0, 40.0))
        monkeypatch.setattr(follower, "time", SimpleNamespace(monotonic=moments.__next__, time=time.time))
        # Fast, slower, and slow because half of it was lost.
        assert [thread.tried() for _ in range(3)] == [1.0, 1.5, 3.0]
        monkeypatch.setattr(thread, "look", lambda: copy.path.with_name("nothing").read_bytes())
        assert thread.tried() == 1.0


def test_copy_includes_write_access_and_device_names(app: Flask, url: str, tmp_path: Path) -> None:
    partie = Visit(app.test_client()).open_sheet("tarot", PLAYERS)
    with paired(app, url, tmp_path / "second") as copy:
        opener = writers.writers(copy, partie)
        assert (len(opener), writers.device_names(copy)) == (1, {})
        writers.grant(app.extensions["store"], partie, "d" * 16, by=Author("table"))
        writers.rename(app.extensions["store"], "d" * 16, "Tablette 3")
        FollowThread(copy).look()
        assert writers.writers(copy, partie) == opener | {"d" * 16}
        assert writers.device_names(copy) == {"d" * 16: "Tablette 3"}


def test_a_machine_that_is_dismissed_gets_nothing_more(app: Flask, url: str, tmp_path: Path) -> None:
    with paired(app, url, tmp_path / "second") as copy:
        organiser = come_in(app)
        organiser.send(organiser.get("/secours").form("/secours/fin"))
        with pytest.raises(Refusing):
            FollowThread(copy).look()


def test_damaged_response_is_refused(
    app: Flask, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "second"
    with paired(app, url, folder) as copy:
        before = (folder / "scorekeeper.sqlite3").read_bytes()
        connection = Connection(copy.followed, folder)
        monkeypatch.setattr(connection, "_ask", lambda _path: b"\x1f\x8b rubbish")
        with pytest.raises(Unreachable):
            connection.fetch()
        assert (folder / "scorekeeper.sqlite3").read_bytes() == before
        assert not list(folder.glob(".*fetched"))


def test_evening_continues_at_the_second_machine_alone(app: Flask, url: str, tmp_path: Path) -> None:
    links = tokens(app)
    folder = tmp_path / "second"
    with paired(app, url, folder) as copy:
        here = Visit(create_app(Config(folder), copy).test_client())
        assert here.send(here.get("/reprendre").form("/reprendre")).status == 200
        assert copy.needs_restart()
    second = make_app(Config(folder))
    try:
        store: Store = second.extensions["store"]
        tablet = Visit(second.test_client())
        number = tablet.open_sheet("tarot", PLAYERS)
        assert tablet.get(f"/parties/{number}").status == 200
        assert tokens(second) == links
        assert second.test_client().get(f"/t/{links[1]}").status_code == 200
        # The same tablet at the first server, which is running again: the epoch in its cookie is newer.
        first: Store = app.extensions["store"]
        assert not first.read_only
        known = second.test_client()
        known.get("/")
        cookie = known.get_cookie("scorekeeper")
        assert cookie is not None
        client = app.test_client()
        client.set_cookie("scorekeeper", cookie.value)
        page = client.get("/").get_data(as_text=True)
        assert "Une autre machine a repris la soirée" in page
        with pytest.raises(Superseded), first.write():
            pass
        assert store.epoch != first.epoch
        answer = app.test_client().get("/api/health")
        assert answer.status_code == 503
    finally:
        second.extensions["store"].close()


def test_a_copy_that_comes_after_the_takeover_replaces_nothing(app: Flask, url: str, tmp_path: Path) -> None:
    with paired(app, url, tmp_path / "second") as copy:
        late = Connection(copy.followed, copy.folder).fetch()
        copy.resume()
        copy.resume()
        copy.replace(late)
        assert not late.exists()
    with Store(tmp_path / "second" / "scorekeeper.sqlite3") as store, store.read() as session:
        assert len(epochs.history(session.connection)) == 2
        assert epochs.history(session.connection)[-1].epoch == store.epoch != app.extensions["store"].epoch


def test_epoch_header_of_a_program_counts_and_rubbish_does_not(app: Flask, url: str, tmp_path: Path) -> None:
    client = app.test_client()
    for header in ("x", "f" * 32, "0001" + "0" * 28, "é", "f" * 5000):
        client.get("/api/health", headers={"X-Epoch": header.encode().decode("latin-1")})
    assert not app.extensions["store"].read_only
    with paired(app, url, tmp_path / "second") as copy:
        copy.resume()
    with Store(tmp_path / "second" / "scorekeeper.sqlite3") as store:
        source = replica_store.source(store.folder, replica_store.FOLLOWED)
        assert source is not None
        assert Connection(source, store.folder).hand_over(store.epoch)
        assert app.extensions["store"].read_only
        epoch = json.dumps(store.epoch)
    assert len(epoch) == 34


def entry(points: int) -> dict[str, object]:
    return {"preneur": PLAYERS[0], "contrat": "garde", "points": points, "bouts": 2}


def test_late_lines_of_the_first_are_listed_at_the_second(app: Flask, url: str, tmp_path: Path) -> None:
    first = app.test_client()
    partie = Visit(first).open_sheet("tarot", PLAYERS)
    with paired(app, url, tmp_path / "second") as copy:
        copy.resume()
    alone = {"uuid": "6f9a1c55-0000-4000-8000-000000000001", "rang": 1, "entry": entry(50)}
    answer = first.post(f"/api/parties/{partie}/entries", json=alone, environ_base=LOCAL)
    assert answer.status_code == 201
    with Store(tmp_path / "second" / "scorekeeper.sqlite3") as store:
        second = create_app(Config(tmp_path / "second"), store)
        again = {"uuid": "6f9a1c55-0000-4000-8000-000000000003", "rang": 1, "entry": entry(60)}
        assert second.test_client().post(f"/api/parties/{partie}/entries", json=again).status_code == 201
        source = replica_store.source(store.folder, replica_store.FOLLOWED)
        assert source is not None
        assert HandOverThread(store, source).look()
        assert app.extensions["store"].read_only
        page = come_in(second).get("/secours/notees")
        assert "Écrite — Anne, garde +9" in page.text
        assert "Écrite — Anne, garde +19" in page.text
        line = read_partie(store, partie).line(1)
        assert (line.payload["points"], len(line.versions)) == (60, 1)
        assert not list(store.folder.glob(".*fetched"))


def test_lines_of_the_second_are_listed_after_the_way_back(app: Flask, url: str, tmp_path: Path) -> None:
    partie = Visit(app.test_client()).open_sheet("tarot", PLAYERS)
    first: Store = app.extensions["store"]
    with paired(app, url, tmp_path / "second") as copy:
        copy.resume()
    with Store(tmp_path / "second" / "scorekeeper.sqlite3") as store:
        token = replica_store.source(store.folder, replica_store.FOLLOWED)
        assert token is not None
        answer = app.test_client().post(
            "/secours/passation",
            data={"epoch": store.epoch, "port": "8000"},
            headers={"Authorization": f"Bearer {token.token}"},
            environ_base={"REMOTE_ADDR": "192.168.1.30"},
        )
        assert answer.get_json() == {"gave_way": True}
        second = create_app(Config(tmp_path / "second"), store)
        line = {"uuid": "6f9a1c55-0000-4000-8000-000000000004", "rang": 1, "entry": entry(60)}
        assert second.test_client().post(f"/api/parties/{partie}/entries", json=line).status_code == 201
        first.resume()
        first.close()
        with served(second) as address, Store(first.path) as again:
            other = replica_store.source(again.folder, replica_store.FOLLOWED)
            assert other == Source("http://192.168.1.30:8000/", token.token)
            assert HandOverThread(again, replace(other, url=f"{address}/")).look()
            assert store.read_only
            (kept,) = replica_store.missing_acts(again)
            assert [(event.kind, event.rang) for event in kept.missing] == [("entree", 1)]
            assert read_partie(again, partie).lines == ()


def test_read_only_pages_link_to_the_machine_that_writes(app: Flask, url: str, tmp_path: Path) -> None:
    partie = Visit(app.test_client()).open_sheet("tarot", PLAYERS)
    onlooker = Visit(app.test_client())
    onlooker.client.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    assert onlooker.get(f"/parties/{partie}").has_form("/rejoindre")
    with paired(app, url, tmp_path / "second") as copy:
        copy.resume()
    with Store(tmp_path / "second" / "scorekeeper.sqlite3") as store:
        source = replica_store.source(store.folder, replica_store.FOLLOWED)
        assert source is not None
        answer = app.test_client().post(
            "/secours/passation",
            data={"epoch": store.epoch, "port": "8000", "https": "8443"},
            headers={"Authorization": f"Bearer {source.token}"},
            environ_base={"REMOTE_ADDR": "192.168.1.30"},
        )
    assert answer.get_json() == {"gave_way": True}
    page = onlooker.get(f"/parties/{partie}")
    assert "http://192.168.1.30:8000/" in page.links
    assert not page.has_form("/rejoindre")


def test_standby_command_names_a_reachable_address(tmp_path: Path) -> None:
    config = Config(tmp_path, trusted_hosts=("localhost",), addresses=("192.168.1.20",))
    made = create_app(config)
    desk = Visit(made.test_client())  # this machine, without a passphrase
    desk.send(desk.get("/secours").form("/secours/code"))
    assert "scorekeeper follow http://192.168.1.20:8000/ --lan" in desk.get("/secours").text
    made.extensions["store"].close()
