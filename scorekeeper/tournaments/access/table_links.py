"""The links by which a table comes in, printed on its card. Only hashes of them are kept.

A table's token is 128 bits that follow from the machine's secret key and from how often a link was made for that table, so that
a card can be printed again without ending the link of the first one.
"""

import datetime as dt
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Unpack

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.errors import Unknown
from scorekeeper.parties import Author
from scorekeeper.records.ledger import transaction
from scorekeeper.records.rows import LinkRow
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import TOKEN, token_hash, token_of
from scorekeeper.tournaments.acts import common
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.options import MAX_TABLES

LINK_HOURS = 24
"""A table's link ends this many hours after the tournament."""


@dataclass(frozen=True)
class Bound:
    """The one table that a device may write for."""

    tournament: int
    table: int


def token_for(key: bytes, tournament: int, table: int, made: int) -> str:
    """The token of a table's link: 22 characters, 128 bits."""
    return token_of(key, f"table:{tournament}:{table}:{made}")


def tokens(store: Store, number: int, *, key: bytes, by: Author) -> dict[int, str]:
    """The tokens of the links of all tables drawn, by table number; `by` makes those that are missing.

    Raises `Conflict` when a table has a link of another key: it may still open, and making another would end it.
    """
    wanted = range(1, table_count(common.read(store, number)) + 1)
    live = tokens_so_far(store, number, key=key)
    if any(table not in live for table in wanted):
        if lost(store, number, key=key):
            raise common.conflict(Fault("liens-autre-cle"))
        live = _make(store, number, key, by, wanted, anew=False)
    return {table: live[table] for table in wanted}


def lost(store: Store, number: int, *, key: bytes) -> list[int]:
    """The tables with a link that was made with another key: it opens, but nobody can print it again."""
    with store.read() as session:
        live = _live_tokens(session, number, key)
        return [link.number for link in session.links(number) if link.number not in live]


def renew(store: Store, number: int, *, key: bytes, by: Author) -> None:
    """Make new links for the tables whose key is lost, and for those without one; the old links end."""
    _make(store, number, key, by, range(1, table_count(common.read(store, number)) + 1), anew=False)


def tokens_so_far(store: Store, number: int, *, key: bytes) -> dict[int, str]:
    """The tokens of the links that were made already, by table number; for records that are only read."""
    with store.read() as session:
        session.tournament(number)
        return _live_tokens(session, number, key)


def table_count(t: Tournament) -> int:
    """The most tables of any round, drawn or planned."""
    return max((len(round_.tables) for round_ in t.drawn), default=0)


def _live_tokens(session: Session, number: int, key: bytes) -> dict[int, str]:
    tokens = {link: token_for(key, number, link.number, link.made) for link in session.links(number)}
    # Where the key was lost it is another one now.
    return {link.number: token for link, token in tokens.items() if token_hash(token) == link.hash}


def _make(
    store: Store, number: int, key: bytes, by: Author, wanted: Iterable[int], *, anew: bool
) -> dict[int, str]:
    with transaction(store, by) as opened:
        t = common.TOURNAMENTS.load(opened, number)
        desk = common.Desk(opened, t)
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
            desk.write(common.TournamentChange("lien", {"tables": sorted(made)}), {"made": tables})
    return live


def revoke(store: Store, number: int, table: int, **sent: Unpack[common.Sent]) -> Tournament:
    """End the link of a table, and every device that came in by it. Raises `Unknown` when the table has no link."""

    def act(desk: common.Desk) -> None:
        if not desk.session.revoke(number, table):
            raise Unknown(f"link of table {table}")

    change = common.TournamentChange("lien-revoque", place=f"table:{table}")
    return common.perform(store, number, change, act, **sent)


def rotate(store: Store, number: int, table: int, *, key: bytes, by: Author) -> str:
    """End the link of a table and make another; its token."""
    if not 1 <= table <= MAX_TABLES:
        raise Unknown(f"table {table}")
    return _make(store, number, key, by, [table], anew=True)[table]


def overview(store: Store, number: int) -> list[dict[str, int]]:
    """The tables that have a link, which one it is, and how many devices came in by it."""
    with store.read() as session:
        session.tournament(number)
        devices = session.devices(number)
        return [
            {"table": link.number, "made": link.made, "devices": devices.get(link.number, 0)}
            for link in session.links(number)
        ]


def table_of_token(store: Store, token: str) -> Bound | None:
    """The table that a link is for; `None` for any token that is none."""
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
    """Take a table on a device: the token for its cookie, and the table. Raises `Unknown` when the link is none."""
    bound = table_of_token(store, token)
    if bound is None:
        raise Unknown("link")
    own = secrets.token_urlsafe(16)
    with store.write() as session:
        session.bind(token_hash(own), token_hash(token), device[:80])
    return own, bound


def link_of(store: Store, cookie: str) -> str:
    """The hash of the link by which a device took its table, by the hash of its cookie; empty when it took none."""
    with store.read() as session:
        link = session.bound(cookie)
    return "" if link is None else link.hash


def bind_again(store: Store, former: str, device: str, followed: str = "") -> str | None:
    """Take the table that a device took under another address, by the hash of its cookie there; the token for the cookie here.

    Where these records lack that, `followed` is the hash of the link.
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
    """The table that a device took; `None` when it took none, or the link ended."""
    if not TOKEN.fullmatch(cookie):
        return None
    with store.read() as session:
        return _unless_ended(session, session.bound(token_hash(cookie)))
