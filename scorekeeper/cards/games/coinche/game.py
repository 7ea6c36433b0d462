"""Coinche, as it stands in the catalogue."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.cards.families.belote import demo
from scorekeeper.cards.families.modes import Mode
from scorekeeper.cards.game_api.game import EntryWord, Game, TournamentTraits
from scorekeeper.cards.game_api.lots import RANKS, FirstDealer, Lots
from scorekeeper.cards.games.coinche import sheet, words
from scorekeeper.cards.games.coinche.rules import Coinche
from scorekeeper.cards.rules.contract import Rules, State
from scorekeeper.i18n import N_


def bye(rules: Coinche) -> int:
    """Half of what both camps get in tricks: 972 in twelve donnes."""
    return 0 if rules.a_points else 81 * rules.nb_donnes


def plausible_entry(rng: Random, _rules: Rules[Any, Any], _state: State) -> dict[str, Any]:
    """One donne; now and then all pass, or somebody doubles."""
    if rng.random() < 0.06:
        return {"statut": "passee"}
    bid = rng.choice((80, 80, 90, 90, 100, 100, 110, 120, 130))
    doubled = {"coinche": "coinche"} if rng.random() < 0.12 else {}
    return {**demo.tricks(rng, bid), "contrat": bid, **doubled}


GAME = Game(
    key="coinche",
    name=N_("Coinche"),
    tagline=N_("Contrats de 80 à 160"),
    entry_word=EntryWord.DONNE,
    rules=Coinche,
    wording=words,
    sheet=sheet.sheet,
    demo=plausible_entry,
    tournament=TournamentTraits(settings={"mode": str(Mode.TOURNOI)}, donnes="nb_donnes", least=0, bye=bye),
    lots=Lots(RANKS[5:], FirstDealer.RANDOM),
)
