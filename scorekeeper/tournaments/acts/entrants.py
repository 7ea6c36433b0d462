"""Who takes part: registering, leaving, coming back, standing in for somebody."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from typing import Any

from scorekeeper.parties import Author
from scorekeeper.records.store import Store
from scorekeeper.rules import names
from scorekeeper.rules.contract import Fault, Table
from scorekeeper.rules.kinds import Text, Unreadable, Whole, shown, within
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.acts.desk import (
    Desk,
    TournamentChange,
    conflict,
    not_finished,
    open_round,
    perform,
    place_of,
    read,
    refusal,
    text_of,
)
from scorekeeper.tournaments.fold import Act
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.options import MAX_ENTRANTS, MAX_TABLES

KEYS = ("name", "club", "apart", "pair", "fixed")
MAX_APART = 20


@dataclass(frozen=True)
class Newcomer:
    """Somebody to be registered."""

    name: str
    club: str = ""
    apart: tuple[str, ...] = ()
    pair: str = ""
    fixed: int | None = None

    def document(self) -> dict[str, Any]:
        """As the API writes it."""
        fixed = True if self.fixed == 0 else self.fixed
        return {**asdict(self), "apart": list(self.apart), "fixed": fixed}


def read_players(raw: Any, known: Iterable[Entrant]) -> tuple[tuple[Newcomer, ...], list[Fault]]:
    """Read a list of people, each a name or an object; the faults' fields begin with `players.` and the place."""
    if not isinstance(raw, list):
        return (), [Fault("liste-attendue", "players")]
    known = tuple(known)
    if len(raw) + len(known) > MAX_ENTRANTS:
        return (), [Fault("trop-de-joueurs", "players", {"limite": MAX_ENTRANTS})]
    taken = {names.key(one.name): one.number for one in known}
    people: list[Newcomer] = []
    faults: list[Fault] = []
    seen: dict[str, int] = {}
    for place, item in enumerate(raw):
        one, found = read_player(item)
        faults += [replace(fault, field=f"players.{place}.{fault.field}".rstrip(".")) for fault in found]
        if one is None:
            continue
        key = names.key(one.name)
        where = f"players.{place}.name"
        if key in taken:
            faults.append(Fault("nom-pris", where, {"nom": one.name, "numero": taken[key]}))
        elif key in seen:
            faults.append(Fault("nom-deux-fois", where, {"nom": one.name, "ligne": seen[key]}))
        else:
            seen[key] = place + 1
            people.append(one)
    return tuple(people), faults


def read_player(raw: Any) -> tuple[Newcomer | None, list[Fault]]:
    """Read one person; the faults' fields are the keys."""
    if isinstance(raw, str):
        raw = {"name": raw}
    if not isinstance(raw, dict):
        return None, [Fault("objet-attendu")]
    faults = [
        Fault("cle-inconnue", shown(str(key)), {"cle": shown(str(key))}) for key in raw if key not in KEYS
    ]
    try:
        name = names.tidy(raw["name"]) if isinstance(raw.get("name"), str) else ""
        if not name:
            faults.append(Fault("nom-attendu", "name"))
    except names.BadText as bad:
        faults.append(Fault(bad.code, "name", {"limite": bad.limit}))
        name = ""
    club = _text(raw.get("club"), "club", faults)
    pair = _text(raw.get("pair"), "pair", faults)
    apart = _apart(raw.get("apart"), faults)
    fixed = read_fixed(raw.get("fixed"), faults)
    return (None, faults) if faults else (Newcomer(name, club, apart, pair, fixed), [])


def _text(raw: Any, field: str, faults: list[Fault]) -> str:
    if raw is None:
        return ""
    if isinstance(raw, (int, Decimal)) and not isinstance(raw, bool):
        raw = str(raw)  # pairs and groups are often numbered
    try:
        return Text(names.NAME_MAX).read(raw, Table())
    except Unreadable as unreadable:
        faults.extend(within(field, unreadable))
        return ""


def _apart(raw: Any, faults: list[Fault]) -> tuple[str, ...]:
    items = raw if isinstance(raw, list) else [] if raw is None or raw == "" else [raw]
    if len(items) > MAX_APART:
        faults.append(Fault("liste-longueur", "apart", {"min": 0, "max": MAX_APART}))
        return ()
    return tuple(text for text in (_text(item, "apart", faults) for item in items) if text)


def read_fixed(raw: Any, faults: list[Fault]) -> int | None:
    """The table somebody keeps: its number, yes for any (0), or nothing."""
    if raw is None or raw is False or raw == "":
        return None
    if raw is True:
        return 0
    try:
        return Whole(1, MAX_TABLES).read(raw, Table())
    except Unreadable:
        faults.append(Fault("table-fixe", "fixed"))
        return None


def added(t: Tournament, people: Sequence[Newcomer]) -> tuple[Entrant, ...]:
    """The people as entrants, with the numbers they will keep."""
    first = len(t.entrants) + 1
    since = len(t.rounds) + 1
    return tuple(
        Entrant(number, one.name, one.club, one.apart, one.pair, one.fixed, since=since)
        for number, one in enumerate(people, first)
    )


