"""A tablet without its server: it still opens the sheet, and resends lines that a restored server lacks."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from scorekeeper.config import Config
from scorekeeper.records.backup import copies
from scorekeeper.records.store import Store
from tests.browser.table import undo, wait
from tests.browser.test_outbox import AFTER_THREE, LINES, Club, club, lines, open_sheet, prise, totals
from tests.patience import until
from tests.tournaments.desk import opened
from tests.web_server import later_epoch

__all__ = ["club"]


def copied(club: Club) -> Path:
    """Return the path of a backup of the present records; the server is stopped for it, and started again."""
    club.stop()
    with Store(Config(club.data).database) as store:
        copy = store.backup()
    club.start()
    return copy


@pytest.mark.soak
def test_line_in_flight_lets_earlier_lines_go_first(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(1)
    copy = copied(club)
    prise(tablet, hands, *LINES[1])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(2)
    club.stop()
    copies.restore(Config(club.data).database, copy)
    held: list[Route] = []
    tablet.route("**/saisies", lambda route: held.extend([route]), times=1)
    prise(tablet, hands, *LINES[2])
    club.start()
    # The page learns of the other epoch while its third line is being sent, and resends all lines.
    expect(tablet.locator(".pending")).to_have_count(3)
    held[0].continue_()
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(3)
    expect(tablet.locator(".outbox")).to_be_hidden()
    assert totals(tablet) == AFTER_THREE


@pytest.mark.soak
def test_server_restored_from_a_copy_gets_the_missing_lines(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    sheet = tablet.url.partition("#")[0]
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(1)
    copy = copied(club)
    # Two more lines, one between them that is undone, and one from a tablet that is switched off by then.
    prise(tablet, hands, *LINES[1])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(2)
    prise(tablet, hands, "Chloé", "70")
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(3)
    undo(tablet, 3)
    expect(tablet.locator(".sheet-table tr.struck")).to_have_count(1)
    prise(tablet, hands, *LINES[2])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(4)
    club.stop()
    copies.restore(Config(club.data).database, copy)
    club.start()
    # Any page does it.
    tablet.goto(f"{club.address}/aide")
    badge = tablet.locator(".bar .waiting")
    expect(badge).to_be_hidden()
    written = f"{club.address}/api/parties/1"
    wait(tablet, lambda: len(tablet.request.get(written).json()["sheet"]["entries"]) == 3)
    tablet.goto(sheet)
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(4)
    assert lines(tablet) == ["1", "2", "3", "4"]
    assert tablet.locator(".sheet-table tr.struck th").inner_text() == "3"
    assert totals(tablet) == AFTER_THREE
    expect(tablet.locator(".pending")).to_have_count(0)


@pytest.mark.soak
def test_sheet_reopens_offline_with_its_waiting_lines(browser: Browser, club: Club) -> None:
    context = browser.new_context(viewport={"width": 768, "height": 1024}, has_touch=True, locale="fr-FR")
    tablet = context.new_page()
    hands = open_sheet(tablet, club)
    sheet = tablet.url.partition("#")[0]
    # The worker is there, and has this page, once the page is under it and was fetched again by it.
    tablet.evaluate("navigator.serviceWorker.ready.then(() => {})")
    tablet.reload()
    assert tablet.evaluate("navigator.serviceWorker.controller !== null")
    # A line sent by a script is in the cached page too.
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(1)
    expect(tablet.locator(".stale")).to_be_hidden()
    context.set_offline(True)
    club.stop()
    prise(tablet, hands, *LINES[1])
    expect(tablet.locator(".pending")).to_have_count(1)
    tablet.reload()
    expect(tablet.locator(".stale")).to_contain_text("Pas de réseau")
    expect(tablet.locator(".pending")).to_have_count(1)
    assert lines(tablet) == ["1"]
    prise(tablet, hands, *LINES[2])
    expect(tablet.locator(".pending")).to_have_count(2)
    # A page not cached shows the offline page.
    tablet.goto(f"{club.address}/joueurs")
    expect(tablet.locator("h1")).to_have_text("Pas de réseau")
    context.set_offline(False)
    club.start()
    tablet.goto(sheet)
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(3)
    assert totals(tablet) == AFTER_THREE
    expect(tablet.locator(".stale")).to_be_hidden()
    # Pages of the desk and of the API are not cached.
    kept = tablet.evaluate(
        "caches.keys().then(([name]) => caches.open(name)).then(c => c.keys()).then(all => all.map(r => r.url))"
    )
    assert not [url for url in kept if "/api/" in url or "organisateur" in url or "/t/" in url]
    context.close()


@pytest.mark.soak
def test_idle_page_reports_a_silent_server_and_its_recovery(tablet: Page, club: Club) -> None:
    open_sheet(tablet, club)
    expect(tablet.locator(".alone")).to_be_hidden()
    club.stop()
    expect(tablet.locator(".alone")).to_contain_text("L’ordinateur a changé d’adresse ?")
    club.start()
    expect(tablet.locator(".alone")).to_be_hidden()


@pytest.mark.soak
def test_a_page_without_lines_finds_the_house_at_another_address(
    tablet: Page, club: Club, tmp_path: Path
) -> None:
    elsewhere = Club(tmp_path)
    club.stop()
    elsewhere.start()
    elsewhere.stop()
    (tmp_path / "standby").write_text(f"{elsewhere.address}/ {elsewhere.address}/")
    club.start()
    hands = open_sheet(tablet, club)
    sheet = tablet.url.rpartition("/")[2]
    tablet.goto(f"{club.address}/joueurs")
    # The first page stores its pass; the next one uses it.
    until(lambda: tablet.evaluate("localStorage.getItem('pass-proof')"))
    club.stop()
    link = tablet.locator(".alone [data-found]")
    expect(tablet.locator(".alone .carry summary")).to_be_visible()
    expect(link).to_be_hidden()
    elsewhere.start()
    expect(link).to_contain_text(elsewhere.address.partition("//")[2])
    with tablet.context.expect_page() as window:
        link.tap()
    there = window.value
    there.locator("[data-brought] button").tap()
    expect(there.locator("main [role=status]")).to_contain_text("Tout est parti")
    there.locator(".actions a").tap()
    expect(there).to_have_url(f"{elsewhere.address}/joueurs")
    there.goto(f"{elsewhere.address}/parties/{sheet}")
    hands.page = there
    prise(there, hands, *LINES[0])
    expect(there.locator(".sheet-table tbody th a")).to_have_count(1)
    elsewhere.stop()


@pytest.mark.soak
def test_following_pages_show_the_server_that_took_over(tablet: Page, club: Club) -> None:
    """Without input, the tablet on the table, the hall and a tournament page show the takeover as soon as their server knows of
    it.
    """
    open_sheet(tablet, club)
    sheet = urlsplit(tablet.url).path
    club.stop()
    with Store(Config(club.data).database) as store:
        later = later_epoch(store)
        opened(store, 8)
    club.start()
    paths = (f"{sheet}/table", "/tournois/1/salle", "/tournois/1/classement")
    pages = [tablet.context.new_page() for _ in paths]
    for page, path in zip(pages, paths, strict=True):
        page.goto(f"{club.address}{path}")
        expect(page.locator(".notice")).to_be_empty()
    tablet.request.get(f"{club.address}/api/health", headers={"X-Epoch": later})
    for page in pages:
        page.bring_to_front()
        expect(page.locator(".notice")).to_contain_text("Une autre machine a repris")
