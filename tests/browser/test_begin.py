"""Starting an evening: pages, taps and words from the first page to the printed draw of sixteen pasted names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.config import Config
from scorekeeper.parties.house import keep_house_game
from scorekeeper.records.store import Store
from tests.browser.table import Hands
from tests.browser.test_evenings import send
from tests.cards.games.test_maison import shipped, text
from tests.web_server import serving

PEOPLE = (
    *("Anne Rochat", "Bernard Dupré", "Cécile Favre", "Daniel Girod", "Élise Humbert", "François Jaquet"),
    *("Gisèle Kohler", "Henri Lambelet", "Irène Monnier", "Jean Noverraz", "Karine Oulevay", "Louis Perret"),
    *("Marie Quiblier", "Nicolas Savary", "Odile Tissot", "Pierre Udry"),
)


class Beginning:
    """A person starting an evening, with counts of the effort."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pages: list[str] = []
        self.taps = self.words = 0
        page.on("framenavigated", lambda frame: self.pages.append(frame.url))

    def tap(self, what: Locator) -> None:
        """Tap a control, and count the tap."""
        self.taps += 1
        what.tap()

    def read(self) -> None:
        """Count the words of the page, from its bar to its foot, without people's names."""
        shown = self.page.locator("body").inner_text().replace(self.page.locator(".skip").inner_text(), "", 1)
        for name in PEOPLE:
            shown = shown.replace(name, "")
        self.words += len(re.findall(r"\w+(?:[’-]\w+)*", shown))

    def begins(self, base: str, *way: str) -> None:
        """Tap the controls `way` from the first page on, paste the list of people, draw, and check that the link fetches a PDF."""
        page = self.page
        page.goto(base)
        self.read()
        for words in way:
            self.tap(page.locator(".evenings").get_by_text(words, exact=True))
        expect(page.locator("#liste")).to_be_focused()
        page.keyboard.insert_text("\n".join(PEOPLE))
        expect(page.locator("#compte")).to_contain_text("16 joueurs.")
        self.read()
        self.tap(page.get_by_role("button", name="Tirer et imprimer"))
        printed = page.get_by_role("link", name="Imprimer le tour 1")
        expect(printed).to_be_visible()
        self.read()
        self.taps += 1
        answer = page.request.get(f"{base}{printed.get_attribute('href')}")
        assert (answer.status, answer.body()[:5]) == (200, b"%PDF-")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[str]:
    """The URL of a new app with a declared game."""
    with Store(Config(tmp_path).database) as store:
        keep_house_game(store, shipped("skyjo"), text("skyjo"))
    with serving(tmp_path) as address:
        yield address


def test_a_match_au_cochon_begins_on_one_page(tablet: Page, hall: str) -> None:
    someone = Beginning(tablet)
    someone.begins(hall, "Match au cochon")
    assert len(set(someone.pages)) == 3
    assert someone.taps == 3
    assert someone.words <= 150
    # The list was frozen before the seed was made, as when done by hand.
    tablet.goto(f"{hall}/tournois/1/tirage")
    expect(tablet.locator("main")).to_contain_text("16 noms")
    # A similar next evening; half-typed values survive a reload.
    # Sent values are no longer restored.
    tablet.goto(f"{hall}/tournois/nouveau/jass", wait_until="networkidle")
    expect(tablet.locator("#liste")).to_have_value("")
    tablet.get_by_role("link", name="Comme la dernière fois").tap()
    expect(tablet.locator("#liste")).to_have_value("\n".join(PEOPLE))
    tablet.fill("#liste", "\n".join(PEOPLE[:15]))
    expect(tablet.locator("#compte")).to_contain_text("3 tables de 4, 3 exempts à chaque tour.")
    tablet.reload()
    expect(tablet.locator("#liste")).to_have_value("\n".join(PEOPLE[:15]))
    for tap in ("Règlement", "Date, porte et caisse"):
        tablet.get_by_text(tap).tap()
    tablet.locator("[name=door]").tap()
    tablet.get_by_role("button", name="Ouvrir l’inscription").tap()
    expect(tablet).to_have_url(f"{hall}/tournois/2/joueurs?vue=attendus")
    # So do its rules, and a list of later arrivals.
    for page, field, typed in (
        ("reglages", "#prizes", "Un cochon\nUn jambon"),
        ("joueurs", "#liste", "Zoé\nYann"),
    ):
        tablet.goto(f"{hall}/tournois/2/{page}")
        tablet.locator(field).evaluate("field => field.closest('details')?.setAttribute('open', '')")
        tablet.fill(field, typed)
        tablet.reload()
        expect(tablet.locator(field)).to_have_value(typed)


@pytest.mark.soak
@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["Tarot", "Belote", "Skyjo"])
def test_other_evenings_begin_in_four_taps(tablet: Page, hall: str, game: str) -> None:
    someone = Beginning(tablet)
    someone.begins(hall, "Autre tournoi", game)
    assert len(set(someone.pages)) == 3
    assert someone.taps == 4
    assert someone.words <= 150


def test_the_chosen_trump_is_named_with_german_swiss_cards(tablet: Page, hall: str) -> None:
    tablet.goto(f"{hall}/connecter/salle")
    tablet.locator("label", has=tablet.locator("[name=cards][value=swiss]")).tap()
    with tablet.expect_navigation():
        tablet.get_by_role("button", name="Enregistrer").tap()
    sheet = {"game": "jass", "players": ["Anne", "Bruno", "Chloé", "David"], "entries": []}
    Hands(tablet, hall).open_sheet(sheet, {"pique_double": "oui"})
    send(tablet, {"atout": "coeur", "points_a": 97}, 1)
    tablet.goto(f"{tablet.url}/lignes/1/modifier")
    expect(tablet.locator(".steps")).to_contain_text("glands")


IN_VIEW = """(main) => {
    const shown = (each) => each.checkVisibility() && !each.closest(".sr") && each.getBoundingClientRect().top < innerHeight;
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    let words = 0;
    while (texts.nextNode()) words += shown(texts.currentNode.parentElement) ? (texts.currentNode.textContent.match(/[\\p{L}\\p{N}]+/gu) ?? []).length : 0;
    return [words, [...main.querySelectorAll("input:not([type=hidden]), select, button, a, summary")].filter(shown).length];
}"""
"""Returns how many words and controls of a page are in the first view, without those of its bar."""


def test_a_new_sheet_of_jass_has_few_words_and_controls(tablet: Page, hall: str) -> None:
    tablet.set_viewport_size({"width": 390, "height": 844})
    tablet.goto(f"{hall}/nouvelle/jass")
    expect(tablet.get_by_text("Qui donne ?")).to_have_count(1)
    expect(tablet.locator("main form > details")).to_have_count(1)
    words, controls = tablet.locator("main").evaluate(IN_VIEW)
    assert words <= 45
    assert controls <= 16
    # A fifth player of Tarot deals only once the fourth is there.
    tablet.goto(f"{hall}/nouvelle/tarot")
    fifth = tablet.locator(".deals .button").nth(4)
    expect(fifth).to_be_hidden()
    tablet.fill("#joueur-3", "David")
    expect(fifth).to_be_visible()
