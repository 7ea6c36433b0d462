"""Tournament's knowledge of a partie that was kept on paper."""

from collections.abc import Sequence

from scorekeeper.cards.families.matches import PLIS
from scorekeeper.cards.game_api.game import TournamentTraits
from scorekeeper.cards.games.coiffeur.rules import Coiffeur
from scorekeeper.cards.rules.contract import Fault, Value


def check(
    rules: Coiffeur, _lines: Sequence[Sequence[int | None]], totals: Sequence[int | None]
) -> tuple[tuple[int | None, Fault], ...]:
    """Totals that no grid gives."""
    least, most = rules.au_moins(), rules.au_plus(rules.fois)
    limits: dict[str, Value] = {"min": least, "max": most}
    return tuple(
        (None, Fault("papier-total", f"totals.{column}", {**limits, "points": total}))
        for column, total in enumerate(totals)
        if total is not None and not least <= total <= most
    )


def bye(rules: Coiffeur) -> int:
    """Half of the tricks in every row."""
    return sum(rules.compte(PLIS) * times for times in rules.fois.values()) // 2


TOURNAMENT = TournamentTraits(currency="CHF", check=check, bye=bye, matches="matchs")
