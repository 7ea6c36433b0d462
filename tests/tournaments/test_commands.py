"""The organiser's passphrase on the command line, and the check of a database with tournaments."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from scorekeeper.config import Config
from scorekeeper.records.store import Store
from scorekeeper.tournaments.access.organiser import Limiter, Organisers, has_passphrase
from tests.tournaments.desk import entered, opened, play_round


def run(data: Path, *words: str, typed: str = "") -> tuple[int, str, str]:
    command = [sys.executable, "-m", "scorekeeper", *words, "--data", str(data), "--lang", "fr"]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_the_passphrase_is_set_on_the_console(tmp_path: Path) -> None:
    status, printed, _ = run(tmp_path, "organiser", typed="trois cochons roses dansent\n")
    assert (status, printed) == (0, "la phrase de passe est fixée\u202f; il faut se connecter à nouveau\n")
    with Store(Config(tmp_path).database) as store:
        assert entered(Organisers(store, Limiter()), "trois cochons roses dansent", "portable")


def test_easily_guessed_passphrase_is_refused_in_one_line(tmp_path: Path) -> None:
    status, printed, error = run(tmp_path, "organiser", typed="cochon\n")
    assert (status, printed) == (1, "")
    assert error == "scorekeeper organiser: La phrase de passe a de 12 à 128 caractères.\n"
    with Store(Config(tmp_path).database) as store:
        assert not has_passphrase(store)


def test_the_check_builds_every_tournament_again(tmp_path: Path) -> None:
    with Store(Config(tmp_path).database) as store:
        play_round(store, opened(store, 8))
    assert run(tmp_path, "check")[0] == 0
    with Store(Config(tmp_path).database) as store, store.write() as session:
        session.connection.execute("UPDATE entrant SET name = 'Mallory' WHERE number = 1")
    status, printed, error = run(tmp_path, "check")
    assert status == 1
    assert printed == "tournament 1: entrant is not what its events give\n"
    assert error == "scorekeeper check: 1 tournoi recompté diffère\n"
