"""Consistency check: rebuild sheets, tournaments and seasons from their events and compare the stored derived rows; start-up report."""

import json
import math
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from scorekeeper.cards.rules import names
from scorekeeper.errors import StorageNewer
from scorekeeper.i18n import N_, gettext
from scorekeeper.parties.acts import PARTIES
from scorekeeper.parties.model import ActKind, columns_of, head_of, opening_body
from scorekeeper.records import high_water_mark, queries
from scorekeeper.records.high_water_mark import Loss
from scorekeeper.records.people import FORGOTTEN
from scorekeeper.records.rows import KEYS, SeasonRow
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.tournaments import fold, forgetting
from scorekeeper.tournaments.ledger import TOURNAMENTS
from scorekeeper.tournaments.seasons import SEASONS

START_SECONDS = 2.0
"""Time limit of the check at start-up; the latest subjects are checked first."""


def kinds() -> set[str]:
    """Return the kinds of event that this version can read."""
    return {*ActKind, fold.CREATION, *fold.STEPS, *SEASONS.STEPS, forgetting.KIND}


def refuse_newer(conn: sqlite3.Connection) -> None:
    """Raise `StorageNewer`, with the kind, when the log has an event of a kind that this version cannot read."""
    if unknown := queries.event_kinds(conn) - kinds():
        raise StorageNewer(", ".join(sorted(unknown)))


def differences(conn: sqlite3.Connection) -> tuple[list[str], list[str]]:
    """Return the differences of parties, and those of tournaments and seasons: a line for each subject, in English for the log."""
    tables = ("partie", "tournament", "season")
    parties, tournaments, seasons = (list(_differences(conn, table)) for table in tables)
    return parties, tournaments + seasons


def player_differences(conn: sqlite3.Connection) -> list[str]:
    """Return the differences of the player and name tables, a line each, in English for the log; empty when all agree."""
    lines = []
    try:
        for number, name, key, counts in queries.players(conn):
            if names.casefold(name) != key:
                lines.append(f"player {number}: the key is not that of the name")
            elif not counts:
                lines.append(f"player {number}: the parties are not those of the sheets")
        for number, name, key, forgotten in queries.person_names(conn):
            if names.casefold(name) != key or forgotten > name.startswith(FORGOTTEN):
                lines.append(
                    f"name {number}: the key is not that of the name, or the name was never forgotten"
                )
    except (sqlite3.Error, ValueError) as error:
        lines.append(f"player: {type(error).__name__}: {error}")
    return lines


def _differences(conn: sqlite3.Connection, table: str, until: float = math.inf) -> Iterator[str]:
    """Yield a line for each differing subject of a table, latest first; stop at `until`, a moment of `time.monotonic`."""
    session = Session(conn, "")
    for number in queries.numbers(conn, table):
        if time.monotonic() > until:
            return
        try:
            what = JUDGES[table](session, number)
        except Exception as error:  # noqa: BLE001 - a damaged row may break any part of what reads it
            what = f"{type(error).__name__}: {error}"
        if what:
            yield f"{table} {number}: {what}"


def _partie_difference(session: Session, number: int) -> str:
    row, events = session.partie(number), session.events(number)
    if not events or events[0].body is None:
        return "there is no event that opened it"
    opened = json.loads(events[0].body)
    if opened != json.loads(opening_body(row, opened["entries"])):
        return "the heading is not the one it was opened with"
    partie, head = PARTIES.builder(session, number)(), session.head(number)
    if session.players_of(number).keys() != {names.casefold(name) for name in partie.seating.everybody()}:
        return "the players are not those who sat there"
    headings = columns_of(partie)
    same = head_of(partie) == head and session.columns_of(number) == (headings.columns if headings else "")
    return "" if same else "what lists show is not what its lines give"


def _tournament_difference(session: Session, number: int) -> str:
    tournament = TOURNAMENTS.builder(session, number)()
    rows = list(TOURNAMENTS.rows(tournament, None))
    for kind, (table, key) in KEYS.items():
        if key[0] == "partie" or kind is SeasonRow:  # of a sheet or a season, compared with it
            continue
        expected = [row for row in rows if isinstance(row, kind)]
        if sorted(expected, key=repr) != sorted(session.derived(kind, number), key=repr):
            return f"{table} is not what its events give"
    if any(link.made != tournament.links.get(link.number) for link in session.links(number)):
        return "a link is not the last one that its events made"
    return ""


def _season_difference(session: Session, number: int) -> str:
    rows = list(SEASONS.rows(SEASONS.builder(session, number)(), None))
    return "" if rows == [session.season(number)] else "season is not what its events give"


JUDGES: Mapping[str, Callable[[Session, int], str]] = {
    "tournament": _tournament_difference,
    "season": _season_difference,
    "partie": _partie_difference,
}
"""By table, the function that returns the difference of one subject, empty for none; in the order of the start-up check."""


LOST = N_(
    "il manque des lignes : la base s’arrête à l’événement %(kept)s, et l’événement %(seq)s était déjà écrit ;"
    " les tablettes renvoient ce qu’elles gardent"
)
FULLER = N_("la copie %(copy)s en a davantage : scorekeeper restore")
DIFFERS = N_(
    "ce que la base montre n’est pas ce que ses événements donnent (%(what)s) ; voir : scorekeeper check"
)


def loss_sentence(loss: Loss) -> str:
    """Return a loss of events in one sentence, with the copy that has more of them."""
    parts = [gettext(LOST, kept=loss.kept, seq=loss.seq)]
    if loss.copy:
        parts.append(gettext(FULLER, copy=loss.copy))
    return gettext(" ; ").join(parts)


def dismiss_loss(store: Store) -> None:
    """Stop reporting the loss of events; it stays on record. Raises `StorageError`."""
    if store.lost is not None:
        with store.write() as session:
            high_water_mark.remember(session.connection, replace(store.lost, dismissed=True))
        store.lost = None


def at_start(store: Store) -> list[str]:
    """Return the warnings to show when a server starts, a sentence each. Raises `StorageNewer`."""
    sentences = [] if store.lost is None else [loss_sentence(store.lost)]
    until = time.monotonic() + START_SECONDS
    with store.read() as session:
        conn = session.connection
        refuse_newer(conn)
        lines = (line for table in JUDGES for line in _differences(conn, table, until))
        differing = [*player_differences(conn), *lines]
    if differing:
        sentences.append(gettext(DIFFERS, what=differing[0]))
    return sentences
