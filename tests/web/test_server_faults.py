"""The server on a failing disk, on a read-only one, and behind a network that loses half of its traffic."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

from scorekeeper import parties
from scorekeeper.records.store import Store
from tests.patience import until
from tests.protected import give_up_root, protect, unprotect
from tests.tarot_table import BY, document, donne, new_uuid, sheet
from tests.web.failing_disk import FAULT
from tests.web.process import Served


def test_write_lost_by_the_disk_is_reported_and_worker_restarts(tmp_path: Path) -> None:
    running = Served(tmp_path / "data", program="tests.web.failing_disk")
    try:
        running.wait()
        number = running.call("POST", "/api/parties", document(donne()))[1]["id"]
        path = f"/api/parties/{number}/entries"
        acts = [{"uuid": new_uuid(), "rang": rang, "entry": donne(points=50 + rang)} for rang in (2, 3, 4)]
        assert running.call("POST", path, acts[0])[0] == 201
        before = running.workers()
        (running.data / FAULT).write_text("SQLITE_IOERR_FSYNC")
        status, answer = running.call("POST", path, acts[1])
        assert (status, [fault["code"] for fault in answer["faults"]]) == (503, ["base-inaccessible"])
        until(lambda: running.workers() != before and running.call("GET", "/api/health")[0] == 200)
        assert running.call("POST", path, acts[1])[0] in {200, 201}
        assert running.call("POST", path, acts[2])[0] == 201
        entries = running.call("GET", f"/api/parties/{number}")[1]["sheet"]["entries"]
        assert [entry["points"] for entry in entries] == [56, 52, 53, 54]
    finally:
        running.kill()


def test_after_an_orderly_stop_the_one_file_holds_the_evening(tmp_path: Path) -> None:
    running = Served(tmp_path / "data")
    try:
        running.wait()
        number = running.call("POST", "/api/parties", document(donne()))[1]["id"]
        act = {"uuid": new_uuid(), "rang": 2, "entry": donne(points=61)}
        assert running.call("POST", f"/api/parties/{number}/entries", act)[0] == 201
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(60) == 0
    finally:
        running.kill()
    elsewhere = tmp_path / "stick"
    elsewhere.mkdir()
    shutil.copy(running.data / "scorekeeper.sqlite3", elsewhere)
    checked = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "check", "--data", str(elsewhere)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stdout) == (0, "tout est juste (3 événements)\n")
    with Store(elsewhere / "scorekeeper.sqlite3") as store:
        points = [line.payload["points"] for line in parties.read_partie(store, number).lines]
    assert points == [56, 61]


def test_protected_folder_is_served_and_written_when_allowed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Store(data / "scorekeeper.sqlite3") as store:
        number = parties.open_partie(store, sheet(donne()), by=BY).id
    protect(data)
    running = Served(data, before=give_up_root)
    act = {"uuid": new_uuid(), "rang": 2, "entry": donne()}
    path = f"/api/parties/{number}/entries"
    try:
        running.wait(status=503)
        assert "Lecture seule" in running.log.read_text()
        status, page = running.call("GET", f"/parties/{number}")
        assert (status, "Lecture seule" in page.decode()) == (200, True)
        assert running.call("POST", path, act)[0] == 507
        unprotect(data)
        until(lambda: running.call("POST", path, act)[0] in {200, 201})
        assert "Lecture seule" not in running.call("GET", f"/parties/{number}")[1].decode()
        assert running.call("GET", f"/api/parties/{number}")[1]["next_rang"] == 3
    finally:
        unprotect(data)
        running.kill()
