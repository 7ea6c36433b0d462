"""The move from HTTP to HTTPS: cookies by scheme, the passphrase, the certificate, and the device and table carried over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.config import Config, House
from scorekeeper.parties import Author, writers
from scorekeeper.records.store import Store
from scorekeeper.server.authority import Authority
from scorekeeper.tournaments.access.organiser import set_passphrase
from scorekeeper.web import connect
from tests.pages import make_app
from tests.tarot_table import PLAYERS
from tests.web.browsing import Visit
from tests.web.desk_visits import PHRASE, play_of_eight, tokens

HOST = "192.168.1.20"
PLAIN, SECURE = f"http://{HOST}:8000", f"https://{HOST}:8443"
ELSEWHERE = {"REMOTE_ADDR": "192.168.1.77"}


def served(data: Path, *, open_to_all: bool = False) -> Flask:
    names = ("localhost", "127.0.0.1")
    config = Config(
        data, trusted_hosts=names, addresses=(HOST,), name="marque-xyz", https_port=8443, open=open_to_all
    )
    made = make_app(config)
    made.extensions["reach"].secured([HOST])
    return made


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = served(tmp_path)
    yield made
    made.extensions["store"].close()


def get(client: FlaskClient, url: str) -> TestResponse:
    return client.get(url, environ_base=ELSEWHERE)


def post(client: FlaskClient, url: str, **fields: str) -> TestResponse:
    """Send a form, with the token of this browser's session."""
    parts = urlsplit(url)
    page = get(client, f"{parts.scheme}://{parts.netloc}/aide").text
    token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
    return client.post(url, data={"csrf_token": token, **fields}, environ_base=ELSEWHERE)


def test_cookies_follow_the_scheme_of_the_request(app: Flask) -> None:
    client = app.test_client()
    (plain,) = get(client, f"{PLAIN}/").headers.getlist("Set-Cookie")
    (safe,) = get(client, f"{SECURE}/").headers.getlist("Set-Cookie")
    assert plain.startswith("scorekeeper=")
    assert "Secure" not in plain
    assert safe.startswith("__Host-scorekeeper=")
    for part in ("Secure", "HttpOnly", "Path=/", "SameSite=Lax"):
        assert f"; {part}" in safe
    assert "Domain" not in safe
    # A cookie that HTTP may have set is not accepted over HTTPS.
    value = plain.partition("=")[2].partition(";")[0]
    other = app.test_client()
    answer = other.get(f"{SECURE}/", headers={"Cookie": f"scorekeeper={value}"})
    assert answer.headers["Set-Cookie"].startswith("__Host-scorekeeper=")


def test_no_answer_ties_a_host_to_https(app: Flask) -> None:
    for url in (PLAIN, SECURE):
        assert "Strict-Transport-Security" not in get(app.test_client(), f"{url}/").headers


def test_the_passphrase_is_not_taken_where_others_can_read_it(app: Flask) -> None:
    set_passphrase(app.extensions["store"], PHRASE)
    client = app.test_client()
    page = get(client, f"{PLAIN}/organisateur?retour=/tournois")
    assert 'name="phrase"' not in page.text
    assert f'href="{SECURE}/organisateur?retour=/tournois"' in page.text
    assert post(client, f"{PLAIN}/organisateur/entrer", phrase=PHRASE).status_code == 403
    refused = client.post(
        f"{PLAIN}/api/acces/organisateur", json={"passphrase": PHRASE}, environ_base=ELSEWHERE
    )
    assert (refused.status_code, refused.get_json()["faults"][0]["code"]) == (403, "en-clair")
    assert client.get_cookie("organisateur", HOST) is None
    entered = post(client, f"{SECURE}/organisateur/entrer", phrase=PHRASE)
    assert entered.status_code == 303
    (cookie,) = [text for text in entered.headers.getlist("Set-Cookie") if "organisateur" in text]
    assert cookie.startswith("__Host-organisateur=")
    assert get(client, f"{SECURE}/connecter/salle").status_code == 200
    assert get(client, f"{PLAIN}/connecter/salle").status_code == 401


def test_without_https_or_in_a_household_access_stays_open(tmp_path: Path, app: Flask) -> None:
    app.extensions["reach"].secured(None)
    household = served(tmp_path / "household", open_to_all=True)
    for served_app in (app, household):
        set_passphrase(served_app.extensions["store"], PHRASE)
        client = served_app.test_client()
        page = get(client, f"{PLAIN}/organisateur")
        assert 'name="phrase"' in page.text
        assert "n’est pas chiffrée" in page.text
        assert post(client, f"{PLAIN}/organisateur/entrer", phrase=PHRASE).status_code == 303
    household.extensions["store"].close()


def test_on_this_machine_the_passphrase_is_taken_over_http(app: Flask) -> None:
    set_passphrase(app.extensions["store"], PHRASE)
    visit = Visit(app.test_client())
    form = visit.get("/organisateur?retour=/tournois").form("/entrer")
    assert visit.send(form, form.with_fields({"phrase": PHRASE})).location == "/tournois"


