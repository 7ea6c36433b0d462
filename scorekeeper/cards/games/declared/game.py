"""Game records of declared games, built from their definitions and cached by definition."""

import base64
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from importlib import import_module
from random import Random
from typing import Any

from scorekeeper.cards.game_api.examples import Example
from scorekeeper.cards.game_api.game import EntryWord, Game, TournamentTraits
from scorekeeper.cards.games.declared.rules import HouseRules, HouseState, rules_of
from scorekeeper.cards.games.declared.rules.declared import Declared, read_declared
from scorekeeper.cards.games.declared.rules.definition import (
    MOST_TOURNAMENT_LINES,
    ExampleSpec,
    FieldScope,
    FieldSpec,
    Genre,
)
from scorekeeper.cards.games.declared.rules.entry import CASE, POINTS, QUI
from scorekeeper.cards.games.declared.rules.grid import GridRules
from scorekeeper.cards.games.declared.sheet import sheet as paper_sheet
from scorekeeper.cards.games.declared.words import GridWording, HouseWording
from scorekeeper.cards.rules.contract import Fault, Rules, State, Table, expect
from scorekeeper.cards.rules.kinds import Json, Unreadable
from scorekeeper.i18n import N_

TAGLINE = N_("un jeu de la maison")
MOST_TEXT = 40_000
CROSSED = 0.15
"""Share of the cells that a demonstration crosses out."""
KEPT = 100


@lru_cache(KEPT)
def game_of_packed(packed: str) -> Game:
    """Return the game of a packed definition. Raises `Unreadable`, `ValueError` or `zlib.error` if the text is damaged."""
    inflater = zlib.decompressobj()
    text = inflater.decompress(base64.urlsafe_b64decode(packed), 4 * MOST_TEXT)
    return _made(text.decode())


def pack(game: Game) -> str:
    """Return the definition of a declared game as compressed text for the log; empty for another game.

    The log replaces people's names in its texts; in the compressed text it finds none. So erasing a person does not change
    the definition of a sheet.
    """
    packed = zlib.compress(game.definition.encode(), 9) if game.definition else b""
    return base64.urlsafe_b64encode(packed).decode()


def game_of_definition(raw: Json) -> Game:
    """Return the game of a definition, which is stored as canonical JSON. Raises `Unreadable` with every fault."""
    document = read_declared(raw).document
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    if len(text) > MOST_TEXT:
        raise Unreadable(Fault("toml-grand", "", limite=MOST_TEXT))
    return _made(text)


@lru_cache(KEPT)
def _made(text: str) -> Game:
    declared = read_declared(json.loads(text))
    spec = declared.spec
    wording = (GridWording if spec.grid else HouseWording)(declared)
    return Game(
        key=spec.key,
        name=spec.nom,
        tagline=spec.resume or TAGLINE,
        entry_word=EntryWord(spec.ligne),
        rules=rules_of(declared, GridRules if spec.grid else HouseRules),
        wording=wording,
        make_form=lambda: import_module(f"{__package__}.form").form_of(declared, wording.WORDS),
        demo=plausible_entry,
        tournament=traits_of(declared),
        sheet=None if spec.grid else paper_sheet,
        definition=text,
    )


def declared_of(game: Game) -> Declared:
    """Return the definition of a declared game."""
    rules: Any = game.rules
    declared: Declared = rules.DECLARED
    return declared


def entry_for(
    declared: Declared, example: ExampleSpec, raw: Mapping[str, Any], players: Sequence[str]
) -> dict[str, Any]:
    """Return an entry of an example as the rules read it, with these players' names.

    A list of values by column becomes a mapping; a list of the wrong length stays as it is.
    """
    seats = dict(zip(example.joueurs, players, strict=False))
    columns = Table(tuple(players), declared.camps).keys
    fields = {spec.cle: spec for spec in declared.spec.champs}
    entry: dict[str, Any] = {}
    for key, value in raw.items():
        spec = fields.get(key)
        wide = spec is not None and spec.sur is FieldScope.COLONNE
        somebody = key != CASE if spec is None else spec.genre is Genre.JOUEUR
        if wide and isinstance(value, list) and len(value) == len(columns):
            entry[key] = dict(zip(columns, value, strict=True))
        elif wide and isinstance(value, dict):
            entry[key] = {seats.get(name, name): item for name, item in value.items()}
        else:
            entry[key] = seats.get(value, value) if somebody and isinstance(value, str) else value
    return entry


