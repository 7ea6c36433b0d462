"""Game record of Cochonnet."""

from random import Random
from typing import Any

from scorekeeper.cards.game_api.game import EntryWord, Game
from scorekeeper.cards.games.cochonnet import paper, sheet, words
from scorekeeper.cards.games.cochonnet.rules import Cochonnet
from scorekeeper.cards.games.cochonnet.rules.tables import RANKS
from scorekeeper.cards.rules.contract import Rules, State
from scorekeeper.i18n import N_

WEIGHTS = (18, 16, 14, 12, 10, 8, 6, 5, 4, 2, 2, 1, 1)
"""Relative frequency of each of `RANKS` as a cochonnet: each is the lowest card of its trick's suit, so most are low."""


def plausible_entry(rng: Random, _rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """Return thirteen random cochonnets; not always possible, as there may be five of a rank."""
    cards = rng.choices(RANKS, WEIGHTS, k=13)
    players = state.table.players
    return {
        "cochonnets": {name: cards[3 * seat : 3 * seat + 3] for seat, name in enumerate(players)},
        "dernier": {"joueur": rng.choice(players), "carte": cards[12]},
    }


GAME = Game(
    key="cochonnet",
    name=N_("Cochonnet"),
    tagline=N_("Treize cochonnets par manche"),
    entry_word=EntryWord.MANCHE,
    rules=Cochonnet,
    wording=words,
    sheet=sheet.sheet,
    demo=plausible_entry,
    tournament=paper.TOURNAMENT,
    figure="beside",
)
