"""A law over the games that the form can make: random answers give a game whose evenings end with a winner still in."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.sheet import SheetLine, SheetRequest
from scorekeeper.cards.games.declared.asking import answers as asking
from scorekeeper.cards.games.declared.asking.reading import answers_of
from scorekeeper.cards.games.declared.game import plausible_entry
from scorekeeper.cards.games.declared.rules import HouseRules, HouseState
from scorekeeper.cards.games.declared.rules.grid import GridRules
from scorekeeper.cards.games.declared.toml_text import text_of_document
from scorekeeper.cards.rules.contract import Table, expect
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import Marked, Replay, mark, replay, with_line
from scorekeeper.i18n import speaking
from scorekeeper.paper.sheets import sheet_of
from tests.cards.games.test_house_answers import STAND_IN

MOST_LINES, TRIES = 60, 90
NAMES = ("Anne", "Bruno", "Chloé", "David")


def random_answers(chance: Random) -> dict[str, str]:
    """Return possible answers: one card with its choices, some extras, an end and an elimination."""
    card = chance.choice(asking.CARDS)
    camps = card.key in {"camps", "points"} and chance.random() < 0.4
    answers = {
        **asking.BEGIN,
        "nom": "Loi",
        "carte": card.key,
        "camps": "1" if camps else "",
        "min": "2",
        "max": "5",
        "gagne": chance.choice(["grand", "petit"]),
        "fin": chance.choice([*asking.ENDS]),
        "fin_n": str(chance.randint(1, 60)),
        "elim": "non" if card.key == "annonce" else chance.choice([*asking.ELIMINATIONS]),
        "elim_n": str(chance.randint(1, 3)),
        "points_vide": chance.choice(["oui", "non"]),
    }
    if answers["elim"] == "total":
        # A game won by the most points begins with points to lose; one total cannot both end and eliminate.
        high = answers["gagne"] == "grand"
        answers |= {"depart": "40", "elim_n": "0"} if high else {"elim_n": "40"}
        answers["fin"] = "libre" if answers["fin"] in {"total", "encore"} else answers["fin"]
    if card.key == asking.GRID_CARD:
        answers |= {"fin": "libre", "elim": "non", "grille_haut": str(chance.randint(0, 6))}
    for ask in asking.switches_of(card):
        answers[f"{card.key}_{ask.key}"] = chance.choice([*ask.choices])
    for place in range(chance.randint(0, 3)):
        extra = {
            "nom": f"Prime {place}",
            "genre": chance.choice([*asking.EXTRA_FIELDS]),
            "pour": chance.choice([*asking.EXTRA_ITEMS]),
            "vaut": str(chance.randint(-5, 10)),
        }
        answers |= {f"e{place}_{key}": value for key, value in extra.items()}
    return answers


def random_entry(chance: Random, played: Replay) -> dict[str, Any]:
    """Return random values of the fields, for the players still in."""
    state, rules = played.state, played.rules
    if isinstance(rules, GridRules):
        return plausible_entry(chance, rules, state)
    columns = [key for place, key in enumerate(played.table.keys) if place not in state.out]
    raw: dict[str, Any] = {}
    for spec in expect(HouseRules, rules).DECLARED.spec.champs:

        def value(spec: Any = spec) -> Any:
            if spec.genre == "nombre":
                least, most = spec.ends
                return chance.choice(
                    [0, least, min(most, least + 13), chance.randint(least, min(most, least + 30))]
                )
            return (
                chance.random() < 0.3
                if spec.genre == "oui-non"
                else chance.choice([*(spec.choix or {"": 0})])
            )

        if spec.genre == "joueur":
            raw[spec.cle] = chance.choice([*played.table.players] if rules.CAMPS else columns)
        elif spec.sur == "table":
            raw[spec.cle] = value()
        else:
            raw[spec.cle] = {key: value() for key in columns}
    return raw


def evening(game: Game, chance: Random) -> Replay:
    """Play random lines until the partie is over."""
    rules = game.rules()
    played = replay(
        rules, Table(NAMES[: max(rules.SEATS) if rules.CAMPS else chance.randint(2, 4)], rules.CAMPS), ()
    )
    while played.outcome is None and len(played.marked) < MOST_LINES:
        for _ in range(TRIES):
            try:
                entry = rules.ENTRY.read(random_entry(chance, played), played.table)
            except Unreadable:
                continue
            line = mark(rules, played.state, len(played.marked) + 1, entry)
            if isinstance(line, Marked):
                played = with_line(played, line)
                break
        else:
            break
    return played


def judge(seed: int) -> None:
    """Make a game of random answers, play it, and check the laws of every game."""
    chance = Random(seed)  # noqa: S311 - a seed for a game of chance, not a secret
    with speaking("fr"):
        answers = random_answers(chance)
        document = asking.document_of(answers, {})
        assert catalogue.read_text(text_of_document(document).encode()) == document
        back = answers_of(document)
        assert (back["carte"], back["fin"], back["elim"]) == (
            answers["carte"],
            answers["fin"],
            answers["elim"],
        )
        game = catalogue.game_of_definition({**document, "exemples": [STAND_IN]})
        played = evening(game, chance)
        lines = tuple(SheetLine(marked.rang, marked) for marked in played.marked)
        seats = len(played.table.players)
        request = SheetRequest(
            game=game, rules=played.rules, table=played.table, seats=seats, played=played, lines=lines
        )
        assert sheet_of(request).blocks
    assert played.faults == ()
    assert played.marked
    for marked in played.marked:
        assert all(marked.row.scores[column] == 0 for column in marked.before.out)
        assert marked.before.out <= marked.after.out
    if played.outcome is None:
        assert not game.grid
        assert answers["fin"] != "lignes" or len(played.marked) < int(answers["fin_n"])
        return
    left = set(range(len(played.totals))) - played.state.out or set(expect(HouseState, played.state).derniers)
    best = (max if answers["gagne"] == "grand" else min)(played.totals[column] for column in left)
    assert set(played.outcome.winners) == {column for column in left if played.totals[column] == best}


@pytest.mark.parametrize("seed", range(24))
def test_random_answers_make_a_game_that_ends_rightly(seed: int) -> None:
    judge(seed)
