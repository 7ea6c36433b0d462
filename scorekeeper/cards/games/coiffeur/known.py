"""Impossible card points of the camp that announced, when the other has the rest."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cards.families.matches import PLIS_TOUT_ATOUT
from scorekeeper.cards.game_api.offline_checks import Known
from scorekeeper.cards.games.coiffeur.rules import Coiffeur
from scorekeeper.cards.games.coiffeur.rules.entry import CoiffeurDonne, Issue
from scorekeeper.cards.games.coiffeur.rules.lines import Ligne
from scorekeeper.cards.rules.contract import Fault, Table


def known(rules: Coiffeur, _table: Table) -> Sequence[Known]:
    """The points in a row that says itself what is played, or in that of a wish that says nothing: there are 157 to share."""
    if Ligne.TOUT_ATOUT in rules.fois:
        return ()

    def fault(_: tuple[str, ...], numbers: tuple[int, ...]) -> Fault | None:
        return next(iter(rules.point_faults(CoiffeurDonne(points_a=numbers[0]))), None)

    by = {"statut": (str(Issue.JOUEE),), **dict.fromkeys(("jeu", "match", "autre"), ("",))}
    return (Known(field="points", numbers=("points",), by=by, most=PLIS_TOUT_ATOUT, fault=fault),)
