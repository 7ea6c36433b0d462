"""Each kind of evening: found by its words on the pages, opened, played to its end by the API, and its export verified."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import tablet
from tests.browser.test_begin import PEOPLE
from tests.test_cli import run
from tests.web_server import serving

__all__ = ["tablet"]
SAME_HOUSE = """() => [...document.querySelectorAll("main a, main ~ nav a, header a")]
    .filter((link) => link.checkVisibility() && link.origin === location.origin && !link.closest("[data-game]:not(body)")
        && !/\\.(pdf|csv|json|py|txt)$/.test(link.pathname))
    .map((link) => link.href.split("#")[0])"""
"""Script that returns the URLs of the visible links to pages of the app, without files and without the games to play."""
FAR = 25
"""Largest number of pages that `Reader.reaches` opens before it fails."""
SUM = 1884


class Reader:
    """User who finds controls by their words, from page to page, to run an evening; `number` is its tournament."""

    def __init__(self, page: Page, base: str, folder: Path) -> None:
        self.page, self.base, self.folder = page, base, folder
        self.number = 0

    def begins(self, *way: str, people: Sequence[str] = PEOPLE[:8]) -> None:
        """Go from the home page to the form of a new evening by the texts `way` (by default `Match au cochon`), and fill in its
        list of people. Nothing is sent.
        """
        self.page.goto(self.base)
        for words in way or ("Match au cochon",):
            self.page.locator("main").get_by_text(words, exact=True).tap()
        self.page.fill("#liste", "\n".join(people))

    def sees(self, wanted: Locator) -> bool:
        """Return whether the page has the element, opening one closed fold after another until it has."""
        folds = self.page.locator("main details:not([open]) > summary").locator("visible=true")
        while not wanted.count():
            if not folds.count():
                return False
            folds.first.tap()
        return True

    def reaches(self, wanted: Locator) -> Locator:
        """Search this page, then those linked, nearest first, for the element, and return it. Fails after `FAR` pages without it."""
        ways, seen = [self.page.url.split("#")[0]], set[str]()
        for way in ways:
            if way in seen or len(seen) == FAR:
                continue
            seen.add(way)
            if way != self.page.url.split("#")[0]:
                self.page.goto(way)
            if self.sees(wanted):
                return wanted.first
            ways += self.page.evaluate(SAME_HOUSE)
        message = f"{wanted} is on none of {sorted(seen)}"
        raise AssertionError(message)

    def finds(self, words: str) -> None:
        """Search for these words as `reaches` does, and tap them; if they are a link, wait until the URL changes."""
        element = self.reaches(self.page.locator("main").get_by_text(words).locator("visible=true"))
        before, leads_on = self.page.url, element.evaluate("each => each.closest('a') !== null")
        # The box of a choice covers its words.
        element.tap(force=True)
        if leads_on:
            self.page.wait_for_url(lambda now: now != before)

    def fills(self, label: str, value: str) -> None:
        """Search for the field whose label begins with `label` as `reaches` does, and fill it in. Nothing is sent."""
        self.reaches(self.page.get_by_label(re.compile(f"^{label}")).locator("visible=true")).fill(value)

    def draws(self) -> None:
        """Open the evening and draw its first round by one button, wait 60 s at most, and keep its `number`."""
        self.page.get_by_role("button", name="Tirer et imprimer").tap()
        expect(self.page.get_by_role("link", name="Imprimer le tour 1").first).to_be_visible(timeout=60_000)
        self.number = int(self.page.url.split("/tournois/")[1].split("/")[0])

    def asks(self, call: str, **body: Any) -> Any:
        """Send an API request about this evening and return the JSON response; a POST with data, or if `call` ends with "close".
        Fails unless the response is a success.
        """
        address = f"{self.base}/api/tournois/{self.number}{call}"
        sent = {"uuid": str(uuid.uuid4()), **body} if body or call.endswith("close") else None
        answer = self.page.request.fetch(address, method="POST" if sent else "GET", data=sent)
        assert answer.ok, (call, answer.text())
        return answer.json()

    def plays(self, rounds: int) -> dict[str, Any]:
        """Enter totals for each table of rounds 1 to `rounds` by the API, drawing all but the first; close each, reveal all
        prizes, and return the verified export.
        """
        for tour in range(1, rounds + 1):
            if tour > 1:
                self.asks("/rounds", redraw=False)
            for table in self.asks(f"/rounds/{tour}")["tables"]:
                first = SUM // 2 + 10 * tour + table["table"]
                self.asks(f"/rounds/{tour}/tables/{table['table']}/result", totals=[first, SUM - first])
            self.asks(f"/rounds/{tour}/close")
        self.asks("/prizes", what="finir")
        return self.verified()

    def verified(self) -> dict[str, Any]:
        """Return the export of the evening. Fails unless `scorekeeper verify` accepts it."""
        answer = self.page.request.get(f"{self.base}/api/tournois/{self.number}/export.json")
        file = self.folder / f"{self.number}.json"
        file.write_bytes(answer.body())
        status, printed, _ = run("verify", str(file), "--lang", "fr")
        assert status == 0, printed
        export: dict[str, Any] = json.loads(answer.body())
        return export


@pytest.fixture
def reader(tablet: Page, tmp_path: Path) -> Iterator[Reader]:
    """A `Reader` with a new server, on no page yet."""
    tablet.set_default_timeout(60_000)
    with serving(tmp_path / "data") as address:
        yield Reader(tablet, address, tmp_path)


def test_swiss_evening_draws_each_round_by_ranking(reader: Reader) -> None:
    reader.begins()
    reader.finds("(système suisse)")
    reader.finds("système suisse :")
    reader.draws()
    played = reader.plays(4)
    assert [draw["first"] for draw in played["draws"]] == [1, 2, 3, 4]
    reader.page.goto(f"{reader.base}/tournois/1/classement")
    expect(reader.page.locator("thead")).to_contain_text("Buchholz")


def test_a_knock_out_after_the_rounds(reader: Reader) -> None:
    reader.begins()
    reader.finds("élimination")
    reader.fills("Finalistes", "8")
    reader.finds("Petite finale")
    reader.fills("Tours", "1")
    reader.draws()
    played = reader.plays(3)
    assert [(each["round"], len(each["tables"])) for each in played["finals"]] == [(2, 2), (3, 2)]
    reader.finds("petite finale")


def test_members_of_a_team_never_meet(reader: Reader) -> None:
    names = [f"{name};équipe {place % 4 + 1}" for place, name in enumerate(PEOPLE)]
    reader.begins(people=["nom;équipe", *names])
    reader.fills("Par équipes de", "4")
    reader.draws()
    played = reader.plays(4)
    of = {player["number"]: player["pair"] for player in played["players"]}
    assert all(
        len({of[seat] for seat in t["seats"]}) == 4 for tour in played["rounds"] for t in tour["tables"]
    )
    assert len(played["teams"]) == 4
    reader.finds("Équipes")


def test_registered_pairs_stay_together(reader: Reader) -> None:
    names = [f"{name};paire {place // 2}" for place, name in enumerate(PEOPLE[:8])]
    reader.begins(people=["nom;équipe", *names])
    reader.finds("équipes inscrites")
    reader.fills("Tours", "3")
    reader.draws()
    played = reader.plays(3)
    tables = [table["seats"] for tour in played["rounds"] for table in tour["tables"]]
    assert {tuple(sorted(seats[half::2])) for seats in tables for half in (0, 1)} == {
        (1, 2),
        (3, 4),
        (5, 6),
        (7, 8),
    }


def test_points_taken_away_and_a_tie_broken_by_a_card(reader: Reader) -> None:
    reader.begins()
    reader.finds("départage")
    reader.finds("une autre liste")
    reader.page.get_by_label("Départage 1").select_option("carte")
    for place in (2, 3):
        reader.page.get_by_label(f"Départage {place}").select_option("")
    reader.fills("Tours", "1")
    reader.draws()
    reader.finds("Ajouter ou retirer des points")
    reader.fills("Nom ou numéro", "1")
    reader.fills("Points", "10")
    reader.finds("retirer du total")
    reader.fills("Pourquoi", "en retard")
    reader.page.locator("form.credit button").last.tap()
    expect(reader.page.locator(".credits").first).to_contain_text("en retard")
    assert [credit["points"] for credit in reader.plays(1)["credits"]] == [-10]
    # Partners have the same total: one of them draws an ace.
    reader.page.goto(f"{reader.base}/tournois/1/classement")
    reader.fills("Carte tirée par", "14")
    reader.page.locator("#egalites button").first.tap()
    expect(reader.page.locator("#egalites [name=carte]").first).to_have_value("14")
    assert reader.verified()["options"]["ties"] == ["carte"]


def test_fee_is_noted_at_the_door(reader: Reader) -> None:
    reader.begins()
    reader.fills("Inscription par personne", "10 €")
    reader.finds("Pointer les gens à la porte")
    reader.fills("Tours", "1")
    reader.page.get_by_role("button", name="Ouvrir l’inscription").tap()
    reader.page.wait_for_url("**/tournois/1/**")
    reader.number = 1
    reader.finds("sont là et ont payé")
    expect(reader.page.get_by_text("sont là et ont payé")).to_have_count(0)
    reader.asks("/rounds", redraw=False)
    played = reader.plays(1)
    assert [(player["arrived"], player["paid"]) for player in played["players"]] == [(True, 1000)] * 8


def test_a_season_of_two_evenings(reader: Reader) -> None:
    for _ in range(2):
        reader.begins()
        reader.fills("Tours", "1")
        reader.draws()
        reader.plays(1)
    reader.page.goto(reader.base)
    reader.finds("Nouvelle saison")
    reader.fills("Nom de la saison", "Hiver")
    reader.page.get_by_role("button", name="Ouvrir la saison").tap()
    reader.page.wait_for_url("**/saisons/1")
    for evenings in (1, 2):
        reader.finds("Ajouter une soirée")
        reader.page.get_by_role("button", name="Ajouter", exact=True).tap()
        expect(reader.page.locator("ul.evenings li")).to_have_count(evenings)
    expect(reader.page.locator("tbody tr")).to_have_count(8)
