"""The SQL of what no event repeats, within one transaction.

Notes of a next line, the file of players, games and settings of the house; and who may do what: links, devices, the organiser.
"""

import json
from dataclasses import replace

from scorekeeper.cards.rules import names
from scorekeeper.records import epochs, rows
from scorekeeper.records.event_log import EventLog, now, number_of_row
from scorekeeper.records.rows import DraftRow, HouseGameRow, LinkRow, LoginRow, MemberRow, SavedRow, SealedRow

_MOST_SESSIONS = 200
"""Organiser's sessions kept; the oldest end first."""


class SideTables(EventLog):
    """Notes, the file of players, games and settings of the house, access to tables, the desk and sheets, during one transaction."""

    def draft(self, partie: int) -> DraftRow | None:
        """Note on a sheet, for whatever line."""
        return self._row(DraftRow, "FROM draft WHERE partie = ?", partie)

    def keep_draft(self, row: DraftRow) -> None:
        """Note it in the place of what was noted before."""
        self._replace("draft", row)

    def sealed(self, partie: int) -> tuple[SealedRow, ...]:
        """Numbers that players noted each for themselves, for whatever line."""
        return tuple(self._rows(SealedRow, "FROM sealed WHERE partie = ? ORDER BY seat", partie))

    def seal(self, row: SealedRow) -> None:
        """Note a number; those of other lines are gone with it."""
        others = "DELETE FROM sealed WHERE partie = ? AND NOT (rang = ? AND seating = ?)"
        self._run(others, row.partie, row.rang, row.seating)
        self._replace("sealed", row)

    def _replace(self, table: str, row: DraftRow | SealedRow | HouseGameRow) -> None:
        values = rows.values(row)
        self._run(f"INSERT OR REPLACE INTO {table} VALUES ({rows.marks(values)})", *values)  # noqa: S608

    def house_games(self) -> list[HouseGameRow]:
        """The games that this house declared."""
        return self._rows(HouseGameRow, "FROM house_game ORDER BY key")

    def put_house_game(self, game: HouseGameRow) -> None:
        """Write a game, over the one with its key."""
        self._replace("house_game", replace(game, changed=now()))

    def definition_of(self, key: str) -> str:
        """The definition of a declared game: of this house, else of the last sheet that brought one; empty where none has."""
        kept = "SELECT definition FROM house_game WHERE key = ?1"
        brought = (
            "SELECT definition FROM partie_definition WHERE partie ="
            " (SELECT partie FROM partie_head WHERE game = ?1 ORDER BY last_seq DESC LIMIT 1)"
        )
        return self._value(f"SELECT coalesce(({kept}), ({brought}), '')", key) or ""

    def remove_house_game(self, key: str) -> None:
        """Take a game away; the sheets that were opened by it keep it."""
        self._run("DELETE FROM house_game WHERE key = ?", key)

    def members(self) -> list[MemberRow]:
        """Everybody in the file."""
        return self._rows(MemberRow, "FROM member ORDER BY id")

    def member(self, number: int) -> MemberRow:
        """The person of that number. Raises `Unknown` when there is none."""
        return self._numbered(MemberRow, "member", number)

    def put_member(self, member: MemberRow) -> int:
        """Write a person, over the one of the same number; 0 is a new one. The number."""
        values = rows.values(member)[1:-1]
        columns = rows.columns_of(MemberRow)
        self.remove_member(member.id)
        statement = f"INSERT INTO member ({columns}) VALUES (?, {rows.marks(values)}, ?)"  # noqa: S608
        return self._run(statement, member.id or None, *values, now()).lastrowid or 0

    def remove_member(self, number: int) -> None:
        """Take a person out of the file."""
        self._run("DELETE FROM member WHERE id = ?", number)

    def forget_member(self, key: str) -> None:
        """Take the person with that key out of the file, and the name from those who are kept apart of them."""
        self._run("DELETE FROM member WHERE key = ?", key)
        for member in self.members():
            apart = json.loads(member.apart)
            kept = [name for name in apart if names.key(name) != key]
            if kept != apart:
                changed = json.dumps(kept, ensure_ascii=False)
                self._run("UPDATE member SET apart = ? WHERE id = ?", changed, member.id)

    def saved_settings(self, game: str) -> list[SavedRow]:
        """All of a game."""
        return self._rows(SavedRow, "FROM saved_settings WHERE game = ?", game)

    def put_settings(self, game: str, name: str, key: str, settings: str) -> None:
        """Write settings, over those of the same game and key."""
        self._run(
            "INSERT INTO saved_settings (game, name, key, settings, changed) VALUES (?, ?, ?, ?, ?) ON CONFLICT (game, key)"
            " DO UPDATE SET name = excluded.name, settings = excluded.settings, changed = excluded.changed",
            *(game, name, key, settings, now()),
        )

    def worth(self, game: str) -> int | None:
        """Cents that a point of a game is worth in this house; `None` for nothing."""
        return int(epochs.get(self.connection, f"worth:{game}") or 0) or None

    def put_worth(self, game: str, cents: int | None) -> None:
        """Write them, over those that it had."""
        epochs.put(self.connection, f"worth:{game}", str(cents or 0))

    def remove_settings(self, game: str, number: int) -> None:
        """Forget the settings of that number."""
        self._run("DELETE FROM saved_settings WHERE game = ? AND id = ?", game, number)

    # Access: to tables and to the desk.

    def links(self, tournament: int) -> list[LinkRow]:
        """Every link of a tournament that is valid."""
        rest = "FROM table_link WHERE tournament = ? AND revoked = 0 ORDER BY number"
        return self._rows(LinkRow, rest, tournament)

    def link(self, hash_: str) -> LinkRow | None:
        """The link of that hash, unless it was revoked."""
        return self._row(LinkRow, "FROM table_link WHERE hash = ? AND revoked = 0", hash_)

    def add_link(self, link: LinkRow) -> None:
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

    def bound(self, hash_: str) -> LinkRow | None:
        """The link that a device followed, unless it was revoked."""
        rest = "FROM table_device d JOIN table_link l ON l.hash = d.link WHERE d.hash = ? AND l.revoked = 0"
        return self._row(LinkRow, rest, hash_, table="l")

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

    def organisers(self) -> list[LoginRow]:
        """The organiser's sessions that are open, the latest first."""
        rest = "FROM organiser_session JOIN organiser_since ON session = number ORDER BY number DESC"
        return self._rows(LoginRow, rest)

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
