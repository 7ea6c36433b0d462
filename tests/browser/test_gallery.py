"""Every template in a browser: no axe violations in light and dark on three screens, and screenshots compared with the last version."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser

from tests.browser.gallery import Gallery, gallery, templates_of
from tests.browser.looks import violations
from tests.browser.showing import BROKEN, SCHEMES, TABLETS, on_screen, show
from tests.soak import FULL
from tests.web.process import free_port
from tests.web_server import served

pytestmark = pytest.mark.soak
ROOT = Path(__file__).parents[2]
REPORT = ROOT / "test-results" / "pictures"
RARELY = 12
"""In a sample, axe checks one page of this number."""
SHADE = 24
"""Greatest difference of a pixel that counts as equal."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gallery]:
    with gallery(tmp_path_factory.mktemp("gallery")) as visited:
        yield visited


def test_every_template_is_opened_without_a_violation(
    browser: Browser, made: Gallery, record_property: Callable[[str, object], None]
) -> None:
    """A full run opens all pages in each mode; a sampled one opens some of them, in one mode each."""
    assert sorted(templates_of(made.app) - made.opened) == []
    ways = list(product(SCHEMES, TABLETS))
    faults: dict[str, list[str]] = {}
    looks = 0
    with served(made.app) as base:
        for turn, (scheme, size) in enumerate(ways):
            with on_screen(browser, scheme) as page:
                for place, name in enumerate(made.pages):
                    if FULL or place % (len(ways) * RARELY) == turn * RARELY:
                        show(page, made, name, base, size)
                        looks += 1
                        if problems := violations(page) + page.evaluate(BROKEN):
                            faults[f"{name} {size['width']} {scheme}"] = problems
    record_property("pages looked at by axe", looks)
    assert faults == {}


def former() -> tuple[str, bytes] | None:
    """Return the commit before the present changes with its files: `origin/main`, else the one before the last; `None` without one."""
    for name in ("origin/main", "HEAD~"):
        commit = subprocess.run(
            ["git", "rev-parse", name], cwd=ROOT, capture_output=True, text=True, check=False
        )
        here = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if commit.returncode == 0 and commit.stdout != here.stdout:
            command = ["git", "archive", commit.stdout.strip(), "scorekeeper", "templates", "static"]
            return name, subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    return None


def pictures(package: Path, out: Path, port: int) -> dict[str, list[str]]:
    """Take the screenshots of the version in the folder `package` into `out`, in a separate Python; return the faults by page."""
    path = {**os.environ, "PYTHONPATH": f"{package}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "tests.browser.showing", str(out), str(port)]
    subprocess.run(command, cwd=package, env=path, check=True)
    faults: dict[str, list[str]] = json.loads((out / "faults.json").read_text("utf-8"))
    return faults


def differing(before: Path, after: Path) -> float:
    """Return the share of pixels that differ; 1 for a different size."""
    one, two = (Image.open(path).convert("L") for path in (before, after))
    if one.size != two.size:
        return 1.0
    shades = ImageChops.difference(one, two).histogram()
    return sum(shades[SHADE:]) / sum(shades)


@pytest.mark.skipif(not FULL, reason="the pictures of two versions are taken in the full soak")
def test_differences_from_the_former_version_are_listed(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Differences are only listed, for review; only faults fail the test."""
    archive = former()
    if archive is None:
        pytest.skip("there is no former version here: neither origin/main nor a commit before this one")
    shutil.rmtree(REPORT, ignore_errors=True)
    with tarfile.open(fileobj=io.BytesIO(archive[1])) as files:
        files.extractall(tmp_path / "former", filter="data")
    port = free_port()
    pictures(tmp_path / "former", REPORT / "before", port)
    faults = pictures(ROOT, REPORT / "after", port)
    shots = sorted(path.name for path in (REPORT / "after").glob("*.png"))
    changed = {}
    for name in shots:
        before = REPORT / "before" / name
        share = differing(before, REPORT / "after" / name) if before.exists() else 1.0
        if share:
            changed[name] = share
    lines = [f"{share:7.2%} {name}" for name, share in sorted(changed.items(), key=lambda item: -item[1])]
    (REPORT / "differing.txt").write_text(f"beside {archive[0]}\n" + "\n".join(lines) + "\n", "utf-8")
    record_property("pictures taken of this version", len(shots))
    record_property("pictures that differ (test-results/pictures)", len(changed))
    assert shots
    assert faults == {}
