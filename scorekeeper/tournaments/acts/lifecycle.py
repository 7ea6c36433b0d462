"""Opening a tournament and changing its choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper import catalogue
from scorekeeper.kit.game import Game
from scorekeeper.parties import Author
from scorekeeper.records.chain import canonical
from scorekeeper.records.ledger import transaction
from scorekeeper.records.rows import TournamentRow
from scorekeeper.records.store import Store
from scorekeeper.rules import names
from scorekeeper.rules.contract import Fault, Table
from scorekeeper.rules.kinds import Unreadable, shown
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.acts.desk import (
    TOURNAMENTS,
    Desk,
    TournamentChange,
    conflict,
    not_finished,
    perform,
    plain,
    refusal,
)
from scorekeeper.tournaments.acts.entrants import Newcomer, added, read_players
from scorekeeper.tournaments.fold import Act
from scorekeeper.tournaments.model import Options, Tournament
from scorekeeper.tournaments.options import OPTIONS, resolved

HEADING = ("name", "game", "settings", "players", "seed")
"""Keys of a tournament beside its choices."""
LATER = ("prizes", "bye", "ties", "drop", "rounds", "date", "place", "avoid_clubs")
"""Choices that may still change once a round was drawn."""
MAX_LISTED = 100


@dataclass(frozen=True)
class Heading:
    """What a tournament is, as it was read."""

    name: str
    game: Game
    settings: Mapping[str, Any]
    given: Options
    options: Options
    players: tuple[Newcomer, ...]
    seed: str

    def asked(self) -> dict[str, Any]:
        """It again as a document."""
        return {
            "name": self.name,
            "game": self.game.key,
            "settings": dict(self.settings),
            "options": OPTIONS.write(self.given, Table()),
            "players": [one.document() for one in self.players],
            "seed": self.seed,
        }


def read_heading(raw: Any) -> Heading:
    """Read what a tournament is to be.

    Raises:
        Refused: with every reason.
    """
    raw = plain(raw)
    if not isinstance(raw, dict):
        raise refusal(Fault("objet-attendu"))
    faults = [
        Fault("cle-inconnue", shown(str(key)), {"cle": shown(str(key))})
        for key in raw
        if key not in {*HEADING, *OPTIONS.kinds}
    ]
    name = _name(raw.get("name"), faults)
    unit = _game(raw.get("game"), faults)
    given = _options(raw, faults)
    settings = raw.get("settings", {})
    players, found = read_players(raw.get("players", []), ())
    seed = ""
    if raw.get("seed") is not None:
        seed = _text(raw["seed"], "seed", faults)
    if unit is None or given is None:
        raise refusal(*faults, *found)
    chosen = resolved(unit, given, settings, faults)
    if faults or found:
        raise refusal(*faults, *found)
    return Heading(name, unit, settings, given, chosen, players, seed)


def _name(raw: Any, faults: list[Fault]) -> str:
    if raw is None:
        faults.append(Fault("cle-manquante", "name", {"cle": "name"}))
        return ""
    return _text(raw, "name", faults)


def _text(raw: Any, field: str, faults: list[Fault]) -> str:
    if not isinstance(raw, str):
        faults.append(Fault("texte-attendu", field))
        return ""
    try:
        return names.tidy(raw, names.TITLE_MAX)
    except names.BadText as bad:
        faults.append(Fault(bad.code, field, {"limite": bad.limit}))
        return ""


def _game(raw: Any, faults: list[Fault]) -> Game | None:
    try:
        if isinstance(raw, str):
            return catalogue.game(raw)
    except LookupError:
        pass
    faults.append(Fault("jeu-inconnu", "game", {"jeux": tuple(unit.key for unit in catalogue.GAMES)}))
    return None


def _options(raw: Mapping[str, Any], faults: list[Fault]) -> Options | None:
    try:
        return OPTIONS.read({key: raw[key] for key in raw if key in OPTIONS.kinds}, Table())
    except Unreadable as unreadable:
        faults.extend(unreadable.faults)
        return None


def create(store: Store, document: Any, *, by: Author, uuid: str | None = None) -> Tournament:
    """Open a tournament, with the players that the document brings.

    Args:
        store: the records.
        document: `name`, `game`, and optionally `settings`, `players`, `seed` and every choice of `Options`.
        by: who opens it.
        uuid: makes a second sending harmless.

    Raises:
        Refused: with every reason.
        StorageError: when it could not be written.
    """
    heading = read_heading(document)
    change = TournamentChange(Act.CREATION, heading.asked())
    uuid = None if uuid is None else TOURNAMENTS.uuid_text(uuid)
    with transaction(store, by) as opened:
        known = TOURNAMENTS.opened_before(
            opened,
            uuid,
            lambda event: event.kind == Act.CREATION and fold.asked_of(event) == canonical(change.asked),
        )
        if known is not None:
            return known
        number = opened.session.next_tournament()
        done: dict[str, Any] = {"options": OPTIONS.write_all(heading.options, Table())}
        event = TOURNAMENTS.append(opened, number, change.event(done), uuid)
        desk = Desk(opened, TOURNAMENTS.put(opened, fold.opened(number, event), None))
        if heading.players:
            done = {"players": [fold.entrant_body(one) for one in added(desk.t, heading.players)]}
            desk.write(TournamentChange(Act.INSCRIPTION, {}), done)
        if heading.seed:
            desk.write(TournamentChange(Act.GRAINE, {"seed": heading.seed}))
        return desk.t


def amend(store: Store, number: int, document: Any, *, by: Author, uuid: str | None = None) -> Tournament:
    """Change a tournament's name, settings or choices; the keys that the document has, the others stay.

    Raises:
        Refused: with every reason.
        Conflict: for what no longer changes once a round was drawn.
        Unknown: when there is no such tournament.
        StorageError: when it could not be written.
    """
    document = plain(document)
    if not isinstance(document, dict):
        raise refusal(Fault("objet-attendu"))
    allowed = {"name", "settings", *OPTIONS.kinds}
    unknown = [
        Fault("cle-inconnue", shown(str(key)), {"cle": shown(str(key))})
        for key in document
        if key not in allowed
    ]
    if unknown:
        raise refusal(*unknown)

    def act(desk: Desk) -> Mapping[str, Any]:
        t = desk.t
        not_finished(t)
        if t.draws and not set(document) <= {"name", *LATER}:
            raise conflict(Fault("reglages-figes"))
        standing = OPTIONS.write_all(t.options, Table())
        if "format" in document or "settings" in document or "donnes" in document:
            # What follows from the settings is found anew, unless it is chosen now.
            standing |= {"bye": None, "scale": None}
        if "settings" in document:
            standing["donnes"] = None
        raw = {**standing, **document, "game": t.game.key}
        raw = {"name": t.name, "settings": dict(t.settings), **raw}
        heading = read_heading(raw)
        if heading.options.rounds < len(t.rounds):
            raise conflict(Fault("tours-joues", "rounds", {"joues": len(t.rounds)}))
        return {
            "name": heading.name,
            "settings": dict(heading.settings),
            "options": OPTIONS.write_all(heading.options, Table()),
        }

    return perform(store, number, TournamentChange(Act.REGLAGES, document), by=by, uuid=uuid, act=act)


def list_all(store: Store, *, limit: int = 50, before: int | None = None) -> list[TournamentRow]:
    """Tournaments, the one in which something last happened first; go on with the `last_seq` of the last one."""
    with store.read() as session:
        return session.recent_tournaments(max(1, min(limit, MAX_LISTED)), before)
