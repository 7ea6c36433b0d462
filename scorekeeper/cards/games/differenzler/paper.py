"""The possible totals of a Differenzler sheet kept on paper, and what a tournament of it has to know."""

from collections.abc import Sequence

from scorekeeper.cards.game_api.game import TournamentTraits
from scorekeeper.cards.games.differenzler.rules import TOTAL, Departage, Differenzler
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.scores import Figures, PaperFaults, impossible_totals

USUAL_DONNES = 12
BYE = 10
"""Difference counted for a donne that somebody had to sit out: about what a good player is off by."""


def check_partie(rules: Differenzler, _lines: Sequence[Figures], totals: Figures) -> PaperFaults:
    """The totals that no partie of so many donnes gives; nothing is known where their number is open."""
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
