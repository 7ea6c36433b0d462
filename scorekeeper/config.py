"""Configuration of a running app, and properties of the house that owns a data folder. House rules are settings of games.

Properties of the house do not depend on the server: its name on the network, its Wi-Fi. They are files in one folder of the
data folder, readable by its owner only, and part of backups.
"""

import contextlib
import json
import os
import secrets
import threading
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from platformdirs import user_data_path

from scorekeeper.i18n import FALLBACK
from scorekeeper.system import kept, write_private

DATABASE = "scorekeeper.sqlite3"
KEY_FILE = "cookies.key"
KEY_BYTES = 32
FOLDER, NAME, SETTINGS, YEARS = "authority", "name", "room.json", "names.json"
"""Folder of the house's properties, and the files in it."""
MOST_YEARS = 20
HOUSE_CERTIFICATE = "house.crt"
"""Certificate that devices install to trust the house. Its key leaves this folder only in a backup."""
LETTERS = "bcdfghjkmnpqrstvwxz"
"""Letters of a house name: no vowels, so that they form no word, and none that looks like a digit."""


@dataclass(frozen=True)
class Config:
    """Configuration of one running app."""

    data: Path
    """Folder of the database, the key, the backups and the print cache; created when missing."""
    trusted_hosts: tuple[str, ...] = ()
    """Host names and addresses that requests may use; empty for any (tests)."""
    addresses: tuple[str, ...] = ()
    """Addresses at which other devices reach this server, as found at startup, the preferred one first."""
    name: str = ""
    """Name of the house on the network, without `.local`; empty when it is not announced."""
    host: str = "127.0.0.1"
    """Address that the server listens on."""
    port: int = 8000
    https_port: int = 0
    """HTTPS port in a room; 0 without HTTPS."""
    proxies: int = 0
    """Number of trusted proxies in front of the app, whose `X-Forwarded-…` headers are used."""
    public_name: str = ""
    """Host name at which those proxies serve HTTPS."""
    json_log: bool = False
    """Whether every request is logged, and every line of the log is a JSON object."""
    open: bool = False
    """Whether any device may write on any sheet outside tournaments; for a household."""

    language: str = FALLBACK
    """Language of responses to clients that accept none of ours."""

    demo: bool = False
    """Whether the demo club is shown instead of the house's own records."""

    @property
    def database(self) -> Path:
        return (self.demo_folder if self.demo else self.data) / DATABASE

    @property
    def demo_folder(self) -> Path:
        """Folder of the demo club, which has its own records."""
        return self.data / "demo"

    @property
    def demo_mark(self) -> Path:
        """File that exists while the demo club is shown."""
        return self.data / "demo.shown"

    def secret_key(self) -> bytes:
        """Return the key that signs cookies, stored beside the database. If it cannot be stored, sessions end with the process."""
        return kept(self.data / KEY_FILE, lambda: secrets.token_bytes(KEY_BYTES), KEY_BYTES)


def resources(folder: str) -> Path:
    """Return the folder `templates`, `static` or `examples`: inside an installed package, beside it in a checkout."""
    package = Path(__file__).parent
    installed = package / folder
    return installed if installed.is_dir() else package.parent / folder


def data_folder(given: str | None = None) -> Path:
    """Return the data folder: `given`, else `SCOREKEEPER_DATA`, else the user's data folder."""
    chosen = given or os.environ.get("SCOREKEEPER_DATA")
    return Path(chosen) if chosen else user_data_path("scorekeeper", appauthor=False)


@dataclass(frozen=True)
class RoomSettings:
    """The organiser's settings of the room."""

    wifi: str = ""
    """Name of the Wi-Fi; empty when unknown."""
    password: str = ""
    """Password of the Wi-Fi; empty for an open one."""
    by_name: bool = False
    """Whether QR codes on paper use the house's name instead of the address."""
    swiss: bool = False
    """Whether jass is played with German-Swiss cards."""


class House:
    """Properties of the house, stored in its folder."""

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER
        self._lock = threading.Lock()

    def name(self) -> str:
        """Return the house's name on the network, as `marque-xyz`. It is made once and never changes."""
        letters = kept(self.folder / NAME, lambda: "".join(secrets.choice(LETTERS) for _ in "xyz").encode())
        return f"marque-{letters.decode('ascii', 'ignore').strip()}"

    @cached_property
    def settings(self) -> RoomSettings:
        """The settings of the room; defaults when they are missing or unreadable."""
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            kept = json.loads((self.folder / SETTINGS).read_bytes())
            by_name, swiss = kept["by_name"] is True, kept.get("swiss") is True
            return RoomSettings(str(kept["wifi"]), str(kept["password"]), by_name, swiss)
        return RoomSettings()

    def keep(self, settings: RoomSettings) -> None:
        """Store the settings of the room. Raises `OSError`."""
        with self._lock:
            write_private(self.folder / SETTINGS, json.dumps(asdict(settings)).encode())
            self.settings = settings

    def years(self) -> int:
        """Return the number of years that names are kept after a person's last evening; 0 for ever."""
        try:
            years = json.loads((self.folder / YEARS).read_bytes())
        except (OSError, ValueError):
            return 0
        return years if isinstance(years, int) and 0 <= years <= MOST_YEARS else 0

    def keep_years(self, years: int) -> None:
        """Store the number of years that names are kept. Raises `OSError`."""
        with self._lock:
            write_private(self.folder / YEARS, json.dumps(years).encode())
