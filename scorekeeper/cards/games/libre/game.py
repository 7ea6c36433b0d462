"""Marque libre, tied together."""

from __future__ import annotations

from scorekeeper.cards.game_api.game import EntryWord, Game, TournamentTraits
from scorekeeper.cards.game_api.statistics import Account, Counts
from scorekeeper.cards.games.libre import demo, sheet, words
from scorekeeper.cards.games.libre.rules import FinEgalite, Libre
from scorekeeper.i18n import N_


def fixed_sum(rules: Libre) -> int | None:
    """Sum of all totals: known where every manche has a sum, and as many are played as were meant."""
    ends = rules.objectif, rules.elimination
    fixed = rules.depart == 0 and rules.egalite is FinEgalite.PARTAGE and ends == (None, None)
    if rules.somme is None or rules.nb_manches is None or not fixed:
        return None
    return rules.somme * rules.nb_manches


def bye(rules: Libre) -> int | None:
    """Half the way to the end, where the sum of totals is not known: the lowest total may win, and nothing would be the best."""
    if fixed_sum(rules) is not None:
        return None
    ends = [end for end in (rules.objectif, rules.elimination) if end is not None]
    return (rules.depart + ends[0]) // 2 if ends else rules.depart


GAME = Game(
    key="libre",
    name=N_("Marque libre"),
    tagline=N_("Tout autre jeu : de deux à douze colonnes, vos règles gardées sous leur nom"),
    entry_word=EntryWord.MANCHE,
    rules=Libre,
    wording=words,
    sheet=sheet.sheet,
    demo=demo.entry,
    tournament=TournamentTraits(donnes="nb_manches", usual_donnes=10, fixed_sum=fixed_sum, bye=bye),
    account=Account(counts=Counts.PARTIES),
)
