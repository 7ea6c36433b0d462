"""Laws of whole evenings for every shipped declared game: they end, a winner is still in, and eliminated players stay out."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.games.declared.game import declared_of
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import Marked, Replay, mark, replay, with_line
from tests.examples import DECLARED

MOST_LINES = 400
TRIES = 20


def evening(game: Game, seed: int) -> Replay:
    """Play the game's demonstration at random, until the partie ends."""
    chance = Random(seed)  # noqa: S311 - a seed for a game of chance, not a secret
    declared = declared_of(game)
    example = chance.choice([each for each in declared.spec.exemples if each.marque is not None])
    table = Table(example.joueurs, declared.camps)
    sheet = replay(game.rules(), table, ())
    while sheet.outcome is None and len(sheet.marked) < MOST_LINES:
        for _ in range(TRIES):
            raw = dict(game.demo(chance, sheet.rules, sheet.state))
            for column in sheet.state.out:
                for value in raw.values():
                    if isinstance(value, dict):
                        value.pop(table.keys[column], None)
            try:
                entry = sheet.rules.ENTRY.read(raw, table)
            except Unreadable:
                continue
            line = mark(sheet.rules, sheet.state, len(sheet.marked) + 1, entry)
            if isinstance(line, Marked):
                sheet = with_line(sheet, line)
                break
        else:
            break
    return sheet


@pytest.mark.parametrize("game", DECLARED, ids=lambda game: game.key)
def test_an_evening_ends_with_a_winner_who_is_in(game: Game) -> None:
    for seed in range(3):
        sheet = evening(game, seed)
        assert sheet.faults == ()
        out = [marked.after.out for marked in sheet.marked]
        assert all(before <= after for before, after in pairwise(out))
        for marked in sheet.marked:
            assert all(marked.row.scores[column] == 0 for column in marked.before.out)
        if sheet.outcome is None:
            continue
        left = set(range(len(sheet.totals))) - sheet.state.out
        last = set(getattr(sheet.state, "derniers", ()))
        assert set(sheet.outcome.winners) <= (left or last)
        assert sheet.outcome.winners
