"""The SQL of who may do what within one transaction: links, devices, the organiser. It is kept here alone, no event repeats it."""

from scorekeeper.records import rows
from scorekeeper.records.event_log import now, number_of_row
from scorekeeper.records.side_tables import SideTables

_MOST_SESSIONS = 200
"""Organiser's sessions kept; the oldest end first."""


class AccessTables(SideTables):
    """Access to tables, to the desk and to sheets during one transaction."""

    # To tables and to the desk.

    def links(self, tournament: int) -> list[rows.LinkRow]:
        """Every link of a tournament that is valid."""
        rest = "FROM table_link WHERE tournament = ? AND revoked = 0 ORDER BY number"
        return self._rows(rows.LinkRow, rest, tournament)

    def link(self, hash_: str) -> rows.LinkRow | None:
        """The link of that hash, unless it was revoked."""
        return self._row(rows.LinkRow, "FROM table_link WHERE hash = ? AND revoked = 0", hash_)

    def add_link(self, link: rows.LinkRow) -> None:
        """Add a link to a table."""
        self._run("INSERT INTO table_link VALUES (?, ?, ?, ?, ?)", *rows.values(link))

    def revoke(self, tournament: int, table: int) -> int:
        """End the links of a table and every device that used them; the number of links there were."""
        live = "tournament = ? AND number = ? AND revoked = 0"
        links = f"SELECT hash FROM table_link WHERE {live}"  # noqa: S608
        self._run(f"DELETE FROM table_device WHERE link IN ({links})", tournament, table)  # noqa: S608
        return self._run(f"UPDATE table_link SET revoked = 1 WHERE {live}", tournament, table).rowcount  # noqa: S608

    def bind(self, hash_: str, link: str, device: str) -> None:
        """Give access to a device that followed a link."""
        self._run("INSERT INTO table_device VALUES (?, ?, ?)", hash_, link, device)

    def bound(self, hash_: str) -> rows.LinkRow | None:
        """The link that a device followed, unless it was revoked."""
        rest = "FROM table_device d JOIN table_link l ON l.hash = d.link WHERE d.hash = ? AND l.revoked = 0"
        return self._row(rows.LinkRow, rest, hash_, table="l")

    def devices(self, tournament: int) -> dict[int, int]:
        """The number of devices that followed the link of each table."""
        return self._by_first(
            "SELECT l.number, count(*) FROM table_device d JOIN table_link l ON l.hash = d.link"
            " WHERE l.tournament = ? AND l.revoked = 0 GROUP BY l.number",
            tournament,
        )

    def passphrase(self) -> str:
        """The hash of the organiser's passphrase; empty before there is one."""
        return self._value("SELECT hash FROM organiser") or ""

    def set_passphrase(self, hash_: str) -> None:
        """Store the hash of a new passphrase."""
        self._run("INSERT OR REPLACE INTO organiser VALUES (1, ?)", hash_)

    def open_organiser(self, hash_: str, device: str) -> None:
        """Open an organiser's session; when there are too many, the oldest end."""
        opened = "INSERT INTO organiser_session (hash, device) VALUES (?, ?)"
        number = self._run(opened, hash_, device).lastrowid
        self._run("INSERT INTO organiser_since VALUES (?, ?)", number, now())
        oldest = "number <= (SELECT max(number) FROM organiser_session) - ?"
        self._run(f"DELETE FROM organiser_session WHERE {oldest}", _MOST_SESSIONS)  # noqa: S608

    def is_organiser(self, hash_: str) -> bool:
        """Whether a session of that hash is open."""
        return self._value("SELECT 1 FROM organiser_session WHERE hash = ?", hash_) is not None

    def organisers(self) -> list[rows.LoginRow]:
        """The organiser's sessions that are open, the latest first."""
        rest = "FROM organiser_session JOIN organiser_since ON session = number ORDER BY number DESC"
        return self._rows(rows.LoginRow, rest)

    def close_organiser(self, hash_: str | None) -> None:
        """End one session, or all of them."""
        self._run("DELETE FROM organiser_session WHERE ?1 IS NULL OR hash = ?1", hash_)

    # To sheets of their own, and the names of devices.

    def writers(self, partie: int) -> frozenset[str]:
        """The devices, and the hashes of the keys, that may write on a sheet."""
        writers = "SELECT holder FROM sheet_writer WHERE partie = ?"
        return frozenset(self._column(writers, number_of_row(partie)))

    def sheets_of_writer(self, holder: str) -> list[int]:
        """The sheets that a device may write on."""
        return self._column("SELECT partie FROM sheet_writer WHERE holder = ?", holder)

    def add_writer(self, partie: int, holder: str) -> None:
        """Let a device or a key write on a sheet."""
        self._run("INSERT INTO sheet_writer VALUES (?, ?) ON CONFLICT DO NOTHING", partie, holder)

    def remove_writer(self, partie: int, holder: str) -> None:
        """Let it look on."""
        self._run("DELETE FROM sheet_writer WHERE partie = ? AND holder = ?", partie, holder)

    def set_sheet_link(self, hash_: str, partie: int, until: str) -> None:
        """Let the token of that hash join a sheet until then; the one before ends."""
        self.end_sheet_link(partie)
        self._run("INSERT INTO sheet_link VALUES (?, ?, ?)", hash_, partie, until)

    def end_sheet_link(self, partie: int) -> None:
        """Let no token join a sheet any more."""
        self._run("DELETE FROM sheet_link WHERE partie = ?", partie)

    def sheet_of_link(self, hash_: str) -> int | None:
        """The sheet that the token of that hash joins now."""
        joins = "SELECT partie FROM sheet_link WHERE hash = ? AND until > ?"
        number: int | None = self._value(joins, hash_, now())
        return number

    def device_names(self) -> dict[str, str]:
        """The names that people gave to devices."""
        return self._by_first("SELECT id, name FROM device ORDER BY key")

    def name_device(self, device: str, name: str, key: str) -> bool:
        """Name a device, or take its name back where that is empty; whether no other has that name."""
        if self._value("SELECT 1 FROM device WHERE key = ? AND id <> ?", key, device):
            return False
        self._run("DELETE FROM device WHERE id = ?", device)
        if name:
            self._run("INSERT INTO device VALUES (?, ?, ?)", device, name, key)
        return True