def shown_examples(game: Game) -> tuple[Example, ...]:
    """Return all examples of a declared game, for its help page."""
    declared = declared_of(game)
    return tuple(
        Example(
            example.nom,
            "",
            {
                "help": True,
                "players": list(example.joueurs),
                "settings": dict(example.reglages or {}),
                "before": [entry_for(declared, example, raw, example.joueurs) for raw in example.avant],
                "entry": entry_for(declared, example, example.saisie, example.joueurs),
                **({} if example.marque is None else {"scores": list(example.marque)}),
            },
        )
        for example in declared.spec.exemples
    )


def plausible_entry(rng: Random, rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """Return the entry of a random example for as many players; random values if there is none. In a grid, an open cell."""
    declared, table = expect(HouseRules, rules).DECLARED, state.table
    if isinstance(rules, GridRules):
        return _plausible_cell(rng, rules, expect(HouseState, state))
    fitting = [
        example
        for example in declared.spec.exemples
        if example.marque is not None and len(example.joueurs) == len(table.players)
    ]
    if fitting:
        example = rng.choice(fitting)
        return entry_for(declared, example, example.saisie, table.players)
    return {
        spec.cle: {name: _value(rng, spec, state) for name in table.keys}
        if spec.sur is FieldScope.COLONNE
        else _value(rng, spec, state)
        for spec in declared.spec.champs
    }


def _plausible_cell(rng: Random, rules: GridRules, state: HouseState) -> dict[str, Any]:
    """Return an entry for a random open cell of the next column, mostly not crossed out, with its required fields."""
    spec, table = rules.DECLARED.spec, state.table
    column = rules.next_column(state) or 0
    case = rng.choice(rules.open_rows(state, column) or spec.cases)
    points = 0 if rng.random() < CROSSED else rng.choice(case.listed)
    beside = {field.cle: _value(rng, field, state) for field in spec.champs if field.needed}
    return {QUI: table.keys[column], CASE: case.cle, POINTS: points, **beside}


def _value(rng: Random, spec: FieldSpec, state: State) -> Any:
    table = state.table
    if spec.genre is Genre.OUI_NON:
        return rng.random() < 1 / 2
    if spec.genre is Genre.JOUEUR:
        return rng.choice(table.present)
    if spec.genre is Genre.CAMP:
        return rng.choice(table.keys)
    if spec.genre is Genre.CHOIX:
        return rng.choice([*(spec.choix or {})])
    least, most = spec.span(state.rang + 1, table.seats)
    return rng.choice(range(-(-least // spec.pas) * spec.pas, most + 1, spec.pas))


def traits_of(declared: Declared) -> TournamentTraits:
    """Return the tournament traits of a declared game."""
    spec = declared.spec
    own = spec.tournoi.lignes
    usual = own or spec.fin.lignes
    counted = usual is not None and usual <= MOST_TOURNAMENT_LINES
    least = [formula.least for formula in (*declared.points, *declared.bonuses)]
    least += [case.bounds[0] for case in spec.cases]
    return TournamentTraits(
        # All tables play the same number of lines, so the target must not end a partie early.
        settings={"objectif": None} if own is not None and spec.fin.total is not None else {},
        donnes="lignes" if counted else "",
        usual_donnes=usual if usual is not None and counted else 1,
        least=0 if min(least) >= 0 else None,
        bye=partial(worth_of_bye, declared),
    )


def worth_of_bye(declared: Declared, rules: HouseRules) -> int:
    """Return the points of a bye: those of the definition, in proportion to the number of lines.

    Without them, the first that is known: half of the target; half of the highest sum of the cells of a grid; the mean score of
    the examples times the number of lines; the mean total of the examples with winners. The points are not simply 0, which
    would be the best result where the lowest total wins.
    """
    spec = declared.spec
    usual, lines, target = spec.tournoi.lignes or spec.fin.lignes, rules.most_lines, rules.target
    if spec.tournoi.exempt is not None:
        return spec.tournoi.exempt * lines // usual if lines and usual else spec.tournoi.exempt
    if target is not None:
        return target // 2
    if spec.grid:
        return sum(case.bounds[1] for case in spec.cases) // 2
    if lines is not None:
        return _mean(example.marque for example in spec.exemples) * lines
    return _mean(example.totaux for example in spec.exemples if example.gagne)


def _mean(rows: Iterable[Sequence[int] | None]) -> int:
    figures = [figure for row in rows if row is not None for figure in row]
    return sum(figures) // len(figures) if figures else 0
