"""Check of the totals of a Bouées et cochons sheet kept on paper.

The points of a manche are the starting buoys less the losses, and a trick costs one buoy at most (two if tied players both
lose). So the sum of the totals of a whole partie has two bounds, and no total is below −1 for each manche.
"""

from collections.abc import Sequence

from scorekeeper.cards.game_api.game import TournamentTraits
from scorekeeper.cards.games.bouees.rules import Bouees
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.scores import Figures, PaperFaults, impossible_totals


def check_partie(rules: Bouees, _lines: Sequence[Figures], totals: Figures) -> PaperFaults:
    """Return the faults of the totals of a whole partie: impossible totals, or an impossible sum; none if a total is missing."""
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return ()
    manches = players = len(known)
    bonus = manches * rules.bonus_plus_bas
    most = manches * rules.tricks(players) + bonus
    if alone := impossible_totals(Fault("papier-total"), known, -manches, most):
        return alone
    dealt = rules.buoy_sums(players)
    low = manches * (dealt[0] - rules.most_losses(players))
    high = manches * dealt[-1] + players * bonus
    if low <= sum(known) <= high:
        return ()
    return ((None, Fault("papier-somme", "totals", somme=sum(known), min=low, max=high, manches=manches)),)


TOURNAMENT = TournamentTraits(check=check_partie)
