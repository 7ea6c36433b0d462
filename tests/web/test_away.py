"""What a tablet is given to count on without a network: the sheet as data, and the script of its worker."""

from __future__ import annotations

import ast
import logging

import pytest

from scorekeeper.web.core import packer
from tests.tarot_table import PLAYERS, donne
from tests.web.browsing import Visit

TAROT = "scorekeeper.cards.games.tarot.game"


def test_a_sheet_as_data_has_the_mark_of_its_page(visit: Visit) -> None:
    number = visit.open_sheet("tarot", PLAYERS)
    assert visit.enter(number, donne()).status == 303
    answer = visit.client.get(f"/parties/{number}/base.json")
    assert answer.json is not None
    assert (answer.json["game"], answer.json["players"], answer.json["next"]) == (TAROT, PLAYERS, 2)
    assert [rang for rang, _ in answer.json["lines"]] == [1]
    assert (answer.json["rules"], answer.json["changes"], answer.json["swiss"]) == ([], [], False)
    page = visit.get(f"/parties/{number}")
    assert answer.json["mark"] in {attrs.get("data-part") for tag, attrs in page.elements if tag == "form"}
    assert (answer.headers["X-Offline"], answer.headers["Cache-Control"]) == ("keep", "no-store")


def test_totals_that_were_shown_and_differ_are_logged(visit: Visit, caplog: pytest.LogCaptureFixture) -> None:
    number = visit.open_sheet("tarot", PLAYERS)
    with caplog.at_level(logging.WARNING, "scorekeeper"):
        visit.client.get(f"/parties/{number}/base.json", headers={"X-Counted": "1%2C0%0A / 0%2C0"})
    assert [record.getMessage() for record in caplog.records] == [
        f"sheet {number}: the tablet counted '1,0\\n / 0,0'"
    ]


def test_without_brython_no_sheet_has_a_script(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packer, "digest", lambda: "")
    number = visit.open_sheet("tarot", PLAYERS)
    answer = visit.client.get(f"/parties/{number}/base.json")
    assert answer.json is not None
    assert answer.json["script"] == ""


def test_the_worker_alone_may_make_code_of_text(visit: Visit) -> None:
    pytest.importorskip("brython")
    number = visit.open_sheet("tarot", PLAYERS)
    base = visit.client.get(f"/parties/{number}/base.json").json
    assert base is not None
    answer = visit.client.get(base["script"], headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; script-src 'unsafe-eval'"
    assert "unsafe-eval" not in visit.client.get(f"/parties/{number}").headers["Content-Security-Policy"]
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Set-Cookie" not in answer.headers
    assert len(answer.data) <= 700_000
    assert visit.client.get(base["script"].replace("/fr.js", "/xx.js")).status_code == 404


def test_all_that_the_rules_import_is_in_their_script() -> None:
    trees = {name: ast.parse(code) for name, (_, code, *_) in packer.gathered().modules.items()}
    modules = {tuple(name.rsplit(".", 1)) for name in trees}
    imports = [
        (name, node.module, each.name)
        for name, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for each in node.names
        if node.module in trees and (node.module, each.name) not in modules
    ]
    assert len(imports) > 1000
    assert [
        (name, *wanted)
        for name, *wanted in imports
        if not {wanted[1], "__getattr__"} & defined(trees[wanted[0]])
    ] == []


def defined(module: ast.Module) -> set[str]:
    """Return the names that a module defines or imports."""
    names = set[str]()
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {
                each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)
            }
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {each.asname or each.name for each in node.names}
    return names
