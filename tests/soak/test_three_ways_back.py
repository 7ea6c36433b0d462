"""Another laptop in mid-evening: a tablet finds it by name or at the same address, or carries its lines to a new one.

Each laptop listens on an address of the loopback of its own, both on one port. The browser starts with the one to which the
name resolves.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, expect

from scorekeeper.config import Config
from scorekeeper.records.backup import copies
from scorekeeper.records.store import Store
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.browser.table import Hands, hurry
from tests.browser.test_outbox import AFTER_THREE, LINES, TAROT, lines, prise, totals
from tests.web.process import Served

FIRST, SECOND = "127.0.0.2", "127.0.0.3"
NAME = f"{socket.gethostname().lower().partition('.')[0]}.local"
"""Host name of this machine that ends in `.local`; its server accepts it at each address."""


class Laptop(Served):
    """Server of a room on a loopback address, started at once; its own requests use that address."""

    def __init__(self, data: Path, port: int, address: str) -> None:
        self.address = address
        super().__init__(data, port, more=["--host", address, "--https-port", "0"])


@dataclass
class Club:
    """Folders of two laptops, `one` and `two` (empty until `copy`), their common port, and the servers to kill in the end."""

    folder: Path
    port: int
    running: list[Laptop]

    def serve(self, which: str, address: str) -> Laptop:
        laptop = Laptop(self.folder / which, self.port, address)
        self.running.append(laptop)
        laptop.wait()
        return laptop

    def copy(self) -> None:
        """Replace the records in the folder `two`, if any, by a restored backup of those in `one`, with a new epoch."""
        with Store(Config(self.folder / "one").database) as store:
            copy = store.backup()
        copies.restore(Config(self.folder / "two").database, copy)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with socket.socket() as probe:
        probe.bind((FIRST, 0))
        made = Club(tmp_path, probe.getsockname()[1], [])
    yield made
    for laptop in made.running:
        laptop.kill()


def tablet(kind: BrowserType, home: Path, leads_to: str) -> BrowserContext:
    """Return a browser context of a touch screen that keeps its storage in `home` between starts; `NAME` leads to that address.
    Its pages send 20 times sooner than usual.
    """
    context = kind.launch_persistent_context(
        home,
        executable_path=find_chromium(),
        args=[*ARGUMENTS, f"--host-resolver-rules=MAP {NAME} {leads_to}"],
        viewport={"width": 768, "height": 1024},
        has_touch=True,
        locale="fr-FR",
    )
    context.set_default_timeout(60_000)
    hurry(context, 20)
    return context


def half_an_evening(page: Page, base: str, club: Club) -> str:
    """Enter a line before the records are copied to the other laptop, one after, and one while no server runs. Return the URL of
    the sheet, without its fragment.
    """
    first = club.serve("one", FIRST)
    hands = Hands(page, base)
    hands.open_sheet(TAROT)
    sheet = page.url.partition("#")[0]
    prise(page, hands, *LINES[0])
    expect(page.locator(".sheet-table tbody th a")).to_have_count(1)
    first.kill()
    club.copy()
    first = club.serve("one", FIRST)
    prise(page, hands, *LINES[1])
    expect(page.locator(".sheet-table tbody th a")).to_have_count(2)
    first.kill()
    prise(page, hands, *LINES[2])
    expect(page.locator(".pending")).to_have_count(1)
    return sheet


def expect_all_stored(page: Page) -> None:
    """Wait until the page shows lines 1, 2 and 3 once and none pending, and check the totals."""
    expect(page.locator(".sheet-table tbody th a")).to_have_count(3)
    expect(page.locator(".pending")).to_have_count(0)
    assert lines(page) == ["1", "2", "3"]
    assert totals(page) == AFTER_THREE


@pytest.mark.full
def test_name_at_another_address_brings_the_lines_back(
    browser_type: BrowserType, club: Club, tmp_path: Path
) -> None:
    base = f"http://{NAME}:{club.port}"
    context = tablet(browser_type, tmp_path / "home", FIRST)
    sheet = half_an_evening(context.pages[0], base, club)
    context.close()
    club.serve("two", SECOND)
    context = tablet(browser_type, tmp_path / "home", SECOND)
    page = context.pages[0]
    page.goto(sheet)
    expect_all_stored(page)
    context.close()


@pytest.mark.full
def test_same_address_brings_the_lines_back_without_input(
    browser_type: BrowserType, club: Club, tmp_path: Path
) -> None:
    context = tablet(browser_type, tmp_path / "home", FIRST)
    page = context.pages[0]
    half_an_evening(page, f"http://{FIRST}:{club.port}", club)
    # Without input.
    club.serve("two", FIRST)
    expect_all_stored(page)
    context.close()


def test_lines_are_carried_to_a_new_address(browser_type: BrowserType, club: Club, tmp_path: Path) -> None:
    context = tablet(browser_type, tmp_path / "home", FIRST)
    page = context.pages[0]
    half_an_evening(page, f"http://{FIRST}:{club.port}", club)
    club.serve("two", SECOND)
    alone = page.locator(".alone")
    alone.get_by_text("L’ordinateur a changé d’adresse").tap()
    button = alone.get_by_role("button", name="Porter mes lignes")
    button.tap()
    expect(alone.get_by_role("status")).to_contain_text("Écrivez l’adresse")
    # Neither scheme nor port has to be typed.
    alone.locator("[data-address]").fill(FIRST)
    button.tap()
    expect(alone.get_by_role("status")).to_contain_text("déjà l’adresse")
    alone.locator("[data-address]").fill(SECOND)
    for _ in range(2):
        with context.expect_page() as opened:
            button.tap()
        there = opened.value
        expect(there.locator("[data-brought] li")).to_have_text(re.compile("3 · David"))
        # The first line is in the copy, and is resent nevertheless.
        expect(there.locator("[data-again]")).to_contain_text(": 2.")
        there.get_by_role("button", name="Tout envoyer").tap()
        expect(there.locator("main [role=status]")).to_have_text(
            "Tout est parti. L’ancienne page peut être fermée."
        )
        there.locator(".actions a").tap()
        expect_all_stored(there)
        assert there.url.startswith(f"http://{SECOND}:{club.port}/parties/")
        # This tablet writes there, as it did before.
        expect(there.locator("form.entry")).to_be_visible()
    # An unknown pass opens and sends nothing.
    stranger = context.new_page()
    stranger.goto(f"http://{SECOND}:{club.port}/porter#e30")
    stranger.get_by_role("button", name="Tout envoyer").tap()
    expect(stranger.locator("main [role=status]")).to_contain_text("ne reconnaît pas la tablette")
    context.close()
