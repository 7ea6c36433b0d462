"""Settings that the house keeps under a name, to open sheets with. A sheet carries its settings itself."""

import contextlib
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import Words, read_sentences
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Rules, Table
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.errors import Refused
from scorekeeper.parties.fold import plain
from scorekeeper.records.chain import canonical
from scorekeeper.records.store import Store

(_MESSAGES,) = read_sentences(__file__, "messages")
WORDS = Words(_MESSAGES)
MOST = 60
"""Sets of settings of a game."""


@dataclass(frozen=True)
class KeptSettings:
    """Settings under the name that they carry."""

    number: int
    name: str
    rules: Rules[Any, Any]


def kept_settings(store: Store, game: Game) -> tuple[KeptSettings, ...]:
    """Settings that the house keeps of a game, by name; without those that cannot be read any more."""
    if not game.rules.NAMED_BY:
        return ()
    with store.read() as session:
        rows = session.saved_settings(game.key)
    known = []
    for row in sorted(rows, key=lambda row: names.alphabetical(row.name)):
        with contextlib.suppress(Unreadable, ValueError):
            known.append(
                KeptSettings(row.id, row.name, game.rules.SETTINGS.read(plain(row.settings), Table()))
            )
    return tuple(known)


def keep(store: Store, game: Game, rules: Rules[Any, Any], *, over: bool = False) -> str:
    """Keep settings under the name in them, which is returned; `over` those that have the name already.

    Raises `Refused` for settings without a name, for a name that is taken, and where there are too many.
    """
    field = f"settings.{rules.NAMED_BY}"
    name: str = getattr(rules, rules.NAMED_BY)
    if not name:
        raise _refusal(Fault("jeu-sans-nom", field))
    settings = canonical(rules.SETTINGS.write_all(rules, Table()))
    with store.write() as session:
        rows = session.saved_settings(game.key)
        same = next((row for row in rows if row.key == names.key(name)), None)
        if same and not over and (same.name, same.settings) != (name, settings):
            raise _refusal(Fault("jeu-deja-garde", field, {"nom": same.name}))
        if same is None and len(rows) >= MOST:
            raise _refusal(Fault("trop-de-jeux", field, {"limite": MOST}))
        session.put_settings(game.key, name, names.key(name), settings)
    return name


def drop(store: Store, game: Game, number: int) -> None:
    """Forget settings; sheets that were opened with it keep their settings."""
    with store.write() as session:
        session.remove_settings(game.key, number)


def _refusal(fault: Fault) -> Refused:
    return Refused([EntryFault(None, fault)], WORDS, Table())
