"""Number of touches for a donne on a tablet in portrait, from the empty form to the written line, without scrolling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.in_view import PLAYED, declared_line, house, lines_of
from tests.browser.table import UPRIGHT, Hands

FOUR = ["Anne", "Bruno", "Chloé", "David"]
TAROT = {"preneur": "Anne", "contrat": "garde", "bouts": 2}
DONNES: Mapping[str, Sequence[tuple[Mapping[str, Any], int]]] = {
    "tarot": (
        ({**TAROT, "points": 51}, 6),
        (
            {
                **TAROT,
                "points": 49,
                "petit_au_bout": "attaque",
                "poignees": [{"joueur": "Chloé", "type": "simple"}],
            },
            9,
        ),
        (
            {
                **TAROT,
                "points_defense": 51,
                "petit_au_bout": "defense",
                "poignees": [{"joueur": "Anne", "type": "simple"}, {"joueur": "David", "type": "simple"}],
                "chelem": "annonce-manque",
            },
            12,
        ),
    ),
    "jass": (
        ({"points_a": 92}, 4),
        ({"points_a": 92, "annonces": {"A": [20, 50]}, "schtockr": "A"}, 7),
        ({"points_a": 105, "annonces": {"A": [20, 20], "B": [50, 150]}, "schtockr": "A"}, 11),
    ),
    "couillon": (
        ({"accepte": "A", "gagne": "A"}, 3),
        ({"accepte": "B", "points": [18, 10]}, 6),
        ({"accepte": "A", "points": [25, 0], "capot": "A"}, 7),
    ),
    "belote": (
        ({"preneur": "A", "atout": "coeur", "points_a": 92}, 6),
        ({"preneur": "B", "atout": "pique", "points_b": 81, "belote": "A", "annonces": {"A": [20, 50]}}, 9),
        ({"preneur": "A", "atout": "trefle", "capot": "A", "belote": "A", "annonces": {"A": [20]}}, 6),
        ({"statut": "passee"}, 2),
    ),
    "coinche": (
        ({"preneur": "A", "contrat": 90, "atout": "coeur", "points_a": 92}, 7),
        (
            {
                "preneur": "B",
                "contrat": 110,
                "atout": "sans-atout",
                "coinche": "coinche",
                "points_b": 107,
                "annonces": {"B": [50]},
            },
            10,
        ),
        (
            {
                "preneur": "A",
                "contrat": "generale",
                "atout": "tout-atout",
                "capot": "A",
                "seul": True,
                "belotes": [2, 0],
            },
            8,
        ),
        ({"statut": "passee"}, 2),
    ),
    "coiffeur": (
        ({"preneur": "A", "contrat": "coeur", "points_a": 92}, 4),
        ({"preneur": "B", "contrat": "haut-bas", "match": "B"}, 3),
        ({"preneur": "A", "contrat": "souhait-1", "jeu": "misere", "points_a": 105}, 6),
    ),
}
"""By game the ordinary donne, one with what people announce or count, and the worst; each with its touches, *Marquer* included."""
FIRST: Mapping[str, int] = {
    "tarot": 6,
    "jass": 4,
    "couillon": 6,
    "cochonnet": 16,
    "bouees": 11,
    "differenzler": 15,
    "coiffeur": 5,
    "wiezen": 5,
    "belote": 9,
    "coinche": 9,
    "libre": 10,
    "maison-skyjo": 14,
    "maison-yams": 3,
}
"""Touches of the first line of an evening by game, *Marquer* included."""
SETTINGS: Mapping[str, Mapping[str, str]] = {
    "belote": {"annonces": "oui"},
    "coinche": {"annonces": "oui", "sa_ta": "oui"},
}
"""Optional settings, so that a form has all its fields."""

SEEN = """(target) => {
    const { left, top, right, bottom } = target.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth
        && (target.contains(there) || there?.contains(target)) && Math.min(right - left, bottom - top) >= (target.closest("td") ? 35 : 44);
}"""
"""Whether a button is in view, whole, not covered, and large enough for a thumb; a cell of a large grid may be lower."""
SCROLLED = """() => [document.documentElement, ...document.querySelectorAll(".panel, .panel *")]
    .filter((each) => each.scrollTop).map((each) => each.className)"""
"""Scrolled elements of the page and its panel; the sheet scrolls to its newest line itself."""


class Thumb(Hands):
    """Hands that touch only visible controls."""

    def press(self, target: Locator) -> None:
        """Touch a button that is in view."""
        shown = target
        if target.get_attribute("type") in {"radio", "checkbox"}:
            shown = target.locator("xpath=ancestor::label")
        assert shown.evaluate(SEEN), shown.inner_text()
        super().press(target)


SIGNED_KEYS = """async () => {
  const table = document.querySelector("script[src$='/table.js']").src;
  const { keypad } = await import(new URL("keypad.js", table));
  const form = document.createElement("form");
  form.innerHTML = "<div class='middle field'><input data-keypad='2' data-signed='sign'></div>";
  document.body.append(form);
  keypad(form);
  const press = (key) => [...form.querySelectorAll("button")].find((one) => one.textContent === key).click();
  const field = form.querySelector("input");
  const written = (keys) => keys.map((key) => { press(key); return field.value; });
  const signed = written(["±", "4", "±", "±", "7"]);
  field.value = "6";
  field.click();
  return [...signed, ...written(["6", "0"]), field.click(), ...written(["⌫", "1"])];
}"""
"""Value of a field for negative numbers after each key of its keypad; a newly selected field starts a new number."""


@pytest.mark.parametrize(
    "games",
    [("tarot", "jass", "couillon"), pytest.param(("belote", "coinche", "coiffeur"), marks=pytest.mark.soak)],
    ids="-".join,
)
def test_donne_takes_the_promised_touches_without_scrolling(
    tablet: Page, base: str, games: Sequence[str]
) -> None:
    thumb = Thumb(tablet, base)
    for game in games:
        donnes = DONNES[game]
        sheet = {
            "format": "scorekeeper/1",
            "game": game,
            "players": FOUR,
            "settings": {key: value == "oui" for key, value in SETTINGS.get(game, {}).items()},
            "entries": [entry for entry, _ in donnes],
        }
        thumb.open_sheet(sheet, SETTINGS.get(game))
        for place, (entry, touches) in enumerate(donnes):
            thumb.taps = 0
            thumb.fill(sheet, place)
            assert tablet.evaluate(SCROLLED) == [], (game, entry)
            thumb.confirm(place)
            assert thumb.taps == touches, (game, entry)
    assert tablet.locator(".keypad button", has_text="±").count() == 0
    assert tablet.evaluate(SIGNED_KEYS) == ["−", "−4", "4", "−4", "−47", "6", "60", None, "6", "61"]


@pytest.mark.soak
@pytest.mark.parametrize("size", [UPRIGHT, {"width": 390, "height": 844}], ids=["tablet", "phone"])
def test_the_first_donne_of_each_game_is_reached_by_touch_alone(
    browser: Browser, tmp_path: Path, size: ViewportSize
) -> None:
    """From the home page, with typed names; touched controls are in view and counted, and nothing is scrolled."""
    with house(tmp_path, browser) as (base, context):
        page = context.new_page()
        page.set_viewport_size(size)
        page.goto(base)
        rows = {game: page.locator(f"[href='/nouvelle/{game}']") for game in PLAYED}
        assert [game for game, row in rows.items() if not row.evaluate(SEEN)] == []
        thumb = Thumb(page, base)
        for game in PLAYED:
            page.goto(f"{base}/nouvelle/{game}")
            thumb.press(page.locator("#joueur-0"))
            for place, name in enumerate(FOUR):
                page.keyboard.type(name)
                if name != FOUR[-1]:
                    page.keyboard.press("Enter")
                    expect(page.locator(f"#joueur-{place + 1}")).to_be_focused()
            thumb.press(page.locator(".go .primary"))
            expect(page.locator("form.entry.ready")).to_be_visible()
            thumb.taps = 0
            sheet = {
                "format": "scorekeeper/1",
                "game": game,
                "players": FOUR,
                "entries": lines_of(game, FOUR)[1],
            }
            declared = game.startswith("maison-")
            if game == "maison-yams":
                thumb.press(page.get_by_role("radio", name="Anne, Six"))
                thumb.press(page.get_by_role("radio", name="24", exact=True))
            else:
                thumb.say(declared_line(game, FOUR) if declared else thumb.fields(sheet, 0))
            assert page.evaluate(SCROLLED) == [], game
            thumb.confirm(0)
            assert thumb.taps == FIRST[game], game
