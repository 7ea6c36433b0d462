"""The demo club in a browser: opened, a line written in it, and closed; no line is left in the browser for the real club."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import tablet  # noqa: F401 - a fixture
from tests.web.process import served

TAROT = 900_056
"""Number of a Tarot sheet of the demo club's last week; five weeks of eleven games come before it."""
STORED = "() => Object.keys(localStorage).filter((key) => /^(kept|outbox):/.test(key))"


def test_a_line_of_the_demo_club_does_not_reach_the_house(tablet: Page, tmp_path: Path) -> None:  # noqa: F811
    with served(tmp_path / "house") as server:
        first = f"http://127.0.0.1:{server.port}/"
        tablet.goto(first)
        tablet.get_by_role("button", name="Regarder le club de démonstration").tap()
        notice = tablet.get_by_text("vos feuilles sont ailleurs")
        expect(notice).to_be_visible()
        tablet.goto(f"{first}parties/{TAROT}")
        line = tablet.locator(".sheet-table tbody a[href$='/lignes/8']").first
        expect(line).to_have_count(0)
        tablet.locator("label:has([name=statut][value=passee])").tap()
        tablet.get_by_role("button", name="Marquer").tap()
        expect(line).to_be_visible()
        assert tablet.evaluate(STORED) == []
        tablet.get_by_role("button", name="Le ranger").tap()
        expect(tablet.get_by_role("button", name="Regarder le club de démonstration")).to_be_visible()
        expect(notice).to_have_count(0)
        expect(tablet.locator(".menu.waiting")).to_be_hidden()
