"""A browser that trusts the house and one that does not, at a server of a room: benefits of HTTPS, and the switch to it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType, Error, Page

from tests.patience import until
from tests.soak.trusting import chromium
from tests.tarot_table import document, donne
from tests.web.process import Served, free_port


@dataclass
class House:
    """Server of a room: its host name, its ports of HTTP and HTTPS, the path of its authority's certificate, and a sheet."""

    name: str
    port: int
    https_port: int
    certificate: Path
    sheet: int
    """Number of a sheet with one line."""

    @property
    def plain(self) -> str:
        return f"http://{self.name}:{self.port}"

    @property
    def secure(self) -> str:
        return f"https://{self.name}:{self.https_port}"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    data = tmp_path_factory.mktemp("room") / "data"
    https_port = free_port()
    server = Served(data, more=["--lan", "--https-port", str(https_port)])
    try:
        server.wait()
        until(lambda: "house.crt" in {path.name for path in (data / "authority").iterdir()})
        name = f"marque-{(data / 'authority' / 'name').read_text()}.local"
        sheet = server.call("POST", "/api/parties", document(donne()))[1]["id"]
        yield House(name, server.port, https_port, data / "authority" / "house.crt", sheet)
    finally:
        server.kill()


def browser_of(
    kind: BrowserType, home: Path, house: House, *, trusts: bool
) -> contextlib.AbstractContextManager[Browser]:
    """Return a context manager that runs a browser in which the house's name is this machine; `trusts` adds its certificate."""
    certificate = house.certificate if trusts else None
    return chromium(kind, home, certificate, f"--host-resolver-rules=MAP {house.name} 127.0.0.1")


def opened(browser: Browser) -> Page:
    page = browser.new_context(locale="fr-FR", viewport={"width": 768, "height": 1024}).new_page()
    page.set_default_timeout(60_000)
    return page


def test_trusting_browser_gets_https_and_keeps_its_device(
    browser_type: BrowserType, house: House, tmp_path: Path
) -> None:
    with browser_of(browser_type, tmp_path, house, trusts=True) as browser:
        page = opened(browser)
        page.goto(f"{house.plain}/securise?retour=/imprimer")
        assert page.evaluate("isSecureContext") is False
        page.get_by_text("✓ Cette tablette a le certificat").wait_for()
        page.get_by_role("button", name="Passer en sécurisé").click()
        page.wait_for_url(f"{house.secure}/imprimer")
        assert page.evaluate("isSecureContext") is True
        cookies = {cookie["name"]: cookie for cookie in page.context.cookies()}
        assert cookies["__Host-scorekeeper"]["secure"]
        assert not cookies["scorekeeper"]["secure"]
        assert "passage" not in cookies
        page.reload()
        assert page.url == f"{house.secure}/imprimer"
        # The plain port still opens: nothing ties the host to https.
        page.goto(f"{house.plain}/")
        assert page.evaluate("location.protocol") == "http:"


def test_browser_without_trust_is_warned_and_continues_over_http(
    browser_type: BrowserType, house: House, tmp_path: Path
) -> None:
    with browser_of(browser_type, tmp_path, house, trusts=False) as browser:
        page = opened(browser)
        page.goto(f"{house.plain}/securise")
        page.get_by_text("Pas encore").wait_for()
        assert not page.get_by_role("button", name="Passer en sécurisé").is_visible()
        with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
            page.goto(f"{house.secure}/")
        page = opened(browser)
        page.goto(f"{house.plain}/aide")
        assert page.title().startswith("Aide")


def test_page_sends_its_waiting_lines_before_the_switch(
    browser_type: BrowserType, house: House, tmp_path: Path
) -> None:
    with browser_of(browser_type, tmp_path, house, trusts=True) as browser:
        page = opened(browser)
        page.goto(f"{house.plain}/securise")
        line = {"uuid": "00000000-0000-4000-8000-000000000001", "rang": 1, "body": "", "at": 1}
        put = """([line, url]) => localStorage.setItem(`outbox:9:${line.uuid}`, JSON.stringify({ ...line, url }))"""
        page.evaluate(put, [line, "/parties/9/saisies"])
        page.get_by_role("button", name="Passer en sécurisé").click()
        page.get_by_text("Lignes qui n’ont pas pu partir : 1").wait_for()
        assert page.url == f"{house.plain}/securise"
        assert (
            page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('outbox:')).length") == 1
        )


def test_sheet_reopens_offline_where_the_house_is_trusted(
    browser_type: BrowserType, house: House, tmp_path: Path
) -> None:
    with browser_of(browser_type, tmp_path, house, trusts=True) as browser:
        page = opened(browser)
        page.goto(f"{house.secure}/parties/{house.sheet}")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        assert page.evaluate("navigator.serviceWorker.controller !== null")
        title = page.title()
        page.context.set_offline(True)
        page.reload()
        assert page.title() == title
        assert page.locator("[data-partie]").count() == 1
