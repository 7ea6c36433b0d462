"""Game record of Couillon."""

from random import Random
from typing import Any

from scorekeeper.cards.game_api.game import Game, TournamentTraits
from scorekeeper.cards.game_api.lots import RANKS, FirstDealer, Lots
from scorekeeper.cards.game_api.statistics import Account, Counts
from scorekeeper.cards.games.couillon import sheet, slate, words
from scorekeeper.cards.games.couillon.rules import Couillon
from scorekeeper.cards.rules.contract import Rules, State
from scorekeeper.i18n import N_


def plausible_entry(rng: Random, _rules: Rules[Any, Any], _state: State) -> dict[str, Any]:
    """Return a random donne: usually a camp accepts; it has the points, or only the winner."""
    accepte = rng.choice(("A", "B", "A", "B", None))
    if rng.random() < 0.25:
        return {"accepte": accepte, "gagne": rng.choice(("A", "B", "A", "B", "egalite"))}
    together = rng.randint(16, 36)
    camp_a = rng.randint(4, together - 4)
    return {"accepte": accepte, "points": [camp_a, together - camp_a]}


GAME = Game(
    key="couillon",
    name=N_("Couillon"),
    tagline=N_("Des lignes à effacer"),
    rules=Couillon,
    wording=words,
    sheet=sheet.sheet,
    demo=plausible_entry,
    tournament=TournamentTraits(countdown=True, least=0),
    account=Account(
        counts=Counts.PARTIES,
        place=words.place,
        ahead="avance-traits",
        won=N_("ardoises gagnées"),
        lost=N_("ardoises perdues"),
    ),
    figure="alone",
    drawing=slate.drawing,
    lots=Lots(RANKS[7:], FirstDealer.HIGHEST),
)
