"""The SQL of the settings that a house keeps, within one transaction."""

from __future__ import annotations

from scorekeeper.records.event_log import EventLog, now
from scorekeeper.records.rows import SavedRow


class SavedTable(EventLog):
    """The settings of the house during one transaction."""

    def saved_settings(self, game: str) -> list[SavedRow]:
        """All of a game."""
        return self._rows(SavedRow, "FROM saved_settings WHERE game = ?", (game,))

    def put_settings(self, game: str, name: str, key: str, settings: str) -> None:
        """Write settings, over those of the same game and key."""
        self.connection.execute(
            "INSERT INTO saved_settings (game, name, key, settings, changed) VALUES (?, ?, ?, ?, ?) ON CONFLICT (game, key)"
            " DO UPDATE SET name = excluded.name, settings = excluded.settings, changed = excluded.changed",
            (game, name, key, settings, now()),
        )

    def remove_settings(self, game: str, number: int) -> None:
        """Forget the settings of that number."""
        self.connection.execute("DELETE FROM saved_settings WHERE game = ? AND id = ?", (game, number))
