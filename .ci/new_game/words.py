"""Which sentences __Name__ shows: a donne, the settings, the counters and what is left, as codes with values."""

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
    """Who has the best score of the donne, and how many points."""
    best = _best(marked)
    return Label("phrase", joueurs=best, points=marked.row.scores[best[0]])


def brief(marked: Marked) -> Label:
    """The donne in a few words, for its line of the sheet."""
    return Label("resume", joueurs=_best(marked))


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """Donnes played, and those with the best score."""
    return {"donnes": 1, "donnes-reussi": int(seat in _best(marked))}


def progress(sheet: Replay) -> Sequence[Label]:
    """Which donne comes next."""
    donnes = expect(__Key__, sheet.rules).nb_donnes
    return [Label("donne-sur", numero=sheet.state.rang + 1, donnes=donnes)]
