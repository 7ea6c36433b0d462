"""Addresses of the app: accepted hosts as addresses come and go, the address of each request, and the page that lists them."""

from __future__ import annotations

import logging
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import ifaddr
import pytest
from flask import Flask
from zeroconf import ServiceStateChange

from scorekeeper.config import Config, House, RoomSettings
from scorekeeper.server import announcer, network
from scorekeeper.server.announcer import Announcer
from scorekeeper.server.bridge import Bridge, address_of
from scorekeeper.server.https import Front
from scorekeeper.server.network import AddressWatch
from scorekeeper.web.connect import wifi_text
from scorekeeper.web.core.reach import WaysIn
from tests.pages import make_app
from tests.web.browsing import Visit

HERE = {"base_url": "http://localhost"}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """An app served at one address and its name."""
    names = ("localhost", "127.0.0.1", "::1")
    made = make_app(Config(tmp_path, trusted_hosts=names, addresses=("192.168.1.20",), name="marque-xyz"))
    yield made
    made.extensions["store"].close()


def status(app: Flask, host: str, sender: str = "192.168.1.77") -> int:
    answer = app.test_client().get("/api/games", headers={"Host": host}, environ_base={"REMOTE_ADDR": sender})
    return answer.status_code


def test_the_hosts_follow_the_addresses(app: Flask) -> None:
    reach: WaysIn = app.extensions["reach"]
    steady = ["localhost", "127.0.0.1:99", "[::1]:8000", "marque-xyz.local", "MARQUE-XYZ.local:8000"]
    assert [status(app, host) for host in steady] == [200] * 5
    assert status(app, "192.168.1.20:8000") == 200
    assert status(app, "10.42.0.1:8000") == 400
    reach.move(["10.42.0.1", "fd00::2"])
    assert [status(app, host) for host in steady] == [200] * 5
    assert status(app, "10.42.0.1:8000") == 200
    assert status(app, "[FD00:0::2]:8000") == 200
    assert status(app, "192.168.1.20:8000") == 400
    strange = [
        "evil.example",
        "marque-abc.local",
        "xyz.local",
        "10.42.0.1.evil.example",
        "[fd00::3]",
        "[::",
        "",
    ]
    assert [status(app, host) for host in strange] == [400] * 7


def test_an_address_is_reached_when_another_device_came_by_it(app: Flask) -> None:
    reach: WaysIn = app.extensions["reach"]
    reach.move(["192.168.1.20", "10.42.0.1"])
    for host, sender in (
        ("10.42.0.1:8000", "10.42.0.1"),
        ("10.42.0.1:8000", "127.0.0.1"),
        ("localhost", "10.42.0.7"),
        ("evil.example", "10.42.0.7"),
    ):
        status(app, host, sender)
    assert [way.host for way in reach.ways() if way.reached] == []
    assert reach.url() == "http://192.168.1.20:8000/"
    status(app, "10.42.0.1:8000", "10.42.0.7")
    assert [way.host for way in reach.ways()] == ["10.42.0.1", "192.168.1.20", "marque-xyz.local"]
    assert [way.host for way in reach.ways() if way.reached] == ["10.42.0.1"]
    assert reach.url() == "http://10.42.0.1:8000/"
    status(app, "Marque-XYZ.local:8000", "10.42.0.7")
    assert [way.host for way in reach.ways() if way.reached] == ["10.42.0.1", "marque-xyz.local"]


def test_laptop_at_its_own_room_address_is_no_stranger(app: Flask) -> None:
    app.extensions["reach"].move(["192.168.1.20", "10.42.0.1"])
    forwarded = {"X-Forwarded-For": "10.42.0.1"}
    for host, sender, headers, expected in (
        ("10.42.0.1:8000", "10.42.0.1", {}, 200),
        ("192.168.1.20:8000", "10.42.0.1", {}, 200),
        ("10.42.0.1:8000", "10.42.0.7", {}, 401),
        ("10.42.0.1:8000", "10.42.0.1", forwarded, 401),
        ("marque-xyz.local:8000", "10.42.0.1", {}, 401),
        ("localhost:8000", "10.42.0.1", {}, 401),
    ):
        answer = app.test_client().get(
            "/connecter/salle",
            base_url=f"http://{host}",
            headers=headers,
            environ_base={"REMOTE_ADDR": sender},
        )
        assert (host, sender, answer.status_code) == (host, sender, expected)


