"""A tablet whose server is sometimes unreachable: lines are queued, sent in order, and none is lost or doubled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from scorekeeper.config import Config
from scorekeeper.records.store import Store
from tests.browser.table import LATE, Hands, hurry, undo
from tests.evenings import evenings
from tests.web_server import later_epoch, serving

TAROT = next(evening for evening in evenings() if evening.name == "tarot").sheet
LINES = (("Anne", "51"), ("Benoît", "60"), ("David", "41"))
"""Three prises with two bouts: 25 + 10, 25 + 19 and 25 from each of the other three."""
AFTER_THREE = ["36", "72", "−104", "−4"]
"""105 −35 −35 −35, then −44 132 −44 −44, then −25 −25 −25 75."""


PLAYED = """(film) => new Promise((played, failed) => {
    film.addEventListener("timeupdate", () => film.currentTime > 0 && played());
    setTimeout(() => failed(film.error?.message ?? "the film stands still"), 60_000);
})"""


class Club:
    """A server that can be stopped and started, at the same URL with the same records."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port, self.address = 0, ""
        self._running: AbstractContextManager[str] | None = None

    def start(self) -> None:
        self._running = serving(self.data, self.port)
        self.address = self._running.__enter__()
        self.port = int(self.address.rpartition(":")[2])

    def stop(self) -> None:
        if self._running is not None:
            self._running.__exit__(None, None, None)
            self._running = None


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    club = Club(tmp_path)
    club.start()
    yield club
    club.stop()


def open_sheet(page: Page, club: Club) -> Hands:
    """Open a new Tarot sheet and wait until its form is ready; the page retries 20 times sooner."""
    hurry(page.context, 20)
    hands = Hands(page, club.address)
    hands.open_sheet(TAROT)
    expect(page.locator(".entry.ready")).to_be_visible()
    return hands


def prise(page: Page, hands: Hands, preneur: str, points: str) -> None:
    """Enter a prise with two bouts, for this taker and these points."""
    for name, value in (("preneur", preneur), ("contrat", "prise"), ("bouts", "2")):
        hands.press(page.locator(f"[name={name}][value='{value}']"))
    hands.type(page.locator("[name=points]"), points)
    hands.press(page.locator(".confirm .primary"))


def lines(page: Page) -> list[str]:
    return page.locator(".sheet-table tbody th a").all_inner_texts()


def totals(page: Page) -> list[str]:
    return page.locator(".totals b").all_inner_texts()


def dealers(page: Page, club: Club) -> list[str | None]:
    """Return the dealers named for lines dealt out of turn."""
    number = page.url.partition("/parties/")[2].partition("/")[0].partition("#")[0]
    entries = page.request.get(f"{club.address}/api/parties/{number}").json()["sheet"]["entries"]
    return [entry.get("donneur") for entry in entries]


