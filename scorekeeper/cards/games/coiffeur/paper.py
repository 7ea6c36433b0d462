"""Tournament's knowledge of a partie that was kept on paper."""

from collections.abc import Sequence

from scorekeeper.cards.families.matches import PLIS
from scorekeeper.cards.game_api.game import TournamentTraits
from scorekeeper.cards.games.coiffeur.rules import Coiffeur
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.scores import Figures, PaperFaults, impossible_totals


def check(rules: Coiffeur, _lines: Sequence[Figures], totals: Figures) -> PaperFaults:
    """Totals that no grid gives."""
    return impossible_totals(Fault("papier-total"), totals, rules.au_moins(), rules.au_plus(rules.fois))


def bye(rules: Coiffeur) -> int:
    """Half of the tricks in every row."""
    return sum(rules.compte(PLIS) * times for times in rules.fois.values()) // 2


TOURNAMENT = TournamentTraits(currency="CHF", check=check, bye=bye, matches="matchs")