def test_page_shows_every_address_and_wifi_to_the_organiser_only(app: Flask) -> None:
    desk = Visit(app.test_client())
    form = desk.get("/connecter/salle").form("/connecter/salle")
    sent = desk.send(form, form.with_fields({"wifi": "Salle; des fêtes", "password": "trop court"[:6]}))
    assert sent.status == 422
    assert "de 8 à 63" in sent.text
    assert "Salle; des fêtes" in sent.html
    form = sent.form("/connecter/salle")
    filled = form.with_fields({"password": "belote:rebelote", "paper": "name"})
    assert desk.send(form, filled).location == "/connecter"
    kept = app.extensions["config"].data / "authority" / "room.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert House(app.extensions["config"].data).settings == RoomSettings(
        "Salle; des fêtes", "belote:rebelote", by_name=True
    )
    page = desk.get("/connecter")
    assert "Salle; des fêtes" in page.html
    assert "mènent à http://marque-xyz.local:8000/" in page.text
    for url in ("http://192.168.1.20:8000/", "http://marque-xyz.local:8000/"):
        assert page.html.count(f'href="{url}"') == 1
    assert page.html.count("<svg aria-hidden") == 3
    stranger = app.test_client().get(
        "/connecter", base_url="http://192.168.1.20:8000", environ_base={"REMOTE_ADDR": "192.168.1.9"}
    )
    assert "192.168.1.20" in stranger.text
    for secret in ("Salle", "belote", "mènent à"):
        assert secret not in stranger.text
    refused = app.test_client().get("/connecter/salle", environ_base={"REMOTE_ADDR": "192.168.1.9"})
    assert refused.status_code == 401


@pytest.mark.parametrize(
    ("wifi", "password", "field"),
    [
        ("x" * 33, "", "wifi"),
        ("é" * 17, "", "wifi"),
        ("a\tb", "", "wifi"),
        ("", "longenough", "wifi"),
        ("club", "é" * 10, "password"),
        ("club", "g" * 64, "password"),
        ("club", "a" * 65, "password"),
    ],
)
def test_invalid_wifi_is_refused_at_its_field(app: Flask, wifi: str, password: str, field: str) -> None:
    desk = Visit(app.test_client())
    form = desk.get("/connecter/salle").form("/connecter/salle")
    answer = desk.send(form, form.with_fields({"wifi": wifi, "password": password}))
    assert answer.status == 422
    assert f'aria-invalid="true" aria-describedby="err-{field}"' in answer.html
    assert not (app.extensions["config"].data / "authority" / "room.json").exists()


def test_code_of_a_wifi_escapes_special_characters() -> None:
    assert wifi_text(RoomSettings('a;b:c\\d"e', 'p;w:o\\r"d1')) == (
        'WIFI:T:WPA;S:a\\;b\\:c\\\\d\\"e;P:p\\;w\\:o\\\\r\\"d1;;'
    )
    assert wifi_text(RoomSettings("Salle")) == "WIFI:T:nopass;S:Salle;;"


def test_a_house_keeps_its_name(tmp_path: Path) -> None:
    name = House(tmp_path).name()
    assert len(name) == len("marque-xyz")
    assert name.startswith("marque-")
    assert {House(tmp_path).name() for _ in range(20)} == {name}
    file = tmp_path / "authority" / "name"
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == (name[-3:], 0o600)
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_settings_that_were_damaged_are_not_there(tmp_path: Path) -> None:
    folder = tmp_path / "authority"
    folder.mkdir()
    for damaged in (b"", b"{", b"[]", b'{"wifi": 1}', b"\xff\xfe"):
        (folder / "room.json").write_bytes(damaged)
        assert House(tmp_path).settings == RoomSettings()


class Recording(Announcer):
    """An announcer that records the addresses to announce; its results are `answers` in turn, then true."""

    def __init__(self, *answers: bool) -> None:
        super().__init__("marque-xyz", 8000)
        self.answers = list(answers)
        self.announced: list[tuple[str, ...]] = []

    def announce(self, addresses: Any) -> bool:
        self.announced.append(tuple(addresses))
        return self.answers.pop(0) if self.answers else True


def test_addresses_that_appear_and_go_are_followed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    reach = WaysIn(Config(tmp_path, trusted_hosts=("localhost",), addresses=("10.0.0.5",), name="marque-xyz"))
    now: list[tuple[str, ...]] = [("10.0.0.5",)]
    announcer, moves = Recording(True, False), list[tuple[str, ...]]()
    watch = AddressWatch(reach, announcer, find=lambda: now[0], moved=lambda: moves.append(reach.addresses))
    watch.look()
    assert (moves, caplog.messages, announcer.announced) == ([], [], [("10.0.0.5",)])
    now[0] = ("10.42.0.1", "10.0.0.5")
    for _ in range(network.AGAIN + 5):
        watch.look()
    # The second announcement failed, so it was repeated.
    assert announcer.announced[1:] == [now[0]] * 2
    assert reach.answers_to("10.42.0.1:8000")
    now[0] = ()
    watch.look()
    assert not reach.answers_to("10.42.0.1:8000")
    assert moves == [("10.42.0.1", "10.0.0.5"), ()]
    assert (reach.url(), reach.ways()) == ("", [])
    addresses = "http://10.42.0.1:8000/, http://10.0.0.5:8000/, http://marque-xyz.local:8000/"
    assert [message.replace("\u00a0", " ") for message in caplog.messages] == [
        f"Adresses : {addresses}",
        "Plus de réseau.",
    ]


