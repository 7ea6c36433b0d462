"""The configuration of the machine: where the data is and by what names the app is reached. House rules are settings."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from scorekeeper.system import kept

DATABASE = "scorekeeper.sqlite3"
KEY_FILE = "cookies.key"
KEY_BYTES = 32


@dataclass(frozen=True)
class Config:
    """The configuration of one running app."""

    data: Path
    """Folder of the database, the key, the backups and the print cache; made when it is missing."""
    trusted_hosts: tuple[str, ...] = ()
    """Names and addresses the app always answers to; empty means any (tests)."""
    addresses: tuple[str, ...] = ()
    """Addresses that other devices reach this machine by, as found at the start, the best one first."""
    name: str = ""
    """Name of the house on the network, without `.local`; empty when it is not announced."""
    host: str = "127.0.0.1"
    """Address that the server listens on."""
    port: int = 8000
    https_port: int = 0
    """Port of https in a room; 0 where there is none."""
    proxies: int = 0
    """Proxies in front of the app that are trusted to say who asks, for what name and how."""
    public_name: str = ""
    """Name that people ask those proxies for, over https."""
    json_log: bool = False
    """Whether every request is logged, and every line of the log is a JSON object."""
    open: bool = False
    """Whether any device writes on any sheet that belongs to no tournament: the switch of a household."""

    demo: bool = False
    """Whether the demo club is shown in place of the house's own records."""

    @property
    def database(self) -> Path:
        """The one SQLite file."""
        return (self.demo_folder if self.demo else self.data) / DATABASE

    @property
    def demo_folder(self) -> Path:
        """The folder of the demo club, which has records of its own."""
        return self.data / "demo"

    @property
    def demo_mark(self) -> Path:
        """The file that is there while the demo club is shown."""
        return self.data / "demo.shown"

    def secret_key(self) -> bytes:
        """The key that signs cookies, beside the database. Where it cannot be kept, sessions are lost after a restart."""
        return kept(self.data / KEY_FILE, lambda: secrets.token_bytes(KEY_BYTES), KEY_BYTES)


def resources(folder: str) -> Path:
    """The folder `templates`, `static` or `examples`: in the package where it was installed, beside it in a checkout."""
    package = Path(__file__).parent
    installed = package / folder
    return installed if installed.is_dir() else package.parent / folder


def data_folder(given: str | None = None) -> Path:
    """The data folder: the one given, else `SCOREKEEPER_DATA`, else the user's data folder."""
    chosen = given or os.environ.get("SCOREKEEPER_DATA")
    return Path(chosen) if chosen else user_data_path("scorekeeper", appauthor=False)
