"""Properties of the house that keeps a data folder, whichever machine serves it: its name on the network, its Wi-Fi.

It lies in one folder of the data folder, readable by its owner only, and copies of the data carry it along.
"""

import json
import secrets
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

from scorekeeper.system import kept, write_private

FOLDER = "authority"
NAME = "name"
SETTINGS = "room.json"
YEARS = "names.json"
MOST_YEARS = 20
HOUSE_CERTIFICATE = "house.crt"
"""Certificate that devices are given to trust the house; its key never leaves this folder but in a copy."""
LETTERS = "bcdfghjkmnpqrstvwxz"
"""Letters of a name: no vowels, so that no three of them are a word, and none that is taken for a figure."""


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
        """The organiser's settings of the room."""
        with self._lock:
            if self._settings is None:
                self._settings = _read(self.folder / SETTINGS)
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


def _read(path: Path) -> RoomSettings:
    """The settings in a file; those that make no sense are not there."""
    try:
        kept = json.loads(path.read_bytes())
        return RoomSettings(str(kept["wifi"]), str(kept["password"]), kept["by_name"] is True)
    except (OSError, ValueError, TypeError, KeyError):
        return RoomSettings()
