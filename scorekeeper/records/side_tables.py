"""SQL of the tables that are not derived from events, within one transaction.

Drafts, secret numbers, the file of players, games and settings of the house; access: links, devices, organiser's sessions.
"""

import json
from dataclasses import replace

from scorekeeper.cards.rules import names
from scorekeeper.records import meta, rows
from scorekeeper.records.event_log import EventLog, now, number_of_row
from scorekeeper.records.rows import DraftRow, HouseGameRow, LinkRow, LoginRow, MemberRow, SavedRow, SealedRow

_MOST_SESSIONS = 200
"""Largest number of organiser's sessions; the oldest are deleted first."""


class SideTables(EventLog):
    """Queries of drafts, members, games and settings of the house, and access rights, during one transaction."""

    def draft(self, partie: int) -> DraftRow | None:
        """Return the draft on a sheet, of any line, or `None`."""
        return self._row(DraftRow, "FROM draft WHERE partie = ?", partie)

    def keep_draft(self, row: DraftRow) -> None:
        self._replace("draft", row)

    def sealed(self, partie: int) -> tuple[SealedRow, ...]:
        """Return the secret numbers noted on a sheet, of any line, by seat."""
        return tuple(self._rows(SealedRow, "FROM sealed WHERE partie = ? ORDER BY seat", partie))

    def seal(self, row: SealedRow) -> None:
        """Store a secret number, and delete those of other lines or seatings."""
        others = "DELETE FROM sealed WHERE partie = ? AND NOT (rang = ? AND seating = ?)"
        self._run(others, row.partie, row.rang, row.seating)
        self._replace("sealed", row)

    def _replace(self, table: str, row: DraftRow | SealedRow | HouseGameRow) -> None:
        values = vars(row).values()
        self._run(f"INSERT OR REPLACE INTO {table} VALUES ({rows.marks(values)})", *values)  # noqa: S608

    def house_games(self) -> list[HouseGameRow]:
        return self._rows(HouseGameRow, "FROM house_game ORDER BY key")

    def put_house_game(self, game: HouseGameRow) -> None:
        self._replace("house_game", replace(game, changed=now()))

    def definition_of(self, key: str) -> str:
        """Return the packed definition of a game: that of the house, else that of its latest sheet; empty if neither has one."""
        kept = "SELECT definition FROM house_game WHERE key = ?1"
        brought = (
            "SELECT definition FROM partie_definition WHERE partie ="
            " (SELECT partie FROM partie_head WHERE game = ?1 ORDER BY last_seq DESC LIMIT 1)"
        )
        return self._value(f"SELECT coalesce(({kept}), ({brought}), '')", key) or ""

    def remove_house_game(self, key: str) -> None:
        """Delete a declared game; sheets opened with it keep their definition."""
        self._run("DELETE FROM house_game WHERE key = ?", key)

    def members(self) -> list[MemberRow]:
        return self._rows(MemberRow, "FROM member ORDER BY id")

    def member(self, number: int) -> MemberRow:
        """Return a person of the file by number. Raises `Unknown` when there is none."""
        return self._numbered(MemberRow, "member", number)

    def put_member(self, member: MemberRow) -> int:
        """Store a person of the file, replacing the one with that number; 0 adds one. Return the number."""
        _, *values, _ = vars(member).values()
        columns = rows.columns_of(MemberRow)
        self.remove_member(member.id)
        statement = f"INSERT INTO member ({columns}) VALUES (?, {rows.marks(values)}, ?)"  # noqa: S608
        return self._run(statement, member.id or None, *values, now()).lastrowid or 0

    def remove_member(self, number: int) -> None:
        self._run("DELETE FROM member WHERE id = ?", number)

    def forget_member(self, key: str) -> None:
        """Delete the person with that key from the file, and the name from everybody's `apart`."""
        self._run("DELETE FROM member WHERE key = ?", key)
        for member in self.members():
            apart = json.loads(member.apart)
            kept = [name for name in apart if names.casefold(name) != key]
            if kept != apart:
                changed = json.dumps(kept, ensure_ascii=False)
                self._run("UPDATE member SET apart = ? WHERE id = ?", changed, member.id)

    def saved_settings(self, game: str) -> list[SavedRow]:
        return self._rows(SavedRow, "FROM saved_settings WHERE game = ?", game)

    def put_settings(self, game: str, name: str, key: str, settings: str) -> None:
        self._run(
            "INSERT INTO saved_settings (game, name, key, settings, changed) VALUES (?, ?, ?, ?, ?) ON CONFLICT (game, key)"
            " DO UPDATE SET name = excluded.name, settings = excluded.settings, changed = excluded.changed",
            *(game, name, key, settings, now()),
        )

    def worth(self, game: str) -> int | None:
        """Return the value of a point of a game in cents; `None` for none."""
        return int(meta.get(self.connection, f"worth:{game}") or 0) or None

    def put_worth(self, game: str, cents: int | None) -> None:
        """Store the value of a point of a game in cents; `None` for none."""
        meta.put(self.connection, f"worth:{game}", str(cents or 0))

    def remove_settings(self, game: str, number: int) -> None:
        self._run("DELETE FROM saved_settings WHERE game = ? AND id = ?", game, number)

    # Access: to tables and to the desk.

    def links(self, tournament: int) -> list[LinkRow]:
        """Return the valid links of a tournament, by table."""
        rest = "FROM table_link WHERE tournament = ? AND revoked = 0 ORDER BY number"
        return self._rows(LinkRow, rest, tournament)

    def link(self, hash_: str) -> LinkRow | None:
        """Return the link with that token hash; `None` if unknown or revoked."""
        return self._row(LinkRow, "FROM table_link WHERE hash = ? AND revoked = 0", hash_)

    def add_link(self, link: LinkRow) -> None:
        self._run("INSERT INTO table_link VALUES (?, ?, ?, ?, ?)", *vars(link).values())

    def revoke(self, tournament: int, table: int) -> int:
        """Revoke the links of a table, and delete the devices that used them. Return the number of links."""
        live = "tournament = ? AND number = ? AND revoked = 0"
        links = f"SELECT hash FROM table_link WHERE {live}"  # noqa: S608
        self._run(f"DELETE FROM table_device WHERE link IN ({links})", tournament, table)  # noqa: S608
        return self._run(f"UPDATE table_link SET revoked = 1 WHERE {live}", tournament, table).rowcount  # noqa: S608

    def bind(self, hash_: str, link: str, device: str) -> None:
        """Grant access to a device that followed a link; both are given as hashes, of their tokens."""
        self._run("INSERT INTO table_device VALUES (?, ?, ?)", hash_, link, device)

    def bound(self, hash_: str) -> LinkRow | None:
        """Return the link that a device followed; `None` if unknown or revoked."""
        rest = "FROM table_device d JOIN table_link l ON l.hash = d.link WHERE d.hash = ? AND l.revoked = 0"
        return self._row(LinkRow, rest, hash_, table="l")

    def devices(self, tournament: int) -> dict[int, int]:
        """Return the number of devices that followed a valid link, by table."""
        return self._by_first(
            "SELECT l.number, count(*) FROM table_device d JOIN table_link l ON l.hash = d.link"
            " WHERE l.tournament = ? AND l.revoked = 0 GROUP BY l.number",
            tournament,
        )

    def passphrase(self) -> str:
        """Return the hash of the organiser's passphrase; empty if none is set."""
        return self._value("SELECT hash FROM organiser") or ""

    def set_passphrase(self, hash_: str) -> None:
        self._run("INSERT OR REPLACE INTO organiser VALUES (1, ?)", hash_)

    def open_organiser(self, hash_: str, device: str) -> None:
        """Insert an organiser's session, and delete the oldest beyond the limit."""
        opened = "INSERT INTO organiser_session (hash, device) VALUES (?, ?)"
        number = self._run(opened, hash_, device).lastrowid
        self._run("INSERT INTO organiser_since VALUES (?, ?)", number, now())
        oldest = "number <= (SELECT max(number) FROM organiser_session) - ?"
        self._run(f"DELETE FROM organiser_session WHERE {oldest}", _MOST_SESSIONS)  # noqa: S608

    def is_organiser(self, hash_: str) -> bool:
        return self._value("SELECT 1 FROM organiser_session WHERE hash = ?", hash_) is not None

    def organisers(self) -> list[LoginRow]:
        rest = "FROM organiser_session JOIN organiser_since ON session = number ORDER BY number DESC"
        return self._rows(LoginRow, rest)

    def close_organiser(self, hash_: str | None) -> None:
        """Delete the session with that token hash, or all if `None`."""
        self._run("DELETE FROM organiser_session WHERE ?1 IS NULL OR hash = ?1", hash_)

    # Access to sheets outside tournaments, and the names of devices.

    def writers(self, partie: int) -> frozenset[str]:
        """Return the holders of write access to a sheet: devices, and hashes of API keys."""
        writers = "SELECT holder FROM sheet_writer WHERE partie = ?"
        return frozenset(self._column(writers, number_of_row(partie)))

    def sheets_of_writer(self, holder: str) -> list[int]:
        return self._column("SELECT partie FROM sheet_writer WHERE holder = ?", holder)

    def add_writer(self, partie: int, holder: str) -> None:
        self._run("INSERT INTO sheet_writer VALUES (?, ?) ON CONFLICT DO NOTHING", partie, holder)

    def remove_writer(self, partie: int, holder: str) -> None:
        self._run("DELETE FROM sheet_writer WHERE partie = ? AND holder = ?", partie, holder)

    def set_sheet_link(self, hash_: str, partie: int, until: str) -> None:
        """Store the token hash with which devices join a sheet, valid `until` (UTC, ISO 8601); replaces the former one."""
        self.end_sheet_link(partie)
        self._run("INSERT INTO sheet_link VALUES (?, ?, ?)", hash_, partie, until)

    def end_sheet_link(self, partie: int) -> None:
        """Delete the token with which devices join a sheet."""
        self._run("DELETE FROM sheet_link WHERE partie = ?", partie)

    def sheet_of_link(self, hash_: str) -> int | None:
        """Return the sheet that a token joins, by its hash; `None` if unknown or expired."""
        joins = "SELECT partie FROM sheet_link WHERE hash = ? AND until > ?"
        number: int | None = self._value(joins, hash_, now())
        return number

    def device_names(self) -> dict[str, str]:
        return self._by_first("SELECT id, name FROM device ORDER BY key")

    def name_device(self, device: str, name: str, key: str) -> bool:
        """Name a device, or delete its name if empty. Return `False`, changing nothing, when another device has that key."""
        if self._value("SELECT 1 FROM device WHERE key = ? AND id <> ?", key, device):
            return False
        self._run("DELETE FROM device WHERE id = ?", device)
        if name:
            self._run("INSERT INTO device VALUES (?, ?, ?)", device, name, key)
        return True
