"""A complete evening of each game at one tablet, to totals computed by hand; `played/` has the evenings.

Each is played to its end by touch while a second device watches. On the way, a half-filled form is reloaded with the tablet
turned, a line is undone and reinstated, one is amended with a reason, a player is replaced (at some games one joins or leaves),
and a line is struck. Then the sheet is signed, reopened, closed, and the next one begins. The page of every line explains its
score. The paper of the game has the evening blank, filled and as a form. The same evening as a file, and line by line over HTTP,
has the same totals.
"""

from __future__ import annotations

import io
import itertools
import json
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import pypdf
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import base, browser_type_launch_args, tablet
from tests.browser.table import LANDSCAPE, UPRIGHT, Hands, undo
from tests.browser.test_evenings import MINUS, totals
from tests.soak import FULL
from tests.soak.played import (
    CAMPS,
    Move,
    Table,
    belotes,
    changes_until,
    chosen,
    corrected_sheet,
    first,
    sheet_of,
    singles,
)
from tests.test_cli import run

__all__ = ["base", "browser_type_launch_args", "tablet"]

TABLES = first.TABLES + belotes.TABLES + singles.TABLES
SAMPLED = {"tarot", "coinche", "bouees"}
"""Games whose evenings are also played in a sample: people come and go, many fields, hidden fields."""


def shows(page: Page, expected: Sequence[int]) -> None:
    """Wait until the page shows exactly these totals, in this order."""
    figures = [f"{'−' if number < 0 else ''}{abs(number)}" for number in expected]
    expect(page.locator(".totals b")).to_have_text(figures)


def line_of(page: Page, rang: int) -> Locator:
    """Return the first link in the sheet's table to the page of line `rang`."""
    return page.locator(f".sheet-table tbody a[href$='/lignes/{rang}']").first


def from_menu(page: Page, link: str) -> None:
    page.locator("nav details.menu > summary").tap()
    page.get_by_role("link", name=link, exact=True).tap()


def move_people(page: Page, move: Move) -> None:
    """Enter a change of players, check its summary, confirm it, and wait until the sheet shows it."""
    from_menu(page, "Changer de joueurs")
    way = page.locator(f".changes details:has([name=quoi][value={move.way}])")
    way.locator("summary").tap()
    way.locator("label.button", has_text=move.who).first.tap()
    if move.name:
        way.locator("[name=nom]").fill(move.name)
    way.get_by_role("button", name="Voir ce qui change").tap()
    expect(page.locator(".question")).to_contain_text(move.name or move.who)
    page.get_by_role("button", name="C’est bien cela").tap()
    expect(page.locator(".sheet-table tr.changed").last).to_contain_text(move.name or move.who)


def bring_back(page: Page, rang: int) -> None:
    """Reinstate line `rang`, by the button in the bar or, if that has gone, from the menu, without waiting for the result."""
    bar = page.locator(".undo").get_by_role("button", name="Rétablir")
    if bar.is_visible():
        bar.tap()
    else:
        undo(page, rang, "Rétablir")


def undo_and_redo(page: Page, without: Sequence[int], with_it: Sequence[int]) -> None:
    undo(page, 2)
    shows(page, without)
    bring_back(page, 2)
    shows(page, with_it)


def amend(hands: Hands, sheet: Mapping[str, Any], entry: Mapping[str, Any]) -> None:
    """Replace the first line by `entry`; check that it is refused without a reason, give one by a chip, and go back to the form."""
    page = hands.page
    line_of(page, 1).tap()
    page.get_by_role("link", name="Modifier", exact=True).tap()
    page.locator("form.entry .reasons").wait_for(state="attached")
    hands.fill({**sheet, "entries": [entry], "changes": []}, 0)
    button = page.locator(".confirm .primary")
    button.tap()
    expect(page.locator("#err-raison")).to_contain_text("pourquoi corriger")
    page.locator(".reasons label", has_text="recompté").tap()
    button.tap()
    expect(page.locator(".versions")).to_contain_text("recompté")
    page.get_by_role("link", name="Retour à la saisie").tap()
    page.locator("form.entry[data-outbox]").wait_for()


