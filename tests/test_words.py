"""Every code has a sentence, every sentence its translation, every fault and doubt an example."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from wtforms import FieldList, FormField, HiddenField, SelectMultipleField

from scorekeeper.cards.catalogue import GAMES
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import BAD_JSON, COMMON, read_sentences
from scorekeeper.cards.sheet_file import SHEET_MESSAGES
from tests.codes import Code, Module, codes, mentioned, modules, modules_of
from tests.examples import examples_of
from tests.messages import (
    PACKAGE,
    ROOT,
    WORD,
    sentence_files,
    sentences,
)
from tests.play import houses_of

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
MAKERS = frozenset({"Fault", "Doubt", "refused", "Label"})
RULES = PACKAGE / "cards" / "rules"


def words_in(game: Game) -> Mapping[str, str]:
    """Return all codes with words of a game, from all its files of sentences."""
    files = sentence_files(game.folder).values()
    own = {code: text for sections in files for code, text in sections.get("messages", {}).items()}
    return {**game.words.messages, **own}


def test_a_file_of_sentences_has_the_sections_that_are_read(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text('[messages]\nfin = "Fini."\n[term]\n', encoding="utf-8")
    assert read_sentences(str(tmp_path / "words.py"), "messages", "term") == ({"fin": "Fini."}, {})
    for sections in (("messages", "terms"), ("messages",), ("messages", "term", "settings")):
        with pytest.raises(
            ValueError, match=r"words\.toml: has the sections messages, term instead of messages"
        ):
            read_sentences(str(tmp_path / "words.py"), *sections)


def without_sentence(used: Iterator[Code], catalogue: Mapping[str, str]) -> list[str]:
    """Return the codes in use that have no sentence."""
    return [
        f"{code.place}: {code.pattern}"
        for code in used
        if code.sure and not any(re.fullmatch(code.pattern, known) for known in catalogue)
    ]


@every_game
def test_every_code_of_a_game_has_a_sentence(game: Game) -> None:
    catalogue = {re.escape(code): text for code, text in {**COMMON, **words_in(game)}.items()}
    used = codes(modules_of(game), MAKERS)
    missing = without_sentence(used, {code.replace("\\", ""): text for code, text in catalogue.items()})
    assert missing == [], "these codes have no sentence in words.toml"


def test_every_code_of_the_common_floor_has_a_sentence() -> None:
    shared = tuple(module for module in modules(RULES) if "draw" not in module.path.parts)
    assert without_sentence(codes(shared, MAKERS | {"BadText"}), COMMON) == []
    assert without_sentence(codes(shared, frozenset({"BadJson"})), BAD_JSON) == []


def test_every_code_of_the_sheet_file_has_a_sentence() -> None:
    own = tuple(module for module in modules(PACKAGE) if module.path.parent == PACKAGE)
    assert without_sentence(codes(own, frozenset({"Fault"})), {**COMMON, **SHEET_MESSAGES}) == []


@every_game
def test_no_sentence_of_a_game_is_without_use(game: Game) -> None:
    texts, patterns = mentioned(modules_of(game))
    tallies = {f"tally-{text}" for text in texts}
    # Sentences of settings are found by their codes at run time.
    unused = [
        code
        for code in words_in(game)
        if code not in texts | tallies | {"reglages-usuels"}
        and not code.startswith("reglage-")
        and not any(re.fullmatch(pattern, code) for pattern in patterns)
    ]
    assert unused == [], "nothing says these sentences of words.toml"


def choices_in(schema: Any) -> set[str]:
    """Return the choices that a schema lists."""
    if isinstance(schema, dict):
        own = {word for word in schema.get("enum", ()) if isinstance(word, str)}
        return own.union(*map(choices_in, schema.values()))
    return set[str]().union(*map(choices_in, schema)) if isinstance(schema, list) else set()


@every_game
def test_every_choice_of_a_setting_has_words(game: Game) -> None:
    silent = choices_in(game.rules.SETTINGS.schema()) - set(game.words.terms)
    assert silent == set(), "words.toml has these in its [terms]"


@every_game
def test_a_game_does_not_say_common_codes_in_its_own_way(game: Game) -> None:
    assert set(game.words.messages) & {*COMMON, *SHEET_MESSAGES} == set()


def refusals(game: Game, in_modules: Sequence[Module] | None = None) -> set[str]:
    """Return the codes of the faults and doubts that these modules use; by default, those of the game."""
    asked = (m for m in in_modules or modules_of(game) if not m.path.stem.startswith("words"))
    # Refusals of a whole paper sheet cannot be examples, which are single entries.
    single = [known for known in words_in(game) if not known.startswith("papier-")]
    return {
        known
        for code in codes((*asked,), frozenset({"Fault", "Doubt", "refused"}))
        for known in single
        if (known == code.pattern if code.literal else re.fullmatch(code.pattern, known))
    }


def test_the_codes_of_the_games_are_found_in_their_source() -> None:
    assert sum(len(refusals(game)) for game in GAMES) > 100


MOST_WORDS = 14
"""Most words of a sentence that is read at a table."""
LONGER = {"carte-inconnue"}
"""Codes whose sentences may be longer, as they list the possible values."""


@every_game
def test_a_refusal_is_short_enough_for_a_table(game: Game) -> None:
    long = {}
    for code in refusals(game) - LONGER:
        text = re.sub(r"%\(\w+\)s|\{\w+:([^|{}]*)\|[^{}]*\}", r"\1x", words_in(game)[code])
        most = max(len(re.findall(r"[^\W_][^\s]*", each)) for each in re.split(r"(?<=[.?!])\s", text))
        if most > MOST_WORDS:
            long[code] = most
    assert long == {}, f"say it in {MOST_WORDS} words, or in two sentences"


def shown(game: Game) -> set[str]:
    """Return the codes of the faults and doubts of the game's examples."""
    results = [example.result for example in examples_of(game)]
    return {fault["code"] for each in results for key in ("faults", "doubts") for fault in each.get(key, ())}


