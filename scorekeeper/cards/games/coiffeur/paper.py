"""Tournament traits of Coiffeur, with the check of a partie kept on paper."""

from collections.abc import Sequence

from scorekeeper.cards.families.matches import PLIS
from scorekeeper.cards.game_api.game import TournamentTraits
from scorekeeper.cards.games.coiffeur.rules import Coiffeur
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.scores import Figures, PaperFaults, impossible_totals


def check(rules: Coiffeur, _lines: Sequence[Figures], totals: Figures) -> PaperFaults:
    """Return the faults of totals beyond the bounds of the grid."""
    return impossible_totals(Fault("papier-total"), totals, rules.au_moins(), rules.au_plus(rules.fois))


def bye(rules: Coiffeur) -> int:
    """Return the points of a bye: half of the multiplied card points of all rows."""
    return sum(rules.compte(PLIS) * times for times in rules.fois.values()) // 2


TOURNAMENT = TournamentTraits(currency="CHF", check=check, bye=bye, matches="matchs")
