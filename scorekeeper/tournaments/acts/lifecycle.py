"""Opening a tournament and changing its choices."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper import catalogue
from scorekeeper.kit.game import Game
from scorekeeper.parties import Author
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
from scorekeeper.tournaments.acts.entrants import Newcomer, read_players, registered
from scorekeeper.tournaments.fold import Act
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.options import OPTIONS, Options, resolved

KEYS = ("name", "game", "settings", "players", "seed")
"""Keys of a tournament beside its choices."""
LATER = ("prizes", "bye", "ties", "drop", "rounds", "date", "place", "avoid_clubs")
"""Choices that may still change once a round was drawn."""
MAX_LISTED = 100


@dataclass(frozen=True, kw_only=True)
class Opening:
    """What a tournament is opened with, as it was read."""

    name: str
    game: Game
    settings: Mapping[str, Any]
    given: Options
    """The choices that were made."""
    options: Options
    """These, and what the game says where none was made."""
    players: tuple[Newcomer, ...]
    seed: str

    def document(self) -> dict[str, Any]:
        """The document that reads back as this."""
        return {
            "name": self.name,
            "game": self.game.key,
            "settings": dict(self.settings),
            "options": OPTIONS.write(self.given, Table()),
            "players": [person.document() for person in self.players],
            "seed": self.seed,
        }


def read_opening(raw: Any) -> Opening:
    """Read what a tournament is opened with.

    Raises:
        Refused: with every reason.
    """
    raw = plain(raw)
    if not isinstance(raw, dict):
        raise refusal(Fault("objet-attendu"))
    faults = _unknown_keys(raw, {*KEYS, *OPTIONS.kinds})
    if raw.get("name") is None:
        faults.append(Fault("cle-manquante", "name", {"cle": "name"}))
    name = _text(raw.get("name"), "name", faults)
    game = _game(raw.get("game"), faults)
    given = _options(raw, faults)
    settings = raw.get("settings", {})
    players, wrong = read_players(raw.get("players", []), ())
    seed = _text(raw.get("seed"), "seed", faults)
    if game is None or given is None:
        raise refusal(*faults, *wrong)
    options = resolved(game, given, settings, faults)
    if faults or wrong:
        raise refusal(*faults, *wrong)
    return Opening(
        name=name, game=game, settings=settings, given=given, options=options, players=players, seed=seed
    )


def _unknown_keys(raw: Mapping[str, Any], known: Collection[str]) -> list[Fault]:
    unknown = [shown(str(key)) for key in raw if key not in known]
    return [Fault("cle-inconnue", key, {"cle": key}) for key in unknown]


def _text(raw: Any, field: str, faults: list[Fault]) -> str:
    if raw is None:
        return ""
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
    faults.append(Fault("jeu-inconnu", "game", {"jeux": tuple(game.key for game in catalogue.GAMES)}))
    return None


def _options(raw: Mapping[str, Any], faults: list[Fault]) -> Options | None:
    try:
        return OPTIONS.read({key: raw[key] for key in raw if key in OPTIONS.kinds}, Table())
    except Unreadable as unreadable:
        faults.extend(unreadable.faults)
        return None


def create(store: Store, document: Any, *, by: Author, uuid: str | None = None) -> Tournament:
    """Open a tournament, with the players that the document brings.

    It has `name`, `game`, and optionally `settings`, `players`, `seed` and every choice of `Options`.

    Raises:
        Refused: with every reason.
    """
    opening = read_opening(document)
    change = TournamentChange(Act.CREATION, opening.document())
    uuid = None if uuid is None else TOURNAMENTS.uuid_text(uuid)
    with transaction(store, by) as opened:
        known = TOURNAMENTS.opened_before(opened, uuid, change.is_content_of)
        if known is not None:
            return known
        number = opened.session.next_tournament()
        done = {"options": OPTIONS.write_all(opening.options, Table())}
        event = TOURNAMENTS.append(opened, number, change.event(done), uuid)
        desk = Desk(opened, TOURNAMENTS.put(opened, fold.opened(number, event), None))
        if opening.players:
            desk.write(TournamentChange(Act.INSCRIPTION), registered(desk.t, opening.players))
        if opening.seed:
            desk.write(TournamentChange(Act.GRAINE, {"seed": opening.seed}))
        return desk.t


def amend(store: Store, number: int, document: Any, *, by: Author, uuid: str | None = None) -> Tournament:
    """Change a tournament's name, settings or choices: those of the keys that the document has.

    Raises:
        Refused: with every reason.
        Conflict: for what no longer changes once a round was drawn.
    """
    document = plain(document)
    if not isinstance(document, dict):
        raise refusal(Fault("objet-attendu"))
    unknown = _unknown_keys(document, {"name", "settings", *OPTIONS.kinds})
    if unknown:
        raise refusal(*unknown)

    def act(desk: Desk) -> Mapping[str, Any]:
        t = desk.t
        not_finished(t)
        if t.draws and not set(document) <= {"name", *LATER}:
            raise conflict(Fault("reglages-figes"))
        current = OPTIONS.write_all(t.options, Table())
        if "format" in document or "settings" in document or "donnes" in document:
            # What follows from the settings is computed anew, unless it is chosen now.
            current |= {"bye": None, "scale": None}
        if "settings" in document:
            current["donnes"] = None
        current |= {"name": t.name, "settings": dict(t.settings)}
        opening = read_opening({**current, **document, "game": t.game.key})
        if opening.options.rounds < len(t.rounds):
            raise conflict(Fault("tours-joues", "rounds", {"joues": len(t.rounds)}))
        options = OPTIONS.write_all(opening.options, Table())
        return {"name": opening.name, "settings": opening.settings, "options": options}

    return perform(store, number, Act.REGLAGES, act, asked=document, by=by, uuid=uuid)


def list_all(store: Store, *, limit: int = 50, before: int | None = None) -> list[TournamentRow]:
    """Tournaments, the one in which something last happened first; go on with the `last_seq` of the last one."""
    with store.read() as session:
        return session.recent_tournaments(max(1, min(limit, MAX_LISTED)), before)
