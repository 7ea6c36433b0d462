"""The command line: the output and exit status of each command; an error is one line, never a traceback."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import cli, parties
from scorekeeper.config import Config, House, RoomSettings
from scorekeeper.records import schema
from scorekeeper.records.store import Store
from tests.records.test_schema import with_next
from tests.tarot_table import BY, document, donne, sheet


def run(*words: str, stdin: str = "") -> tuple[int, str, str]:
    """Run a command within this process. Returns status, standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    entered = io.TextIOWrapper(io.BytesIO(stdin.encode()))
    status: Any
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sys, "stdin", entered)
        try:
            status = cli.main(words)
        except SystemExit as ended:
            status = ended.code or 0
    return status, out.getvalue(), err.getvalue()


def alone(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "feuille.json"
    path.write_text(json.dumps(document(donne())), encoding="utf-8")
    return path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with one partie."""
    folder = tmp_path / "data"
    with Store(Config(folder).database) as store:
        parties.open_partie(store, sheet(donne()), by=BY)
    return folder


def test_a_sheet_is_scored(file: Path) -> None:
    status, out, err = run("score", str(file))
    assert (status, err) == (0, "")
    assert json.loads(out)["totals"] == [-80, -80, 240, -80]
    assert "Benoît" in out


def test_a_sheet_is_scored_from_standard_input() -> None:
    status, out, _ = run("score", "-", stdin=json.dumps(document(donne(points=51))))
    assert (status, json.loads(out)["totals"]) == (0, [-70, -70, 210, -70])


def test_a_refused_sheet_prints_its_faults(tmp_path: Path) -> None:
    bad = document(donne(points=92), {**donne(), "preneur": "Zoé"})
    for language, message in (("fr", "Le format attendu est"), ("en", "expected")):
        status, out, err = run("--lang", language, "score", "-", stdin=json.dumps({**bad, "format": "x"}))
        assert (status, err) == (1, "")
        report = json.loads(out)
        assert report["format"] == "scorekeeper-faults/1"
        assert [item["entry"] for item in report["faults"]] == [None, 1, 2]
        assert message in report["faults"][0]["message"]


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[" * 5000, b'{"a": NaN}', b'{"a": 1, "a": 2}'])
def test_unreadable_file_is_reported_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    status, out, err = run("score", str(path))
    assert (status, out) == (2, "")
    assert err.startswith(f"scorekeeper score: {path}: ")
    assert err.count("\n") == 1


def test_missing_or_huge_file_or_folder_is_reported_in_one_line(tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as opened:
        opened.truncate(9 * 2**20)
    for path in (tmp_path / "none.json", tmp_path, huge):
        status, out, err = run("score", str(path))
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert str(path) in err


@pytest.mark.parametrize(
    ("words", "french", "english"),
    [
        (["nothing"], "n’est pas possible ici", "is not possible here"),
        (["score"], "il manque\xa0: FICHIER", "missing: FILE"),
        (["score", "a", "b"], "argument inconnu\xa0: b", "unknown argument: b"),
        (["score", "--x", "a"], "argument inconnu\xa0: --x", "unknown argument: --x"),
        (["serve", "--port"], "il manque une valeur après --port", "a value is missing after --port"),
        (
            ["serve", "--port", "--lan"],
            "il manque une valeur après --port",
            "a value is missing after --port",
        ),
        (["serve", "--lan=1"], "--lan ne prend pas de valeur", "--lan takes no value"),
        (["serve", "--port", "x"], "n’est pas un nombre", "is not a number"),
        (["draw"], "draw: il manque\xa0: JOUEURS", "draw: missing: PLAYERS"),
        (["sheet"], "sheet: il manque\xa0: JEU, -o/--output", "sheet: missing: GAME, -o/--output"),
        (["draw", "liste", "--rounds", "1_0"], "--rounds\xa0: «\xa01_0\xa0»", "--rounds: “1_0” is not"),
        (["draw", "liste", "--rounds", "٤"], "--rounds\xa0: «\xa0٤\xa0»", "--rounds: “٤” is not"),
        (
            ["draw", "liste", "--rounds", "4", "--json", "-o", "x.pdf"],
            "-o/--output ne va pas avec --json",
            "-o/--output does not go with --json",
        ),
        (["serve", "--port", "70000"], "de 1 à 65535", "from 1 to 65535"),
        (["check", "--lang", "pl"], "n’est pas possible ici", "is not possible here"),
    ],
)
def test_mistyped_command_is_reported_in_one_line(words: list[str], french: str, english: str) -> None:
    for language, sentence in (("fr", french), ("en", english)):
        status, out, err = run("--lang", language, *words)
        assert (status, out) == (2, "")
        assert sentence in err
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    "command", ["serve", "score", "sheet", "draw", "backup", "restore", "check", "organiser", "demo"]
)
def test_every_command_has_help_in_both_languages(command: str) -> None:
    status, french, _ = run(command, "--help", "--lang", "fr")
    assert status == 0
    assert french.startswith(f"usage\xa0: scorekeeper {command}")
    status, english, _ = run("--lang=en", command, "--help")
    assert status == 0
    assert english.startswith(f"usage: scorekeeper {command}")
    assert "montre cette aide" in french
    assert "show this help" in english
    _, german, _ = run("--lang=de", command, "--help")
    assert german.startswith(f"Aufruf: scorekeeper {command} [OPTIONEN]")
    _, overview, _ = run()
    assert re.search(rf"^    {command} ", overview, re.MULTILINE)


def test_backup_check_and_restore(data: Path, tmp_path: Path) -> None:
    status, out, err = run("backup", "--data", str(data))
    assert (status, err) == (0, "")
    copy = Path(out.strip())
    assert copy.is_file()
    status, out, _ = run("backup", "--data", str(data), "-o", str(tmp_path / "usb"))
    assert Path(out.strip()).parent == tmp_path / "usb"
    status, out, _ = run("check", "--data", str(data))
    assert (status, out) == (0, "tout est juste (2 événements)\n")
    status, out, _ = run("restore", "--data", str(data))
    assert status == 0
    assert re.findall(rf"2  (.*\S)  +{re.escape(str(copy))}$", out, re.MULTILINE) == ["à la main"]
    for words in (["--last"], [str(copy)]):
        status, out, err = run("restore", "--data", str(data), *words)
        assert (status, err) == (0, "")
        assert out.count("\n") == 2
    status, out, _ = run("--lang", "en", "check", "--data", str(data))
    assert (status, out) == (0, "all is well (2 events)\n")


def test_restore_takes_the_fullest_copy_of_the_newest_epoch(data: Path) -> None:
    newest = Path(run("backup", "--data", str(data))[1].strip())
    # Loss: the same epoch with fewer events. The newest copy has 2, an older one 3.
    with Store(Config(data).database) as store:
        parties.enter(store, 1, uuid="2b1f6f0e-3c7d-4b62-9a51-0c9e1f7d2a34", rang=2, payload=donne(), by=BY)
    fullest = Path(run("backup", "--data", str(data))[1].strip())
    later = newest.with_name(newest.name.replace(newest.name.split("-")[1], "20991231T235959000Z"))
    newest.rename(later)
    status, out, err = run("restore", "--data", str(data), "--last")
    assert (status, out.splitlines()[0]) == (0, f"copie remise en place\xa0: {fullest}")
    assert err == ("copie la plus complète\xa0: elle a 3 événements, la plus récente n’en a que 2\n")
    # A restore begins a new epoch. Its copies count although an older epoch had more events.
    assert run("restore", "--data", str(data), str(later))[0] == 0
    later.unlink()
    short = Path(run("backup", "--data", str(data))[1].strip())
    status, out, err = run("restore", "--data", str(data), "--last")
    assert (status, out.splitlines()[0], err) == (0, f"copie remise en place\xa0: {short}", "")


def test_a_damaged_database_is_found_and_can_be_replaced(data: Path) -> None:
    _, copy, _ = run("backup", "--data", str(data))
    database = Config(data).database
    content = bytearray(database.read_bytes())
    place = content.rindex(b'"points":56')
    content[place + 9] = ord("4")
    database.write_bytes(content)
    for command in (["check"], ["serve", "--port", "1"]):
        status, out, err = run(*command, "--data", str(data))
        assert (status, out, err.count("\n")) == (1, "", 1)
    assert database.read_bytes() == bytes(content)
    assert run("restore", "--data", str(data), copy.strip())[0] == 0
    assert run("check", "--data", str(data))[0] == 0


def test_a_list_that_disagrees_with_its_sheet_is_found(data: Path) -> None:
    with Store(Config(data).database) as store, store.write() as session:
        session.connection.execute("UPDATE partie_head SET totals = '[0,0,0,0]'")
    status, out, err = run("check", "--data", str(data))
    assert (status, out) == (1, "partie 1: what lists show is not what its lines give\n")
    assert err.count("\n") == 1


def test_update_names_the_former_database_and_the_way_back(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    phrase = "cinq dés et une carte"
    with monkeypatch.context() as newer:
        newer.setattr(schema, "MIGRATIONS", with_next("ALTER TABLE partie ADD COLUMN club TEXT;\n"))
        status, _, err = run("--lang", "en", "organiser", "--data", str(data), stdin=phrase)
        (copy,) = (data / "backups").iterdir()
        assert (status, err.count("\n")) == (0, 1)
        assert str(copy) in err
        assert "scorekeeper restore" in err
        assert run("organiser", "--data", str(data), stdin=phrase)[2] == ""
    assert run("organiser", "--data", str(data), stdin=phrase)[0] == 1
    status, out, err = run("restore", "--data", str(data), str(copy))
    assert (status, err, out.count("\n")) == (0, "", 2)
    assert run("check", "--data", str(data)) == (0, "tout est juste (2 événements)\n", "")


def test_commands_without_a_database_or_copy_say_so(tmp_path: Path) -> None:
    for words in (
        ["backup"],
        ["check"],
        ["restore"],
        ["restore", "--last"],
        ["restore", str(tmp_path / "x.db")],
    ):
        status, out, err = run(*words, "--data", str(tmp_path))
        assert (status, out, err.count("\n")) == (1, "", 1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("left", ["witness", "log", "copy"])
def test_empty_database_fails_check_if_other_files_name_events(tmp_path: Path, left: str) -> None:
    data = tmp_path / "data"
    empty = tmp_path / "empty" / "scorekeeper.sqlite3"
    with Store(Config(data).database) as store:
        # The file before the first act, which is only in the write-ahead log.
        shutil.copytree(data, empty.parent)
        parties.open_partie(store, sheet(donne()), by=BY)
        if left == "copy":
            store.backup()
            shutil.copytree(data / "backups", empty.parent / "backups")
        store.note_head()
        if left == "witness":
            shutil.copy(data / "scorekeeper.head", empty.parent)
        log = empty.with_name("scorekeeper.sqlite3-wal")
        log.unlink(missing_ok=True)
        if left == "log":
            log.write_bytes(b"\0" * 32 + data.joinpath(log.name).read_bytes()[32:])
    for _ in range(2):
        status, out, err = run("check", "--data", str(empty.parent))
        assert (status, out) == (1, "")
        assert "lignes" in err


def test_german_swiss_cards_of_the_house_are_named(tmp_path: Path) -> None:
    House(tmp_path).keep(RoomSettings(swiss=True))
    line = {"preneur": "A", "contrat": "coeur", "points_a": 100}
    twice = {"format": "scorekeeper/1", "game": "coiffeur", "players": [*"ABCD"], "entries": [line, line]}
    (tmp_path / "twice.json").write_text(json.dumps(twice))
    outputs = [
        alone("--lang", "de", "score", str(tmp_path / "twice.json"), SCOREKEEPER_DATA=str(house)).stdout
        for house in (tmp_path, tmp_path / "other")
    ]
    assert ["«Eicheln» ist für A" in each for each in outputs] == [True, False]
    assert ["«Herz» ist für A" in each for each in outputs] == [False, True]


def test_data_are_private_for_every_first_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "club" / "marques"))
    mask = os.umask(0)
    try:
        assert run("demo")[0] == 0
        folder = tmp_path / "club" / "marques" / "demo"
        with Store(Config(folder).database) as store:
            store.writable()
            store.backup()
            left = [*(tmp_path / "club").rglob("*"), tmp_path / "club"]
    finally:
        os.umask(mask)
    assert {path.name for path in left} >= {"scorekeeper.sqlite3", "scorekeeper.sqlite3-wal", "backups"}
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in left if path.exists()}
    assert modes == {path: 0o700 if path.is_dir() else 0o600 for path in modes}


def test_scoring_and_help_load_neither_flask_nor_the_printer(file: Path) -> None:
    code = (
        "import sys\nfrom scorekeeper.cli import main\nmain(['score', sys.argv[1]])\nmain(['--help'])\n"
        "print([name for name in ('scorekeeper.cli.serve', 'flask', 'weasyprint', 'sqlite_utils', 'granian', 'segno') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_closed_standard_output_is_no_error(file: Path) -> None:
    command = f"{sys.executable} -m scorekeeper score {file} | head -c 5"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_failing_output_is_reported_in_one_line(file: Path) -> None:
    command = f"{sys.executable} -m scorekeeper score {file} --lang en > /dev/full"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    message = "scorekeeper score: cannot read or write standard output\n"
    assert (done.returncode, done.stderr) == (1, message)


def test_a_choice_is_refused_in_the_readers_language(file: Path) -> None:
    status, out, err = run("sheet", "tarot", "--paper", "A 3", "-o", str(file))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "n’est pas possible ici" in err
    assert "A 3" in err


def test_word_windows_alone_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.system", lambda: "Windows")
    status, out, err = run("serve", "--host", "300.1.1.1")
    assert (status, out, err.count("\n")) == (1, "", 2)
    assert "WSL" in err


def test_version_is_printed() -> None:
    status, out, _ = run("--version")
    assert (status, bool(re.fullmatch(r"scorekeeper \d+\.\d+\.\d+(\.dev\d+)?\n", out))) == (0, True)


def test_a_host_that_is_no_name_is_refused_in_one_line(tmp_path: Path) -> None:
    for host in ("é" * 70, "300.1.1.1", "a" * 300):
        status, out, err = run("serve", "--host", host, "--data", str(tmp_path))
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert host in err


def test_serving_the_room_prints_the_address_and_a_code(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "scorekeeper",
        "serve",
        "--lan",
        "--port",
        str(port),
        "--data",
        str(tmp_path),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(12)]
        process.terminate()
        assert process.wait(30) == 0
    assert re.fullmatch(rf"Scorekeeper\xa0: http://[0-9a-f.:\[\]]+:{port}/ .*\n", lines[0])
    assert str(tmp_path) in lines[1]
    assert all(set(line) & set("█▀▄") for line in lines[4:10])
