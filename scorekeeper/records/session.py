"""SQL of the app within one transaction, one query or change per method."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from urllib.parse import unquote_plus

from scorekeeper.cards.rules import names
from scorekeeper.errors import Unknown
from scorekeeper.records import rows
from scorekeeper.records.event_log import MOST, now, number_of_row
from scorekeeper.records.people import FORGOTTEN, holds, token
from scorekeeper.records.side_tables import SideTables

LAST_DEALER = 9
"""Highest first dealer's seat that the table `partie` can store; higher ones are in the table `partie_dealer`."""

Listed = tuple[rows.PartieRow, rows.HeadRow, str]
"""A sheet in a list: heading, state, and its column headings as JSON if the players changed, else an empty string."""


class Session(SideTables):
    """Queries during one transaction. Made by `Store.read` and `Store.write`, and valid only inside their blocks."""

    # Parties and players.

    def head(self, partie: int) -> rows.HeadRow:
        """Return the current state of a sheet. Raises `Unknown` when there is no such partie."""
        return self._numbered(rows.HeadRow, "partie_head", partie, "partie")

    def heads(self, parties: Sequence[int]) -> dict[int, rows.HeadRow]:
        """Return the current state of several sheets, by number; unknown ones are left out."""
        rest = f"FROM partie_head WHERE partie IN ({rows.marks(parties)})"
        return {head.partie: head for head in self._rows(rows.HeadRow, rest, *parties)}

    def partie(self, partie: int) -> rows.PartieRow:
        """Return the heading of a sheet, with current names. Raises `Unknown` when there is no such partie."""
        statement = (
            f"SELECT {rows.columns_of(rows.PartieRow, 'p')}, coalesce(g.definition, ''), d.seat"  # noqa: S608
            " FROM partie p LEFT JOIN partie_dealer d ON d.partie = p.id"
            " LEFT JOIN partie_definition g ON g.partie = p.id WHERE p.id = ?"
        )
        stored = self._run(statement, number_of_row(partie)).fetchone()
        if stored is None:
            raise Unknown(f"partie {partie}")
        *columns, dealer = stored
        row = self._people.with_names(self.connection, rows.PartieRow(*columns))
        return row if dealer is None else replace(row, premier_donneur=dealer)

    def add_partie(self, partie: rows.PartieRow, people: tuple[str, ...]) -> int:
        """Insert the heading of a new sheet, storing these people as numbers. Return its new number; `partie.id` is ignored."""
        dealer = partie.premier_donneur or 0
        if dealer > LAST_DEALER:
            partie = replace(partie, premier_donneur=None)
        kept = self._people.kept(self.connection, partie, people)
        _, *values, definition = vars(kept).values()
        columns = rows.columns_of(rows.PartieRow).partition(", ")[2]
        statement = f"INSERT INTO partie ({columns}) VALUES ({rows.marks(values)})"  # noqa: S608
        number = self._run(statement, *values).lastrowid or 0
        if definition:
            self._run("INSERT INTO partie_definition VALUES (?, ?)", number, definition)
        if dealer > LAST_DEALER:
            self._run("INSERT INTO partie_dealer VALUES (?, ?)", number, dealer)
        return number

    def set_players(self, partie: int, players: Iterable[tuple[str, str]]) -> None:
        """Set the players of a sheet, given as (name, key). Adds unknown players, and removes others from the sheet."""
        known, wanted = self.players_of(partie), {key: name for name, key in players}
        for key, name in wanted.items():
            if key not in known:
                self._run(
                    "INSERT INTO player (name, key, created, parties, last_partie) VALUES (?, ?, ?, 1, ?) ON CONFLICT (key)"
                    " DO UPDATE SET parties = parties + 1, last_partie = max(last_partie, excluded.last_partie)",
                    *(name, key, now(), partie),
                )
                added = "INSERT INTO partie_player SELECT id, ? FROM player WHERE key = ?"
                self._run(added, partie, key)
        for key in known.keys() - wanted:
            self._run("DELETE FROM partie_player WHERE player = ? AND partie = ?", known[key], partie)
            self._run(
                "UPDATE player SET parties = parties - 1, last_partie ="
                " (SELECT coalesce(max(partie), 0) FROM partie_player WHERE player = id) WHERE id = ?",
                known[key],
            )

    def players_of(self, partie: int) -> dict[str, int]:
        """Return the numbers of the players of a sheet, by the keys of their names."""
        on_it = "FROM partie_player s JOIN player p ON p.id = s.player WHERE s.partie = ?"
        return self._by_first(f"SELECT p.key, p.id {on_it}", partie)

    def columns_of(self, partie: int) -> str:
        """Return the column headings of a sheet whose players changed, as JSON; empty for any other sheet."""
        return self._value("SELECT columns FROM partie_columns WHERE partie = ?", partie) or ""

    def recent(
        self, *, closed: bool | None, game: str | None, player: int | None, limit: int, before: int | None
    ) -> list[Listed]:
        """Return up to `limit` parties by their last event, newest first, starting below the event number `before`.

        With `player`, only parties of that player. Otherwise, sheets of tournaments are left out: they are listed by round and
        table, and are so many that they would hide the others here.
        """
        where = ["h.last_seq < ?"]
        values: list[object] = [MOST if before is None else before]
        source = "partie_head h JOIN partie p ON p.id = h.partie"
        if player is None:
            where += ["NOT EXISTS (SELECT 1 FROM tournament_table t WHERE t.partie = h.partie)"]
        else:
            source = (
                "partie_player s JOIN partie_head h ON h.partie = s.partie JOIN partie p ON p.id = s.partie"
            )
        narrowed = {"s.player = ?": player, "h.closed = ?": closed, "h.game = ?": game}
        for condition, value in narrowed.items():
            if value is not None:
                where, values = [*where, condition], [*values, value]
        columns = f"{rows.columns_of(rows.PartieRow, 'p')}, coalesce(d.definition, ''), {rows.columns_of(rows.HeadRow, 'h')}"
        statement = (
            f"SELECT {columns}, coalesce(c.columns, '') FROM {source}"  # noqa: S608
            " LEFT JOIN partie_columns c ON c.partie = p.id LEFT JOIN partie_definition d ON d.partie = p.id"
            f" WHERE {' AND '.join(where)} ORDER BY h.last_seq DESC LIMIT ?"
        )
        cut = len(fields(rows.PartieRow))
        pairs = ((rows.PartieRow(*row[:cut]), row[cut:]) for row in self._run(statement, *values, limit))
        shown = self._people.with_names
        return [(shown(self.connection, row), rows.HeadRow(*rest[:-1]), rest[-1]) for row, rest in pairs]

    def over(self) -> dict[int, int]:
        """Return the revision of each finished or closed partie with lines, by number."""
        return self._by_first("SELECT partie, revision FROM partie_head WHERE (closed OR finished) AND lines")

    def results(self, parties: Sequence[int]) -> list[tuple[int, int, str]]:
        """Return the stored results of these parties: number, revision, and JSON."""
        of_these = f"WHERE partie IN ({rows.marks(parties)})"
        return self._run(f"SELECT partie, revision, body FROM partie_result {of_these}", *parties).fetchall()  # noqa: S608

    def keep_results(self, results: Iterable[tuple[int, int, str]]) -> None:
        """Store results of parties: number, revision, and JSON."""
        self.connection.executemany("INSERT OR REPLACE INTO partie_result VALUES (?, ?, ?)", results)

    def delete_mentions(self, key: str, parties: Iterable[int]) -> None:
        """Delete the results and drafts of these parties, and the member, drafts and device names with the name of that key."""
        numbers = [(number,) for number in parties]
        for table in ("partie_result", "draft"):
            self.connection.executemany(f"DELETE FROM {table} WHERE partie = ?", numbers)  # noqa: S608 - our own tables
        for number, body in self._by_first("SELECT partie, body FROM draft").items():
            if holds(unquote_plus(body), key):
                self._run("DELETE FROM draft WHERE partie = ?", number)
        self.forget_member(key)
        for device, name in self.device_names().items():
            if holds(name, key):
                self._run("DELETE FROM device WHERE id = ?", device)

    def people(self, limit: int) -> list[rows.Person]:
        """Return up to `limit` players with parties, the latest first; their `parties` are those with a line."""
        rest = "FROM player WHERE parties > 0 ORDER BY last_partie DESC, id LIMIT ?"
        return self._with_written(self._rows(rows.Person, rest, limit))

    def person(self, number: int) -> rows.Person:
        """Return the player with a number, as in `people`. Raises `Unknown` when there is none."""
        return self._with_written([self._numbered(rows.Person, "player", number)])[0]

    def _with_written(self, people: list[rows.Person]) -> list[rows.Person]:
        where = f"player IN ({rows.marks(people)}) AND lines > 0"
        counted = f"SELECT player, count(*) FROM partie_player JOIN partie_head USING (partie) WHERE {where} GROUP BY player"  # noqa: S608
        written = self._by_first(counted, *(person.id for person in people))
        return [replace(person, parties=written.get(person.id, 0)) for person in people]

    # Forgetting a person.

    def whereabouts(self, key: str) -> tuple[str, int, int]:
        """Return a name with that key (empty if none), and its number of sheets and of tournaments."""
        first = self._value(
            "SELECT name FROM (SELECT name, 1 AS later FROM player WHERE key = ?1 UNION ALL"
            " SELECT name, 2 FROM entrant WHERE key = ?1 UNION ALL"
            " SELECT name, 3 FROM person_name WHERE key = ?1 AND forgotten = 0 UNION ALL"
            " SELECT name, 4 FROM member WHERE key = ?1) ORDER BY later LIMIT 1",
            key,
        )
        sheets = "SELECT count(*) FROM partie_player JOIN player ON id = player WHERE key = ?"
        lists = "SELECT count(DISTINCT tournament) FROM entrant WHERE key = ?"
        return first or "", self._value(sheets, key), self._value(lists, key)

    def names_before(self, moment: str) -> list[str]:
        """Return the names of people not forgotten yet, whose sheets, tournaments and entry in the file are all older than `moment`."""
        seen = (
            "SELECT key, name, active_at FROM player JOIN partie_player s ON s.player = player.id"
            " JOIN partie_head h ON h.partie = s.partie UNION ALL"
            " SELECT e.key, e.name, t.active_at FROM entrant e JOIN tournament t ON t.id = e.tournament UNION ALL"
            " SELECT key, name, changed FROM member"
        )
        forgotten = "SELECT key FROM person_name WHERE forgotten = 1"
        statement = (
            f"SELECT min(name) FROM ({seen}) WHERE key NOT IN ({forgotten})"  # noqa: S608 - our own statements
            " GROUP BY key HAVING max(active_at) < ? ORDER BY key"
        )
        return self._column(statement, moment)

    def scopes_with(self, key: str) -> list[str]:
        """Return the scopes of subjects whose events contain the number of a name with that key, oldest first."""
        events = "SELECT scope, coalesce(body, '') || reason || actor || device FROM event ORDER BY seq"
        tokens = list(map(token, self._column("SELECT id FROM person_name WHERE key = ?", key)))
        listed = self._run(events).fetchall() if tokens else ()
        scopes = (scope.partition("/")[0] for scope, text in listed if any(part in text for part in tokens))
        return list(dict.fromkeys(scopes))

    def forget_name(self, key: str) -> str:
        """Replace all names with that key, and return the replacement. A person known only from the file of players gets a number too."""
        statement = "SELECT min(id) FROM person_name WHERE key = ?"
        if self._value(statement, key) is None:
            added = "INSERT INTO person_name (name, key, forgotten) VALUES (?1, ?1, 0)"
            self._run(added, key[: names.NAME_MAX])
        number = self._value(statement, key)
        taken = "SELECT 1 FROM player WHERE key = ?1 UNION ALL SELECT 1 FROM person_name WHERE key = ?1"
        tries = (f"{FORGOTTEN}{number}{'’' * place}" for place in range(40))
        name = next(name for name in tries if self._value(taken, names.casefold(name)) is None)
        values = (name, names.casefold(name), key)
        self._run("UPDATE person_name SET name = ?, key = ?, forgotten = 1 WHERE key = ?", *values)
        self._run("UPDATE player SET name = ?, key = ? WHERE key = ?", *values)
        self._people.clear()
        return name

    # Tournaments.

    def tournament(self, number: int) -> rows.TournamentRow:
        """Return the current state of a tournament. Raises `Unknown` when it does not exist."""
        return self._numbered(rows.TournamentRow, "tournament", number)

    def recent_tournaments(self, limit: int, before: int | None, *, away: bool) -> list[rows.TournamentRow]:
        """Return up to `limit` tournaments, hidden (`away`) or not, by their last event, newest first, starting below event `before`."""
        rest = "FROM tournament WHERE last_seq < ? AND away = ? ORDER BY last_seq DESC LIMIT ?"
        return self._rows(rows.TournamentRow, rest, MOST if before is None else before, away, limit)

    def season(self, number: int) -> rows.SeasonRow:
        """Return the current state of a season. Raises `Unknown` when it does not exist."""
        return self._numbered(rows.SeasonRow, "season", number)

    def seasons(self) -> list[rows.SeasonRow]:
        return self._rows(rows.SeasonRow, "FROM season ORDER BY last_seq DESC")

    def next_number(self, table: str) -> int:
        """Return the number for the next row of the table `tournament` or `season`. Numbers of deleted rows are not used again."""
        return (self._value("SELECT seq FROM sqlite_sequence WHERE name = ?", table) or 0) + 1

    def table_of(self, partie: int) -> tuple[rows.TableRow, str] | None:
        """Return the tournament table to which a partie belongs, with the state of its round; `None` for a partie outside tournaments."""
        row = self._run(
            f"SELECT {rows.columns_of(rows.TableRow, 't')}, r.state FROM tournament_table t JOIN tournament_round r"  # noqa: S608
            " ON r.tournament = t.tournament AND r.number = t.round AND r.draw = t.draw WHERE t.partie = ?",
            min(partie, MOST),
        ).fetchone()
        return (rows.TableRow(*row[:-1]), row[-1]) if row else None
