"""An evening on five screens: two desks that act in turn and at once, the hall, a tablet and a phone, without reloads."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from flask import Flask
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from scorekeeper import tournaments as desk
from scorekeeper.config import Config
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access import table_links
from scorekeeper.tournaments.access.organiser import set_passphrase
from scorekeeper.tournaments.model import Round, Tournament
from tests.browser.table import LANDSCAPE, LAPTOP, PHONE, UPRIGHT
from tests.browser.test_tournament import PHRASE, people
from tests.pages import make_app
from tests.soak import amount
from tests.soak.test_two_evenings import PEOPLE, check_export
from tests.tournaments.desk import BY, opened
from tests.web_server import served

HALL: ViewportSize = {"width": 1920, "height": 1080}
COUNT, ROUNDS = amount(14, 62), amount(2, 4)
"""Number of people on the list, of whom the last one never comes, and number of rounds."""
HERE = f"{COUNT - 1} présents sur {COUNT}"
TABLES = amount(3, 15)
PRIZES = ["Un cochon", "Un jambon", "Un saucisson"]
BYE = 942
"""Points for a round without a table: half of the 1884 of both camps."""
PAID = amount(13000, 61000) + 1000
"""Cents in the till in the end: 10.00 from each person present, and from one who came late."""


def all_totals() -> Iterator[tuple[int, int]]:
    """Yield the totals of both camps of a table without end, 800 different ones; they add up to the 1884 of twelve donnes."""
    for step in itertools.count():
        yield 1010 + 13 * step % 800, 874 - 13 * step % 800


class Evening:
    """An evening on five pages (two desks, hall, tablet, phone), with the points expected from what was typed."""

    def __init__(self, store: Store, base: str, pages: list[Page]) -> None:
        self.store, self.at = store, f"{base}/tournois/1"
        self.one, self.two, self.hall, self.tablet, self.phone = pages
        self.desks = itertools.cycle((self.one, self.two))
        self.totals = all_totals()
        self.points: dict[str, list[int]] = {}
        """Name -> points in each round played so far, as this test computes them."""

    @property
    def t(self) -> Tournament:
        return desk.read(self.store, 1)

    @property
    def now(self) -> Round:
        """Latest round in the records. Raises `IndexError` before the first."""
        return self.t.rounds[-1]

    def name(self, number: int) -> str:
        return self.t.entrant(number).name

    def next_result(self, table: int) -> tuple[int, int]:
        """Return the next two totals for a table of the latest round, and add them to the points of its players."""
        made = next(self.totals)
        for place, number in enumerate(self.now.tables[table - 1].seats):
            self.points.setdefault(self.name(number), []).append(made[place % 2])
        return made

    def ranked(self) -> list[tuple[str, int]]:
        """Return everybody's name and expected total, the highest first."""
        return sorted(((name, sum(made)) for name, made in self.points.items()), key=lambda pair: -pair[1])

    def go(self, page: Page, path: str, field: str = "") -> Page:
        """Open `path` of the tournament on `page`, and return the page; with `field`, first wait until that field has the focus."""
        page.goto(f"{self.at}{path}")
        if field:
            expect(page.locator(field)).to_be_focused()
        return page


def logs_in(evening: Evening, page: Page) -> None:
    """Log in as organiser with the passphrase on `page`, and wait for the page of the tables."""
    page.goto(evening.at.replace("/tournois", "/organisateur?retour=/tournois") + "/tables")
    page.fill("#phrase", PHRASE)
    page.get_by_role("button", name="Se connecter").click()
    expect(page).to_have_url(re.compile("/tables$"))


def types(page: Page, text: str) -> None:
    """Type a text into the focused field, then Enter, without waiting."""
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def check_in(evening: Evening) -> None:
    """Check all but the last person in, at both desks in turn, and wait for the counts; one person a second time is refused."""
    doors = (
        evening.go(evening.one, "/joueurs?vue=attendus", "#q"),
        evening.go(evening.two, "/joueurs?vue=attendus", "#q"),
    )
    for number in range(1, COUNT - 1):
        types(doors[number % 2], str(number))
    doors[0].keyboard.type("Pré")
    types(doors[1], str(COUNT - 1))
    for door in doors:
        expect(door.locator("#presents")).to_have_text(HERE)
        expect(door.locator("#caisse dd").first).to_have_text(f"{(COUNT - 1) * 10},00\xa0€")
    # What was half typed at one while the other went on.
    expect(doors[0].locator("#q")).to_have_value("Pré")
    expect(doors[0].locator("#q")).to_be_focused()
    types(doors[1], "2")
    expect(doors[1].locator("#err-q")).to_contain_text(
        f"{PEOPLE[1]} est déjà là et a payé 10,00\xa0€ : rien n’est noté une seconde fois."
    )