def test_lines_queued_without_server_are_corrected_and_sent(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    club.stop()
    for preneur, points in (("Chloé", "70"), ("Anne", "50"), *LINES[1:]):
        prise(tablet, hands, preneur, points)
        expect(tablet.locator("[name=points]")).to_have_value("")
    expect(tablet.locator(".outbox p")).to_contain_text("Lignes à envoyer : 4.")
    # The first is removed and the second corrected from 50 to 51, while the next one is half typed.
    hands.press(tablet.locator("[name=preneur][value='Chloé']"))
    tablet.get_by_role("button", name="1 · Chloé").tap()
    tablet.get_by_role("button", name="Retirer").tap()
    expect(tablet.locator(".pending")).to_have_count(3)
    tablet.get_by_role("button", name="1 · Anne").tap()
    tablet.get_by_role("button", name="Corriger").tap()
    expect(tablet.locator(".outbox p")).to_contain_text("la ligne 1 avant son envoi")
    expect(tablet.locator("[name=points]")).to_have_value("50")
    hands.type(tablet.locator("[name=points]"), "51")
    hands.press(tablet.locator(".confirm .primary"))
    expect(tablet.locator("[name=preneur][value=Chloé]")).to_be_checked()
    tablet.get_by_role("button", name="Vider").tap()
    expect(tablet.locator("[name=preneur][value=Chloé]")).not_to_be_checked()
    expect(tablet.locator(".outbox p")).to_contain_text("Lignes à envoyer : 3.")
    # Each shows its entry.
    assert tablet.locator(".pending").all_inner_texts() == [
        f"{rang} · {preneur} · prise · 2 · {points} · en attente"
        for rang, (preneur, points) in enumerate(LINES, 1)
    ]
    expect(tablet.locator(".outbox button:visible")).to_have_count(0)
    expect(tablet.locator(".entry-head h2")).to_have_text("Donne 4")
    club.start()
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(3)
    expect(tablet.locator(".outbox")).to_be_hidden()
    assert lines(tablet) == ["1", "2", "3"]
    assert totals(tablet) == AFTER_THREE
    # The dealer was not changed, so each line was dealt in turn.
    assert dealers(tablet, club) == [None, None, None]
    expect(tablet.locator(".entry-head")).to_contain_text("donneur : David")


@pytest.mark.soak
def test_reloaded_page_and_any_other_send_the_waiting_lines(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    sheet = tablet.url
    tablet.route("**/saisies", lambda route: route.abort())
    for preneur, points in LINES[:2]:
        prise(tablet, hands, preneur, points)
    expect(tablet.locator(".pending")).to_have_count(2)
    tablet.reload()
    expect(tablet.locator(".pending")).to_have_count(2)
    expect(tablet.locator(".outbox p")).to_contain_text("Lignes à envoyer : 2.")
    prise(tablet, hands, *LINES[2])
    expect(tablet.locator(".pending")).to_have_count(3)
    # Whether the server is there is answered only after it is time for the next try.
    tablet.add_init_script(LATE)
    # Leaving the page is not blocked: the lines are stored, shown on other pages too, and sent from there.
    tablet.goto(f"{club.address}/joueurs")
    badge = tablet.locator(".bar .waiting")
    expect(badge.locator("> summary")).to_have_text("3 lignes attendent")
    badge.locator("> summary").tap()
    expect(badge.get_by_role("link")).to_contain_text("Chloé, David · 3")
    tablet.unroute("**/saisies")
    expect(badge).to_be_hidden()
    tablet.goto(sheet)
    assert lines(tablet) == ["1", "2", "3"]
    assert totals(tablet) == AFTER_THREE
    expect(tablet.locator(".pending")).to_have_count(0)


def test_captive_portal_answering_for_the_server_takes_no_line(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    tablet.route("**/saisies", lambda route: route.fulfill(body="<main><p>Bienvenue à l’hôtel</p></main>"))
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".pending")).to_have_count(1)
    tablet.unroute("**/saisies")
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(1)


def test_an_answer_that_is_lost_is_asked_for_again(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    swallowed = []

    def swallow(route: object) -> None:
        # The form is about to be cleared: input at this moment would be lost.
        assert tablet.evaluate("document.querySelector('form.entry').inert")
        swallowed.append(route.fetch())  # type: ignore[attr-defined]
        route.abort()  # type: ignore[attr-defined]

    tablet.route("**/saisies", swallow, times=1)
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(1)
    assert len(swallowed) == 1
    expect(tablet.locator(".outbox")).to_be_hidden()
    assert lines(tablet) == ["1"]


def wait_with_a_refused_line(tablet: Page, club: Club, second: str = "60") -> Hands:
    """Queue three lines, of which the first is impossible (90 points with two bouts), then restart the server."""
    hands = open_sheet(tablet, club)
    club.stop()
    for preneur, points in (("Anne", "90"), ("Benoît", second), LINES[2]):
        prise(tablet, hands, preneur, points)
        expect(tablet.locator("[name=points]")).to_have_value("")
    expect(tablet.locator(".pending")).to_have_count(3)
    club.start()
    expect(tablet.locator("[data-errors=points]")).to_contain_text("13 à 85")
    return hands


def test_refused_line_is_shown_as_typed_and_others_are_kept(tablet: Page, club: Club) -> None:
    hands = wait_with_a_refused_line(tablet, club, second="12")
    assert tablet.input_value("[name=points]") == "90"
    assert tablet.is_checked("[name=preneur][value=Anne]")
    expect(tablet.locator(".outbox p")).to_contain_text("a été refusée")
    expect(tablet.locator(".pending")).to_have_count(3)
    assert lines(tablet) == []
    # A reload keeps both: the refused line is shown again.
    tablet.reload()
    expect(tablet.locator("[data-errors=points]")).to_contain_text("13 à 85")
    assert tablet.input_value("[name=points]") == "90"
    hands.type(tablet.locator("[name=points]"), "51")
    hands.press(tablet.locator(".confirm .primary"))
    # The second cannot be either: it is shown in its turn, in place of the one that is written by now.
    expect(tablet.locator("[name=points]")).to_have_value("12")
    expect(tablet.locator("[data-errors=points]")).to_contain_text("13 à 85")
    hands.type(tablet.locator("[name=points]"), "60")
    hands.press(tablet.locator(".confirm .primary"))
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(3)
    assert totals(tablet) == AFTER_THREE
    expect(tablet.locator(".outbox")).to_be_hidden()
    assert tablet.input_value("[name=points]") == ""


@pytest.mark.soak
def test_a_refused_line_can_be_dropped(tablet: Page, club: Club) -> None:
    wait_with_a_refused_line(tablet, club)
    tablet.get_by_role("button", name="L’abandonner").tap()
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(2)
    assert lines(tablet) == ["1", "2"]
    # −44 132 −44 −44, then −25 −25 −25 75
    assert totals(tablet) == ["−69", "107", "−69", "31"]
    expect(tablet.locator(".outbox")).to_be_hidden()
    assert tablet.input_value("[name=points]") == ""


@pytest.mark.soak
def test_line_number_taken_while_offline_is_asked_about(browser: Browser, club: Club) -> None:
    """The other tablet wrote the first line meanwhile: both are shown, and an additional line gets the next number."""
    first, second = (browser.new_context(has_touch=True, locale="fr-FR").new_page() for _ in range(2))
    one, two = open_sheet(first, club), Hands(second, club.address)
    second.goto(first.url)
    first.context.set_offline(True)
    for preneur, points in LINES[:2]:
        prise(first, one, preneur, points)
    expect(first.locator(".pending")).to_have_count(2)
    prise(second, two, *LINES[2])
    expect(second.locator(".sheet-table tbody th a")).to_have_count(1)
    first.context.set_offline(False)
    expect(first.locator(".conflict")).to_contain_text("La ligne 1 est déjà marquée")
    assert first.is_checked("[name=preneur][value=Anne]")
    expect(first.locator(".pending")).to_have_count(2)
    first.locator(".confirm .primary").tap()
    expect(first.locator(".sheet-table tbody th a")).to_have_count(3)
    assert totals(first) == AFTER_THREE
    expect(first.locator(".outbox")).to_be_hidden()
    first.context.close()
    second.context.close()


@pytest.mark.soak
def test_both_tablets_kept_the_same_line_and_one_is_dropped(browser: Browser, club: Club) -> None:
    first, second = (browser.new_context(has_touch=True, locale="fr-FR").new_page() for _ in range(2))
    one, two = open_sheet(first, club), Hands(second, club.address)
    second.goto(first.url)
    first.context.set_offline(True)
    for preneur, points in LINES[:2]:
        prise(first, one, preneur, points)
    prise(second, two, *LINES[0])
    expect(second.locator(".sheet-table tbody th a")).to_have_count(1)
    first.context.set_offline(False)
    expect(first.locator(".conflict")).to_contain_text("La ligne 1 est déjà marquée")
    first.get_by_role("button", name="L’abandonner").tap()
    expect(first.locator(".sheet-table tbody th a")).to_have_count(2)
    # 105 −35 −35 −35, then −44 132 −44 −44
    assert totals(first) == ["61", "97", "−79", "−79"]
    first.context.close()
    second.context.close()


def test_input_typed_meanwhile_stays(tablet: Page, club: Club) -> None:
    """Queued lines are sent while the next one is half typed: it is kept, renumbered, and sent after them."""
    hands = open_sheet(tablet, club)
    club.stop()
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".pending")).to_have_count(1)
    for name, value in (("preneur", "Benoît"), ("contrat", "prise")):
        hands.press(tablet.locator(f"[name={name}][value='{value}']"))
    with Store(Config(club.data).database) as store:
        later = later_epoch(store)
    club.start()
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(1)
    expect(tablet.locator(".outbox")).to_be_hidden()
    expect(tablet.locator(".entry-head")).to_contain_text("Donne 2")
    assert tablet.is_checked("[name=preneur][value=Benoît]")
    # It is kept when another line is opened.
    tablet.locator(".sheet-table tbody th a").tap()
    tablet.get_by_role("link", name="Retour à la saisie").tap()
    expect(tablet.locator("[name=preneur][value=Benoît]")).to_be_checked()
    # It is kept when the page is closed.
    again = tablet.context.new_page()
    again.goto(tablet.url)
    expect(again.locator("[data-resumed]")).to_contain_text("Saisie reprise")
    expect(again.locator("[name=preneur][value=Benoît]")).to_be_checked()
    again.close()
    hands.press(tablet.locator("[name=bouts][value='2']"))
    hands.type(tablet.locator("[name=points]"), "60")
    hands.press(tablet.locator(".confirm .primary"))
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(2)
    assert totals(tablet) == ["61", "97", "−79", "−79"]
    # Another server takes over while a line is half typed: the page shows it before anything is sent.
    hands.press(tablet.locator("[name=preneur][value='Chloé']"))
    tablet.request.get(f"{club.address}/api/health", headers={"X-Epoch": later})
    expect(tablet.locator(".notice")).to_contain_text("Une autre machine a repris la soirée")
    expect(tablet.locator("[name=preneur][value='Chloé']")).to_be_checked()