def register(store: Store, number: int, players: Any, *, by: Author, uuid: str | None = None) -> Tournament:
    """Register people; they get the next numbers. Those who come late play from the next round that is drawn.

    Args:
        store: the records.
        number: the tournament.
        players: a list of names, or of objects with `name` and optionally `club`, `apart`, `pair`, `fixed`.
        by: who registers them.
        uuid: makes a second sending harmless.

    Raises:
        Refused: with every reason, each with its place in the list; nobody is registered then.
        Conflict: when the tournament is finished.
        Unknown: when there is no such tournament.
        StorageError: when it could not be written.
    """
    # What was asked is compared as it was read, so that a second sending is known when nobody is new any more.
    people, faults = read_players(players, ())
    if faults:
        raise refusal(*faults)
    if not people:
        raise refusal(Fault("liste-vide", "players"))
    asked = {"players": [one.document() for one in people]}

    def act(desk: Desk) -> Mapping[str, Any]:
        not_finished(desk.t)
        _, taken = read_players(players, desk.t.entrants)
        if taken:
            raise refusal(*taken)
        return {"players": [fold.entrant_body(one) for one in added(desk.t, people)]}

    return perform(store, number, TournamentChange(Act.INSCRIPTION, asked), by=by, uuid=uuid, act=act)


def amend_entrant(
    store: Store, number: int, entrant: int, changes: Any, *, by: Author, uuid: str | None = None
) -> Tournament:
    """Put right what is known of somebody: the keys that are given. The number stays.

    Raises:
        Refused: with every reason.
        Unknown: when there is no such tournament or number.
        StorageError: when it could not be written.
    """
    if not isinstance(changes, dict):
        raise refusal(Fault("objet-attendu"))
    one, faults = read_player({"name": "x", **changes})
    if one is None:
        raise refusal(*faults)
    asked = {key: value for key, value in one.document().items() if key in changes}

    def act(desk: Desk) -> Mapping[str, Any]:
        found = desk.t.entrant(entrant)
        after = replace(found, **{key: getattr(one, key) for key in asked})
        for other in desk.t.entrants:
            if other.number != entrant and names.key(other.name) == names.key(after.name):
                raise refusal(Fault("nom-pris", "name", {"nom": after.name, "numero": other.number}))
        return fold.entrant_body(after)

    change = TournamentChange(Act.JOUEUR, asked, f"joueur:{entrant}")
    return perform(store, number, change, by=by, uuid=uuid, act=act)


def withdraw(
    store: Store, number: int, entrant: int, *, by: Author, reason: str = "", uuid: str | None = None
) -> Tournament:
    """Let somebody go: they are left out of every draw to come. The round they are in, if any, they finish.

    Raises:
        Conflict: when they have gone already, or the tournament is finished.
        Unknown: when there is no such tournament or number.
        StorageError: when it could not be written.
    """

    def act(desk: Desk) -> None:
        not_finished(desk.t)
        one = desk.t.entrant(entrant)
        if not one.present:
            raise conflict(Fault("deja-absent", "", {"nom": one.name}))

    change = TournamentChange(Act.RETRAIT, {}, f"joueur:{entrant}", text_of(reason, "reason"))
    return perform(store, number, change, by=by, uuid=uuid, act=act)


def bring_back(store: Store, number: int, entrant: int, *, by: Author, uuid: str | None = None) -> Tournament:
    """Let somebody who had gone play again, from the next round that is drawn.

    Raises:
        Conflict: when they are there, or the tournament is finished.
        Unknown: when there is no such tournament or number.
        StorageError: when it could not be written.
    """

    def act(desk: Desk) -> None:
        not_finished(desk.t)
        one = desk.t.entrant(entrant)
        if one.present:
            raise conflict(Fault("deja-present", "", {"nom": one.name}))

    return perform(
        store, number, TournamentChange(Act.RETOUR, {}, f"joueur:{entrant}"), by=by, uuid=uuid, act=act
    )


def substitute(
    store: Store,
    number: int,
    *,
    round_number: int,
    entrant: int,
    name: str,
    by: Author,
    uuid: str | None = None,
) -> Tournament:
    """Let somebody else play for an entrant in a round; the result is the entrant's, under their number.

    Args:
        store: the records.
        number: the tournament.
        round_number: the round, which must be open.
        entrant: for whom.
        name: who plays; empty when the entrant is back.
        by: who notes it.
        uuid: makes a second sending harmless.

    Raises:
        Refused: for a name that cannot be written, or an entrant who does not play in that round.
        Conflict: when the round is closed.
        Unknown: when there is no such tournament, round or number.
        StorageError: when it could not be written.
    """
    asked = {"number": entrant, "name": text_of(name, "name", names.NAME_MAX)}
    table = next(
        (one.number for one in _round_tables(store, number, round_number) if entrant in one.seats), None
    )
    if table is None:
        raise refusal(Fault("pas-a-cette-table", "number", {"numero": entrant}))

    def act(desk: Desk) -> None:
        one = open_round(desk.t, round_number).table(table)
        if entrant not in one.seats:
            raise refusal(Fault("pas-a-cette-table", "number", {"numero": entrant}))

    change = TournamentChange(Act.REMPLACANT, asked, place_of(round_number, table))
    return perform(store, number, change, by=by, uuid=uuid, act=act)


def _round_tables(store: Store, number: int, round_number: int) -> Iterable[Any]:
    return read(store, number).round(round_number).tables


def look_alikes(entrants: Sequence[Entrant]) -> tuple[tuple[Entrant, Entrant], ...]:
    """Those whose names differ only by accents, case or spelling of the same letters: told, not refused."""
    seen: dict[str, Entrant] = {}
    found = []
    for one in entrants:
        key = skeleton(one.name)
        if key in seen:
            found.append((seen[key], one))
        else:
            seen[key] = one
    return tuple(found)


def skeleton(name: str) -> str:
    """What is left of a name without case, accents and marks."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(sign for sign in plain if sign.isalnum())
