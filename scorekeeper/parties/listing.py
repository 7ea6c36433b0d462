"""Lists of parties and players, one page at a time, so that the length of the list does not matter."""

import contextlib
import json
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.errors import Unknown
from scorekeeper.i18n import gettext
from scorekeeper.parties.model import ActKind, Status
from scorekeeper.records.rows import HeadRow, PartieRow, Person
from scorekeeper.records.store import Store

MAX_LISTED = 200
"""Most parties on one page of a list."""
MAX_PEOPLE = 5000


@dataclass(frozen=True)
class Summary:
    """A partie in a list."""

    id: int
    game: Game
    columns: tuple[str, ...]
    date: str | None
    lieu: str
    active_at: str
    status: Status
    revision: int
    lines: int
    """Number of lines that count."""
    totals: tuple[int, ...]
    finished: bool
    winners: tuple[str, ...]
    signed: bool
    """Whether it has initials under its result."""
    cursor: int
    """Value of `before` for the page after this partie."""
    named: str = ""
    """The house's own name of the game; empty when it has none."""

    @property
    def title(self) -> str:
        """Name of the game, by the house's own name where it has one."""
        return self.named or gettext(self.game.name)

    @property
    def scores(self) -> tuple[tuple[str, int], ...]:
        return tuple(zip(self.columns, self.totals, strict=True))


def list_parties(
    store: Store,
    *,
    status: Status | str | None = None,
    game: str | None = None,
    player: int | None = None,
    written: bool = False,
    limit: int = 50,
    before: int | None = None,
) -> list[Summary]:
    """Return one page of parties, the one with the latest event first. Parties that cannot be read are left out.

    Args:
        store: The records.
        status: Only parties of this status.
        game: Only those of the game of this key.
        player: Only those of the player of this number.
        written: Only those with a line that counts.
        limit: Largest number of parties returned; at least 1 and at most 200 are.
        before: The `cursor` of the last partie of the previous page.
    """
    limit = max(1, min(limit, MAX_LISTED))
    closed = None if status is None else Status(status) is Status.CLOSE
    with store.read() as session:
        rows = [
            row
            for kind in ((False, True) if closed is None and player is None else (closed,))
            for row in session.recent(closed=kind, game=game, player=player, limit=limit, before=before)
        ]
        ended = [row[0].id for row in rows if row[1].closed]
        last = session.last_kinds(ended, (ActKind.CLOTURE, ActKind.SIGNATURE)) if ended else {}
    rows.sort(key=lambda row: -row[1].last_seq)
    page: list[Summary] = []
    for row in rows[:limit]:
        # A damaged row must not hide the others; the start of the server and `check` report it.
        with contextlib.suppress(Unknown, ValueError, TypeError):
            if row[1].lines or not written:
                page.append(_summary(*row, signed=last.get(row[0].id) == ActKind.SIGNATURE))
    if len(page) < limit <= len(rows):
        rest = limit - len(page)
        before = rows[limit - 1][1].last_seq
        narrowed: dict[str, Any] = {"status": status, "game": game, "player": player, "written": written}
        page += list_parties(store, **narrowed, limit=rest, before=before)
    return page


def people(store: Store, limit: int = 1000) -> list[Person]:
    """Return the players, the one with the latest partie first."""
    with store.read() as session:
        return session.people(max(1, min(limit, MAX_PEOPLE)))


def person(store: Store, number: int) -> Person:
    """Return the player of this number. Raises `Unknown` when there is none."""
    with store.read() as session:
        return session.person(number)


def _summary(row: PartieRow, head: HeadRow, headings: str, *, signed: bool) -> Summary:
    """Return a row as a list shows it. Raises `Unknown`, `ValueError` or `TypeError` for a damaged one."""
    game = catalogue.game(row.game, row.definition)
    columns = json.loads(row.players)
    if headings:
        columns = json.loads(headings)
    elif game.rules.CAMPS:
        columns = json.loads(row.equipes) if row.equipes else ("A", "B")
    totals = tuple(json.loads(head.totals))
    if len(totals) != len(columns):
        raise ValueError(head.totals)
    return Summary(
        id=row.id,
        game=game,
        columns=tuple(columns),
        date=row.date,
        lieu=row.lieu,
        active_at=head.active_at,
        status=Status.CLOSE if head.closed else Status.OUVERTE,
        revision=head.revision,
        lines=head.lines,
        totals=totals,
        finished=bool(head.finished),
        winners=tuple(json.loads(head.winners)),
        signed=signed,
        cursor=head.last_seq,
        named=str(json.loads(row.settings).get(game.rules.NAMED_BY, "")) if game.rules.NAMED_BY else "",
    )
