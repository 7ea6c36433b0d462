"""Record of Tarot for the catalogue of games."""

from random import Random
from typing import Any

from scorekeeper.cards.game_api.game import Game, TournamentTraits
from scorekeeper.cards.game_api.lots import Lots
from scorekeeper.cards.game_api.statistics import Account, Counts
from scorekeeper.cards.games.tarot import sheet, words
from scorekeeper.cards.games.tarot.rules import Tarot
from scorekeeper.cards.games.tarot.rules.cards import TARGETS
from scorekeeper.cards.games.tarot.rules.entry import Contrat
from scorekeeper.cards.rules.contract import Rules, State
from scorekeeper.i18n import N_


def plausible_entry(rng: Random, _rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """Return a random donne with frequencies of a casual evening; the rules may refuse it."""
    if rng.random() < 0.06:
        return {"statut": "passee"}
    players = list(state.table.present)
    preneur = rng.choice(players)
    bouts = rng.choices((0, 1, 2, 3), (8, 34, 42, 16))[0]
    contrat = rng.choices(("prise", "garde", "garde-sans", "garde-contre"), (40, 48, 9, 3))[0]
    donne: dict[str, Any] = {
        "preneur": preneur,
        "contrat": contrat,
        "bouts": bouts,
        "points": min(87, max(20, TARGETS[bouts] + round(rng.gauss(3, 9)))),
    }
    if len(players) == 5:
        donne["appele"] = rng.choice([name for name in players if name != preneur])
    if rng.random() < 0.12:
        donne["petit_au_bout"] = rng.choice(("attaque", "defense"))
    if rng.random() < 0.08:
        donne["poignees"] = [{"joueur": preneur, "type": "simple"}]
    return donne


GAME = Game(
    key="tarot",
    name=N_("Tarot"),
    tagline=N_("À trois, quatre ou cinq"),
    rules=Tarot,
    wording=words,
    sheet=sheet.sheet,
    demo=plausible_entry,
    tournament=TournamentTraits(donnes="nb_donnes", fixed_sum=lambda _: 0),
    account=Account(
        counts=Counts.MARQUE,
        kinds={contrat: f"titre-{contrat}" for contrat in Contrat},
        pair=words.pair,
    ),
    formula=words.formula,
    counts=True,
    # The ace is printed as 1 and is the lowest card.
    lots=Lots((*map(str, range(1, 11)), "V", "C", "D", "R")),
    pages={"main": N_("Évaluer une main")},
)
