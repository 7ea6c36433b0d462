"""The words of __Name__: a sentence for every code, in French, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.games.__key__.rules import __Key__
from scorekeeper.i18n import Translatable
from scorekeeper.kit.game import SettingText
from scorekeeper.kit.words import Words
from scorekeeper.rules.contract import Label, Rules, Seat, expect
from scorekeeper.rules.replay import Marked, Replay

MESSAGES: Translatable[str] = {
    # Faults.
    "points-manquants": "Il manque les points de %(joueurs)s.",
    "points-somme": "Les points de la donne font %(somme)s au lieu de %(total)s.",
    # Doubts.
    "points-seul": "%(joueur)s a tous les points de la donne ?",
    # Labels.
    "points": "points de la donne",
    "phrase": "Mieux de la donne : %(joueurs)s, avec %(points)s.",
    "resume": "mieux de la donne : %(joueurs)s",
    "fin": "Les %(donnes)s donnes sont jouées.",
    "donne-sur": "Donne %(numero)s sur %(donnes)s",
    "reglage-donnes": "%(donnes)s donnes",
    # Counters of the players' pages.
    "tally-donnes": "Donnes",
    "tally-donnes-reussi": "Donnes gagnées",
}

WORDS = Words(MESSAGES)

SETTINGS: Translatable[SettingText] = {
    "nb_donnes": SettingText("Nombre de donnes", "La partie finit avec la dernière."),
}


def _best(marked: Marked) -> tuple[Seat, ...]:
    return tuple(map(Seat, __Key__.WINS.best(marked.row.scores)))


def sentence(marked: Marked) -> Label:
    """Who has the best score of the donne, and how many points."""
    best = _best(marked)
    return Label("phrase", joueurs=best, points=marked.row.scores[best[0]])


def brief(marked: Marked) -> Label:
    """The donne in a few words, for its line of the sheet."""
    return Label("resume", joueurs=_best(marked))


def settings_in_words(rules: Rules[Any, Any]) -> Sequence[Label]:
    """The number of donnes."""
    return [Label("reglage-donnes", donnes=expect(__Key__, rules).nb_donnes)]


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """Donnes played, and those with the best score."""
    return {"donnes": 1, "donnes-reussi": int(seat in _best(marked))}


def progress(sheet: Replay) -> Sequence[Label]:
    """Which donne comes next."""
    if sheet.outcome is not None:
        return ()
    donnes = expect(__Key__, sheet.rules).nb_donnes
    return [Label("donne-sur", numero=sheet.state.rang + 1, donnes=donnes)]