def test_the_certificate_is_handed_out_and_its_key_is_not(app: Flask) -> None:
    client = app.test_client()
    assert get(client, f"{PLAIN}/autorite.crt").status_code == 404
    house: House = app.extensions["reach"].house
    authority = Authority(house)
    answer = get(client, f"{PLAIN}/autorite.crt")
    assert answer.mimetype == "application/x-x509-ca-cert"
    assert x509.load_der_x509_certificate(answer.data) == authority.certificate


def test_the_guide_shows_every_system_and_asks_the_other_port(app: Flask) -> None:
    client = app.test_client()
    page = get(client, f"{PLAIN}/securise")
    for name in ("iPad, iPhone", "Android", "ChromeOS", "Windows", "macOS", "Linux", "Firefox"):
        assert f"<summary>{name}" in page.text
    policy = page.headers["Content-Security-Policy"]
    assert f"connect-src 'self' {SECURE};" in policy
    assert f"form-action 'self' {SECURE};" in policy
    assert f'data-probe="{SECURE}/securise/oui"' in page.text
    probe = get(client, f"{SECURE}/securise/oui")
    assert (probe.status_code, probe.data) == (204, b"")
    assert probe.headers["Access-Control-Allow-Origin"] == "*"
    assert probe.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    app.extensions["reach"].secured(None)
    assert "Passer en sécurisé" not in get(client, f"{PLAIN}/securise").text


def over(client: FlaskClient, back: str = "/aide") -> str:
    """Return the redirect of a browser that moves to HTTPS."""
    answer = post(client, f"{PLAIN}/securise/passer", retour=back)
    assert answer.status_code == 303
    return str(answer.headers["Location"])


def device(client: FlaskClient, url: str) -> str:
    with client.session_transaction(base_url=url, environ_base=ELSEWHERE) as session:
        return str(session.get("device", ""))


def test_device_switches_to_https_once_and_alone(app: Flask) -> None:
    client = app.test_client()
    there = over(client)
    assert there.startswith(f"{SECURE}/securise/arrivee?jeton=")
    stranger = app.test_client()
    get(stranger, f"{PLAIN}/")
    assert get(stranger, there).headers["Location"] == "/aide"
    assert device(stranger, SECURE) not in {"", device(client, PLAIN)}
    # The stranger's try used the token; the device requests another one.
    assert get(client, over(client)).headers["Location"] == "/aide"
    assert device(client, SECURE) == device(client, PLAIN)


def test_a_token_ends_after_use_and_with_time(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = app.test_client()
    there = over(client)
    get(client, there)
    client.delete_cookie("__Host-scorekeeper", domain=HOST)
    get(client, there)
    assert device(client, SECURE) != device(client, PLAIN)
    client.delete_cookie("__Host-scorekeeper", domain=HOST)
    monkeypatch.setattr(connect, "PASSAGE_SECONDS", -1)
    get(client, over(client))
    assert device(client, SECURE) != device(client, PLAIN)


def test_a_token_over_http_takes_nothing_over(app: Flask) -> None:
    client = app.test_client()
    there = over(client).replace(SECURE, PLAIN)
    before = device(client, PLAIN)
    assert get(client, there).status_code == 303
    assert device(client, PLAIN) == before


def test_table_switches_to_https_with_its_tablet(app: Flask) -> None:
    play_of_eight(app)
    client = app.test_client()
    path = f"/t/{tokens(app)[1]}"
    form = get(client, f"{PLAIN}{path}").text.partition('name="csrf_token" value="')[2].partition('"')[0]
    taken = client.post(f"{PLAIN}{path}", data={"csrf_token": form}, environ_base=ELSEWHERE)
    assert taken.headers["Location"] == "/table"
    assert get(client, f"{SECURE}/table").status_code == 404
    assert get(client, over(client, "/table")).headers["Location"] == "/table"
    cookie = client.get_cookie("__Host-table", HOST)
    assert cookie is not None
    assert cookie.secure
    assert get(client, f"{SECURE}/table").headers["Location"].startswith("/parties/")


def test_a_device_that_was_here_before_writes_on_both(app: Flask) -> None:
    store: Store = app.extensions["store"]
    number = Visit(app.test_client()).open_sheet("tarot", PLAYERS)
    client = app.test_client()
    get(client, f"{SECURE}/")
    get(client, f"{PLAIN}/")
    before, other = device(client, SECURE), device(client, PLAIN)
    writers.grant(store, number, other, by=Author("table"))
    get(client, over(client))
    assert device(client, SECURE) == before
    assert {before, other} <= writers.writers(store, number)


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/nothing", ""])
def test_switch_to_https_redirects_to_this_app_only(app: Flask, back: str) -> None:
    client = app.test_client()
    there = over(client, back)
    assert urlsplit(there).netloc == f"{HOST}:8443"
    assert get(client, there).headers["Location"] == "/"
    assert get(client, f"{SECURE}/securise/arrivee?jeton=x&retour={back}").headers["Location"] == "/"
