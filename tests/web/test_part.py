"""Partial responses to a line: merged into the former page, they equal the page of a reload."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask

from scorekeeper import parties
from scorekeeper.cards.game_api.game import Game
from scorekeeper.records.store import Store
from scorekeeper.web.core.jinja import Fragments
from tests.evenings import evenings
from tests.examples import examples_of
from tests.play import demonstrated
from tests.tarot_table import PLAYERS, donne
from tests.web.browsing import Page, Visit

PART = "X-Part"
OWN = re.compile(r'name="(csrf_token|uuid)"\s+value="[0-9a-f-]+"|data-left="\d+"')
"""Values that differ in each response."""
PIECES = {
    "undo in the menu": r'<div class="undo-item">.*?</div>',
    "what stands above": r'<section class="sheet".*?</thead>',
    "what stands below": r"</tbody>.*?</section>",
    "undo": r'<div class="undo["\s].*?</div>',
    "form": r'<form class="entry".*?</form>',
}


def mark(visit: Visit, number: int, entry: Any, mark: str = "", **other: str) -> Page:
    """Write the next line as a script does, whose page shows the present state or the state `mark`."""
    page = visit.get(f"/parties/{number}")
    form = page.form("/saisies")
    headers = {PART: mark or shown(page)} | other
    fields = form.with_fields(visit.fields_of(number, entry))
    answer = visit.send(form, fields, headers=headers)
    if answer.status == 422 and answer.doubts:
        answer = visit.send(form, [*fields, *(("sure", code) for code in answer.doubts)], headers=headers)
    return answer


def shown(page: Page) -> str:
    """Return the state named in a page."""
    match = re.search(r'data-part="([^"]+)"', page.html)
    return match[1] if match else ""


def pieces(text: str) -> dict[str, str]:
    """Return the parts of a sheet's page that a line changes, apart from its rows."""
    met = {name: re.search(pattern, text, re.DOTALL) for name, pattern in PIECES.items()}
    return {name: OWN.sub("", " ".join(piece[0].split())) for name, piece in met.items() if piece}


def rows(text: str) -> list[str]:
    """Return the rows of a sheet; the items of the newest line are separate rows."""
    return [" ".join(row.split()) for row in re.findall(r"<tr class.*?</tr>", text, re.DOTALL)]


@contextmanager
def without_caches(app: Flask) -> Iterator[None]:
    """Render without caches, which could have the same fault."""
    kept, app.extensions["fragments"] = app.extensions["fragments"], Fragments()
    yield
    app.extensions["fragments"] = kept


@pytest.mark.quick("tarot", "jass", "differenzler")
def test_part_equals_the_same_part_of_the_page(visit: Visit, game: Game) -> None:
    played = (evening.sheet for evening in evenings() if evening.sheet["game"] == game.key)
    sheet = next(played, None) or demonstrated(game, examples_of(game)[0].table)
    opened = visit.client.post("/api/parties", json={**sheet, "entries": []}).get_json()
    number, parts = opened["id"], 0
    before: list[str] = []
    for entry in sheet["entries"]:
        answer = mark(visit, number, entry)
        with without_caches(visit.client.application):
            page = visit.get(f"/parties/{number}")
        if answer.status == 200:
            parts += 1
            assert set(pieces(answer.html)) == set(PIECES)
            assert pieces(answer.html) == pieces(page.html)
            kept = [row for row in before if 'class="detail"' not in row][:-1]
            assert kept + rows(answer.html) == rows(page.html)
            assert len(answer.html) < len(page.html)
            assert seen(answer) == seen(page)
        before = rows(page.html)
    # The first line changes more than its row, and the last one may end the partie.
    assert parts >= len(sheet["entries"]) - 2


def seen(page: Page) -> str:
    """Return the version of the records that a page names."""
    match = re.search(r'data-seen="(\d+)"', page.html)
    assert match
    return match[1]


def test_the_first_line_and_the_last_one_lead_to_a_whole_page(visit: Visit) -> None:
    number = visit.open_sheet("tarot", PLAYERS)
    assert mark(visit, number, donne()).status == 303
    assert mark(visit, number, donne()).status == 200
    ends = next(evening.sheet for evening in evenings() if evening.sheet["game"] == "cochonnet")
    opened = visit.client.post("/api/parties", json={**ends, "entries": ends["entries"][:-1]}).get_json()
    assert mark(visit, opened["id"], ends["entries"][-1]).status == 303


@pytest.mark.parametrize("what", ["nothing", "another sheet", "an older page", "another language"])
def test_a_page_that_shows_something_else_is_sent_whole(visit: Visit, what: str) -> None:
    number = visit.open_sheet("tarot", PLAYERS)
    mark(visit, number, donne())
    older = shown(visit.get(f"/parties/{number}"))
    mark(visit, number, donne())
    elsewhere = shown(visit.get(f"/parties/{visit.open_sheet('tarot', PLAYERS)}"))
    now = shown(visit.get(f"/parties/{number}"))
    part = {"nothing": "-", "another sheet": elsewhere, "an older page": older, "another language": now}[what]
    more = {"Accept-Language": "en"} if what == "another language" else {}
    assert mark(visit, number, donne(), part, **more).status == 303
    assert mark(visit, number, donne()).status == 200


def test_a_line_that_came_twice_is_answered_by_the_sheet(visit: Visit) -> None:
    number = visit.open_sheet("tarot", PLAYERS)
    mark(visit, number, donne())
    page = visit.get(f"/parties/{number}")
    form = page.form("/saisies")
    fields = form.with_fields(visit.fields_of(number, donne()))
    answers = [visit.send(form, fields, headers={PART: shown(page)}) for _ in range(2)]
    assert [answer.status for answer in answers] == [200, 303]
    store = visit.client.application.extensions["store"]
    assert len(parties.read_partie(store, number).lines) == 2


def test_a_part_costs_no_further_look_at_the_records(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    number = visit.open_sheet("tarot", PLAYERS)
    mark(visit, number, donne())
    page = visit.get(f"/parties/{number}")
    form = page.form("/saisies")
    fields = form.with_fields(visit.fields_of(number, donne()))
    calls: Counter[str] = Counter()

    def counting(name: str) -> Callable[..., Any]:
        method = getattr(Store, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            calls[name] += 1
            return method(*args, **kwargs)

        return call

    for name in ("read", "write"):
        monkeypatch.setattr(Store, name, counting(name))
    answer = visit.client.post(form.action, data=dict(fields), headers={PART: shown(page)})
    assert (answer.status_code, answer.headers[PART]) == (200, f"/parties/{number}")
    assert calls == {"read": 1, "write": 1}
