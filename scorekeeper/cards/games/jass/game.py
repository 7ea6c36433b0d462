"""Record of Jass for the catalogue of games."""

from random import Random
from typing import Any

from scorekeeper.cards.families.matches import PLIS
from scorekeeper.cards.game_api.game import Game, Paper
from scorekeeper.cards.game_api.lots import RANKS, FirstDealer, Lots
from scorekeeper.cards.games.jass import paper, sheet, slate, words
from scorekeeper.cards.games.jass.rules import Jass
from scorekeeper.cards.rules.contract import Rules, State
from scorekeeper.i18n import N_

PRESETS: dict[str, dict[str, Any]] = {
    N_("À 1000"): {},
    N_("Pique double"): {"pique_double": True},
    N_("Schieber 2500"): {
        "contrats": {"pique": 2, "trefle": 2, "haut-bas": 3, "bas-haut": 3},
        "objectif": 2500,
        "double_porte_sur": "tout",
    },
}


def plausible_entry(rng: Random, _rules: Rules[Any, Any], _state: State) -> dict[str, Any]:
    """Return a random donne, sometimes with annonces; the rules may refuse it."""
    donne: dict[str, Any] = {"atout": rng.choice(("pique", "coeur", "carreau", "trefle"))}
    if rng.random() < 0.03:
        donne["match"] = rng.choice("AB")
        donne["points_a"] = 157 if donne["match"] == "A" else 0
    else:
        donne["points_a"] = min(150, max(5, round(rng.gauss(80, 30))))
    if rng.random() < 0.35:
        donne["annonces"] = {rng.choice("AB"): rng.choice(([20], [20], [50], [20, 20], [100]))}
    if rng.random() < 0.15:
        donne["schtockr"] = rng.choice("AB")
    if rng.random() < 0.3:
        donne["premier"] = rng.choice("AB")
    return donne


def totals(rng: Random) -> tuple[int, int]:
    """Return random totals of a tournament partie, together 12 × 157."""
    camp_a = rng.randint(700, 1184)
    return camp_a, 12 * PLIS - camp_a


GAME = Game(
    key="jass",
    name=N_("Jass"),
    tagline=N_("À points, ou en douze donnes"),
    rules=Jass,
    wording=words,
    more_settings=words.contracts_in_words,
    sheet=sheet.sheet,
    papers={
        "match-au-cochon": Paper(
            title=N_("Match au cochon"), settings=paper.TOURNAMENT.settings, parties=sheet.PARTIES
        ),
        "ardoise": Paper(title=N_("Jass — ardoise"), sheet=sheet.slates),
    },
    demo=plausible_entry,
    presets=PRESETS,
    demo_tournament=(N_("Match au cochon de Vresse"), totals),
    tournament=paper.TOURNAMENT,
    line_check=words.line_check,
    lots=Lots(RANKS[4:], FirstDealer.RANDOM),
    figure="chosen",
    drawing=slate.drawing,
    pages={"controle": N_("Contrôler une feuille papier")},
)
