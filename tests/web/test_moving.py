"""Servers that change addresses: a standby finds its server, two writers detect each other, an old copy is marked as such."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask, request

from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.parties import read_partie
from scorekeeper.records import replica_store
from scorekeeper.records.replica_store import CopyStore
from scorekeeper.records.store import Store
from scorekeeper.server import follower
from scorekeeper.server.follower import FollowThread, PeerThread, Unreachable, find
from tests.pages import make_app
from tests.tarot_table import PLAYERS
from tests.web.browsing import Visit
from tests.web.desk_visits import come_in, play_of_eight
from tests.web.test_takeover import paired, url
from tests.web_server import served

__all__ = ["url"]


def former_at(app: Flask, copy: CopyStore) -> tuple[str, ...]:
    """Return the URL of the server that a copy follows, and its other URLs."""
    source = replica_store.source(copy.folder)
    assert source is not None
    return source.url, *source.others


def test_standby_finds_its_moved_machine_and_leaks_no_token(app: Flask, tmp_path: Path) -> None:
    play_of_eight(app)
    urls: list[str] = []
    tokens_sent: list[str] = []
    stranger = make_app(Config(tmp_path / "stranger"))

    @stranger.before_request
    def listen() -> None:
        tokens_sent.append(request.headers.get("Authorization", ""))

    with contextlib.ExitStack() as stack:
        with served(app) as address:
            copy = stack.enter_context(paired(app, f"{address}/", tmp_path / "second"))
            thread = FollowThread(copy, other_servers=lambda: urls)
            thread.look()
        with pytest.raises(Unreachable):
            thread.look()
        urls.append(f"{stack.enter_context(served(stranger))}/")
        with pytest.raises(Unreachable, match="no server of the house"):
            thread.look()
        urls.append(f"{stack.enter_context(served(app))}/")
        partie = Visit(app.test_client()).open_sheet("tarot", PLAYERS)
        thread.look()
        assert read_partie(copy, partie).id == partie
        assert former_at(app, copy)[0] == urls[1]
        assert str(copy.refusing) == urls[1]
        assert set(tokens_sent) == {""}
    stranger.extensions["store"].close()


def test_standby_stores_all_addresses_and_its_machines_name(tmp_path: Path) -> None:
    addresses = ("10.0.0.5", "10.42.0.1")
    app = make_app(Config(tmp_path / "first", addresses=addresses, name="marque-xyz"))
    play_of_eight(app)
    with served(app) as address, paired(app, f"{address}/", tmp_path / "second") as copy:
        FollowThread(copy).look()
        ways = [f"http://{host}:8000/" for host in (*addresses, "marque-xyz.local")]
        assert former_at(app, copy) == (f"{address}/", *ways)
    app.extensions["store"].close()


def test_of_two_writers_the_one_with_the_earlier_epoch_stops(app: Flask, url: str, tmp_path: Path) -> None:
    first: Store = app.extensions["store"]
    with paired(app, url, tmp_path / "second") as copy:
        copy.resume()
    second = make_app(Config(tmp_path / "second"))
    store: Store = second.extensions["store"]
    with served(second) as address:
        # The server of the earlier epoch stops writing, whether it polls or is notified first.
        assert not PeerThread(store, second.extensions["reach"], list).look()
        assert (first.read_only, store.read_only) == (False, False)
        assert PeerThread(first, app.extensions["reach"], lambda: [f"{address}/"]).look()
        assert (replica_store.role(first), replica_store.role(store)) == ("gave-way", "holds")
        assert not PeerThread(store, second.extensions["reach"], lambda: [url]).look()
        assert not store.read_only
    store.close()


def test_requested_server_learns_of_the_later_epoch(app: Flask, url: str, tmp_path: Path) -> None:
    with paired(app, url, tmp_path / "second") as copy:
        copy.resume()
    second = make_app(Config(tmp_path / "second"))
    assert not PeerThread(second.extensions["store"], second.extensions["reach"], lambda: [url]).look()
    assert app.extensions["store"].superseded
    second.extensions["store"].close()


def test_an_address_proves_by_the_key_that_it_is_of_the_house(app: Flask, url: str, tmp_path: Path) -> None:
    folder = app.extensions["store"].folder
    (peer,) = find([url, "http://127.0.0.1:9/"], folder)
    assert (peer.url, peer.role, peer.epoch) == (url, "holds", app.extensions["store"].epoch)
    assert find([url], tmp_path / "nobody") == []
    other = tmp_path / "other"
    other.mkdir()
    (other / "cookies.key").write_bytes(b"k" * 32)
    assert find([url], other) == []


def test_late_or_lost_standby_is_shown_at_the_desk(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    play_of_eight(app)
    reach, desk, table = app.extensions["reach"], come_in(app), Visit(app.test_client())
    table.client.environ_base["REMOTE_ADDR"] = "10.0.0.9"
    now = time.time()
    monkeypatch.setattr("scorekeeper.web.core.reach.time", SimpleNamespace(time=lambda: now))
    monkeypatch.setattr(follower, "find", lambda *_: [])
    thread = PeerThread(app.extensions["store"], reach)
    late, lost = "n’a plus tout depuis", "On ne voit plus la machine de secours"
    for age, passed, text in (("9", 0, ""), ("11", 0, late), ("0", 9, ""), ("0", 11, late), ("0", 31, lost)):
        reach.note_standby("10.0.0.30", "8000", "0", age)
        before = app.extensions["store"].news.latest
        now += passed
        thread.look()
        page = desk.get("/tournois").text
        assert [sentence for sentence in (late, lost) if sentence in page] == ([text] if text else [])
        assert (app.extensions["store"].news.latest > before) == (text != "" or (age == "0" and passed == 9))
        assert lost not in table.get("/tournois").text
    reach.forget_standby()
    assert lost not in desk.get("/tournois").text


def test_old_copy_is_shown_with_what_may_be_missing(app: Flask, url: str, tmp_path: Path) -> None:
    with paired(app, url, tmp_path / "second") as copy:
        here = Visit(create_app(Config(tmp_path / "second"), copy).test_client())
        FollowThread(copy).look()
        assert 'class="alarm"' not in here.get("/").html
        assert "manque peut-être" not in here.get("/reprendre").text
        copy.fresh_at -= 11
        page = here.get("/")
        assert 'class="alarm"' in page.html
        assert "qui ne répond plus : rien de nouveau depuis" in page.text
        assert "manque peut-être" in here.get("/reprendre").text
