"""A backup contains the keys and the authority of the house, readable by the owner only, and restores them to their places."""

from __future__ import annotations

import base64
import io
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import config
from scorekeeper.cli import main
from scorekeeper.errors import StorageBroken
from scorekeeper.records.backup import belongings, copies, requests
from scorekeeper.records.store import Store
from tests.records.test_copies import write

KEY = bytes(range(32))
backup_to = copies.backup_to


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """The data folder of a server with its keys."""
    folder = tmp_path / "first"
    (folder / "authority").mkdir(parents=True)
    (folder / "cookies.key").write_bytes(KEY)
    (folder / "authority" / "root.pem").write_bytes(b"root")
    (folder / "secret.txt").write_bytes(b"not ours")
    return folder


def modes(*paths: Path) -> list[int]:
    return [path.stat().st_mode & 0o777 for path in paths]


@pytest.mark.parametrize("serving", [True, False])
def test_takeover_files_are_sent_to_another_machine_in_one_file(
    first: Path, tmp_path: Path, *, serving: bool
) -> None:
    database = first / "scorekeeper.sqlite3"
    with Store(database) as store:
        write(store, 1)
        copy = store.backup("manual", tmp_path / "usb")
    if not serving:
        copy = requests.request_copy(database, tmp_path / "other", "manual")
    second = tmp_path / "second"
    copies.restore(second / "scorekeeper.sqlite3", copy)
    assert (second / "cookies.key").read_bytes() == KEY
    assert (second / "authority" / "root.pem").read_bytes() == b"root"
    assert not (second / "secret.txt").exists()
    assert modes(copy, second / "cookies.key", second / "authority" / "root.pem") == [0o600] * 3
    assert config.Config(second).secret_key() == KEY


def test_no_key_stays_in_the_database_that_is_served(first: Path, tmp_path: Path) -> None:
    with Store(first / "scorekeeper.sqlite3") as store:
        copy = store.backup("manual", tmp_path / "usb")
    assert base64.b64encode(KEY) in copy.read_bytes()
    second = tmp_path / "second" / "scorekeeper.sqlite3"
    copies.restore(second, copy)
    with Store(second):
        pass
    assert base64.b64encode(KEY) not in second.read_bytes()


@pytest.mark.parametrize("serving", [True, False])
def test_sealed_copy_opens_as_records_alone_without_passphrase(
    first: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, serving: bool
) -> None:
    database, phrase = first / "scorekeeper.sqlite3", "sept chevaux bleus"
    written = []

    def noted(conn: sqlite3.Connection, folder: Path, *asked: Any, **more: Any) -> Path:
        written.append(folder)
        return backup_to(conn, folder, *asked, **more)

    monkeypatch.setattr(copies, "backup_to", noted)
    with Store(database) as store:
        write(store, 1)
        clock = requests.BackupThread(store, every=3600)
        clock.start()
        if not serving:
            store.close()
        copy = requests.request_copy(database, tmp_path / "usb", "takeover", passphrase=phrase)
        clock.stop()
        clock.join()
    assert base64.b64encode(KEY) not in copy.read_bytes()
    # A USB stick retains overwritten data, so the keys are encrypted before the backup is written to it.
    assert tmp_path / "usb" not in written
    assert modes(copy) == [0o600]
    assert list((first / "backups").glob("*takeover*")) == []
    assert [copies.opens(copy, typed) for typed in (phrase, "sept chevaux", "")] == [True, False, False]
    with pytest.raises(StorageBroken):
        copies.restore(tmp_path / "none" / "scorekeeper.sqlite3", copy, "sept chevaux")
    for folder, typed, keys in (("second", phrase, [KEY]), ("third", "", [])):
        there = tmp_path / folder
        copies.restore(there / "scorekeeper.sqlite3", copy, typed)
        with Store(there / "scorekeeper.sqlite3") as store, store.read() as session:
            assert not session.connection.execute("SELECT 1 FROM meta WHERE key LIKE 'seal%'").fetchall()
            assert session.tail()[0] == 1
        assert [path.read_bytes() for path in there.glob("cookies.key")] == keys


def test_a_copy_that_was_put_there_by_hand_brings_its_keys_too(first: Path, tmp_path: Path) -> None:
    with Store(first / "scorekeeper.sqlite3") as store:
        copy = store.backup("manual", tmp_path / "usb")
    second = tmp_path / "second"
    second.mkdir()
    (second / "cookies.key").write_bytes(b"o" * 32)
    copy.rename(second / "scorekeeper.sqlite3")
    with Store(second / "scorekeeper.sqlite3"):
        assert (second / "cookies.key").read_bytes() == KEY
    (aside,) = second.glob("replaced-*-cookies.key")
    assert aside.read_bytes() == b"o" * 32


@pytest.mark.parametrize(
    "name",
    [
        "../out",
        "authority/../../out",
        "/etc/out",
        "other",
        "authority/.hidden",
        "authority/",
        "authority",
        "cookies.key/x",
        "",
    ],
)
def test_a_copy_from_elsewhere_writes_no_file_of_another_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / "data" / "scorekeeper.sqlite3"
    with Store(path):
        pass
    before = {item.name for item in tmp_path.rglob("*")}
    with closing(sqlite3.connect(path)) as conn, conn:
        conn.execute("INSERT INTO meta VALUES (?, ?)", (f"file:{name}", base64.b64encode(b"x").decode()))
    with Store(path) as store, store.read() as session:
        assert not session.connection.execute("SELECT 1 FROM meta WHERE key LIKE 'file:%'").fetchall()
    assert {item.name for item in tmp_path.rglob("*")} == before


def test_easy_passphrase_of_a_copy_is_refused(
    first: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(typed: str, *words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
        status = main(["--lang", "fr", *words])
        return status, *capsys.readouterr()

    phrase, folder = "sept chevaux bleus mangent tard", str(first)
    with Store(first / "scorekeeper.sqlite3") as store:
        write(store, 1)
    usb = ("-o", str(tmp_path / "usb"))
    for easy in ("", "court", "motdepasse1234"):
        status, out, err = run(easy, "backup", "--sealed", "--data", folder, *usb)
        assert (status, out, "quatre ou cinq mots" in err) == (1, "", True)
    status, copy, err = run(phrase, "backup", "--sealed", "--data", folder, *usb)
    assert (status, err) == (0, "")
    second = tmp_path / "second"
    status, out, err = run("une autre phrase", "restore", copy.strip(), "--data", str(second))
    assert (status, out, "pas la phrase de passe" in err) == (1, "", True)
    assert not (second / "scorekeeper.sqlite3").exists()
    assert run(phrase, "restore", copy.strip(), "--data", str(second))[0] == 0
    assert (second / "cookies.key").read_bytes() == KEY


def test_cookie_key_is_among_the_belongings() -> None:
    assert config.KEY_FILE == belongings.KEY
