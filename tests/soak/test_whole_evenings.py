"""A whole evening of each game at one tablet, as a table lives it, to totals reckoned by hand; `played/` has the evenings.

Each is played to its end by touch while a second device looks on: a half filled form is loaded again with the tablet turned, a
line is undone and brought back, one is amended with a reason, somebody takes a seat over, at Tarot one joins and one leaves, a line
is struck; then it is signed, opened again, closed, and the next one begins. Every line says why it gives what it gives, the paper of
the game has it blank, filled and to be filled in, and the same evening as a file and line by line over HTTP has the same totals.
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
from tests.soak.played import CAMPS, Move, Table, belotes, chosen, first, put_right, sheet_of, singles, until
from tests.test_cli import run

__all__ = ["base", "browser_type_launch_args", "tablet"]

TABLES = first.TABLES + belotes.TABLES + singles.TABLES
SAMPLED = {"tarot", "coinche", "bouees", "jass"}
"""The games whose evenings are always played: people who come and go, many fields, hidden ones, a judgement as one types."""


def shows(page: Page, expected: Sequence[int]) -> None:
    """The totals that a page comes to show."""
    figures = [f"{'−' if number < 0 else ''}{abs(number)}" for number in expected]
    expect(page.locator(".totals b")).to_have_text(figures)


def line_of(page: Page, rang: int) -> Locator:
    """What leads to the page of a line."""
    return page.locator(f".sheet-table tbody a[href$='/lignes/{rang}']").first


def from_menu(page: Page, link: str) -> None:
    page.locator("nav details.menu > summary").tap()
    page.get_by_role("link", name=link, exact=True).tap()


def move_people(page: Page, move: Move) -> None:
    """Say who comes or goes, see what it means, and have it written."""
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
    """Have a line count again, from the bar, or from the menu where that has gone already."""
    bar = page.locator(".undo").get_by_role("button", name="Rétablir")
    if bar.is_visible():
        bar.tap()
    else:
        undo(page, rang, "Rétablir")


def undo_and_redo(page: Page, before: Sequence[int], after: Sequence[int]) -> None:
    undo(page, 2)
    shows(page, before)
    bring_back(page, 2)
    shows(page, after)


def amend(hands: Hands, sheet: Mapping[str, Any], entry: Mapping[str, Any]) -> None:
    """Put the first line right: asked why, since the next one is written, and told by a chip."""
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


def strike_and_take_back(page: Page, rang: int, before: Sequence[int], after: Sequence[int]) -> None:
    """Strike the newest line at its own page, and take that back."""
    line_of(page, rang).tap()
    page.get_by_role("button", name="Rayer la ligne").tap()
    shows(page, before)
    bring_back(page, rang)
    shows(page, after)


def sign(page: Page, *, over: bool) -> None:
    """Freeze the result with the initials of all."""
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
    """What each line from the third on gives, of as many columns as there are in the end."""
    counted = [evening.amended[1], *(after for _, after in evening.lines[2:])]
    wide = len(counted[-1])
    padded = [[*after, *[0] * (wide - len(after))] for after in counted]
    return [
        [b - a for a, b in zip(before, after, strict=True)] for before, after in itertools.pairwise(padded)
    ]


def explained(page: Page, address: str, evening: Table) -> None:
    """Every line says why: its items add up to what it gives, and that is the difference of the totals."""
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
    """A paper as it is downloaded."""
    answer = page.request.get(address)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    return pypdf.PdfReader(io.BytesIO(answer.body()))


def words_of(paper: pypdf.PdfReader) -> list[str]:
    """What stands on a paper; a figure without the plus before it."""
    return [word.lstrip("+") for leaf in paper.pages for word in leaf.extract_text().translate(MINUS).split()]


def on_paper(page: Page, base: str, address: str, evening: Table) -> None:
    """Blank it has no field, filled it has names and totals, and what is typed into its fields is there when it is read."""
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
    # The slate is written with chalk or by the app.
    assert typed.keys() == {"date", "lieu"} if evening.game == "couillon" else len(typed) > 20
    for leaf in writer.pages:
        writer.update_page_form_field_values(leaf, typed)
    out = io.BytesIO()
    writer.write(out)
    found = pypdf.PdfReader(out).get_fields() or {}
    assert {name: field.value for name, field in found.items()} == typed


def by_other_ways(page: Page, base: str, address: str, evening: Table) -> None:
    """The sheet as it was played and the one put down by hand, through the command, and the latter line by line over HTTP."""
    sheet, final = put_right(evening), [*evening.lines[-1][1]]
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
def test_evening_of_a_table(browser: Browser, tablet: Page, base: str, evening: Table) -> None:
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
        hands.fill(until(sheet, place), place)
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
            strike_and_take_back(tablet, 3, evening.amended[1], expected)
        shows(looking_on, evening.amended[1] if place == 1 else expected)
    final = evening.lines[-1][1]
    over = tablet.locator(".end").count() > 0
    assert over is evening.ends
    sign(tablet, over=over)
    expect(tablet.locator(".finished h2")).to_contain_text(evening.winner)
    expect(tablet.locator(".podium .first bdi")).to_have_text([evening.winner])
    reopen(tablet)
    shows(tablet, final)
    sign(tablet, over=over)
    assert totals(tablet) == [*final]
    tablet.get_by_role("link", name="Revanche").first.tap()
    expect(tablet.locator(".new-sheet h1")).to_contain_text("Revanche")
    now = evening.moves[max(evening.moves)].players
    assert [box.input_value() for box in tablet.locator(".seat input[list]").all()][: len(now)] == [*now]
    expect(looking_on.locator(".finished h2")).to_contain_text(evening.winner)
    other.close()
    explained(tablet, address, evening)
    on_paper(tablet, base, address, evening)
    by_other_ways(tablet, base, address, evening)
