"""Sentences of __Name__ as codes with values: a donne, the counters, and the progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.__key__.rules import __Key__
from scorekeeper.cards.rules.contract import Label, Seat, expect
from scorekeeper.cards.rules.replay import Marked, Replay

WORDS = Words.read(__file__)


def _best(marked: Marked) -> tuple[Seat, ...]:
    return tuple(map(Seat, __Key__.WINS.best(marked.row.scores)))


def sentence(marked: Marked) -> Label:
    """Return the sentence with the best score of a donne."""
    best = _best(marked)
    return Label("phrase", joueurs=best, points=marked.row.scores[best[0]])


def brief(marked: Marked) -> Label:
    """Return the donne in a few words, for its line on the sheet."""
    return Label("resume", joueurs=_best(marked))


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """Return the counters of a donne for a player: donnes played, and won."""
    return {"donnes": 1, "donnes-reussi": int(seat in _best(marked))}


def progress(sheet: Replay) -> Sequence[Label]:
    """Return the number of the next donne, and of all."""
    donnes = expect(__Key__, sheet.rules).nb_donnes
    return [Label("donne-sur", numero=sheet.state.rang + 1, donnes=donnes)]
