"""A tablet at another address: its pass restores its access to sheets and to its table, and no other access."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.config import Config
from scorekeeper.parties import writers
from scorekeeper.records import epochs, meta
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import token_hash
from scorekeeper.tournaments.access import table_links
from scorekeeper.web.core.reach import WaysIn
from scorekeeper.web.core.safety import DEVICE
from tests.pages import make_app
from tests.tarot_table import PLAYERS, donne
from tests.tournaments.desk import BY
from tests.web.browsing import Visit
from tests.web.desk_visits import play_of_eight, tokens

OLD, NEW = "http://192.168.1.20:8000", "http://192.168.1.21:8000"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    names, addresses = ("localhost",), ("192.168.1.20", "192.168.1.21")
    made = make_app(Config(tmp_path, trusted_hosts=names, addresses=addresses, name="marque-xyz"))
    yield made
    made.extensions["store"].close()


def tablet(app: Flask) -> Visit:
    """Return a tablet of the room, with the storage of one address."""
    visit = Visit(app.test_client())
    visit.client.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    return visit


def carry(old: Visit, new: Visit, passe: str | None = None) -> int:
    """Send the pass of the old address to the new one, or the text `passe` instead; return the status."""
    pass_text = old.client.get("/porter/passe").text if passe is None else passe
    return new.post("/porter", [("csrf_token", new.token()), ("passe", pass_text)]).status


def test_a_tablet_writes_on_its_sheets_at_the_new_address(app: Flask) -> None:
    old, new = tablet(app), tablet(app)
    number = old.open_sheet("tarot", PLAYERS)
    form = old.get(f"/parties/{number}").form("/saisies")
    page = new.get(f"/parties/{number}")
    assert not page.has_form("/saisies")
    assert carry(old, new) == 204
    fields = {**new.fields_of(number, donne()), "csrf_token": new.token()}
    line = form.with_fields(fields)
    # The same line again, as a tablet sends it without an acknowledgement.
    for _ in range(2):
        assert new.post(form.action, line).status == 303
    store: Store = app.extensions["store"]
    with store.read() as session:
        assert [event.kind for event in session.events(number)].count("entree") == 1
    # Both keep their own device ids; a sheet opened later by this tablet is not shared.
    assert len(writers.writers(store, number)) == 2
    later = new.open_sheet("tarot", PLAYERS)
    assert not old.get(f"/parties/{later}").has_form("/saisies")


def test_a_table_comes_along_unless_its_link_ended(app: Flask) -> None:
    store = play_of_eight(app)
    links = tokens(app)
    old, new, late = tablet(app), tablet(app), tablet(app)
    path = f"/t/{links[1]}"
    assert old.send(old.get(path).form(path)).status == 303
    assert carry(old, new) == 204
    assert new.get("/table").location.startswith("/parties/")
    # A tablet with a table here keeps it.
    other = f"/t/{links[2]}"
    assert new.send(new.get(other).form(other)).status == 303
    sheet = new.get("/table").location
    assert carry(old, new) == 204
    assert new.get("/table").location == sheet
    table_links.rotate(store, 1, 1, key=app.config["SECRET_KEY"], by=BY)
    assert carry(old, late) == 204
    assert late.get("/table").status == 404


@pytest.mark.parametrize("passe", ["", "x", "WyJhIiwiYiJd.AAAA", "\ud800", "null.x"])
def test_no_other_pass_opens_anything(app: Flask, passe: str) -> None:
    assert carry(tablet(app), tablet(app), passe) == 404


def test_a_pass_of_another_house_opens_nothing(app: Flask, tmp_path: Path) -> None:
    elsewhere = make_app(Config(tmp_path / "elsewhere"))
    foreign = Visit(elsewhere.test_client()).client.get("/porter/passe").text
    assert carry(tablet(app), tablet(app), foreign) == 404
    elsewhere.extensions["store"].close()


def test_page_lists_the_other_addresses(app: Flask) -> None:
    ways = 'data-ways="http://192.168.1.21:8000/ http://marque-xyz.local:8000/"'
    assert ways in tablet(app).get("/aide", base_url=OLD).html
    assert 'data-ways="http://192.168.1.20:8000/' in tablet(app).get("/aide", base_url=NEW).html


@pytest.mark.parametrize(
    ("sender", "port", "noted"),
    [
        ("192.168.1.30", "8001", "http://192.168.1.30:8001/"),
        ("fd00::1", "8000", "http://[fd00::1]:8000/"),
        ("fe80::1%wlan0", "8000", ""),
        ("127.0.0.1", "8001", ""),
        ("192.168.1.30", "", ""),
        ("192.168.1.30", "80_00", ""),
        ("192.168.1.30", "70000", ""),
    ],
)
def test_pages_have_the_standby_at_its_announced_port(app: Flask, sender: str, port: str, noted: str) -> None:
    token = "A" * 22
    with app.extensions["store"].write() as opened:
        meta.put(opened.connection, f"follower:{token_hash(token)}", "now")
    # Other tokens and senders are ignored.
    for bearer in ("B" * 22, token):
        headers = {"Authorization": f"Bearer {bearer}"}
        answer = app.test_client().get(
            f"/secours/etat?port={port}", headers=headers, environ_base={"REMOTE_ADDR": sender}
        )
        assert app.extensions["reach"].standby == (noted if answer.status_code == 200 else "")
    assert f'{noted}"' in tablet(app).get("/aide", base_url=OLD).html


@pytest.mark.parametrize(
    ("secure_port", "noted"), [("8443", "https://192.168.1.30:8443/"), ("0", "http://192.168.1.30:8000/")]
)
def test_a_page_over_https_leads_to_the_standby_over_https(app: Flask, secure_port: str, noted: str) -> None:
    app.extensions["reach"].note_standby("192.168.1.30", "8000", secure_port)
    assert f'{noted}"' in tablet(app).get("/aide", base_url=OLD.replace("http:", "https:")).html
    assert 'http://192.168.1.30:8000/"' in tablet(app).get("/aide", base_url=OLD).html


def test_standby_is_remembered_after_restart_until_dismissed(app: Flask) -> None:
    config, noted = app.extensions["config"], ("http://192.168.1.30:8001/", "https://192.168.1.30:8443/")
    app.extensions["reach"].note_standby("192.168.1.30", "8001", "8443")
    again = WaysIn(config)
    assert (again.standby, again.standby_secure) == noted
    organiser = Visit(app.test_client())
    os.utime(config.data / "standby", (0, 0))
    assert WaysIn(config).standby == ""
    organiser.post("/secours/fin", [("csrf_token", organiser.token())])
    assert app.extensions["reach"].standby == ""
    assert not (config.data / "standby").exists()


def test_page_without_lines_has_instructions(app: Flask) -> None:
    page = tablet(app).get("/porter", base_url=NEW)
    assert "192.168.1.21:8000" in page.text
    assert "L’ordinateur a changé d’adresse" in page.text


def test_tablet_brings_the_access_granted_after_the_last_copy(app: Flask, tmp_path: Path) -> None:
    store = play_of_eight(app)
    links = tokens(app)
    opener, other, seated, removed = (tablet(app) for _ in range(4))
    number = opener.open_sheet("tarot", PLAYERS)
    writers.grant(store, number, device_of(removed), by=BY)
    passes = {"removed": removed.client.get("/porter/passe").text}
    writers.revoke(store, number, device_of(removed), by=BY)
    folder = tmp_path / "second"
    folder.mkdir()
    store.snapshot(folder / "scorekeeper.sqlite3")
    # After the copy, another tablet joined the sheet, one opened its table, and a sheet was opened.
    writers.grant(store, number, device_of(other), by=BY)
    assert seated.send(seated.get(f"/t/{links[1]}").form(f"/t/{links[1]}")).status == 303
    later = other.open_sheet("tarot", PLAYERS)
    passes |= {
        name: visit.client.get("/porter/passe").text for name, visit in (("other", other), ("seated", seated))
    }
    second = taken_over(folder)
    there = {
        "other": moved(other, second),
        "seated": moved(seated, second),
        "removed": moved(removed, second),
    }
    foreign = tablet(second).open_sheet("tarot", PLAYERS)
    assert foreign == later
    # Access gained since the copy holds here, for the sheets that both servers have.
    for name, visit in there.items():
        assert not visit.get(f"/parties/{number}").has_form("/saisies")
        assert carry(visit, visit, passes[name]) == 204
        assert visit.get(f"/parties/{number}").has_form("/saisies") is (name == "other")
        assert not visit.get(f"/parties/{later}").has_form("/saisies")
    assert there["seated"].get("/table").location.startswith("/parties/")
    second.extensions["store"].close()


def device_of(visit: Visit) -> str:
    """Return the device id of a tablet."""
    visit.get("/")
    with visit.client.session_transaction() as kept:
        return str(kept[DEVICE])


def taken_over(folder: Path) -> Flask:
    """Return a server that took over from a copy."""
    Store(folder / "scorekeeper.sqlite3").close()
    with Store(folder / "scorekeeper.sqlite3") as store, store.write() as session:
        epochs.begin(session.connection, b"")
    return make_app(Config(folder, trusted_hosts=("localhost",), name="marque-xyz"))


def moved(visit: Visit, second: Flask) -> Visit:
    """Return the same browser at the server that took over."""
    there = tablet(second)
    for name in ("scorekeeper", "table"):
        if cookie := visit.client.get_cookie(name):
            there.client.set_cookie(name, cookie.value)
    return there
