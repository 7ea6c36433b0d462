"""Access links of tables, printed on their cards. Only hashes of their tokens are stored.

A table's token has 128 bits, derived from the machine's secret key and the number of links made for that table, so that a card can
be printed again with the same link.
"""

import datetime as dt
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.errors import Unknown
from scorekeeper.parties import Author
from scorekeeper.records.ledger import transaction
from scorekeeper.records.rows import LinkRow
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import TOKEN, token_hash, token_of
from scorekeeper.tournaments.declaration import ActPlace, Desk, act
from scorekeeper.tournaments.ledger import TOURNAMENTS, TournamentChange
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.options import MAX_TABLES
from scorekeeper.tournaments.refusals import conflict

LINK_HOURS = 24
"""Hours after the end of a tournament when its links expire."""


@dataclass(frozen=True)
class Bound:
    """The one table for which a device may write."""

    tournament: int
    table: int


def token_for(key: bytes, tournament: int, table: int, made: int) -> str:
    """Return the token of a table's link: 22 characters, 128 bits. `made` is the number of links made for the table."""
    return token_of(key, f"table:{tournament}:{table}:{made}")


def tokens(store: Store, number: int, *, key: bytes, by: Author) -> dict[int, str]:
    """Return the tokens of all drawn tables by table number; missing links are created, with `by` as their author.

    Raises `Conflict` when a table has a link made with another key: it may be in use, and a new link would revoke it.
    """
    wanted = range(1, table_count(TOURNAMENTS.read(store, number)) + 1)
    live = tokens_so_far(store, number, key=key)
    if any(table not in live for table in wanted):
        if lost(store, number, key=key):
            raise conflict(Fault("liens-autre-cle"))
        live = _make(store, number, key, by, wanted, anew=False)
    return {table: live[table] for table in wanted}


def lost(store: Store, number: int, *, key: bytes) -> list[int]:
    """Return the tables whose link was made with another key: it still works, but cannot be printed again."""
    with store.read() as session:
        live = _live_tokens(session, number, key)
        return [link.number for link in session.links(number) if link.number not in live]


def renew(store: Store, number: int, *, key: bytes, by: Author) -> None:
    """Create new links for tables without one, or with one made with another key; the old links are revoked."""
    _make(store, number, key, by, range(1, table_count(TOURNAMENTS.read(store, number)) + 1), anew=False)


def tokens_so_far(store: Store, number: int, *, key: bytes) -> dict[int, str]:
    """Return the tokens of existing links by table number; creates none, for a read-only database."""
    with store.read() as session:
        session.tournament(number)
        return _live_tokens(session, number, key)


def table_count(t: Tournament) -> int:
    """Return the highest number of tables of any opened or planned round."""
    return max((len(round_.tables) for round_ in t.drawn), default=0)


def _live_tokens(session: Session, number: int, key: bytes) -> dict[int, str]:
    tokens = {link: token_for(key, number, link.number, link.made) for link in session.links(number)}
    # A link made with another key gives another token, whose hash differs.
    return {link.number: token for link, token in tokens.items() if token_hash(token) == link.hash}


def _make(
    store: Store, number: int, key: bytes, by: Author, wanted: Iterable[int], *, anew: bool
) -> dict[int, str]:
    with transaction(store, by) as opened:
        t = TOURNAMENTS.load(opened, number)
        desk = Desk(opened, t, TOURNAMENTS)
        live = _live_tokens(desk.session, number, key)
        made = {}
        for table in wanted:
            if table in live and not anew:
                continue
            made[table] = t.links.get(table, 0) + 1
            live[table] = token_for(key, t.id, table, made[table])
            desk.session.revoke(t.id, table)
            desk.session.add_link(LinkRow(token_hash(live[table]), t.id, table, made[table], 0))
        if made:
            tables = {str(table): count for table, count in made.items()}
            desk.write(TournamentChange("lien", {"tables": sorted(made)}), {"made": tables})
    return live


LINK = ActPlace("table", "table:{}".format, lambda _, table: table, TOURNAMENTS)


@act("lien-revoque", LINK, lambda t, _: t)
def revoke(desk: Desk, table: int) -> None:
    """Revoke the link of a table and the access of all devices that used it. Raises `Unknown` when the table has no link."""
    if not desk.session.revoke(desk.t.id, table):
        raise Unknown(f"link of table {table}")


def rotate(store: Store, number: int, table: int, *, key: bytes, by: Author) -> str:
    """Revoke the link of a table and create another; return its token. Raises `Unknown` for an impossible table number."""
    if not 1 <= table <= MAX_TABLES:
        raise Unknown(f"table {table}")
    return _make(store, number, key, by, [table], anew=True)[table]


def overview(store: Store, number: int) -> list[dict[str, int]]:
    """Return each table with a link, the number of links made for it, and the number of devices that used this one."""
    with store.read() as session:
        session.tournament(number)
        devices = session.devices(number)
        return [
            {"table": link.number, "made": link.made, "devices": devices.get(link.number, 0)}
            for link in session.links(number)
        ]


def table_of_token(store: Store, token: str) -> Bound | None:
    """Return the table of a link's token; `None` for an unknown or expired one."""
    if not TOKEN.fullmatch(token):
        return None
    with store.read() as session:
        return _unless_ended(session, session.link(token_hash(token)))


def _unless_ended(session: Session, link: LinkRow | None) -> Bound | None:
    if link is None:
        return None
    head = session.tournament(link.tournament)
    if head.stage == Stage.FINI:
        ended = dt.datetime.fromisoformat(head.active_at)
        if dt.datetime.now(dt.UTC) - ended > dt.timedelta(hours=LINK_HOURS):
            return None
    return Bound(link.tournament, link.number)


def bind(store: Store, token: str, device: str = "") -> tuple[str, Bound]:
    """Give a device access to the table of a link; return the token for its cookie and the table.

    Raises `Unknown` for an unknown or expired link.
    """
    bound = table_of_token(store, token)
    if bound is None:
        raise Unknown("link")
    own = secrets.token_urlsafe(16)
    with store.write() as session:
        session.bind(token_hash(own), token_hash(token), device[:80])
    return own, bound


def link_of(store: Store, cookie: str) -> str:
    """Return the hash of the link that a device used, given the hash of its cookie; empty for an unknown device."""
    with store.read() as session:
        link = session.bound(cookie)
    return "" if link is None else link.hash


def bind_again(store: Store, former: str, device: str, followed: str = "") -> str | None:
    """Give a device the access it had under another address; return the token for its cookie here, `None` when there is none.

    `former` is the hash of its cookie at the other address; `followed` that of its link, used when these records do not know `former`.
    """
    with store.read() as session:
        link = session.bound(former) or session.link(followed)
        if link is None or _unless_ended(session, link) is None:
            return None
    own = secrets.token_urlsafe(16)
    with store.write() as session:
        session.bind(token_hash(own), link.hash, device[:80])
    return own


def table_of_device(store: Store, cookie: str) -> Bound | None:
    """Return the table to which a device's cookie gives access; `None` when there is none or its link has ended."""
    if not TOKEN.fullmatch(cookie):
        return None
    with store.read() as session:
        return _unless_ended(session, session.bound(token_hash(cookie)))
