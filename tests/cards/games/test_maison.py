"""Declared games: the shipped examples are played, and impossible definitions are refused in a sentence."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.declared.checking import GameVerdict
from scorekeeper.cards.games.declared.form import HouseForm
from scorekeeper.cards.rules.changes import TableChange, seated
from scorekeeper.cards.rules.contract import Table, expect
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import Replay, replay
from scorekeeper.i18n import speaking
from tests.examples import DECLARED, Example, examples_of, plain
from tests.messages import ROOT
from tests.play import demonstrated, filled

FOLDER = ROOT / "examples" / "jeux"
FILES = sorted(FOLDER.glob("*.toml"))
THREE = Table(("Anne", "Bruno", "Chloé"))
SIMPLE_UNO = Path(__file__).with_name("simple_uno.toml").read_text(encoding="utf-8")


def text(name: str) -> str:
    return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")


@cache
def shipped(name: str) -> Game:
    return made(text(name))


def made(toml: str) -> Game:
    verdict = checked(toml)
    assert verdict.flaws == ()
    assert verdict.game is not None
    return verdict.game


def parsed_again(name: str) -> Game:
    """Parse a shipped game again: those parsed at import are not affected by mutants."""
    return made(text(name).replace('resume = "', 'resume = "Ici : ', 1))


def checked(toml: str) -> GameVerdict:
    with speaking("fr"):
        return catalogue.check_text(toml.encode())


def played(game: Game, table: Table, *lines: dict[str, Any]) -> Replay:
    rules = game.rules()
    entries = [rules.ENTRY.read(line, table) for line in lines]
    return replay(rules, table, enumerate(entries, 1))


def by_name(table: Table, *values: Any) -> dict[str, Any]:
    return dict(zip(table.columns, values, strict=True))


def messages(game: Game, sheet: Replay) -> list[str]:
    with speaking("fr"):
        return [plain(message_of(item.fault, game.words, sheet.table)) for item in sheet.faults]


# The shipped ones.


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_examples_of_a_shipped_game_hold(path: Path) -> None:
    verdict = checked(path.read_text(encoding="utf-8"))
    assert verdict.flaws == ()
    assert verdict.examples >= 3


def test_eight_games_are_shipped() -> None:
    keys = {shipped(path.stem).key for path in FILES}
    assert keys >= {
        *("maison-rami", "maison-uno", "maison-6-qui-prend"),
        *("maison-molkky", "maison-skyjo", "maison-phase-10", "maison-yams", "maison-yatzy"),
    }


EXAMPLES = [example for game in DECLARED for example in examples_of(game)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_form_opens_with_an_example_that_the_schema_accepts(example: Example) -> None:
    sheet, entry = example.sheet(), dict(example.entry or {})
    record = sheet.rules.ENTRY
    form = filled(example.game, sheet.rules, sheet.state, entry)
    good = form.validate()
    assert record.read(form.payload(), sheet.table) == record.read(entry, sheet.table)
    assert (form.line is None) == bool(form.faults)
    assert good == (form.line is not None and not form.unconfirmed)
    for table in (None, sheet.table):
        schema = record.schema(table)
        Draft202012Validator.check_schema(schema)
        assert not list(Draft202012Validator(schema).iter_errors(entry))
    read = record.read(entry, sheet.table)
    assert record.read(record.write(read, sheet.table), sheet.table) == read
    assert record.read(record.write_all(read, sheet.table), sheet.table) == read


@pytest.mark.parametrize("name", ["skyjo", "six-qui-prend"])
def test_a_demonstration_stops_where_the_partie_ends(name: str) -> None:
    game, table = shipped(name), Table(("Zoé", "Yann", "Xavier"))
    entries = demonstrated(game, table, lines=20)["entries"]
    assert 0 < len(entries) < 20
    assert played(game, table, *entries).outcome is not None
    assert played(game, table, *entries[:-1]).outcome is None


@pytest.mark.parametrize(
    ("name", "line", "number", "reason"),
    [
        ("uno", {"cartes": {"Anne": 0, "Bruno": 250, "Chloé": 250}}, 1, "Le total de 500 est atteint."),
        (
            "papayoo",
            {"points": {"Anne": 0, "Bruno": 125, "Chloé": 125}},
            5,
            "Partie finie : 5 donnes.",
        ),
    ],
)
def test_reason_of_the_end_is_stated(name: str, line: dict[str, Any], number: int, reason: str) -> None:
    game = shipped(name)
    sheet = played(game, THREE, *[line] * number)
    assert sheet.faults == ()
    assert sheet.outcome is not None
    with speaking("fr"):
        assert plain(message_of(sheet.outcome.reason, game.words, THREE)) == reason


def test_molkky_falls_back_to_25_and_ends_at_50() -> None:
    game = shipped("molkky")
    table = Table(("Anne", "Bruno"))
    throws = [(12, 0), (12, 6), (12, 0), (12, 0), (3, 5), (12, 1), (12, 1), (1, 1)]
    sheet = played(game, table, *({"quilles": by_name(table, *pair)} for pair in throws))
    assert [marked.after.totals[0] for marked in sheet.marked] == [12, 24, 36, 48, 25, 37, 49, 50]
    assert sheet.outcome is not None
    assert sheet.outcome.winners == (0,)
    with speaking("fr"):
        assert message_of(sheet.outcome.reason, game.words, table) == "Le total de 50 est atteint."
        progress = [plain(message_of(label, game.words, table)) for label in game.wording.progress(sheet)]
    assert progress == ["jusqu’à 50", "Jets manqués de suite : Anne 0, Bruno 0"]


def test_check_names_its_columns_beside_their_field() -> None:
    game = shipped("phase-10")
    entry = {"cartes": by_name(THREE, 0, 5, 0), "posee": {"Anne": True}}
    sheet = played(game, THREE, entry)
    assert [(item.fault.code, item.fault.field) for item in sheet.faults] == [
        ("refus-0", "cartes.Chloé"),
        ("refus-2", "cartes.Bruno"),
    ]
    assert messages(game, sheet)[0] == "Chloé : on ne pose sa dernière carte qu’après sa phase."
    assert messages(shipped("rami"), played(shipped("rami"), THREE, {"main": by_name(THREE, 0, 0, 5)})) == [
        "Une personne, et une seule, a tout posé : elle a 0 (il y en a 2, Anne et Bruno, au lieu d’un seul)."
    ]


def test_empty_lines_of_the_help_are_left_out() -> None:
    first = "À la fin de la manche, chacun compte"
    help_, same = (
        made(text("uno").replace(first, lines + first)).rules.DECLARED.spec.aide  # type: ignore[attr-defined]
        for lines in ("\n  Un.\n\n", "Un.\n")
    )
    assert help_ == same
    assert help_.splitlines()[0] == "Un."


def test_a_column_that_was_left_out_is_asked_for() -> None:
    game = shipped("uno")
    sheet = played(game, THREE, {"cartes": {"Bruno": 3}})
    assert [(item.fault.code, item.fault.field) for item in sheet.faults] == [
        ("champ-manquant", "cartes.Anne")
    ]
    assert messages(game, sheet) == ["« Cartes en main » : à remplir pour Anne et Chloé."]


@pytest.mark.parametrize(
    ("raw", "code", "field"),
    [
        ({"cartes": None, "ferme": "Anne"}, "objet-attendu", "cartes"),
        ({"cartes": {"Anne": 1, "Bruno": 2, "Chloé": 3}, "ferme": None}, "nom-attendu", "ferme"),
    ],
)
def test_required_value_is_not_null(raw: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parsed_again("skyjo").rules.ENTRY.read(raw, THREE)
    assert [(fault.code, fault.field) for fault in caught.value.faults] == [(code, field)]


@pytest.mark.parametrize(("name", "setting"), [("canasta", "objectif"), ("papayoo", "lignes")])
def test_the_only_end_of_a_game_is_not_left_out(name: str, setting: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parsed_again(name).rules.SETTINGS.read({setting: None}, Table())
    assert [(fault.code, fault.field) for fault in caught.value.faults] == [("nombre-entier", setting)]
    # A tournament of Uno plays a number of lines instead.
    assert shipped("uno").rules.SETTINGS.read({"objectif": None, "lignes": 8}, Table())


def test_absent_player_scores_nothing_and_cannot_win() -> None:
    game = shipped("skyjo")
    rules = game.rules()
    seating = seated(THREE, [TableChange(after=1, players=("Bruno", "Chloé"))])
    first = rules.ENTRY.read({"cartes": by_name(THREE, 1, 20, 30), "ferme": "Anne"}, THREE)
    later = {"cartes": {"Bruno": 60, "Chloé": 10}, "ferme": "Bruno"}
    second = rules.ENTRY.read(later, seating.at(2))
    sheet = replay(rules, seating, [(1, first), (2, second)])
    assert sheet.faults == ()
    assert sheet.marked[1].row.scores == (0, 120, 10)
    assert sheet.totals == (1, 140, 40)
    assert sheet.outcome is not None
    assert sheet.outcome.winners == (2,)
    form = expect(HouseForm, game.form(None, rules=rules, state=sheet.state))
    rows = [*form.rows()]
    assert [(spec.genre, spec.sur, spec.digits, spec.signed) for spec, _ in rows] == [
        ("nombre", "colonne", 3, True),
        ("joueur", "table", 1, False),
    ]
    assert [name for name, _ in rows[0][1]] == ["Bruno", "Chloé"]