def strike_and_reinstate(page: Page, rang: int, without: Sequence[int], with_it: Sequence[int]) -> None:
    """Strike the newest line on its page, and wait for the totals `without` it; reinstate it, and wait for those `with_it`."""
    line_of(page, rang).tap()
    page.get_by_role("button", name="Rayer la ligne").tap()
    shows(page, without)
    bring_back(page, rang)
    shows(page, with_it)


def close_and_sign(page: Page, *, over: bool) -> None:
    """Close the partie, sign it for all with the initials XY, and wait for the signature; `over` says that the page offers to
    close it, as its rules have ended it.
    """
    if not over:
        from_menu(page, "Terminer la partie")
    page.get_by_role("button", name="Terminer la partie").tap()
    page.locator("summary", has_text="Signer").tap()
    for box in page.locator(".initials input").all():
        box.fill("XY")
    page.get_by_role("button", name="Signer").tap()
    expect(page.locator(".signed")).to_contain_text("XY")


def reopen(page: Page) -> None:
    page.locator("summary", has_text="Corriger la feuille").tap()
    page.locator(".end .reasons label").first.tap()
    page.get_by_role("button", name="Rouvrir").tap()
    expect(page.locator("summary", has_text="Corriger la feuille")).to_have_count(0)


def gained(evening: Table) -> list[list[int]]:
    """Return the scores of each line from the third on, by column: differences of totals, from 0 for those who come later."""
    counted = [evening.amended[1], *(after for _, after in evening.lines[2:])]
    wide = len(counted[-1])
    padded = [[*after, *[0] * (wide - len(after))] for after in counted]
    return [
        [b - a for a, b in zip(before, after, strict=True)] for before, after in itertools.pairwise(padded)
    ]


def check_explanations(page: Page, address: str, evening: Table) -> None:
    """Check the page of every line: items add up to the score below; from the third on, it is the difference of the totals."""
    due = gained(evening)
    for rang in range(1, len(evening.lines) + 1):
        page.goto(f"{address}/lignes/{rang}")
        rows = [
            [int(text.translate(MINUS)) for text in row.locator("td.num").all_inner_texts()]
            for row in page.locator(".reckoning tbody tr").all()
        ]
        foot = [int(text.translate(MINUS)) for text in page.locator(".reckoning tfoot td").all_inner_texts()]
        assert foot == [sum(column) for column in zip(*rows, strict=True)], rang
        assert rang < 3 or foot == due[rang - 3], rang


def read(page: Page, address: str) -> pypdf.PdfReader:
    """Return the PDF at a URL, parsed. Fails unless the response is a PDF with status 200."""
    answer = page.request.get(address)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    return pypdf.PdfReader(io.BytesIO(answer.body()))


def words_of(paper: pypdf.PdfReader) -> list[str]:
    """Return the words of a PDF, page by page, with `-` for the minus sign, and without a plus sign at a word's beginning."""
    return [word.lstrip("+") for leaf in paper.pages for word in leaf.extract_text().translate(MINUS).split()]


def check_papers(page: Page, base: str, address: str, evening: Table) -> None:
    """Check the PDFs: blank without form fields, filled with all names and totals, and, except of a slate, a form that keeps its values."""
    sheet = f"{base}/feuilles/{evening.game}.pdf"
    blank = read(page, sheet)
    assert blank.get_fields() in (None, {})
    filled = words_of(read(page, f"{address}/feuille.pdf"))
    assert len(filled) > len(words_of(blank))
    people = {*evening.players, *(name for move in evening.moves.values() for name in move.players)}
    assert {name for name in people if not any(name in word for word in filled)} == set()
    assert {total for total in evening.lines[-1][1] if f"{total}" not in filled} == set()
    writer = pypdf.PdfWriter(clone_from=read(page, f"{sheet}?genre=ecran"))
    typed = {name: str(10 + place % 90) for place, name in enumerate(writer.get_fields() or {})}
    if evening.game == "couillon":  # The slate is written with chalk or by the app.
        assert typed == {}
        return
    assert len(typed) > 20
    for leaf in writer.pages:
        writer.update_page_form_field_values(leaf, typed)
    out = io.BytesIO()
    writer.write(out)
    read_back = pypdf.PdfReader(out).get_fields() or {}
    assert {name: field.value for name, field in read_back.items()} == typed


