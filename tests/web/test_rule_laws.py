"""A setting changed and changed back leaves a sheet unchanged except for its history: document, CSV, paper, statistics and check."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from flask import Flask

from scorekeeper import parties
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.paper.sheets import html_of
from scorekeeper.parties.results import result_of
from scorekeeper.parties.sheet_requests import file_request
from scorekeeper.records.store import Store
from scorekeeper.tournaments import checking
from tests.evenings import Evening, evenings
from tests.parties.test_rules import changeable
from tests.tarot_table import new_uuid
from tests.web.browsing import Visit

ROW = re.compile(r"<tr.*?</tr>", re.DOTALL)


def halved(evening: Evening) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]] | None:
    """Return the first half of an evening, a possible change and its reverse; `None` when no setting may change."""
    entries = evening.sheet["entries"]
    plain = {**evening.sheet, "entries": entries[: (len(entries) + 1) // 2]}
    sheet = read_sheet(plain)
    changes = changeable(sheet.replay())
    if not changes or "changes" in plain:
        return None
    (key, value), *_ = changes[-1].items()
    return plain, {key: value}, {key: sheet.rules.SETTINGS.write_all(sheet.rules, sheet.table)[key]}


TURNED = {each.name: turned for each in evenings() if (turned := halved(each))}


def lines_of(sheet: dict[str, Any]) -> list[str]:
    """Return the distinct texts of the rows on paper, without blank rows and those about a changed setting."""
    rows = [re.sub(r"<[^>]*>", " ", row) for row in ROW.findall(html_of(file_request(read_sheet(sheet))))]
    texts = (" ".join(row.split()) for row in rows if "dès la ligne" not in row)
    return [*dict.fromkeys(text for text in texts if not re.fullmatch(r"[\d ]*", text))]


def test_most_games_have_a_rule_that_may_change() -> None:
    assert set(TURNED) >= {"belote", "coinche", "jass", "tarot", "wiezen", "differenzler", "bouees", "libre"}


@pytest.mark.parametrize("name", TURNED)
def test_rule_changed_back_leaves_the_file_and_its_paper(name: str) -> None:
    plain, there, back = TURNED[name]
    lines = len(plain["entries"])
    turns = [{"after": lines, "settings": there}, {"after": lines, "settings": back}]
    changed = {**plain, "changes": turns}
    assert read_sheet(changed).replay() == read_sheet(plain).replay()
    assert lines_of(changed) == lines_of(plain)


@pytest.mark.parametrize("name", TURNED)
def test_rule_changed_back_leaves_score_csv_and_statistics(name: str, visit: Visit, app: Flask) -> None:
    plain, there, back = TURNED[name]
    client = visit.client
    one, other = (client.post("/api/parties", json=plain).get_json()["id"] for _ in range(2))
    for settings in (there, back):
        sent = client.post(f"/api/parties/{other}/settings", json={"uuid": new_uuid(), "settings": settings})
        assert sent.status_code == 200, sent.get_json()
    left, right = (client.get(f"/api/parties/{number}").get_json() for number in (one, other))
    assert right["score"] == left["score"]
    assert {**right["sheet"], "changes": None} == {**left["sheet"], "changes": None}
    assert len(right["sheet"]["changes"]) == 2
    tables = [client.get(f"/parties/{number}/feuille.csv").get_data(as_text=True) for number in (one, other)]
    first, second = (list(csv.reader(io.StringIO(text))) for text in tables)
    assert [row for row in second if not any("dès la ligne" in cell for cell in row)] == first
    store: Store = app.extensions["store"]
    first_result, second_result = (result_of(parties.read_partie(store, number)) for number in (one, other))
    assert second_result.shares == first_result.shares
    with store.read() as session:
        assert checking.differences(session.connection)[0] == []
