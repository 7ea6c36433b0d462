"""Desk of an evening of 24 people at each of its steps: pages have few controls, and all have the same main button."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page

from scorekeeper import tournaments as desk
from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.records.store import Store
from tests.browser.conftest import tablet
from tests.browser.table import UPRIGHT
from tests.tournaments.desk import BY, draw, note, opened, play
from tests.web_server import served

__all__ = ["tablet"]
FIRST = ("Anne", "Bernard", "Cécile", "Daniel", "Élise", "François", "Gisèle", "Henri")
LAST = ("Rochat", "Dupré", "Kohler", "Lambelet", "Quiblier", "Noverraz", "Savary", "Humbert", "Jaquet")
PEOPLE = [f"{FIRST[place % 8]} {LAST[place % 9]}" for place in range(24)]
PAGES = ("tables", "joueurs", "tirage", "classement", "imprimer")
AT_DOOR = ("joueurs?vue=attendus",)
CONTROLS = """() => [...document.querySelectorAll("a[href]:not(.skip), button, input:not([type=hidden]), select, textarea, summary")].filter(each => {
    const box = each.getBoundingClientRect();
    return each.checkVisibility({visibilityProperty: true}) && !each.disabled && box.width > 1 && box.bottom > 0 && box.top < innerHeight;
}).map(each => each.outerHTML.slice(0, 80))"""
"""Script that returns the controls which can be touched without scrolling: the first 80 characters of their HTML."""


@dataclass
class Evening:
    """Store of an app with tournament 1, its base URL, and a page that visits the desk."""

    store: Store
    page: Page
    base: str

    def main_buttons(self, *more: str) -> set[str]:
        """Open the `PAGES` of the desk and `more`; return the texts of main buttons. Fails for over 20 controls or too wide a
        page.
        """
        acts = set()
        for name in (*PAGES, *more):
            self.page.goto(f"{self.base}/tournois/1/{name}")
            controls = self.page.evaluate(CONTROLS)
            assert len(controls) <= 20, "\n".join([name, *controls])
            assert self.page.evaluate("document.documentElement.scrollWidth") <= UPRIGHT["width"]
            acts |= {text.strip() for text in self.page.locator(".step .primary").all_inner_texts()}
        return acts


@pytest.fixture
def evening(tmp_path: Path, tablet: Page) -> Iterator[Evening]:
    tablet.set_viewport_size(UPRIGHT)
    app = create_app(Config(tmp_path))
    with closing(app.extensions["store"]) as store, served(app) as base:
        yield Evening(store, tablet, base)


def test_page_of_each_step_is_calm_and_leads_to_the_same_act(evening: Evening) -> None:
    store = evening.store
    t = opened(store, [], door=True, fee=1000, rounds=2, prizes=["Un cochon", "Un jambon"])
    assert evening.main_buttons(*AT_DOOR) == {"Joueurs"}
    desk.register(store, 1, [{"name": name} for name in PEOPLE], by=BY)
    assert evening.main_buttons(*AT_DOOR) == {"Porte"}
    desk.check_in(store, 1, range(1, 23), arrived=True, paid=1000, by=BY)
    assert evening.main_buttons(*AT_DOOR) == {"Aller au tirage"}
    t = draw(store, t)
    assert evening.main_buttons(*AT_DOOR) == {"Imprimer le tour 1"}
    play(store, t.rounds[0].tables[0].partie, [100] * 3)
    desk.set_clock(store, 1, 1, what="lancer", minutes=45, by=BY)
    desk.check_in(store, 1, [23, 24], arrived=True, by=BY)
    desk.withdraw(store, 1, 5, by=BY)
    assert evening.main_buttons(*AT_DOOR) == {"Noter la table 2"}
    play(store, t.rounds[0].tables[0].partie, [100] * 9)
    for table in t.rounds[0].tables[1:]:
        note(store, t, table.number, (1007, 877))
    assert evening.main_buttons() == {"Clore le tour 1"}
    desk.close_round(store, 1, 1, by=BY)
    assert evening.main_buttons() == {"Préparer le tour 2"}
    desk.repair(store, 1, seen=desk.read(store, 1).decided, by=BY)
    assert evening.main_buttons() == {"Ouvrir le tour 2"}
    t = draw(store, desk.read(store, 1))
    for table in t.rounds[1].tables:
        note(store, t, table.number, (1007 + table.number, 877 - table.number))
    desk.close_round(store, 1, 2, by=BY)
    assert evening.main_buttons() == {"Remise des prix"}
    desk.show_prizes(store, 1, what="commencer", by=BY)
    desk.show_prizes(store, 1, what="suivant", by=BY)
    assert evening.main_buttons() == {"Remise des prix"}
    desk.show_prizes(store, 1, what="finir", by=BY)
    assert evening.main_buttons() == {"Annoncer le classement final"}
    desk.finish(store, 1, by=BY)
    assert evening.main_buttons() == {"Voir le classement"}


def test_two_hundred_people_fit_three_screens_and_are_searched(evening: Evening) -> None:
    names = [f"{first} {last}{more}" for more in ("", "-Favre", "-Roy") for last in LAST for first in FIRST]
    opened(evening.store, names[:200])
    page = evening.page
    page.goto(f"{evening.base}/tournois/1/joueurs")
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * UPRIGHT["height"]
    page.get_by_role("link", name="S", exact=True).tap()
    box = page.get_by_role("link", name="Anne Savary", exact=True).bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= UPRIGHT["height"]