def check_other_ways(page: Page, base: str, address: str, evening: Table) -> None:
    """Check the totals of the played file and of one written here by `scorekeeper score`; then enter the latter line by line over
    HTTP, and check its totals and winner.
    """
    sheet, final = corrected_sheet(evening), [*evening.lines[-1][1]]
    number = address.rpartition("/")[2]
    played = page.request.get(f"{base}/api/parties/{number}").json()
    assert played["score"]["totals"] == final
    for written in (played["sheet"], sheet):
        status, out, err = run("score", "-", stdin=json.dumps(written))
        assert (status, err, json.loads(out)["totals"]) == (0, "", final)
    api = f"{base}/api/parties"
    opened = page.request.post(api, data={**sheet, "entries": [], "changes": []})
    here = f"{api}/{opened.json()['id']}"
    changes = {change.pop("after"): change for change in sheet["changes"]}
    for place, entry in enumerate(sheet["entries"]):
        if place in changes:
            sent = {"uuid": str(uuid.uuid4()), **changes[place]}
            assert page.request.post(f"{here}/changes", data=sent).status == 201
        sent = {"uuid": str(uuid.uuid4()), "rang": place + 1, "entry": entry}
        assert page.request.post(f"{here}/entries", data=sent).status == 201
        score = page.request.get(here).json()["score"]
        if place:
            after = evening.amended[1] if place == 1 else evening.lines[place][1]
            assert score["totals"] == [*after]
    score = page.request.get(here).json()["score"]
    assert score["finished"] is evening.ends
    assert score["winners"] == ([CAMPS.get(evening.winner, evening.winner)] if evening.ends else [])


@pytest.mark.parametrize(
    "evening", [each for each in TABLES if FULL or each.game in SAMPLED], ids=lambda each: each.game
)
def test_whole_evening_gives_the_totals_computed_by_hand(
    browser: Browser, tablet: Page, base: str, evening: Table
) -> None:
    hands, sheet = Hands(tablet, base), sheet_of(evening)
    hands.open_sheet(sheet, chosen(evening))
    address = tablet.url.partition("#")[0]
    other = browser.new_context(locale="fr-FR", viewport={"width": 390, "height": 844})
    looking_on = other.new_page()
    looking_on.goto(address)
    begun = evening.lines[0][1]
    for place, (_, expected) in enumerate(evening.lines):
        if place in evening.moves:
            move_people(tablet, evening.moves[place])
        tablet.set_viewport_size(LANDSCAPE if place % 2 else UPRIGHT)
        if place == 2:
            sheet["entries"][0] = evening.amended[0]
        hands.fill(changes_until(sheet, place), place)
        if place == 1:
            tablet.set_viewport_size(UPRIGHT)
            tablet.reload()
            expect(tablet.locator("[data-resumed]")).to_be_visible()
        hands.confirm(place)
        shows(tablet, expected)
        if place == 1:
            undo_and_redo(tablet, begun, expected)
            amend(hands, sheet, evening.amended[0])
            shows(tablet, evening.amended[1])
        elif place == 2 and place + 1 < len(evening.lines):
            strike_and_reinstate(tablet, 3, evening.amended[1], expected)
        shows(looking_on, evening.amended[1] if place == 1 else expected)
    final = evening.lines[-1][1]
    over = tablet.locator(".end").count() > 0
    assert over is evening.ends
    close_and_sign(tablet, over=over)
    expect(tablet.locator(".finished h2")).to_contain_text(evening.winner)
    expect(tablet.locator(".podium .first bdi")).to_have_text([evening.winner])
    reopen(tablet)
    shows(tablet, final)
    close_and_sign(tablet, over=over)
    assert totals(tablet) == [*final]
    tablet.get_by_role("link", name="Revanche").first.tap()
    expect(tablet.locator(".new-sheet h1")).to_contain_text("Revanche")
    now = evening.moves[max(evening.moves)].players
    assert [box.input_value() for box in tablet.locator(".seat input[list]").all()][: len(now)] == [*now]
    expect(looking_on.locator(".finished h2")).to_contain_text(evening.winner)
    other.close()
    check_explanations(tablet, address, evening)
    check_papers(tablet, base, address, evening)
    check_other_ways(tablet, base, address, evening)
