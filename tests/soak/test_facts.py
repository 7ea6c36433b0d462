"""Facts printed in leaflets: each change of the code that breaks one fails its row of tests, and its words are in the PDF."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.i18n import speaking
from scorekeeper.paper.papers import Wish, html_of_paper
from scorekeeper.press.pdf import Printer
from tests.examples import plain
from tests.facts.rows import FACTS, ROOT, TOLD_IN, Change, Fact
from tests.soak import amount

BROKEN = [fact for fact in FACTS if fact.breaks]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with a copy of the checkout, in which one file at a time is changed and restored."""
    folder = tmp_path_factory.mktemp("changed")
    for name in ("scorekeeper", "tests", "templates", "static", "examples"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("pictures"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy2(ROOT / name, folder)
    return folder


def holds(fact: Fact, folder: Path) -> bool:
    """Return whether the row of a fact passes in the checkout `folder`, run by a separate Python."""
    if "tested" in fact.data:
        what = ["pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib"]
        command = [*what, fact.data["tested"]]
    else:
        command = ["tests.facts.rows", fact.key, str(fact.number)]
    # A module that changed twice within a second would be taken from its compiled file.
    done = subprocess.run(
        [sys.executable, "-B", "-m", *command],
        cwd=folder,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode == 0


def survives(fact: Fact, change: Change, folder: Path) -> bool:
    """Return whether the fact's row passes although `change` is made in `folder`; the file is restored afterwards."""
    path = folder / change.file
    path.write_text(change.changed, encoding="utf-8")
    try:
        return holds(fact, folder)
    finally:
        path.write_text(change.text, encoding="utf-8")


@pytest.mark.parametrize("key", sorted({fact.key for fact in BROKEN}))
def test_each_broken_fact_is_noticed(key: str, copy: Path, counted: Callable[[str, int], None]) -> None:
    rows = [fact for fact in BROKEN if fact.key == key][:: amount(60, 1)]
    assert [fact.id for fact in rows if "tested" in fact.data and not holds(fact, copy)] == []
    pairs = [(fact, change) for fact in rows for change in fact.breaks]
    assert [f"{fact.id}: {change.new}" for fact, change in pairs if survives(fact, change, copy)] == []
    counted("broken facts noticed", len(pairs))


@pytest.mark.parametrize("language", TOLD_IN)
def test_words_of_a_paper_are_in_its_pdf(language: str, tmp_path: Path) -> None:
    """Compared word by word, because columns are read in another order."""
    read: dict[str, str] = {}
    with Printer() as printer:
        for fact in FACTS:
            row = fact.data.get("printed", {})
            key = str((fact.key, row.get("paper"), row.get("settings")))
            if row and key not in read:
                with speaking(language):
                    page = html_of_paper(row.get("paper", fact.key), Wish(settings=row.get("settings", {})))
                (tmp_path / "in.pdf").write_bytes(printer.render(page))
                command = ["pdftotext", "-layout", str(tmp_path / "in.pdf"), "-"]
                text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
                read[key] = plain(text)
            expected = [word for part in row.get(language, ()) for word in part.split()]
            assert [word for word in expected if word not in read[key]] == [], fact.id
    assert len(read) >= 5
