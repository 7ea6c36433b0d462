"""A whole evening of each game at one tablet, as a table lives it; every total is reckoned by hand with the rules.

Each is played to its end by touch while a second device looks on: a half filled form is loaded again with the tablet turned, a
line is undone and brought back, one is amended with a reason, somebody takes a seat over, at Tarot one joins and one leaves, a line
is struck; then it is signed, opened again, closed, and the next one begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import base, browser_type_launch_args, tablet
from tests.browser.table import LANDSCAPE, UPRIGHT, Hands, undo
from tests.browser.test_evenings import totals
from tests.soak import FULL

__all__ = ["base", "browser_type_launch_args", "tablet"]


@dataclass(frozen=True)
class Move:
    """Somebody comes, goes or takes a seat over: what the page is told, and who sits there then."""

    way: str
    who: str
    name: str
    players: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """An evening: its lines with the totals after each, and what happens between them."""

    game: str
    players: tuple[str, ...]
    lines: tuple[tuple[Mapping[str, Any], tuple[int, ...]], ...]
    amended: tuple[Mapping[str, Any], tuple[int, ...]]
    """The first line as it is put right after the second, and the totals then."""
    moves: Mapping[int, Move]
    """By the number of lines before them."""
    winner: str
    settings: Mapping[str, str] = field(default_factory=dict)


def prise(preneur: str, bouts: int, points: float, contrat: str = "garde", **more: Any) -> dict[str, Any]:
    return {"preneur": preneur, "contrat": contrat, "bouts": bouts, "points": points, **more}


def hands_of(players: Sequence[str], left: Sequence[int], out: Sequence[str] = ()) -> dict[str, Any]:
    """A manche of Bouées: 4, 4, 5 and 3 buoys at the start."""
    cards = zip((3, 2, 4, 1), (2, 3, 1, 4), strict=True)
    mains = {
        name: {"coeurs": coeurs, "carreaux": carreaux}
        for name, (coeurs, carreaux) in zip(players, cards, strict=True)
    }
    return {
        "mains": mains,
        "restantes": {name: r for name, r in zip(players, left, strict=True) if name not in out},
        "elimines": [*out],
    }


ANNE, BRUNO, CHLOE, DAVID, EVA, FRED = "Anne", "Bruno", "Chloé", "David", "Éva", "Fred"
FOUR = (ANNE, BRUNO, CHLOE, DAVID)
AFTER = (ANNE, BRUNO, CHLOE, EVA)
TABLES = (
    Table(
        "tarot",
        FOUR,
        (
            (prise(CHLOE, 2, 56), (-80, -80, 240, -80)),  # (25 + 15) × 2 = 80
            (
                prise(ANNE, 2, 51, "prise", petit_au_bout="attaque"),
                (55, -125, 195, -125),
            ),  # 25 + 10 + 10 = 45
            (prise(EVA, 1, 59, "garde-sans"), (-87, 261, 93, -267)),  # (25 + 8) × 4 = 132
            (prise(DAVID, 1, 51, appele=FRED), (-137, 211, 43, -167, 50)),  # 25 × 2 = 50, shared
            (prise(FRED, 2, 41.5, "prise", appele=None), (-163, 185, 17, -193, 154)),  # 25 + 1, from each
            (prise(CHLOE, 3, 36, "prise"), (-163, 160, 92, -218, 129)),  # 25; Anne has left
        ),
        (prise(CHLOE, 2, 61), (45, -135, 225, -135)),  # (25 + 20) × 2 = 90
        {
            2: Move("remplace", BRUNO, EVA, (ANNE, EVA, CHLOE, DAVID)),
            3: Move("arrive", DAVID, FRED, (ANNE, EVA, CHLOE, DAVID, FRED)),
            5: Move("part", ANNE, "", (EVA, CHLOE, DAVID, FRED)),
        },
        EVA,
    ),
    Table(
        "couillon",
        FOUR,
        (
            ({"accepte": "A", "points": [18, 10]}, (4, 5)),
            ({"accepte": "B", "points": [20, 12]}, (3, 6)),  # a line, and a loop for those who accepted
            ({"accepte": None, "points": [14, 14]}, (5, 5)),  # nothing but the chalk in the hole
            ({"accepte": None, "points": [30, 5]}, (3, 5)),  # two at once
            ({"accepte": "A", "points": [25, 10]}, (2, 5)),
            ({"accepte": "B", "points": [22, 8]}, (1, 6)),
            ({"accepte": None, "points": [20, 10]}, (0, 6)),
        ),
        # B wins and has 4 left, A has a loop more: 6; then as above one less and one more.
        ({"accepte": "A", "points": [10, 18]}, (5, 5)),
        {3: Move("remplace", DAVID, EVA, AFTER)},
        "Anne & Chloé",
    ),
    Table(
        "jass",
        FOUR,
        (
            ({"points_a": 100}, (100, 57)),
            ({"points_a": 92, "annonces": {"A": [50]}, "schtockr": "B"}, (242, 142)),  # 142 to 85
            ({"points_a": 157, "match": "A"}, (509, 132)),  # 257
            ({"points_a": 0, "match": "B"}, (509, 389)),
            ({"points_a": 110, "annonces": {"A": [100]}}, (719, 436)),  # 210 to 47
            ({"points_a": 157, "match": "A", "annonces": {"A": [50]}}, (1026, 436)),  # 307
        ),
        ({"points_a": 110}, (252, 132)),  # 110 to 47
        {3: Move("remplace", DAVID, EVA, AFTER)},
        "Anne & Chloé",
    ),
    Table(
        "cochonnet",
        FOUR,
        (
            (
                # 9 + 18 + 8 against 34 + 20
                {
                    "cochonnets": {
                        ANNE: ["2", "3", "4"],
                        BRUNO: ["10", "9", "V"],
                        CHLOE: ["5", "6", "7"],
                        DAVID: ["V", "2", "3"],
                    },
                    "dernier": {"joueur": ANNE, "carte": "8"},
                },
                (35, 54),
            ),
            ({"sept": "B", "totaux": [30, 50]}, (65, 104)),
            ({"sept": "A", "totaux": [40, 30]}, (105, 127)),
            ({"sept": "B", "totaux": [20, 60]}, (125, 187)),
        ),
        (
            # Bruno had an 8 and no V: 7 less
            {
                "cochonnets": {
                    ANNE: ["2", "3", "4"],
                    BRUNO: ["10", "9", "8"],
                    CHLOE: ["5", "6", "7"],
                    DAVID: ["V", "2", "3"],
                },
                "dernier": {"joueur": ANNE, "carte": "8"},
            },
            (65, 97),
        ),
        {2: Move("remplace", DAVID, EVA, AFTER)},
        "Bruno & Éva",
    ),
    Table(
        "bouees",
        FOUR,
        (
            (hands_of(FOUR, (3, 1, 4, 0), [DAVID]), (3, 1, 4, -1)),
            (hands_of(FOUR, (4, 3, 5, 2)), (7, 4, 9, 1)),
            (hands_of(AFTER, (2, 4, 2, 3)), (8, 8, 11, 4)),
            (hands_of(AFTER, (4, 1, 3, 1)), (12, 9, 14, 5)),
        ),
        (hands_of(FOUR, (2, 1, 4, 0), [DAVID]), (6, 4, 9, 1)),  # ten losses, as many as there are plis
        {2: Move("remplace", DAVID, EVA, AFTER)},
        CHLOE,
    ),
)


def sheet_of(evening: Table) -> dict[str, Any]:
    """The evening as a file."""
    changes: list[dict[str, Any]] = []
    for after, move in evening.moves.items():
        taken = {"replaces": {move.name: move.who}} if move.way == "remplace" else {}
        changes.append({"after": after, "players": [*move.players], **taken})
    return {
        "format": "scorekeeper/1",
        "game": evening.game,
        "players": [*evening.players],
        "settings": {},
        "entries": [entry for entry, _ in evening.lines],
        "changes": changes,
    }


def until(sheet: Mapping[str, Any], place: int) -> dict[str, Any]:
    """The file without the changes that come after that many lines."""
    return {**sheet, "changes": [change for change in sheet["changes"] if change["after"] <= place]}


def shows(page: Page, expected: Sequence[int]) -> None:
    """The totals that a page comes to show."""
    figures = [f"{'−' if number < 0 else ''}{abs(number)}" for number in expected]
    expect(page.locator(".totals b")).to_have_text(figures)


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


def undo_and_redo(page: Page, before: Sequence[int], after: Sequence[int]) -> None:
    undo(page, 2)
    shows(page, before)
    page.locator(".undo").get_by_role("button", name="Rétablir").tap()
    shows(page, after)


def amend(hands: Hands, sheet: Mapping[str, Any], entry: Mapping[str, Any]) -> None:
    """Put the first line right: asked why, since the next one is written, and told by a chip."""
    page = hands.page
    page.locator(".sheet-table tbody th a").first.tap()
    page.get_by_role("link", name="Modifier", exact=True).tap()
    page.locator("form.entry .reasons").wait_for()
    hands.fill({**sheet, "entries": [entry], "changes": []}, 0)
    button = page.locator(".confirm .primary")
    button.tap()
    expect(page.locator("#err-raison")).to_contain_text("dites pourquoi")
    page.locator(".reasons label", has_text="recompté").tap()
    button.tap()
    expect(page.locator(".versions")).to_contain_text("recompté")
    page.get_by_role("link", name="Retour à la saisie").tap()
    page.locator("form.entry[data-outbox]").wait_for()


def strike_and_take_back(page: Page, rang: int, before: Sequence[int], after: Sequence[int]) -> None:
    """Strike the newest line at its own page, and take that back from the bar."""
    page.locator(".sheet-table tbody th a", has_text=str(rang)).tap()
    page.get_by_role("button", name="Rayer la ligne").tap()
    shows(page, before)
    page.locator(".undo").get_by_role("button").first.tap()
    shows(page, after)


def sign(page: Page, *, over: bool) -> None:
    """Freeze the result with the initials of all."""
    if not over:
        from_menu(page, "Terminer la partie")
    page.locator(".initials input").first.wait_for()
    for box in page.locator(".initials input").all():
        box.fill("XY")
    page.get_by_role("button", name="Signer et terminer la feuille" if over else "Terminer la partie").tap()
    expect(page.locator(".signed")).to_contain_text("XY")


def reopen(page: Page) -> None:
    page.locator("summary", has_text="Corriger la feuille").tap()
    page.locator(".reopen .reasons label").first.tap()
    page.get_by_role("button", name="Rouvrir").tap()
    expect(page.locator("details.reopen")).to_have_count(0)


@pytest.mark.parametrize("evening", TABLES if FULL else TABLES[:2], ids=lambda each: each.game)
def test_evening_of_a_table(browser: Browser, tablet: Page, base: str, evening: Table) -> None:
    hands, sheet = Hands(tablet, base), sheet_of(evening)
    hands.open_sheet(sheet)
    address = tablet.url.partition("#")[0]
    other = browser.new_context(locale="fr-FR", viewport={"width": 390, "height": 844})
    looking_on = other.new_page()
    looking_on.goto(address)
    first = evening.lines[0][1]
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
            undo_and_redo(tablet, first, expected)
            amend(hands, sheet, evening.amended[0])
            shows(tablet, evening.amended[1])
        elif place == 2 and place + 1 < len(evening.lines):
            strike_and_take_back(tablet, 3, evening.amended[1], expected)
        shows(looking_on, evening.amended[1] if place == 1 else expected)
    final = evening.lines[-1][1]
    over = tablet.locator(".end").count() > 0
    assert over is (evening.game != "tarot")
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
    looking_on.reload()
    expect(looking_on.locator(".finished h2")).to_contain_text(evening.winner)
    other.close()
