"""The configuration of the machine: where the data is and by what names the app is reached. House rules are settings.

And properties of the house that keeps a data folder, whichever machine serves it: its name on the network, its Wi-Fi. They lie in
one folder of the data folder, readable by its owner only, and copies of the data carry it along.
"""

import contextlib
import json
import os
import secrets
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

from platformdirs import user_data_path

from scorekeeper.i18n import FALLBACK
from scorekeeper.system import kept, write_private

DATABASE = "scorekeeper.sqlite3"
KEY_FILE = "cookies.key"
KEY_BYTES = 32
FOLDER, NAME, SETTINGS, YEARS = "authority", "name", "room.json", "names.json"
"""Of the house: its folder, and the files there."""
MOST_YEARS = 20
HOUSE_CERTIFICATE = "house.crt"
"""Certificate that devices are given to trust the house; its key never leaves this folder but in a copy."""
LETTERS = "bcdfghjkmnpqrstvwxz"
"""Letters of a name: no vowels, so that no three of them are a word, and none that is taken for a figure."""


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

    language: str = FALLBACK
    """Language of answers to browsers and programs that ask for none that we have."""

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


@dataclass(frozen=True)
class RoomSettings:
    """The organiser's settings of the room, once."""

    wifi: str = ""
    """Name of the Wi-Fi; empty when it was not told."""
    password: str = ""
    """Empty for an open Wi-Fi."""
    by_name: bool = False
    """Whether codes on paper lead to the name instead of the address."""


class House:
    """The folder of the house."""

    def __init__(self, data: Path) -> None:
        """Nothing is read or written yet."""
        self.folder = data / FOLDER
        self._settings: RoomSettings | None = None
        self._lock = threading.Lock()

    def name(self) -> str:
        """The name that the network knows the house by: `marque-xyz`. Made once, never changed."""
        letters = kept(self.folder / NAME, lambda: "".join(secrets.choice(LETTERS) for _ in "xyz").encode())
        return f"marque-{letters.decode('ascii', 'ignore').strip()}"

    def settings(self) -> RoomSettings:
        """The organiser's settings of the room; those that make no sense are not there."""
        with self._lock:
            if self._settings is None:
                self._settings = RoomSettings()
                with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
                    kept = json.loads((self.folder / SETTINGS).read_bytes())
                    by_name = kept["by_name"] is True
                    self._settings = RoomSettings(str(kept["wifi"]), str(kept["password"]), by_name)
            return self._settings

    def keep(self, settings: RoomSettings) -> None:
        """Keep what the organiser says about the room. Raises `OSError`."""
        with self._lock:
            write_private(self.folder / SETTINGS, json.dumps(asdict(settings)).encode())
            self._settings = settings

    def years(self) -> int:
        """For how many years names are kept after somebody's last evening; 0 for ever."""
        try:
            years = json.loads((self.folder / YEARS).read_bytes())
        except (OSError, ValueError):
            return 0
        return years if isinstance(years, int) and 0 <= years <= MOST_YEARS else 0

    def keep_years(self, years: int) -> None:
        """Say for how many years names are kept. Raises `OSError`."""
        with self._lock:
            write_private(self.folder / YEARS, json.dumps(years).encode())
