"""Check of the totals of a Differenzler sheet kept on paper, and the tournament traits."""

from collections.abc import Sequence

from scorekeeper.cards.game_api.game import TournamentTraits
from scorekeeper.cards.games.differenzler.rules import TOTAL, Departage, Differenzler
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.scores import Figures, PaperFaults, impossible_totals

USUAL_DONNES = 12
BYE = 10
"""Difference for each donne of a bye: about that of a good player."""


def check_partie(rules: Differenzler, _lines: Sequence[Figures], totals: Figures) -> PaperFaults:
    """Return the faults of impossible totals; none if the number of donnes is not fixed."""
    donnes = rules.nb_donnes
    if donnes is None or rules.egalite is Departage.DONNE_SUPPLEMENTAIRE:
        return ()
    fault = Fault("papier-total", donnes=donnes)
    return impossible_totals(fault, totals, -rules.bonus_exact * donnes, TOTAL * donnes)


TOURNAMENT = TournamentTraits(
    currency="CHF",
    donnes="nb_donnes",
    usual_donnes=USUAL_DONNES,
    check=check_partie,
    bye=lambda rules: BYE * (rules.nb_donnes or USUAL_DONNES),
)
