"""Behind a proxy: its headers are trusted for the configured number of hops, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, request

from scorekeeper.config import Config
from scorekeeper.tournaments.access.organiser import set_passphrase
from tests.pages import make_app
from tests.test_cli import run
from tests.web.desk_visits import PHRASE

NAME = "marque.example.org"


def made(data: Path, hops: int) -> Flask:
    app = make_app(
        Config(data, trusted_hosts=("localhost", NAME), proxies=hops, public_name=NAME if hops else "")
    )
    app.add_url_rule("/asked", "asked", lambda: f"{request.remote_addr} {request.scheme} {request.host}")
    return app


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = made(tmp_path, 1)
    yield app
    app.extensions["store"].close()


def asked(app: Flask, path: str = "/asked", **headers: str) -> tuple[int, str, str]:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = app.test_client().get(path, headers={"Host": "localhost", **sent})
    return answer.status_code, answer.text, answer.headers.get("Strict-Transport-Security", "")


SAID = {
    "X_Forwarded_For": "203.0.113.9, 198.51.100.7",
    "X_Forwarded_Proto": "https",
    "X_Forwarded_Host": NAME,
}


def test_one_trusted_hop_is_believed_and_no_more(app: Flask, tmp_path: Path) -> None:
    assert asked(app, **SAID) == (200, f"198.51.100.7 https {NAME}", "max-age=31536000")
    two = made(tmp_path / "two", 2)
    both = {**SAID, "X_Forwarded_Proto": "https, https", "X_Forwarded_Host": f"{NAME}, inner"}
    assert asked(two, **both)[1] == f"203.0.113.9 https {NAME}"
    two.extensions["store"].close()
    evil = {**SAID, "X_Forwarded_Host": "evil.example"}
    assert asked(app, **evil)[0] == 400


def test_forwarding_headers_are_ignored_without_the_option(tmp_path: Path) -> None:
    app = made(tmp_path, 0)
    assert asked(app, **SAID) == (200, "127.0.0.1 http localhost", "")
    app.extensions["store"].close()


def test_clients_behind_a_proxy_are_never_local(app: Flask) -> None:
    # Without a proxy's headers, every request seems to come from this machine.
    assert asked(app, "/connecter/salle")[0] == 401
    set_passphrase(app.extensions["store"], PHRASE)
    page = app.test_client().get("/organisateur", headers={"Host": "localhost"})
    assert f'href="https://{NAME}/organisateur' in page.text
    assert 'name="phrase"' not in page.text
    headers = {name.replace("_", "-"): value for name, value in SAID.items()}
    secure = app.test_client().get("/organisateur", headers={"Host": "localhost", **headers})
    assert 'name="phrase"' in secure.text
    assert "__Host-scorekeeper=" in secure.headers["Set-Cookie"]


def test_the_address_of_codes_is_the_public_one(app: Flask) -> None:
    headers = {name.replace("_", "-"): value for name, value in SAID.items()}
    page = app.test_client().get("/connecter", headers={"Host": "localhost", **headers})
    assert f'href="https://{NAME}/"' in page.text
    assert app.extensions["reach"].printed_url() == f"https://{NAME}/"
    over = app.test_client().get("/securise?retour=/aide", headers={"Host": "localhost", **headers})
    assert over.headers["Location"] == f"https://{NAME}/aide"


@pytest.mark.parametrize(
    "words",
    [
        ["--behind-proxy", "1"],
        ["--public-name", NAME],
        ["--behind-proxy", "10", "--public-name", NAME],
        ["--behind-proxy", "1", "--public-name", "https://x.example/"],
        ["--behind-proxy", "1", "--public-name", "x.example:443"],
        ["--behind-proxy", "1", "--public-name", NAME, "--lan"],
    ],
)
def test_options_that_do_not_go_together_are_refused_in_one_line(tmp_path: Path, words: list[str]) -> None:
    status, out, err = run("serve", *words, "--data", str(tmp_path))
    assert (status, out, err.count("\n")) == (2, "", 1)
