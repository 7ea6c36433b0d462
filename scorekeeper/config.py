"""The machine's side of things: where the data lies and by what names the app is reached. The house's choices are settings."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

DATABASE = "scorekeeper.sqlite3"
KEY_FILE = "cookies.key"


@dataclass(frozen=True)
class Config:
    """What one running app is told at start."""

    data: Path
    """Folder of the database, the key, the backups and the print cache; made when it is missing."""
    trusted_hosts: tuple[str, ...] = ()
    """Names and addresses the app answers to; empty means any (tests)."""
    address: str = ""
    """Address that other devices reach it by, for QR codes; empty when there is none."""
    https: bool = False
    """Whether it is served over https, so that cookies may say so."""

    @property
    def database(self) -> Path:
        """The one SQLite file."""
        return self.data / DATABASE

    def secret_key(self) -> bytes:
        """The key that signs cookies: made once, kept beside the database, readable by its owner only."""
        path = self.data / KEY_FILE
        self.data.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return path.read_bytes()
        with os.fdopen(handle, "wb") as file:
            key = secrets.token_bytes(32)
            file.write(key)
        return key


def data_folder(given: str | None = None) -> Path:
    """The data folder: the one given, else `SCOREKEEPER_DATA`, else the user's data folder."""
    chosen = given or os.environ.get("SCOREKEEPER_DATA")
    return Path(chosen) if chosen else user_data_path("scorekeeper", appauthor=False)
