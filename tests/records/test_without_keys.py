"""A backup of the records alone gives no access: keys are exported only on request."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from scorekeeper.records.backup import copies, requests
from scorekeeper.records.backup.requests import BackupThread
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access import table_links
from tests.records.test_belongings import KEY, first
from tests.records.test_copies import write
from tests.test_cli import run
from tests.tournaments.desk import BY, draw, opened

__all__ = ["first"]


@pytest.mark.parametrize("keys", [True, False])
@pytest.mark.parametrize("serving", [True, False])
def test_a_copy_has_the_keys_where_they_are_asked_for(
    first: Path, tmp_path: Path, *, serving: bool, keys: bool
) -> None:
    database, stick = first / "scorekeeper.sqlite3", tmp_path / "stick"
    with Store(database) as store:
        write(store, 1)
        thread = BackupThread(store)
        if serving:
            thread.start()
        else:
            store.close()
        copy = requests.request_copy(database, stick, "manual", keys=keys)
        thread.stop()
    assert (base64.b64encode(KEY) in copy.read_bytes()) is keys
    second = tmp_path / "second"
    copies.restore(second / "scorekeeper.sqlite3", copy)
    assert (second / "cookies.key").exists() is keys
    assert list(stick.iterdir()) == [copy]


def test_backup_command_has_no_keys_by_default(first: Path, tmp_path: Path) -> None:
    with Store(first / "scorekeeper.sqlite3") as store:
        write(store, 1)
    for words, keys in (((), False), (("--with-keys",), True)):
        status, out, err = run("backup", "--data", str(first), "-o", str(tmp_path / "stick"), *words)
        assert (status, "a les clés de la maison" in err) == (0, keys)
        assert (base64.b64encode(KEY) in Path(out.strip()).read_bytes()) is keys


def test_restoring_warns_that_printed_codes_end_with_their_key(tmp_path: Path) -> None:
    first = tmp_path / "first"
    with Store(first / "scorekeeper.sqlite3") as store:
        table_links.tokens(store, draw(store, opened(store, 8)).id, key=KEY, by=BY)
    (first / "cookies.key").write_bytes(KEY)
    copies_made = [run("backup", "--data", str(first), *words)[1].strip() for words in ((), ("--with-keys",))]
    for place, (copy, warned) in enumerate(zip(copies_made, (True, False), strict=True)):
        status, out, err = run("restore", "--data", str(tmp_path / str(place)), copy)
        assert (status, "les codes des tables seront à imprimer de nouveau" in err) == (0, warned)
        assert "copie remise en place" in out
    assert run("restore", "--data", str(first), copies_made[0])[2] == ""
