"""A declared game as the catalogue knows the others: made from its definition, once for each text of one."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

from scorekeeper.games.maison.examples import entry_for
from scorekeeper.games.maison.form import form_of
from scorekeeper.games.maison.rules import HouseRules, rules_of
from scorekeeper.games.maison.rules.declared import Declared, read_declared
from scorekeeper.games.maison.rules.definition import FieldSpec, Genre, LineWord, StandsOn
from scorekeeper.games.maison.tournament import traits_of
from scorekeeper.games.maison.words import HouseWording
from scorekeeper.i18n import N_
from scorekeeper.kit.game import EntryWord, Game
from scorekeeper.rules.contract import Fault, Rules, State, Table, expect
from scorekeeper.rules.kinds import Json, Unreadable

TAGLINE = N_("un jeu de la maison")
MOST_TEXT = 40_000
"""Longest definition, in characters."""
KEPT = 100
"""Games that are kept ready."""


@lru_cache(KEPT)
def game_of_packed(packed: str) -> Game:
    """The game of a definition as the log keeps it. Raises `Unreadable`, `ValueError` or `zlib.error` where it is damaged."""
    inflater = zlib.decompressobj()
    text = inflater.decompress(base64.urlsafe_b64decode(packed), 4 * MOST_TEXT)
    return _made(text.decode())


def pack(game: Game) -> str:
    """The definition of a declared game as the log keeps it, empty for another game. No name of a person is found in it, which
    the log would put a number for: the definition of a sheet stays as it is, also when somebody is forgotten.
    """
    return (
        base64.urlsafe_b64encode(zlib.compress(game.definition.encode(), 9)).decode()
        if game.definition
        else ""
    )


def game_of_definition(raw: Json) -> Game:
    """The game of a definition. Raises `Unreadable` with every reason."""
    text = text_of(read_declared(raw).document)
    if len(text) > MOST_TEXT:
        raise Unreadable(Fault("toml-grand", "", limite=MOST_TEXT))
    return _made(text)


def text_of(document: Mapping[str, Any]) -> str:
    """A definition as it is kept."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@lru_cache(KEPT)
def _made(text: str) -> Game:
    declared = read_declared(json.loads(text))
    wording, spec = HouseWording(declared), declared.spec
    return Game(
        key=declared.key,
        name=spec.nom,
        tagline=spec.resume or TAGLINE,
        entry_word=EntryWord.DONNE if spec.ligne is LineWord.DONNE else EntryWord.MANCHE,
        rules=rules_of(declared),
        wording=wording,
        form=form_of(declared, wording.WORDS),
        demo=plausible_entry,
        tournament=traits_of(declared),
        definition=text,
    )


def declared_of(game: Game) -> Declared:
    """The definition behind a declared game."""
    rules: Any = game.rules
    declared: Declared = rules.DECLARED
    return declared


def plausible_entry(rng: Random, rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """A line as an example of the definition has it, where one is for as many columns; any other values otherwise."""
    declared, table = expect(HouseRules, rules).DECLARED, state.table
    fitting = [
        example
        for example in declared.spec.exemples
        if example.marque is not None and len(example.joueurs) == len(table.players)
    ]
    if fitting:
        example = rng.choice(fitting)
        return entry_for(declared, example, example.saisie, table.players)
    columns = "AB" if table.camps else table.players
    return {
        spec.cle: {name: _value(rng, spec, table) for name in columns}
        if spec.sur is StandsOn.COLONNE
        else _value(rng, spec, table)
        for spec in declared.spec.champs
    }


def _value(rng: Random, spec: FieldSpec, table: Table) -> Any:
    if spec.genre is Genre.OUI_NON:
        return rng.random() < 1 / 2
    if spec.genre is Genre.JOUEUR:
        return rng.choice(table.present)
    return rng.choice([*(spec.choix or {})]) if spec.genre is Genre.CHOIX else rng.randint(*spec.bounds)
