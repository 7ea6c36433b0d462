"""Belote, as it stands in the catalogue."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.cards.families.belote import demo
from scorekeeper.cards.families.modes import Mode
from scorekeeper.cards.game_api.game import EntryWord, Game, TournamentTraits
from scorekeeper.cards.game_api.lots import RANKS, FirstDealer, Lots
from scorekeeper.cards.games.belote import sheet, words
from scorekeeper.cards.games.belote.rules import Belote
from scorekeeper.cards.rules.contract import Rules, State
from scorekeeper.i18n import N_


def bye(rules: Belote) -> int:
    """Half of what both camps get in tricks: 972 in twelve donnes."""
    return 0 if rules.a_points else 81 * rules.nb_donnes


def plausible_entry(rng: Random, _rules: Rules[Any, Any], _state: State) -> dict[str, Any]:
    """One donne; now and then all pass, or it ends level."""
    luck = rng.random()
    if luck < 0.04:
        return {"statut": "passee"}
    if luck < 0.07:
        return {"preneur": rng.choice("AB"), "atout": "coeur", "points": [81, 81]}
    return demo.tricks(rng, 82)


GAME = Game(
    key="belote",
    name=N_("Belote"),
    tagline=N_("162 par donne"),
    entry_word=EntryWord.DONNE,
    rules=Belote,
    wording=words,
    sheet=sheet.sheet,
    demo=plausible_entry,
    tournament=TournamentTraits(settings={"mode": str(Mode.TOURNOI)}, donnes="nb_donnes", least=0, bye=bye),
    lots=Lots(RANKS[5:], FirstDealer.RANDOM),
)
