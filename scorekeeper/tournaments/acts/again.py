"""A tournament like an earlier one: its people and its choices, in one act."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Table
from scorekeeper.parties import Author
from scorekeeper.records.ledger import transaction
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts.common import TOURNAMENTS
from scorekeeper.tournaments.acts.entrants import NEWCOMER, Newcomer
from scorekeeper.tournaments.acts.lifecycle import create_within, read_opening
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.options import OPTIONS
from scorekeeper.tournaments.season.acts import follow

_LATER = frozenset({"arrived", "paid", "present"})
"""Facts about a person that are noted on the evening itself."""


def repeat(
    store: Store,
    number: int,
    *,
    name: str | None = None,
    date: str | None = None,
    by: Author,
    uuid: str | None = None,
) -> Tournament:
    """Open a tournament like an earlier one, of that day and in the same seasons.

    Those who had come to the earlier one are on its list, not checked in and without a payment; as it is not known who will
    come, people are checked in at the door. There is no seed yet.
    """
    uuid = None if uuid is None else TOURNAMENTS.uuid_text(uuid)
    with transaction(store, by) as opened:
        earlier = TOURNAMENTS.load(opened, number)
        document = _document(earlier, opened.session.forgotten())
        given = {"date": date} | ({} if name is None else {"name": name})
        made, before = create_within(opened, read_opening(document | given, earlier.game), uuid)
        if not before:
            follow(opened, number, made.id)
        return made


def _document(earlier: Tournament, forgotten: Collection[str]) -> dict[str, Any]:
    """Content that a tournament like this one is opened with."""
    people = [each for each in earlier.entrants if names.key(each.name) not in forgotten]
    return {
        **OPTIONS.write_all(earlier.options, Table()),
        "name": earlier.name,
        "settings": dict(earlier.settings),
        "door": True,
        "prized": [],
        "players": [_newcomer(each).document() for each in people if has_come(earlier, each)],
    }


def has_come(t: Tournament, entrant: Entrant) -> bool:
    """Whether somebody was there: played or sat out, was checked in, or stayed on a list where nobody is checked in."""
    drawn = (
        round_ for round_ in t.rounds if entrant.number in round_.byes or _seated(round_.tables, entrant)
    )
    return any(drawn) or entrant.arrived or (entrant.present and not t.options.door)


def _seated(tables: Collection[Any], entrant: Entrant) -> bool:
    return any(entrant.number in table.seats for table in tables)


def _newcomer(entrant: Entrant) -> Newcomer:
    keys = NEWCOMER.kinds.keys() - _LATER
    return Newcomer(**{key: getattr(entrant, key) for key in keys})