def seed_and_draw(evening: Evening) -> None:
    """Freeze the list at one desk while the seed is half typed at the other; wait for both in the hall. Then `draws` round 1."""
    one, two = evening.go(evening.one, "/tirage"), evening.go(evening.two, "/tirage")
    for page in (one, two):
        page.locator("summary", has_text="Devant la salle").click()
    two.locator("#seed").press_sequentially("4 2 6 1")
    one.get_by_role("button", name="Clore les inscriptions").click()
    expect(one.locator(".hash").first).to_be_visible()
    expect(evening.hall.locator(".hall-hash")).to_be_visible()
    expect(two.locator("#seed")).to_have_value("4 2 6 1")
    types(two, " 3 5")
    expect(two.locator("#preuve b bdi").first).to_have_text("4 2 6 1 3 5")
    expect(evening.hall.locator(".hall-head")).to_contain_text("Graine : 4 2 6 1 3 5")
    draws(evening, 1)
    expect(evening.hall.locator(".hall-page:visible h2")).to_contain_text("Places du tour 1")


def draws(evening: Evening, tour: int) -> None:
    """Open the round at the first desk, and wait until both show it. In round 1, the outdated second page is refused and opens
    nothing. Add `BYE` to the points of those without a table.
    """
    if (redraw := evening.one.locator("summary", has_text="Ou tirer à nouveau")).count():
        redraw.click()
    evening.one.locator("form:has([name=tour]) button").click()
    for page in (evening.one, evening.two):
        expect(page.locator(".step .primary")).to_have_text(f"Imprimer le tour {tour}", timeout=60_000)
    if tour == 1:
        evening.two.locator("form#tour button").click()
        error = evening.two.locator(".errors", has_text=f"Le tour {tour} est déjà ouvert.")
        expect(error).to_be_visible()
    assert len(evening.t.rounds) == tour
    for number in evening.now.byes:
        evening.points.setdefault(evening.name(number), []).append(BYE)


def somebody_comes_late(evening: Evening, link: str) -> None:
    """Withdraw a player of table 3 at one desk and seat a latecomer there at the other; wait until tablet, hall and phone show it.
    Half-typed input stays. `link` opens the choice of a table on the tablet.
    """
    one, two = evening.go(evening.one, "/tables"), evening.two
    evening.tablet.goto(link)
    evening.tablet.get_by_role("button", name="Prendre la table 3").tap()
    leaver = evening.now.tables[2].seats[1]
    expect(evening.tablet.locator("body")).to_contain_text(evening.name(leaver))
    one.locator("#horloge > summary").click()
    one.locator("#minutes").fill("37")
    one.locator("#table").fill("1")
    one.get_by_role("heading", name="Tour 1").click()
    evening.go(two, f"/joueurs/{leaver}/modifier")
    two.get_by_role("button", name="Retirer du tournoi").click()
    expect(two.get_by_role("button", name="Retirer du tournoi")).to_have_count(0)
    evening.go(two, "/joueurs?vue=attendus", "#q")
    types(two, "Rosa Tard")
    expect(two.locator("#err-q")).to_contain_text("Encore Entrée pour inscrire")
    types(two, "")
    expect(two.locator(".door-done")).to_contain_text(f"{COUNT + 1} · Rosa Tard")
    expect(two.locator("#caisse dd").first).to_have_text(f"{PAID // 100},00\xa0€")
    evening.go(evening.phone, f"/joueurs/{COUNT + 1}")
    expect(evening.phone.locator("#soir")).to_contain_text("Rosa Tard")
    offer = one.get_by_role("button", name="Asseoir Rosa Tard à la table 3")
    expect(offer).to_be_visible()
    assert [one.input_value(field) for field in ("#minutes", "#table")] == ["37", "1"]
    offer.click()
    sentence = f"Rosa Tard joue à la place de {evening.name(leaver)}."
    expect(evening.tablet.locator(".sheet-table")).to_contain_text(sentence)
    expect(evening.phone.locator(".own-table b")).to_have_text("3")
    expect(evening.hall.locator(".hall-page li", has_text="Tard Rosa")).to_contain_text("table 3")
    assert evening.now.tables[2].seats[1] == COUNT + 1


