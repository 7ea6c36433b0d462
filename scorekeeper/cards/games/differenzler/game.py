"""Differenzler, tied together, and the possible totals of a sheet of it that was kept on paper."""

from collections.abc import Sequence
from random import Random
from typing import Any

from scorekeeper.cards.game_api.game import Game, TournamentTraits
from scorekeeper.cards.game_api.lots import RANKS, FirstDealer, Lots
from scorekeeper.cards.games.differenzler import sheet, words
from scorekeeper.cards.games.differenzler.rules import TOTAL, Departage, Differenzler
from scorekeeper.cards.rules.contract import Rules, State
from scorekeeper.cards.rules.scores import Figures, PaperFaults, impossible_totals
from scorekeeper.i18n import N_

USUAL_DONNES = 12
BYE = 10
"""Difference counted for a donne that somebody had to sit out: about what a good player is off by."""


def check_partie(rules: Differenzler, _lines: Sequence[Figures], totals: Figures) -> PaperFaults:
    """The totals that no partie of so many donnes gives; nothing is known where their number is open."""
    donnes = rules.nb_donnes
    if donnes is None or rules.egalite is Departage.DONNE_SUPPLEMENTAIRE:
        return ()
    return impossible_totals(totals, -rules.bonus_exact * donnes, TOTAL * donnes, donnes=donnes)


def plausible_entry(rng: Random, _rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """The points shared out by chance; most people predict in tens and are off by a few."""
    players = state.table.players
    cuts = sorted(rng.randint(0, TOTAL) for _ in players[1:])
    made = [right - left for left, right in zip((0, *cuts), (*cuts, TOTAL), strict=True)]
    rng.shuffle(made)
    annonces = [max(0, min(TOTAL, points + round(rng.gauss(0, 11)))) for points in made]
    return {
        "annonces": dict(zip(players, annonces, strict=True)),
        "points": dict(zip(players, made, strict=True)),
    }


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
