"""Every page in a real browser: accessible, within the tablet's width, only from its own server, and usable without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import chain
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, expect

from scorekeeper.cards.catalogue import GAMES
from scorekeeper.parties import list_parties
from scorekeeper.records.store import Store
from scorekeeper.tournaments import demo_club
from tests.browser.looks import look_by_touch, look_in_the_dark
from tests.browser.table import LANDSCAPE, PHONE, UPRIGHT, Hands
from tests.evenings import evenings
from tests.soak import FULL, amount
from tests.web.process import served
from tests.web_server import serving

FIXED = ["/", "/parties", "/joueurs", "/joueurs/1", "/aide", "/parties/999999"]
LOST = {"/parties/999999": ["status 404"]}
NEW = [f"/nouvelle/{game.key}" for game in GAMES]
HELP = [f"/aide/{game.key}" for game in GAMES]
EXTRAS = [f"/jeux/{game.key}/{slug}" for game in GAMES for slug in game.pages]
EXTRAS += ["/jeux/jass/controle?a1=92&b1=66&a2=abc&b2=57&b3=158&total_a=1070&total_b=877"]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[list[str]]]]:
    """Serve a demo club; yield its URL and, for each game, the paths of an open and a closed sheet with their lines and
    histories.
    """
    data: Path = tmp_path_factory.mktemp("club")
    with Store(data / "scorekeeper.sqlite3") as store:
        demo_club.fill_evenings(store, date(2026, 11, 20))
        sheets: list[list[str]] = []
        for game in GAMES:
            sheets.append([])
            for status in ("ouverte", "close"):
                sheet = f"/parties/{list_parties(store, status=status, game=game.key, limit=1)[0].id}"
                sheets[-1] += [sheet, f"{sheet}/lignes/2", f"{sheet}/historique"]
                if status == "ouverte":
                    sheets[-1].append(f"{sheet}/lignes/2/modifier")
    with serving(data) as address:
        yield address, sheets


@pytest.mark.soak
def test_pages_fit_tablets_and_phone_and_axe_finds_nothing(
    browser: Browser, club: tuple[str, list[list[str]]]
) -> None:
    base, sheets = club
    paths = [*FIXED, *[*NEW, *HELP, *EXTRAS, *chain(*sheets)][:: amount(7, 1)]]
    assert look_by_touch(browser, base, paths, (PHONE, UPRIGHT, LANDSCAPE)) == LOST


@pytest.mark.soak
@pytest.mark.skipif(not FULL, reason="axe looks at a sample of the dark pages in the gallery")
def test_axe_finds_nothing_on_dark_pages_in_english(
    browser: Browser, club: tuple[str, list[list[str]]]
) -> None:
    base, sheets = club
    paths = [*FIXED, *NEW, *HELP, *EXTRAS, *chain(*sheets)]
    assert look_in_the_dark(browser, base, paths) == LOST


def test_first_page_is_light_and_requests_no_other_server(
    browser: Browser, club: tuple[str, list[list[str]]]
) -> None:
    base, _ = club
    context = browser.new_context(viewport={"width": 768, "height": 1024})
    page = context.new_page()
    fetched: list[Request] = []

    def note(request: Request) -> None:
        fetched.append(request)

    page.on("requestfinished", note)
    page.goto(base, wait_until="networkidle")
    assert all(request.url.startswith(base) for request in fetched)
    fonts = [request for request in fetched if request.resource_type == "font"]
    # Transferred bytes; fonts count separately, as the page can be read before they arrive.
    assert sum(request.sizes()["responseBodySize"] for request in fetched if request not in fonts) < 40_000
    assert sum(request.sizes()["responseBodySize"] for request in fonts) < 45_000
    shown = page.evaluate(
        "[...document.fonts].filter(face => face.status == 'loaded').map(face => face.family)"
    )
    assert {family.strip('"') for family in shown} >= {"Scorekeeper Sans", "Scorekeeper Serif"}
    context.close()


def test_donne_is_entered_without_javascript(browser: Browser, base: str) -> None:
    context = browser.new_context(java_script_enabled=False, locale="fr-FR")
    page = context.new_page()
    page.goto(f"{base}/nouvelle/tarot")
    for place, name in enumerate(("Anne", "Benoît", "Chloé", "David")):
        page.fill(f"#joueur-{place}", name)
    page.click(".go .primary")
    page.check("[name=preneur][value=Chloé]", force=True)
    page.check("[name=contrat][value=garde]", force=True)
    page.check("[name=bouts][value='2']", force=True)
    page.fill("[name=points]", "90")
    page.click(".confirm .primary")
    expect(page.locator("[data-errors=points]")).to_contain_text("13 à 85")
    assert page.input_value("[name=points]") == "90"
    assert page.is_checked("[name=preneur][value=Chloé]")
    page.fill("[name=points]", "56")
    page.click(".confirm .primary")
    expect(page.locator(".totals")).to_contain_text("240")
    expect(page.locator(".sheet-table tbody tr.newest")).to_have_count(1)
    assert page.locator(".totals b").all_inner_texts() == ["−80", "−80", "240", "−80"]
    context.close()


def test_second_tablet_with_the_same_donne_is_asked(browser: Browser, tmp_path: Path) -> None:
    """The second tablet's page has a stream: the line of the first appears at once, half-typed values stay, and sending them
    asks.
    """
    evening = next(evening for evening in evenings() if evening.name == "couillon")
    first, second = (browser.new_context(has_touch=True, locale="fr-FR").new_page() for _ in range(2))
    asked: list[str] = []
    second.on(
        "request", lambda request: asked.append(request.resource_type) if "/suivre" in request.url else None
    )
    with served(tmp_path / "data") as server:
        one, two = (Hands(page, f"http://127.0.0.1:{server.port}") for page in (first, second))
        one.open_sheet(evening.sheet)
        second.goto(first.url)
        two.fill(evening.sheet, 0)
        one.enter(evening.sheet, 0)
        expect(second.locator(".sheet-table tbody th a")).to_have_count(1)
        expect(second.locator("[data-moved]")).to_be_visible()
        assert second.input_value("[name=points_a]") == "18"
        two.press(second.locator(".confirm .primary"))
        expect(second.locator(".conflict")).to_contain_text("déjà marquée")
        expect(second.locator(".sheet-table tbody th a")).to_have_count(1)
        assert second.input_value("[name=points_a]") == "18"
        # It was another line; without input, the form is that of the next one.
        two.press(second.locator(".confirm .primary"))
        expect(second.locator(".sheet-table tbody th a")).to_have_count(2)
        expect(first.locator(".sheet-table tbody th a")).to_have_count(2)
        expect(first.locator("[name=rang]")).to_have_value("3")
        assert asked == ["eventsource"]
        # The back button of a newly opened sheet leads to the first page, not to an empty form.
        first.go_back()
        expect(first.locator(".now h1")).to_contain_text("Couillon")
    first.context.close()
    second.context.close()
