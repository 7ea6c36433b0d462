"""Games (six, or fourteen in full), each declared by the questions in a browser, tried, sent to its end, and printed."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pypdf
import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.config import Config
from scorekeeper.tournaments.access.organiser import set_passphrase
from tests.browser.table import LANDSCAPE
from tests.cards.games.fourteen import FOURTEEN, answers_for
from tests.pages import make_app
from tests.soak import FULL
from tests.soak.test_hidden_numbers import device
from tests.soak.test_house_game import logged_in
from tests.web.desk_visits import PHRASE
from tests.web.test_house_form import entry_of
from tests.web_server import served

ADDRESS = {"six-qui-prend": "6-qui-prend"}
"""Key of a game -> its name in URLs, where that is another one."""
SAMPLED = ("uno", "president", "hearts", "skull-king", "scrabble", "tichu")
"""Games of a sample: one for each way to score."""


RENEWED = """() => new Promise((done) => {
    const form = document.querySelector("form.asking");
    const observer = new MutationObserver(() => { observer.disconnect(); done(); });
    observer.observe(form, { childList: true, subtree: true });
    form.querySelector("select, [type=radio]").dispatchEvent(new Event("input", { bubbles: true }));
})"""
"""Script that sends the answers as they are to the server, and waits until the form has changed as a consequence."""


def answer(page: Page, answers: Mapping[str, str]) -> None:
    """Fill in the answers, `carte` and `nom` first, and wait for the questions that follow from each. Does not add the game."""
    for name, value in sorted(answers.items(), key=lambda item: item[0] not in {"carte", "nom"}):
        field = page.locator(f"form.asking [name='{name}']")
        kind = str(field.first.evaluate("field => field.type"))
        if (folded := page.locator(f"details:not([open]):has([name='{name}']) > summary")).count():
            folded.click()
        if kind == "radio":
            page.locator(f"form.asking [name='{name}'][value='{value}']").check(force=True)
        elif kind == "checkbox":
            field.set_checked(bool(value), force=True)
        elif field.input_value() != value and (value or field.is_visible()):
            expect(field).to_be_visible()
            field.select_option(value) if kind == "select-one" else field.fill(value)
        if kind in {"radio", "select-one"} or name.endswith(("_nom", "_quoi")):
            page.evaluate(RENEWED)


def note(page: Page, line: Mapping[str, Any], columns: int) -> None:
    """Fill in the form of a line; of a list only its first `columns` values. Nothing is sent."""
    for key, value in line.items():
        for place, each in enumerate(value[:columns] if isinstance(value, list) else [value]):
            name = f"f_{key}_{place}" if isinstance(value, list) else f"f_{key}"
            field = page.locator(f"form.asking [name='{name}']")
            if field.first.get_attribute("type") == "checkbox":
                field.set_checked(each, force=True)
            elif field.first.get_attribute("type") == "radio":
                page.locator(f"form.asking label:has([name='{name}'][value='{each}'])").click()
            else:
                field.fill(str(each))


def try_line(page: Page, key: str) -> None:
    """Enter a line on the page that declares the game, store it there as an example, and confirm that its result is right."""
    known = FOURTEEN[key]
    line = known.get("tried", known["lines"][0])
    # With the last answers the sketch may get other columns.
    page.evaluate(RENEWED)
    expect(page.locator("#essayer .totals .who").first).to_be_visible()
    columns = page.locator("#essayer .totals .who").count()
    noted = {
        name: [*value, *[value[-1]] * columns] if isinstance(value, list) else value
        for name, value in line.items()
    }
    note(page, noted, columns)
    expect(page.locator("#essayer .phrase")).not_to_be_empty()
    page.get_by_role("button", name="Noter cette ligne").click()
    page.get_by_role("button", name="C’est juste", exact=True).first.click()
    expect(page.locator("#essayer")).to_contain_text("la partie continue")


def words(page: Page, address: str) -> set[str]:
    answer = page.request.get(address)
    assert answer.status == 200
    leaves = pypdf.PdfReader(io.BytesIO(answer.body())).pages
    return {*" ".join(leaf.extract_text() for leaf in leaves).split()}


def send_partie(page: Page, base: str, key: str, address: str) -> str:
    """Send a sheet with all lines of the game's partie to the API. Fails unless totals and winners are right. Return its number."""
    known = FOURTEEN[key]
    columns: Sequence[str] = ["A", "B"] if known["answers"].get("camps") else known["players"]
    listed = page.request.get(f"{base}/api/games").json()["games"]
    definition = next(game["definition"] for game in listed if game["key"] == address)
    sheet = {
        "format": "scorekeeper/1",
        "game": address,
        "players": known["players"],
        "settings": {},
        "definition": definition,
        "entries": [entry_of(line, columns) for line in known["lines"]],
    }
    made = page.request.post(f"{base}/api/parties", data=sheet)
    assert made.status == 201, made.text()
    score = made.json()["score"]
    assert score["totals"] == known["totals"][-1]
    assert bool(score.get("winners")) == ("winners" in known)
    return str(made.json()["id"])


@pytest.mark.parametrize("key", FOURTEEN if FULL else SAMPLED)
def test_a_game_is_declared_by_its_questions_alone(tmp_path: Path, browser: Browser, key: str) -> None:
    app = make_app(Config(tmp_path / "data"))
    set_passphrase(app.extensions["store"], PHRASE)
    page = device(browser, LANDSCAPE)
    name, address = FOURTEEN[key]["answers"]["nom"], f"maison-{ADDRESS.get(key, key)}"
    with served(app) as base:
        logged_in(page, base)
        answer(page, answers_for(key))
        try_line(page, key)
        page.get_by_role("button", name="Ajouter", exact=True).click()
        expect(page.locator(f"#{address}")).to_contain_text(name)
        number = send_partie(page, base, key, address)
        page.goto(f"{base}/parties/{number}")
        totals = [f"{total}".replace("-", "−") for total in FOURTEEN[key]["totals"][-1]]
        expect(page.locator(".totals b")).to_have_text(totals)
        filled = words(page, f"{base}/parties/{number}/feuille.pdf")
        assert {*name.split(), *totals} <= filled
        assert {*name.split()} <= words(page, f"{base}/feuilles/{address}.pdf")
        page.goto(f"{base}/tournois/nouveau/{address}")
        expect(page.locator("h1")).to_contain_text(name)
    page.context.close()
    app.extensions["store"].close()
