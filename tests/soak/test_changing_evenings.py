"""Evenings at one tablet in which a rule changes and lines are out of order, to totals computed by hand.

The second line of an evening is entered first. Then the first one is inserted before it by touch, or entered below and moved. Paper,
file, command and a second device agree with the evening in order, as in `played/`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import base, browser_type_launch_args, tablet
from tests.browser.table import Hands, set_rule
from tests.soak import FULL
from tests.soak.played import Table, chosen, sheet_of
from tests.soak.test_whole_evenings import TABLES, from_menu, line_of, read, shows, words_of
from tests.test_cli import run

__all__ = ["base", "browser_type_launch_args", "tablet"]

SAMPLED = {"belote"}
RULES: Mapping[str, Mapping[str, str]] = {
    "tarot": {"nb_donnes": "30"},
    "jass": {"objectif": "2000"},
    "couillon": {"egalites_cumulees": "oui"},
    "cochonnet": {"manche_supplementaire": "oui"},
    "bouees": {"bonus_plus_bas": "3"},
    "belote": {"objectif": "1500"},
    "coinche": {"objectif": "2500", "contrat_max": "180"},
    "coiffeur": {"bonus_match": "300"},
    "differenzler": {"nb_donnes": "30"},
    "wiezen": {"nb_donnes": "30", "valeurs.emballage": "2"},
    "libre": {"nb_manches": "20"},
}
"""Game -> settings that change after two lines, with their new values: mostly the target, at Wiezen also the house's scale."""


def put_in(hands: Hands, sheet: Mapping[str, Any]) -> None:
    """Insert the first line of `sheet` before the first one on the page, by touch; confirm all questions, and return to the form."""
    page = hands.page
    line_of(page, 1).tap()
    page.get_by_role("link", name="Insérer avant").tap()
    page.locator("form.entry[action$='/inserer']").wait_for()
    hands.fill(sheet, 0)
    button = page.locator(".confirm .primary")
    for doubt in page.locator("[data-doubts] input").all():
        hands.press(doubt)
    button.tap()
    page.wait_for_load_state()
    if page.locator(".affected").count():
        button.tap()
    page.get_by_role("link", name="Retour à la saisie").tap()


def change_rules(page: Page, rules: Mapping[str, str]) -> None:
    """Change these settings from the next line on, confirm the changes, and wait for the sheet."""
    from_menu(page, "Changer une règle")
    for key, value in rules.items():
        set_rule(page.locator(f".changes [name='reglage-{key}']"), value)
    page.get_by_role("button", name="Voir ce qui change").tap()
    page.get_by_role("button", name="C’est bien cela").tap()
    page.locator(".sheet-page").wait_for()


@pytest.mark.parametrize(
    "evening", [each for each in TABLES if FULL or each.game in SAMPLED], ids=lambda each: each.game
)
def test_rules_and_order_of_an_evening_change(
    browser: Browser, tablet: Page, base: str, evening: Table
) -> None:
    hands, sheet = Hands(tablet, base), {**sheet_of(evening), "changes": []}
    hands.open_sheet(sheet, chosen(evening))
    address, totals = tablet.url.partition("#")[0], evening.lines[1][1]
    other = browser.new_context(locale="fr-FR", viewport={"width": 390, "height": 844})
    looking_on = other.new_page()
    looking_on.goto(address)
    forgotten, noted = sheet["entries"][:2]
    grid = evening.game == "coiffeur"
    hands.enter({**sheet, "entries": [forgotten if grid else noted]}, 0)
    if grid:
        hands.enter({**sheet, "entries": [forgotten, noted]}, 1)
    else:
        put_in(hands, {**sheet, "entries": [forgotten]})
    change_rules(tablet, RULES[evening.game])
    shows(tablet, totals)
    shows(looking_on, totals)
    other.close()
    number = address.rpartition("/")[2]
    written = tablet.request.get(f"{base}/api/parties/{number}").json()["sheet"]
    (change,) = written["changes"]
    assert (change["after"], change["settings"].keys()) == (
        2,
        {key.partition(".")[0] for key in RULES[evening.game]},
    )
    status, out, err = run("score", "-", stdin=json.dumps(written))
    assert (status, err, json.loads(out)["totals"]) == (0, "", [*totals])
    paper = words_of(read(tablet, f"{address}/feuille.pdf"))
    assert {figure for figure in RULES[evening.game].values() if figure.isdecimal()} <= {*paper}
    assert {f"{total}" for total in totals} <= {*paper}


@pytest.mark.parametrize(
    "evening",
    [each for each in TABLES if each.game != "coiffeur" and (FULL or each.game == "couillon")],
    ids=lambda each: each.game,
)
def test_line_is_moved_to_its_place_by_touch(tablet: Page, base: str, evening: Table) -> None:
    hands, sheet = Hands(tablet, base), {**sheet_of(evening), "changes": []}
    hands.open_sheet(sheet, chosen(evening))
    first, second = sheet["entries"][:2]
    swapped = {**sheet, "entries": [second, first]}
    hands.enter(swapped, 0)
    hands.enter(swapped, 1)
    line_of(tablet, 2).tap()
    tablet.get_by_role("link", name="Déplacer", exact=True).tap()
    tablet.locator("#vers").select_option(index=0)
    tablet.get_by_role("button", name="Déplacer", exact=True).tap()
    expect(tablet.locator(".versions, .affected").first).to_be_visible()
    if tablet.locator(".affected").count():
        tablet.get_by_role("button", name="Déplacer quand même").tap()
    tablet.get_by_role("link", name="Retour à la saisie").tap()
    shows(tablet, evening.lines[1][1])
    number = tablet.url.partition("#")[0].rpartition("/")[2]
    written = tablet.request.get(f"{base}/api/parties/{number}").json()["sheet"]
    status, out, err = run("score", "-", stdin=json.dumps(written))
    assert (status, err, json.loads(out)["totals"]) == (0, "", [*evening.lines[1][1]])


def test_rare_rules_of_tarot_are_played_by_touch(tablet: Page, base: str) -> None:
    """Pousse by 10 is (25 + 10) × 2 = 70 a head; a defender's misère takes 10 off, the taker's adds 20: 80."""
    sheet = {
        "format": "scorekeeper/1",
        "game": "tarot",
        "players": ["Anne", "Bruno", "Chloé", "David"],
        "settings": {"pousse": 2, "misere": 10, "misere_atout": 20, "misere_camp": True},
        "entries": [
            {
                "preneur": "Anne",
                "contrat": "pousse",
                "bouts": 2,
                "points": 51,
                "miseres": [{"joueur": "Chloé", "type": "tete"}, {"joueur": "Anne", "type": "atout"}],
            },
            {"preneur": "Bruno", "contrat": "prise", "bouts": 3, "points": 36},
        ],
    }
    hands = Hands(tablet, base)
    hands.open_sheet(sheet, {"pousse": "2", "misere": "10", "misere_atout": "20", "misere_camp": "oui"})
    hands.enter(sheet, 0)
    shows(tablet, (240, -80, -80, -80))
    hands.enter(sheet, 1)
    shows(tablet, (215, -5, -105, -105))
    paper = words_of(read(tablet, f"{tablet.url.partition('#')[0]}/feuille.pdf"))
    assert {"215", "-5", "-105"} <= {*paper}
