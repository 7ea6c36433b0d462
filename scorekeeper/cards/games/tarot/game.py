"""Tarot, tied together."""

from __future__ import annotations

from scorekeeper.cards.game_api.game import EntryWord, ExtraPage, Game, Paper, TournamentTraits
from scorekeeper.cards.game_api.lots import Lots
from scorekeeper.cards.game_api.statistics import Account, Counts
from scorekeeper.cards.games.tarot import demo, sheet, words
from scorekeeper.cards.games.tarot.rules import Tarot
from scorekeeper.cards.games.tarot.rules.entry import Contrat
from scorekeeper.i18n import N_

GAME = Game(
    key="tarot",
    name=N_("Tarot"),
    tagline=N_("À trois, quatre ou cinq : contrats, bouts, poignées, chelem"),
    entry_word=EntryWord.DONNE,
    rules=Tarot,
    wording=words,
    sheet=sheet.sheet,
    papers={"tarot-bareme": Paper(title=N_("Tarot avec barème"), back=True)},
    demo=demo.entry,
    tournament=TournamentTraits(donnes="nb_donnes", fixed_sum=lambda _: 0),
    account=Account(
        counts=Counts.MARQUE,
        place=words.place,
        kinds={contrat: f"titre-{contrat}" for contrat in Contrat},
        pair=words.pair,
    ),
    formula=words.formula,
    counts=True,
    # An ace is a 1, the lowest card.
    lots=Lots((*map(str, range(1, 11)), "V", "C", "D", "R")),
    pages={"main": ExtraPage(N_("Évaluer une main"), "hand")},
)
