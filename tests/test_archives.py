"""What leaves the machine: the archives of a checkout in which a club keeps its data, and the layers of the container."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from scorekeeper import parties
from scorekeeper.config import Config, House
from scorekeeper.records.store import Store
from scorekeeper.server.authority import Authority
from tests.messages import ROOT
from tests.tarot_table import BY, donne, sheet
from tests.web_server import serving

pytestmark = pytest.mark.unmeasured

PLACE = f"Tripot{chr(45)}des{chr(45)}Quenouilles"
"""A place that no file of the project names as one word; the database and its copies do."""
DATA = ("essai", "examples/jeux/essai", "scorekeeper/essai", "static/essai", "templates/essai", "tests/essai")
"""Data folders in the checkout: beside the sources, and within each folder that archives take."""


def git(*words: str, where: Path) -> list[str]:
    """Return the file names that a git command prints."""
    done = subprocess.run(["git", *words, "-z"], cwd=where, capture_output=True, text=True, check=True)
    return sorted(name for name in done.stdout.split("\0") if name)


def keep_a_club(data: Path) -> None:
    """Serve from a data folder, with a line on a sheet, the keys of https and a copy."""
    with Store(Config(data).database) as store:
        parties.open_partie(store, sheet(donne(), lieu=PLACE), by=BY)
        store.backup()
    with serving(data):
        Authority(House(data)).leaf(["192.168.1.5"])
    (data / "impressions").mkdir()
    (data / "impressions" / "feuille.pdf").write_text(PLACE, "utf-8")


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    """The files of the project."""
    return [name for name in git("ls-files", where=ROOT) if (ROOT / name).exists()]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory, tracked: list[str]) -> Path:
    """A checkout in which somebody served."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in tracked:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    keep_a_club(folder / DATA[0])
    for other in DATA[1:]:
        shutil.copytree(folder / DATA[0], folder / other)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    return folder


@pytest.fixture(scope="module")
def archives(checkout: Path) -> dict[str, dict[str, bytes]]:
    """The files in the source archive and in the wheel of that checkout, by name."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel"]
    subprocess.run(build, cwd=checkout, capture_output=True, check=True)
    (source,) = (checkout / "dist").glob("*.tar.gz")
    (wheel,) = (checkout / "dist").glob("*.whl")
    with tarfile.open(source) as opened:
        members = [member for member in opened if member.isfile()]
        sdist = {
            member.name.partition("/")[2]: file.read()
            for member in members
            if (file := opened.extractfile(member)) is not None
        }
    with zipfile.ZipFile(wheel) as zipped:
        return {"sdist": sdist, "wheel": {name: zipped.read(name) for name in zipped.namelist()}}


def secrets(checkout: Path) -> dict[str, bytes]:
    """The text by which each key and record is found."""
    data = checkout / DATA[0]
    keys = {name: (data / name).read_bytes() for name in ("cookies.key", "authority/house.key")}
    return {
        **keys,
        "authority/server.key": (data / "authority/server.key").read_bytes(),
        "record": PLACE.encode(),
    }


def test_the_data_folder_holds_keys_and_records(checkout: Path) -> None:
    data = checkout / DATA[0]
    (copy,) = (data / "backups").iterdir()
    assert PLACE.encode() in copy.read_bytes()
    assert len(secrets(checkout)["cookies.key"]) == 32


def test_git_sees_the_sources_and_no_data(checkout: Path, tracked: list[str]) -> None:
    untracked = git("ls-files", "--others", "--exclude-standard", where=checkout)
    assert [name for name in untracked if not name.startswith("dist/")] == tracked


def test_source_archive_holds_the_tracked_files_alone(
    archives: dict[str, dict[str, bytes]], tracked: list[str]
) -> None:
    assert sorted(archives["sdist"]) == sorted([*tracked, "PKG-INFO"])


@pytest.mark.parametrize("archive", ["sdist", "wheel"])
def test_archive_holds_neither_key_nor_record(
    archives: dict[str, dict[str, bytes]], checkout: Path, archive: str
) -> None:
    files = archives[archive]
    assert len(files) > 700
    assert [name for name in files if "/essai/" in f"/{name}"] == []
    for what, secret in secrets(checkout).items():
        assert [name for name, content in files.items() if secret in content] == [], what


def test_wheel_holds_the_app_alone(archives: dict[str, dict[str, bytes]]) -> None:
    folders = {name.partition("/")[0] for name in archives["wheel"]}
    assert {folder for folder in folders if not folder.endswith(".dist-info")} == {"scorekeeper"}
    parts = {"/".join(name.split("/")[:2]) for name in archives["wheel"] if name.startswith("scorekeeper/")}
    assert {"scorekeeper/templates", "scorekeeper/static", "scorekeeper/examples"} <= parts