def clock(evening: Evening) -> None:
    """Start the clock at one desk and pause it at the other; all pages follow, and the minutes half typed at the first desk stay."""
    one, two = evening.go(evening.one, "/tables"), evening.go(evening.two, "/tables")
    one.locator("#horloge > summary").click()
    one.locator("#minutes").fill("40")
    one.get_by_role("button", name="Lancer l’horloge").click()
    for page in (one, two):
        expect(page.locator("#horloge [data-running] b")).to_have_text(re.compile(r"^(40:00|39:\d\d)$"))
    for page in (evening.hall, evening.phone):
        expect(page.locator(".clock[data-running]")).to_be_visible()
    for page in (one, two):
        page.locator("#horloge > summary").click()
    one.locator("#minutes").fill("9")
    one.locator("#table").focus()
    two.get_by_role("button", name="Pause").click()
    expect(one.locator("#horloge .paused")).to_be_visible()
    expect(one.locator("#minutes")).to_have_value("9")
    expect(evening.hall.locator(".clock.paused")).to_be_visible()


def fill(page: Page, made: tuple[int, int]) -> Locator:
    """Type both totals into the focused field and the next one, and return the second field. Nothing is sent."""
    page.keyboard.type(str(made[0]))
    page.keyboard.press("Tab")
    page.keyboard.type(str(made[1]))
    return page.locator("#total-1")


def same_table_at_both_desks(evening: Evening) -> None:
    """Enter table 1 with different totals at both desks: the later one is refused, its input stays, and it is entered with a
    reason. Enter table 2 with the same totals at both at once: one is stored, the other page says so.
    """
    one, two = (evening.go(page, "/tours/1/tables/1", "#total-0") for page in (evening.one, evening.two))
    made = evening.next_result(1)
    one.keyboard.type(str(made[0]))
    fill(two, (1000, 884)).press("Enter")
    expect(two).to_have_url(re.compile("/tables"))
    expect(one.locator("#total-0")).to_have_value(str(made[0]))
    one.keyboard.press("Tab")
    types(one, str(made[1]))
    refusal = "Un résultat est déjà noté pour cette table (1000 – 884) : pour le changer, dites pourquoi."
    expect(one.locator("form .errors", has_text=refusal)).to_be_visible()
    assert [one.input_value(f"#total-{side}") for side in (0, 1)] == [str(points) for points in made]
    one.fill("#raison-papier", "relu à la table")
    one.get_by_role("button", name="Noter le résultat").click()
    expect(one.locator("#tables")).to_be_visible()
    for page in (one, two):
        evening.go(page, "/tours/1/tables/2", "#total-0")
    made = evening.next_result(2)
    for page in (one, two):
        fill(page, made)
    for page in (one, two):
        page.locator("#total-1").press("Enter", no_wait_after=True)
    notice = "Ce résultat est déjà noté pour cette table : il n’y a rien à faire."
    expect(one.locator("#tables").or_(one.locator(".errors", has_text=notice))).to_be_visible()
    expect(two.locator("#tables").or_(two.locator(".errors", has_text=notice))).to_be_visible()
    assert sum(page.locator(".errors", has_text=notice).count() for page in (one, two)) == 1


def enter_results(evening: Evening, tables: range) -> None:
    """Enter totals for these tables at both desks in turn, by keyboard; wait for the field of the next table each time."""
    for page in (evening.one, evening.two):
        evening.go(page, "/tables")
    for table in tables:
        page = next(evening.desks)
        page.locator("#table").focus()
        types(page, str(table))
        expect(page.locator("#total-0")).to_be_focused()
        fill(page, evening.next_result(table)).press("Enter")
        expect(page.locator("#table")).to_be_focused()


def dispute(evening: Evening) -> None:
    """Call the organiser from the tablet: both desks show the call until one answers. Then decide the dispute."""
    one, two = evening.go(evening.one, "/tables"), evening.go(evening.two, "/classement")
    evening.go(evening.tablet, "/tours/1/tables/3/contester")
    evening.tablet.fill("#texte", "Qui a la donne ?")
    evening.tablet.get_by_role("button", name="Contester").tap()
    for page in (one, two):
        expect(page.locator("#sonnette .call")).to_contain_text(
            "Table 3 conteste sa feuille. Qui a la donne ?"
        )
        expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(one.locator(".step ul")).to_contain_text("Table 3 : en litige.")
    two.get_by_role("button", name="J’y vais").click()
    for page in (one, two):
        expect(page.locator("#sonnette .call")).to_have_count(0)
    evening.go(one, "/tours/1/tables/3")
    one.fill("#raison-trancher", "Rosa a la donne")
    one.get_by_role("button", name="Trancher").click()
    expect(one.locator("#raison-trancher")).to_have_count(0)


