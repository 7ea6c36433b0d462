"""Game record of Differenzler."""

from collections.abc import Sequence
from random import Random
from typing import Any

from scorekeeper.cards.game_api.game import Game, TournamentTraits
from scorekeeper.cards.game_api.lots import RANKS, FirstDealer, Lots
from scorekeeper.cards.games.differenzler import sheet, words
from scorekeeper.cards.games.differenzler.rules import TOTAL, Departage, Differenzler
from scorekeeper.cards.rules.contract import Fault, Rules, State
from scorekeeper.cards.rules.scores import Figures, PaperFaults, impossible_totals
from scorekeeper.i18n import N_

USUAL_DONNES = 12
BYE = 10
"""Difference for each donne of a bye: about that of a good player."""


def plausible_entry(rng: Random, _rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """Return a donne with random points, 157 together, and predictions at a normal distance (standard deviation 11) from them."""
    players = state.table.players
    cuts = sorted(rng.randint(0, TOTAL) for _ in players[1:])
    made = [right - left for left, right in zip((0, *cuts), (*cuts, TOTAL), strict=True)]
    rng.shuffle(made)
    annonces = [max(0, min(TOTAL, points + round(rng.gauss(0, 11)))) for points in made]
    return {
        "annonces": dict(zip(players, annonces, strict=True)),
        "points": dict(zip(players, made, strict=True)),
    }


def check_partie(rules: Differenzler, _lines: Sequence[Figures], totals: Figures) -> PaperFaults:
    """Return the faults of impossible totals on paper; none if the number of donnes is not fixed."""
    donnes = rules.nb_donnes
    if donnes is None or rules.egalite is Departage.DONNE_SUPPLEMENTAIRE:
        return ()
    fault = Fault("papier-total", donnes=donnes)
    return impossible_totals(fault, totals, -rules.bonus_exact * donnes, TOTAL * donnes)


GAME = Game(
    key="differenzler",
    name=N_("Differenzler"),
    tagline=N_("L’écart avec l’annonce se marque"),
    rules=Differenzler,
    wording=words,
    sheet=sheet.sheet,
    demo=plausible_entry,
    tournament=TournamentTraits(
        currency="CHF",
        donnes="nb_donnes",
        usual_donnes=USUAL_DONNES,
        check=check_partie,
        bye=lambda rules: BYE * (rules.nb_donnes or USUAL_DONNES),
    ),
    lots=Lots(RANKS[4:], FirstDealer.RANDOM),
)
