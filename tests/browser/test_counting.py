"""A tablet without its server that goes on counting, by the same rules in a worker."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from scorekeeper.cards.catalogue import game as game_of
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.replay import Replay
from scorekeeper.cards.sheet_file import BadSheet, read_sheet
from tests.browser.table import Hands, hurry, wait
from tests.browser.test_evenings import house_of, totals
from tests.browser.test_outbox import Club, club
from tests.evenings import Evening, evenings
from tests.soak import FULL

__all__ = ["club"]

LATER = """(() => {
    const now = Date.now.bind(Date);
    let ahead = 0;
    addEventListener("later", () => { ahead += 120_000; });
    Date.now = () => now() + ahead;
})();"""
"""The clock of a page that can be put forward: rules are fetched, and a silent server is missed, only after a while."""
IMPOSSIBLE: dict[str, tuple[dict[str, list[str]], str]] = {
    "tarot": (
        {"preneur": ["Anne"], "contrat": ["prise"], "bouts": ["2"], "points": ["95"]},
        "13 à 85 points",
    ),
    "jass": ({"camp": ["A"], "points": ["160"]}, "157"),
    "couillon": ({"accepte": ["A"], "points_a": ["41"], "points_b": ["2"]}, "40"),
    "belote": ({"preneur": ["B"], "camp": ["A"], "points": ["170"]}, "0 à 162"),
    "coinche": ({"preneur": ["B"], "contrat": ["100"], "camp": ["B"], "points": ["170"]}, "0 à 162"),
    "coiffeur": ({"case": ["1.haut-bas"], "points": ["158"]}, "0 à 157"),
    "cochonnet": ({"sept": ["B"], "total_a": ["999"], "total_b": ["70"]}, "totaux possibles"),
    "jass_tournoi": ({"camp": ["A"], "points": ["160"]}, "0 à 157"),
    "wiezen": ({"enchere": ["emballage-12"], "joueurs": ["Anne", "Benoît"]}, "Plis faits"),
}
"""Fields of an impossible line, and part of the sentence that refuses it; the keypad types no impossible line of Marque libre."""
CHALK = "all => all.map((part) => part.getAttribute('d') ?? part.textContent)"
"""What a slate is drawn of."""
SAMPLED = ("tarot", "jass", "couillon")
"""Evenings of the sampled soak."""
COUNTED = [each.name for each in evenings() if each.name != "differenzler"]
"""Evenings of the full one: the numbers of Differenzler are hidden, and its lines wait uncounted."""


JASS: dict[str, Any] = {
    "format": "scorekeeper/1",
    "game": "jass",
    "players": ["Anne", "Bruno", "Chloé", "David"],
    "entries": [{"points": [100, 57]}, {"points": [57, 100]}],
}
DEAF = """(() => {
    const { timeout } = AbortSignal, { postMessage } = Worker.prototype;
    let last;
    AbortSignal.timeout = (time) => {
        if (time < 8000) return timeout.call(AbortSignal, time);
        const patience = new AbortController();
        if (time > 8000) last = patience;
        return patience.signal;
    };
    Worker.prototype.postMessage = function (...all) {
        if (!window.deaf) return postMessage.apply(this, all);
        window.deaf -= 1;
        const patience = last;
        setTimeout(() => patience.abort());
    };
})();"""
"""Workers lose as many questions as `deaf` says, and the page waits for none of them; for all others it waits without end."""


SCRIPT = (
    "performance.getEntriesByType('resource').map((each) => each.name).find((name) => /counting/.test(name))"
)
"""The address of the script that counts, once the page has fetched it."""


def counting(tablet: Page, club: Club, evening: Evening) -> Hands:
    """Open a sheet, wait until the tablet has the rules, and stop the server."""
    hurry(tablet.context, 20)
    tablet.add_init_script(LATER)
    hands = Hands(tablet, club.address)
    hands.open_sheet(evening.sheet, house_of(evening))
    expect(tablet.locator(".entry.ready")).to_be_visible()
    fetch_rules(tablet)
    club.stop()
    tablet.evaluate("dispatchEvent(new Event('later'))")
    wait(tablet, lambda: tablet.evaluate("document.body.dataset.alone !== undefined"))
    return hands


def fetch_rules(tablet: Page) -> None:
    """Put the clock forward once the script that notes when the sheet was opened has run, and wait for the rules."""
    wait(tablet, lambda: tablet.evaluate(SCRIPT))
    tablet.evaluate(f"import({SCRIPT}).then(() => {{}})")
    with tablet.expect_response("**/rules-*/fr.js") as answer:
        tablet.evaluate("dispatchEvent(new Event('later'))")
    answer.value.finished()


def mark(tablet: Page, hands: Hands, place: int) -> None:
    """Tick the doubts, and send line `place` + 1, which is queued."""
    for doubt in tablet.locator("[data-doubts] input").all():
        hands.press(doubt)
    hands.press(tablet.locator(".confirm .primary"))
    expect(tablet.locator(".pending")).to_have_count(place + 1)


@pytest.mark.soak
@pytest.mark.parametrize(
    "evening",
    [each for each in evenings() if each.name in (COUNTED if FULL else SAMPLED)],
    ids=lambda each: each.name,
)
def test_an_evening_without_a_network_is_counted(tablet: Page, club: Club, evening: Evening) -> None:
    hands, rows = counting(tablet, club, evening), evening.expected["rows"]
    for place in range(len(rows)):
        if place == 1 and evening.name in IMPOSSIBLE:
            refuse(tablet, hands, *IMPOSSIBLE[evening.name])
        hands.fill(evening.sheet, place)
        mark(tablet, hands, place)
        if place == 2:
            take_back(tablet, hands, evening)
    sums = [totals(tablet)]
    wait(tablet, lambda: totals(tablet) == evening.expected["totals"], f"{totals(tablet)}")
    expect(tablet.locator(".outbox p")).to_contain_text("Score provisoire.")
    if evening.expected["finished"]:
        expect(tablet.locator(".sheet p.progress").last).to_contain_text(evening.expected["winners"][0])
    club.start()
    expect(tablet.locator(".pending")).to_have_count(0)
    wait(tablet, lambda: totals(tablet) == evening.expected["totals"], f"{sums}")
    written = tablet.request.get(f"{club.address}/api/parties/1").json()
    assert len(written["sheet"]["entries"]) == len(rows)


@pytest.mark.soak
def test_a_sheet_opened_again_without_a_network_is_counted(browser: Browser, club: Club) -> None:
    context = browser.new_context(viewport={"width": 768, "height": 1024}, has_touch=True, locale="fr-FR")
    tablet = context.new_page()
    tablet.add_init_script(LATER)
    hurry(context, 20)
    hands = Hands(tablet, club.address)
    hands.open_sheet(JASS)
    tablet.evaluate("navigator.serviceWorker.ready.then(() => {})")
    tablet.reload()
    fetch_rules(tablet)
    wait(
        tablet,
        lambda: tablet.evaluate("caches.open('rules').then((kept) => kept.keys()).then((all) => all.length)"),
    )
    club.stop()
    context.set_offline(True)
    for place in range(2):
        hands.fill(JASS, place)
        mark(tablet, hands, place)
        wait(tablet, lambda: sum(totals(tablet)) == 157 * len(tablet.locator(".pending").all()))
        tablet.reload()
        expect(tablet.locator(".entry.ready")).to_be_visible()
    wait(tablet, lambda: totals(tablet) == [157, 157])
    expect(tablet.locator(".outbox p")).to_contain_text("Score provisoire.")
    context.close()


@pytest.mark.soak
def test_the_score_of_the_server_stands_where_it_differs(tablet: Page, club: Club) -> None:
    miscount(tablet)
    hands = counting(tablet, club, Evening("jass", JASS, {}))
    hands.say({"camp": ["A"], "points": ["100"]})
    mark(tablet, hands, 0)
    wait(tablet, lambda: totals(tablet) == [100, 67])
    tablet.locator(".pending [data-pick]").tap()
    expect(tablet.locator(".pending .choices p")).to_have_text(
        "Anne & Chloé +100, Bruno & David +67 — 100 à 67"
    )
    with tablet.expect_request(
        lambda request: request.url.endswith("/base.json") and "x-counted" in request.headers
    ) as sent:
        club.start()
        wait(tablet, lambda: totals(tablet) == [100, 57])
        expect(tablet.locator(".outbox p")).to_contain_text(
            "L’ordinateur compte autrement que ce qui s’affichait ici"
        )
    assert unquote(sent.value.headers["x-counted"]) == "100,67 / 100,57"


def miscount(tablet: Page) -> None:
    """Give a tablet rules that count 167 points in a donne. An answered route keeps the browser from caching it."""
    kept: dict[str, Any] = {}

    def answer(route: Route) -> None:
        if not kept:
            response = route.fetch()
            assert "PLIS = 157" in response.text()
            kept.update(headers=response.headers, body=response.text().replace("PLIS = 157", "PLIS = 167"))
            kept["headers"].pop("content-encoding", None)
        route.fulfill(status=200, **kept)

    tablet.route("**/rules-*/fr.js", answer)


@pytest.mark.soak
def test_a_cell_of_a_grid_shows_its_waiting_line(tablet: Page, club: Club) -> None:
    evening = next(each for each in evenings() if each.name == "coiffeur")
    hands, rows = counting(tablet, club, evening), evening.expected["rows"]
    hands.fill(evening.sheet, 0)
    mark(tablet, hands, 0)
    entry = evening.sheet["entries"][0]
    cell = tablet.locator(f"[name=case][value='{'AB'.index(entry['preneur'])}.{entry['contrat']}'] + span b")
    expect(cell).to_have_text(f"+{rows[0]['AB'.index(entry['preneur'])]}")


@pytest.mark.soak
def test_a_slate_shows_waiting_lines_as_the_server_draws_them(tablet: Page, club: Club) -> None:
    evening = next(each for each in evenings() if each.name == "couillon")
    hands, slate = counting(tablet, club, evening), tablet.locator(".chalk-slate")
    for place in range(2):
        hands.fill(evening.sheet, place)
        mark(tablet, hands, place)
    wait(
        tablet,
        lambda: slate.get_attribute("aria-label") == "Pont\xa0: 3 lignes. Place\xa0: 5 lignes, 1 boucle.",
    )
    drawn = slate.locator(".mark path, text").evaluate_all(CHALK)
    assert len(drawn) > 20
    club.start()
    expect(tablet.locator(".pending")).to_have_count(0)
    assert slate.locator(".mark path, text").evaluate_all(CHALK) == drawn


@pytest.mark.soak
def test_rules_that_do_not_answer_are_begun_anew(tablet: Page, club: Club) -> None:
    tablet.add_init_script(DEAF)
    hands = counting(tablet, club, Evening("jass", JASS, {}))
    for place in range(2):
        hands.fill(JASS, place)
        tablet.evaluate("window.deaf = 2")
        mark(tablet, hands, place)
        wait(tablet, lambda: sum(totals(tablet)) == 157 * tablet.locator(".pending").count())
        tablet.evaluate("window.deaf = 0")


@pytest.mark.soak
@pytest.mark.skipif(not FULL, reason="half a minute a game, so only with the full numbers")
@pytest.mark.parametrize(
    "evening", [each for each in evenings() if each.name in COUNTED], ids=lambda each: each.name
)
def test_twelve_lines_without_a_network_are_counted_alike(tablet: Page, club: Club, evening: Evening) -> None:
    game, rng = game_of(evening.sheet["game"]), Random(12)  # noqa: S311
    sheet, expected = {**evening.sheet, "entries": list[Any]()}, [0]
    hands = counting(tablet, club, evening)
    for place in range(12):
        now = read_sheet(sheet).replay()
        if now.outcome:
            break
        if place == 1 and evening.name in IMPOSSIBLE:
            refuse(tablet, hands, *IMPOSSIBLE[evening.name])
        sheet = with_possible_line(game, rng, now, sheet)
        hands.fill(sheet, place)
        mark(tablet, hands, place)
        if place in {2, 7}:
            tablet.locator(".pending [data-pick]").last.tap()
            tablet.get_by_role("button", name="Retirer").tap()
            expect(tablet.locator(".pending")).to_have_count(place)
            hands.fill(sheet, place)
            mark(tablet, hands, place)
        expected = [int(total) for total in read_sheet(sheet).replay().totals]
        wait(tablet, lambda expected=expected: totals(tablet) == expected)  # type: ignore[misc]
    cells = tablet.locator(".pending .num").all_inner_texts()
    club.start()
    expect(tablet.locator(".pending")).to_have_count(0)
    assert totals(tablet) == expected
    written = tablet.request.get(f"{club.address}/api/parties/1").json()["sheet"]["entries"]
    assert len(written) == len(sheet["entries"])
    now_shown = tablet.locator(".sheet-table tbody .num").all_inner_texts()
    assert [text.strip() for text in now_shown][: len(cells)] == [text.strip() for text in cells]


def with_possible_line(game: Game, rng: Random, now: Replay, sheet: dict[str, Any]) -> dict[str, Any]:
    """Return a sheet with one more line of the demonstration that its rules accept."""
    for _ in range(1000):
        entry = game.demo(rng, now.rules, now.state)
        longer = {**sheet, "entries": [*sheet["entries"], json.loads(json.dumps(entry, default=float))]}
        with suppress(BadSheet):
            read_sheet(longer)
            return longer
    raise AssertionError("no possible line")


def refuse(tablet: Page, hands: Hands, fields: dict[str, list[str]], why: str) -> None:
    """Try to send an impossible line: the reason `why` is shown, no line is queued, and the form is then emptied."""
    before = tablet.locator(".pending").count()
    for name, values in fields.items():
        hands._field(name, values)
    hands.press(tablet.locator(".confirm .primary"))
    expect(tablet.locator("form.entry")).to_contain_text(why)
    expect(tablet.locator(".pending")).to_have_count(before)
    tablet.evaluate("document.querySelector('[data-empty]').click()")


def take_back(tablet: Page, hands: Hands, evening: Evening) -> None:
    """Withdraw the third line, which is queued; the totals are those without it. Then send it again."""
    tablet.locator(".pending .pick, .pending [data-pick]").last.tap()
    tablet.get_by_role("button", name="Retirer").tap()
    expect(tablet.locator(".pending")).to_have_count(2)
    two = [sum(scores) for scores in zip(*evening.expected["rows"][:2], strict=True)]
    opening = [
        each - sum(row)
        for each, row in zip(
            evening.expected["totals"], zip(*evening.expected["rows"], strict=True), strict=True
        )
    ]
    wait(
        tablet,
        lambda: totals(tablet) == [a + b for a, b in zip(opening, two, strict=True)],
        f"{totals(tablet)}",
    )
    hands.fill(evening.sheet, 2)
    mark(tablet, hands, 2)
