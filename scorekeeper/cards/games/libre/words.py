"""Sentences of Marque libre as codes with values: manches, counters and progress."""

from collections.abc import Mapping, Sequence

from scorekeeper.cards.families import elimination
from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.libre.rules import Libre, LibreManche, LibreState, MancheStatut
from scorekeeper.cards.rules.contract import Label, Seat, Signed, Value, Wins, expect
from scorekeeper.cards.rules.replay import Marked, Replay

WORDS = Words.read(__file__, elimination)
NAMED = 3
"""Most columns named in a sentence; for more, it has their number."""


def is_played(marked: Marked) -> bool:
    """Return whether a manche was played, not annulled."""
    return expect(LibreManche, marked.entry).statut is MancheStatut.JOUEE


def highest(marked: Marked) -> tuple[Seat, ...]:
    """Return the players with the highest score of a manche."""
    return tuple(map(Seat, Wins.HIGH.best(marked.row.scores, marked.before.playing)))


def sentence(marked: Marked) -> Label:
    """Return the score of each column, and the players whom the manche eliminated."""
    if not is_played(marked):
        return Label("phrase-annulee")
    scores = marked.row.scores
    parts = tuple(Label("part", joueur=seat, points=Signed(scores[seat])) for seat in marked.before.playing)
    out = tuple(seat for seat in marked.before.playing if seat in marked.after.out)
    return Label("phrase-sortie", parts=parts, joueurs=out) if out else Label("phrase", parts=parts)


def brief(marked: Marked) -> Label:
    """Return the highest score of the manche and its players."""
    if not is_played(marked):
        return Label("annulee")
    seats = highest(marked)
    points = Signed(marked.row.scores[seats[0]])
    if len(seats) > NAMED:
        return Label("resume-egalite", nombre=len(seats), points=points)
    return Label("resume", joueurs=seats, points=points)


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """Return the increments: manches played, and those with the highest score."""
    if not is_played(marked) or seat not in marked.before.playing:
        return {}
    return {"manches": 1, "manches-reussi": int(seat in highest(marked))}


def progress(sheet: Replay) -> Sequence[Label]:
    """Return the number of the next manche, the players nearest to the goal, and those not eliminated."""
    house, state = expect(Libre, sheet.rules), expect(LibreState, sheet.state)
    over = house.is_over(state)
    labels = [Label("manche-de-plus")] if over else []
    if house.nb_manches is not None and not over:
        labels.append(Label("manche-sur", numero=state.jouees + 1, manches=house.nb_manches))
    if house.objectif is not None and not over:
        gaps = {seat: abs(house.objectif - state.totals[seat]) for seat in state.playing}
        least = min(gaps.values())
        near = tuple(seat for seat, gap in gaps.items() if gap == least)
        labels.append(Label("vers-objectif", objectif=house.objectif, reste=least, joueurs=near))
    if house.elimination is not None:
        left = state.playing
        values: dict[str, Value] = {"elimination": house.elimination, "nombre": len(left), "joueurs": left}
        labels.append(Label("vers-sortie" if len(left) <= NAMED else "vers-sortie-nombre", values))
    return labels
