"""Sentences of Differenzler as codes with values: donnes, counters and progress."""

from collections.abc import Mapping, Sequence

from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.differenzler.rules import Differenzler, DifferenzlerDonne, DifferenzlerState
from scorekeeper.cards.rules.contract import Label, Seat, Signed, Value, expect
from scorekeeper.cards.rules.replay import Marked, Replay

WORDS = Words.read(__file__)


def nearest(entry: DifferenzlerDonne) -> tuple[Seat, ...]:
    """Return the players with the smallest difference."""
    off = entry.ecarts()
    return tuple(Seat(seat) for seat, ecart in enumerate(off) if ecart == min(off))


def sentence(marked: Marked) -> Label:
    """Return the score of each player, with exact predictions and deduced points marked."""
    entry = expect(DifferenzlerDonne, marked.entry)
    if not entry.played:
        return Label("phrase-annulee", donneur=marked.after.donneur or Seat(0))
    made, off = entry.made(), entry.ecarts()
    parts: list[Value] = []
    for seat, score in enumerate(marked.row.scores):
        code = "part" if off[seat] else "part-juste"
        if seat == entry.deduced():
            code = "part-reste"
        parts.append(Label(code, joueur=Seat(seat), score=Signed(score), points=made[seat]))
    return Label("phrase", scores=tuple(parts))


def brief(marked: Marked) -> Label:
    """Return the players with an exact prediction or the smallest difference, for the line of the sheet."""
    entry = expect(DifferenzlerDonne, marked.entry)
    if not entry.played:
        return Label(entry.statut)
    joueurs = nearest(entry)
    least = min(entry.ecarts())
    return Label("bref" if least else "bref-juste", joueurs=joueurs, ecart=least)


def tallies(marked: Marked, seat: Seat) -> Mapping[str, int]:
    """Return the increments: predictions, exact ones, and donnes in which no player had a smaller difference."""
    entry = expect(DifferenzlerDonne, marked.entry)
    if not entry.played:
        return {}
    right = not entry.ecarts()[seat]
    return {"annonces": 1, "annonces-reussi": int(right), "pres": int(seat in nearest(entry))}


def progress(sheet: Replay) -> Sequence[Label]:
    """Return the number of the next donne, and the player with the highest total if the partie ends at one."""
    house, state = expect(Differenzler, sheet.rules), expect(DifferenzlerState, sheet.state)
    if house.is_over(state):
        return [Label("departage")]
    labels = []
    if house.nb_donnes is not None:
        labels.append(Label("donne-sur", numero=state.jouees + 1, donnes=house.nb_donnes))
    if house.objectif is not None:
        highest = Seat(state.totals.index(max(state.totals)))
        labels.append(Label("reste", joueur=highest, reste=house.objectif - state.totals[highest]))
    return labels


def line_check(marked: Marked) -> int | None:
    """Return the sum of the card points of a donne; `None` if it was not played."""
    entry = expect(DifferenzlerDonne, marked.entry)
    return sum(entry.made()) if entry.played else None
