"""The games of a house: games it declared, named settings, and the worth of a point.

A declared game is stored as its source and as the packed definition; each sheet stores its own game and settings.
"""

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import Words, money, read_sentences
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Rules, Table
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import EntryFault
from scorekeeper.cards.rules.stakes import balances, payments
from scorekeeper.errors import Refused, Unknown
from scorekeeper.i18n import N_, gettext
from scorekeeper.parties.fold import plain
from scorekeeper.parties.model import Partie
from scorekeeper.records.event_log import canonical
from scorekeeper.records.rows import HouseGameRow
from scorekeeper.records.store import Store

(_MESSAGES,) = read_sentences(__file__, "messages")
WORDS = Words(_MESSAGES)
MOST_SETTINGS = 60
"""Most named settings of one game."""
OWES = N_("%(debiteur)s {debiteur:doit|doivent} %(somme)s à %(creancier)s.")
MOST_CENTS = 10_000
"""Highest worth of a point, in cents."""


def house_games(store: Store) -> list[tuple[Game, str]]:
    """Return the declared games of this house, by name, each with its source."""
    with store.read() as session:
        rows = session.house_games()
    games = []
    for row in rows:
        # A damaged row must not hide the others.
        with contextlib.suppress(ValueError):
            games.append((catalogue.game(row.key, row.definition), row.source))
    return sorted(games, key=lambda each: names.casefold(each[0].name))


def all_games(store: Store) -> Sequence[Game]:
    """Return the games of the catalogue and those declared by this house."""
    return (*catalogue.GAMES, *declared_games(store))


def declared_games(store: Store) -> list[Game]:
    """Return the games declared by this house."""
    return [game for game, _ in house_games(store)]


def game_named(store: Store, key: str) -> Game:
    """Return the game of this key, from the catalogue, this house, or the last sheet with it. Raises `Unknown`."""
    if not key.startswith(catalogue.PREFIX):
        return catalogue.game(key)
    with store.read() as session:
        definition = session.definition_of(key)
    if not definition:
        raise Unknown(key)
    return catalogue.game(key, definition)


def games_among(store: Store, keys: Iterable[str]) -> list[Game]:
    """Return the games of these keys: those of the catalogue in its order, then declared ones by name. Unknown keys are left out."""
    wanted = {*keys}
    declared = []
    for key in wanted:
        if key.startswith(catalogue.PREFIX):
            with contextlib.suppress(Unknown, ValueError):
                declared.append(game_named(store, key))
    named = sorted(declared, key=lambda game: names.casefold(game.name))
    return [*(game for game in catalogue.GAMES if game.key in wanted), *named]


def keep_house_game(store: Store, game: Game, source: str) -> None:
    """Store a checked game, replacing one with the same key. Existing sheets keep the game that they were opened with."""
    with store.write() as session:
        session.put_house_game(HouseGameRow(game.key, source, catalogue.pack(game)))


def remove_house_game(store: Store, key: str) -> None:
    """Remove a declared game. Existing sheets of it stay playable. Raises `Unknown`."""
    with store.write() as session:
        if all(row.key != key for row in session.house_games()):
            raise Unknown(key)
        session.remove_house_game(key)


@dataclass(frozen=True)
class KeptSettings:
    """Settings stored under a name."""

    number: int
    name: str
    rules: Rules[Any, Any]


def kept_settings(store: Store, game: Game) -> tuple[KeptSettings, ...]:
    """Return the stored settings of a game, by name; unreadable ones are left out."""
    if not game.rules.NAMED_BY:
        return ()
    with store.read() as session:
        rows = session.saved_settings(game.key)
    known = []
    for row in sorted(rows, key=lambda row: names.alphabetical(row.name)):
        with contextlib.suppress(Unreadable, ValueError):
            rules = game.rules.SETTINGS.read(plain(row.settings), Table())
            known.append(KeptSettings(row.id, row.name, rules))
    return tuple(known)


def keep_settings(store: Store, game: Game, rules: Rules[Any, Any], *, over: bool = False) -> str:
    """Store settings under the name in them, and return the name. `over` replaces those of the same name.

    Raises `Refused` when the settings have no name, the name is taken, or there are `MOST_SETTINGS` already.
    """
    field = f"settings.{rules.NAMED_BY}"
    name: str = getattr(rules, rules.NAMED_BY)
    if not name:
        raise _refusal(Fault("jeu-sans-nom", field))
    settings = canonical(rules.SETTINGS.write_all(rules, Table()))
    with store.write() as session:
        rows = session.saved_settings(game.key)
        same = next((row for row in rows if row.key == names.casefold(name)), None)
        if same and not over and (same.name, same.settings) != (name, settings):
            raise _refusal(Fault("jeu-deja-garde", field, {"nom": same.name}))
        if same is None and len(rows) >= MOST_SETTINGS:
            raise _refusal(Fault("trop-de-jeux", field, {"limite": MOST_SETTINGS}))
        session.put_settings(game.key, name, names.casefold(name), settings)
    return name


def drop_settings(store: Store, game: Game, number: int) -> None:
    """Delete stored settings; sheets opened with them are unchanged."""
    with store.write() as session:
        session.remove_settings(game.key, number)


def _refusal(fault: Fault) -> Refused:
    return Refused([EntryFault(None, fault)], WORDS, Table())


def worth(store: Store, game: Game) -> int | None:
    """Return how much a point of a game costs in this house, in cents; `None` when the game is not played for stakes."""
    with store.read() as session:
        return session.worth(game.key)


def keep_worth(store: Store, game: Game, cents: int | None) -> None:
    """Store how much a point costs, from 1 to `MOST_CENTS` cents; `None` for no stakes."""
    with store.write() as session:
        session.put_worth(game.key, cents)


def payment_sentences(partie: Partie, cents: int) -> tuple[str, ...]:
    """Return the payments that settle a partie, as sentences; the last one names the way of counting."""
    names, sheet = partie.table.columns, partie.sheet
    debts = (
        gettext(
            OWES,
            debiteur=names[each.debtor],
            somme=money(each.points * cents, "").strip(),
            creancier=names[each.creditor],
        )
        for each in payments(balances(sheet.totals, sheet.rules.wins))
    )
    if sum(sheet.totals) == 0:
        return (*debts, gettext("Chacun règle son total."))
    return (*debts, gettext("Chacun règle avec chacun la différence des totaux."))
