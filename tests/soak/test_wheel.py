"""The wheel, installed outside the checkout, is the complete app."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import urllib.error
import urllib.request
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.messages import ROOT
from tests.patience import until
from tests.tarot_table import document, donne
from tests.web.process import free_port


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Path of `scorekeeper`, installed from the newly built wheel into a new environment; its libraries are those of this one."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)], check=True
    )
    (wheel,) = folder.glob("scorekeeper-*.whl")
    venv.create(folder / "env", with_pip=False)
    python = folder / "env" / "bin" / "python"
    subprocess.run(
        [*pip, "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)], check=True
    )
    (site,) = (folder / "env" / "lib").glob("python3.*/site-packages")
    # Path entries of a folder that is itself such an entry are not followed, so this checkout stays out.
    (site / "libraries.pth").write_text(
        "\n".join({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    )
    return folder / "env" / "bin" / "scorekeeper"


def run(program: Path, *words: str) -> str:
    """Return the output of `program` with these arguments, run outside the checkout. Fails for an error status or text."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(program), *words],
        cwd=program.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_wheel_is_imported_from_its_environment(program: Path) -> None:
    python = program.parent / "python"
    done = subprocess.run(
        [python, "-c", "import scorekeeper; print(scorekeeper.__file__)"],
        cwd=program.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(done.stdout.strip()).is_relative_to(program.parent.parent)


def test_wheel_scores_a_sheet_and_has_english(program: Path, tmp_path: Path) -> None:
    file = tmp_path / "feuille.json"
    file.write_text(json.dumps(document(donne())), encoding="utf-8")
    assert json.loads(run(program, "score", str(file)))["totals"] == [-80, -80, 240, -80]
    assert run(program, "--lang", "en", "score", "--help").startswith("usage: scorekeeper score")


def test_wheel_prints_a_sheet(program: Path, tmp_path: Path) -> None:
    run(program, "sheet", "couillon", "-o", str(tmp_path / "ardoise.pdf"))
    assert (tmp_path / "ardoise.pdf").read_bytes().startswith(b"%PDF-")


@pytest.fixture
def address(program: Path, tmp_path: Path) -> Iterator[str]:
    """Base URL of a running server of the wheel. It is terminated after the test, and fails unless its exit status is 0."""
    port = free_port()
    command = [str(program), "serve", "--port", str(port), "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, cwd=program.parent, stdout=subprocess.DEVNULL) as server:
        url = f"http://127.0.0.1:{port}"

        def answers() -> bytes:
            assert server.poll() is None
            return fetch(f"{url}/api/health")

        try:
            until(answers, 60)
            yield url
        finally:
            server.terminate()
    assert server.returncode == 0


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=30) as answer:  # noqa: S310 - our own server
        content: bytes = answer.read()
    return content


def test_wheel_serves_pages_with_their_files_and_pdf(address: str) -> None:
    pages = [fetch(f"{address}{path}").decode() for path in ("/", "/imprimer/tarot", "/nouvelle/jass")]
    assets = {
        asset for page in pages for asset in re.findall(r'(?:href|src)="(/[^"]+\.(?:css|js|svg)[^"]*)"', page)
    }
    assert {re.split(r"[.?]", asset)[1] for asset in assets} >= {"css", "js"}
    for asset in assets:
        assert fetch(address + asset)
    assert fetch(f"{address}/feuilles/tarot.pdf").startswith(b"%PDF-")
