"""A declared game, played by eight to its end by touch, and opened from its file on a server that does not know it.

The totals are computed by hand: the closer's points count double unless they are the only lowest; once 100 is reached, the lowest
total wins.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pypdf
from playwright.sync_api import Browser, Page, expect

from scorekeeper.config import Config
from scorekeeper.tournaments.access.organiser import set_passphrase
from tests.browser.table import LANDSCAPE, UPRIGHT
from tests.browser.test_taps import SCROLLED, Thumb
from tests.cards.games.test_maison import text
from tests.pages import make_app
from tests.soak.test_hidden_numbers import device
from tests.web.desk_visits import PHRASE
from tests.web_server import served

EIGHT = ("Anne", "Bruno", "Chloé", "David", "Émile", "Fanny", "Gérard", "Hélène")
MANCHES: Sequence[tuple[tuple[int, ...], str, tuple[int, ...]]] = (
    # Anne closes with 12, and Bruno has less: 24.
    ((12, -3, 14, 33, 5, 4, 8, 29), "Anne", (24, -3, 14, 33, 5, 4, 8, 29)),
    ((10, 20, 30, 40, 2, 6, 7, 1), "Hélène", (34, 17, 44, 73, 7, 10, 15, 30)),
    # Nothing doubles a zero; David comes to more than 100.
    ((0, 5, 10, 30, 9, 9, 9, 9), "Anne", (22, 22, 54, 103, 16, 19, 24, 39)),
)
AMENDED = (22, 17, 44, 73, 7, 10, 15, 30)
"""Totals after two manches if Bruno, alone at the lowest, is the one who closed the first."""
WHY = "fermé sans être seul au plus bas"


def declare(page: Page, base: str, definition: str, button: str) -> None:
    """Fill in a definition on the page of declared games, and tap `button`, without waiting for the result."""
    page.goto(f"{base}/jeux-maison")
    page.locator("details.text").evaluate("fold => { fold.open = true; }")
    page.fill("#definition", definition)
    page.get_by_role("button", name=button, exact=True).tap()


def logged_in(page: Page, base: str) -> None:
    page.goto(f"{base}/organisateur?retour=/jeux-maison")
    page.fill("#phrase", PHRASE)
    page.get_by_role("button", name="Se connecter").tap()
    expect(page.locator("form.asking")).to_be_visible()


def shows(page: Page, totals: Sequence[int]) -> None:
    expect(page.locator(".totals b")).to_have_text([f"{total}".replace("-", "−") for total in totals])


def send_manche(thumb: Thumb, cards: Sequence[int], closer: str) -> None:
    """Type everybody's cards on the page's keypad, tap who closed, wait for the sentence; send the line, without waiting."""
    page = thumb.page
    for seat, points in enumerate(cards):
        thumb.type(page.locator(f"[name=f_cartes_{seat}]"), f"{points}".replace("-", "±"))
    closed = page.locator(f"[name=f_ferme][value='{closer}']")
    thumb.reach(closed)
    thumb.press(closed)
    assert page.evaluate(SCROLLED) == []
    expect(page.locator("form.entry[aria-busy=false] [data-phrase]:not(.waiting)")).not_to_be_empty()
    page.locator(".confirm .primary").tap()


def partie(page: Page, base: str, number: str) -> dict[str, Any]:
    answer: dict[str, Any] = page.request.get(f"{base}/api/parties/{number}").json()
    return answer


def check_explanation(page: Page, address: str) -> None:
    """Open the page of line 1, and wait until it shows the scores of the corrected first manche, and not the reason `WHY`."""
    page.goto(f"{address}/lignes/1")
    expect(page.locator(".reckoning tfoot td")).to_have_text(
        ["+12", "−3", "+14", "+33", "+5", "+4", "+8", "+29"]
    )
    expect(page.locator(".reckoning tbody")).not_to_contain_text(WHY)


def check_paper(page: Page, address: str, wanted: Sequence[int]) -> None:
    answer = page.request.get(address)
    assert answer.status == 200
    words = " ".join(leaf.extract_text() for leaf in pypdf.PdfReader(io.BytesIO(answer.body())).pages).split()
    assert {*EIGHT, *map(str, wanted)} <= {*words}


def play_partie(page: Page, base: str) -> str:
    """Play all `MANCHES` by touch, check totals, correct the first after the second. Return the number of the sheet."""
    thumb = Thumb(page, base)
    thumb.open_sheet({"game": "maison-skyjo", "players": EIGHT})
    address = page.url.partition("#")[0]
    for place, (cards, closer, totals) in enumerate(MANCHES):
        page.set_viewport_size(LANDSCAPE if place % 2 else UPRIGHT)
        send_manche(thumb, cards, closer)
        shows(page, totals)
        if place == 0:
            page.goto(f"{address}/lignes/1")
            expect(page.locator(".reckoning tbody")).to_contain_text(WHY)
            page.goto(address)
        if place == 1:
            page.goto(f"{address}/lignes/1/modifier")
            thumb.press(page.locator("[name=f_ferme][value='Bruno']"))
            page.locator(".reasons label", has_text="recompté").tap()
            page.locator(".confirm .primary").tap()
            page.goto(address)
            shows(page, AMENDED)
    expect(page.locator(".finished h2, .end").first).to_contain_text("Émile")
    return address.rpartition("/")[2]


def later(definition: str) -> str:
    """Return the definition with every score tripled, and only its first example, adapted."""
    head, first, *_ = definition.split("[[exemples]]")
    changed = head.replace('points = "cartes"', 'points = "3 * cartes"')
    example = first.replace("marque = [4, 12, 30]", "marque = [12, 36, 90]")
    assert changed != head
    assert example != first
    return f"{changed}[[exemples]]{example}"


def test_declared_game_continues_from_its_file_elsewhere(tmp_path: Path, browser: Browser) -> None:
    totals = MANCHES[-1][2]
    app = make_app(Config(tmp_path / "here"))
    set_passphrase(app.extensions["store"], PHRASE)
    page = device(browser, UPRIGHT)
    with served(app) as base:
        logged_in(page, base)
        declare(page, base, text("skyjo"), "Ajouter")
        expect(page.locator("#maison-skyjo")).to_contain_text("Skyjo")
        number = play_partie(page, base)
        before = partie(page, base, number)
        assert (before["score"]["totals"], before["score"]["winners"]) == ([*totals], ["Émile"])
        check_paper(page, f"{base}/parties/{number}/feuille.pdf", totals)
        # A later definition leaves played sheets unchanged.
        declare(page, base, later(text("skyjo")), "Ajouter")
        page.get_by_role("button", name="Remplacer", exact=True).tap()
        expect(page.locator("#maison-skyjo")).to_be_visible()
        assert partie(page, base, number)["score"] == before["score"]
        check_explanation(page, f"{base}/parties/{number}")
        file = page.request.get(f"{base}/api/parties/{number}").json()["sheet"]
    app.extensions["store"].close()
    there = make_app(Config(tmp_path / "there"))
    with served(there) as base:
        opened = page.request.post(f"{base}/api/parties", data=file)
        assert opened.status == 201
        number = str(opened.json()["id"])
        after = partie(page, base, number)
        assert after["sheet"]["definition"] == before["sheet"]["definition"] == file["definition"]
        assert after["score"]["totals"] == [*totals]
        assert _reckoned(after) == _reckoned(before)
        page.goto(f"{base}/parties/{number}")
        shows(page, totals)
        check_explanation(page, f"{base}/parties/{number}")
        check_paper(page, f"{base}/parties/{number}/feuille.pdf", totals)
        page.goto(f"{base}/jeux-maison")
        expect(page.locator("#maison-skyjo")).to_have_count(0)
    there.extensions["store"].close()
    page.context.close()


def _reckoned(document: Mapping[str, Any]) -> list[Any]:
    return [(row["scores"], row["detail"]) for row in document["score"]["rows"]]
