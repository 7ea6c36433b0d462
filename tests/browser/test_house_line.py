"""A line of a declared game on a phone: every step is named, and a refusal has the place beside the button."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.browser.table import PHONE
from tests.cards.games.test_maison import shipped


def test_tick_is_named_and_a_refusal_is_beside_the_button(tablet: Page, base: str) -> None:
    game = shipped("rami")
    tablet.set_viewport_size(PHONE)
    players = ["Anne", "Bruno", "Chloé", "David"]
    sheet = {
        "format": "scorekeeper/1",
        "game": game.key,
        "players": players,
        "definition": json.loads(game.definition),
    }
    opened = tablet.request.post(f"{base}/api/parties", data={**sheet, "entries": []}).json()
    tablet.goto(f"{base}/parties/{opened['id']}")
    tablet.locator(".steps").get_by_role("button", name="Rami sec", exact=True).tap()
    tablet.locator("label", has_text="Rami sec").tap()
    tablet.locator(".steps").get_by_role("button", name="Points en main", exact=True).tap()
    for column, points in enumerate(("5", "43", "18", "60")):
        tablet.locator(f"[name=f_main_{column}]").evaluate("(field, text) => { field.value = text; }", points)
    tablet.locator(".confirm .primary").tap()
    refused = tablet.locator(".errors[role=alert] p").first
    expect(refused).to_contain_text("il n’y en a pas, il en faut un")
    row, sentence = tablet.locator(".places").bounding_box(), refused.bounding_box()
    button = tablet.locator(".confirm .primary").bounding_box()
    assert row
    assert sentence
    assert button
    assert sentence["x"] + sentence["width"] <= button["x"]
    assert sentence["y"] >= row["y"] + row["height"]
