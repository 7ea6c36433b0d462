"""The demo club: shown in an empty house with one tap, hidden with another; both sets of records stay apart."""

from __future__ import annotations

import re
from dataclasses import replace
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from flask import Flask

from scorekeeper import parties
from scorekeeper.config import Config
from scorekeeper.records.store import Store
from tests.pages import make_app
from tests.patience import until
from tests.tarot_table import PLAYERS
from tests.web.browsing import Visit
from tests.web.process import served

TABLET = {"REMOTE_ADDR": "192.168.1.50"}


def test_empty_house_offers_the_demo_on_the_machine(app: Flask, visit: Visit) -> None:
    page = visit.get("/")
    assert "Regarder le club de démonstration" in page.text
    assert "Regarder le club" not in visit.get("/", environ_base=TABLET).text
    form = page.form("/demo")
    assert visit.send(form, environ_base=TABLET).status == 401
    visit.open_sheet("tarot", PLAYERS)
    assert "Regarder le club" not in visit.get("/").text
    assert visit.send(form).status == 403
    assert not app.extensions["config"].demo_folder.exists()


def test_it_has_records_of_its_own(app: Flask, visit: Visit) -> None:
    config: Config = app.extensions["config"]
    assert visit.send(visit.get("/").form("/demo")).status == 200
    store: Store = app.extensions["store"]
    assert store.needs_restart()
    assert parties.list_parties(store) == []
    assert config.demo_mark.exists()
    demo = make_app(replace(config, demo=True))
    try:
        shown = demo.extensions["store"]
        assert min(partie.id for partie in parties.list_parties(shown, limit=200)) == 900_001
        look = Visit(demo.test_client())
        for path in ("/", "/parties/900001", "/tournois/1/salle", "/joueurs"):
            page = look.get(path)
            assert page.status == 200
            assert "data-demo" in page.html
        page = look.get("/")
        assert "Club de démonstration" in page.text
        assert "Regarder le club" not in page.text
        tablet = look.get("/", environ_base=TABLET).text
        assert "Club de démonstration" in tablet
        assert "Le ranger" not in tablet
        assert look.send(page.form("/demo/fin")).status == 200
        assert shown.needs_restart()
    finally:
        shown.close()
    assert not config.demo_mark.exists()
    assert visit.get("/parties/900001").status == 404


@pytest.mark.soak
@pytest.mark.full
def test_unfinished_demo_is_made_again(app: Flask, visit: Visit) -> None:
    config: Config = app.extensions["config"]
    (config.demo_folder / "new").mkdir(parents=True)
    (config.demo_folder / "new" / "scorekeeper.sqlite3").write_bytes(b"half of it")
    assert visit.send(visit.get("/").form("/demo")).status == 200
    with Store(replace(config, demo=True).database) as demo:
        assert parties.list_parties(demo, limit=1)


@pytest.mark.soak
def test_server_switches_to_the_demo_and_back(tmp_path: Path) -> None:
    data = tmp_path / "house"
    with served(data) as server:
        browser = build_opener(HTTPCookieProcessor(CookieJar()))
        first = f"http://127.0.0.1:{server.port}/"

        def shown() -> str:
            with browser.open(first, timeout=60) as answer:
                html: str = answer.read().decode()
            return html

        def tap(path: str) -> None:
            (token,) = re.findall(rf'action="{path}".*?name="csrf_token" value="([^"]+)"', shown(), re.DOTALL)
            form = urlencode({"csrf_token": token}).encode()
            with browser.open(first.rstrip("/") + path, form, timeout=60) as answer:
                assert 'url=/"' in answer.read().decode()

        tap("/demo")
        until(lambda: "data-demo" in shown(), what="the demo club is not shown")
        tap("/demo/fin")
        until(lambda: "data-demo" not in shown(), what="the house is not shown")
        assert "Regarder le club" in shown()
        tap("/demo")
        until(lambda: "data-demo" in shown(), what="the demo club is not shown again")
    with served(data) as server:
        assert b"data-demo" not in server.call("GET", "/")[1]
