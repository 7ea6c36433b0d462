"""Record of Coinche for the catalogue of games."""

from random import Random
from typing import Any

from scorekeeper.cards.families.belote import traits
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.games.coinche import sheet, words
from scorekeeper.cards.games.coinche.rules import Coinche
from scorekeeper.cards.rules.contract import Rules, State
from scorekeeper.i18n import N_


def plausible_entry(rng: Random, _rules: Rules[Any, Any], _state: State) -> dict[str, Any]:
    """Return a random donne, sometimes passed or doubled; the rules may refuse it."""
    if rng.random() < 0.06:
        return {"statut": "passee"}
    bid = rng.choice((80, 80, 90, 90, 100, 100, 110, 120, 130))
    doubled = {"coinche": "coinche"} if rng.random() < 0.12 else {}
    return {**traits.tricks(rng, bid), "contrat": bid, **doubled}


GAME = Game(
    key="coinche",
    name=N_("Coinche"),
    tagline=N_("Contrats de 80 à 160"),
    rules=Coinche,
    wording=words,
    sheet=sheet.sheet,
    demo=plausible_entry,
    tournament=traits.TOURNAMENT,
    lots=traits.LOTS,
)
