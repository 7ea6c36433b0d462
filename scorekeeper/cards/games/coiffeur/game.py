"""Record of Coiffeur for the catalogue of games."""

from collections.abc import Sequence
from random import Random
from typing import Any

from scorekeeper.cards.families.matches import PLIS
from scorekeeper.cards.game_api.game import Game, TournamentTraits
from scorekeeper.cards.game_api.lots import RANKS, FirstDealer, Lots
from scorekeeper.cards.game_api.statistics import Account, Counts
from scorekeeper.cards.games.coiffeur import words
from scorekeeper.cards.games.coiffeur.rules import SOUHAITS, Coiffeur, GrilleState
from scorekeeper.cards.rules.contract import Fault, Rules, State, expect
from scorekeeper.cards.rules.scores import Figures, PaperFaults, impossible_totals
from scorekeeper.i18n import N_

GAMES = ("pique", "coeur", "carreau", "trefle", "haut-bas", "bas-haut")


def plausible_entry(rng: Random, rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """Return a random donne in an open row, sometimes a match; the rules may refuse it."""
    house, sheet = expect(Coiffeur, rules), expect(GrilleState, state)
    camp = min((0, 1), key=lambda side: (len(sheet.faites[side]), side))
    ligne = rng.choice(house.ouvertes(sheet, camp))
    donne: dict[str, Any] = {"preneur": "AB"[camp], "contrat": str(ligne)}
    if ligne in SOUHAITS:
        donne["jeu"] = rng.choice(GAMES)
    if rng.random() < 0.06:
        return {**donne, "match": donne["preneur"]}
    return {**donne, f"points_{'ab'[camp]}": min(152, max(20, round(rng.gauss(98, 26))))}


def check(rules: Coiffeur, _lines: Sequence[Figures], totals: Figures) -> PaperFaults:
    """Return the faults of totals on paper beyond the bounds of the grid."""
    return impossible_totals(Fault("papier-total"), totals, rules.au_moins(), rules.au_plus(rules.fois))


def bye(rules: Coiffeur) -> int:
    """Return the points of a bye: half of the multiplied card points of all rows."""
    return sum(rules.compte(PLIS) * times for times in rules.fois.values()) // 2


GAME = Game(
    key="coiffeur",
    name=N_("Coiffeur"),
    tagline=N_("Une grille par camp, chaque jeu une fois"),
    rules=Coiffeur,
    wording=words,
    demo=plausible_entry,
    tournament=TournamentTraits(currency="CHF", check=check, bye=bye, matches="matchs"),
    account=Account(counts=Counts.PARTIES, won=N_("grilles gagnées"), lost=N_("grilles perdues")),
    formula=words.formula,
    lots=Lots(RANKS[4:], FirstDealer.RANDOM),
)