def test_lost_session_cookie_loses_no_line(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    tablet.context.clear_cookies()
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(1)
    prise(tablet, hands, *LINES[1])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(2)


@pytest.mark.soak
def test_truncated_cookie_loses_no_line(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    cut = {"cookie": "scorekeeper=eyJkZXZpY2Ui"}

    def answer(route: Route) -> None:
        # A slow response, or an error, still shows that there is a network.
        expect(tablet.locator(".outbox p")).to_contain_text("Lignes à envoyer\xa0: 1.")
        route.fulfill(response=route.fetch(headers={**route.request.headers, **cut}))

    tablet.route("**/saisies", answer)
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".outbox p")).to_contain_text("ne rend pas les cookies")
    expect(tablet.locator(".outbox p")).not_to_contain_text("réseau")
    expect(tablet.locator(".pending")).to_have_count(1)
    expect(tablet.locator(".outbox button:visible")).to_have_count(0)
    tablet.unroute_all(behavior="wait")
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(1)
    expect(tablet.locator(".outbox")).to_be_hidden()


def test_enter_in_a_field_marks_and_never_undoes(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(1)
    for name, value in (("preneur", "Benoît"), ("contrat", "prise"), ("bouts", "2")):
        hands.press(tablet.locator(f"[name={name}][value='{value}']"))
    tablet.locator("[name=points]").fill("60")
    tablet.locator("[name=points]").press("Enter")
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(2)
    assert tablet.locator(".sheet-table tr.struck").count() == 0


def test_undo_without_network_is_refused_and_leaves_the_page(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    prise(tablet, hands, *LINES[0])
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(1)
    club.stop()
    undo(tablet, 1)
    expect(tablet.locator(".outbox p")).to_contain_text("Rien n’est parti")
    club.start()
    undo(tablet, 1)
    expect(tablet.locator(".sheet-table tr.struck")).to_have_count(1)
    expect(tablet.locator(".outbox")).to_be_hidden()


def test_form_is_empty_at_once_when_a_line_is_marked_offline(tablet: Page, club: Club) -> None:
    hands = open_sheet(tablet, club)
    tablet.context.set_offline(True)
    for name, value in (("preneur", "Anne"), ("contrat", "prise"), ("bouts", "2")):
        hands.press(tablet.locator(f"[name={name}][value='{value}']"))
    hands.type(tablet.locator("[name=points]"), "51")
    # Marked, then filled in again without a pause: what is typed next is the next line.
    left = """() => {
        const choose = (name, value) => document.querySelector(`[name=${name}][value="${value}"]`).click();
        document.querySelector(".confirm .primary").click();
        const left = document.querySelector("[name=points]").value;
        for (const [name, value] of [["preneur", "Benoît"], ["contrat", "prise"], ["bouts", "2"]]) choose(name, value);
        const points = document.querySelector("[name=points]");
        points.value = "60";
        points.dispatchEvent(new Event("input", { bubbles: true }));
        return left;
    }"""
    assert tablet.evaluate(left) == ""
    expect(tablet.locator(".pending")).to_have_count(1)
    hands.press(tablet.locator(".confirm .primary"))
    expect(tablet.locator(".pending")).to_have_count(2)
    prise(tablet, hands, *LINES[2])
    tablet.context.set_offline(False)
    expect(tablet.locator(".sheet-table tbody th a")).to_have_count(3)
    assert totals(tablet) == AFTER_THREE