def test_local_only_server_loads_no_network_code_or_garbage() -> None:
    code = (
        "import gc, sys\nfrom scorekeeper.cli import main\nmain(['serve', '--port', '0'])\n"
        "print([name for name in ('zeroconf', 'cryptography', 'weasyprint', 'fontTools') if name in sys.modules],"
        " gc.isenabled(), gc.get_freeze_count() > 100_000)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert (done.stdout, done.stderr.count("\n")) == ("[] True True\n", 1)


def test_a_server_of_both_kinds_of_addresses_keeps_both(monkeypatch: pytest.MonkeyPatch) -> None:
    def address(text: str | tuple[str, int, int]) -> Any:
        return SimpleNamespace(ip=text, nice_name="eth0")

    card = SimpleNamespace(nice_name="eth0", ips=[address("10.0.0.5"), address(("fd00::5", 0, 0))])
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [card])
    assert network.listening_on("192.0.2.1") == ("10.0.0.5",)
    config, bridge = Config(Path(), host="::"), cast("Bridge", SimpleNamespace(__rsgi__=None))
    reach = WaysIn(config)
    front = Front(bridge, config, reach, Announcer("", config.port), {})
    front.watch.look()
    assert set(reach.addresses) == {"10.0.0.5", "fd00::5"}


@pytest.mark.parametrize(
    ("client", "address"),
    [
        ("10.0.0.7:5", "10.0.0.7"),
        ("[::1]:5", "::1"),
        ("[::ffff:127.0.0.1]:5", "127.0.0.1"),
        ("[fd00::7]:5", "fd00::7"),
    ],
)
def test_client_address_is_the_same_for_every_notation(client: str, address: str) -> None:
    assert address_of(client) == address


def test_a_name_that_cannot_be_announced_is_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(**_: object) -> None:
        raise OSError(19, "No such device")

    monkeypatch.setattr(announcer, "Zeroconf", fails)
    teller = Announcer("marque-xyz", 8000)
    assert [teller.announce(["10.0.0.5"]) for _ in range(3)] == [False] * 3
    (record,) = caplog.records
    assert (record.levelno, "\n" in record.getMessage()) == (logging.WARNING, False)
    assert "marque-xyz.local" in record.getMessage()


def test_servers_of_the_house_are_queried_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asking, at = list[Any](), {"10.0.0.6": "marque-xyz-1", "10.0.0.7": "autre-1"}

    class Browser:
        def __init__(self, network: Any, kind: str, handlers: list[Any]) -> None:
            asking.append(self)
            for name in at.values():
                handlers[0](network, kind, f"{name}.{kind}", ServiceStateChange.Added)

        def cancel(self) -> None:
            asking.remove(self)

    def service_info(_: Any, name: str, __: int) -> Any:
        addresses = [address for address, of in at.items() if name.startswith(of)]
        return SimpleNamespace(port=8000, parsed_addresses=lambda _: addresses)

    network = SimpleNamespace(register_service=bool, close=bool, get_service_info=service_info)
    monkeypatch.setattr(announcer, "Zeroconf", lambda **_: network)
    monkeypatch.setattr(announcer, "ServiceBrowser", Browser)
    monkeypatch.setattr(announcer, "ServiceInfo", SimpleNamespace)
    monkeypatch.setattr(Announcer, "_service", lambda *_: None)
    teller = Announcer("", 8000, "marque-xyz")
    teller.ask()
    assert not asking
    assert teller.announce(["10.0.0.5"])
    teller.ask()
    assert (teller.other_servers(), len(asking)) == (["http://10.0.0.6:8000/"], 1)
    at.clear()
    at["10.0.0.8"] = "marque-xyz-1"
    first = asking[0]
    teller.ask()
    assert (teller.other_servers(), len(asking), first in asking) == (["http://10.0.0.8:8000/"], 1, False)
    teller.close()
    assert not asking


def test_address_page_is_cached_while_nothing_changes(tmp_path: Path) -> None:
    made = make_app(Config(tmp_path, trusted_hosts=("localhost",), addresses=("10.0.0.5",)))
    client = made.test_client()
    tag = client.get("/connecter").headers["ETag"]
    assert client.get("/connecter", headers={"If-None-Match": tag}).status_code == 304
    made.extensions["reach"].answers_to("10.0.0.5", "10.0.0.77")
    answer = client.get("/connecter", headers={"If-None-Match": tag})
    assert (answer.status_code, "✓" in answer.text) == (200, True)
    made.extensions["store"].close()
