"""Archives of a checkout that contains a club's data, layers of the container, and the lock files."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from fnmatch import fnmatch
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
"""Name of a place, used by no file of the project, but by the database and its backups."""
CONTAINER = (ROOT / "examples" / "Containerfile").read_text("utf-8")
DATA = ("essai", "examples/jeux/essai", "scorekeeper/essai", "static/essai", "templates/essai", "tests/essai")
"""Data folders in the checkout: beside the sources, and in each folder that archives include."""


def git(*words: str, where: Path) -> list[str]:
    """Return the file names that a git command prints."""
    done = subprocess.run(["git", *words, "-z"], cwd=where, capture_output=True, text=True, check=True)
    return sorted(name for name in done.stdout.split("\0") if name)


def keep_a_club(data: Path) -> None:
    """Write a data folder with a line on a sheet, the keys of HTTPS and a backup."""
    with Store(Config(data).database) as store:
        parties.open_partie(store, sheet(donne(), lieu=PLACE), by=BY)
        store.backup()
    with serving(data):
        Authority(House(data)).leaf(["192.168.1.5"])
    (data / "impressions").mkdir()
    (data / "impressions" / "feuille.pdf").write_text(PLACE, "utf-8")


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    """Return the files of the project under version control."""
    return [name for name in git("ls-files", where=ROOT) if (ROOT / name).exists()]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory, tracked: list[str]) -> Path:
    """A checkout in which a server has run."""
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
    """Return the text that identifies each key and record."""
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


def test_wheel_has_its_author_and_purpose(archives: dict[str, dict[str, bytes]]) -> None:
    (metadata,) = (text for name, text in archives["wheel"].items() if name.endswith(".dist-info/METADATA"))
    head, _, description = metadata.decode().partition("\n\n")
    assert "Author: Scorekeeper maintainers" in head
    assert "Classifier: Programming Language :: Python :: 3.11" in head
    assert description.startswith("# Scorekeeper\n")
    assert "pipx install" in description
    assert "| [security.md]" in (ROOT / "README.md").read_text("utf-8")
    assert "| security.md | what is kept" in description


def test_description_links_to_nothing_in_the_checkout(archives: dict[str, dict[str, bytes]]) -> None:
    (metadata,) = (text for name, text in archives["wheel"].items() if name.endswith(".dist-info/METADATA"))
    assert re.findall(r"\]\((?!https?:)([^)]+)\)", metadata.decode()) == []


PINS = {name: (ROOT / f"requirements{name}.lock").read_text("utf-8") for name in ("", "-build", "-dev")}


def pins(lock: str) -> dict[str, list[str]]:
    """Return the hashes in a lock file by package and version."""
    parts = re.split(r"^(?=[a-z])", lock, flags=re.MULTILINE)[1:]
    return {part.split()[0]: re.findall(r"--hash=sha256:([0-9a-f]{64})\b", part) for part in parts}


@pytest.mark.parametrize("name", PINS)
def test_each_locked_package_has_its_hashes(name: str) -> None:
    hashes_of = pins(PINS[name])
    assert len(hashes_of) >= 5
    assert [package for package, hashes in hashes_of.items() if not hashes or "==" not in package] == []
    assert re.findall(r"https?:|index-url|find-links", PINS[name]) == []


def test_lock_files_agree() -> None:
    every = pins(PINS["-dev"])
    assert [package for name in ("", "-build") for package in pins(PINS[name]) if package not in every] == []


def test_runtime_packages_are_locked_without_build_tools() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {re.split(r"[^\w-]", each)[0] for each in project["dependencies"]}
    locked = {re.split(r"[^\w-]", each)[0] for each in pins(PINS[""])}
    assert wanted - locked == set()
    assert locked & {"build", "hatchling", "pip", "setuptools", "trove-classifiers", "uv", "wheel"} == set()
    assert "hatchling" in {package.partition("==")[0] for package in pins(PINS["-build"])}


def is_ignored(path: str, patterns: list[str]) -> bool:
    """Return whether `.dockerignore` leaves out a file: the last matching pattern, of it or of a parent folder, decides."""
    parts = path.split("/")
    above = ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)]
    ignored = False
    for pattern in patterns:
        plain = pattern.removeprefix("!")
        if any(each.count("/") == plain.count("/") and fnmatch(each, plain) for each in above):
            ignored = plain == pattern
    return ignored


def test_container_gets_the_wheel_and_the_lock_alone(
    checkout: Path, archives: dict[str, dict[str, bytes]]
) -> None:
    assert archives
    (checkout / ".venv").mkdir(exist_ok=True)
    (checkout / ".venv" / "pyvenv.cfg").touch()
    lines = (checkout / ".dockerignore").read_text("utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    files = [path.relative_to(checkout).as_posix() for path in checkout.rglob("*") if path.is_file()]
    assert {".git/HEAD", ".venv/pyvenv.cfg", "essai/cookies.key", "essai/scorekeeper.sqlite3"} <= set(files)
    context = sorted(path for path in files if not is_ignored(path, patterns))
    assert len(context) == 2
    assert re.fullmatch(r"dist/scorekeeper-[\w.]+-py3-none-any\.whl", context[0])
    assert context[1] == "requirements.lock"
    build, run = re.split(r"^FROM ", CONTAINER, flags=re.MULTILINE)[1:]
    copied = [words.split() for words in re.findall(r"^COPY (.+)$", build, re.MULTILINE)]
    sources = [source for *given, _ in copied for source in given]
    assert sources == ["requirements.lock", "dist/scorekeeper-*.whl"]
    assert [source for source in sources if not any(fnmatch(path, source) for path in context)] == []
    assert re.findall(r"^COPY (.+)$", run, re.MULTILINE) == ["--from=build /opt/scorekeeper /opt/scorekeeper"]
    assert re.findall(r"^ADD|--mount", CONTAINER, re.MULTILINE) == []


def test_every_installation_checks_hashes() -> None:
    units = [ROOT / "examples" / f"scorekeeper{name}.service" for name in ("@", "-room")]
    texts = [CONTAINER, *(unit.read_text("utf-8") for unit in units)]
    for text in texts:
        installed = re.findall(r"pip install (.+?)(?: \\|  |$)", text, re.MULTILINE)
        first, second = (each.replace("--no-cache-dir ", "").split() for each in installed)
        assert first[:2] == ["--require-hashes", "-r"]
        assert first[2].endswith("requirements.lock")
        assert second[0] == "--no-deps"
        assert second[1].endswith("scorekeeper-*.whl")
