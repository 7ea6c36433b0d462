"""The SQL of what no event repeats, within one transaction: notes of a next line, the file of players, games and settings of the house."""

import json
from dataclasses import replace

from scorekeeper.cards.rules import names
from scorekeeper.records import epochs, rows
from scorekeeper.records.event_log import EventLog, now
from scorekeeper.records.rows import DraftRow, HouseGameRow, MemberRow, SavedRow, SealedRow


class SideTables(EventLog):
    """Notes, the file of players, the games and the settings of the house during one transaction."""

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