def closes(evening: Evening, tour: int) -> None:
    """Close the round at both desks at once, wait until both show it as closed, and check that no other round was closed."""
    for page in (evening.one, evening.two):
        evening.go(page, "/tables")
    closing = [
        page.get_by_role("button", name=f"Clore le tour {tour}") for page in (evening.one, evening.two)
    ]
    for button in closing:
        expect(button).to_be_enabled()
    closing[0].click(no_wait_after=True)
    closing[1].click(no_wait_after=True, force=True)
    for page in (evening.one, evening.two):
        expect(page.locator("#etape")).to_contain_text(re.compile("Tours clos|Le classement final"))
    assert evening.now.closed
    assert [round_.closed for round_ in evening.t.rounds] == [True] * tour


def prizes(evening: Evening) -> None:
    """Reveal the prizes, last one first, from either desk; an outdated second tap is refused. The hall never shows more."""
    one, two = evening.go(evening.one, "/classement"), evening.go(evening.two, "/classement")
    best = [name for name, _ in evening.ranked()]
    assert len({total for _, total in evening.ranked()[:4]}) == 4
    one.get_by_role("button", name="Remise, du dernier au cochon").click()
    expect(evening.hall.locator(".prize")).to_have_text("À qui le prochain prix ?")
    for place in (2, 1, 0):
        buttons = [page.get_by_role("button", name="Dévoiler") for page in (one, two)]
        for page, button in zip((one, two), buttons, strict=True):
            expect(page.locator(".own-table")).to_have_text(PRIZES[place])
            expect(button).to_be_visible()
        if place == 2:
            stale = two.locator("form:has(button[value=suivant]) [name=vu]").input_value()
            buttons[0].click()
            expect(two.locator(".own-table")).to_have_text(PRIZES[1])
            # The tap was on its way when the page changed.
            two.locator("form:has(button[value=suivant]) [name=vu]").evaluate("(f, v) => f.value = v", stale)
            two.get_by_role("button", name="Dévoiler").click()
            expect(two.locator(".errors", has_text="Un autre bureau a touché à la remise")).to_be_visible()
        else:
            buttons[place].click()
        expect(evening.hall.locator(".winners bdi")).to_have_text([best[place]])
        shown = evening.hall.locator("[data-hall]").inner_text()
        assert [name in shown for name in best[:3]] == [at >= place for at in range(3)]
    for page in (one, two):
        expect(page.locator("#remise")).to_contain_text("Tous les prix sont remis.")


def compare(evening: Evening) -> None:
    """Check the final ranking against `Evening.ranked`; people who never played have 0 points."""
    page = evening.go(evening.two, "/classement")
    page.locator("summary", has_text="Tout le classement").click()
    rows = page.locator("#classement table.list tbody tr").all()
    shown = {row.locator("bdi").first.inner_text(): int(row.locator("td.total").inner_text()) for row in rows}
    expected = dict(evening.ranked())
    assert {name: total for name, total in shown.items() if name in expected} == expected
    # A person who left without having played has no points.
    assert all(not total for name, total in shown.items() if name not in expected)
    assert list(shown.values()) == sorted(shown.values(), reverse=True)


def test_two_desks_carry_an_evening(browser: Browser, tmp_path: Path) -> None:
    app = make_app(Config(tmp_path / "data"))
    store: Store = app.extensions["store"]
    with closing(store):
        play(browser, app, store, tmp_path)


def play(browser: Browser, app: Flask, store: Store, folder: Path) -> None:
    """Create the tournament in `store`, run the whole evening on five screens, and verify its export in `folder`."""
    opened(
        *(store, PEOPLE[:COUNT]), seed=None, rounds=ROUNDS, door=True, fee=1000, prizes=PRIZES, missed="rien"
    )
    set_passphrase(store, PHRASE)
    with served(app) as base, people(browser, LAPTOP, LANDSCAPE, HALL, UPRIGHT, PHONE) as pages:
        evening = Evening(store, base, pages)
        logs_in(evening, evening.one)
        logs_in(evening, evening.two)
        evening.go(evening.hall, "/salle")
        check_in(evening)
        seed_and_draw(evening)
        link = table_links.tokens(store, 1, key=app.config["SECRET_KEY"], by=BY)[3]
        somebody_comes_late(evening, f"{base}/t/{link}")
        clock(evening)
        same_table_at_both_desks(evening)
        dispute(evening)
        enter_results(evening, range(3, TABLES + 1))
        closes(evening, 1)
        for tour in range(2, ROUNDS + 1):
            for page in (evening.one, evening.two):
                evening.go(page, "/tirage")
            draws(evening, tour)
            enter_results(evening, range(1, len(evening.now.tables) + 1))
            closes(evening, tour)
        compare(evening)
        prizes(evening)
        answer = evening.one.request.get(f"{base}/api/tournois/1/export.json")
        check_export(answer.body(), folder)
