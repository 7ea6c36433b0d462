"""Record of Belote for the catalogue of games."""

from random import Random
from typing import Any

from scorekeeper.cards.families.belote import traits
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.games.belote import sheet, words
from scorekeeper.cards.games.belote.rules import Belote
from scorekeeper.cards.rules.contract import Rules, State
from scorekeeper.i18n import N_


def plausible_entry(rng: Random, _rules: Rules[Any, Any], _state: State) -> dict[str, Any]:
    """Return a random donne, sometimes passed or level; the rules may refuse it."""
    luck = rng.random()
    if luck < 0.04:
        return {"statut": "passee"}
    if luck < 0.07:
        return {"preneur": rng.choice("AB"), "atout": "coeur", "points": [81, 81]}
    return traits.tricks(rng, 82)


GAME = Game(
    key="belote",
    name=N_("Belote"),
    tagline=N_("162 par donne"),
    rules=Belote,
    wording=words,
    sheet=sheet.sheet,
    demo=plausible_entry,
    tournament=traits.TOURNAMENT,
    lots=traits.LOTS,
)