def codes_of_messages(game: Game) -> tuple[set[str], set[str]]:
    """Return the codes of all messages in the results of the game's examples, and those whose sentence an example quotes as
    `says`.
    """
    quoted = [
        (message.code, "says" in each.keys) for each in examples_of(game) for message in each.messages()
    ]
    return {code for code, _ in quoted}, {code for code, aloud in quoted if aloud}


@every_game
def test_every_fault_and_doubt_has_an_example(game: Game) -> None:
    """Codes of a family need no example in each of its games."""
    used, own = refusals(game), refusals(game, modules(game.folder))
    assert used
    assert own - shown(game) == set(), "no example of examples.toml is refused or asked about with these"
    assert shown(game) - used <= set(COMMON), "examples name these, and nothing refuses or asks with them"


def test_family_faults_and_doubts_have_an_example_in_a_game() -> None:
    used, proved = (set[str]().union(*map(of, GAMES)) for of in (refusals, shown))
    quoted = set[str]().union(*(codes_of_messages(game)[1] for game in GAMES))
    assert used - proved == set(), "no example of any game proves these"
    assert used - set(COMMON) - quoted == set(), "no example of any game tells these with `says`"


@every_game
def test_every_result_of_an_entry_occurs_in_an_example(game: Game) -> None:
    """Every fault and doubt of the game, every label of a row and every end occurs in the examples."""
    used_codes, quoted = codes_of_messages(game)
    silent = (refusals(game, modules(game.folder)) | used_codes) - set(COMMON) - quoted
    assert silent == set(), "no example of examples.toml tells these with `says`"


def glossary() -> list[str]:
    """Return the code words in the table of docs/words.md."""
    page = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
    table = page.split("| in the code |", 1)[1].split("\n\n", 1)[0]
    firsts = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return [word for first in firsts for word in re.findall(r"`(\w+)`", first)]


def identifiers() -> set[str]:
    """Return every name that the package defines or binds."""
    names = {
        part for module in modules(PACKAGE) for part in module.path.relative_to(PACKAGE).with_suffix("").parts
    }
    for module in modules(PACKAGE):
        for node in ast.walk(module.tree):
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                names.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
            elif isinstance(node, ast.arg):
                names.add(node.arg)
    return names


def test_words_of_the_table_are_names_in_the_code() -> None:
    words, known = glossary(), identifiers()
    assert len(words) > 10
    assert [word for word in words if word not in known] == []


def texts_of(game: Game) -> Iterator[str]:
    """Yield all texts of a game that users see."""
    yield from words_in(game).values()
    yield from game.words.terms.values()
    yield from (game.name, game.tagline, *game.pages.values())
    for setting in game.words.settings.values():
        yield from (setting.label, setting.help)


@every_game
def test_sentences_of_a_game_are_marked_for_translation(game: Game) -> None:
    known = sentences()
    loose = [text for text in texts_of(game) if WORD.search(text) and text not in known]
    assert loose == [], "write N_(…) around these"


@every_game
def test_the_labels_of_a_form_are_marked_for_translation(game: Game) -> None:
    known = sentences()
    for house in houses_of(game):
        form = game.form(None, rules=house.rules, state=house.rules.opening(house.table))
        names = {*house.table.players, *house.table.columns}
        for field in form:
            choices = getattr(field, "choices", None) or ()
            texts = [str(text) for _, text in choices if str(text) not in names]
            if not isinstance(field, (HiddenField, SelectMultipleField, FieldList, FormField)):
                texts.append(str(field.label.text))
            loose = [text for text in texts if WORD.search(text) and text not in known]
            assert loose == [], f"write N_(…) around these, in the field {field.name}"


def test_common_sentences_are_marked_for_translation() -> None:
    known = sentences()
    texts = [*COMMON.values(), *SHEET_MESSAGES.values(), *BAD_JSON.values()]
    assert [text for text in texts if text not in known] == []
