"""Game record of Wiezen."""

from random import Random
from typing import Any

from scorekeeper.cards.game_api.game import Game, TournamentTraits
from scorekeeper.cards.game_api.statistics import Account, Counts
from scorekeeper.cards.games.wiezen import sheet, words
from scorekeeper.cards.games.wiezen.rules import Wiezen, WiezenState
from scorekeeper.cards.games.wiezen.rules.entry import FOUR_AND_THE_DEALER, Enchere
from scorekeeper.cards.rules.contract import Rules, State, expect
from scorekeeper.i18n import N_

KINDS = {
    "emballage": 50,
    "solo": 22,
    "piccolo": 5,
    "petite-misere": 6,
    "abondance": 9,
    "troel": 5,
    "grande-misere": 3,
}
"""Frequency of each contract in a hundred donnes."""


def plausible_entry(rng: Random, _rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """Return a random donne of four or five players; not always a valid one."""
    if rng.random() < 0.08 and expect(WiezenState, state).fois == 1:
        return {"statut": "passee"}
    table = state.table
    absent = state.donneur if table.seats == FOUR_AND_THE_DEALER else None
    players = [table.players[seat] for seat in table.around if seat != absent]
    contrat = rng.choices(list(KINDS), list(KINDS.values()))[0]
    if contrat in {"piccolo", "petite-misere", "grande-misere"}:
        player = rng.choice(players)
        return {"contrat": contrat, "joueurs": [player], "rates": [player] if rng.random() < 0.4 else []}
    paired = contrat in {"emballage", "troel"}
    donne: dict[str, Any] = {"contrat": contrat, "joueurs": rng.sample(players, 2 if paired else 1)}
    goal = {"emballage": 8, "solo": 5, "abondance": 9, "troel": 8}[contrat]
    if contrat != "troel":
        goal += rng.choices((0, 1, 2), (60, 30, 10))[0]
        donne["hauteur"] = goal
    return {**donne, "plis": min(13, goal + rng.choices((-2, -1, 0, 1, 2), (6, 18, 40, 26, 10))[0])}


GAME = Game(
    key="wiezen",
    name=N_("Wiezen"),
    tagline=N_("Le whist à la couleur"),
    rules=Wiezen,
    wording=words,
    sheet=sheet.sheet,
    demo=plausible_entry,
    tournament=TournamentTraits(donnes="nb_donnes", fixed_sum=lambda _: 0),
    account=Account(
        counts=Counts.MARQUE,
        kinds={contrat: contrat for contrat in Enchere},
        pair=words.pair,
    ),
)
