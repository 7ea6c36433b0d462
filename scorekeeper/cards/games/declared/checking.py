"""A definition as it was written in TOML: read, proved by its own examples, and every fault with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from scorekeeper.cards.game_api.words import Words, read_sentences, say
from scorekeeper.cards.games.declared.examples import unproven
from scorekeeper.cards.games.declared.game import MOST_TEXT, declared_of, game_of_definition
from scorekeeper.cards.games.declared.plainer import plainly
from scorekeeper.cards.games.declared.toml_lines import lines_of
from scorekeeper.cards.games.declared.unreadable import not_text, why_unreadable
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.cards.rules.kinds import Json, Unreadable

if TYPE_CHECKING:
    from scorekeeper.cards.game_api.game import Game

DEEPEST_KEYS = 8
"""Most levels in one another."""
(MESSAGES,) = read_sentences(__file__, "messages")
"""Why a definition cannot be, in sentences."""
WORDS = Words(MESSAGES)
_CHAIN = re.compile(r"(?<![\w\"'-])(?:[\w\"'-]++\s*+\.\s*+){20}")
"""A key of very many parts, over which the reader of the standard library would sit for long."""


@dataclass(frozen=True)
class Flaw:
    """Something wrong with a definition."""

    line: int
    """Line of the file, from 1; 0 where the definition is no file."""
    key: str
    """Its place: `champs.0.de`; empty for the file."""
    sentence: str


@dataclass(frozen=True)
class GameVerdict:
    """Verdict on a definition."""

    game: Game | None
    """The game, where nothing is wrong."""
    flaws: tuple[Flaw, ...] = ()
    examples: int = 0
    """Number of examples that were proved."""


def check_text(raw: bytes) -> GameVerdict:
    """Judge the TOML text of a definition: what it says, and whether its examples hold."""
    data = read_text(raw)
    if isinstance(data, GameVerdict):
        return data
    lines = lines_of(raw.decode("utf-8-sig"))
    verdict = check_definition(data)
    flaws = (Flaw(lines.line(flaw.key), flaw.key, flaw.sentence) for flaw in verdict.flaws)
    return GameVerdict(verdict.game, tuple(sorted(flaws, key=lambda flaw: flaw.line)), verdict.examples)


def read_text(raw: bytes) -> dict[str, Any] | GameVerdict:
    """A text of TOML as a plain object, or why it is none."""
    if code := not_text(raw):
        return _refused(1, Fault(code))
    try:
        text = raw[: 4 * MOST_TEXT + 1].decode("utf-8-sig")
    except UnicodeDecodeError:
        return _refused(1, Fault("toml-texte"))
    if len(text) > MOST_TEXT:
        return _refused(1, Fault("toml-grand", "", limite=MOST_TEXT))
    if _CHAIN.search(text):
        return _refused(1, Fault("toml-profond"))
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        return _refused(*why_unreadable(text, str(error)))
    except (RecursionError, ValueError):
        return _refused(1, Fault("toml-profond"))
    return _refused(1, Fault("toml-profond")) if depth_of(data) > DEEPEST_KEYS else data


def taken(raw: bytes, name: str) -> GameVerdict:
    """The verdict on a definition whose name is that of another sort of game."""
    return _refused(lines_of(raw.decode("utf-8-sig")).line("nom"), Fault("nom-livre", "nom", nom=name))


def check_definition(raw: Json) -> GameVerdict:
    """Judge a definition as plain JSON."""
    try:
        game = game_of_definition(raw)
    except Unreadable as unreadable:
        return GameVerdict(None, tuple(flaws_of(unreadable.faults)))
    declared = declared_of(game)
    flaws = tuple(Flaw(0, key, sentence) for key, sentence in unproven(game, declared))
    return GameVerdict(None if flaws else game, flaws, len(declared.spec.exemples))


def flaws_of(faults: Sequence[Fault]) -> list[Flaw]:
    """Faults of a definition, with their sentences."""
    return [Flaw(0, fault.field, say(fault, WORDS, Table())) for fault in plainly(faults)]


def depth_of(data: Any) -> int:
    """Number of levels that are nested, as far as it matters."""
    level, depth = [data], 0
    while level and depth <= DEEPEST_KEYS:
        depth += 1
        level = [
            part
            for each in level
            if isinstance(each, dict | list)
            for part in (each.values() if isinstance(each, dict) else each)
        ]
    return depth


def _refused(line: int, fault: Fault) -> GameVerdict:
    return GameVerdict(None, (Flaw(line, fault.field, say(fault, WORDS, Table())),))
