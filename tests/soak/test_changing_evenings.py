"""An evening of each game at one tablet in which a rule moves, and a line that was forgotten is put in, to totals reckoned by hand.

The second line of an evening is noted first. Then the first one is put in before it by touch, and a rule changes from the next line
on. Paper, file, command and a second device agree with the evening as `played/` reckons it in order.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import base, browser_type_launch_args, tablet
from tests.browser.table import Hands
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
"""The rules that change: the target where there is one, at Wiezen the house's own scale too."""


def put_in(hands: Hands, sheet: Mapping[str, Any]) -> None:
    """Put the line of that sheet in before the first one, as one does who forgot it."""
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
    """Change rules from the next line on; what they mean is asked first."""
    from_menu(page, "Changer une règle")
    for key, value in rules.items():
        field = page.locator(f".changes [name='reglage-{key}']")
        field.wait_for(state="attached")
        folded = field.locator("xpath=ancestor::details[not(@open)]/summary")
        while folded.count():
            folded.first.tap()
        if field.evaluate("(field) => field.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)
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
